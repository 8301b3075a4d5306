"""Names of the modules in people's files: `bot.py` is the module `games.names.user_modules.f3ab0c4d9e21.bot`.

The part after `user_modules` is the mark of its folder. Which folder a mark means stands in the environment, so that
new interpreters know it, too.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGE = "games.names.user_modules"  # in which all those modules are
VARIABLE = "REFEREE_FOLDERS"  # in the environment: the folders as a JSON object, by their marks
MOST = 30_000  # characters of that: Windows has no variable longer than 32,767, and others start no process with one
INSIDE = re.compile(rf"{re.escape(PACKAGE)}\.f[0-9a-f]{{12}}\.")


def register_module(source: Path) -> str:
    """The full name of the module in that source; processes started from now on can import it."""
    from hashlib import sha256

    real = source.resolve()
    folder = str(real.parent)
    mark = f"f{sha256(folder.encode(errors='surrogateescape')).hexdigest()[:12]}"
    if mark not in known_folders():
        publish_folder(mark, folder)
    return f"{PACKAGE}.{mark}.{real.stem.replace('.', '_')}"


def publish_folder(mark: str, folder: str) -> None:
    """Write that folder into the environment, without the oldest ones if the text would be longer than MOST."""
    import json

    known = {**known_folders(), mark: folder}
    while len(text := json.dumps(known)) > MOST and len(known) > 1:
        del known[next(iter(known))]
    os.environ[VARIABLE] = text


def known_folders() -> Mapping[str, str]:
    """The folders in the environment, by their marks."""
    return decode_folders(os.environ.get(VARIABLE, "{}"))


@lru_cache(maxsize=1)
def decode_folders(text: str) -> Mapping[str, str]:
    """The folders in such a text, by their marks; empty if the text is malformed."""
    import json

    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) and all(isinstance(each, str) for each in found.values()) else {}


def shorten_names(text: str) -> str:
    """Return the text with such modules as people know them: `bot`, not `games.names.user_modules.f3ab0c4d9e21.bot`."""
    return INSIDE.sub("", text)


def find_source(name: str) -> Path | None:
    """The source of the module of that full name; None if there is none."""
    mark, _dot, stem = name.removeprefix(f"{PACKAGE}.").partition(".")
    if not stem or "." in stem or mark not in (known := known_folders()):
        return None
    folder = Path(known[mark])
    plain = folder / f"{stem}.py"
    others = (each for each in folder.glob("*.*.py") if each.stem.replace(".", "_") == stem)
    return plain if plain.is_file() else next(others, None)


def home_of(kind: type) -> str:
    """Return the module from which people import the class: `games.chess` for one in games/chess/game.py."""
    home = kind.__module__.removesuffix(".game")
    return kind.__module__ if home == "games" else home


def comes_with_program(kind: type) -> bool:
    """Whether a class of games is one of this program's, and not of somebody's file or package."""
    return kind.__module__.startswith("games.") and not kind.__module__.startswith(f"{PACKAGE}.")
