"""Names that other libraries give to what a game has under another name."""

from inspect import getattr_static
from typing import NoReturn


class Guess:
    """A name that games do not have: reading it raises AttributeError, which says what a game has instead.

    A class or an object that sets the name itself has it.
    """

    def __init__(self, own: str):
        self.own = own

    def __get__(self, game: object, kind: type) -> NoReturn:
        raise AttributeError(f"{kind.__name__} does not have this name of other libraries: use {self.own}")


def is_guess(game: object, name: str) -> bool:
    """Return whether the name is one that the game does not have, and no class or object has set."""
    return isinstance(getattr_static(game, name, None), Guess)
