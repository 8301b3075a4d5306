"""What stands at a node of a tree: a small board, or a word; nothing if neither is small enough."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.capabilities import own_method
from games.picture import Cell, Form, Grid, Hands, Heaps, Pits
from referee.drawing.glyphs import OWNER, UNICODE, Line, Signs, Span
from referee.drawing.grid import bare_cell, cell_role, close_board, lattice_board
from referee.drawing.highlights import UNMARKED
from referee.drawing.text_width import is_uneven, line_part, pad, text_width
from referee.reports.tree.box_drawing import to_cells, tree_glyphs

if TYPE_CHECKING:
    from games.game import Game
    from games.picture import Picture

ROWS, COLUMNS = 4, 8  # of the largest board that is drawn at a node
LATTICE = 5, 9  # the same with the lines between dots
WORD = 12  # characters of the longest word


def position_lines(game: Game, signs: Signs = UNICODE) -> list[Line]:
    """The lines at that node, all as long, none where nothing fits: at most 5 lines and 17 columns.

    A board stands as its rows of marks, heaps as their numbers, hands side by side, what a plain game shows as its text
    where that is small, or else as its first line. A game may say itself what stands there, in a method `label()`.
    """
    if tell := own_method(game, "label"):
        return [[Span(to_cells(tell(game), tree_glyphs(signs)))]] if tell(game) else []
    picture = game.show()
    if isinstance(picture, Grid):
        return rows(picture, signs) if is_small(picture) else []
    if isinstance(picture, Pits):
        return pits(picture) if len(picture.rows[0]) <= COLUMNS else []
    if isinstance(picture, str):
        return text(picture, signs)
    word = to_cells(position_word(picture), tree_glyphs(signs))
    return [[Span(word)]] if word and text_width(word) <= WORD else []


def position_word(picture: Picture) -> str:
    """The position in one line, however long: `4`, `3/4/5`, `XO./.X./...`, empty if a picture is not a small matter.

    Of heaps those that are nobody's are told, where there are such: what was taken from them is known by the moves.
    """
    match picture:
        case Heaps():
            common = [heap for heap in picture.heaps if heap.seat is None]
            return "/".join(str(heap.count) for heap in common or picture.heaps)
        case Hands():
            held = ["".join(hand.cards) for hand in picture.hands]
            return "/".join(cards or "-" for cards in held) if any(held) else ""
        case Grid():
            return "/".join("".join(cell.mark or "." for cell in row) for row in strip_background(picture).rows)
        case Pits():
            rows = [" ".join(map(str, row)) for row in picture.rows]
            return f"{picture.stores[1]}:{rows[0]}/{rows[1]}:{picture.stores[0]}"
        case str():
            return " ".join(picture.split())
    return ""


def is_small(picture: Grid) -> bool:
    """Whether the board is drawn at a node."""
    rows, columns = LATTICE if picture.form is Form.LATTICE else (ROWS, COLUMNS)
    wide = max(text_width(cell.mark) for row in picture.rows for cell in row)
    return len(picture.rows) <= rows and len(picture.rows[0]) <= columns and wide <= 2


def strip_background(picture: Grid) -> Grid:
    """The board without labels, note and what is only background: numbers of free cells, hints."""
    lined = picture.form is Form.LATTICE

    def kept(cell: Cell) -> Cell:
        return cell if lined or cell.firm or cell.seat is not None or cell.mark == " " else Cell()

    kept_rows = tuple(tuple(map(kept, row)) for row in picture.rows)
    return replace(picture, rows=kept_rows, row_labels=(), column_labels=(), note="")


def board(game: Game) -> Grid | None:
    """The board that is drawn at that node, bare of what is only background; None if there is none so small."""
    picture = game.show()
    return strip_background(picture) if isinstance(picture, Grid) and is_small(picture) else None


def rows(picture: Grid, signs: Signs) -> list[Line]:
    """The rows of its marks; a wide board has no gaps."""
    picture = strip_background(picture)
    if picture.form is Form.LATTICE:
        return level(lattice_board(picture, signs, UNMARKED, 1))
    wide = max(1, *(text_width(cell.mark) for row in picture.rows for cell in row))
    if picture.form is Form.SLANTED:
        return level(close_board(picture, signs, UNMARKED, wide))
    gap = [Span(" ")] if len(picture.rows[0]) <= ROWS else []
    lines = [
        [[Span(pad(bare_cell(cell, signs), wide, "^"), cell_role(cell)), *gap] for cell in row] for row in picture.rows
    ]
    return [[span for cell in line for span in cell][: -len(gap) or None] for line in lines]


def level(lines: list[Line]) -> list[Line]:
    """The lines without the blank columns at both sides, each as long as the others."""
    texts = ["".join(span.text for span in line) for line in lines]
    left = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    right = max(text_width(text.rstrip()) for text in texts)
    return [line_part(line, left, right) for line in lines]


def pits(picture: Pits) -> list[Line]:
    """Two rows of numbers, each store at its end of them."""
    upper, lower = (" ".join(map(str, row)) for row in picture.rows)
    left, right = f"{picture.stores[1]}:", f":{picture.stores[0]}"
    roles = [OWNER[row if picture.turned else 1 - row] for row in (0, 1)]
    wide = max(len(upper), len(lower))
    blank, tail = " " * len(left), " " * len(right)
    return [
        [Span(f"{left}{pad(upper, wide)}{tail}", roles[0])],
        [Span(f"{blank}{pad(lower, wide)}{right}", roles[1])],
    ]


def text(shown: str, signs: Signs) -> list[Line]:
    """What a plain game shows: all of it where that is a small board, else its first line if it is short."""
    rows = [row.rstrip() for row in shown.splitlines() if row.strip()]
    if not rows or any(map(is_uneven, rows)):
        return []
    pens = tree_glyphs(signs)
    wide = max(map(text_width, rows))
    if len(rows) > 1 and len(rows) <= ROWS and wide <= 2 * COLUMNS + 1:
        return level([[Span(pad(to_cells(row, pens), wide))] for row in rows])
    first = to_cells(rows[0].strip(), pens)
    return [[Span(first)]] if text_width(first) <= WORD else []
