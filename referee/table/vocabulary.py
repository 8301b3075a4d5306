"""What may be typed at the table beside moves: one table of words and keys, for help, prompts and the key line."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Order:
    """A word that may be typed, what may follow it, the key that does the same at a terminal, and what it does."""

    word: str
    does: str
    after: str = ""
    key: str = ""
    brief: str = ""  # for the line of keys


ORDERS = (
    Order("?", "the legal moves", key="F6", brief="moves"),
    Order("hint", "what a strong player would do", key="F2", brief="hint"),
    Order("why", "what the other thought about its last move"),
    Order("undo", "take back your last move, and the answer to it", key="F3", brief="undo"),
    Order("redo", "make the moves again that were taken back", key="F4", brief="redo"),
    Order("moves", "the moves so far"),
    Order("analyse", "what each move is worth, by several methods side by side"),
    Order("coach", "be warned before a mistake, or no longer", after="[on/off]"),
    Order("flip", "look at the board from the other side", key="F5", brief="flip"),
    Order("swap", "change seats with the other player"),
    Order("level", "play on against a program of that level, 1 to 10", after="N"),
    Order("save", "write a record of the match so far", after="[FILE]"),
    Order("draw", "offer a draw"),
    Order("resign", "give up this game"),
    Order("help", "this text", key="F1", brief="help"),
    Order("quit", "leave the table; the match is kept, and `referee resume` goes on with it", key="F10", brief="quit"),
)
WORDS = tuple(order.word for order in ORDERS)
STEERING = (
    ("arrows, Enter", "choose cells of the board; where it has none, one of the legal moves"),
    ("Tab", "complete what is typed"),
    ("Ctrl-P, Ctrl-N", "what was typed before"),
    ("PageUp, PageDown", "look at earlier positions"),
    ("Esc", "back to the last position; take back a chosen cell"),
    ("Ctrl-C", "while a program thinks: move now, and again: leave; else leave"),
)


def help_text(keys: bool) -> str:
    """What may be typed, a line each; with keys also those of a terminal."""
    rows = [(f"{order.word} {order.after}".rstrip(), order.key if keys else "", order.does) for order in ORDERS]
    wide = max(len(word) for word, _, _ in rows)
    lines = ["Type a move, or one of"]
    lines += [f"  {word:<{wide}}  {key:<4}{does}" if keys else f"  {word:<{wide}}  {does}" for word, key, does in rows]
    if keys:
        wide = max(len(key) for key, _ in STEERING)
        lines += ["Keys", *(f"  {key:<{wide}}  {does}" for key, does in STEERING)]
    return "\n".join(lines)


def key_line() -> Iterator[tuple[str, str]]:
    """The keys and what they do in a word each, by their numbers."""
    yield from (
        (order.key, order.brief) for order in sorted(ORDERS, key=lambda order: (len(order.key), order.key)) if order.key
    )
