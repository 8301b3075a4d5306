"""Best-first searches, unbounded minimax and proof numbers, compared with exhaustive search on random positions."""

import math
import random

import pytest
from plain import PlainTicTacToe

import games
import players
from games.game import CHANCE
from players import bestfirst
from players.bestfirst import BestFirstPlayer, Child, branches, choose_branch
from players.player import Unplayable
from players.search.alphabeta.solver import ProofNumbers, Solver
from players.search.alphabeta.table import HALF, SPAN, Table, to_game_score
from players.search.alphabeta.tree import Chance
from players.search.bestfirst import BestFirst, room
from players.search.clock import Clock
from referee.solving.exhaustive import Turns, fits
from referee.support.build import life
from tests.helpers.random_games import wander

FAST = life() == "compiled"
STEPS = 100_000 if FAST else 3_000
# The game, and how many moves are made at random, at least and at most.
SPECS = {
    "tic-tac-toe": (2, 6),
    "hexapawn": (0, 4),
    "hexapawn:columns=4,rows=4": (0, 8),
    "connect-four:columns=4,rows=4": (5, 12),
    "breakthrough:columns=4,rows=4,home=1": (0, 10),
    "dots-and-boxes:rows=2,columns=2": (4, 10),
    "othello:size=4": (5, 9),
}


def exact(game):
    """Return (what seat 0 wins by exhaustive search, plies to the end unless it is a draw)."""
    if game.score() is not None:
        return game.score(), 0
    search = Solver(game, Table(1 << 14), Clock(), 200)
    search.run()
    margin, distance = to_game_score(search.score)
    return margin if game.turn == 0 else -margin, distance


def grown(game, steps=STEPS, most=1 << 20):
    tree = BestFirst(game, Clock(), most)
    tree.run(steps)
    return tree


def nodes(tree, game, node=0):
    """Yield (child, the seat that moves to it, the game there) for each node below `node`."""
    for child in branches(tree, node):
        twin = game.copy()
        twin.make(child.move)
        yield child, game.turn, twin
        yield from nodes(tree, twin, child.node)


@pytest.mark.parametrize("spec", SPECS)
def test_a_resolved_position_has_the_value_of_exhaustive_search(spec):
    rng = random.Random(spec)
    for _ in range(8 if FAST else 1):
        game = wander(rng, spec, *SPECS[spec])
        margin, soonest = exact(game)
        mine = margin if game.turn == 0 else -margin
        found = BestFirstPlayer(nodes=STEPS * 10).think(game)
        assert (found.proven, found.value, found.estimated) == (True, mine, False)
        if found.distance is not None and soonest is not None:
            assert found.distance >= soonest
        for text in found.line:
            game.make(game.parse(text))
        assert game.score() == margin
        assert found.distance in (None, len(found.line))
        assert found.depth == len(found.line)


@pytest.mark.parametrize("spec", SPECS)
def test_proofs_in_an_unfinished_tree_are_true(spec):
    rng, proven = random.Random(spec), 0
    for steps in (5, 20, 60):
        game = wander(rng, spec, *SPECS[spec])
        for child, mover, twin in nodes(grown(game, steps), game):
            if not child.resolved and abs(child.value) <= HALF:
                continue
            margin = exact(twin)[0]
            true = margin if mover == 0 else -margin
            claimed = to_game_score(child.value)[0]
            assert true == claimed if child.resolved else (true >= claimed if claimed > 0 else true <= claimed)
            proven += 1
    assert proven


@pytest.mark.parametrize("spec", ["hexapawn:columns=4,rows=4", "connect-four", "othello", "checkers"])
def test_values_are_the_minimax_of_the_children_and_visits_count_the_steps(spec):
    game, steps = games.load(spec), 200
    tree = BestFirst(game, Clock(), 1 << 20)
    taken = tree.run(steps)
    assert sum(each.visits for each in branches(tree)) == taken - 1  # the first makes the children
    for child, mover, twin in nodes(tree, game):
        if below := branches(tree, child.node):
            best = max(each.value for each in below)
            assert child.value == (best if twin.turn == mover else -best)
            assert child.visits == 1 + sum(each.visits for each in below)
        elif not child.resolved:
            assert child.value == (twin.estimate() if mover == 0 else -twin.estimate())


def test_the_tree_of_the_textbook_is_resolved():
    game = games.load("tree-game:3-12-8/2-4-6/14-5-2")
    tree = grown(game)
    assert tree.resolved()
    assert [to_game_score(each.value)[0] for each in branches(tree)] == [3, 2, 2]


# The decision.


def branch(value, visits=0, resolved=False, number=1):
    return Child(number, number, visits, value, resolved)


