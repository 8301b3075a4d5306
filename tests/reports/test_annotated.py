"""Reviews in files: what a file says beside our judgement, and our judgement as notes that other programs read."""

import io
from pathlib import Path

import chess.pgn
import pytest
from review_samples import recorded, reviewed
from sgfmill import sgf

from referee.formats.file_game import FileGame
from referee.formats.formats import find_format, read_text
from referee.reports.review.annotated import annotate
from referee.reviews.searches import Effort

LITTLE = Effort(nodes=3000, playouts=100)
MATED = """[White "Ann"]
[Black "Bob"]

1. e4 {[%clk 0:10:00] as ever} 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 $1 $10 {loses \x1b[31m} (3... Qe7 {holds}) 4. Qxf7# 1-0
"""
NAGS = {"?!": 6, "?": 2, "??": 4}


def exported(reviewer, record, ends):
    noted = annotate(record, reviewer.review(), reviewer.positions)
    return noted, find_format(ends).write([FileGame(noted)])


@pytest.fixture(scope="module")
def mated():
    """The record of a game with notes, its review, and the text of the review in PGN."""
    (game,) = read_text(MATED, "f.pgn")
    reviewer = reviewed(game.record, LITTLE)
    return game.record, reviewer, exported(reviewer, game.record, "pgn")[1]


def test_another_program_finds_better_lines_grades_and_evaluations_of_a_review(mated):
    _, reviewer, text = mated
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors
    faults = 0
    for played, node in zip(reviewer.review().moves, game.mainline(), strict=True):
        assert node.eval() is not None or node.board().is_game_over()
        grade, verdict = played.grade, played.verdict
        if grade and grade.bad:
            faults += 1
            assert NAGS[grade.mark] in node.nags
            better = [each.san() for each in node.parent.variations[1:]]
            assert verdict.better in better
            line = node.parent.variations[1 + better.index(verdict.better)]
            found = [line.san(), *(each.san() for each in line.mainline())]
            assert (*found,) == verdict.line[: len(found)]
    assert faults


def test_a_review_keeps_what_the_file_said_but_for_its_sign_of_a_bad_move(mated):
    record, _, text = mated
    (back,) = read_text(text, "f.pgn")
    notes = {note.ply: note for note in back.record.notes}
    assert (notes[1].left, notes[1].after) == (600.0, "as ever")
    assert notes[6].glyphs == (4, 10)
    assert notes[6].after.startswith("loses ")
    assert record.notes[-1].lines[0] in notes[6].lines
    assert notes[6].value == "#1"


def test_an_evaluation_has_the_side_of_the_first_seat(mated):
    _, reviewer, text = mated
    game = chess.pgn.read_game(io.StringIO(text))
    for played, node in zip(reviewer.review().moves, game.mainline(), strict=True):
        if (told := node.eval()) and played.after.chance not in (0, 1):
            assert told.white().wdl(model="lichess").expectation() == pytest.approx(played.after.chance, abs=0.01)


def test_a_review_of_othello_is_a_tree_of_sgf():
    reviewer = reviewed(recorded("othello", "f5 f6 e6 f4 g7 c5 c4"), LITTLE)
    noted, text = exported(reviewer, recorded("othello", "f5 f6 e6 f4 g7 c5 c4"), "sgf")
    lines = [note for note in noted.notes if note.lines]
    assert lines
    root = sgf.Sgf_game.from_string(text).get_root()
    node = root
    for played in reviewer.review().moves:
        branches = [each.get_raw_move()[1].decode() for each in node[1:]]
        verdict = played.verdict
        assert branches == ([verdict.better] if verdict and verdict.grade and verdict.grade.bad else [])
        node = node[0]


def test_lines_and_page_and_json_show_what_the_file_says(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text(MATED)
    words = ["review", "game.pgn", "--nodes", "500", "--plain", "--html", "game.html"]
    status, out, _ = command(words)
    page = Path("game.html").read_text(encoding="utf-8")
    for said in ("The file: Good move (!), even: loses \\x1b[31m", "The file: Instead 3... Qe7"):
        assert said in out and said in page
    assert (status, "\x1b" in out + page) == (0, False)
    assert "The file: 10:00 left: as ever" in page
    assert '"note": {"ply": 1, "after": "as ever", "left": 600.0}' in command([*words, "--json"])[1]


def test_the_review_is_written_into_a_file_that_is_named(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    Path("game.pgn").write_text(MATED)
    assert command(["import", "game.pgn"])[0] == 0
    assert command(["review", "1", "--nodes", "500", "--pgn", "out.pgn"])[0] == 0
    (game,) = read_text(Path("out.pgn").read_text(encoding="utf-8"), "out.pgn")
    assert len(game.record.notes) >= 6
    status, _, err = command(["review", "1", "--sgf", "out.sgf"])
    assert (status, err) == (2, "referee: sgf cannot hold chess (formats that can: pgn, moves, jsonl, csv)\n")
