"""The process of a player under check, which is asked for moves in one position after another."""

from __future__ import annotations

import json
import os
import random
import re
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

import players
from games.base.numeric import whole
from games.base.positions import position_after
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names import user_files
from games.names.catalogue import Catalogue
from players.search.clock import relax
from referee.checking import clock_counter
from referee.errors.ownership import safe_getattr
from referee.errors.timeout import Stopwatch
from referee.match.events import Forfeit, How
from referee.match.players import whole_number
from referee.running.process_state import ALL, ProcessState, keep_descriptors
from referee.running.sandbox.isolation import read_message
from referee.running.sandbox.player_process import send_message
from referee.running.sandbox.protocol import decode_outcome, encode_outcome
from referee.running.sandbox.sandbox_process import SandboxProcess

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from games.game import Game
    from referee.checking.laws import Line
    from referee.running.sandbox.guard import Guard
    from referee.running.sandbox.protocol import Message

CALLS = {thing.name: thing.calls for thing in ALL if thing.calls}  # functions by the name of a change
WAITED = 0.5  # seconds beyond its time for an answer to arrive
# The same for a program from outside. If it is silent it is greeted in other protocols first, 2 seconds in each.
GREETED = 10.0
UNREADY = "was not ready"
BIRTH = 10.0  # seconds to make a player and call its `begin`


@dataclass(frozen=True)
class Answer:
    """A player's answer to a request for a move.

    move     the legal move, or None;  said  the answer as Python writes it;  number  the whole number in it, or None.
    seconds  that it took, without waiting for a processor;  drew  whether the module random was used.
    clocked  whether it looked at the clock, as far as known (clock_counter.py);  changed  whether it moved in its game.
    """

    move: int | None
    said: str
    number: int | None
    seconds: float
    drew: bool
    clocked: bool
    changed: bool


class PlayerProcess:
    """Players of a spec, one after another, in a process that lasts as long as the `with` block.

    start  the game at its start;  guard  the limits of the process;  mark  the seed of its module random.
    program  whether it is a program from outside.
    """

    def __init__(self, spec: str, start: Game, guard: Guard, mark: int, program: bool = False):
        self.spec, self.start, self.guard, self.mark, self.number = spec, start, guard, mark, 0
        self.waited = GREETED if program else WAITED
        self.lasts: object = 0  # whether its players last, once one has sat down
        self.left: list[str] = []  # what players changed in their process, or left in it, in the words of process_state
        self.process = SandboxProcess(self.work, guard)

    def work(self, line: socket.socket) -> None:
        serve_requests(line, self.spec, self.start.copy(), self.mark)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.process.close(at_once=True)

    def sit(self, seat: int, seed: int) -> None:
        """Make a new player, unless the present one lasts, and let it begin.

        Raises what the player raises, and Forfeit.
        """
        self.lasts, _ = self.ask({"act": "sit", "seat": seat, "seed": seed}, BIRTH, UNREADY)

    def choose(self, line: Line, seed: int, limit: float, patience: float) -> Answer:
        """Return its answer after the moves `line`. Raises what the player raises, and Forfeit.

        seed  of the imagined world;  limit  seconds until its deadline;  patience  seconds after which it hangs.
        """
        request = {"act": "choose", "moves": line, "seed": seed, "limit": None if limit == inf else limit}
        answer, more = self.ask(request, patience, "did not answer")
        move = find_legal_move(position_after(self.start, *line), answer)
        number = None if isinstance(answer, str) else whole_number(answer)
        said = repr(answer)[:60]
        return Answer(move, said, number, more["seconds"], more["drew"], more["clocked"], more["changed"])

    def end(self, line: Line) -> None:
        """Call the player's `end` after the moves `line`. Raises what the player raises, and Forfeit."""
        self.ask({"act": "end", "moves": line}, BIRTH, "did not come to its end")

    def ask(self, request: dict[str, Any], seconds: float, fault: str) -> tuple[object, Message]:
        """Return the answer to a request, and the message around it."""
        self.number += 1
        watch = Stopwatch(self.process.pid)
        request = {**request, "number": self.number}
        latest = seconds + self.waited
        self.process.send(json.dumps(request).encode() + b"\n", monotonic() + latest)
        message = read_message(self.awaited(latest, f"{fault} within {seconds:g} seconds", watch), self.number)
        known = {"seconds": watch.seconds, "drew": False, "clocked": False, "changed": False} | (message or {})
        left = str(known.get("left")).split(";")  # the player may have written anything there
        self.left += [name for name in CALLS if name in left and name not in self.left]
        return decode_outcome(message), known

    def awaited(self, seconds: float, late: str, watch: Stopwatch) -> bytes:
        """Return the line that it answers with within `seconds`, without the time it waited for a processor."""
        while True:
            try:
                return self.process.answer(monotonic() + max(seconds - watch.seconds, 0.0), late)
            except Forfeit as forfeit:
                if forfeit.how is not How.HUNG or watch.seconds >= seconds:
                    raise

    @property
    def printed(self) -> str:
        self.process.check_output({self.process.output})
        return self.process.tail.decode(errors="replace")


