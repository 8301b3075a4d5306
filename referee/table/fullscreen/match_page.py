"""The page as prompt_toolkit lays it out: its lines, below it the prompt, and a line of keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu

from players import entry
from referee.drawing import terminal
from referee.drawing.background import page_theme
from referee.drawing.text_width import cut, text_width
from referee.match.sentences import move_prompt
from referee.table.fullscreen.application import FullScreen, MouseText, fragments, key_fragments
from referee.table.fullscreen.editor import BoardEditor, TextEditor
from referee.table.fullscreen.keys import bind_editor, bind_keys, click_cell, turn_wheel
from referee.table.fullscreen.match_front import FullScreenFront
from referee.table.fullscreen.match_layout import MatchLayout, lay_out
from referee.table.next_match import LEVELS, choices
from referee.table.vocabulary import key_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from referee.match.record import Record
    from referee.support.settings import Settings
    from referee.table.fullscreen.bars import KeyPairs
    from referee.table.fullscreen.view import View

WATCHING = (("Space", "pause"), ("Right", "step"), ("Left", "back"), ("+ -", "pace"), ("F5", "flip"), ("q", "leave"))
OTHERS, COMMENTS = "other games", "comments"
REPLAYING = (
    ("Left Right", "look"),
    ("Space", "play"),
    ("c", COMMENTS),
    ("+ -", "pace"),
    ("n p", OTHERS),
    ("v", "review"),
    ("F5", "flip"),
    ("q", "leave"),
)
THINKING = (("Ctrl-C", "move now"), ("Enter", "type ahead"), ("PgUp PgDn", "look"), ("F5", "flip"), ("F3", "undo"))
ABSENT = (("Enter", "type ahead"), ("PgUp PgDn", "look"), ("F3", "undo"), ("F5", "flip"), ("Ctrl-C", "leave"))
AHEAD = (("Esc", "take it back"), *THINKING)
READING = (("Up Down", "scroll"), ("PgUp PgDn", "page"), ("Home End", "ends"), ("Esc", "back"))
LATE = (("Enter", "drop what is typed"),)
CHOOSING = (("Enter", "play"), ("Esc", "back"))
STEERING = (("Arrows", "choose"), ("Enter", "play"))
MARKING = (("Arrows", "choose"), ("Enter", "mark dead"))
EDITING = (
    ("Enter", "done"), ("Space", "next"), ("Tab", "side"), ("F1", "keys"), ("d", "dice"), ("Del", "empty"),
    ("c", "clear"), ("s", "start"), ("F5", "flip"), ("Esc", "back"),
)  # fmt: skip
RETYPING = (("Enter", "done"), ("Esc", "back"))
YIELDING = ("redo", "moves", "flip", "undo", "hint", "play", "choose")  # what gives way first in a narrow window
YES_OR_NO = "Answer: ", "Yes or no: "  # where a small window cuts the question about what is marked
HELP = f" {entry.HELP.key} {entry.HELP.brief}"  # at the prompt, if there is no line of keys
SHOWN = 16  # columns of a move that was typed ahead
ENTRY = 6  # columns for what is typed beside that, at least


class Entries(Completer):
    """What Tab completes: the legal moves, and the words that may be typed beside them. The whole line is one word."""

    def __init__(self, front: FullScreenFront):
        self.front = front

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip().casefold()
        game = self.front.view.asked
        moves = [game.text(move) for move in game.moves()] if game else []
        for word in (*moves, *(word.name for word in self.front.words)):
            if word.casefold().startswith(typed):
                yield Completion(word, start_position=-len(document.text_before_cursor))


class MatchPage:
    """The parts of the page, drawn from the view each time."""

    def __init__(self, front: FullScreenFront):
        self.front = front
        self.layout = MatchLayout([], keys=False)

    def draw(self) -> None:
        size, view = self.front.screen.size, self.front.view
        self.front.end_seen = view.ended is not None
        if isinstance(view.editor, TextEditor):
            view.editor.look(" ".join(self.front.buffer.text.split()))
        self.layout = lay_out(view, self.front.signs, size.columns, size.rows - 1)
        if view.note_shown(self.layout.cut):
            self.layout = lay_out(view, self.front.signs, size.columns, size.rows - 1)

    def above(self) -> StyleAndTextTuples:
        front = self.front
        click, enter = partial(click_cell, front), front.type
        return fragments(
            self.layout.lines,
            front.screen.theme,
            partial(front.screen.attempt, click),
            partial(front.screen.attempt, enter),
        )

    def prompt(self) -> StyleAndTextTuples:
        """Return the prompt before the entry."""
        front = self.front
        if front.asks_level:
            return [("class:strong", f"Level, {min(LEVELS)} to {max(LEVELS)}: ")]
        if isinstance(front.view.editor, TextEditor):
            return [("class:strong", "Position: ")]
        if front.view.asked:
            seat = front.view.asked.turn
            left = None if self.layout.titled else front.view.clock(seat)
            clock = "" if left is None else f"{left} "
            prompt = (
                YES_OR_NO[front.view.dead is not None] if front.questioned else move_prompt(front.view.viewpoint, seat)
            )
            return [("class:clock", clock), ("class:strong", prompt)]
        if front.view.ahead:
            return [("class:strong", f"Then {cut(front.view.ahead, SHOWN, front.signs.more)} "), ("class:faint", "> ")]
        return [("class:faint", "" if not front.types else "Enter drops: " if front.view.ended else "> ")]

    def entry_width(self) -> int:
        """Return the columns in which an entry is typed."""
        before = sum(text_width(part[1]) for part in self.prompt())
        return max(self.front.screen.size.columns - before - len(HELP) * self.helps(), 1)

    def helps(self) -> bool:
        """Return whether the prompt says which key helps: there is no line of keys, and room beside what is typed."""
        front = self.front
        before = sum(text_width(part[1]) for part in self.prompt())
        free = front.screen.size.columns - before - len(HELP)
        return bool(
            front.view.asked
            and not front.view.editor
            and not self.layout.keys
            and not front.buffer.text
            and free >= ENTRY
        )

    def keys(self) -> StyleAndTextTuples:
        """Return the keys that do something now, as many as the window has room for."""
        view, front = self.front.view, self.front
        helps, *others = key_line(front.words)
        steering = STEERING if view.dead is None else MARKING
        pairs: KeyPairs = with_room((helps, *steering, *others), front.screen.size.columns)
        if view.thinking and not view.asked and not front.watched:
            pairs = ABSENT if view.remote else AHEAD if view.ahead else THINKING
        if front.watched or view.ended or front.replays:
            after = LATE if front.types else self.afterwards()
            pairs = REPLAYING if front.replays else after if view.ended else WATCHING
        if view.editor:
            pairs = RETYPING if isinstance(view.editor, TextEditor) else editing_keys(view.editor)
        if front.asks_level or view.pager:
            pairs = CHOOSING if front.asks_level else READING
        idle = [OTHERS] * (front.replays == 1) + [COMMENTS] * (not view.notes)
        return key_fragments(front.screen, [pair for pair in pairs if pair[1] not in idle])

    def afterwards(self) -> KeyPairs:
        return [(key, does) for key, does, _ in choices(self.front.view)]


def editing_keys(editor: BoardEditor) -> KeyPairs:
    """Return the keys of a board on which a position is set up."""
    return [(key, does) for key, does in EDITING if key != "d" or editor.arrangement.dice is not None]


def with_room(pairs: KeyPairs, width: int) -> KeyPairs:
    """Return the keys without those that give way first, until a line has room: help and quit are left last."""
    for least in YIELDING:
        if sum(len(key) + len(does) + 3 for key, does in pairs) <= width:
            break
        pairs = [pair for pair in pairs if pair[1] != least]
    return pairs


def open_match_page(view: View, wanted: Settings, record: Callable[[], Record], replays: int = 0) -> FullScreenFront:
    """Return the front of a match with its page, ready to be run; for the arguments see FullScreenFront."""
    screen = FullScreen[None](page_theme(wanted), wanted.mouse)
    front = FullScreenFront(screen, view, terminal.board_signs(wanted.symbols, wanted.pieces), wanted.pace, replays)
    front.record = record
    bind_keys(front)
    bind_editor(front)
    fill_screen(front)
    return front


def fill_screen(front: FullScreenFront) -> None:
    """Fill the screen: the lines of the page, below it the prompt, and a line of keys."""
    page = MatchPage(front)
    roomy = Condition(lambda: page.layout.keys)
    boards = Condition(lambda: isinstance(front.view.editor, BoardEditor))  # where single keys are heard, and no line
    asks = ~boards & Condition(lambda: front.asks_level or front.types)
    front.buffer.completer = Entries(front)
    wheel = partial(turn_wheel, front)
    # Exact widths: prompt_toolkit would give the line its columns one by one.
    line = Window(BufferControl(front.buffer), height=1, width=page.entry_width, wrap_lines=False)
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
            Window(MouseText(page.above, wheel), height=lambda: len(page.layout.lines), always_hide_cursor=True),
            ConditionalContainer(prompt, asks),
            ConditionalContainer(Window(height=1), ~asks & roomy),
            Window(MouseText(list, wheel)),
            ConditionalContainer(Window(FormattedTextControl(page.keys), height=1, style="class:bar"), roomy | ~asks),
        ]
    )
    floating = FloatContainer(rows, [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)])
    front.screen.fill(floating, page.draw, line)
