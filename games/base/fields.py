"""The fields of a plain Python game: copying them, describing them, and hashing them.

All of this reads only data: numbers, texts, lists, tuples, dicts, sets, enums, numpy arrays and objects made of these.
"""

import marshal
import re
from copy import deepcopy
from enum import Enum
from functools import cache
from types import MemberDescriptorType

# mypy: ignore-errors
import cython

from games.base.numeric import is_array, is_scalar

ATOMS = cython.declare(frozenset, frozenset({int, str, bool, float, bytes, type(None)}))
DEEP = cython.declare(cython.int, 50)  # nested fields; deeper ones are copied by Python
# Fields of Game that are no part of what its class adds: the turn, and how the position was reached.
HIDDEN = frozenset(("turn", "undoable", "_replay"))
MANY = 200  # objects of a game that are described by their fields
BRACKETS = {list: "[]", tuple: "()", set: ("{", "}")}
ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")
ORDINARY = cython.declare(dict, {})  # class -> whether it is ordinary
MAKING = tuple(
    [f"__{name}__" for name in ["new", "reduce", "reduce_ex", "getstate", "setstate", "getnewargs", "getnewargs_ex"]]
)


class Opaque(Exception):
    """Raised for a field whose contents cannot be read reliably."""


def duplicate(fields: dict, copies=None) -> dict:
    """Return a deep copy of the fields; shared objects stay shared. `copies` maps id() to existing copies."""
    return twins(fields, {} if copies is None else copies, 0)


def twin_of(value):
    """Return a new object of the same class with a copy of each Python field; C fields are left out."""
    kind = type(value)
    found = kind.__new__(kind)
    copies = {id(value): found}
    own = getattr(value, "__dict__", None)
    if own:
        found.__dict__.update(duplicate(own, copies))
    if slots(kind):
        for name, field in duplicate(in_slots(value), copies).items():
            setattr(found, name, field)
    return found


def describe_fields(value) -> str:
    """Return the Python fields, except the turn, as a text: `pile 7, limit 3`."""
    told = {id(value)}
    shown = {name: field for name, field in own_fields(value).items() if name not in HIDDEN}
    return ", ".join([f"{name} {describe(field, told)}" for name, field in shown.items()])


def describe(field, told: set) -> str:
    """Return a field as a text without addresses; `told` holds the id() of what is not described again."""
    kind = type(field)
    if kind in ATOMS or flat(field):
        return f"{field}"
    wordless = kind.__repr__ is object.__repr__ and kind.__str__ is object.__str__
    if wordless or kind in BRACKETS or kind is dict or id(field) in told:
        return describe_contents(field, told)
    return ADDRESS.sub("", f"{field}")


def describe_contents(value, told: set) -> str:
    """Return the value as Python writes it, but objects without a repr of their own by their fields, each once."""
    kind = type(value)
    if kind in ATOMS or flat(value) or (kind is set and not value):
        return repr(value)
    if id(value) in told or len(told) == MANY:
        return f"{kind.__name__}(...)"
    if kind is not dict and kind not in BRACKETS and kind.__repr__ is not object.__repr__:
        return ADDRESS.sub("", repr(value))
    told.add(id(value))
    if kind is dict:
        pairs = [f"{describe_contents(name, told)}: {describe_contents(item, told)}" for name, item in value.items()]
        text = f"{{{', '.join(pairs)}}}"
    elif kind in BRACKETS:
        items = [describe_contents(item, told) for item in (in_order(list(value)) if kind is set else value)]
        only = "," if kind is tuple and len(items) == 1 else ""
        text = f"{', '.join(items)}{only}".join(BRACKETS[kind])
    else:
        own = [f"{name}={describe_contents(item, told)}" for name, item in own_fields(value).items()]
        return f"{kind.__name__}({', '.join(own)})"
    told.discard(id(value))  # a shared object is described twice
    return text


def own_fields(value) -> dict:
    """Return the Python fields of the object by name."""
    return getattr(value, "__dict__", {}) | in_slots(value)


@cache
def slots(kind) -> tuple:
    """Return the names of the fields that the class and its Python parents keep in slots."""
    parents = [vars(parent) for parent in kind.__mro__ if "__slots__" in vars(parent)]
    return tuple([name for own in parents for name, item in own.items() if type(item) is MemberDescriptorType])


def in_slots(value) -> dict:
    """Return the contents of the object's slots by name."""
    return {name: getattr(value, name) for name in slots(type(value)) if hasattr(value, name)}


@cython.cfunc
def twins(fields: dict, copies: dict, deep: cython.int) -> dict:
    """Return a dict with the same names and a copy of each value."""
    copied: dict = fields.copy()
    for name, item in fields.items():
        if type(item) not in ATOMS:
            copied[name] = twin(item, copies, deep)
    return copied


@cython.cfunc
def twin(value: object, copies: dict, deep: cython.int) -> object:
    """Return the copy of one value at nesting depth `deep`."""
    kind = type(value)
    if kind in ATOMS or (kind is tuple and flat(value)):
        return value
    if deep < DEEP and (kind is list or ((kind is dict or kind is set) and firm(value)) or ordinary(kind)):
        found = copies.get(id(value))
        return twin_of_container(value, copies, deep + 1) if found is None else found
    return value if is_scalar(value) else deepcopy(value, copies)


