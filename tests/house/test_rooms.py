"""The rooms of referee stand one above the other, and no module imports one that stands above its own."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# From the ground up. A room may import those before it; docs/design.md says what each is for.
ROOMS = (
    "support", "errors", "dialects", "drawing", "statistics", "match", "formats", "solving", "running", "engines", "batches", "storage",
    "tournaments", "learning", "trees", "analysis", "reviews", "puzzles", "facts", "checking", "spoken", "reports", "scripting", "table",
    "serving", "commands", "cli", "__main__",
)  # fmt: skip


def modules(root, *packages):
    """The modules of those packages below a folder, by name."""
    return {name_of(path, root): path for package in packages for path in sorted((root / package).rglob("*.py"))}


def name_of(path, root):
    """The name by which a file is imported."""
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imports(path, known):
    """The known modules that a file imports: at the top, inside functions, for types, and by cimport."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            base = node.module.removeprefix("cython.cimports.")
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield name if name in known else base


def room(module):
    """The room of a module of referee."""
    return module.split(".")[1] if module.startswith("referee.") else None


def upward(root):
    """A sentence for each import that goes up."""
    known = modules(root, "referee")
    for module, path in known.items():
        for other in imports(path, known):
            here, there = room(module), room(other)
            if here and there and ROOMS.index(there) > ROOMS.index(here):
                yield (
                    f"{path.relative_to(root)} imports {other}, but {there!r} stands above {here!r}: "
                    "move what is needed down, or what needs it up (the order is in tests/house/test_rooms.py)"
                )


def test_each_folder_and_file_of_referee_has_its_place_in_the_order():
    assert {room(module) for module in modules(ROOT, "referee")} - {None} == set(ROOMS)


def test_no_room_imports_one_that_stands_above_it():
    assert not list(upward(ROOT))


@pytest.mark.parametrize(
    "planted",
    [
        "from referee.table import session\n",
        "def late():\n    from referee.table.session import sit_down\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from referee.table import session\n",
        "import referee.table.session\n",
    ],
    ids=["at the top", "inside a function", "for a type", "by its whole name"],
)
def test_a_planted_import_that_goes_up_is_found(planted, tmp_path):
    for name, source in {"drawing/boards.py": planted, "table/session.py": "", "__init__.py": ""}.items():
        file = tmp_path / "referee" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    (sentence,) = upward(tmp_path)
    assert sentence.startswith(
        "referee/drawing/boards.py imports referee.table.session, but 'table' stands above 'drawing'"
    )
