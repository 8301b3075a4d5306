"""What is marked on a board, and how: the last move, the cursor and its targets, what won, what is threatened."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property

from games.capabilities import areas_of, threatened_cells, winning_cells
from games.dataclass import dataclass
from games.game import Game
from referee.drawing.glyphs import Line, Place, Span


@dataclass(frozen=True)
class Mark:
    """The characters before and after a marked cell, and their role. Between two marks the higher rank is drawn."""

    before: str
    after: str
    role: str
    rank: int


FROM = Mark("(", ")", "from", 0)
LAST = Mark("[", "]", "last", 1)
TARGET = Mark("{", "}", "target", 2)
CURSOR = Mark(">", "<", "cursor", 4)
WON = Mark("*", "*", "last", 3)
THREATENED = Mark("!", "!", "urgent", 3)
GAP = Span(" ")


@dataclass(frozen=True)
class Marks:
    """The cells that are marked, as (row, column) of the picture.

    last     where the last move ended, or all of its cells in a game whose pieces do not walk.
    came     where its piece came from.
    cursor   where a person points to; on a target it is drawn as the cursor.
    targets  where the person may go from here.
    won      the line, the path or the piece that won.
    threatened  a king in check, say, or checkmated.
    areas    the cells that count for each seat; cells without its piece bear its sign.
    """

    last: Collection[Place] = ()
    came: Collection[Place] = ()
    cursor: Place | None = None
    targets: Collection[Place] = ()
    won: Collection[Place] = ()
    threatened: Collection[Place] = ()
    areas: tuple[Collection[Place], Collection[Place]] = ((), ())

    @cached_property
    def by_place(self) -> dict[Place, Mark]:
        """The mark of each cell that has one; if it has several, the last kind listed below."""
        drawn = (self.threatened, THREATENED), (self.came, FROM), (self.won, WON), (self.last, LAST)
        kinds = *drawn, (self.targets, TARGET)
        found = {(row, column): mark for places, mark in kinds for row, column in places}
        return found if self.cursor is None else found | {self.cursor: CURSOR}

    @cached_property
    def owners(self) -> dict[Place, int]:
        """The seat for which each cell of an area counts."""
        return {(row, column): seat for seat, places in enumerate(self.areas) for row, column in places}

    def at(self, place: Place) -> Mark | None:
        """Return the mark of a cell; None if it has none."""
        return self.by_place.get(place)

    def row(self, row: int, columns: int) -> list[Mark | None]:
        """Return the marks of the first `columns` cells of a row."""
        return [self.at((row, column)) for column in range(columns)]


UNMARKED = Marks()


def move_marks(game: Game, move: int | None, counted: bool = False) -> Marks:
    """Return the marks of a move that was made last or may be made; none if it is None.

    counted  whether areas are marked before the end, too.
    """
    cells = () if move is None else game.cells(move)
    won, areas = winning_cells(game), areas_of(game) if counted or game.score() is not None else ((), ())
    walked = game.walks and len(cells) > 1
    last, came = (cells[1:], cells[:1]) if walked else (cells, ())
    return Marks(last, came, won=won, threatened=threatened_cells(game), areas=areas)


def mark_gaps(spans: Sequence[Span], marks: Sequence[Mark | None], gaps: Sequence[Span] = ()) -> Line:
    """Return the spans with gaps before, between and after them; marks take the place of gaps.

    They stand around each run of cells that are marked alike; between two runs stands the mark of the higher rank.
    """
    line: Line = []
    before: Mark | None = None
    for span, now, gap in zip(spans, marks, gaps or [GAP] * len(spans), strict=False):
        line += [gap_between(before, now, gap), replace(span, role=now.role) if now else span]
        before = now
    return [*line, gap_between(before, None, gaps[-1] if gaps else GAP)]


def gap_between(left: Mark | None, right: Mark | None, gap: Span) -> Span:
    """Return what is drawn between two neighbours with these marks."""
    if left == right:
        return gap
    if right and (not left or right.rank > left.rank):
        return Span(right.before, right.role)
    return Span(left.after, left.role) if left else gap
