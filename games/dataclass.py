"""`dataclass` as in Python's library, but frozen classes are made in a fifth of the time, and their objects in half.

The library writes six methods of each frozen class as text, which Python then has to compile: a millisecond per class,
and a third of the start of a command, which defines a hundred of them. Here only `__init__` is written as text, when
the first object is made: most classes have none in a run. It fills the `__dict__` of the object, which is faster than
`object.__setattr__`, though reading a field then takes longer (docs/learned.md). `fields`, `replace` and `asdict` work
as in the library.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as library_dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  # `as` exports the name
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, kw_only=False):
        """Return the class with methods for its annotated fields, or a decorator that adds them, as in the library."""
        if kind is None:
            return lambda kind: dataclass(kind, frozen=frozen, eq=eq, kw_only=kw_only)
        if not frozen:
            return library_dataclass(eq=eq, kw_only=kw_only)(kind)
        kind.__doc__ = kind.__doc__ or kind.__name__  # otherwise the library works out a signature
        written = [*vars(kind)]
        add_fields(kind, kw_only)
        for name, method in frozen_methods(kind, eq).items():
            if name not in written:
                method.__name__, method.__qualname__ = name, f"{kind.__qualname__}.{name}"
                setattr(kind, name, method)
        return kind


def add_fields(kind: type, kw_only: bool) -> None:
    """Let the library record the fields of a class that will be frozen.

    Meanwhile neither it nor its parents count as frozen: otherwise the library would write methods that refuse changes.
    """
    above = [vars(each)["__dataclass_params__"] for each in kind.__mro__[1:] if "__dataclass_params__" in vars(each)]
    if not all(params.frozen for params in above):
        raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    for params in above:
        params.frozen = False
    try:
        library_dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(kind)
        above.append(vars(kind)["__dataclass_params__"])
    finally:
        for params in above:
            params.frozen = True


def frozen_methods(kind: type, eq: bool) -> dict[str, Callable[..., Any]]:
    """Return the methods of a frozen class; `eq` adds comparison by fields."""
    own: tuple[Field[Any], ...] = fields(kind)
    shown = [each.name for each in own if each.repr]
    compared = [each.name for each in own if each.compare]
    values: Callable[[Any], Any] = attrgetter(*compared) if compared else lambda _: ()

    def first_init(self: Any, *given: Any, **named: Any) -> None:
        init = write_init(own, hasattr(kind, "__post_init__"))
        init.__qualname__ = f"{kind.__qualname__}.__init__"
        kind.__init__ = init  # type: ignore[misc]
        init(self, *given, **named)

    def represent(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def refuse_to_set(self: Any, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def refuse_to_delete(self: Any, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def hash_of(self: Any) -> int:
        return hash(values(self))

    methods: dict[str, Callable[..., Any]] = {
        "__init__": first_init,
        "__repr__": represent,
        "__setattr__": refuse_to_set,
        "__delattr__": refuse_to_delete,
    }
    return methods | {"__eq__": equal, "__hash__": hash_of} if eq else methods


def write_init(own: tuple[Field[Any], ...], followed: bool) -> Callable[..., None]:
    """Return an `__init__` with an argument for each field; `followed`: it then calls `__post_init__`."""
    space: dict[str, Any] = {"MISSING": MISSING}
    arguments, lines = ["self"], ["fields_ = self.__dict__"]
    for each in sorted(own, key=lambda each: each.kw_only is True):
        if each.kw_only is True and "*" not in arguments:
            arguments.append("*")
        name, made = each.name, each.default_factory is not MISSING
        space[f"default_{name}"] = each.default_factory if made else each.default
        arguments.append(f"{name}=MISSING" if made else name if each.default is MISSING else f"{name}=default_{name}")
        lines.append(f"fields_[{name!r}] = " + (f"default_{name}() if {name} is MISSING else {name}" if made else name))
    if followed:
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines), space)  # noqa: S102  # as the library does
    init: Callable[..., None] = space["__init__"]
    init.__annotations__ = {each.name: each.type for each in own} | {"return": None}
    return init
