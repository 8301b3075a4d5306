"""JSON that others wrote, looked at before it is read.

Python 3.11 reads a million brackets to the end of its stack, and dies of it where a search has raised the limit of
recursion.
"""

import re

BRACKET = re.compile(r"[][{}]")
STRING = re.compile(r'"(?:[^"\\]|\\.?)*"?', re.DOTALL)  # it never fails, so that none is looked through again


def depth(text: str) -> int:
    """How deep the objects and lists of the text lie in each other, what stands in its strings aside."""
    level = deepest = 0
    for bracket in BRACKET.findall(STRING.sub("", text)):
        level += 1 if bracket in "{[" else -1
        deepest = max(deepest, level)
    return deepest
