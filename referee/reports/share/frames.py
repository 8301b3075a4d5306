"""The positions of a match one after the other, each with what is said of it; what is hidden stays so until the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from referee.drawing.highlights import UNMARKED, Marks, move_marks
from referee.drawing.vector.board import Words, board_image, framed, wrapped_words
from referee.drawing.vector.pieces import at
from referee.match.events import Ended, Event, Moved, Started
from referee.match.sentences import describe_opponents, describe_player, outcome_sentence
from referee.match.viewpoint import Viewpoint
from referee.reports.history import seats_shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game
    from games.picture import Picture
    from referee.drawing.themes import Theme
    from referee.drawing.vector.image import VectorImage
    from referee.match.record import Record

LEAST = 340.0  # pixels across of what is written below a board
SECONDS, PAUSE = 1.0, 3.0  # that a position is shown, and the last one longer
NOT_OVER = "The match is not over."


@dataclass(frozen=True)
class MatchFrame:
    """A position of a match: its picture, the marks of the move that led there, who plays, and what is said of it."""

    picture: Picture
    marks: Marks
    names: str
    said: str
    result: str = ""

    @property
    def note(self) -> str:
        """What is written below the picture by itself; maybe nothing."""
        return "" if isinstance(self.picture, str) else self.picture.note

    @property
    def texts(self) -> tuple[str, ...]:
        """All lines that are written below the board."""
        return tuple(filter(None, (self.names, self.said, self.result)))


def match_frames(record: Record, events: Sequence[Event]) -> list[MatchFrame]:
    """A frame for each position of the match. Raises SpecError if nobody may see all of them."""
    people = seats_shown(record)
    if all(people):
        raise SpecError("this match is not over, and each player may see something that the other may not")
    viewer = people.index(True) if any(people) else None
    frames = list(position_frames(events, viewer))
    ended = [each for each in events if isinstance(each, Ended)]
    result = outcome_sentence(ended[-1], viewpoint_of(record, ended[-1].game)) if ended else NOT_OVER
    return [*frames[:-1], replace(frames[-1], result=result if record.over else NOT_OVER)]


def viewpoint_of(record: Record, game: Game) -> Viewpoint:
    """From where a match is told that is over: nobody's seat."""
    first, second = game.seats
    return Viewpoint(record.names, (first, second))


def position_frames(events: Sequence[Event], viewer: int | None) -> Iterator[MatchFrame]:
    """The start and what each move led to, as that seat sees it; None: as an onlooker does."""
    names, opponents, count = ("", ""), "", 0
    for event in events:
        if isinstance(event, Started):
            names, opponents = event.names, describe_opponents(event.game, event.names)
            yield MatchFrame(event.game.show(viewer), UNMARKED, opponents, "The start")
        elif isinstance(event, Moved):
            count += 1
            doer = "Chance" if event.seat == CHANCE else describe_player(event.game, names, event.seat)
            text = event.text if viewer is None else event.heard[viewer]
            hidden = viewer is not None and event.seat != viewer and hides_information(event.game)
            marks = UNMARKED if hidden else move_marks(event.game, event.move)
            yield MatchFrame(event.game.show(viewer), marks, opponents, f"{count}. {doer}: {text}")


def frame_images(frames: Sequence[MatchFrame], theme: Theme) -> list[VectorImage]:
    """The frames as pictures of one size, the boards all in one place."""
    boards = [board_image(frame.picture, theme, frame.marks) for frame in frames]
    room = max(LEAST, *(board.width for board in boards)), max(board.height for board in boards)
    words = [frame_words(frame, theme) for frame in frames]
    lines = max(len(wrapped_words(each, room[0])) for each in words)
    left = (room[0] - max(board.width for board in boards)) / 2
    placed = (replace(board, width=room[0], height=room[1], shapes=(at(board.shapes, left, 0),)) for board in boards)
    return [framed(board, each, lines) for board, each in zip(placed, words, strict=True)]


def frame_words(frame: MatchFrame, theme: Theme) -> list[Words]:
    """What stands below the board in a picture, each in its colour."""
    faint, ink, bright = (theme.colour(name) for name in ("shadow", "ink", "yellow"))
    found = (frame.note, faint), (frame.names, faint), (frame.said, ink), (frame.result, bright)
    return [(text, colour) for text, colour in found if text]


def durations(count: int) -> list[float]:
    """How many seconds each of so many frames is shown."""
    return [*[SECONDS] * (count - 1), SECONDS + PAUSE]
