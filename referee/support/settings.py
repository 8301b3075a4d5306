"""The settings of a person: a flag wins over the environment, the environment over the file, the file over the default.

Everything else is made from the fields of Settings: the readers of the file and of the environment, the flags, the
example and the pages about them.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games
import players
from games.base.spec_error import SpecError
from games.dataclass import dataclass
from games.option import Choice, Number, Option, YesNo, nearest

if TYPE_CHECKING:
    from games.names.catalogue import Catalogue

FILE = "settings.toml"
ENGINES = "engines"  # the table in it of programs from outside
VARIABLE = "REFEREE_SETTINGS"  # names another file
LONGEST = 20  # characters of a name


@dataclass(frozen=True)
class SpecOption(Option):
    """The spec of something that a catalogue can load, whose kind is "game" or "player"."""

    kind: str = "game"

    @property
    def catalogue(self) -> "Catalogue":
        """The catalogue of that kind."""
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
        return f"a text of 1 to {LONGEST} printable characters, and not draw"

    def read(self, text: str) -> str:
        return text.strip()

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and value.isprintable() and 1 <= len(value) <= LONGEST and value != "draw"


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
    """A field of Settings. The note of the option says what it is for and is the help text of its flag."""
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
    name: str = setting_field(NameOption("human", "Your name."), "NAME")
    pace: float = setting_field(Number(0.5, "Seconds between moves that are watched.", least=0, most=60), "SECONDS")
    motion: bool = setting_field(
        BooleanOption(True, "Pieces are seen to fall, turn and move, for a quarter of a second at most.")
    )
    plain: bool = setting_field(
        BooleanOption(False, "Sentences for people who listen, in lines that stay, and questions that may be asked.")
    )
    coach: bool = setting_field(BooleanOption(False, "A coach warns you before you make a mistake or a blunder."))


SETTINGS: Mapping[str, Option] = {each.name: each.metadata["option"] for each in fields(Settings)}


@dataclass(frozen=True)
class ResolvedSetting:
    """A value and its source: `flag --theme`, `environment REFEREE_THEME`, `the file` or `default`."""

    value: Any
    source: str


def load_settings(**flags: Any) -> Settings:
    """The settings under these flags. A flag that is None was not typed. Raises SpecError."""
    return Settings(**{name: each.value for name, each in resolve_settings(**flags).items()})


def resolve_settings(**flags: Any) -> dict[str, ResolvedSetting]:
    """Each setting with its value and the source of it. Every value is checked. Raises SpecError."""
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
    """The value of a setting, read from text where it is text. Raises SpecError, whose message begins with `said`."""
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
    """The value as it may be written in the file."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def variable_name(name: str) -> str:
    """The name of the environment variable of a setting."""
    return f"REFEREE_{name.upper()}"


def metavar(name: str) -> str:
    """The placeholder for the value of a setting where its flag is shown."""
    option = SETTINGS[name]
    stated: str = Settings.__dataclass_fields__[name].metadata["metavar"]
    return "|".join(option.words) if isinstance(option, Choice) else stated


def settings_file() -> Path:
    """The file that REFEREE_SETTINGS names, else the one in the person's folder for settings."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("referee", appauthor=False) / FILE


def read_settings(path: Path) -> dict[str, Any]:
    """The settings in that file, empty if there is no file. Raises SpecError for an unknown name.

    The values are not checked.
    """
    stated = read_toml(path)
    stated.pop(ENGINES, None)  # names of programs, which engine_names.py reads
    for name in stated:
        if name not in SETTINGS:
            near = nearest(name, list(SETTINGS))
            raise SpecError(f"{path}: there is no setting {name!r}{near} (settings: {', '.join(SETTINGS)})")
    return stated


def read_toml(path: Path) -> dict[str, Any]:
    """What that file holds, empty if there is no file. Raises SpecError if it cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from error
    import tomllib

    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # those of TOML name the line
        raise SpecError(f"{path}: {error}") from error


def example_lines() -> Iterator[str]:
    """The lines of a file that sets every setting to its default and says what each is for."""
    import json

    yield f"# Settings of referee: the file {FILE} whose place `referee settings` names."
    yield "# What is left out is as it stands here. The environment goes before this file, flags before both."
    for name, option in SETTINGS.items():
        yield ""
        yield f"# {option.note}"
        yield f"# It must be {option.allowed}. In the environment: {variable_name(name)}"
        yield f"{name} = {json.dumps(option.default, ensure_ascii=False)}"


def described() -> list[tuple[str, str, str]]:
    """Each setting: its name, its value as a person writes it, and where that stands. Raises SpecError."""
    return [(name, SETTINGS[name].write(each.value), each.source) for name, each in resolve_settings().items()]
