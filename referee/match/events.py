"""What happens in a match: the events that the loop yields, and the ways in which it may end."""

from enum import Enum
from math import inf
from typing import NamedTuple

from games.dataclass import dataclass
from games.game import Game
from players.player import Player
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Control, Left, TimeLeft


class How(Enum):
    """How a match ended: a word for programs."""

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


DRAW = "draw"  # the winner of a drawn match in records, so no player is called that
PLAYED = {How.PLAYED_OUT, How.AGREED, How.RESIGNED, How.LEFT, How.ADJUDICATED}
FORFEITS = set(How) - PLAYED  # what a program does that costs it the game, wherever it stands


class MatchAbandoned(BaseException):
    """Raised to end a match from outside, as when its page is closed: it costs no player the game."""


class Forfeit(Exception):
    """Raised for a program in another process: what it did there costs it the game.

    Its words follow the player's name;  how  it ended;  trace  of what it raised there, for people.
    """

    def __init__(self, how: How, what: str, trace: str = ""):
        super().__init__(what)
        self.how, self.trace = how, trace


class PlayedMove(NamedTuple):
    """A move that was made.

    text     the move in words;  heard  what each seat was told of it.
    left     what the clocks show after it.
    seconds  that choosing it took; None if nobody chose it in this match, as in an opening, and for dice.
    """

    seat: int
    move: int
    text: str
    heard: tuple[str, str]
    left: Left
    seconds: float | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened in a match, and a copy of the game as it then stood: one for all events of a position."""

    game: Game


@dataclass(frozen=True)
class Moved(Event):
    """A seat, or CHANCE, made a move.

    text     the move in words;  heard  what each seat was told of it.
    seconds  that choosing it took.
    left     what the clocks of the seats show after it, None if there are no clocks.
    """

    seat: int
    move: int
    text: str
    heard: tuple[str, str]
    seconds: float
    left: Left = NO_CLOCKS


@dataclass(frozen=True)
class Started(Event):
    """The match begins; moves made before are those of an opening, or of a match that continues."""

    names: tuple[str, str]
    before: tuple[Moved, ...] = ()
    left: Left = NO_CLOCKS

    @property
    def opening(self) -> tuple[str, ...]:
        """The texts of those moves."""
        return tuple(moved.text for moved in self.before)


@dataclass(frozen=True)
class Asked(Event):
    """The player on the seat whose turn it is begins to choose, and has until the deadline, on time.monotonic().

    left     what the clocks of the seats show now.
    limit    the seconds from now to the deadline.
    control  by which the time goes;  used  the seconds that this move has taken before, as when a person asked for
             something else.
    """

    seat: int
    deadline: float = inf
    left: Left = NO_CLOCKS
    player: Player | None = None
    limit: float = inf
    control: Control = UNLIMITED
    used: float = 0.0

    def left_after(self, seconds: float) -> Left:
        """Return what the clocks show after so many seconds in which the seat has not moved."""
        return self.control.spent(self.left, self.seat, seconds, self.used)

    @property
    def times(self) -> tuple[TimeLeft, TimeLeft]:
        """The time of seats 0 and 1, as programs are told it by a protocol."""
        used = (self.used, 0.0) if self.seat == 0 else (0.0, self.used)
        return self.control.told(self.left, 0, used[0]), self.control.told(self.left, 1, used[1])


@dataclass(frozen=True)
class TakenBack(Event):
    """A person took back the last moves, as many as `count`; 0 when there was none to take back."""

    count: int
    left: Left = NO_CLOCKS


@dataclass(frozen=True)
class Redone(Event):
    """A person had `count` moves made again that had been taken back, each told as a Moved; 0: there was none."""

    count: int


@dataclass(frozen=True)
class Seated(Event):
    """Players changed: the two seats were exchanged, or with `spec` another program sat down on `seat`."""

    names: tuple[str, str]
    seat: int | None = None
    spec: str | None = None


@dataclass(frozen=True)
class Declined(Event):
    """A request of a person was refused; `why` is a sentence."""

    why: str


@dataclass(frozen=True)
class Ended(Event):
    """The match is over.

    score   what seat 0 has won, None when a person left. Who forfeits loses by 1.
    why     the reason for people, to follow `... won:` or `A draw:`; maybe none.
    error   what a crashed player raised.
    left    what the clocks of the seats show.
    moves   all that were made and not taken back, from the first on.
    late    the most seconds by which a move of each seat exceeded its time.
    """

    score: int | None
    how: How
    why: str
    error: BaseException | None = None
    left: Left = NO_CLOCKS
    moves: tuple[PlayedMove, ...] = ()
    late: tuple[float, float] = (0.0, 0.0)

    @property
    def winner(self) -> int | None:
        """The seat that won; None for a draw or no result."""
        return None if not self.score else 0 if self.score > 0 else 1

    @property
    def draw(self) -> bool:
        """Whether the match is over and nobody won."""
        return self.score == 0
