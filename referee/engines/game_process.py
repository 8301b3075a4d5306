"""A program that is a game: its answers, its process, and the positions that it has told about.

docs/any-language-game.md describes the lines. A position is known by the requests that lead to it. Its answers are
kept, so a search which comes back asks nothing. To stand at another position the program starts anew and makes the
moves.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from hashlib import blake2b
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeVar

from games.base.spec_error import SpecError
from games.game import CHANCE
from games.option import Choice, Option, Whole, YesNo
from referee.engines.process import EngineProcess, find_program, name_program, quote
from referee.errors.attribution import OutsideGameError
from referee.match.events import Forfeit, How
from referee.running.lasting_players import CLOSERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Found = TypeVar("Found")
COMMENT = "#"  # begins lines for people
UNKNOWN = "?"  # the answer to a request that the program does not know
REFUSED = "error "  # begins the answer to a start that cannot be
BURST = 16  # requests that are sent at once: so few fit into the line to the program even if it does not read yet
MOST = 20_000  # positions kept
TALLEST = 1000  # lines of a picture
NUMBERS = 1 << 31  # moves are below
TURNS = {"0": 0, "1": 1, "chance": CHANCE}
STATES = "turn 0 MOVES, turn 1 MOVES, turn chance MOVE=WEIGHT ..., or score NUMBER"
OPTION = re.compile(r"([A-Za-z]\w*)=([^:\s]+)(?::(?:(-?\d+)\.\.(-?\d+)|([^\s/]+(?:/[^\s/]+)+)))?")


class GameState(NamedTuple):
    """What the program says about a position.

    texts    of the moves by their numbers, in its order;  weights  of the moves of chance by their numbers.
    score    None while the game goes on;  reason  why it ended so, maybe "".
    """

    turn: int
    texts: dict[int, str]
    weights: dict[int, int]
    score: int | None
    reason: str


class GameFacts(NamedTuple):
    """What the program says about a game with its options: the names of the seats, the largest score, chance."""

    seats: tuple[str, str] = ("First", "Second")
    stakes: int = 1
    chance: bool = False


class GamePlace:
    """A position: the request that leads to it from the position `before`, and what the program said there.

    start  the one that begins the game;  after  positions that follow, by the texts of moves.
    line   the answer as it stands, and `state` what it says;  told  answers to further requests.
    """

    __slots__ = ("after", "before", "digest", "line", "request", "start", "state", "told")
    state: GameState

    def __init__(self, before: GamePlace | None, request: str):
        self.before, self.request, self.line = before, request, ""
        self.start: GamePlace = before.start if before else self
        self.after: dict[str, GamePlace] = {}
        self.told: dict[str, str] = {}
        self.digest: bytes = blake2b((before.digest if before else b"") + request.encode(), digest_size=8).digest()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a position of a program is read by that program alone")

    def moves(self) -> list[str]:
        """Return the texts of the moves that lead here."""
        found, place = [], self
        while place.before is not None:
            found.append(place.request.partition(" ")[2])
            place = place.before
        return found[::-1]


# Reading answers; each raises ValueError, with words that follow a quoted line.


@lru_cache(maxsize=4096)
def read_state(line: str) -> GameState:
    """Return what a line says about a position."""
    if not line.isprintable():
        raise ValueError("it holds characters that cannot be printed")
    word, _, rest = line.partition(" ")
    if word == "score":
        number, _, reason = rest.strip().partition(" ")
        return GameState(0, {}, {}, read_whole(number, "the score"), reason.strip())
    turn, *words = rest.split() or [""]
    if word != "turn":
        raise ValueError(f"it must be {STATES}")
    if turn not in TURNS:
        raise ValueError("the turn must be 0, 1 or chance")
    if not words:
        raise ValueError("the legal moves must follow the turn; if the game is over, answer score NUMBER")
    weights: list[int] = []
    if turn == "chance":
        pairs = [each.rpartition("=") for each in words]
        if not all(move for move, _, _ in pairs):
            raise ValueError("each move of chance must have its weight, as in heads=1 tails=1")
        words, weights = [move for move, _, _ in pairs], [read_weight(weight) for _, _, weight in pairs]
        if sum(weights) >= NUMBERS:
            raise ValueError("all weights together must be below 2147483648")
    if len(set(words)) < len(words):
        raise ValueError("two moves have the same text")
    texts = number_moves(words)
    return GameState(TURNS[turn], texts, dict(zip(texts, weights, strict=bool(weights))), None, "")


def number_moves(words: Iterable[str]) -> dict[int, str]:
    """Return the texts of moves by their numbers: a whole number is its own, any other text has one by its letters.

    So a move has the same number in each process.
    """
    found: dict[int, str] = {}
    for word in words:
        plain = word.isascii() and word.isdecimal() and word == str(int(word[:10])) and int(word) < NUMBERS
        number = int(word) if plain else int.from_bytes(blake2b(word.encode(), digest_size=4).digest()) % NUMBERS
        while number in found:
            number = (number + 1) % NUMBERS
        found[number] = word
    return found


def read_whole(word: str, what: str) -> int:
    """Return the whole number that `word` writes; `what` says what it is."""
    if not re.fullmatch(r"[+-]?[0-9]{1,10}", word) or abs(int(word)) >= NUMBERS:
        raise ValueError(f"{what} must be a whole number")
    return int(word)


def read_weight(word: str) -> int:
    """Return the weight that `word` writes."""
    if (found := read_whole(word, "each weight")) < 1:
        raise ValueError("each weight must be at least 1")
    return found


def read_facts(line: str) -> GameFacts:
    """Return what a program says about its game: `seats=White/Black stakes=24 chance=yes`."""
    facts = GameFacts()
    for word in line.split():
        key, _, value = word.partition("=")
        if key == "seats" and len(seats := value.split("/")) == 2 and all(seats) and seats[0] != seats[1]:
            facts = facts._replace(seats=(seats[0], seats[1]))
        elif key == "stakes" and 0 < (stakes := read_whole(value, "stakes")) <= 1_000_000_000:
            facts = facts._replace(stakes=stakes)
        elif key == "chance" and value in ("yes", "no"):
            facts = facts._replace(chance=value == "yes")
        else:
            raise ValueError(f"{word!r} must be seats=NAME/NAME, stakes=NUMBER, or chance=yes")
    return facts


def read_options(line: str) -> dict[str, Option]:
    """Return the options that a program names: `chips=21:3..999 rule=even:even/last open=no`."""
    found: dict[str, Option] = {}
    for word in line.split():
        match = OPTION.fullmatch(word)
        if match is None or match[1] in found:
            raise ValueError(f"{word!r} must be NAME=DEFAULT, NAME=DEFAULT:LEAST..MOST, or NAME=DEFAULT:ONE/OTHER")
        name, default, least, most, words = match.groups()
        option: Option = Option(default)
        if words:
            option = Choice(default, words=tuple(words.split("/")))
        elif re.fullmatch(r"-?\d+", default):
            option = Whole(int(default), least=int(least) if least else None, most=int(most) if most else None)
        elif default in ("yes", "no"):
            option = YesNo(default == "yes")
        if not option.fits(option.default) or (words and words != words.casefold()):
            raise ValueError(f"the default in {word!r} must be {option.allowed}, in small letters")
        found[name] = option
    return found


class GameProgram:
    """A program that is a game, in a process that starts with the first question and ends with this process.

    command  as a shell reads it;  timeout  the seconds for an answer.
    knows    which optional requests it knows, as far as it was asked.

    Every fault raises OutsideGameError, one line that quotes the program, and ends the process.
    """

    def __init__(self, command: str, timeout: float):
        try:
            self.words, self.name, self.timeout = find_program(command), name_program(command), timeout
        except ValueError as error:
            raise SpecError(f"program-game: {error}") from error
        self.lock = RLock()  # a page draws and a search thinks on threads of their own
        self.engine: EngineProcess | None = None
        self.here: GamePlace | None = None  # where the program stands
        self.starts: dict[str, GamePlace] = {}
        self.count = 0  # of the places kept
        self.knows: dict[str, bool] = {}

    # What games ask.

    def begin(self, request: str) -> GamePlace:
        """Return the start of a game with the options in `request`. Raises SpecError if the program refuses them."""
        with self.lock:
            if (found := self.starts.get(request)) is None:
                found = GamePlace(None, request)
                self.go(found)
                self.starts[request] = found
            return found

    def make(self, place: GamePlace, text: str) -> GamePlace:
        """Return the position after a move."""
        if (found := place.after.get(text)) is None:
            with self.lock:
                found = GamePlace(place, f"make {text}")
                self.go(found)
                self.keep(place, text, found)
        return found

    def tell(self, place: GamePlace, request: str) -> str:
        """Return the answer to an optional request in a position; UNKNOWN if the program does not know it."""
        if (found := place.told.get(request)) is None and self.knows.get(request, True):
            with self.lock:
                self.go(place)
                found = self.picture() if request == "show" else self.say([request])[0]
                self.knows.setdefault(request, found != UNKNOWN)
                place.told[request] = found
        return UNKNOWN if found is None else found

    def options(self) -> dict[str, Option]:
        """Return the options of the game."""
        with self.lock:
            (line,) = self.say(["options"])
            return {} if line == UNKNOWN else self.read(read_options, line, "options")

    # The dialogue.

    def keep(self, before: GamePlace, text: str, place: GamePlace) -> None:
        """Remember a position as one that follows another; forget all if they are too many."""
        self.count += 1
        if self.count > MOST:
            waiting, self.count = list(self.starts.values()), 0
            while waiting:
                waiting += (each := waiting.pop()).after.values()
                each.after = {}
        before.after[text] = place

    def go(self, place: GamePlace) -> None:
        """Let the program stand at the position, and note or compare what it says on the way."""
        route: list[GamePlace] = []
        each: GamePlace | None = place
        while each is not None and each is not self.here:
            route.append(each)
            each = each.before
        if not route:
            return
        route.reverse()
        for each, line in zip(route, self.say([each.request for each in route]), strict=True):
            self.note(each, line)
        self.here = place

    def note(self, place: GamePlace, line: str) -> None:
        """Note the answer at a position, which must be the same each time."""
        if not place.line:
            if place.before is None and line.startswith(REFUSED):
                self.close()
                raise SpecError(f"{self.name} refuses {place.request!r}: {line.removeprefix(REFUSED)}")
            place.state, place.line = self.read(read_state, line, place.request), line
        elif place.line != line:
            moves = " ".join(place.moves()) or "none"
            self.fail(
                f"answered {quote(line)} after the moves {moves}, and {quote(place.line)} when it was there before"
            )

    def read(self, reader: Callable[[str], Found], line: str, request: str) -> Found:
        """Return what `reader` reads in the answer to a request."""
        try:
            return reader(line)
        except ValueError as error:
            self.fail(f"answered {quote(line)} to {quote(request)}: {error}")

    def say(self, requests: list[str]) -> list[str]:
        """Return the line with which the program answers each request."""
        answers: list[str] = []
        request = requests[0]
        try:
            engine = self.listen()
            for start in range(0, len(requests), BURST):
                burst = requests[start : start + BURST]
                engine.send("\n".join(burst), monotonic() + self.timeout)
                for request in burst:
                    answers.append(engine.wait_for(skip_comments, monotonic() + self.timeout, self.late(request)))
        except Forfeit as forfeit:
            asked = "" if forfeit.how is How.HUNG else f"was asked {quote(request)} and "
            self.fail(f"{asked}{forfeit}", forfeit.trace)
        except BaseException:  # nobody knows what it will say next
            self.close()
            raise
        return answers

    def picture(self) -> str:
        """Return the lines that show the position, up to an empty one."""
        lines: list[str] = []
        try:
            engine = self.listen()
            engine.send("show", deadline := monotonic() + self.timeout)
            while (line := engine.read_unstripped(deadline, self.late("show"))) and len(lines) < TALLEST:
                lines.append(line)
                if lines == [UNKNOWN]:
                    return UNKNOWN
        except Forfeit as forfeit:
            self.fail(f"{forfeit}: an empty line must follow the picture", forfeit.trace)
        except BaseException:
            self.close()
            raise
        if line:
            self.fail(f"showed more than {TALLEST} lines: an empty line must follow the picture")
        return "\n".join(lines)

    def listen(self) -> EngineProcess:
        """Return the running program, which has said nothing unasked. Raises Forfeit."""
        if self.engine is None:
            self.engine = EngineProcess(self.words, self.name, None)
        while (line := self.engine.overhear()) is not None:
            if not line.startswith(COMMENT):
                self.fail(f"said {quote(line)} before it was asked; lines for people must begin with {COMMENT}")
        return self.engine

    def late(self, request: str) -> str:
        """Return the words about an answer that does not come."""
        return f"did not answer {quote(request)} within {self.timeout:g} seconds"

    def fail(self, what: str, printed: str = "") -> NoReturn:
        """End the program, and raise OutsideGameError about its fault; `printed` is what it said about it."""
        self.close()
        error = OutsideGameError(f"the game {self.name} {what}")
        for line in printed.splitlines():
            error.add_note(line)
        raise error

    def close(self) -> None:
        """End the process; the next question starts another."""
        engine, self.engine, self.here = self.engine, None, None
        if engine is not None:
            engine.send("quit", monotonic())
            engine.close()


def skip_comments(line: str) -> str | None:
    """Return the line; None for a comment."""
    return None if line.startswith(COMMENT) else line


PROGRAMS: dict[tuple[str, float], GameProgram] = {}  # of the process OWNER
OWNER = [0]


def program_of(command: str, timeout: float) -> GameProgram:
    """Return this process's program; a forked process has its own. Raises SpecError if there is no such program."""
    if OWNER[0] != os.getpid():
        PROGRAMS.clear()
        OWNER[0] = os.getpid()
    if (found := PROGRAMS.get((command, timeout))) is None:
        found = PROGRAMS[command, timeout] = GameProgram(command, timeout)
    return found


def close_programs() -> None:
    """End all games that run for this process."""
    for program in PROGRAMS.values() if OWNER[0] == os.getpid() else ():
        program.close()


CLOSERS.append(close_programs)
