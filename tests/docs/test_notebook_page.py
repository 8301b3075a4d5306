"""docs/notebook.ipynb runs from its first cell to its last, and displays what it promises."""

import json
import os
from pathlib import Path

import pytest

from tests.docs.test_pages import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


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
    book = json.loads(Path(NOTEBOOK).read_text(encoding="utf-8"))
    for cell in book["cells"]:
        assert not cell.get("outputs")
        assert not cell.get("execution_count")
