"""`referee puzzle`: what is asked, how an answer is told and kept, and the files."""

import json
import re

import pytest

from referee import cli
from referee.puzzles.finding import find_puzzle
from referee.table.puzzles import PuzzleDesk
from referee.table.spoken_front import SpokenFront
from tests.engines.test_judge import spec_of

GAME = ("puzzle", "tic-tac-toe", "--seed", "14")  # O answers a corner: only the middle saves the draw


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command with what is typed: what it prints, on standard error if it fails."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def called(*words, typed="", status=0):
        (tmp_path / "typed").write_text(typed)
        with (tmp_path / "typed").open() as lines, monkeypatch.context() as patch:
            patch.setattr("sys.stdin", lines)
            assert cli.run(list(words)) == status
        out, err = capsys.readouterr()
        return err if status else out

    return called


def record(run):
    return json.loads(run("me", "--json"))["puzzles"]


def test_a_right_answer_counts_once_and_lasts(run):
    told = run(*GAME, typed="5\n")
    assert "O to move. Which move is the best?" in told
    assert "Right." in told
    assert "5 is the only move that does not lose: a draw. Every other move lets X win." in told
    first = record(run)
    assert (first["tried"], first["solved"], first["streak"]) == (1, 1, 1)
    assert first["low"] < 1500 < first["rating"]
    assert "does not count" in run(*GAME, typed="5\n")
    assert record(run) == first
    assert "puzzles: rating" in run("me")
    assert record(run) == json.loads(run("me", "tic-tac-toe", "--json"))["puzzles"]
    assert json.loads(run("me", "nim", "--json"))["puzzles"] is None


def test_a_wrong_answer_is_refuted_and_a_hint_costs_a_half(run):
    told = run(*GAME, typed="3\n")
    assert re.search(r"Wrong\. After 3 best play goes on .*, and X wins\.", told)
    assert record(run)["solved"] == 0
    told = run("puzzle", "nim", "--seed", "1", typed="hint\nhint\nresign\n")
    assert "One move wins, and no other does." in told
    assert "Not that one: After" in told
    assert record(run)["tried"] == 2


def test_leaving_is_no_answer(run):
    run(*GAME, typed="quit\n")
    run(*GAME, typed="")
    assert record(run) is None
    assert "You have finished no match here yet." in run("me")


@pytest.mark.parametrize(("word", "reply"), [
    ("?", "8 legal moves"),
    ("help", "see the answer, which counts as wrong"), ("undo", "'undo' is for matches"),
    ("position", "referee tic-tac-toe --position '3/3/2x o'"), ("rules", "Aim: "), ("x", "'x' is not a legal move"),
    ("analyse", "'analyse' is for matches"),
])  # fmt: skip
def test_words_are_answered(run, word, reply):
    assert reply in run(*GAME, typed=f"{word}\n")


def test_people_who_listen_are_told_the_position(run):
    told = run(*GAME, "--plain", typed="5\n")
    assert "Row 3" in told
    assert "│" not in told


def test_a_set_is_made_posed_and_printed(run, tmp_path):
    run("puzzle", "tic-tac-toe", "--make", "3", "--seed", "1", "-o", "set.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "set.jsonl").read_text().splitlines()]
    assert len(rows) == 3
    assert [row["rating"] for row in rows] == sorted(row["rating"] for row in rows)
    answers = "\n\n".join(row["answer"] for row in rows)
    told = run("puzzle", "set.jsonl", typed=f"{answers}\n")
    assert "Puzzle 3 of 3: tic-tac-toe" in told
    assert told.endswith("3 of 3 solved.\n")
    run("puzzle", "set.jsonl", "-o", "sheet.html")
    page = (tmp_path / "sheet.html").read_text()
    boards, solutions = page.split('id="solutions"')
    assert boards.count("<figure") == 3
    assert all(f"{row['answer']} {deed}" in solutions for row, deed in zip(rows, deeds(rows), strict=True))
    assert "is the only move" not in boards


PGN = '[Event "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'


def test_puzzles_are_looked_for_in_a_file_of_matches(run, tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    assert "Right." in run("puzzle", "games.pgn", typed="Qxf7#\n")
    assert json.loads(run("puzzle", "games.pgn", "--make", "1"))["answer"] == "Qxf7#"
    (tmp_path / "games.jsonl").write_text(run("export", "games.pgn", "--format", "jsonl"))
    assert json.loads(run("puzzle", "games.jsonl", "--make", "1"))["answer"] == "Qxf7#"


def test_a_judge_that_cannot_judge_the_game_gets_one_line(run, tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    run("puzzle", "games.pgn", "--make", "1", "-o", "set.jsonl")
    judge = spec_of("exits 3 in the handshake")
    for words in (("othello",), ("games.pgn",), ("set.jsonl",), ("games.pgn", "--make", "1")):
        told = run("puzzle", *words, "--judge", judge, status=2)
        assert "ended its process with exit status 3" in told and told.count("\n") == 1


def test_a_set_is_about_as_hard_as_it_is_wanted(run):
    game = "puzzle", "nim:sticks=9", "--make", "1", "--seed", "4"
    usual, easy = (json.loads(run(*game, *words))["hard"] for words in ((), ("--hard", "2")))
    assert abs(easy - 2) <= 1 < abs(usual - 2)


def deeds(rows):
    """What each answer does, as the sheet says it."""
    words = {"wins": "is the only move that wins", "saves": "is the only move that does not lose"}
    return [words[row["theme"]] for row in rows]


def test_the_puzzle_of_the_day_is_counted_by_days(run):
    told = run("puzzle", "tic-tac-toe", "--daily", typed="resign\n")
    assert re.match(r"Puzzle of \d{4}-\d\d-\d\d: tic-tac-toe\n", told)
    assert record(run)["days"] == 1
    assert "puzzle of the day: 1 day in a row" in run("me")


@pytest.mark.parametrize(("words", "complaint"), [
    ("pig", "'pig' has chance in it"),
    ("tic-tac-toe --hard 11", "--hard 11 must be a whole number from 1 to 10"),
    ("tic-tac-toe --daily --seed 1", "--daily is one puzzle"), ("--make 3", "--make needs a game"),
    ("--judge uci:x", "--judge uci:x is asked about the puzzles of a GAME or a FILE"), ("tic-tac-toe -o x.html", "add --make"), ("none.jsonl", "none.jsonl cannot be read"),
    ("set.jsonl --hard 3", "set.jsonl holds its puzzles"), ("nosuch", "there is no game 'nosuch'"),
])  # fmt: skip
def test_wrong_words_get_one_line(run, words, complaint):
    told = run("puzzle", *words.split(), status=2)
    assert complaint in told
    assert told.count("\n") == 1


def test_a_second_hint_tells_of_the_most_tempting_wrong_move():
    puzzle = find_puzzle("nim", 1, 5)
    first, second = puzzle.refutations[:2]
    desk = PuzzleDesk(puzzle, SpokenFront())
    _, *told = (desk.hint() for _ in range(3))
    assert [f"After {wrong.move} " in said for wrong, said in zip((first, second), told, strict=True)] == [True, True]
