"""The bars above and below a page: the game and its state, and the keys that do something now."""

import re
from collections.abc import Sequence

import games
from games.names.spec import short_name
from games.names.user_files import is_file_spec
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.text_width import cut, cut_start, text_width

PROGRAM = "referee"
GAP = 2  # columns between the texts at the left and at the right
TITLES = {"liars-dice": "Liar's Dice"}  # of names that leave out a sign
SMALL_WORDS = ("and", "of", "the")
KeyPairs = Sequence[tuple[str, str]]  # the name of a key, or of several with blanks between them, and what it does

# How prompt_toolkit calls the keys whose names are not what they type.
PRESSED = {
    "Enter": "enter", "Esc": "escape", "Space": " ", "Tab": "tab", "PgUp": "pageup", "PgDown": "pagedown",
    "PgDn": "pagedown", "Left": "left", "Right": "right", "Up": "up", "Down": "down", "Home": "home", "End": "end",
    "Del": "delete",
}  # fmt: skip


def game_title(spec: str) -> str:
    """Return what people call the game of a spec, with its options: `Connect Four`, `Chips: rule=last`."""
    name, options = games.CATALOGUE.split(games.split_position(spec)[0])
    words = re.split("-" if is_file_spec(spec) else "[-_]", short_name(name or spec))
    if not is_file_spec(spec):
        words = [word if place and word in SMALL_WORDS else word.capitalize() for place, word in enumerate(words)]
    title = TITLES.get(name or "", " ".join(words))
    return f"{title}: {options}" if options else title


def separated(parts: Sequence[str], signs: Signs) -> str:
    """Return the parts that are not empty in one line, with a dot between them or, in ASCII, a comma."""
    return (" · " if signs.finer else ", ").join(filter(None, parts))


def title_bar(title: str, right: str, width: int, signs: Signs) -> Line:
    """Return the first line of a page: the program, what is on the page and how that stands, as far as they fit."""
    right = cut_start(right, max(width - 2, 0))
    room = max(width - 2 - text_width(right) - GAP * bool(right), 0)
    before = f"{PROGRAM} {signs.wall} "
    before = before if text_width(before) + text_width(title) <= room else ""
    title = cut(title, room - len(before), signs.more)
    blanks = max(width - 2 - text_width(before + title + right), 0)
    edge = Span(" " * (width > 1), "bar")
    return [edge, Span(before, "bar-key"), Span(title, "bar-title"), Span(" " * blanks + right, "bar"), edge]


def fitting(pairs: KeyPairs, width: int) -> KeyPairs:
    """Return as many of the pairs as a line has room for, always with the last one, which leaves the page."""
    *others, last = pairs
    kept: list[tuple[str, str]] = []
    room = width - size(last)
    for pair in others:
        if size(pair) <= room:
            kept.append(pair)
            room -= size(pair)
    return [*kept, last]


def size(pair: tuple[str, str]) -> int:
    """Return the columns that a key takes with what it does."""
    return text_width(pair[0]) + text_width(pair[1]) + 3


def pressed_keys(name: str) -> list[tuple[str, str]]:
    """Return the keys in a name, each as it is written and as prompt_toolkit calls it; "" if no click can press it."""
    return [(word, PRESSED.get(word, named(word))) for word in name.split()]


def named(word: str) -> str:
    """Return what prompt_toolkit calls a key."""
    if len(word) == 1:
        return word
    if word.startswith("Ctrl-"):
        return f"c-{word[-1].casefold()}"
    return word.casefold() if word[0] == "F" and word[1:].isdecimal() else ""
