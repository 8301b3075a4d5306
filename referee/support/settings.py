"""The settings of a person. Flags have priority over the environment, then comes the file, then the defaults.

A table of the settings file gives a name to a program from outside:

    [engines.sf]
    protocol = "uci"
    command = "stockfish"
    elo = 1500

Then `sf` is a player like `uci:stockfish,elo=1500`.

Everything else follows from the fields of Settings: the readers of the file and of the environment, the flags, the
example and the pages about them.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any

import games
import players
from games.base.notation import fold
from games.base.spec_error import SpecError
from games.dataclass import dataclass
from games.option import Choice, Number, Option, YesNo, nearest
from referee.support.limits import JudgeOption

if TYPE_CHECKING:
    from pathlib import Path

    from games.names.catalogue import Catalogue


SIGNS = set(",:=\"'()/\\")  # not allowed in a name, as they have a meaning in specs
FILE = "settings.toml"
ENGINES = "engines"  # its table of programs from outside
VARIABLE = "REFEREE_SETTINGS"  # names another file
LONGEST = 20  # characters of a name
UNNAMED = "human"  # what a person without a name is called


def read_engine_names() -> dict[str, tuple[str, str]]:
    """Return the names in the settings file, each with its protocol and its options as typed in a spec.

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
    """Return the protocol of a program and its options as typed in a spec. Raises ValueError."""
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
    """Return the pairs of a table; keys of tables within it follow their table's key and a point."""
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        found += (
            [(f"{key}.{name}", each) for name, each in value.items()] if isinstance(value, dict) else [(key, value)]
        )
    return found


def write_value(key: str, value: Any) -> str:
    """Return the value as typed in a spec. Raises ValueError."""
    if isinstance(value, bool):
        text = ("true" if value else "false") if "." in key else ("yes" if value else "no")
    elif isinstance(value, str | int | float):
        text = str(value)
    else:
        raise ValueError(f"says {key} = {value!r}, which must be a text, a number, true or false")  # noqa: TRY004
    if '"' in text:
        raise ValueError(f"says {key} = {text!r}, which must hold no double quotes")
    return f'"{text}"' if set(",()=") & set(text) or text != text.strip() else text


@dataclass(frozen=True)
class SpecOption(Option):
    """The spec of something that a catalogue can load; `kind` is "game" or "player"."""

    kind: str = "game"

    @property
    def catalogue(self) -> "Catalogue":
        return games.CATALOGUE if self.kind == "game" else players.CATALOGUE

    @property
    def allowed(self) -> str:
        return f"a {self.kind} as `referee {self.kind}s` lists them"

    def read(self, text: str) -> str:
        self.catalogue.load(text)  # raises SpecError, which says more than `allowed` does
        return text

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and self.catalogue.find(value) is not None


class NameOption(Option):
    """A short text on one line, without blanks at its ends."""

    @property
    def allowed(self) -> str:
        return f"a text of 1 to {LONGEST} printable characters, and not draw or the name of a program"

    def read(self, text: str) -> str:
        return text.strip()

    def fits(self, value: Any) -> bool:
        proper = isinstance(value, str) and value.isprintable() and 1 <= len(value) <= LONGEST
        return proper and value != "draw" and not is_programs(value)


def is_programs(name: str) -> bool:
    """Return whether a report could take the name for a program's, alone or with a number: `minimax`, `Level 3`."""
    word = fold(name.rstrip("()0123456789 "))
    return word != UNNAMED and word in players.CATALOGUE.entries


