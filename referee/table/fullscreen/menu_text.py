"""Lines of the menu, cut, wrapped and scrolled; and what the menu says about the selected game."""

import inspect
from collections.abc import Sequence
from functools import lru_cache
from random import Random

import games
from games.game import Game
from games.names.user_files import is_file_spec
from referee.drawing.glyphs import Line, Signs, Span
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.drawing.text_width import cut, size, wrapped
from referee.table.fullscreen.bars import game_title

MARGIN = 1  # cells left free at both sides of the window
GAP = 2  # cells between columns
PLIES = 6  # after which a game is shown
LEAST = 4  # lines from which there is room for a picture


def summary(kind: type) -> str:
    """Return the one line on a class of games or players: the first of its docstring."""
    return (inspect.getdoc(kind) or "").partition("\n")[0]


def paragraph(text: str, width: int, role: str = "") -> list[Line]:
    """Return the text wrapped to a window of this width."""
    return [[Span(" " * MARGIN), *line] for line in wrapped(text, width - 2 * MARGIN, role)]


def rule(width: int, signs: Signs, note: str = "") -> Line:
    """Return a line from edge to edge, with a note in it if there is one."""
    start = f"{signs.rule * 2} {note} " if note else ""
    return [Span(cut(start + signs.rule * width, width), "faint")]


def scrolled(top: int, at: int, count: int, room: int) -> int:
    """Return the first line to show, near `top`, so that line `at` of `count` is among the `room` lines shown."""
    return max(0, min(max(top, at - room + 1), at, count - room))


def between_rules(lines: Sequence[Line], top: int, room: int, width: int, signs: Signs) -> list[Line]:
    """Return `room` of the lines from `top` on, between rules that say how many more there are."""
    below = len(lines) - top - room
    seen = [*lines[top : top + room]]
    return [
        rule(width, signs, f"{top} more above" if top else ""),
        *seen,
        *([] for _ in range(room - len(seen))),
        rule(width, signs, f"{below} more below" if below > 0 else ""),
    ]


@lru_cache(50)
def example(name: str) -> tuple[Game, int | None] | None:
    """Return a position of the game after some moves, and the last of them; None if its rules cannot be run."""
    try:
        game, last, rng = games.load(name), None, Random(2)
        for _ in range(PLIES):
            move = rng.choice(game.moves())
            after = game.copy()
            after.make(move)
            if after.score() is not None:
                break
            game, last = after, move
        game.show()
    except Exception:  # noqa: BLE001  # a game that somebody is still writing
        return None
    return game, last


def detail(name: str, text: str, result: str, width: int, height: int, signs: Signs) -> list[Line]:
    """Return the description of a game for a space of this size."""
    heading: Line = [Span(cut(f"{game_title(name)} {signs.rule * width}", width), "faint")]
    also = ", ".join(aliases(name))
    words = [
        *wrapped(text, width),
        *(wrapped(f"Also: {also}.", width, "faint") if also else []),
        *(wrapped(result, width, "strong") if result else []),
    ]
    room = height - len(words) - 1
    drawn = picture(name, width, room, signs) if room >= LEAST and not is_file_spec(name) else []
    spare = room - len(drawn)
    parts: list[list[Line]] = [[heading], [[]] if spare > 0 else [], drawn, [[]] if drawn and spare > 1 else [], words]
    return [line for part in parts for line in part][:height]


def picture(name: str, width: int, height: int, signs: Signs) -> list[Line]:
    """Return the picture of the game, as large as it can be there; nothing if there is no room for it."""
    shown = example(name)
    if shown is None:
        return []
    game, last = shown
    lines = draw(game.show(), signs, width, move_marks(game, last), height)
    columns, rows = size(lines)
    return lines if columns <= width and rows <= height else []


def aliases(name: str) -> tuple[str, ...]:
    """Return the other names of a game; none of one in a file."""
    entry = games.CATALOGUE.all_entries.get(name)
    return entry.aliases if entry else ()
