"""Kalah: its rules and estimate against second implementations, published values, texts, picture and playouts."""

import random
from functools import cache

import pytest
from lockstep import GAMES, agree

import games
from games.adapters.undo import plays_out
from games.kalah import Kalah
from games.move_list import MoveList
from games.picture import Pits
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from referee.support.build import life
from tests.helpers.random_games import items, played_in

VARIANTS = [
    "", "pits=1,seeds=20", "pits=2,seeds=9", "pits=3,seeds=3,capture=any", "pits=4,seeds=20", "pits=7,seeds=20",
    "pits=8,seeds=15,capture=any", "pits=9,seeds=7", "pits=10,seeds=3", "pits=12,seeds=1",
]  # fmt: skip


played = played_in(Kalah)


# By pits and seeds, which South wins, loses or draws with best play: G. Irving, J. Donkers and J. Uiterwijk, "Solving
# Kalah", ICGA Journal 23 (3), 2000. A last seed is captured there whatever stands opposite.
SOLVED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW", 4: "WW", 5: "D", 6: "W"}


@pytest.mark.parametrize("pits", SOLVED)
def test_small_boards_are_won_lost_and_drawn_as_published(pits):
    values = [MinimaxPlayer(nodes=10**7).think(Kalah(pits, seeds, "any")) for seeds in range(1, len(SOLVED[pits]) + 1)]
    assert all(thought.proven for thought in values)
    assert "".join("W" if thought.value > 0 else "L" if thought.value else "D" for thought in values) == SOLVED[pits]


def margin(state):
    """South's seeds minus North's at the end of a game of OpenSpiel's, which leaves the last ones in their pits.

    Its board is a ring: North's store, South's pits, South's store, North's pits.
    """
    ring = [int(count) for count in state.observation_tensor(0)[:14]]
    return sum(ring[1:8]) - ring[0] - sum(ring[8:])


def test_random_games_go_as_in_openspiel():
    # An action is a place on that ring: South's pits 1 to 6 are 1 to 6, North's are 8 to 13.
    agree(
        "kalah",
        "mancala",
        lambda game, move: int(game.text(move)) + 7 * game.turn,
        result=lambda score, state: score == margin(state),
    )


# A second implementation: a position is two rows of pits, that of the side to move first, each from its owner's left.


def sown(own, other, pit, capture):
    """Return own row, other row, seeds gained, and whether the same side moves again, after sowing from the pit."""
    ring, place, store = [*own, 0, *other], pit, len(own)
    ring[pit] = 0
    for _ in range(own[pit]):
        place = (place + 1) % len(ring)
        ring[place] += 1
    facing = 2 * store - place
    if place < store and ring[place] == 1 and (ring[facing] or capture == "any"):
        ring[store] += ring[place] + ring[facing]
        ring[place] = ring[facing] = 0
    return tuple(ring[:store]), tuple(ring[store + 1 :]), ring[store], place == store


@cache
def gain(own, other, capture):
    """Return how many more seeds than the other the side to move will win with best play."""
    if not any(own) or not any(other):
        return sum(own) - sum(other)
    found = []
    for pit in range(len(own)):
        if own[pit]:
            mine, theirs, more, again = sown(own, other, pit, capture)
            found.append(more + (gain(mine, theirs, capture) if again else -gain(theirs, mine, capture)))
    return max(found)


