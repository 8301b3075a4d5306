"""Asking a person for a line of text: with completion and history at a terminal, by plain lines elsewhere."""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

Ask = Callable[[str, "Words"], str]
Words = Callable[[], Sequence[str]]  # what Tab completes, made only when it is pressed


def ask_plainly(prompt: str, words: Words) -> str:
    """The next line of standard input. Raises EOFError at its end."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    if not sys.stdin.isatty():
        print(line, end="" if line.endswith("\n") else "\n")  # what was typed, where no terminal shows it
    return line


@cache
def session() -> "PromptSession[str]":
    """The prompt of this process with its history. Imported only when a person is asked at a terminal."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.shortcuts import CompleteStyle

    # Completions are listed below the line as shells do: a menu would push the board out of a small window.
    return PromptSession(complete_style=CompleteStyle.READLINE_LIKE, reserve_space_for_menu=0)


def ask_at_terminal(prompt: str, words: Words) -> str:
    """The line a person types. Raises EOFError on Ctrl-D, KeyboardInterrupt on Ctrl-C."""
    from prompt_toolkit.completion import WordCompleter

    completer = WordCompleter(lambda: list(words()), ignore_case=True)
    return session().prompt(prompt, completer=completer, complete_while_typing=False)


def asker(fancy: bool) -> Ask:
    """How to ask here: fancy where a person sits at a terminal that can move its cursor."""
    return ask_at_terminal if fancy else ask_plainly


def pick(ask: Ask, question: str, words: Sequence[str], default: str) -> str:
    """What the person answers to a question with a few usual answers; the default for an empty line."""
    return ask(f"{question} ({', '.join(words)}) [{default}]: ", lambda: words).strip() or default
