"""Raises errors each of which is the cause of the other."""


def bot(game):
    one, other = LookupError("one"), LookupError("other")
    one.__cause__, other.__cause__ = other, one
    raise one
