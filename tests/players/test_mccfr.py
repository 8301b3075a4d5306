"""Strategies from sampled walks: held to exact best responses where the tree can be held, and as a player."""

import math

import pytest
from plain import HighCard, PlainKuhn

import games
from games.perft import outgrows
from players.cfr import SOLVED, CfrPlayer
from players.player import Unplayable
from players.search.equilibrium.cfr import Mccfr, PredictiveCfr
from players.search.clock import Clock
from players.search.equilibrium.extensive_form import GameTree, TooLarge
from players.search.random_play import Rng
from referee.match import play
from referee.match.events import How
from referee.support.build import life

COMPILED = life() == "compiled"


def decisions(game, said=()):
    """Every position in which a seat is to move, with the texts of the seats' moves before it."""
    if game.score() is None:
        if game.turn in (0, 1):
            yield game, said
        for move in game.moves():
            after = game.copy()
            after.make(move)
            yield from decisions(after, (*said, game.text(move)) if game.turn in (0, 1) else said)


def measured(game, solver):
    """(exploitability, value) of what the walks have learnt, exactly; all moves alike where no walk came by."""
    tree = GameTree(game)
    shares = [0.0] * tree.first[-1]
    for position, said in decisions(game):
        place = tree.numbers[position.turn, position.known(position.turn)]
        count = len(tree.moves[place])
        try:
            row = solver.at(position, said)[0]
        except KeyError:
            row = [1 / count] * count
        shares[tree.first[place] : tree.first[place + 1]] = row
    judge = PredictiveCfr(tree)
    judge.adopt(shares)
    return judge.exploitability(), judge.value()


def walked(game, iterations, recall=None, seed=1):
    """Walks through the game."""
    solver = Mccfr(game, Rng(seed), recall)
    assert solver.run(iterations, Clock()) == iterations
    return solver


@pytest.mark.parametrize("recall", [None, 0, 3])
def test_kuhn_poker_is_worth_what_kuhn_found(recall):
    if recall is not None and games.CATALOGUE.find("kuhn-poker") is None:
        pytest.skip("without kuhn-poker")
    game = PlainKuhn() if recall is None else games.load("kuhn-poker")
    left, value = measured(game, walked(game, 40_000 if COMPILED else 8_000, recall))
    assert 0 <= left < 0.02
    assert value == pytest.approx(-1 / 18, abs=0.02)  # H. W. Kuhn, 1950


@pytest.mark.parametrize(("recall", "least", "most"), [(None, 0, 0.06), (4, 0, 0.06), (0, 0.03, 1)])
def test_the_more_walks_and_the_more_is_remembered_the_less_a_best_response_gains(recall, least, most):
    game = games.load("liars-dice:sides=3")
    solver, found = walked(game, 100, recall), []
    for iterations in (400, 1600, 6400):
        found.append(measured(game, solver)[0])
        solver.run(iterations, Clock())
    found.append(measured(game, solver)[0])
    assert found[-1] < found[0]
    assert least < found[-1] < most


def test_the_same_numbers_walk_alike_and_others_do_not():
    game = games.load("leduc-poker")
    met = [position for position in decisions(game) if position[1]][:9]
    rows = [[walked(game, 200, seed=seed).at(*each) for each in met] for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]


def test_what_the_clock_cuts_short_goes_on():
    solver = Mccfr(PlainKuhn(), Rng(1))
    made = [solver.run(None, Clock(budget=500)) for _ in range(3)]
    assert min(made) > 0
    assert solver.iterations == sum(made)
    assert solver.run(None, Clock(0.0)) == 0


def test_without_room_for_a_row_it_stops():
    solver = Mccfr(games.load("liars-dice:sides=3"), Rng(1), None, 100)
    assert solver.run(1000, Clock()) < 1000
    assert solver.full
    assert solver.run(1, Clock()) == 0


def test_where_no_walk_came_by_nothing_is_known():
    game = games.load("liars-dice:position=2/1 1x2")
    for recall in (None, 2):
        with pytest.raises(KeyError):
            Mccfr(games.load("liars-dice"), Rng(1), recall).at(game, ["1x2"])


class Endless(HighCard):
    """Nothing that is said ends it."""

    def score(self):
        return None


def test_lines_without_an_end_are_refused():
    with pytest.raises(Unplayable, match="Endless goes on for more than 1,000 moves"):
        Mccfr(Endless(), Rng(1)).run(1, Clock())


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker", "liars-dice:sides=3"])
def test_a_tree_is_counted_as_it_grows(spec):
    game = games.load(spec)
    count = len(GameTree(game))
    assert outgrows(game, count - 1)
    assert not outgrows(game, count)
    with pytest.raises(TooLarge, match=f"more than {count - 1:,} nodes"):
        GameTree(game, count - 1)


# The player.


@pytest.fixture
def small(monkeypatch):
    """Trees of more than 20 nodes are too large, and what was solved before is forgotten."""
    monkeypatch.setattr("players.search.equilibrium.extensive_form.GameTree.__init__.__defaults__", (20, None))
    SOLVED.by_key.clear()
    yield
    SOLVED.by_key.clear()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("game", [HighCard(), games.load("liars-dice:sides=3")], ids=["plain", "c"])
def test_a_game_too_large_for_its_tree_is_learnt_from_walks(game):
    seated = [CfrPlayer(iterations=60, seed=1), CfrPlayer(iterations=60, seed=2)]
    *_, end = play(game, seated, seed=3)
    assert end.how is How.PLAYED_OUT
    thought = next(player.thought for player in seated if player.thought)
    assert sum(candidate.value for candidate in thought.candidates) == pytest.approx(1)
    assert not thought.proven


@pytest.mark.usefixtures("small")
def test_moves_that_the_walks_leave_next_to_nothing_are_not_made():
    player, game = CfrPlayer(iterations=2000, seed=1), games.load("liars-dice:sides=3")
    player.begin(game, 0)
    for move in (0, 1):
        game.make(move)
    shares, _ = player.solution.solver.at(game, [])
    made = [share for _, _, share in player.solution.plays(game, [])]
    assert 0 < min(shares) < 0.05 * max(shares)
    assert min(made) == 0
    assert sum(made) == pytest.approx(1)


@pytest.mark.usefixtures("small")
def test_where_no_walk_came_by_it_moves_as_mcts_does():
    game = games.load("liars-dice:sides=3")
    player = CfrPlayer(iterations=1, seed=1)
    player.begin(game, 0)
    player.heard("1x2", 0)
    for move in (1, 0, 1):  # a two, a one, the bid of a two
        game.make(move)
    assert player.choose(game, math.inf) in game.moves()
    assert player.thought.even == 0.5
