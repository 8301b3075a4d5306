"""Has processes of its own work for it, to which its classes are pickled."""

import multiprocessing
import pickle


class State:
    def __init__(self, moves):
        self.moves = moves


def _first(state):
    return State(state.moves[:1])


def bot(game):
    state = pickle.loads(pickle.dumps(State(game.moves())))
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.map(_first, [state])[0].moves[0]
