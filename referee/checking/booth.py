"""A player that is checked, in a process of its own: it is set before one position after the other."""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

import players
from games.catalogue import Catalogue
from games.game import IllegalMove
from players.search.clock import relax
from referee.checking.positions import after
from referee.events import Forfeit, How
from referee.match import whole
from referee.running.answers import judged, outcome
from referee.running.cell import Cell, excess
from referee.running.guest import tell
from referee.running.isolation import read

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from types import TracebackType

    from games.game import Game
    from referee.checking.laws import Line
    from referee.running.answers import Message
    from referee.running.guard import Guard

WAITED = 0.5  # seconds beyond its time in which an answer is still waited for
BIRTH = 10.0  # seconds for making a player, and for its `begin`


@dataclass(frozen=True)
class Answer:
    """What a player answered with: the move, None where it is none that is legal, and what it said instead.

    seconds  it took;  drew  whether numbers were drawn from the module random meanwhile.
    """

    move: int | None
    said: str
    seconds: float
    drew: bool


class Booth:
    """Players of a spec, one after the other, in a process of their own for as long as the `with` block lasts.

    start  the game at its start;  guard  the limits of the process.
    """

    count = 0  # of all booths, so that the module random begins otherwise in each

    def __init__(self, spec: str, start: Game, guard: Guard):
        Booth.count += 1
        self.start, self.guard, self.number = start, guard, 0
        mark = Booth.count
        self.cell = Cell(lambda line: attend(line, spec, start.copy(), mark), guard)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.cell.close(at_once=True)

    def sit(self, seat: int, seed: int) -> None:
        """Make a new player and let it begin. Raises what it raises, and Forfeit."""
        self.ask({"act": "sit", "seat": seat, "seed": seed}, BIRTH, "was not ready")

    def choose(self, line: Line, seed: int, limit: float, patience: float) -> Answer:
        """What it chooses after those moves. Raises what it raises, and Forfeit.

        seed  of what is imagined;  limit  the seconds that it is given;  patience  those after which it has hung.
        """
        began = monotonic()
        request = {"act": "choose", "moves": line, "seed": seed, "limit": None if limit == inf else limit}
        answer, more = self.ask(request, patience, "did not answer")
        seconds = min(more.get("seconds", inf), monotonic() - began)
        return Answer(legal(after(self.start, line), answer), told(answer), seconds, more["drew"])

    def ask(self, request: dict[str, Any], seconds: float, fault: str) -> tuple[object, Message]:
        """The answer, and what else is known of it."""
        self.number += 1
        deadline = monotonic() + seconds + WAITED
        try:
            self.cell.send(json.dumps({**request, "number": self.number}).encode() + b"\n", deadline)
            message = read(self.cell.answer(deadline, f"{fault} within {seconds:g} seconds"), self.number)
            words = message.pop("text", None) if message else None
            return (words if words is not None else judged(message)), {"drew": False, **(message or {})}
        except Forfeit as forfeit:
            what = excess(self.guard) if forfeit.how is How.OUT_OF_MEMORY else str(forfeit)
            raise Forfeit(forfeit.how, what, forfeit.trace) from None

    @property
    def printed(self) -> str:
        """What it has printed last."""
        self.cell.look({self.cell.output})
        return self.cell.tail.decode(errors="replace")


def legal(game: Game, answer: object) -> int | None:
    """The move that was meant, by its number or its text; None where it is no legal one."""
    if isinstance(answer, str):
        try:
            return game.parse(answer)
        except IllegalMove:
            return None
    move = whole(answer)
    return move if move in game.moves() else None


def told(answer: object) -> str:
    """The answer in words."""
    return repr(answer)[:60]


# In the process of the player.


def attend(line: socket.socket, spec: str, start: Game, mark: int) -> None:
    """Do what is asked for, one request after the other."""
    player: Any = None

    def sit(request: dict[str, Any]) -> int:
        nonlocal player
        player = players.load(spec, request["seed"])
        if begin := getattr(player, "begin", None):
            begin(start.imagine(request["seat"], Random(f"start {request['seed']}")), request["seat"])
        return 0

    def choose(request: dict[str, Any]) -> object:
        game = after(start, request["moves"])
        view = game.imagine(game.turn, Random(request["seed"]))
        relax()
        limit = request["limit"]
        return player.choose(view, inf if limit is None else monotonic() + limit)

    Catalogue.describer = None  # here the file may run
    acts: dict[str, Callable[[dict[str, Any]], object]] = {"sit": sit, "choose": choose}
    random.seed(mark)
    own = os.getpid()
    with line.makefile("rb") as requests:
        for words in requests:
            request = json.loads(words)
            tell(line, observed(acts[request["act"]], request), request["number"], own)


def observed(act: Callable[[dict[str, Any]], object], request: dict[str, Any]) -> Message:
    """The outcome of the act, how long it took, and whether it drew from the module random."""
    before, began = random.getstate(), monotonic()
    texts: list[str] = []

    def done() -> object:
        answer = act(request)
        if isinstance(answer, str):
            texts.append(answer)
        return answer

    message = outcome(done)
    if texts:
        message = {"text": texts[0]}
    return {**message, "seconds": monotonic() - began, "drew": random.getstate() != before}
