"""Where a catalogue finds what it names, and what it has read of a spec."""

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
    """Where a class is found, its other names, and the package that brought it: "" for this program itself.

    presets  words that stand for the class with options, and those options: `casual` for `level=3`.
    family  of a game: which of `games.FAMILIES` it belongs to; "" if nobody has said.
    """

    module: str
    name: str
    aliases: tuple[str, ...] = ()
    origin: str = ""
    presets: Mapping[str, str] = field(default_factory=dict)
    family: str = ""


@dataclass(frozen=True)
class ReadSpec:
    """What a spec names: a class, its options, and the values of those that the spec gives.

    made    what returns the object that plays, where an object was handed in.
    folder  the folder of the file that holds the class; None if it is in no file of a person's.
    """

    kind: type
    options: Mapping[str, Option]
    given: dict[str, Any]
    made: Callable[[], Any] | None = None
    folder: Path | None = None


ReadSpecs = dict[tuple[str, str], ReadSpec]  # by the kind of a catalogue, and the spec
READ: ContextVar[ReadSpecs | None] = ContextVar("READ", default=None)


@contextmanager
def read_specs_once(known: ReadSpecs | None = None) -> Iterator[None]:
    """In this block let `look_up` read each spec once, however often it is asked. A file that changes is not seen.

    known  what was read in blocks before, to which this one adds.
    """
    before = READ.set({} if known is None else known)
    try:
        yield
    finally:
        READ.reset(before)
