"""What only go has in SGF: komi (KM), a handicap (HA), and results in halves of a point (red-bean.com/sgf/go.html)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.option import options_of
from games.spec_text import clip
from referee.formats.file_game import refuse

if TYPE_CHECKING:
    from referee.formats.sgf_points import Point, SgfBoard
    from referee.formats.sgf_tree import SgfTree
    from referee.match.record import Record

KOMI = re.compile(r"-?\d{1,3}(?:\.\d{1,3})?", re.ASCII)
SHOWN = 20  # characters of what is not a komi


def read_options(tree: SgfTree, board: SgfBoard) -> str:
    """The options of our go for the komi and the handicap of the tree. A file without komi has none.

    Raises SpecError if the komi is neither whole nor half.
    """
    told = tree.info("KM") or "0"
    if not KOMI.fullmatch(told.strip()) or float(told) * 2 % 1:
        raise refuse(tree.root.line, f"KM[{clip(told, SHOWN)}] is not a komi in whole or half points, such as 6.5")
    komi = float(told)
    usual = options_of(type(games.load("go")))["komi"]
    options = [] if komi == usual.default else [f"komi={usual.write(komi)}"]
    count = tree.info("HA").strip()
    if re.fullmatch("[2-9]", count) and is_usual(board, int(count), set(board.points(tree.root, "AB"))):
        options.append(f"handicap={count}")
    return ",".join(options)


def is_usual(board: SgfBoard, count: int, stones: set[Point]) -> bool:
    """Whether these are the points on which our go puts so many stones of a handicap."""
    from games.go_text import handicap_places

    try:
        places = handicap_places(board.rows, count)
    except ValueError:
        return False
    return stones == {(board.rows - 1 - row, column) for row, column in places}


def write_options(record: Record) -> dict[str, str]:
    """The properties for the komi, the handicap and the result of the match."""
    given = games.CATALOGUE.read(games.split_position(record.game)[0])[1]
    usual = options_of(type(games.load("go")))["komi"]
    komi = given.get("komi", usual.default)
    found = {"KM": usual.write(komi)}
    if handicap := given.get("handicap", 0):
        found["HA"] = str(handicap)
    if komi % 1 and record.score and record.how == "played-out":
        found["RE"] = f"{'B' if record.score > 0 else 'W'}+{abs(record.score) - 0.5}"
    return found
