"""The standings of a tournament as plain data, from the games played so far."""

from __future__ import annotations

from itertools import groupby
from math import inf
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.match.clocks import UNLIMITED
from referee.match.record import sign
from referee.tournaments.meetings import buchholz, head_to_head, sonneborn_berger
from referee.tournaments.options import CLASS
from referee.tournaments.results import course_of, seats_of, take_result
from referee.tournaments.schedule import ALL_FORMATS, make_schedule
from referee.tournaments.swiss import BYE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.running.game_task import Result
    from referee.statistics.counts import Sample
    from referee.statistics.ratings import Ratings
    from referee.statistics.scoring import Estimate
    from referee.statistics.sprt import Sprt
    from referee.tournaments.meetings import Cross, Schedule
    from referee.tournaments.plan import Pairing, Tournament

    Key = tuple[float, ...]  # players are ranked by it, larger is better


@dataclass(frozen=True)
class StandingsRow:
    """One player's line.

    place     from 1; players that are level share one.
    player    its place in the plan, from 0;  name  its name;  spec  as typed.
    points    1 for a win, a half for a draw; a bye of a swiss counts as a pair of games won.
    games     finished;  wins, draws, losses  of them;  forfeits  losses by forfeit, by the word of events.How.
    tiebreak  decides among equal points, larger is better (Sonneborn-Berger; in a swiss Buchholz).
    rating    in Elo; None if nothing is known yet. 0 is the mean of the players that are bounded on both sides, unless
              anchored: then it is on the scale of the anchors.
    seconds   for a move, on average; None before the first.
    byes      the finished rounds without an opponent.
    out       the round of a knockout, from 0, in which it went out; None if it did not, and in other formats.
    group     ratings with the same number compare: the players met, directly or through others. None without a rating.
    anchor    its given rating, if any;  anchored  whether its rating is on the scale of the anchors.
    illegal   the number of its illegal answers after which it could try again.
    control   its time, in words, "" for none.
    late      the most seconds by which a move of it exceeded its time.
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
    illegal: int = 0
    control: str = ""
    late: float = 0.0

    @property
    def forfeited(self) -> int:
        """The number of games that it lost by a forfeit."""
        return sum(self.forfeits.values())


@dataclass(frozen=True)
class Standings:
    """A tournament as it stands.

    number     of the tournament in the journal, None if it is not kept.
    game, format, rounds, seed  as in the Tournament;  control  the time, in words, "" for none: of all players, or of
               those without a clock of their own.
    played     games finished;  due  all games, as far as they are known;  over  whether it is finished.
    rows       the players, the best first: in a knockout by how far they came, in a gauntlet by their share of the
               points and in a class by their ratings, because they play different numbers of games, otherwise by
               points, tiebreak, and the games between those equal in both. Players equal in everything stand in the
               order of their seeding.
    cross      cross[a][b], by places in the plan: the games that a won, drew and lost against b.
    advantage  of moving first, in Elo;  draws  the share of drawn games between equals, 0 to 1.
    superior   superior[a][b]: the probability that a is better than b; None if unknown.
    champion   the winner of a knockout, by its place in the plan; None before, and in other formats.
    rules      of adjudication, as typed, "" for none;  adjudicated  the number of games that they ended.
    test       the test that ends it and the results that it has taken, None if there is none.
    shrunk     whether ratings are shrunk towards 0, because pairings depended on results.
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
    test: tuple[Sprt, Sample] | None = None


