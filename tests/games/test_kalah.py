"""Kalah: its rules against OpenSpiel, a plain second implementation and published values; notation, picture, ends."""

import random
from functools import cache

import pytest
from lockstep import GAMES, agree

import games
from games.game import IllegalMove
from games.kalah import Kalah
from games.laws import faults
from games.picture import Pits
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from referee.batches.plan import Plan

VARIANTS = [
    "", "pits=1,seeds=20", "pits=2,seeds=9", "pits=3,seeds=3,capture=any", "pits=4,seeds=20", "pits=7,seeds=20",
    "pits=8,seeds=15,capture=any", "pits=9,seeds=7", "pits=10,seeds=3", "pits=12,seeds=1",
]  # fmt: skip


def played(texts, **options):
    """The game after those moves."""
    game = Kalah(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


LAWFUL = [
    "", "capture=any", "pits=1,seeds=20", "pits=2,seeds=9", "pits=3,seeds=3,capture=any", "pits=7", "pits=12,seeds=1",
]  # fmt: skip


@pytest.mark.parametrize("variant", LAWFUL)
def test_every_variant_obeys_the_laws(variant):
    count = max(1, GAMES // 70)
    assert [str(fault) for fault in faults(games.load(f"kalah:{variant}"), games=count, seed=1)] == []


# What is known from elsewhere.


def test_random_games_are_as_elsewhere():
    # OpenSpiel 2.0.2, mancala: 43.9 moves a game, South wins 49.4 %, 5.7 % are draws.
    rng, plies = random.Random(1), 0
    for _ in range(400):
        game = Kalah()
        while moves := game.moves():
            game.make(rng.choice(moves))
            plies += 1
    assert abs(plies / 400 - 43.9) < 2
    won, drawn, _ = Playouts(Kalah(), Rng(2), Clock()).run(2000)
    assert abs(won / 2000 - 0.494) < 0.045
    assert abs(drawn / 2000 - 0.057) < 0.02


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
    """(own row, other row, seeds gained, whether the same side moves again) after sowing from that pit."""
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
    """How many seeds more than the other the side to move will yet win with best play."""
    if not any(own) or not any(other):
        return sum(own) - sum(other)
    found = []
    for pit in range(len(own)):
        if own[pit]:
            mine, theirs, more, again = sown(own, other, pit, capture)
            found.append(more + (gain(mine, theirs, capture) if again else -gain(theirs, mine, capture)))
    return max(found)


def rows_of(game):
    """Both rows of the game for the second implementation."""
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


# Single rules.


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


def test_once_around_ends_in_the_pit_that_was_emptied_and_captures():
    # Seven seeds from pit 1 of 3: two pits, the store, North's three pits, and itself; opposite lie eight.
    game = played("1", pits=3, seeds=7)
    assert (game.show().rows, game.show().stores, game.turn) == (((0, 8, 8), (0, 8, 8)), (10, 0), 1)


def test_a_last_seed_with_none_opposite_stays_or_is_captured_which_changes_the_game():
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


# Notation, picture, order, estimate, options.


@pytest.mark.parametrize("entry", ["3", " 3 ", "pit 3", "Pit-3", "PIT3", "house 3", "hole 3", "sow 3", "sow pit 3"])
def test_a_pit_is_understood(entry):
    for game in (Kalah(), played("1")):
        assert game.text(game.parse(entry)) == "3"


@pytest.mark.parametrize("entry", ["5", "0", "7", "-1x", "pit", "c", "3.", "3 4", ""])
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove, match="legal: 1 to 4, 6"):
        played("5 1").parse(entry)


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


@pytest.mark.parametrize(
    ("wrong", "allowed"),
    [
        ({"pits": 0}, "pits=0 must be a whole number from 1 to 12"),
        ({"pits": 13}, "pits=13 must be a whole number from 1 to 12"),
        ({"seeds": 0}, "seeds=0 must be a whole number from 1 to 20"),
        ({"capture": "none"}, "capture=none must be nonempty or any"),
        ({"pits": 9, "seeds": 8}, "seeds=8 with pits=9 must be at most 7"),
    ],
)
def test_a_wrong_option_is_refused(wrong, allowed):
    with pytest.raises(ValueError, match=f"^{allowed}$"):
        Kalah(**wrong)


def test_a_search_of_few_plies_beats_random_play():
    plan = Plan("kalah", ("minimax:depth=3", "random"), seed=3, swap=True)
    assert sum(plan.task(number).result().record.winner == "minimax" for number in range(12)) >= 11
