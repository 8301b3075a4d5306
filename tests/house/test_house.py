"""The house keeps its shape: arrows between rooms, lengths, names, and what compiled modules may hold."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from keyword import iskeyword
from pathlib import Path

from referee.cli import referee
from referee.support.build import sources_to_compile
from tests.helpers.cases import every_case

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "players", "referee")
# The rooms of referee from the ground up. A room may import those before it; docs/design.md says what each is for.
ROOMS = (
    "support", "errors", "dialects", "drawing", "statistics", "match", "formats", "solving", "running", "engines", "batches", "storage",
    "tournaments", "learning", "trees", "analysis", "reviews", "puzzles", "facts", "checking", "spoken", "reports", "table", "scripting",
    "serving", "network", "commands", "cli", "__main__",
)  # fmt: skip
ORDER = ("games", "players", *ROOMS)
IMPORT = re.compile(
    r"^[ \t]*(?:from ([\w.]+) c?import (\([^)]*\)|.*)|import ([\w.]+(?:, [\w.]+)*))", re.MULTILINE
)  # quicker than ast
SCREEN = {"click", "rich", "prompt_toolkit"}


@cache
def parse(path):
    """Return the syntax tree of a file; several tests walk it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def modules(root=ROOT):
    """Return the files of all modules below a folder, by name."""
    paths = [path for package in PACKAGES for path in sorted((root / package).rglob("*.py"))]
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


@cache
def imports(path, root=ROOT):
    """Return the modules that a file imports: at the top, inside functions, for types, and by cimport."""
    found = set()
    for base, names, whole in IMPORT.findall(path.read_text(encoding="utf-8")):
        assert not base.startswith("."), "imports name the whole way"
        base = base.removeprefix("cython.cimports.")
        each = [f"{base}.{name}" for name in re.findall(r"\w+", re.sub(r"#.*|\bas \w+", "", names))]
        found |= {name if name in modules(root) else base for name in each} | set(filter(None, whole.split(", ")))
    return found


def room(module):
    """Return the room of a module in ORDER; None for `referee` itself and for others' modules."""
    package, _, rest = module.partition(".")
    return rest.partition(".")[0] or None if package == "referee" else package if package in PACKAGES else None


def upward(root):
    """Yield a sentence for each import of a room that stands above the importing one."""
    for module, path in modules(root).items():
        here = room(module)
        for other in imports(path, root):
            there = room(other)
            if here and there and ORDER.index(there) > ORDER.index(here):
                yield f"{path.relative_to(root)} imports {other}, but {there!r} stands above {here!r} in {__file__}"


def test_each_folder_and_file_of_referee_has_its_place_in_the_order():
    assert {room(module) for module in modules()} - {None} == set(ORDER)


def test_no_room_imports_one_above_it():
    assert not list(upward(ROOT))


@every_case(
    "planted",
    [
        "from referee.table import session\n", "def late():\n    from referee.table.session import sit_down\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from referee.table import session\n",
        "import referee.table.session\n",
    ],
)  # fmt: skip
def test_a_planted_import_that_goes_up_is_found(planted, tmp_path_factory):
    folder = tmp_path_factory.mktemp("planted")
    for name, source in {"drawing/boards.py": planted, "table/session.py": "", "__init__.py": ""}.items():
        file = folder / "referee" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    (sentence,) = upward(folder)
    assert sentence.startswith("referee/drawing/boards.py imports referee.table.session, but 'table' stands above")


def test_no_modules_import_each_other_in_a_circle():
    arrows = {name: imports(path) - {name} for name, path in modules().items()}
    TopologicalSorter(arrows).prepare()  # names the circle


def test_only_referee_imports_the_screen():
    for name, path in modules().items():
        found = {module.partition(".")[0] for module in imports(path)}
        assert name.startswith("referee") or not found & SCREEN, path


def test_a_command_stands_in_the_file_with_its_name():
    for name, command in referee.commands.items():
        file = name.replace("-", "_") + "_" * iskeyword(name)
        assert command.callback.__module__ == f"referee.commands.{file}", name
    commands = [path for path in modules().values() if "\n@click.command(" in path.read_text(encoding="utf-8")]
    assert len(commands) == len(referee.commands), "add the command to COMMANDS in referee/cli.py"


def test_a_module_that_imports_cython_says_so_in_the_line_that_setup_looks_for():
    typed = {path for path in modules().values() if any(each.split(".")[0] == "cython" for each in imports(path))}
    assert typed == set(sources_to_compile(ROOT)), "a module is compiled if it has the line `import cython`"


def test_types_are_unchecked_in_compiled_modules_and_nowhere_else():
    marked = {path for path in modules().values() if "# mypy:" in path.read_text(encoding="utf-8")}
    assert marked == set(sources_to_compile(ROOT))
    for path in marked:
        placed = "\n# mypy: ignore-errors\nimport cython\n" in path.read_text(encoding="utf-8")
        assert placed, f"{path}: write `# mypy: ignore-errors` in the line above `import cython`"
    assert "overrides" not in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]


def test_no_comment_in_a_compiled_module_directs_cython():
    for path in sources_to_compile(ROOT):
        directs = re.findall(r"^# *(?:cython|distutils) *:.*", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert not directs, f"{path}: write {directs} into setup.py; the digest of a build leaves comments out"


def generators(tree):
    """Return the lines of generators in a module, except in what is left out if it is compiled."""
    found, unread = [], [tree]
    while unread:
        node = unread.pop()
        if isinstance(node, ast.GeneratorExp | ast.Yield | ast.YieldFrom):
            found.append(node.lineno)
        left_out = isinstance(node, ast.If) and ast.unparse(node.test) == "not cython.compiled"
        unread += node.orelse if left_out else ast.iter_child_nodes(node)
    return sorted(found)


def test_compiled_modules_hold_no_generator():
    source = "if not cython.compiled:\n    a = any(x for x in y)\nelse:\n    b = (x for x in y)\nc = [x for x in y]\n"
    assert generators(ast.parse(f"{source}def f():\n    yield 1\n")) == [4, 7]
    for path in sources_to_compile(ROOT):
        assert not generators(parse(path)), f"{path}: write a list; of a generator Cython makes a class and a coroutine"


def test_functions_and_files_stay_short():
    for path in modules().values():
        assert path.read_text(encoding="utf-8").count("\n") <= 600, path
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.FunctionDef):
                start = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0].lineno
                assert node.end_lineno - start < 35, f"{path}: {node.name}"


def test_no_class_name_stands_twice():
    found = [re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE) for path in modules().values()]
    assert [name for name, count in Counter(sum(found, [])).items() if count > 1] == []
