"""A saved match: all that is needed to resume it, its result, and which of the saved ones are wanted."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import games
import players
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec
from games.option import options_of
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Control, Left
from referee.match.record import Heading, Record, check_outcome, make_record, replay_record, winner_name

if TYPE_CHECKING:
    from datetime import datetime

    from games.names.catalogue import Catalogue
    from referee.batches.plan import Plan
    from referee.match.series import Series


@dataclass(frozen=True)
class SavedMatch:
    """One match.

    heading  who plays what now;  control  its time, by seats.
    opening  the texts of the single moves it began with, which cannot be taken back.
    past     those made since, dice and deals too, each with what was left on the clocks after it.
    how      as in a record: None while the match is not over;  why, score  as in a record.
    number   under which the archive keeps it, None if it is not from there;  started, changed  when, in UTC.
    playing  whether a process is playing it right now;  series  of which it is a game, as that stood before it.
    """

    heading: Heading
    control: Control = UNLIMITED
    opening: tuple[str, ...] = ()
    past: tuple[tuple[str, Left], ...] = ()
    how: str | None = None
    why: str = ""
    score: int | None = None
    number: int | None = None
    started: datetime | None = None
    changed: datetime | None = None
    playing: bool = False
    series: Series | None = None

    @classmethod
    def of(cls, record: Record) -> SavedMatch:
        """Return the match that a record tells of; a record knows nothing of clocks and openings."""
        heading = Heading(record.game, record.players, record.names, record.seed, record.number)
        past = tuple((text, NO_CLOCKS) for text in record.moves.split())
        return cls(heading, past=past, how=record.how, why=record.why, score=record.score)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all moves."""
        return (*self.opening, *(text for text, _ in self.past))

    @property
    def begun(self) -> bool:
        """Whether there is anything to show of it or to go on with: a move, an end, or a series that waits for it."""
        return bool(self.past or self.how or self.playing or (self.series and self.series.number > 1))

    @property
    def winner(self) -> str | None:
        """A name, "draw", or None."""
        return winner_name(self.heading.names, self.score)

    def record(self) -> Record:
        """Return the record of the match."""
        return make_record(self.heading, self.texts, self.how, self.why, self.score)

    def replay(self) -> Record:
        """Return the record, the match replayed to its end. Raises SpecError if it cannot have gone so."""
        record = self.record()
        try:
            replay_record(check_outcome(record))
        except SpecError as error:
            raise SpecError(f"match {self.number} is damaged: {error}" if self.number else str(error)) from error
        return record

    def plan(self) -> Plan:
        """By what it is continued: `plan().task(heading.number).match(seated, past)`."""
        from referee.batches.plan import Plan

        heading = self.heading
        return Plan(
            heading.game, heading.players, heading.seed, self.control, opening=self.opening, called=heading.names
        )


@dataclass(frozen=True)
class Selection:
    """The matches of a game in which these players sat, whoever moved first.

    game     its spec, empty for all games. Without options it stands for all variants of the game.
    players  the specs of two players at most; what is said of options holds for them too.
    """

    game: str = ""
    players: tuple[str, ...] = ()

    def holds(self, kept: SavedMatch) -> bool:
        """Whether the match is one of these."""
        if self.game and not is_variant(games.CATALOGUE, kept.heading.game, self.game):
            return False
        return any(self.seats(*pair) for pair in (kept.heading.players, kept.heading.players[::-1]))

    def seats(self, one: str, two: str) -> bool:
        """Whether the players that are wanted are the first of these, in that order."""
        pairs = zip(self.players, (one, two), strict=False)
        return all(is_variant(players.CATALOGUE, spec, wanted) for wanted, spec in pairs)


def is_variant(catalogue: Catalogue, spec: str, wanted: str) -> bool:
    """Whether a spec names what the wanted one names, with all the options that this gives; no file is run."""
    if is_file_spec(spec) or is_file_spec(wanted):
        return (
            is_file_spec(spec) and is_file_spec(wanted) and is_of_file(split_file_spec(spec), split_file_spec(wanted))
        )
    name, behind = catalogue.split(wanted)
    if catalogue.split(spec)[0] != name or not behind:
        return catalogue.split(spec)[0] == name
    try:
        asked, (kind, given) = catalogue.read(wanted)[1], catalogue.read(spec)
    except SpecError:  # its options are others by now
        return False
    options = options_of(kind)
    return all(given.get(key, options[key].default) == value for key, value in asked.items())


def is_of_file(found: tuple[str, str], wanted: tuple[str, str]) -> bool:
    """Whether one is of the file of the other: what stands after the path is compared only where it is wanted."""
    return PurePath(found[0]) == PurePath(wanted[0]) and wanted[1] in ("", found[1])


def is_persons(spec: str) -> bool:
    """Whether the player of that spec is a person."""
    return not is_file_spec(spec) and players.CATALOGUE.find(spec) == "human"
