"""Games as PDN and PGN write them: tags, then moves and a result, with comments and variations between them.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, sections 7 and 8; PDN follows it.
The text is read in one pass, in linear time.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import field
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.spec import clip
from referee.formats.file_game import Claim, FileGame, LineError, SkippedGame, Transcript, refuse
from referee.formats.time_tags import read_date, write_time_tags
from referee.match.events import FORFEITS, How
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MOST = 10_000  # moves of a game
SHOWN = 20  # characters quoted of a wrong word
COMMON = r"""
    (?P<space>\s+)
    | (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\])
    | (?P<comment>\{[^}]*\}|;[^\n]*|^%[^\n]*)
"""
VARIATION = r"(?P<open>\() | (?P<close>\))"
PASSED = {"space", "glyph", "number"}
# How a game ended, by words in the tag Termination.
ENDINGS = {"time": How.OUT_OF_TIME, "rules": How.ILLEGAL_MOVE, "abandon": How.NO_MOVE, "adjudic": How.ADJUDICATED}
TERMINATIONS = (
    dict.fromkeys(How, "normal")
    | dict.fromkeys(FORFEITS, "rules infraction")
    | {How.OUT_OF_TIME: "time forfeit", How.LEFT: "unterminated", How.ADJUDICATED: "adjudication"}
)
WIDTH = 79
TAG_LINE = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s*"')
ENDED = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*$")
TORN = {"{": "the comment", "[": "the tag", '"': "the text"}


@dataclass(frozen=True)
class Notation:
    """The words of a notation. Each pattern is one of `re`, in its verbose form.

    name    of the notation for people;  any_case  whether case is ignored.
    glyph, result, move, number  the patterns of comments in signs, of results, of moves, and of their numbers.
    setup   of a position within the moves, which is refused; "" if there is no such word.
    """

    name: str
    glyph: str
    result: str
    move: str
    number: str
    setup: str = ""
    any_case: bool = False

    @property
    def words(self) -> re.Pattern[str]:
        """The pattern of all words; the outermost group that matches is the kind of the word."""
        own = f"(?P<setup>{self.setup}) |" if self.setup else ""
        text = (
            f"{COMMON} | (?P<glyph>{self.glyph}) | {VARIATION} | {own} (?P<result>(?:{self.result})(?![\\w/-]))"
            f"| (?P<move>{self.move}) | (?P<number>{self.number})"
        )
        return re.compile(text, re.VERBOSE | re.MULTILINE | re.ASCII | (re.IGNORECASE if self.any_case else 0))

    def split_games(self, lines: Iterable[str]) -> Iterator[TaggedGame | SkippedGame]:
        """Yield the games of a file that hold something, and those with a wrong word."""
        for line, text in split_texts(lines):
            try:
                yield from [each for each in self.split_text(text, line) if not each.empty]
            except LineError as error:
                yield SkippedGame(error.line, error.why)

    def split_text(self, text: str, first: int) -> Iterator[TaggedGame]:
        """Yield the games of a text that begins on line `first`. Raises LineError at the first wrong word."""
        game, depth, opened = TaggedGame(first), 0, 0
        for kind, word, line in self.split_words(text, first):
            if depth or kind in ("open", "close", "comment"):
                if kind == "close" and not depth:
                    raise refuse(line, "a variation ends here but has not begun")
                depth += (kind == "open") - (kind == "close")
                opened = line if depth == 1 and kind == "open" else opened
                game.abridged = True
                continue
            if kind == "tag" and (game.moves or game.result):
                yield game
                game = TaggedGame(line)
            if game.empty:
                game.line = line
            game.add(kind, word, line)
            if kind == "result":
                yield game
                game = TaggedGame(line)
        if depth:
            raise refuse(opened, "the variation that begins here has no end")
        yield game

    def split_words(self, text: str, line: int) -> Iterator[tuple[str, re.Match[str], int]]:
        """Yield the kind, the match and the line of each word that means something. Raises LineError."""
        at, words = 0, self.words
        while at < len(text):
            word = words.match(text, at)
            if word is None:
                raise refuse(line, self.explain(text[at : at + 200]))
            kind = str(word.lastgroup)
            if kind not in PASSED:
                yield kind, word, line
            line += text.count("\n", at, word.end())
            at = word.end()

    def explain(self, rest: str) -> str:
        """Return what is wrong with the rest of a file that begins with a wrong word."""
        word = clip(rest.split(maxsplit=1)[0], SHOWN)
        torn = TORN | ({"/": "the position"} if self.setup else {})
        if rest[0] in torn:
            return f"{torn[rest[0]]} that begins with {word!r} has no end"
        return f"{word!r} is not {self.name}"


def split_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each part of a file that begins with tags.

    A part without tags, which may be long, ends with the first line that ends with a result.
    """
    part: list[str] = []
    first, tagged, moved, commented, events = 1, False, False, False, 0
    for number, line in enumerate(lines, 1):
        tag = TAG_LINE.match(line)
        event = bool(tag and tag[1].casefold() == "event")
        tag = tag if event or not commented else None
        ended = not tagged and not commented and moved and ENDED.search(part[-1])
        if part and ((tag and moved) or (event and events) or ended):
            yield first, "".join(part)
            part, first, tagged, moved, commented, events = [], number, False, False, False, 0
        part.append(line)
        if tag:
            tagged, events = True, events + event
        elif line[0] != "%" and not line.isspace():
            moved = True
            commented = line.rfind("{") > line.rfind("}") if "{" in line or "}" in line else commented
    if part:
        yield first, "".join(part)


