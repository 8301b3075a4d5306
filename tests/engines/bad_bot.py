"""A program that misbehaves as its argument says, in the protocol of docs/any-language.md; test_program.py starts it.

Where nothing is said of it, it makes the first legal move.
"""

import os
import signal
import subprocess
import sys
import time

MODE, _, MARK = sys.argv[1].partition(":")
LONG = 60.0  # seconds
sys.stdout = open(1, "w", closefd=False)  # with a buffer, also where Python was told to have none


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def say_bytes(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say_without_end(piece):
    while True:
        say_bytes(piece)


def late(moves):
    time.sleep(0.5)
    say(moves[0])


def never(moves):
    say("# thinking")
    time.sleep(LONG)


def kill(number):
    os.kill(os.getpid(), number)
    time.sleep(LONG)


def close(*numbers):
    for number in numbers:
        os.close(number)
    time.sleep(LONG)


def breed(moves):
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
    say(f"# {child.pid}")
    say(moves[0])


def once(act, moves):
    """Do that, unless it was done before: then there is the file MARK."""
    if os.path.exists(MARK):
        say(moves[0])
    elif len(moves) < 9:
        open(MARK, "w").close()
        act()
    else:
        say(moves[0])


def complain(moves):
    print("Exception in thread main", file=sys.stderr)
    sys.exit(3)


ANSWERS = {
    "exits-0": lambda moves: sys.exit(0),
    "exits-3": complain,
    "kills-itself": lambda moves: kill(signal.SIGKILL),
    "aborts": lambda moves: os.abort(),
    "stops-itself": lambda moves: kill(signal.SIGSTOP),
    "closes-output": lambda moves: close(1),
    "closes-all": lambda moves: close(0, 1, 2),
    "prompts": lambda moves: say(f"Your move, please:\n{moves[0]}"),
    "prompts-in-line": lambda moves: say(f"Your move: {moves[0]}"),
    "never-flushes": lambda moves: sys.stdout.write(f"{moves[0]}\n"),
    "no-line-end": lambda moves: say(moves[0], end=""),
    "no-line-end-at-its-end": lambda moves: (say(moves[0], end=""), sys.exit(0)),
    "late": late,
    "never": never,
    "two-lines": lambda moves: say(f"{moves[0]}\n{moves[0]}"),
    "two-moves": lambda moves: say(f"{moves[0]} {moves[1]}"),
    "all-the-time": lambda moves: say_without_end(f"{moves[0]}\n".encode() * 1000),
    "empty-line": lambda moves: say(""),
    "blank-line": lambda moves: say("   \t"),
    "unknown": lambda moves: say("e7"),
    "number": lambda moves: say("0"),
    "other-case": lambda moves: say(moves[0].swapcase()),
    "capital": lambda moves: say("RESIGN"),
    "resigns": lambda moves: say("resign"),
    "json": lambda moves: say('{"move": "%s", "why": [1, {}]}' % moves[0]),
    "json-text": lambda moves: say(f'"{moves[0]}"'),
    "json-number": lambda moves: say(f'{{"move":{moves[0]}}}'),
    "json-resigns": lambda moves: say('{"move": "resign"}'),
    "json-garbled": lambda moves: say('{"move": "1"'),
    "json-without-move": lambda moves: say('{"mv": "1"}'),
    "json-list": lambda moves: say('["1"]'),
    "json-null": lambda moves: say('{"move": null}'),
    "json-true": lambda moves: say('{"move": true}'),
    "json-number-with-a-point": lambda moves: say('{"move": 1.0}'),
    "json-list-in-move": lambda moves: say('{"move": ["1"]}'),
    "json-deep": lambda moves: say("[" * 100_000),
    "json-unknown": lambda moves: say('{"move": "e7"}'),
    "long-line": lambda moves: say("x" * 100_000),
    "endless-line": lambda moves: say_without_end(b"x" * 100_000),
    "floods": lambda moves: say_without_end(b"# " + b"x" * 100_000 + b"\n"),
    "nul": lambda moves: say_bytes(moves[0].encode() + b"\0\n"),
    "not-utf-8": lambda moves: say_bytes(b"\xff\xfe\n"),
    "escapes": lambda moves: say("\x1b[31m1"),
    "crlf": lambda moves: say(moves[0], "\r\n"),
    "byte-order-mark": lambda moves: say_bytes(b"\xef\xbb\xbf" + moves[0].encode() + b"\n"),
    "comments": lambda moves: say(f"# {moves}\n#\n{moves[0]}"),
    "floods-errors": lambda moves: (print("x" * 300_000, file=sys.stderr), say(moves[0])),
    "breeds": breed,
    "dies-once": lambda moves: once(lambda: sys.exit(3), moves),
    "hangs-once": lambda moves: once(lambda: time.sleep(LONG), moves),
}


def main():
    moves = []
    if MODE == "dies-at-the-start":
        raise LookupError("no such book")
    if MODE in ("reads-nothing", "reads-nothing-and-talks"):
        if MODE.endswith("talks"):
            say("1")
        time.sleep(LONG)
    if MODE == "starts-slowly":
        time.sleep(2)
    if MODE == "banner":
        say("MyBot 1.0, welcome!")
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "begin":
            if MODE == "dies-at-begin":
                sys.exit(4)
            if MODE == "answers-begin":
                say("ready")
            if MODE == "reads-no-further":
                time.sleep(LONG)
        elif word == "moves":
            moves = rest.split()
        elif word == "choose":
            ANSWERS.get(MODE, lambda moves: say(moves[0]))(moves)
        elif word == "end" and MODE == "ends-after-a-game":
            sys.exit(0)
        elif word == "end" and MODE == "ends-slowly-after-a-game":
            time.sleep(0.2)
            sys.exit(0)
        elif word == "quit" and MODE != "ignores-quit":
            break
    if MODE == "ignores-quit":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(LONG)


main()
