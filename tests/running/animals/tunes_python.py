"""Sets what Python has one of in a process: collection of garbage, recursion, switches, warnings."""

import gc
import sys
import warnings


def bot(game):
    gc.disable()
    gc.set_threshold(1)
    sys.setrecursionlimit(10**6)
    sys.setswitchinterval(1000)
    warnings.simplefilter("error")
    sys.excepthook = sys.unraisablehook = None
    return game.moves()[0]
