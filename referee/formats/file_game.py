"""A game of a file, and how a reader builds it: move by move, by the rules, naming the line of any error.

A reader hands a Transcript the moves in the notation of our games. The file's result is a Claim, a fact about the game
that holds whatever our rules say. The record that comes out is like one of this program. Its players are two people.
"""

from __future__ import annotations

import copy
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import games
from games.base.notation import printable
from games.base.rule_values import reason_of
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import clip
from games.option import Choice, options_of
from referee.match.clocks import UNLIMITED, Control
from referee.match.dead_chains import claim as dead_words
from referee.match.events import How
from referee.match.record import Heading, Record, counted_game, make_record, sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from games.game import Game

Part = TypeVar("Part")  # of a file: a game that is not yet read
Made = TypeVar("Made")
PERSON = "human"  # the spec of both players
SHOWN = 40  # characters quoted of a wrong move
LONGEST = 60  # characters of a name
CUT = "it is cut at line"  # begins the remark on a game that cannot be read to its end


@dataclass(frozen=True)
class FileGame:
    """A game in a file.

    record   of the match;  line  where it begins in the file, from 1.
    date     of the game, "2024-05-01"; "" if the file does not say.
    event    such as a tournament, and  site  where it was played; "" if the file does not say.
    round    such as "3.1"; "" if unknown;  tags  more tags for a file that has such, by name.
    ours     whether programs played it here: PGN and PDN then say why it ended, and the opening of chess.
    control  its time control, if known: a game that is read has none.
    remarks  guesses of the reader, and differences from our rules: sentences without a full stop.
    seats    the seat of each move, which saves those who keep the game a replay; () if it is not known.
    """

    record: Record
    date: str = ""
    event: str = ""
    line: int = 1
    control: Control = UNLIMITED
    remarks: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    site: str = ""
    round: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    ours: bool = False


@dataclass(frozen=True)
class SkippedGame:
    """A game of a file that cannot be read: the line of the fault, the reason, and who played if that is known."""

    line: int
    why: str
    title: str = ""

    @property
    def error(self) -> LineError:
        """The error to raise if this game is wanted."""
        return LineError(self.line, self.why)


Found = FileGame | SkippedGame  # what a reader yields


class LineError(SpecError):
    """What is wrong with a line of a file, counted from 1."""

    def __init__(self, line: int, why: str):
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


def skip_faults(
    parts: Iterable[Part | SkippedGame], read: Callable[[Part, int], Made], title: Callable[[Part], str]
) -> Iterator[Made | SkippedGame]:
    """Yield what `read` makes of each part of a file, or a skipped game for a part that cannot be read.

    read   gets a part and its number in the file, from 0, and raises LineError.
    title  returns who plays in a part; it is asked for skipped games.
    """
    for number, part in enumerate(parts):
        if isinstance(part, SkippedGame):
            yield part
            continue
        try:
            yield read(part, number)
        except LineError as error:
            yield SkippedGame(error.line, error.why, title(part))


@dataclass(frozen=True)
class Claim:
    """What a file says about the end of a game.

    winner  1 if seat 0 has won, -1 if seat 1 has, 0 for a draw; None if it does not say, or the game goes on.
    how     how it ended if the rules did not end it; None: a win by RESIGNED, a draw by AGREED. A draw is AGREED or
            ADJUDICATED.
    score   the score in points if the file has it, otherwise None. If `how` is AGREED, it holds whatever the rules say.
    text    the words of the file, for messages.
    dead    a point of each chain that the players agreed is dead, separated by blanks.
    """

    winner: int | None = None
    how: How | None = None
    score: int | None = None
    text: str = ""
    dead: str = ""


OPEN = Claim()


def refuse(line: int, why: str) -> LineError:
    """Return the error to raise for a line of a file, counted from 1."""
    return LineError(line, why)


