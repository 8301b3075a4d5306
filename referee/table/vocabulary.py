"""What may be typed at the table, and the keys of its page: one table for help, prompts and key line."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import games
from games.capabilities import hides_information, meaning_of
from games.game import CHANCE, Game
from games.picture import Grid, Pits, Points
from players import entry
from players.entry import DEAD, DRAW, HELP, LEGAL, NEW_LEVEL, REDO, RESIGN, SWAP, UNDO, Entry, Word, help_lines
from players.player import Restart, SetUp
from referee.drawing import text_table
from referee.drawing.text_width import wrap

HINT = Word("hint", "what a strong player would do", key="F2", brief="hint", working="Looking for a hint")
WHY = Word("why", "what the other thought about its last move")
MOVES = Word("moves", "the moves so far; or the legal ones that begin on a cell", after="[from CELL]")
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
    SAVE, DRAW, DEAD, RESIGN, RESTART, HELP, QUIT,
)  # fmt: skip
AT_ONCE = HELP, RULES, MOVES, FLIP  # words that are answered while a program thinks
HASTY = UNDO, RESIGN, RESTART, QUIT  # words for which a thinking program moves now
STEERING = (
    ("arrows, Enter", "choose a cell of the board, or a legal move if it has no cells"),
    ("Tab", "complete what is typed"),
    ("Ctrl-P, Ctrl-N", "what was typed before"),
    ("PageUp, PageDown", "look at earlier positions"),
    ("Esc", "a step back: close, clear what is typed, last position, give up a chosen cell"),
    ("mouse", "click a cell, a move or a key; the wheel looks back; with Shift it selects text, as elsewhere"),
    ("a move, Enter", "while a program thinks: the move is played once it is your turn; Esc takes it back"),
    ("a word, Enter", "meanwhile help, rules, moves, flip are answered; for undo, resign, restart, quit it moves now"),
    ("Ctrl-C", "make a thinking program move now, twice: leave; else leave"),
)
TITLE = "Moves: "
OVER = "it would be over already"


def parse(game: Game, line: str, words: Iterable[Word] = WORDS) -> Entry:
    """Return what the line means, as players.entry.parse reads it with the words of the table."""
    return entry.parse(game, line, words)


def help_text(keys: bool, words: Iterable[Word] = WORDS) -> str:
    """Return what may be typed, a line each; with `keys` also the keys of a page."""
    lines = help_lines(words, keys)
    if keys:
        lines += ["Keys", *(f"  {line}" for line in text_table.rows(STEERING))]
    return "\n".join(lines)


def key_line(words: Iterable[Word] = WORDS) -> Iterator[tuple[str, str]]:
    """Yield the keys in order, and what each does in a word."""
    keyed = [word for word in words if word.key]
    yield from ((word.key, word.brief) for word in sorted(keyed, key=lambda word: (len(word.key), word.key)))


def has_board(game: Game) -> bool:
    """Return whether the game is played on the cells of a board."""
    return isinstance(game.show(), (Grid, Pits, Points))


def action_line(game: Game, columns: int, rows: int = 1) -> str:
    """Return the legal moves with their meanings, in at most `rows` of `columns`; "" if moves take place on cells.

    If there is no room for that, only the first moves have their meanings, or moves in the middle are left out.
    """
    moves = [] if game.turn == CHANCE else game.moves()
    if not moves or any(game.cells(move) for move in moves):
        return ""
    texts = [game.text(move) for move in moves]
    meanings = [meaning_of(game, move) for move in moves]
    told = [f"{text} ({said})" if said else text for text, said in zip(texts, meanings, strict=True)]
    counts = range(len(told), 0, -1) if told != texts else ()
    ways = [TITLE + ", ".join(told[:count] + texts[count:]) for count in counts]
    ways.append(TITLE + game.listing())
    every = f"? lists all {len(told)}"
    begun = (", ".join(told[:count]) for count in range(len(told) - 2, 0, -1))
    ways += [*(f"{TITLE}{start}, ..., {told[-1]}; {every}" for start in begun), TITLE + every]
    return next((way for way in ways if len(wrap(way, columns)) <= rows), ways[-1])


def told_position(game: Game) -> str:
    """Return the text of the position, as far as the seat to move knows it. Raises ValueError if it has none."""
    return game.position(game.turn if hides_information(game) else None)


def why_not(spec: str, position: str) -> str:
    """Return why no game of a spec can begin in a position, in one line; "" if one can."""
    game = games.load(games.split_position(spec)[0])
    try:
        game.set_position(position)
        return "" if game.score() is None else OVER
    except ValueError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # the rules of a game that somebody is still writing
        return f"the rules fail there: {type(error).__name__}: {error}"


def how_to_edit(game: Game) -> str:
    """Return how to set up a position if there is no page for it."""
    try:
        return f"Type the position that you want after the word, such as: edit {told_position(game)}"
    except ValueError as error:
        return str(error)
