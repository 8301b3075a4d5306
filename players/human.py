"""A person, who is asked for moves in words."""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import ClassVar

from games.game import Game
from games.option import Option
from players.entry import (
    ANSWERS,
    HELP,
    LEGAL,
    QUIT,
    WORDS,
    Command,
    Entry,
    Moves,
    Request,
    Unknown,
    help_lines,
    legal_moves,
    parse,
)
from players.player import AgreeDead, OutOfTime, Quit

HELP_TEXT = "\n".join(help_lines(WORDS))
GONE = (errno.EIO, errno.EPIPE)  # errors of a terminal or pipe whose other end is closed


def ask_at_console(game: Game, deadline: float) -> Entry:
    """Ask at the console, in plain words. Raises EOFError, and OutOfTime if the answer comes too late."""
    line = input(f"{game.seats[game.turn]} to move: ")
    if monotonic() > deadline:
        raise OutOfTime
    return parse(game, line)


def leave_marks(game: Game, dead: tuple[str, ...], offer: str) -> str:
    """Return the offer as it is: a console marks no chains of `game` as `dead`."""
    return offer


def wait_on() -> None:
    """Do nothing: a question at the console cannot be called off."""


@contextmanager
def at_keyboard() -> Iterator[None]:
    """Raise Quit in this block at the end of input, and if the person's terminal is gone."""
    try:
        yield
    except EOFError:
        raise Quit from None
    except OSError as error:
        if error.errno not in GONE:
            raise
        raise Quit from None


class HumanPlayer:
    """You: asks for each move at the prompt.

    ask   called with the game and the deadline; returns what the person typed, as `parse` reads it. EOFError: they
          leave.
    tell  called with a text for the person.
    mark  called with a game of go, the chains that seem dead, and a sentence that names them; returns the sentence, or
          another one, with how to change them.
    call_off  ends the question that is open from any thread, where that is possible: CalledOff is raised in it.
    """

    person = True
    elsewhere = False
    options: ClassVar[dict[str, Option]] = {}

    def __init__(self, ask: Callable[[Game, float], Entry] = ask_at_console, tell: Callable[[str], None] = print):
        self.ask = ask
        self.tell = tell
        self.mark: Callable[[Game, tuple[str, ...], str], str] = leave_marks
        self.call_off: Callable[[], None] = wait_on
        self.waiting: list[int] = []  # the rest of a turn typed in one line

    def choose(self, game: Game, deadline: float = inf) -> int:
        """Return the legal move that the person types. Raises Resigned, OutOfTime, CalledOff or a PlayerRequest."""
        if self.waiting and self.waiting[0] in game.moves():
            return self.waiting.pop(0)
        self.waiting = []
        with at_keyboard():
            while True:
                match self.ask(game, deadline):
                    case Moves(moves=(first, *others)):
                        self.waiting = others
                        return first
                    case Request(request=request):
                        raise request
                    case Command(word=word) if word is LEGAL:
                        self.tell(legal_moves(game))
                    case Command(word=word) if word is HELP:
                        self.tell(HELP_TEXT)
                    case Unknown(why=why):
                        self.tell(why)

    def accepts(self, game: Game, deadline: float, offer: str = "The other offers a draw") -> bool:
        """Return whether the person agrees to what the other does. Raises Quit if they leave instead of answering."""
        with at_keyboard():
            while True:
                self.tell(f"{offer}. Do you agree, yes or no?")
                answer = self.ask(game, deadline).text.casefold()
                if answer in QUIT.names:
                    raise Quit
                if answer in ANSWERS:
                    return ANSWERS[answer]

    def settles(self, game: Game, dead: tuple[str, ...], offer: str) -> tuple[str, ...] | None:
        """Return a point of each chain that is dead, `dead` if the person agrees; None if they play on. Raises Quit."""
        with at_keyboard():
            while True:
                self.tell(f"{self.mark(game, dead, offer)} Do you agree, yes or no?")
                entry = self.ask(game, inf)
                if (answer := entry.text.casefold()) in QUIT.names:
                    raise Quit
                if answer in ANSWERS:
                    return dead if ANSWERS[answer] else None
                if isinstance(entry, Request) and isinstance(entry.request, AgreeDead):
                    try:
                        game.without(entry.request.points)  # type: ignore[attr-defined]
                    except ValueError as error:
                        self.tell(f"{error}".capitalize() + ".")
                    else:
                        return entry.request.points
