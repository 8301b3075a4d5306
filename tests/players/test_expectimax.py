"""Searches of chance against the plain recursion: exact over the weights, in sampled worlds, and by whole turns."""

import math
import random

import pytest
from plain import HighCard, Race

import games
from games.game import CHANCE, Game
from players.minimax import MinimaxPlayer
from players.search.alphabeta.expectimax import Expectimax, TurnSearch
from players.search.alphabeta.table import Table
from players.search.clock import Clock
from referee.support.build import life
from tests.helpers.positions import after


class Paced(Race):
    """Each step counts at least one, so that an end comes soon; the estimate is in tenths; margins are won."""

    stakes = 4
    point = 10

    def moves(self):
        if self.score() is not None:
            return []
        return [1, 2, 3] if self.turn == CHANCE else [1, 2]

    def make(self, move):
        if self.turn == CHANCE:
            super().make(move)
        else:
            self.places[self.mover] += max(1, move * self.die % 4)
            self.mover, self.turn = 1 - self.mover, CHANCE

    def score(self):
        won = super().score()
        return won and won * (1 + (max(self.places) - min(self.places)) % 4)

    def estimate(self):
        return 3 * (self.places[0] - self.places[1]) + (self.die if self.turn == 0 else -self.die)


class Keyless(Paced):
    """Without a table, in which deeper values would be found."""

    def key(self):
        return 0


def plain(game, depth):
    """Return the value by definition: means over chance, the best move, the estimate at the horizon."""
    if (score := game.score()) is not None:
        return score
    if game.turn == CHANCE:
        chances = game.chances()
        return sum(weight * plain(after(game, move), depth) for move, weight in chances) / sum(w for _, w in chances)
    if depth == 0:
        return max(-game.stakes, min(game.stakes, game.estimate() / game.point))
    return (max, min)[game.turn](plain(after(game, move), depth - 1) for move in game.moves())


def positions(kind, goal, count, seed):
    rng, found = random.Random(seed), []
    while len(found) < count:
        game = kind(goal)
        for _ in range(rng.randrange(1, 6)):
            if game.moves():
                game.make(rng.choice(game.moves()))
        if game.turn == CHANCE and game.moves():
            game.make(rng.choice(game.moves()))
        if game.moves():
            found.append(game)
    return found


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_to_a_depth_equals_the_plain_recursion(depth):
    for game in positions(Keyless, 8, 25, depth):
        search = Expectimax(game, Table(4), Clock())
        search.run(depth)
        assert search.value == pytest.approx(plain(game, search.depth), abs=1e-9)
        assert plain(after(game, search.best_move), search.depth - 1) == pytest.approx(search.value, abs=1e-9)


@pytest.mark.parametrize("entries", [4, 1 << 12])
def test_a_search_to_the_end_is_exact_with_any_table(entries):
    for game in positions(Paced, 5, 25, entries):
        search = Expectimax(game, Table(entries), Clock())
        search.run()
        assert search.final
        assert search.value == pytest.approx(plain(game, 99), abs=1e-9)


def test_each_returns_the_value_of_every_move():
    for game in positions(Paced, 5, 15, 7):
        values = Expectimax(game, Table(1 << 10), Clock()).each()
        assert values == pytest.approx({move: plain(after(game, move), 99) for move in game.moves()}, abs=1e-9)


def test_pruning_spares_most_of_the_tree():
    def nodes(game, depth):
        if game.score() is not None or (depth == 0 and game.turn != CHANCE):
            return 1
        step = 0 if game.turn == CHANCE else 1
        return 1 + sum(nodes(after(game, move), depth - step) for move in game.moves())

    game, clock = after(Keyless(30), 2), Clock()
    search = Expectimax(game, Table(4), clock)
    search.run(5)
    assert clock.nodes < 0.6 * sum(nodes(game, depth) for depth in range(1, 6))


