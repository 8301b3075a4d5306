"""A program from outside as a judge: it says what positions are worth that nobody has proven."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Self

import players
from games.base.spec_error import SpecError
from games.capabilities import counts_points
from players.player import Candidate, Resigned, Thought, Unplayable
from referee.engines.engine import THINKING, EnginePlayer
from referee.match.events import Forfeit
from referee.solving.value import Value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from games.game import Game

LIMITS = ("nodes", "depth", "seconds")  # each of these options limits an answer
SOONEST = 0.01  # seconds for an answer, where no time is left


def open_judge(spec: str, start: Game, nodes: int) -> AbstractContextManager[EngineJudge | None]:
    """Return the judge of a spec for a `with` block; None for an empty spec, as we judge ourselves then.

    Raises as EngineJudge.
    """
    return EngineJudge(spec, start, nodes) if spec else nullcontext()


class EngineJudge:
    """A running program that judges positions of games from `start`, until it is closed.

    spec   of a program from outside.
    nodes  positions that it may search for an answer, if its spec sets no limit, and it can be limited so.
    name   what people call it; "": the program's own name.

    Raises SpecError for a program that cannot start, and for one that does not play the game.
    """

    def __init__(self, spec: str, start: Game, nodes: int, name: str = ""):
        self.spec, self.start = spec, start.copy()
        self.player = load_program(spec, nodes)
        self.player.on_trial = True  # the first position shows whether it can judge
        self.player.name = self.name = name or self.player.name
        self.seconds = self.player.seconds
        try:
            self.follow(())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        self.player.close()

    def believed(self, game: Game, path: Sequence[str], deadline: float = inf) -> Value:
        """Return what the program says the position is worth to seat 0.

        path      the texts of the moves from the start to the position;  deadline  when it should answer.

        Raises SpecError, which quotes the program, if it fails.
        """
        self.follow(path)
        if deadline < inf:
            left = max(deadline - monotonic(), SOONEST)
            self.player.seconds = min(left, self.seconds or (left if limited(self.player) else THINKING))
        try:
            return self.player.assess(game)
        except Resigned:
            return Value(chance=float(game.turn == 1), how=f"{self.name} resigns")
        except (Forfeit, Unplayable) as error:
            raise self.failure(error) from None
        finally:
            self.player.seconds = self.seconds

    def choices(self, game: Game, deadline: float = inf) -> dict[int, Value]:
        """Return what the program says of each move to seat 0, of moves until the deadline; otherwise as `believed`.

        The game has dice, so the past does not count.
        """
        found: dict[int, Value] = {}
        moves = game.moves()
        for move in moves:
            now = monotonic()
            if found and now > deadline:
                break
            after = game.copy()
            after.make(move)
            said = self.believed(after, (), now + (deadline - now) / (len(moves) - len(found)))
            found[move] = replace(said, line=(game.text(move), *said.line))
        return found

    def think(self, game: Game, path: Sequence[str], deadline: float = inf) -> Thought:
        """Return what the program says as a thought of the seat to move; otherwise as `believed`."""
        found = self.believed(game, path, deadline)
        if not found.line:
            raise self.failure(Unplayable(found.how))
        move, value, even = game.parse(found.line[0]), found.chance_of(game.turn), 0.5
        if counts_points(game):
            value, even = game.stakes * (2 * value - 1), 0.0
        candidates = (Candidate(move, found.line[0], value),)
        return Thought(move, value, False, found.line, candidates, how=found.how, even=even)

    def follow(self, path: Sequence[str]) -> None:
        """Let the program know the moves from the start to a position. Raises SpecError if it fails."""
        try:
            self.player.begin(self.start, self.start.turn)
        except (Forfeit, Unplayable) as error:
            raise self.failure(error) from None
        for text in path:
            assert self.player.game is not None  # noqa: S101  # begin has set it
            self.player.heard(text, self.player.game.turn)

    def failure(self, error: Forfeit | Unplayable) -> SpecError:
        """Return the error of a program that cannot judge, in a line for people."""
        what = f"{self.name} {error}" if isinstance(error, Forfeit) else f"{error}"
        return SpecError(f"the judge {self.spec!r} cannot go on: {what}")


def load_program(spec: str, nodes: int) -> EnginePlayer:
    """Return the program of a spec, whose answers take at most `nodes` positions if nothing else limits them.

    Raises SpecError.
    """
    found = players.load(spec)
    assert isinstance(found, EnginePlayer)  # noqa: S101  # as all programs from outside
    if not limited(found) and hasattr(found, "nodes"):
        found.nodes = nodes
    return found


def limited(player: EnginePlayer) -> bool:
    """Return whether its spec limits an answer."""
    return any(getattr(player, name, None) is not None for name in LIMITS)
