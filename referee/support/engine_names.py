"""Programs from outside that a person has given names, in the tables [engines.NAME] of the settings file.

    [engines.sf]
    protocol = "uci"
    command = "stockfish"
    elo = 1500

Then `sf` is a player like `uci:stockfish,elo=1500`.
"""

from typing import Any

import games
import players
from games.base.notation import fold
from games.names.catalogue import SpecError
from referee.support.settings import ENGINES, read_toml, settings_file

SIGNS = set(",:=\"'()/\\")  # that a name may not hold, as specs give them a meaning


def read_engine_names() -> dict[str, tuple[str, str]]:
    """The names in the settings file, each with its protocol and its options as they are typed in a spec.

    Raises SpecError, one line that names the file.
    """
    path = settings_file()
    tables = read_toml(path).get(ENGINES, {})
    if not isinstance(tables, dict):
        raise SpecError(f"{path}: {ENGINES} must be tables, as in [{ENGINES}.sf]")
    found: dict[str, tuple[str, str]] = {}
    for name, table in tables.items():
        try:
            if fold(name) in map(fold, found):
                raise ValueError("is named twice, as case and hyphens do not matter")  # noqa: TRY301  # as all others
            found[name] = read_engine(name, table)
        except ValueError as error:
            raise SpecError(f"{path}: [{ENGINES}.{name}] {error}") from error
    return found


def read_engine(name: str, table: Any) -> tuple[str, str]:
    """The protocol and the options, as they are typed, of a program of that name. Raises ValueError."""
    if not name.isprintable() or SIGNS & set(name) or any(sign.isspace() for sign in name):
        raise ValueError("must have a name without blanks and without any of , : = \" ' ( ) / \\")
    if players.CATALOGUE.names.get(fold(name)) or games.CATALOGUE.find(name):
        raise ValueError("must have a name that no player or game has")
    if not isinstance(table, dict):
        raise ValueError('must be a table, with lines such as command = "stockfish"')  # noqa: TRY004  # as for the rest
    protocols = [each for each in players.CATALOGUE.entries if players.CATALOGUE.is_outside(each)]
    if (protocol := table.get("protocol")) not in protocols:
        raise ValueError(f"must say protocol = {' or '.join(protocols)}")
    pairs = dict(flatten({key: value for key, value in table.items() if key != "protocol"}))
    return protocol, ",".join(f"{key}={write_value(key, value)}" for key, value in pairs.items())


def flatten(table: dict[str, Any]) -> list[tuple[str, Any]]:
    """The pairs of a table; those of tables within it have both names, with a point between them."""
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        found += (
            [(f"{key}.{name}", each) for name, each in value.items()] if isinstance(value, dict) else [(key, value)]
        )
    return found


def write_value(key: str, value: Any) -> str:
    """The value as it is typed in a spec. Raises ValueError."""
    if isinstance(value, bool):
        text = ("true" if value else "false") if "." in key else ("yes" if value else "no")
    elif isinstance(value, str | int | float):
        text = str(value)
    else:
        raise ValueError(f"says {key} = {value!r}, which must be a text, a number, true or false")  # noqa: TRY004
    if '"' in text:
        raise ValueError(f"says {key} = {text!r}, which must hold no double quotes")
    return f'"{text}"' if set(",()=") & set(text) or text != text.strip() else text
