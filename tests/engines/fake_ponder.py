"""A program that speaks UCI and ponders, and misbehaves as its first argument says. It knows no rules: the other
arguments are its answers in order, as in `e2e4 ponder e7e5`. Only the standard library is used, so that it starts fast.
"""

import sys
import time

from mishaps import MODE, begin, die, finish, say

ANSWERS = sys.argv[2:-1]  # the last argument tells its process apart


def main():
    """Read commands until the end."""
    begin()
    answer, pondering = "", False
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "uci":
            if MODE != "has no Ponder":
                say("option name Ponder type check default false")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            moves = rest[rest.index("moves") + 1 :] if "moves" in rest else []
            answer = f"bestmove {ANSWERS[len(moves) // 2]}"
        elif word == "go" and "ponder" in rest:
            pondering = True
            if MODE == "answers early":
                say(answer)
            if MODE == "KILL while pondering":
                die()
            if MODE == "talks while it ponders":
                say("info depth 7 score cp 12 nodes 99 pv d2d4\n" * 1000)
        elif word == "go":
            say(answer)
        elif word in ("ponderhit", "stop") and pondering and MODE not in ("answers early", f"ignores {word}"):
            if MODE == "is slow":
                time.sleep(0.2)
            say(answer)
            pondering = False
        elif word == "quit":
            return
    finish()


main()
