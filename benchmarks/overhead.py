"""python benchmarks/overhead.py: what this program takes beside the thinking of players, best of several rounds.

Milliseconds to start `referee --help`, beside `python -c pass` and `python -c "import click"`; then microseconds of a
game of tic-tac-toe between random players, beside the same moves without a match.
"""

import subprocess
import sys
from math import inf
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import games
import players
from referee.batches.plan import Plan

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
GAMES = 2000
STARTS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "referee --help": ["-m", "referee", "--help"],
}


def started(words):
    """The least milliseconds that Python takes with those words."""
    spent = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        subprocess.run([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        spent.append(perf_counter() - begun)
    return 1000 * min(spent)


def per_game(play):
    """The least microseconds of the processor that a game takes."""
    spent = []
    for _ in range(3):
        begun = process_time()
        for number in range(GAMES):
            play(number)
        spent.append(process_time() - begun)
    return 1e6 * min(spent) / GAMES


def play_moves(number):
    """A game between two random players without a match."""
    game, pair = games.load("tic-tac-toe"), [players.load("random", number), players.load("random", number + 1)]
    while game.score() is None:
        game.make(pair[game.turn].choose(game, inf))


if __name__ == "__main__":
    for name, words in STARTS.items():
        print(f"{name:<24}{started(words):8.1f} ms")
    plan = Plan("tic-tac-toe", ("random", "random"), seed=1)
    print(f"{'a game':<24}{per_game(lambda number: plan.task(number).result()):8.1f} µs")
    print(f"{'its moves alone':<24}{per_game(play_moves):8.1f} µs")
