"""The events that a match yields, and the ways in which it can end."""

from enum import Enum
from math import inf
from typing import NamedTuple

from games.dataclass import dataclass
from games.game import Game
from players.player import Player
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Control, Left, TimeLeft
from referee.match.notes import Note


class How(Enum):
    """How a match ended, as a word for programs."""

    PLAYED_OUT = "played-out"
    AGREED = "agreed"
    RESIGNED = "resigned"
    OUT_OF_TIME = "out-of-time"
    ILLEGAL_MOVE = "illegal-move"
    NO_MOVE = "no-move"
    CRASHED = "crashed"
    HUNG = "hung"
    DIED = "died"
    OUT_OF_MEMORY = "out-of-memory"
    FLOODED = "flooded"
    INTERFERED = "interfered"
    LEFT = "left"
    ADJUDICATED = "adjudicated"
    FILE = "file"  # a result that a file states and that our rules did not bring


UNSEEN = -1  # the number of a move that a viewer may not know
DRAW = "draw"  # the winner of a drawn match in records, so no player may have this name
PLAYED = {How.PLAYED_OUT, How.AGREED, How.RESIGNED, How.LEFT, How.ADJUDICATED, How.FILE}
FORFEITS = set(How) - PLAYED  # faults of a program that cost it the game


class MatchAbandoned(BaseException):
    """Raised to end a match from outside, for example when its page is closed. It costs no player the game."""


class Forfeit(Exception):
    """Raised for a program in another process that did something that costs it the game.

    The message follows the player's name;  how  the match ended;  trace  the traceback from that process.
    seat  who loses; None: the seat that was asked.
    """

    seat: int | None = None

    def __init__(self, how: How, what: str, trace: str = ""):
        super().__init__(what)
        self.how, self.trace = how, trace


class PlayedMove(NamedTuple):
    """A move that was made.

    text     the move as text;  heard  what each seat hears of it.
    left     what the clocks show after it.
    seconds  it took to choose; None if no player chose it in this match, as in an opening, and for dice.
    note     its time and what the player said of it, if the match notes that.
    """

    seat: int
    move: int
    text: str
    heard: tuple[str, str]
    left: Left
    seconds: float | None = None
    note: Note | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened in a match, with a copy of the game at that time; events of one position share it."""

    game: Game


@dataclass(frozen=True)
class Moved(Event):
    """A seat, or CHANCE, made a move.

    move     its number; UNSEEN if the viewer of this event may not know it.
    text     the move as text;  heard  what each seat hears of it.
    seconds  it took to choose;  left  what the clocks show after it.
    words    the phrase of Game.say for the viewer, who has no number to ask the game with; "": ask the game.
    """

    seat: int
    move: int
    text: str
    heard: tuple[str, str]
    seconds: float
    left: Left = NO_CLOCKS
    words: str = ""

    @property
    def seen(self) -> int | None:
        """The number of the move; None if it may not be known."""
        return None if self.move == UNSEEN else self.move


@dataclass(frozen=True)
class Started(Event):
    """The match begins; `before` has the moves of an opening, or of a match that is continued."""

    names: tuple[str, str]
    before: tuple[Moved, ...] = ()
    left: Left = NO_CLOCKS

    @property
    def opening(self) -> tuple[str, ...]:
        """The texts of the moves made before."""
        return tuple(moved.text for moved in self.before)


@dataclass(frozen=True)
class Asked(Event):
    """The player to move begins to choose, and has until `deadline` on time.monotonic().

    left     what the clocks show now;  limit  the seconds from now to the deadline.
    control  the time control;  used  the seconds that this move has taken before, for example for a hint.
    """

    seat: int
    deadline: float = inf
    left: Left = NO_CLOCKS
    player: Player | None = None
    limit: float = inf
    control: Control = UNLIMITED
    used: float = 0.0

    def left_after(self, seconds: float) -> Left:
        """Return what the clocks show after `seconds` in which the seat has not moved."""
        return self.control.spent(self.left, self.seat, seconds, self.used)

    @property
    def times(self) -> tuple[TimeLeft, TimeLeft]:
        """The time of both seats, for programs behind a protocol."""
        used = (self.used, 0.0) if self.seat == 0 else (0.0, self.used)
        return self.control.told(self.left, 0, used[0]), self.control.told(self.left, 1, used[1])


@dataclass(frozen=True)
class TakenBack(Event):
    """A person took back the last `count` moves; 0 if there was none to take back."""

    count: int
    left: Left = NO_CLOCKS


@dataclass(frozen=True)
class Redone(Event):
    """A person made `count` moves again that were taken back; each was a Moved before this event."""

    count: int


@dataclass(frozen=True)
class Seated(Event):
    """The players exchanged seats, or a program with `spec` replaced the player on `seat`."""

    names: tuple[str, str]
    seat: int | None = None
    spec: str | None = None


@dataclass(frozen=True)
class Declined(Event):
    """A request of the person on `seat` was refused; `why` is a sentence."""

    why: str
    seat: int | None = None


@dataclass(frozen=True)
class Ended(Event):
    """The match is over.

    score   what seat 0 has won, None if a person left. A forfeit loses by 1.
    why     the reason for people, to follow `... won:` or `A draw:`; maybe "".
    error   what a crashed player raised;  left  what the clocks show.
    moves   all moves that were not taken back.
    late    the most seconds by which a move of each seat exceeded its time.
    dead    a point of each chain that both agreed is dead; `game` is counted without them.
    illegal the number of illegal answers of each seat that may try again after one.
    """

    score: int | None
    how: How
    why: str
    error: BaseException | None = None
    left: Left = NO_CLOCKS
    moves: tuple[PlayedMove, ...] = ()
    late: tuple[float, float] = (0.0, 0.0)
    dead: tuple[str, ...] = ()
    illegal: tuple[int, int] = (0, 0)

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw or no result."""
        return None if not self.score else 0 if self.score > 0 else 1

    @property
    def draw(self) -> bool:
        """Whether the match is over and nobody won."""
        return self.score == 0
