"""python benchmarks/newcomers.py [GAME]...: what a child wins against the lower levels of the player `level`.

The child takes a win in one move, and otherwise moves at random. Sides are swapped after each game. Wins count 1 and
draws a half.
"""

import random
from pathlib import Path

import levels

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


def main():
    command = levels.parser(__doc__, GAMES, (1, 4))
    options = command.parse_args()
    levels.print_rows(
        command, options, HEAD, lambda spec, level: measured(spec, level, options.games, options.seed), line
    )


if __name__ == "__main__":
    main()
