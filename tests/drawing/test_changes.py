"""What a move took, flipped or won, found by comparing two pictures; and pieces in motion between them."""

import pytest

import games
from games.picture import Cell, Grid, Points
from referee.drawing.changes import (
    LONGEST, Change, find_change, frames_between, step_of,
)  # fmt: skip
from tests.helpers.cases import every_case


def changes(spec, *texts):
    """What each of these moves changed, the moves of chance too."""
    game, found = games.load(spec), []
    for text in texts:
        before, mover = game.show(), game.turn
        game.make(game.parse(text))
        found.append(find_change(before, game.show(), mover))
    return found


NOTHING, PAWN, MAN, SEED = (
    Change(),
    Change(captured=1, piece="pawn"),
    Change(captured=1, piece="man"),
    Change(gained=1, piece="seed"),
)
DISC = Change(flipped=1, piece="disc")
MOVES = [
    ("hexapawn", "b1-b2 a3xb2 a1xb2", [NOTHING, PAWN, PAWN]),
    ("breakthrough:columns=3,rows=4", "b2xc3 b4xc3", [PAWN, PAWN]),
    ("checkers", "11-16 24-20 16-19 23x16 12x19", [*[NOTHING] * 3, MAN, MAN]),
    ("checkers", "9-14 22-18 5-9 18-15 11x18 24-19", [*[NOTHING] * 4, MAN, NOTHING]),
    ("othello", "d3 c3 c4 e3", [DISC, DISC, DISC, Change(flipped=2, piece="disc")]),
    ("tic-tac-toe", "5 1 9", [NOTHING] * 3),
    ("connect-four", "4 4 4", [NOTHING] * 3),
    ("gomoku", "h8 h9", [NOTHING] * 2),
    ("kalah", "3 6 1", [SEED, SEED, NOTHING]),
    ("dots-and-boxes:rows=1,columns=2", "a1-a2 a1-b1 a2-b2 b1-b2", [*[NOTHING] * 3, Change(gained=1, piece="box")]),
    ("yucky-chocolate", "R1 C2", [NOTHING] * 2),
    ("nim", "2 3", [NOTHING] * 2),
    ("kuhn-poker", "K J bet fold", [NOTHING] * 4),
    ("backgammon", "3-1 8/5 6/5 6-4 24/18", [NOTHING] * 5),
]


@every_case(("spec", "texts", "found"), MOVES)
def test_changes_by_a_move_are_found_in_the_pictures(spec, texts, found):
    assert changes(spec, *texts.split()) == found


def test_a_jump_over_two_takes_two():
    cells = {".": Cell(), "b": Cell("b", 0), "w": Cell("w", 1), "W": Cell("W", 1)}
    pieces = (("b", "man"), ("w", "man"), ("W", "king"))
    before, after, mixed = (
        Grid((tuple(cells[mark] for mark in row),), pieces=pieces) for row in ("bw.w.", "....b", "bw.W.")
    )
    assert find_change(before, after, 0) == Change(captured=2, piece="man")
    assert find_change(mixed, after, 0) == Change(captured=2)
    assert find_change(before, after, None) == find_change(before, after, -1) == Change()


def test_a_piece_without_a_name_is_counted():
    before, after = (Grid((cells,)) for cells in ((Cell("a", 0), Cell("b", 1)), (Cell(), Cell("a", 0))))
    assert find_change(before, after, 0) == Change(captured=1)


def test_a_piece_that_changes_hands_under_one_that_stays_is_flipped():
    before, after = (
        Grid((cells,)) for cells in ((Cell("a", 0), Cell("b", 1), Cell()), (Cell("a", 0), Cell("a", 0), Cell("a", 0)))
    )
    assert find_change(before, after, 0) == Change(flipped=1)


def test_a_checker_on_the_bar_was_hit():
    rows = ((), ())
    before, after = Points(rows, bar=(0, 1)), Points(rows, bar=(0, 2))
    assert find_change(before, after, 0) == Change(hit=1)
    assert find_change(before, after, 1) == find_change(after, before, 0) == Change()


def test_pictures_of_different_kinds_or_sizes_are_not_compared():
    small, large = Grid(((Cell("b", 1),),)), Grid(((Cell(), Cell()),))
    assert find_change(small, large, 0) == find_change(small, "text", 0) == Change()


@every_case("spec", [*games.CATALOGUE])
def test_a_random_game_never_takes_more_than_there_is(spec):
    from random import Random

    game, rng = games.load(spec), Random(spec)
    for _ in range(60):
        if not (moves := game.moves()):
            break
        before, mover = game.show(), game.turn
        game.make(rng.choice(moves))
        change, after = find_change(before, game.show(), mover), game.show()
        if isinstance(before, Grid):
            theirs = [
                sum(cell.seat == 1 - mover for row in picture.rows for cell in row) if mover in (0, 1) else 0
                for picture in (before, after)
            ]
            assert change.captured + change.flipped == theirs[0] - theirs[1]


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
def test_a_step_or_a_placed_piece_is_not_animated(spec):
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