def test_the_safe_decision():
    won, sooner = branch(SPAN - 5, 1, resolved=True), branch(SPAN - 3, 1, resolved=True)
    lost, later = branch(-SPAN + 2, 90, resolved=True), branch(-SPAN + 8, 1, resolved=True)
    much, good = branch(10, 50), branch(30, 7)
    assert choose_branch([much, good]) is much
    assert choose_branch([much, won, good, sooner]) is sooner
    assert choose_branch([lost, good]) is good
    assert choose_branch([lost, later]) is later
    assert choose_branch([branch(4, 9), better := branch(5, 9)]) is better
    drawn = branch(0, 2, resolved=True)
    assert choose_branch([branch(-4, 60), drawn]) is drawn  # a sure draw beats what looks like less
    assert choose_branch([much, drawn]) is much
    assert choose_branch([branch(-SPAN + 4, 80), branch(-7, 1)]).value == -7  # forced to lose, though not resolved


def test_an_immediate_loss_is_never_chosen_if_there_is_another_move():
    game = games.load("connect-four", "4 1 4 1 4".split())
    found = BestFirstPlayer(nodes=300).think(game)
    assert game.text(found.move) == "4"
    for other in set(game.moves()) - {found.move}:
        twin = game.copy()
        twin.make(other)
        assert players.load("bestfirst").think(twin).distance == 1


def test_a_win_at_once_is_found_by_the_first_step():
    game = games.load("connect-four", "4 1 4 1 4 2".split())
    found = BestFirstPlayer(nodes=7).think(game)
    assert (game.text(found.move), found.proven, found.value, found.distance, found.line) == ("4", True, 1, 1, ("4",))


# Its limits.


@pytest.mark.parametrize("budget", [1, 6, 7, 8, 50, 999])
def test_best_first_visits_exactly_its_budget_of_positions(budget):
    game = games.load("connect-four")
    found = BestFirstPlayer(nodes=budget).think(game)
    assert found.nodes == budget
    assert found.move in game.moves()
    assert bool(found.candidates) == (budget > 7)
    assert not found.proven
    assert found.candidates == BestFirstPlayer(nodes=budget).think(game).candidates


def test_the_deadline_counts(own_time):
    game, start = games.load("othello"), own_time()
    found = players.load("bestfirst:time=0.05").think(game)
    assert found.move in game.moves()
    assert found.nodes > 0
    assert own_time() - start < 5
    assert players.load("bestfirst").choose(game, -math.inf) in game.moves()


def test_a_full_tree_stops_and_says_so(monkeypatch):
    monkeypatch.setattr(bestfirst, "room", lambda _: 500)
    game = games.load("othello")
    found = BestFirstPlayer(memory=3).think(game)
    count = int(found.how.split()[4])
    assert found.how == f"a tree full at {count} positions (memory=3; more holds more)"
    assert 450 < count <= 500
    assert found.nodes == count - 1
    assert found.move in game.moves()
    assert room(2) - 2 * room(1) in (0, 1)


@pytest.mark.parametrize("spec", ["pig", "backgammon", "kuhn-poker", "liars-dice"])
def test_games_of_chance_and_hidden_cards_are_refused_in_one_line(spec):
    game, player = games.load(spec), players.load("bestfirst")
    for ask in (lambda: player.begin(game, 0), lambda: player.think(game)):
        with pytest.raises(Unplayable, match=r"^bestfirst plays games without (chance|hidden cards), and \w+ has \1$"):
            ask()


def test_a_tree_grown_in_parts_is_the_same_and_a_plain_game_is_searched_as_its_compiled_twin():
    trees = [BestFirst(games.load("kalah"), Clock(), 100_000) for _ in range(2)]
    assert trees[0].run(300) == 300
    assert [trees[1].run(part) for part in (1, 2, 97, 200)] == [1, 2, 97, 200]
    assert branches(trees[0]) == branches(trees[1])
    plain, compiled = PlainTicTacToe(), games.load("ttt", ["5", "1"])
    for cell in (4, 0):
        plain.make(cell)
    found = [BestFirstPlayer(nodes=STEPS).think(game) for game in (plain, compiled)]
    assert [(each.value, each.proven) for each in found] == [(0, True), (0, True)]


def test_without_an_estimate_it_plays_blindly_but_proves():
    game = games.load("hex:size=3")
    found = BestFirstPlayer(nodes=STEPS).think(game)
    assert (found.proven, found.value) == (True, 1)  # J. Nash's argument: the first player wins on every board


