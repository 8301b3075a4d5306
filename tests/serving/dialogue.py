"""The other program of a dialogue: it says lines to a server, here or in a process, and waits for answers."""

import os
import subprocess
import sys
import threading
from time import monotonic, sleep

from referee.serving.server import make_server

SECONDS = 120.0  # after which nobody waits any more


class Dialogue:
    """A server in this process."""

    def __init__(self, game, player, protocol=None):
        self.lines, self.more = [], threading.Condition()
        self.server = make_server(game, player, protocol, self.hear)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.close()

    def hear(self, text):
        """Take a line of the server's."""
        with self.more:
            self.lines.append(text)
            self.more.notify_all()

    def say(self, *lines):
        """Say these lines; what was answered meanwhile."""
        before = len(self.lines)
        for line in lines:
            self.server.handle(line)
        return self.lines[before:]

    def until(self, beginning, since=0):
        """The lines from that place to the first that begins so."""
        with self.more:
            assert self.more.wait_for(lambda: self.place(beginning, since) is not None, SECONDS), self.lines
            return self.lines[since : self.place(beginning, since) + 1]

    def place(self, beginning, since):
        """Where the first line from that place on stands that begins so; None where none does."""
        found = (place for place in range(since, len(self.lines)) if self.lines[place].startswith(beginning))
        return next(found, None)

    def ask(self, line, beginning):
        """Say the line, and wait for one that begins so: the lines up to that."""
        since = len(self.lines)
        self.server.handle(line)
        return self.until(beginning, since)

    def best(self, line="go"):
        """The word behind `bestmove` that answers the line."""
        return self.ask(line, "bestmove")[-1].split()[1]

    def command(self, line):
        """The one answer to a command of GTP, without the empty line that ends it."""
        (answer,) = self.say(line)
        assert answer.endswith("\n")
        assert "\n\n" not in answer
        return answer.removesuffix("\n")


def start(*words, cwd=None, **given):
    """`referee engine` with these words, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "engine", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd,
        env=os.environ | given, text=True, bufsize=1,
    )  # fmt: skip


def converse(*words, lines, cwd=None):
    """Standard output, standard error and status of `referee engine` with these words, told those lines."""
    with start(*words, cwd=cwd) as process:
        out, err = process.communicate("".join(f"{line}\n" for line in lines), timeout=SECONDS)
    return out, err, process.returncode


def wait_until(holds):
    """Return when that holds."""
    end = monotonic() + SECONDS
    while not holds():
        assert monotonic() < end
        sleep(0.01)
