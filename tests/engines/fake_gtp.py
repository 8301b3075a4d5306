"""A program that speaks GTP, and misbehaves as its first argument says. It knows one rule: it plays on empty points.

Its other arguments are what a way of misbehaving needs. Only the standard library is used, so that it starts fast.
"""

import os
import sys
import time

from mishaps import MODE, begin, die_at, finish, flood, say, suffer

ANSWERS = {  # in the place of a move; {} is the number of the command
    "off the board": "={} F6",
    "in column I": "={} I1",
    "garbled": "={} xyzzy",
    "answers in words": "={} I play A1",
    "names a colour": "={} black A1",
    "NUL": "={} A\0001",
    "empty answer": "={}",
    "fails": "?{} cannot think",
    "another number": "=99{} A1",
    "no number": "= A1",
    "no sign": "A1",
    "small letters": "={} a1",
    "text before": "thinking ...\n# value 0.5\n={} A1",
    "prompts": "GTP> ={} A1",
    "in the next line": "={}\nA1",
    "resigns": "={} resign",
    "resigns in capitals": "={} RESIGN",
    "passes": "={} pass",
    "answers twice": "={0} A1\n\n={0} E1",
}
COMMANDS = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
]
COMMANDS += ["undo", "time_settings", "time_left", "quit"]
if MODE.endswith("-analyze"):  # and its other argument is what it says then
    COMMANDS.append(MODE)
TEXTS = {
    "protocol_version": "1" if MODE == "speaks version 1" else "2",
    "name": "GNU Go" if MODE == "is GNU Go" else "Fake",
    "version": "1.0",
    "list_commands": "\n".join(each for each in COMMANDS if each != "undo" or MODE != "cannot undo"),
}
REFUSED = {
    "refuses the size": ("boardsize", "unacceptable size"),
    "refuses komi": ("komi", "syntax error"),
    "refuses stones": ("play", "illegal move"),
    "refuses the move": ("play", "illegal move"),
    "refuses to undo": ("undo", "cannot undo"),
    "knows no time": ("time_settings", "unknown command"),
    "lists no commands": ("list_commands", "unknown command"),
}


def reply(number, text, good=True):
    """Answer to the command of that number."""
    if MODE == "numbers nothing":
        number = ""
    end = {"ends no answers": "", "carriage returns": "\r\n\r", "trailing blanks": "  \t\n  "}.get(MODE, "\n")
    say(f"{'=' if good else '?'}{number} {text}".rstrip() + end)


def think(number, board):
    """Answer to `genmove`: make a move on the board, which is a list of points."""
    if suffer():
        return
    point = next(f"{column}1" for column in "ABCDE" if f"{column}1" not in board)
    board.append(point)
    if MODE == "invalid UTF-8":
        os.write(1, b"=%s \xff\xfe\n\n" % number.encode())
    elif MODE == "writes to its errors":
        sys.stderr.write(f"={number} A1\n\n")
    elif MODE == "occupied":
        reply(number, "A1")
    elif MODE in ANSWERS and point == "A1":
        say(ANSWERS[MODE].format(number) + "\n")
    else:
        reply(number, point)
    die_at("after its answer")


def obey(number, name, words, board):
    """Answer to that command."""
    refused, why = REFUSED.get(MODE, ("", ""))
    if name in ("name", "boardsize"):
        die_at({"name": "in the handshake", "boardsize": "at a new game"}[name])
    if MODE == "does not greet":
        return
    if (MODE, name) in (("never lists", "list_commands"), ("ignores moves", "play")):
        time.sleep(600)
    if MODE == "floods the greeting":
        flood(1, b"x" * 1000 + b"\n")
    if MODE == "answers before it is asked" and name == "clear_board":
        say(f"={number} A5\n")
    if MODE == "numbers backwards" and name == "clear_board":
        say("=1 A5\n")
    if name == refused:
        reply(number, why, good=False)
    elif name == "genmove":
        think(number, board)
    elif name == MODE:
        say(f"={number}\n{sys.argv[2]}")
    elif name in COMMANDS:
        keep(name, words, board)
        reply(number, TEXTS.get(name, ""))
    else:
        reply(number, "unknown command", good=False)


def keep(name, words, board):
    """Keep the board as the command changes it."""
    if name == "clear_board":
        board.clear()
    elif name == "play":
        board.append(words[-1])
    elif name == "undo":
        board.pop()


def main():
    """Read commands until the end."""
    begin()
    board = []
    for line in sys.stdin:
        number, name, *words = line.split()
        if name == "quit" and MODE != "ignores quit":
            return
        obey(number, name, words, board)
    finish()


main()
