"""Finds where rules fail: in a position, or after legal moves from there, as a search has met the failure."""

from __future__ import annotations

from collections import deque
from itertools import chain
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from games.adapters.undo import adapt, has_forcing_moves, ranks_moves
from games.base.rule_values import RuleError, moves_of, text_of
from games.game import CHANCE, ONGOING, writes
from referee.errors.attribution import UserCodeError, find_rules_error, format_traceback, rule_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.game import Game

NEAR = 2000  # nearest positions
FAR = 2000  # positions of random games beyond them
LOOKING = 2.0  # seconds

Line = tuple[str, ...]  # texts of moves
Attempt = tuple[Line, "Game | None", list[int], BaseException | None]  # a line, the game after it, its moves, its fault


def find_rules_fault(game: Game) -> BaseException | None:
    """Return what is wrong with a user's rules in a position in which a seat is to choose; None if nothing is.

    It is what they raise, or UserCodeError if they list no moves or no proper list.
    """
    _, twin, _, error = try_move((), game)
    if twin is None or twin.turn == CHANCE or twin.score() is not None:
        return error
    try:
        moves_of(twin)
    except RuleError as wrong:
        return rule_error(game, wrong.rule, wrong.what)
    return None


def find_line_to_error(trace: str, game: Game) -> Line | None:
    """Return legal moves from `game` to a failure with the same trace; None if none are found.

    A search may have come there by others. Two failures are equal if their last place and kind of error are.
    """
    sought, end = error_signature(trace), monotonic() + LOOKING
    for line, _, _, error in chain(nearest_positions(game), random_positions(game)):
        if error is not None and error_signature(format_traceback(error)) == sought:
            return line
        if monotonic() > end:
            break
    return None


def error_signature(trace: str) -> tuple[str, str]:
    """Return the last place in a trace, and the text before the colon in its last line."""
    lines = trace.splitlines()
    places = [line for line in lines if line.startswith('  File "')]
    return places[-1] if places else "", lines[-1].partition(": ")[0] if lines else ""


def nearest_positions(game: Game) -> Iterator[Attempt]:
    """Yield the position and those after it, the nearest first."""
    waiting, count = deque([try_move((), game)]), 1
    while waiting:
        yield (here := waiting.popleft())
        for move in here[2]:
            if here[1] is None or count == NEAR:
                break
            count += 1
            waiting.append(try_move(here[0], here[1], move))


def random_positions(game: Game) -> Iterator[Attempt]:
    """Yield positions of random games from there."""
    rng, count = Random(0), 0
    while count < FAR:
        here = try_move((), game)
        while here[1] is not None and here[2] and count < FAR:
            here, count = try_move(here[0], here[1], rng.choice(here[2])), count + 1
            yield here
        count += 1


def try_move(line: Line, game: Game, move: int | None = None) -> Attempt:
    """Return the result of making a move, if one is given, and of calling all rules there."""
    try:
        twin = game.copy()
        if move is not None:
            line = (*line, game.text(move))
            twin.make(move)
        return line, twin, ask_rules(twin), None
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever rules raise
        return line, None, [], find_rules_error(error, game, None)


def ask_rules(game: Game) -> list[int]:
    """Return the legal moves, after calling all rules that searches call. Raises what goes wrong."""
    seen = adapt(game)
    if seen.value() != ONGOING:
        return []
    seen.estimate()
    moves: list[int] = seen.moves()
    if not moves:
        raise UserCodeError(f"{type(game).__name__} has no moves though it is not over")
    for move in moves:
        text_of(game, move)
    if game.turn == CHANCE:
        for move in moves:
            seen.weight(move)
        return moves
    if writes(game, "key"):
        seen.key()
    if has_forcing_moves(game):
        seen.forcing()
    if ranks_moves(game):
        seen.ranked()
    return moves
