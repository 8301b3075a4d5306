"""`referee check` of games against what is known of them: stated truths, and a game that they are to be the same as."""

import json
import textwrap

import pytest

import games
from games.game import CHANCE
from referee.checking import expected, laws
from referee.checking.expected import NAMES, parse_truths
from referee.checking.file import CheckOptions, check_target
from referee.checking.lockstep import LAW, LOOSELY, GamePair, compare_games
from referee.checking.player import SMALL
from referee.checking.report import Report, grade_reports, report_lines
from tests.helpers.cases import every_case

RULES = """
from games.game import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Mine(Game):
    def __init__(self, size=3):
        self.turn, self.board = 0, [None] * 9

    def moves(self):
        if self.score() is not None:
            return []
        return [cell for cell in range(9) if self.board[cell] is None]

    def make(self, move):
        self.board[move], self.turn = self.turn, 1 - self.turn

    def score(self):
        for a, b, c in LINES:
            if self.board[a] is not None and self.board[a] == self.board[b] == self.board[c]:
                return 1 - 2 * self.board[a]
        return None if None in self.board else 0

    def text(self, move):
        return f"{move + 1}"
"""
TRUTHS = {  # of tic-tac-toe (perft: the number of ways to place; value: a draw, known since long)
    "perft 1": 9, "perft 3": 504, "1 5: perft 2": 42, "value": 0, "plies": "none", "1 4 2: value": 0, "1 4 2 7: value": 1,
    "1 4 2 7: plies": 1, "moves": 9, "5: moves": ["1", "2", "3", "4", "6", "7", "8", "9"], "1 4 2 5 3: score": 1,
    "1 4: score": "none", "1: turn": 1, "1 4: turn": 0,
}  # fmt: skip


def judged(stated, game="tic-tac-toe", seconds=10.0):
    """The report on these truths alone."""
    return expected.add_expectations(Report("game", game, "", {}), game, stated, seconds=seconds)


def told(report):
    return " ".join(" ".join(report_lines(report)).split())


@every_case("name", [name for name in TRUTHS if name != "1 4 2: value"])
def test_a_truth_holds_and_its_opposite_does_not(name):
    wanted = TRUTHS[name]
    other = wanted + 1 if isinstance(wanted, int) else ["9"] if isinstance(wanted, list) else 3
    assert judged({name: wanted}).passed
    report = judged({name: other})
    assert not report.passed and report.holds(f"expected: {name}") is False
    assert report.findings[0].sentence.startswith(f"{name} is ")
    assert report.findings[0].drawing


def test_a_wrong_count_is_shown_with_its_split_by_first_moves():
    (finding,) = judged({"1 5: perft 2": 40}).findings
    assert finding.sentence == "1 5: perft 2 is 42, not 40"
    assert finding.moves == ("1", "5")
    assert finding.drawing.splitlines() == [f"{text}  6" for text in "2346789"]


def test_moves_that_are_missing_or_not_wanted_are_named():
    (finding,) = judged({"1 5: moves": ["2", "3", "4", "10"]}).findings
    assert finding.drawing.splitlines() == ["missing: 10", "not wanted: 6 7 8 9"]


@pytest.mark.parametrize(
    ("game", "name", "wanted"),
    [("pig:target=5", "value", None), ("pig:target=5", "turn", 0), ("nim:sticks=5", "value", 1), ("nim:sticks=5", "plies", 3),
     ("kuhn-poker", "turn", "chance"), ("connect-four:columns=4,rows=4", "value", 0)],
)  # fmt: skip
def test_games_of_all_kinds_have_values(game, name, wanted):
    from referee.solving.exhaustive import by_sweep

    known = by_sweep(games.load(game), None)["value"] if wanted is None else wanted
    assert judged({name: known}, game).passed
    assert not judged({name: 0.123 if wanted is None else "none" if name == "turn" else known + 1 if isinstance(known, int) else 0}, game).passed  # fmt: skip


def test_a_truth_that_takes_too_long_is_reported_and_does_not_pass():
    report = judged({"value": 1}, "connect-four", seconds=0.2)
    assert report.holds("expected: value") is None and not report.passed
    assert "value was not worked out within 0.2 seconds" in told(report)
    assert grade_reports([report])["tests"][0]["score"] == 0
    assert judged({"perft 30": 1}, "hex:size=4", seconds=0.2).holds("expected: perft 30") is None


