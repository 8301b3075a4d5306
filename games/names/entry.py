"""The entries of a catalogue, and what it has read of specs."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from games.option import Option


@dataclass(frozen=True)
class Entry:
    """Where a class is, its other names, and the package that brought it: "" for this program itself.

    presets  words for the class with options: `casual` for `level=3`.
    family   of a game: one of `games.FAMILIES`; "" if unknown.
    """

    module: str
    name: str
    aliases: tuple[str, ...] = ()
    origin: str = ""
    presets: Mapping[str, str] = field(default_factory=dict)
    family: str = ""


@dataclass(frozen=True)
class ReadSpec:
    """What a spec names: a class, its options, and the values that the spec gives.

    made    returns the object that plays, if an object was passed.
    folder  the folder of the person's file that holds the class; None without one.
    """

    kind: type
    options: Mapping[str, Option]
    given: dict[str, Any]
    made: Callable[[], Any] | None = None
    folder: Path | None = None


ReadSpecs = dict[tuple[str, str], ReadSpec]  # kind of catalogue and spec -> what it names
READ: ContextVar[ReadSpecs | None] = ContextVar("READ", default=None)


@contextmanager
def read_specs_once(known: ReadSpecs | None = None) -> Iterator[None]:
    """Within the block let `look_up` read each spec only once; changes of files are not seen.

    known  what earlier blocks have read; this one adds to it.
    """
    before = READ.set({} if known is None else known)
    try:
        yield
    finally:
        READ.reset(before)
