"""Dots and boxes: its rules against OpenSpiel and a plain second implementation, its values, notation and picture."""

import random
from collections import Counter
from functools import cache

import pytest
from lockstep import agree
from plain_dots import boxes_of, lines_of, written

import games
from games.dots_and_boxes import DotsAndBoxes
from games.game import IllegalMove
from games.laws import faults
from games.picture import Cell, Form
from players.minimax import MinimaxPlayer
from referee.support.build import life
from tests.helpers.cases import every_case

SIZES = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 3), (5, 5), (1, 21), (21, 1), (2, 12)]
COMPILED = life() == "compiled"


def played(texts, rows=3, columns=3):
    """The position after those moves."""
    game = DotsAndBoxes(rows, columns)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def texts_of(game, moves=None):
    """The texts of those moves, or of all legal ones."""
    return [game.text(move) for move in (game.moves() if moves is None else moves)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_the_laws_hold_on_every_board(rows, columns):
    count = 3 if rows * columns < 10 else 1
    assert [str(fault) for fault in faults(DotsAndBoxes(rows, columns), games=count, seed=rows)] == []


# Counts.


def tally(game, depth, seen):
    """Of all sequences of so many moves, or whole games that are shorter: how often each thing is seen at their ends."""
    moves = game.moves() if depth else []
    if not moves:
        return Counter([seen(game)])
    found = Counter()
    for move in moves:
        game.make(move)
        found += tally(game, depth - 1, seen)
        game.unmake(move)
    return found


@pytest.mark.parametrize(("depth", "first", "second"), [(4, 11784, 96), (5, 3840, 91200)])
def test_sequences_of_moves_lead_to_each_turn_as_often_as_elsewhere(depth, first, second):
    # OpenSpiel 2.0.2, dots_and_boxes on 2x2, counted over its legal actions. All are 12 * 11 * 10 * 9, then 8 times that.
    assert tally(DotsAndBoxes(2, 2), depth, lambda game: game.turn) == {0: first, 1: second}


def test_the_games_on_two_boxes_end_as_often_with_each_score_as_elsewhere():
    # OpenSpiel 2.0.2, dots_and_boxes(num_rows=1,num_cols=2,utility_margin=True): all 7! games.
    assert tally(DotsAndBoxes(1, 2), 7, DotsAndBoxes.score) == {-2: 3168, 0: 1152, 2: 720}


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (2, 4)])
def test_random_games_go_as_in_openspiel(rows, columns):
    def action(game, move):
        # It counts the flat lines row by row, then the upright ones; on the lattice the flat ones lie in even rows.
        ((row, column),) = game.cells(move)
        if row % 2 == 0:
            return row // 2 * columns + column // 2
        return (rows + 1) * columns + row // 2 * (columns + 1) + column // 2

    peer = f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin=True)"
    agree(f"dots-and-boxes:rows={rows},columns={columns}", peer, action)


# A second implementation.


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_moves_turns_owners_and_scores_are_those_of_the_rules_written_plainly(rows, columns):
    rng = random.Random(rows)
    for _ in range(5):
        game, boxes, free = DotsAndBoxes(rows, columns), boxes_of(rows, columns), lines_of(rows, columns)
        turn, owners = 0, {}
        while free:
            assert (sorted(texts_of(game)), game.turn) == (sorted(map(written, free)), turn)
            assert game.score() is None
            line = free.pop(rng.randrange(len(free)))
            game.make(game.parse(written(line)))
            closed = [box for box in boxes if line in boxes[box] and not boxes[box] & set(free)]
            owners |= dict.fromkeys(closed, turn)
            turn = turn if closed else 1 - turn
            shown = game.show().rows[::-1]
            assert {box: shown[2 * box[1] + 1][2 * box[0] + 1].seat for box in boxes} == dict.fromkeys(boxes) | owners
        assert (game.moves(), game.score()) == ([], sum(1 - 2 * owner for owner in owners.values()))


def margin_to_come(rows, columns):
    """What the side to move wins on an empty board with best play, by the lines drawn alone."""
    lines = lines_of(rows, columns)
    boxes = [sum(1 << lines.index(line) for line in box) for box in boxes_of(rows, columns).values()]
    moves = [(1 << number, [box for box in boxes if box >> number & 1]) for number in range(len(lines))]

    @cache
    def best(drawn):
        found = []
        for line, beside in moves:
            if not drawn & line:
                closed = sum(box & ~(drawn | line) == 0 for box in beside)
                rest = best(drawn | line)
                found.append(closed + rest if closed else -rest)
        return max(found, default=0)

    return best(0)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 3), (3, 1), (1, 4), (2, 2), (2, 3)])
