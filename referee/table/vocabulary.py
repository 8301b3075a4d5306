"""What may be typed at the table beside moves, and the keys of its page: one table for help, prompts and key line."""

from collections.abc import Iterator
from dataclasses import replace

from games.game import Game
from players import entry
from players.entry import DRAW, HELP, LEGAL, NEW_LEVEL, REDO, RESIGN, SWAP, UNDO, Entry, Word, help_lines
from players.player import Restart, SetUp
from referee.drawing import text_table

HINT = Word("hint", "what a strong player would do", key="F2", brief="hint", working="Looking for a hint")
WHY = Word("why", "what the other thought about its last move")
MOVES = Word("moves", "the moves so far")
POSITION = Word("position", "the position as text, from which it can be set up again")
ANALYSE = Word(
    "analyse", "what each move is worth, by several methods side by side", aliases=("analyze",),
    working="Looking at each move",
)  # fmt: skip
COACH = Word("coach", "turn warnings before a mistake on or off", after="[on/off]")
SCORE = Word("score", "what each side has", aliases=("scores", "points"))
CLOCK = Word("clock", "the time that is left", aliases=("clocks", "time"))
RULES = Word("rules", "how the game is played")
FLIP = Word("flip", "look at the board from the other side", key="F5", brief="flip")
RESTART = Word(
    "restart", "leave this game and begin another one, in the same seats", request=Restart, aliases=("new",),
    doubt="Give this game up and begin again, yes or no?",
)  # fmt: skip
EDIT = Word(
    "edit", "set up another position, and begin a new game there", after="[POSITION]", request=SetUp,
    doubt="Leave this game and begin one from that position, yes or no?",
)  # fmt: skip
SAVE = Word("save", "write a record of the match so far", after="[FILE]")
QUIT = replace(entry.QUIT, does="leave the table; `referee resume` goes on with a match that is kept")
WORDS = (
    RULES, LEGAL, HINT, WHY, UNDO, REDO, MOVES, POSITION, EDIT, SCORE, CLOCK, ANALYSE, COACH, FLIP, SWAP, NEW_LEVEL,
    SAVE, DRAW, RESIGN, RESTART, HELP, QUIT,
)  # fmt: skip
STEERING = (
    ("arrows, Enter", "choose a cell of the board, or a legal move if it has no cells"),
    ("Tab", "complete what is typed"),
    ("Ctrl-P, Ctrl-N", "what was typed before"),
    ("PageUp, PageDown", "look at earlier positions"),
    ("Esc", "a step back: close, clear what is typed, last position, give up a chosen cell"),
    ("mouse", "click a cell, a move or a key; the wheel looks back; with Shift it selects text, as elsewhere"),
    ("Ctrl-C", "make a thinking program move now, twice: leave; else leave"),
)


def parse(game: Game, line: str) -> Entry:
    """What the line means, as players.entry.parse reads it with the words of the table."""
    return entry.parse(game, line, WORDS)


def help_text(keys: bool) -> str:
    """Return what may be typed, a line each; with `keys` also the keys of a page."""
    lines = help_lines(WORDS, keys)
    if keys:
        lines += ["Keys", *(f"  {line}" for line in text_table.rows(STEERING))]
    return "\n".join(lines)


def key_line() -> Iterator[tuple[str, str]]:
    """The keys and what they do in a word each, by their numbers."""
    keyed = [word for word in WORDS if word.key]
    yield from ((word.key, word.brief) for word in sorted(keyed, key=lambda word: (len(word.key), word.key)))
