"""Positions of backgammon as lines of FIBS, which GNU Backgammon's external interface reads: `board:you:opponent:...`.

After the names of the two players there are 50 numbers: the points that win the match, 0 for none, and the points of
both; the board, 26 numbers; the turn; the dice of both; the cube, whether each may double, and whether it was doubled;
and some more that follow from these. Source: A. Schneider, "FIBS Interface Specification" (fibs.com).

A line here is written for the player who is to decide: its checkers are positive numbers, and it moves from 24 to 1. It
is written as GNU Backgammon 1.07 reads it, which differs from FIBS: the points of the player who waits come first.
While a double is offered, it is the turn of the player who has doubled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.backgammon.xgid import BAR, NOBODY, BoardState, read_position, unpack_dice

if TYPE_CHECKING:
    from games.game import Game


def read_state(game: Game) -> BoardState:
    """Return the position of a game of backgammon."""
    return read_position(game.position())


def roll_of(state: BoardState) -> tuple[int, int] | None:
    """Return the two dice of a turn in which no checker was moved yet; None if one was, or nobody has rolled."""
    left = unpack_dice(state.dice)
    whole = len(left) == 4 or (len(left) == 2 and left[0] != left[1])
    return (left[0], left[1]) if whole else None


def write_board(state: BoardState, seat: int) -> str:
    """Return the line that asks `seat`: for its turn with dice, its answer to a double, or whether it doubles."""
    mine, theirs = state.counts[seat], state.counts[1 - seat]
    offered = state.action == "offered"
    dice = roll_of(state) if state.side == seat else None
    may = [state.owner in (NOBODY, each) for each in (seat, 1 - seat)]
    late = bool(state.cube) and 1 in (state.needs or ())  # after the Crawford game the cube is in use again
    numbers = (
        *write_score(state.needs, waits=seat if offered else 1 - seat),
        -theirs[BAR], *(mine[point] - theirs[BAR - point] for point in range(1, BAR)), mine[BAR],
        -1 if offered else 1, *(dice or (0, 0)), 0, 0, max(state.cube, 1), *may, offered,
        1, -1, 0, BAR, mine[0], theirs[0], mine[BAR], theirs[BAR], 0, 0, 0, late,
    )  # fmt: skip
    return f"board:you:opponent:{':'.join(str(int(number)) for number in numbers)}"


def write_score(needs: tuple[int, int] | None, waits: int) -> tuple[int, int, int]:
    """Return the length of the match, and the points of the seat that waits and of the other; all 0 without a match."""
    if needs is None:
        return 0, 0, 0
    length = max(needs)
    return length, length - needs[waits], length - needs[1 - waits]
