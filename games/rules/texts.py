"""The rules of games in words, for people who play: a text for each built-in game, the docstring of any other one.

The rules of the class ConnectFour are in connect_four.txt.

The class of a game that a library brings is made here, but its rules are not ours: it has its docstring, too.
"""

import re
from inspect import cleandoc
from pathlib import Path

from games.base.origins import comes_with_program
from games.game import Game

FOLDER = Path(__file__).parent
WORDS = re.compile(r"(?<!^)(?=[A-Z])")  # where the second word of a class's name begins, and each after it


def rules_of(kind: type[Game]) -> str:
    """Return the rules of that game, a paragraph a line; empty if nobody wrote any.

    A game of somebody's own, or of a library, has them in its docstring. Without one it has those of the game that it
    extends.
    """
    for parent in kind.__mro__[: kind.__mro__.index(Game)]:
        name = WORDS.sub("_", parent.__name__).lower()
        if not comes_with_program(parent) or ":" in parent.__qualname__:  # as classes of libraries are called
            if "__doc__" in vars(parent) and parent.__doc__:
                return paragraphs(cleandoc(parent.__doc__))
        elif (file := FOLDER / f"{name}.txt").exists():
            return paragraphs(file.read_text(encoding="utf-8"))
    return ""


def paragraphs(text: str) -> str:
    """Return the text with each of its paragraphs, between which it has empty lines, on one line."""
    return "\n".join(" ".join(each.split()) for each in text.split("\n\n") if each.strip())
