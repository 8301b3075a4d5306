"""The keys of a match's page: what each does, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding.bindings.completion import generate_completions

from players.entry import ANSWERS, Unknown
from referee.table.fullscreen.pacing import FACTOR
from referee.table.fullscreen.steering import listed
from referee.table.vocabulary import FLIP, QUIT, WORDS, parse

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyPressEvent

    from referee.table.fullscreen.match import Stage

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
PAGE = 10  # lines
LONGEST = 500  # characters of an entry
SHOWN = 20  # of those in an answer to it


def bind_keys(stage: Stage) -> None:
    """Bind all keys of the page."""
    for bind in (anywhere, reading, typing, steering, looking, watching):
        bind(stage)


def anywhere(stage: Stage) -> None:
    """Ctrl-C, and a look around."""
    board = Condition(lambda: not stage.view.reading)
    stage.screen.bind("c-c", stage.interrupt, eager=True)
    stage.screen.bind("pageup", stage.look, -1, when=board)
    stage.screen.bind("pagedown", stage.look, 1, when=board)
    stage.screen.bind(FLIP.key.casefold(), stage.view.turn_around, when=board, eager=True)


def reading(stage: Stage) -> None:
    """A text in the place of the board: it is scrolled, and any other key puts it away."""
    reads = Condition(lambda: stage.view.reading is not None)
    steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -(10**6), "end": 10**6}
    for key, by in steps.items():
        stage.screen.bind(key, stage.view.scroll, by, when=reads, eager=True)
    others = ("<any>", "enter", "escape", "tab", "left", "right")
    keyed = (word.key.casefold() for word in WORDS if word.key)
    stage.screen.bind((*others, *keyed), stage.view.put_away, when=reads, eager=True)


def typing(stage: Stage) -> None:
    """The prompt: Enter, Tab, and a key for some of the words."""
    screen, keys = stage.screen, stage.screen.keys
    asked = Condition(lambda: stage.view.asked is not None and not stage.view.reading)
    typed = Condition(lambda: bool(stage.buffer.text))
    unasked = Condition(lambda: stage.view.asked is None and not stage.view.ended)

    screen.bind("enter", enter, stage, when=asked & typed)
    screen.bind("enter", lambda: None, when=unasked)  # what is typed stays
    keys.add("tab", filter=asked)(generate_completions)

    @keys.add("<bracketed-paste>", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(" ".join(event.data.split())[:LONGEST])

    screen.bind("c-d", stage.type, QUIT.name, when=asked & ~typed)
    for word in WORDS:
        if word.key and word is not FLIP:
            screen.bind(word.key.casefold(), stage.type, word.name, when=asked, eager=True)


def enter(stage: Stage) -> None:
    """Answer with what was typed; what is neither a move nor a word is answered here, and stands in the history."""
    game, text = stage.view.asked, " ".join(stage.buffer.text.split())[:LONGEST]
    assert game is not None  # noqa: S101  # for the type checker: the key is bound while somebody is asked
    stage.buffer.append_to_history()
    stage.buffer.reset()
    if not text:
        return
    entry = parse(game, text)
    if isinstance(entry, Unknown) and not (stage.questioned and text.casefold() in ANSWERS):
        short = text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."
        stage.view.said = [entry.why.replace(repr(text), repr(short))]
    else:
        stage.reply(entry)


def steering(stage: Stage) -> None:
    """The cursor on the board, while nothing is typed."""
    view, buffer = stage.view, stage.buffer
    empty = Condition(lambda: not buffer.text)
    asked = Condition(lambda: view.asked is not None and not view.reading)
    free = asked & (empty | Condition(lambda: listed(view, buffer.text)))
    for key, way in ARROWS.items():
        stage.screen.bind(key, stage.steer, *way, when=free, eager=True)
    stage.screen.bind("enter", stage.choose, when=asked & empty)
    stage.screen.bind("escape", stage.cancel, when=free, eager=True)


def looking(stage: Stage) -> None:
    """The match is over: looking through it, and on to another one."""
    over = Condition(lambda: (stage.view.ended is not None or bool(stage.replays)) and not stage.view.reading)
    replays = Condition(lambda: bool(stage.replays))
    for key, by in {"left": -1, "right": 1, "home": -(10**9), "end": 10**9}.items():
        stage.screen.bind(key, stage.look, by, when=over, eager=True)
    stage.screen.bind(("q", "escape"), stage.depart, "", when=over, eager=True)
    for key, wish in {"n": "again", "s": "swapped"}.items():
        stage.screen.bind(key, stage.depart, wish, when=over & ~replays, eager=True)
    for key, wish in {"n": "next", "p": "previous"}.items():
        stage.screen.bind(key, stage.depart, wish, when=replays, eager=True)
    for key, factor in {"+": 1 / FACTOR, "-": FACTOR}.items():
        stage.screen.bind(key, stage.hasten, factor, when=replays)

    def play() -> None:
        stage.view.paused = not stage.view.paused

    stage.screen.bind("space", play, when=replays)


def watching(stage: Stage) -> None:
    """Two programs play: pause, single steps, the pace."""
    watched = Condition(lambda: stage.watched and not (stage.view.ended or stage.replays or stage.view.reading))

    def step() -> None:
        if not stage.look(1):
            if not stage.view.paused:
                stage.pause(True)
            stage.gate.step()

    def back() -> None:
        stage.pause(True)
        stage.look(-1)

    stage.screen.bind("space", lambda: stage.pause(not stage.view.paused), when=watched)
    stage.screen.bind("right", step, when=watched)
    stage.screen.bind("left", back, when=watched)
    for key, factor in {"+": 1 / FACTOR, "-": FACTOR}.items():
        stage.screen.bind(key, stage.hasten, factor, when=watched)
    stage.screen.bind("q", stage.depart, "", when=watched)
    stage.screen.bind("escape", stage.depart, "", when=watched, eager=True)
