"""A second implementation of the rules, by others: OpenSpiel's games, played side by side with ours."""

import random

import pytest

import games
from referee.support.build import life

GAMES = 200 if life() == "compiled" else 40  # the sources are the same in both lives


def agree(spec, peer, action, result=lambda score, state: score == state.returns()[0], count=GAMES):
    """Hold that in so many random games the legal moves, the odds of chance's, the turn, the end and the score are OpenSpiel's.

    action  (game, move) -> the number that OpenSpiel gives to that move.
    result  (our score, its state) at the end -> whether they say the same.
    """
    theirs = pytest.importorskip("pyspiel").load_game(peer)
    rng = random.Random(spec)
    for _ in range(count):
        game, state, texts = games.load(spec), theirs.new_initial_state(), []
        while not state.is_terminal():
            moves = {action(game, move): move for move in game.moves()}
            assert (sorted(moves), game.turn) == (state.legal_actions(), state.current_player()), texts
            if state.is_chance_node():
                assert odds(game, action) == pytest.approx(dict(state.chance_outcomes())), texts
            chosen = rng.choice(state.legal_actions())
            texts.append(game.text(moves[chosen]))
            game.make(moves[chosen])
            state.apply_action(chosen)
        assert game.moves() == [] and result(game.score(), state), texts


def odds(game, action):
    chances = game.chances()
    return {action(game, move): weight / sum(weight for _, weight in chances) for move, weight in chances}
