"""The process of a player that is checked. It is asked for a move in one position after the other."""

from __future__ import annotations

import json
import os
import random
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

import players
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import Catalogue
from players.search.clock import relax
from referee.checking import clock_counter
from referee.checking.leftovers import filter_known as names_in
from referee.checking.positions import replay_moves
from referee.errors.ownership import safe_getattr
from referee.errors.timeout import Stopwatch
from referee.match.events import Forfeit, How
from referee.match.players import whole_number
from referee.running.process_state import ProcessState
from referee.running.sandbox.isolation import read_message
from referee.running.sandbox.player_process import send_message
from referee.running.sandbox.protocol import decode_outcome, encode_outcome
from referee.running.sandbox.sandbox_process import SandboxProcess

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from types import TracebackType

    from games.game import Game
    from referee.checking.laws import Line
    from referee.running.sandbox.guard import Guard
    from referee.running.sandbox.protocol import Message

WAITED = 0.5  # seconds beyond its time in which an answer is still waited for
BIRTH = 10.0  # seconds for making a player, and for its `begin`


@dataclass(frozen=True)
class Answer:
    """What a player answered with: the move, None if it is not one that is legal, and what it said instead.

    number   the whole number that it said, legal or not;  seconds  it took, without waiting for a processor.
    drew     whether numbers were drawn from the module random meanwhile;  clocked  whether it looked at the clock, as
             far as that is heard (clock_counter.py).
    changed  whether the game that it was given has other moves than before.
    """

    move: int | None
    said: str
    number: int | None
    seconds: float
    drew: bool
    clocked: bool
    changed: bool


class PlayerProcess:
    """Players of a spec, one after the other, in a process of their own for as long as the `with` block lasts.

    start  the game at its start;  guard  the limits of the process;  mark  from which the module random begins there.
    """

    def __init__(self, spec: str, start: Game, guard: Guard, mark: int):
        self.spec, self.start, self.guard, self.mark, self.number = spec, start, guard, mark, 0
        self.lasts: object = 0  # whether its players last, once one has sat down
        self.left: list[str] = []  # what players changed in their process, or left in it, in the words of process_state
        self.process = SandboxProcess(self.work, guard)

    def work(self, line: socket.socket) -> None:
        """What its process does."""
        serve_requests(line, self.spec, self.start.copy(), self.mark)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.process.close(at_once=True)

    def sit(self, seat: int, seed: int) -> None:
        """Make a new player, unless the one that sits there lasts, and let it begin.

        Raises what it raises, and Forfeit.
        """
        self.lasts, _ = self.ask({"act": "sit", "seat": seat, "seed": seed}, BIRTH, "was not ready")

    def choose(self, line: Line, seed: int, limit: float, patience: float) -> Answer:
        """Return what it chooses after those moves. Raises what it raises, and Forfeit.

        seed  of what is imagined;  limit  the seconds that it is given;  patience  those after which it has hung.
        """
        request = {"act": "choose", "moves": line, "seed": seed, "limit": None if limit == inf else limit}
        answer, more = self.ask(request, patience, "did not answer")
        move = find_legal_move(replay_moves(self.start, line), answer)
        number = None if isinstance(answer, str) else whole_number(answer)
        return Answer(
            move, quote_answer(answer), number, more["seconds"], more["drew"], more["clocked"], more["changed"]
        )

    def end(self, line: Line) -> None:
        """Let the player that sits there come to its end, after those moves. Raises what it raises, and Forfeit."""
        self.ask({"act": "end", "moves": line}, BIRTH, "did not come to its end")

    def ask(self, request: dict[str, Any], seconds: float, fault: str) -> tuple[object, Message]:
        """Return the answer, and what else is known of it."""
        self.number += 1
        watch = Stopwatch(self.process.pid)
        request = {**request, "number": self.number}
        self.process.send(json.dumps(request).encode() + b"\n", monotonic() + seconds + WAITED)
        message = read_message(
            self.awaited(seconds + WAITED, f"{fault} within {seconds:g} seconds", watch), self.number
        )
        words = message.pop("text", None) if message else None
        known = {"seconds": watch.seconds, "drew": False, "clocked": False, "changed": False} | (message or {})
        self.left += [name for name in names_in(known.get("left")) if name not in self.left]
        return (words if words is not None else decode_outcome(message)), known

    def awaited(self, seconds: float, late: str, watch: Stopwatch) -> bytes:
        """The line that it answers with after so many seconds at most, in which it has not waited for a processor."""
        while True:
            try:
                return self.process.answer(monotonic() + max(seconds - watch.seconds, 0.0), late)
            except Forfeit as forfeit:
                if forfeit.how is not How.HUNG or watch.seconds >= seconds:
                    raise

    @property
    def printed(self) -> str:
        """What it has printed last."""
        self.process.check_output({self.process.output})
        return self.process.tail.decode(errors="replace")


