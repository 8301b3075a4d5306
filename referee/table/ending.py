"""What people may do on the page once a match is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import players
from players.entry import LEVEL as LEVEL_NUMBER

if TYPE_CHECKING:
    from referee.table.fullscreen.match_front import FullScreenFront
    from referee.table.fullscreen.view import View

AGAIN, SWAPPED, BACK, MENU, LEVEL = "again", "swapped", "back", "menu", "level"  # what a page may be left for
POSITION = "position"  # and, with its text after it, for a game that begins there

LEVELS = range(LEVEL_NUMBER.least or 1, (LEVEL_NUMBER.most or 10) + 1)

Choice = tuple[str, str, str]  # a key, and what it does in a word and in a few


def choices(view: View) -> list[Choice]:
    """What may be done after the end of the match. In a series the players stay, and the seats alternate."""
    person = any(moved.seat >= 0 and view.people[moved.seat] for _, moved in view.timeline.steps())
    alone, levels = view.series is None, players.CATALOGUE.find("level") is not None
    found: list[tuple[bool, Choice]] = [
        (not view.follows, ("Enter", "again", "play again")),
        (view.follows, ("Enter", "next game", "play the next game of the series")),
        (True, ("v", "review", "review this match")),
        (person and alone, ("u", "take back", "take back your last move")),
        (alone, ("s", "swap", "play again, seats swapped")),
        (sum(view.people) == 1 and alone and levels, ("l", "level", "play another level")),
        (True, ("g", "games", "choose another game")),
        (True, ("e", "share", "save it as an animation")),
        (True, ("q", "leave", "leave the table")),
    ]
    return [choice for offered, choice in found if offered]


def ask_level(front: FullScreenFront) -> None:
    """Ask which level to play in the next match."""
    front.asks_level = True
    front.buffer.reset()


def answer_level(front: FullScreenFront) -> None:
    """Leave the page for a match against the level that was typed; anything else gets a message."""
    text = front.buffer.text.strip()
    front.buffer.reset()
    if text.isdecimal() and LEVEL_NUMBER.fits(int(text)):
        front.leave_for(f"{LEVEL} {int(text)}")
    elif text:
        front.view.say(f"level {text!r} must be {LEVEL_NUMBER.allowed}")


def drop_level(front: FullScreenFront) -> None:
    """Stop asking for a level."""
    front.asks_level = False
    front.buffer.reset()
