"""Games as students hand them in, each with one fault: a right source, replacements in it, and what a check says.

name: (source, {old: new}, the law that does not hold, words of its sentence, words of the advice)
"""

TEXT = "    def text(self, move):"
TURNS = "        self.turn = 1 - self.turn\n\n    def score"  # of make in HEAPS
FREE = "return [cell for cell in range(9) if self.board[cell] is None]"
PLACE = "        self.board[move] = self.turn\n"

BOARD = '''
from games.game import Game


class Board(Game):
    """Three in a row or a column of three by three, in rows; a full board is a draw."""

    seats = ("X", "O")

    def __init__(self, size=3):
        self.turn = 0
        self.size = size
        self.rows = [[None] * size for _ in range(size)]

    def moves(self):
        if self.score() is not None:
            return []
        cells = range(self.size * self.size)
        return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]

    def make(self, move):
        row, column = divmod(move, self.size)
        self.rows[row][column] = self.turn
        self.turn = 1 - self.turn

    def score(self):
        for line in (*self.rows, *zip(*self.rows)):
            if line[0] is not None and all(owner == line[0] for owner in line):
                return 1 - 2 * line[0]
        return None if any(None in row for row in self.rows) else 0

    def text(self, move):
        return "abcdefghi"[move % self.size] + str(move // self.size + 1)

    def show(self, seat=None):
        return "\\n".join("".join("." if owner is None else "XO"[owner] for owner in row) for row in self.rows)
'''
RING = '''
from games.game import Game


class Ring(Game):
    """Step round a ring of seven, one or two ahead; who comes home wins, and the third time anywhere is a draw."""

    looks_back = True

    def __init__(self, limit=30):
        self.turn, self.limit = 0, limit
        self.at = [0, 0]
        self.seen = []

    def moves(self):
        return [] if self.score() is not None else [1, 2, 6]

    def make(self, move):
        self.at[self.turn] = (self.at[self.turn] + move) % 7
        self.turn = 1 - self.turn
        self.seen.append((*self.at, self.turn))

    def score(self):
        if self.seen and self.at[1 - self.turn] == 5:
            return 1 if self.turn == 1 else -1
        return 0 if self.seen and self.seen.count(self.seen[-1]) == 3 or len(self.seen) == self.limit else None

    def board_key(self):
        return 1 + self.turn + 2 * (self.at[0] + 7 * self.at[1])

    def text(self, move):
        return {6: "back"}.get(move, str(move))

    def show(self, seat=None):
        return f"{self.at[0]} {self.at[1]}"
'''
SOURCES = {"board": BOARD, "ring": RING}

KIND, COPY, CHANCY, LOOKS = (
    "the_rules_answer_in_kind",
    "a_copy_is_equal_and_shares_nothing",
    "the_same_moves_lead_to_the_same_position",
    "looking_changes_nothing",
)
ERRORS, BEGINS, ENDS = "the_rules_raise_no_error", "a_new_game_can_be_played", "moves_end_with_the_game"

