"""What the page says of a match, in sentences; and what goes on while somebody thinks."""

from time import monotonic

from games.game import CHANCE
from players.player import Glimpse
from referee.changes import Change, words
from referee.events import Moved
from referee.sentences import opponents
from referee.signs import Signs
from referee.stage.view import View

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
PLAIN_SPINNER = "|/-\\"
TURNS = 10  # of the spinner a second


def sentence(view: View, event: Moved, change: Change) -> str:
    """Who moved, what, and what that took."""
    text = event.text if view.viewer is None else event.heard[view.viewer]
    if event.seat == CHANCE:
        return f"Chance: {text}"
    took = words(change)
    return f"{view.who(event.seat)} plays {text}{f', {took}' if took else ''}."


def remarks(view: View) -> list[str]:
    """What was said last; of a position that is looked back at, the move that led there."""
    scene = view.reel.now
    if view.reel.live or not view.names[0]:
        return view.said
    return [sentence(view, scene.moved, scene.change) if scene.moved else opponents(scene.game, view.names)]


def busy(view: View, signs: Signs) -> str:
    """Who thinks, and how far that is; nothing while a person is asked."""
    if view.thinking is None or view.asked is not None:
        return ""
    frames = SPINNER if signs.finer else PLAIN_SPINNER
    frame = frames[int(monotonic() * TURNS) % len(frames)]
    if view.working:
        return f"{frame} {view.working}"
    found = view.thinking.glimpse() if view.thinking.glimpse else None
    return f"{frame} {view.who(view.thinking.seat)} is thinking{progress(found) if found else ''}"


def progress(found: Glimpse) -> str:
    """How far a search is: playouts or depth, and the line it expects."""
    words = [f"{found.playouts:,} playouts"] if found.playouts else [f"depth {found.depth}"] if found.depth else []
    if found.nodes and not found.playouts:
        words.append(f"{found.nodes:,} positions")
    if found.line:
        words.append(f"expects {' '.join(found.line[:6])}")
    return ": " + ", ".join(words) if words else ""
