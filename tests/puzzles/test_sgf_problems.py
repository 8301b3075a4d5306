"""Problems in SGF files: which trees are problems, which lines are right, and what follows."""

from referee.formats.file_game import SkippedGame
from referee.puzzles.problem import main_line
from referee.puzzles.sgf_problems import holds_problems, read_problems
from tests.helpers.cases import every_case

MARKED = """(;GM[1]FF[4]SZ[9]GN[corner]AB[aa][ba][cb]AW[ca][bb]C[Black to kill]
(;B[ab]C[hm];W[da]C[White lives])
(;B[da]C[first];W[ab](;B[ac]C[RIGHT])(;B[bc]C[too slow];W[ac]))
)"""
PLAIN = "(;GM[1]SZ[9]AB[aa]AW[bb];W[cc];B[dd](;W[ee];B[ff](;W[gg])(;W[hh]))(;W[ef]))"


def read(text):
    return [*read_problems(text.splitlines(keepends=True), "")]


def lines(branches):
    """The right moves of a tree, nested."""
    return {each.move: lines(each.answers) for each in branches if each.right}


def test_lines_that_lead_to_a_right_comment_are_right():
    (found,) = read(MARKED)
    assert (found.title, found.comment, found.line) == ("corner", "Black to kill", 1)
    assert lines(found.branches) == {"D9": {"A8": {"A7": {}}}}
    assert [each.move for each in main_line(found.branches)] == ["D9", "A8", "A7"]


def test_a_wrong_move_keeps_its_refutation_and_what_the_file_says():
    (found,) = read(MARKED)
    wrong = found.branches[0]
    assert (wrong.move, wrong.right, wrong.reply.move, wrong.reply.comment) == ("A8", False, "D9", "White lives")


def test_a_mark_alone_is_no_comment():
    (found,) = read(MARKED)
    assert [each.comment for each in main_line(found.branches)] == ["first", "", ""]


def test_without_marks_the_main_line_is_right_and_ends_with_a_move_of_the_solver():
    (found,) = read(PLAIN)
    assert [each.move for each in main_line(found.branches)] == ["C7", "D6", "E5", "F4", "G3"]
    assert [each.solved for each in main_line(found.branches)] == [False, False, False, False, True]


@every_case("comment", ["RIGHT", "so it dies. RIGHT", "Correct.", "correct!", "+", "正解", "Right"])
def test_many_words_call_a_line_right(comment):
    (found,) = read(f"(;GM[1]SZ[9]AB[aa]AW[bb](;B[cc])(;B[dd]C[{comment}]))")
    assert found.best == ("D6",)


@every_case("comment", ["Incorrect", "not correct", "the right group dies", "WRONG", "-", "失敗"])
def test_other_words_do_not(comment):
    (found,) = read(f"(;GM[1]SZ[9]AB[aa]AW[bb](;B[cc]C[Correct])(;B[dd]C[{comment}]))")
    assert found.best == ("C7",)


@every_case("mark", ["BM[1]", "WV[]", "C[Wrong]"])
def test_a_first_line_that_is_marked_as_bad_is_not_the_main_line(mark):
    (found,) = read(f"(;GM[1]SZ[9]AB[aa]AW[bb](;B[cc]{mark})(;B[dd]))")
    assert found.best == ("D6",)


def test_two_moves_of_a_side_have_a_pass_between_them():
    (found,) = read("(;GM[1]SZ[9]AB[aa]AW[bb];B[cc];B[dd])")
    assert [each.move for each in main_line(found.branches)] == ["C7", "pass", "D6"]


def test_a_line_ends_before_a_move_that_is_not_legal():
    (found,) = read("(;GM[1]SZ[9]AB[aa]AW[bb];B[cc];W[cc];B[dd])")
    assert [each.move for each in main_line(found.branches)] == ["C7"]


@every_case(("text", "why"), [
    ("(;GM[1]SZ[9];B[cc];W[dd])", "not a problem"), ("(;GM[1]SZ[9]AB[aa]AW[bb])", "no moves"),
    ("(;GM[1]SZ[9]HA[2]AB[gc][cg];W[dd])", "not a problem"), ("(;GM[1]SZ[9]AB[aa]RE[B+R];W[dd])", "not a problem"),
    ("(;GM[3]SZ[9];W[dd])", "GM[3]"),
])  # fmt: skip
def test_other_trees_are_skipped_with_their_reason(text, why):
    (found,) = read(text)
    assert type(found) is SkippedGame and why in found.why
    assert not holds_problems([text])


@every_case(("text", "best"), [
    ("(;GM[11]SZ[5];B[c3]C[RIGHT])", ("c3",)), ("(;GM[4]SZ[15]AB[hh][hg]AW[aa];W[hf]C[Correct])", ("h10",)),
    ("(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[d3]C[+])", ("d3",)),
])  # fmt: skip
def test_other_games_of_stones_have_problems_too(text, best):
    (found,) = read(text)
    assert found.best == best
