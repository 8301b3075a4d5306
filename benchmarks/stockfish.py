"""Chess against an engine that speaks UCI, such as Stockfish: games of one of our players, or the speed of perft.

`python benchmarks/stockfish.py stockfish minimax --elo 1900 --seconds 0.1 --games 200`
`python benchmarks/stockfish.py stockfish --perft`

The games begin with the named openings, each from both sides. With `--elo` the engine plays as weakly as that.
Its perft counts the last moves without making them, and so does ours; both run in one thread, each of them twice.
"""

import argparse
import random
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import chess
import chess.engine

import games
import players
from games.chess.openings import OPENINGS
from games.perft import perft
from referee.statistics.scoring import wilson

# www.chessprogramming.org/Perft_Results
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def play(engine, options, number, opening):
    """Return what we win in game `number`: 1, 0 or a half; we are White in even ones."""
    game, board, ours = games.load("chess"), chess.Board(), number % 2
    player = players.load(options.player, seed=number)

    def make(move):
        board.push_uci(game.uci(move))
        game.make(move)

    for text in opening.split():
        make(game.parse(text))
    while game.score() is None:
        if game.turn == ours:
            make(player.choose(game.copy(), time.monotonic() + options.seconds))
        else:
            answer = engine.play(board, chess.engine.Limit(time=options.seconds), game=number)
            make(game.parse(answer.move.uci()))
    return (1 + game.score() * (1 - 2 * ours)) / 2


def play_all(engine, options):
    """Play the games, and print the score so far after each."""
    if options.elo:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": options.elo})
    engine.configure({"Threads": 1, "Hash": 16})
    openings = random.Random(options.seed).sample(sorted(OPENINGS), len(OPENINGS))
    won, start = 0.0, time.monotonic()
    for number in range(options.games):
        name = openings[number // 2 % len(openings)]
        got = play(engine, options, number, OPENINGS[name])
        won += got
        low, high = wilson(won / (number + 1), number + 1)
        passed = time.monotonic() - start
        print(f"{got:g}  {won:g} of {number + 1} ({low:.0%} to {high:.0%}), {passed:.0f} s  {name}", flush=True)


def compare_perft(command):
    """Print how many moves a second both count, and the ratio, from the start and from a position full of captures."""
    for fen, depth in ((START, 6), (KIWIPETE, 5)) * 2:
        game = games.load("chess")
        game.set_position(fen)
        begin = time.perf_counter()
        found = perft(game, depth)
        ours = found / (time.perf_counter() - begin)
        theirs = ask_perft(command, fen, depth, found)
        print(f"depth {depth}: {found:,}, {ours / 1e6:.1f} M/s, the engine {theirs / 1e6:.1f} M/s: {ours / theirs:.2f}")


def ask_perft(command, fen, depth, expected):
    """Return how many moves a second the engine counts. Raises RuntimeError if its count differs from ours."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        process.stdin.write(f"position fen {fen}\nisready\n")
        while "readyok" not in process.stdout.readline():
            pass
        begin = time.perf_counter()
        process.stdin.write(f"go perft {depth}\n")
        while not (line := process.stdout.readline()).startswith("Nodes searched"):
            pass
        passed = time.perf_counter() - begin
        process.stdin.write("quit\n")
    if int(line.split()[-1]) != expected:
        raise RuntimeError(f"depth {depth} of {fen}: we count {expected}, the engine {line.split()[-1]}")
    return expected / passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("player", nargs="?", default="minimax")
    parser.add_argument("--perft", action="store_true")
    parser.add_argument("--elo", type=int)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.perft:
        compare_perft(options.command)
        return
    with chess.engine.SimpleEngine.popen_uci(options.command) as engine:
        play_all(engine, options)


if __name__ == "__main__":
    main()
