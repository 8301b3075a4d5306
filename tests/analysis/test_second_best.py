"""The moves that come next after the best, against a search of each move on its own by the textbook's minimax."""

import random
from dataclasses import replace
from math import inf

import pytest

import games
import players
from games.base.positions import position_after
from players.learning.library import find_shipped
from players.ladder import settings_of
from players.player import Candidate
from players.search.alphabeta.table import to_game_score
from players.search.alphabeta.tree import Minimax
from players.search.clock import Clock
from referee.analysis.lookahead import FEW, weigh_others
from referee.match.events import Asked
from referee.solving.outcome_text import chance_text
from referee.statistics.scoring import logistic
from referee.support.build import life
from referee.table import advice
from referee.table.advice import Advice

DEEP = 3
SPECS = ("tic-tac-toe", "connect-four", "hexapawn", "othello:4", "breakthrough:5", "kalah", "gomoku:5")


def rank(game, move, depth, evaluation=None):
    """Return what the move is worth to its seat by all lines of `depth` plies: who wins, then the value."""
    then = position_after(game, move)
    if then.score() is not None:
        value = then.score() if game.turn == 0 else -then.score()
        return value and (1 if value > 0 else -1), value
    search = Minimax(then, Clock())
    if evaluation is not None:
        search.use(evaluation)
    search.run(depth - 1)
    value, distance = to_game_score(search.score * (1 if then.turn == game.turn else -1))
    return (1 if value > 0 else -1) if distance else 0, value


def positions(spec, count):
    """Return positions of random games with a choice of moves."""
    rng, found = random.Random(spec), []
    while len(found) < count:
        game = games.load(spec)
        while game.score() is None:
            if len(game.moves()) > 1:
                found.append(game.copy())
            game.make(rng.choice(game.moves()))
    return rng.sample(found, count)


@pytest.mark.skipif(life() != "compiled", reason="interpreted searches are fifty times slower")
@pytest.mark.parametrize(("spec", "judge"), [*((spec, ",eval=game") for spec in SPECS), ("othello", "")])
def test_to_a_depth_the_best_moves_have_the_values_that_each_has_on_its_own(spec, judge):
    told = 0
    for game in positions(spec, 12):
        player = players.load(f"minimax:depth={DEEP},method=alphabeta{judge}")
        thought, learnt = player.think(game), player.judge.learnt
        assert (learnt is not None) is (not judge)
        if thought.proven or not any(each.at_most for each in thought.candidates):
            continue
        found = weigh_others(game, thought, None, calm=0, evaluation=learnt)
        true = {move: rank(game, move, DEEP, learnt) for move in game.moves()}
        assert not any(each.at_most for each in found.candidates)
        assert [each.value for each in found.candidates] == [true[each.move][1] for each in found.candidates]
        assert len(found.candidates) == min(FEW + 1, len(true))
        assert [true[each.move] for each in found.candidates] == sorted(true.values())[: -FEW - 2 : -1]
        told += len(found.candidates) - 1
    assert told


@pytest.mark.skipif(life() != "compiled", reason="interpreted searches are fifty times slower")
@pytest.mark.parametrize("spec", ["tic-tac-toe", "hexapawn", "connect-four:columns=4,rows=4,line=3", "othello:4"])
def test_values_are_proven_if_everything_is_proven(spec):
    told = 0
    for game in positions(spec, 12):
        thought = players.load("minimax").think(game)
        assert thought.proven
        found = weigh_others(game, thought, None)
        for each in found.candidates:
            assert (each.proven, each.at_most) == (True, False)
            assert each.value == rank(game, each.move, 30)[1]
            told += each.move != thought.move
    assert told


@pytest.mark.parametrize("spec", ["othello:4", "kalah:pits=3,seeds=3", "connect-four:columns=5,rows=4"])
def test_moves_that_look_better_than_the_chosen_one_at_its_last_whole_depth_are_left_out(spec):
    left_out = 0
    for game in positions(spec, 12):
        thought = players.load("minimax:depth=2,method=alphabeta,eval=game").think(game)
        true = {move: rank(game, move, 2) for move in game.moves()}
        chosen = sorted(true, key=true.get)[len(true) // 2]  # as a search does that looked deeper before it was stopped
        if thought.proven or true[chosen][0]:
            continue
        others = tuple(Candidate(move, game.text(move), 0.0, at_most=True) for move in true if move != chosen)
        stopped = replace(thought, move=chosen, candidates=(Candidate(chosen, game.text(chosen), 0.0), *others))
        found = weigh_others(game, stopped, None, calm=0).candidates
        assert found[0].move == chosen
        assert all(true[each.move] <= true[chosen] for each in found)
        left_out += any(value > true[chosen] for value in true.values())
    assert left_out


def test_a_thought_without_bounds_comes_back_unchanged():
    game = games.load("tic-tac-toe")
    for spec in ("mcts:playouts=50", "minimax:method=minimax,depth=2"):
        thought = players.load(spec, 1).think(game)
        assert not any(each.at_most for each in thought.candidates)
        assert weigh_others(game, thought, None) is thought


@pytest.mark.skipif(life() != "compiled", reason="half a million positions")
def test_a_win_found_by_a_stopped_search_is_shown_as_a_win():
    game = games.load("connect-four:columns=7,rows=7", ("4", "1", "4", "1"))
    found = players.load("minimax:nodes=500000").think(game)
    (best,) = (each for each in found.candidates if each.move == found.move)
    assert (found.proven, best.distance is not None, best.value) == (False, True, 1)
    assert Advice("connect-four:columns=7,rows=7", 1).hint(game, inf).startswith("Hint: 5 wins")


def test_a_hint_reads_the_values_of_learnt_weights_by_their_slope(monkeypatch):
    monkeypatch.setattr(advice, "ADVISER", "level:7")
    game = games.load("breakthrough")
    player = players.load(settings_of(game)[6].spec)
    thought = advice.weighed(game, player.think(game), player)
    chance = logistic(thought.value / find_shipped(game).scale)
    said = f"Hint: {game.text(thought.move)}, your chance is about {chance_text(chance)}"
    assert Advice("breakthrough", 1).hint(game, inf).startswith(said)


def test_out_of_time_only_the_best_move_is_left():
    game = games.load("connect-four")
    thought = players.load("minimax:nodes=20000").think(game)
    found = weigh_others(game, thought, None, deadline=-inf)
    assert [each.move for each in found.candidates] == [thought.move]


@pytest.mark.parametrize("spec", [*SPECS, "nim:heaps=3/4/5", "chips", "pig", "kuhn-poker", "backgammon"])
def test_hint_and_why_never_show_a_bound(spec):
    adviser, player = Advice(spec, 1), players.load("minimax:nodes=3000", 1)
    for game in [each for each in positions(spec, 2) if each.turn >= 0]:
        said = [adviser.hint(game, inf)]
        move = player.choose(game, inf)
        if position_after(game, move).score() is None and not spec.startswith("kuhn"):
            said.append(adviser.why(position_after(game, move), "minimax", Asked(game, game.turn, player=player)))
        assert said[0].startswith("Hint: ")
        assert not any("at most" in each or "at least" in each for each in said)
