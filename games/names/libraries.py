"""A catalogue with libraries: each brings many games behind one name, as `openspiel:amazons` and `openspiel:go`.

What follows a second colon are options: `openspiel:go:board_size=9`.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Protocol, cast

from games.base.notation import fold
from games.names.catalogue import Catalogue, SpecError
from games.names.spec import LIBRARIES


class Library(Protocol):
    """A module that brings games."""

    def find(self, typed: str) -> str:
        """The canonical name of the game that is meant; what was typed if there is none."""
        ...

    def playable(self) -> Sequence[str]:
        """The canonical names of the games that need no options. Raises SpecError if that is not installed."""
        ...

    def class_of(self, name: str) -> type:
        """The class with that name. Raises SpecError if the library is not installed, or has no such game."""
        ...


class LibraryCatalogue(Catalogue):
    """A catalogue that also finds what libraries bring; what it lists are its own entries alone.

    libraries  by the name of each library its module.
    """

    libraries = LIBRARIES

    @property
    def known(self) -> dict[str, str]:
        return super().known | {name: f"{name}:" for name in self.libraries}

    def find_library(self, word: str) -> Library | None:
        """The library of that name; None if there is none."""
        module = self.libraries.get(fold(word))
        return cast("Library", import_module(module)) if module else None

    def split_name(self, spec: str) -> tuple[str | None, str]:
        word, _, behind = spec.partition(":")
        library = self.find_library(word)
        if library is None:
            return super().split_name(spec)
        inner, _, options = behind.partition(":")
        return f"{fold(word)}:{library.find(inner)}", options

    def load_class(self, name: str) -> type:
        word, _, inner = name.partition(":")
        library = self.find_library(word)
        return super().load_class(name) if library is None else library.class_of(inner)

    def begin(self, typed: str) -> Iterator[str]:
        """What may be typed on of a spec that names a library, up to the name of its game; nothing of any other."""
        word, colon, inner = typed.partition(":")
        if not colon:
            yield from (f"{name}:" for name in self.libraries if name.startswith(fold(word)))
        elif (library := self.find_library(word)) and ":" not in inner:
            try:
                names = library.playable()
            except SpecError:  # it is not installed
                return
            yield from (f"{word}:{name}" for name in names if fold(name).startswith(fold(inner)))
