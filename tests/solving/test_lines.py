"""Lines of moves: a line that stops before the end of the game shows it everywhere."""

import io
import re
from pathlib import Path

import pytest

import games
import referee
from players.player import Thought
from referee.analysis.analysis import Analysis
from referee.analysis.method_result import MethodResult, MoveValue
from referee.drawing.glyphs import ASCII, UNICODE, with_signs
from referee.drawing.terminal import ESCAPED
from referee.reports.analysis.text import conclusion_lines, sentences
from referee.reports.analysis.thought_text import ChanceScale, choice_text
from referee.reports.review.comment import better_line, ending
from referee.reviews.judging import Grade, Verdict
from referee.reviews.reasons import Refutation
from referee.solving.outcome_text import full_stop, line_text
from referee.solving.value import settled

LONG = tuple("31155333222444")
ROOMS = ("reports/review", "reports/analysis", "reports/puzzle", "table")


@pytest.mark.parametrize(("line", "most", "distance", "told"), [
    ("315", None, None, "3 1 5"), ("315", None, 3, "3 1 5"), ("315", None, 5, "3 1 5 …"), ("315", 2, 3, "3 1 …"),
    ("315", 3, 3, "3 1 5"), ("", None, 0, ""),
])  # fmt: skip
def test_a_line_shorter_than_the_way_to_the_end_goes_on(line, most, distance, told):
    assert line_text(line, most, distance) == told


def test_a_sentence_that_ends_in_such_a_line_has_no_full_stop():
    assert full_stop(line_text("31", more=True)) == "3 1 …"
    assert full_stop(line_text("31")) == "3 1."


def test_a_stream_without_unicode_gets_three_dots():
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="ascii", errors=ESCAPED)
    stream.write("ö 3 1 …")
    stream.flush()
    assert written.getvalue() == b"\\xf6 3 1 ..."
    assert with_signs("3 1 …", ASCII) == "3 1 ..."
    assert with_signs("3 1 …", UNICODE) == "3 1 …"
    assert b"\xf6".decode("ascii", ESCAPED) == "\\xf6"


def test_a_refutation_of_21_plies_shows_that_its_line_is_cut():
    assert ending(Refutation("3", 21, line=LONG)) == "3 and wins in 21 plies, as by 3 1 1 5 5 3 3 …"
    assert ending(Refutation("3", 3, line=LONG[:3])) == "3 and wins in 3 plies, as by 3 1 1"


def test_a_better_line_that_stops_before_the_end_shows_it():
    before, after = settled(1, 21, LONG), settled(-1, 4)
    verdict = Verdict(0, "5", 0, Grade.BLUNDER, before, after, 1.0, better="3", line=LONG[:4], rival=before)
    assert better_line(verdict) == "3, then 1 1 5 …"
    whole = settled(1, 4, LONG[:4])
    assert better_line(
        Verdict(0, "5", 0, Grade.BLUNDER, whole, after, 1.0, better="3", line=LONG[:4], rival=whole)
    ) == ("3, then 1 1 5.")


def test_an_analysis_shows_that_its_line_is_cut():
    game = games.load("connect-four")
    best = next(move for move in game.moves() if game.text(move) == "4")
    found = Analysis("connect-four", (), game)
    wins = MoveValue(move=best, text="4", score=1, distance=41, line=("4", "4", "4"))
    found.update(MethodResult("exact", "exhaustive search", (wins,), 1, 0.1))
    assert found.distance() == 41
    assert any("line  4 4 4 …" in "".join(span.text for span in line) for line in conclusion_lines(found, 80, UNICODE))
    assert any("line  4 4 4 ..." in "".join(span.text for span in line) for line in conclusion_lines(found, 80, ASCII))
    assert "Expected: 4 4 4 …" in sentences(found)


def test_why_shows_that_its_line_is_cut():
    thought = Thought(0, 1.0, True, ("3", "1", "1"), (), 0, 0, 0.0, distance=21)
    assert choice_text("Ann", thought, ChanceScale()) == "Ann chose 3, which wins in 21, and expects 1 1 …"


def test_the_line_of_a_solved_game_ends_with_the_game_or_shows_that_it_does_not():
    assert not any("…" in line for line in referee.solve("tic-tac-toe").lines())
    assert any(line.endswith("…") for line in referee.solve("nim:sticks=120").lines())


def test_no_view_joins_the_moves_of_a_line_itself():
    root = Path(referee.__file__).parent
    wrong = re.compile(r"join\((?:\w+\.)*line\b|join\(found\[.line.\]")
    places = [*(root / "reports").glob("*.py"), *(path for room in ROOMS for path in (root / room).rglob("*.py"))]
    assert places
    assert not [str(path) for path in places if wrong.search(path.read_text(encoding="utf-8"))]
