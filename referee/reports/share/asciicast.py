"""A match as an asciicast: what a terminal writes, and when (docs.asciinema.org/manual/asciicast/v2)."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from referee.drawing.glyphs import UNICODE, Line
from referee.drawing.picture import draw
from referee.drawing.text_width import size, wrapped
from referee.drawing.themes import Style, Theme, rich_style
from referee.reports.share.frames import MatchFrame, durations

VERSION = 2
COLUMNS, ROWS = 80, 24  # of the largest terminal that is asked for
SIGNS = replace(UNICODE, painted=True)
CLEAR = "\x1b[H\x1b[2J"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"  # the cursor


def asciicast(frames: Sequence[MatchFrame], theme: Theme, title: str) -> str:
    """The file: a header, then a line for each position, the same bytes each time."""
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
    """What is said of a position, in lines."""
    roles = {frame.names: "faint", frame.said: "", frame.result: "strong"}
    return [line for text in frame.texts for line in wrapped(text, COLUMNS, roles[text])]


def written(lines: Sequence[Line], theme: Theme) -> str:
    """The lines as a terminal is told to show them on an empty screen."""
    return CLEAR + "\r\n".join("".join(coloured(span.text, theme.style(span.role)) for span in line) for line in lines)


@lru_cache(maxsize=10_000)
def coloured(text: str, style: Style) -> str:
    """A piece of a line with the escape codes of its colours; most pieces stand in every frame again."""
    from rich.color import ColorSystem
    from rich.style import Style as TerminalStyle

    return TerminalStyle.parse(rich_style(style)).render(text, color_system=ColorSystem.TRUECOLOR)
