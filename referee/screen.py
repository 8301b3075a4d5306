"""What a person sees of a match: the board, who moves, what was moved, how it ended.

Everything is appended below what stood there before, at terminals, in pipes and for screen readers alike.
"""

from math import inf
from time import monotonic
from typing import ClassVar, Protocol

from games.game import CHANCE, Game
from players.player import OutOfTime
from referee import prompt, terminal
from referee.drawing import draw
from referee.events import Asked, Declined, Ended, Event, Moved, Redone, Seated, Started, TakenBack
from referee.signs import Line

COMMANDS = ("?", "help", "undo", "redo", "swap", "draw", "resign", "quit")


class Surface(Protocol):
    """Where lines are written. What writes returns how many lines of the surface it took."""

    def sentence(self, text: str) -> int:
        """Write text for people, wrapped where the surface has a width."""

    def line(self, line: Line) -> int:
        """Write a line of a drawing as it is."""

    def pending(self, text: str) -> None:
        """Say what goes on until the next line is written, which takes its place."""


class Plain:
    """Standard output without colours or escape codes."""

    def sentence(self, text: str) -> int:
        print(text)
        return 1 + text.count("\n")

    def line(self, line: Line) -> int:
        print("".join(span.text for span in line).rstrip())
        return 1

    def pending(self, text: str) -> None:
        """Nothing: what is written here stays."""


class Colourful:
    """A terminal with colours; rich leaves them out where NO_COLOR is set."""

    # Cyan and yellow are told apart by all kinds of eyes.
    styles: ClassVar = {
        "first": "bold cyan",
        "second": "bold yellow",
        "faint": "dim",
        "last": "bold reverse",
        "strong": "bold",
    }

    def __init__(self) -> None:
        from rich.console import Console

        self.console = Console(highlight=False, markup=False, emoji=False)
        self.waiting = False

    def sentence(self, text: str) -> int:
        from rich.text import Text

        self.clear()
        lines = Text(text).wrap(self.console, self.console.width)
        self.console.print(*lines, sep="\n", soft_wrap=True)
        return len(lines)

    def line(self, line: Line) -> int:
        from rich.text import Text

        self.clear()
        spans = [(span.text, self.styles.get(span.role, "")) for span in line]
        self.console.print(Text.assemble(*spans), soft_wrap=True)
        return 1

    def pending(self, text: str) -> None:
        self.console.print(text[: self.console.width - 1], end="", style="dim", soft_wrap=True)
        self.waiting = True

    def clear(self) -> None:
        """Take away what is pending."""
        from rich.control import Control
        from rich.segment import ControlType

        if self.waiting:
            self.console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
            self.waiting = False


class Screen:
    """Shows the events of one match and asks its people for their moves.

    people  which of the two seats are people's. The only person at the table sees what that seat may see.
    """

    def __init__(self, plain: bool, people: tuple[bool, bool] = (False, False)):
        self.read = prompt.asker(plain)
        self.signs = terminal.signs()
        self.surface: Surface = Plain() if plain or not terminal.fancy() else Colourful()
        self.names = ("", "")
        self.people = people
        self.viewer = people.index(True) if sum(people) == 1 else None
        self.shown: tuple[Game, int | None] | None = None  # the position drawn last, and the move that led there
        self.size = 0  # lines of that drawing
        self.since = 0  # lines written since its upper edge

    def ask(self, game: Game, deadline: float = inf) -> str:
        """What the person whose turn it is types. Raises EOFError, KeyboardInterrupt, and OutOfTime after the deadline.

        Where much was said since, the board is drawn again if the window can hold it, so that who is asked sees it.
        """
        if self.size < terminal.height() <= self.since and self.shown and isinstance(self.surface, Colourful):
            self.board(*self.shown)
        self.since += 1
        entry = self.read(
            f"{self.who(game, game.turn)} to move: ",
            lambda: [*(game.text(move) for move in game.moves()), *COMMANDS],
        )
        if monotonic() > deadline:
            raise OutOfTime
        return entry

    def tell(self, text: str) -> None:
        """Say something to the people at the table."""
        self.since += self.surface.sentence(text)

    def show(self, event: Event) -> None:
        """Draw what happened."""
        match event:
            case Started():
                self.started(event)
            case Asked() if not self.people[event.seat]:
                self.surface.pending(f"{self.who(event.game, event.seat)} is thinking ...")
            case Moved():
                doer = "Chance:" if event.seat == CHANCE else f"{self.who(event.game, event.seat)} plays"
                self.tell(f"{doer} {event.text if self.viewer is None else event.heard[self.viewer]}")
                self.board(event.game, event.move)
            case TakenBack(count=0):
                self.tell("There is nothing to take back.")
            case TakenBack():
                self.tell(f"Moves taken back: {event.count}")
                self.board(event.game)
            case Redone():
                self.tell(f"Moves made again: {event.count}" if event.count else "There is nothing to make again.")
            case Seated():
                self.seated(event)
            case Declined():
                self.tell(event.why)
            case Ended():
                self.tell(f"{self.result(event)}{': ' if event.why else ''}{event.why}")

    def started(self, event: Started) -> None:
        """Say who plays, and draw the board."""
        self.names = event.names
        self.tell(" against ".join(self.who(event.game, seat) for seat in (0, 1)))
        if event.opening:
            self.tell(f"After {' '.join(event.opening)}:")
        self.board(event.game)

    def seated(self, event: Seated) -> None:
        """Say who plays from now on."""
        if event.spec is None:
            self.people = self.people[1], self.people[0]
            self.viewer = self.people.index(True) if sum(self.people) == 1 else None
        self.names = event.names
        self.tell(" against ".join(self.who(event.game, seat) for seat in (0, 1)))

    def board(self, game: Game, last: int | None = None) -> None:
        """Draw the position; the cells of the last move are marked."""
        self.shown = game, last
        cells = () if last is None else game.cells(last)
        lines = draw(game.show(self.viewer), self.signs, terminal.width(), cells, terminal.height())
        self.size = self.since = sum(map(self.surface.line, lines))
        self.tell("")

    def who(self, game: Game, seat: int) -> str:
        """The player on that seat, and what the game calls it."""
        return f"{self.names[seat]} ({game.seats[seat]})"

    def result(self, event: Ended) -> str:
        """Who won, in words."""
        if event.winner is not None:
            return f"{self.who(event.game, event.winner)} won"
        return "A draw" if event.draw else "No result"
