"""Asking a person for a line of text, by plain lines."""

import sys


def ask_plainly(prompt: str) -> str:
    """The next line of standard input. Raises EOFError where there is none."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        print()
        raise EOFError
    if not sys.stdin.isatty():
        print(line, end="" if line.endswith("\n") else "\n")  # what was typed, where no terminal shows it
    return line
