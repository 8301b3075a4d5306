"""Games that are played to find out what the game is like: what there was to choose from, and how they ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.match.events import Asked, Event
from referee.running.game_task import GameTask, Result

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Sounded(Result):
    """What came of such a game.

    widths  how many legal moves there were each time a seat was to move;  recurred  whether a position came again, from
            which the game could go on as before.
    """

    widths: tuple[int, ...] = ()
    recurred: bool = False


@dataclass(frozen=True)
class Sounding(GameTask):
    """Such a game, to be played."""

    def result(self) -> Sounded:
        """Play the game to its end."""
        choices = Choices()
        found = self.play_through(choices.noted)
        return Sounded(**vars(found), widths=tuple(choices.widths), recurred=choices.recurred)


class Choices:
    """What there was to choose from in a match, noted as its events pass."""

    def __init__(self) -> None:
        self.widths: list[int] = []
        self.keys: set[tuple[int, int]] = set()
        self.recurred = False

    def noted(self, events: Iterator[Event]) -> Iterator[Event]:
        """The same events."""
        for event in events:
            if isinstance(event, Asked):
                self.widths.append(len(event.game.moves()))
                key = event.game.key()
                self.recurred |= key != 0 and (event.seat, key) in self.keys
                self.keys.add((event.seat, key))
            yield event
