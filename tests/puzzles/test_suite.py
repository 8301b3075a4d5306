"""Test suites: what is read, what is right, and what players answer."""

import pytest

import games
from games.names.catalogue import SpecError
from referee.formats.file_game import SkippedGame
from referee.puzzles.problem import wins_in
from referee.puzzles.problem_files import read_problem_file
from referee.puzzles.suite import read_suite
from referee.puzzles.suite_run import run_suite, tally
from tests.engines.test_judge import spec_of
from tests.helpers.cases import every_case

PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - -"
BACK = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"
OTHELLO = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def read(text, game="", name="x.epd"):
    return [*read_suite(text.splitlines(), game, name)]


@every_case(
    ("line", "wanted", "position"),
    [
        (f"{PAWN} bm e4;", "bm e4", f"{PAWN} 0 1"), (f"{PAWN} bm e2e4", "bm e4", f"{PAWN} 0 1"),
        (f'{PAWN} id "a; bm e3"; bm e3, e4!;', "bm e3 e4", f"{PAWN} 0 1"),
        (f"{PAWN} 4 9 bm e4; am e3;", "bm e4 am e3", f"{PAWN} 4 9"),
        (f"{PAWN} hmvc 4; fmvn 9; am e3;", "am e3", f"{PAWN} 4 9"), (f"{PAWN} acd 20; dm 12;", "dm 12", f"{PAWN} 0 1"),
        ("connect-four:position=4453; bm 4", "bm 4", "7/7/7/7/3y3/2yrr2 r"), ("connect-four 4453; bm 4", "bm 4", "7/7/7/7/3y3/2yrr2 r"),
        ("# checkers\nW:W21,22:B1,K9; bm 21-17", "bm 21-17", "W:W21,22:B1,K9"),
        ("# tic-tac-toe\nxo1/3/3 x moves 4; bm 7", "bm 7", "xo1/x2/3 o"), ("tic-tac-toe; bm 5", "bm 5", "3/3/3 x"),
    ],
)  # fmt: skip
def test_a_line_is_a_position_and_its_moves(line, wanted, position):
    (found,) = read(line)
    assert (found.wanted, games.find_position(found.game)) == (wanted, position)


def test_names_and_comments_are_kept():
    (found,) = read(f'{PAWN} bm e4; c0 "a; comment"; id "one.002";')
    assert (found.title, found.comment, found.line) == ("one.002", "a; comment", 1)


def test_the_best_score_of_an_obf_file_is_right():
    (found,) = read(f"% problems\n{OTHELLO}; H1:+12; G8:+18; A6:-6 % 1", name="f.obf")
    assert (found.best, found.line) == (("g8",), 2)
    assert found.game.startswith("othello:empties=winner")


@every_case(("line", "why"), [
    ("rubbish bm e4;", "'rubbish' of chess"), (f"{PAWN} bm e5;", "'e5' is not a legal move"), (f"{PAWN} id \"x\";", "none of the operations"),
    (f"{PAWN} dm 0;", "dm 0"), ("# pig\n0/0 0 First; dm 2", "without chance"), ("# pig\n0/0 0 First rolls; bm roll", "dice or cards come next"),
    ("7k/5KQ1/8/8/8/8/8/8 b - - bm Kh7;", "over"),
])  # fmt: skip
def test_a_line_that_cannot_be_read_is_skipped_with_its_reason(line, why):
    found = read(f"{line}\n# chess\n{PAWN} bm e4;")
    assert [type(each) is SkippedGame for each in found] == [True, False]
    assert why in found[0].why
    assert found[0].line == line.count("\n") + 1


def test_a_strict_reader_refuses_the_first_such_line(tmp_path):
    path = tmp_path / "x.epd"
    path.write_text(f"{PAWN} bm e4;\nrubbish\n")
    assert [len(each) for each in read_problem_file(path)] == [1, 1]
    with pytest.raises(SpecError, match="line 2: the position 'rubbish'"):
        read_problem_file(path, strict=True)
    path.write_text("# nothing\n")
    with pytest.raises(SpecError, match="holds no problem"):
        read_problem_file(path)


def test_a_line_without_a_game_says_how_to_name_it():
    (found,) = read("4453; bm 4", name="x.txt")
    assert "no game is named" in found.why
    assert read("4453; bm 4", "connect-four", "x.txt")[0].best == ("4",)


def solves(line, move):
    (problem,) = read(line)
    game = problem.start()
    return problem.solved_by(game, game.parse(move))


@every_case(("line", "move", "right"), [
    (f"{PAWN} bm e4 e3;", "e3", True), (f"{PAWN} bm e4;", "Kd2", False), (f"{PAWN} am e3;", "e3", False), (f"{PAWN} am e3;", "e4", True),
    (f"{BACK} dm 1;", "Ra8#", True), (f"{BACK} dm 1;", "Ra7", False), (f"{BACK} dm 1; bm Ra8;", "Ra7", False),
])  # fmt: skip
def test_a_move_is_right_if_it_does_all_that_is_asked(line, move, right):
    assert solves(line, move) is right


def test_a_win_beyond_our_search_is_believed_if_the_program_announces_it_in_time(monkeypatch):
    game = read(f"{BACK} dm 1;")[0].start()
    monkeypatch.setattr("referee.puzzles.near.NODES", 1)
    move = game.parse("Ra7")
    assert [wins_in(game, move, 2, announced) for announced in (None, 3, 5, -3)] == [False, True, False, False]


def test_each_position_gets_an_answer_with_time_and_depth():
    problems = read(f"{BACK} dm 1;\n{PAWN} am Kd2;\n{PAWN} bm e4; am e3;")
    mate, avoid, best = run_suite(problems, "minimax:depth=2", None, 0)
    assert (mate.played, mate.solved, mate.fault) == ("Ra8#", True, "")
    assert avoid.depth == 2 and avoid.seconds > 0
    counts = tally([mate, avoid, best])
    assert counts == {"bm": (best.solved, 1), "am": (avoid.solved + best.solved, 2), "dm": (1, 1)}


def test_a_player_that_fails_has_not_solved_the_position_and_the_next_one_is_asked(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("class Bad:\n    def choose(self, game, deadline):\n        raise ValueError('no')\n")
    found = [*run_suite(read(f"{PAWN} bm e4;\n{PAWN} bm e3;"), str(path), None, 0)]
    assert [(each.played, each.solved) for each in found] == [("", False)] * 2
    assert all("crashed" in each.fault for each in found)


def test_a_program_from_outside_stays_for_all_positions():
    found = [*run_suite(read(f"{PAWN} bm e4;\n{PAWN} bm e3;"), spec_of("plays"), None, 0)]
    assert all(each.played for each in found), found
