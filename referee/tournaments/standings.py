"""The standings of a tournament: plain data, made from the games played so far."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.match.record import sign
from referee.tournaments.meetings import buchholz, head_to_head, sonneborn_berger
from referee.tournaments.schedule import FORMATS, make_schedule
from referee.tournaments.swiss import BYE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.running.game_task import Result
    from referee.statistics.ratings import Ratings
    from referee.statistics.scoring import Estimate
    from referee.tournaments.meetings import Cross, Schedule
    from referee.tournaments.plan import Pairing, Tournament

    Key = tuple[float, ...]  # by which players are ranked, larger is better


@dataclass(frozen=True)
class StandingsRow:
    """One player's line.

    place     from 1; who cannot be told apart shares one.
    player    its place in the tournament's order, from 0;  name  what it is called;  spec  as typed.
    points    1 for a win, a half for a draw; a bye of a swiss counts as a pair of games won.
    games     finished;  wins, draws, losses  among them;  forfeits  those it lost by one, by the word of events.How.
    tiebreak  what decides among equal points, larger is better (Sonneborn-Berger, for swiss Buchholz).
    rating    in Elo; None if nothing is known yet. 0 is the mean of those that are bounded on both sides, unless
              anchored: then it is on the scale of the anchors.
    seconds   a move, on average; None before any.
    byes      rounds, of those that are finished, that it got through without an opponent.
    out       the round of a knockout, from 0, that it did not survive; None for all who did, and in other formats.
    group     ratings of the same number compare: of those who met, directly or through others. None without a rating.
    anchor    the rating that is given for it; None if none is.
    anchored  whether its rating is on the scale of the anchors, one of which it may be.
    """

    place: int
    player: int
    name: str
    spec: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: dict[str, int]
    tiebreak: float
    rating: Estimate | None
    seconds: float | None
    byes: int = 0
    out: int | None = None
    group: int | None = None
    anchor: float | None = None
    anchored: bool = False

    @property
    def forfeited(self) -> int:
        """How many games it lost by a forfeit."""
        return sum(self.forfeits.values())


@dataclass(frozen=True)
class Standings:
    """A tournament as it stands.

    number     of the tournament in the journal, None if it is kept nowhere.
    game, format, rounds, seed  as in the Tournament;  control  the time, in words, "" for none.
    played     games finished;  due  games in all, as far as that is known already;  over  whether it is finished.
    rows       the players, the best first: in a knockout by how far they came, in a gauntlet by their share of the
               points, as they play differently many games, else by points, tiebreak, and the games between those
               equal in both. Those who are equal in all stand in the order of their seeding.
    cross      of cross[a][b], by the places in the tournament's order: games that a won, drew and lost against b.
    advantage  what moving first is worth, in Elo;  draws  how many games between equals are drawn, 0 to 1.
    superior   of superior[a][b]: how likely it is that a is the better of the two, 0 to 1; None if unknown.
    champion   who has won a knockout, by its place in the tournament's order; None before that, and in other formats.
    rules      of adjudication, as they are typed, "" for none;  adjudicated  how many games were ended by them.
    shrunk     whether ratings are shrunk towards 0, as who met whom depended on results.
    """

    number: int | None
    game: str
    format: str
    rounds: int
    seed: int
    control: str
    played: int
    due: int
    over: bool
    rows: tuple[StandingsRow, ...]
    cross: tuple[tuple[tuple[int, int, int], ...], ...]
    advantage: Estimate | None
    draws: Estimate | None
    superior: tuple[tuple[float | None, ...], ...]
    champion: int | None = None
    shrunk: bool = False
    rules: str = ""
    adjudicated: int = 0


def make_standings(
    tournament: Tournament, results: Mapping[int, Result], number: int | None = None, *, rated: bool = True
) -> Standings:
    """Return the standings after these results, in any order; without ratings unless `rated`.

    Where standings are needed again and again, keep a Scoreboard instead.
    """
    scoreboard = Scoreboard(tournament)
    for result in results.values():
        scoreboard.add(result)
    return scoreboard.standings(number, rated=rated)


class Scoreboard:
    """The results of a tournament, counted as they come in."""

    def __init__(self, tournament: Tournament):
        count = len(tournament.players)
        self.tournament = tournament
        self.scores: dict[int, int] = {}
        self.waiting: list[Result] = []  # not counted: the schedule may not know these games yet
        self.met: dict[tuple[int, int], list[int]] = {}  # won by the first of them to move, drawn, lost
        self.played = self.adjudicated = 0
        self.fitted: Ratings | None = None  # at the last call
        self.forfeits: list[dict[str, int]] = [{} for _ in range(count)]
        self.spent = [0] * count  # nanoseconds: the order in which they are added up must not matter
        self.moves = [0] * count

    def add(self, result: Result) -> None:
        """Count a game. A game that is counted already, or is not finished, changes nothing."""
        score = result.record.score
        if score is not None and result.number not in self.scores:
            self.scores[result.number] = sign(score)
            self.waiting.append(result)

    def standings(self, number: int | None = None, *, rated: bool = True) -> Standings:
        """Return the standings now. Ratings take by far the longest: unless `rated`, those of the last call stay."""
        plan = self.tournament
        games = make_schedule(plan.format, len(plan.players), plan.rounds, self.scores)
        self.count_waiting(games)
        over = self.played == len(games.pairings)
        byes = games.byes if over else games.byes[:-1]  # a bye counts once its round is played
        if rated and self.met:
            self.fitted = self.ratings()
        ratings = self.fitted
        cross = self.cross()
        return Standings(
            number, plan.game, plan.format, plan.rounds, plan.seed, str(plan.control),
            self.played, games.due, over, self.rows(games, byes, cross, ratings), cross,
            ratings.advantage if ratings else None, ratings.draws if ratings else None,
            ratings.superior if ratings else ((None,) * len(cross),) * len(cross),
            games.champion, FORMATS[plan.format].paired, str(plan.rules or ""), self.adjudicated,
        )  # fmt: skip

    def count_waiting(self, games: Schedule) -> None:
        """Count the waiting results of these games."""
        waiting, self.waiting = self.waiting, []
        for result in waiting:
            if result.number < len(games.pairings):
                self.count_game(games.pairings[result.number], result)
            else:
                self.waiting.append(result)

    def count_game(self, pairing: Pairing, result: Result) -> None:
        """Count the result of that game."""
        score = self.scores[result.number]
        self.played += 1
        self.adjudicated += result.adjudicated
        self.met.setdefault(pairing.seats, [0, 0, 0])[1 - score] += 1
        for player, seconds, moves in zip(pairing.seats, result.seconds, result.moves, strict=True):
            self.spent[player] += round(seconds * 1e9)
            self.moves[player] += moves
        if forfeit := result.forfeit:
            lost = self.forfeits[pairing.seats[score > 0]]
            lost[forfeit.value] = lost.get(forfeit.value, 0) + 1

    def cross(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """Return the cross table: the games that each player won, drew and lost against each other."""
        count = len(self.tournament.players)
        nothing = (0, 0, 0)

        def cell(one: int, other: int) -> tuple[int, int, int]:
            first, second = self.met.get((one, other), nothing), self.met.get((other, one), nothing)
            return first[0] + second[2], first[1] + second[1], first[2] + second[0]

        return tuple(tuple(cell(one, other) for other in range(count)) for one in range(count))

    def ratings(self) -> Ratings:
        """Return the ratings of all players, fitted to all of their games."""
        met = {seats: (won, drawn, lost) for seats, (won, drawn, lost) in sorted(self.met.items())}
        given = dict(self.tournament.anchors)
        anchors = {player: given[name] for player, name in enumerate(self.tournament.names) if name in given}
        if FORMATS[self.tournament.format].paired:
            from referee.statistics.shrinkage import fit_shrunk_ratings

            return fit_shrunk_ratings(len(self.tournament.players), met, anchors)
        from referee.statistics.ratings import fit_ratings

        return fit_ratings(len(self.tournament.players), met, anchors)

    def rows(
        self, games: Schedule, idle: Sequence[Sequence[int]], cross: Cross, ratings: Ratings | None
    ) -> tuple[StandingsRow, ...]:
        """Return the players' rows, the best first; `idle` has the players with byes, round by round."""
        swiss = self.tournament.format == "swiss"
        byes = [sum(player in those for those in idle) for player in range(len(cross))]
        won, drawn, lost = ([sum(cell[end] for cell in row) for row in cross] for end in range(3))
        points = [won[one] + drawn[one] / 2 + swiss * BYE * byes[one] for one in range(len(cross))]
        met = [[sum(cell) / 2 for cell in row] for row in cross]
        breaks = buchholz(met, points, byes) if swiss else sonneborn_berger(cross, points)
        keys = self.keys(games, cross, points, breaks)
        anchors = dict(self.tournament.anchors)
        group = ratings.group if ratings else (None,) * len(cross)
        measured = ratings.anchored if ratings else None
        return tuple(
            StandingsRow(
                place, player, self.tournament.names[player], self.tournament.players[player],
                points[player], won[player] + drawn[player] + lost[player], won[player], drawn[player], lost[player],
                dict(sorted(self.forfeits[player].items())), breaks[player],
                ratings.elo[player] if ratings else None,
                self.spent[player] / 1e9 / self.moves[player] if self.moves[player] else None,
                byes[player], games.out[player], group[player],
                anchors.get(self.tournament.names[player]), measured is not None and group[player] == measured,
            )
            for place, player in rank_places(keys)
        )  # fmt: skip

    def keys(self, games: Schedule, cross: Cross, points: Sequence[float], breaks: Sequence[float]) -> list[Key]:
        """Return the keys by which the players are ranked."""
        form, everybody = self.tournament.format, range(len(cross))
        if form == "knockout":
            return [(len(games.byes) if out is None else out,) for out in games.out]
        if form == "gauntlet":
            played = [sum(map(sum, row)) for row in cross]
            return [(points[player] / played[player] if played[player] else 0.0,) for player in everybody]
        alike: dict[Key, list[int]] = {}
        for player in everybody:
            alike.setdefault((points[player], breaks[player]), []).append(player)
        return [
            (points[player], breaks[player], head_to_head(cross, player, alike[points[player], breaks[player]]))
            for player in everybody
        ]


def rank_places(keys: Sequence[Key]) -> list[tuple[int, int]]:
    """(place, player) for all players, the best first; players with equal keys share the first of their places."""
    order = sorted(range(len(keys)), key=lambda player: [-part for part in keys[player]])
    found: list[tuple[int, int]] = []
    for _, group in groupby(order, key=keys.__getitem__):
        found += [(len(found) + 1, player) for player in list(group)]
    return found
