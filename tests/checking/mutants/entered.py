"""More players as students hand them in: with one fault each, or right and unusual. Their form is that of bots.py."""

from tests.checking.mutants.bots import ERRORS, HEAD, LEGAL, LIVES, SEED, STATE, TIME

PLAYS, SILENT, KEEPS = "it_plays", "it_prints_nothing", "it_leaves_its_process_as_it_was"
CLASS = HEAD.partition("class Bot")[0]

# fmt: off
# What choose goes on with, or a whole source; the law that does not hold, words of the sentence, words of the advice.
WRONG = {
    "it makes an illegal move in its copy": ("\n        twin = game.copy()\n        twin.make(moves[0])\n        twin.make(moves[0])\n        return moves[-1]", ERRORS, "not a legal move", "ask the position itself for its moves()"),
    "it takes back too much": ("\n        game.unmake(moves[0])\n        return moves[0]", ERRORS, "cannot be taken back", "made in this very copy"),
    "it returns nothing as a text": ("return ''", LEGAL, "chose ''", "game.text(move)"),
    "it returns bytes": ("return str(moves[0]).encode()", LEGAL, "chose b'", "returns bytes"),
    "it returns minus one": ("return -1", LEGAL, "chose -1", "one of game.moves()"),
    "it returns a float of numpy": ("import numpy\n        return numpy.mean(moves[:1])", LEGAL, "not a legal move", "float"),
    "it returns an array": ("import numpy\n        return numpy.array(moves[:1])", LEGAL, "not a legal move", "int(array[0])"),
    "it draws from numpy's own numbers": ("import numpy\n        return int(numpy.random.choice(moves))", SEED, "does not play the same game", "default_rng(seed)"),
    "it raises a text": ("raise 'no idea'", ERRORS, "TypeError", "the traceback"),
    "its book is too small": ("return {9: 4, 8: 0}[len(moves)] if len(moves) < 9 else moves[0]", ERRORS, "KeyError", "the traceback"),
    "it divides at the end": ("return moves[4 // (len(moves) - 1) * 0]", ERRORS, "ZeroDivisionError", "the traceback"),
    "it loops at the end": ("\n        while len(moves) == 2:\n            pass\n        return moves[0]", TIME, "did not answer", "time.monotonic()"),
    "it takes the deadline for seconds": ("\n        until = time.monotonic() + deadline\n        while time.monotonic() < until:\n            pass\n        return moves[0]", TIME, "did not answer", "not a number of seconds"),
    "it reads the wrong clock": ("\n        best = None\n        while time.time() < deadline:\n            best = moves[0]\n            break\n        return best", LEGAL, "chose None", "time.monotonic()"),
    "it remembers in a file": ("\n        with open('/tmp/check-memory.txt', 'a') as memory:\n            memory.write('x')\n        return moves[len(open('/tmp/check-memory.txt').read()) // 7 % len(moves)]", SEED, "does not play the same game", "file"),
    "it leaves a thread": ("\n        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()\n        return moves[0]", KEEPS, "thread", "ended"),
    "it writes to standard output": ("sys.stdout.write('thinking...')\n        return moves[0]", SILENT, "prints 'thinking", "print"),
    "it closes standard output": ("sys.stdout.close()\n        return moves[0]", KEEPS, "changed sys.stdin, stdout or stderr", "undone"),
    "it exits at times": ("\n        if len(moves) == 3:\n            sys.exit('I give up')\n        return moves[0]", LIVES, "SystemExit", "must not end its process"),
    "it changes the environment": ("os.environ['HOME'] = '/'\n        return moves[0]", KEEPS, "environment", "undone"),
    "it wants another argument": (CLASS + "class Bot:\n    def choose(self, game, deadline, depth):\n        return game.moves()[0]\n", ERRORS, "choose must take game and deadline", "def choose(self, game, deadline)"),
    "it hears too little": (CLASS + "class Bot:\n    def heard(self, text):\n        pass\n\n    def choose(self, game, deadline):\n        return game.moves()[0]\n", ERRORS, "heard must take text and seat", "def heard(self, text, seat)"),
    "it answers later": (CLASS + "class Bot:\n    async def choose(self, game, deadline):\n        return game.moves()[0]\n", LEGAL, "coroutine", "async def"),
    "it plays one match only": (CLASS + "class Bot:\n    lasting = True\n\n    def begin(self, game, seat):\n        if hasattr(self, 'seat'):\n            raise RuntimeError('begun already')\n        self.seat = seat\n\n    def choose(self, game, deadline):\n        return game.moves()[0]\n", ERRORS, "RuntimeError: begun already", "lasting"),
    "it is misspelled where it is second": ("return moves[0] if game.turn == 0 else movs[0]", ERRORS, "NameError", "the traceback"),
    "it swallows its errors": ("\n        try:\n            return moves[[][0]]\n        except Exception:\n            pass", LEGAL, "chose None", "without return"),
    "it begins too long": (CLASS + "class Bot:\n    def begin(self, game, seat):\n        while True:\n            pass\n\n    def choose(self, game, deadline):\n        return game.moves()[0]\n", TIME, "was not ready", "begin and __init__"),
    "it reads standard input": ("return int(sys.stdin.readline())", ERRORS, "ValueError: invalid literal", "the traceback"),
}  # fmt: skip

