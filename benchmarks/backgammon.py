"""Two players of backgammon against each other: the points that the first one wins a game, with a 95 % interval.

`python benchmarks/backgammon.py minimax:time=0.1 gnubg:0 --games 1000`
`python benchmarks/backgammon.py minimax:nodes=20000 gnubg:0 --games 400 --game backgammon:cube=yes`
`python benchmarks/backgammon.py turn:dice.weights turn:game --games 2000`

`turn:FILE` plays the turn after which the position is worth most by that file of weights, without a look at the next
roll, `turn:game` by the estimate of the game.

Each game is played twice with the same dice, and sides change in between. The interval counts a pair as one result. A
gammon counts 2 and a backgammon 3, times the cube if there is one.
"""

import argparse
import random
import sys
import time
from math import inf, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import games
import players
from games.game import CHANCE
from games.layout import layout_of
from players.learning.networks import Layered
from players.learning.td import TurnChoice
from players.learning.weights_file import load_weights


class BestTurn:
    """The best turn by a file of weights, or by the game's own estimate."""

    def __init__(self, word):
        game = games.load("backgammon")
        layout = layout_of(game)
        self.evaluation = Layered(game, layout, 0, based=True) if word == "game" else load_weights(Path(word), game)

    def choose(self, game, deadline):
        """The first move of the best turn, or of the best rest of one that has begun."""
        choice = TurnChoice(game, self.evaluation)
        choice.choose()
        return choice.way[0]


def load_player(spec):
    """The player of that spec."""
    word = spec.removeprefix("turn:")
    return players.load(spec) if word == spec else BestTurn(word)


class Dice:
    """One sequence of rolls: the same rolls for the same seed, whatever is played."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def roll(self, game):
        moves, weights = zip(*game.chances(), strict=True)
        return self.random.choices(moves, weights)[0]


def play(seated, spec, seed, seconds):
    """The points that seat 0 wins with those players, and how long each took is added to the seconds."""
    game, dice = games.load(spec), Dice(seed)
    for seat in (0, 1):
        if hasattr(seated[seat], "begin"):
            seated[seat].begin(game.copy(), seat)
    while game.score() is None:
        moves = game.moves()
        if game.turn == CHANCE:
            move = dice.roll(game)
        elif len(moves) == 1:
            move = moves[0]
        else:
            start, player = time.monotonic(), seated[game.turn]
            move = player.choose(game.copy(), inf)
            seconds[player][0] += time.monotonic() - start
            seconds[player][1] += 1
        game.make(move)
    return game.score()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player")
    parser.add_argument("peer")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ours, theirs = load_player(options.player), load_player(options.peer)
    seconds = {ours: [0.0, 0], theirs: [0.0, 0]}
    pairs, won = [], 0
    for number in range(options.games // 2):
        seed = f"{options.seed}/{number}"
        points = play((ours, theirs), options.game, seed, seconds), -play((theirs, ours), options.game, seed, seconds)
        pairs.append(sum(points) / 2)
        won += sum(each > 0 for each in points)
        if len(pairs) % 25 == 0 or number == options.games // 2 - 1:
            report(pairs, won, *([spent / max(1, count) for spent, count in seconds.values()]))
    for player in (ours, theirs):
        getattr(player, "close", lambda: None)()


def report(pairs, won, ours, theirs):
    """Print what the first player has won so far."""
    count = len(pairs)
    mean = sum(pairs) / count
    error = sqrt(sum((each - mean) ** 2 for each in pairs) / max(1, count - 1) / count)
    print(
        f"{2 * count} games: {mean:+.3f} points a game [{mean - 1.96 * error:+.3f}, {mean + 1.96 * error:+.3f}], "
        f"{won} won; {ours:.4f} and {theirs:.4f} s a move",
        flush=True,
    )


if __name__ == "__main__":
    main()
