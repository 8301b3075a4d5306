"""Matches of fake programs, and what is left of them."""

import os
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import games
from referee.engines import engine, process
from referee.match import match, players
from referee.match.clocks import Control
from referee.match.events import Ended, How, Moved
from referee.match.match import play
from referee.running.sandbox import sandbox_process
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.sandbox_process import SandboxProcess

SHORT, AMPLE = 0.3, 120.0  # seconds for a move, of those that are to overstep it and of all others
# The fates of misbehaving programs, by mode: how the match ends, and words of the reason.
SHARED = {
    "invalid UTF-8": (How.ILLEGAL_MOVE, "which is not a legal move"),
    "never ends a line": (How.NO_MOVE, "answered without end"),
    "closes its output": (How.HUNG, "did not answer within 0.3 seconds"),
    "is late": (How.OUT_OF_TIME, "of 0.3 seconds"),
    "exits 3 at once": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "KILL in the handshake": (How.DIED, "died of SIGKILL"),
    "exits 0 at a new game": (How.DIED, "ended its process with exit status 0"),
    "KILL at a new game": (How.DIED, "died of SIGKILL"),
    "exits 3 while thinking": (How.DIED, "ended its process with exit status 3"),
    "KILL while thinking": (How.DIED, "died of SIGKILL"),
    "SEGV while thinking": (How.DIED, "died of SIGSEGV"),
    "stops itself": (How.DIED, "stopped itself by SIGSTOP"),
    "floods": (How.FLOODED, "said more than 16 MB without an answer"),
    "floods the greeting": (How.FLOODED, "said more than 16 MB without an answer"),
    "floods its errors": (How.FLOODED, "printed more than 1,000,000 bytes"),
    "eats memory": (How.OUT_OF_MEMORY, "took more than 200 MB"),
}


def illegal(answers):
    """Return the fates of modes that answer with an illegal move, by their answers."""
    return {
        mode: (How.ILLEGAL_MOVE, f"answered {answer!r}, which is not a legal move") for mode, answer in answers.items()
    }


class Scripted:
    """Makes the moves of those texts, one after the other."""

    def __init__(self, texts):
        self.texts = iter(texts.split())

    def choose(self, game, deadline):
        return game.parse(next(self.texts))


def processes(text):
    """The processes whose command is that."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdecimal() and int(path.name) != os.getpid():
            try:
                words = (path / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if words[:-1] == shlex.split(text):
                found.append(int(path.name))
    return found


@dataclass(frozen=True)
class Fake:
    """A fake program of a protocol.

    script  its file;  kind  the class of players that speaks to it;  game  that it plays, and  other  the texts of the
    moves of who plays against it.
    """

    script: str
    kind: type
    game: str
    other: str

    def command(self, mode, *more):
        """The command that starts it in that mode; other processes with tests have other commands."""
        path = Path(__file__).with_name(self.script)
        return shlex.join([sys.executable, str(path), mode, *more, str(os.getpid())])

    def player(self, mode, *more, **options):
        """A player that is the fake in that mode."""
        return self.kind(self.command(mode, *more), **options)

    def played(self, player, game="", control=Control(AMPLE), moves=4):
        """The events of a match of that player; it is left after so many moves."""
        events = []
        pair = [player, Scripted(self.other)]
        for event in play(games.load(game or self.game), pair, ("fake", "scripted"), control=control):
            events.append(event)
            if sum(isinstance(each, Moved) for each in events) >= moves:
                break
        return events

    def assert_fate(self, mode, how, words, seconds, limited):
        """Assert that it loses so in that mode, that one line says so in these words, and that nothing of it is left.

        seconds  that it is waited for where no time limits it;  limited  whether moves have a limit.
        """
        player = self.player(mode)
        player.guard = Guard(200, seconds, 1_000_000)
        patience = patch.object(sandbox_process, "ENDING", AMPLE)  # until it turns out that a process has ended
        late = patch.object(engine, "LATE", AMPLE if how is How.OUT_OF_TIME else engine.LATE)
        try:
            limit = Control(SHORT if how in (How.HUNG, How.OUT_OF_TIME) else AMPLE)
            with patience, late:
                end = self.played(player, control=limit if limited else Control())[-1]
        finally:
            player.close()
        assert isinstance(end, Ended) and end.winner == 1
        assert (end.how, words in end.why) == (how, True), end.why
        assert end.why.startswith("fake ") and "\n" not in end.why
        assert not processes(self.command(mode))

    def assert_plays(self, mode, moves, limit=AMPLE, reserve=0.05):
        """Assert that it makes `moves` in that mode, and that nothing of it is left.

        limit  seconds for each move;  reserve  those held back from what it is told.
        """
        player = self.player(mode, reserve=reserve)
        try:
            made = own_moves(self.played(player, control=Control(limit)))
        finally:
            player.close()
        assert made == moves
        assert not processes(self.command(mode))


def delay_answers(monkeypatch, seconds):
    """Let each line of a program come so much later by the clocks of this process, without waiting for it."""
    late, read = [0.0], SandboxProcess.read_answer

    def read_late(*given):
        late[0] += seconds
        return read(*given)

    monkeypatch.setattr(SandboxProcess, "read_answer", read_late)
    for module in (engine, match, players, process, sandbox_process):
        monkeypatch.setattr(module, "monotonic", lambda: time.monotonic() + late[0])


def own_moves(events):
    """The texts of the moves that the first player made."""
    return [event.text for event in events if isinstance(event, Moved) and event.seat == 0]


def said_to(log):
    """What was said to a program, by the log of the dialogue."""
    return [line.split(" < ")[1] for line in log.read_text().splitlines() if " < " in line]
