"""Exact values of connect four: how long our solver takes, and P. Pons' C++ solver, on his sets of positions.

python benchmarks/pons.py PATH_TO_HIS_BINARY FOLDER_OF_SETS [POSITIONS [SET]...]

The binary is that of github.com/PascalPons/connect4, built with -O3, without a book of openings; the sets Test_L3_R1 to
Test_L1_R3 are those of blog.gamesolver.org, "Part 2 - Benchmarking solvers": a line is the columns of all moves and the
score. Times are of the processor, without those to start. Each solver keeps its table from position to position. The
row `empty` is the board without stones.
"""

import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import run
from time import process_time

import games
from games.connect_four.solver import ENTRIES, ConnectFourSolver

SETS = "L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"
HEAD = f"{'set':<8}{'positions':>10}{'wrong':>7}{'his ms':>12}{'our ms':>12}{'ratio':>8}{'our nodes':>14}"


def key_of(columns):
    """The key of the position after those moves."""
    game = games.load("connect-four")
    for column in columns:
        game.make(game.parse(column))
    return game.key()


def time_his(binary, lines):
    """The scores that his solver prints, and the seconds that it takes."""

    def ran(text):
        before = getrusage(RUSAGE_CHILDREN)
        printed = run([binary], input=text, capture_output=True, text=True, check=True, cwd=binary.parent).stdout
        after = getrusage(RUSAGE_CHILDREN)
        return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    start = min(ran("")[1] for _ in range(3))
    printed, seconds = ran("".join(f"{line}\n" for line in lines))
    return [int(line.split(" ")[-1]) for line in printed.splitlines()], seconds - start


def measure(name, rows, solver, binary):
    """A row of the table: the same positions by both."""
    lines, scores = [columns for columns, _ in rows], [score for _, score in rows]
    keys = [key_of(columns) for columns in lines]
    before, start = solver.nodes, process_time()
    found = [solver.score(key) for key in keys]
    ours, nodes = process_time() - start, solver.nodes - before
    his_scores, his = time_his(binary, lines)
    wrong = sum(each != score for each, score in zip(found, scores, strict=True))
    wrong += sum(each != score for each, score in zip(his_scores, scores, strict=True))
    count = len(rows)
    times = f"{1000 * his / count:>12.4f}{1000 * ours / count:>12.4f}{ours / his:>8.2f}"
    return f"{name:<8}{count:>10}{wrong:>7}{times}{nodes / count:>14,.0f}"


def main():
    binary, folder, *rest = sys.argv[1:]
    most, names = int(rest[0]) if rest else 1000, rest[1:] or SETS
    solver = ConnectFourSolver(ENTRIES)
    print(HEAD, flush=True)
    for name in names:
        rows = [("", 1)]
        if name != "empty":
            lines = (Path(folder) / f"Test_{name}").read_text().split("\n")
            rows = [(columns, int(score)) for columns, score in (line.split() for line in lines[:most] if line)]
        print(measure(name, rows, solver, Path(binary).resolve()), flush=True)


if __name__ == "__main__":
    main()
