"""The state of a match's page: everything that its drawing depends on."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import pairwise
from math import inf
from time import monotonic

from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.picture import Picture
from players.player import Glimpse
from referee.drawing.changes import NOTHING, Change, find_change
from referee.drawing.flip import flipped_picture
from referee.drawing.glyphs import Line, Place, Span
from referee.drawing.text_width import wrap
from referee.match.clocks import NO_CLOCKS, Left, SeatClock
from referee.match.events import Ended, Moved, Started
from referee.match.sentences import Step, describe_player, last_turns, seating_sentence, turn_sentence
from referee.match.series import Series, Sitting
from referee.match.wording import Viewpoint
from referee.support.settings import UNNAMED
from referee.table.fullscreen.editor import BoardEditor, TextEditor

COLUMNS = re.compile(r"( *\S+( \S+)*  +)+")

LayOut = Callable[[int], list[Line]]  # the lines of the text for a window of this width
PAUSED = "Paused: Space goes on, Right steps."
LONG = 200  # characters of a message that has no room below the board
LASTING = 40  # messages kept
ROOMY = 16  # lines of a window from which the keys have a line of their own
TOLD = 2  # turns that stay in sight


class Pager:
    """A text that is read in place of the board, laid out for the window, and the line that is at the top."""

    def __init__(self, lay_out: LayOut):
        self.lay_out = lay_out
        self.top = 0
        self.width = 0
        self.lines: list[Line] = []  # for a window of this width

    def rows(self, width: int) -> list[Line]:
        if width != self.width:
            self.width, self.lines = width, self.lay_out(width)
        return self.lines


def wrap_lines(lines: list[str], width: int) -> list[Line]:
    """Return the lines of a text, those that are too long for the window continued in further ones."""
    return [[Span(row)] for line in lines for row in wrap(line, width, hanging_indent(line, width)) or [""]]


def hanging_indent(line: str, width: int) -> str:
    """Return the blanks before further rows of a wrapped line: as far in as its last column, if there is room."""
    found = COLUMNS.match(line)
    return " " * min(found.end() if found else 2, width // 2)


@dataclass(frozen=True)
class TimelinePosition:
    """A position, the move that led there, None at the start, and what that changed, as far as the viewer sees it."""

    game: Game
    moved: Moved | None = None
    change: Change = NOTHING


class Timeline:
    """All positions from the start on. `at` counts the one that is looked at; it follows the match while at the end."""

    def __init__(self, start: Game) -> None:
        self.positions = [TimelinePosition(start)]
        self.at = 0

    def start(self, event: Started, viewer: int | None) -> None:
        """Add the moves that were made before anybody was asked."""
        for moved in event.before:
            self.add(moved, viewer)

    def add(self, moved: Moved, viewer: int | None) -> None:
        live, before = self.live, self.last.game.show(viewer)
        self.positions.append(
            TimelinePosition(moved.game, moved, find_change(before, moved.game.show(viewer), moved.seat))
        )
        if live:
            self.at = len(self.positions) - 1

    def cut(self, count: int) -> None:
        del self.positions[len(self.positions) - count :]
        self.at = len(self.positions) - 1

    def step(self, by: int) -> bool:
        """Look at a position `by` moves later or, negative, earlier; return whether there was one."""
        wanted = min(max(self.at + by, 0), len(self.positions) - 1)
        moved, self.at = wanted != self.at, wanted
        return moved

    def to_end(self) -> bool:
        """Look at where the match stands; return whether something else was looked at."""
        return self.step(len(self.positions))

    @property
    def now(self) -> TimelinePosition:
        return self.positions[self.at]

    @property
    def last_move(self) -> Moved | None:
        """The move that led to what is looked at; before dice or cards the move of the player before them."""
        past = (position.moved for position in reversed(self.positions[: self.at + 1]))
        return next((moved for moved in past if moved is None or moved.seat != CHANCE), None)

    @property
    def last(self) -> TimelinePosition:
        return self.positions[-1]

    def taken(self, seat: int) -> list[str]:
        """Return the word for each piece that a seat has taken, "" if it has none, up to what is looked at."""
        past = self.positions[1 : self.at + 1]
        changes = [position.change for position in past if position.moved and position.moved.seat == seat]
        return [change.piece for change in changes for _ in range(change.captured)]

    @property
    def live(self) -> bool:
        """Whether what is looked at is where the match stands."""
        return self.at == len(self.positions) - 1

    def steps(self, until: int | None = None) -> list[Step]:
        """Return the moves up to a position, or all, each with the position before it."""
        past = self.positions if until is None else self.positions[: until + 1]
        return [(before.game, after.moved) for before, after in pairwise(past) if after.moved]


@dataclass
class Cursor:
    """A cursor in one position, and the cells of a move that are chosen already.

    ways    the cells of each legal move that takes place anywhere, in order; only the first if no piece walks.
    walks   whether pieces walk: then a move needs a cell to go to before it is made.
    place   where the cursor is; None before it was used.
    chosen  the cells that were entered so far.
    aimed   whether these are of the piece that was shown because the cell under the cursor was clicked.
    """

    ways: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    walks: bool = False
    place: Place | None = None
    chosen: tuple[Place, ...] = ()
    aimed: bool = False

    @property
    def open(self) -> dict[int, tuple[Place, ...]]:
        """The moves that begin with the cells chosen, and the cells of each that are still to come."""
        count = len(self.chosen)
        return {move: way[count:] for move, way in self.ways.items() if way[:count] == self.chosen}

    @property
    def targets(self) -> set[Place]:
        """The cells that may be entered next."""
        return {way[0] for way in self.open.values() if way}

    def step(self, rows: int, columns: int, home: Place) -> None:
        """Go to the nearest cell that may be entered in a direction, if there is any; at first, nearest to home.

        If all cells of a move were chosen, but it was not made, another one begins.
        """
        if self.chosen and not self.targets:
            self.chosen = ()
        if self.place is None:
            self.place = min(self.targets, key=lambda cell: distance(cell, home), default=None)
            return
        row, column = self.place
        ahead = []
        for cell in (self.targets | set(self.chosen[-1:])) - {self.place}:
            along = (cell[0] - row) * rows + (cell[1] - column) * columns
            aside = abs((cell[0] - row) * columns) + abs((cell[1] - column) * rows)
            if along > 0:
                ahead.append((aside > along, along + 2 * aside, cell))
        if ahead:
            self.place = min(ahead)[2]

    def enter(self) -> list[int]:
        """Choose the cell under the cursor; return the moves that are meant once all cells are chosen.

        Several moves may have the same cells. None are returned if more cells are to be chosen, or if no move goes on
        from that cell.
        """
        if self.place is None:
            return []
        if self.place not in self.targets:
            ended = [move for move, way in self.open.items() if not way]
            if self.place in self.chosen and not ended:
                self.chosen = ()
            return ended if self.place in self.chosen[-1:] else []
        self.chosen = (*self.chosen, self.place)
        left = self.open
        settled = len(left) == 1 and (not self.walks or len(self.chosen) > 1)
        return list(left) if settled or not any(left.values()) else []

    def cancel(self) -> bool:
        """Take back what was chosen; return whether there was anything."""
        had, self.chosen, self.aimed = bool(self.chosen), (), False
        return had

    def aim(self, place: Place) -> list[int]:
        """Return the moves of pieces that end on a cell; if they begin alike, choose all that comes before it."""
        found = [move for move, way in self.ways.items() if len(way) > 1 and way[-1] == place]
        if len({self.ways[move][:-1] for move in found}) == 1:
            self.chosen, self.place, self.aimed = self.ways[found[0]][:-1], place, True
        return found


def cursor_of(game: Game) -> Cursor:
    """Return a cursor for a position: without ways if the board has no cells for any of its moves."""
    ways = {move: tuple(game.cells(move)) for move in game.moves()}
    walks = getattr(game, "walks", False)
    return Cursor({move: way if walks else way[:1] for move, way in ways.items() if way}, walks)


def distance(one: Place, other: Place) -> int:
    """Return the steps from one cell to the other."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@dataclass
