"""Raises several errors at once, one of which stands for Ctrl-C."""


def bot(game):
    raise BaseExceptionGroup("all at once", [LookupError("one"), KeyboardInterrupt("two")])
