"""Where classes come from: this program, a package, or a file of a person's."""

from __future__ import annotations

import re

PACKAGE = "games.names.user_files"  # in which all modules in people's files are: `bot.py` is the `.f2f746d70.bot` of it
INSIDE = re.compile(rf"{re.escape(PACKAGE)}\.f[0-9a-f]+\.")


def shorten_names(text: str) -> str:
    """Return the text with modules in people's files as people know them: `bot`, not with PACKAGE and its folder."""
    return INSIDE.sub("", text)


def home_of(kind: type) -> str:
    """Return the module from which people import the class: `games.chess` for one in games/chess/game.py."""
    home = kind.__module__.removesuffix(".game")
    return kind.__module__ if home == "games" else home


def comes_with_program(kind: type) -> bool:
    """Whether a class of games is one of this program's, and not of somebody's file or package."""
    return kind.__module__.startswith("games.") and not kind.__module__.startswith(f"{PACKAGE}.")