class Thinking:
    """A seat that is asked for a move: since when, and until when it may answer, on time.monotonic().

    left_after  returns what the clocks show after a number of seconds.
    doing   returns the words about who sits there, and gets the name; None: that it thinks.
    """

    seat: int
    deadline: float
    since: float
    left_after: Callable[[float], Left]
    glimpse: Callable[[], Glimpse | None] | None = None
    doing: Callable[[str], str] | None = None


@dataclass
class View:
    """The state of the page.

    title     what is played;  timeline  its positions.
    names     who sits on the seats;  people  which of them are people.
    viewer    the seat that the page is for, None for an onlooker.
    cursor    the cursor of the person to move;  asked  the position in which that person was asked.
    left      what the clocks showed when the thinking seat was asked.
    said      the messages since the last move;  told  the last one that has to be read to its end.
    notes     comments on a match of the past, by the number of the position; the first is shown in any window.
    paused    whether a match that is watched stands still;  replayed  whether it is one of the past.
    series    the series that the match is a part of, if any.
    follows   whether the match is over and another game of the same series comes next.
    working   what the table works on for the person to move;  busy  the line that says who thinks.
    ahead     a move that was typed while another thinks, to be played once it is this person's turn; "": none.
    editor    what sets up a position in place of the board, None while nobody does.
    moving    the picture of a moment in which a piece moves;  animated  whether there are any.
    sitting   who has won how often since the program was started.
    dead      the chains that are marked as dead, by name, while a person is asked about them; otherwise None.
    counted   whether what counts for each seat is marked on the board, as somebody asked for the score.
    remote    whether the match is played elsewhere: nobody here can hurry the other, or choose another match.
    writes    whether people may write files here.
    """

    title: str
    timeline: Timeline
    names: tuple[str, str] = ("", "")
    people: tuple[bool, bool] = (False, False)
    viewer: int | None = None
    flipped: bool = False
    thinking: Thinking | None = None
    asked: Game | None = None
    cursor: Cursor | None = None
    left: Left = NO_CLOCKS
    said: list[str] = field(default_factory=list)
    told: str = ""
    notes: Mapping[int, Sequence[str]] = field(default_factory=dict)
    pager: Pager | None = None
    editor: BoardEditor | TextEditor | None = None
    ended: Ended | None = None
    paused: bool = False
    replayed: bool = False
    series: Series | None = None
    follows: bool = False
    working: str = ""
    busy: str = ""
    ahead: str = ""
    moving: Picture | None = None
    animated: bool = False
    sitting: Sitting = field(default_factory=Sitting)
    counted: bool = False
    dead: set[str] | None = None
    remote: bool = False
    writes: bool = True

    def stop_thinking(self, left: Left) -> None:
        """Stop the clocks, and show nobody thinking, while a move that was made waits to be shown."""
        self.thinking, self.left, self.busy = None, left, ""

    def stop_clocks(self, until: float) -> None:
        """Stop the clocks while a question is open that may be answered `until` then, if they do not run to it."""
        if self.thinking and until > self.thinking.deadline:
            self.left = self.clock(0) if self.left[0] else None, self.clock(1) if self.left[1] else None
            self.thinking = None

    def say(self, text: str) -> None:
        """Add a message; one that is long, or has several lines, is read in place of the board."""
        lines = text.split("\n")
        if len(lines) > 1 or len(text) > LONG:
            self.read(partial(wrap_lines, lines))
        else:
            self.said = [*self.said, text][-LASTING:]

    def tell(self, text: str) -> None:
        """Add a message that a person has to be able to read to its end, in place of the board if it has no room."""
        self.say(text)
        self.told = text

    def note_shown(self, cut: bool) -> bool:
        """Note that the page was laid out; if a message for a person to move was cut, it is read in place of the board.

        Returns whether it is, and the page has to be laid out again.
        """
        if self.asked:
            if cut:
                self.read(partial(wrap_lines, [self.said.pop()]))
            self.told = ""
        return cut

    def read(self, lay_out: LayOut) -> None:
        """Show a text in place of the board."""
        self.pager = Pager(lay_out)

    def read_notes(self) -> None:
        """Show all comments on the position in place of the board."""
        if notes := self.notes.get(self.timeline.at):
            self.read(partial(wrap_lines, [*notes]))

    def scroll(self, by: int) -> None:
        if self.pager:
            self.pager.top += by

    def turn_around(self) -> None:
        """Look at the board from the other side, if it has one."""
        if flipped_picture(self.timeline.now.game, self.viewer):
            self.flipped = not self.flipped
        else:
            self.say("There is no other side to look at this from.")

    def put_away(self) -> None:
        self.pager = None

    @property
    def covered(self) -> bool:
        """Whether something else is in place of the board: a text that is read, or a position that is set up."""
        return self.pager is not None or self.editor is not None

    def who(self, seat: int) -> str:
        """Return the player on a seat, and what the game calls it."""
        return describe_player(self.timeline.last.game, self.names, seat)

    def called(self, seat: int) -> str:
        """Return the name of the player on a seat; a person without a name who is alone at the table is you."""
        return "you" if self.viewer == seat and self.names[seat] == UNNAMED else self.names[seat]

    @property
    def score(self) -> str:
        """How often each of those who play has won in this sitting; "" before the first result."""
        return self.sitting.score([self.called(0), self.called(1)])

    def clock(self, seat: int) -> SeatClock | None:
        """Return what the seat has now: its clock, or the time for its move; None if its time is not limited."""
        runs = self.thinking if self.thinking and self.thinking.seat == seat and not self.ended else None
        if not runs:
            return self.left[seat]
        now = monotonic()
        shown, rest = runs.left_after(now - runs.since)[seat], max(runs.deadline - now, 0.0)
        if shown is None:
            return None if rest == inf else SeatClock(rest)
        return replace(shown, seconds=min(shown.seconds, rest))

    @property
    def viewpoint(self) -> Viewpoint:
        first, second = self.timeline.last.game.seats
        return Viewpoint(self.names, (first, second), self.viewer)

    def turns(self) -> list[str]:
        """Return the last turns up to the position that is looked at, in sentences."""
        steps = self.timeline.steps(self.timeline.at)
        return [turn_sentence(turn, self.viewpoint) for turn in last_turns(steps, self.viewpoint, TOLD)]

    @property
    def remarks(self) -> list[str]:
        """The last turns, and the messages since; when looking back, the turns that led there.

        Without either, who plays.
        """
        notes = self.notes.get(self.timeline.at, ())  # the first one last, which stays in the smallest window
        said = [*self.turns(), *notes[1:], *notes[:1], *(self.said if self.timeline.live else [])]
        return said or ([seating_sentence(self.viewpoint)] if any(self.names) else [])

    @property
    def over(self) -> bool:
        """Whether the match that was played here has ended."""
        return self.ended is not None and not self.replayed

    @property
    def status(self) -> str:
        """What is going on: the match is paused, or who thinks."""
        return PAUSED if self.paused and not (self.ended or self.replayed) else self.busy

    @property
    def ticking(self) -> bool:
        """Whether the page changes by itself."""
        return (
            self.thinking is not None
            and not self.ended
            and (self.asked is None or self.clock(self.thinking.seat) is not None)
        )
