"""python benchmarks/core.py: random playouts and alpha-beta nodes a second, as ratios to peers in the same run.

Of several rounds the best counts, so that a noisy machine harms all alike. Peers: the same sources interpreted, and
OpenSpiel's loop over its C++ games, where it is installed (pip install open_spiel).
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
ROUNDS = 5
SECONDS = 0.4
NODES = 200_000  # of a search that does not end before
SPECS = {
    "tic-tac-toe": "tic_tac_toe",
    "chips:chips=1001": None,
    "nim:sticks=1001": None,
    "nim:heaps=1/3/5/7": "nim(pile_sizes=1;3;5;7)",
    "connect-four": "connect_four",
    "othello": "othello",
    "breakthrough": "breakthrough",
}


def rate(work, count):
    """How many a second, doubling the work until it takes long enough."""
    while True:
        start = perf_counter()
        done = work(count)
        spent = perf_counter() - start
        if spent > SECONDS:
            return done / spent
        count *= 2


def ours(spec):
    """Playouts and nodes a second of the packages that are first on the path."""
    import games
    from players.search.alphabeta import AlphaBeta
    from players.search.clock import Clock
    from players.search.playout import Playouts
    from players.search.rng import Rng
    from players.search.table import Table

    def playouts(count):
        Playouts(games.load(spec), Rng(1), Clock()).run(count)
        return count

    def nodes(count):
        done = 0
        for _ in range(count):
            clock = Clock(budget=NODES)
            AlphaBeta(games.load(spec), Table(1 << 18), clock).run()
            done += clock.nodes
        return done

    return {"playouts": rate(playouts, 16), "nodes": rate(nodes, 1)}


def interpreted(spec, folder):
    """The same of the sources in that folder, which holds nothing compiled."""
    command = [sys.executable, __file__, "--one", spec]
    environment = os.environ | {"PYTHONPATH": folder}
    return json.loads(
        subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True, text=True).stdout
    )


def openspiel(name):
    """Playouts a second of OpenSpiel's random simulation, which loops in C++."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)

    state = game.new_initial_state()

    def playouts(count):
        # One simulation of its tree search evaluates the root alone, here by so many random playouts.
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False).step(state)
        return count

    return rate(playouts, 16)


def best(measure):
    """The best of some rounds, each field by itself."""
    rounds = [measure() for _ in range(ROUNDS)]
    return {field: max(each[field] for each in rounds) for field in rounds[0]}


def main():
    sys.path.insert(0, str(ROOT))  # before any other installation
    with tempfile.TemporaryDirectory() as folder:
        for package in ("games", "players"):
            shutil.copytree(
                ROOT / package, Path(folder) / package, ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c")
            )
        print(f"{'game':22}{'playouts/s':>12}{'interpreted':>13}{'OpenSpiel':>11}{'nodes/s':>13}{'interpreted':>13}")
        for spec, peer in SPECS.items():
            here, slow = best(partial(ours, spec)), interpreted(spec, folder)
            other = openspiel(peer) if peer else None
            print(
                f"{spec:22}{here['playouts']:12,.0f}{ratio(here['playouts'], slow['playouts']):>13}"
                f"{ratio(here['playouts'], other):>11}{here['nodes']:13,.0f}{ratio(here['nodes'], slow['nodes']):>13}"
            )


def ratio(figure, other):
    """How many times the other."""
    return f"x {figure / other:.1f}" if other else "-"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(ours(sys.argv[2])))
    else:
        main()
