"""The page as prompt_toolkit lays it out: the sheet, below it the prompt, and a line of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import merge_key_bindings
from prompt_toolkit.key_binding.defaults import load_key_bindings
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.styles import Style

from referee.drawing.themes import Theme, prompt_style
from referee.match.clocks import told
from referee.table.fullscreen.keys import bindings
from referee.table.fullscreen.match_layout import Sheet, sheet
from referee.table.vocabulary import WORDS, key_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from referee.drawing.glyphs import Line
    from referee.table.fullscreen.match import Stage

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
PATIENCE = 0.1  # seconds after which Esc is the key itself and not the beginning of another one
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
        for word in (*moves, *WORDS):
            if word.casefold().startswith(typed):
                yield Completion(word, start_position=-len(document.text_before_cursor))


class Page:
    """The parts of the page, drawn anew from the view each time."""

    def __init__(self, stage: Stage):
        self.stage = stage
        self.sheet = Sheet([], keys=False)

    def draw(self, _: object = None) -> None:
        """Compose the sheet for the window as it is now."""
        size = self.stage.app.output.get_size()
        self.sheet = sheet(self.stage.view, self.stage.signs, size.columns, size.rows - 1)

    def above(self) -> StyleAndTextTuples:
        """All lines above the prompt."""
        return [piece for line in self.sheet.lines for piece in (*fragments(line), ("", "\n"))][:-1]

    def prompt(self) -> StyleAndTextTuples:
        """What stands before the entry."""
        stage = self.stage
        if stage.view.asked:
            seat = stage.view.asked.turn
            left = None if self.sheet.titled else stage.view.clock(seat)
            clock = "" if left is None else f"{told(left)} "
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
        width = stage.app.output.get_size().columns
        pieces: StyleAndTextTuples = []
        for key, does in pairs:
            if does == OTHERS and stage.replays == 1:
                continue
            width -= len(key) + len(does) + 3
            if width >= 0:
                pieces += [("class:key", f" {key}"), ("class:faint", f" {does} ")]
        return pieces


def fragments(line: Line) -> StyleAndTextTuples:
    """A line in the words of prompt_toolkit."""
    return [(f"class:{span.role}" if span.role else "", span.text) for span in line]


def layout(stage: Stage, theme: Theme) -> Application[None]:
    """The application that shows the page."""
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
    app: Application[None] = Application(
        layout=Layout(floating, focused_element=entry),
        key_bindings=merge_key_bindings([load_key_bindings(), bindings(stage)]),
        style=page_style(theme),
        full_screen=True,
        include_default_pygments_style=False,
    )
    app.ttimeoutlen = PATIENCE
    app.before_render += page.draw
    return app


def page_style(theme: Theme) -> Style:
    """The theme in the words of prompt_toolkit."""
    return Style.from_dict({role: prompt_style(style) for role, style in theme.styles.items()})
