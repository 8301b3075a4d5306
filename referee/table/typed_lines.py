"""Lines that people type while another thread may call off the question that they answer."""

import os
import sys
from math import inf
from threading import Condition, Thread
from time import monotonic

from players.player import CalledOff, OutOfTime

BLOCK = 4096  # bytes that are read at once, at most


class TypedLines:
    """The lines of standard input, which a thread reads: so who waits for one can be called off, or give up.

    A line is read only once somebody asks for it. A line that nobody waits for any more answers the next question, as
    what stands at a prompt when a question is called off is still there.

    source   the file descriptor of standard input.
    ready    the lines that were read, each with its end; b"" at the end of the input.
    reading  whether a thread waits for a line;  off  whether the question that is open, or the next one, is called off.
    """

    def __init__(self, source: int = 0):
        self.source = source
        self.rest = b""  # what was read after the last line
        self.ready: list[bytes] = []
        self.reading = self.off = False
        self.changed = Condition()

    def read(self, prompt: str, deadline: float = inf) -> str:
        """Return the next line. Raises EOFError, OutOfTime at the deadline, and CalledOff."""
        print(prompt, end="", flush=True)
        with self.changed:
            if not (self.reading or self.ready):
                self.reading = True
                Thread(target=self.fetch, daemon=True, name="typed lines").start()
            left = None if deadline == inf else max(deadline - monotonic(), 0.0)
            self.changed.wait_for(lambda: self.off or self.ready, left)
            called_off, self.off = self.off, False
            if called_off or not self.ready:
                print()  # what is said next begins a line of its own
                raise CalledOff if called_off else OutOfTime
            line = self.ready.pop(0)
        if not line:
            print()
            raise EOFError
        text = line.decode(os.device_encoding(self.source) or sys.getdefaultencoding(), errors="replace")
        if not os.isatty(self.source):
            print(text, end="" if text.endswith("\n") else "\n")  # show what was typed if no terminal does
        return text

    def call_off(self) -> None:
        """End the question that is open; if none is, the next one. May be called from any thread."""
        with self.changed:
            self.off = True
            self.changed.notify_all()

    def fetch(self) -> None:
        """Read one line. It reads the file itself: a thread that waits in sys.stdin would hold up the end."""
        data, self.rest = self.rest, b""
        while b"\n" not in data:
            try:
                block = os.read(self.source, BLOCK)
            except OSError:  # the terminal is gone, or there is no input
                block = b""
            if not block:
                break
            data += block
        line, end, self.rest = data.partition(b"\n")
        with self.changed:
            self.ready.append(line + end)
            self.reading = False
            self.changed.notify_all()
