"""The bar that shows in a notebook how far a batch, a tournament or a study is."""

import os
import sys
from types import ModuleType, SimpleNamespace

import pytest

import referee
from referee.drawing import progress as notebook_bars
from tests.docs.test_pages import ROOT


class Display:
    """Stands for a place in a notebook where one thing is shown after another."""

    def __init__(self):
        self.shown = []

    def __call__(self, thing, display_id):
        self.update(thing)
        return self

    def update(self, thing):
        """Show it in the place of what was there."""
        self.shown.append((repr(thing), thing._repr_html_()))


@pytest.fixture
def notebook(monkeypatch):
    """A program that runs in a notebook, where no time is too short."""
    monkeypatch.setattr(notebook_bars, "SOON", 0.0)
    monkeypatch.setattr(notebook_bars, "NOTEBOOK_PACE", 0.0)
    ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
    ipython.get_ipython = lambda: SimpleNamespace(kernel=1)
    display.display = Display()
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return display.display


def test_a_batch_is_followed(notebook):
    referee.batch("nim", "random", "random", games=3, seed=1)
    said, html = zip(*notebook.shown, strict=True)
    assert [text.split(" in ")[0] for text in said] == ["1 of 3 games", "2 of 3 games", "3 of 3 games"]
    assert said[0].endswith("0:00:00 left")
    assert html[1].startswith('<progress value="2" max="3"></progress> 2 of 3 games in 0:00:0')


def test_a_tournament_is_followed(notebook):
    referee.tournament("nim", ["random", "minimax"], rounds=1, openings=0, seed=1)
    assert notebook.shown[-1][0].startswith("2 of 2 games in ")


@pytest.mark.parametrize(("study", "said"), [
    (lambda: referee.analyse("connect-four", methods="minimax", depth=3), "minimax: 3 plies"),
    (lambda: referee.review("tic-tac-toe", "5 1 3"), "move 1 of 3"),
    (lambda: referee.solve("kuhn-poker", iterations=200), "iteration"),
])  # fmt: skip
def test_a_study_is_followed(notebook, study, said):
    study()
    assert any(said in text for text, _ in notebook.shown)
    assert all(html.startswith("<progress") for _, html in notebook.shown)


@pytest.mark.parametrize("shell", [None, SimpleNamespace()])
def test_nothing_is_shown_elsewhere(notebook, monkeypatch, shell):
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: shell)
    referee.batch("nim", "random", "random", games=3, seed=1)
    monkeypatch.delitem(sys.modules, "IPython")
    referee.batch("nim", "random", "random", games=3, seed=1)
    assert notebook.shown == []


def test_what_takes_a_moment_shows_nothing(notebook, monkeypatch):
    monkeypatch.setattr(notebook_bars, "SOON", 60.0)
    referee.batch("nim", "random", "random", games=3, seed=1)
    assert notebook.shown == []


def test_a_kernel_shows_one_bar(tmp_path, monkeypatch):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "REFEREE_DATA"):
        monkeypatch.setenv(name, str(tmp_path / name))
    cell = (
        "import referee\nfrom referee.drawing import progress\nprogress.SOON = progress.NOTEBOOK_PACE = 0.0\n"
        "done = referee.batch('nim', 'random', 'random', games=20, seed=1)"
    )
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    nbclient.NotebookClient(book, timeout=600).execute()
    (shown,) = book.cells[0].outputs
    assert shown.data["text/html"].startswith('<progress value="20" max="20"></progress> 20 of 20 games in ')
