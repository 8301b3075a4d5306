"""The words of Portable Game Notation: tags, moves, results, and what is passed over between them.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, sections 7 and 8. One pass over
the text, in time that grows with its length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.spec_text import clip
from referee.formats.file_game import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 10_000  # moves of a game
SHOWN = 20  # characters of what is not PGN
TOKENS = re.compile(
    r"""
    (?P<space>\s+)
    | (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\])
    | (?P<comment>\{[^}]*\}|;[^\n]*|^%[^\n]*)
    | (?P<glyph>\$\d{1,3}|[!?]+|e\.p\.)
    | (?P<open>\() | (?P<close>\))
    | (?P<result>(?:1/2-1/2|1-0|0-1|\*)(?![\w/-]))
    | (?P<move>
        (?:[O0o]-[O0o](?:-[O0o])?|(?:[KQRBNP]|(?=[a-h]))[a-h1-8x:-]*[a-h][1-8](?:[=/]?\(?[QRBNqrbn]\)?)?)[+\#]*(?!\w)
        | -- | Z0
      )
    | (?P<number>\d{1,4}\s?\.*|\.+)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
KINDS = ("space", "tag", "comment", "glyph", "open", "close", "result", "move", "number")
PASSED = {"space", "glyph", "number"}
TORN = {"{": "the comment", "[": "the tag"}


@dataclass
class PgnGame:
    """A game as it stands in a file; lines are counted from 1.

    tags   by their names, in small letters, with the line of each;  line  where it begins.
    moves  the words of the moves, each with its line;  result  of the end of the moves, and its line.
    abridged  whether comments or variations are left out.
    """

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    moves: list[tuple[str, int]] = field(default_factory=list)
    result: tuple[str, int] | None = None
    abridged: bool = False

    def tag(self, name: str) -> str:
        """The value of a tag, empty where it has none or an unknown one."""
        value = self.tags.get(name, ("", 0))[0].strip()
        return "" if value in ("?", "-") else value

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it but maybe a result."""
        return not (self.tags or self.moves)


def split_pgn(text: str) -> Iterator[PgnGame]:
    """The games of the text. Raises SpecError, with the line, at the first word that is none of PGN."""
    game, depth, opened = PgnGame(1), 0, 0
    for kind, token, line in split_words(text):
        if depth or kind in ("open", "close", "comment"):
            if kind == "close" and not depth:
                raise refuse(line, "a variation ends here that has not begun")
            depth += (kind == "open") - (kind == "close")
            opened = line if depth == 1 and kind == "open" else opened
            game.abridged = True
            continue
        if kind == "tag" and (game.moves or game.result):
            yield game
            game = PgnGame(line)
        if game.empty:
            game.line = line
        add_word(game, kind, token, line)
        if kind == "result":
            yield game
            game = PgnGame(line)
    if depth:
        raise refuse(opened, "the variation that begins here has no end")
    yield game


def add_word(game: PgnGame, kind: str, token: re.Match[str], line: int) -> None:
    """Add a tag, a move or a result to the game. Raises SpecError."""
    if len(game.moves) > MOST:
        raise refuse(line, f"the game has more than {MOST:,} moves")
    if kind == "tag":
        game.tags[token["name"].casefold()] = re.sub(r"\\(.)", r"\1", token["value"]), line
    elif kind == "move":
        game.moves.append((token["move"], line))
    else:
        game.result = token["result"], line


def split_words(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    """The words that mean something: the kind of each, its match and its line. Raises SpecError."""
    at, line = 0, 1
    while at < len(text):
        token = TOKENS.match(text, at)
        if token is None:
            raise refuse(line, explain_word(text[at : at + 200]))
        kind = next(name for name in KINDS if token[name] is not None)
        if kind not in PASSED:
            yield kind, token, line
        line += text.count("\n", at, token.end())
        at = token.end()


def explain_word(rest: str) -> str:
    """What is wrong where the rest of a file begins with no word of PGN."""
    word = clip(rest.split(maxsplit=1)[0], SHOWN)
    if rest[0] in TORN:
        return f"{TORN[rest[0]]} that begins with {word!r} has no end"
    return f"{word!r} is not PGN"
