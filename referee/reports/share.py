"""A match as files that show it move by move: an animated SVG, an asciicast and a GIF."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import games
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from games.names.spec import file_name
from referee.drawing.glyphs import UNICODE, Line
from referee.drawing.highlights import UNMARKED, Marks, move_marks
from referee.drawing.markup import Interval, SharedShapes, element, intervals, visibility_rules
from referee.drawing.number_format import format_count
from referee.drawing.palette import PAGE
from referee.drawing.picture import draw
from referee.drawing.text_width import size, wrapped
from referee.drawing.themes import THEMES, Style, Theme, rich_style
from referee.drawing.vector.board import Words, board_image, framed, wrapped_words
from referee.drawing.vector.image import Group, Shape, document, prefix_of, shape_markup
from referee.drawing.vector.pieces import at
from referee.drawing.vector.pixels import PillowMissing, pixels, require_pillow
from referee.match.events import Ended, Event, Moved, Started
from referee.match.numbering import numeral
from referee.match.sentences import describe_opponents, describe_player, outcome_sentence
from referee.match.wording import Viewpoint
from referee.reports.history import find_match, last_match, seats_shown
from referee.spoken.pictures import picture_sentences
from referee.storage.record_file import check_writable, write_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PIL.Image import Image

    from games.game import Game
    from games.picture import Picture
    from referee.drawing.vector.image import VectorImage
    from referee.match.record import Record
    from referee.storage.archive import Archive


LEAST = 340.0  # pixels in the width of the text below a board
SECONDS, PAUSE = 1.0, 3.0  # of each position, and more of the last one
NOT_OVER = "The match is not over."
Shown = list[tuple[Shape, list[int]]]  # shapes from the lowest up, and the frames with each
VERSION = 2
COLUMNS, ROWS = 80, 24  # of the largest terminal that a recording needs
SIGNS = replace(UNICODE, painted=True)
CLEAR = "\x1b[H\x1b[2J"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"  # the cursor
WIDEST = 520  # pixels
COLOURS = 128
SAMPLES = 4  # frames from which the colours are chosen
FORMATS = ".svg", ".cast", ".gif"


@dataclass(frozen=True)
class MatchFrame:
    """A position of a match: its picture, the marks of the last move, the players, and the sentences about it."""

    picture: Picture
    marks: Marks
    names: str
    said: str
    result: str = ""

    @property
    def note(self) -> str:
        """The note of the picture; maybe ""."""
        return "" if isinstance(self.picture, str) else self.picture.note

    @property
    def texts(self) -> tuple[str, ...]:
        """All lines below the board."""
        return tuple(filter(None, (self.names, self.said, self.result)))


def match_frames(record: Record, events: Sequence[Event]) -> list[MatchFrame]:
    """Return a frame for each position of the match. Raises SpecError if nobody may see all of them."""
    people = seats_shown(record)
    if all(people):
        raise SpecError("this match is not over, and each player may see something that the other may not")
    viewer = people.index(True) if any(people) else None
    frames = list(position_frames(events, viewer))
    ended = [each for each in events if isinstance(each, Ended)]
    result = outcome_sentence(ended[-1], viewpoint_of(record, ended[-1].game)) if ended else NOT_OVER
    return [*frames[:-1], replace(frames[-1], result=result if record.over else NOT_OVER)]


def viewpoint_of(record: Record, game: Game) -> Viewpoint:
    """Return the viewpoint of an onlooker."""
    first, second = game.seats
    return Viewpoint(record.names, (first, second))


def position_frames(events: Sequence[Event], viewer: int | None) -> Iterator[MatchFrame]:
    """Yield the start and the position after each move, as `viewer` sees it; None: an onlooker."""
    names, opponents, count = ("", ""), "", 0
    before: Game  # from Started on, which comes first
    for event in events:
        if isinstance(event, Started):
            names, opponents = event.names, describe_opponents(event.game, event.names)
            before = event.game
            yield MatchFrame(before.show(viewer), UNMARKED, opponents, "The start")
        elif isinstance(event, Moved):
            count += 1
            doer = "Chance" if event.seat == CHANCE else describe_player(event.game, names, event.seat)
            text = event.text if viewer is None else event.heard[viewer]
            hidden = viewer is not None and event.seat != viewer and hides_information(event.game)
            marks = UNMARKED if hidden else move_marks(event.game, event.move)
            said = f"{numeral(before, count)} {doer}: {text}"
            yield MatchFrame(event.game.show(viewer), marks, opponents, said)
            before = event.game


def frame_images(frames: Sequence[MatchFrame], theme: Theme) -> list[VectorImage]:
    """Return the frames as pictures of one size, with the boards all in one place."""
    boards = [board_image(frame.picture, theme, frame.marks) for frame in frames]
    room = max(LEAST, *(board.width for board in boards)), max(board.height for board in boards)
    words = [frame_words(frame, theme) for frame in frames]
    lines = max(len(wrapped_words(each, room[0])) for each in words)
    left = (room[0] - max(board.width for board in boards)) / 2
    placed = (replace(board, width=room[0], height=room[1], shapes=(at(board.shapes, left, 0),)) for board in boards)
    return [framed(board, each, lines) for board, each in zip(placed, words, strict=True)]


def frame_words(frame: MatchFrame, theme: Theme) -> list[Words]:
    """Return the texts below the board, each with its colour."""
    faint, ink, bright = (theme.colour(name) for name in ("shadow", "ink", "yellow"))
    found = (frame.note, faint), (frame.names, faint), (frame.said, ink), (frame.result, bright)
    return [(text, colour) for text, colour in found if text]


def durations(count: int) -> list[float]:
    """Return the seconds of each of `count` frames."""
    return [*[SECONDS] * (count - 1), SECONDS + PAUSE]


def animated_svg(images: Sequence[VectorImage], title: str, description: str) -> str:
    """Return the file: it shows the images in a loop. All are of one size."""
    shared = SharedShapes(prefix_of(*images))
    pieces = [(shape, span) for shape, numbers in shown_shapes(images) for span in intervals(numbers)]
    names = {span: f"{shared.prefix}t{number}" for number, span in enumerate(dict.fromkeys(span for _, span in pieces))}
    always: Interval = 0, len(images)
    content = [
        shape_markup(shape, shared) if span == always else element("g", shape_markup(shape, shared), class_=names[span])
        for shape, span in pieces
    ]
    rules = visibility_rules(names, len(images), SECONDS, PAUSE)
    return document((images[0].width, images[0].height), (title, description), shared, content, rules)


def shown_shapes(images: Sequence[VectorImage]) -> Shown:
    """Return each shape with the numbers of its images, in an order that fits each image.

    If no order fits all images, each has its own shapes.
    """
    frames = [list(dict.fromkeys(unfold(image.shapes))) for image in images]
    order: TopologicalSorter[Shape] = TopologicalSorter()
    for frame in frames:
        for shape in frame:
            order.add(shape)
        for below, above in pairwise(frame):
            order.add(above, below)
    try:
        found: dict[Shape, list[int]] = {shape: [] for shape in order.static_order()}
    except CycleError:
        return [(shape, [number]) for number, frame in enumerate(frames) for shape in frame]
    for number, frame in enumerate(frames):
        for shape in frame:
            found[shape].append(number)
    return list(found.items())


def unfold(shapes: Sequence[Shape], x: float = 0, y: float = 0, depth: int = 2) -> Iterator[Shape]:
    """Yield the shapes, and those in a group of groups one by one in their places."""
    for shape in shapes:
        if isinstance(shape, Group) and depth:
            yield from unfold(shape.shapes, x + shape.x, y + shape.y, depth - 1)
        elif isinstance(shape, Group):
            yield Group(shape.shapes, x + shape.x, y + shape.y)
        else:
            yield Group((shape,), x, y) if x or y else shape


def asciicast(frames: Sequence[MatchFrame], theme: Theme, title: str) -> str:
    """Return the file: a header, then a line for each position, always the same bytes."""
    below = [said(frame) for frame in frames]
    room = ROWS - max(map(len, below)) - 1
    drawn = [
        [*draw(frame.picture, SIGNS, COLUMNS, frame.marks, room), [], *lines]
        for frame, lines in zip(frames, below, strict=True)
    ]
    width, height = (max(size(lines)[side] for lines in drawn) for side in (0, 1))
    kind = {"env": {"TERM": "xterm-256color"}}
    header = {"version": VERSION, "width": width + 1, "height": height, "title": title, **kind}
    begins = accumulate(durations(len(frames)), initial=0.0)
    outputs = HIDE, *(written(lines, theme) for lines in drawn), SHOW
    events = ([begin, "o", output] for begin, output in zip([0.0, *begins], outputs, strict=True))
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in (header, *events))


def said(frame: MatchFrame) -> list[Line]:
    """Return the sentences about a position, in lines."""
    roles = {frame.names: "faint", frame.said: "", frame.result: "strong"}
    return [line for text in frame.texts for line in wrapped(text, COLUMNS, roles[text])]


def written(lines: Sequence[Line], theme: Theme) -> str:
    """Return the terminal's codes for the lines on an empty screen."""
    return CLEAR + "\r\n".join("".join(coloured(span.text, theme.style(span.role)) for span in line) for line in lines)