def test_it_stops_with_a_move_when_its_budget_is_used_up():
    game, clock = after(Paced(40), 2), Clock(budget=500)
    search = Expectimax(game, Table(1 << 10), clock)
    search.run()
    assert clock.nodes == 500
    assert search.best_move in game.moves()
    assert not search.final


@pytest.mark.parametrize("seat", [0, 1])
def test_the_value_counts_for_the_seat_to_move(seat):
    game = next(game for game in positions(Paced, 5, 40, 11) if game.turn == seat)
    thought = MinimaxPlayer().think(game)
    assert thought.value == pytest.approx(plain(game, 99) * (1 - 2 * seat), abs=1e-9)
    assert (thought.proven, thought.distance) == (True, None)


# Hidden cards.


def dealt(first, second, *said):
    game = HighCard()
    for move in (first, second, *said):
        game.make(move)
    return game


def test_in_worlds_the_best_card_sees_and_the_worst_folds():
    thought = MinimaxPlayer(seed=1).think(dealt(0, 3, 11))
    assert (thought.move, thought.value, thought.proven) == (11, 2, False)
    thought = MinimaxPlayer(seed=1).think(dealt(3, 0, 11))
    assert (thought.move, thought.value, thought.proven) == (10, -1, False)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_opponents_real_cards_change_nothing(first):
    thoughts = [
        MinimaxPlayer(seed=5).think(dealt(first, second).imagine(0, random.Random(2)))
        for second in range(4)
        if second != first
    ]
    assert len({(thought.move, thought.value, thought.candidates) for thought in thoughts}) == 1


class Flips(Game):
    """One choice, and then more rolls in a line than any search follows."""

    stakes = 10_000

    def __init__(self):
        self.turn, self.left, self.won = 0, 2000, 0

    def chances(self):
        return [(1, 1), (2, 1)]

    def moves(self):
        return [] if not self.left else [0, 3] if self.turn == 0 else [1, 2]

    def make(self, move):
        self.won += move
        self.turn, self.left = CHANCE, self.left - 1

    def score(self):
        return None if self.left else self.won

    def key(self):
        return 0


def test_too_many_rolls_in_a_line_are_a_horizon():
    game = Flips()
    search = Expectimax(game, Table(4), Clock(budget=5_000))
    search.run(1)
    assert search.best_move in game.moves()


def test_large_stakes_are_averaged_exactly():
    class Large(Paced):
        stakes = 1 << 28

        def score(self):
            won = super().score()
            return won and won << 25

        def estimate(self):
            return 0

    for game in positions(Large, 4, 6, 5):
        search = Expectimax(game, Table(1 << 10), Clock())
        search.run()
        assert search.value == pytest.approx(plain(game, 99), rel=1e-12)


def test_a_small_budget_searches_fewer_worlds():
    thought = MinimaxPlayer(nodes=60, seed=1).think(dealt(3, 0))
    assert thought.candidates[0].visits > 0
    assert thought.nodes > 20


class Lottery(Game):
    """Guess low or high, then a ticket is drawn; the first `heavy` tickets weigh more, and win for low."""

    stakes = 1000

    def __init__(self, tickets=2000, heavy=500, weight=1):
        self.turn, self.guess, self.drawn = 0, None, None
        self.tickets, self.heavy, self.weighs = tickets, heavy, weight

    def moves(self):
        if self.drawn is not None:
            return []
        return [0, 1] if self.guess is None else list(range(2, 2 + self.tickets))

    def chances(self):
        return [(move, self.weighs if move - 2 < self.heavy else 1) for move in self.moves()]

    def make(self, move):
        if self.guess is None:
            self.guess, self.turn = move, CHANCE
        else:
            self.drawn = move - 2

    def score(self):
        if self.drawn is None:
            return None
        return self.stakes if (self.drawn < self.heavy) == (self.guess == 0) else -self.stakes


