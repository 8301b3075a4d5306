"""Where a catalogue finds what it names."""

from collections.abc import Mapping
from dataclasses import field

from games.dataclass import dataclass


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
