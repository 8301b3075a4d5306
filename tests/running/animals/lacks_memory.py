"""Raises what Python does when there is no memory."""


def bot(game):
    return bytearray(1 << 62)
