"""A selective search looks further, proves nothing false, and changes no search to a depth."""

import random

import pytest

import games
from games.adapters.undo import searches_selectively
from games.game import Game
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import HALF, Table
from players.search.alphabeta.tree import DEEPEST
from players.search.clock import Clock
from referee.support.build import life

FAST = life() == "compiled"
SPECS = (
    "breakthrough:columns=5,rows=5", "othello:size=6", "checkers", "hexapawn:columns=4,rows=5", "hex:size=4",
    "kalah:pits=4,seeds=3", "gomoku:columns=6,rows=6,line=4",
)  # fmt: skip


def late_position(spec, rng):
    """Return a position after many random moves, at least two plies before the end."""
    line = []
    game = games.load(spec)
    while game.score() is None:
        line.append(game.copy())
        game.make(rng.choice(game.moves()))
    return line[max(0, len(line) - rng.randint(2, 9))]


@pytest.mark.parametrize("spec", SPECS)
def test_a_selective_search_proves_only_truths(spec):
    rng, proven = random.Random(5), 0
    for _ in range(40 if FAST else 4):
        game = late_position(spec, rng)
        quick = Pvs(game, Table(1 << 14), Clock(budget=20_000 if FAST else 300), selective=True)
        quick.run()
        if abs(quick.score) <= HALF:
            continue
        whole = Pvs(game, Table(1 << 16), Clock(budget=2_000_000 if FAST else 20_000))
        whole.run()
        if abs(whole.score) > HALF:
            proven += 1
            assert (quick.score > 0) == (whole.score > 0)
            assert not (quick.final and whole.final) or quick.score == whole.score
    assert proven >= (5 if FAST else 0)


@pytest.mark.parametrize("spec", SPECS)
def test_a_selective_searchs_entries_change_no_search_to_a_depth(spec):
    rng = random.Random(11)
    for _ in range(5 if FAST else 1):
        game, shared, found = late_position(spec, rng), Table(1 << 16), []
        Pvs(game, shared, Clock(budget=30_000 if FAST else 300), selective=True).run()
        for table in (Table(1 << 16), shared):
            search = Pvs(game, table, Clock(), calm=0)
            search.run(3 if FAST else 2)
            found.append(search.score if abs(search.score) <= HALF else search.score > 0)
        assert found[0] == found[1] or shared_knows_more(*found)


def shared_knows_more(alone, shared):
    """Return whether the table proves what the search to a depth can only estimate."""
    return isinstance(shared, bool) and not isinstance(alone, bool)


@pytest.mark.skipif(not FAST, reason="an interpreter takes minutes")
@pytest.mark.parametrize("spec", ["breakthrough", "othello", "checkers", "chess"])
def test_a_selective_search_looks_further(spec):
    rng, depths = random.Random(3), [0, 0]
    for _ in range(4):
        game = games.load(spec)
        for _ in range(6):
            game.make(rng.choice(game.moves()))
        for selective in (False, True):
            search = Pvs(game, Table(1 << 16), Clock(budget=60_000), selective=selective)
            search.run()
            depths[selective] += search.depth
            assert search.reach >= search.depth or search.exhausted
    assert depths[1] >= depths[0] + 4


def test_a_game_says_whether_it_is_searched_selectively():
    for spec in ("breakthrough", "othello", "chess", "kalah"):
        assert searches_selectively(games.load(spec))
    for spec in ("connect-four", "dots-and-boxes", "nim"):
        assert not searches_selectively(games.load(spec))


def test_a_seat_that_moves_again_looks_as_deep_as_before():
    # From the start of kalah pit 3 ends in South's store, so that South moves again.
    found = {}
    for selective in (False, True):
        search = Pvs(games.load("kalah"), Table(1000), Clock(), calm=0, selective=selective)
        search.look(1)
        found[selective] = (search.reach, search.line())
    assert found == {False: (1, ["3"]), True: (2, ["3", "5"])}


class Alone(Game):
    """One seat moves again and again, for longer than a stack has room. farthest: the most moves that were made."""

    farthest = 0

    def __init__(self):
        self.turn, self.made = 0, 0

    def moves(self):
        return [0, 1]

    def make(self, move):
        self.made += 1
        Alone.farthest = max(Alone.farthest, self.made)

    def score(self):
        return 1 if self.made == 20_000 else None

    def estimate(self):
        return self.made


def test_a_seat_that_moves_again_for_ever_is_followed_no_farther_than_there_is_room():
    search = Pvs(Alone(), Table(1 << 15), Clock(budget=40_000), selective=True)
    search.run()
    assert 100 < Alone.farthest <= DEEPEST
