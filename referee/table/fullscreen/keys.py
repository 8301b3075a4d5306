"""The keys and the mouse on a match's page and in the editor of positions: what each does, and when."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding.bindings.completion import generate_completions

from players.entry import ANSWERS, HELP, Unknown
from players.search.clock import hurry
from referee.table.fullscreen.editor import BoardEditor
from referee.table.fullscreen.match_front import FACTOR
from referee.table.fullscreen.steering import board_cells, cancel, is_listed_move, point, toggle_dead
from referee.table.fullscreen.update import close_editor
from referee.table.next_match import AGAIN, BACK, MENU, SWAPPED, answer_level, ask_level, choices
from referee.table.vocabulary import AT_ONCE, EDIT, FLIP, HASTY, QUIT, WORDS, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.key_binding import KeyPressEvent

    from players.entry import Word
    from referee.drawing.glyphs import Place
    from referee.table.fullscreen.match_front import FullScreenFront


ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
PAGE = 10  # lines
LONGEST = 500  # characters of an entry
LEAVING = "Esc again leaves."
SHOWN = 20  # characters of a typed line that an answer quotes
LISTED = """Set up a position

arrows            move the cursor
{pieces}
Space, a click    the next piece; after the last one, none
Backspace, -      remove a piece; Del removes all that are there
c, s              clear the board; set up the start of the game
Tab               the other side is to move
{dice}F5                look from the other side
Enter             begin a game in that position
Esc               back to the game, unchanged
"""
LINES = 3  # lines of a text by which the wheel scrolls


def bind_keys(front: FullScreenFront) -> None:
    """Bind all keys of the page."""
    for bind in (bind_general, bind_pager, bind_prompt, bind_cursor, bind_review, bind_level, bind_watching):
        bind(front)


def bind_general(front: FullScreenFront) -> None:
    """Bind Ctrl-C, and the keys that look around."""
    board = Condition(lambda: not front.view.covered)
    front.screen.bind("c-c", front.interrupt, eager=True)
    front.screen.bind("pageup", front.look, -1, when=board)
    front.screen.bind("pagedown", front.look, 1, when=board)
    front.screen.bind(FLIP.key.casefold(), front.view.turn_around, when=board, eager=True)
    front.screen.bind("escape", step_back, front, when=board & ~Condition(lambda: front.asks_level), eager=True)


def step_back(front: FullScreenFront) -> None:
    """Close what is open, or go to the last position; a match that nobody plays is left at the second press."""
    view, buffer = front.view, front.buffer
    typing = front.types
    if typing and buffer.complete_state:
        buffer.cancel_completion()
    elif typing and buffer.text:
        buffer.reset()
    elif view.ahead:
        view.ahead = ""
    elif view.asked:
        cancel(view)
    elif front.replays or (not typing and view.timeline.live and view.said[-1:] and view.said[-1].endswith(LEAVING)):
        front.leave_for("")
    elif not view.timeline.to_end() and not typing:
        *others, last = view.said or [""]
        view.said = [*others, f"{last.removesuffix('.')}. {LEAVING}".removeprefix(". ")]


def bind_pager(front: FullScreenFront) -> None:
    """Bind the keys of a text in place of the board: some scroll it, any other puts it away, and letters are typed."""
    reads = Condition(lambda: front.view.pager is not None)
    steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -(10**6), "end": 10**6}
    for key, by in steps.items():
        front.screen.bind(key, front.view.scroll, by, when=reads, eager=True)
    others = ("enter", "escape", "tab", "left", "right")
    keyed = (word.key.casefold() for word in WORDS if word.key)
    front.screen.bind((*others, *keyed), front.view.put_away, when=reads, eager=True)

    @front.screen.keys.add("<any>", filter=reads, eager=True)
    def _(event: KeyPressEvent) -> None:
        front.view.put_away()
        if event.data.isprintable() and front.types:
            front.buffer.insert_text(event.data.lstrip())


def bind_prompt(front: FullScreenFront) -> None:
    """Bind the prompt: Enter, Tab, and a key for some of the words."""
    screen, keys = front.screen, front.screen.keys
    asked = Condition(lambda: front.view.asked is not None and not front.view.covered)
    typed = Condition(lambda: bool(front.buffer.text))
    unasked = Condition(lambda: front.view.asked is None and not front.view.ended)
    late = Condition(lambda: front.view.over and not front.asks_level)

    screen.bind("enter", submit, front, when=asked & typed)
    screen.bind("enter", type_ahead, front, when=unasked)
    screen.bind("enter", drop, front, when=late & typed, eager=True)
    for word in (*AT_ONCE, *HASTY):
        if word.key and word is not FLIP:
            screen.bind(word.key.casefold(), say_ahead, front, word, when=unasked, eager=True)
    screen.bind("backspace", step_back, front, when=unasked & ~typed & Condition(lambda: bool(front.view.ahead)))
    keys.add("tab", filter=asked)(generate_completions)

    @keys.add("<bracketed-paste>", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(" ".join(event.data.split())[:LONGEST])

    screen.bind("c-d", front.type, QUIT.name, when=asked & ~typed)
    for word in WORDS:
        if word.key and word is not FLIP:
            known = Condition(partial(knows, front, word))
            screen.bind(word.key.casefold(), front.type, word.name, when=asked & known, eager=True)


def knows(front: FullScreenFront, word: Word) -> bool:
    """Return whether a word may be typed at this table."""
    return any(word.name == each.name for each in front.words)


def type_ahead(front: FullScreenFront) -> None:
    """Take what was typed for the next move, unless the table works for the person: then it stays at the prompt."""
    text = " ".join(front.buffer.text.split())[:LONGEST]
    if text and not (front.view.working or front.watched or front.replays):
        front.buffer.append_to_history()
        front.buffer.reset()
        if front.wish and front.wish(text):
            return
        word = next((word for word in (*AT_ONCE, *HASTY) if text.casefold() in word.names), None)
        if word is None:
            front.view.ahead = text
        else:
            say_ahead(front, word)


def drop(front: FullScreenFront) -> None:
    """Take away what was being typed when the match ended; only then the letters are keys of the page."""
    front.buffer.reset()
    remind(front)


def say_ahead(front: FullScreenFront, word: Word) -> None:
    """Answer a word while a program thinks, or let the program move now and then do what the word says."""
    if front.watched or front.replays:
        return
    if word in AT_ONCE:
        front.answer_meanwhile(word)
    elif not (front.wish and front.wish(word.name)):
        front.view.ahead = word.name
        hurry()


def submit(front: FullScreenFront) -> None:
    """Answer with what was typed; if it is neither a move nor a word, say so and keep it in the history."""
    game, text = front.view.asked, " ".join(front.buffer.text.split())[:LONGEST]
    assert game is not None  # noqa: S101  # for the type checker: the key is bound while somebody is asked
    front.buffer.append_to_history()
    front.buffer.reset()
    if not text:
        return
    entry = parse(game, text, front.words)
    if isinstance(entry, Unknown) and not (front.questioned and text.casefold() in ANSWERS):
        short = text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."
        told = f"{short!r} is not an answer; type yes or no"
        front.view.said = [told if front.questioned else entry.why.replace(repr(text), repr(short))]
    else:
        front.reply(entry)


def bind_cursor(front: FullScreenFront) -> None:
    """Bind the cursor on the board, while nothing is typed."""
    view, buffer = front.view, front.buffer
    empty = Condition(lambda: not buffer.text)
    asked = Condition(lambda: view.asked is not None and not view.covered)
    free = asked & (empty | Condition(lambda: is_listed_move(view, buffer.text)))
    for key, way in ARROWS.items():
        front.screen.bind(key, front.steer, *way, when=free, eager=True)
    front.screen.bind("enter", front.choose, when=asked & empty)


def bind_review(front: FullScreenFront) -> None:
    """Bind the keys after a match: looking through it, and on to another one."""
    over = Condition(
        lambda: (front.end_seen or bool(front.replays)) and not (front.view.pager or front.asks_level or front.types)
    )
    replays = Condition(lambda: bool(front.replays) and not front.view.pager)
    played = over & ~replays
    for key, by in {"left": -1, "right": 1, "home": -(10**9), "end": 10**9}.items():
        front.screen.bind(key, front.look, by, when=over, eager=True)
    front.screen.bind("q", front.leave_for, "", when=over, eager=True)
    front.screen.bind("c", front.view.read_notes, when=replays, eager=True)
    front.screen.bind("v", review, front, when=over, eager=True)
    front.screen.bind("e", share, front, when=played & is_offered(front, "e"), eager=True)
    for key, choice in {"n": AGAIN, "s": SWAPPED, "u": BACK, "g": MENU}.items():
        front.screen.bind(key, go_on, front, choice, when=played & is_offered(front, key), eager=True)
    front.screen.bind("enter", remind, front, when=played, eager=True)
    front.screen.bind("<any>", lambda: None, when=played)  # other letters are not typed
    for key, choice in {"n": "next", "p": "previous"}.items():
        front.screen.bind(key, front.leave_for, choice, when=replays, eager=True)
    for key, factor in {"+": 1 / FACTOR, "-": FACTOR}.items():
        front.screen.bind(key, front.change_pace, factor, when=replays)

    def play() -> None:
        front.view.paused = not front.view.paused

    front.screen.bind("space", play, when=replays)


def remind(front: FullScreenFront) -> None:
    """Say which key goes on: Enter may have been meant for the match that has just ended."""
    key, _, does = choices(front.view)[0]
    front.view.said = [*front.view.said[:1], f"Type {key} to {does}."]


def review(front: FullScreenFront) -> None:
    """Review the match; the code for that is slow to load."""
    from referee.table.fullscreen.after_match import start_review

    start_review(front)


def share(front: FullScreenFront) -> None:
    """Write the match to files for others; the code for that is slow to load."""
    from referee.table.fullscreen.after_match import start_share

    start_share(front)


def go_on(front: FullScreenFront, choice: str) -> None:
    """Leave the page for another match; one that was played elsewhere needs the other for that."""
    if not (front.view.remote and front.wish and front.wish(choice)):
        front.leave_for(choice)


def is_offered(front: FullScreenFront, key: str) -> Condition:
    """Return the condition that a key does something after the end."""
    return Condition(lambda: key in [each for each, _, _ in choices(front.view)])


def bind_level(front: FullScreenFront) -> None:
    """Bind the keys that ask for the level of the next match."""
    asks = Condition(lambda: front.asks_level)
    idle = Condition(lambda: front.view.over and not (front.view.pager or front.asks_level or front.types))
    front.screen.bind("l", ask_level, front, when=idle & is_offered(front, "l"), eager=True)
    front.screen.bind("enter", answer_level, front, when=asks, eager=True)
    front.screen.bind("escape", ask_level, front, False, when=asks, eager=True)


def bind_watching(front: FullScreenFront) -> None:
    """Bind the keys for a match of two programs: pause, single steps, the pace."""
    watched = Condition(lambda: front.watched and not (front.view.ended or front.replays or front.view.pager))

    def step() -> None:
        if not front.look(1):
            if not front.view.paused:
                front.pause(True)
            front.pacer.step()

    def back() -> None:
        front.pause(True)
        front.look(-1)

    front.screen.bind("space", lambda: front.pause(not front.view.paused), when=watched)
    front.screen.bind("right", step, when=watched)
    front.screen.bind("left", back, when=watched)
    for key, factor in {"+": 1 / FACTOR, "-": FACTOR}.items():
        front.screen.bind(key, front.change_pace, factor, when=watched)
    front.screen.bind("q", front.leave_for, "", when=watched)


def bind_editor(front: FullScreenFront) -> None:
    """Bind the keys of both ways to set up a position."""
    bind_board(front)
    opened = Condition(lambda: front.view.editor is not None and not front.view.pager)
    front.screen.bind("enter", finish, front, when=opened, eager=True)
    front.screen.bind("escape", leave, front, when=opened, eager=True)
    front.screen.bind("tab", lambda: None, when=opened & ~Condition(lambda: board_of(front) is not None), eager=True)


def board_of(front: FullScreenFront) -> BoardEditor | None:
    """Return the board on which a position is set up; None while there is none."""
    editor = front.view.editor
    return editor if isinstance(editor, BoardEditor) and not front.view.pager else None


def bind_board(front: FullScreenFront) -> None:
    """Bind the keys of a board with a cursor, which takes all typed keys."""
    edits = Condition(lambda: board_of(front) is not None)

    def on_board(call: Callable[..., None], *arguments: object) -> None:
        if board := board_of(front):
            call(board, *arguments)

    @front.screen.keys.add("<any>", filter=edits, eager=True)
    def _(event: KeyPressEvent) -> None:
        if len(event.data) == 1:
            front.screen.attempt(on_board, BoardEditor.press, event.data)

    for key, way in ARROWS.items():
        front.screen.bind(key, on_board, BoardEditor.step, *way, when=edits, eager=True)
    front.screen.bind("backspace", on_board, BoardEditor.take, when=edits, eager=True)
    front.screen.bind(("delete", "."), on_board, BoardEditor.empty, when=edits, eager=True)
    front.screen.bind("tab", on_board, BoardEditor.pass_turn, when=edits, eager=True)
    front.screen.bind(FLIP.key.casefold(), on_board, BoardEditor.flip, when=edits, eager=True)
    front.screen.bind((HELP.key.casefold(), "?"), explain, front, when=edits, eager=True)
    front.screen.bind("<bracketed-paste>", lambda: None, when=edits, eager=True)


def explain(front: FullScreenFront) -> None:
    """Show the keys in place of the board."""
    if board := board_of(front):
        made = board.arrangement
        pieces = [f"{piece.key:<18}put a {piece.name}" for piece in made.pieces]
        pieces += ["digits            set how many of them"] if made.most > 1 else []
        dice = "d                 type the dice\n" if made.dice is not None else ""
        front.view.say(LISTED.format(pieces="\n".join(pieces), dice=dice))


def finish(front: FullScreenFront) -> None:
    """Begin a game in the position, if one can; otherwise the editor says why, and stays."""
    editor = front.view.editor
    if editor and (text := editor.take_over(" ".join(front.buffer.text.split()))):
        close_editor(front.view, front.buffer)
        front.type(f"{EDIT.name} {text}")


def leave(front: FullScreenFront) -> None:
    """Go back to the game, if the editor may be left."""
    if front.view.editor and front.view.editor.leave():
        close_editor(front.view, front.buffer)


def turn_wheel(front: FullScreenFront, by: int) -> None:
    """Look at an earlier or later position, or scroll the text that stands in place of the board."""
    if front.view.pager:
        front.view.scroll(LINES * by)
    elif not front.view.editor:
        front.look(by)


def click_cell(front: FullScreenFront, place: Place) -> None:
    """Choose the clicked cell, and make the move that this settles, while nothing is typed."""
    if isinstance(front.view.editor, BoardEditor):
        front.view.editor.click(place)
    elif front.view.dead is not None and not front.view.covered:
        (turned,) = board_cells(front.view, [place])
        toggle_dead(front.view, turned)
    elif not front.view.covered and not front.buffer.text and (text := point(front.view, place)):
        front.type(text)