def test_small_boards_are_worth_what_a_search_by_lines_alone_says(rows, columns):
    if (rows, columns) == (2, 3) and not COMPILED:
        pytest.skip("some 80,000 positions")
    thought = MinimaxPlayer(nodes=10_000_000).think(DotsAndBoxes(rows, columns))
    assert (thought.value, thought.proven) == (margin_to_come(rows, columns), True)


def test_the_first_player_wins_on_two_by_two_by_three_boxes_to_one():
    # E. Berlekamp, J. Conway and R. Guy, "Winning Ways", chapter 16: the game of nine dots is the first player's.
    assert MinimaxPlayer().think(DotsAndBoxes(2, 2)).value == 2


@pytest.mark.skipif(not COMPILED, reason="nine million positions")
def test_the_second_player_wins_on_three_by_three_by_six_boxes_to_three():
    # A pass over all 2**24 sets of lines, as margin_to_come makes it, says the same.
    thought = MinimaxPlayer(nodes=100_000_000).think(DotsAndBoxes())
    assert (thought.value, thought.proven) == (-3, True)


# Notation, picture, ends.


def test_lines_are_named_by_their_dots_in_ascending_order():
    wanted = "a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 a1-a2 b1-b2 c1-c2 a2-a3 b2-b3 c2-c3"
    assert sorted(texts_of(DotsAndBoxes(2, 2))) == sorted(wanted.split())
    assert {"u1-v1", "v1-v2"} < set(texts_of(DotsAndBoxes(1, 21)))
    assert {"a9-a10", "b21-b22", "a22-b22"} < set(texts_of(DotsAndBoxes(21, 1)))


@pytest.mark.parametrize("entry", ["a1-b1", "b1a1", "A1 B1", "a1b1", " b1 - a1 ", "a1:b1", "a1 to b1", "draw a1-b1"])
def test_a_line_is_understood(entry):
    assert DotsAndBoxes().text(DotsAndBoxes().parse(entry)) == "a1-b1"


def test_rows_from_ten_on_are_numbers():
    game = DotsAndBoxes(21, 1)
    assert [game.text(game.parse(entry)) for entry in ("a10a9", "B10 A10", "a1a2")] == ["a9-a10", "a10-b10", "a1-a2"]


@every_case(
    "entry", ["a1", "a1-c1", "a1-b2", "a1-a1", "d1-e1", "a4-a5", "a0-a1", "a1b", "b1-b2", "", "a1b" + 5000 * "1"]
)
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove):
        played("b1-b2").parse(entry)


GAME = "a1-b1 a1-a2 b1-b2 a2-b2 b2-b3 c1-c2 b1-c1 b2-c2"  # B closes the box on the left, then A that on the right
ROWS = ["+ + +", "  |  ", "+-+-+", "|B|A|", "+-+-+"]


def test_the_picture_is_a_lattice_of_dots_lines_and_owners():
    picture = played(GAME, 2, 2).show()
    assert ["".join(cell.mark or " " for cell in row) for row in picture.rows] == ROWS
    assert (picture.rows[3][1], picture.rows[3][3], picture.rows[0][1]) == (Cell("B", 1), Cell("A", 0), Cell(""))
    assert (picture.form, picture.note) == (Form.LATTICE, "A 1, B 1")
    assert (picture.row_labels, picture.column_labels) == (("3", "", "2", "", "1"), ("a", "", "b", "", "c"))


@pytest.mark.parametrize(("text", "cell"), [("a1-b1", (4, 1)), ("b3-c3", (0, 3)), ("a1-a2", (3, 0)), ("c2-c3", (1, 4))])
def test_a_move_takes_place_on_the_cell_of_its_line(text, cell):
    game = DotsAndBoxes(2, 2)
    move = game.parse(text)
    assert (game.cells(move), game.show().rows[cell[0]][cell[1]].mark) == ((cell,), "")
    game.make(move)
    assert (game.cells(move), game.show().rows[cell[0]][cell[1]].mark) == ((cell,), "-" if cell[0] % 2 == 0 else "|")