class Transcript:
    """One game that is being read: its rules, and the texts of the moves so far.

    spec     of the game, at its first position;  first  the spec that the reader wanted.
    names    of seats 0 and 1 in the file; "": the names of the seats.
    line     where the game begins in the file.
    remarks  guesses, and differences from our rules.
    cut      the first thing that could not be read; None while all is well.

    If a draw of our rules ends the game and the file goes on, nobody claimed it: the game gets rules without it, if
    its option `draws` has them. Raises LineError if the spec names no game.
    """

    def __init__(self, spec: str, names: Sequence[str] = ("", ""), line: int = 1):
        try:
            self.game = load_start(spec).copy()
        except SpecError as error:
            raise refuse(line, str(error)) from error
        self.first = self.spec = spec
        self.line = line
        self.names = settle_names(names, self.game.seats)
        self.texts: list[str] = []
        self.seats: list[int] = []
        self.remarks: list[str] = []
        self.cut: LineError | None = None
        self.last = 0  # the last move

    def play(self, text: str, line: int) -> None:
        """Make the move of a text, or the moves of a turn. Raises LineError, which names the legal ones."""
        self.go_on()
        try:
            for single in self.game.singles(text):
                self.make(self.game.parse(single))
        except IllegalMove as error:
            shown = f"{text[:SHOWN] + ' ...'!r} is not a legal move here" if len(text) > SHOWN else str(error)
            raise refuse(line, f"move {len(self.texts) + 1} {shown}") from error

    def make(self, move: int) -> None:
        self.texts.append(self.game.text(move))
        self.seats.append(self.game.turn)
        self.game.make(move)
        self.last = move

    def fork(self) -> Transcript:
        """Return a transcript that goes on from the same position by itself."""
        branch = copy.copy(self)
        branch.game, branch.texts, branch.seats = self.game.copy(), [*self.texts], [*self.seats]
        branch.remarks = []
        return branch

    def fork_before(self) -> Transcript:
        """Return a transcript that goes on from the position before the last move."""
        self.game.unmake(self.last)  # a copy cannot take back what was made before
        branch = self.fork()
        self.game.make(self.last)
        del branch.texts[-1], branch.seats[-1]
        return branch

    def cut_at(self, error: LineError) -> None:
        """End the game before what cannot be read, with a remark. Raises the error if there is no move before it."""
        if not self.texts:
            raise error
        if self.cut is None:
            self.cut = error
            self.remarks.append(f"{CUT} {error.line}: {error.why}")

    @property
    def played(self) -> tuple[int, ...]:
        """The seat of each move."""
        return tuple(self.seats)

    def take_back(self, count: int) -> None:
        """Take back the last moves."""
        del self.texts[-count:], self.seats[-count:]
        self.game = games.load(self.spec, self.texts)

    def go_on(self) -> None:
        """Give the game weaker rules of draws if a draw has ended it and they let it go on."""
        if self.game.score() != 0:
            return
        for spec in weaker_draws(self.first):
            game = games.load(spec, self.texts)
            if game.score() is None:
                why = reason_of(self.game)
                self.remarks.append(
                    f"by our rules it was drawn after move {len(self.texts)} ({why}), which nobody claimed"
                )
                self.game, self.spec = game, spec
                return

    def record(self, claim: Claim = OPEN, line: int = 0, number: int = 0) -> Record:
        """Return the record of the game as it stands now.

        claim   the end in the file, on `line`;  number  of the game in the file, from 0.

        What the file says holds. If our rules say something else, a remark does.
        """
        if claim.winner:
            self.go_on()
        heading = Heading(games.spell_sides(self.spec), (PERSON, PERSON), self.names, 0, number)
        if claim.how is How.AGREED and claim.score is not None:
            return make_record(heading, self.texts, How.AGREED.value, self.terms(claim), claim.score, claim.dead)
        score = self.game.score()
        if score is not None and not self.differs(claim, int(score)):
            return make_record(heading, self.texts, How.PLAYED_OUT.value, reason_of(self.game), int(score))
        if claim.winner is None:
            return make_record(heading, self.texts, None, "", None)
        by_file = claim.how is How.FILE or (claim.how is None and (self.cut or claim.score is not None))
        if score is not None or by_file:
            self.remarks += [] if self.cut or claim.how is How.FILE else [self.finding(claim)]
            told = claim.winner if claim.score is None else claim.score
            return make_record(heading, self.texts, How.FILE.value, f"the file says {clip(claim.text, SHOWN)}", told)
        if claim.winner == 0 and claim.how is not How.ADJUDICATED:
            return make_record(heading, self.texts, How.AGREED.value, "both agreed", 0)
        how = claim.how or How.RESIGNED
        return make_record(heading, self.texts, how.value, self.loss(claim.winner, how), claim.winner)

    @staticmethod
    def differs(claim: Claim, score: int) -> bool:
        """Return whether the claim about a finished game contradicts the rules."""
        wrong = claim.winner is not None and claim.winner != sign(score)
        return wrong or claim.score not in (None, score)

    def finding(self, claim: Claim) -> str:
        """Return the remark that our rules do not give what the file says."""
        score = self.game.score()
        by_rules = (
            "the game goes on" if score is None else f"{self.names[score < 0]} has won" if score else "it is a draw"
        )
        won = f" ({score:+d} for {self.names[0]})" if score else ""
        return f"the result is {clip(claim.text, SHOWN)!r}, which holds; by our rules {by_rules}{won}"

    def terms(self, claim: Claim) -> str:
        """Return what both players agreed on, in the words of a match if that is how its game is counted."""
        counted = counted_game(self.game, claim.dead)
        if claim.dead and counted.score() == claim.score:
            return f"both agreed that {dead_words(counted, (*claim.dead.split(),))}"
        return f"both agreed on {claim.text}" if claim.score else "both agreed"

    def loss(self, winner: int, how: How) -> str:
        """Return the reason for an end that the rules did not bring, in the words of a match."""
        if how is How.ADJUDICATED:
            return "adjudicated"
        loser = self.names[winner > 0]
        return f"{loser} {LOSSES[how]}"