@cython.cfunc
def twin_of_container(value: object, copies: dict, deep: cython.int) -> object:
    """Return the copy of a list, dict, set or ordinary object that is not copied yet."""
    kind = type(value)
    if kind is set:
        copied = copies[id(value)] = value.copy()
    elif kind is list:
        copied = copies[id(value)] = value[:]
        if not flat(value):
            copied[:] = [twin(item, copies, deep) for item in value]
    elif kind is dict:
        copied = copies[id(value)] = {}
        copied.update(twins(value, copies, deep))
    else:
        copied = copies[id(value)] = kind.__new__(kind)
        copied.__dict__.update(twins(value.__dict__, copies, deep))
    return copied


@cython.cfunc
def firm(values: object) -> cython.bint:
    """Return whether all names of the dict, or members of the set, are atoms or tuples of atoms."""
    for value in values:  # noqa: SIM110  a generator is slow in C
        if type(value) not in ATOMS and not (type(value) is tuple and flat(value)):
            return False
    return True


@cython.cfunc
def flat(field: object) -> cython.bint:
    """Return whether the field is a list or tuple of atoms, as most boards are."""
    items: cython.bint = type(field) is list or type(field) is tuple
    if items:
        for item in field:
            if type(item) not in ATOMS:
                return False
    return items


@cython.cfunc
def ordinary(kind: object) -> cython.bint:
    """Return whether objects of the class are made of their __dict__ alone, as in most classes."""
    found = ORDINARY.get(kind)
    if found is None:
        found = pythonic(kind) and not hasattr(kind, "__deepcopy__") and not issubclass(kind, (Enum, type))
        for name in MAKING:
            found = found and getattr(kind, name, None) is getattr(object, name, None)
        ORDINARY[kind] = found
    return found


def identity(fields: dict, turn):
    """Return bytes that are equal exactly for equal fields and turns; None if that cannot be decided."""
    if not HIDDEN.isdisjoint(fields):  # in plain Python, or if a class hides the C field of the turn
        turn = fields.get("turn", turn)
        fields = {name: field for name, field in fields.items() if name not in HIDDEN}
    try:
        # Version 2, because later ones write shared objects only once.
        return marshal.dumps((data(turn, 0), data(fields, 0)), 2)
    except (Opaque, TypeError, ValueError):  # the last two if data cannot be sorted or written
        return None


def fingerprint(fields: dict, turn) -> int:
    """Return 64 bits of the fields and the turn; 0 if the data of some field cannot be read."""
    return digest(identity(fields, turn))


def digest(written) -> int:
    """Return 64 bits of the result of `identity`; 0 for None."""
    from hashlib import blake2b  # OpenSSL takes long to load, and built-in games have keys of their own

    return 0 if written is None else int.from_bytes(blake2b(written, digest_size=8).digest(), "little")


@cython.cfunc
def data(value: object, deep: cython.int) -> object:
    """Return the value as lists, tuples and atoms, equal for equal values. Raises Opaque."""
    kind = type(value)
    if kind in ATOMS or flat(value):
        return value
    if deep >= DEEP:
        raise Opaque
    if kind is list or kind is tuple:
        items: list = [data(item, deep + 1) for item in value]
        return items if kind is list else tuple(items)
    if kind is set or kind is frozenset:
        return (..., in_order([data(item, deep + 1) for item in value]))
    if kind is dict:
        return (..., ..., in_order([(data(name, deep + 1), data(item, deep + 1)) for name, item in value.items()]))
    return of_class(value, deep + 1)


@cython.cfunc
def of_class(value: object, deep: cython.int) -> object:
    """Return an enum member, numpy numbers or an object of a Python class as `data` does."""
    kind = type(value)
    if is_array(value):
        return (..., ..., ..., value.dtype.str, value.shape, value.tobytes())
    if is_scalar(value) and type(value.item()) in ATOMS:  # as Python's equal number
        return value.item()
    if isinstance(value, Enum):
        return (..., kind.__qualname__, value.name)
    if pythonic(kind):
        return (..., kind.__qualname__, ..., data(value.__dict__, deep))
    raise Opaque


@cython.cfunc
def in_order(items: list) -> list:
    """Return the members of a set, or the pairs of a dict, in an order that depends only on them."""
    try:
        items.sort()
    except TypeError:  # of several kinds
        items.sort(key=repr)
    return items


def pythonic(kind) -> bool:
    """Return whether the class and its parents are in Python and without slots: then __dict__ holds all fields."""
    line = kind.__mro__
    oldest = line[max(0, len(line) - 2)]  # besides object
    written = {"__dict__", "__weakref__"} <= vars(oldest).keys()
    return written and not any(["__slots__" in vars(parent) for parent in line[: len(line) - 2]])


def open_to_sight(kind, base) -> bool:
    """Return whether all fields that the class adds to `base` are in __dict__: none in slots, none in C."""
    parents = kind.__mro__[: kind.__mro__.index(base)]
    return not any([{"__slots__", "__pyx_vtable__"} & vars(parent).keys() for parent in parents])
