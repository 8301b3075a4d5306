"""Pieces in motion: what is seen between two positions."""

import pytest

import games
from games.picture import Grid
from referee.drawing.changes import LONGEST, frames_between, step_of


def frames(spec, moves):
    """The pictures between the position before the last of the moves and the one after it, and these two."""
    game = games.load(spec, tuple(moves.split()[:-1]))
    before = game.show()
    game.make(game.parse(moves.split()[-1]))
    return before, frames_between(before, game.show()), game.show()


def pieces(picture):
    """Where pieces stand, and whose."""
    return {
        (row, column): cell.seat
        for row, cells in enumerate(picture.rows)
        for column, cell in enumerate(cells)
        if cell.seat is not None
    }


def test_a_disc_falls_from_the_top_to_its_place():
    before, found, after = frames("connect-four", "4 4")
    places = [set(pieces(frame).items()) - set(pieces(before).items()) for frame in found]
    assert places == [{((row, 3), 1)} for row in range(4)]
    assert ((4, 3), 1) in pieces(after).items()


def test_a_disc_that_falls_nowhere_is_there_at_once():
    assert frames("connect-four", "4 4 4 4 4 4")[1] == []


def test_discs_that_are_turned_are_seen_from_their_edge():
    before, (placed, edged), after = frames("othello", "d3")
    assert pieces(placed) == pieces(before) | {(2, 3): 0}
    assert edged.rows[3][3].mark == "|"
    assert dict(edged.pieces)["|"] == "edge"
    assert pieces(edged) == pieces(after)


def test_a_piece_that_jumps_is_seen_on_its_way():
    before, found, after = frames("checkers", "11-15 22-18 15x22")
    assert len(found) == 1
    assert len(pieces(found[0])) == len(pieces(before)) - 1  # it stands on the one that it takes
    assert len(pieces(after)) == len(pieces(before)) - 1


@pytest.mark.parametrize("spec", ["breakthrough", "hexapawn", "gomoku", "tic-tac-toe", "kalah", "pig", "kuhn-poker"])
def test_what_only_goes_a_step_or_is_placed_is_there_at_once(spec):
    game = games.load(spec)
    assert frames(spec, game.text(game.moves()[0]))[1] == []


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("spec", ["connect-four", "othello", "checkers", "breakthrough", "dots-and-boxes", "hex:4"])
def test_all_frames_of_a_move_take_less_than_a_quarter_of_a_second(spec, seed):
    import random

    rng, game = random.Random(seed), games.load(spec)
    while game.score() is None:
        before = game.show()
        game.make(rng.choice(game.moves()))
        found = frames_between(before, game.show())
        assert len(found) * step_of(found) <= LONGEST < 0.25
        assert all(isinstance(frame, Grid) and len(frame.rows) == len(before.rows) for frame in found)


def test_pictures_of_different_kinds_have_nothing_between_them():
    assert frames_between("a", "b") == []
    assert frames_between(games.load("ttt").show(), games.load("connect-four").show()) == []
