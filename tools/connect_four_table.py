"""Compute who wins each position of connect four with at most 8 stones: `make table`, which takes hours.

Positions with 8 stones are solved, on all cores; the values of the others follow. Positions that decide the values of
those with few stones come first, so that the table soon knows the openings. Stop it at any time: the file is written
once a minute and at the end, and the next run goes on from there.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing import Pool
from pathlib import Path
from time import monotonic, process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.connect_four.game import ConnectFour  # noqa: E402
from games.connect_four.opening_table import FILE, STONES, OutcomeTable, read  # noqa: E402
from games.connect_four.solver import ConnectFourSolver  # noqa: E402

ENTRIES = 1 << 24  # of the table of each process, 8 bytes each
PAUSE = 60.0  # seconds between two files
FIRST = 6  # stones: positions with at most this many are decided before the rest
SHARE = 16  # positions given to a process at a time: neighbours have much in common
Followers = tuple[bool, list[int]]
Bounds = dict[int, tuple[int, int]]

solver: ConnectFourSolver | None = None  # of this process


def main(name: str = "") -> None:
    """Complete the table in the file, by default the one that is shipped."""
    file = Path(name) if name else FILE
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit("stopped"))
    table, levels = read(file), find_positions()
    scores = {key: score for key in levels[STONES] if (score := table.score(key)) is not None}
    written = monotonic()
    try:
        with Pool(os.cpu_count(), begin_work) as pool:
            while unsolved := find_next(levels, scores):
                for key, score, seconds in pool.imap_unordered(solve, unsolved, SHARE):
                    scores[key] = score
                    table.seconds += seconds
                    if monotonic() - written > PAUSE:
                        keep(table, levels, scores, file)
                        written = monotonic()
    finally:
        keep(table, levels, scores, file)


def keep(table: OutcomeTable, levels: list[dict[int, Followers]], scores: dict[int, int], file: Path) -> None:
    """Write the table with the scores of positions with STONES stones into the file, and print the progress."""
    fill(table, levels, scores)
    table.write(file)
    hours = table.seconds / 3600
    print(
        f"{len(scores):,} of {len(levels[STONES]):,} positions with {STONES} stones,"
        f" {hours:.2f} hours of the processors",
        flush=True,
    )


def find_positions() -> list[dict[int, Followers]]:
    """Return for each number of stones, 0 to STONES, the keys of all unfinished positions, mirror images once.

    Each maps to whether a move wins at once, and the keys after the other moves, middle first; without moves at STONES.
    """
    levels: list[dict[int, Followers]] = []
    games = {(start := ConnectFour()).key(): start}
    for stones in range(STONES + 1):
        after: dict[int, ConnectFour] = {}
        level: dict[int, Followers] = {}
        for key, game in games.items():
            wins, keys = False, dict[int, None]()
            for move in middle_first(game) if stones < STONES else ():
                twin = game.copy()
                twin.make(move)
                if twin.score() is None:
                    keys[twin.key()] = None
                    after.setdefault(twin.key(), twin)
                else:
                    wins = True
            level[key] = wins, list(keys)
        levels.append(level)
        games = after
    return levels


def middle_first(game: ConnectFour) -> list[int]:
    """Return the moves of the game, those in the middle first."""
    return sorted(game.moves(), key=lambda move: abs(int(game.text(move)) - 4))


def find_next(levels: list[dict[int, Followers]], scores: dict[int, int]) -> list[int]:
    """Return the keys of positions with STONES stones to solve next, sorted; [] when all are solved.

    They decide whether the first seat reaches its best possible result in the undecided positions with fewest stones,
    by the most promising moves; all the rest once everything with FIRST stones is decided.
    """
    bounds = find_bounds(levels, scores)
    for stones in range(FIRST + 1):
        needed = {key for key in levels[stones] if bounds[key][0] < bounds[key][1]}
        if needed:
            for deeper in range(stones, STONES):
                needed = find_deciders(needed, levels[deeper], deeper % 2, bounds)
            return sorted(needed)
    return sorted(levels[STONES].keys() - scores.keys())


def find_deciders(keys: set[int], level: dict[int, Followers], seat: int, bounds: Bounds) -> set[int]:
    """Return the undecided followers of `keys` that count: the best one if the first seat chooses, else all."""
    found: set[int] = set()
    for key in keys:
        open_keys = [each for each in level[key][1] if bounds[each][0] < bounds[each][1]]
        found |= {max(open_keys, key=lambda each: bounds[each][::-1])} if seat == 0 else set(open_keys)
    return found


def fill(table: OutcomeTable, levels: list[dict[int, Followers]], scores: dict[int, int]) -> None:
    """Enter the scores of positions with STONES stones, and what follows for positions with fewer."""
    for key, (least, most) in find_bounds(levels, scores).items():
        if least == most:
            table.add(key, least)


def find_bounds(levels: list[dict[int, Followers]], scores: dict[int, int]) -> Bounds:
    """Return the first seat's least and greatest result in all positions, by the scores of those with STONES stones."""
    bounds = {key: (scores.get(key, -1), scores.get(key, 1)) for key in levels[STONES]}
    for stones in range(STONES - 1, -1, -1):
        bounds |= {key: bound(followers, stones % 2, bounds) for key, followers in levels[stones].items()}
    return bounds


def bound(followers: Followers, seat: int, bounds: Bounds) -> tuple[int, int]:
    """Return the first seat's least and greatest result where `seat` moves, by the bounds of the followers."""
    wins, keys = followers
    if wins:
        return (1, 1) if seat == 0 else (-1, -1)
    best = max if seat == 0 else min
    return best(bounds[key][0] for key in keys), best(bounds[key][1] for key in keys)


def begin_work() -> None:
    """Make the solver of this process; the parent handles Ctrl-C."""
    global solver  # noqa: PLW0603
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    solver = ConnectFourSolver(ENTRIES)


def solve(key: int) -> tuple[int, int, float]:
    """Return the key, the first seat's result in its position, with the first seat to move, and the seconds spent."""
    start = process_time()
    score = solver.solve(key) if solver else 0
    return key, score, process_time() - start


if __name__ == "__main__":
    main(*sys.argv[1:2])