def test_who_closes_a_box_moves_again_and_one_line_may_close_two():
    game = played("a1-b1 b1-c1 a2-b2 b2-c2 a1-a2 c1-c2", 1, 2)
    assert (game.turn, game.score()) == (0, None)
    game.make(game.parse("b1-b2"))
    assert (game.turn, game.score(), game.moves()) == (0, 2, [])
    assert game.reason() == "all boxes are closed, 2 to 0"
    assert played("a1-b1 a1-a2 a2-b2 b1-b2", 1, 2).turn == 1


def test_the_game_goes_on_to_the_last_line_though_it_is_decided():
    game = played(GAME + " a2-a3 a3-b3 b3-c3 c2-c3", 2, 2)
    assert (game.score(), game.reason()) == (0, "all boxes are closed, 2 to 2")
    ahead = played("a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 a1-a2 c1-c2 b1-b2", 2, 2)
    assert (ahead.score(), len(ahead.moves())) == (None, 3)


# What searches go by.


def test_lines_that_close_a_box_come_first_then_those_that_give_none_away():
    game = played("a1-b1 a1-a2 b1-b2 c1-d1 d1-d2 b3-c3")
    texts = texts_of(game)
    assert texts[0] == "a2-b2"
    assert texts_of(game, game.forcing()) == ["a2-b2"]
    assert texts[-2:] == ["c1-c2", "c2-d2"]
    assert texts_of(DotsAndBoxes(), DotsAndBoxes().forcing()) == []


def test_the_estimate_counts_boxes_and_those_that_can_be_taken_at_once():
    assert DotsAndBoxes().estimate() == 0
    # A chain of three, open at one end, its boxes three of the twelve: for A to take, then for B.
    chain = "a1-b1 b1-c1 c1-d1 a2-b2 b2-c2 c2-d2 a1-a2"
    assert played(chain, 3, 4).estimate() == -24
    assert played(chain + " a4-b4", 3, 4).estimate() == 24
    assert played("a1-b1 a1-a2 a2-b2 b1-b2").estimate() == -8


def test_who_must_give_boxes_away_is_behind():
    # A tunnel of two boxes, A to move: any line gives both away.
    game = played("a1-b1 b1-c1 a2-b2 b2-c2", 1, 2)
    assert (game.turn, game.estimate()) == (0, -16)
    # B can take both boxes, which ends the game.
    assert played("a1-b1 b1-c1 a2-b2 b2-c2 a1-a2", 1, 2).estimate() == -16


def test_equal_positions_have_one_key_by_any_way_and_other_margins_another():
    assert played("a1-b1 b1-c1 c1-d1").key() == played("c1-d1 b1-c1 a1-b1").key()
    ways = [played(texts) for texts in ("a1-b1 a1-a2 b1-b2 a2-b2 c1-c2", "a1-b1 a1-a2 c1-c2 b1-b2 a2-b2")]
    assert [game.show().note for game in ways] == ["A 0, B 1", "A 1, B 0"]
    assert ways[0].key() != ways[1].key()


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (0, 3, "rows=0 must be a whole number from 1 to 21"),
        (3, 22, "columns=22 must be a whole number from 1 to 21"),
        (3, "3", "columns=3 must be"),
        (5, 6, "rows=5 with columns=6 is too large a board: it has 71 lines, at most 64 fit"),
        (21, 2, "too large"),
    ],
)
def test_other_sizes_are_refused_with_those_allowed(rows, columns, said):
    with pytest.raises(ValueError, match=said):
        DotsAndBoxes(rows, columns)


def test_it_goes_by_several_names():
    assert {type(games.load(name)) for name in ("dots-and-boxes", "dots", "boxes:rows=2")} == {DotsAndBoxes}
    assert games.load("dots:rows=5,columns=5").stakes == 25


def test_two_plies_ahead_beat_random_play():
    rng, won = random.Random(4), 0
    for number in range(6):
        game = DotsAndBoxes(3, 4)
        while moves := game.moves():
            mine = game.turn == number % 2
            game.make(MinimaxPlayer(depth=2).choose(game, float("inf")) if mine else rng.choice(moves))
        won += game.score() * (1 - 2 * (number % 2)) > 0
    assert won >= 5
