"""Games as PDN and PGN write them: tags, then moves and a result, with comments and variations between them.

S. J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, sections 7 and 8; PDN follows it.
The text is read in one pass, in linear time. What real files get wrong is read with a remark, as far as it is clear.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.spec import clip
from games.option import options_of
from referee.formats.annotations import Draft, LinePlayer, fill, start_note, write_after, write_comment, write_words
from referee.formats.file_game import Claim, FileGame, LineError, SkippedGame, Transcript, refuse
from referee.formats.time_tags import read_date, write_time_tags
from referee.match.events import FORFEITS, How
from referee.match.notes import Note, notes_by_ply
from referee.match.record import sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from referee.formats.annotations import Word
    from referee.match.notes import Line

MOST = 10_000  # moves of a game
SHOWN = 20  # characters quoted of a wrong word
DASH = "[-\u2010-\u2015\u2212]"
COMMON = r"""
    (?P<space>[\s\u200b-\u200f\u2060]+)
    | (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\])
    | (?P<torn>\[\s*[A-Za-z]\w*\s*"[^\n]*)
    | (?P<comment>\{[^}]*\}|;[^\n]*|^%[^\n]*)
    | (?P<open>\() | (?P<close>\)) | (?P<bracket>\[[^\[\]\n]*\])
"""
REST = r"(?P<torn_comment>\{[^}]*\Z) | (?P<unknown>[^\s()\[\]{};]+|.)"
PASSED = {"space", "number", "bracket"}
BESIDE = {"open", "close", "glyph"}  # what a draft takes, and everything within a variation
# How a game ended, by words in the tag Termination or in the last comment. The first that fits counts.
ENDINGS = {
    "insufficient": None, "on time": How.OUT_OF_TIME, "time forfeit": How.OUT_OF_TIME, "rules": How.ILLEGAL_MOVE,
    "out of time": How.OUT_OF_TIME, "illegal": How.ILLEGAL_MOVE, "abandon": How.NO_MOVE, "disconnect": How.NO_MOVE,
    "stalled": How.NO_MOVE, "adjudic": How.ADJUDICATED, "forfeit": How.NO_MOVE, "unknown": How.FILE,
}  # fmt: skip
TERMINATIONS = (
    dict.fromkeys(How, "normal")
    | dict.fromkeys(FORFEITS, "abandoned")
    | dict.fromkeys((How.ILLEGAL_MOVE, How.NO_MOVE, How.INTERFERED), "rules infraction")
    | {How.OUT_OF_TIME: "time forfeit", How.LEFT: "unterminated", How.ADJUDICATED: "adjudication", How.FILE: "unknown"}
)
WIDTH = 79
DRAWS = "draws"  # the option of our games, and in capitals our tag for it
TAG_LINE = re.compile(r'\s*\[\s*([A-Za-z]\w*)\s*"')
ENDED = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")
WHOLE_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s*"([^"\n]*)"\s*\]')  # within a torn one
LOOSE_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s*"(.*?)"?\s*(\])?\s*')  # with quotes in it, or without an end
SIGNS = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-") | {"½": "1/2", ":": "-", " ": None}
)
# Results as people write them, as the plain ones.
RESULTS = {
    "1/2": "1/2-1/2", "0.5-0.5": "1/2-1/2", "0,5-0,5": "1/2-1/2", ".5-.5": "1/2-1/2", "=-=": "1/2-1/2", "=": "1/2-1/2",
    "draw": "1/2-1/2", "remis": "1/2-1/2", "whitewins": "1-0", "blackwins": "0-1", "white": "1-0", "black": "0-1",
    "1": "1-0", "0": "0-1",
}  # fmt: skip
WALKOVERS = {"+--": "1-0", "--+": "0-1", "+/-": "1-0", "-/+": "0-1", "+-": "1-0", "-+": "0-1"}


@dataclass(frozen=True)
class Notation:
    """The words of a notation. Each pattern is one of `re`, in its verbose form.

    name    of the notation for people;  any_case  whether case is ignored.
    glyph, result, move, number  the patterns of comments in signs, of results, of moves, and of their numbers.
    square  a pattern in every word that may be a move: other unknown words are passed over.
    setup   of a position within the moves, where the game is cut; "" if there is no such word.
    """

    name: str
    glyph: str
    result: str
    move: str
    number: str
    square: str
    setup: str = ""
    any_case: bool = False

    @cached_property
    def words(self) -> re.Pattern[str]:
        """The pattern of all words; the outermost group that matches is the kind of the word."""
        own = f"(?P<setup>{self.setup}) |" if self.setup else ""
        text = (
            f"{COMMON} | (?P<glyph>{self.glyph}) | {own} (?P<result>(?:{self.result})(?![\\w/-]))"
            f"| (?P<move>{self.move}) | (?P<number>{self.number}) | {REST}"
        )
        return re.compile(text, re.VERBOSE | re.MULTILINE | (re.IGNORECASE if self.any_case else 0))

    def split_games(self, lines: Iterable[str]) -> Iterator[TaggedGame | SkippedGame]:
        """Yield the games of a file that hold something; if there is none, the first word that means nothing."""
        noise, held = None, False
        for line, text in split_texts(lines):
            try:
                for each in self.split_text(text, line):
                    noise = noise or each.noise
                    if not each.empty:
                        held = True
                        yield each
            except LineError as error:
                held = True
                yield SkippedGame(error.line, error.why)
        if noise and not held:
            yield SkippedGame(noise.line, noise.why)

    def split_text(self, text: str, first: int) -> Iterator[TaggedGame]:
        """Yield the games of a text that begins on line `first`. Raises LineError for one that is too long."""
        game, depth, opened = TaggedGame(first), 0, 0
        for kind, word, line in self.split_words(text, first):
            if kind in ("open", "close"):
                depth = max(0, depth + (1 if kind == "open" else -1))
                opened = line if depth == 1 and kind == "open" else opened
            if (depth or kind in BESIDE) and kind not in ("tag", "torn"):
                game.note(kind, word[0], line)
                continue
            if kind in ("tag", "torn") and (game.moves or game.result):
                yield game
                game, depth = TaggedGame(line), 0
            if game.empty and "comment" not in kind:
                game.line = line
            self.add(game, kind, word, line)
            if kind == "result":
                yield game
                game = TaggedGame(line)
        if depth:
            game.remark(f"the variation that begins on line {opened} has no end")
        yield game

    def split_words(self, text: str, first: int) -> Iterator[tuple[str, re.Match[str], int]]:
        """Yield the kind, the match and the line of each word that means something."""
        line, at = first, 0
        for word in self.words.finditer(text):
            kind = str(word.lastgroup)
            if kind in PASSED:
                continue
            line, at = line + text.count("\n", at, word.start()), word.start()
            yield kind, word, line

    def add(self, game: TaggedGame, kind: str, word: re.Match[str], line: int) -> None:
        """Add a word to a game. Raises LineError if the game becomes too long."""
        if kind == "move":
            game.add_move(word["move"], line)
        elif kind == "tag":
            game.tags[word["name"].casefold()] = re.sub(r'\\(["\\])', r"\1", word["value"]), line
        elif kind == "torn":
            game.add_torn(word[0], line)
        elif kind == "result":
            game.result = word["result"], line
        elif kind in ("comment", "torn_comment"):
            game.comment = word[0]
            game.note("comment", word[0], line)
            if kind == "torn_comment":
                game.remark(f"the comment that begins on line {line} has no end")
        elif kind == "setup":
            game.cut_at(line, "a position is set up within the game")
        elif re.search(self.square, word[0]):
            game.cut_at(line, f"{clip(word[0], SHOWN)!r} is not {self.name}")
        else:
            game.noise = game.noise or refuse(line, f"{clip(word[0], SHOWN)!r} is not {self.name}")


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
        elif line.strip() and line[0] != "%":
            moved = True
            commented = line.rfind("{") > line.rfind("}") if "{" in line or "}" in line else commented
    if part:
        yield first, "".join(part)


@dataclass
class TaggedGame:
    """A game in a file; lines are counted from 1.

    tags   by name in small letters, with the line of each;  line  where the game begins.
    moves  the words of the moves, each with its line;  result  at the end of the moves, and its line.
    notes  on the moves that were played;  comment  the last one after the last move.
    remarks  about what is torn;  fault  the first word that cannot be read, with what follows left out.
    noise  the first word that means nothing, which is passed over.
    """

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    moves: list[tuple[str, int]] = field(default_factory=list)
    result: tuple[str, int] | None = None
    notes: list[Note] = field(default_factory=list)
    comment: str = ""
    remarks: list[str] = field(default_factory=list)
    fault: LineError | None = None
    noise: LineError | None = None

    @cached_property
    def draft(self) -> Draft:
        """The moves with comments and variations, as they are written."""
        return Draft(self.moves)

    def play(self, transcript: Transcript, make: Callable[[Transcript, list[Word]], Iterable[int]]) -> None:
        """Make the moves; `make` does that, as in LinePlayer. Raises LineError."""
        self.notes += filter(None, [start_note(self.draft.main)])
        for _, note in LinePlayer(make, self.draft.remarks).play(transcript, self.draft.main):
            self.notes += [note] if note else []

    def tag(self, name: str) -> str:
        """Return the value of a tag, "" if it is missing or unknown."""
        value = self.tags.get(name, ("", 0))[0].strip()
        return "" if value in ("?", "-") else value

    def with_draws(self, spec: str) -> str:
        """Return the spec with the rules of draws that a game of ours names in a tag of its own."""
        told = self.tag(DRAWS).casefold()
        if not told:
            return spec
        kind, given = games.CATALOGUE.read(games.split_position(spec)[0])
        known = options_of(kind)[DRAWS].fits(told) and DRAWS not in given
        return games.CATALOGUE.extend(spec, f"{DRAWS}={told}") if known else spec

    def title(self) -> str:
        """Return who plays, for messages; "" if the tags do not say."""
        return " - ".join(filter(None, (self.tag("white"), self.tag("black"))))

    @property
    def empty(self) -> bool:
        """Whether it holds nothing, or only a result."""
        return not (self.tags or self.moves or self.fault)

    def remark(self, said: str) -> None:
        """Note something about the game, once."""
        if said not in self.remarks:
            self.remarks.append(said)

    def note(self, kind: str, text: str, line: int) -> None:
        """Keep what stands beside the moves, up to the first word that cannot be read."""
        if self.fault is None:
            self.draft.take(kind, text, line)

    def cut_at(self, line: int, why: str) -> None:
        """Leave out all moves from here on."""
        self.fault = self.fault or refuse(line, why)

    def add_move(self, word: str, line: int) -> None:
        """Add a move. Raises LineError if there are too many."""
        if len(self.moves) > MOST:
            raise refuse(line, f"the game has more than {MOST:,} moves")
        self.comment = ""
        if self.fault is None:
            self.moves.append((word, line))

    def add_torn(self, text: str, line: int) -> None:
        """Add a tag that has quotes in it or no end; if a whole one stands within it, only that one."""
        if whole := WHOLE_TAG.findall(text[1:]):
            name, value = whole[-1]
        elif found := LOOSE_TAG.fullmatch(text):
            name, value = found[1], found[2]
        self.tags[name.casefold()] = re.sub(r'\\(["\\])', r"\1", value), line
        if whole or not text.rstrip().endswith(('"]', "]")):
            self.remark(f"a tag on line {line} is torn")

    def claimed(self, winners: Mapping[str, int]) -> tuple[str, int]:
        """Return the result in the tag, otherwise at the end of the game, and its line; `*` if there is none.

        winners  the winner of each result.
        """
        tag, line = self.tags.get("result", ("*", self.line))
        told, _ = plain_result(tag, winners)
        text, place = self.result or ("*", self.line)
        ended, _ = plain_result(text, winners)
        if told not in winners:
            return ended, place
        if ended in winners and winners[told] != winners[ended]:
            self.remark(f"it ends with {ended}, but its tag Result says {told}, which holds")
        return told, line

    def ending(self) -> How | None:
        """Return how the game ended if the tags or the last comment say so in words that are known."""
        if plain_result(self.tags.get("result", ("", 0))[0], {})[1]:
            return How.NO_MOVE
        for text in (self.tag("termination"), self.comment):
            told = next((word for word in ENDINGS if word in text.casefold()), None)
            if told:
                return ENDINGS[told]
        return None

    def finish(
        self, transcript: Transcript, number: int, winners: Mapping[str, int], reverse: bool = False
    ) -> FileGame:
        """Return the game with its end; `number` is its number in the file.

        winners  the winner of each result;  reverse  whether the results of this file name the loser.
        """
        if self.fault:
            transcript.cut_at(self.fault)
        text, line = self.claimed(winners)
        winner = None if self.tag("fen") and not self.moves else winners.get(text)
        how = self.ending() or (None if self.moves else How.FILE)
        claim = Claim(-winner if reverse and winner else winner, how, None, text)
        record = replace(transcript.record(claim, line, number), notes=tuple(self.notes))
        remarks = (*self.remarks, *transcript.remarks, *self.draft.remarks)
        date = read_date(self.tag("date")) or read_date(self.tag("utcdate"))
        return FileGame(record, date, self.tag("event"), self.line, remarks=remarks, seats=transcript.played)


def plain_result(text: str, winners: Mapping[str, int]) -> tuple[str, bool]:
    """Return a result as `winners` has it, or the text if it is none; and whether it was won without a game."""
    word = text.strip().strip("()").translate(SIGNS).casefold()
    if word in WALKOVERS:
        return WALKOVERS[word], True
    told = RESULTS.get(word, word)
    found = max((each for each in winners if told.startswith(each)), key=len, default=told)
    return found, "forfeit" in word or "ff" in word


def write_tagged(written: FileGame, white: str, black: str, more: dict[str, str], line: Line, place: int = 0) -> str:
    """Return the text of a game: the usual tags, the tags in `more`, the moves and the result.

    line  the moves as words, with their notes;  place  of the first, from 0: the first side has even places.
    """
    record = written.record
    draws = games.CATALOGUE.read(games.split_position(record.game)[0])[1].get(DRAWS)
    more = more | ({DRAWS.capitalize(): draws} if draws else {})
    times = write_time_tags(written.control, record.names.index(white))
    result = "*" if record.score is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[sign(record.score)]
    tags = {
        "Event": written.event or "?", "Site": written.site or "?",
        "Date": written.date.replace("-", ".") or "????.??.??", "Round": written.round or "?",
        "White": white, "Black": black, "Result": result,
        **times, "Termination": TERMINATIONS[How(record.how or How.LEFT)], **more, **written.tags,
    }  # fmt: skip
    reason = record.why if written.ours else ""
    before = [*write_after(notes_by_ply(record.notes[:1]).get(0))]
    before += write_comment(reason) if reason and not line else []
    words = fill((*before, *write_words(end_line(line, reason), place), result), WIDTH)
    return "".join(f'[{name} "{quote(value)}"]\n' for name, value in tags.items()) + f"\n{words}\n"


def end_line(line: Line, reason: str) -> Line:
    """Return the moves of a game with the reason of its end in the comment on the last one."""
    if not line or not reason:
        return line
    *before, (text, note) = line
    note = note or Note(len(line))
    told = note.after if note.after.endswith(reason) else ", ".join(filter(None, (note.after, reason)))
    return (*before, (text, replace(note, after=told)))


def quote(text: str) -> str:
    """Return the text of a tag as it stands between quotes, in one line."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
