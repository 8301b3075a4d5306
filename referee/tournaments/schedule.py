"""The formats of tournaments, and the schedule that follows from the results so far.

Round robin and gauntlet: all meetings of round r have deal r, so all players get the same openings, and rounds differ.

Knockout: players are seeded in the order in which they are named: the first two can meet only in the final, the first
four only from the semifinals on, and so on. If their number is not a power of two, the best have a bye in the first
round. A tied meeting gets another pair of games, three times at most; then the better seed goes through.

Class: players join while it is played, and who meets whom is decided from game to game (referee/network/pairing.py). So
its schedule is the games that were played.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.tournaments import swiss
from referee.tournaments.meetings import Schedule, all_finished, pair_of_games
from referee.tournaments.options import CLASS, MOST_ROUNDS
from referee.tournaments.plan import Pairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from referee.tournaments.meetings import Scores

EXTRA = 3  # pairs of games, at most, that are added to a tied meeting
MOST_GAMES = 1_000_000


def berger_table(players: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the meetings of a single round robin, day by day, in the order of the Berger tables.

    With an odd number of players each of them rests once. (FIDE Handbook, C.05 annex 1: the last stays where it is, all
    others move on half a circle each day.)
    """
    last = players + players % 2 - 1
    for day in range(last):
        lead = day * (last + 1) // 2 % last
        top = (last, lead) if day % 2 else (lead, last)
        others = [((lead + step) % last, (lead - step) % last) for step in range(1, (last + 1) // 2)]
        yield [seats for seats in (top, *others) if max(seats) < players]


@lru_cache(maxsize=4)  # every update of the standings asks for it
def fixed_schedule(players: int, rounds: int, all_meet: bool) -> Schedule:
    """Return rounds in which all players meet, day by day, or the player named first meets all others."""
    round_of = [(0, other) for other in range(1, players)]
    if all_meet:
        round_of = [seats for day in berger_table(players) for seats in day]
    pairings = [
        game
        for turn in range(rounds)
        for place, (one, other) in enumerate(round_of, turn * len(round_of))
        for game in pair_of_games(2 * place, turn, one, other, turn)
    ]
    return Schedule(tuple(pairings), more=False, due=len(pairings), out=(None,) * players)


def count_stages(players: int) -> int:
    """Return the number of rounds of a knockout."""
    return (players - 1).bit_length()


def count_games(players: int, rounds: int) -> int:
    """Return the number of games without ties: each meeting puts one player out."""
    return 2 * rounds * (players - 1)


def bracket(players: int) -> list[int]:
    """Return the seeds in the order of the bracket, where neighbours meet; seeds from `players` on are byes."""
    order = [0]
    for stage in range(count_stages(players)):
        order = [seed for one in order for seed in (one, (2 << stage) - 1 - one)]
    return order


def knockout_schedule(players: int, rounds: int, scores: Scores) -> Schedule:
    """Return the rounds as far as they are known; a meeting is `rounds` pairs of games with a deal each.

    All meetings of a round have the same deals and are played side by side. More pairs for tied meetings, and the next
    round, are known only after all of them are played, so no game ever changes its number.
    """
    left = bracket(players)
    pairings: list[Pairing] = []
    byes: list[tuple[int, ...]] = []
    out: list[int | None] = [None] * players
    begun = 0
    while len(left) > 1:
        meetings = [(min(seeds), max(seeds)) for seeds in list(pairwise(left))[::2]]
        byes.append(tuple(one for one, other in meetings if other >= players))
        contested = [meeting for meeting in meetings if meeting[1] < players]
        begun += len(contested)
        lost = find_losers(contested, len(byes) - 1, rounds, scores, pairings)
        if lost is None:
            break
        for loser in lost:
            out[loser] = len(byes) - 1
        left = [other if one in lost else one for one, other in meetings]
    return Schedule(
        tuple(pairings),
        more=len(left) > 1,
        due=len(pairings) + count_games(players - begun, rounds),
        byes=tuple(byes),
        out=tuple(out),
        champion=left[0] if len(left) == 1 else None,
    )


def find_losers(
    meetings: Sequence[tuple[int, int]], stage: int, rounds: int, scores: Scores, pairings: list[Pairing]
) -> set[int] | None:
    """Return the losers of meetings (better seed, other), None while one is open. Adds their games to `pairings`."""
    leads = dict.fromkeys(meetings, 0)  # games by which the better seed leads
    start = stage * (rounds + EXTRA)
    for turns in (range(rounds), *([rounds + extra] for extra in range(EXTRA))):
        games: list[Pairing] = []
        tied = [meeting for meeting in meetings if not leads[meeting]]
        for turn in turns:
            for one, other in tied:
                games += pair_of_games(len(pairings) + len(games), stage, one, other, start + turn)
        pairings += games
        if not all_finished(games, scores):
            return None
        for game in games:
            one, other = game.seats
            leads[min(one, other), max(one, other)] += scores[game.number] * (1 if one < other else -1)
    return {other if leads[one, other] >= 0 else one for one, other in meetings}


def class_schedule(players: int, seats: Mapping[int, tuple[int, int]]) -> Schedule:
    """Return the games of a class: `seats` has the players of each game that was played, by its number.

    Every two games of the same players are a pair: they have the same deal.
    """
    met: dict[frozenset[int], int] = {}
    pairings = []
    for number in sorted(seats):
        both = frozenset(seats[number])
        turn = met.get(both, 0) // 2
        met[both] = met.get(both, 0) + 1
        pairings.append(Pairing(number, turn, seats[number], turn))
    return Schedule(tuple(pairings), more=True, due=len(pairings), out=(None,) * players)


@dataclass(frozen=True)
class Format:
    """A format.

    note    a sentence that describes it;  games  the schedule, by players, rounds and scores.
    due     the number of games without ties;  deals  the number of different deals, both by players and rounds.
    rounds  the default number of rounds, by the number of players;  most  the most rounds.
    paired  whether pairings depend on results;  least  the fewest players.
    """

    note: str
    games: Callable[[int, int, Scores], Schedule]
    due: Callable[[int, int], int]
    rounds: Callable[[int], int] = lambda _: 2
    deals: Callable[[int, int], int] = lambda _, rounds: rounds
    most: int = MOST_ROUNDS
    paired: bool = False
    least: int = 2


FORMATS = {
    "round-robin": Format(
        "Everybody meets everybody, once a round, in two games with sides swapped.",
        lambda players, rounds, _: fixed_schedule(players, rounds, all_meet=True),
        lambda players, rounds: rounds * players * (players - 1),
    ),
    "gauntlet": Format(
        "The player named first meets each other one, once a round, in two games with sides swapped.",
        lambda players, rounds, _: fixed_schedule(players, rounds, all_meet=False),
        lambda players, rounds: 2 * rounds * (players - 1),
    ),
    "knockout": Format(
        "Who loses a meeting is out; it is as many pairs of games as there are rounds, and more while it is tied.",
        knockout_schedule,
        count_games,
        deals=lambda players, rounds: count_stages(players) * (rounds + EXTRA),
        paired=True,
    ),
    "swiss": Format(
        "Each round those with equal points meet, in two games with sides swapped, and no two meet twice if possible.",
        swiss.swiss_schedule,
        swiss.count_games,
        # As many as a knockout, so that only one player can win all; at least 3 if no two must meet twice.
        rounds=lambda players: min(max(3, count_stages(players)), players - 1 + players % 2),
        most=swiss.MOST,
        paired=True,
    ),
}
ALL_FORMATS = FORMATS | {
    CLASS: Format(
        "Those who are connected meet, the least certain first, in two games with sides swapped.",
        lambda players, *_: class_schedule(players, {}),
        lambda *_: 0,
        rounds=lambda _: 1,
        deals=lambda *_: MOST_GAMES,
        most=1,
        paired=True,
        least=0,
    )
}


def make_schedule(
    format: str,  # noqa: A002  # the word for it
    players: int,
    rounds: int,
    scores: Scores,
    seats: Mapping[int, tuple[int, int]] | None = None,
    end: int | None = None,
) -> Schedule:
    """Return all games of a tournament that are known so far, and whether more will follow.

    More scores only add games at the end. Play the games without a score and ask again until there are none. Raises
    SpecError as `check_format` does.

    scores  by the numbers of finished games, in any order, with gaps: 1 if seat 0 won, 0 for a draw, otherwise -1.
            Scores of games that are not known yet change nothing.
    seats   the players of the finished games of a class, by number; other formats do not need them.
    end     the number of games after which a test ended a round robin or gauntlet; None if it did not.
    """
    check_format(format, players, rounds)
    if format == CLASS:
        return class_schedule(players, seats or {})
    known = FORMATS[format].games(players, rounds, scores)
    return known if end is None else replace(known, pairings=known.pairings[:end], due=end)


def check_test(format: str, players: int) -> None:  # noqa: A002  # the word for it
    """Raise SpecError unless a test can compare the players of a tournament."""
    if players != 2 or ALL_FORMATS[format].paired:
        met = f"{format}, {format_count(players, 'player')}"
        raise SpecError(f"--sprt tests two players, who meet in a round-robin, and not: {met}")


def check_format(format: str, players: int, rounds: int) -> None:  # noqa: A002  # the word for it
    """Raise SpecError for an unknown format, and for too few players or rounds, or too many rounds or games."""
    if format not in ALL_FORMATS:
        raise SpecError(f"there is no format {format!r} (formats: {', '.join(FORMATS)})")
    if players < ALL_FORMATS[format].least:
        raise SpecError(f"a tournament needs at least 2 players, and {players} is fewer")
    if rounds < 1:
        raise SpecError(f"a tournament needs at least 1 round, and {rounds} is fewer")
    form = ALL_FORMATS[format]
    if rounds > form.most:
        raise SpecError(f"a {format} has at most {form.most:,} rounds, and {rounds:,} is more")
    if (due := form.due(players, rounds)) > MOST_GAMES:
        held = f"{players:,} players and {format_count(rounds, 'round')}"
        raise SpecError(f"a {format} of {held} is {due:,} games, at most {MOST_GAMES:,} can be held")
