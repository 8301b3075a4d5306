"""What the page says of somebody who thinks."""

from time import monotonic

from players.player import Glimpse
from referee.drawing.escapes import with_signs
from referee.drawing.glyphs import Signs
from referee.solving.outcome_text import line_text
from referee.table.fullscreen.view import View

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
PLAIN_SPINNER = "|/-\\"
EXPECTED = 6  # moves of a line that are shown
TURNS = 10  # of the spinner a second


def busy(view: View, signs: Signs) -> str:
    """Who thinks, and how far that is; nothing while a person is asked."""
    if view.thinking is None or view.asked is not None:
        return ""
    frames = SPINNER if signs.finer else PLAIN_SPINNER
    frame = frames[int(monotonic() * TURNS) % len(frames)]
    if view.working:
        return f"{frame} {view.working}"
    found = view.thinking.glimpse() if view.thinking.glimpse else None
    said = f"{frame} {view.who(view.thinking.seat)} is thinking{progress(found) if found else ''}"
    return with_signs(said, signs)


def progress(found: Glimpse) -> str:
    """How far a search is: playouts or depth, and the line it expects."""
    reach = f"/{found.reach}" if found.reach > found.depth else ""
    words = [f"{found.playouts:,} playouts"] if found.playouts else [f"depth {found.depth}{reach}"] * (found.depth > 0)
    if found.nodes and not found.playouts:
        words.append(f"{found.nodes:,} positions")
    if found.line:
        words.append(f"expects {line_text(found.line, EXPECTED)}")
    return ": " + ", ".join(words) if words else ""
