"""python benchmarks/learning.py [GAME]: how many positions a second are learnt from, beside the same rule in numpy.

Both play the game against themselves by a network of the same tuples, one ply ahead, and correct the leaves by
TDLeaf(lambda) with temporal coherence. The peer keeps the rules of ours and does all else with numpy: it looks up the
weights of a position by one index of an array, and takes a step by another. Rounds alternate; of each the best counts.
Times are those of the processor. pip install numpy
"""

import argparse
import math
import random
from time import process_time

import numpy as np

import games
from games.base.planes import Planes
from players.learning.features import default_features, make_network, require_layout
from players.learning.td import SelfPlay
from players.search.random_play import Rng

RATE, TRACE, EPSILON = 5.0, 0.8, 0.1
ROUNDS = 3


class NumpyNetwork:
    """The same network as that one, its weights 0."""

    def __init__(self, network):
        self.layout = layout = network.layout
        longest = max(map(len, network.tuples))
        rows, offset = [], 0
        for cells in network.tuples:
            images = sorted({tuple(symmetry[cell] for cell in cells) for symmetry in layout.symmetries})
            rows += [(offset, image) for image in images]
            offset += layout.kinds ** len(cells)
        self.offsets = np.array([start for start, _ in rows])
        self.cells = np.array([[*image, *[0] * (longest - len(image))] for _, image in rows])
        self.powers = np.array(
            [[layout.kinds**power if power < len(image) else 0 for power in range(longest)] for _, image in rows]
        )
        self.half = offset
        self.weights, self.agreed, self.moved = (np.zeros(network.size, dtype=np.float32) for _ in range(3))
        self.planes = Planes(layout.kinds, len(layout.cells))

    def places(self, game):
        """Where the weights of the position stand."""
        game.collect_contents(self.planes)
        held = np.array(self.planes.contents())
        return self.offsets + (held[self.cells] * self.powers).sum(axis=1) + self.half * game.turn * self.layout.seated

    def correct(self, places, goal):
        """Take a step towards the goal."""
        value = math.tanh(self.weights[places].sum())
        error = (goal - value) * (1 - value * value) / len(places)
        moved = self.moved[places]
        rates = np.where(moved > 0, np.abs(self.agreed[places]) / np.maximum(moved, 1e-30), 1.0)
        np.add.at(self.agreed, places, error)
        np.add.at(self.moved, places, abs(error))
        np.add.at(self.weights, places, RATE * error * rates)


def play_numpy(network, start, rng):
    """Play a game and learn from it; how many positions were learnt from."""
    game, past = start.copy(), []
    while game.score() is None:
        best, leaf = -9.0, None
        for move in game.moves():
            child = game.copy()
            child.make(move)
            score = child.score()
            places = None if score is not None else network.places(child)
            value = score if score is not None else math.tanh(network.weights[places].sum())
            sign = 1 if score is not None and game.turn == 0 else -1
            if sign * value > best:
                best, leaf, chosen = sign * value, places, move
        greedy = rng.random() > EPSILON
        past.append((best, leaf, greedy))
        game.make(chosen if greedy else rng.choice(game.moves()))
    value = goal = game.score() * (1 if game.turn == 0 else -1)
    for best, leaf, greedy in reversed(past):
        value, goal = -value, -goal
        goal = value + TRACE * (goal - value) if greedy else best
        value = best
        if greedy and leaf is not None:
            network.correct(leaf, -goal)
    return len(past)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="connect-four")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round")
    options = parser.parse_args()
    game = games.load(options.game)
    layout = require_layout(game)
    network = make_network(game, layout, default_features(game, layout), 1)
    play, peer, rng = SelfPlay(game, network, Rng(1)), NumpyNetwork(network), random.Random(1)
    play.rate, play.trace, play.epsilon = RATE, TRACE, EPSILON
    ours = theirs = 0.0
    for _ in range(ROUNDS):
        start, before = process_time(), play.plies
        while process_time() - start < options.seconds:
            play.play(20)
        ours = max(ours, (play.plies - before) / (process_time() - start))
        start, learnt = process_time(), 0
        while process_time() - start < options.seconds:
            learnt += play_numpy(peer, game, rng)
        theirs = max(theirs, learnt / (process_time() - start))
    print(f"{options.game}: {ours:,.0f} positions a second, numpy {theirs:,.0f}: {ours / theirs:.0f} times as many")


if __name__ == "__main__":
    main()