# fmt: off
FAULTY = {
    "copy.copy shares the board": ("board", {TEXT: "    def copy(self):\n        import copy\n        return copy.copy(self)\n\n" + TEXT}, COPY, "changed the original", "[row[:] for row in self.rows]"),
    "a slice shares the rows": ("board", {TEXT: "    def copy(self):\n        twin = Board(self.size)\n        twin.turn, twin.rows = self.turn, self.rows[:]\n        return twin\n\n" + TEXT}, COPY, "changed the original", "[row[:] for row in self.rows]"),
    "the rows are one list": ("board", {"[[None] * size for _ in range(size)]": "[[None] * size] * size"}, "each_row_is_a_list_of_its_own", "the field rows", "for _ in range("),
    "a copy forgets the option": ("board", {TEXT: "    def copy(self):\n        twin = Board()\n        twin.turn, twin.rows = self.turn, [row[:] for row in self.rows]\n        return twin\n\n" + TEXT, "size=3": "size=4", "Board()": "Board(3)"}, COPY, "differs", "size"),
    "moves are texts": ("board", {"return [cell for cell in cells": "return [self.text(cell) for cell in cells"}, KIND, "moves() lists 'a1'", "whole numbers from 0"),
    "moves are pairs": ("board", {"return [cell for cell in cells": "return [divmod(cell, 3) for cell in cells"}, KIND, "moves() lists (0, 0)", "whole numbers from 0"),
    "moves are numpy floats": ("board", {"return [cell for cell in cells": "import numpy\n        return [numpy.float64(cell) for cell in cells"}, KIND, "moves() lists", "whole numbers from 0"),
    "moves is a generator": ("board", {"return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]": "yield from (cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None)"}, KIND, "moves() returns a generator", "a list of whole numbers"),
    "a set of moves": ("board", {"return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]": "return {cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None}"}, KIND, "moves() returns a set", "a list of whole numbers"),
    "make takes texts": ("board", {"        row, column = divmod(move, self.size)": "        row, column = int(move[1]) - 1, 'abc'.index(move[0])"}, ERRORS, "make() raises TypeError", "not its text"),
    "turns are 1 and -1": ("board", {"self.turn = 0\n": "self.turn = 1\n", "self.turn = 1 - self.turn": "self.turn = -self.turn"}, "a_turn_is_a_seats_or_chances", "turn is -1, which means CHANCE", "the seats are 0 and 1"),
    "turns are 1 and 2": ("board", {"self.turn = 0\n": "self.turn = 1\n", "self.turn = 1 - self.turn": "self.turn = 3 - self.turn"}, ERRORS, "IndexError", "turn is 2 then; it must be 0, 1 or CHANCE"),
    "the score is the number of the winner": ("board", {"return 1 - 2 * line[0]": "return line[0]"}, "the_score_is_that_of_seat_0", "seat", "-1 if seat 1 has"),
    "moves calls score and score moves": ("board", {"return None if any(None in row for row in self.rows) else 0": "return None if self.moves() else 0"}, BEGINS, "RecursionError", "calls moves() again"),
    "the list of moves is stale": ("board", {"cells = range(self.size * self.size)\n        return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]": "if not hasattr(self, 'free'):\n            self.free = [cell for cell in range(9) if self.rows[cell // 3][cell % 3] is None]\n        return list(self.free)"}, LOOKS, "moves() changes the field free", "moves"),
    "a cache by too small a key": ("board", {"from games.game": "from functools import cache\nfrom games.game", "cells = range(self.size * self.size)\n        return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]": "return list(free(sum(row.count(None) for row in self.rows), self))", "class Board": "@cache\ndef by_count(count):\n    return {}\n\n\ndef free(count, game):\n    return by_count(count).setdefault('free', [cell for cell in range(9) if game.rows[cell // 3][cell % 3] is None])\n\n\nclass Board"}, "two_games_share_nothing", "", "look it up by all that decides it"),
    "an estimate for the mover, and a counter": ("board", {"        self.size = size\n": "        self.size, self.made = size, 0\n", "        self.rows[row][column]": "        self.made += 3 * self.made + move\n        self.rows[row][column]", TEXT: "    def estimate(self):\n        lines = [*self.rows, *zip(*self.rows)]\n        return sum(line.count(self.turn) ** 2 - line.count(1 - self.turn) ** 2 for line in map(list, lines))\n\n" + TEXT}, "the_estimate_is_that_of_seat_0", "for the seat", "more is better for seat 0"),
    "the key of a board forgets the turn": ("ring", {"1 + self.turn + 2 * (": "1 + ("}, "one_board_key_means_one_turn", "turn", "board_key"),
    "the key is a sum": ("heaps", {TEXT: "    def key(self):\n        return 1 + 2 * sum(self.heaps) + self.turn\n\n" + TEXT}, "one_key_means_one_future", "the same key", "all that decides"),
    "unmake forgets what was seen": ("ring", {"    def board_key": "    def unmake(self, move):\n        self.turn = 1 - self.turn\n        self.at[self.turn] = (self.at[self.turn] - move) % 7\n\n    def board_key"}, None, "unma", "seen"),
    "moves are shuffled": ("board", {"return [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]": "import random\n        found = [cell for cell in cells if self.rows[cell // self.size][cell % self.size] is None]\n        random.shuffle(found)\n        return found"}, "the_rules_draw_no_numbers", "module random", "chance is a move of its own"),
    "a generator in a field": ("dice", {"from games.game": "import random\nfrom games.game", "self.turn = CHANCE\n        self.mover = 0": "self.turn = CHANCE\n        self.rng = random.Random()\n        self.mover = 0", "self.die = move": "self.die = self.rng.randint(1, 3)"}, CHANCY, "the same moves", "no random numbers"),
    "the score goes by the clock": ("board", {"return None if any(None in row for row in self.rows) else 0": "import time\n        return None if any(None in row for row in self.rows) else time.time_ns() // 100 % 3 - 1"}, None, "", "clock"),
    "the turn is a global": ("board", {"class Board": "turn = 0\n\n\nclass Board", "self.rows[row][column] = self.turn\n        self.turn = 1 - self.turn": "global turn\n        self.rows[row][column] = turn\n        self.turn = turn = 1 - turn"}, "two_games_share_nothing", "global variable turn", "__init__"),
    "chances is a dict": ("dice", {"[(1, 1), (2, 1), (3, 1)]": "{1: 1, 2: 1, 3: 1}"}, KIND, "chances() returns {1: 1", "a list of pairs, each a move and its weight"),
    "chances are moves alone": ("dice", {"[(1, 1), (2, 1), (3, 1)]": "[1, 2, 3]"}, KIND, "chances() returns [1, 2, 3]", "a list of pairs, each a move and its weight"),
    "chances are percent as texts": ("dice", {"[(1, 1), (2, 1), (3, 1)]": "[(1, '33'), (2, '33'), (3, '34')]"}, "chances_have_weights", "weight", "without shares"),
    "x and y are exchanged": ("board", {TEXT: "    def cells(self, move):\n        return ((move % self.size + 1, move // self.size),)\n\n" + TEXT, "return \"\\n\".join(\"\".join(\".\" if owner is None else \"XO\"[owner] for owner in row) for row in self.rows)": "from games.picture import Cell, Grid\n        return Grid(rows=tuple(tuple(Cell() if owner is None else Cell('XO'[owner], owner) for owner in row) for row in self.rows))"}, "cells_lie_on_the_board", "not on the board", "(row, column)"),
    "an option is not used": ("board", {"self.size = size\n        self.rows = [[None] * size for _ in range(size)]": "self.size = 3\n        self.rows = [[None] * 3 for _ in range(3)]"}, "options_matter", "size", "self.size = size"),
    "the greatest option fails": ("board", {"    seats =": "    options = {'size': Whole(3, least=2, most=12)}\n    seats =", "from games.game": "from games.option import Whole\nfrom games.game"}, "every_option_can_be_played", "with size=12 text() raises", "Whole(3, least=2, most=9) for size"),
    "limits of an option without names": ("board", {"    seats =": "    options = {'size': Whole(3, 2, 12)}\n    seats =", "from games.game": "from games.option import Whole\nfrom games.game"}, BEGINS, "is a note, 2; name the limits, as in Whole(8, least=2", ""),
    "the reason of a draw is misspelled": ("board", {TEXT: "    def reason(self):\n        return 'three in a row' if self.score() else ful\n\n" + TEXT}, ERRORS, "NameError", "traceback"),
    "the cells of a draw are none": ("board", {TEXT: "    def winning_cells(self):\n        return ((0, 0), (0, 1), (0, 2)) if self.score() else self.nothing\n\n" + TEXT}, ERRORS, "AttributeError", "traceback"),
    "a pass for ever": ("board", {"return [cell for cell in cells": "return [99] + [cell for cell in cells", "        row, column = divmod(move, self.size)\n        self.rows[row][column] = self.turn": "        if move != 99:\n            row, column = divmod(move, self.size)\n            self.rows[row][column] = self.turn", "return \"abcdefghi\"[move % self.size]": "return 'pass' if move == 99 else \"abcdefghi\"[move % self.size]", "return None if any(None in row for row in self.rows) else 0": "return None"}, "a_game_ends", "was not over", "repetition"),
    "two moves at times": ("board", {"return [cell for cell in cells": "double = [4] if sum(row.count(None) for row in self.rows) == 5 and self.rows[1][1] is None else []\n        return double + [cell for cell in cells"}, ENDS, "listed twice", "each move is listed once"),
    "the methods have other names": ("board", {"def moves": "def get_moves"}, BEGINS, "writes no moves()", "call it moves"),
    "moves takes a seat": ("board", {"def moves(self)": "def moves(self, seat)"}, BEGINS, "moves() missing", "def moves(self)"),
    "a position forgets the turn": ("board", {TEXT: "    def position(self, seat=None):\n        return '/'.join(''.join('.' if owner is None else 'XO'[owner] for owner in row) for row in self.rows)\n\n    def set_position(self, text):\n        self.rows = [[{'.': None, 'X': 0, 'O': 1}[mark] for mark in row] for row in text.split('/')]\n\n" + TEXT}, "a_position_is_read_back", "turn", "set_position"),
    "parse returns the place": ("board", {TEXT: "    def parse(self, entry):\n        texts = [self.text(move) for move in self.moves()]\n        if entry.strip().lower() not in texts:\n            from games.game import IllegalMove\n            raise IllegalMove(repr(entry))\n        return texts.index(entry.strip().lower())\n\n" + TEXT}, "parse_inverts_text", "parse(", "is that move"),
    "it asks in make": ("board", {"        self.rows[row][column] = self.turn\n": "        self.rows[row][column] = self.turn if move != 8 else int(input('who? '))\n"}, ERRORS, "EOFError", "input(): the rules ask nobody"),
    "a field cannot be copied": ("board", {"        self.size = size\n": "        self.size = size\n        self.steps = (cell for cell in range(9))\n"}, ERRORS, "TypeError", "the field steps, which cannot be copied"),
    "estimates are averages": ("board", {TEXT: "    def estimate(self):\n        return sum(row.count(0) for row in self.rows) / 3\n\n" + TEXT}, "estimates_and_keys_are_whole_numbers", "the estimate is", "round("),
    "a board with ragged rows": ("board", {"return \"\\n\".join(\"\".join(\".\" if owner is None else \"XO\"[owner] for owner in row) for row in self.rows)": "from games.picture import Cell, Grid\n        return Grid(rows=tuple(tuple(Cell('XO'[owner], owner) for owner in row if owner is not None) for row in self.rows))"}, "pictures_can_be_drawn", "show(", "picture"),
}
# fmt: on
