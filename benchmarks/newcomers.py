"""python benchmarks/newcomers.py [GAME]...: what a child wins against the lower levels of the player `level`.

The child takes a win in one move, and otherwise moves at random. Sides are swapped after each game. Wins count 1 and
draws a half.
"""

import argparse
import json
import random
from pathlib import Path

import games
from players.level import HIGHEST
from referee.batches.plan import Plan
from referee.match.events import Ended
from referee.statistics.scoring import wilson

GAMES = ("connect-four",)
CHILD = f"{Path(__file__).resolve()}:Child"
HEAD = f"{'game':<26}{'level':>5}{'W':>6}{'D':>5}{'L':>6}{'score':>8}{'95 %':>15}"


class Child:
    """Takes a win in one move, otherwise any legal move."""

    def __init__(self, seed=None):
        self.random = random.Random(seed)

    def choose(self, game, deadline):
        winning = [move for move in game.moves() if wins(game, move)]
        return self.random.choice(winning or game.moves())


def wins(game, move):
    """Return whether the move wins for the seat to move."""
    twin = game.copy()
    twin.make(move)
    score = twin.score()
    return bool(score) and (score > 0) == (game.turn == 0)


def measured(spec, level, count, seed, player=CHILD):
    """Return the row of a player, the child by default, against a level, after `count` games."""
    plan = Plan(spec, (player, f"level:{level}"), seed, swap=True)
    results = [0, 0, 0]
    for number in range(count):
        seat = plan.seats(number).index(0)
        for event in plan.task(number).match():
            if isinstance(event, Ended):
                score = -event.score if seat else event.score
                results[1 - (score > 0) + (score < 0)] += 1
    share = (results[0] + results[1] / 2) / count
    return {
        "game": spec, "level": level, "wins": results[0], "draws": results[1], "losses": results[2],
        "score": round(share, 4), "interval": [round(end, 4) for end in wilson(share, count)],
    }  # fmt: skip


def line(row):
    low, high = row["interval"]
    return (
        f"{row['game']:<26}{row['level']:>5}{row['wins']:>6}{row['draws']:>5}{row['losses']:>6}"
        f"{row['score']:>8.1%}{f'{low:.1%} {high:.1%}':>15}"
    )


def parser():
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("names", nargs="*", metavar="GAME", default=GAMES, help="specs of games (connect-four)")
    found.add_argument("--games", type=int, default=200, metavar="N", help="games against each level (200)")
    found.add_argument("--levels", type=int, nargs=2, default=(1, 4), metavar=("LOW", "HIGH"), help="(1 4)")
    found.add_argument("--seed", type=int, default=1, metavar="N", help="where all random numbers come from (1)")
    found.add_argument("--json", action="store_true", help="a line of JSON for each row")
    return found


def main():
    command = parser()
    options = command.parse_args()
    low, high = options.levels
    if not 1 <= low <= high <= HIGHEST or options.games < 1:
        command.error(f"levels go from 1 to {HIGHEST}, the lower one first, and --games from 1")
    try:
        for spec in options.names:
            games.load(spec)
    except games.SpecError as error:
        command.error(str(error))
    if not options.json:
        print(HEAD)
    for spec in options.names:
        for level in range(low, high + 1):
            row = measured(spec, level, options.games, options.seed)
            print(json.dumps(row) if options.json else line(row), flush=True)


if __name__ == "__main__":
    main()