class BooleanOption(YesNo):
    """A boolean, written as in TOML."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, text: str) -> bool:
        return {"1": True, "0": False}[text] if text in ("0", "1") else super().read(text)

    def write(self, value: Any) -> str:
        return "true" if value else "false"


def setting_field(option: Option, metavar: str = "") -> Any:
    """Return a field of Settings. The note of the option is the help text of its flag."""
    return field(default=option.default, metadata={"option": option, "metavar": metavar})


@dataclass(frozen=True)
class Settings:
    """All settings with their values."""

    theme: str = setting_field(
        Choice("classic", "The colours; those of safe suit colour-blind eyes too.", words=("classic", "safe"))
    )
    symbols: str = setting_field(
        Choice(
            "auto",
            "How boards are drawn: auto as finely as the terminal shows, unicode and ascii in letters.",
            words=("auto", "unicode", "ascii"),
        )
    )
    pieces: str = setting_field(
        Choice(
            "drawings",
            "How the pieces of chess are drawn.",
            words=("drawings", "signs", "letters"),
        )
    )
    background: str = setting_field(
        Choice(
            "auto",
            "The background of the terminal, for which colours are chosen; auto asks the terminal.",
            words=("auto", "dark", "light"),
        )
    )
    mouse: bool = setting_field(BooleanOption(True, "Cells, moves and keys can be clicked, and the wheel looks back."))
    game: str = setting_field(SpecOption("tic-tac-toe", "The game that is played if none is named."))
    opponent: str = setting_field(
        SpecOption("level:3", "Who is offered as your opponent if no player is named.", kind="player")
    )
    name: str = setting_field(NameOption(UNNAMED, "Your name. Two people at one keyboard may both give one."), "NAME")
    pace: float = setting_field(Number(0.5, "Seconds between moves that are watched.", least=0, most=60), "SECONDS")
    motion: bool = setting_field(
        BooleanOption(True, "Pieces are seen to fall, turn and move, for a quarter of a second at most.")
    )
    plain: bool = setting_field(
        BooleanOption(False, "Sentences for people who listen, in lines that stay, and questions that may be asked.")
    )
    coach: bool = setting_field(BooleanOption(False, "A coach warns you before you make a mistake or a blunder."))
    judge: str = setting_field(
        JudgeOption("", "The program that judges for the coach and for hints: uci:stockfish,nodes=200000."), "PROGRAM"
    )


SETTINGS: Mapping[str, Option] = {each.name: each.metadata["option"] for each in fields(Settings)}


@dataclass(frozen=True)
class ResolvedSetting:
    """A value and its source: `flag --theme`, `environment REFEREE_THEME`, `the file` or `default`."""

    value: Any
    source: str


def load_settings(**flags: Any) -> Settings:
    """Return the settings under the flags, which are None if not typed. Raises SpecError."""
    return Settings(**{name: each.value for name, each in resolve_settings(**flags).items()})


def resolve_settings(**flags: Any) -> dict[str, ResolvedSetting]:
    """Return each setting with its value and source. Checks all values. Raises SpecError."""
    holds = {name: ResolvedSetting(option.default, "default") for name, option in SETTINGS.items()}
    path = settings_file()
    for name, value in read_settings(path).items():
        holds[name] = ResolvedSetting(check_value(name, value, f"{path}: {name} = {quote_value(value)}"), "the file")
    for name in SETTINGS:
        variable = variable_name(name)
        if text := os.environ.get(variable):
            holds[name] = ResolvedSetting(check_value(name, text, f"{variable}={text!r}"), f"environment {variable}")
    for name, value in flags.items():
        if value is not None:
            holds[name] = ResolvedSetting(check_value(name, value, f"--{name} {quote_value(value)}"), f"flag --{name}")
    return holds


def check_value(name: str, value: Any, said: str) -> Any:
    """Return the value of a setting, read if it is text. Raises SpecError, beginning with `said`."""
    option = SETTINGS[name]
    try:
        read = option.read(value) if isinstance(value, str) else value
        fits = option.fits(read)
    except SpecError as error:
        raise SpecError(f"{said}: {error}") from error
    except (ValueError, KeyError, OverflowError):
        fits = False
    if not fits:
        raise SpecError(f"{said} must be {option.allowed}")
    return read


def quote_value(value: Any) -> str:
    """Return the value as it may be written in the file."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def variable_name(name: str) -> str:
    """Return the name of a setting's environment variable."""
    return f"REFEREE_{name.upper()}"


def metavar(name: str) -> str:
    """Return the placeholder for the value of a setting's flag."""
    option = SETTINGS[name]
    stated: str = Settings.__dataclass_fields__[name].metadata["metavar"]
    return "|".join(option.words) if isinstance(option, Choice) else stated


def settings_file() -> "Path":
    """Return the file that REFEREE_SETTINGS names, or else the one in the user's folder for settings."""
    named = os.environ.get(VARIABLE)
    if named:
        from pathlib import Path  # --help does not need it

        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("referee", appauthor=False) / FILE


def read_settings(path: "Path") -> dict[str, Any]:
    """Return the unchecked settings in a file, {} if there is no file. Raises SpecError for an unknown name."""
    stated = read_toml(path)
    stated.pop(ENGINES, None)  # names of programs, which read_engine_names reads
    for name in stated:
        if name not in SETTINGS:
            near = nearest(name, list(SETTINGS))
            raise SpecError(f"{path}: there is no setting {name!r}{near} (settings: {', '.join(SETTINGS)})")
    return stated


def read_toml(path: "Path") -> dict[str, Any]:
    """Return what the file holds, {} if there is no file. Raises SpecError if it cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from error
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # errors in TOML name the line
        raise SpecError(f"{path}: {error}") from error


def example_lines() -> Iterator[str]:
    """Yield the lines of a file that sets every setting to its default and explains it."""
    import json

    yield f"# Settings of referee: the file {FILE} whose place `referee settings` names."
    yield "# What is left out is as it stands here. The environment goes before this file, flags before both."
    for name, option in SETTINGS.items():
        yield ""
        yield f"# {option.note}"
        yield f"# It must be {option.allowed}. In the environment: {variable_name(name)}"
        yield f"{name} = {json.dumps(option.default, ensure_ascii=False)}"


def described() -> list[tuple[str, str, str]]:
    """Return the name, value and source of each setting, as people write them. Raises SpecError."""
    return [(name, SETTINGS[name].write(each.value), each.source) for name, each in resolve_settings().items()]
