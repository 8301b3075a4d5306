"""python benchmarks/scale.py GAME...: the `scale` of each game, by which tree search reads its estimate as a chance.

Tree search takes 1 / (1 + exp(-estimate / scale)) as seat 0's share of wins. The script plays a game against itself by
tree search, from random openings, and finds the scale that makes the results most likely: logistic regression with one
weight. `flat` is the mean log loss of calling every position even, which is ln 2, and `loss` the scale's: if the
two are alike, the estimate tells nothing, and no scale should be set.
"""

import argparse
import random
from math import exp, log

import games
from games.game import CHANCE
from players.mcts import MctsPlayer

LEAST, MOST = 0.5, 1e5  # scales
OPENING = 8  # random plies at most
LONGEST = 400  # plies


def played(name, playouts, seed):
    """Return (estimate, what seat 0 won, 0 to 1) of the positions of one game after its opening."""
    rng = random.Random(seed)
    game, seen = games.load(name), []
    random_plies = rng.randrange(OPENING)
    player = MctsPlayer(playouts=playouts, seed=seed)
    for ply in range(LONGEST):
        if not (moves := game.moves()):
            break
        if game.turn == CHANCE:
            move = rng.choices(*zip(*game.chances(), strict=True))[0]
        elif ply < random_plies:
            move = rng.choice(moves)
        else:
            seen.append(game.estimate())
            move = player.choose(game.copy(), float("inf"))
        game.make(move)
    score = game.score() or 0
    won = 0.5 + ((score > 0) - (score < 0)) / 2
    return [(estimate, won) for estimate in seen]


def loss(pairs, scale):
    """Return the mean log loss of the chances that the scale gives."""
    total = 0.0
    for estimate, won in pairs:
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, estimate / scale))))
        total -= won * log(chance) + (1 - won) * log(1 - chance)
    return total / len(pairs)


def fitted(pairs):
    """Return the scale of the least loss, which is convex in 1 / scale: by ternary search."""
    low, high = 1 / MOST, 1 / LEAST
    for _ in range(60):
        third = (high - low) / 3
        if loss(pairs, 1 / (low + third)) < loss(pairs, 1 / (high - third)):
            high -= third
        else:
            low += third
    return 2 / (low + high)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=60, metavar="N", help="of each (60)")
    parser.add_argument("--playouts", type=int, default=300, metavar="N", help="a move (300)")
    options = parser.parse_args(arguments)
    print(f"{'game':<16}{'positions':>10}{'scale':>9}{'loss':>8}{'flat':>8}")
    for name in options.names:
        pairs = [pair for seed in range(options.games) for pair in played(name, options.playouts, seed)]
        scale = fitted(pairs)
        print(f"{name:<16}{len(pairs):>10,}{scale:>9.3g}{loss(pairs, scale):>8.3f}{log(2):>8.3f}", flush=True)


if __name__ == "__main__":
    main()