@pytest.mark.parametrize(
    ("name", "wanted", "said"),
    [("1 1: turn", 0, "'1' cannot be played"), ("1 4 2 5 3 6: turn", 0, "the game is over before '6' can be played")],
)
def test_moves_that_cannot_be_played_are_named(name, wanted, said):
    assert said in judged({name: wanted}).findings[0].sentence


def test_hidden_cards_are_not_solved_for_a_value():
    assert "hidden cards" in judged({"value": 0}, "kuhn-poker").findings[0].sentence


@pytest.mark.parametrize(
    "stated",
    [{"pref 3": 1}, {"perft": 1}, {"perft 0": 1}, {"perft x": 1}, {"perft 3": "many"}, {"value": "draw"}, {"turn": True},
     {"value 3": 1}],
)  # fmt: skip
def test_an_invalid_truth_is_named(stated):
    (name,) = stated
    with pytest.raises(ValueError, match=name) as raised:
        parse_truths(stated)
    assert NAMES in str(raised.value) or "must be" in str(raised.value)


# From classes and files.


@pytest.fixture
def handed_in(tmp_path, monkeypatch):
    """The path of the right tic-tac-toe, with one replacement and lines added to its class."""
    monkeypatch.chdir(tmp_path)

    def write(old="", new="", more=""):
        assert not old or RULES.count(old) == 1
        (tmp_path / "mine.py").write_text(RULES.replace(old, new) + textwrap.indent(textwrap.dedent(more), "    "))
        return "./mine.py"

    return write


def test_a_class_says_itself_what_is_expected(handed_in):
    path = handed_in(more="expect = {'perft 3': 504, 'value': 1, 'size=3': {'perft 2': 72}, '1: turn': 1}")
    (report,) = check_target(path, CheckOptions(positions=30))
    assert (
        report.holds("expected: perft 3")
        and report.holds("expected: size=3, perft 2")
        and report.holds("expected: 1: turn")
    )
    assert [each.sentence for each in report.findings if each.law != laws.UNUSED] == ["value is 0, not 1"]


def test_a_class_that_expects_nonsense_is_a_finding(handed_in):
    (report,) = check_target(handed_in(more="expect = {'pref 3': 504}"), CheckOptions(positions=30))
    assert any("'pref 3' is not a truth" in each.sentence for each in report.findings) and not report.passed


def test_rules_that_fail_on_the_way_are_shown(handed_in):
    path = handed_in(
        "self.board[move], self.turn", "1 / (move - 7)\n        self.board[move], self.turn", "expect = {'perft 2': 72}"
    )
    (report,) = check_target(path, CheckOptions(positions=30))
    finding = next(each for each in report.findings if each.law == "perft 2")
    assert "ZeroDivisionError" in finding.sentence and "mine.py" in finding.trace


def test_a_file_of_truths_is_graded_one_by_one(handed_in, tmp_path, command):
    path = handed_in("(2, 4, 6)]", "]")
    (tmp_path / "truths.toml").write_text(
        '"perft 2" = 72\n[Mine]\n"3 1 5 2 7: score" = 1\n["size=3"]\nvalue = 0\n[Other]\nvalue = 1\n'
    )
    words = ["--expect", "truths.toml", "--gradescope", "results.json", "--same-as", "tic-tac-toe"]
    status, out, _ = command(["check", path, *words])
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    scores = {test["name"].partition(": ")[2]: test["score"] for test in tests}
    assert status == 1
    assert {name: score for name, score in scores.items() if "expected" in name or "same" in name} == {
        "expected: perft 2": 1, "expected: 3 1 5 2 7: score": 0, "expected: size=3, value": 1, "expected: value": 0,
        "the same as tic-tac-toe": 0,
    }  # fmt: skip
    assert "./mine.py holds no game Other" in out


@pytest.mark.parametrize(
    ("text", "said"),
    [('"pref 3" = 1', "'pref 3' is not a truth"), ("perft 3 = 1", "--expect truths.toml: "), (None, "cannot be read")],
)
def test_a_file_that_states_nonsense_is_answered_in_a_line(handed_in, tmp_path, text, said, command):
    path = handed_in()
    if text is not None:
        (tmp_path / "truths.toml").write_text(text)
    status, _, err = command(["check", path, "--expect", "truths.toml"])
    assert status == 2
    assert said in err and err.count("\n") == 1


