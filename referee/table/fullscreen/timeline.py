"""The positions of a match so far, which can be looked through while it goes on."""

from itertools import pairwise

from games.dataclass import dataclass
from games.game import CHANCE, Game
from referee.drawing.captures import NOTHING, Change, find_change
from referee.match.events import Moved, Started
from referee.match.sentences import Step


@dataclass(frozen=True)
class TimelinePosition:
    """A position, the move that led there, None at the start, and what that took, as far as the viewer sees it."""

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
        """A move was made."""
        live, before = self.live, self.last.game.show(viewer)
        self.positions.append(
            TimelinePosition(moved.game, moved, find_change(before, moved.game.show(viewer), moved.seat))
        )
        if live:
            self.at = len(self.positions) - 1

    def cut(self, count: int) -> None:
        """The last moves were taken back."""
        del self.positions[len(self.positions) - count :]
        self.at = len(self.positions) - 1

    def step(self, by: int) -> bool:
        """Look at a position so many moves later or, negative, earlier; whether there was one."""
        wanted = min(max(self.at + by, 0), len(self.positions) - 1)
        moved, self.at = wanted != self.at, wanted
        return moved

    def to_end(self) -> bool:
        """Look at where the match stands; whether something else was looked at."""
        return self.step(len(self.positions))

    @property
    def now(self) -> TimelinePosition:
        """What is looked at."""
        return self.positions[self.at]

    @property
    def last_move(self) -> Moved | None:
        """The move that led to what is looked at; before dice or cards that of the player before them."""
        past = (position.moved for position in reversed(self.positions[: self.at + 1]))
        return next((moved for moved in past if moved is None or moved.seat != CHANCE), None)

    @property
    def last(self) -> TimelinePosition:
        """Where the match stands."""
        return self.positions[-1]

    def captured(self, seat: int) -> int:
        """How many pieces that seat has taken, up to what is looked at."""
        past = self.positions[: self.at + 1]
        return sum(position.change.captured for position in past if position.moved and position.moved.seat == seat)

    @property
    def live(self) -> bool:
        """Whether what is looked at is where the match stands."""
        return self.at == len(self.positions) - 1

    def steps(self, until: int | None = None) -> list[Step]:
        """The moves from the start up to that position, or to where the match stands, each with the one before it."""
        past = self.positions if until is None else self.positions[: until + 1]
        return [(before.game, after.moved) for before, after in pairwise(past) if after.moved]
