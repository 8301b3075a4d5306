"""The search by whole turns: what it says of a turn is the plain recursion, and it is told by the game when to be used."""

import math
import random

import pytest

import games
from games.game import CHANCE
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.alphabeta.table import Table
from players.search.alphabeta.expectimax import TurnSearch
from referee.support.build import life
from tests.helpers.positions import after

# White is to play 2 and 1 with two checkers left a side, and may hit.
SMALL = "backgammon:position=XGID=--A--A--------------b-----:0:0:1:21:0:0:0:0:0"


def turn_ends(game, seat):
    """The positions after all that the seat can do before it is somebody else's turn."""
    for move in game.moves():
        then = after(game, move)
        if then.turn == seat and then.score() is None:
            yield from turn_ends(then, seat)
        else:
            yield then


def plain(game, rolls):
    """The value for White of a position between two turns, before so many rolls."""
    if (score := game.score()) is not None:
        return score
    if not rolls:
        return game.estimate() / game.point
    if game.turn != CHANCE:
        return plain(best_end(game), rolls)
    chances = game.chances()
    return sum(weight * reply(after(game, move), rolls - 1) for move, weight in chances) / sum(w for _, w in chances)


def reply(game, rolls):
    """The value with a seat to move: after the turn that has the best estimate."""
    return plain(best_end(game), rolls)


def best_end(game):
    sign = 1 - 2 * game.turn
    return max(turn_ends(game, game.turn), key=lambda end: sign * plain(end, 0))


@pytest.mark.parametrize("table", [None, Table(1 << 12)], ids=["alone", "with a table"])
@pytest.mark.parametrize("most", [1, 2, 3] if life() == "compiled" else [1, 2])
def test_a_turn_is_worth_what_the_plain_recursion_says(most, table):
    game = games.load(SMALL)
    search = TurnSearch(game, table, Clock())
    search.run(most)
    assert search.depth <= most
    firsts = [after(game, search.best_move)]
    ends = list(turn_ends(firsts[0], 0)) if firsts[0].turn == 0 else firsts
    assert search.value == pytest.approx(max(plain(end, search.depth - 1) for end in ends), abs=1e-9)


def test_a_turn_that_wins_is_found_and_proven():
    game = games.load("backgammon:position=XGID=-A----------------------a-:0:0:1:21:0:0:0:0:0")
    thought = MinimaxPlayer().think(game)
    assert (thought.value, thought.proven) == (1, True)


@pytest.mark.parametrize("nodes", [1, 2, 30, 400])
def test_it_stops_with_a_legal_move_when_its_budget_is_used_up(nodes):
    game, clock = games.load("backgammon", ["3-1"]), Clock(budget=nodes)
    search = TurnSearch(game, Table(1 << 10), clock)
    search.run()
    assert clock.nodes <= nodes
    assert search.best_move in game.moves()
    assert MinimaxPlayer().choose(game, -math.inf) in game.moves()


def test_only_a_search_without_a_depth_leaves_turns_out():
    game = games.load("backgammon", ["3-1"])
    assert MinimaxPlayer(nodes=3000).think(game).depth <= 3
    assert MinimaxPlayer(depth=2).think(game).nodes < MinimaxPlayer(depth=3).think(game).nodes
    assert not games.load("pig").plays_turns


def test_black_chooses_as_white_would():
    white = games.load("backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0")
    black = games.load("backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:0")
    one, other = (MinimaxPlayer(nodes=3000).think(game) for game in (white, black))
    assert white.text(one.move) == black.text(other.move)
    assert one.value == pytest.approx(other.value, abs=1e-9)


def test_the_last_roll_is_doubled_by_who_is_ahead_and_dropped_where_it_cannot_fail():
    # 5 and 2 are borne off by 19 of the 36 rolls, 5 and 3 by 14.
    for board, word in (("--A--A------------------a-", "double"), ("---A-A------------------a-", "roll")):
        game = games.load(f"backgammon:position=XGID={board}:0:0:1:00:0:0:0:0:6")
        assert game.text(MinimaxPlayer(nodes=2000).think(game).move) == word
    for board, word in (("-B----------------------a-", "drop"), ("--A--A------------------a-", "take")):
        game = games.load(f"backgammon:position=XGID={board}:0:0:1:D:0:0:0:0:6")
        assert game.text(MinimaxPlayer(nodes=2000).think(game).move) == word


def test_the_same_budget_finds_the_same_move():
    rng, game = random.Random(4), games.load("backgammon")
    for _ in range(30):
        game.make(rng.choice(game.moves()))
    while game.turn == CHANCE:
        game.make(rng.choice(game.moves()))
    one, other = (MinimaxPlayer(nodes=2000).think(game) for _ in range(2))
    assert (one.move, one.value, one.nodes) == (other.move, other.value, other.nodes)


def test_what_other_searches_of_a_match_have_kept_is_not_taken_for_its_own():
    game, player, rng = games.load("backgammon:cube=yes"), MinimaxPlayer(nodes=300), random.Random(5)
    player.begin(game.copy(), 0)
    for _ in range(60):
        if game.score() is not None:
            break
        move = rng.choice(game.moves())
        if game.turn != CHANCE and len(game.moves()) > 1:
            assert abs(player.think(game.copy()).value) <= game.stakes
        game.make(move)
