"""The keys of the page: one table of what each does, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.completion import generate_completions

from games.game import IllegalMove
from players.human import parse_turn
from referee.table.fullscreen.steering import listed
from referee.table.vocabulary import ORDERS, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.table.fullscreen.match import Stage

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
PAGE = 10  # lines
LONGEST = 500  # characters of an entry
SHOWN = 20  # of those in an answer to it
FASTEST, SLOWEST = 0.05, 60.0  # seconds between moves
FACTOR = 1.5  # by which + and - change the pace


def bindings(stage: Stage) -> KeyBindings:
    """All keys of the page."""
    keys = KeyBindings()
    for bind in (anywhere, reading, typing, steering, looking, watching):
        bind(keys, stage)
    return keys


def anywhere(keys: KeyBindings, stage: Stage) -> None:
    """Ctrl-C, Ctrl-Z, Ctrl-L, and a look around."""
    view = stage.view
    board = Condition(lambda: not view.reading)

    for key in ("c-c", "<sigint>"):
        keys.add(key, eager=True)(calls(stage.interrupt))

    @keys.add("c-z", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    @keys.add("c-l", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.app.renderer.clear()

    keys.add("pageup", filter=board)(calls(stage.look, -1))
    keys.add("pagedown", filter=board)(calls(stage.look, 1))
    keys.add("f5", filter=board, eager=True)(calls(stage.view.turn_around))


def reading(keys: KeyBindings, stage: Stage) -> None:
    """A text in the place of the board: it is scrolled, and any other key puts it away."""
    reads = Condition(lambda: stage.view.reading is not None)
    steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -(10**6), "end": 10**6}

    for key, by in steps.items():
        keys.add(key, filter=reads, eager=True)(calls(stage.view.scroll, by))
    others = (
        "<any>",
        "enter",
        "escape",
        "tab",
        "left",
        "right",
        *(order.key.casefold() for order in ORDERS if order.key),
    )
    for key in others:
        keys.add(key, filter=reads, eager=True)(calls(stage.view.put_away))


def typing(keys: KeyBindings, stage: Stage) -> None:
    """The prompt: Enter, Tab, and a key for some of the words."""
    asked = Condition(lambda: stage.view.asked is not None and not stage.view.reading)
    typed = Condition(lambda: bool(stage.buffer.text))

    @keys.add("enter", filter=asked & typed)
    def _(event: KeyPressEvent) -> None:
        enter(stage)

    @keys.add("enter", filter=Condition(lambda: stage.view.asked is None and not stage.view.ended))
    def _(event: KeyPressEvent) -> None:
        """Nobody is asked yet: what is typed stays."""

    @keys.add("tab", filter=asked)
    def _(event: KeyPressEvent) -> None:
        generate_completions(event)

    @keys.add("<bracketed-paste>", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(" ".join(event.data.split())[:LONGEST])

    @keys.add("c-d", filter=asked & ~typed)
    def _(event: KeyPressEvent) -> None:
        stage.reply("quit")

    for order in ORDERS:
        if order.key and order.word != "flip":
            keys.add(order.key.casefold(), filter=asked, eager=True)(calls(stage.reply, order.word))


def calls(call: Callable[..., object], *arguments: object) -> Callable[[KeyPressEvent], None]:
    """A key that does nothing but to call that."""

    def pressed(event: KeyPressEvent) -> None:
        call(*arguments)

    return pressed


def enter(stage: Stage) -> None:
    """Answer with what was typed; what is neither a move nor a word is answered here, and stands in the history."""
    game, text = stage.view.asked, " ".join(stage.buffer.text.split())[:LONGEST]
    assert game is not None  # noqa: S101  # for the type checker: the key is bound while somebody is asked
    stage.buffer.append_to_history()
    stage.buffer.reset()
    if not text:
        return
    if text.split()[0].casefold() not in (*WORDS, "exit", "q", "yes", "y", "no", "n"):
        try:
            parse_turn(game, text)
        except IllegalMove as error:
            short = text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."
            stage.view.said = [str(error).replace(repr(text), repr(short))]
            return
    stage.reply(text)


def steering(keys: KeyBindings, stage: Stage) -> None:
    """The cursor on the board, while nothing is typed."""
    view, buffer = stage.view, stage.buffer
    empty = Condition(lambda: not buffer.text)
    asked = Condition(lambda: view.asked is not None and not view.reading)
    free = asked & (empty | Condition(lambda: listed(view, buffer.text)))
    for key, way in ARROWS.items():
        keys.add(key, filter=free, eager=True)(calls(stage.steer, *way))

    keys.add("enter", filter=asked & empty)(calls(stage.choose))
    keys.add("escape", filter=free, eager=True)(calls(stage.cancel))


def looking(keys: KeyBindings, stage: Stage) -> None:
    """The match is over: looking through it, and on to another one."""
    over = Condition(lambda: (stage.view.ended is not None or bool(stage.replays)) and not stage.view.reading)
    replays = Condition(lambda: bool(stage.replays))
    for key, by in {"left": -1, "right": 1, "home": -(10**9), "end": 10**9}.items():
        keys.add(key, filter=over, eager=True)(calls(stage.look, by))
    for key, wish in {"q": "", "escape": ""}.items():
        keys.add(key, filter=over, eager=True)(calls(stage.depart, wish))
    for key, wish in {"n": "again", "s": "swapped"}.items():
        keys.add(key, filter=over & ~replays, eager=True)(calls(stage.depart, wish))
    for key, wish in {"n": "next", "p": "previous"}.items():
        keys.add(key, filter=replays, eager=True)(calls(stage.depart, wish))
    for key, factor in {"+": 1 / FACTOR, "-": FACTOR}.items():
        keys.add(key, filter=replays)(calls(stage.hasten, factor))

    @keys.add("space", filter=replays)
    def _(event: KeyPressEvent) -> None:
        stage.view.paused = not stage.view.paused


def watching(keys: KeyBindings, stage: Stage) -> None:
    """Two programs play: pause, single steps, the pace."""
    watched = Condition(lambda: stage.watched and not (stage.view.ended or stage.replays or stage.view.reading))

    @keys.add("space", filter=watched)
    def _(event: KeyPressEvent) -> None:
        stage.pause(not stage.view.paused)

    @keys.add("right", filter=watched)
    def _(event: KeyPressEvent) -> None:
        if not stage.look(1):
            if not stage.view.paused:
                stage.pause(True)
            stage.gate.step()

    @keys.add("left", filter=watched)
    def _(event: KeyPressEvent) -> None:
        stage.pause(True)
        stage.look(-1)

    for key, factor in {"+": 1 / FACTOR, "-": FACTOR}.items():
        keys.add(key, filter=watched)(calls(stage.hasten, factor))
    keys.add("q", filter=watched)(calls(stage.depart, ""))
    keys.add("escape", filter=watched, eager=True)(calls(stage.depart, ""))
