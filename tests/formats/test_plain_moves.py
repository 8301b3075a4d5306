"""Plain moves, a game a line."""

import pytest

from games.names.catalogue import SpecError
from referee.formats.formats import detect, find_format, read_text

TWO = "# tic-tac-toe\n5 1 9 3 2 8 4 6 7\n\n# a comment\n1. 5 2. 1\n"


def test_each_line_is_a_game_of_the_one_named_above():
    first, second = read_text(TWO, "a.moves")
    assert (first.record.game, first.record.how, first.record.score) == ("tic-tac-toe", "played-out", 0)
    assert (second.record.moves, second.record.how, second.line, second.record.number) == ("5 1", None, 5, 1)


def test_games_are_read_written_and_read_back():
    games = read_text(TWO, "a.moves")
    again = read_text(find_format("moves").write(games), "b.moves")
    assert [each.record for each in again] == [each.record for each in games]


def test_lines_are_of_the_game_that_is_handed_where_none_is_named():
    (game,) = read_text("b3 b2\n", "a.moves", "othello:size=6")
    assert game.record.game == "othello:size=6"


@pytest.mark.parametrize(("text", "complaint"), [
    ("5 1\n", "a.moves, line 1: no game is named: add its name, or a line such as # othello"),
    ("# ttt\n5 1\n5 5\n",
     "a.moves, line 3: move 2 '5' is not a legal move here: a cross of X stands on 5; legal: 1 to 4, 6 to 9"),
    ("", "a.moves holds no game (plain moves)"),
    ("# ttt\n1 4 2 5 3 6\n", "a.moves, line 2: move 6 '6' is not a legal move here; legal: none, the game is over"),
])  # fmt: skip
def test_an_error_is_reported_with_its_line(text, complaint):
    with pytest.raises(SpecError) as caught:
        read_text(text, "a.moves")
    assert str(caught.value) == complaint


def test_a_file_whose_name_and_beginning_tell_nothing_is_of_plain_moves():
    assert detect("games", "5 1").name == "moves"
