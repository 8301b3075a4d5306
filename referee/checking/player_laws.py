"""The laws of every player, and advice where one does not hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.base.positions import position_after
from referee.match.events import How

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line
    from referee.checking.player_process import Answer


PLAYS = "it_plays"
LEGAL = "its_moves_are_legal"
ERRORS = "it_raises_no_error"
LIVES = "it_stays_alive"
TIME = "it_keeps_the_time"
SEED = "the_seed_decides"
STATE = "games_leave_nothing_behind"
SILENT = "it_prints_nothing"
SIDES = "it_plays_both_seats_alike"
KEEPS = "it_leaves_its_process_as_it_was"
DEADLINE = "it_looks_at_the_deadline"
UNLIMITED = "it_answers_where_there_is_no_limit"

GROUPS: dict[str, tuple[str, ...]] = {
    "legal moves": (PLAYS, LEGAL, SIDES),
    "no errors": (ERRORS,),
    "a quiet process": (LIVES, SILENT, KEEPS),
    "the time": (TIME, DEADLINE, UNLIMITED),
    "the same seed, the same game": (SEED,),
    "each game anew": (STATE,),
}
OF_PROGRAMS = {name: held for name, held in GROUPS.items() if not {SEED, STATE} & set(held)}  # they take no seed
HINTS = (SILENT, KEEPS, DEADLINE, UNLIMITED, SIDES)
ORDER = (PLAYS, LIVES, TIME, ERRORS, LEGAL, SEED, STATE, UNLIMITED, DEADLINE, SIDES, SILENT, KEEPS)
LAW_OF = {
    How.NO_MOVE: LEGAL, How.ILLEGAL_MOVE: LEGAL, How.CRASHED: ERRORS, How.OUT_OF_TIME: TIME, How.HUNG: TIME,
    How.DIED: LIVES, How.OUT_OF_MEMORY: LIVES, How.FLOODED: LIVES,
    How.INTERFERED: LIVES,
}  # fmt: skip

CALLED = "define them as def choose(self, game, deadline) and def begin(self, game, seat); a function, as def bot(game)"
ONE_GAME = "if it is for one game only, check it with --game, or raise players.player.Unplayable in begin(game, seat)"
ONCE = (
    "it did not happen again with the same seed: something else matters too, as the module random, the clock or a set"
)
LASTED = (
    "it says lasting = True, so the same object plays the next game: begin(game, seat) is called for each, and has to "
    "make anew what belongs to a game"
)
UNMADE = "unmake: take back only what was made in this very copy; the game that choose is given holds no moves"
UNREADY = "begin and __init__: they must come to an end, within 10 seconds here"
CLOCK = "deadline is a moment on the clock of time.monotonic(), and not of time.time()"
HURRIED = "choose: begin with a legal move, best = game.moves()[0], before the search, which may be cut short at once"
HASHES = "sorted(...): the order of a set of texts, hash() and id() differ in each run of Python"
RAISED: dict[str, str] = {  # advice by the name of an error, in addition to its traceback
    "EOFError": "input(): nobody is there to answer; a player is asked by choose alone",
    "FileNotFoundError": "open: Path(__file__).with_name('book.txt') lies beside the file, wherever it is started from",
    "RecursionError": "the function that calls itself: it must end where score() is not None, and at some depth",
    "ModuleNotFoundError": "import: the module must be installed, or lie beside the file",
    "IllegalMove": "make: that move is not legal there; ask the position itself for its moves() before each one",
    "OverflowError": "choose: deadline may be math.inf, which int() cannot convert",
}
PROGRAM_LOOKS: dict[str, str] = {  # of programs from outside
    LEGAL: "what it answers: the move alone, as it stands in the list of the legal moves",
    LIVES: "what it printed last, and the end of its loop: it must read on until its input ends",
    TIME: "whether it flushes its output after each line, and keeps to the seconds that it is told",
    DEADLINE: "the seconds that it is told for the move: it must not take more",
    UNLIMITED: "a move without a limit of time: it is told no seconds then",
}
SHOWN = 5  # legal moves that are listed
GENERAL = "choose: what it returns is to be one of game.moves(), or the text of one"
CHANGED = "choose: it has made moves in the game that it was given; make them in game.copy(), or take them back"
KEPT = (
    "choose: the move is legal in an earlier position; look at the game that choose is given, "
    "and not at one that was kept in self"
)
PLACE = "choose: is it the place of a move in a list? return moves[place], and not the place"


def advise_on_error(trace: str) -> str:
    """Return advice for the error in a traceback; "" if the traceback says it all."""
    last = trace.rstrip().rpartition("\n")[2]
    if "cannot be taken back" in last:
        return UNMADE
    return RAISED.get(last.partition(":")[0].strip().rpartition(".")[2], "")


LOOKS: dict[str, str] = {
    PLAYS: "the option --game: name a game that it plays",
    LEGAL: "choose: return one of game.moves(), or the text of one; raise no request that only people may make",
    ERRORS: "the traceback: its last line names the error, the line above it the place",
    LIVES: "what it calls: it must not end its process, nor take ever more memory",
    TIME: "choose: look at time.monotonic() in the innermost loop, and return the best move so far at "
    "deadline, which is a moment on that clock and not a number of seconds",
    SEED: "a class: __init__(self, seed=None) with self.rng = random.Random(seed); a function: bot(game, rng); "
    "of numpy: np.random.default_rng(seed); and nothing that it has written into a file",
    STATE: "what outlives a game: keep all in self, made in __init__, nothing in the class or in global variables",
    SILENT: "the print: remove it, or leave it: people do not see it, but it costs time",
    KEEPS: "its changes are undone after each game, and what it leaves running is ended; a path that begins with "
    "pathlib.Path(__file__).parent leads to a file beside its own from any folder",
    DEADLINE: "choose: deadline is on the clock of time.monotonic(); players that keep it may have --time and --clock",
    SIDES: "the sign: score() and estimate() count for seat 0; seat 1, where game.turn is 1, wants the negative",
    UNLIMITED: "choose: deadline may be math.inf; then end by something else: min(deadline, time.monotonic() + 1)",
}


FORMS = (  # patterns of answers, with their probable causes
    (r"None$", "choose: some way through it ends without return"),
    (r"(np\.)?(True|False)\b", "choose: it returns what a comparison says, not a move"),
    (r"\[", "choose: it returns a list; return one of its moves"),
    (r"\(", "choose: it returns a tuple; return the move in it, and not its value"),
    (r"\{|dict|set|frozenset", "choose: it returns a dict or a set; return one of its moves"),
    (r"<generator", "choose: it says yield instead of return"),
    (r"<coroutine", "choose: it is to be def, not async def"),
    (r"<(bound method|function|built-in)", "choose: it returns a function; () is missing that calls it"),
    (r"(np\.float\d*\()?-?\d*\.\d|(np\.float\d*\()?-?\d+e|-?inf|nan",
     "choose: it returns a float: divide by // and not by /, and do not return the value in place of the move"),
    (r"array\(|tensor\(", "choose: it returns an array; return int(array[0]), or what in it is the move"),
    (r"b['\"]", "choose: it returns bytes; return the number, or a text: answer.decode()"),
    (r"['\"]-?\d", "choose: it returns a text; return the number itself, or game.text(move) of a legal move"),
    (r"['\"]", "choose: a text that it returns must be game.text(move) of a legal move"),
    (r"<", "choose: it returns an object; return one of game.moves()"),
)  # fmt: skip


def advise_on_illegal_move(answer: Answer, start: Game, line: Line) -> str:
    """Return advice on an illegal answer after the moves `line`, and some legal moves there."""
    game = position_after(start, *line)
    moves = game.moves()
    listed = ", ".join(f"{move} ({game.text(move)})" for move in moves[:SHOWN])
    return f"{find_reason(answer, start, line, moves)}; legal there: {listed}{', ...' * (len(moves) > SHOWN)}"


def find_reason(answer: Answer, start: Game, line: Line, moves: list[int]) -> str:
    """Return how the illegal answer probably came about."""
    for shape, words in FORMS:
        if re.match(shape, answer.said):
            return words
    if answer.changed:
        return CHANGED
    if answer.number is None:
        return GENERAL
    kept = any(answer.number in position_after(start, *line[:length]).moves() for length in range(len(line)))
    place = 0 <= answer.number < len(moves)
    if kept and place:
        return f"{PLACE}; or {KEPT.removeprefix('choose: ')}"
    return KEPT if kept else PLACE if place else GENERAL
