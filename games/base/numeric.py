"""Whole numbers and arrays as rules and players return them, of Python or of numpy.

Numpy's classes are recognized by name, because numpy need not be installed.
"""

from operator import index
from typing import Any

BOOLS = frozenset({"bool", "bool_"})  # bool_ in older versions


def whole(value: Any) -> int:
    """Return a whole number as an int; a truth value becomes 0 or 1. Raises TypeError for anything else."""
    if type(value) is int:
        return value
    if is_numpy(type(value)) and type(value).__name__ in BOOLS:
        return int(value)
    return int.__index__(index(value))


def seat_index(value: Any) -> int:
    """Return the seat as 0 or 1, an index that is safe in C. Raises ValueError for anything else."""
    seat = value if type(value) is int else whole(value) if is_whole(value) else -1
    if 0 <= seat <= 1:
        return seat
    raise ValueError(f"a seat is 0 or 1, not {value!r:.40}")


def is_whole(value: Any) -> bool:
    """Return whether `whole` accepts the value."""
    try:
        whole(value)
    except TypeError:
        return False
    return True


def is_countable(value: Any) -> bool:
    """Return whether the value is a whole number and no truth value, which rules return only by mistake."""
    kind = type(value)
    return is_whole(value) and kind is not bool and not (is_numpy(kind) and kind.__name__ in BOOLS)


def countable(value: Any) -> int:
    """Return a whole number as an int. Raises TypeError for truth values and for anything else."""
    if type(value) is int:
        return value
    if not is_countable(value) and is_whole(value):
        raise TypeError(f"{value!r} is a truth value")
    return whole(value)


def plain(value: Any) -> object:
    """Return a number or truth value of numpy's as one of Python's; anything else as it is."""
    if is_countable(value):
        return whole(value)
    return value.item() if is_scalar(value) else value


def is_numpy(kind: type) -> bool:
    """Return whether the class is one of numpy's own."""
    return kind.__module__ == "numpy"


def is_array(value: Any) -> bool:
    """Return whether the value is a numpy array of plain numbers, not of objects and not a table with columns."""
    kind = type(value)
    array = is_numpy(kind) and kind.__name__ == "ndarray"
    return array and not value.dtype.hasobject and value.dtype.names is None


def is_scalar(value: Any) -> bool:
    """Return whether the value is a single number or truth value of numpy's, which cannot change."""
    kind = type(value)
    return is_numpy(kind) and hasattr(kind, "item") and not hasattr(kind, "__setitem__")
