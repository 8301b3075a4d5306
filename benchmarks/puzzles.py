"""Puzzles proven by another search: how many each game has, how long finding them takes, and whether all hold.

`python benchmarks/puzzles.py [GAME ...] [--count 50]` prints a line for each game: puzzles found, processor seconds for
each, how many the other search solved within its positions, how many of these it solved alike, and how hard they are.

The other search is textbook alpha-beta, without a table and without move ordering (players/search/alphabeta/tree.py).
"""

import argparse
import math
from collections import Counter
from itertools import islice
from time import process_time

from players.search.alphabeta.table import to_game_score
from players.search.alphabeta.tree import AlphaBeta
from players.search.clock import Clock
from referee.puzzles.finding import PuzzleSearch, puzzle_games

NODES = 5_000_000  # positions of the other search, for one value


def value_of(game):
    """Return what seat 0 wins, by the textbook search; None if that takes too many positions."""
    score = game.score()
    if score is not None:
        return score
    search = AlphaBeta(game, Clock(math.inf, NODES))
    search.run()
    if not search.final:
        return None
    found = to_game_score(search.score)[0]
    return found if game.turn == 0 else -found


def values_again(found):
    """Return what each move is worth to the seat to move, by the textbook search; None if one takes too long."""
    again = {}
    for move in found.values:
        twin = found.start.copy()
        twin.make(move)
        value = value_of(twin)
        if value is None:
            return None
        again[move] = value if found.start.turn == 0 else -value
    return again


def measure(spec, count):
    """Return the line of a game."""
    start = process_time()
    puzzles = list(islice(PuzzleSearch(spec, 1), count))
    seconds = (process_time() - start) / max(1, len(puzzles))
    again = [values_again(each) for each in puzzles]
    solved = sum(each is not None for each in again)
    alike = sum(one == each.values for one, each in zip(again, puzzles, strict=True))
    hard = Counter(each.puzzle().hard for each in puzzles)
    told = " ".join(f"{level}:{hard[level]}" for level in sorted(hard))
    found = f"{spec:16} {len(puzzles):4} found {seconds:7.3f} s each"
    return f"{found} {solved:4} solved again {alike:4} alike   hard {told}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--count", type=int, default=50)
    given = parser.parse_args()
    for spec in given.games or puzzle_games():
        print(measure(spec, given.count), flush=True)


if __name__ == "__main__":
    main()
