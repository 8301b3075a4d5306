"""A player of another build of ours, as a program of lines of words (docs/any-language.md).

program:"env PYTHONPATH=FOLDER python benchmarks/earlier.py PLAYER",reserve=0.002 plays as FOLDER's PLAYER does.
"""

import math
import sys
from time import monotonic

import games
import players


def main(spec):
    game = player = None
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "begin":
            name, seat = rest.split()
            game, player = games.load(name), players.load(spec)
            getattr(player, "begin", lambda *_: None)(game.copy(), int(seat))
        elif word == "heard":
            game.make(game.parse(rest.partition(" ")[2]))
        elif word == "choose":
            deadline = monotonic() + float(rest) if rest else math.inf
            print(game.text(player.choose(game.copy(), deadline)), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main(sys.argv[1])
