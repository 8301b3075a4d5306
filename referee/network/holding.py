"""Hold a class from its beginning to its end: where it goes on, where it listens, and the files that it writes."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.drawing.number_format import TYPED, format_count
from referee.network.class_page import ClassPage
from referee.network.classroom import GUEST, Classroom, counted_rows
from referee.network.invitation import Invitation, bracketed, certificate_for, encryption, listening_at, reachable
from referee.network.roster import student_of
from referee.network.server import Server, sparing
from referee.network.table import check_start
from referee.reports.tournament import table as wording
from referee.reports.tournament.files import as_csv
from referee.statistics.counts import Counts
from referee.storage import record_file
from referee.support.signals import count_interrupts
from referee.tournaments.options import CLASS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

    from referee.tournaments.journal import Journal
    from referee.tournaments.plan import Tournament
    from referee.tournaments.standings import Standings, StandingsRow

EVERY = 10.0  # seconds between two writings of the files


class Files:
    """What is written again and again while a class is held: standings as CSV, and Gradescope's leaderboard.

    Raises SpecError at once if a file cannot be written.
    """

    def __init__(self, csv: Path | None = None, gradescope: Path | None = None):
        self.csv, self.gradescope, self.due = csv, gradescope, 0.0
        for path in filter(None, (csv, gradescope)):
            record_file.check_writable(path)

    def write(self, standings: Standings, students: Collection[str]) -> None:
        """Write the files. Raises SpecError."""
        counted = replace(standings, rows=tuple(map(named, counted_rows(standings))))
        if self.csv:
            record_file.write_text(self.csv, as_csv(counted))
        if self.gradescope:
            found = gradescope_results(counted.rows, students)
            record_file.write_text(self.gradescope, json.dumps(found, indent=1, ensure_ascii=False) + "\n")

    def write_if_due(self, standings: Standings, students: Collection[str]) -> None:
        """Write the files, unless that was done a moment ago; tell the teacher if it fails."""
        if monotonic() < self.due:
            return
        self.due = monotonic() + EVERY
        try:
            self.write(standings, students)
        except SpecError as error:  # the disk may be full for a while, and the games are kept elsewhere
            tell(str(error))


def named(row: StandingsRow) -> StandingsRow:
    """Return the row of a student's program under the name of the student."""
    return replace(row, name=student_of(row.name)) if row.spec.startswith(GUEST) else row


def gradescope_results(rows: Collection[StandingsRow], students: Collection[str]) -> dict[str, object]:
    """Return for each student what an autograder writes into results.json.

    The format is Gradescope's: gradescope-autograders.readthedocs.io/en/latest/leaderboards and .../specs. The score is
    1 for a student whose program has finished a game, and 0 otherwise.
    """
    there = {row.name: row for row in rows if row.spec.startswith(GUEST) and row.games}
    return {name: student_results(there.get(name)) for name in students}


def student_results(row: StandingsRow | None) -> dict[str, object]:
    """Return the results of a student; None: no game was played."""
    if row is None:
        return {"score": 0, "output": "No program of yours has finished a game.", "leaderboard": []}
    share = Counts(row.wins, row.draws, row.losses).score
    said = f"{row.wins} won, {row.draws} drawn, {row.losses} lost"
    if row.forfeits:
        said += f"; by a fault: {wording.causes(row, str)}"
    elo = row.rating.value if row.rating else None
    board: list[dict[str, object]] = [
        {"name": "Rating", "value": 0 if elo is None else round(elo), "order": "desc"},
        {"name": "Points per game", "value": round(share, 3), "order": "desc"},
        {"name": "Games", "value": row.games, "order": "desc"},
        {"name": "Faults", "value": row.forfeited, "order": "asc"},
    ]
    rating = " ".join(filter(None, wording.rating(row, TYPED)))
    return {"score": 1, "output": f"{format_count(row.games, 'game')}: {said}. Rating: {rating}.", "leaderboard": board}


def open_class(
    journal: Journal,
    wanted: Tournament,
    students: Collection[str],
    new: bool,
    prepare: Callable[[Tournament], Tournament],
) -> bool:
    """Begin a class in the journal, or go on with the last one of this game and these students.

    prepare  chooses the openings of a class that begins.

    Return whether it is new. Raises SpecError.
    """
    if clash := [name for name in wanted.names if name in students]:
        raise SpecError(f"--fixed {clash[0]}: a student has this name too")
    check_start(wanted.game)
    number = None if new else find_class(journal, wanted.game, students)
    if number is None:
        journal.begin(prepare(wanted))
        return True
    if (control := journal.load(number).control) != wanted.control:
        held, asked = (str(each) or "no limit of time" for each in (control, wanted.control))
        raise SpecError(f"class {number} has {held}, not {asked}; --new begins another class")
    plan = journal.resume(number)
    there = dict(zip(plan.players, plan.names, strict=True))
    added = [(spec, name) for spec, name in zip(wanted.players, wanted.names, strict=True) if spec not in there]
    names = there | dict(added)
    renamed = {name: names[spec] for spec, name in zip(wanted.players, wanted.names, strict=True)}
    anchors = dict(plan.anchors) | {renamed[name]: rating for name, rating in wanted.anchors}
    now = replace(
        plan,
        players=(*plan.players, *(spec for spec, _ in added)),
        names=(*plan.names, *(name for _, name in added)),
        anchors=tuple(anchors.items()),
    )
    if now != plan:
        journal.revise(now)
    return False


def find_class(journal: Journal, game: str, students: Collection[str]) -> int | None:
    """Return the number of the last class of this game in which none but these students have programs."""
    for entry in journal.entries():
        plan = entry.tournament
        came = {student_of(name) for name, spec in zip(plan.names, plan.players, strict=True) if spec.startswith(GUEST)}
        if (plan.format, plan.game) == (CLASS, game) and came <= set(students):
            return entry.number
    return None


def hold(
    journal: Journal,
    students: Mapping[str, str],
    staff: tuple[str, ...],
    listen: tuple[str, int],
    certificate: Path | None,
    files: Files,
    tables: int,
    grace: float,
) -> tuple[Standings, bool]:
    """Hold the current class of the journal until Ctrl-C. Return its standings, and whether games were stopped.

    Raises SpecError, and what ends the class.
    """
    page = ClassPage()
    room = Classroom(journal, students, staff, page, tables=tables, grace=grace, complain=tell)
    page.room = room
    address, port = listen
    tls, fingerprint = encryption(certificate_for(address, certificate))
    server = Server(room.find, address, port, tls, page.page, sparing(tell))
    with listening_at(address, port):
        server.start()
    with ExitStack() as stack:
        stack.callback(server.stop)
        stack.callback(room.stop)
        host = reachable(address)
        for name, token in students.items():
            print(f"{name}: referee join {Invitation(host, server.port, token, fingerprint)}")
        tell(f"page: {'https' if tls else 'http'}://{bracketed(host)}:{server.port}/")
        sys.stdout.flush()
        room.counted = lambda standings: files.write_if_due(standings, students)
        with count_interrupts() as pressed:
            room.run(pressed)
            stopped = pressed() > 1
    files.write(room.standings, students)
    return room.standings, stopped


def tell(line: str) -> None:
    """Print a line for the teacher."""
    print(line, file=sys.stderr, flush=True)
