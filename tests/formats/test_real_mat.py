"""What match files of backgammon contain, by the programs that write them."""

from referee.formats.file_game import SkippedGame
from referee.formats.formats import read_stream, read_text
from tests.helpers.cases import every_case

HEAD = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
TWO = "8/5 6/5 24/18 13/11"


def moves_of(text):
    """Return the checkers' moves of the only game, without dice and rolls."""
    (found,) = read_text(text, "a.mat")
    return " ".join(word for word in found.record.moves.split() if "/" in word)


@every_case(("text", "moves"), [
    (HEAD + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n", TWO),
    ("; [Site \"Home\"]\n; [Player 1 \"Ann\"]\n; [Player 2 \"Bob\"]\n; [Crawford \"On\"]\n; [CubeLimit \"1024\"]\n\n"
     "3 point match\n\n Game 1\n Ann : 0                             Bob : 0\n"
     "  1) 31: 8/5 6/5                     62: 24/18 13/11\n", TWO),
    (HEAD.replace("\n", "\r\n") + "  1) 31: 8/5 6/5                 62: 24/18 13/11\r\n", TWO),
    ("\ufeff" + HEAD + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n", TWO),
    (HEAD + "  1) 31: 6/5 8/5                 62: 13/11 24/18\n", TWO),
    (HEAD + "\t1) 31: 8/5 6/5\t\t\t62: 24/18 13/11\n", TWO), (HEAD + "  1) 31: 8/5, 6/5               62: 24/18, 13/11\n", TWO),
    (HEAD + "  1. 31: 8/5 6/5                 62: 24/18 13/11\n", TWO), (HEAD + "  1) 13: 8/5 6/5                 26: 24/18 13/11\n", TWO),
    (HEAD + "  1)                             31: 8/5 6/5\n  2) 62: 24/18 13/11\n", TWO),
    (HEAD + "  1) 31: 8/4*                    62: 24/18 13/11\n", None), (HEAD + "  1) 31: 8/4                     62: 24/18 13/11\n", None),
    (HEAD + "  1) 11: 8/7(2) 6/5(2)           62: 24/18 13/11\n", None),
    (HEAD + "# a comment\n  1) 31: 8/5 6/5                 62: 24/18 13/11\n", TWO),
    (HEAD.replace("3 point", "3 Point") + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n", TWO),
    ("made by hand\n\n" + HEAD + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n", TWO),
    (HEAD.replace("Ann : 0", "Ann(1500.00) : 0") + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n", TWO),
])  # fmt: skip
def test_rows_are_read_as_programs_write_them(text, moves):
    assert moves is None or sorted(moves_of(text).split()) == sorted(moves.split())
    if moves is None:
        assert [*read_stream(text.splitlines(keepends=True), "a.mat")]


def test_a_game_that_cannot_be_read_leaves_the_score_of_the_match_to_the_next():
    text = (
        HEAD
        + "  1) 31: 8/3 6/4\n      Wins 1 point\n\n Game 2\n Ann : 1                        Bob : 0\n  1) 31: 8/5 6/5\n"
    )
    skipped, game = read_stream(text.splitlines(keepends=True), "a.mat")
    assert isinstance(skipped, SkippedGame)
    assert (skipped.line, game.record.game) == (5, "backgammon:away=2/3,cube=yes")


def test_points_of_the_jacoby_rule_hold():
    rows = "  1) 31: 8/5 6/5    Doubles => 2\n  2)  Drops             Wins 2 points\n"
    (game,) = read_text(HEAD.replace("3 point", "0 point") + rows, "a.mat")
    assert (game.record.score, game.record.how) == (-2, "file")
    assert len(game.remarks) == 1
