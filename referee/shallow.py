"""JSON that others wrote, looked at before it is read.

Python 3.11 reads a million brackets to the end of its stack, and dies of it where a search has raised the limit of
recursion.
"""

import re

STRING = re.compile(r'"(?:[^"\\]|\\.?)*"?', re.DOTALL)  # it never fails, so that none is looked through again


def opened(text: str) -> int:
    """How many objects and lists the text opens, what stands in its strings aside."""
    return brackets(text) and brackets(STRING.sub("", text))


def brackets(text: str) -> int:
    """How often something is opened there."""
    return text.count("{") + text.count("[")
