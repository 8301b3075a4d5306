"""Every game and player that a page shows is right: `referee check` finds nothing, and it is solved and played.

A game is checked, solved and played in a small batch. A player is checked on its game and plays a small batch. What a
page shows as an example of a fault must not pass the check.
"""

import ast
from random import Random

import pytest

import games
import players
import referee
from games.names.catalogue import BrokenFile
from referee.checking.file import CheckOptions, check_target
from referee.checking.targets import EVALUATION
from tests.docs.test_pages import COURSE, DOCS, ROOT, blocks

PLAYERS = {  # by the function or class: the game that it plays
    "ada": "connect-four:columns=5,rows=4", "ben": "connect-four:columns=5,rows=4", "alert": "tic-tac-toe",
    "typed": "nim:sticks=9", "greedy": "nim:sticks=9", "timid": "nim:sticks=9", "Careful": "tic-tac-toe",
    "nimble": "./sticks.py", "Booked": "tic-tac-toe", "pick": "chips:chips=10,rule=last",
}  # fmt: skip
EVALUATIONS = {
    "score": "connect-four:columns=5,rows=4", "material": "chess:gardner", "quotient": "chess:gardner",
    "careful": "connect-four", "quick": "connect-four",
}  # fmt: skip
FAULTY = {
    "cleo": "connect-four:columns=5,rows=4",
    "broken": "tic-tac-toe",
    "corners": "tic-tac-toe",
    "Peeking": "",
    "Known": "",
}
HELPERS = {
    "winning_move",
    "after",
    "value",
    "exact",
    "q",
    "best",
    "learn",
    "choose",
    "chances",
    "lines",
    "pick_best_move",
    "answer",
    "make",
    "start",
    "state",
    "ask",
    "find_move",
}
SMALL = dict.fromkeys(("Domineering", "Roomy"), ":size=4")  # options of boards that are solved in a moment
LONG = {"Four": 36}  # games of one size: so many moves are made before they are solved
TOO_LARGE = {"LoveLetter"}  # to be solved, and hidden cards cannot be solved from a later position
PAGES = sorted(path.stem for path in DOCS.glob("*.md"))


def examples(page):
    """Yield the name of each class and function that the page shows in Python, with its block's file and text."""
    for number, (_, language, file, body) in enumerate(blocks(page)):
        if language == "python" and not (file or "").startswith("test_"):
            for node in ast.parse(body).body:
                if isinstance(node, ast.ClassDef | ast.FunctionDef):
                    yield node, file or f"{node.name.lower()}_{number}.py", body


EXAMPLES = [(page, node.name, file) for page in PAGES for node, file, _ in examples(page)]
KNOWN = [PLAYERS, EVALUATIONS, FAULTY, HELPERS]


def chosen(table):
    return [each for each in EXAMPLES if each[1] in table]


def is_a_game(page, name):
    node = next(node for node, _, _ in examples(page) if node.name == name)
    return isinstance(node, ast.ClassDef) and not any(name in table for table in KNOWN)


GAMES = [each for each in EXAMPLES if is_a_game(*each[:2])]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that writes the files of a page, and those of the pages before it, into a new folder."""
    monkeypatch.chdir(tmp_path)

    def write(page):
        before = COURSE[: COURSE.index(page)] if page in COURSE else COURSE
        for each in (*(name for name in before if name != "index"), page):
            for _, _, file, body in blocks(each):
                if file:
                    (tmp_path / file).write_text(body, encoding="utf-8")
        for _, file, body in examples(page):
            (tmp_path / file).write_text(body, encoding="utf-8")
        return tmp_path

    return write


def check(spec, **options):
    (report,) = check_target(spec, CheckOptions(positions=60, **options))
    return report


def moves_made(spec, count):
    """Return that many random moves which do not end the game of the spec."""
    for seed in range(1000):
        rng, game, made = Random(seed), games.load(spec), []
        while game.score() is None and len(made) < count:
            made.append(rng.choice(game.moves()))
            game.make(made[-1])
        if game.score() is None:
            return made
    raise AssertionError(f"random games of {spec} are over before move {count}")


@pytest.mark.parametrize(("page", "name", "file"), GAMES)
def test_a_game_passes_the_check_and_is_solved_and_played(page, name, file, folder):
    if name == "Chomp":
        pytest.importorskip("numpy")
    folder(page)
    spec = f"./{file}:{name}{SMALL.get(name, '')}"
    report = check(spec)
    assert report.passed, report.findings
    assert referee.batch(spec, "random", "mcts:playouts=20", games=2, seed=1)
    assert name in TOO_LARGE or referee.solve(spec, moves_made(spec, LONG.get(name, 0)))


@pytest.mark.parametrize(("page", "name", "file"), chosen(PLAYERS))
def test_a_player_passes_the_check_and_plays(page, name, file, folder):
    folder(page)
    report = check(f"./{file}:{name}", game=PLAYERS[name])
    assert report.passed, report.findings
    batch = referee.batch(PLAYERS[name], f"./{file}:{name}", "random", games=4, seed=1)
    assert all(record.how == "played-out" for record in batch.records)


@pytest.mark.parametrize(("page", "name", "file"), chosen(EVALUATIONS))
def test_an_evaluation_passes_the_check(page, name, file, folder):
    folder(page)
    report = check(f"./{file}:{name}", game=EVALUATIONS[name], kind=EVALUATION)
    assert report.passed, report.findings


@pytest.mark.parametrize(("page", "name", "file"), chosen(FAULTY))
def test_faulty_examples_do_not_pass(page, name, file, folder):
    folder(page)
    try:
        assert not check(f"./{file}:{name}", game=FAULTY[name] or None).passed
    except BrokenFile:
        pass


def test_every_example_has_its_place():
    placed = [*GAMES, *(each for table in KNOWN for each in chosen(table))]
    assert sorted(placed) == sorted(EXAMPLES), "put it into one of the tables above"
    assert len(GAMES) > 12
    assert "```python" not in (ROOT / "README.md").read_text(encoding="utf-8")
