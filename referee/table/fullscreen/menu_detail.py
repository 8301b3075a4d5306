"""What the menu tells of the game that is selected: a small picture, its one line, and a person's last result in it."""

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

PLIES = 6  # after which a game is shown
LEAST = 4  # lines from which there is room for a picture


@lru_cache(50)
def example(name: str) -> tuple[Game, int | None] | None:
    """A position of the game after some moves, and the last of them; None if its rules cannot be run."""
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
    """What there is to tell of the game of that name in a space of that size."""
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
    """The picture of the game, as large as it can be there; nothing if there is no room for it."""
    shown = example(name)
    if shown is None:
        return []
    game, last = shown
    lines = draw(game.show(), signs, width, move_marks(game, last), height)
    columns, rows = size(lines)
    return lines if columns <= width and rows <= height else []


def aliases(name: str) -> tuple[str, ...]:
    """The other names of a game; none of one in a file."""
    entry = games.CATALOGUE.all_entries.get(name)
    return entry.aliases if entry else ()
