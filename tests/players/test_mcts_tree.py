"""The tree of Monte Carlo tree search: kept from move to move, bounded, and grown by several processes."""

import itertools
import math
import os
import random
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from select import select

import pytest
from plain import Grab, HighCard, PlainTicTacToe

import games
from games.game import Game
from players import CATALOGUE
from players.mcts import MctsPlayer
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import room
from players.search.montecarlo.result import branches, find_position, proven_sign
from players.search.random_play import Rng
from players.search.workers import SearchWorkers
from referee.support.build import life
from tests.helpers.positions import opened

ROOT = Path(__file__).parents[2]
PLAYOUTS = 4000 if life() == "compiled" else 120
forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")


def grown(game, playouts, seed=1, most=1 << 20, **options):
    tree = Uct(game, Clock(), Rng(seed), random.Random(seed), 0.7, most, **options)
    tree.run(playouts)
    return tree


def below(tree, node, rave):
    return tree.turn(node), [
        (child[1:], tree.later_of(child[0]) if rave else None, below(tree, child[0], rave))
        for child in tree.children(node)
    ]


def played(game, *texts):
    for text in texts:
        game.make(game.parse(text))
    return game


@pytest.mark.parametrize("rave", [0, 100])
@pytest.mark.parametrize(("spec", "plies"), [
    ("connect-four", 3), ("kalah", 2), ("othello", 2), ("pig:target=20", 4), ("backgammon", 3),
    ("nim:heaps=3/4/5", 1),
])  # fmt: skip
def test_a_kept_subtree_holds_what_was_known(spec, plies, rave):
    game = games.load(spec)
    rng = random.Random(spec)
    while game.turn == -1:
        game.make(rng.choice(game.moves()))
    tree = grown(game, PLAYOUTS, rave=rave)
    below_root, twin = walked(tree, game, plies)
    while twin.turn == -1:
        below_root, move, *_ = favourites(tree, below_root)[0]
        twin.make(move)
    node = find_position(tree, twin)
    assert node == below_root or spec.startswith("pig")  # where other rolls may lead to the same position
    before, size = below(tree, node, rave), tree.nodes.count
    tree.stand(twin, Clock(), Rng(2), node)
    assert below(tree, 0, rave) == before
    assert tree.nodes.count < size
    assert tree.deepest == depth(tree)
    visits = sum(each.visits for each in branches(tree))
    tree.run(50)
    assert sum(each.visits for each in branches(tree)) == visits + 50 or proven_sign(branches(tree)) is not None
    assert sorted(each.move for each in branches(tree)) == sorted(twin.moves())


def favourites(tree, node):
    return sorted(tree.children(node), key=lambda child: -child[2])


def walked(tree, game, plies):
    """Return a node `plies` below the root and its position, by the second best move, then the best ones."""
    node, twin = 0, game.copy()
    for ply in range(plies):
        node, move, *_ = favourites(tree, node)[ply == 0]
        twin.make(move)
    return node, twin


def depth(tree, node=0):
    return max((1 + depth(tree, child[0]) for child in tree.children(node) if child[2]), default=0)


def test_keeping_the_root_keeps_all():
    game = games.load("kalah")
    tree = grown(game, 300)
    before = below(tree, 0, rave=False)
    assert find_position(tree, game.copy()) == 0
    tree.stand(game.copy(), Clock(), Rng(2), 0)
    assert below(tree, 0, rave=False) == before


@pytest.mark.parametrize("kind", [PlainTicTacToe, lambda: Grab(12), lambda: games.load("connect-four")])
def test_a_player_goes_on_from_what_it_knows(kind):
    game = kind()
    player = MctsPlayer(playouts=200, seed=1, solver=False)
    played(game, *player.think(game).line[:2])
    thought = player.think(game)
    kept = sum(each.visits for each in thought.candidates) - 200
    assert kept > 0
    assert thought.move in game.moves()


def test_the_position_handed_over_may_be_played_on():
    game = games.load("connect-four")
    player = MctsPlayer(playouts=300, seed=1)
    for _ in range(8):
        game.make(player.think(game).move)
        assert player.tree.position().turn != game.turn


@pytest.mark.parametrize(("one", "other"), [
    ("connect-four", "connect-four:line=5"), ("chips:chips=21,rule=even", "chips:chips=21,rule=last"),
    ("kalah", "kalah:capture=any"), ("connect-four", "othello"), ("nim:sticks=12", "nim:sticks=12,misere=yes"),
    ("nim:heaps=3/5", "nim:heaps=5/3"),
])  # fmt: skip
def test_another_game_is_another_tree(one, other):
    tree = grown(games.load(one), 100)
    assert find_position(tree, games.load(other)) is None
    player = MctsPlayer(playouts=50, seed=1)
    player.think(games.load(one))
    thought = player.think(games.load(other))
    assert thought.move in games.load(other).moves()
    assert sum(each.visits for each in thought.candidates) <= 50