def find_legal_move(game: Game, answer: object) -> int | None:
    """Return the legal move that the number or text `answer` names; None if it names none."""
    if isinstance(answer, str):
        try:
            return whole(game.parse(answer))
        except IllegalMove:
            return None
    move = whole_number(answer)
    return move if move in game.moves() else None


# In the process of the player.


class SeatedPlayer:
    """The present player of a process, and what requests ask of it.

    seat  None once its match is over;  told  the number of moves that it has heard.
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
        game = position_after(self.start, *request["moves"])
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
        if self.seat is not None:
            tell_moves(self.player, self.start, self.seat, request["moves"], self.told)
            self.seat = None
            if callable(over := safe_getattr(self.player, "end")):
                over()
        return 0


def serve_requests(line: socket.socket, spec: str, start: Game, mark: int) -> None:
    """Serve the requests of a check, one after another."""
    Catalogue.describer = None  # the file may run in this process
    seated = SeatedPlayer(spec, start)
    acts: dict[str, Callable[[dict[str, Any]], object]] = {
        "sit": seated.sit, "choose": seated.choose, "end": seated.end,
    }  # fmt: skip
    random.seed(mark)
    keep_descriptors()
    own, around = os.getpid(), ProcessState()
    with line.makefile("rb") as requests:
        for words in requests:
            request = json.loads(words)
            send_message(line, observe_act(acts[request["act"]], request, around), request["number"], own)


def tell_moves(player: Any, start: Game, seat: int, line: Line, told: int) -> int:
    """Let the player hear the moves of `line` after the first `told`; return how many it has heard now."""
    if not callable(safe_getattr(player, "heard")):
        return len(line)
    game = start.copy()
    for place, move in enumerate(line):
        if place >= told:
            player.heard(game.heard(move, seat), game.turn)
        game.make(move)
    return len(line)


def observe_act(act: Callable[[dict[str, Any]], object], request: dict[str, Any], around: ProcessState) -> Message:
    """Return the outcome of `act` with its time, whether it drew random numbers, and what it left changed."""
    before, watch = random.getstate(), Stopwatch()
    message = encode_outcome(lambda: act(request))
    seconds, left = watch.seconds, ";".join(around.put_back())
    seen = {name: request.get(name, False) for name in ("clocked", "changed")}
    return {**message, "seconds": seconds, "drew": random.getstate() != before, "left": left, **seen}


def describe_changes(spec: str, names: Iterable[str]) -> str:
    """Return what the player did, each with its line if found."""
    return "it " + ", and it ".join(f"{name}{find_line(spec, CALLS[name])}" for name in names)


def find_line(spec: str, calls: tuple[str, ...]) -> str:
    """Return the first line of the player's file that names one of the functions; "" if there is none."""
    return find_text(spec, rf"(?!\s*(?:import|from)\b)[^#]*\b({'|'.join(calls)})\b")


def find_text(spec: str, pattern: str) -> str:
    """Return the first line of the player's file that begins with the pattern, as ` (line 3 of bot.py)`; or ""."""
    if not user_files.is_file_spec(spec):
        return ""
    try:
        path = user_files.locate(user_files.split_file_spec(spec)[0])
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    words = re.compile(pattern)
    return next((f" (line {number} of {path.name})" for number, line in enumerate(lines, 1) if words.match(line)), "")
