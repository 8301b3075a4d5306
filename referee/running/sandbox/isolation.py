"""Players in separate processes: whatever a player does there costs it its game and nothing else.

A process for each player imports its file once, and a copy of that process plays each game (player_process.py). In open
games the copy keeps its own game and receives the moves, so that nothing of the game crosses. If something is hidden,
each position crosses as the seat may know it. This is not a prison: a program may read files and use the network. But
it cannot hang, exhaust the machine, or outlive its game.
"""

from __future__ import annotations

import json
import pickle
import random
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.base.json_depth import depth
from games.capabilities import hides_information
from games.names.catalogue import SpecError
from referee.errors.reproduce import find_line_to_error
from referee.match.events import Asked, Event, Forfeit, How, Moved, Started
from referee.match.players import RemotePlayer
from referee.running.sandbox.guard import LIMITS, Guard
from referee.running.sandbox.player_process import OPTIONAL, serve
from referee.running.sandbox.protocol import Message, decode_outcome, decode_thought
from referee.running.sandbox.sandbox_process import SandboxProcess, describe_status
from referee.running.sandbox.supervisor import POLITE

with suppress(ImportError):  # not on all systems
    import resource  # noqa: F401  # the same

if TYPE_CHECKING:
    from games.game import Game
    from players.player import Thought
    from referee.match.adjudication import Adjudication

MARGIN = 1.0  # seconds after its limit in which the match still judges an answer


