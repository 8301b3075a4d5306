"""Where classes come from: this program, a package, or a person's file."""

from __future__ import annotations

import re

PACKAGE = "games.names.user_files"  # of all people's files: `bot.py` is its `.f2f746d70.bot`
INSIDE = re.compile(rf"{re.escape(PACKAGE)}\.f[0-9a-f]+\.")


def shorten_names(text: str) -> str:
    """Return the text with modules of people's files as people know them: `bot`, without PACKAGE and its folder."""
    return INSIDE.sub("", text)


def home_of(kind: type) -> str:
    """Return the module from which people import the class: `games.chess` for games/chess/game.py."""
    home = kind.__module__.removesuffix(".game")
    return kind.__module__ if home == "games" else home


def comes_with_program(kind: type) -> bool:
    """Return whether a class of games comes with this program, not from a file or package."""
    return kind.__module__.startswith("games.") and not kind.__module__.startswith(f"{PACKAGE}.")
