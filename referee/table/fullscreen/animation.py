"""The moment in which a piece moves, falls or turns on the page."""

from asyncio import sleep
from collections.abc import Callable

from games.picture import Picture
from referee.drawing.flip import picture_for_seat
from referee.drawing.highlights import UNMARKED
from referee.drawing.motion import frames_between, step_of
from referee.table.fullscreen.view import View


async def animate(view: View, redraw: Callable[[], None]) -> None:
    """Show the pictures between the last two positions one after the other, until another position is shown."""
    view.moving, seen, frames = None, len(view.timeline.positions), frames_of(view)
    for frame in frames:
        view.moving = frame
        redraw()
        await sleep(step_of(frames))
        if len(view.timeline.positions) != seen or not view.timeline.live:
            break
    if len(view.timeline.positions) == seen:
        view.moving = None
        redraw()


def frames_of(view: View) -> list[Picture]:
    """The pictures between the last two positions, as the page shows them; none where another one is looked at."""
    before, after = (
        picture_for_seat(position.game, UNMARKED, view.viewer, view.flipped)[0]
        for position in view.timeline.positions[-2:]
    )
    return frames_between(before, after) if view.timeline.live else []