@dataclass
class TaggedGame:
    """A game in a file; lines are counted from 1.

    tags   by name in small letters, with the line of each;  line  where the game begins.
    moves  the words of the moves, each with its line;  result  at the end of the moves, and its line.
    abridged  whether comments or variations are left out.
    """

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    moves: list[tuple[str, int]] = field(default_factory=list)
    result: tuple[str, int] | None = None
    abridged: bool = False

    def tag(self, name: str) -> str:
        """Return the value of a tag, "" if it is missing or unknown."""
        value = self.tags.get(name, ("", 0))[0].strip()
        return "" if value in ("?", "-") else value

    def title(self) -> str:
        """Who plays, for messages; "" if the tags do not say."""
        return " - ".join(filter(None, (self.tag("white"), self.tag("black"))))

    @property
    def empty(self) -> bool:
        """Whether it holds nothing, or only a result."""
        return not (self.tags or self.moves)

    def claimed(self, winners: Mapping[str, int]) -> tuple[str, int]:
        """Return the result at the end of the game or in its tag, and the line; `*` if there is none.

        winners  the winner of each result. Raises SpecError if the tag names another winner.
        """
        tag, line = self.tags.get("result", ("*", self.line))
        text, place = self.result or ("*", self.line)
        if tag in winners and text in winners and winners[tag] != winners[text]:
            raise refuse(place, f"the game ends with {text}, but its tag Result says {clip(tag, 10)}")
        return (tag, line) if text == "*" else (text, place)

    def finish(
        self, transcript: Transcript, number: int, winners: Mapping[str, int], reverse: bool = False
    ) -> FileGame:
        """Return the game with its end; `number` is its number in the file. Raises SpecError.

        winners  the winner of each result;  reverse  whether the results of this file name the loser.
        """
        text, line = self.claimed(winners)
        winner = winners.get(text) if self.moves else None
        ending = self.tag("termination").casefold()
        how = next((how for word, how in ENDINGS.items() if word in ending), None)
        record = transcript.record(Claim(-winner if reverse and winner else winner, how, None, text), line, number)
        return FileGame(record, read_date(self.tag("date")), self.tag("event"), self.line, self.abridged)

    def add(self, kind: str, word: re.Match[str], line: int) -> None:
        """Add a tag, a move or a result. Raises SpecError."""
        if len(self.moves) > MOST:
            raise refuse(line, f"the game has more than {MOST:,} moves")
        if kind == "tag":
            self.tags[word["name"].casefold()] = re.sub(r"\\(.)", r"\1", word["value"]), line
        elif kind == "move":
            self.moves.append((word["move"], line))
        elif kind == "result":
            self.result = word["result"], line
        else:
            raise refuse(line, "a position is set up within the game")


def write_tagged(written: FileGame, white: str, black: str, more: dict[str, str], moves: Iterable[str]) -> str:
    """Return the text of a game: the usual tags, the tags in `more`, the moves and the result."""
    record = written.record
    times = write_time_tags(written.control, record.names.index(white))
    result = "*" if record.score is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[sign(record.score)]
    tags = {
        "Event": written.event or "?", "Site": "?", "Date": written.date.replace("-", ".") or "????.??.??",
        "Round": "?", "White": white, "Black": black, "Result": result,
        **times, "Termination": TERMINATIONS[How(record.how or How.LEFT)], **more,
    }  # fmt: skip
    return (
        "".join(f'[{name} "{quote(value)}"]\n' for name, value in tags.items())
        + f"\n{textwrap.fill(' '.join((*moves, result)), WIDTH, break_on_hyphens=False)}\n"
    )


def quote(text: str) -> str:
    """Return the text of a tag as it stands between quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
