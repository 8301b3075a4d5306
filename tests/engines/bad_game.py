"""A game that misbehaves as its argument says, in the protocol of docs/any-language-game.md.

Seats take one or two of seven sticks, and the last one wins. It misbehaves where four are left.
"""

import os
import sys
import time

MODE = sys.argv[1]
ANSWERS = {
    "nonsense": "you have 4 left", "empty-line": "", "json": '{"turn": 0}', "unknown": "?", "turn-2": "turn 2 1 2",
    "no-moves": "turn 0", "twice": "turn 1 1 1", "score-word": "score win", "score-half": "score 0.5",
    "beyond-the-stakes": "score 5", "undeclared-chance": "turn chance 1=1 2=1", "no-weight": "turn chance 1 2",
    "weight-0": "turn chance 1=0 2=1", "escapes": "turn 0 \x1b[31m1", "huge": "turn 0 " + "x" * (2 << 20),
}  # fmt: skip
OPTIONAL = {  # answers to optional questions
    "wrong-about": ("about", "seats=A"), "wrong-options": ("options", "size"), "bare-picture": ("show", "board"),
    "wrong-key": ("key", "same"), "knows-estimate-at-times": ("estimate", "?"),
    "wrong-estimate": ("estimate", "good"), "picture": ("show", "  | |\n ---\n"), "comments": ("about", "# hello\nseats=A/B"),
}  # fmt: skip
left, turn, states = 7, 0, 0


def state():
    if left == 0:
        return f"score {1 if turn else -1} the last stick is taken"
    return f"turn {turn} " + " ".join(str(count) for count in (1, 2) if count <= left)


def tell_state():
    global states
    states += 1
    if left == 4 and MODE in ANSWERS:
        return ANSWERS[MODE]
    if left == 4 and MODE == "exits-3":
        sys.exit(3)
    if left == 4 and MODE == "crashes":
        raise KeyError("no such cell")
    if left == 4 and MODE == "hangs":
        time.sleep(1000)
    if left == 4 and MODE == "two-lines":
        return f"{state()}\n{state()}"
    if left == 4 and MODE == "never-flushes":
        os.set_inheritable(1, False)
        return None
    while left == 4 and MODE == "floods":
        print("# thinking" * 100)
    return f"turn {turn} 1" if MODE == "moody" and states > 12 and left > 0 else state()


for line in sys.stdin:
    word, *rest = line.split()
    if word == "quit":
        break
    answer = "?"
    if word == "start":
        left, turn = 7, 0
        answer = "error there are no sticks" if MODE == "refuses" else tell_state()
    elif word == "make":
        left, turn = left - int(rest[0]), 1 - turn
        answer = tell_state()
    elif MODE in OPTIONAL and OPTIONAL[MODE][0] == word:
        answer = OPTIONAL[MODE][1]
        if word == "estimate" and left == 7:
            answer = "0"
    elif word == "key" and MODE != "no-key":
        answer = f"{left} {turn}"
    if answer is not None:
        sys.stdout.write(f"{answer}\n")  # at once: print would write two lines in two parts
        sys.stdout.flush()
