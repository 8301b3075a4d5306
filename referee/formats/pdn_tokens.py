"""The words of Portable Draughts Notation: tags, moves, results, and what is passed over between them.

PDN 3.0 of pdn.fmjd.org, read as widely as its reading grammar, and the drafts of PDN before it, which the collections
of checkers follow: A. Millett's and M. Cash's (PDN 2.0). One pass over the text, in time that grows with its length.
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
SHOWN = 20  # characters of what is not PDN
RESULTS = r"1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0|\*"
TOKENS = re.compile(
    rf"""
    (?P<space>\s+)
    | (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\])
    | (?P<comment>\{{[^}}]*\}}|;[^\n]*|^%[^\n]*)
    | (?P<glyph>\$\d{{1,3}}|\([!?]+\)|[!?]+)
    | (?P<open>\() | (?P<close>\))
    | (?P<setup>/\s*FEN[^/\n]*/)
    | (?P<result>(?:{RESULTS})(?![\w/-]))
    | (?P<move>\d{{1,2}}(?:\s?[-x:]\s?\d{{1,2}})+(?![\d.]))\*?
    | (?P<short>\d{{4}}(?![\d.]))\*?
    | (?P<number>\d{{1,4}}\s?\.{{1,3}}|\.{{2,3}})
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE | re.ASCII,
)
PASSED = {"space", "glyph", "number"}
SQUARE = re.compile(r"\d+", re.ASCII)
TORN = {"{": "the comment", "[": "the tag", '"': "the text", "/": "the position"}


@dataclass
class PdnGame:
    """A game as it stands in a file; lines are counted from 1.

    tags   by their names, in small letters, with the line of each;  line  where it begins.
    moves  the squares of each move, and its line;  result  of the end of the moves, and its line.
    abridged  whether comments or variations are left out.
    """

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    moves: list[tuple[list[int], int]] = field(default_factory=list)
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


def split_games(text: str) -> Iterator[PdnGame]:
    """The games of the text. Raises SpecError, with the line, at the first word that is none of PDN."""
    game, depth, opened = PdnGame(1), 0, 0
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
            game = PdnGame(line)
        if game.empty:
            game.line = line
        add_word(game, kind, token, line)
        if kind == "result":
            yield game
            game = PdnGame(line)
    if depth:
        raise refuse(opened, "the variation that begins here has no end")
    yield game


def add_word(game: PdnGame, kind: str, token: re.Match[str], line: int) -> None:
    """Add a tag, a move or a result to the game. Raises SpecError."""
    if len(game.moves) > MOST:
        raise refuse(line, f"the game has more than {MOST:,} moves")
    if kind == "tag":
        game.tags[token["name"].casefold()] = re.sub(r"\\(.)", r"\1", token["value"]), line
    elif kind == "move":
        game.moves.append((list(map(int, SQUARE.findall(token["move"]))), line))
    elif kind == "short":
        game.moves.append(([int(token["short"][:2]), int(token["short"][2:])], line))
    elif kind == "result":
        game.result = token["result"], line
    else:
        raise refuse(line, "a position is set up within the game")


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


KINDS = ("space", "tag", "comment", "glyph", "open", "close", "setup", "result", "move", "short", "number")


def explain_word(rest: str) -> str:
    """What is wrong where the rest of a file begins with no word of PDN."""
    word = clip(rest.split(maxsplit=1)[0], SHOWN)
    if rest[0] in TORN:
        return f"{TORN[rest[0]]} that begins with {word!r} has no end"
    return f"{word!r} is not PDN"
