"""Dots and boxes: its rules and estimate against second implementations, its values, texts and picture."""

import random
from collections import Counter
from functools import cache

import pytest
from lockstep import agree
from plain_dots import boxes_of, lines_of, written

from games.dots_and_boxes import DotsAndBoxes
from games.picture import Cell, Form
from players.minimax import MinimaxPlayer
from referee.support.build import life
from tests.helpers.random_games import played_in

SIZES = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 3), (5, 5), (1, 21), (21, 1), (2, 12)]
COMPILED = life() == "compiled"


played = played_in(DotsAndBoxes)


def texts_of(game, moves=None):
    return [game.text(move) for move in (game.moves() if moves is None else moves)]


def tally(game, depth, seen):
    """Count what is seen at the ends of all sequences of `depth` moves, or of shorter games."""
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
def test_moves_turns_owners_and_scores_equal_a_plain_implementation(rows, columns):
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
    """Return the margin of the side to move on an empty board, by the lines alone."""
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


def test_lines_are_named_by_their_dots_in_ascending_order():
    wanted = "a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 a1-a2 b1-b2 c1-c2 a2-a3 b2-b3 c2-c3"
    assert sorted(texts_of(DotsAndBoxes(2, 2))) == sorted(wanted.split())
    assert {"u1-v1", "v1-v2"} < set(texts_of(DotsAndBoxes(1, 21)))
    assert {"a9-a10", "b21-b22", "a22-b22"} < set(texts_of(DotsAndBoxes(21, 1)))


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


def test_closing_a_box_moves_again_and_one_line_may_close_two():
    game = played("a1-b1 b1-c1 a2-b2 b2-c2 a1-a2 c1-c2", 1, 2)
    assert (game.turn, game.score()) == (0, None)
    game.make(game.parse("b1-b2"))
    assert (game.turn, game.score(), game.moves()) == (0, 2, [])
    assert game.reason() == "all boxes are closed, 2 to 0"
    assert played("a1-b1 a1-a2 a2-b2 b1-b2", 1, 2).turn == 1


def test_a_decided_game_goes_on_to_the_last_line():
    game = played(GAME + " a2-a3 a3-b3 b3-c3 c2-c3", 2, 2)
    assert (game.score(), game.reason()) == (0, "all boxes are closed, 2 to 2")
    ahead = played("a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 a1-a2 c1-c2 b1-b2", 2, 2)
    assert (ahead.score(), len(ahead.moves())) == (None, 3)


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


def test_a_side_that_must_give_boxes_away_is_behind():
    # A tunnel of two boxes, A to move: any line gives both away.
    game = played("a1-b1 b1-c1 a2-b2 b2-c2", 1, 2)
    assert (game.turn, game.estimate()) == (0, -16)
    # B can take both boxes, which ends the game.
    assert played("a1-b1 b1-c1 a2-b2 b2-c2 a1-a2", 1, 2).estimate() == -16


def test_the_key_depends_on_lines_and_margin_and_not_on_the_order_of_moves():
    assert played("a1-b1 b1-c1 c1-d1").key() == played("c1-d1 b1-c1 a1-b1").key()
    ways = [played(texts) for texts in ("a1-b1 a1-a2 b1-b2 a2-b2 c1-c2", "a1-b1 a1-a2 c1-c2 b1-b2 a2-b2")]
    assert [game.show().note for game in ways] == ["A 0, B 1", "A 1, B 0"]
    assert ways[0].key() != ways[1].key()


ESTIMATED = [(3, 3), (2, 4), (4, 3), (1, 8), (4, 4)]
ROUNDS = 3 if life() == "compiled" else 1


def played_on(rows, columns, left, rng):
    """Return a random game with `left` lines left, and these lines; most moves give no box away if possible."""
    game, lines = DotsAndBoxes(rows, columns), {written(line): line for line in lines_of(rows, columns)}
    while len(lines) > left:
        safe = []
        for move in game.moves():
            twin = game.copy()
            twin.make(move)
            safe += [] if twin.forcing() else [move]
        move = rng.choice(safe if safe and rng.random() < 0.9 else game.moves())
        del lines[game.text(move)]
        game.make(move)
    return game, set(lines.values())


def best_margin(rows, columns, free):
    """Return the margin of the side to move in the boxes left, by plain search of all moves."""
    boxes = [frozenset(box & free) for box in boxes_of(rows, columns).values() if box & free]

    @cache
    def best(left):
        found = []
        for line in left:
            closed = sum(line in box and not box & left - {line} for box in boxes)
            rest = best(left - {line})
            found.append(closed + rest if closed else -rest)
        return max(found, default=0)

    return best(frozenset(free))


@pytest.mark.parametrize(("rows", "columns"), ESTIMATED)
def test_moves_that_are_left_out_change_no_score(rows, columns):
    rng, left_out = random.Random(rows), 0
    for left in (3, 6, 8, 9, 10, 11) * ROUNDS:
        game, free = played_on(rows, columns, left, rng)
        thought = MinimaxPlayer().think(game)
        before = sum(1 - 2 * cell.seat for row in game.show().rows for cell in row if cell.seat is not None)
        assert thought.value == before * (1 - 2 * game.turn) + best_margin(rows, columns, free)
        left_out += len(game.moves()) - len(game.ranked())
    assert left_out > 0


def chains_of(rows, columns, free):
    """Return the sizes of chains with whether they are loops, and the boxes that are joints."""
    left = {box: sides & free for box, sides in boxes_of(rows, columns).items() if sides & free}
    twos = {box for box, sides in left.items() if len(sides) == 2}
    others = set(left) - twos
    found = []
    while twos:
        group = [twos.pop()]
        for box in group:
            joined = {other for other in twos if left[other] & left[box]}
            twos -= joined
            group += joined
        sides = set().union(*(left[box] for box in group))
        found.append((len(group), len(sides) == len(group)))
    return found, others


def controlled_value(chains):
    """Return what opening the first long chain loses (Berlekamp, chapter 10); it holds from 2 on."""
    value = sum(size - 8 if closed else size - 4 for size, closed in chains)
    lines = [size for size, closed in chains if not closed]
    if not lines:
        return value + 8
    return value + (6 if max(lines) == 3 and len(lines) < len(chains) else 4)


def test_long_chains_are_worth_their_controlled_value_and_what_search_finds():
    rng, seen, tries = random.Random(8), 0, 0
    while seen < 8 * ROUNDS and tries < 4000:
        tries += 1
        rows, columns = rng.choice(ESTIMATED)
        game, free = played_on(rows, columns, rng.randint(4, 11), rng)
        chains, others = chains_of(rows, columns, free)
        if others or not chains or min(chains)[0] < 3 or controlled_value(chains) < 2:
            continue
        before = sum(1 - 2 * cell.seat for row in game.show().rows for cell in row if cell.seat is not None)
        lost = controlled_value(chains)
        assert game.estimate() == 8 * (before - lost * (1 - 2 * game.turn))
        assert best_margin(rows, columns, free) == -lost
        seen += 1
    assert seen >= 4


def test_the_estimate_is_as_good_for_either_seat():
    rng = random.Random(3)
    for _ in range(40 * ROUNDS):
        rows, columns = rng.choice(ESTIMATED)
        game, _ = played_on(rows, columns, rng.randint(1, 20), rng)
        twin = DotsAndBoxes(rows, columns)
        twin.set_position(game.position().translate(str.maketrans("AB", "BA")))
        assert twin.estimate() == -game.estimate()
