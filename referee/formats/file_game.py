"""A game of a file, and how a reader builds it: move by move, by the rules, naming the line of any error.

A reader hands a Transcript the moves in the notation of our games. The file's result is a Claim. It must not contradict
the rules, unless the players agreed on it and it has a score. The record that comes out is like one of this program,
and its players are two people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import games
from games.base.notation import printable
from games.base.rule_values import reason_of
from games.dataclass import dataclass
from games.game import IllegalMove
from games.names.catalogue import SpecError
from games.names.spec import clip
from referee.match.clocks import UNLIMITED, Control
from referee.match.dead_chains import claim as dead_words
from referee.match.events import How
from referee.match.record import Heading, Record, counted_game, make_record, sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Part = TypeVar("Part")  # of a file: a game that is not yet read
Made = TypeVar("Made")
PERSON = "human"  # the spec of both players
SHOWN = 40  # characters quoted of a wrong move
LONGEST = 60  # characters of a name


@dataclass(frozen=True)
class FileGame:
    """A game in a file.

    record    of the match;  line  where it begins in the file, from 1.
    date      of the game, "2024-05-01"; "" if the file does not say.
    event     such as a tournament; "" if the file does not say.
    abridged  whether variations or comments of the file are left out.
    control   its time control, if known: a game that is read has none.
    remarks   guesses of the reader, and differences from our rules: sentences without a full stop.
    """

    record: Record
    date: str = ""
    event: str = ""
    line: int = 1
    abridged: bool = False
    control: Control = UNLIMITED
    remarks: tuple[str, ...] = ()


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

    spec   of the game, at its first position.
    names  of seats 0 and 1 in the file; "": the names of the seats.
    line   where the game begins in the file.

    Raises SpecError if the spec names no game.
    """

    def __init__(self, spec: str, names: Sequence[str] = ("", ""), line: int = 1):
        try:
            self.game = games.load(spec)
        except SpecError as error:
            raise refuse(line, str(error)) from error
        self.spec, self.line = spec, line
        self.names = settle_names(names, self.game.seats)
        self.texts: list[str] = []

    def play(self, text: str, line: int) -> None:
        """Make the move of a text, or the moves of a turn. Raises SpecError, which names the legal ones."""
        try:
            for single in self.game.singles(text):
                self.make(self.game.parse(single))
        except IllegalMove as error:
            shown = f"{text[:SHOWN] + ' ...'!r} is not a legal move here" if len(text) > SHOWN else str(error)
            raise refuse(line, f"move {len(self.texts) + 1} {shown}") from error

    def make(self, move: int) -> None:
        self.texts.append(self.game.text(move))
        self.game.make(move)

    def record(self, claim: Claim = OPEN, line: int = 0, number: int = 0) -> Record:
        """Return the record of the game as it stands now.

        claim   the end in the file, on `line`;  number  of the game in the file, from 0.

        Raises SpecError if the rules say something else.
        """
        heading = Heading(games.spell_sides(self.spec), (PERSON, PERSON), self.names, 0, number)
        if claim.how is How.AGREED and claim.score is not None:
            return make_record(heading, self.texts, How.AGREED.value, self.terms(claim), claim.score, claim.dead)
        score = self.game.score()
        if score is not None:
            self.check(claim, int(score), line or self.line)
            return make_record(heading, self.texts, How.PLAYED_OUT.value, reason_of(self.game), int(score))
        if claim.winner is None:
            return make_record(heading, self.texts, None, "", None)
        if claim.score is not None and claim.how is None:
            said = clip(claim.text, SHOWN)
            raise refuse(
                line or self.line, f"the result is {said!r}, but by the rules the game goes on after its moves"
            )
        if claim.winner == 0 and claim.how is not How.ADJUDICATED:
            return make_record(heading, self.texts, How.AGREED.value, "both agreed", 0)
        how = claim.how or How.RESIGNED
        return make_record(heading, self.texts, how.value, self.loss(claim.winner, how), claim.winner)

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

    def check(self, claim: Claim, score: int, line: int) -> None:
        """Raise SpecError if the claim about a finished game contradicts the rules."""
        wrong = claim.winner is not None and claim.winner != sign(score)
        if wrong or (claim.score is not None and claim.score != score):
            said = clip(claim.text, SHOWN)
            won = f"{self.names[score < 0]} has won" if score else "it is a draw"
            raise refuse(line, f"the result is {said!r}, but by the rules {won} ({score:+d} for {self.names[0]})")


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
