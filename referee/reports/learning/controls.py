"""The keys with which people hold a run, play against it as it is now, and stop it, while they see its page."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.drawing.keyboard import ENTER, SUSPEND, Keyboard
from referee.support.signals import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.drawing.live import InPlace
    from referee.learning.run import RunSwitch

SPACE, STOP = " ", "q"


@dataclass
class RunControls:
    """What the keys do.

    switch  what holds the run;  play  plays a match against what has been learnt, on a page of its own.
    """

    switch: RunSwitch
    play: Callable[[], None]
    keyboard: Keyboard = field(default_factory=Keyboard)

    def heed(self, place: InPlace, *, ending: bool = False) -> bool:
        """Do what the keys say that were pressed by now; whether there were any.

        place  what is drawn;  ending  whether what is shown can only be stopped any more. Raises Interrupted to stop.
        """
        pressed = self.keyboard.pressed()
        for key in pressed:
            if key == STOP:
                raise Interrupted
            if key == SUSPEND:
                self.leave_for(self.keyboard.suspend, place)
            elif key == SPACE and not ending:
                self.switch.paused = not self.switch.paused
            elif key in ENTER and not ending:
                self.leave_for(self.play, place)
                break  # what else was typed was not meant for the page after the match
        return bool(pressed)

    def leave_for(self, call: Callable[[], None], place: InPlace) -> None:
        """Give the terminal to that call, and take it again."""
        place.step_aside()
        self.keyboard.give_back()
        try:
            call()
        finally:
            self.keyboard.take()

    def hints(self, *, over: bool, ending: bool = False) -> list[tuple[str, str, str]]:
        """The keys that do something now, what each does, and a shorter word for it.

        over  whether nothing is learnt any more;  ending  whether what is shown can only be stopped any more.
        """
        if not self.keyboard.input:
            return []
        hold = "go on" if self.switch.paused else "pause"
        space, enter = ("Space", hold, hold), ("Enter", "play against it", "play")
        return [*([] if over or ending else [space]), *([] if ending else [enter]), ("q", "stop", "stop")]
