"""The page as prompt_toolkit lays it out: its lines, below it the prompt, and a line of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu

from players import entry
from referee.drawing.text_width import text_width
from referee.match.clocks import format_clock
from referee.table.fullscreen.application import FullScreen, fragments
from referee.table.fullscreen.keys import bind_keys
from referee.table.fullscreen.match_front import FullScreenFront
from referee.table.fullscreen.match_layout import MatchLayout, lay_out
from referee.table.fullscreen.vi_keys import ViKeys
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
FOLLOWED = (("n", "next game"), ("Left Right", "look"), ("F5", "flip"), ("q", "leave"))
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
YIELDING = ("redo", "moves", "flip", "undo", "hint", "play", "choose")  # what gives way first in a narrow window
HELP = f" {entry.HELP.key} {entry.HELP.brief}"  # at the prompt, where there is no line of keys
ENTRY = 6  # columns for what is typed beside that, at least


class Entries(Completer):
    """What Tab completes: the legal moves, and the words that may be typed beside them. The whole line is one word."""

    def __init__(self, front: FullScreenFront):
        self.front = front

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip().casefold()
        game = self.front.view.asked
        moves = [game.text(move) for move in game.moves()] if game else []
        for word in (*moves, *(word.name for word in WORDS)):
            if word.casefold().startswith(typed):
                yield Completion(word, start_position=-len(document.text_before_cursor))


class MatchPage:
    """The parts of the page, drawn anew from the view each time."""

    def __init__(self, front: FullScreenFront):
        self.front = front
        self.layout = MatchLayout([], keys=False)

    def draw(self) -> None:
        """Compose the lines for the window as it is now."""
        size = self.front.screen.size
        self.layout = lay_out(self.front.view, self.front.signs, size.columns, size.rows - 1)

    def above(self) -> StyleAndTextTuples:
        """All lines above the prompt."""
        return fragments(self.layout.lines, self.front.screen.theme)

    def prompt(self) -> StyleAndTextTuples:
        """What stands before the entry."""
        front = self.front
        if front.view.asked:
            seat = front.view.asked.turn
            left = None if self.layout.titled else front.view.clock(seat)
            clock = "" if left is None else f"{format_clock(left)} "
            prompt = "Answer: " if front.questioned else f"{front.view.who(seat)} to move: "
            return [("class:clock", clock), ("class:strong", prompt)]
        return [("class:faint", "" if front.watched or front.view.ended else "> ")]

    def helps(self) -> bool:
        """Whether the prompt says which key helps: there is no line of keys, and room beside what is typed."""
        front = self.front
        before = sum(text_width(part[1]) for part in self.prompt())
        free = front.screen.size.columns - before - len(HELP)
        return bool(front.view.asked and not self.layout.keys and not front.buffer.text and free >= ENTRY)

    def keys(self) -> StyleAndTextTuples:
        """The keys that do something now, as many as the window has room for."""
        view, front = self.front.view, self.front
        helps, *others = key_line()
        pairs: Sequence[tuple[str, str]] = with_room((helps, *STEERING, *others), front.screen.size.columns)
        if view.thinking and not view.asked and not front.watched:
            pairs = THINKING
        if front.watched or view.ended or front.replays:
            over = FOLLOWED if view.follows else LOOKING
            pairs = REPLAYING if front.replays else over if view.ended else WATCHING
        width = front.screen.size.columns
        pieces: StyleAndTextTuples = []
        for key, does in pairs:
            if does == OTHERS and front.replays == 1:
                continue
            width -= len(key) + len(does) + 3
            if width >= 0:
                pieces += [("class:key", f" {key}"), ("class:faint", f" {does} ")]
        return pieces


def with_room(pairs: Sequence[tuple[str, str]], width: int) -> Sequence[tuple[str, str]]:
    """The keys without those that give way first, until a line has room for the rest: help and quit are left last."""
    for least in YIELDING:
        if sum(len(key) + len(does) + 3 for key, does in pairs) <= width:
            break
        pairs = [pair for pair in pairs if pair[1] != least]
    return pairs


def open_match_page(view: View, signs: Signs, theme: Theme, pace: float, replays: int = 0) -> FullScreenFront:
    """The front of a match with its page, ready to be run; for the arguments see FullScreenFront."""
    front = FullScreenFront(FullScreen(theme), view, signs, pace, replays)
    bind_keys(front)
    ViKeys(front).bind()
    fill_screen(front)
    return front


def fill_screen(front: FullScreenFront) -> None:
    """Fill the screen: the lines of the page, below it the prompt, and a line of keys."""
    page = MatchPage(front)
    roomy = Condition(lambda: page.layout.keys)
    asks = Condition(lambda: not (front.watched or front.view.ended or front.replays))
    front.buffer.completer = Entries(front)
    line = Window(BufferControl(front.buffer), height=1, wrap_lines=False)
    hint = Window(FormattedTextControl([("class:faint", HELP)]), height=1, width=len(HELP))
    prompt = VSplit(
        [
            Window(FormattedTextControl(page.prompt), height=1, dont_extend_width=True),
            line,
            ConditionalContainer(hint, Condition(page.helps)),
        ]
    )
    rows = HSplit(
        [
            Window(FormattedTextControl(page.above), wrap_lines=False, always_hide_cursor=True),
            ConditionalContainer(prompt, asks),
            ConditionalContainer(Window(height=1), ~asks),
            ConditionalContainer(Window(FormattedTextControl(page.keys), height=1), roomy),
        ]
    )
    floating = FloatContainer(rows, [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)])
    front.screen.fill(floating, page.draw, line)
