"""A saved match: what is needed to resume it, and its result; and selections of saved matches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import games
import players
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec
from games.option import options_of
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Control, Left
from referee.match.notes import Note, add_times, timed_note
from referee.match.record import Heading, Record, check_outcome, make_record, replay_record, winner_name

if TYPE_CHECKING:
    from datetime import datetime

    from games.names.catalogue import Catalogue
    from referee.batches.plan import Plan
    from referee.match.series import Series


@dataclass(frozen=True)
class SavedMatch:
    """One match.

    heading  who plays what now;  control  the time of both seats.
    opening  the texts of the single moves that it began with, which cannot be taken back.
    past     the moves since, dice and deals too, each with the clocks after it;  took  for each the seat that made it,
             and the seconds that it took, 0.0 if nobody measured it.
    notes    what a file said of the moves, without those times.
    how, why, score, dead  as in a record; `how` is None while the match is not over.
    number   its number in the archive, None if it is not from there;  started, changed  when, in UTC.
    playing  whether a process is playing it right now;  series  its series as it stood before this game.
    """

    heading: Heading
    control: Control = UNLIMITED
    opening: tuple[str, ...] = ()
    past: tuple[tuple[str, Left], ...] = ()
    took: tuple[tuple[int, float], ...] = ()
    notes: tuple[Note, ...] = ()
    how: str | None = None
    why: str = ""
    score: int | None = None
    dead: str = ""
    number: int | None = None
    started: datetime | None = None
    changed: datetime | None = None
    playing: bool = False
    series: Series | None = None

    @classmethod
    def of(cls, record: Record) -> SavedMatch:
        """Return the match of a record. A record knows nothing of clocks and openings."""
        heading = Heading(record.game, record.players, record.names, record.seed, record.number)
        past = tuple((text, NO_CLOCKS) for text in record.moves.split())
        return cls(
            heading, past=past, notes=record.notes, how=record.how, why=record.why, score=record.score, dead=record.dead
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all moves."""
        return (*self.opening, *(text for text, _ in self.past))

    @property
    def begun(self) -> bool:
        """Whether there is anything to show or to resume: a move, an end, or a series that waits for it."""
        return bool(self.past or self.how or self.playing or (self.series and self.series.number > 1))

    @property
    def winner(self) -> str | None:
        """A name, "draw" or None."""
        return winner_name(self.heading.names, self.score)

    def record(self) -> Record:
        """Return the record of the match."""
        found = make_record(self.heading, self.texts, self.how, self.why, self.score, self.dead)
        return replace(found, notes=self.notes) if self.notes else found

    def timed(self, record: Record) -> Record:
        """Return the record of the match with the time of each move."""
        steps = enumerate(zip(self.past, self.took, strict=False), len(self.opening) + 1)
        times = {
            ply: timed_note(Note(ply), ply, seat, seconds or None, left, self.control)
            for ply, ((_, left), (seat, seconds)) in steps
        }
        return replace(record, notes=add_times(self.notes, times))

    def replay(self) -> Record:
        """Return the record after replaying the match to its end. Raises SpecError if the rules do not allow it."""
        record = self.record()
        try:
            replay_record(check_outcome(record))
        except SpecError as error:
            raise SpecError(f"match {self.number} is damaged: {error}" if self.number else str(error)) from error
        return record

    def plan(self) -> Plan:
        """Return the plan to go on with: `plan().task(heading.number).match(seated, past)`."""
        from referee.batches.plan import Plan

        heading = self.heading
        return Plan(
            heading.game, heading.players, heading.seed, self.control, opening=self.opening, called=heading.names
        )


@dataclass(frozen=True)
class Selection:
    """The matches of a game between given players, no matter who moved first.

    game     the spec of the game, "" for all games. Without options it stands for all variants.
    players  the specs of at most two players, with or without options in the same way.
    """

    game: str = ""
    players: tuple[str, ...] = ()

    def holds(self, kept: SavedMatch) -> bool:
        """Return whether the match is one of these."""
        if self.game and not is_variant(games.CATALOGUE, kept.heading.game, self.game):
            return False
        return any(
            all(is_variant(players.CATALOGUE, spec, wanted) for wanted, spec in zip(self.players, pair, strict=False))
            for pair in (kept.heading.players, kept.heading.players[::-1])
        )


def is_variant(catalogue: Catalogue, spec: str, wanted: str) -> bool:
    """Return whether `spec` names the same thing as `wanted`, with all options of `wanted`. Runs no file."""
    if is_file_spec(spec) or is_file_spec(wanted):
        if not (is_file_spec(spec) and is_file_spec(wanted)):
            return False
        (path, rest), (wanted_path, wanted_rest) = split_file_spec(spec), split_file_spec(wanted)
        return PurePath(path) == PurePath(wanted_path) and wanted_rest in ("", rest)
    name, behind = catalogue.split(wanted)
    if catalogue.split(spec)[0] != name or not behind:
        return catalogue.split(spec)[0] == name
    try:
        asked, (kind, given) = catalogue.read(wanted)[1], catalogue.read(spec)
    except SpecError:  # its options have changed since
        return False
    options = options_of(kind)
    return all(given.get(key, options[key].default) == value for key, value in asked.items())


def is_persons(spec: str) -> bool:
    """Return whether the player of the spec is a person."""
    return not is_file_spec(spec) and players.CATALOGUE.find(spec) == "human"
