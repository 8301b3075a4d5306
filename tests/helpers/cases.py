"""One test for many cases. It is quicker to collect and to run than a test for each, where a case takes a moment."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

FAILURES = Exception, BaseExceptionGroup, pytest.fail.Exception


def every_case(
    names: str | Sequence[str], cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that runs a test for each of `cases`, which hold the values of its parameters `names`.

    It takes what `pytest.mark.parametrize` takes, but makes one test. Every case runs, and each error names its case.
    """
    split = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed = [dict(zip(split, (case,) if len(split) == 1 else case, strict=True)) for case in cases]
    assert listed, "a test without a case cannot fail"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            errors = []
            for case in listed:
                try:
                    test(**fixtures, **case)
                except FAILURES as error:
                    error.add_note("case: " + ", ".join(f"{name}={value!r}" for name, value in case.items()))
                    errors.append(error)
            if len(errors) == 1:
                raise errors[0]
            if errors:
                raise BaseExceptionGroup(f"{len(errors)} of {len(listed)} cases", errors)

        signature = inspect.signature(test)
        left = [each for name, each in signature.parameters.items() if name not in split]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]  # pytest reads fixtures here
        return run

    return decorate
