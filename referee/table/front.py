"""What a front is: where people see the match and type."""

from typing import TYPE_CHECKING, Protocol

from games.game import Game
from players.entry import Entry
from referee.match.events import Event

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis


class Front(Protocol):
    """Where people sit: it shows what happens, asks, and tells."""

    keys: bool  # whether it hears single keys
    gone: bool  # whether people have left

    def show(self, event: Event) -> None:
        """Show what happened."""

    def tell(self, text: str) -> None:
        """Say something to the people at the table."""

    def ask(self, game: Game, deadline: float) -> Entry:
        """What the person whose turn it is types. Raises EOFError, KeyboardInterrupt, OutOfTime."""

    def work(self, what: str) -> None:
        """Say what the person who was asked waits for."""

    def compare(self, analysis: "Analysis") -> None:
        """Show what each move is worth, by several methods side by side."""

    def explain(self, game: str, rules: str) -> None:
        """Show the rules of the game of that spec."""

    def edit(self, spec: str, game: Game) -> str:
        """Have people set up a position of the game of that spec, beginning with that one; what to say to them."""

    def flip(self) -> str:
        """Look at the board from the other side; what to say where that cannot be."""

    def follow(self, choice: str) -> None:
        """The match is over, and that other one follows it without anybody choosing it where nobody plays."""
