"""A program that speaks UCI, and misbehaves as its first argument says. It knows no rules: it plays 1. e4, 2. d4,
or what `moves=d8h4 e5e4` says.

If it judges, its arguments say what of each position: `e2e4 e7e5: cp 31 pv g1f3 b8c6`, and it plays the first move.

Its other arguments are what a way of misbehaving needs. Only the standard library is used, so that it starts fast.
"""

import os
import sys
import time

from mishaps import MODE, begin, die_at, finish, flood, say, suffer

MOVES = next((each.split("=")[1].split() for each in sys.argv if each.startswith("moves=")), ["e2e4", "d2d4"])
ANSWERS = {
    "illegal": "bestmove e2e5",
    "moves the other side": "bestmove e7e5",
    "moves from an empty square": "bestmove e4e5",
    "garbled": "bestmove xyzzy",
    "answers in words": "bestmove the pawn, I think",
    "has no move": "bestmove (none)",
    "makes a null move": "bestmove 0000",
    "says no move": "bestmove",
    "promotes to a king": "bestmove e7e8k",
    "large letters": "bestmove E2E4",
    "ponders": "bestmove e2e4 ponder e7e5",
    "trailing blanks": "bestmove e2e4  \t ",
    "carriage returns": "bestmove e2e4\r",
    "prompts": "> bestmove e2e4",
    "NUL": "bestmove e2\0e4",
    "tells its thoughts": "info depth 9 seldepth 12 multipv 1 score cp 31 nodes 4711 nps 10 pv e2e4 e7e5\nbestmove e2e4",
    "announces mate": "info depth 5 score mate 3 nodes 9 pv e2e4\nbestmove e2e4",
    "tells nonsense": f"info score cp {'9' * 5000}\ninfo depth {'9' * 5000}\ninfo score cp\ninfo depth x nodes pv\ninfo\ninfo score mate lots pv z9\nbestmove e2e4",
}


ALOUD = """info depth 8 seldepth 11 multipv 1 score cp 20 nodes 100 pv {0} e7e5
info depth 9 seldepth 14 multipv 1 score cp {1} nodes {2} nps 10 pv {0} c7c5
info depth 9 seldepth 14 multipv 2 score cp 12 nodes 4800 pv d2d4
info depth 10 seldepth 15 multipv 1 score cp 60 lowerbound nodes 5000 pv {0}
info depth 10 score cp 5 upperbound nodes 5100
info string depth 12 score cp 999 pv a2a3
info depth 11 currmove a2a3 currmovenumber 3 nodes 6000
bestmove {0}"""


def greet():
    """Answer to `uci`."""
    die_at("in the handshake")
    if MODE == "does not greet":
        return
    if MODE == "answers before it is asked":
        say("bestmove a2a3")
    say("id name Fake 1.0")
    say("option name Hash type spin default 16 min 1 max 1024")
    say("option name UCI_LimitStrength type check default false")
    say("option name UCI_Elo type spin default 1500 min 1350 max 2850")
    say("option name Skill Level type spin default 20 min 0 max 20")
    say("option name Style type combo default Solid var Solid var Very Risky")
    say("option name Clear Hash type button")
    say("option name Book File type string default <empty>")
    if "variant" in MODE:
        say("option name UCI_Variant type combo default chess var chess var breakthrough")
    if MODE == "floods the greeting":
        flood(1, b"option name X type string default %s\n" % (b"x" * 1000) * 100)
    say("uciok " if MODE == "trailing blanks" else "uciok")


JUDGED = dict(each.split(": ", 1) for each in sys.argv[2:] if ": " in each)  # by the moves before


def think(number, moves):
    """Answer to `go` after these moves, which came so often before."""
    if MODE == "judges":
        said = JUDGED[" ".join(moves)]
        say(f"info depth 9 score {said}\nbestmove {said.split(' pv ')[1].split()[0]}")
        return
    if suffer():
        return
    if MODE == "invalid UTF-8":
        os.write(1, b"bestmove \xff\xfe\n")
        return
    if MODE == "prints to its errors":
        os.write(2, b"x" * 400_000)
    if MODE == "thinks aloud":
        say(ALOUD.format(MOVES[number], 31 - 50 * number, 4711 + number))
        return
    say(ANSWERS[MODE] if MODE in ANSWERS and number == 0 else f"bestmove {MOVES[number]}")
    if MODE == "answers twice":
        say("bestmove a2a3")


def main():
    """Read commands until the end."""
    begin()
    if MODE == "counts its starts":
        with open(sys.argv[2], "a") as file:
            file.write(f"{os.getpid()}\n")
    asked, played, moves = 0, 0, []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "uci":
            greet()
        elif word == "isready" and MODE != "is never ready":
            if MODE.startswith("is ready after"):
                time.sleep(float(MODE.split()[-1]))
            say("readyok")
            if played > 1:
                die_at("as soon as it is ready again")
        elif word == "setoption" and rest[1:2] == ["UCI_Variant"] and MODE == "another variant":
            say("info string variant chess files 8 ranks 8 pocket 0 template normal startpos x")
        elif word == "ucinewgame":
            asked, played = 0, played + 1
            die_at("at a new game")
            if played > 1:
                die_at("at another game")
        elif word == "position":
            moves = rest[rest.index("moves") + 1 :] if "moves" in rest else []
            if MODE == "answers the position":
                say(f"bestmove {MOVES[asked]}")
        elif word == "go" and MODE != "answers the position":
            if played > 1 and MODE.endswith("in another game"):
                say("info depth 1")
                die_at("in another game")
            think(asked, moves)
            asked += 1
            die_at("after its move")
        elif word == "quit" and MODE != "ignores quit":
            return
    finish()


main()