RIGHT = {
    "an object that is called": "class Chooser:\n    def __call__(self, game):\n        return game.moves()[0]\n\n\nbot = Chooser()\n",
    "a partial": "from functools import partial\n\n\ndef nth(place, game):\n    return game.moves()[place % len(game.moves())]\n\n\nbot = partial(nth, 3)\n",
    "a lambda": "bot = lambda game, rng: rng.choice(game.moves())\n",
    "a closure": "def make(place):\n    def mine(game):\n        return game.moves()[place % len(game.moves())]\n    return mine\n\n\nbot = make(2)\n",
    "a player that lasts": CLASS
    + "class Bot:\n    lasting = True\n\n    def __init__(self, seed=None):\n        self.games = 0\n\n    def begin(self, game, seat):\n        self.games += 1\n\n    def choose(self, game, deadline):\n        return game.moves()[self.games % len(game.moves())]\n",
    "a pool of threads that is closed": CLASS
    + "from concurrent.futures import ThreadPoolExecutor\n\n\ndef bot(game):\n    with ThreadPoolExecutor(2) as pool:\n        return max(pool.map(int, game.moves()))\n",
    "numbers of numpy": "import numpy as np\n\n\nclass Bot:\n    def __init__(self, seed=None):\n        self.rng = np.random.default_rng(seed)\n\n    def choose(self, game, deadline):\n        return self.rng.choice(game.moves())\n",
    "a member of an enumeration": "from enum import IntEnum\n\n\ndef bot(game):\n    kind = IntEnum('Move', [(f'M{move}', move) for move in game.moves()])\n    return next(iter(kind))\n",
    "no deadline": "class Bot:\n    def choose(self, game):\n        return game.moves()[-1]\n",
    "a static choose": "class Bot:\n    @staticmethod\n    def choose(game, deadline):\n        return game.moves()[-1]\n",
    "slots": "class Bot:\n    __slots__ = ('seat',)\n\n    def begin(self, game, seat):\n        self.seat = seat\n\n    def choose(self, game, deadline):\n        assert game.turn == self.seat\n        return game.moves()[0]\n",
    "other names of arguments": "def bot(state, *, rng, deadline, most_tried=3):\n    return rng.choice(state.moves()[:most_tried])\n",
    "a generator of random playouts": "def lines(game, rng):\n    for move in game.moves():\n        twin = game.copy()\n        twin.make(move)\n        while twin.score() is None:\n            twin.make(rng.choice(twin.moves()))\n        yield (twin.score() if game.turn == 0 else -twin.score()), move\n\n\ndef bot(game, rng):\n    return max(lines(game, rng))[1]\n",
}
# fmt: on
