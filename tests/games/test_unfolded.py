"""Plain games as searches walk through them: each position asked once, the same found as by walking in copies."""

import random
from collections import Counter

import pytest
from plain import Grab, PlainTicTacToe, Race

from games.adapters.python_adapter import CachedGame, become_unchecked
from games.game import CHANCE, ONGOING, Game
from games.adapters.undo import can_restart, copy_to_play, copy_to_search
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.random_play import Playouts, Rng
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.tree import AlphaBeta, Minimax

asked = Counter()


class Told(PlainTicTacToe):
    """Counts the calls of its rules by position."""

    def moves(self):
        asked["moves", self.turn, *self.cells_taken] += 1
        taken = self.cells_taken
        return [] if super().score() is not None else [cell for cell in range(9) if taken[cell] is None]

    def score(self):
        asked["score", self.turn, *self.cells_taken] += 1
        return super().score()

    def estimate(self):
        asked["estimate", self.turn, *self.cells_taken] += 1
        return 0

    def forcing(self):
        asked["forcing", self.turn, *self.cells_taken] += 1
        return []


class Hidden(PlainTicTacToe):
    """Has a field with unreadable data, so no two lines of moves lead to one position."""

    def __init__(self):
        super().__init__()
        self.source = random.Random(1)


class Keyed(PlainTicTacToe):
    """All positions share a key, which tables must not use but cached games may."""

    def key(self):
        return 0


@pytest.fixture(autouse=True)
def unasked():
    asked.clear()


@pytest.mark.parametrize("search", [AlphaBeta, Minimax], ids=lambda kind: kind.__name__)
def test_a_search_calls_the_rules_once_per_position(search):
    start = Told()
    for cell in (0, 4):
        start.make(cell)
    search(start, Clock()).run(9)
    at_root = {("moves", start.turn, *start.cells_taken)}  # the moves to choose from are listed for people too
    assert len(asked) > 500
    assert {count for what, count in asked.items() if what not in at_root} == {1}


def test_playouts_of_a_small_game_stop_calling_the_rules():
    start = Told()
    for cell in (0, 4, 8, 2, 6):
        start.make(cell)
    playouts = Playouts(start, Rng(1), Clock())
    playouts.run(2000)
    before = asked.total()
    wins, draws, losses = playouts.run(500)
    assert wins + draws + losses == 500
    assert asked.total() == before


@pytest.mark.parametrize("kind", [PlainTicTacToe, Hidden, Keyed, Grab, Race], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("most", [1, 7, 1000])
def test_a_cached_game_with_little_room_returns_what_the_game_returns(kind, most):
    rng = random.Random(most)
    for _ in range(20):
        walked, line, made = CachedGame(kind(), most, False), [kind()], []
        for _ in range(60):
            here = line[-1]
            assert (walked.moves(), walked.turn) == (here.moves(), here.turn)
            assert walked.value() == (ONGOING if here.score() is None else here.score())
            if here.turn == CHANCE and here.moves():
                assert [walked.weight(move) for move in here.moves()] == [weight for _, weight in here.chances()]
            assert walked.key() == here.key()
            if len(line) > 1 and (not here.moves() or rng.random() < 0.4):
                line.pop()
                walked.unmake(made.pop())
                continue
            if not here.moves():
                break
            move = rng.choice(here.moves())
            after = here.copy()
            after.make(move)
            walked.make(move)
            line.append(after)
            made.append(move)


@pytest.mark.parametrize("kind", [PlainTicTacToe, Hidden, Grab, Race], ids=lambda kind: kind.__name__)
def test_walks_ahead_can_start_over(kind):
    rng = random.Random(2)
    assert can_restart(kind())
    start = copy_to_play(kind())
    walked = start.copy()
    for _ in range(60):
        become_unchecked(walked, start)
        here = kind()
        while here.score() is None:
            assert walked.moves() == here.moves()
            move = rng.choice(here.moves())
            walked.make(move)
            here.make(move)
            if rng.random() < 0.1:
                walked = walked.copy()
        assert walked.value() == here.score()
        assert start.moves() == kind().moves()


@pytest.mark.parametrize("kind", [PlainTicTacToe, Hidden, Keyed], ids=lambda kind: kind.__name__)
def test_searches_find_the_same_with_and_without_readable_fields(kind):
    found = []
    for game in (kind(), PlainTicTacToe()):
        game.make(0)
        quick = Pvs(game, None, Clock(), calm=0)
        quick.run()
        tree = Uct(game, Clock(), Rng(3), random.Random(3), 1.4, 1 << 12, solver=False)
        found.append((quick.score, quick.best_move, tree.run(300), Playouts(game, Rng(5), Clock()).run(200)))
    assert found[0] == found[1]


class Faulty(PlainTicTacToe):
    """Fails at one move."""

    def make(self, move):
        if move == 5:
            raise ZeroDivisionError
        super().make(move)


def test_a_move_that_fails_leaves_the_cached_game_unchanged():
    walked = copy_to_search(Faulty())
    walked.make(0)
    with pytest.raises(ZeroDivisionError):
        walked.make(5)
    assert walked.moves() == [1, 2, 3, 4, 5, 6, 7, 8]
    walked.unmake(0)
    assert len(walked.moves()) == 9


def test_copies_for_searches_do_not_change_the_game():
    game = PlainTicTacToe()
    for walked in (copy_to_search(game), copy_to_play(game)):
        for cell in range(4):
            walked.make(cell)
    assert game.moves() == list(range(9))
    assert isinstance(game, Game)
