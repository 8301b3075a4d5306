"""What a move took, flipped or won, found by comparing two pictures, in words."""

import pytest

import games
from games.picture import Cell, Grid, Points
from referee.drawing.captures import Change, change_text, find_change


def changes(spec, *texts):
    """What each of these moves changed, the moves of chance too."""
    game, found = games.load(spec), []
    for text in texts:
        before, mover = game.show(), game.turn
        game.make(game.parse(text))
        found.append(find_change(before, game.show(), mover))
    return found


MOVES = [
    ("hexapawn", "b1-b2 a3xb2 a1xb2", ["", "takes a pawn", "takes a pawn"]),
    ("breakthrough:columns=3,rows=4", "b2xc3 b4xc3", ["takes a pawn", "takes a pawn"]),
    ("checkers", "11-16 24-20 16-19 23x16 12x19", ["", "", "", "takes a man", "takes a man"]),
    ("checkers", "9-14 22-18 5-9 18-15 11x18 24-19", ["", "", "", "", "takes a man", ""]),
    ("othello", "d3 c3 c4 e3", ["flips 1", "flips 1", "flips 1", "flips 2"]),
    ("tic-tac-toe", "5 1 9", ["", "", ""]),
    ("connect-four", "4 4 4", ["", "", ""]),
    ("gomoku", "h8 h9", ["", ""]),
    ("kalah", "3 6 1", ["+1", "+1", ""]),
    ("dots-and-boxes:rows=1,columns=2", "a1-a2 a1-b1 a2-b2 b1-b2", ["", "", "", "+1"]),
    ("yucky-chocolate", "R1 C2", ["", ""]),
    ("nim", "2 3", ["", ""]),
    ("kuhn-poker", "K J bet fold", ["", "", "", ""]),
    ("backgammon", "3-1 8/5 6/5 6-4 24/18", ["", "", "", "", ""]),
]


@pytest.mark.parametrize(("spec", "texts", "said"), MOVES)
def test_what_a_move_changed_is_said_in_words(spec, texts, said):
    assert [change_text(change) for change in changes(spec, *texts.split())] == said


def test_a_jump_over_two_takes_two():
    cells = {".": Cell(), "b": Cell("b", 0), "w": Cell("w", 1), "W": Cell("W", 1)}
    pieces = (("b", "man"), ("w", "man"), ("W", "king"))
    before, after, mixed = (
        Grid((tuple(cells[mark] for mark in row),), pieces=pieces) for row in ("bw.w.", "....b", "bw.W.")
    )
    assert find_change(before, after, 0) == Change(captured=2, piece="man")
    assert change_text(find_change(before, after, 0)) == "takes 2"
    assert find_change(mixed, after, 0) == Change(captured=2)
    assert find_change(before, after, None) == find_change(before, after, -1) == Change()


def test_a_piece_without_a_name_is_counted():
    before, after = (Grid((cells,)) for cells in ((Cell("a", 0), Cell("b", 1)), (Cell(), Cell("a", 0))))
    assert change_text(find_change(before, after, 0)) == "takes 1"


def test_a_piece_that_changes_hands_under_one_that_stays_is_flipped():
    before, after = (
        Grid((cells,)) for cells in ((Cell("a", 0), Cell("b", 1), Cell()), (Cell("a", 0), Cell("a", 0), Cell("a", 0)))
    )
    assert find_change(before, after, 0) == Change(flipped=1)


def test_a_checker_on_the_bar_was_hit():
    rows = ((), ())
    before, after = Points(rows, bar=(0, 1)), Points(rows, bar=(0, 2))
    assert change_text(find_change(before, after, 0)) == "hits 1"
    assert find_change(before, after, 1) == find_change(after, before, 0) == Change()


def test_pictures_of_different_kinds_or_sizes_are_not_compared():
    small, large = Grid(((Cell("b", 1),),)), Grid(((Cell(), Cell()),))
    assert find_change(small, large, 0) == find_change(small, "text", 0) == Change()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(), ""),
        (Change(captured=1, piece="ox"), "takes an ox"),
        (Change(captured=3, piece="man"), "takes 3"),
        (Change(flipped=3, gained=5), "flips 3, +5"),
    ],
)
def test_a_change_in_words(change, said):
    assert change_text(change) == said


@pytest.mark.parametrize("spec", [*games.CATALOGUE])
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