MANY = 10 if FAST else 1  # parts of the positions
# The game, how many moves are made at random, at least and at most, and how many positions of each part.
PROOF_SPECS = {
    "tic-tac-toe": (0, 6, 5),
    "hexapawn": (0, 4, 4),
    "hexapawn:columns=4,rows=4": (2, 6, 5),
    "hex:size=3": (1, 5, 5),
    "hex:size=4": (7, 12, 3),
    "breakthrough:columns=4,rows=4,home=1": (2, 8, 3),
    "breakthrough:columns=5,rows=5,home=1": (8, 12, 2),
    "breakthrough:columns=4,rows=5": (12, 20, 2),
    "gomoku:columns=4,rows=4,line=3": (2, 8, 3),
    "gomoku:columns=4,rows=4,line=4": (7, 12, 3),
    "connect-four:columns=4,rows=4": (3, 10, 3),
    "connect-four:columns=5,rows=4,line=3": (4, 10, 3),
    "dots-and-boxes:rows=2,columns=2": (3, 10, 3),
    "kalah:pits=3,seeds=2": (0, 10, 3),
}


def settled_score(game):
    search = Solver(game, Table(1 << 14), Clock(), 200)
    search.settle()
    margin = to_game_score(search.lower)[0]
    assert margin == to_game_score(search.upper)[0]
    return margin if game.turn == 0 else -margin


def proven(game, least, table=None, clock=None):
    """Return the search after it asked whether seat 0 gets at least `least`."""
    proof = ProofNumbers(game, table or Table(1 << 14), clock or Clock(), least)
    proof.run()
    return proof


@pytest.mark.parametrize("spec", PROOF_SPECS)
def test_proof_numbers_prove_what_exhaustive_search_finds(spec):
    least, most, count = PROOF_SPECS[spec]
    rng, table = random.Random(spec), Table(1 << 12)  # which all positions of the game share, and which is too small
    for _ in range(count * MANY):
        game = wander(rng, spec, least, most)
        score = settled_score(game)
        for wanted in {0, 1, score, score + 1}:
            proof = proven(game, wanted, table)
            assert proof.proven == (score >= wanted), (game.show(), wanted)
            if proof.proven == (game.turn == 0):  # the seat to move has its way
                twin = game.copy()
                twin.make(proof.best_move)
                after = settled_score(twin) if twin.score() is None else twin.score()
                assert (after >= wanted) == proof.proven, (game.show(), wanted)


def test_a_shared_table_keeps_opposite_scores_apart():
    table, game = Table(1 << 14), games.load("dots-and-boxes:rows=1,columns=2")
    score = settled_score(game)
    for wanted in (2, -2, 1, -1):
        assert proven(game, wanted, table).proven == (score >= wanted), wanted


def test_proof_number_search_stops_by_the_clock_and_resumes():
    table, clock, stops = Table(1 << 14), Clock(budget=50), 0
    while (proof := proven(games.load("hex:size=3"), 1, table, clock)).proven is None:
        stops += 1
        clock.budget += 50
    assert proof.proven
    assert stops > 3


def test_proof_number_search_respects_its_depth_limit():
    proof = ProofNumbers(games.load("hex:size=3"), Table(1 << 10), Clock(), 1, deepest=2)
    proof.run()
    assert proof.proven is None


@pytest.mark.parametrize("spec", ["go:size=2", "checkers", "chess"])
def test_games_that_look_back_are_refused(spec):
    assert not fits(games.load(spec))
    with pytest.raises(ValueError, match="not for proof numbers"):
        ProofNumbers(games.load(spec), Table(100), Clock(), 1)


def test_rules_in_python_may_use_proof_numbers():
    assert fits(PlainTicTacToe())
    assert proven(PlainTicTacToe(), 0).proven
    assert not proven(PlainTicTacToe(), 1).proven


def test_proof_numbers_raise_at_chance_nodes():
    class Rolling(PlainTicTacToe):
        def make(self, move):
            super().make(move)
            self.turn = CHANCE

    with pytest.raises(Chance):
        proven(Rolling(), 1)


@pytest.mark.parametrize("spec", ["hex:size=3", "tic-tac-toe", "hexapawn:columns=4,rows=4"])
@pytest.mark.parametrize("plies", [0, 1, 2])
def test_turns_find_what_one_search_finds(spec, plies, monkeypatch):
    monkeypatch.setattr("referee.solving.exhaustive.PART", 20)
    rng = random.Random(plies)
    for _ in range(5):
        game = wander(rng, spec, plies, plies)
        turns = Turns(1 << 12, Clock())
        search = Solver(game, Table(1 << 12), turns.clock, 100)
        turns.settle(game, search)
        assert search.question() is None
        search.run()
        alone = Solver(game, Table(1 << 12), Clock(), 100)
        alone.run()
        assert (search.final, search.score) == (True, alone.score)
        twin = game.copy()
        twin.make(search.best_move)
        if (score := twin.score()) is None:
            score = settled_score(twin)
        assert score == settled_score(game)
