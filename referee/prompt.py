"""Asking a person for a line of text: with completion and history at a terminal, by plain lines elsewhere."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from referee import terminal

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

Words = Callable[[], Sequence[str]]  # what Tab completes, made only when it is pressed
Ask = Callable[[str, Words], str]  # raises EOFError where the person leaves, KeyboardInterrupt on Ctrl-C


def ask_plainly(prompt: str, words: Words) -> str:
    """The next line of standard input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        print()
        raise EOFError
    if not sys.stdin.isatty():
        print(line, end="" if line.endswith("\n") else "\n")  # what was typed, where no terminal shows it
    return line


class AtTerminal:
    """Asks at a terminal. Each has a history of its own."""

    def __init__(self) -> None:
        self.session: PromptSession[str] | None = None

    def __call__(self, prompt: str, words: Words) -> str:
        """The line that a person types. prompt_toolkit is imported only here, when somebody is asked."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.shortcuts import CompleteStyle

        if self.session is None:
            # Completions are listed below the line as shells do: a menu would push the board out of a small window.
            self.session = PromptSession(complete_style=CompleteStyle.READLINE_LIKE)
        # The whole line is one word: names and moves may hold hyphens.
        completer = WordCompleter(lambda: list(words()), ignore_case=True, sentence=True)
        return self.session.prompt(prompt, completer=completer, complete_while_typing=False)


def asker(plain: bool) -> Ask:
    """How to ask here: plainly, unless a person sits at a terminal whose cursor can be moved."""
    return ask_plainly if plain or not terminal.fancy() else AtTerminal()


def pick(ask: Ask, question: str, words: Sequence[str], default: str) -> str:
    """What the person answers to a question with a few usual answers; the default for an empty line."""
    return ask(f"{question} [{default}]: ", lambda: words).strip() or default
