"""Errors about a spec that a person typed, or about its file: one line for people."""

from collections.abc import Sequence

from games.base.notation import printable


class SpecError(ValueError):
    """A spec that cannot be used; the message is one line for the person who typed it."""

    def __init__(self, message: str):
        super().__init__(printable(message))


class UnknownScore(SpecError):
    """The score of an end of a game was asked for that nobody has given."""


class BrokenFile(SpecError):
    """The file of a spec cannot be run; the cause is the error of the file, and `raised` the name of its class."""

    def __init__(self, message: str, raised: str = ""):
        super().__init__(message)
        self.raised = raised


class BrokenFiles(SpecError):
    """The files or programs of several specs cannot be run; `errors` holds one error for each."""

    def __init__(self, errors: Sequence[SpecError]):
        super().__init__("; ".join(map(str, errors)))
        self.errors = errors


class Misfit(SpecError):
    """A user's class has methods or options that do not fit; the message is one line for its author."""
