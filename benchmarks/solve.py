"""How long it takes to solve: whole games by `referee.solving.exhaustive`, and seeded positions late in larger ones.

python benchmarks/solve.py [NAME]...: those rows, or all but the empty board of connect four.
Small games are solved with each of their moves, the others alone. Where theory knows the game there is no search.
"""

import math
import random
import sys
from time import perf_counter

import games
from players.search.alphabeta.score import to_game_score
from players.search.alphabeta.table import entries_for
from players.search.big_stack import call_on_big_stack
from players.search.clock import Clock
from referee.solving.exhaustive import Exhaustion, by_search
from referee.solving.solve_cache import without_search

# Row: spec, moves made at random, how many such positions, whether each move of the start is solved too.
ROWS = {
    "tic-tac-toe": ("tic-tac-toe", 0, 1, True),
    "chips-even": ("chips:chips=10001", 0, 1, False),
    "chips-last": ("chips:chips=10000,rule=last", 0, 1, True),
    "nim": ("nim:heaps=30000/20000/10001", 0, 1, True),
    "othello-4": ("othello:size=4", 0, 1, True),
    "othello-6-late": ("othello:size=6", 12, 1, False),
    "kalah-4-3": ("kalah:pits=4,seeds=3", 0, 1, True),
    "kalah-6-2": ("kalah:pits=6,seeds=2", 0, 1, True),
    "hex-4": ("hex:size=4", 0, 1, True),
    "hexapawn-3": ("hexapawn:columns=3,rows=3", 0, 1, True),
    "hexapawn-4": ("hexapawn:columns=4,rows=4", 0, 1, True),
    "hexapawn-5": ("hexapawn:columns=5,rows=5", 0, 1, True),
    "dots-3": ("dots-and-boxes:rows=3,columns=3", 0, 1, False),
    "connect-four-24": ("connect-four", 24, 10, False),
    "connect-four-16": ("connect-four", 16, 10, False),
    "connect-four-12": ("connect-four", 12, 10, False),
    "connect-four-8": ("connect-four", 8, 10, False),
    "connect-four": ("connect-four", 0, 1, False),
}
NAMED = {"connect-four"}  # solved only when named alone
MEMORY = 1024  # megabytes
ENTRIES = entries_for(MEMORY)
HEAD = f"{'solve':<17}{'value':>6}{'plies':>8}{'positions':>15}{'seconds':>10}{'worst':>10}{'M/s':>8}  by"


def begun(spec, plies, seed):
    """The game after so many random moves, none of which ends it."""
    rng = random.Random(seed)
    while True:
        game = games.load(spec)
        for _ in range(plies):
            game.make(rng.choice(game.moves()))
            if game.score() is not None:
                break
        if game.score() is None:
            return game


def searched(game):
    """(value for the first seat, plies, positions, seconds) of one position, by search alone."""
    start, clock = perf_counter(), Clock(math.inf)
    search = Exhaustion(game, ENTRIES, clock).root
    call_on_big_stack(search.run, clock)
    value, plies = to_game_score(search.score)
    return value * (1 if game.turn == 0 else -1), plies, clock.nodes, perf_counter() - start


def solved(spec, plies, count, moves):
    """The same of each of the positions, with the way they were solved."""
    for seed in range(count):
        game = begun(spec, plies, seed)
        if not moves:
            yield *searched(game), "search"
            continue
        found = without_search(game) or by_search(game, MEMORY, None, lambda _: None)[0]
        yield found["value"], found["distance"], found["positions"], found["seconds"], found["method"]


def row(name):
    """One measurement as plain data; of several positions the means, and the worst time."""
    found = list(solved(*ROWS[name]))
    many = len(found) > 1
    positions, seconds = sum(each[2] for each in found), sum(each[3] for each in found)
    return {
        "game": name, "value": None if many else found[0][0], "plies": None if many else found[0][1],
        "positions": positions // len(found), "seconds": round(seconds / len(found), 4),
        "worst": round(max(each[3] for each in found), 4),
        "rate": round(positions / seconds / 1e6, 2) if positions else None, "method": found[0][4],
    }  # fmt: skip


def line(row):
    """A row of the table."""
    told = {name: "-" if row[name] is None else f"{row[name]:,}" for name in ("value", "plies", "positions", "rate")}
    times = f"{row['seconds']:>10,.3f}{row['worst']:>10,.3f}"
    worth = f"{told['value']:>6}{told['plies']:>8}{told['positions']:>15}"
    return f"{row['game']:<17}{worth}{times}{told['rate']:>8}  {row['method']}"


def rows(names):
    """(a row as plain data, its line) of each measurement."""
    for name in names:
        found = row(name)
        yield found, line(found)


def main():
    if unknown := [name for name in sys.argv[1:] if name not in ROWS]:
        sys.exit(f"there is no row {unknown[0]!r}; rows: {', '.join(ROWS)}")
    print(HEAD, flush=True)
    for _, text in rows(sys.argv[1:] or [name for name in ROWS if name not in NAMED]):
        print(text, flush=True)


if __name__ == "__main__":
    main()
