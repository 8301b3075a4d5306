"""A match that is over, written to files to be shown to others, while its page stays."""

import threading
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.drawing.themes import THEMES
from referee.drawing.vector.pixels import PillowMissing
from referee.reports.share import share
from referee.storage.archive import open_archive
from referee.support.settings import SETTINGS
from referee.table.fullscreen.pacing import PageClosed

if TYPE_CHECKING:
    from referee.table.fullscreen.match_front import FullScreenFront


def start_share(front: "FullScreenFront") -> None:
    """Have the match that ended last written on a thread of its own, unless something else is at work."""
    if not front.view.working:
        front.view.working = front.view.busy = "Writing the match as an animation"
        threading.Thread(target=share_beside, args=(front,), daemon=True, name="share").start()


def share_beside(front: "FullScreenFront") -> None:
    """Write the match that ended last into the current folder, and have the page say which files."""

    def done() -> None:
        front.view.working = front.view.busy = ""

    told: list[str] = []
    name = front.screen.theme.name
    with suppress(PageClosed):
        try:
            with closing(open_archive()) as archive:
                share(archive, (), None, name if name in THEMES else SETTINGS["theme"].default, told.append)
            said = "Written: " + "; ".join(told) + "."
        except (SpecError, PillowMissing, OSError) as error:
            said = f"{error}."
        front.call_later(front.view.say, said)
        front.call_later(done)
