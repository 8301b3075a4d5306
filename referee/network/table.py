"""A table: two places and one for onlookers. A thread plays one match after another between its guests."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import replace
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
from games.base.notation import printable
from games.capabilities import hides_information
from games.names.catalogue import SpecError
from players.player import OutOfTime
from referee.match.clock_text import write_clock
from referee.match.events import (
    UNSEEN,
    Asked,
    Declined,
    Ended,
    Event,
    How,
    MatchAbandoned,
    Moved,
    PlayedMove,
    Started,
    TakenBack,
)
from referee.match.players import distinct_name
from referee.network.chair import Chair
from referee.network.seat import Said, Seat, write_left
from referee.network.wire import TEXT, WISHES, WireError
from referee.reports.history import events_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.game import Game
    from referee.batches.plan import Plan
    from referee.storage.archive import Archive
    from referee.storage.kept_match import KeptMatch
    from referee.storage.saved_match import SavedMatch

WINDOWS = 4  # at a chair of somebody who plays
ONLOOKERS = 200  # windows at the onlookers' chair
STACK = 512 << 10  # bytes of a table's thread: there may be hundreds
WAITING = 128  # messages of a chair that wait for a table, at most; what comes then is dropped
UNNAMED = ("First", "Second")
UNSEEN_WORDS = "{0} moves", "{1} moves", "something is dealt"  # what onlookers hear of hidden moves, the last of chance


def check_start(spec: str) -> None:
    """Raise SpecError for a game that hides something and begins in a position: all guests hear where it begins."""
    game, position = games.split_position(spec)
    if position and hides_information(games.load(game)):
        raise SpecError(f"{game} hides something, so it cannot be hosted from a position, which every guest is told")


class Place(Chair):
    """A chair, and the guests at it: its token opens it at whatever table it stands. `Server` calls its methods.

    name, greeting  as its guest gave them, printable and cut; "" if none.
    most     windows at once;  windows  how many are open;  speaks  whether they have anything to say.
    came     whether anybody ever sat here.
    away     since when nobody is here, on time.monotonic(), inf while somebody is;  left  whether they left knowingly.
    latency  the seconds of the last round trip to a guest here.
    asked    the name of the question that stands, [] if none: its first answer does not count against the rate.
    table    the table that it stands at, None if at none;  number  of the chair there: 0, 1, or None for onlookers.
    """

    def __init__(self, most: int = WINDOWS, speaks: bool = True) -> None:
        super().__init__()
        self.name = self.greeting = ""
        self.most, self.speaks, self.windows, self.came, self.left = most, speaks, 0, False, False
        self.away, self.latency = monotonic(), 0.0
        self.asked: list[int] = []
        self.table: GuestTable | None = None
        self.number: int | None = None

    def arrive(self, name: str, greeting: str, program: str = "") -> Place:
        """Seat a guest who has shown the token, in one more window, and return its place: this, or one behind it.

        program  a text by which its program is known.

        Raises WireError if there are too many windows.
        """
        if self.windows >= self.most:
            raise WireError(f"there are {self.most} windows at this chair already")
        self.windows += 1
        self.name, self.greeting = clean(name) or self.name, clean(greeting) or self.greeting
        self.came, self.left, self.away = True, False, inf
        self.look()
        return self

    def depart(self) -> None:
        """Note that a window was closed or its line is lost."""
        self.windows -= 1
        if not self.windows:
            self.away = monotonic()
        self.look()

    def look(self) -> None:
        """Let the table notice who is here."""
        if self.table:
            self.table.look()

    def is_asked(self, said: dict[str, Any]) -> bool:
        """Return whether a message is the first answer to the question that stands."""
        if not self.asked or said.get("ask") != self.asked:
            return False
        self.asked = []
        return True

    def hear(self, said: dict[str, Any], latency: float) -> bool:
        """Take a message of a guest for the table; return whether the guest stays. Raises WireError if it is none.

        latency  the seconds of a round trip to it, as the host measured them.
        """
        if said.get("wish") == "leave":
            self.left = True
            return False
        if not self.speaks:
            raise WireError("onlookers only look on")
        answer = isinstance(said.get("ask"), list) and (type(said.get("move")) is str or type(said.get("yes")) is bool)
        if not answer and said.get("wish") not in WISHES and type(said.get("fault")) is not str:
            raise WireError("that is neither an answer nor a wish")
        self.latency = latency
        if self.table and self.number is not None:
            self.table.take(Said(self.number, said, latency))
        return True


def clean(text: str) -> str:
    """Return a text of a guest in one printable line, cut."""
    return printable(text[:TEXT]).strip()[:TEXT]


class GuestTable:
    """Two places at which matches are played in a thread; what happens is written into their logs, and kept.

    plan      what is played; `called` are the names by seats, None: as the guests say. Later matches draw their seeds.
    places    the chairs 0 and 1;  onlookers  the place of all others, None: there is none.
    archive   where matches are kept; None: nowhere. Many tables may share one.
    grace     seconds that a seat may be away until the other may claim the match or adjourn it.
    person    whether people sit here, who may wish all of WISHES, also a rematch; programs only resign.
    number    of the first match in the names of questions: unlike any other match at the same places.
    round     which match of this table comes first: in odd ones chair 0 sits on seat 1.
    kept      the match to go on with, or the last one if it is over.
    watch     is called with each event as an onlooker sees it, on the table's thread.
    begun     is called on it with the row of a match in the archive, and its round; it returns whether it noted them.
    done      is called with the table when its thread ends.
    minutes   the match as the archive writes it down, None if none does.
    ended     how the match ended, None while it has not;  failed  the error that broke the table.
    """

    def __init__(
        self,
        plan: Plan,
        places: tuple[Place, Place],
        onlookers: Place | None = None,
        archive: Archive | None = None,
        *,
        grace: float = 120.0,
        person: bool = True,
        number: int = 0,
        round: int = 0,  # noqa: A002
        kept: SavedMatch | None = None,
        watch: Callable[[Event], None] | None = None,
        begun: Callable[[int, int], bool] | None = None,
        done: Callable[[GuestTable], None] | None = None,
    ) -> None:
        self.plan, self.places, self.onlookers, self.archive, self.kept = plan, places, onlookers, archive, kept
        self.grace, self.person, self.first, self.round = grace, person, number, round
        self.watch, self.begun, self.done = watch, begun, done
        self.names = plan.called or UNNAMED
        self.ply, self.moved, self.tries = 0, [0, 0], Counter[int]()
        self.wished = ""  # for what the other is asked
        self.refused: dict[tuple[int, str], int] = {}  # offers that were declined: after how many moves of their seat
        self.unseen = games.load(plan.game)  # what onlookers see of a game that hides something
        self.game: Game = self.unseen  # as it stands
        self.secret = hides_information(self.game)
        self.asked, self.since = Asked(self.game, 0), 0.0  # the last question for a move, and when it was asked
        self.told = "", ""  # the text and the words of the last move, for onlookers
        self.mail: SimpleQueue[Said | None] = SimpleQueue()  # None: look who is here
        self.waiting = Counter[int]()  # messages in it, by chair
        self.stopping, self.row = False, 0  # the row that `begun` knows
        self.minutes: KeptMatch | None = None
        self.ended: Ended | None = None
        self.failed: BaseException | None = None
        for place, number_there in zip((*places, onlookers), (0, 1, None), strict=True):
            if place:
                place.table, place.number = self, number_there
        self.thread = threading.Thread(target=self.run, name="table", daemon=True)

    # From any thread.

    def start(self) -> None:
        """Begin to wait for both guests in a thread of its own; the match starts when both have come once."""
        before = threading.stack_size(STACK)
        try:
            self.thread.start()
        finally:
            threading.stack_size(before)

    def stop(self) -> None:
        """End the thread soon: a match under way is kept as it stands. Does not wait."""
        self.stopping = True
        self.mail.put(None)

    def join(self, seconds: float | None = None) -> bool:
        """Wait until the thread has ended; return whether it has."""
        self.thread.join(seconds)
        return not self.thread.is_alive()

    def take(self, said: Said) -> None:
        """Put what a guest said into the queue of the table."""
        if self.waiting[said.number] < WAITING:  # a flood of one guest must not cost the other an answer
            self.waiting[said.number] += 1
            self.mail.put(said)

    def read_mail(self, end: float) -> Said | None:
        """Return what comes next; None: look who is here. Raises Empty at `end`, and MatchAbandoned when it stops."""
        said = self.mail.get(timeout=None if end == inf else max(end - monotonic(), 0.0))
        if self.stopping:
            raise MatchAbandoned
        if said:
            self.waiting[said.number] -= 1
        return said

    def look(self) -> None:
        """Say to all who is here, and wake the table."""
        seats = [self.place_on(seat) for seat in (0, 1)]
        here = [place.windows > 0 for place in seats]
        self.say(
            "here",
            seats=here,
            greetings=[place.greeting for place in seats],
            onlookers=self.onlookers.windows if self.onlookers else 0,
            grace=self.least_patience,
        )
        self.mail.put(None)

    def say(self, kind: str, /, *seats: int | None, **words: Any) -> None:
        """Say how things stand to the guests on `seats`, None for onlookers; to everybody if no seat is named."""
        for seat, place in self.audience():
            if not seats or seat in seats:
                place.say(kind, **words)

    @property
    def match(self) -> int:
        """The number of the match in the names of questions."""
        return self.first + self.round

    def seat_of(self, chair: int) -> int:
        """Return the seat that a chair has in this match."""
        return chair ^ (self.round & 1)

    def place_on(self, seat: int | None) -> Any:
        """Return the place on a seat; None: the place of the onlookers, if there is one."""
        return self.onlookers if seat is None else self.places[self.seat_of(seat)]

    def audience(self) -> Iterator[tuple[int | None, Place]]:
        """Yield the places that hear of the match: on each seat, and the onlookers' with None."""
        yield from ((seat, self.place_on(seat)) for seat in (0, 1))
        if self.onlookers:
            yield None, self.onlookers

    def patience(self, seat: int) -> float:
        """Return the seconds until the other may claim the match from this seat; inf while somebody sits there."""
        away = self.place_on(seat).away
        return inf if away == inf else max(away + self.grace - monotonic(), 0.0)

    def least_patience(self) -> float | None:
        """Return the seconds until who is away may be claimed against; None if nobody is away."""
        least = min(map(self.patience, (0, 1)))
        return None if least == inf else least

    # On the thread of the table.

    def run(self) -> None:
        """Wait for both, and play until nobody wants a rematch, a match is adjourned or the table is stopped."""
        try:
            if self.kept and self.kept.how:
                self.show_again(self.kept)
            else:
                while not all(place.came for place in self.places):
                    self.hear_between(inf)
                self.play()
            while self.person and self.ended and self.ended.score is not None and self.wants_rematch():
                self.change_seats()
                self.play()
        except MatchAbandoned:
            pass
        except Exception as error:  # noqa: BLE001  # of the rules: there is nobody else to tell
            self.failed = error
            self.write("end", score=None, how=How.LEFT.value, why="the rules of the game failed", left=[], moves=[])
        if self.done:
            self.done(self)

    def hear(self, end: float) -> Said:
        """Return what a guest says next. Raises OutOfTime at `end`, and MatchAbandoned if the table is stopped."""
        while True:
            try:
                if said := self.read_mail(end):
                    return said
            except Empty:
                raise OutOfTime from None

    def hear_between(self, end: float) -> Said | None:
        """Return what a guest says while no match is played; None when somebody comes or goes, and at `end`."""
        with suppress(Empty):
            said = self.read_mail(end)
            if said is None or said.words.get("wish") == "rematch":
                return said
            self.places[said.number].say("note", words="No match is being played.")
        return None

    def wants_rematch(self) -> bool:
        """Return whether both wish to play once more; False when both have left, or were away for the grace."""
        wanted: set[int] = set()
        while len(wanted) < 2:
            dues = [place.away if place.left else place.away + self.grace for place in self.places]
            if (end := max(dues)) <= monotonic():
                return False
            said = self.hear_between(end)
            if said is None or said.words.get("at") != [self.match, self.ply]:
                continue
            wanted.add(said.number)
            name = self.names[self.seat_of(said.number)]
            self.places[1 - said.number].say("note", words=f"{name} would like a rematch.", wish="rematch")
        return True

    def change_seats(self) -> None:
        """Make ready for the next match."""
        plan, self.kept = self.plan, None
        self.round += 1
        self.names = self.names[1], self.names[0]
        self.plan = replace(plan, seed=secrets.randbits(63), control=plan.control.swapped, called=self.names)
        self.look()

    def play(self) -> None:
        """Play one match to its end."""
        if not self.plan.called:
            one, two = (distinct_name(self.place_on(seat).name or UNNAMED[seat]) for seat in (0, 1))
            self.names = (one, two) if one != two else (f"{one} (1)", f"{two} (2)")
            self.plan = replace(self.plan, called=self.names)
        self.tries.clear()
        self.refused.clear()
        self.ended, self.minutes = None, self.keep(self.archive) if self.archive else None
        seats: list[Any] = [Seat(self, seat) for seat in (0, 1)]
        with ExitStack() as stack:
            if self.minutes:
                stack.callback(self.minutes.close)
                self.note_row(self.minutes.row)
            events = self.plan.task(0).match(seats, self.kept.past if self.kept else ())
            stack.callback(events.close)  # type: ignore[attr-defined]  # a generator
            for event in events:
                if self.minutes:
                    self.minutes.note(event)
                    self.note_row(self.minutes.row)
                self.publish(event)
                if self.watch:
                    self.watch(self.as_onlooker(event))

    def show_again(self, kept: SavedMatch) -> None:
        """Tell of a match that is over as if it had just ended: a rematch may follow."""
        moves: list[PlayedMove] = []
        for event in events_of(kept.record()):
            match event:
                case Moved(seat=seat, move=move, text=text, heard=heard, left=left):
                    moves.append(PlayedMove(seat, move, text, heard, left))
                case Ended():
                    event = replace(event, moves=tuple(moves))  # noqa: PLW2901
            self.publish(event)
            if self.watch:
                self.watch(self.as_onlooker(event))

    def keep(self, archive: Archive) -> KeptMatch:
        """Return the match as it is written down from now on."""
        if self.kept and self.kept.number:
            return archive.resume(self.kept.number)
        return archive.begin(self.plan.heading(0), self.plan.control, self.plan.opening)

    def note_row(self, row: int) -> None:
        """Tell in which row the match is kept, once it is, and again if that changes or could not be noted."""
        if self.begun and row not in (0, self.row) and self.begun(row, self.round):
            self.row = row

    def name_question(self) -> list[int]:
        """Return the name of a new question."""
        self.tries[self.ply] += 1
        return [self.match, self.ply, self.tries[self.ply] - 1]

    # What each viewer hears.

    def publish(self, event: Event) -> None:
        """Tell all what happened, each as far as it may know."""
        match event:
            case Started():
                self.start_logs(event)
            case Moved():
                self.write_move(event)
            case TakenBack(count=0):
                self.say("note", 0, 1, words="There is nothing to take back.")
            case TakenBack():
                self.ply, self.game = self.ply - event.count, event.game
                self.write("back", count=event.count, left=write_left(event.left))
            case Asked():
                self.asked, self.since = event, monotonic()
            case Declined():
                self.say("note", *((0, 1) if event.seat is None else (event.seat,)), words=event.why)
            case Ended():
                self.ended, self.game = event, event.game
                texts = [made.text for made in event.moves]
                how, left = event.how.value, write_left(event.left)
                self.write("end", score=event.score, how=how, why=event.why, left=left, moves=texts)

    def start_logs(self, event: Started) -> None:
        """Begin the logs of a match, with all moves that were made before."""
        plan, self.game, self.ply = self.plan, games.load(self.plan.game), 0
        words = {"match": self.match, "game": self.plan.heading(0).game, "names": event.names}
        words |= {"clock": write_clock(plan.control) if plan.control.timed else "", "left": write_left(event.left)}
        for seat, place in self.audience():
            place.write("start", **words, seat=seat, secret=self.secret)
        for moved in event.before:
            self.write_move(moved)

    def write_move(self, moved: Moved) -> None:
        """Write a move into the logs, as each place may know it."""
        before, self.game = self.game, moved.game
        self.ply += 1
        if moved.seat >= 0:
            self.moved[moved.seat] += 1
        self.told = "hidden", UNSEEN_WORDS[moved.seat]
        if moved.heard == (moved.text, moved.text):
            self.told = moved.text, before.say(moved.move)
        left = write_left(moved.left)
        for seat, place in self.audience():
            text, words = self.told if seat is None else (moved.heard[seat], before.say(moved.move, seat))
            place.forget("note")
            place.write(
                "moved", seat=moved.seat, text=text, words=words, seconds=moved.seconds, left=left,
                position=self.position_for(seat),
            )  # fmt: skip

    def as_onlooker(self, event: Event) -> Event:
        """Return an event without what onlookers may not know; at the end they may know everything."""
        if not self.secret or isinstance(event, Ended):
            return event
        if isinstance(event, Started):
            event = replace(event, before=())
        if isinstance(event, Moved):
            text, words = self.told
            event = replace(event, move=UNSEEN, text=text, heard=(text, text), words=words)
        return replace(event, game=self.unseen)

    def position_for(self, seat: int | None) -> str | None:
        """Return the position as far as a seat knows it, for a game that hides something; otherwise None."""
        if not self.secret or seat is None:
            return None
        with suppress(ValueError):  # it has no notation
            return self.game.position(seat)
        return None

    def show_turn(self, seat: int, runs: bool) -> Callable[[], list[object]]:
        """Say to all others that a seat is asked. Return what tells what the clocks show, whether they run or not."""
        asked, since = self.asked, self.since
        stopped = None if runs else monotonic()

        def left() -> list[object]:
            return write_left(asked.left_after((stopped or monotonic()) - since))

        self.place_on(seat).forget("turn")
        self.place_on(1 - seat).forget("ask")
        self.say("turn", 1 - seat, None, seat=seat, left=left)
        return left

    def write(self, kind: str, **words: Any) -> None:
        """Write a line into all logs."""
        for _, place in self.audience():
            place.forget("note")
            place.forget("turn")
            place.write(kind, **words)
