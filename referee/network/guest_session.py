"""The table of a guest: matches at a host, one after the other, on the page or in the lines of any other match."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

import players
from games.capabilities import can_drop_dead
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from players.entry import ANSWERS, DEAD, DRAW, HELP, LEGAL, RESIGN, UNDO, Request, Word
from players.player import AgreeDead, OfferDraw, Quit, TakeBack
from referee.batches.plan import Plan
from referee.match.clocks import UNLIMITED
from referee.match.events import Ended, Event
from referee.match.players import player_name
from referee.match.record import Heading, make_record
from referee.match.sentences import describe_opponents, outcome_sentence
from referee.match.series import Sitting
from referee.match.wording import Viewpoint
from referee.network.guest import NEWS, GuestTask, PersonTask, ProgramTask, Visit, Wish
from referee.network.line import LINE, HostLine, shown
from referee.network.presence import DOWN, UP
from referee.network.told import ToldMatch, believing_host
from referee.running.game_task import check_player
from referee.storage.archive import Archive, add_record, open_archive
from referee.storage.kept_match import KeptMatch
from referee.storage.saved_match import is_persons
from referee.support.settings import UNNAMED
from referee.table.next_match import AGAIN, NextMatch
from referee.table.prompt_commands import PLAY_ON
from referee.table.screens import line_front
from referee.table.session import Session, people
from referee.table.typed_lines import TypedLines
from referee.table.vocabulary import CLOCK, FLIP, MOVES, POSITION, QUIT, RULES, SAVE, SCORE, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.network.invitation import Invitation
    from referee.running.game_task import GameTask
    from referee.support.settings import Settings
    from referee.table.front import Front

CLAIM = Word("claim", "win the match, once the other has been away for too long", request=lambda: Wish("claim"))
ADJOURN = Word(
    "adjourn", "leave the match unfinished, once the other has been away for too long",
    request=lambda: Wish("adjourn"),
)  # fmt: skip
WORDS = (
    RULES, LEGAL, replace(UNDO, does="ask to take back your last move; the other has to agree"), MOVES, POSITION, SCORE,
    CLOCK, FLIP, SAVE, replace(DRAW, does="offer a draw, at any time"), DEAD, CLAIM, ADJOURN,
    replace(RESIGN, does="give up this game, at any time"), HELP,
    replace(QUIT, does="leave the table; the same invitation brings you back"),
)  # fmt: skip
SAID = {OfferDraw: "You offer a draw.", TakeBack: "You ask to take back a move.", AgreeDead: "You ask the other."}
REMATCH = "You ask for a rematch."
ONCE_MORE = "Type rematch to ask for another match, or press Enter to leave: "
ADJOURNED = "The match is adjourned. The host keeps it, and may go on with it."
QUICK = 0.3  # seconds between two moves for onlookers, at most


@dataclass(frozen=True)
class GuestPlan(Plan):
    """The plan of a match that is played at a host."""

    at: GuestTask | None = None

    def task(self, number: int) -> GameTask:
        """Return the guest's task, which takes the place of a GameTask."""
        return self.at  # type: ignore[return-value]


class ToldKept(KeptMatch):
    """A match that is played elsewhere: it is written down once it is over, and all of it is known.

    writes  whether it is written down at all.
    """

    def __init__(self, archive: Archive, heading: Heading, writes: bool = True):
        super().__init__(archive, archive.find, (heading, UNLIMITED, (), None), None)
        self.archive, self.heading, self.writes = archive, heading, writes

    def note(self, event: Event) -> None:
        """Write the match down if this is its end."""
        if self.writes and isinstance(event, Ended) and event.score is not None:
            texts = [made.text for made in event.moves]
            record = make_record(self.heading, texts, event.how.value, event.why, event.score)
            try:
                self.row, _ = add_record(self.archive, record)
            except SpecError:
                self.failure = self.database.failure

    def catch_up(self) -> None:
        """Do nothing: it is written at once or not at all."""


