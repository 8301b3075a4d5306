"""Asking a person for a line of text, by plain lines."""

import contextlib
import sys

# Of readline: text that is pasted is as text that is typed, and letters beyond ASCII are no commands in the C locale.
SETTINGS = "enable-bracketed-paste off", "input-meta on", "output-meta on", "convert-meta off"


def ask_plainly(prompt: str) -> str:
    """The next line of standard input. Raises EOFError if there is none.

    At a terminal it can be edited, and what was typed before comes back with Up.
    """
    if sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and edits_lines():
        try:
            return f"{input(prompt)}\n"
        except EOFError:
            print()
            raise
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        print()
        raise EOFError
    if not sys.stdin.isatty():
        print(line, end="" if line.endswith("\n") else "\n")  # what was typed, where no terminal shows it
    return line


def edits_lines() -> bool:
    """Whether `input` lets people edit their line: the arrow keys would else be typed into it as signs."""
    with contextlib.suppress(ImportError):  # on Windows, where the terminal does so itself
        import readline

        for setting in SETTINGS:
            readline.parse_and_bind(f"set {setting}")
        return True
    return False
