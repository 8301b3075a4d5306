"""Players in separate processes: whatever a player does there costs it its game and nothing else.

In open games the process keeps its own game and receives the moves, so that nothing of the game crosses. If
something is hidden, each position crosses as the seat may know it. Neither is a prison: a program may read files and
use the network. But it cannot hang, exhaust the machine, or outlive its game.
"""

from __future__ import annotations

import json
import pickle
import random
import sys
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Self

import players
import players.function  # imported once here, for all processes
from games.base.json_depth import depth
from games.capabilities import hides_information
from games.names import user_files
from games.names.catalogue import SpecError
from referee.errors.ownership import is_program_file, player_codes
from referee.errors.reproduce import find_line_to_error
from referee.match.events import Asked, Event, Forfeit, Moved, Started
from referee.match.players import RemotePlayer
from referee.running.sandbox.player_process import OPTIONAL, serve
from referee.running.sandbox.protocol import Message, decode_outcome, decode_thought
from referee.running.sandbox.sandbox_process import SandboxProcess, check_forking

with suppress(ImportError):  # not on all systems
    import resource  # noqa: F401  # the same

if TYPE_CHECKING:
    from types import TracebackType

    from games.game import Game
    from players.player import Thought
    from referee.match.adjudication import Adjudication
    from referee.running.sandbox.guard import Guard

MARGIN = 1.0  # seconds after its limit in which the match still judges an answer


class IsolatedPlayer(RemotePlayer):
    """A player that acts in its own process, from now to the end of the `with` block.

    spec, seed  as players.load takes them;  start  the game before its first move;  guard  the limits of the process.
    rules       of adjudication; then `thought` is what the player expects of its last move, if it says so.

    It must follow all events of its match, each before the match goes on. Raises SpecError if `spec` names nothing,
    for a game that hides something and cannot be pickled, and if processes cannot be forked.
    """

    def __init__(self, spec: str, seed: int | None, start: Game, guard: Guard, rules: Adjudication | None = None):
        self.guard, self.hidden = guard, hides_information(start)
        check_forking()
        if self.hidden:
            pickle_game(start.imagine(0, random.Random(0)))
        self.trusted = is_trusted(spec)  # imports what it names, once for all games
        self.patience = guard.seconds or inf  # seconds without a time control
        self.moves: list[int] = []  # not sent to its process yet
        self.asked = self.limit = inf  # the deadline of the seat to move, and its seconds
        self.count = 0  # of requests
        self.lost: Exception | None = None  # what has cost it the game
        self.told = {"told": [rules.slope]} if rules and rules.by_report else {}  # requests its thought
        self.thought: Thought | None = None
        own = None if self.hidden else start.copy()
        self.process = SandboxProcess(lambda line: serve(line, spec, seed, own), guard)
        self.loaded = False
        self.methods: list[str] = []  # of OPTIONAL

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def await_ready(self) -> None:
        """Wait until the player is made. An error is raised later, when the player is to begin."""
        if self.loaded:
            return
        self.loaded = True
        try:
            found = self.await_answer(self.patience, describe_delay("was not ready", self.patience))
            has = found if isinstance(found, int) else 0
            self.methods = [name for place, name in enumerate(OPTIONAL) if has >> place & 1]
        except Exception as error:  # noqa: BLE001  # what it raised, in its process
            self.lost = error

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
        """Let the player prepare itself. Raises what it raises, and Forfeit."""
        self.await_ready()
        self.ask("begin", self.patience, describe_delay("was not ready", self.patience), game, seat=seat)

    def heard(self, text: str, seat: int) -> None:
        """Tell the player of a move, if it has `heard`. Raises what it raises, and Forfeit."""
        if "heard" in self.methods:
            late = describe_delay("did not take note of a move", self.patience)
            self.ask("heard", self.patience, late, text=text, seat=seat)

    def end(self) -> None:
        """Tell the player that the match is over, if it has `end`. Raises what it raises, and Forfeit."""
        if "end" in self.methods:
            self.ask("end", self.patience, describe_delay("did not come to its end", self.patience))

    def choose(self, game: Game, deadline: float) -> int:
        """Return what the player chooses, a move or not. Raises what it raises, and Forfeit."""
        self.await_ready()
        timed = self.asked < inf
        seconds = max(self.asked - monotonic(), 0.0) if timed else self.patience
        late = describe_delay("did not answer", self.limit if timed else seconds)
        self.thought = None
        answer: int = self.ask("choose", seconds, late, game, deadline=deadline)  # type: ignore[assignment]
        return answer

    def ask(self, act: str, seconds: float, late: str, game: Game | None = None, **more: float | str) -> object:
        """Return the answer of the player within `seconds`; `late` is the fault if there is none.

        game  the position as the player may know it; None if `act` needs none.
        """
        if self.lost:
            raise self.lost
        self.count += 1
        view = pickle_game(game) if self.hidden and game is not None else b""
        request = {"act": act, "number": self.count, "moves": self.moves, "view": len(view), **self.told, **more}
        self.moves = []
        self.process.send(json.dumps(request).encode() + b"\n" + view, monotonic() + seconds + MARGIN)
        return self.await_answer(seconds, late, game)

    def await_answer(self, seconds: float, late: str, game: Game | None = None) -> object:
        """Return the answer to the last request, made in the position `game`.

        A player with code of its own is believed that the rules failed only if they fail here too.
        """

        def believed(trace: str) -> bool:
            return self.trusted or (game is not None and find_line_to_error(trace, game) is not None)

        try:
            message = read_message(self.process.answer(monotonic() + seconds + MARGIN, late), self.count)
            self.thought = decode_thought(message) or self.thought  # only choices have one
            return decode_outcome(message, believed)
        except Forfeit as forfeit:
            self.lost = Forfeit(forfeit.how, str(forfeit), forfeit.trace + self.process.quote_output())
            raise self.lost from None

    def close(self) -> None:
        self.process.close(at_once=self.lost is not None)


def is_trusted(spec: str) -> bool:
    """Return whether only this program's own code plays, except for the rules of the game.

    Runs no file. Raises SpecError if `spec` is wrong and names no file.
    """
    if user_files.is_file_spec(spec):
        return False
    kind, given = players.CATALOGUE.read(spec)
    if user_files.named_files(given):
        return False
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    return is_program_file(file) and not player_codes(kind)


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
