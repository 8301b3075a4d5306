"""Hex: its rules and playouts against second implementations, solved boards, texts, picture and ends."""

import random

import pytest
from lockstep import agree

from games.adapters.python_adapter import unmake_unchecked
from games.adapters.undo import has_priors, plays_out
from games.game import IllegalMove
from games.hex import Hex
from games.perft import perft
from games.picture import Cell, Form, Grid
from players.minimax import MinimaxPlayer
from referee.support.build import life
from tests.helpers.random_games import check_playouts, played_in

played = played_in(Hex)


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        # Nobody can win within these: n (n - 1) (n - 2) ...
        ({}, [121, 121 * 120]),
        ({"size": 4}, [16, 16 * 15, 16 * 15 * 14, 16 * 15 * 14 * 13]),
        # OpenSpiel 2.0.2, hex(board_size=2) and 3, without and with swap=True, counted over its legal actions.
        ({"size": 2}, [4, 12, 24, 12, 0]),
        ({"size": 2, "swap": True}, [4, 16, 36, 36, 12, 0]),
        ({"size": 3}, [9, 72, 504, 3024, 15120, 54720]),
        ({"size": 3, "swap": True}, [9, 81, 576, 3528, 18144]),
    ],
)
def test_the_moves_are_as_many_as_elsewhere(options, counts):
    assert [perft(Hex(**options), depth) for depth in range(1, len(counts) + 1)] == counts


# A second implementation: the stones of a seat are a frozenset of (row, column)s.


def around(cell):
    row, column = cell
    steps = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))
    return [(row + down, column + across) for down, across in steps]


def wins(stones, size, seat):
    """Return whether the stones connect the seat's sides: rows count for Red, columns for Blue."""
    found = [cell for cell in stones if cell[seat] == 0]
    for cell in found:
        found += [other for other in around(cell) if other in stones and other not in found]
    return any(cell[seat] == size - 1 for cell in found)


def board_of(game):
    """Return the stones of Red and of Blue, and the empty cells."""
    found = {"R": set(), "B": set(), "": set()}
    for row, cells in enumerate(game.show().rows):
        for column, cell in enumerate(cells):
            found[cell.mark].add((row, column))
    return [frozenset(cells) for cells in found.values()]


def bridged(cell, empty):
    """Return the neighbours of the cell, and the cells to which it has a bridge."""
    beyond = {other for one in around(cell) for other in around(one)} - {cell}
    return {*around(cell)} | {other for other in beyond if len({*around(cell)} & {*around(other)} & empty) == 2}


def beside(cell, line, seat, empty):
    """Return whether the cell lies in the first or last `line` of the seat, or has a bridge to that side."""
    return cell[seat] == line or len({other for other in around(cell) if other[seat] == line} & empty) == 2


def apart(game, seat):
    """Return how many more stones connect the seat's sides if all bridges hold, by relaxation."""
    *stones, empty = board_of(game)
    passable, last = stones[seat] | empty, len(game.show().rows) - 1
    costs = {cell: int(cell in empty) for cell in passable if beside(cell, 0, seat, empty)}
    before = None
    while before != costs:
        before = dict(costs)
        for cell, cost in before.items():
            for other in bridged(cell, empty) & passable:
                costs[other] = min(costs.get(other, 999), cost + (other in empty))
    return min((cost for cell, cost in costs.items() if beside(cell, last, seat, empty)), default=1000)


@pytest.mark.parametrize(("size", "rounds"), [(1, 1), (2, 20), (3, 20), (6, 10), (13, 1)])
def test_each_position_is_what_the_second_implementation_says(size, rounds):
    rng = random.Random(5)
    for _ in range(rounds):
        game = Hex(size)
        while moves := game.moves():
            *stones, empty = board_of(game)
            assert {game.cells(move)[0] for move in moves} == empty
            winning = [[cell for cell in empty if wins(stones[seat] | {cell}, size, seat)] for seat in (0, 1)]
            forced = winning[game.turn] or winning[1 - game.turn]
            assert sorted(game.cells(move)[0] for move in game.forcing()) == sorted(forced)
            move = rng.choice(moves)
            over = game.cells(move)[0] in winning[game.turn]
            mover = game.turn
            game.make(move)
            assert game.score() == ((1 - 2 * mover) if over else None)


@pytest.mark.parametrize(("size", "rounds"), [(2, 20), (3, 20), (5, 5), (8, 1)])
def test_the_estimate_is_the_difference_of_plainly_searched_distances(size, rounds):
    rng = random.Random(6)
    for _ in range(rounds):
        game = Hex(size)
        while game.score() is None:
            assert game.estimate() == apart(game, 1) - apart(game, 0)
            game.make(rng.choice(game.moves()))


