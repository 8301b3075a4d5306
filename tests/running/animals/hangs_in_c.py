"""Computes for ever within one call to C, which holds Python's lock."""

import re


def bot(game):
    re.match(r"(a+)+$", "a" * 60 + "b")
