"""The peers of our searches, and OpenSpiel's games in lockstep with ours.

OpenSpiel: its Monte Carlo tree search, `MCTSBot`, which loops in C++ (pip install open_spiel==2.0.2).
easyAI: its `Negamax`, in Python, on the connect four of its own examples (pip install easyai==2.0.12).
"""

import random
from importlib import import_module
from itertools import pairwise

import games
from referee.reports.bench import PEERS

EXPLORE = 1.4  # for rewards from -1 to 1, like 0.7 for ours from 0 to 1
MEGABYTES = 1000  # of its tree, at most
ENDLESS = (1 << 31) - 1  # simulations, if only time limits them
PASS = 64  # OpenSpiel's action in othello
WAYS = ((-1, -1), (-1, 1), (1, 1), (1, -1))  # of its checkers, as (rows, columns)


def installed(module):
    """Return a peer's module; None if it is missing."""
    try:
        return import_module(module)
    except ImportError:
        return None


# Our move -> OpenSpiel's actions for it.


def connect_four(game, move):
    """Return the column, from 0."""
    return (int(game.text(move)) - 1,)


def othello(game, move):
    """Return the square, by rows from the top."""
    text = game.text(move)
    return (PASS if text == "pass" else 8 * (int(text[1]) - 1) + "abcdefgh".index(text[0]),)


def breakthrough(game, move):
    """Return (cell * 6 + direction) * 2 + whether a pawn is captured.

    Cells go by rows from where the first player starts. Directions are 0 to 2 from the left for the first player, 3 to
    5 for the second.
    """
    column, row, taken, to_column, _ = game.text(move)
    cell = 8 * (int(row) - 1) + "abcdefgh".index(column)
    return ((cell * 6 + ord(to_column) - ord(column) + 1 + 3 * game.turn) * 2 + (taken == "x"),)


def kalah(game, move):
    """Return the place on a ring: South's pits are 1 to 6, North's 8 to 13."""
    return (int(game.text(move)) + 7 * game.turn,)


def checkers(game, move):
    """Return an action for each jump, or one for a step: ((row * 8 + column) * 4 + way) * 2 + whether it jumps.

    OpenSpiel's first player starts at the bottom, ours at the top: the board is rotated.
    """
    path = [(7 - row, 7 - column) for row, column in game.cells(move)]
    actions = []
    for (row, column), (to_row, to_column) in pairwise(path):
        far = abs(to_row - row)
        way = WAYS.index(((to_row - row) // far, (to_column - column) // far))
        actions.append(((8 * row + column) * 4 + way) * 2 + (far == 2))
    return tuple(actions)


def gomoku(game, move):
    """Return the cell, by rows; OpenSpiel counts rows from the top, ours from the bottom, which changes no rule."""
    column, row = ord(game.text(move)[0]) - ord("a"), int(game.text(move)[1:]) - 1
    return (15 * row + column,)


def hex_cell(game, move):
    """Return the cell, by rows from the top; there too the first player joins top and bottom."""
    row, column = game.cells(move)[0]
    return (11 * row + column,)


ACTIONS = {
    "connect-four": connect_four,
    "othello": othello,
    "breakthrough": breakthrough,
    "kalah": kalah,
    "checkers": checkers,
    "gomoku": gomoku,
    "hex": hex_cell,
}


class Lockstep:
    """One of our games and OpenSpiel's state of it, after the same moves. Raises ImportError without OpenSpiel."""

    def __init__(self, name):
        self.ours = games.load(name)
        self.theirs = import_module("pyspiel").load_game(PEERS[name]).new_initial_state()
        self.actions = ACTIONS[name]

    def turns(self):
        """Return a dict from the tuple of actions of each legal move to the move."""
        return {self.actions(self.ours, move): move for move in self.ours.moves()}

    def make(self, move):
        """Make one of our moves in both."""
        for action in self.actions(self.ours, move):
            self.theirs.apply_action(action)
        self.ours.make(move)

    def parted(self):
        """Return why the two cannot go on though our game does: "their draw" or "apart"; "" if they can."""
        if self.theirs.is_terminal():
            return "apart" if any(self.theirs.returns()) else "their draw"
        firsts = sorted({actions[0] for actions in self.turns()})
        same = (firsts, self.ours.turn) == (self.theirs.legal_actions(), self.theirs.current_player())
        return "" if same else "apart"


class Bot:
    """OpenSpiel's tree search: UCT with one random playout each; it keeps proven ends; a new tree for every search."""

    def __init__(self, seed):
        self.pyspiel = import_module("pyspiel")
        self.random = random.Random(seed)
        self.evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.random.getrandbits(31))

    def search(self, state, simulations=ENDLESS, seconds=-1.0):
        """Return the root of the tree after the simulations or seconds, or fewer if the end is proven or forced."""
        bot = self.pyspiel.MCTSBot(
            state.get_game(), self.evaluator, EXPLORE, simulations, MEGABYTES,
            True, self.random.getrandbits(31), False, max_wall_clock_time=seconds,
        )  # fmt: skip
        return bot.mcts_search(state)

    def choose(self, state, seconds):
        """Return (its action, whether its end is proven), after `seconds` or once it is proven."""
        root = self.search(state, seconds=seconds)
        if not root.children:  # too little time for more than the root, where its own `step` would crash
            return self.random.choice(state.legal_actions()), False
        return root.best_child().action, bool(root.outcome)


def negamax():
    """Return depth -> positions that easyAI's Negamax visits from the start of connect four; None without easyAI."""
    easy, example = installed("easyAI"), installed("easyAI.games.ConnectFour")
    if easy is None or example is None:
        return None

    class Counted(example.ConnectFour):
        made = 0

        def make_move(self, column):
            Counted.made += 1
            super().make_move(column)

    def visited(depth):
        Counted.made = 0
        easy.Negamax(depth, lambda game: game.scoring())(Counted([None, None]))
        return Counted.made

    return visited
