"""Docstrings as pages show them: aligned names with meanings as lists, types of C as Python's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from griffe import Extension

if TYPE_CHECKING:
    from griffe import Function, Object

TYPES = {"cython.int": "int", "cython.void": "None", "cython.bint": "bool", "cython.ulonglong": "int"}
NAMED = re.compile(r"(?P<name>[A-Za-z]\w*(?:, \w+)*) {2,}(?P<meaning>\S.*)")
ANOTHER = re.compile(r";  (?=\w+  )")  # between two on one line


def listed(text: str) -> str:
    """Return the docstring with each block of aligned names and meanings as a list in Markdown."""
    return "\n\n".join(block if (found := entries(block)) is None else found for block in text.split("\n\n"))


def entries(block: str) -> str | None:
    """Return the block as a list; None if it has no aligned names."""
    if not NAMED.match(block):
        return None
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith(" ") and lines:
            lines[-1] += f" {line.strip()}"
        else:
            lines += ANOTHER.split(line)
    found = [NAMED.fullmatch(line) for line in lines]
    return "\n".join(
        f"- `{match['name']}`: {match['meaning']}" if match else f"\n{line}"
        for match, line in zip(found, lines, strict=True)
    )


class Shown(Extension):
    """Changes what griffe has read before pages are made of it."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        if not obj.is_alias and obj.docstring:
            obj.docstring.value = listed(obj.docstring.value)

    def on_function_instance(self, *, func: Function, **_: Any) -> None:
        """Show Python's types of arguments and results instead of C's."""
        for argument in func.parameters:
            argument.annotation = TYPES.get(str(argument.annotation), argument.annotation)
        func.returns = TYPES.get(str(func.returns), func.returns)
