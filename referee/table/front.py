"""What a front is: where people see the match and type; and asking them for a line of text by plain lines."""

import contextlib
import sys
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from games.game import Game
from players.entry import Entry, Word, is_question
from players.player import OutOfTime
from referee.match.events import Event, Seated
from referee.match.sentences import seating_sentence
from referee.match.wording import Viewpoint
from referee.table.vocabulary import WORDS, how_to_edit

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.analysis.analysis import Analysis
    from referee.table.typed_lines import TypedLines

# Of readline: text that is pasted is as text that is typed, and letters beyond ASCII are no commands in the C locale.
SETTINGS = "enable-bracketed-paste off", "input-meta on", "output-meta on", "convert-meta off"


PLAYS_ON = "no plays on."


class Front(Protocol):
    """The place where people sit: it shows what happens, asks, and says things."""

    keys: bool  # whether it hears single keys
    gone: bool  # whether people have left
    by_seat: bool  # whether it calls players by their seats, such as Black
    words: tuple[Word, ...]  # what may be typed instead of a move

    def show(self, event: Event) -> None:
        """Show what happened."""

    def tell(self, text: str) -> None:
        """Say something to the people at the table."""

    def ask(self, game: Game, deadline: float) -> Entry:
        """Return what the person to move types. Raises EOFError, KeyboardInterrupt, OutOfTime and CalledOff."""

    def call_off(self) -> None:
        """Let `ask` raise CalledOff: the question that is open, otherwise the next one; what was typed stays.

        Any thread may call it. If the question still stands, it has to be asked again.
        """

    def work(self, what: str) -> None:
        """Say what the person to move waits for."""

    def compare(self, analysis: "Analysis") -> None:
        """Show what each move is worth, by several methods side by side."""

    def explain(self, game: str, rules: str) -> None:
        """Show the rules of a game."""

    def edit(self, spec: str, game: Game) -> str:
        """Have people set up a position, beginning with `game`; return what to say to them."""

    def count(self, game: Game) -> None:
        """Show on the board what counts for each seat."""

    def mark(self, game: Game, dead: tuple[str, ...], offer: str) -> str:
        """Let people change which chains of a game of go are dead, beginning with `dead`, which `offer` names.

        Returns what to say before they are asked: how to do it, and the offer if the board does not show it.
        """

    def flip(self) -> str:
        """Look at the board from the other side; return what to say if that is impossible."""

    def follow(self, choice: str) -> None:
        """Note that the match is over, and which one follows if nobody chooses."""


class LineFront:
    """The base of fronts that only append lines.

    people  which of the two seats are people's. The only person at the table sees what that seat may see.
    lines   what they type where questions may be called off; None: they are read in the usual way.
    """

    keys = gone = by_seat = False
    words: tuple[Word, ...] = WORDS

    def __init__(self, people: tuple[bool, bool], lines: "TypedLines | None" = None):
        self.people = people
        self.lines = lines
        self.read: Callable[[str, float], str] = lines.read if lines else ask_plainly
        self.names = ("", "")
        self.question = False  # whether the last message asks for an answer other than a move

    @property
    def viewer(self) -> int | None:
        """The seat of the only person at the table; None if there are two or none."""
        return self.people.index(True) if sum(self.people) == 1 else None

    def viewpoint(self, game: Game) -> Viewpoint:
        first, second = game.seats
        return Viewpoint(self.names, (first, second), self.viewer)

    def seated(self, event: Seated) -> None:
        if event.spec is None:
            self.people = self.people[1], self.people[0]
        self.names = event.names
        self.tell(seating_sentence(self.viewpoint(event.game)))

    def tell(self, text: str) -> None:
        self.question = self.question or is_question(text)
        self.say(text)

    def say(self, text: str) -> None:
        print(text)

    def call_off(self) -> None:
        if self.lines:
            self.lines.call_off()

    def work(self, what: str) -> None:
        """Do nothing: nothing moves here while somebody waits."""

    def count(self, game: Game) -> None:
        """Do nothing: sentences tell it."""

    def mark(self, game: Game, dead: tuple[str, ...], offer: str) -> str:
        return f"{offer} To name others type dead and their points, or dead alone for none; {PLAYS_ON}"

    def follow(self, choice: str) -> None:
        """Do nothing: the next match follows in any case."""

    def explain(self, game: str, rules: str) -> None:
        self.tell(rules)

    def edit(self, spec: str, game: Game) -> str:
        """Return how to set up a position by its text."""
        return how_to_edit(game)


def ask_plainly(prompt: str, deadline: float = inf) -> str:
    """Return the next line of standard input. Raises EOFError if there is none, and OutOfTime if it comes too late.

    At a terminal it can be edited, and Up brings back what was typed before.
    """
    line = read_line(prompt)
    if monotonic() > deadline:
        raise OutOfTime
    return line


def read_line(prompt: str) -> str:
    """Return the next line of standard input. Raises EOFError if there is none."""
    if sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and edits_lines():
        try:
            return f"{input(prompt)}\n"
        except EOFError:
            print()
            raise
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        print()
        raise EOFError
    if not sys.stdin.isatty():
        print(line, end="" if line.endswith("\n") else "\n")  # show what was typed if no terminal does
    return line


def edits_lines() -> bool:
    """Return whether `input` lets people edit their line; otherwise the arrow keys type signs into it."""
    with contextlib.suppress(ImportError):  # on Windows, where the terminal does so itself
        import readline

        for setting in SETTINGS:
            readline.parse_and_bind(f"set {setting}")
        return True
    return False
