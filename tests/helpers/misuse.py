"""Calls every public method of a game with what it was not made for, as a student's slip or a broken bot would.

Sets every public field of it, too.

`python -m tests.helpers.misuse SPEC` ends with status 0 unless a call ends the interpreter. It writes each call to
standard output before it makes it, so that the last line names the call that did not come back.
"""

import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import games
from games.move_list import MoveList
from referee.support.build import life

NUMBERS = [0, 1, 2, 3, 7, 48, 81, 255, 256, 1 << 15, 327681, (1 << 31) - 1, 1 << 31, 1 << 63, (1 << 64) - 1, 10**30]
OTHERS = [
    None,
    True,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "a1",
    "e2e4",
    "?" * 5000,
    "\0",
    b"e4",
    [],
    [0],
    (0, 1),
    {},
    set(),
    object,
    len,
]
CALLS = 25  # of each method, for each kind of position


def values(game, rng):
    """Return a hundred arguments that no caller should hand to the game."""
    foreign = games.load(rng.choice(["chess", "nim", "backgammon", "go:size=9", "kuhn-poker"]))
    smaller = type(game)
    moves = [*game.moves()[:20], *foreign.moves()[:20]]
    numbers = [sign * number + step for number in NUMBERS for sign in (1, -1) for step in (0, 1)]
    texts = [foreign.text(move) for move in foreign.moves()[:3]] + [game.text(move) for move in game.moves()[:3]]
    places = [written(each) for each in (game, foreign)]
    return [
        *numbers,
        *OTHERS,
        *moves,
        *texts,
        *places,
        game,
        foreign,
        smaller,
        rng,
        Random(1),
        MoveList(),
        foreign.copy(),
    ]


def written(game):
    """Return the text of the position of the game, or "" where none is written."""
    try:
        return game.position()
    except ValueError:
        return ""


def played(spec, rng, share):
    """Return a game after that share of a random match, from 0 to 1; 1 is its end."""
    game, line = games.load(spec), []
    twin = game.copy()
    while twin.score() is None and len(line) < 600:
        line.append(rng.choice(twin.moves()))
        twin.make(line[-1])
    for move in line[: round(share * len(line))]:
        game.make(move)
    return game


def misuse(spec, seed, tell):
    """Make all those calls, and after each batch of them play the game on as if nothing had been."""
    rng = Random(seed)
    for share in (0, 0, 0.5, 1):
        start = played(spec, rng, share)
        hidden = in_c(type(start))
        names = [name for name in dir(start) if not name.startswith("_") and callable(getattr(start, name))]
        names = [name for name in names if name not in hidden]
        handed = values(start, rng)
        for name in names:
            game = start.copy()
            for _ in range(CALLS):
                given = [rng.choice(handed) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3]))]
                tell(f"{share} {name}{given!r:.300}")
                call(getattr(game, name), *given)
            tell(f"{share} {name} and on")
            go_on(game, rng)
        if life() == "compiled":  # rules in Python believe what their fields say, and may count to it for ever
            misset(start, share, handed, rng, tell)


def in_c(kind):
    """Return the methods that only searches in C can call where the class is compiled: nothing checks what they get."""
    if life() == "compiled":
        return set()
    sources = [Path(sys.modules[parent.__module__].__file__) for parent in kind.__mro__[:-1]]
    files = [path for source in sources for path in (source, source.with_suffix(".pxd")) if path.exists()]
    text = "".join(path.read_text() for path in files)
    declared = re.findall(r"^ +cdef [^(\n]*?(\w+)\(", text, re.MULTILINE)
    return {*declared, *re.findall(r"@cython\.cfunc\n(?: +@.*\n)* +def (\w+)", text)}


def misset(start, share, handed, rng, tell):
    """Set each field of copies of the game to such values, and play each of them on."""
    for name in [name for name in dir(start) if not name.startswith("_") and not callable(getattr(start, name))]:
        for value in [*rng.sample(handed, CALLS), -1, 0, 1, 2, 99]:
            game = start.copy()
            tell(f"{share} {name} = {value!r:.300}")
            call(setattr, game, name, value)
            tell(f"{share} {name} is set, and on")
            go_on(game, rng)


def call(method, *given):
    """Call the method; what it raises is its way to refuse."""
    try:
        method(*given)
    except SystemError:  # a C function that broke its word
        raise
    except Exception:  # noqa: BLE001, S110  whatever it raises is an answer
        pass


def go_on(game, rng):
    """Play on for some moves, whatever was done to the game before."""
    for _ in range(12):
        for look in (game.copy, game.show, game.score, game.key, game.position):
            call(look)
        try:
            moves = game.moves()
        except Exception:  # noqa: BLE001
            return
        if not moves:
            return
        call(game.make, rng.choice(moves))
        call(game.unmake, rng.choice(moves))


def main():
    out = sys.stdout

    def tell(line):
        print(line.encode("ascii", "backslashreplace").decode(), file=out, flush=True)

    with redirect_stdout(StringIO()):
        misuse(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0, tell)


if __name__ == "__main__":
    main()
