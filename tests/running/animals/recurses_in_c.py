"""Calls itself for ever by way of C, where Python does not count."""

import sys


def _again(_):
    return sorted([1], key=_again)


def bot(game):
    sys.setrecursionlimit(10**9)
    return _again(1)
