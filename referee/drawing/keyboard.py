"""Keys that are pressed while something is drawn in place: they are read without waiting, and not shown."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from referee.drawing import terminal
from referee.drawing.inline_picture import undisturbed

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

SUSPEND = "c-z"
ENTER = "c-m", "c-j"  # a terminal may make the one the other


class Keyboard:
    """The keyboard of the terminal in whose foreground this process is; elsewhere no key is ever pressed.

    Ctrl-C stays a signal. Ctrl-Z becomes a key, so that what is drawn can be taken away first: see `suspend`.
    """

    def __init__(self) -> None:
        self.input: Input | None = None  # while the keyboard is taken
        self.kept = ExitStack()  # what puts everything back
        self.suspends = False  # whether Ctrl-Z was pressed

    def take(self) -> None:
        """From now on keys are read here, and not shown; nothing happens where that cannot be."""
        if self.input or not terminal.fancy() or not terminal.in_foreground():
            return
        from prompt_toolkit.input import create_input

        with suppress(OSError):
            self.kept.enter_context(undisturbed(sys.stdin.fileno()))
            self.input = create_input(sys.stdin)
            if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
                signal.signal(signal.SIGTSTP, self.note_suspension)
                self.kept.callback(signal.signal, signal.SIGTSTP, signal.SIG_DFL)

    def give_back(self) -> None:
        """The terminal is as it was; keys that were pressed and not read are dropped."""
        if self.input and terminal.in_foreground():
            self.input.read_keys()
        self.input = None
        self.kept.close()

    def pressed(self) -> list[str]:
        """The keys that were pressed since it was asked last, as prompt_toolkit names them."""
        if not terminal.in_foreground():
            return []
        self.take()  # again, where this process was in the background
        found = [str(getattr(press.key, "value", press.key)) for press in self.input.read_keys()] if self.input else []
        if self.suspends:
            found.append(SUSPEND)
        self.suspends = False
        return found

    def note_suspension(self, _number: int, _frame: object) -> None:
        """Ctrl-Z was pressed."""
        self.suspends = True

    def suspend(self) -> None:
        """Stop until the person goes on with this process; the keyboard must have been given back."""
        os.kill(0, signal.SIGTSTP)