@pytest.mark.parametrize(
    ("tickets", "heavy", "weight"), [(2000, 500, 1), (2000, 500, 9), (600, 1, 700), (513, 256, 2), (5000, 4999, 3)]
)
def test_many_outcomes_are_sampled_by_weight(tickets, heavy, weight):
    game = Lottery(tickets, heavy, weight)
    found = Expectimax(game, Table(1 << 10), Clock())
    found.run(1)
    exact = plain(game, 1)
    assert abs(found.value - exact) <= 2 * game.stakes / 512
    assert found.best_move == (0 if heavy * weight > tickets - heavy else 1)
    assert not found.final


def test_all_of_512_outcomes_are_searched():
    game = Lottery(512, 100, 3)
    found = Expectimax(game, Table(1 << 10), Clock())
    found.run(1)
    assert (found.value, found.final) == (pytest.approx(plain(game, 1)), True)


# White is to play 2 and 1 with two checkers left a side, and may hit.
SMALL = "backgammon:position=XGID=--A--A--------------b-----:0:0:1:21:0:0:0:0:0"


def turn_ends(game, seat):
    """Yield the positions after all complete turns of the seat."""
    for move in game.moves():
        then = after(game, move)
        if then.turn == seat and then.score() is None:
            yield from turn_ends(then, seat)
        else:
            yield then


def by_turns(game, rolls):
    """Return the value for White of a position between two turns, before `rolls` rolls."""
    if (score := game.score()) is not None:
        return score
    if not rolls:
        return game.estimate() / game.point
    if game.turn != CHANCE:
        return by_turns(best_end(game), rolls)
    chances = game.chances()
    return sum(weight * reply(after(game, move), rolls - 1) for move, weight in chances) / sum(w for _, w in chances)


def reply(game, rolls):
    return by_turns(best_end(game), rolls)


def best_end(game):
    sign = 1 - 2 * game.turn
    return max(turn_ends(game, game.turn), key=lambda end: sign * by_turns(end, 0))


@pytest.mark.parametrize("table", [None, Table(1 << 12)], ids=["alone", "with a table"])
@pytest.mark.parametrize("most", [1, 2, 3] if life() == "compiled" else [1, 2])
def test_a_turn_has_the_value_of_the_plain_recursion(most, table):
    game = games.load(SMALL)
    search = TurnSearch(game, table, Clock())
    search.run(most)
    assert search.depth <= most
    firsts = [after(game, search.best_move)]
    ends = list(turn_ends(firsts[0], 0)) if firsts[0].turn == 0 else firsts
    assert search.value == pytest.approx(max(by_turns(end, search.depth - 1) for end in ends), abs=1e-9)


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


def test_only_a_search_without_a_depth_prunes_turns():
    game = games.load("backgammon", ["3-1"])
    assert MinimaxPlayer(nodes=3000).think(game).depth <= 3
    assert MinimaxPlayer(depth=2).think(game).nodes < MinimaxPlayer(depth=3).think(game).nodes
    assert not games.load("pig").plays_turns


def test_black_chooses_the_mirror_of_whites_move():
    white = games.load("backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0")
    black = games.load("backgammon:position=XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:0")
    one, other = (MinimaxPlayer(nodes=3000).think(game) for game in (white, black))
    assert white.text(one.move) == black.text(other.move)
    assert one.value == pytest.approx(other.value, abs=1e-9)


def test_the_last_roll_is_doubled_when_ahead_and_dropped_when_hopeless():
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


def test_turn_search_ignores_table_entries_of_other_searches():
    game, player, rng = games.load("backgammon:cube=yes"), MinimaxPlayer(nodes=300), random.Random(5)
    player.begin(game.copy(), 0)
    for _ in range(60):
        if game.score() is not None:
            break
        move = rng.choice(game.moves())
        if game.turn != CHANCE and len(game.moves()) > 1:
            assert abs(player.think(game.copy()).value) <= game.stakes
        game.make(move)
