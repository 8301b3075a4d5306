"""A class: a tournament with an open end between the programs of students, which stay on their machines.

The games from which the ratings learn most are played first (pairing.py). Each program is a row of the standings. If a
student replaces a program, the old row stays and the new program gets its own: Ann, then Ann (2). The staff's programs
play in this process. Each game is kept in the journal of tournaments when it ends, and has its number from then.
"""

from __future__ import annotations

import secrets
import threading
from contextlib import closing
from dataclasses import replace
from math import inf
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from games.base.notation import printable
from players.player import OutOfTime
from referee.batches.plan import Plan, start_of
from referee.drawing.number_format import format_count
from referee.match.events import Event, Forfeit, How
from referee.match.record import record_match
from referee.network.chair import digest_of
from referee.network.pairing import NextGames
from referee.network.roster import row_name, student_of
from referee.network.seat import Said, Seat, away_too_long, on_behalf
from referee.network.table import GuestTable, Place
from referee.network.wire import TEXT, WireError
from referee.running.game_task import Result, count_spent, make_player, plays_apart
from referee.storage.database import StorageError
from referee.support.limits import derive_seed
from referee.tournaments.results import schedule_of
from referee.tournaments.standings import Scoreboard, rank_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from referee.running.game_task import GameTask
    from referee.tournaments.journal import Journal
    from referee.tournaments.plan import Tournament
    from referee.tournaments.standings import Standings, StandingsRow

Page = Any  # ClassPage of class_page.py, which imports this module
GUEST = "join:"  # begins the spec of a student's program; what it sent as its digest follows
PROGRAMS = 99  # of a student, one after another
PULSE = 0.5  # seconds between two looks at who is away
SHARE = 0.2  # of the time, at most, for fitting ratings: games need it more


class Bench(Place):
    """The place of one program, at which it waits between its games.

    row       its place in the plan of the tournament;  replaced  whether its student runs another program now.
    """

    def __init__(self, room: Classroom, row: int):
        super().__init__()
        self.room, self.row, self.replaced = room, row, False

    def look(self) -> None:
        """Let the game and the class notice that somebody came or went."""
        super().look()
        self.room.rung.set()


class Desk(Place):
    """What the token of a student opens: the bench of the program that it shows."""

    def __init__(self, room: Classroom, student: str):
        super().__init__()
        self.room, self.student = room, student
        self.bench: Bench | None = None

    def arrive(self, name: str, greeting: str, program: str = "") -> Place:
        """Seat a program at its bench. Raises WireError if the student has had too many."""
        self.bench = self.room.find_bench(self, printable(program[:TEXT]).strip()[:TEXT])
        return self.bench.arrive(self.student, "")


class ClassTable(GuestTable):
    """One game of a class between students' programs and programs of the staff.

    rows     the rows that play, by seats;  result  of the game, None while it is played and if it was stopped.
    """

    def __init__(self, room: Classroom, plan: Plan, rows: tuple[int, int], number: int):
        one, two = (room.benches.get(row) for row in rows)
        self.staff = one is None, two is None
        super().__init__(
            plan, (one or present(), two or present()), grace=room.grace, person=False, number=number, done=room.finish
        )
        self.room, self.rows = room, rows
        self.result: Result | None = None

    def play(self) -> None:
        """Play the game to its end."""
        task = self.plan.task(0)
        with closing(task.match(self.seated(task))) as events:  # type: ignore[type-var]
            record, end = record_match(task.heading, self.tell(events))
        trace = task.describe_crash(end.error, record.moves)
        self.result = Result(record, *count_spent(end.moves), trace)

    def seated(self, task: GameTask) -> list[Any]:
        """Return the players by seats; a file of the staff plays in a process of its own."""
        specs = task.heading.players
        return [
            make_player(specs[seat], derive_seed(*task.seeds[seat]), task.guard, plays_apart(specs[seat]))
            if self.staff[seat]
            else Seat(self, seat)
            for seat in (0, 1)
        ]

    def tell(self, events: Iterator[Event]) -> Iterator[Event]:
        """Pass the events on, and tell the guests and the page of each."""
        for event in events:
            self.publish(event)
            self.room.page.show(self, event)
            yield event

    def hear(self, end: float) -> Said:
        """Return what a guest says next. A program that is away for longer than the grace loses the game."""
        while True:
            for seat, place in enumerate(self.places):
                if isinstance(place, Bench) and (place.replaced or self.patience(seat) == 0):
                    replaced = Forfeit(How.OUT_OF_TIME, "was replaced")
                    raise on_behalf(replaced if place.replaced else away_too_long(self.grace), seat)
            try:
                return super().hear(min(end, monotonic() + PULSE))
            except OutOfTime:
                if monotonic() >= end:
                    raise