def rows_of(game):
    rows = (game.show().rows[1], game.show().rows[0][::-1])
    return rows if game.turn == 0 else rows[::-1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_move_leads_where_the_second_implementation_says(variant):
    rng, start = random.Random(variant), games.load(f"kalah:{variant}")
    for _ in range(GAMES // 20):
        game = start.copy()
        while moves := game.moves():
            move, before, seat, stores = rng.choice(moves), rows_of(game), game.turn, list(game.show().stores)
            assert {int(game.text(move)) for move in moves} == {pit + 1 for pit, seeds in enumerate(before[0]) if seeds}
            own, other, more, again = sown(*before, int(game.text(move)) - 1, "any" if "any" in variant else "")
            game.make(move)
            stores[seat] += more
            assert game.turn == (seat if again else 1 - seat)
            if any(own) and any(other):
                assert rows_of(game) == ((own, other) if again else (other, own))
                assert (game.score(), list(game.show().stores)) == (None, stores)
        south, north = (own, other) if seat == 0 else (other, own)
        assert not any(own) or not any(other)
        assert game.score() == stores[0] + sum(south) - stores[1] - sum(north)


@pytest.mark.parametrize("capture", ["nonempty", "any"])
@pytest.mark.parametrize(("pits", "most"), [(1, 8), (2, 6), (3, 3), (4, 2), (5, 1)])
def test_small_boards_are_worth_what_the_second_implementation_says(pits, most, capture):
    for seeds in range(1, most + 1):
        thought = MinimaxPlayer(nodes=10**7).think(Kalah(pits, seeds, capture))
        assert thought.proven
        assert thought.value == gain((seeds,) * pits, (seeds,) * pits, capture)


def test_the_last_seed_in_the_own_store_moves_again():
    game = played("3")
    assert (game.turn, game.show().rows[1], game.show().stores) == (0, (4, 4, 0, 5, 5, 5), (1, 0))
    assert played("3 2").turn == 1


def test_the_other_store_is_skipped():
    # Four seeds from pit 2 of 2: the store, both of North's pits, and South's pit 1.
    game = played("2", pits=2, seeds=4)
    assert (game.show().rows, game.show().stores) == (((5, 5), (5, 0)), (1, 0))


def test_the_last_seed_in_an_empty_own_pit_captures_those_opposite():
    before, after = played("5 1").show(), played("5 1 1").show()
    assert (before.rows, before.stores) == (((5, 5, 5, 5, 6, 0), (4, 4, 4, 4, 0, 5)), (1, 0))
    assert (after.rows, after.stores) == (((5, 5, 5, 5, 0, 0), (0, 5, 5, 5, 0, 5)), (8, 0))


def test_a_sowing_once_around_ends_in_the_emptied_pit_and_captures():
    # Seven seeds from pit 1 of 3: two pits, the store, North's three pits, and itself; opposite lie eight.
    game = played("1", pits=3, seeds=7)
    assert (game.show().rows, game.show().stores, game.turn) == (((0, 8, 8), (0, 8, 8)), (10, 0), 1)


def test_the_capture_option_decides_about_a_last_seed_with_none_opposite():
    kept, taken = (played("1 2 1", pits=2, seeds=1, capture=capture) for capture in ("nonempty", "any"))
    assert (kept.show().rows, kept.show().stores, kept.score()) == (((1, 0), (0, 2)), (0, 1), None)
    assert (taken.show().stores, taken.score()) == ((2, 2), 0)
    assert [MinimaxPlayer().think(Kalah(2, 4, capture)).value for capture in ("nonempty", "any")] == [-10, -12]


# The game is over as soon as one side's pits are empty, with that side to move or the other.
ENDS = [  # pits, seeds, moves, score, turn, reason
    (2, 1, "2 1", 2, 1, "South's pits are empty, North keeps the last 1"),
    (2, 2, "2 1 1 1 2", -2, 0, "South's pits are empty, North keeps the last 4"),
    (2, 2, "2 2 1 1 1 2", 2, 1, "North's pits are empty, South keeps the last 3"),
    (2, 2, "2 2 1 1 2 1 1 2", 2, 0, "North's pits are empty, South keeps the last 2"),
    (2, 2, "2 2 1 1 2 2 1", -2, 0, "all pits are empty"),
]


@pytest.mark.parametrize(("pits", "seeds", "moves", "score", "turn", "reason"), ENDS)
def test_the_game_is_over_when_one_side_has_no_seeds(pits, seeds, moves, score, turn, reason):
    game = played(moves, pits=pits, seeds=seeds)
    assert (game.score(), game.turn, game.reason()) == (score, turn, reason)
    assert game.moves() == game.forcing() == []
    picture = game.show()
    assert picture.rows == ((0, 0), (0, 0))
    assert (sum(picture.stores), picture.stores[0] - picture.stores[1]) == (4 * seeds, score)


def test_it_goes_on_when_one_side_has_most_of_the_seeds():
    rng, most = random.Random(1), 0
    for _ in range(100):
        game = Kalah()
        while moves := game.moves():
            most = max(most, *game.show().stores)
            game.make(rng.choice(moves))
    assert most > 24 + 1


def test_pits_are_numbered_from_the_movers_left_and_shown_so():
    game = played("3 6")
    names = ("6", "5", "4", "3", "2", "1"), ("1", "2", "3", "4", "5", "6")
    assert game.show() == Pits(((4, 4, 5, 5, 5, 5), (4, 4, 0, 5, 5, 0)), (2, 0), names)


def test_a_move_is_marked_where_the_pit_was_emptied():
    south, north = Kalah(), played("1")
    for game, text, cell in ((south, "1", (1, 0)), (south, "6", (1, 5)), (north, "1", (0, 5)), (north, "6", (0, 0))):
        after, move = game.copy(), game.parse(text)
        after.make(move)
        assert game.cells(move) == after.cells(move) == (cell,)


def test_moves_that_move_again_come_first_then_the_pits_next_to_the_store():
    game = played("2 5 1")
    assert [game.text(move) for move in game.moves()] == ["3", "6", "4", "2", "1"]
    assert [game.text(move) for move in game.forcing()] == ["3", "1"]  # the one moves again, the other captures


COMPILED = life() == "compiled"
TRIED = 400 if COMPILED else 60
WORD = (1 << 64) - 1
SPECS = ["kalah", "kalah:capture=any", "kalah:1,seeds=9", "kalah:4,seeds=3", "kalah:8,seeds=7", "kalah:12,seeds=1"]


def random_positions(spec):
    rng = random.Random(spec)
    for _ in range(TRIED):
        game = games.load(spec)
        for _ in range(rng.randrange(40)):
            if moves := game.moves():
                game.make(rng.choice(moves))
        yield game


# A second implementation: a side is its row of pits from the owner's left, so that the last one is next to the store.


def parts(position):
    *sides, turn = position.split()
    rows = [[int(seeds) for seeds in side.split("/")[0].split(",")] for side in sides]
    return rows, [int(side.split("/")[1]) for side in sides], turn


def captured(own, other, pit):
    """Return the seeds that the move from the pit captures, with its own last one."""
    ring, place, store = [*own, 0, *other], pit, len(own)
    ring[pit] = 0
    for _ in range(own[pit]):
        place = (place + 1) % len(ring)
        ring[place] += 1
    facing = 2 * store - place
    return 1 + ring[facing] if own[pit] and place < store and ring[place] == 1 and ring[facing] else 0


def worth(own, other, stored, moves_next, pressure):
    """Return the worth of a side's store and pits to it, in 64ths."""

    def weight(constant, rise):
        return 64 * constant + rise * pressure

    away = range(len(own), 0, -1)  # how far the pits are from the store
    found = stored * weight(-1, 13) + sum(own) * weight(-38, 30)
    found += sum(max(0, seeds - far) for seeds, far in zip(own, away, strict=True)) * weight(36, -30)
    found += sum(seeds > 0 for seeds in own) * weight(-6, 17)
    found += own[-1] * weight(6, -1) + own[0] * weight(0, 5)
    gain = max(captured(own, other, pit) for pit in range(len(own)))
    again = sum(seeds == far for seeds, far in zip(own, away, strict=True))
    return found + (gain * weight(-6, 14) + again * weight(82, -39) if moves_next else gain * weight(-6, 9))


def estimate(position):
    (south, north), stores, turn = parts(position)
    left = sum(south) + sum(north)
    whole = left + sum(stores)
    pressure = 1280 * whole // (3 * whole + 20 * left)
    found = worth(south, north, stores[0], turn == "South", pressure)
    found -= worth(north, south, stores[1], turn == "North", pressure)
    return found // 64 if found >= 0 else -(-found // 64)


@pytest.mark.parametrize("spec", SPECS)
def test_the_estimate_equals_the_second_implementation(spec):
    for game in random_positions(spec):
        assert game.estimate() == estimate(game.position()), game.position()


@pytest.mark.parametrize("spec", SPECS)
def test_exchanging_the_sides_negates_the_estimate(spec):
    for game in random_positions(spec):
        south, north, turn = game.position().split()
        other = games.load(spec)
        other.set_position(f"{north} {south} {'North' if turn == 'South' else 'South'}")
        assert other.estimate() == -game.estimate(), game.position()


def test_seeds_in_the_store_count_more_as_fewer_are_left():
    def ahead(position):
        game = games.load("kalah")
        game.set_position(position)
        return game.estimate()

    early = ahead("4,4,4,4,4,0/3 4,4,4,4,4,0/1 South") - ahead("4,4,4,4,4,0/2 4,4,4,4,4,0/2 South")
    late = ahead("0,0,0,0,1,0/23 0,0,0,0,1,0/23 South"), ahead("0,0,0,0,1,0/24 0,0,0,0,1,0/22 South")
    assert 0 < early < late[1] - late[0]


# Playouts: drawn without a list, each move alike, and the same compiled and interpreted.


@pytest.mark.parametrize("spec", SPECS)
def test_a_playout_draws_every_move_alike(spec):
    for game in list(random_positions(spec))[:10]:
        moves = game.moves()
        if not moves:
            assert game.playout_move(1 << 63) == -1
            continue
        drawn = [game.playout_move((2 * number + 1 << 63) // len(moves)) for number in range(len(moves))]
        assert sorted(drawn) == sorted(moves)


def test_both_lives_draw_the_same_playouts():
    # The numbers are those of the interpreted life.
    playouts = Playouts(games.load("kalah"), Rng(5), Clock())
    assert (playouts.run(200), playouts.total) == ((102, 10, 88), 258)


@pytest.mark.parametrize("spec", SPECS)
def test_a_whole_playout_equals_its_moves_drawn_one_by_one(spec):
    rng = random.Random(spec)
    for game in list(random_positions(spec))[:20]:
        whole, moves, movers = game.copy(), MoveList(), MoveList()
        number, made = rng.getrandbits(64), []
        count = whole.playout(number, moves, movers)
        while (move := game.playout_move(number)) >= 0:
            made.append((move, game.turn))
            game.make(move)
            number ^= number << 13 & WORD
            number ^= number >> 7
            number ^= number << 17 & WORD
        assert (count, whole.score(), whole.key()) == (len(made), game.score(), game.key())
        assert list(zip(items(moves), items(movers), strict=True)) == made
    assert plays_out(game) is COMPILED