# A stone in the middle has bridges to both sides and needs no other, and the way around it takes two more. A stone on a3
# cuts the one bridge, so that one is needed there, and makes one more enough for its own side.
@pytest.mark.parametrize(("moves", "estimate"), [("", 0), ("b2", 2), ("a1 b2", -2), ("b2 a3", 0), ("b2 a1", 2)])
def test_stones_that_bridges_join_count_as_joined(moves, estimate):
    assert played(moves, size=3).estimate() == estimate


# Winning first moves. On each board from 3x3 those onto a1 and b1 lose, and so do their images turned by half a turn;
# on 2x2 b1 wins (hexwiki.net/index.php/Swap). The boards to 5x5 can be solved by hand (hexwiki.net/index.php/Small_boards);
# here every move is searched to the end, on 2x2 and 3x3 also by the second implementation.
OPENINGS = {1: "a1", 2: "a2 b1", 3: "a2 a3 b2 c1 c2", 4: "a4 b3 c2 d1"}
SEARCHED = OPENINGS if life() == "compiled" else {1, 2, 3}  # 4 takes millions of positions


@pytest.mark.parametrize("size", SEARCHED)
def test_the_winning_first_moves_are_those_known(size):
    found = []
    for move in Hex(size).moves():
        game = Hex(size)
        game.make(move)
        if game.score() == 1 or (game.score() is None and MinimaxPlayer(nodes=10**9).think(game).value < 0):
            found.append(game.text(move))
    assert sorted(found) == OPENINGS[size].split()


@pytest.mark.parametrize(("size", "score"), [(1, 1), (2, -1), (3, -1)])
def test_the_side_that_may_swap_wins_on_all_boards_but_the_smallest(size, score):
    thought = MinimaxPlayer(nodes=10_000_000).think(Hex(size, swap=True))
    assert (thought.value, thought.proven) == (score, True)


# In OpenSpiel too the first player joins top and bottom, and its swap replaces the stone by one on the mirror image. It
# numbers cells along the rows, and the swap comes after the last one.
@pytest.mark.parametrize(("size", "swap"), [(11, "no"), (4, "no"), (2, "yes"), (5, "yes")])
def test_random_games_go_as_in_openspiel(size, swap):
    def number(game, move):
        row, column = game.cells(move)[0]
        return size * size if game.text(move) == "swap" else row * size + column

    agree(f"hex:size={size},swap={swap}", f"hex(board_size={size},swap={swap == 'yes'})", number)


def test_a_swap_turns_the_first_stone_into_its_mirror_image():
    game = played("b3", size=4, swap=True)
    swap = game.parse("swap")
    assert game.cells(swap) == ((1, 2),)
    game.make(swap)
    assert game.cells(swap) == ((1, 2),)
    assert (game.turn, board_of(game)[:2]) == (0, [set(), {(1, 2)}])
    assert "swap" not in map(game.text, game.moves())
    game.unmake(swap)
    assert board_of(game)[:2] == [{(2, 1)}, set()]


@pytest.mark.parametrize(("moves", "swap"), [("", True), ("a1 b1", True), ("a1 b1 c1", True), ("a1", False)])
def test_only_the_first_stone_may_be_taken_over(moves, swap):
    with pytest.raises(IllegalMove):
        played(moves, size=4, swap=swap).parse("swap")


def test_a_key_tells_whose_turn_it_is_and_not_who_came_first():
    one, other = played("b3 swap c1", size=4, swap=True), played("c1 c2", size=4, swap=True)
    assert board_of(one) == board_of(other)
    assert one.key() != other.key()
    assert played("a1 b2 c3", size=4).key() == played("c3 b2 a1", size=4).key()


def test_the_largest_board_is_played_to_its_end_and_back():
    rng, game, made = random.Random(2), Hex(19), []
    while moves := game.moves():
        made.append(rng.choice(moves))
        game.make(made[-1])
    red, blue, _ = board_of(game)
    assert (wins(red, 19, 0), wins(blue, 19, 1)) == (game.score() == 1, game.score() == -1)
    while made:
        game.unmake(made.pop())
    assert (game.show(), game.moves(), game.key()) == (Hex(19).show(), Hex(19).moves(), Hex(19).key())


def test_a_copy_takes_back_the_moves_made_before_it():
    game = played("b1 a2 b3 c2 b2", size=3)
    assert game.score() == 1
    twin = game.copy()
    for text in ("b2", "c2", "b3", "a2", "b1"):
        unmake_unchecked(twin, next(move for move in Hex(3).moves() if game.text(move) == text))
    assert (twin.show(), twin.moves(), twin.key()) == (Hex(3).show(), Hex(3).moves(), Hex(3).key())


def test_cells_come_from_the_centre_outwards():
    texts = [Hex(5).text(move) for move in Hex(5).moves()]
    assert texts[0] == "c3"
    assert set(texts[1:7]) == {"c2", "d2", "d3", "c4", "b4", "b3"}
    assert set(texts[-2:]) == {"a1", "e5"}


