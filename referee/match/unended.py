"""Matches that would go on for ever: two players may pass or move to and fro without end, or the rules be wrong."""

from collections.abc import Sequence
from contextlib import suppress

from games.base.rule_values import LONGEST_GAME
from games.game import CHANCE, Game
from players.search.values.recurrence import look_alike
from referee.match.adjudication import Ruling
from referee.match.events import PlayedMove

UNENDED = Ruling(0, f"adjudicated as a draw, as it was not over after {LONGEST_GAME:,} moves")
TIMES = 100
REPEATED = Ruling(0, f"adjudicated as a draw, as the same position came up {TIMES} times")
FIRST_LOOK = 256  # moves; the next look is after twice as many, so that all of them together cost next to nothing


def is_time_to_look(count: int) -> bool:
    """Whether a match that is not over is looked at after so many moves."""
    return count >= LONGEST_GAME or (count >= FIRST_LOOK and count & (count - 1) == 0)


def rule_on_unended(start: Game, moves: Sequence[PlayedMove], game: Game) -> Ruling | None:
    """The draw of a match that is not over after these moves, if nobody can hope that it will be; else None.

    start  where the first move was made;  game  after the last one.
    """
    if len(moves) >= LONGEST_GAME:
        return UNENDED
    with suppress(Exception):  # positions that cannot be compared prove nothing
        return REPEATED if count_repetitions(start, moves, game) >= TIMES else None
    return None


def count_repetitions(start: Game, moves: Sequence[PlayedMove], game: Game) -> int:
    """How often the position after the last move came up since chance moved last, which may bring any game to its end.

    0 where positions have no keys, or each has one of its own past, as the rules then see repetitions themselves.
    """
    first = max((number for number, made in enumerate(moves, 1) if made.seat == CHANCE), default=0)
    if len(moves) - first < TIMES or game.looks_back or not (key := game.key()):
        return 0
    twin, count = start.copy(), 0
    for number, made in enumerate(moves, 1):
        twin.make(made.move)
        count += number > first and twin.key() == key and look_alike(twin, game)
    return count
