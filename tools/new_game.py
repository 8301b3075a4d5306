"""Add a built-in game to start from: `make game NAME=mu-torere`.

Each part of a built-in game is written if it is missing, and otherwise left alone. So the same command also restores a
part that a test misses.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
CATALOGUE = Path("games/names/listing.py")
ROWS = re.compile(r'(?<=CATALOGUE = GameCatalogue\(\n    "game",\n    \{\n)(?:        ".*\n)+')
PICTURES = re.compile(r'(?<=PICTURES = \{\n)(?:    "(?:.*)\n)+')
TABLE = re.compile(r"(?<=^\| game \| \|\n\|---\|---\|\n)(?:\|.*\n)+", re.MULTILINE)

GAME = '''\
"""{title}: what the rules are, who invented the game, how a move is numbered.

A move is the number of sticks taken.
"""

from games.game import Game
from games.option import Whole, check
from games.picture import Heap, Heaps


class {kind}(Game):
    """Take one to three sticks from a heap; whoever takes the last one wins."""

    options = {{"sticks": Whole(10, least=1, most=100, note="in the heap")}}

    def __init__(self, sticks: int = 10):
        check(self.options, sticks=sticks)
        self.turn = 0
        self.sticks = sticks

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.sticks) + 1))

    def make(self, move: int) -> None:
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self) -> int | None:
        if self.sticks:
            return None
        return 1 if self.turn == 1 else -1  # who moved last has won

    def estimate(self) -> int:
        # Who moves at a multiple of four has lost.
        ahead = 1 if self.sticks % 4 else -1
        return ahead if self.turn == 0 else -ahead

    def text(self, move: int) -> str:
        return str(move)

    def show(self, seat: int | None = None) -> Heaps:
        return Heaps((Heap("Heap", self.sticks),), unit="|")

    def reason(self) -> str:
        return f"{{self.seats[1 - self.turn]}} took the last stick"
'''

TEST = '''\
"""{title}: its rules, the texts of its moves, its picture."""

import pytest

from games.laws import faults
from games.{module} import {kind}


@pytest.mark.parametrize("sticks", [1, 10, 21])
def test_every_variant_obeys_the_laws(sticks):
    assert [str(fault) for fault in faults({kind}(sticks), games=20, seed=1)] == []


def test_who_takes_the_last_stick_wins():
    game = {kind}(3)
    assert game.score() is None
    game.make(game.parse("3"))
    assert (game.score(), game.reason()) == (1, "First took the last stick")
'''


def main(name: str) -> None:
    """Write the missing parts of the game `name`. Exits with one line if that cannot be done."""
    module = name.replace("-", "_")
    if not NAME.fullmatch(name):
        sys.exit(f"NAME={name} must be small letters and digits, words joined by hyphens: make game NAME=mu-torere")
    words = {"title": name.replace("-", " ").capitalize(), "module": module}
    words["kind"] = "".join(word.capitalize() for word in name.split("-"))
    snapshots, transcripts = the("tests", "test_snapshots.py"), the("tests", "test_transcripts.py")
    row_of_snapshot = f'    "{name}": {class_of_pictures(snapshots)}("{name}", ("1",)),\n'
    pages = [page for page in (Path("README.md"), *sorted(Path("docs").glob("*.md"))) if TABLE.search(read(page))]
    if len(pages) != 1:
        sys.exit(f"one page must have the table headed `| game | |`, not {len(pages)}: {' '.join(map(str, pages))}")

    source, *folder = (Path("games", place) for place in (f"{module}.py", f"{module}/game.py", f"{module}/__init__.py"))
    source = next((path for path in folder if (ROOT / path).exists()), source)
    if not (ROOT / source).exists():
        write(source, GAME.format(**words))
        write(the("tests", "test_kalah.py").with_name(f"test_{module}.py"), TEST.format(**words))
    elif not sentence_of(source, words["kind"]):
        sys.exit(f"{source} is there already and has no class {words['kind']} with a docstring: choose another NAME")
    entry = f'        "{name}": Entry("games.{module}", "{words["kind"]}", family="counting"),\n'
    row(CATALOGUE, ROWS, f'"{name}": ', entry)
    row(snapshots, PICTURES, f'"{name}": ', row_of_snapshot)
    generated(snapshots, Path("snapshots", f"{name}.svg"), "")
    generated(the("tests", "test_painted.py"), Path("painted", f"{name}.txt"), "")
    generated(transcripts, Path("transcripts", f"{name}.txt"), f"$ referee {name} minimax random --seed 1\n")
    row(pages[0], TABLE, f"| `{name}` |", f"| `{name}` | {sentence_of(source, words['kind'])} |\n")


def read(path: Path) -> str:
    """Return the text of the file."""
    return (ROOT / path).read_text(encoding="utf-8")


def the(folder: str, name: str) -> Path:
    """Return the file `name`, anywhere below the folder."""
    found = sorted((ROOT / folder).rglob(name))
    if not found:
        sys.exit(f"there is no {name} below {folder}/")
    return found[0].relative_to(ROOT)


def sentence_of(path: Path, kind: str) -> str:
    """Return the first line of the class's docstring, as in a row of the table; "" if there is none."""
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.ClassDef) and node.name == kind and (found := ast.get_docstring(node)):
            line = found.splitlines()[0].removesuffix(".")
            return line[0].lower() + line[1:]
    return ""


def class_of_pictures(path: Path) -> str:
    """Return the name of the class that describes pictures in that file."""
    found = re.search(r'PICTURES = \{\n    "[\w-]+": (\w+)\(', read(path))
    if not found:
        sys.exit(f"{path} has no table PICTURES of what is drawn")
    return found[1]


def write(path: Path, text: str) -> None:
    """Write a new file."""
    (ROOT / path).write_text(text, encoding="utf-8")
    print(f"{path}: written")


def row(path: Path, table: re.Pattern[str], mark: str, text: str) -> None:
    """Add a row at the end of the file's table, unless one with the mark is there."""
    found = table.search(read(path))
    if not found:
        sys.exit(f"{path} has no table to which a row could be added:\n{text}")
    if mark in found[0]:
        print(f"{path}: has its row already")
    else:
        (ROOT / path).write_text(read(path)[: found.end()] + text + read(path)[found.end() :], encoding="utf-8")
        print(f"{path}: a row added")


def generated(script: Path, kept: Path, begun: str) -> None:
    """Let the test file `script` generate `kept`, from a file that begins with the text `begun`, unless it is there."""
    path = script.parent / kept
    if (ROOT / path).exists():
        print(f"{path}: is there already")
        return
    (ROOT / path).write_text(begun, encoding="utf-8")
    try:
        python(str(script), kept.stem)
    except subprocess.CalledProcessError:
        (ROOT / path).unlink()
        sys.exit(f"{path} could not be generated: see above")
    print(f"{path}: generated; look at it before you keep it")


def python(*words: str) -> None:
    """Run Python on these words in this tree, and drop its output. Raises CalledProcessError if it fails."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)  # noqa: S603


if __name__ == "__main__":
    os.chdir(ROOT)
    main(*sys.argv[1:2] or [""])