def find_legal_move(game: Game, answer: object) -> int | None:
    """Return the move that was meant, by its number or its text; None if it is no legal one."""
    if isinstance(answer, str):
        try:
            return game.parse(answer)
        except IllegalMove:
            return None
    move = whole_number(answer)
    return move if move in game.moves() else None


def quote_answer(answer: object) -> str:
    """Return the beginning of the answer as Python writes it."""
    return repr(answer)[:60]


# In the process of the player.


class SeatedPlayer:
    """The player of that spec that sits there, and what the requests of the check ask of it.

    seat  None once its match is over;  told  the moves that it has heard of.
    """

    def __init__(self, spec: str, start: Game):
        self.spec, self.start = spec, start
        self.player: Any = None
        self.seat: int | None = None
        self.told = 0

    def sit(self, request: dict[str, Any]) -> int:
        """Make a new player and let it begin; return 1 if it lasts from game to game, and 0 otherwise."""
        self.seat, self.told = request["seat"], 0
        if not safe_getattr(self.player, "lasting"):
            self.player = players.load(self.spec, request["seed"])
        if begin := safe_getattr(self.player, "begin"):
            begin(self.start.imagine(request["seat"], Random(f"start {request['seed']}")), request["seat"])
        return int(bool(safe_getattr(self.player, "lasting")))

    def choose(self, request: dict[str, Any]) -> object:
        """Return what it answers after those moves."""
        game = replay_moves(self.start, request["moves"])
        self.told = tell_moves(self.player, self.start, game.turn, request["moves"], self.told)
        view = game.imagine(game.turn, Random(request["seed"]))
        before = view.turn, view.moves()
        relax()
        limit = request["limit"]
        deadline = inf if limit is None else monotonic() + limit
        looked = clock_counter.looks
        answer: object = self.player.choose(view, deadline)
        request["clocked"] = clock_counter.looks > looked
        request["changed"] = (view.turn, view.moves()) != before
        return answer

    def end(self, request: dict[str, Any]) -> int:
        """Let it come to its end, after those moves."""
        if self.seat is not None:
            tell_moves(self.player, self.start, self.seat, request["moves"], self.told)
            self.seat = None
            if callable(over := safe_getattr(self.player, "end")):
                over()
        return 0


def serve_requests(line: socket.socket, spec: str, start: Game, mark: int) -> None:
    """Serve the requests of the check, one after the other."""
    Catalogue.describer = None  # here the file may run
    seated = SeatedPlayer(spec, start)
    acts: dict[str, Callable[[dict[str, Any]], object]] = {
        "sit": seated.sit, "choose": seated.choose, "end": seated.end,
    }  # fmt: skip
    random.seed(mark)
    own, around = os.getpid(), ProcessState()
    with line.makefile("rb") as requests:
        for words in requests:
            request = json.loads(words)
            send_message(line, observe_act(acts[request["act"]], request, around), request["number"], own)


def tell_moves(player: Any, start: Game, seat: int, line: Line, told: int) -> int:
    """Let the player on that seat hear of the line, except for so many moves; of how many it has heard then."""
    if not callable(safe_getattr(player, "heard")):
        return len(line)
    game = start.copy()
    for place, move in enumerate(line):
        if place >= told:
            player.heard(game.heard(move, seat), game.turn)
        game.make(move)
    return len(line)


def observe_act(act: Callable[[dict[str, Any]], object], request: dict[str, Any], around: ProcessState) -> Message:
    """The outcome of the act, how long it took, what it left changed, and whether it drew from the module random."""
    before, watch = random.getstate(), Stopwatch()
    texts: list[str] = []

    def done() -> object:
        answer = act(request)
        if isinstance(answer, str):
            texts.append(answer)
        return answer

    message = encode_outcome(done)
    if texts:
        message = {"text": texts[0]}
    seconds, left = watch.seconds, ";".join(around.put_back())
    seen = {name: request.get(name, False) for name in ("clocked", "changed")}
    return {**message, "seconds": seconds, "drew": random.getstate() != before, "left": left, **seen}
