"""Quits as people do at the prompt of Python."""


def bot(game):
    quit()
