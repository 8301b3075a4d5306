"""The fields of a plain-Python game: a twin of them, and a fingerprint.

Both look only at data: numbers, texts, lists, tuples, dicts, sets, enums and objects made of these.
"""

from copy import deepcopy
from enum import Enum
from hashlib import blake2b
from typing import Any

ATOMS = frozenset({int, str, bool, float, bytes, type(None)})


class Opaque(Exception):
    """A field of a kind whose contents cannot be read reliably."""


def duplicate(fields: dict[str, Any], copies: dict[int, Any] | None = None) -> dict[str, Any]:
    """The fields with every list, dict and object in them copied; those that share an object still do.

    `copies` holds what stands for objects that are copied already, by id().
    """
    deep = [field for field in fields.values() if type(field) not in ATOMS]
    if all(flat(field) for field in deep) and len({id(field) for field in deep}) == len(deep):
        return {name: field[:] if type(field) is list else field for name, field in fields.items()}
    return deepcopy(fields, copies)


def flat(field: Any) -> bool:
    """Whether the field is a list or tuple of atoms, as most boards are."""
    return type(field) in (list, tuple) and all(type(item) in ATOMS for item in field)


def fingerprint(fields: dict[str, Any], turn: int) -> int:
    """64 bits of the fields and the turn; 0 where some field is of a kind that cannot be told apart by its data."""
    try:
        written = f"{turn}{plain(fields)}"
    except (Opaque, RecursionError):
        return 0
    return int.from_bytes(blake2b(written.encode(errors="surrogatepass"), digest_size=8).digest(), "little")


def plain(value: Any) -> str:
    """A text that equal values share and different ones do not. Raises Opaque."""
    kind = type(value)
    if kind in ATOMS or flat(value):
        return repr(value)
    if kind in (list, tuple):
        return f"{kind.__name__}[{','.join(map(plain, value))}]"
    if kind is dict:
        return f"{{{','.join(sorted(f'{plain(name)}:{plain(item)}' for name, item in value.items()))}}}"
    if kind in (set, frozenset):
        return f"<{','.join(sorted(map(plain, value)))}>"
    if isinstance(value, Enum):
        return f"{kind.__qualname__}.{value.name}"
    if pythonic(kind):
        return f"{kind.__qualname__}{plain(vars(value))}"
    raise Opaque


def pythonic(kind: type) -> bool:
    """Whether the class and its parents are written in Python, without slots: then its __dict__ holds all there is."""
    *parents, oldest, _ = (object, *kind.__mro__)
    written = {"__dict__", "__weakref__"} <= vars(oldest).keys()
    return written and not any("__slots__" in vars(parent) for parent in parents)
