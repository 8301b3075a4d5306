"""Plays the same moves in other interpreters, in which texts have other hashes and sets another order.

A game that depends on this order cannot be reproduced from a seed or a record. The comparison also finds games with
a cache that returns the entry of another position.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from games.laws.scene import is_over
from referee.checking import game_fields, laws
from referee.checking.targets import game_factory
from referee.errors.timeout import capture_output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.game import Game
    from referee.checking.explorer import Explorer
    from referee.checking.laws import Line

    SeeElsewhere = Callable[[list[Line]], Iterable[list["Seen"]]]
    Difference = tuple[str, str, str, Line]  # the name in SEEN, the values in both lists, and the moves before it

SEEDS = ("1", "2")  # of hashes: with one of them, a set may have the same order as here
NEAR = 60  # lines near the start
FAR = 20  # lines of random games
SECONDS = 60.0  # for an interpreter
START = "import sys; from referee.checking.other_hashes import serve; serve(sys.argv[1])"
SEEN = ("turn is", "score() is", "moves() are", "the texts of the moves are")
LOOKED_FIRST = "where other positions were looked at first"

Seen = list[str]  # the values of the names in SEEN


def check_hashes(explorer: Explorer, see_elsewhere: SeeElsewhere, world: dict[str, str]) -> None:
    """Note if the same moves lead to something else in another interpreter, and the reason.

    world  the data outside of games before the first call of the rules.
    """
    subject, lines = explorer.subject, [*explorer.near[:NEAR], *explorer.lines[:FAR]]
    here: list[Seen] = []
    with subject.watched(()):
        here.extend(see_line(subject.make, line) for line in lines)
    for elsewhere in see_elsewhere(lines):
        if not (found := find_difference(lines, here, elsewhere)):
            continue
        if kept := find_kept(lines, see_elsewhere):
            name, one, two, line = kept
            moved = game_fields.changed_fields(world, game_fields.outside_values(subject.kind))
            where = f", {moved[0]}" if moved else ""
            told = f"{name} {one:.40}, and {two:.40} {LOOKED_FIRST}: the rules keep something outside the game{where}"
            subject.note(laws.SHARING, told, line)
        else:
            name, one, two, line = found
            told = f"in another interpreter {name} {two:.40}, and not {one:.40}, so hashes of texts matter"
            subject.note(laws.CHANCY, told, line)
        return


def find_difference(lines: list[Line], here: list[Seen], elsewhere: list[Seen]) -> Difference | None:
    """Return the first difference between two lists; None if there is none."""
    for line, own, other in zip(lines, here, elsewhere, strict=False):
        for name, one, two in zip(SEEN, own, other, strict=False):
            if one != two:
                return name, one, two, line
    return None


def find_kept(lines: list[Line], see_elsewhere: SeeElsewhere) -> Difference | None:
    """Return what differs if the last lines are visited first, with the same hashes; None if nothing does."""
    forwards, backwards = (next(iter(see_elsewhere(order)), []) for order in (lines, lines[::-1]))
    return find_difference(lines, forwards, backwards[::-1])


def see_line(make: Callable[[], Game], line: Iterable[int]) -> Seen:
    """Return what is visible after the moves."""
    game = make()
    for move in line:
        game.make(move)
    moves = [] if is_over(game) else game.moves()
    return [f"{game.turn}", f"{game.score()}", f"{moves}", " ".join(game.text(move) for move in moves)]


def seen_elsewhere(spec: str, lines: list[Line]) -> Iterable[list[Seen]]:
    """Yield what is visible after each line, from each of the other interpreters."""
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
            continue  # if the rules fail there, they fail here too


def serve(spec: str) -> None:
    """Read lines of moves and write what is visible after each, in the other interpreter."""
    lines = json.load(sys.stdin)
    with capture_output():
        make = game_factory(spec)
        found = [see_line(make, line) for line in lines]
    print(json.dumps(found))
