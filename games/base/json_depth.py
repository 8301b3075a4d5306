"""How deeply JSON from others is nested; check this before reading it.

Python 3.11 crashes on a million nested brackets after a search has raised the recursion limit.
"""

import re

BRACKET = re.compile(r"[][{}]")
STRING = re.compile(r'"(?:[^"\\]|\\.?)*"?', re.DOTALL)  # always matches, so no text is scanned twice


def depth(text: str) -> int:
    """Return how many levels of objects and lists `text` nests. Brackets inside strings do not count."""
    level = deepest = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        level += 1 if bracket in "{[" else -1
        deepest = max(deepest, level)
    return deepest