class GuestSession(Session):
    """One match at a host, in front of a guest."""

    def __init__(self, task: GuestTask, stay: Stay, archive: Archive, wanted: Settings):
        told = task.told
        plan = GuestPlan(told.spec, ("human", "human"), 0, told.control, called=told.names, at=task)
        super().__init__(NextMatch(plan), wanted, archive, stay.sitting)
        self.task, self.title, self.stay = task, plan.game, stay
        self.seeded = False  # only the host knows it
        self.front: Any = None  # a page has more than all fronts have in common

    def begin(self) -> KeptMatch:
        return ToldKept(self.archive, self.minutes.heading, writes=not self.stay.visitor)

    @property
    def options_note(self) -> str:
        """No note: the game was chosen elsewhere."""
        return ""

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of this table: what is still hidden cannot be saved, and a visitor saves nothing."""
        told = self.task.told
        without = [SAVE] * (told.secret or self.stay.visitor) + [DEAD] * (not can_drop_dead(told.game))
        return tuple(word for word in WORDS if word not in without)

    def in_lines(self) -> str:
        """Play in lines, which one thread reads for all matches of a stay."""
        seats = people(self.seated)
        front = line_front(seats, self.wanted, self.stay.lines)
        front.tell(self.title)
        self.play(front)
        self.farewell(front, any(seats))
        return ""

    def play(self, front: Front) -> None:
        """Play the match at a front; a rematch closes the page."""
        task, self.front = self.task, front
        task.tell, task.gone, task.stays = front.tell, lambda: front.gone, front.keys
        if isinstance(task, PersonTask):
            front.words = self.words
            task.call_off, task.wish = front.call_off, self.wish
            if not front.keys:
                task.read, task.eager = self.read_line, os.isatty(0)
        if front.keys:
            self.front.view.remote, self.front.view.writes = True, not self.stay.visitor
            self.front.wish = self.wish
        super().play(front)
        if front.keys and task.next_start:
            self.front.call_later(self.front.leave_for, AGAIN)

    def read_line(self) -> str:
        """Return what is typed while nobody is asked, or after the end."""
        return self.stay.lines.read(ONCE_MORE if self.task.told.ended else "").strip()

    def wish(self, text: str) -> bool:
        """Take what is typed while nobody is asked, if it is a wish; return whether it was. Raises Quit in lines."""
        task = self.task
        if not isinstance(task, PersonTask):
            return False
        if task.told.ended:
            if not task.stays and text.casefold() not in ("rematch", AGAIN):
                raise Quit
            task.send(Wish("rematch"))
            self.front.tell(REMATCH)
            return True
        doubted, task.doubted = task.doubted, None
        if doubted and text.casefold() in ANSWERS:
            if ANSWERS[text.casefold()]:
                task.send(doubted)
            else:
                self.front.tell(PLAY_ON)
            return True
        entry = parse(task.told.game, text, self.front.words)
        if not isinstance(entry, Request):
            return False
        if isinstance(entry.request, Quit):
            task.visit.inbox.put({"is": "quit"})
        elif entry.word.doubt:
            task.doubted = entry.request
            self.front.tell(entry.word.doubt)
        else:
            task.send(entry.request)
            if said := SAID.get(type(entry.request)):
                self.front.tell(said)
        return True

    def farewell(self, front: Front, way: bool) -> None:
        """Tell people who leave how to come back to the match, or where it is kept."""
        if self.minutes.over and not self.stay.visitor:
            super().farewell(front, way)
        elif not self.minutes.over:
            if self.task.told.ended:
                front.tell(ADJOURNED)
            front.tell(self.stay.back)


def wait_for_start(visit: Visit, say: Callable[[str], None]) -> dict[str, Any]:
    """Return the message with which a match begins. Raises SpecError if the host refuses this guest."""
    here = None
    while True:
        said = visit.next()
        assert said is not None  # noqa: S101  # for the type checker
        if said["is"] == "start":
            visit.first += [here] if here else []
            return said
        if said["is"] == "refused":
            raise SpecError(f"the host at {visit.line.where} says: {shown(said.get('words'))}")
        if said["is"] == LINE:
            say(UP if said["up"] else DOWN)
        elif said["is"] == "here":
            if here is None:
                say("Waiting for the match to begin. Ctrl-C leaves.")
            here = said


def find_player(spec: str) -> str | None:
    """Return the spec of the program that plays; None if a person does. Raises SpecError if there is none."""
    if is_persons(spec):
        return None
    if not players.CATALOGUE.is_outside(spec):
        check_player(spec, "tic-tac-toe")
    return spec


def name_of(spec: str | None, name: str) -> str:
    """Return what a guest is called: by its own name, else as its program is; "" leaves it to the host."""
    if name != UNNAMED:
        return name
    return "" if spec is None else player_name(spec)


def visit_host(where: Invitation, name: str = "", greeting: str = "", program: str = "") -> Visit:
    """Return the stay at a host that begins now. Raises SpecError if it cannot be reached.

    program  the version of the program that plays, "" if a person does.
    """
    visit = Visit(HostLine(where, name, greeting, program))
    visit.line.open()
    return visit


def take_up(visit: Visit, start: dict[str, Any], file: str) -> ToldMatch:
    """Return the match that began, with all moves that were made before this guest came."""
    with believing_host(SpecError):
        told, news = ToldMatch(start, file), []
        while (said := visit.next()) and (said["is"] in NEWS or told.is_past(said)):
            news += [said] if said["is"] in NEWS else []
    visit.first += [said, *news[::-1]] if said else news[::-1]
    return told


@dataclass(frozen=True)
class Stay:
    """How a guest stays at a host.

    wanted   the settings;  file  the guest's own file of the game, "" for built-in games.
    back     how to come back;  visitor  whether nothing may be written here.
    sitting  who has won how often;  lines  what is typed where there is no page.
    """

    visit: Visit
    wanted: Settings
    back: str
    file: str = ""
    visitor: bool = False
    sitting: Sitting = field(default_factory=Sitting)
    lines: TypedLines = field(default_factory=TypedLines)

    def sit(self) -> None:
        """Play or follow match after match at the page or in lines, until people leave."""

        def play(told: ToldMatch, archive: Archive) -> GuestTask:
            looks_on, wanted = told.seat is None, self.wanted
            task = GuestTask(self.visit, told) if looks_on else PersonTask(self.visit, told)
            if looks_on:
                wanted = replace(wanted, pace=min(wanted.pace, QUICK), plain=wanted.plain or told.secret)
            session = GuestSession(task, self, archive, wanted)
            session.on_page() if session.paged else session.in_lines()
            return task

        self.play_all(play)

    def send_program(self, spec: str, seed: int) -> None:
        """Let a program play match after match, and tell of each in two lines, until the process is interrupted."""

        def play(told: ToldMatch, archive: Archive) -> GuestTask:
            task = ProgramTask(self.visit, told, spec, seed, complain)
            task.tell = print
            self.follow(task, told, archive)
            return task

        self.play_all(play)

    def play_all(self, play: Callable[[ToldMatch, Archive], GuestTask]) -> None:
        """Play one match after the other; leave the host in the end."""
        start: dict[str, Any] | None = wait_for_start(self.visit, print)
        try:
            with closing(open_archive()) as archive:
                while start:
                    start = play(take_up(self.visit, start, self.file), archive).next_start
        finally:
            self.visit.leave()

    def follow(self, task: ProgramTask, told: ToldMatch, archive: Archive) -> None:
        """Play one match of a program, and keep it."""
        pair = (task.spec, "human") if told.seat == 0 else ("human", task.spec)
        kept = ToldKept(archive, Heading(told.spec, pair, told.names, 0))
        print(f"{describe_opponents(told.game, told.names)}: {told.spec}", flush=True)
        for event in task.match():
            kept.note(event)
            if isinstance(event, Ended):
                first, second = told.game.seats
                said = outcome_sentence(event, Viewpoint(told.names, (first, second), None))
                print(f"{said} See it again: referee replay {kept.row}" if kept.row else said, flush=True)


def complain(trace: str) -> None:
    """Show why a program crashed."""
    print(trace, end="", file=sys.stderr, flush=True)
