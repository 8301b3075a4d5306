"""Methods that leave out the last argument of Game's own, such as `def show(self)` and `def say(self, move)`.

Callers always name the seat, but a game without secrets does not need it.
"""

from collections.abc import Callable
from functools import wraps
from inspect import CO_VARARGS, unwrap
from types import FunctionType
from typing import Any

OPTIONAL = {"show": 2, "position": 2, "say": 3}  # arguments of Game's own method, with `self` and the seat


def accept_left_out(kind: type) -> None:
    """Let each method of the class that leaves out the optional seat accept one."""
    for name, most in OPTIONAL.items():
        method = getattr(kind, name)
        written = method if getattr(method, "__code__", None) else unwrap(method)  # functools.cache hides it
        if isinstance(written, FunctionType) and not written.__code__.co_flags & CO_VARARGS:
            code = written.__code__
            if code.co_argcount == most - 1 and "seat" not in code.co_varnames[: most - 1 + code.co_kwonlyargcount]:
                setattr(kind, name, drop_seat(method, most - 1))


def drop_seat(method: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return a method that accepts a seat as well, and passes only the first `count` arguments on."""

    @wraps(method)
    def call(*given: Any, seat: int | None = None, **named: Any) -> Any:
        return method(*given[:count], **named)

    return call
