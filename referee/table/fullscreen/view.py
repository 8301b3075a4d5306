"""What stands on the page at the moment: everything that drawing it goes by."""

from collections.abc import Callable
from dataclasses import field, replace
from functools import partial
from math import inf
from time import monotonic

from games.dataclass import dataclass
from games.game import Game
from games.picture import Picture
from players.player import Glimpse
from referee.drawing.flip import flipped_picture
from referee.match.clocks import NO_CLOCKS, Left
from referee.match.events import Ended
from referee.match.seat_clock import SeatClock
from referee.match.sentences import describe_player, last_turns, seating_sentence, turn_sentence
from referee.match.series import Series
from referee.match.viewpoint import Viewpoint
from referee.table.fullscreen.cursor import Cursor
from referee.table.fullscreen.editor import BoardEditor, TextEditor
from referee.table.fullscreen.pager import LayOut, Pager, wrap_lines
from referee.table.fullscreen.timeline import Timeline
from referee.table.sitting import Sitting

PAUSED = "Paused: Space goes on, Right steps."
LONG = 200  # characters of a message that has no room below the board
UNNAMED = "human"  # what a person without a name is called
LASTING = 40  # messages kept
TOLD = 2  # turns that stay in sight


@dataclass
class Thinking:
    """Somebody who is asked: the seat, until when it may answer and since when it is asked, on time.monotonic().

    left_after  says what the clocks show after so many seconds.
    """

    seat: int
    deadline: float
    since: float
    left_after: Callable[[float], Left]
    glimpse: Callable[[], Glimpse | None] | None = None


@dataclass
class View:
    """The page as it is.

    title     what is played;  timeline  its positions.
    names     who sits on the seats;  people  which of them are people.
    viewer    the seat whose eyes the page is for, None for an onlooker.
    cursor    that of the person who is asked;  asked  the position in which one is.
    left      what was left on the clocks when the seat was asked that is thinking.
    said      the messages since the last move;  told  the last one that has to be read to its end.
    paused    whether a match that is watched stands still;  replayed  whether it is one of the past.
    series    of which the match is a game, None: of none.
    follows   whether the match is over and another game of the same series comes next.
    working   what the table works on for the person who is asked;  busy  the line that says who thinks.
    editor    what sets up a position in place of the board, None while nobody does.
    moving    the picture of a moment in which a piece moves;  animated  whether there are any.
    sitting   who has won how often since the program was started.
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
    pager: Pager | None = None
    editor: BoardEditor | TextEditor | None = None
    ended: Ended | None = None
    paused: bool = False
    replayed: bool = False
    series: Series | None = None
    follows: bool = False
    working: str = ""
    busy: str = ""
    moving: Picture | None = None
    animated: bool = False
    sitting: Sitting = field(default_factory=Sitting)

    def stop_thinking(self, left: Left) -> None:
        """Nobody thinks while a move that was made waits to be shown, and the clocks stand."""
        self.thinking, self.left, self.busy = None, left, ""

    def stop_clocks(self, until: float) -> None:
        """The clocks stand while a question is open that may be answered until then, if they do not run to it."""
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
        """The page was laid out; a message that was cut is read in place of the board, if a person is asked.

        Returns whether it is, and the page has to be laid out anew.
        """
        if self.asked:
            if cut:
                self.read(partial(wrap_lines, [self.said.pop()]), typing=True)
            self.told = ""
        return cut

    def read(self, lay_out: LayOut, typing: bool = False) -> None:
        """Show a text in place of the board; `typing` says whether letters that put it away are typed too."""
        self.pager = Pager(lay_out, typing)

    def scroll(self, by: int) -> None:
        """Read on in that text."""
        if self.pager:
            self.pager.top += by

    def turn_around(self) -> None:
        """Look at the board from the other side, where it has one."""
        if flipped_picture(self.timeline.now.game, self.viewer):
            self.flipped = not self.flipped
        else:
            self.say("There is no other side to look at this from.")

    def put_away(self) -> None:
        """Show the board again in place of a text."""
        self.pager = None

    @property
    def covered(self) -> bool:
        """Whether something else is in place of the board: a text that is read, or a position that is set up."""
        return self.pager is not None or self.editor is not None

    def who(self, seat: int) -> str:
        """The player on that seat, and what the game calls it."""
        return describe_player(self.timeline.last.game, self.names, seat)

    def called(self, seat: int) -> str:
        """The name of the player on that seat; a person without a name who is alone at the table is you."""
        return "you" if self.viewer == seat and self.names[seat] == UNNAMED else self.names[seat]

    @property
    def score(self) -> str:
        """How often each of those who play has won in this sitting; empty before the first result."""
        return self.sitting.score([self.called(0), self.called(1)])

    def clock(self, seat: int) -> SeatClock | None:
        """What the seat has now: its clock, or the time for the move it thinks about; None if nothing binds it."""
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
        """From where the match is told."""
        first, second = self.timeline.last.game.seats
        return Viewpoint(self.names, (first, second), self.viewer)

    def turns(self) -> list[str]:
        """The last turns up to the position that is looked at, in sentences."""
        steps = self.timeline.steps(self.timeline.at)
        return [turn_sentence(turn, self.viewpoint) for turn in last_turns(steps, self.viewpoint, TOLD)]

    @property
    def remarks(self) -> list[str]:
        """The last turns, and what was said since; of a position that is looked back at, the turns that led there.

        Who plays, where there is nothing else to say.
        """
        said = [*self.turns(), *(self.said if self.timeline.live else [])]
        return said or ([seating_sentence(self.viewpoint)] if any(self.names) else [])

    @property
    def over(self) -> bool:
        """Whether the match that was played here has ended."""
        return self.ended is not None and not self.replayed

    @property
    def status(self) -> str:
        """What goes on: a match that stands still, or who thinks."""
        return PAUSED if self.paused and not (self.ended or self.replayed) else self.busy

    @property
    def ticking(self) -> bool:
        """Whether the page changes by itself."""
        return (
            self.thinking is not None
            and not self.ended
            and (self.asked is None or self.clock(self.thinking.seat) is not None)
        )