@lru_cache(maxsize=10_000)
def coloured(text: str, style: Style) -> str:
    """Return a piece of a line with the codes of its colours; most pieces stand in every frame."""
    from rich.color import ColorSystem
    from rich.style import Style as TerminalStyle

    return TerminalStyle.parse(rich_style(style)).render(text, color_system=ColorSystem.TRUECOLOR)


def gif(images: Sequence[VectorImage]) -> bytes:
    """Return the file: it shows the images in a loop. All are of one size. Raises PillowMissing."""
    require_pillow()
    from PIL import Image

    scale = min(1.0, WIDEST / images[0].width)
    drawn = [pixels(image, PAGE, scale) for image in images]
    palette = common_palette(drawn)
    reduced = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in drawn]
    milliseconds = [round(1000 * seconds) for seconds in durations(len(images))]
    with io.BytesIO() as file:
        reduced[0].save(file, "GIF", save_all=True, append_images=reduced[1:], duration=milliseconds, loop=0)
        return file.getvalue()


def common_palette(images: Sequence[Image]) -> Image:
    """Return an image with a palette that suits some of the images, including the last."""
    from PIL import Image

    wide, high = images[0].size
    chosen = images[:: -max(1, len(images) // SAMPLES)]
    sheet = Image.new("RGB", (wide, high * len(chosen)))
    for number, image in enumerate(chosen):
        sheet.paste(image, (0, high * number))
    return sheet.quantize(COLOURS)


def is_output(word: str) -> bool:
    """Return whether a file of that name can be written, by its suffix."""
    return word.lower().endswith(FORMATS)


def share(archive: Archive, words: Sequence[str], number: int | None, theme: str, tell: Callable[[str], None]) -> None:
    """Write the match named by the first word, or the last one, to the files named by the other words.

    Without names it writes files of all formats to the current folder, a GIF only if Pillow is installed. `tell` hears
    what was written and what is missing. Raises SpecError, and PillowMissing if a GIF is named.

    number  the record of a file.
    """
    named = list(words[:1]) if words and not is_output(words[0]) else []
    files = list(words[len(named) :])
    if wrong := [file for file in files if not is_output(file)]:
        raise SpecError(f"{wrong[0]!r} does not end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    what = named[0] if named else str(last_match(archive).number)
    record, events = find_match(archive, what, number)
    frames = match_frames(record, events)
    name = f"{file_name(str(games.CATALOGUE.find(record.game)))}-{Path(what).stem if not what[0].isdecimal() else what}"
    for path in files_to_write([Path(file) for file in files], Path(Path(name).name), tell):
        write_bytes(path, content(path, frames, THEMES[theme], record.game))
        tell(f"{path}: {format_count(len(frames), 'position')}, {sum(durations(len(frames))):g} seconds")


def files_to_write(files: Sequence[Path], name: Path, tell: Callable[[str], None]) -> list[Path]:
    """Return the files if they can be written, or one in each format. Raises SpecError, PillowMissing."""
    found = list(files) or [name.with_name(name.name + ending) for ending in FORMATS]
    for path in found:
        check_writable(path)
    if any(path.suffix.lower() == FORMATS[-1] for path in found):
        try:
            require_pillow()
        except PillowMissing as error:
            if files:
                raise
            tell(f"no GIF is written: it {error}")
            return found[:-1]
    return found


def content(path: Path, frames: Sequence[MatchFrame], theme: Theme, game: str) -> bytes:
    """Return the content of the file."""
    title = f"{game}: {frames[-1].names}"
    match path.suffix.lower():
        case ".cast":
            return asciicast(frames, theme, title).encode()
        case ".gif":
            return gif(frame_images(frames, theme))
    seats = games.load(game).seats
    told = [title, *frames[-1].texts[1:], *picture_sentences(frames[-1].picture, seats)]
    return animated_svg(frame_images(frames, theme), title, ". ".join(text.rstrip(".") for text in told) + ".").encode()
