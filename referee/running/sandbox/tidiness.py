"""Finds out whether a game has left anything in its process that the next one would see.

What people's files hold is compared if it is plain data, functions and classes. If it is anything else, such as a
generator or an object of a class, nothing is known, and a process plays one game.
"""

from __future__ import annotations

import builtins
import marshal
import re
import types
from pathlib import Path
from typing import Any

from games.names import user_files
from referee.running.process_state import ProcessState
from referee.running.sandbox.limits import MEMORY

MOST = 100_000  # bytes of a value
SKIPPED = {"__builtins__", "__cached__", "__loader__", "__spec__", "__dict__", "__weakref__"}  # set by Python itself
CONSTANT = (
    types.BuiltinFunctionType, types.GetSetDescriptorType, types.MemberDescriptorType, types.ModuleType, re.Pattern,
)  # fmt: skip
HINTS = ("__future__", "types", "typing")  # modules whose objects never change


class Tidiness:
    """The state of this process when this was made."""

    def __init__(self) -> None:
        self.state, self.held = ProcessState(), describe_safely()

    def holds(self) -> bool:
        """Return whether the state is known to be still the same."""
        return self.held is not None and not self.state.changes() and describe_safely() == self.held


def describe_safely() -> list[Any] | None:
    """Return what `describe_process` does; None if anything is unknown."""
    try:
        return describe_process()
    except Exception:  # noqa: BLE001  # a program may have replaced anything
        return None


def list_shared_memory() -> list[str]:
    """Return the names of the shared memory of this process and its descendants."""
    try:
        return sorted(path.name for path in Path(MEMORY).iterdir())
    except OSError:
        return []


def describe_process() -> list[Any]:
    """Return what people's modules hold, the names in modules that they import, and what is open.

    Raises ValueError for what cannot be compared.
    """
    own = list(user_files.RUN.values())
    names = {module.__name__ for module in own}
    imported = [each for module in own for each in vars(module).values() if type(each) is types.ModuleType]
    others = [builtins, *(each for each in imported if each.__name__ not in names)]
    open_files = sum(1 for _ in Path("/dev/fd").iterdir())
    seen: set[int] = set()
    held = [describe(each, names, seen) for module in own for each in parts(module)]
    return [open_files, list_shared_memory(), held, *([*vars(module).values()] for module in others)]


def describe(thing: Any, names: set[str], seen: set[int]) -> Any:
    """Return something that is equal as long as the thing does not change. Raises ValueError.

    names  of people's modules;  seen  the ids of what is described already.
    """
    kind = type(thing)
    if id(thing) in seen or kind in CONSTANT or kind.__module__ in HINTS:
        return thing
    if kind in (staticmethod, classmethod):
        return describe(thing.__func__, names, seen)
    if kind is types.FunctionType or kind is type:
        seen.add(id(thing))
        return [thing, *(describe(each, names, seen) for each in parts(thing) if thing.__module__ in names)]
    data = marshal.dumps(thing, 2)  # later versions depend on who else holds the parts
    if len(data) > MOST:
        raise ValueError(f"{len(data)} bytes are too many to compare them after each game")
    return data


def parts(thing: Any) -> list[Any]:
    """Return what a module, class or function holds."""
    found = [each for name, value in vars(thing).items() if name not in SKIPPED for each in (name, value)]
    if type(thing) is types.FunctionType:
        cells = [cell.cell_contents for cell in thing.__closure__ or ()]
        found += [thing.__code__, thing.__defaults__, thing.__kwdefaults__, *cells]
    return found