@lru_cache(maxsize=64)
def load_start(spec: str) -> Game:
    """Return the game of the spec, to be copied: in most files all games have the same. Raises SpecError."""
    return games.load(spec)


def weaker_draws(spec: str) -> list[str]:
    """Return the spec with each weaker word of its option `draws`, the strictest first; none if the spec has one."""
    kind, given = games.CATALOGUE.read(games.split_position(spec)[0])
    option = options_of(kind).get("draws")
    if not isinstance(option, Choice) or "draws" in given:
        return []
    return [games.CATALOGUE.extend(spec, f"draws={word}") for word in option.words[1:]]


def start_at(spec: str, position: str, line: int) -> str:
    """Return the spec in the position in a file, with rules of draws that allow it. Raises LineError."""
    fault = None
    for base in (spec, *weaker_draws(spec)):
        try:
            start = games.load(base, position=position).position()
        except SpecError as error:
            fault = fault or error
            continue
        return spec if start == games.load(spec).position() else games.with_position(base, start)
    raise refuse(line, str(fault))


LOSSES = {
    How.RESIGNED: "resigned",
    How.OUT_OF_TIME: "ran out of time",
    How.NO_MOVE: "forfeited the game",
    How.ILLEGAL_MOVE: "broke the rules",
}


def settle_names(names: Sequence[str], seats: Sequence[str]) -> tuple[str, str]:
    """Return the names in the file, each in one line, or the names of the seats; never two equal names."""
    one, two = (
        clip(printable(" ".join(name.split())) or seat, LONGEST) for name, seat in zip(names, seats, strict=True)
    )
    return (one, two) if one != two else (f"{one} (1)", f"{two} (2)")
