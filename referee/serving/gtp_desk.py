"""What the commands of GTP work on: the position, the player and the clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.serving.allowance import ServedClocks
from referee.serving.server import ProtocolServer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.game import Game
    from referee.serving.contestant import Decision

    Command = Callable[["GtpDesk", Sequence[str]], str]  # the answer to the words after it. Raises GtpRefusal


class GtpDesk(ProtocolServer):
    """A server of GTP; its `commands` answer the commands of these names."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        super().__init__(game, player, say)
        self.commands: dict[str, Command] = {}
        self.clocks = ServedClocks()
        self.decision: Decision | None = None  # of the last search
        self.goes_on = True

    def tell_choice(self, game: Game, decision: Decision) -> None:
        self.decision = decision
