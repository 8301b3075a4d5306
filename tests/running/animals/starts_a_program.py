"""Starts another program, which holds all that was open, and never waits for it."""

import os
import subprocess


def bot(game):
    engine = subprocess.Popen(["sleep", "1000"], env={}, close_fds=False, start_new_session=True)
    with open(os.environ["ZOO_NOTES"], "a") as notes:
        print(engine.pid, file=notes)
    return game.moves()[0]
