"""The house keeps its arrows: games <- players <- referee, and the screen's libraries stay in one room."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from referee.support.build import sources_to_compile

ROOT = Path(__file__).parents[2]
FLOORS = {"games": 0, "players": 1, "referee": 2}
SCREEN = {"click", "rich", "prompt_toolkit"}
SOURCES = [path for package in FLOORS for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def parse(path):
    """Return the syntax tree of a file; several tests walk it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path):
    """Return the modules that a file imports, also those that it cimports or imports inside functions."""
    return [*imports(parse(path))]


def imports(tree):
    """Yield the modules that a syntax tree imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name the whole way"
            yield node.module.removeprefix("cython.cimports.")


def test_a_module_imports_nothing_from_above():
    for path in SOURCES:
        floor = path.relative_to(ROOT).parts[0]
        for module in imported(path):
            top = module.partition(".")[0]
            assert FLOORS.get(top, -1) <= FLOORS[floor], f"{path}: {module}"
            assert floor == "referee" or top not in SCREEN, f"{path}: {module}"


def test_a_module_that_imports_cython_says_so_in_the_line_that_setup_looks_for():
    typed = {path for path in SOURCES if any(module.split(".")[0] == "cython" for module in imported(path))}
    assert typed == set(sources_to_compile(ROOT)), "a module is compiled if it has the line `import cython`"


def test_types_are_unchecked_in_compiled_modules_and_nowhere_else():
    unchecked = {path for path in SOURCES if "# mypy:" in path.read_text(encoding="utf-8")}
    for path in sources_to_compile(ROOT):
        assert "\n# mypy: ignore-errors\nimport cython\n" in path.read_text(encoding="utf-8"), (
            f"{path.relative_to(ROOT)}: write `# mypy: ignore-errors` in the line above `import cython`"
        )
    assert unchecked == set(sources_to_compile(ROOT))
    assert "overrides" not in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]


def test_no_comment_in_a_compiled_module_directs_cython():
    for path in sources_to_compile(ROOT):
        directs = re.findall(r"^# *(?:cython|distutils) *:.*", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert not directs, f"{path}: write {directs} into setup.py; the digest of a build leaves comments out"


def generators(tree):
    """Return the lines of generators in a module, except in what is left out where it is compiled."""
    found, unread = [], [tree]
    while unread:
        node = unread.pop()
        if isinstance(node, ast.GeneratorExp | ast.Yield | ast.YieldFrom):
            found.append(node.lineno)
        left_out = isinstance(node, ast.If) and ast.unparse(node.test) == "not cython.compiled"
        unread += node.orelse if left_out else ast.iter_child_nodes(node)
    return sorted(found)


def test_compiled_modules_hold_no_generator():
    found = {str(path.relative_to(ROOT)): generators(parse(path)) for path in sources_to_compile(ROOT)}
    assert {path: lines for path, lines in found.items() if lines} == {}, (
        "write a list, as in tuple([...]): of a generator Cython makes a class and a coroutine, and gcc takes a second"
    )


def test_a_generator_is_found():
    source = "if not cython.compiled:\n    a = any(x for x in y)\nelse:\n    b = (x for x in y)\nc = [x for x in y]\n"
    assert generators(ast.parse(f"{source}def f():\n    yield 1\n")) == [4, 7]


def test_functions_and_files_stay_short():
    for path in SOURCES:
        assert path.read_text(encoding="utf-8").count("\n") <= 600, path
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.FunctionDef):
                start = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0].lineno
                assert node.end_lineno - start < 35, f"{path}: {node.name}"


def test_no_class_name_stands_twice():
    places = {}
    for path in SOURCES:
        for node in parse(path).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
