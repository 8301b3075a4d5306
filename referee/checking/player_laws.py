"""What every player obeys, and what to look at where one does not."""

from __future__ import annotations

from referee.events import How

PLAYS = "it_plays"
LEGAL = "its_moves_are_legal"
ERRORS = "it_raises_no_error"
LIVES = "it_stays_alive"
TIME = "it_keeps_the_time"
SEED = "the_seed_decides"
STATE = "games_leave_nothing_behind"
SILENT = "it_prints_nothing"
DEADLINE = "it_looks_at_the_deadline"
UNLIMITED = "it_answers_where_there_is_no_limit"

GROUPS: dict[str, tuple[str, ...]] = {
    "legal moves": (PLAYS, LEGAL),
    "no errors": (ERRORS,),
    "a quiet process": (LIVES, SILENT),
    "the time": (TIME, DEADLINE, UNLIMITED),
    "the same seed, the same game": (SEED,),
    "each game anew": (STATE,),
}
HINTS = (SILENT, DEADLINE, UNLIMITED)
ORDER = (PLAYS, LIVES, TIME, ERRORS, LEGAL, SEED, STATE, UNLIMITED, DEADLINE, SILENT)
LAW_OF = {
    How.NO_MOVE: LEGAL, How.ILLEGAL_MOVE: LEGAL, How.CRASHED: ERRORS, How.OUT_OF_TIME: TIME, How.HUNG: TIME,
    How.DIED: LIVES, How.OUT_OF_MEMORY: LIVES, How.FLOODED: LIVES,
}  # fmt: skip

CALLED = (
    "def choose(self, game, deadline), def begin(self, game, seat): so they are called; of a function, def bot(game)"
)
ONE_GAME = "if it is for one game only, check it with --game, or raise players.player.Unplayable in begin(game, seat)"
MEANT: dict[str, str] = {  # what an answer begins with that is no move, and how it comes about
    "None": "choose: some way through it ends without return",
    "True": "choose: it returns what a comparison says, not a move",
    "False": "choose: it returns what a comparison says, not a move",
    "[": "choose: it returns a list; return one of its moves",
    "(": "choose: it returns a tuple; return the move in it",
    "<generator": "choose: it says yield where it is to say return",
    "<coroutine": "choose: it is to be def, not async def",
    "'": "choose: a text that it returns must be game.text(move) of a legal move",
}
LOOKS: dict[str, str] = {
    PLAYS: "the option --game: name a game that it plays",
    LEGAL: "choose: what it returns is to be one of game.moves(), or the text of one",
    ERRORS: "the traceback: its last line names the error, the line above it where it arose",
    LIVES: "what it calls: it must not end its process, nor take ever more memory",
    TIME: "choose: look at time.monotonic() in the innermost loop, and return the best move so far when it comes to "
    "deadline, which is a moment on that clock and no number of seconds",
    SEED: "a class: __init__(self, seed=None) with self.rng = random.Random(seed); a function: bot(game, rng)",
    STATE: "what outlives a game: keep all in self, made in __init__, nothing in the class or in global variables",
    SILENT: "the print: take it away, or let it be: it is kept from people's screens, but it costs time",
    DEADLINE: "choose: deadline is on the clock of time.monotonic(); who looks at it may play with --time and --clock",
    UNLIMITED: "choose: deadline may be math.inf; then end by something else: min(deadline, time.monotonic() + 1)",
}
