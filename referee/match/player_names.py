"""The names under which players appear in a match and in its record."""

import players
from games.base.notation import fold
from games.names.session_objects import is_lent
from games.names.user_files import is_file_spec, split_file_spec
from referee.match.events import DRAW


def player_name(spec: str) -> str:
    """Return the name of the player of `spec` for people. The name of a level ends with its number."""
    found, behind = players.CATALOGUE.split(spec)
    name, behind = found or spec, behind.removeprefix("level=")
    word = fold(spec)
    if is_file_spec(name):
        return split_file_spec(name)[1]
    if is_lent(name):
        return name.partition(":")[2]
    if players.CATALOGUE.is_outside(spec):
        return name_outside(spec)
    if name != "level" or not behind.isdecimal():
        return name
    return f"{word} level {behind}" if word in players.CATALOGUE.presets else f"level {behind}"


def distinct_name(name: str) -> str:
    """Return `name`, or another name if `name` in a record would mean a draw."""
    return f"player {name}" if name == DRAW else name


def name_outside(spec: str) -> str:
    """Return the name of a program from outside: the person's own word or its file, and its strength if typed."""
    word, _, typed = spec.partition(":")
    kind, given = players.CATALOGUE.read(spec)
    own = players.CATALOGUE.own_words.get(fold(word))
    strength = f" {given['elo']}" if "elo" in given and (own is None or "elo" in typed) else ""
    return (own or kind.name_program(given)) + strength  # type: ignore[attr-defined]  # it is a RemotePlayer
