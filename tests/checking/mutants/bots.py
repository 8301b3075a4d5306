"""Players as students hand them in: ways to be wrong, with the advice that each of them needs, and ways to be right."""

HEAD = """import functools, os, random, sys, threading, time
from dataclasses import dataclass, field
from pathlib import Path

from players.player import Resigned, Unplayable


class Bot:
    def __init__(self, seed=None):
        self.rng = random.Random(seed)
        self.past = []

    def begin(self, game, seat):
        self.first, self.seat = game, seat

    def choose(self, game, deadline):
        moves = game.moves()
"""
LEGAL, ERRORS, SEED, STATE = (
    "its_moves_are_legal",
    "it_raises_no_error",
    "the_seed_decides",
    "games_leave_nothing_behind",
)
SIDES = "it_plays_both_seats_alike"  # worth a look only
TIME, LIVES = "it_keeps_the_time", "it_stays_alive"

AFTER = """


def after(game, move, depth=3):
    twin = game.copy()
    twin.make(move)
    if depth == 0 or twin.score() is not None:
        return twin.score() or 0
    return (max if twin.turn == 0 else min)(after(twin, each, depth - 1) for each in twin.moves()[:5])
"""

# What choose goes on with; the law that does not hold, words of the sentence, and words of what to look at.
WRONG = {
    "now and then it is illegal": ("return 10**6 if self.rng.random() < 0.03 else moves[0]", LEGAL, "1000000", "one of game.moves()"),
    "it is rarely illegal": ("return 10**6 if self.rng.random() < 0.01 else moves[0]", LEGAL, "1000000", "one of game.moves()"),
    "it is illegal by the module random": ("return 10**6 if random.random() < 0.03 else moves[0]", LEGAL, "1000000", "did not happen again"),
    "it is illegal late": ("return 10**6 if len(moves) == 1 else moves[-1]", LEGAL, "1000000", "one of game.moves()"),
    "it is illegal after moves of its own": ("self.past.append(1)\n        return 10**6 if len(self.past) == 4 else moves[0]", LEGAL, "in a game from its start", "one of game.moves()"),
    "it is illegal as the second seat": ("return 10**6 if game.turn else self.rng.choice(moves)", LEGAL, "1000000", "one of game.moves()"),
    "it returns None at times": ("\n        if self.rng.random() < 0.9:\n            return moves[0]", LEGAL, "chose None", "without return"),
    "it returns places": ("return self.rng.randrange(len(moves))", LEGAL, "not a legal move", "place of a move"),
    "it returns a float": ("return moves[0] / 1", LEGAL, "not a legal move", "//"),
    "it returns a pair": ("return max((0, move) for move in moves)", LEGAL, "chose (0,", "a tuple"),
    "it returns a function": ("return game.moves", LEGAL, "not a legal move", "() is missing"),
    "it returns text of a number": ("return str(moves[0] + 100)", LEGAL, "not a legal move", "game.text(move)"),
    "it returns a dict": ("return {moves[0]: 1}", LEGAL, "not a legal move", "a dict"),
    "it makes moves and forgets them": ("game.make(moves[0])\n        return game.moves()[0] + 50", LEGAL, "not a legal move", "game that it was given"),
    "it looks at the game kept from begin": ("return self.first.moves()[0]", LEGAL, "not a legal move", "kept in self"),
    "it returns the value": ("return max(float(move) for move in moves)", LEGAL, "not a legal move", "float"),
    "it draws lots by the module": ("return random.choice(moves)", SEED, "module random", "random.Random(seed)"),
    "it seeds the module": ("random.seed(7)\n        return random.choice(moves)", SEED, "seeds it", "random.Random(seed)"),
    "it goes by the order of a set": ("names = {f'move {move}' for move in moves}\n        return int(next(iter(names)).split()[1])", SEED, "another interpreter", "sorted("),
    "it goes by hash": ("return min(moves, key=lambda move: hash(str(move)))", SEED, "another interpreter", "sorted("),
    "it goes by the clock": ("return moves[time.time_ns() // 1000 % len(moves)]", SEED, "does not play the same game", "seed"),
    "it keeps all games in a global list": ("sys.past = [*getattr(sys, 'past', []), 1]\n        return moves[len(sys.past) // 3 % len(moves)]", STATE, "after another game", "outlives a game"),
    "it reads a file by a relative path": ("open('bots.txt').close()\n        return moves[0]", ERRORS, "FileNotFoundError", "with_name"),
    "it asks people": ("return int(input('move? '))", ERRORS, "EOFError", "input()"),
    "it recurses": ("return self.choose(game, deadline)", ERRORS, "RecursionError", "must end"),
    "it needs more time than there is": ("\n        best = None\n        while best is None and time.monotonic() + 0.3 < deadline:\n            best = moves[0]\n        return best", LEGAL, "with 0.05 seconds for the move; with 1 second it does not", "begin with a legal move"),
    "it divides by the time left": ("\n        steps = int((deadline - time.monotonic()) * 10) if deadline < 1e9 else 9\n        return moves[0 // steps]", ERRORS, "with 0.05 seconds for the move", "begin with a legal move"),
    "it is killed": ("os.kill(os.getpid(), 9)", LIVES, "SIGKILL", "must not end its process"),
    "it fails once the match is over": ("return moves[0]\n\n    def end(self):\n        open('scores.txt').close()", ERRORS, "when its match was over it crashed: FileNotFoundError", "with_name"),
    "it waits": ("time.sleep(3600)", TIME, "did not answer", "time.monotonic()"),
    "it catches all and waits": ("\n        while True:\n            try:\n                time.sleep(1)\n            except BaseException:\n                pass", TIME, "did not answer", "time.monotonic()"),
    "it knows tic-tac-toe only": ("return [cell for cell in range(9) if game.board[cell] == 0][0]", ERRORS, "AttributeError", "the traceback"),
    "it wants what the first seat wants": ("return max(moves, key=lambda move: after(game, move))" + AFTER, SIDES, "as the first seat, and less", "count for seat 0"),
    "it wants what the second seat wants": ("return min(moves, key=lambda move: after(game, move))" + AFTER, SIDES, "as the second seat, and less", "count for seat 0"),
}  # fmt: skip

