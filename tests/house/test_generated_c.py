"""The C that Cython makes of hot functions touches no Python object but where a list says why.

A variable without a C type is a Python object, and costs a search up to half of its speed without a word: one loop
variable once did in the ranking of connect four's moves. What raises an exception may do as it likes.
"""

import re
from pathlib import Path

import pytest

from referee.support.build import life

ROOT = Path(__file__).parents[2]
C = ROOT / "build/c"

FUNCTION = re.compile(r"^static (?:CYTHON_INLINE )?[^\n;]*?\b(__pyx_f_\w+)\([^;{]*\) \{\n(.*?)^\}", re.M | re.S)
LINE = re.compile(r'/\* "[\w/]+\.(?:py|pxd)":(\d+)\n(.*?)\*/', re.S)
OBJECTS = re.compile(
    r"\b(?:__Pyx_PyObject_|PyObject_|PyNumber_|__Pyx_Py(?:Int|Long|Dict|List|Iter)_|Py(?:Long|Float|List|Dict|Tuple)_"
    r"|__Pyx_[GS]etItem|__Pyx_GetModuleGlobalName)\w*\("
)
# Modules that are there to deal with Python objects: plain games, copies of fields, files of moves, setting up.
PLAIN = {"cached_game", "python_adapter", "fields", "game", "undo"}
# Functions that do, and why.
KNOWN = {}


def offending_lines(path):
    """(name of the function, source line, its text) of each line of C functions in which Python objects are handled."""
    for name, body in FUNCTION.findall(path.read_text()):
        if "__pyx_unpickle" in name:
            continue
        number, source = 0, ""
        for part in re.split(r'(?=/\* "[\w/]+\.(?:py|pxd)":\d+\n)', without_dispatch(body)):
            if found := LINE.match(part):
                number = int(found[1])
                source = (
                    next((line for line in found[2].splitlines() if "<<<<" in line), "").strip(" *").partition("#")[0]
                )
            if number and OBJECTS.search(part) and "raise " not in source:
                yield name, number, source.strip()


def without_dispatch(body):
    """The body of a cpdef function without the look at whether a subclass in Python overrides it."""
    start = body.find("/* Check if called by wrapper */")
    end = body.find("    #endif\n  }\n", start)
    return body[:start] + body[end:] if start >= 0 and end >= 0 else body
