"""Boards in colours as they look: tests/drawing/painted, a file for each game, in windows of three sizes.

Below each board stands what it is painted with, a letter for each role, and which role a letter is: the theme gives them
their colours. `python -m tests.drawing.test_painted` paints them anew after a change that is meant, or only those that
it names; `referee GAME --moves ...` at a terminal shows them.
"""

import sys
from dataclasses import replace
from pathlib import Path
from string import ascii_letters

import pytest

import games
from referee.drawing.glyphs import UNICODE
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.drawing.text_width import text_width
from tests.games.test_snapshots import PICTURES

FOLDER = Path(__file__).parent / "painted"
WINDOWS = (40, 12), (57, 20), (90, 40)  # columns and lines that the board may take


def painted(name):
    """The boards of that game in all windows, and what they are painted with."""
    *before, last = PICTURES[name].moves
    game = games.load(PICTURES[name].game, before)
    move = game.parse(last)
    game.make(move)
    signs, parts = replace(UNICODE, painted=True), []
    for columns, lines in WINDOWS:
        drawn = draw(game.show(), signs, columns, move_marks(game, move), lines, generous=True)
        letters = {
            role: letter for role, letter in zip(dict.fromkeys(s.role for line in drawn for s in line), ascii_letters)
        }
        parts += [f"In {columns} columns and {lines} lines:", ""]
        parts += ["".join(span.text for span in line).rstrip() for line in drawn]
        parts += ["", *("".join(letters[span.role] * text_width(span.text) for span in line) for line in drawn), ""]
        parts += [*(f"{letter} {role}".rstrip() for role, letter in letters.items()), ""]
    return f"{PICTURES[name].game} after {' '.join(PICTURES[name].moves)}\n\n" + "\n".join(parts)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.iterdir()))
def test_a_painted_board_looks_as_it_did(name):
    assert painted(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_has_a_painted_board():
    for name in {path.stem for path in FOLDER.iterdir()} ^ set(games.CATALOGUE):
        pytest.fail(f"{name} has no painted board; paint it: make game NAME={name}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in sys.argv[1:] or games.CATALOGUE:
        (FOLDER / f"{each}.txt").write_text(painted(each), encoding="utf-8")