class IsolatedPlayer(RemotePlayer):
    """A player that acts in its own process, a new copy of it in each game.

    spec  as players.load takes it;  guard  the limits of the process.

    It must be prepared for each game, and follow all events of its match, each before the match goes on. `thought` is
    what the player expects of its last move, if the rules of adjudication ask for that and it says so.
    """

    lasting = True

    def __init__(self, spec: str, guard: Guard = LIMITS):
        self.guard = guard
        self.patience = guard.seconds or inf  # seconds without a time control
        self.process = SandboxProcess(lambda line: serve(line, spec), guard)
        self.count = 0  # of requests
        self.forget()

    def forget(self) -> None:
        """Forget the last game."""
        self.moves: list[int] = []  # not sent to its process yet
        self.asked = self.limit = inf  # the deadline of the seat to move, and its seconds
        self.lost: Exception | None = None  # what has cost it the game
        self.thought: Thought | None = None
        self.methods: list[str] = []  # of OPTIONAL
        self.over = -inf  # when it was told that the game is over

    def prepare(self, spec: str, start: Game, seed: int, rules: Adjudication | None) -> None:
        self.hidden = hides_information(start)
        if self.hidden:
            pickle_game(start.imagine(0, random.Random(0)))
        self.forget()
        self.process.printed, self.process.tail = 0, b""
        self.terms = {"start": spec, "hidden": self.hidden, "seed": seed}
        self.told = {"told": [rules.slope]} if rules and rules.by_report else {}  # requests its thought

    def is_free(self) -> bool:
        message: Message | None = None
        try:
            while self.lost is None and message is None:  # the answer about the end may come before
                message = read_message(self.process.answer(self.over + POLITE, "lingers"), 0)
        except Forfeit as forfeit:
            self.lost = forfeit
        return message == {"number": 0, "ended": 0, "left": 0}

    def follow(self, event: Event) -> None:
        if isinstance(event, Asked):
            self.asked, self.limit = event.deadline, event.limit
        elif self.hidden:
            return  # its process must not know what is dealt
        elif isinstance(event, Moved):
            self.moves.append(event.move)
        elif isinstance(event, Started):
            self.moves += [moved.move for moved in event.before]

    def begin(self, game: Game, seat: int) -> None:
        """Let the player be made and prepare itself. Raises what it raises, and Forfeit."""
        late = describe_delay("was not ready", self.patience)
        found = self.ask("begin", self.patience, late, game, seat=seat, **self.terms)
        has = found if isinstance(found, int) else 0
        self.methods = [name for place, name in enumerate(OPTIONAL) if has >> place & 1]

    def heard(self, text: str, seat: int) -> None:
        """Tell the player of a move, if it has `heard`. Raises what it raises, and Forfeit."""
        if "heard" in self.methods:
            late = describe_delay("did not take note of a move", self.patience)
            self.ask("heard", self.patience, late, text=text, seat=seat)

    def end(self) -> None:
        """Tell the player that the match is over. Raises what it raises if it has `end`, and Forfeit."""
        if "end" in self.methods:
            self.ask("end", self.patience, describe_delay("did not come to its end", self.patience))
        elif self.lost is None:
            self.send("end", monotonic() + MARGIN)
        self.over = monotonic()

    def choose(self, game: Game, deadline: float) -> int:
        """Return what the player chooses, a move or not. Raises what it raises, and Forfeit."""
        timed = self.asked < inf
        seconds = max(self.asked - monotonic(), 0.0) if timed else self.patience
        late = describe_delay("did not answer", self.limit if timed else seconds)
        self.thought = None
        answer: int = self.ask("choose", seconds, late, game, deadline=deadline)  # type: ignore[assignment]
        return answer

    def ask(self, act: str, seconds: float, late: str, game: Game | None = None, **more: object) -> object:
        """Return the answer of the player within `seconds`; `late` is the fault if there is none.

        game  the position as the player may know it; None if `act` needs none.
        """
        if self.lost:
            raise self.lost
        self.send(act, monotonic() + seconds + MARGIN, game, **more)
        return self.await_answer(seconds, late, game)

    def send(self, act: str, due: float, game: Game | None = None, **more: object) -> None:
        """Send a request to its process, which must take it by the time `due`."""
        self.count += 1
        view = pickle_game(game) if self.hidden and game is not None else b""
        request = {"act": act, "number": self.count, "moves": self.moves, "view": len(view), **self.told, **more}
        self.moves = []
        self.process.send(json.dumps(request).encode() + b"\n" + view, due)

    def await_answer(self, seconds: float, late: str, game: Game | None = None) -> object:
        """Return the answer to the last request, made in the position `game`.

        A player with code of its own is believed that the rules failed only if they fail here too.
        """

        def believed(trace: str) -> bool:
            return game is not None and find_line_to_error(trace, game) is not None

        try:
            line = self.process.answer(monotonic() + seconds + MARGIN, late)
            if (message := read_message(line, self.count)) is None:
                check_copy(line)
            self.thought = decode_thought(message) or self.thought  # only choices have one
            return decode_outcome(message, believed)
        except Forfeit as forfeit:
            self.lost = Forfeit(forfeit.how, str(forfeit), forfeit.trace + self.process.quote_output())
            raise self.lost from None

    def close(self) -> None:
        self.process.close(at_once=self.lost is not None)


def check_copy(line: bytes) -> None:
    """Raise Forfeit if the line reports that the copy that plays has ended."""
    status = (read_message(line, 0) or {}).get("ended")
    if type(status) is int and 0 <= status < 1 << 16:
        raise Forfeit(How.DIED, describe_status(status))


def describe_delay(fault: str, seconds: float) -> str:
    """Return the sentence about a player that exceeded a time limit."""
    return f"{fault} within {round(seconds, 2):g} seconds"


def read_message(line: bytes, number: int) -> Message | None:
    """Return the message in a line; None if it is not a message or does not answer request `number`."""
    if depth(line.decode(errors="replace")) > 1:
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) and message.get("number") == number else None


def pickle_game(game: Game) -> bytes:
    """Return the game as bytes for another process. Raises SpecError if it cannot be pickled."""
    try:
        return pickle.dumps(game, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # whatever a field of a game raises
        raise SpecError(f"{type(game).__name__} hides something and cannot be pickled: {error}") from error
