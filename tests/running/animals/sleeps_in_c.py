"""Sleeps in C while it holds Python's lock."""

import ctypes


def bot(game):
    ctypes.PyDLL(None).sleep(1000)
