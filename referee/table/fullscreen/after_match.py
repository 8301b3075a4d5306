"""Work that is done beside the page of a finished match: its review, and files that show it to others."""

from __future__ import annotations

import threading
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import games
from games.capabilities import hides_information
from games.names.catalogue import SpecError
from referee.drawing.themes import THEMES
from referee.drawing.vector.pixels import PillowMissing
from referee.match.record import replay_record
from referee.reports.review.text import Look, review_lines
from referee.reports.share import share
from referee.reviews.review import Reviewer, reviewable
from referee.reviews.searches import Effort
from referee.storage.archive import open_archive
from referee.support.settings import SETTINGS
from referee.table.fullscreen.match_front import STACK, FullScreenFront, PageClosed

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.drawing.glyphs import Line
    from referee.match.record import Record


EFFORT = Effort(nodes=100_000, playouts=3_000)
SECONDS = 20.0  # for all of it


def start_review(front: FullScreenFront) -> None:
    """Begin to review the match of the page, if it is over and no other work is under way."""
    if front.record and not front.view.working:
        record = front.record()
        start(front, "Reviewing the match", lambda: review_beside(front, record))


def start_share(front: FullScreenFront) -> None:
    """Write the match that ended last to files, unless other work is under way."""
    if not front.view.working:
        front.view.busy = "Writing the match as an animation"
        start(front, front.view.busy, lambda: share_beside(front))


def start(front: FullScreenFront, what: str, work: Callable[[], None]) -> None:
    """Do `work` on a thread of its own while the page says `what` is being done."""

    def done() -> None:
        front.view.working = front.view.busy = ""

    def run() -> None:
        with suppress(PageClosed):
            work()
            front.call_later(done)

    front.view.working = what
    usual = threading.stack_size(STACK)
    threading.Thread(target=run, daemon=True, name=what).start()
    threading.stack_size(usual)


def review_beside(front: FullScreenFront, record: Record) -> None:
    """Review the match of `record`, and show the result on the page."""

    def tell(said: str, _: float | None) -> None:
        front.call_later(setattr, front.view, "busy", f"Reviewing the match: {said}")

    try:
        tell("the last move first", 0.0)
        reviewable(record, hides_information(games.load(record.game)))
        reviewer = Reviewer(record, replay_record(record), EFFORT, SECONDS)
        reviewer.run(tell)
        found = reviewer.review()
    except SpecError as error:
        front.call_later(front.view.say, f"{error}.")
    except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
        front.call_later(front.view.say, f"The review failed: {type(error).__name__}: {error}")
    else:

        def lay_out(width: int) -> list[Line]:
            return list(review_lines(found, reviewer.positions, Look(width, front.signs)))

        front.call_later(front.view.read, lay_out)


def share_beside(front: FullScreenFront) -> None:
    """Write the match that ended last into the current folder, and say on the page which files were written."""
    told: list[str] = []
    name = front.screen.theme.name
    try:
        with closing(open_archive()) as archive:
            share(archive, (), None, name if name in THEMES else SETTINGS["theme"].default, told.append)
        said = "Written: " + "; ".join(told) + "."
    except (SpecError, PillowMissing, OSError) as error:
        said = f"{error}."
    front.call_later(front.view.say, said)
