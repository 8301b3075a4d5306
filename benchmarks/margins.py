"""How often the 95 % intervals of a tree's moves hold what those moves are worth on average in trees of other seeds.

    python benchmarks/margins.py                  the figures of docs/learned.md, and of backgammon
    python benchmarks/margins.py --set other --positions 5 kalah othello:size=6

Positions come from random games. In each, trees of many seeds grow by as many playouts. What a tree's interval of a
move is to hold is the mean of the values that all those trees find of that move, whether they prefer it or not. Moves
that a tree has proven have no interval; they count in the mean. Told are the shares of intervals that hold, by how
often a move was visited and whether the tree would make it, and half of the mean width.
"""

import argparse
import random
from collections import defaultdict
from itertools import pairwise

import games
from games.game import CHANCE
from players.mcts import MctsPlayer
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import room
from players.search.montecarlo.result import branches, choose_branch
from players.search.rng import Rng
from referee.statistics.scoring import FEW, playout_interval

GAMES = {  # how many plies positions come after, less than that
    "tic-tac-toe": 4, "connect-four": 24, "kalah": 24, "othello:size=6": 24, "hexapawn:columns=4,rows=5": 8,
    "breakthrough": 50, "hex:size=6": 12, "checkers": 40, "pig": 20, "backgammon": 30,
}  # fmt: skip
PLAYOUTS = (1000, 2000, 5000)
CLASSES = (FEW, 50, 200, 1000)  # visits from which on


def positions(spec, count, name):
    """So many positions after random moves, with a choice of moves."""
    source = random.Random(f"{spec} {name}")
    while count:
        game = games.load(spec)
        for _ in range(source.randrange(GAMES.get(spec, 20))):
            if game.score() is not None:
                break
            if game.turn == CHANCE:
                moves, weights = zip(*game.chances(), strict=True)
                game.make(source.choices(moves, weights)[0])
            else:
                game.make(source.choice(game.moves()))
        if game.score() is None and game.turn != CHANCE and len(game.moves()) > 1:
            count -= 1
            yield game


def grown(game, playouts, seed):
    """The moves that a tree has tried, each with whether it would make it."""
    source = random.Random(seed)
    explore = MctsPlayer.options["c"].default
    tree = Uct(game, Clock(), Rng(source.getrandbits(63)), source, explore, room(64, later=False))
    tree.run(playouts)
    tried = [each for each in branches(tree) if each.visits or each.proven]
    first = choose_branch(tried)
    return [(each, each is first) for each in tried]


def measured(game, playouts, seeds):
    """(visits, preferred, whether it holds, half its width) of each interval in that position."""
    trees = [grown(game, playouts, seed) for seed in range(seeds)]
    values = defaultdict(list)
    for tree in trees:
        for each, _ in tree:
            values[each.move].append(each.value)
    for tree in trees:
        for each, first in tree:
            if each.visits >= FEW and not each.proven:
                found = values[each.move]
                low, high = playout_interval(each.value, each.visits, preferred=first)
                yield each.visits, first, low <= sum(found) / len(found) <= high, (high - low) / 2


def row(name, found):
    """A line: how many, how often they hold, and how wide they are, by classes and in all."""
    cells = []
    for least in (*CLASSES, 0):
        most = next((each for each in CLASSES if each > least), None) if least else None
        part = [each for each in found if each[0] >= least and (most is None or each[0] < most)]
        held, wide = (sum(each[place] for each in part) / max(1, len(part)) for place in (2, 3))
        cells.append(f"{len(part):>8,}{held:>7.1%}{100 * wide:>5.0f}" if part else " " * 20)
    return f"{name:<38}{''.join(cells)}"


def main():
    """Print a line for each game, and for all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--set", default="report", help="a name for other positions")
    parser.add_argument("--positions", type=int, default=12, help="of each game")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--playouts", type=int, nargs="*", default=PLAYOUTS)
    asked = parser.parse_args()
    titles = [*(f"{least} to {most - 1}" for least, most in pairwise(CLASSES)), "1000 on", "all"]
    print(f"{'visits':<38}{''.join(f'{title:>20}' for title in titles)}")
    print(f"{'':<38}{(' moves   held  +-').rjust(20) * len(titles)}")
    everything = {True: [], False: []}
    for spec in asked.games:
        found = {True: [], False: []}
        for game in positions(spec, asked.positions, asked.set):
            for playouts in asked.playouts:
                for each in measured(game, playouts, asked.seeds):
                    found[each[1]].append(each)
        for first, name in ((True, "preferred"), (False, "others")):
            print(row(f"{spec}, {name}", found[first]), flush=True)
            everything[first] += found[first]
    print(row("all games, preferred", everything[True]))
    print(row("all games, others", everything[False]))


if __name__ == "__main__":
    main()
