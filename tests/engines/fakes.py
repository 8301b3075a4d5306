"""Matches of fake programs, and what is left of them."""

import os
import shlex
import sys
from pathlib import Path

import games
from referee.match.clocks import Control
from referee.match.events import Ended, Moved
from referee.match.match import play

LIMIT = 0.3  # seconds for a move


class Scripted:
    """Makes the moves of those texts, one after the other."""

    def __init__(self, texts):
        self.texts = iter(texts.split())

    def choose(self, game, deadline):
        return game.parse(next(self.texts))


def command(script, mode, *more):
    """The command that starts the fake of that file in that mode; other processes with tests have other commands."""
    return shlex.join([sys.executable, str(Path(__file__).with_name(script)), mode, *more, str(os.getpid())])


def processes(text):
    """The processes whose command is that."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdecimal() and int(path.name) != os.getpid():
            try:
                words = (path / "cmdline").read_bytes().decode().split("\0")
            except OSError:
                continue
            if words[:-1] == shlex.split(text):
                found.append(int(path.name))
    return found


def played(player, other, game, control=Control(LIMIT), moves=4):
    """The events of a match of that player against one that makes those moves; it is left after so many moves."""
    events = []
    for event in play(games.load(game), [player, Scripted(other)], ("fake", "scripted"), control=control):
        events.append(event)
        if sum(isinstance(each, Moved) for each in events) >= moves:
            break
    return events


def assert_fate(end, how, words):
    """Assert that the fake has lost in that way, and that one line says so in these words."""
    assert isinstance(end, Ended) and end.winner == 1
    assert (end.how, words in end.why) == (how, True), end.why
    assert end.why.startswith("fake ") and "\n" not in end.why


def own_moves(events):
    """The texts of the moves that the first player made."""
    return [event.text for event in events if isinstance(event, Moved) and event.seat == 0]


def said_to(log):
    """What was said to a program, by the log of the dialogue."""
    return [line.split(" < ")[1] for line in log.read_text().splitlines() if " < " in line]