RIGHT = {
    "a plan in the class that ends with the match": HEAD
    + """        self.plan.append(1)
        return moves[len(self.plan) % len(moves)]

    plan = []

    def end(self):
        self.plan.clear()
""",
    "numbers of its own": HEAD
    + """        class Number:
            def __init__(self, value):
                self.value = value
            def __index__(self):
                return self.value
        return Number(moves[0])
""",
    "a random generator that lasts": HEAD.replace("    def choose", "    lasting = True\n\n    def choose")
    + "        return self.rng.choice(moves)\n",
    "texts": HEAD + "        return game.text(self.rng.choice(moves))\n",
    "moves in the game it is given": HEAD
    + "        move = self.rng.choice(moves)\n        game.make(move)\n        return move\n",
    "all its time": HEAD
    + """        until = min(deadline - 0.01, time.monotonic() + 0.05)
        best = moves[0]
        while time.monotonic() < until:
            best = self.rng.choice(moves)
        return best
""",
    "threads": HEAD
    + """        found = []
        thread = threading.Thread(target=lambda: found.append(self.rng.choice(moves)))
        thread.start()
        thread.join()
        return found[0]
""",
    "a cache": HEAD
    + "        return best(tuple(moves))\n\n\n@functools.lru_cache\ndef best(moves):\n    return max(moves)\n",
    "a book": HEAD + "        return BOOK.get(len(moves), max)(moves)\n\n\nBOOK = {9: min, 8: max}\n",
    "a book beside it": HEAD + "        Path(__file__).read_text()\n        return moves[0]\n",
    "one game only": HEAD.replace(
        "        self.first, self.seat = game, seat\n",
        "        if len(game.moves()) != 9:\n            raise Unplayable('nine moves')\n",
    )
    + "        return self.rng.choice(moves)\n",
    "a dataclass": """import random
from dataclasses import dataclass, field


@dataclass
class Bot:
    seed: int = 0
    count: int = 0
    seen: list = field(default_factory=list)

    def choose(self, game, deadline):
        self.seen.append(self.count)
        return random.Random(self.seed + len(self.seen)).choice(game.moves())
""",
    "a hierarchy": """import abc
import random


class Chooser(abc.ABC):
    def __init__(self, seed=None):
        self.rng = random.Random(seed)

    def choose(self, game, deadline):
        return self.pick(game, game.moves())

    @abc.abstractmethod
    def pick(self, game, moves):
        ...


class Bot(Chooser):
    def pick(self, game, moves):
        return self.rng.choice(moves)
""",
    "a seed that it must have": "import random\n\n\nclass Bot:\n    def __init__(self, seed):\n        self.rng = random.Random(seed)\n\n"
    "    def choose(self, game, deadline):\n        return self.rng.choice(game.moves())\n",
    "a function": "def bot(game):\n    return max(game.moves())\n",
    "a function with numbers": "def bot(game, rng):\n    return rng.choice(game.moves())\n",
    "a search": HEAD
    + """        sign = 1 if game.turn == 0 else -1
        return max(moves, key=lambda move: sign * self.value(game, move, 2))

    def value(self, game, move, depth):
        twin = game.copy()
        twin.make(move)
        score = twin.score()
        if score is not None or depth == 0 or twin.turn < 0:
            return score or 0
        sign = 1 if twin.turn == 0 else -1
        return sign * max(sign * self.value(twin, each, depth - 1) for each in twin.moves()[:4])
""",
    "it resigns what is lost": HEAD
    + "        if len(moves) == 1:\n            raise Resigned\n        return self.rng.choice(moves)\n",
    "it catches everything": HEAD
    + "        try:\n            return self.rng.choice(moves)\n        except BaseException:\n            return moves[0]\n",
    "no begin and no seed": "class Bot:\n    def choose(self, game, deadline):\n        return game.moves()[-1]\n",
}
