"""What the pages for students say is so: their files and programs run, and each command prints what stands below it.

`python -m tests.docs.test_pages` writes what they print into the pages anew after a change that is meant.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from pkgutil import resolve_name

import pytest

from games.game import Game
from referee.commands.new import write_files

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NOTEBOOK = DOCS / "notebook.ipynb"
# The pages as they are read.
COURSE = (
    "index", "first-game", "first-player", "any-language", "any-language-game", "evaluation", "learning", "dice", "hidden-cards", "python", "cookbook", "class-tournament",
    "course", "analysis", "reviews", "facts", "trees", "positions", "files", "engines", "puzzles", "commands", "rules", "openspiel",
)  # fmt: skip
BLOCK = re.compile(r'^(<!-- not run -->\n)?```(\w*)(?: title="([\w.]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
TIME = re.compile(r"\d[\d.]* ?(s|ms|µs|seconds)\b")
CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="the pages are for shells")


def blocks(name):
    """The blocks of that page: whether it is run, its language, the name of its file and its text."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    return [(not mark, language, file, body) for mark, language, file, body in BLOCK.findall(text)]


def rows(page, head):
    """Return the cells of each row of a table of a page."""
    _, found, rest = (DOCS / f"{page}.md").read_text(encoding="utf-8").partition(f"\n{head}\n")
    assert found, f"there is no table {head}"
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in rest.partition("\n\n")[0].splitlines()[1:]
    ]


def shell(folder, files):
    """A shell in a new folder with these files: a function that tells what words print there, both streams as they come."""
    work = folder / "work"
    for new in (work, folder / "bin"):
        new.mkdir()
    for command, line in (("referee", f"{sys.executable} -m referee"), ("python", sys.executable)):
        script = folder / "bin" / command
        script.write_text(f'#!/bin/sh\nexec {line} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    for file, body in files.items():
        (work / file).write_text(body, encoding="utf-8")
    environment = {
        **os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "REFEREE_DATA": str(folder),
        "REFEREE_SETTINGS": str(folder / "none.toml"), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "120",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}", "PYTEST_ADDOPTS": "",
    }  # fmt: skip

    def printed(*words):
        return subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=environment, cwd=work, timeout=300,
        ).stdout  # fmt: skip

    return work, printed


def room(folder, name):
    """Return a shell with the files of the pages before this one."""
    before = [page for page in COURSE[: COURSE.index(name)] if page != "index"]
    return shell(folder, {file: body for page in before for _, _, file, body in blocks(page) if file})


def told(name, folder):
    """Each block of commands of that page, and the same with what they print now; all else is written and run."""
    work, printed = room(folder, name)
    for run, language, file, body in blocks(name):
        if file:
            (work / file).write_text(body, encoding="utf-8")
        elif language == "python":
            assert not printed(sys.executable, "-c", body), body
        elif run and not language and body.startswith("$ "):
            yield body, played(body, printed)


def played(block, printed):
    """The block with what its commands print now, in the place of what stands there."""
    lines = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{printed('bash', '-c', f'exec 2>&1; {line[2:]}')}" for line in lines)


def steady(block):
    """The lines of the block without what is another on each run: times, which are the last column of standings."""
    lines, table = [], False
    for line in block.splitlines():
        table = line.startswith("#  player") or (table and bool(line))
        lines.append(re.sub(r" {2,}\S+( \S+)*$", "", line) if table else TIME.sub("some time", line))
    return lines


@pytest.mark.parametrize("name", COURSE)
def test_commands_print_what_stands_below_them_and_programs_run(name, tmp_path):
    if name == "openspiel":
        pytest.importorskip("pyspiel")
    if name == "cookbook":
        pytest.importorskip("numpy")
    found = list(told(name, tmp_path))
    assert found
    for shown, now in found:
        assert steady(now) == steady(shown)


def commands_of_courses():
    """The commands in the tables of the page on courses, without those in which a person plays."""
    text = (DOCS / "course.md").read_text(encoding="utf-8")
    found = re.findall(r"`referee ((?:[^`])*)`", text)
    return [each for each in dict.fromkeys(found) if "human" not in each]


@pytest.mark.parametrize("line", commands_of_courses())
def test_each_command_for_a_course_works(line, tmp_path):
    _, printed = room(tmp_path, "course")
    said = printed("bash", "-c", f"referee {line}; echo status=$?")
    assert said.endswith("status=0\n"), said


def test_blocks_that_are_not_run_are_marked():
    for name in COURSE:
        for run, _, file, body in blocks(name):
            if not run:
                assert not file
                assert re.search(r"^\$ referee (check|compile|learn) |eval=", body), body


def test_the_first_game_is_the_one_that_is_written_to_start_from(tmp_path):
    def bare(source):
        (kind,) = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
        for node in kind.body:
            if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
                node.body = node.body[1:]
        return ast.unparse(kind)

    written, _ = write_files("game", "sticks", tmp_path)
    (shown,) = (body for _, _, file, body in blocks("first-game") if file == "sticks.py")
    assert bare(written.read_text(encoding="utf-8")) == bare(shown)


# The site that is made of the pages.


def test_every_page_stands_in_the_list_of_the_site():
    listed = set(re.findall(r"(\S+\.md)$", CONFIG.partition("\nnav:\n")[2], re.MULTILINE))
    assert listed >= {path.name for path in DOCS.glob("*.md")}
    assert listed - {path.name for path in DOCS.glob("*.md")} == {"overview.md", "changes.md"}  # made of files beside


def references():
    for page in ("games.md", "players.md", "python.md"):
        yield from re.findall(r"^::: ([\w.]+)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)


def test_names_in_the_reference_exist_and_have_docstrings():
    named = list(references())
    assert len(named) > 50
    for name in named:
        assert (resolve_name(name).__doc__ or "").strip(), name


def test_all_that_a_game_may_write_stands_in_the_reference():
    text = (DOCS / "games.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^::: games\.game\.Game\.(\w+)$", text, re.MULTILINE))
    public = {name for name, thing in vars(Game).items() if not name.startswith("_") and callable(thing)}
    assert public <= listed


# The notebook.


def displayed(cell):
    """The HTML of what a cell displays; its text where it has no HTML."""
    data = [output.get("data", {"text/plain": output.get("text", "")}) for output in cell.outputs]
    return "".join(each.get("text/html", each.get("text/plain", "")) for each in data)


def test_the_notebook_runs_and_displays_boards_and_tables(tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = {cell.source.splitlines()[-1]: displayed(cell) for cell in book.cells if cell.cell_type == "code"}
    for last, wanted in {
        "load(": "<svg", "record": "won, ", "mine": "<connect-four: Your move.>", "judged": "<table", "Sticks()": "| | |", "found": "greedy won ",
        "referee.tournament(": "<td>cleo</td>", "referee.tree(": "<svg", "print(": "First wins",
        "referee.analyse(": "minimax",
    }.items():  # fmt: skip
        (found,) = (text for line, text in shown.items() if line.startswith(last))
        assert wanted in found.replace("\xa0", " "), last


def test_the_notebook_is_kept_without_outputs():
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    for cell in book["cells"]:
        assert not cell.get("outputs")
        assert not cell.get("execution_count")


if __name__ == "__main__":
    for name in sys.argv[1:] or COURSE:
        with tempfile.TemporaryDirectory() as folder:
            page = DOCS / f"{name}.md"
            for shown, now in list(told(name, Path(folder))):
                text = page.read_text(encoding="utf-8")
                page.write_text(text.replace(f"```\n{shown}```", f"```\n{now}```"), encoding="utf-8")
