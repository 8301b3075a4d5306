"""python benchmarks/speed.py [GAME]...: how fast our searches are beside our peers', in one run.

Each figure is the best of five rounds, in which the two take turns, in processor seconds.

Peers: pip install open_spiel==2.0.2 easyai==2.0.12. If one is missing its rows say so.
"""

import argparse
import json
from math import inf
from time import process_time

import peers

import games
from players.mcts import PLAYOUTS, MctsPlayer
from players.search.alphabeta.tree import AlphaBeta
from players.search.clock import Clock
from referee.reports.bench import PEERS, ROUNDS, measure_rate

# Our wanted simulations a second, as a multiple of OpenSpiel's.
TARGETS = {"connect-four": 10, "othello": 15, "breakthrough": 6, "checkers": 10, "hex": 5, "kalah": 5, "go": 10}
NEGAMAX = 1000  # and of easyAI's nodes
GAMES = tuple(TARGETS)
DEEPER = 4  # extra plies for our alpha-beta, so that both run long enough to be timed
HEAD = f"{'speed':<14}{'search':<26}{'ours/s':>13}{'peer/s':>13}{'ratio':>9}{'target':>8}  peer"


def alphabeta(depth):
    """Return work for `rate`: textbook alpha-beta of connect four to `depth` at once, counted in nodes."""

    def work(count):
        done = 0
        for _ in range(count):
            clock = Clock()
            AlphaBeta(games.load("connect-four"), clock).look(depth)
            done += clock.nodes
        return done

    return work


def against_easy(seconds):
    """Return the row of alpha-beta's nodes a second, to the least depth that takes easyAI long enough."""
    visited, depth = peers.negamax(), 1
    if visited is None:
        (best,) = alternating([alphabeta(8)], seconds)
        return row("connect-four", "alpha-beta, depth 8", best, None, NEGAMAX, "easyAI is missing")
    while took(visited, depth) < seconds / ROUNDS:
        depth += 1
    works = [alphabeta(depth + DEEPER), lambda count: sum(visited(depth) for _ in range(count))]
    return row(
        "connect-four", f"alpha-beta, depth {depth + DEEPER}", *alternating(works, seconds), NEGAMAX, "easyAI's Negamax"
    )


def took(work, amount):
    """Return the processor seconds that the work takes."""
    start = process_time()
    work(amount)
    return process_time() - start


def against_openspiel(name, seconds):
    """Return the row of simulations a second from the start, in trees as large as OpenSpiel's search has time for."""
    start = games.load(name)
    if (pyspiel := peers.installed("pyspiel")) is None:
        (best,) = alternating([simulations(start, PLAYOUTS)], seconds)
        return row(name, "mcts", best, None, TARGETS[name], "open_spiel is missing")
    state, bot = pyspiel.load_game(PEERS[name]).new_initial_state(), peers.Bot(1)
    size = bot.search(state, seconds=seconds / ROUNDS).explore_count

    def work(count):
        return sum(bot.search(state, size).explore_count for _ in range(count))

    best = alternating([simulations(start, size), work], seconds)
    return row(name, f"mcts, {size:,} a tree", *best, TARGETS[name], "OpenSpiel's MCTSBot")


def simulations(start, size):
    """Return work for `rate`: our tree searches of `size` simulations from `start`, counted in simulations."""

    def work(count):
        done = 0
        for seed in range(count):
            thought = MctsPlayer(playouts=size, seed=seed).think(start.copy())
            done += sum(candidate.visits for candidate in thought.candidates)
        return done

    return work


def alternating(works, seconds):
    """Return the best rate of each work, of rounds in which they take turns."""
    best = [0.0] * len(works)
    for _ in range(ROUNDS):
        best = [max(pair) for pair in zip(best, [measure_rate(work, seconds / ROUNDS) for work in works], strict=True)]
    return best


def row(game, search, ours, theirs, target, peer):
    """Return one measurement as plain data; None for what is missing."""
    ratio = float(f"{ours / theirs:.3g}") if theirs else None
    rates = {"ours": round(ours), "theirs": round(theirs) if theirs else None}
    return {"game": game, "search": search, **rates, "ratio": ratio, "target": target, "peer": peer}


def line(row):
    theirs = f"{row['theirs']:,}" if row["theirs"] else "-"
    ratio = f"x {row['ratio']:g}" if row["ratio"] else "-"
    target = f"x {row['target']}" if row["target"] else "-"
    return f"{row['game']:<14}{row['search']:<26}{row['ours']:>13,}{theirs:>13}{ratio:>9}{target:>8}  {row['peer']}"


def rows(names, seconds):
    """Yield each measurement as plain data."""
    if "connect-four" in names:
        yield against_easy(seconds)
    for name in names:
        yield against_openspiel(name, seconds)


def above_zero(text):
    """Return a number of seconds. Raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def row_name(text):
    """Return the game of a row, by any of its names. Raises ArgumentTypeError."""
    name = games.CATALOGUE.find(text)
    if name not in GAMES or ":" in text:
        raise argparse.ArgumentTypeError(f"there is no row {text!r}; rows: {', '.join(GAMES)}")
    return name


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=row_name, metavar="GAME", help=f"{', '.join(GAMES)}; all by default")
    parser.add_argument("--seconds", type=above_zero, default=2.0, metavar="S", help="for each measurement (2)")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each row")
    options = parser.parse_args(arguments)
    if not options.json:
        print(HEAD, flush=True)
    for found in rows(options.names or GAMES, options.seconds):
        print(json.dumps(found) if options.json else line(found), flush=True)


if __name__ == "__main__":
    main()
