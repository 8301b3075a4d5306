"""`referee test` and `referee puzzle` with files of problems."""

import json

import pytest

from tests.commands.test_puzzle import run  # noqa: F401  # a fixture
from tests.puzzles.test_sgf_problems import MARKED, PLAIN
from tests.puzzles.test_suite import BACK, PAWN

SUITE = f'{BACK} bm Ra8#; id "one";\nrubbish\n{PAWN} bm e4; id "two";\n'


@pytest.fixture
def files(tmp_path):
    (tmp_path / "s.epd").write_text(SUITE)
    (tmp_path / "p.sgf").write_text(f"{MARKED}\n{PLAIN}\n")


@pytest.mark.usefixtures("files")
def test_a_test_has_a_line_for_each_position_and_the_sum(run, capsys):  # noqa: F811
    title, one, two, total = run("test", "s.epd", "minimax:depth=2").splitlines()
    assert title.split() == ["id", "wanted", "played", "time", "depth"]
    assert one.split()[:5] == ["+", "one", "bm", "Ra8#", "Ra8#"]
    assert two.split()[1:4] == ["two", "bm", "e4"]
    assert " of 2 positions in " in total


@pytest.mark.usefixtures("files")
def test_json_holds_every_answer_and_what_was_skipped(run):  # noqa: F811
    found = json.loads(run("test", "s.epd", "minimax:depth=2", "--json"))
    assert [each["id"] for each in found["answers"]] == ["one", "two"]
    assert found["answers"][0]["solved"] and found["positions"] == 2
    assert "line 2 is skipped" in found["skipped"][0]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "complaint"), [
    ("test s.epd random --strict", "s.epd, line 2: "), ("test s.epd nosuch", "there is no player 'nosuch'"),
    ("test s.epd human", "referee puzzle"), ("test none.epd random", "none.epd cannot be read"),
    ("puzzle s.epd --strict", "s.epd, line 2: "), ("puzzle s.epd --hard 3", "s.epd holds its problems"), ("puzzle nim --strict", "--strict is for a file"),
])  # fmt: skip
def test_wrong_words_get_one_line(run, words, complaint):  # noqa: F811
    told = run(*words.split(), status=2)
    assert complaint in told and told.count("\n") == 1


@pytest.mark.usefixtures("files")
def test_a_suite_is_posed_as_puzzles_that_do_not_count(run):  # noqa: F811
    told = run("puzzle", "s.epd", typed="Ra8\n\nKd2\n")
    assert "Problem 1 of 2: one (chess)" in told and "Right." in told
    assert "Kd2 is not in the file's lines." in told and "The file's line: e4." in told
    assert told.endswith("1 of 2 solved.\n")
    assert json.loads(run("me", "--json"))["puzzles"] is None


@pytest.mark.usefixtures("files")
def test_the_file_answers_and_refutes(run):  # noqa: F811
    told = run("puzzle", "p.sgf", "--plain", typed="D9\nA7\n\nC7\nE6\n")
    assert "first\nRight so far. White answers A8." in told
    assert "Right so far. Black answers D6." in told
    assert "1 of 2 solved." in told
    told = run("puzzle", "p.sgf", "--plain", typed="hint\nhint\nA8\nq\n")
    assert "The file's solution has 2 moves." in told and "Not that one: A8." in told
    assert "The file goes on: A8 D9." in told and "White lives" in told
    assert "The file's line: D9 A8 A7." in told
