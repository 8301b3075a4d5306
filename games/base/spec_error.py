"""Errors about a spec that somebody typed, or about the file that it names: one line for people."""

from collections.abc import Sequence

from games.base.notation import printable


class SpecError(ValueError):
    """A spec names nothing that exists; the message is one line for the person who typed it."""

    def __init__(self, message: str):
        super().__init__(printable(message))


class BrokenFile(SpecError):
    """The file of a spec cannot be run; the cause is what it raised, and `raised` the name of that class."""

    def __init__(self, message: str, raised: str = ""):
        super().__init__(message)
        self.raised = raised


class BrokenFiles(SpecError):
    """The files of several specs cannot be run; `errors` holds an error for each."""

    def __init__(self, errors: Sequence[BrokenFile]):
        super().__init__("; ".join(map(str, errors)))
        self.errors = errors


class Misfit(SpecError):
    """A class of people's own has methods or options that do not fit; the message is one line for its author."""
