"""What compiling one's own game gains: the game of docs/compile.md plain, compiled, and compiled with C types.

python benchmarks/compile.py [SECONDS]: processor seconds for each measurement, half a second by default. Rounds
alternate; printed are the medians, as rates and as ratios to the plain file.
"""

import importlib
import re
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from players.search.alphabeta.tree import AlphaBeta
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from referee.commands.compile import compile_module

PAGE = Path(__file__).parents[1] / "docs" / "compile.md"
ROUNDS = 5
DEPTH = 7  # plies of alpha-beta
BATCH = 200  # playouts


def lives(folder):
    """Return the page's game in each of its three versions, written into the folder and built there."""
    plain, typed = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    sys.path.insert(0, str(folder))
    found = {}
    for life, source in (("plain", plain), ("compiled", plain), ("typed", typed)):
        path = folder / f"{life}_four.py"
        path.write_text(source, encoding="utf-8")
        if life != "plain":
            compile_module(path)
        found[life] = importlib.import_module(path.stem).Four()
    return found


def searched(game):
    """Return how many positions alpha-beta visits to DEPTH, and what it finds."""
    clock = Clock()
    search = AlphaBeta(game, clock)
    search.run(DEPTH)
    return clock.nodes, (search.best_move, search.score, clock.nodes)


def played(game):
    """Return how many random games were played, and their results."""
    return BATCH, Playouts(game, Rng(7), Clock()).run(BATCH)


def rate(work, game, seconds):
    """Return the rate of the work per processor second, and its result, which is the same each time."""
    done, found, start = 0, None, process_time()
    while done == 0 or process_time() - start < seconds:
        count, found = work(game)
        done += count
    return done / (process_time() - start), found


def rows(games, seconds, rounds=ROUNDS):
    """Yield for each kind of work (what is counted, median rate by version). Raises RuntimeError if versions differ."""
    for what, work in (("alpha-beta, positions/s", searched), ("random games/s", played)):
        rates = {life: [] for life in games}
        for _ in range(rounds):
            told = [(life, *rate(work, game, seconds)) for life, game in games.items()]
            if len({found for _, _, found in told}) > 1:
                raise RuntimeError(f"the lives differ: {told}")
            for life, measured, _ in told:
                rates[life].append(measured)
        yield what, {life: median(measured) for life, measured in rates.items()}


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    with tempfile.TemporaryDirectory() as folder:
        games = lives(Path(folder))
        print("| |", " | ".join(games), "|")
        print("|---|" + "---|" * len(games))
        for what, rates in rows(games, seconds):
            cells = (f"{measured:,.0f} ({measured / rates['plain']:.1f}x)" for measured in rates.values())
            print(f"| {what} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
