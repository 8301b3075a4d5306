"""python benchmarks/engine_lane.py FASTCHESS [--games N]: what a move between two engines costs beside their thinking.

Both programs play the same games of chess between two copies of engine_lane.c, which answers at once, one game after
the other, and this prints the processor time of all processes for each move: the program, its workers and supervisors,
and the engines, which cost both the same.
"""

import argparse
import os
import random
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import games
from referee.dialects.uci import write_move
from referee.running.sandbox.limits import adopt_orphans

HERE = Path(__file__).parent
PLIES = range(300, 400)  # the length of the game


def long_game():
    """Return the words of a random game of chess of about that length, which ends by the rules."""
    for seed in range(10_000):
        draw, game, words = random.Random(seed), games.load("chess"), []
        while game.score() is None and len(words) < PLIES.stop:
            move = draw.choice(game.moves())
            words.append(write_move(game, move))
            game.make(move)
        if game.score() is not None and len(words) in PLIES:
            return words
    raise RuntimeError("no random game ends so late")


def build(folder):
    """Return the script that starts the engine, compiled in the folder."""
    engine, script = Path(folder) / "engine_lane", Path(folder) / "lane"
    subprocess.run([shutil.which("cc"), "-O2", "-o", engine, HERE / "engine_lane.c"], check=True)
    script.write_text(f"#!/bin/sh\nexec {shlex.quote(str(engine))} {' '.join(long_game())}\n")
    script.chmod(0o755)
    return script


def measure(words, folder):
    """Return the seconds of processor time that a command takes with all that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    with suppress(ChildProcessError):  # engines that nobody has waited for
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(fastchess, engine, games, folder):
    """Yield the names of the programs, and the commands that play `games` games."""
    sides = [word for name in ("one", "two") for word in ("-engine", f"cmd={engine}", f"name={name}")]
    limits = ["-each", "tc=60", "-rounds", str(games), "-games", "1", "-concurrency", "1"]
    yield "fastchess", [fastchess, *sides, *limits]
    ours = [sys.executable, "-m", "referee", "-g", str(games), "--clock", "60s", "--workers", "1", "--seed", "1"]
    yield "referee", [*ours, "chess", f"uci:{engine}", f"uci:{engine}", "--json"]


def main():
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("fastchess", help="its path")
    found.add_argument("--games", type=int, default=40, metavar="N", help="games that each plays (40)")
    options = found.parse_args()
    fastchess = Path(options.fastchess).resolve()
    adopt_orphans()  # so that engines are counted whose program does not wait for them
    spent = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_DATA"] = folder
        engine = build(folder)
        plies = len(long_game())
        for few in (1, 1 + options.games):  # what one game takes, with the start of all, is left out
            for name, words in commands(fastchess, engine, few, folder):
                spent[name, few] = measure(words, folder)
    cost = {name: spent[name, 1 + options.games] - spent[name, 1] for name in ("fastchess", "referee")}
    for name, seconds in cost.items():
        alone = f"and {spent[name, 1]:.2f} s for the first game"
        print(f"{name:<10}{seconds:8.2f} s{1000 * seconds / plies / options.games:8.3f} ms a move {alone}")
    print(f"{'ratio':<10}{cost['referee'] / cost['fastchess']:8.2f}")


if __name__ == "__main__":
    main()
