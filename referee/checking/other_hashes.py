"""The same moves in other interpreters, in which texts have other hashes, and so sets another order.

A game that goes by such an order is another one there: a seed does not repeat its matches, and a record cannot be read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from games.scene import is_over
from referee.checking import laws
from referee.checking.targets import game_factory
from referee.errors.timeout import capture_output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.game import Game
    from referee.checking.explorer import Explorer
    from referee.checking.laws import Line

    SeeElsewhere = Callable[[list[Line]], Iterable[list["Seen"]]]

SEEDS = ("1", "2")  # of the hashes; in each of them some sets may have the order that they have here
NEAR = 60  # lines near the start that are made there
FAR = 20  # lines of random games
SECONDS = 60.0  # for an interpreter
START = "import sys; from referee.checking.other_hashes import serve; serve(sys.argv[1])"
SEEN = ("turn is", "score() is", "moves() are", "the texts of the moves are")

Seen = list[str]  # what stands in SEEN


def check_hashes(explorer: Explorer, see_elsewhere: SeeElsewhere) -> None:
    """Note where the same moves lead to something else in another interpreter."""
    lines = [*explorer.near[:NEAR], *explorer.lines[:FAR]]
    here: list[Seen] = []
    with explorer.subject.watched(()):
        here.extend(see_line(explorer.subject.make, line) for line in lines)
    for elsewhere in see_elsewhere(lines):
        for line, own, other in zip(lines, here, elsewhere, strict=False):
            if own != other:
                name, one, two = next(each for each in zip(SEEN, own, other, strict=False) if each[1] != each[2])
                told = f"in another interpreter {name} {two:.40}, and not {one:.40}, so hashes of texts matter"
                explorer.subject.note(laws.CHANCY, told, line)
                return


def see_line(make: Callable[[], Game], line: Iterable[int]) -> Seen:
    """What is seen after those moves."""
    game = make()
    for move in line:
        game.make(move)
    moves = [] if is_over(game) else game.moves()
    return [f"{game.turn}", f"{game.score()}", f"{moves}", " ".join(game.text(move) for move in moves)]


def seen_elsewhere(spec: str, lines: list[Line]) -> Iterable[list[Seen]]:
    """What is seen after each of those moves of the game of that spec, in each of the other interpreters."""
    path = os.pathsep.join(str(Path(each).resolve()) for each in sys.path)
    for seed in SEEDS:
        if seed == os.environ.get("PYTHONHASHSEED"):
            continue
        try:
            done = subprocess.run(  # noqa: S603  # this program itself
                [sys.executable, "-c", START, spec],
                input=json.dumps(lines),
                env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
                capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False,
            )  # fmt: skip
            yield json.loads(done.stdout)
        except (subprocess.TimeoutExpired, ValueError):
            continue  # what its rules do there is told of where they do it here


def serve(spec: str) -> None:
    """What such an interpreter does: read lines of moves, and write what is seen after each."""
    lines = json.load(sys.stdin)
    with capture_output():
        make = game_factory(spec)
        found = [see_line(make, line) for line in lines]
    print(json.dumps(found))
