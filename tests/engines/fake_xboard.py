"""A program that speaks XBoard's protocol, and misbehaves as its first argument says. It plays the first of its moves.

Its other arguments are what a way of misbehaving needs. Only the standard library is used, so that it starts fast.
"""

import os
import sys
import time

from mishaps import MODE, begin, die, die_at, finish, flood, say, suffer

MOVES = ["e2e4", "d2d4", "c2c4"]
ANSWERS = {  # in the place of its first move
    "illegal": "move e2e5",
    "moves the other side": "move e7e5",
    "moves from an empty square": "move e4e5",
    "garbled": "move xyzzy",
    "answers in words": "move the pawn, I think",
    "promotes to a king": "move e7e8k",
    "makes a null move": "move @@@@",
    "says no move": "move",
    "NUL": "move e2\0e4",
    "prompts": "White (1): move e2e4",
    "claims to have won": "1-0 {White mates}",
    "claims a draw": "1/2-1/2 {Draw by repetition}",
    "claims that the other has resigned": "1-0 {Black resigns}",
    "offers a draw only": "offer draw",
    "complains": "Error (too old): go",
    "echoes only": "1. e2e4",
    "resigns": "resign",
    "resigns by a result": "0-1 {White resigns}",
    "large letters": "move E2E4",
    "plays SAN": "move e4",
    "old answer": "1. ... e2e4",
    "older answer": "My move is: e2e4",
    "both old answers": "1. ... e2e4\nMy move is : e2e4",
    "trailing blanks": "move e2e4  \t ",
    "carriage returns": "move e2e4\r",
    "tells its thoughts": "9 31 108 4711 1. e4 e5 2. Nf3\nmove e2e4",
    "announces mate": "5 100003 1 9 e2e4\nmove e2e4",
    "is to be mated": "5 -100002 1 9 e2e4\nmove e2e4",
    "tells nonsense": "1 2 3\n9 x 1 1 e4\n0 0 0 0\n# 5 5 5 5 z9\ntellics say hello\nfeature\nmove e2e4",
    "offers a draw": "offer draw\nmove e2e4",
    "claims and plays": "1-0 {White mates}\nmove e2e4",
    "answers twice": "move e2e4\nmove a2a3",
    "claims afterwards": "move e2e4\n0-1 {Black mates}",
}
FEATURES = {"ping": 1, "setboard": 1, "usermove": 1, "reuse": 1, "memory": 1, "smp": 0, "san": 0, "sigint": 0}
FEATURES |= {"colors": 0, "surprise": 1, "myname": '"Fake 1.0"', "variants": '"normal,fischerandom"'}
CHANGED = {
    "has no setboard": {"setboard": 0},
    "has no usermove": {"usermove": 0},
    "has no ping": {"ping": 0},
    "refuses the move without ping": {"ping": 0},
    "plays one game": {"reuse": 0},
    "wants no time": {"time": 0},
    "wants SAN": {"san": 1},
}
OPTIONS = [
    "Level -spin 20 0 20",
    "Book -check 1",
    "Style -combo *Solid /// Very Risky",
    "File -file /tmp",
    "Clear -button",
]


def greet():
    """Answer to `protover`."""
    die_at("in the handshake")
    if MODE == "floods the greeting":
        flood(1, b'feature x="%s"\n' % (b"x" * 1000) * 100)
    if MODE == "is old":
        return
    if MODE == "answers before it is asked":
        say("move a2a3")
    if MODE in ("never done", "takes its time"):
        say("feature done=0")
    if MODE == "never done":
        return
    if MODE == "takes its time":
        time.sleep(0.6)
    words = FEATURES | CHANGED.get(MODE, {})
    say("feature " + " ".join(f"{name}={value}" for name, value in words.items()))
    for option in OPTIONS:
        say(f'feature option="{option}"')
    say("feature done=1 " if MODE == "trailing blanks" else "feature done=1")


def think(number):
    """Answer to `go`, when it has made so many moves."""
    if suffer():
        return
    if MODE == "refuses the move without ping" and number:
        say("Illegal move: a7a6")
    elif MODE == "invalid UTF-8":
        os.write(1, b"move \xff\xfe\n")
    elif MODE == "writes to its errors":
        sys.stderr.write("move e2e4\n")
    elif MODE == "moves when it is told" and "?" not in sys.stdin.readline():
        die()
    else:
        say(ANSWERS[MODE] if MODE in ANSWERS and number == 0 else f"move {MOVES[number]}")
    die_at("after its answer")


def obey(name, rest, line):
    """Answer to a command that is no move; whether it was one."""
    if name == "protover":
        greet()
    elif name == "ping":
        if MODE == "is never ready":
            return
        if MODE == "greets twice":
            say(f"pong {rest}")
        if MODE == "refuses the move" and int(rest) > 7:
            say("Illegal move (not on this board): a7a6")
        say(f"pong {rest}")
    elif name == "new":
        die_at("at a new game")
    elif (name, MODE) in (("setboard", "refuses positions"), ("sd", "knows no depth")):
        say(f"Error (unknown command): {line}")
    elif name == "setboard" and MODE == "complains of positions":
        say("tellusererror Illegal position")
    elif (rest, MODE) == ("O-O", "castles by squares"):
        say("Error (unkown command): O-O")
    elif name == "undo" and MODE == "cannot undo":
        say("Error (unknown command): undo")


def main():
    """Read commands until the end."""
    begin()
    own, playing = [], False
    for line in sys.stdin:
        name, _, rest = line.strip().partition(" ")
        if name == "quit" and MODE != "ignores quit":
            return
        if name in ("go", "force"):
            playing = name == "go"
        if name == "go":
            think(len(own) // 2)
            own.append(name)
        elif name == "new":
            own = []
        elif name == "undo" and MODE != "cannot undo":
            own.pop()
        elif name == "usermove" or (MODE == "has no usermove" and line[1:2].isdecimal()):
            own.append(name)
            if playing:
                think(len(own) // 2)
                own.append("go")
        obey(name, rest, line.strip())
    finish()


main()
