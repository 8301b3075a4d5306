"""What changes on the page of a match: by events, while a piece moves, and while somebody thinks or edits."""

from asyncio import sleep
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from prompt_toolkit.buffer import Buffer

from games.base.rule_values import shorten
from games.capabilities import hides_information
from games.game import Game
from games.picture import Picture
from players.player import Glimpse
from referee.drawing.changes import frames_between, step_of
from referee.drawing.flip import picture_for_seat
from referee.drawing.glyphs import Signs, with_signs
from referee.drawing.highlights import UNMARKED
from referee.errors.ownership import safe_getattr
from referee.match.events import Asked, Declined, Ended, Event, Moved, Redone, Seated, Started, TakenBack
from referee.match.sentences import outcome_sentence, seating_sentence, undo_sentence
from referee.solving.outcome_text import line_text
from referee.table.fullscreen.editor import editor_for
from referee.table.fullscreen.view import Thinking, View


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


SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
PLAIN_SPINNER = "|/-\\"
EXPECTED = 6  # moves of a line that are shown
TURNS = 10  # of the spinner a second


def frames_of(view: View) -> list[Picture]:
    """Return the pictures between the last two positions, as the page shows them; none if it looks at another one."""
    before, after = (
        picture_for_seat(position.game, UNMARKED, view.viewer, view.flipped)[0]
        for position in view.timeline.positions[-2:]
    )
    return frames_between(before, after) if view.timeline.live else []


def busy(view: View, signs: Signs) -> str:
    """Return which program thinks, or what it does for a person, and the progress; "" if a person is to move."""
    if view.thinking is None or view.asked is not None:
        return ""
    frames = SPINNER if signs.finer else PLAIN_SPINNER
    frame = frames[int(monotonic() * TURNS) % len(frames)]
    if view.working:
        return f"{frame} {view.working}"
    if view.people[view.thinking.seat]:
        return ""
    if view.thinking.doing:
        return with_signs(f"{frame} {view.thinking.doing(view.who(view.thinking.seat))}", signs)
    found = view.thinking.glimpse() if view.thinking.glimpse else None
    said = f"{frame} {view.who(view.thinking.seat)} is thinking{progress(found) if found else ''}"
    return with_signs(said, signs)


def progress(found: Glimpse) -> str:
    """Return the progress of a search: playouts or depth, and the line that it expects."""
    reach = f"/{found.reach}" if found.reach > found.depth else ""
    words = [f"{found.playouts:,} playouts"] if found.playouts else [f"depth {found.depth}{reach}"] * (found.depth > 0)
    if found.nodes and not found.playouts:
        words.append(f"{found.nodes:,} positions")
    if found.line:
        words.append(f"expects {line_text(found.line, EXPECTED)}")
    return ": " + ", ".join(words) if words else ""


def open_editor(view: View, buffer: Buffer, spec: str, game: Game) -> None:
    """Open an editor for a position, beginning with `game`; its text may stand at the prompt."""
    try:
        view.editor = editor_for(spec, game, view.viewer, view.flipped)
    except ValueError as error:
        view.say(f"{error}.")
    except Exception as error:  # noqa: BLE001  # a game that somebody is still writing
        view.say(f"This position cannot be set up: {type(error).__name__}: {error}")
    else:
        buffer.text = view.editor.line
        buffer.cursor_position = len(buffer.text)


def close_editor(view: View, buffer: Buffer) -> None:
    """Show the board of the game again."""
    view.editor = None
    buffer.reset()


def update_view(view: View, event: Event) -> None:
    """Update the page by the event."""
    match event:
        case Started():
            view.names, view.left = event.names, event.left
            view.timeline.start(event, view.viewer)
            view.say(seating_sentence(view.viewpoint))
        case Asked():
            view.left = event.left
            # The expected line would reveal what the player holds.
            secret = view.viewer is not None and hides_information(event.game)
            glimpse = None if secret else safe_getattr(event.player, "glimpse")
            doing = safe_getattr(event.player, "doing")
            view.thinking = Thinking(event.seat, event.deadline, monotonic(), event.left_after, glimpse, doing)
            return
        case Moved():
            view.thinking, view.left, view.cursor, view.working = None, event.left, None, ""
            view.timeline.add(event, view.viewer)
            view.said = []
        case TakenBack():
            view.left, view.cursor = event.left, None
            view.timeline.cut(event.count)
            view.say(undo_sentence(event))
        case Redone():
            view.say(undo_sentence(event))
        case Seated():
            seated(view, event)
        case Declined():
            view.say(event.why)
        case Ended():
            ended(view, event)
    if not view.paused:
        view.busy = ""


def ended(view: View, event: Ended) -> None:
    """End the match; its result counts in this sitting if it was played here."""
    view.left = event.left
    view.timeline.positions[-1] = replace(view.timeline.last, game=event.game)  # maybe without dead stones
    view.ended, view.thinking, view.asked, view.cursor, view.dead = event, None, None, None, None
    if event.score is not None and not view.replayed:
        view.sitting.add([view.called(0), view.called(1)], event.score)
    dropped = f" {shorten(view.ahead)!r}, typed ahead, is dropped." if view.ahead else ""
    view.said, view.ahead = [outcome_sentence(event, view.viewpoint) + dropped], ""


def seated(view: View, event: Seated) -> None:
    """Change the players."""
    if event.spec is None:
        view.people = view.people[1], view.people[0]
        view.viewer = view.people.index(True) if sum(view.people) == 1 else None
    view.names, view.cursor = event.names, None
    view.say(seating_sentence(view.viewpoint))
