"""Programs in any language as games: `program-game:./MyGame`, `program-game:"java MyGame",chips=31`.

The program keeps the position and knows the rules; it answers requests in lines, as docs/any-language-game.md describes
them. Its moves are texts. A text that is a whole number is the number of its move. A game here is a position that the
program has told about (game_process.py), so copies are cheap. It may have chance, and hides nothing.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from games.base.positions import START, make_all
from games.base.spec_error import SpecError
from games.game import CHANCE, Game
from games.option import Number, Option, check
from referee.engines.game_process import UNKNOWN, GameFacts, GamePlace, GameProgram, program_of, read_facts, read_whole
from referee.engines.process import name_program
from referee.errors.attribution import OutsideGameError

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT = Number(30.0, note="seconds for an answer of the program", least=0.1, most=3600)


class ProgramGame(Game):
    """A game that is a program; each command has a class of its own, made by `class_of`.

    command  starts it;  given  its options;  timeout  the seconds for an answer.
    place    the position, and `lucky` whether the game has chance.
    """

    __slots__ = ("given", "lucky", "place", "seats", "stakes", "timeout")
    command = ""
    options: Mapping[str, Option] = {"timeout": TIMEOUT}

    place: GamePlace

    def __init__(self, timeout: float = TIMEOUT.default, **given: Any):
        check(self.options, timeout=timeout, **given)
        self.timeout, self.given = timeout, given
        with_defaults = {name: option.default for name, option in self.options.items() if name != "timeout"} | given
        words = [f" {name}={self.options[name].write(value)}" for name, value in with_defaults.items()]
        try:
            place = self.program.begin(f"start{''.join(words)}")
            line = self.program.tell(place, "about")
            facts = GameFacts() if line == UNKNOWN else self.program.read(read_facts, line, "about")
        except OutsideGameError as error:
            raise SpecError(in_one_line(error)) from error
        self.seats, self.stakes, self.lucky = facts.seats, facts.stakes, facts.chance
        self.put(place)

    @property
    def program(self) -> GameProgram:
        """The program of this process."""
        return program_of(self.command, self.timeout)

    def put(self, place: GamePlace) -> None:
        """Make `place` the position. Raises OutsideGameError if it does not fit what the program says of the game."""
        state = place.state
        if state.turn == CHANCE and not self.lucky:
            self.program.fail(f"answered {place.line!r:.80}: a game with chance answers 'about' with chance=yes")
        if state.score is not None and abs(state.score) > self.stakes:
            most = f"the score must be from {-self.stakes} to {self.stakes}"
            self.program.fail(f"answered {place.line!r:.80}: {most}, unless it answers 'about' with stakes=NUMBER")
        self.place, self.turn = place, state.turn

    # The rules.

    def moves(self) -> list[int]:
        return list(self.place.state.texts)

    def make(self, move: int) -> None:
        self.put(self.program.make(self.place, self.place.state.texts[move]))

    def score(self) -> int | None:
        return self.place.state.score

    def chances(self) -> list[tuple[int, int]]:
        return list(self.place.state.weights.items())

    def has_chance(self) -> bool:
        """Return whether this game has chance."""
        return self.lucky

    def key(self) -> int:
        told = self.program.tell(self.place, "key")
        if told == UNKNOWN:
            return int.from_bytes(self.place.digest)
        return int.from_bytes(blake2b(f"{self.place.line} {told}".encode(), digest_size=8).digest())

    def copy(self) -> ProgramGame:
        twin = type(self).__new__(type(self))
        twin.given, twin.timeout, twin.seats, twin.stakes = self.given, self.timeout, self.seats, self.stakes
        twin.lucky, twin.place, twin.turn = self.lucky, self.place, self.turn
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.command, {**self.given, "timeout": self.timeout}, self.place.moves())

    # Texts and pictures.

    def text(self, move: int) -> str:
        return self.place.state.texts[move]

    def show(self, seat: int | None = None) -> str:
        told = self.program.tell(self.place, "show")
        return (" ".join(self.place.moves()) or "no moves yet") if told == UNKNOWN else told

    def reason(self) -> str:
        return self.place.state.reason

    def position(self, seat: int | None = None) -> str:
        return " ".join(self.place.moves()) or START

    def set_position(self, text: str) -> None:
        game = self.copy()
        game.put(self.place.start)
        make_all(game, text)
        self.put(game.place)


class EstimatingGame(ProgramGame):
    """A game that is a program with an estimate of its own."""

    __slots__ = ()

    def estimate(self) -> int:
        told = self.program.tell(self.place, "estimate")
        return self.program.read(lambda line: read_whole(line, "the estimate"), told, "estimate")


@lru_cache(maxsize=256)
def class_of(command: str) -> type[ProgramGame]:
    """Return the class of the program's games. Raises SpecError if it does not start, or answers wrongly."""
    if not command:
        raise SpecError("program-game needs the command that starts it, as in program-game:./MyGame")
    program = program_of(command, TIMEOUT.default)
    try:
        options = program.options()
        if "timeout" in options or "position" in options:
            raise SpecError(f"the game {program.name} cannot have an option timeout or position: every game has them")
        defaults = "".join(f" {name}={option.write(option.default)}" for name, option in options.items())
        estimates = program.tell(program.begin(f"start{defaults}"), "estimate") != UNKNOWN
        program.tell(program.begin(f"start{defaults}"), "key")
    except OutsideGameError as error:
        raise SpecError(in_one_line(error)) from error
    name = name_program(command)
    own = {
        "__slots__": (), "__doc__": f"The game of the program {command}.", "__module__": __name__, "__qualname__": name,
        "command": command, "options": {**options, "timeout": TIMEOUT},
    }  # fmt: skip
    return type(name, (EstimatingGame if estimates else ProgramGame,), own)


def restore(command: str, given: dict[str, Any], texts: list[str]) -> ProgramGame:
    """Return the game after these moves, as unpickled in another process."""
    game = class_of(command)(**given)
    for text in texts:
        game.put(game.program.make(game.place, text))
    return game


def in_one_line(error: OutsideGameError) -> str:
    """Return what the program did wrong, and the last line that it printed about that."""
    *_, last = getattr(error, "__notes__", None) or [""]
    return f"{error}" + (f"; it printed last {last!r}" if last else "")
