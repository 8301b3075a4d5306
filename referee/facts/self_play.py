"""Games of a player against itself, with the number of legal moves at each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.match.events import Asked, Event
from referee.running.game_task import GameTask, Result

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class SelfPlayResult(Result):
    """The result of a game of self-play.

    widths  how many legal moves there were each time a seat was to move;  recurred  whether a position came again, from
            which the game could go on as before.
    """

    widths: tuple[int, ...] = ()
    recurred: bool = False


@dataclass(frozen=True)
class SelfPlayTask(GameTask):
    """The task of playing a game against itself."""

    def result(self) -> SelfPlayResult:
        """Play the game to its end."""
        choices = ChoiceRecorder()
        found = self.play_through(choices.record)
        return SelfPlayResult(**vars(found), widths=tuple(choices.widths), recurred=choices.recurred)


class ChoiceRecorder:
    """Records the numbers of legal moves in a match as its events pass."""

    def __init__(self) -> None:
        self.widths: list[int] = []
        self.keys: set[tuple[int, int]] = set()
        self.recurred = False

    def record(self, events: Iterator[Event]) -> Iterator[Event]:
        """Pass on the events, and record the choices."""
        for event in events:
            if isinstance(event, Asked):
                self.widths.append(len(event.game.moves()))
                key = event.game.key()
                self.recurred |= key != 0 and (event.seat, key) in self.keys
                self.keys.add((event.seat, key))
            yield event
