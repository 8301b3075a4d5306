"""Hex: its rules against OpenSpiel and a plain second implementation, solved boards, notation, picture and ends."""

import random
from functools import cache

import pytest
from lockstep import agree
from reference import best

import games
from games.adapters.python_adapter import unmake_unchecked
from games.game import IllegalMove
from games.hex import Hex
from games.laws import faults
from games.perft import perft
from games.picture import Cell, Form, Grid
from players.minimax import MinimaxPlayer
from referee.batches.plan import Plan
from referee.support.build import life
from tests.helpers.cases import every_case

VARIANTS = ["", ":size=1", ":size=1,swap=yes", ":size=2,swap=yes", ":size=3", ":size=5,swap=yes"]


def played(texts, **options):
    """The position after those moves."""
    game = Hex(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_obeys_the_laws(variant):
    rounds = 3 if variant else 1
    assert [str(fault) for fault in faults(games.load("hex" + variant), games=rounds, seed=4)] == []


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


def test_random_games_are_as_long_as_elsewhere():
    # RBG: 107.6 moves a game, the first seat wins 52.5 %.
    rng, plies, won = random.Random(1), 0, 0
    for _ in range(300):
        game = Hex()
        while moves := game.moves():
            game.make(rng.choice(moves))
            plies += 1
        won += game.score() == 1
    assert abs(plies / 300 - 107.6) < 2
    assert abs(won / 300 - 0.525) < 0.1


# A second implementation: the stones of a seat are a frozenset of (row, column)s.


def around(cell):
    """The six cells that it touches, on the board or not."""
    row, column = cell
    steps = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1))
    return [(row + down, column + across) for down, across in steps]


def wins(stones, size, seat):
    """Whether the stones join the seat's sides: rows count for Red, columns for Blue."""
    found = [cell for cell in stones if cell[seat] == 0]
    for cell in found:
        found += [other for other in around(cell) if other in stones and other not in found]
    return any(cell[seat] == size - 1 for cell in found)


def board_of(game):
    """The stones of Red and of Blue, and the empty cells, as they are shown."""
    found = {"R": set(), "B": set(), "": set()}
    for row, cells in enumerate(game.show().rows):
        for column, cell in enumerate(cells):
            found[cell.mark].add((row, column))
    return [frozenset(cells) for cells in found.values()]


def bridged(cell, empty):
    """What the cell touches or makes a bridge to."""
    beyond = {other for one in around(cell) for other in around(one)} - {cell}
    return {*around(cell)} | {other for other in beyond if len({*around(cell)} & {*around(other)} & empty) == 2}


def beside(cell, line, seat, empty):
    """Whether the cell lies in that line of the seat, the first or the last, or makes a bridge to the side."""
    return cell[seat] == line or len({other for other in around(cell) if other[seat] == line} & empty) == 2


def apart(game, seat):
    """How many stones more join the seat's sides if all bridges hold, by going on until no way gets cheaper."""
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


@cache
def loses(mine, other, size, seat):
    """Whether the seat to move, whose stones come first, loses."""
    cells = {(row, column) for row in range(size) for column in range(size)}
    nexts = [mine | {cell} for cell in cells - mine - other]
    return not any(wins(stones, size, seat) or loses(other, stones, size, 1 - seat) for stones in nexts)


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


@pytest.mark.parametrize("size", [2, 3])
def test_the_second_implementation_finds_the_same_winning_first_moves(size):
    cells = {Hex(size).text(move): Hex(size).cells(move)[0] for move in Hex(size).moves()}
    found = [text for text, cell in cells.items() if loses(frozenset(), frozenset({cell}), size, 1)]
    assert sorted(found) == OPENINGS[size].split()


@pytest.mark.parametrize(("size", "score"), [(1, 1), (2, -1), (3, -1)])
def test_who_may_swap_wins_on_all_boards_but_the_smallest(size, score):
    thought = MinimaxPlayer(nodes=10_000_000).think(Hex(size, swap=True))
    assert (thought.value, thought.proven) == (score, True)


@pytest.mark.parametrize("options", [{"size": 2}, {"size": 2, "swap": True}])
def test_a_search_finds_what_plain_minimax_finds(options):
    thought = MinimaxPlayer(nodes=10_000_000).think(Hex(**options))
    assert (thought.value, thought.distance) == best(Hex(**options))


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


@pytest.mark.parametrize("entry", ["c7", "C7", "C 7", "c-7", "7c", " 7 C ", "red c7", "Red C-7"])
def test_a_cell_is_understood(entry):
    assert Hex().text(Hex().parse(entry)) == "c7"


@pytest.mark.parametrize("entry", ["swap", "SWAP", "swap sides", "Swap-Pieces", "swap colours", "blue swap"])
def test_a_swap_is_understood(entry):
    game = played("c7", swap=True)
    assert game.text(game.parse(entry)) == "swap"


@every_case("entry", ["", "c", "7", "c12", "l1", "a0", "1a2", "c7c7", "c7 d8", "swap", "d5"])
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove):
        played("d5").parse(entry)


def test_the_picture_is_a_slanted_board_with_its_stones():
    red, blue, none = Cell("R", 0), Cell("B", 1), Cell()
    rows = ((none, red, none), (none, none, none), (blue, none, none))
    note = "R (Red) joins top and bottom, B (Blue) left and right"
    pieces, colours = (("R", "stone"), ("B", "stone")), ("red", "blue")
    labels = ("1", "2", "3"), ("a", "b", "c")
    expected = Grid(rows, *labels, note, Form.SLANTED, pieces, colours=colours, edges=(0, 1))
    game = played("b1 a3", size=3)
    assert (game.show(), game.cells(game.parse("c2"))) == (expected, ((1, 2),))
    assert played("b1", size=3, swap=True).show().note == note + "; Blue may swap"


@pytest.mark.parametrize(
    ("moves", "score", "reason"),
    [
        ("b1 a2 b3 c2 b2", 1, "Red joined top and bottom"),
        ("c1 b1 c2 b2 a3 c3 a1 b3 a2", 1, "Red joined top and bottom"),
        ("a1 a2 b1 c1 b3 b2", -1, "Blue joined left and right"),
    ],
)
def test_an_end_has_its_reason(moves, score, reason):
    game = played(moves, size=3)
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": 20}, {"size": True}, {"size": 2.0}])
def test_a_board_that_does_not_fit_is_refused(wrong):
    with pytest.raises(ValueError, match=r"^size=\S+ must be a whole number from 1 to 19$"):
        Hex(**wrong)


def test_a_swap_is_allowed_or_not():
    with pytest.raises(ValueError, match=r"^swap=sides must be yes or no$"):
        Hex(swap="sides")


def test_a_search_of_few_plies_beats_random_play():
    plan = Plan("hex:size=6", ("minimax:depth=2", "random"), seed=3, swap=True)
    assert sum(plan.task(number).result().record.winner == "minimax" for number in range(20)) >= 19
