"""The review of a match, worked out beside the page and read in place of the board."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import games
from games.capabilities import hides_information
from games.names.catalogue import SpecError
from referee.match.record import replay_record
from referee.reports.review.text import Look, review_lines
from referee.reviews.effort import Effort
from referee.reviews.review import Reviewer, reviewable
from referee.table.fullscreen.match_front import STACK, FullScreenFront
from referee.table.fullscreen.pacing import PageClosed

if TYPE_CHECKING:
    from referee.drawing.glyphs import Line
    from referee.match.record import Record

EFFORT = Effort(nodes=100_000, playouts=3_000)
SECONDS = 20.0  # for all of it


def start_review(front: FullScreenFront) -> None:
    """Begin to review the match of the page, if that is over and not reviewed already."""
    record = front.record() if front.record else None
    if record is None or front.view.working:
        return
    front.view.working = "Reviewing the match"
    usual = threading.stack_size(STACK)
    threading.Thread(target=review_beside, args=(front, record), daemon=True, name="review").start()
    threading.stack_size(usual)


def review_beside(front: FullScreenFront, record: Record) -> None:
    """Review that match on a thread of its own, and have the page show what was found."""

    def tell(said: str, _: float | None) -> None:
        front.call_later(setattr, front.view, "busy", f"Reviewing the match: {said}")

    def done() -> None:
        front.view.working = front.view.busy = ""

    with suppress(PageClosed):
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
        front.call_later(done)