def test_the_picture_is_a_slanted_board_with_its_stones():
    red, blue, none = Cell("R", 0), Cell("B", 1), Cell()
    rows = ((none, red, none), (none, none, none), (blue, none, none))
    note = "Red connects top to bottom, Blue left to right"
    pieces, colours = (("R", "stone"), ("B", "stone")), ("red", "blue")
    labels = ("1", "2", "3"), ("a", "b", "c")
    expected = Grid(rows, *labels, note, Form.SLANTED, pieces, colours=colours, edges=(0, 1))
    game = played("b1 a3", size=3)
    assert (game.show(), game.cells(game.parse("c2"))) == (expected, ((1, 2),))
    assert played("b1", size=3, swap=True).show().note == note + "; Blue may take over this stone: swap"


def test_a_swap_is_told_as_what_becomes_of_the_first_stone():
    game = played("b1", size=3, swap=True)
    assert game.say(game.parse("swap")) == "swaps: the first stone is blue now, on a2"
    assert game.say(game.parse("c3")) == "plays c3"


COMPILED = life() == "compiled"


def drawn(game, count=200):
    rng = random.Random(1)
    return {game.text(game.playout_move(rng.getrandbits(64))) for _ in range(count)}


def bridges_broken(game):
    """Return the cells that save a bridge of the side to move which the last stone breaks."""
    rows = game.show().rows
    mark, size = "RB"[game.turn], len(rows)

    def owner(cell):
        row, column = cell
        if 0 <= row < size and 0 <= column < size:
            return rows[row][column].mark
        return ("R" if not 0 <= row < size else "B") if -1 <= row <= size and -1 <= column <= size else None

    def around(cell):
        return {
            (cell[0] + down, cell[1] + across) for down, across in ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))
        }

    last = game.last
    found = set()
    for cell in around(last):
        if owner(cell) == "":
            both = {other for other in around(last) & around(cell) if owner(other) == mark}
            if len(both) == 2:
                found.add(cell)
    return found


class Remembering(Hex):
    """Hex that knows its last cell."""

    last = None


@pytest.mark.parametrize("size", [3, 5, 8])
def test_a_playout_saves_a_bridge_that_the_last_stone_breaks(size):
    rng, saved = random.Random(size), 0
    for _ in range(20 if COMPILED else 4):
        game = Remembering(size)
        while game.score() is None:
            move = rng.choice(game.moves())
            game.last = game.cells(move)[0]
            game.make(move)
            if game.score() is None and (cells := bridges_broken(game)):
                texts = {game.text(each) for each in game.moves() if game.cells(each)[0] in cells}
                assert drawn(game) == texts
                saved += 1
    assert saved > (10 if COMPILED else 2)


def test_without_a_broken_bridge_any_cell_is_drawn():
    assert len(drawn(played("a1 e5", size=5), 2000)) == 23


@pytest.mark.parametrize(
    "spec", ["hex:size=1", "hex:size=4,misere=yes", "hex:size=5,swap=yes", "hex", "hex:size=7,rows=4"]
)
def test_a_whole_playout_makes_legal_moves_until_the_end(spec):
    check_playouts(spec, 6, 20 if COMPILED else 3)


def test_contested_cells_and_bridge_saving_cells_have_high_priors():
    game = played("b2 a4", size=5)
    assert game.prior(game.parse("c3")) > game.prior(game.parse("e1"))
    game = played("c2 a1 b4 b3", size=5)  # c2 and b4 are a bridge
    assert game.prior(game.parse("c3")) >= 30
    assert {game.text(move) for move, rank in game.ranked() if rank == max(rank for _, rank in game.ranked())} == {"c3"}
    assert has_priors(game)
    assert plays_out(game) is COMPILED


def test_a_cell_on_the_first_line_has_a_lower_prior_than_its_rank():
    game = played("c3", size=5)
    ranks = dict(game.ranked())
    for move in game.moves():
        (row, column) = game.cells(move)[0]
        assert (game.prior(move) < ranks[move] + 100) == bool({row, column} & {0, 4})


def test_priors_are_equal_for_both_seats_on_mirrored_boards():
    rng = random.Random(4)
    for _ in range(20 if COMPILED else 4):
        game, mirrored = Hex(6), type("Own", (Hex,), {})(6)  # of which the turn may be set
        mirrored.turn = 1
        for _ in range(rng.randrange(16)):
            if game.score() is None:
                move = rng.choice(game.moves())
                row, column = game.cells(move)[0]
                image = next(each for each in mirrored.moves() if mirrored.cells(each)[0] == (column, row))
                game.make(move)
                mirrored.make(image)
        if game.score() is None:
            assert game.estimate() == -mirrored.estimate()
            ranks = {game.cells(move)[0]: rank for move, rank in game.ranked()}
            assert ranks == {mirrored.cells(move)[0][::-1]: rank for move, rank in mirrored.ranked()}
