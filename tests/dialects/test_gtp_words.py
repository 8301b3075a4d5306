"""Words of the Go Text Protocol."""

import random

import pytest

import games
from games.game import IllegalMove
from referee.dialects import gtp
from tests.helpers.cases import every_case


@pytest.mark.parametrize("spec", ["go:7", "go:5,komi=-3.5", "gomoku", "gomoku:columns=7,rows=9", "hex", "othello:10"])
def test_every_move_of_a_game_is_read_again(spec):
    game, rng = games.load(spec), random.Random(2)
    while moves := game.moves():
        words = [gtp.write_move(game, move) for move in moves]
        assert [gtp.read_move(game, word.swapcase()) for word in words] == moves
        game.make(rng.choice(moves))


def test_points_of_go_have_no_i_and_are_counted_from_the_bottom():
    game = games.load("go:19")
    assert gtp.write_point(game, (0, 18)) == "T19"
    assert gtp.write_point(game, (18, 8)) == "J1"
    assert gtp.read_point(game, "j1") == (18, 8)
    for word in ("I5", "A20", "U1", "A0", "A01", "5A", "", "pass", "A100", "ß1", "a1 b2"):
        with pytest.raises(gtp.NotAPoint, match="is not a point of the board"):
            gtp.read_point(game, word)


def test_points_of_gomoku_are_those_of_go_though_its_own_have_an_i():
    game = games.load("gomoku")
    move = game.parse("i8")
    assert gtp.write_move(game, move) == "J8"


def test_points_of_hex_and_othello_are_their_own():
    for spec in ("hex:11", "othello"):
        game = games.load(spec)
        assert {gtp.write_move(game, move) for move in game.moves()} == {game.text(move) for move in game.moves()}


def test_the_swap_of_hex_has_its_word():
    game = games.load("hex:5,swap=yes")
    game.make(gtp.read_move(game, "b4"))
    game.make(gtp.read_move(game, "swap-pieces"))
    assert gtp.stones(game) == [(1, "d2")]
    with pytest.raises(IllegalMove, match="'swap-pieces' is not a legal move here"):
        gtp.read_move(game, "swap-pieces")


def test_a_pass_is_a_move_where_the_rules_have_one():
    game = games.load("go:5")
    assert game.text(gtp.read_move(game, "PASS")) == "pass"
    for spec in ("othello", "hex", "gomoku"):
        with pytest.raises(IllegalMove, match="'pass' is not a legal move here"):
            gtp.read_move(games.load(spec), "pass")


def test_a_stone_on_another_is_not_legal():
    game = games.load("go:5")
    game.make(gtp.read_move(game, "c3"))
    with pytest.raises(IllegalMove, match="'C3' is not a legal move here"):
        gtp.read_move(game, "C3")


@pytest.mark.parametrize(("word", "seat"), [("b", 0), ("W", 1), ("Black", 0), ("white", 1), ("red", 0), ("blue", 1)])
def test_colours_are_seats(word, seat):
    assert gtp.read_colour(word) == seat


def test_other_words_are_no_colours():
    with pytest.raises(gtp.NotAPoint, match="'green' is not a colour"):
        gtp.read_colour("green")


@every_case("komi", ["0", "7", "6.5", "-4.5", "-3", "24"])
@every_case("size", [2, 5, 9, 19])
def test_the_komi_is_read_off_a_game(komi, size):
    if abs(float(komi)) < size * size:
        assert gtp.komi(games.load(f"go:size={size},komi={komi}")) == float(komi)


def test_a_position_is_told_as_commands():
    game = games.load("go:size=5,komi=0.5,position=5/1bw2/5/5/5 w")
    assert gtp.set_up(game) == ["boardsize 5", "clear_board", "komi 0.5", "play black B4", "play white C4"]
    assert gtp.set_up(games.load("gomoku:columns=7,rows=9")) == ["boardsize 7 9", "clear_board"]


def test_games_without_words_are_told_from_those_with():
    assert [gtp.is_spoken(games.load(spec)) for spec in ("go", "hex", "chess", "nim")] == [True, True, False, False]
