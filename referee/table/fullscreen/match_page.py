"""The page as prompt_toolkit lays it out: the sheet, below it the prompt, and a line of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu

from referee.match.clocks import format_clock
from referee.table.fullscreen.application import FullScreen, fragments
from referee.table.fullscreen.keys import bind_keys
from referee.table.fullscreen.match import Stage
from referee.table.fullscreen.match_layout import Sheet, sheet
from referee.table.vocabulary import WORDS, key_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from referee.drawing.glyphs import Signs
    from referee.drawing.themes import Theme
    from referee.table.fullscreen.view import View

WATCHING = (("Space", "pause"), ("Right", "step"), ("Left", "back"), ("+ -", "pace"), ("F5", "flip"), ("q", "leave"))
LOOKING = (("Left Right", "look"), ("n", "again"), ("s", "swap"), ("F5", "flip"), ("q", "leave"))
OTHERS = "other games"
REPLAYING = (
    ("Left Right", "look"),
    ("Space", "play"),
    ("+ -", "pace"),
    ("n p", OTHERS),
    ("F5", "flip"),
    ("q", "leave"),
)
THINKING = (("Ctrl-C", "move now"), ("PgUp PgDn", "look"), ("F5", "flip"))
STEERING = (("Arrows", "choose"), ("Enter", "play"))


class Entries(Completer):
    """What Tab completes: the legal moves, and the words that may be typed beside them. The whole line is one word."""

    def __init__(self, stage: Stage):
        self.stage = stage

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip().casefold()
        game = self.stage.view.asked
        moves = [game.text(move) for move in game.moves()] if game else []
        for word in (*moves, *(word.name for word in WORDS)):
            if word.casefold().startswith(typed):
                yield Completion(word, start_position=-len(document.text_before_cursor))


class Page:
    """The parts of the page, drawn anew from the view each time."""

    def __init__(self, stage: Stage):
        self.stage = stage
        self.sheet = Sheet([], keys=False)

    def draw(self) -> None:
        """Compose the sheet for the window as it is now."""
        size = self.stage.screen.size
        self.sheet = sheet(self.stage.view, self.stage.signs, size.columns, size.rows - 1)

    def above(self) -> StyleAndTextTuples:
        """All lines above the prompt."""
        return fragments(self.sheet.lines)

    def prompt(self) -> StyleAndTextTuples:
        """What stands before the entry."""
        stage = self.stage
        if stage.view.asked:
            seat = stage.view.asked.turn
            left = None if self.sheet.titled else stage.view.clock(seat)
            clock = "" if left is None else f"{format_clock(left)} "
            prompt = "Answer: " if stage.questioned else f"{stage.view.who(seat)} to move: "
            return [("class:clock", clock), ("class:strong", prompt)]
        return [("class:faint", "" if stage.watched or stage.view.ended else "> ")]

    def keys(self) -> StyleAndTextTuples:
        """The keys that do something now, as many as the window has room for."""
        view, stage = self.stage.view, self.stage
        pairs: Sequence[tuple[str, str]] = (*STEERING, *key_line())
        if view.thinking and not view.asked and not stage.watched:
            pairs = THINKING
        if stage.watched or view.ended or stage.replays:
            pairs = REPLAYING if stage.replays else LOOKING if view.ended else WATCHING
        width = stage.screen.size.columns
        pieces: StyleAndTextTuples = []
        for key, does in pairs:
            if does == OTHERS and stage.replays == 1:
                continue
            width -= len(key) + len(does) + 3
            if width >= 0:
                pieces += [("class:key", f" {key}"), ("class:faint", f" {does} ")]
        return pieces


def match_page(view: View, signs: Signs, theme: Theme, pace: float, replays: int = 0) -> Stage:
    """The front of a match with its page, ready to be run; for the arguments see Stage."""
    stage = Stage(FullScreen(theme), view, signs, pace, replays)
    bind_keys(stage)
    lay_out(stage)
    return stage


def lay_out(stage: Stage) -> None:
    """Fill the screen: the sheet, below it the prompt, and a line of keys."""
    page = Page(stage)
    roomy = Condition(lambda: page.sheet.keys)
    asks = Condition(lambda: not (stage.watched or stage.view.ended or stage.replays))
    stage.buffer.completer = Entries(stage)
    entry = Window(BufferControl(stage.buffer), height=1, wrap_lines=False)
    prompt = VSplit([Window(FormattedTextControl(page.prompt), height=1, dont_extend_width=True), entry])
    rows = HSplit(
        [
            Window(FormattedTextControl(page.above), wrap_lines=False, always_hide_cursor=True),
            ConditionalContainer(prompt, asks),
            ConditionalContainer(Window(height=1), ~asks),
            ConditionalContainer(Window(FormattedTextControl(page.keys), height=1), roomy),
        ]
    )
    floating = FloatContainer(rows, [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)])
    stage.screen.fill(floating, page.draw, entry)
