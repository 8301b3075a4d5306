"""The estimate of kalah against a plain second implementation, and from both sides; its random playouts."""

import random

import pytest

import games
from games.move_list import MoveList
from games.adapters.undo import plays_out
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from tests.helpers.random_games import items
from referee.support.build import life

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
    """Both rows and stores of a position's text, and whose turn it is."""
    *sides, turn = position.split()
    rows = [[int(seeds) for seeds in side.split("/")[0].split(",")] for side in sides]
    return rows, [int(side.split("/")[1]) for side in sides], turn


def captured(own, other, pit):
    """The seeds that the move from that pit captures, its own last one with them."""
    ring, place, store = [*own, 0, *other], pit, len(own)
    ring[pit] = 0
    for _ in range(own[pit]):
        place = (place + 1) % len(ring)
        ring[place] += 1
    facing = 2 * store - place
    return 1 + ring[facing] if own[pit] and place < store and ring[place] == 1 and ring[facing] else 0


def worth(own, other, stored, moves_next, pressure):
    """What its store and its pits are worth to one side, in 64ths."""

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
def test_the_estimate_is_that_of_the_second_implementation(spec):
    for game in random_positions(spec):
        assert game.estimate() == estimate(game.position()), game.position()


@pytest.mark.parametrize("spec", SPECS)
def test_the_estimate_is_the_opposite_with_the_sides_exchanged(spec):
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
def test_a_whole_playout_is_what_its_moves_drawn_one_by_one_are(spec):
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
