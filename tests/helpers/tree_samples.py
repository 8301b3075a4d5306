"""Small trees, and runs of algorithms on them written by hand: what drawings are tested on."""

from fractions import Fraction
from math import inf

import games
from games.game import CHANCE, Game
from referee.trees.run import ValueScale
from referee.trees.tree import Node, Role
from referee.trees.run import NodeMark, Run, State


class Numbers(ValueScale):
    """Values said as numbers, but for those that have words."""

    words = {}

    def format_value(self, value):
        return self.words.get(value, f"{value:g}")


class Wins(Numbers):
    words = {1: "W", 0: "D", -1: "L"}


class Shown(Game):
    """A position that shows a text, and has no moves."""

    def __init__(self, shown=""):
        self.shown = shown

    def moves(self):
        return []

    def show(self, seat=None):
        return self.shown


def node(role, *kids, move="", weight=None, shown="", cut=False):
    found = Node(shown if isinstance(shown, Game) else Shown(shown), role, move, weight, cut=cut)
    for kid in kids:
        kid.parent = found
        found.kids.append(kid)
    return found


def grown(game, depth, seat, move="", weight=None):
    moves = game.moves()
    role = (
        Role.END if not moves else Role.CHANCE if game.turn == CHANCE else Role.MAX if game.turn == seat else Role.MIN
    )
    found = Node(game, role, move, weight, cut=bool(moves) and not depth)
    chances = dict(game.chances()) if role is Role.CHANCE else {}
    for move in moves if depth else ():
        after = game.copy()
        after.make(move)
        share = Fraction(chances[move], sum(chances.values())) if chances else None
        kid = grown(after, depth - 1, seat, game.text(move), share)
        kid.parent = found
        found.kids.append(kid)
    return found


def backed(root, leaf):
    """The minimax values of all nodes, by those of the leaves."""
    values = {}
    for each in reversed(list(root.walk())):
        below = [values[kid] for kid in each.kids]
        if not below:
            values[each] = leaf(each)
        elif each.role is Role.CHANCE:
            values[each] = float(sum(kid.weight * Fraction(values[kid]) for kid in each.kids))
        else:
            values[each] = (max if each.role is Role.MAX else min)(below)
    return values


def done(root, values, measure=None, method="minimax", more=None):
    """A run that has ended with these values; marks may be replaced by `more`. The best line is marked."""
    marks = {each: NodeMark(State.DONE, values.get(each)) for each in root.walk()}
    best = root
    while best and best.role in (Role.MAX, Role.MIN):
        best = next((kid for kid in best.kids if values.get(kid) == values[best]), None)
        if best:
            marks[best] = NodeMark(State.DONE, values[best], best=True)
    marks |= more or {}
    return Run(method, root, marks, (), measure or Numbers(0))


def chips():
    """The tree of four chips of which whoever takes the last one wins, whole, with its values."""
    root = grown(games.load("chips:chips=4,rule=last"), 9, 0)
    return done(root, backed(root, lambda each: each.game.score()), Wins(0))


def hexapawn():
    """Two plies after White's left pawn has moved, with values that are made up."""
    game = games.load("hexapawn", ("a1-a2",))
    root = grown(game, 2, 1)
    leaves = [each for each in root.walk() if not each.kids]
    values = {each: place * 7 % 5 - 2 for place, each in enumerate(leaves)}
    return done(root, backed(root, lambda each: values[each]), Numbers(1, static=True))


def aima():
    """The figure of alpha-beta in Russell and Norvig, Artificial Intelligence (4th ed., figure 6.7), at its end."""
    leaves = [[node(Role.END, move=f"{letter}{number}") for number in (1, 2, 3)] for letter in "bcd"]
    inner = [node(Role.MIN, *kids, move=f"a{number}") for number, kids in enumerate(leaves, 1)]
    root = node(Role.MAX, *inner)
    values = dict(zip((leaf for kids in leaves for leaf in kids), (3, 12, 8, 2, 4, 6, 14, 5, 2), strict=True))
    why = "not looked at: MIN already holds it to 2 here, and MAX has 3 for sure by a1 at the root"
    more = {
        root: NodeMark(State.DONE, 3, window=(3, inf)),
        inner[0]: NodeMark(State.DONE, 3, window=(-inf, 3), best=True),
        inner[1]: NodeMark(State.DONE, 2, "<=", window=(3, 2)),
        inner[2]: NodeMark(State.DONE, 2, window=(3, 2)),
        **{leaf: NodeMark(State.PRUNED, why=why) for leaf in leaves[1][1:]},
    }
    return done(root, backed(root, lambda each: values[each]), method="alphabeta", more=more)


def dice():
    sixths = (Fraction(1, 6), Fraction(5, 6))
    safe, risky = ((3, 3), (18, -2.4))
    throws = [
        node(
            Role.CHANCE,
            *(node(Role.END, move=face, weight=share) for face, share in zip(("6", "1-5"), sixths, strict=True)),
            move=move,
        )
        for move in ("hold", "roll")
    ]
    root = node(Role.MAX, *throws)
    values = dict(zip((leaf for kid in throws for leaf in kid.kids), (*safe, *risky), strict=True))
    return done(root, backed(root, lambda each: values[each]), method="expectiminimax")


def mcts():
    """A tree that playouts grow, under way."""
    kids = [node(Role.MIN, move=str(cell), shown=f"cell {cell}", cut=True) for cell in range(1, 4)]
    root = node(Role.MAX, *kids, shown="root")
    marks = {
        root: NodeMark(State.OPEN, 0.53, notes=("12 visits",)),
        kids[0]: NodeMark(State.OPEN, 0.6, notes=("7 visits", "UCB 0.60 + 0.41"), best=True),
        kids[1]: NodeMark(State.DONE, 0.4, notes=("5 visits", "UCB 0.40 + 0.49")),
        kids[2]: NodeMark(),
    }
    return Run("mcts", root, marks, (), Numbers(0))


SAMPLES = {"chips": chips, "hexapawn": hexapawn, "aima": aima, "dice": dice, "mcts": mcts}
