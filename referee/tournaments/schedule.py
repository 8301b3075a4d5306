"""The formats of tournaments, and the schedule that follows from the results so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.number_format import format_count
from referee.tournaments import knockout, swiss
from referee.tournaments.options import MOST_ROUNDS
from referee.tournaments.round_robin import gauntlet_schedule, round_robin_schedule

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.tournaments.meetings import Schedule, Scores


MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Format:
    """A format.

    note    a sentence that describes it.
    rounds  the default number of rounds for so many players;  deals  the number of different deals, by players and
            rounds.
    games   the schedule after those scores;  due  the number of games without ties;  most  the most rounds.
    paired  whether who meets whom depends on results.
    """

    note: str
    rounds: Callable[[int], int]
    deals: Callable[[int, int], int]
    games: Callable[[int, int, Scores], Schedule]
    due: Callable[[int, int], int]
    most: int = MOST_ROUNDS
    paired: bool = False


def one_deal_a_round(players: int, rounds: int) -> int:
    """The number of deals if each round has one."""
    return rounds


FORMATS = {
    "round-robin": Format(
        "Everybody meets everybody, once a round, in two games with sides swapped.",
        lambda _: 2,
        one_deal_a_round,
        round_robin_schedule,
        lambda players, rounds: rounds * players * (players - 1),
    ),
    "gauntlet": Format(
        "The player named first meets each other one, once a round, in two games with sides swapped.",
        lambda _: 2,
        one_deal_a_round,
        gauntlet_schedule,
        lambda players, rounds: 2 * rounds * (players - 1),
    ),
    "knockout": Format(
        "Who loses a meeting is out; it is as many pairs of games as there are rounds, and more while it is tied.",
        lambda _: 2,
        knockout.count_deals,
        knockout.knockout_schedule,
        knockout.count_games,
        paired=True,
    ),
    "swiss": Format(
        "Each round those with equal points meet, in two games with sides swapped, and no two meet twice if possible.",
        swiss.default_rounds,
        one_deal_a_round,
        swiss.swiss_schedule,
        swiss.count_games,
        most=swiss.MOST,
        paired=True,
    ),
}


def make_schedule(format: str, players: int, rounds: int, scores: Scores) -> Schedule:  # noqa: A002  # the word for it
    """All games of a tournament that are known by now, and whether more will follow.

    scores  by the numbers of the games that are finished, in any order and with holes: 1 where seat 0 won, 0 for a
            draw, -1. Those of games that are not known yet change nothing.

    What is known never changes: more scores only add games at the end. Play those without a score and ask again, until
    there are none. Raises SpecError like `check_format`.
    """
    check_format(format, players, rounds)
    return FORMATS[format].games(players, rounds, scores)


def check_format(format: str, players: int, rounds: int) -> None:  # noqa: A002  # the word for it
    """Raise SpecError for an unknown format, fewer than two players or one round, and too many rounds or games."""
    if format not in FORMATS:
        raise SpecError(f"there is no format {format!r} (formats: {', '.join(FORMATS)})")
    if players < 2:
        raise SpecError(f"a tournament needs at least 2 players, and {players} is fewer")
    if rounds < 1:
        raise SpecError(f"a tournament needs at least 1 round, and {rounds} is fewer")
    form = FORMATS[format]
    if rounds > form.most:
        raise SpecError(f"a {format} has at most {form.most:,} rounds, and {rounds:,} is more")
    if (due := form.due(players, rounds)) > MOST_GAMES:
        held = f"{players:,} players and {format_count(rounds, 'round')}"
        raise SpecError(f"a {format} of {held} is {due:,} games, at most {MOST_GAMES:,} can be held")