def test_mirror_images_are_not_mistaken_for_each_other():
    tree = grown(games.load("nim:heaps=3/3"), 2000, solver=False)
    one, other = played(games.load("nim:heaps=3/3"), "a1"), played(games.load("nim:heaps=3/3"), "b1")
    assert one.key() == other.key()
    assert find_position(tree, one) != find_position(tree, other)


def test_a_tree_of_hidden_cards_is_not_kept():
    player = MctsPlayer(playouts=60, seed=1)
    game = HighCard()
    for move in (3, 0):
        game.make(move)
    for _ in range(2):
        thought = player.think(game)
        assert sum(each.visits for each in thought.candidates) == 60
        assert len(thought.line) == 1


def test_a_tree_without_keys_is_not_kept():
    class Opaque(PlainTicTacToe):
        def __init__(self):
            super().__init__()
            self.taste = iter(())

        def copy(self):
            twin = Opaque()
            twin.turn, twin.cells_taken = self.turn, list(self.cells_taken)
            return twin

    player = MctsPlayer(playouts=50, seed=1, solver=False)
    for _ in range(2):
        assert sum(each.visits for each in player.think(Opaque()).candidates) == 50


def test_the_same_seed_makes_the_same_moves_all_game_long():
    lines = []
    for seed in (4, 4, 5):
        game, player = games.load("connect-four"), MctsPlayer(playouts=80, seed=seed)
        thoughts = []
        while game.score() is None:
            thoughts.append(player.think(game).candidates)
            game.make(player.think(game).move)
        lines.append(thoughts)
    assert lines[0] == lines[1] != lines[2]


@pytest.mark.parametrize("rave", [0, 30])
@pytest.mark.parametrize("spec", ["hex:size=7", "pig:target=30", "gomoku:columns=9,rows=9"])
def test_a_tree_that_is_full_grows_no_further_but_plays_on(spec, rave):
    tree = grown(games.load(spec), PLAYOUTS, most=900, rave=rave)
    assert tree.nodes.count <= 900
    assert sum(each.visits for each in branches(tree)) == PLAYOUTS


def test_nodes_take_the_memory_that_they_are_said_to():
    assert room(256, later=False) * (48 if life() == "compiled" else 200) <= 256 * 2**20
    assert room(1, later=True) < room(1, later=False)
    if life() == "compiled":
        assert room(256, later=False) == 256 * 2**20 // 48
        return
    for rave in (0, 50):
        tracemalloc.start()
        tree = grown(games.load("nim:heaps=20/20/20"), 300, most=room(1, later=rave > 0), rave=rave)
        taken = tracemalloc.get_traced_memory()[0] / tree.nodes.count
        tracemalloc.stop()
        assert tree.nodes.count > 2000
        assert taken < 1.1 * 2**20 / room(1, later=rave > 0)


class Logged(Game):
    """Three seats' worth of cells to fill; what is made is written down."""

    log: list = []

    def __init__(self):
        self.turn = 0
        self.made = []

    def moves(self):
        return [cell for cell in range(6) if cell not in self.made]

    def make(self, move):
        self.made = [*self.made, move]
        self.turn = 1 - self.turn

    def score(self):
        if len(self.made) < 6:
            return None
        return 1 if self.made.index(0) % 2 else -1


def test_rave_counts_later_moves_of_the_same_seat():
    class Listening(Logged):
        def score(self):
            found = super().score()
            if found is not None and (not log or log[-1] != self.made):
                log.append(self.made)
            return found

    log: list = []
    tree = Uct(Listening(), Clock(), Rng(1), random.Random(1), 0.7, 5000, False, 40.0)
    games_played, known = [], {cell: (0, 0.0) for cell in range(6)}
    for _ in range(60):
        log.clear()
        tree.run(1)
        games_played.append(log[-1])
        made = log[-1]
        for cell in made[::2]:
            visits, total = known[cell]
            known[cell] = visits + 1, total + (1.0 if made.index(0) % 2 else 0.0)
        assert {child[1]: tree.later_of(child[0]) for child in tree.children(0)} == known
    for child in tree.children(0):
        for grandchild in tree.children(child[0]):
            assert tree.later_of(grandchild[0])[0] >= grandchild[2]


