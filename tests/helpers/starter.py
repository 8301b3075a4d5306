"""Commands in terminals, forked from a process that has imported what a page needs, which takes longer than most tests.

Else that process is as new: each locale has one of its own, as Python heeds that as it starts.
"""

import atexit
import fcntl
import importlib
import json
import os
import pkgutil
import pty
import runpy
import socket
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from functools import cache
from pathlib import Path

import pexpect
from ptyprocess import PtyProcess

ROOT = Path(__file__).parents[2]
LONGEST, NUMBER = 1 << 16, 4  # bytes of a request, at most, and of a number
IMPORTED = (
    "referee.cli", "referee.commands", "referee.table", "referee.drawing", "referee.trees", "ctypes", "rich.console",
    "prompt_toolkit.patch_stdout",
)  # fmt: skip  # with all modules in packages of ours


# In the process of the tests.


@cache
def line_to_starter(environment):
    """A line to the process that starts commands with that environment; it is started once, and ends as the tests do."""
    mine, its = socket.socketpair()
    master, terminal = pty.openpty()  # its streams are those of a command in a terminal
    with its:
        process = subprocess.Popen(
            [sys.executable, __file__, str(its.fileno())], cwd=ROOT, env=dict(environment), pass_fds=[its.fileno()],
            stdin=terminal, stdout=terminal, stderr=terminal,
        )  # fmt: skip
    os.close(terminal)

    def end():
        mine.close()
        process.wait()
        os.close(master)

    atexit.register(end)
    return mine


class ForkedPty(PtyProcess):
    """A process that is another one's child, which tells by that line how it has ended."""

    def __init__(self, pid, terminal, line):
        super().__init__(pid, terminal)
        self.line = line

    def isalive(self):
        if self.terminated:
            return False
        self.line.setblocking(self.flag_eof)
        try:
            self.status = int.from_bytes(self.line.recv(NUMBER), "big")
        except BlockingIOError:
            return True
        self.line.close()
        self.exitstatus = os.WEXITSTATUS(self.status) if os.WIFEXITED(self.status) else None
        self.signalstatus = os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else None
        self.terminated = True
        return False


class Forked(pexpect.spawn):
    """The command of `python -m referee`, in a terminal, as pexpect has it.

    env  its environment;  basis  that of the process from which it is forked.
    """

    def __init__(self, words, dimensions, env, basis):
        self.words, self.basis = words, tuple(basis.items())
        super().__init__(sys.executable, ["-m", "referee", *words], dimensions=dimensions, env=env)

    def _spawnpty(self, args, env=None, dimensions=(24, 80), **_):
        master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *dimensions, 0, 0))
        mine, its = socket.socketpair()
        request = json.dumps({"words": self.words, "environment": env, "folder": os.getcwd()}).encode()
        with its:
            socket.send_fds(line_to_starter(self.basis), [request], [its.fileno(), terminal])
        os.close(terminal)
        pid = int.from_bytes(mine.recv(NUMBER), "big")
        assert pid, "the process that starts commands has ended"
        return ForkedPty(pid, master, mine)


# In the starter.


def prepare():
    """Import what a page needs."""
    sys.path[0] = str(ROOT)
    for name in IMPORTED:
        module = importlib.import_module(name)
        for found in pkgutil.walk_packages(getattr(module, "__path__", []), f"{name}.") if "referee." in name else ():
            importlib.import_module(found.name)
    for entry in sys.modules["games"].CATALOGUE.entries.values():
        importlib.import_module(entry.module)


def serve(line):
    """Start what is asked for. What was asked for comes back in each process that is to be it, and None at the end."""
    while True:
        request, descriptors, *_ = socket.recv_fds(line, LONGEST, 2)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not request:
            return None
        if os.fork() == 0:
            line.close()
            watch(*descriptors)
            return json.loads(request)
        for each in descriptors:
            os.close(each)


def watch(line, terminal):
    """Fork a process that has that terminal, where this comes back; tell its id by the line, and how it has ended."""
    if (pid := os.fork()) == 0:
        os.close(line)
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for number in range(3):
            os.dup2(terminal, number)
        os.close(terminal)
        return
    os.close(terminal)
    os.write(line, pid.to_bytes(NUMBER, "big"))
    os.write(line, os.waitpid(pid, 0)[1].to_bytes(NUMBER, "big"))
    os._exit(0)


def become(words, environment, folder):
    """Run the command with these words."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[0] = folder
    sys.argv[1:] = words
    runpy.run_module("referee", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    prepare()
    if request := serve(socket.socket(fileno=int(sys.argv[1]))):
        become(**request)
