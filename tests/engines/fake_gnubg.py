"""A program that answers as GNU Backgammon's external interface does, and errs in the way that its argument names.

It knows one turn: 8/5 6/5, which is right at the start after a roll of 3 and 1.
"""

import os
import signal
import socket
import sys
import time

WAY = sys.argv[1]
VERSION = "Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: 1.07.001"
FOREVER = 600  # seconds, longer than any test waits
# What it answers instead of a turn, of a word about the cube, or of an evaluation.
TURNS = {
    "empty": "", "error": "Error: badly formed board", "garbled": "\x01\xff\x02", "illegal": "24/20 6/5",
    "other-dice": "13/7 8/7", "half": "8/5", "too-much": "8/5 6/5 6/5", "four": "6/5(4)", "upward": "17/20 19/20",
    "roll": "roll", "double": "double", "resign": "resign", "dances": "Cannot move", "number": "7" * 300, "words": "I win",
    "debug": "DBG: board", "two": "8/5 6/5\nroll", "rest": "8/5 6/5 and more", "one-step": "8/5/4", "joined": "8/5, 6/5",
}  # fmt: skip
WORDS = {
    "cube-turn": "8/5 6/5",
    "cube-other": "take",
    "cube-beaver": "beaver",
    "cube-error": "Error: no cube",
    "cube-odd": "?",
}
VALUES = {"value-words": "good", "value-few": "0.5 0.1", "value-nan": "0.5 0 0 0 0 nan", "value-error": "Error: no"}


def leave(way):
    """End, or fall silent, in that way."""
    if way == "exit":
        sys.exit(3)
    if way == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(FOREVER)


def hear_console():
    """The path behind `external`, once that is heard on the console."""
    if WAY.startswith("start-"):
        leave(WAY.removeprefix("start-"))
    for line in sys.stdin:
        if WAY == "console-flood":
            sys.stdout.write("nonsense\n" * (2 << 20))
        if WAY == "console-endless":
            sys.stdout.write("nonsense " * (2 << 20))
        if line.startswith("external "):
            return line.split(maxsplit=1)[1].strip().strip('"')
    sys.exit(0)


def listen(path):
    """The socket of whoever connects to that path."""
    if WAY == "no-sockets":
        print("This installation does not implement external controllers.", flush=True)
        leave("silent")
    if WAY == "claims":
        print("Waiting for a connection from nowhere...", flush=True)
        leave("silent")
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen(1)
    print(f"Waiting for a connection from {path}...", flush=True)
    return server.accept()[0]


def evaluate(numbers):
    """The numbers for that board: who is behind in a match has less than an even chance."""
    _, waits, rolls, *_ = numbers
    behind = waits > rolls
    return VALUES.get(WAY, f"0.5 0 0 0 0 {0.2 if behind != (WAY == 'other-score') else 0.8}")


def speak_of_cube(numbers):
    """Its word about the cube on that board."""
    points, offered = numbers[3:29], numbers[37]
    if not offered:
        return WORDS.get(WAY, "roll")
    if sum(map(abs, points)) < 15:  # one of the two whose answer is known
        safe = points[19] == -5
        return "take" if safe != (WAY == "other-cube") else "drop"
    return WORDS.get(WAY, "take")


def misbehave(line):
    """Err in the ways that are no answers."""
    if WAY.startswith("turn-"):
        leave(WAY.removeprefix("turn-"))
    if WAY == "hang-up":
        line.shutdown(socket.SHUT_RDWR)
        leave("silent")
    if WAY == "unfinished":
        line.sendall(b"8/5 6/5")
        leave("silent")
    if WAY == "endless":
        while True:
            line.sendall(b"8/5 " * 1000)
    if WAY == "once":
        with open(sys.argv[2], "a") as file:
            if not file.tell():
                file.write("died")
                file.close()
                leave("exit")


def answer(question, line):
    """The answer to a question."""
    if question == "version":
        return {"version-error": "Error: what?", "version-3": VERSION.replace("face: 2", "face: 3")}.get(WAY, VERSION)
    numbers = [int(number) for number in question.partition("board:")[2].split()[0].split(":")[2:]]
    if question.startswith("evaluation"):
        return evaluate(numbers)
    if not numbers[30]:
        return speak_of_cube(numbers)
    misbehave(line)
    return TURNS.get(WAY, "8/5 6/5")


def serve(line):
    """Answer until nobody asks any more."""
    if WAY.startswith("line-"):
        leave(WAY.removeprefix("line-"))
    if WAY == "closes":
        line.close()
        leave("silent")
    with line.makefile("r", errors="replace") as questions:
        for question in questions:
            said = answer(question.strip(), line)
            line.sendall(said.encode("latin-1") + b"\n")


print("GNU Backgammon 1.07.001", flush=True)
if WAY == "complains":
    print("no bearoff database", file=sys.stderr, flush=True)
serve(listen(hear_console()))
