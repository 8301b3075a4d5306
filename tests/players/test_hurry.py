"""A search in a thread of its own can be watched, and hurried."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic, sleep

import pytest
from plain import PlainTicTacToe

import games
import players
from games.othello import Othello
from players.cfr import SOLVED as BY_CFR
from players.optimal import SOLVED as BY_OPTIMAL
from players.player import Glimpse, hurried
from players.search.clock import Clock, hurry, relax
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.result import branches
from players.search.random_play import Rng
from players.search.workers import SearchWorkers, can_fork
from tests.helpers.cases import every_case

PATIENCE = 120.0  # seconds for what should happen at once; only a hang takes longer
AGES = 1000  # seconds that a player would think if nobody hurried it
SEARCHES = [
    (f"minimax:time={AGES},table=0", "connect-four"),
    (f"minimax:time={AGES},method=minimax", "othello"),
    (f"minimax:time={AGES},method=alphabeta", "gomoku"),
    (f"minimax:time={AGES}", "backgammon"),
    (f"montecarlo:time={AGES}", "kalah"),
    (f"montecarlo:time={AGES},spread=ucb", "pig"),
    (f"montecarlo:time={AGES}", "leduc-poker"),
    (f"mcts:time={AGES}", "othello"),
    ("mcts:playouts=1000000000,rave=100", "hex"),
    (f"mcts:time={AGES}", "liars-dice"),
    (f"bestfirst:time={AGES},memory=4000", "othello"),
]


@pytest.fixture(autouse=True)
def calm_afterwards():
    yield
    relax()


@contextmanager
def thread(call, *arguments):
    """Yield the future of a call in another thread; hurry it when the block is left."""
    with ThreadPoolExecutor(1) as pool:
        try:
            yield pool.submit(call, *arguments)
        finally:
            hurry()


def until(found):
    """Return what `found` returns once that is true."""
    end = monotonic() + PATIENCE
    while not (answer := found()):
        assert monotonic() < end
        sleep(0.002)
    return answer


def opened(spec):
    """Return the game at its first choice, dealt by the first chances."""
    game = games.load(spec)
    while game.turn not in (0, 1):
        game.make(game.chances()[0][0])
    return game


def ordered_long_ago():
    """Hurry all searches, so that new ones have no moment left."""
    hurry()
    sleep(0.1)


@pytest.mark.parametrize(("spec", "name"), SEARCHES)
def test_a_player_is_watched_and_hurried(spec, name):
    player, game = players.load(spec), opened(name)
    assert player.glimpse() is None
    with thread(player.think, game) as thought:
        early = until(lambda: (seen := player.glimpse()) and seen.line and seen)
        assert game.parse(early.line[0]) in game.moves()
        assert early.value is not None
        assert early.depth >= 1
        assert (early.playouts > 0) == (not spec.startswith(("minimax", "bestfirst")))
        until(lambda: player.glimpse().nodes > early.nodes)
        if early.playouts:
            until(lambda: player.glimpse().playouts > early.playouts)
        assert not thought.done()
        hurry()
        found = thought.result(PATIENCE)
    assert found.move in game.moves()
    last = player.glimpse()
    assert (last.depth, last.nodes, last.line, last.value) == (found.depth, found.nodes, found.line, found.value)
    assert last.nodes >= early.nodes
    assert last.playouts >= early.playouts


@every_case(("spec", "name"), [*SEARCHES, (f"minimax:time={AGES}", "leduc-poker"), ("optimal", "othello")])
def test_a_player_that_has_no_time_at_all_makes_a_legal_move(spec, name):
    player, game = players.load(spec), opened(name)
    ordered_long_ago()
    with thread(player.think, game) as thought:
        assert thought.result(PATIENCE).move in game.moves()


def test_a_hurry_counts_until_it_is_taken_back():
    player, game = players.load(f"minimax:time={AGES},table=0"), games.load("connect-four")
    assert not hurried()
    hurry()
    for _ in range(2):
        assert hurried()
        assert player.choose(game, float("inf")) in game.moves()
    relax()
    assert not hurried()
    with thread(player.think, game) as thought:
        until(lambda: player.glimpse().depth >= 2)
        assert not thought.done()


def test_a_hurry_at_once_leaves_not_even_a_moment():
    hurry(at_once=True)
    assert Clock().share(1).deadline <= monotonic()


def test_hurried_while_it_tries_to_solve_the_game_minimax_still_looks_around(own_time):
    game = games.load("connect-four")
    for text in "1 4 1 4 2 4".split():
        game.make(game.parse(text))

    player = players.load(f"minimax:time={AGES}")
    with thread(player.think, game) as thought:
        before = until(lambda: (seen := player.glimpse()) and seen.nodes and seen)
        until(lambda: player.glimpse().nodes > before.nodes)
        assert before == Glimpse(0, before.nodes)
        hurry()
        found = thought.result(PATIENCE)
    assert found.nodes > before.nodes
    assert found.depth > 1
    assert game.text(found.move) == "4"  # all others lose at once, and it is not the first in the list


def test_on_hidden_cards_minimax_uses_the_worlds_that_it_has_searched():
    class Veiled(Othello):
        """Might hide something, for all that players know."""

        def imagine(self, seat, rng):
            return self.copy()

    player, game = players.load(f"minimax:time={AGES}"), Veiled()
    with thread(player.think, game) as thought:
        before = until(lambda: (seen := player.glimpse()) and seen.nodes and seen)
        assert before == Glimpse(0, before.nodes)
        seen = until(lambda: player.glimpse().line and player.glimpse())
        assert seen.depth >= 1
        assert not thought.done()
        hurry()
        found = thought.result(PATIENCE)
    assert found.move in game.moves()
    assert found.seconds < player.time
    assert 1 <= found.candidates[0].visits <= 30


def test_a_game_in_plain_python_is_watched_and_hurried_too():
    class Endless(PlainTicTacToe):
        """Nobody wins, and taken cells are free again when the board is full."""

        def score(self):
            return None

        def moves(self):
            return [cell for cell in range(9) if self.cells_taken[cell] is None]

        def make(self, move):
            super().make(move)
            if None not in self.cells_taken:
                self.cells_taken = [None] * 9

    player, game = players.load(f"minimax:time={AGES},table=0"), Endless()
    with thread(player.think, game) as thought:
        until(lambda: (seen := player.glimpse()) and seen.depth >= 2)
        hurry()
        assert thought.result(PATIENCE).move in game.moves()


# Processes.


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_the_processes_of_a_crew_are_hurried_from_whatever_thread_they_were_forked():
    def work():
        end = monotonic() + PATIENCE
        while not hurried() and monotonic() < end:
            sleep(0.005)
        return os.getpid() if hurried() else None

    def crew():
        with SearchWorkers() as hands:
            hands.start(work)
            hands.start(work)
            return hands.reports()

    with thread(crew) as reports:
        sleep(0.05)
        assert not reports.done()
        hurry()
        found = reports.result(PATIENCE)
    assert len({*found, os.getpid()}) == 3
    assert None not in found


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_the_own_time_of_a_process_goes_on_in_those_it_forks(own_time):
    with SearchWorkers() as hands:
        before = own_time()
        hands.start(own_time)
        assert hands.reports() >= [before]


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_trees_of_several_processes_are_put_together_in_a_hurry(own_time):
    player, game = players.load("mcts:playouts=1000000000,threads=3"), games.load("othello")
    with thread(player.think, game) as thought:
        until(lambda: (seen := player.glimpse()) and seen.line)
        hurry()
        found = thought.result(PATIENCE)
    assert found.move in game.moves()
    assert player.glimpse().playouts > player.tree.playouts > 0


# Games that are solved before they begin.


def test_optimal_hurried_at_its_beginning_goes_on_when_it_is_to_move():
    player, game = players.load("optimal:memory=16"), games.load("connect-four:8")
    with thread(player.begin, game.copy(), 0) as begun:
        before = until(lambda: (seen := player.glimpse()) and seen.nodes and seen)
        until(lambda: player.glimpse().nodes > before.nodes)
        hurry()
        begun.result(PATIENCE)
    relax()
    with thread(player.think, game) as thought:
        until(lambda: player.glimpse().nodes > 0)
        hurry()
        found = thought.result(PATIENCE)
    assert found.move in game.moves()
    assert not found.proven


@pytest.mark.parametrize("spec", ["tic-tac-toe", "pig:target=10"])
def test_results_of_a_hurried_optimal_player_are_not_kept(spec):
    BY_OPTIMAL.by_key.clear()
    ordered_long_ago()
    player, game = players.load("optimal"), games.load(spec)
    player.begin(game.copy(), 0)
    assert not BY_OPTIMAL.by_key
    assert player.choose(game, float("inf")) in game.moves()
    relax()
    assert player.think(game).proven
    players.load("optimal").begin(game.copy(), 0)
    assert len(BY_OPTIMAL.by_key) == 1


def test_a_game_too_large_for_optimal_is_refused_without_a_hurry_only():
    player, game = players.load("optimal:memory=1"), games.load("hexapawn:columns=5,rows=6")
    player.entries = 64
    ordered_long_ago()
    player.begin(game.copy(), 0)
    relax()
    with pytest.raises(players.player.Unplayable, match="out of reach"):
        player.begin(game.copy(), 0)


def test_cfr_plays_the_strategy_that_it_has_when_it_is_hurried():
    player, game = players.load("cfr:iterations=1000000000"), games.load("leduc-poker")
    with thread(player.begin, game.copy(), 0) as begun:
        sleep(0.05)
        assert not begun.done()
        hurry()
        begun.result(PATIENCE)
    dealt = opened("leduc-poker")
    assert player.choose(dealt, float("inf")) in dealt.moves()


@pytest.mark.parametrize("spec", ["kuhn-poker", "pig:target=10"])
def test_cfr_without_time_makes_any_move_and_keeps_nothing(spec):
    BY_CFR.by_key.clear()
    ordered_long_ago()
    player, game, dealt = players.load("cfr"), games.load(spec), opened(spec)
    player.begin(game.copy(), 0)
    found = player.think(dealt)
    assert found.move in dealt.moves()
    assert {each.value for each in found.candidates} == {1 / len(dealt.moves())}
    assert not found.nodes
    assert not BY_CFR.by_key
    relax()
    player.begin(game.copy(), 0)
    assert player.think(dealt).nodes > 1
    assert len(BY_CFR.by_key) == 1


# What it rests on.


def test_a_tree_grown_in_parts_is_the_same():
    trees = [Uct(games.load("kalah"), Clock(), Rng(3), None, 0.5, 10_000) for _ in range(2)]
    assert trees[0].run(300) == 300
    assert [trees[1].run(part) for part in (1, 2, 97, 200)] == [1, 2, 97, 200]
    assert branches(trees[0]) == branches(trees[1])
    assert trees[0].playouts == trees[1].playouts == 300


def test_a_clock_counts_the_nodes_of_its_parts_once():
    whole = Clock(budget=8_000)
    part = whole.share(4)
    assert part.budget == 2_000
    whole.nodes, part.nodes = 10, 5
    assert whole.total_nodes() == 15
    whole.join()
    assert (whole.nodes, whole.total_nodes()) == (15, 15)
    assert (whole.share(4, most=100).budget, whole.share(4, most=10**6).budget) == (100, (8_000 - 15) // 4)


def test_a_player_of_ones_own_may_heed_a_hurry():
    class Ponderer:
        """Thinks as long as it may."""

        def choose(self, game, deadline):
            while not hurried():
                sleep(0.001)
            return game.moves()[-1]

    game = games.load("tic-tac-toe")
    with thread(Ponderer().choose, game, float("inf")) as answer:
        hurry()
        assert answer.result(PATIENCE) == 8
