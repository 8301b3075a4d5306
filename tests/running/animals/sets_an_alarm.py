"""Has a handler called each millisecond that raises."""

import signal


def _ring(*_):
    raise LookupError("an alarm")


def bot(game):
    signal.signal(signal.SIGALRM, _ring)
    move = game.moves()[0]
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    return move
