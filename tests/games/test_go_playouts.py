"""Playouts of go: what they answer to the last move, whole ones, and what is known of a move beforehand."""

import random

import pytest

import games
from games.go.patterns import codes, expand, turned
from games.move_list import MoveList
from games.adapters.undo import has_priors, plays_out
from tests.helpers.random_games import check_playouts, items
from referee.support.build import life

COMPILED = life() == "compiled"


def drawn(texts, spec="go:5,komi=0", count=100):
    """The texts of the moves that playouts make after those."""
    game, rng = games.load(spec, texts.split()), random.Random(1)
    return {game.text(game.playout_move(rng.getrandbits(64))) for _ in range(count)}


def prior(game, text):
    """The prior of that move."""
    return game.prior(game.parse(text))


def test_a_playout_captures_what_the_last_move_left_in_atari():
    assert drawn("A2 E5 D4 A1") == {"B1"}


def test_a_playout_saves_a_chain_from_atari():
    assert drawn("C3 B3 E5 D3 E1 C4") == {"C2"}


def test_playouts_may_draw_all_moves_alike():
    game = games.load("go:5,komi=0", "C3 B3 E5 D3 E1 C4".split())
    game.answers = False
    rng = random.Random(1)
    assert len({game.playout_move(rng.getrandbits(64)) for _ in range(500)}) > 10
    assert not game.copy().answers


@pytest.mark.parametrize("spec", ["go:2", "go:5", "go:9", "go:9,handicap=4", "go:19"])
def test_a_whole_playout_makes_legal_moves_until_the_end(spec):
    check_playouts(spec, 40, 20 if COMPILED else 2)


def test_a_playout_is_the_same_in_both_lives():
    game = games.load("go:9")
    game.playout(12345, moves := MoveList(), MoveList())
    told = sum(place * move for place, move in enumerate(items(moves)))
    assert (moves.count, game.score(), told) == (115, 36, 561750)


def test_a_game_of_other_rules_has_neither():
    class Other(type(games.load("go"))):
        def score(self):
            return None

    assert plays_out(games.load("go")) is COMPILED
    assert has_priors(games.load("go"))
    assert not plays_out(Other())
    assert not has_priors(Other())


def test_a_capture_is_known_to_be_good_and_an_eye_filled_to_be_bad():
    game = games.load("go:5,komi=0", "A2 A1 D4 E5".split())
    assert prior(game, "B1") > prior(game, "D3") > prior(game, "pass")
    eye = games.load("go:5,komi=0", position="1b1b1/bbbbb/5/5/5 b")
    assert prior(eye, "A5") < prior(eye, "pass") < 0


def test_shapes_are_the_same_turned_and_with_colours_exchanged():
    found = codes()
    assert set(expand("XOX......")) <= found
    assert set(expand("OXO......")) <= found
    assert all(set(expand(way)) <= found for way in turned("XOX......"))
    assert 0 not in found
