"""python benchmarks/levels.py [GAME]...: whether each level of the player `level` beats the one below it.

Sides are swapped after each game. Each two games begin with the same two random moves, since the upper levels always
play alike; games with dice or cards share these instead. Wins count 1 and draws a half. But if cards are hidden, the
score is the share of the stakes that was won, as each game is mostly luck.

With --fit it finds the strengths of the levels for players/ladder.py (benchmarks/fitting.py).
"""

import argparse
import json
import random
from dataclasses import dataclass, field
from time import monotonic

import games
from games.capabilities import has_chance, hides_information
from players.level import HIGHEST
from referee.batches.plan import Plan
from referee.match.events import Ended, Moved
from referee.statistics.scoring import wilson

GAMES = (
    "tic-tac-toe", "connect-four", "othello:6", "breakthrough", "kalah", "dots-and-boxes", "hex:7",
    "gomoku:columns=9,rows=9", "nim:heaps=3/5/7", "pig", "backgammon", "kuhn-poker", "leduc-poker", "liars-dice",
)  # fmt: skip
OPENING = 2  # moves at random
COUNTS = f"{'W':>6}{'D':>6}{'L':>6}{'score':>8}{'95 %':>15}"
HEAD = f"{'levels':<26}{'level':>5}{'below':>6}{COUNTS}{'s/move':>9}{'longest':>9}"


@dataclass
class Pair:
    """The games of two players so far.

    upper, lower  their specs.
    opened   whether games begin with random moves.
    points   won by the upper one, 0 to 1 in each game;  results  the games it won, drew and lost.
    seconds  that each of its moves took.
    """

    game: str
    upper: str
    lower: str
    opened: bool = True
    points: float = 0.0
    results: list = field(default_factory=lambda: [0, 0, 0])
    seconds: list = field(default_factory=list)

    def play(self, number, seed):
        """Play game `number` and count it."""
        start = opening(self.game, f"{seed} {number // 2}") if self.opened else ()
        plan = Plan(self.game, (self.upper, self.lower), seed, swap=True, opening=start)
        seat = plan.seats(number).index(0)
        for event in plan.task(number).match():
            if isinstance(event, Moved) and event.seat == seat:
                self.seconds.append(event.seconds)
            elif isinstance(event, Ended):
                if event.error is not None:
                    raise event.error
                self.count(event.score * (-1 if seat else 1))

    def count(self, score):
        """Count a game by what the upper level has won."""
        self.results[1 - (score > 0) + (score < 0)] += 1
        game = games.load(self.game)
        self.points += (score / game.stakes + 1) / 2 if hides_information(game) else ((score > 0) - (score < 0) + 1) / 2

    def row(self):
        """Return what has been counted as plain data."""
        count = sum(self.results)
        return {
            "wins": self.results[0], "draws": self.results[1], "losses": self.results[2],
            "score": round(self.points / count, 4),
            "interval": [round(end, 4) for end in wilson(self.points / count if count else 0.0, count)],
            "seconds": round(sum(self.seconds) / max(1, len(self.seconds)), 5),
            "longest": round(max(self.seconds, default=0.0), 5),
        }  # fmt: skip


def opening(spec, seed):
    """Return the texts of the first moves, drawn by the seed; none if dice or cards already make games differ."""
    rng, game = random.Random(seed), games.load(spec)
    texts = []
    while len(texts) < OPENING and not (has_chance(game) or hides_information(game)):
        move = rng.choice(game.moves())
        texts.append(game.text(move))
        game.make(move)
    return tuple(texts)


def measured(spec, level, options):
    """Return the row of a level against the one below it: as many games as there is time for."""
    pair, start, number = Pair(spec, f"level:{level}", f"level:{level - 1}"), monotonic(), 0
    while number < options.games and (number % 2 or monotonic() - start < options.seconds or number == 0):
        pair.play(number, options.seed)
        number += 1
    return {"game": spec, "level": level} | pair.row()


def line(row):
    return (
        f"{row['game']:<26}{row['level']:>5}{row['level'] - 1:>6}{counts(row)}"
        f"{row['seconds']:>9.4f}{row['longest']:>9.3f}"
    )


def counts(row):
    """Return the columns of COUNTS in a row."""
    interval = "{:.1%} {:.1%}".format(*row["interval"])
    return f"{row['wins']:>6}{row['draws']:>6}{row['losses']:>6}{row['score']:>8.1%}{interval:>15}"


def parser(description=__doc__, specs=GAMES, levels=(1, HIGHEST)):
    """Return what the command line may hold, with these games and levels by default."""
    found = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("names", nargs="*", metavar="GAME", default=specs, help="specs of games; a choice by default")
    found.add_argument("--games", type=int, default=200, metavar="N", help="games of a pair at most (200)")
    found.add_argument(
        "--levels", type=int, nargs=2, default=levels, metavar=("LOW", "HIGH"), help=f"({levels[0]} {levels[1]})"
    )
    found.add_argument("--seed", type=int, default=1, metavar="N", help="where all random numbers come from (1)")
    found.add_argument("--json", action="store_true", help="a line of JSON for each row")
    return found


def print_rows(command, options, head, measure, line, below=0):
    """Print what `measure` returns for each game and each level that has `below` levels below it.

    Exit if there is no such level or game.
    """
    low, high = options.levels
    if not 1 <= low <= high - below or high > HIGHEST or options.games < 1:
        command.error(f"levels go from 1 to {HIGHEST}, the lower one first, and --games from 1")
    try:
        for spec in options.names:
            games.load(spec)
    except games.SpecError as error:
        command.error(str(error))
    if not options.json:
        print(head)
    for spec in options.names:
        for level in range(low + below, high + 1):
            row = measure(spec, level, options)
            print(json.dumps(row) if options.json else line(row), flush=True)


def main():
    command = parser()
    command.add_argument(
        "--seconds", type=float, default=None, metavar="S", help="begin no more after these (10; 300 a game with --fit)"
    )
    command.add_argument("--fit", action="store_true", help="find the strengths of the levels")
    options = command.parse_args()
    options.seconds = options.seconds or (300.0 if options.fit else 10.0)
    if options.fit:
        print_fits(options)
        return
    print_rows(command, options, HEAD, measured, line, below=1)


def print_fits(options):
    """Print a ladder for each game."""
    import fitting  # it imports this module

    for spec in options.names:
        print(fitting.fitted(spec, options.seconds, options.seed), flush=True)


if __name__ == "__main__":
    main()
