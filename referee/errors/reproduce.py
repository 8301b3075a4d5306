"""Where rules fail: in a position as it stands, or after which legal moves from there, as a search has met it."""

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

NEAR = 2000  # positions that are looked at, the nearest first
FAR = 2000  # positions of random games beyond them
LOOKING = 2.0  # seconds after which no further one is looked at

Line = tuple[str, ...]  # texts of moves
Attempt = tuple[Line, "Game | None", list[int], BaseException | None]  # moves, where they lead, and what goes on there


def find_rules_fault(game: Game) -> BaseException | None:
    """Return what is wrong with the rules of people's own in a position in which a seat is to choose; None: nothing is.

    It is what they raise, or UserCodeError where they list no moves, or what is not a list of moves.
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
    """Legal moves from that position to where the rules fail as that trace tells; None if none are found.

    They need not be those by which a search came there. Failures are the same whose last place and kind of error are.
    """
    sought, end = error_signature(trace), monotonic() + LOOKING
    for line, _, _, error in chain(nearest_positions(game), random_positions(game)):
        if error is not None and error_signature(format_traceback(error)) == sought:
            return line
        if monotonic() > end:
            break
    return None


def error_signature(trace: str) -> tuple[str, str]:
    """Return the last place in a trace, and what stands in its last line before the colon."""
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
    """Positions of random games from there."""
    rng, count = Random(0), 0
    while count < FAR:
        here = try_move((), game)
        while here[1] is not None and here[2] and count < FAR:
            here, count = try_move(here[0], here[1], rng.choice(here[2])), count + 1
            yield here
        count += 1


def try_move(line: Line, game: Game, move: int | None = None) -> Attempt:
    """Return what comes of it to make a move, where one is given, and to ask the rules there what searches ask them."""
    try:
        twin = game.copy()
        if move is not None:
            line = (*line, game.text(move))
            twin.make(move)
        return line, twin, ask_rules(twin), None
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever rules raise
        return line, None, [], find_rules_error(error, game, None)


def ask_rules(game: Game) -> list[int]:
    """The legal moves, once all has been asked. Raises what the rules raise, and what comes of what they return."""
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