def counted_rows(standings: Standings) -> tuple[StandingsRow, ...]:
    """Return the rows that count: the staff's programs, and the last one of each student."""
    came = sorted(standings.rows, key=lambda row: row.player)
    last = {student_of(row.name) if row.spec.startswith(GUEST) else row.name: row.player for row in came}
    rows = [row for row in standings.rows if row.player in last.values()]
    return tuple(replace(rows[at], place=place) for place, at in rank_places([(-row.place,) for row in rows]))


def present() -> Place:
    """Return a place at which somebody sits: a program of the staff."""
    place = Place()
    place.arrive("", "")
    return place


class Classroom:
    """A class that is held: who is connected, and the games that are played.

    journal   has the tournament as its current one, and keeps the games;  students  their tokens, by name.
    staff     the specs of the staff's programs, which are rows of the tournament already.
    tables    the most games at once;  grace  the seconds that a program may be away until it loses its game.
    page      hears of the games, on the threads of their tables.
    complain  gets a line for each thing that people should know.

    Guests come and go on the thread of the server, and games end on threads of their own. `alone` guards what they
    change. The thread that calls `run` begins the games, and counts them without it, as that may take a while:
    `standings` has what was counted last.
    """

    def __init__(
        self,
        journal: Journal,
        students: Mapping[str, str],
        staff: tuple[str, ...],
        page: Page,
        *,
        tables: int = 1000,
        grace: float = 30.0,
        complain: Callable[[str], None] = print,
    ):
        self.journal, self.page, self.most, self.grace, self.complain = journal, page, tables, grace, complain
        self.alone, self.rung = threading.RLock(), threading.Event()
        self.desks = {digest_of(token): Desk(self, name) for name, token in students.items()}
        self.benches: dict[int, Bench] = {}
        self.tables: dict[ClassTable, None] = {}
        self.failed: BaseException | None = None
        self.counted: Callable[[Standings], None] = lambda _: None  # is called with new standings
        self.open, self.stopped = True, False  # whether games are begun, and whether results no longer count
        self.games = secrets.randbits(31)  # names questions, unlike the names of an earlier process
        self.staff = {row for row, spec in enumerate(self.plan.players) if spec in staff}
        self.results = dict(journal.recorded)
        self.faults: set[tuple[str, How | None]] = set()  # the program and the kind of each fault that was told
        self.played = [each.seats for each in schedule_of(self.plan, self.results).pairings]
        self.scoreboard, self.due = Scoreboard(self.plan), 0.0  # when games are counted again, on time.monotonic()
        self.standings = self.scoreboard.standings(journal.number)
        self.sit_down()
        self.count()

    @property
    def plan(self) -> Tournament:
        """The tournament as it stands."""
        if self.journal.tournament is None:
            raise RuntimeError("no class was begun")
        return self.journal.tournament

    def sit_down(self) -> None:
        """Put the last program of each student at its desk, as an earlier process left them."""
        by_student = {desk.student: desk for desk in self.desks.values()}
        for row, (name, spec) in enumerate(zip(self.plan.names, self.plan.players, strict=True)):
            if spec.startswith(GUEST) and student_of(name) in by_student:
                by_student[student_of(name)].bench = self.benches[row] = Bench(self, row)

    # On the thread of the server.

    def find(self, digest: str) -> Desk | None:
        """Return what the token with this digest opens."""
        return self.desks.get(digest)

    def find_bench(self, desk: Desk, program: str) -> Bench:
        """Return the bench of a program: a new one with a row of its own if the student replaced the one before."""
        with self.alone:
            bench, spec = desk.bench, GUEST + program
            if bench and self.plan.players[bench.row] == spec:
                return bench
            count = 1 + sum(student_of(name) == desk.student for name in self.plan.names)
            if count > PROGRAMS:
                raise WireError(f"{desk.student} has had {PROGRAMS} programs here")
            if bench:
                bench.replaced = True
                bench.say("refused", words="Another program plays in your name now.")
            names, specs = (*self.plan.names, row_name(desk.student, count)), (*self.plan.players, spec)
            if not self.keep(lambda: self.journal.revise(replace(self.plan, names=names, players=specs))):
                raise WireError("the class cannot go on")
            new = self.benches[len(specs) - 1] = Bench(self, len(specs) - 1)
            return new

    # On the threads of the tables.

    def finish(self, table: GuestTable) -> None:
        """Keep the result of a game, and free its programs."""
        if not isinstance(table, ClassTable):
            raise TypeError("a game of another kind")
        with self.alone:
            del self.tables[table]
            for place in table.places:
                place.table = None
            if table.failed:
                self.failed = self.failed or table.failed
            if table.result and not self.stopped:
                self.keep_result(table.result, table.rows)
            self.page.leave(table)
        self.rung.set()

    def keep_result(self, result: Result, rows: tuple[int, int]) -> None:
        """Write a result down. Games are numbered as they end."""
        number = max(self.results, default=-1) + 1
        result = replace(result, record=replace(result.record, number=number, seed=self.plan.seed))
        if not self.keep(lambda: self.journal.note(result)):
            return
        self.results[number] = result
        self.played.append(rows)
        fault = result.record.names[0 if result.record.score == -1 else 1], result.forfeit
        if result.forfeit and fault not in self.faults:
            self.faults.add(fault)
            self.complain(f"game {number}: {printable(result.record.why)}")

    def keep(self, write: Callable[[], None]) -> bool:
        """Write into the journal, and return whether that was possible; otherwise the class ends."""
        try:
            write()
        except StorageError as error:
            self.failed = self.failed or error
            self.rung.set()
            return False
        return True

    # On the thread that runs it.

    def run(self, pressed: Callable[[], int]) -> None:
        """Begin games as programs come and become free, until it is stopped.

        pressed  how often Ctrl-C was pressed: once lets the games end that run, twice leaves them to `stop`.

        Raises what ends the class: an error in the rules, or in the journal.
        """
        while self.open or self.tables:
            self.rung.wait(PULSE)
            self.rung.clear()
            if self.failed:
                raise self.failed
            if pressed() and self.open:
                self.open = False
                running = format_count(len(self.tables), "game")
                more = f"; {running} to finish, and Ctrl-C again stops them" if self.tables else ""
                self.complain(f"no more games begin{more}")
            if pressed() > 1:
                break
            self.begin_games()
            if monotonic() >= self.due:
                self.count()
        self.count()

    def stop(self) -> None:
        """Stop the games that run. They do not count."""
        with self.alone:
            self.open, self.stopped = False, True
            for table in self.tables:
                table.stop()

    def begin_games(self) -> None:
        """Begin the games that are due now."""
        with self.alone:
            room = self.most - len(self.tables) if self.open else 0
            busy = {row: other for table in self.tables for row, other in (table.rows, table.rows[::-1])}
            free = self.connected() - busy.keys()
            if room <= 0 or len(free) < 2:
                return
            most = 2 * len(self.plan.openings) if self.plan.openings else inf
            chosen = NextGames(self.standings, self.played, self.staff, most).choose(free, busy)
            for rows, _ in zip(chosen, range(room), strict=False):
                self.begin_game(rows, sum({*rows} == {*seats} for seats in self.played) // 2)

    def begin_game(self, rows: tuple[int, int], pair: int) -> None:
        """Begin a game of the programs in these rows: seats 0 and 1. Both games of a `pair` have the same opening."""
        plan = self.plan
        opening = plan.openings[pair % len(plan.openings)] if plan.openings else ()
        spec, moves = start_of(plan.spec, opening)
        one, two = rows
        self.games += 1
        table = ClassTable(
            self,
            Plan(
                spec, (plan.players[one], plan.players[two]),
                secrets.randbits(63),  # also in the second game of a pair: programs remember the dice of the first
                plan.control_of(rows), opening=moves, called=(plan.names[one], plan.names[two]), guard=plan.guard,
            ),
            rows,
            self.games,
        )  # fmt: skip
        self.tables[table] = None
        table.start()

    def count(self) -> None:
        """Bring the standings up to date."""
        before = process_time()
        with self.alone:
            plan, results = self.plan, list(self.results.values())
        if self.scoreboard.tournament is not plan:
            self.scoreboard = Scoreboard(plan)
        if self.standings.played == len(results) and len(self.standings.rows) == len(plan.names):
            return
        for result in results:
            self.scoreboard.add(result)
        self.standings = self.scoreboard.standings(self.journal.number)
        self.counted(self.standings)
        self.due = monotonic() + (process_time() - before) / SHARE

    # From any thread.

    def connected(self) -> set[int]:
        """Return the rows whose programs are here."""
        here = {row for row, bench in list(self.benches.items()) if bench.windows and not bench.replaced}
        return here | self.staff
