"""Finds out whether a game has left anything in its process that the next one would see.

What people's files hold is compared if it is made of data, functions, classes of these files and their objects. If it
is anything else, such as a generator or an object of a library, nothing is known, and a process plays one game.
"""

from __future__ import annotations

import builtins
import marshal
import os
import re
import types
from itertools import chain
from typing import TYPE_CHECKING, Any

from games.base.numeric import is_numpy
from games.names import user_files
from referee.running.process_state import ProcessState
from referee.running.sandbox.limits import MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 100_000  # bytes of a value
SKIPPED = {"__builtins__", "__cached__", "__loader__", "__spec__", "__dict__", "__weakref__"}  # set by Python itself
CONSTANT = (
    types.BuiltinFunctionType, types.GetSetDescriptorType, types.MemberDescriptorType, types.ModuleType, re.Pattern,
)  # fmt: skip
FIXED = {
    "__future__",
    "abc",
    "dataclasses",
    "enum",
    "functools",
    "types",
    "typing",
}  # modules whose objects never change, or only
# remember what they have computed


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
        return os.listdir(MEMORY)  # noqa: PTH208  # called after each game
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
    open_files = len(os.listdir("/dev/fd"))  # noqa: PTH208  # the same
    seen: set[int] = set()
    held = [describe(each, names, seen) for module in own for each in parts(module, names)]
    return [open_files, list_shared_memory(), held, *([*vars(module).values()] for module in others)]


def describe(thing: Any, names: set[str], seen: set[int]) -> Any:
    """Return something that is equal as long as the thing does not change. Raises ValueError.

    names  of people's modules;  seen  the ids of what is described already.
    """
    kind = type(thing)
    if id(thing) in seen or kind in CONSTANT or kind.__module__ in FIXED:
        return id(thing)
    try:
        data = thing.tobytes() if is_numpy(kind) else marshal.dumps(thing, 2)  # 3 depends on who else holds the parts
    except ValueError:
        seen.add(id(thing))
        return [id(thing), *(describe(each, names, seen) for each in parts(thing, names))]
    if len(data) > MOST:
        raise ValueError(f"{len(data)} bytes are too many to compare them after each game")
    return data


def parts(thing: Any, names: set[str]) -> Iterable[Any]:
    """Return what a thing holds that has no data of its own; nothing if it is no work of people's modules."""
    kind = type(thing)
    if kind in (list, tuple, set, frozenset):
        return list(thing)
    if kind is dict:
        return chain(thing, thing.values())
    if kind in (staticmethod, classmethod, property):
        return [thing.fget, thing.fset] if kind is property else [thing.__func__]
    compiled = kind.__name__ == "cython_function_or_method"
    if compiled or kind is types.FunctionType or isinstance(thing, type):
        if thing.__module__ not in names:
            return []
        if compiled:
            return [thing.rules]  # of games.game.guard; what other compiled functions hold is not known
    elif kind is not types.ModuleType and any(
        each.__module__ not in names | FIXED and each is not object for each in kind.__mro__
    ):
        raise ValueError(f"a {kind.__name__} may change in ways that nobody sees")
    kept = {name: value for name, value in vars(thing).items() if name not in SKIPPED}
    found = [list(kept), *kept.values()]
    if kind is types.FunctionType:
        cells = [cell.cell_contents for cell in thing.__closure__ or ()]
        found += [thing.__code__, thing.__defaults__, thing.__kwdefaults__, *cells]
    return found