@forking
@pytest.mark.parametrize("game", [games.load("connect-four"), games.load("pig", ["roll", "3"]), HighCard()])
def test_processes_share_the_playouts(game, forked):
    opened(game, -1)
    thoughts = [MctsPlayer(playouts=400, threads=3, seed=7).think(game) for _ in range(2)]
    assert thoughts[0].candidates == thoughts[1].candidates
    assert sum(each.visits for each in thoughts[0].candidates) == 400
    assert thoughts[0].move in game.moves()
    assert thoughts[0].nodes > 400
    none_is_left(forked)


@forking
def test_processes_share_the_memory():
    whole, part = (
        MctsPlayer(memory=8, threads=threads).reuse_tree(games.load("nim"), Clock()).nodes.most for threads in (1, 4)
    )
    assert part == pytest.approx(whole / 4, rel=0.01)


@pytest.fixture
def forked(monkeypatch):
    """Return the processes forked in the test."""
    found, fork = [], os.fork

    def noted():
        pid = fork()
        found.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", noted)
    return found


def none_is_left(forked):
    assert forked
    for pid in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


@forking
def test_processes_add_what_is_new_to_what_is_known():
    game = games.load("connect-four")
    player = MctsPlayer(playouts=300, threads=2, seed=7, solver=False)
    played(game, *player.think(game).line[:2])
    known = sum(child[2] for child in player.tree.children(find_position(player.tree, game)))
    assert known
    assert sum(each.visits for each in player.think(game).candidates) == known + 300


@forking
def test_more_processes_than_playouts():
    thought = MctsPlayer(playouts=2, threads=4, seed=7).think(games.load("connect-four"))
    assert sum(each.visits for each in thought.candidates) == 2


@forking
def test_proofs_of_all_processes_count():
    game = games.load("connect-four", "4 1 4 1 4 2".split())
    for seed in range(4):
        thought = MctsPlayer(playouts=14, threads=2, seed=seed).think(game)
        assert (game.text(thought.move), thought.proven) == ("4", True)


@forking
def test_the_report_of_a_dead_process_is_missing(forked):
    def dies():
        raise ValueError

    with SearchWorkers() as crew:
        crew.start(lambda: [1])
        crew.start(dies)
        crew.start(lambda: os.kill(os.getpid(), 9))
        crew.start(lambda: "x" * 300_000)
        assert crew.reports() == [[1], "x" * 300_000]
    none_is_left(forked)


AGES = 1000  # seconds for which no test waits


@forking
def test_an_endless_process_is_not_waited_for(forked):
    start = time.monotonic()
    with SearchWorkers() as crew:
        crew.start(lambda: time.sleep(AGES))
        crew.start(lambda: 2)
        assert until(lambda: select([crew.pipes[1]], [], [], 0)[0])
        assert crew.reports(time.monotonic()) == [2]
    assert time.monotonic() - start < AGES
    none_is_left(forked)


@forking
def test_an_interruption_leaves_no_process_behind(forked):
    def interrupted():
        with SearchWorkers() as crew:
            crew.start(lambda: time.sleep(AGES))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    none_is_left(forked)


def test_where_nothing_forks_one_thread_is_allowed(monkeypatch):
    monkeypatch.delattr(os, "fork", raising=False)
    with pytest.raises(ValueError, match=r"threads=2 .*allowed: 1"):
        MctsPlayer(threads=2)
    assert MctsPlayer(threads=1, playouts=10).choose(games.load("ttt"), math.inf) in range(9)


@pytest.mark.parametrize("options", list(itertools.product(["yes", "no"], ["0", "200"], ["1", "3"])))
def test_options_are_read_from_specs(options):
    solver, rave, memory = options
    player = CATALOGUE.load(f"mcts:playouts=60,solver={solver},rave={rave},memory={memory},seed=3")
    for spec in ("ttt", "pig", "kuhn-poker", "nim"):
        game = opened(games.load(spec))
        seen = game.imagine(game.turn, random.Random(1))
        assert player.choose(seen, math.inf) in seen.moves()


@forking
def test_no_process_outlives_the_one_it_was_forked_from():
    code = (
        "import games; from players.mcts import MctsPlayer\nMctsPlayer(threads=2, time=60).think(games.load('gomoku'))"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, start_new_session=True)
    try:
        assert until(lambda: len(members(parent.pid)) == 2)
        parent.kill()
        parent.wait()
        assert until(lambda: not members(parent.pid))
    finally:
        parent.kill()


def members(session):
    """Return the running processes of the session."""
    listed = subprocess.run(["ps", "-o", "stat=", "-s", str(session)], capture_output=True, text=True).stdout
    return [state for state in listed.split() if not state.startswith("Z")]


def until(holds, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not holds():
        time.sleep(0.05)
    return holds()
