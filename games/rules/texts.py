"""The rules of games in words for people: a text for each built-in game, the docstring of any other one.

The rules of the class ConnectFour are in connect_four.txt. A game of a library has a class made here, but its rules are
in its docstring.
"""

import re
from inspect import cleandoc
from pathlib import Path

from games.base.origins import comes_with_program
from games.game import Game

FOLDER = Path(__file__).parent
WORDS = re.compile(r"(?<!^)(?=[A-Z])")  # the start of each later word in the name of a class


def rules_of(kind: type[Game]) -> str:
    """Return the rules of a game, one paragraph per line; "" if there are none.

    A person's or library's game has them in its docstring; without one it has the rules of its parent.
    """
    for parent in kind.__mro__[: kind.__mro__.index(Game)]:
        name = WORDS.sub("_", parent.__name__).lower()
        if not comes_with_program(parent) or ":" in parent.__qualname__:  # a class of a library
            if "__doc__" in vars(parent) and parent.__doc__:
                return paragraphs(cleandoc(parent.__doc__))
        elif (file := FOLDER / f"{name}.txt").exists():
            return paragraphs(file.read_text(encoding="utf-8"))
    return ""


def paragraphs(text: str) -> str:
    """Return the text with each paragraph on one line; empty lines separate paragraphs."""
    return "\n".join(" ".join(each.split()) for each in text.split("\n\n") if each.strip())
