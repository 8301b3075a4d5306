"""Several programs judge one match, and one position, side by side."""

import json
import re

import pytest
from click.testing import CliRunner

import referee
from referee.__main__ import main
from referee.cli import referee as command
from referee.drawing.glyphs import UNICODE, line_text
from referee.drawing.text_width import text_width
from referee.reports.review.opinions import opinion_lines
from referee.reports.review.text import Look
from tests.engines.fakes import processes
from tests.engines.test_judge import FAKE, spec_of
from tests.reviews.test_judged_reviews import GAME, SAID

WORDS = "judges", *SAID
# The other judge thinks that Qh5 loses the queen's tempo, and that Qxe5 is fine.
OTHERS = (
    *(each for each in SAID if not each.startswith(("e2e4 e7e5 d1h5: ", "e2e4 e7e5 d1h5 b8c6 h5e5"))),
    "e2e4 e7e5 d1h5: cp 200 pv b8c6",
    "e2e4 e7e5 d1h5 b8c6 h5e5: cp -10 pv c6e5 d2d4",
    "e2e4 e7e5 d1h5 b8c6 h5e5 c6e5: cp 10 pv d2d4",
)
ONE, TWO = spec_of(*WORDS), spec_of("judges", *OTHERS)
NAMED = ["review", "chess", "--moves", GAME, "--nodes", "100", "--judge", ONE, "--judge", TWO]


@pytest.fixture(scope="module")
def found():
    """Return the review by both judges."""
    return referee.review("chess", GAME, judge=[ONE, TWO], nodes=100)


def test_each_judge_says_what_it_says_alone(found):
    for place, spec in enumerate((ONE, TWO)):
        alone = referee.review("chess", GAME, judge=spec, nodes=100).as_dict()
        told = found.as_dict()["judges"][place]
        for mine, each in zip(told["moves"], alone["moves"], strict=True):
            assert [mine[name] for name in ("grade", "better", "loss")] == [
                each[name] for name in ("grade", "better", "loss")
            ]
        assert [each["accuracy"] for each in told["summary"]] == [each["accuracy"] for each in alone["summary"]]
    assert not processes(FAKE.command(*WORDS))


def test_the_first_judge_is_the_one_of_the_review(found):
    told = found.as_dict()
    assert told["moves"][4]["grade"] in ("mistake", "blunder") and told["judge"] == told["judges"][0]["name"]
    assert len({each["name"] for each in told["judges"]}) == 2


def test_moves_say_in_what_the_judges_differ(found):
    differ = [each["differ"] for each in found.as_dict()["moves"]]
    assert "verdict" in differ[2] and "verdict" in differ[4] and differ[0] == []


def test_with_one_judge_nothing_is_added():
    told = referee.review("chess", GAME, judge=ONE, nodes=100)
    assert "judges" not in told.as_dict() and "differ" not in told.as_dict()["moves"][0]
    assert told.as_dict() == referee.review("chess", GAME, judge=[ONE], nodes=100).as_dict()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_table_fits_and_marks_where_they_differ(found, width):
    lines = [line_text(line) for line in opinion_lines(found.reviews, found.positions, Look(width, UNICODE))]
    assert all(text_width(line) <= width for line in lines)
    (row,) = [line for line in lines if line.startswith("3. Qxe5+")]
    assert re.search(r"~\?\?? .*(best|good).* verdict", row)
    assert sum(line.startswith("By fake_uci") for line in lines) == 2


def test_without_tables_a_sentence_tells_each_difference(found):
    lines = [line_text(line) for line in opinion_lines(found.reviews, found.positions, Look(400, UNICODE, plain=True))]
    (said,) = [line for line in lines if line.startswith("3. Qxe5+")]
    assert "they differ in the verdict" in said and "best Bc4" in said and not [line for line in lines if "│" in line]


def test_page_and_notes_say_which_judge_says_what(tmp_path):
    page, pgn = tmp_path / "page.html", tmp_path / "game.pgn"
    done = CliRunner().invoke(command, [*NAMED, "--html", str(page), "--pgn", str(pgn)])
    assert done.exit_code == 0, done.output
    assert "The judges" in page.read_text() and "differ in" in page.read_text()
    comments = " ".join(re.findall(r"\{([^}]*)\}", pgn.read_text()))
    assert len(set(re.findall(r"fake_uci \([^)]*\)", " ".join(comments.split())))) == 2


def test_a_judge_that_fails_ends_the_command_with_a_line_after_what_is_known(capsys):
    with pytest.raises(SystemExit) as exit:
        main([*NAMED[:-1], spec_of("exits 3 while thinking")])
    said = capsys.readouterr()
    assert exit.value.code == 2 and said.err.count("\n") == 1 and "ended its process with exit status 3" in said.err
    assert "3. Qxe5+ ~?" in said.out and not processes(FAKE.command(*WORDS))


def test_several_judges_have_columns_and_lines_in_an_analysis():
    position = "7k/8/6KR/8/8/8/8/8 b - - 0 1"
    one = spec_of("judges", ": cp -500 pv h8g8", "h8g8: cp 700 pv h6h1")
    two = spec_of("judges", ": cp -100 pv h8g8", "h8g8: cp 200 pv h6h2")
    told = referee.analyse("chess", position=position, judge=(one, two), methods="minimax", depth=1)
    first, second, last = told.as_dict()["methods"]
    assert first.startswith("judge fake_uci") and second.startswith("judge fake_uci") and last == "minimax"
    text = str(told)
    lines = re.findall(r"^ *(fake_uci.*?): \d+\.\d+ %, depth 9; *line *Kg8", text, re.MULTILINE | re.DOTALL)
    assert len(set(lines)) == 2
    assert "White is ahead: it wins 92.94 % of games" in text


def test_the_command_analyses_with_several_judges():
    one, two = (spec_of("judges", ": cp -500 pv h8g8", f"h8g8: cp {each} pv h6h1") for each in (700, 600))
    words = ["analyse", "chess", "--position", "7k/8/6KR/8/8/8/8/8 b - - 0 1", "--judge", one, "--judge", two]
    done = CliRunner().invoke(command, [*words, "--method", "minimax", "--depth", "1", "--json"])
    assert [name.split()[0] for name in json.loads(done.stdout)["methods"]] == ["judge", "judge", "minimax"]