def make_standings(
    tournament: Tournament, results: Mapping[int, Result], number: int | None = None, *, rated: bool = True
) -> Standings:
    """Return the standings after these results, without ratings unless `rated`. To update them, keep a Scoreboard."""
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
        self.seats: dict[int, tuple[int, int]] = {}  # of the games of a class
        self.waiting: list[Result] = []  # not counted yet: the schedule may not know these games
        self.met: dict[tuple[int, int], list[int]] = {}  # by (first to move, other): won by the first, drawn, lost
        self.played = self.adjudicated = 0
        self.fitted: Ratings | None = None  # at the last call
        self.course = course_of(tournament, {})
        self.forfeits: list[dict[str, int]] = [{} for _ in range(count)]
        self.spent = [0] * count  # nanoseconds, so that the order of games does not matter
        self.moves = [0] * count
        self.illegal = [0] * count
        self.late = [0.0] * count

    def add(self, result: Result) -> None:
        """Count a finished game, once."""
        score = result.record.score
        if score is not None and result.number not in self.scores:
            self.scores[result.number] = sign(score)
            self.seats |= seats_of(self.tournament, {result.number: result})
            if self.course:
                take_result(self.course, result)
            self.waiting.append(result)

    def standings(self, number: int | None = None, *, rated: bool = True) -> Standings:
        """Return the standings now. Unless `rated`, ratings, which take longest, stay as at the last call."""
        plan, course = self.tournament, self.course
        end = course.end if course else None
        games = make_schedule(plan.format, len(plan.players), plan.rounds, self.scores, self.seats, end)
        waiting, self.waiting = self.waiting, []
        for result in waiting:
            if pairing := games.find(result.number):
                self.count_game(pairing, result)
            else:
                self.waiting.append(result)
        over = self.played == len(games.pairings) and not games.more
        byes = games.byes if over else games.byes[:-1]  # a bye counts once its round is played
        if rated and self.met:
            self.fitted = self.ratings()
        ratings = self.fitted
        cross = self.cross()
        usual = UNLIMITED if plan.control.second else plan.control  # of a batch, a clock for each player
        control = plan.controls[0] if len(set(plan.controls)) == 1 else usual
        return Standings(
            number, plan.game, plan.format, plan.rounds, plan.seed, str(control),
            self.played, games.due, over, self.rows(games, byes, cross, ratings), cross,
            ratings.advantage if ratings else None, ratings.draws if ratings else None,
            ratings.superior if ratings else ((None,) * len(cross),) * len(cross),
            games.champion, ALL_FORMATS[plan.format].paired, str(plan.rules or ""), self.adjudicated,
            (course.test, course.sample) if course else None,
        )  # fmt: skip

    def count_game(self, pairing: Pairing, result: Result) -> None:
        """Count the result of a game."""
        score = self.scores[result.number]
        self.played += 1
        self.adjudicated += result.adjudicated
        self.met.setdefault(pairing.seats, [0, 0, 0])[1 - score] += 1
        for seat, player in enumerate(pairing.seats):
            self.spent[player] += round(result.seconds[seat] * 1e9)
            self.moves[player] += result.moves[seat]
            self.illegal[player] += result.illegal[seat]
            self.late[player] = max(self.late[player], result.late[seat])
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
        if ALL_FORMATS[self.tournament.format].paired:
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
        keys = self.keys(games, cross, points, breaks, ratings)
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
                self.illegal[player],
                str(self.tournament.controls[player]),
                self.late[player],
            )
            for place, player in rank_places(keys)
        )  # fmt: skip

    def keys(
        self,
        games: Schedule,
        cross: Cross,
        points: Sequence[float],
        breaks: Sequence[float],
        ratings: Ratings | None,
    ) -> list[Key]:
        """Return by player the key for ranking."""
        form, everybody = self.tournament.format, range(len(cross))
        if form == "knockout":
            return [(len(games.byes) if out is None else out,) for out in games.out]
        if form == CLASS:
            elo = ratings.elo if ratings else (None,) * len(cross)
            return [(-inf if each is None or each.value is None else each.value,) for each in elo]
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
    """Return (place, player) for all players, the best first; equal keys share the first of their places."""
    order = sorted(range(len(keys)), key=lambda player: [-part for part in keys[player]])
    found: list[tuple[int, int]] = []
    for _, group in groupby(order, key=keys.__getitem__):
        found += [(len(found) + 1, player) for player in list(group)]
    return found
