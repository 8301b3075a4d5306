"""One spec for each game that is learnt, however it was typed: `c4:7` and `connect-four` are the same one."""

from __future__ import annotations

import games
from games.base.parentheses import split_outside
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec


def canonical_game(spec: str) -> str:
    """The spec with the proper name of its game, and those options by name that differ from the default.

    One of a file stays as it is. Raises SpecError.
    """
    return spec if is_file_spec(spec) else proper_spec(spec)


def identify_game(spec: str) -> str:
    """What specs of the same game share, and others do not; a file is not told from one of another name or folder.

    Raises SpecError.
    """
    found = proper_spec(spec)
    return split_file_spec(found)[1] if is_file_spec(found) else found


def proper_spec(spec: str) -> str:
    """The spec with its canonical name, and its options as they differ from the default. Raises SpecError."""
    bare, position = games.split_position(spec)
    given = games.CATALOGUE.read(bare)[1]
    name, behind = games.CATALOGUE.split(bare)
    options = games.CATALOGUE.options(str(name))
    texts = {key: option.write(given[key]) for key, option in options.items()
             if key in given and given[key] != option.default}  # fmt: skip
    words = [f'{key}="{text}"' if len(split_outside(text, ",")) > 1 else f"{key}={text}" for key, text in texts.items()]
    found = ":".join(filter(None, (name, ",".join(words))))
    if not says(found, {key: given[key] for key in texts}):  # a value that cannot be written as it would be typed
        found = f"{name}:{behind}".rstrip(":")
    return games.with_position(found, position)


def says(spec: str, given: dict[str, object]) -> bool:
    """Whether that spec gives those options."""
    try:
        return games.CATALOGUE.read(spec)[1] == given
    except SpecError:
        return False
