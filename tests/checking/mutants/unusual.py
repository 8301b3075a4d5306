"""Games that are right though few are written so: a check finds no fault in them, and has no misleading note."""

from tests.checking.mutants.handed_in import BOARD, RING

TAKE = """
    def moves(self):
        return [count for count in (1, 2, 3) if count <= self.left]

    def make(self, move):
        self.left -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 2 * self.turn - 1
"""
HEAD = "from games.game import Game\n\n\n"
START = "    def __init__(self, left=9):\n        self.turn, self.left = 0, left\n"
TEXT = "    def text(self, move):"


def change(source, *pairs):
    """Return the source with each (old, new) replaced; each `old` stands there once."""
    for old, new in pairs:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


RIGHT = {
    "a numpy board": change(
        BOARD,
        ("from games.game", "import numpy as np\nfrom games.game"),
        ("[[None] * size for _ in range(size)]", "np.full((size, size), -1)"),
        (
            "[cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]",
            "list(np.flatnonzero(self.rows == -1))",
        ),
        (
            "        for line in (*self.rows, *zip(*self.rows)):\n            if line[0] is not None and all(owner == line[0] for owner in line):\n                return 1 - 2 * line[0]\n        return None if any(None in row for row in self.rows) else 0",
            "        for line in (*self.rows, *self.rows.T):\n            if line[0] >= 0 and (line == line[0]).all():\n                return np.int64(1) - 2 * line[0]\n        return None if (self.rows == -1).any() else np.int64(0)",
        ),
        ('"." if owner is None else "XO"[owner]', '"XO."[owner]'),
    ),
    "a dataclass": "from dataclasses import dataclass\n"
    + HEAD
    + '@dataclass\nclass Taken(Game):\n    """Take one to three."""\n\n    left: int = 9\n    turn: int = 0\n    options = {}\n'
    + TAKE,
    "a dataclass with lists": "from dataclasses import dataclass, field\n"
    + HEAD
    + "@dataclass(eq=False)\nclass Taken(Game):\n    left: int = 9\n    took: list = field(default_factory=list)\n\n    def __post_init__(self):\n        self.turn = 0\n"
    + TAKE.replace("        self.left -= move\n", "        self.left -= move\n        self.took.append(move)\n"),
    "slots": HEAD + "class Slots(Game):\n    __slots__ = ('left',)\n\n" + START + TAKE,
    "a counter of moves": change(
        BOARD,
        ("self.size = size\n", "self.size = size\n        self.count, self.log = 0, []\n"),
        ("        self.rows[row]", "        self.count += 1\n        self.log.append(move)\n        self.rows[row]"),
    ),
    "a cache of a method": "from functools import cache\n"
    + HEAD
    + "class Cached(Game):\n"
    + START
    + TAKE.replace("    def moves", "    @cache\n    def moves")
    + "\n    @cache\n    def say(self, move):\n        return f'takes {move}'\n",
    "a cache in the class": HEAD
    + "class Cached(Game):\n    known = {}\n\n"
    + START
    + TAKE.replace(
        "        return [count for count in (1, 2, 3) if count <= self.left]",
        "        if self.left not in self.known:\n            self.known[self.left] = [count for count in (1, 2, 3) if count <= self.left]\n        return list(self.known[self.left])",
    ),
    "lazily found moves": change(
        BOARD,
        (
            "        if self.score() is not None:\n            return []\n        cells = range(self.size * self.size)\n        return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]",
            "        if self.listed is None:\n            cells = range(self.size * self.size)\n            free = [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]\n            self.listed = [] if self.score() is not None else free\n        return self.listed",
        ),
        ("        self.size = size\n", "        self.size, self.listed = size, None\n"),
        (
            "        row, column = divmod(move, self.size)\n",
            "        row, column = divmod(move, self.size)\n        self.listed = None\n",
        ),
    ),
    "passes": HEAD
    + "class Passing(Game):\n    stakes = 9\n\n    def __init__(self):\n        self.turn, self.left, self.passed, self.got = 0, 9, 0, [0, 0]\n\n    def moves(self):\n        if self.score() is not None:\n            return []\n        return [0] + [count for count in (1, 2) if count <= self.left and count + self.turn != 2]\n\n    def make(self, move):\n        self.left -= move\n        self.got[self.turn] += move\n        self.passed = 0 if move else self.passed + 1\n        self.turn = 1 - self.turn\n\n    def score(self):\n        return self.got[0] - self.got[1] if self.passed == 2 or not self.left else None\n\n    def text(self, move):\n        return str(move) if move else 'pass'\n",
    "repetition without board_key": RING.partition("    def board_key")[0]
    + "    def text(self, move):\n        return {6: 'back'}.get(move, str(move))\n",
    "moves beyond a million": change(
        BOARD,
        ("return [cell for cell in cells", "return [cell + (1 << 22) for cell in cells"),
        ("        row, column", "        move -= 1 << 22\n        row, column"),
        (TEXT + "\n", TEXT + "\n        move -= 1 << 22\n"),
    ),
    "a list made of a generator": change(
        BOARD,
        (
            "return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]",
            "return list(self.free(cells))",
        ),
        (
            "    def make",
            "    def free(self, cells):\n        for cell in cells:\n            if self.rows[cell // self.size][cell % self.size] is None:\n                yield cell\n\n    def make",
        ),
    ),
    "another end of a shipped game": "from games import TicTacToe\n\n\nclass Misere(TicTacToe):\n    '''Three in a line lose.'''\n\n    def score(self):\n        won = super().score()\n        return None if won is None else -won\n\n    def estimate(self):\n        return -super().estimate()\n",
    "other moves of a shipped game": "from games import Nim\n\n\nclass Even(Nim):\n    def moves(self):\n        return [] if self.score() is not None else super().moves()[::-1]\n",
    "two games in a file": HEAD
    + "class One(Game):\n"
    + START
    + TAKE
    + "\n\nclass Other(One):\n    def score(self):\n        return None if self.left else 1 - 2 * self.turn\n",
    "names beyond ASCII": HEAD
    + "class Hölzer(Game):\n    '''Nimm eins bis drei Hölzer.'''\n\n    seats = ('Anfänger', 'Zweiter')\n\n    def __init__(self, größe=9):\n        self.turn, self.left, self.größe = 0, größe, größe\n"
    + TAKE
    + "\n    def show(self, seat=None):\n        return '│' * self.left or '–'\n",
    "options with underscores": HEAD
    + "class Options(Game):\n    def __init__(self, heap_size=9, most_taken=3, *, last_wins=True):\n        self.turn, self.left, self.most_taken, self.last_wins = 0, heap_size, most_taken, last_wins\n"
    + TAKE.replace("(1, 2, 3)", "range(1, self.most_taken + 1)").replace(
        "2 * self.turn - 1", "(2 * self.turn - 1) * (1 if self.last_wins else -1)"
    ),
    "a turn that is a property": HEAD
    + "class Property(Game):\n    def __init__(self):\n        self.made = []\n\n    @property\n    def turn(self):\n        return len(self.made) % 2\n\n    @turn.setter\n    def turn(self, value):\n        pass\n\n    def moves(self):\n        return [count for count in (1, 2) if sum(self.made) + count <= 7]\n\n    def make(self, move):\n        self.made.append(move)\n\n    def score(self):\n        return None if self.moves() else 2 * self.turn - 1\n",
    "moves of an IntEnum": "from enum import IntEnum\n"
    + HEAD
    + "class Take(IntEnum):\n    ONE = 1\n    TWO = 2\n    THREE = 3\n\n\nclass Enums(Game):\n"
    + START
    + TAKE.replace("count for count in (1, 2, 3)", "count for count in Take")
    + "\n    def text(self, move):\n        return Take(move).name.lower()\n",
    "a copy by hand": change(
        BOARD,
        (
            TEXT,
            "    def copy(self):\n        twin = type(self)(self.size)\n        twin.turn, twin.rows = self.turn, [row[:] for row in self.rows]\n        return twin\n\n"
            + TEXT,
        ),
    ),
    "a copy by deepcopy": change(
        BOARD,
        (TEXT, "    def copy(self):\n        from copy import deepcopy\n        return deepcopy(self)\n\n" + TEXT),
    ),
    "seats with names of pieces": change(BOARD, ('seats = ("X", "O")', 'seats = ("Kreuz ✕", "Kreis ○")')),
    "an unlucky first": HEAD
    + "class Second(Game):\n    '''Whoever takes the last one wins; the second takes as many as the first.'''\n\n"
    + START.replace("left=9", "left=8")
    + TAKE.replace("(1, 2, 3)", "(1, 3)"),
    "hands in the order of the deal": '''
from games.game import CHANCE, Game


class Hands(Game):
    """Two cards each of six; each shows one, in turn, and the higher sum of what is shown wins."""

    def __init__(self):
        self.turn, self.hands, self.shown = CHANCE, [[], []], [[], []]

    def moves(self):
        if self.score() is not None:
            return []
        if self.turn == CHANCE:
            return [card for card in range(6) if card not in self.hands[0] + self.hands[1]]
        return list(self.hands[self.turn])

    def chances(self):
        return [(card, 1) for card in self.moves()]

    def make(self, move):
        if self.turn == CHANCE:
            self.hands[len(self.hands[0]) > 1].append(move)
            self.turn = 0 if len(self.hands[1]) == 2 else CHANCE
        else:
            self.hands[self.turn].remove(move)
            self.shown[self.turn].append(move)
            self.turn = 1 - self.turn

    def score(self):
        if not self.shown[1]:
            return None
        return 1 if self.shown[0] > self.shown[1] else -1

    def seen(self, seat):
        every = seat is None or self.score() is not None
        return [" ".join(str(card) if every or place == seat else "?" for card in hand) + f" {self.shown[place]}"
                for place, hand in enumerate(self.hands)]

    def show(self, seat=None):
        return " | ".join(self.seen(seat))

    def known(self, seat):
        return " | ".join(self.seen(seat))

    def heard(self, move, seat):
        mine = (len(self.hands[0]) > 1) == bool(seat)
        return self.text(move) if self.turn != CHANCE or mine else "a card"

    def imagine(self, seat, rng):
        world = self.copy()
        if self.score() is None:
            left = [card for card in range(6) if card not in self.hands[seat] + self.shown[0] + self.shown[1]]
            world.hands[1 - seat] = rng.sample(left, len(self.hands[1 - seat]))
        return world
''',
}
SHUFFLED = change(  # has the right odds, but another order for the same numbers
    RIGHT["hands in the order of the deal"],
    (
        "            left = [card for card in range(6) if card not in self.hands[seat] + self.shown[0] + self.shown[1]]\n            world.hands[1 - seat] = rng.sample(left, len(self.hands[1 - seat]))\n",
        "            hidden = self.hands[1 - seat]\n            left = [card for card in range(6) if card not in self.hands[0] + self.hands[1] + self.shown[0] + self.shown[1]]\n            pool = left + hidden\n            rng.shuffle(pool)\n            world.hands[1 - seat] = pool[: len(hidden)]\n",
    ),
)
RIGHT["hands that imagine sorts"] = change(
    RIGHT["hands in the order of the deal"],
    ("rng.sample(left, len(self.hands[1 - seat]))", "sorted(rng.sample(left, len(self.hands[1 - seat])))"),
)
RIGHT["hands that the game sorts"] = change(
    RIGHT["hands in the order of the deal"],
    (
        ".append(move)\n            self.turn = 0 if",
        ".append(move)\n            self.hands = [sorted(hand) for hand in self.hands]\n            self.turn = 0 if",
    ),
)
