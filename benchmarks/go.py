"""A player of ours against a program that speaks the Go Text Protocol, such as GNU Go; both sides by turns.

`python benchmarks/go.py "gnugo --mode gtp --level 1 --chinese-rules" mcts:time=1,rave=1000 --games 10`

The programs are told each other's moves. Our rules count the end: both play on until both pass.
"""

import argparse
import math
import shlex
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import games
import players


class Peer:
    """A program that is asked by the Go Text Protocol."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, words):
        """What it answers. Raises RuntimeError where it refuses."""
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().strip():
            lines.append(line)
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"{words!r}: {' '.join(lines) or 'the program has ended'}")
        return lines[0][1:].strip()

    def close(self):
        """Let it end."""
        self.process.stdin.close()
        self.process.wait()


def play(peer, spec, options, number):
    """1 if our player wins game `number`, 0 if it loses, a half for a draw; we are Black in even ones."""
    game, ours = games.load(f"go:{options.size},komi={options.komi}"), number % 2
    player = players.load(spec, seed=number)
    for words in (f"boardsize {options.size}", "clear_board", f"komi {options.komi}"):
        peer.ask(words)
    while game.score() is None:
        colour = "bw"[game.turn]
        if game.turn == ours:
            move = player.choose(game.copy(), math.inf)
            peer.ask(f"play {colour} {game.text(move)}")
        else:
            answer = peer.ask(f"genmove {colour}")
            if answer.lower() == "resign":
                return 1.0
            move = game.parse(answer)
        game.make(move)
    score = game.score() * (1 - 2 * ours)
    return (score > 0) + 0.5 * (score == 0)


def interval(won, count):
    """The interval of Wilson for the share, with 95 % confidence."""
    z, share = 1.96, won / count
    middle, wide = share + z * z / (2 * count), z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - wide) / (1 + z * z / count), (middle + wide) / (1 + z * z / count)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command")
    parser.add_argument("player")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.0)
    options = parser.parse_args()
    peer, won, start = Peer(options.command), 0.0, time.monotonic()
    for number in range(options.games):
        won += play(peer, options.player, options, number)
        low, high = interval(won, number + 1)
        print(f"{won:g} of {number + 1} won ({low:.0%} to {high:.0%}), {time.monotonic() - start:.0f} s", flush=True)
    peer.close()


if __name__ == "__main__":
    main()
