"""What may be handed in passes a type checker, and what may not does not."""

import os
import subprocess
import sys

import pytest

from tests.docs.test_pages import ROOT

STUDENT = """
from pathlib import Path
from random import Random
import referee
from games.game import Game

class Three:
    def __index__(self) -> int:
        return 3

    def __float__(self) -> float:
        return 3.0

class Bot:
    def choose(self, g: Game, until: float) -> str:
        return g.text(g.moves()[0])

class Counter:
    def choose(self, game: Game, deadline: float) -> Three:
        return Three()

class Idle:
    pass

def drawn(game: Game, rng: Random) -> int:
    return rng.choice(game.moves())

three = Three()
found = referee.batch("nim", Bot(), drawn, games=three, seed=three, openings=Path("x"), workers=three, seconds=three)
cup = referee.tournament("nim", {"a": Counter(), "b": Bot, "c": "random"}, rounds=three)
referee.solve("nim", [three, 1, "2"], memory=three)
referee.analyse("nim", depth=three, playouts=three)
referee.tree("nim", depth=three).svg(three)
referee.review(found.records[0], nodes=three, seed=three)
"""
WRONG = ('referee.play("nim", Idle(), Bot)', "referee.play(3, Bot, Bot)", 'referee.solve("nim", memory="1")')


def test_a_type_checker_accepts_exactly_what_is_accepted(tmp_path, monkeypatch):
    pytest.importorskip("mypy")
    (tmp_path / "student.py").write_text("\n".join([STUDENT, *WRONG]), encoding="utf-8")
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    words = ["student.py", "--strict", "--cache-dir", str(tmp_path / "cache"), "--config-file", os.devnull]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words], capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    first = STUDENT.count("\n") + 2
    lines = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line]
    assert lines == [*range(first, first + len(WRONG))], done.stdout + done.stderr
