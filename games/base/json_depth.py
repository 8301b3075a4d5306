"""How deeply JSON from others is nested, to be checked before it is read.

Python 3.11 crashes on a million nested brackets where a search has raised the recursion limit.
"""

import re

BRACKET = re.compile(r"[][{}]")
STRING = re.compile(r'"(?:[^"\\]|\\.?)*"?', re.DOTALL)  # it always matches, so that no text is scanned twice


def depth(text: str) -> int:
    """How many levels of objects and lists the text nests. Brackets in its strings do not count."""
    level = deepest = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        level += 1 if bracket in "{[" else -1
        deepest = max(deepest, level)
    return deepest