# The same as another game.


def rules(old="", new=""):
    """The class in the rules above, with one replacement."""
    space = {"__name__": "mine"}
    assert not old or RULES.count(old) == 1
    exec(RULES.replace(old, new), space)
    return space["Mine"]


@pytest.mark.parametrize(
    ("old", "new", "line", "how"),
    [
        (", 1 - self.turn", ", 1 - self.turn if move != 4 else self.turn", ("5",), "seat 0 is to move, in right seat 1"),
        ("if self.board[cell] is None]", "if self.board[cell] is None and (cell != 8 or None not in self.board[:2])]", (), "9 cannot be played, which right allows"),
        ("range(9) if self.board[cell] is None]", "range(9) if self.board[cell] is None or cell == 3 == self.board.count(None) - 4]", None, "4 can be played, which right forbids"),
        ("return None if None in self.board else 0", "return None if None in self.board else 1", None, "over with the score 1, in right the game is over with the score 0"),
        (", (2, 4, 6)]", "]", 5, "the game goes on, in right the game is over with the score 1"),
        ("return 1 - 2 * self.board[a]", "return {0: 1}[self.board[a]]", 6, "raises KeyError: 1"),
        ("return None if None in self.board else 0", "while self.board.count(None) == 6:\n            pass\n        return None if None in self.board else 0", 3, "had not come back after"),
    ],
)  # fmt: skip
def test_games_part_after_the_fewest_moves(old, new, line, how, monkeypatch):
    monkeypatch.setattr("referee.checking.lockstep.STUCK", 0.2)
    pair = GamePair(rules(old, new), rules(), "right")
    apart = pair.part(0)
    assert apart is not None and how in apart.how
    assert line is None or apart.line == line or len(apart.line) == line


def test_a_late_difference_is_found_along_random_games_and_shortened():
    pair = GamePair(rules(", (2, 4, 6)]", "]"), rules(), "right")
    apart = pair.part(0, positions=600)  # of which 200 are near the start: not more than three moves deep
    assert apart is not None and len(apart.line) == 5


def test_the_chances_of_dice_are_compared():
    class Loaded(games.CATALOGUE.load_class("pig")):
        def chances(self):
            (one, weight), *others = super().chances()
            return [(one, 2 * weight), *others]

    class Scaled(games.CATALOGUE.load_class("pig")):
        def chances(self):
            return [(move, 7 * weight) for move, weight in super().chances()]

    right = games.CATALOGUE.load_class("pig")
    assert GamePair(Scaled, right, "pig").part(0, 200) is None
    apart = GamePair(Loaded, right, "pig").part(0, 200)
    assert (
        apart is not None and len(apart.line) == 1 and "the chance of" in apart.how and "2/7, in pig 1/6" in apart.how
    )


def test_texts_are_compared_loosely_with_a_note():
    named = 'return f"{move + 1}"'
    one, other = rules(named, "return f'Cell-{move}'"), rules(named, "return f'cell{move}'")
    report = compare_games(Report("game", "mine", "", {}), one, other, "right")
    assert report.passed and LOOSELY in report.notes
    assert LOOSELY not in compare_games(Report("game", "mine", "", {}), one, one, "right").notes


@pytest.mark.parametrize("spec", SMALL)
def test_every_game_is_the_same_as_itself(spec):
    pair = GamePair(lambda: games.load(spec), lambda: games.load(spec), spec)
    assert pair.part(0, positions=60) is None and pair.seen >= 60 or games.load(spec).turn == CHANCE


def test_both_positions_are_drawn(handed_in):
    (report,) = check_target(handed_in("(2, 4, 6)]", "]"), CheckOptions(same_as="tic-tac-toe", positions=30))
    (finding,) = [each for each in report.findings if each.law == LAW]
    assert "this game:" in finding.drawing and "tic-tac-toe:" in finding.drawing
    assert len(finding.moves) == 5


def test_an_unknown_reference_gets_one_line(handed_in, command):
    status, _, err = command(["check", handed_in(), "--same-as", "tic-tac-to"])
    assert (status, "there is no game 'tic-tac-to'; did you mean tic-tac-toe?" in err) == (2, True)
