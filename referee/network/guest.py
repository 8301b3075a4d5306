"""What a guest does at a table across machines: as a person, as a program, or looking on.

A task of a guest takes the place of a GameTask: a session sees the same events, but they come down a line.
"""

from __future__ import annotations

import os
import random
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
from games.base.rule_values import not_legal
from games.game import IllegalMove
from players.human import HumanPlayer
from players.player import (
    AgreeDead,
    CalledOff,
    OfferDraw,
    OutOfTime,
    PlayerRequest,
    Quit,
    Resigned,
    TakeBack,
    Unplayable,
)  # fmt: skip
from players.search.clock import hurry, relax
from referee.match.clocks import hold_back
from referee.match.events import Ended, Event, Forfeit, How, MatchAbandoned, Moved, Started, TakenBack
from referee.match.players import (
    RemotePlayer,
    accepts_draw,
    classify_error,
    costs_the_game,
    describe_object,
    find_method,
    plain_value,
)  # fmt: skip
from referee.network.line import LINE, WRONG, shown
from referee.network.presence import DOWN, Presence
from referee.network.told import ToldMatch, believing_host
from referee.running.game_task import crash_traceback, make_player
from referee.running.lasting_players import release
from referee.support.process_exit import end_forked_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from games.game import Game
    from players.player import Player
    from referee.network.line import HostLine

NEWS = ("here", "note", LINE)  # kinds of messages that disturb nobody who is asked
ENDS = ("end", "back", "start", "refused")  # of messages after which a program need not think on
NOT_NOW = "It is not your turn: draw, resign, undo and quit are heard at once."
STILL = "The match is over, and the program still thinks about a move. Until it answers it loses every other match too."
GONE = "The host has closed the table."
POLL = 0.1  # seconds between two looks whether anybody is still at the page


def ignore(text: str) -> None:
    """Show nothing."""


class Wish(PlayerRequest):
    """Asks the host for something that only people at different machines need: to claim, to adjourn, a rematch."""

    def __init__(self, name: str):
        super().__init__(name)
        self.name = name


def words_of(request: Exception) -> dict[str, str]:
    """Return what a request of a person is in a message to the host."""
    match request:
        case AgreeDead():
            return {"wish": "dead", "points": " ".join(request.points)}
        case Wish():
            return {"wish": request.name}
    names = {Resigned: "resign", OfferDraw: "draw", TakeBack: "undo"}
    return {"wish": names[type(request)]}


class Visit:
    """A guest's stay at a host: its line, and the messages that came down it and are not read yet."""

    def __init__(self, line: HostLine):
        self.line = line
        self.inbox: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.first: list[dict[str, Any]] = []  # messages that were put back
        line.hear = self.inbox.put

    @property
    def empty(self) -> bool:
        """Whether all messages are read."""
        return not self.first and self.inbox.empty()

    def next(self, gone: Callable[[], bool] = lambda: False) -> dict[str, Any] | None:
        """Return the next message; None as soon as everybody is `gone`."""
        while not gone():  # now and then, so that signals are heard too
            if self.first:
                return self.first.pop()
            with suppress(Empty):
                return self.inbox.get(timeout=POLL)
        return None

    def leave(self) -> None:
        """Leave the host knowingly."""
        self.line.send({"wish": "leave"})
        self.line.close()


class OtherGuest:
    """Who sits at another machine: its moves come from the host.

    doing  says what the page shows while it is to move.
    """

    elsewhere = True

    def __init__(self, seat: int, presence: Presence):
        self.seat, self.presence = seat, presence

    def doing(self, who: str) -> str:
        return self.presence.doing(self.seat, who)

    def choose(self, game: Game, deadline: float = inf) -> int:
        """Do nothing: it is never asked here."""
        raise NotImplementedError


class GuestTask:
    """One match at a host, as an onlooker follows it.

    told   the match;  presence  who is there.
    tell   shows a sentence to the people here;  gone  returns whether they have left.
    stays  whether the guest waits for the host after the end of a match too: a program, and people at a page.
    next_start  the message with which another match began, once it has.
    """

    def __init__(self, visit: Visit, told: ToldMatch):
        self.visit, self.told = visit, told
        self.presence = Presence(told.names, told.seat)
        self.tell: Callable[[str], None] = ignore
        self.gone: Callable[[], bool] = lambda: False
        self.next_start: dict[str, Any] | None = None
        self.seated: tuple[Player, Player] = (OtherGuest(0, self.presence), OtherGuest(1, self.presence))
        self.left = False  # whether the guest leaves, or nothing can follow
        self.stays = False

    def make_players(self) -> list[Player]:
        """Return who sits on the seats, as this guest sees it."""
        return list(self.seated)

    def match(self, seated: Sequence[Player] | None = None, past: Sequence[object] = ()) -> Iterator[Event]:
        """Yield the events of the match; after its end it is heard whether another one begins."""
        yield self.note(self.told.started())
        while True:
            yield from map(self.note, self.act())
            if self.left or self.next_start or (said := self.visit.next(self.gone)) is None:
                return
            yield from map(self.note, self.take_safely(said))

    def note(self, event: Event) -> Event:
        """Return the event, before people see it."""
        return event

    def act(self) -> Iterator[Event]:
        """Do what is to be done before the next message is waited for; yield what that changes."""
        yield from ()

    def take_safely(self, said: dict[str, Any]) -> Iterator[Event]:
        """Yield what a message changes. Raises FalseHost for one that no host writes."""
        with believing_host():
            yield from self.take(said)

    def take(self, said: dict[str, Any]) -> Iterator[Event]:
        """Yield what a message changes."""
        if said.get("closed") and self.told.ended and not self.stays:
            self.tell(GONE)
            self.left = True
        elif said["is"] in NEWS:
            self.tell_news(said)
        elif said["is"] == "refused":
            self.tell(f"{shown(said['words'])}.")
            self.left = True
        elif said["is"] == "start" and self.told.is_left_by(said):
            self.next_start = said
        else:
            yield from self.told.events(said, self.seated)
            if said["is"] == "end" and self.told.ended and self.told.secret and self.told.seat is None:
                self.tell(f"All moves: {' '.join(made.text for made in self.told.ended.moves)}")

    def tell_news(self, said: dict[str, Any]) -> None:
        """Tell the people here what there is to tell of a message."""
        self.presence.over = self.told.ended is not None
        for sentence in self.presence.note(said):
            self.tell(sentence)

    def describe_crash(self, error: BaseException | None, moves: str) -> str:
        """Return "": errors of others are shown where they happened."""
        return ""


class PlayingTask(GuestTask):
    """One match at a host for who plays there. A subclass says who.

    question  the one that stands, None if there is none;  deadline  until when it may be answered.
    aside     the question that stands again if a wish is refused.
    """

    def __init__(self, visit: Visit, told: ToldMatch, me: Any):
        super().__init__(visit, told)
        assert told.seat is not None  # noqa: S101  # for the type checker: an onlooker has another task
        self.me, self.seat = me, told.seat
        one, two = self.seated
        self.seated = (me, two) if self.seat == 0 else (one, me)
        self.question: dict[str, Any] | None = None
        self.aside: dict[str, Any] | None = None
        self.deadline = inf
        self.answered: dict[str, Any] | None = None  # the last answer with a move

    def match(self, seated: Sequence[Player] | None = None, past: Sequence[object] = ()) -> Iterator[Event]:
        self.visit.line.hear = self.hear
        try:
            yield from super().match(seated, past)
        finally:
            self.visit.line.hear = self.visit.inbox.put

    def hear(self, said: dict[str, Any]) -> None:
        """Take a message, on the thread of the line."""
        self.visit.inbox.put(said)

    def take(self, said: dict[str, Any]) -> Iterator[Event]:
        if said["is"] == "note" and self.aside:
            self.question = self.aside
        elif said["is"] not in NEWS:
            self.question = self.aside = None
        for event in super().take(said):
            if isinstance(event, TakenBack):
                self.answered = None
            yield event
        if said["is"] == "ask":
            self.hear_question(said)

    def hear_question(self, said: dict[str, Any]) -> None:
        """Put a question before the guest, or send its last answer again: the host has not heard that."""
        again = 2 if self.told.anew else 3  # parts of the name: a new process of the host counts its questions anew
        self.told.anew = False
        if self.answered and self.answered["ask"][:again] == said["ask"][:again] and said["kind"] == "move":
            self.answered["ask"] = said["ask"]
            self.visit.line.send(self.answered)
            return
        limit = said.get("seconds")
        self.question, self.deadline = said, inf if limit is None else monotonic() + float(limit)

    def answer(self, question: dict[str, Any], **words: Any) -> None:
        """Answer the question that stands; without a line the host asks again, and hears it then."""
        said = {"ask": question["ask"], **words}
        self.question = None
        if question["kind"] == "move":
            self.answered = said
        self.visit.line.send(said)


class PersonTask(PlayingTask):
    """One match at a host for a person.

    call_off  ends what the person is asked, from any thread.
    read    reads a line that is typed while nobody is asked, or after the end; None at a page, which does so itself.
    wish    takes such a line;  eager  whether it may be read before the end: at a terminal.
    """

    def __init__(self, visit: Visit, told: ToldMatch):
        super().__init__(visit, told, HumanPlayer())
        self.call_off: Callable[[], None] = lambda: None
        self.read: Callable[[], str] | None = None
        self.eager = False
        self.wish: Callable[[str], bool] = lambda text: False  # noqa: ARG005  # replaced at once
        self.asking = False
        self.lock = Lock()
        self.doubted: Exception | None = None  # what the person was asked about once more

    def hear(self, said: dict[str, Any]) -> None:
        """Show news at once to a person who is asked; anything else calls the question off, and is read next."""
        with self.lock:
            asking = self.asking
            if asking and said["is"] in NEWS:
                with suppress(MatchAbandoned, *WRONG):
                    self.tell_news(said)
                return
            super().hear(said)
        if asking:
            self.call_off()

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Ask the person in this block, unless there is something to read first. Raises CalledOff."""
        with self.lock:
            if not self.visit.empty:
                raise CalledOff
            self.asking = True
        try:
            yield
        finally:
            with self.lock:
                self.asking = False

    def act(self) -> Iterator[Event]:
        while self.visit.empty and not self.left:  # else that is heard first
            try:
                if self.question and not self.told.ended:
                    self.respond(self.question)
                elif self.read and (self.eager or self.told.ended):
                    with self.asked():
                        line = self.read()
                    if self.told.ended and not line:
                        raise Quit  # noqa: TRY301  # as at the end of input
                    if line and not self.wish(line):
                        self.tell(NOT_NOW)
                else:
                    return
            except CalledOff:
                pass
            except (Quit, EOFError):
                yield from self.leave()

    def respond(self, question: dict[str, Any]) -> None:
        """Have the person answer a question. Raises CalledOff, and Quit."""
        game, self.doubted = self.told.game.copy(), None
        try:
            with self.asked():
                if question["kind"] == "move":
                    words: dict[str, Any] = {"move": game.text(self.me.choose(game, self.deadline))}
                else:
                    words = {"yes": self.me.accepts(game, self.deadline, shown(question["words"]))}
        except OutOfTime:
            self.question = None
        except Quit:
            raise
        except (Resigned, PlayerRequest) as request:
            self.aside, self.question = question, None
            self.send(request)
        else:
            self.answer(question, **words)

    def take(self, said: dict[str, Any]) -> Iterator[Event]:
        if said["is"] == "quit":
            yield from self.leave()
        else:
            yield from super().take(said)

    def leave(self) -> Iterator[Ended]:
        """Leave the table; a match that is not over ends here without a result."""
        self.left = True
        if not self.told.ended:
            yield Ended(self.told.game, None, How.LEFT, f"{self.told.names[self.seat]} left the table")

    def send(self, request: Exception) -> None:
        """Tell the host what the person wishes."""
        if not self.visit.line.send(words_of(request) | {"at": self.told.at}):
            self.question, self.aside = self.aside, None
            self.tell(f"{DOWN} Nothing was sent.")


class ProgramTask(PlayingTask):
    """One match at a host for a program.

    complain  gets the traceback of a crash;  failed  what the host hears of it, once it has happened, else {}.
    thinking  whether the program is asked for a move, and nobody was told yet that it thinks too long.
    """

    def __init__(self, visit: Visit, told: ToldMatch, spec: str, seed: int, complain: Callable[[str], None]):
        super().__init__(visit, told, make_player(spec, seed))
        self.spec, self.seed, self.complain, self.stays = spec, seed, complain, True
        self.failed: dict[str, str] = {}
        self.dismissed = self.thinking = False
        self.random = random.Random(f"imagination {seed}")

    def hear(self, said: dict[str, Any]) -> None:
        if said["is"] in ENDS:
            hurry()
        if said["is"] == "end" and self.thinking:
            self.thinking = False
            self.tell(STILL)
        super().hear(said)

    def match(self, seated: Sequence[Player] | None = None, past: Sequence[object] = ()) -> Iterator[Event]:
        if isinstance(self.me, RemotePlayer):
            start = games.load(self.told.spec)
            self.attempt(lambda: self.me.prepare(self.told.spec, start, self.seed, None))
        try:
            yield from super().match(seated, past)
        finally:
            self.dismiss()
            release(self.me, self.spec, None, not self.failed)

    def attempt(self, act: Callable[[], Any]) -> Any:
        """Return what a method of the program returns; None if it fails, which the host hears."""
        relax()
        process = os.getpid()
        try:
            return act()
        except BaseException as error:
            if not costs_the_game(error):
                raise
            self.fail(error)
            return None
        finally:
            end_forked_copy(process)

    def fail(self, error: BaseException) -> None:
        """Tell the host that the program cannot go on, and show why here."""
        if isinstance(error, Unplayable):
            how, words = How.CRASHED, f"cannot play this game: {describe_object(str, error)}"
        else:
            how, words = (error.how, str(error)) if isinstance(error, Forfeit) else classify_error(error)
        self.failed = {"fault": words, "how": how.value}
        if trace := crash_traceback(error):
            self.complain(trace)
        if self.question:
            self.answer(self.question, **self.failed)
        else:
            self.visit.line.send(self.failed)

    def tell_news(self, said: dict[str, Any]) -> None:
        super().tell_news(said)
        if said.get("wish") == "rematch" and self.told.ended:  # who asks first is the other, always
            self.visit.line.send(words_of(Wish("rematch")) | {"at": self.told.at})

    def note(self, event: Event) -> Event:
        """Let the program hear of the event."""
        if isinstance(self.me, RemotePlayer):
            self.attempt(lambda: self.me.follow(event))
        match event:
            case Started():
                self.begin()
            case TakenBack() if find_method(self.me, "heard"):
                self.begin()
            case Moved() if heard := find_method(self.me, "heard"):
                self.attempt(lambda: heard(event.text, event.seat))
            case Ended():
                self.dismiss()
        return event

    def dismiss(self) -> None:
        """Let the program hear, once, that the match is over."""
        if not self.dismissed and (end := find_method(self.me, "end")):
            self.dismissed = True
            self.attempt(end)

    def begin(self) -> None:
        """Let the program begin, and hear of the moves that stand."""
        if begin := find_method(self.me, "begin"):
            start = games.load(self.told.spec).imagine(self.seat, random.Random(f"start {self.seed}"))
            self.attempt(lambda: begin(start, self.seat))
        if heard := find_method(self.me, "heard"):
            for made in self.told.made:
                self.attempt(partial(heard, made.text, made.seat))

    def act(self) -> Iterator[Event]:
        yield from ()
        if (question := self.question) is None:
            return
        if self.failed:
            self.answer(question, **self.failed)
        elif question["kind"] == "move":
            if (text := self.attempt(self.choose)) is not None:
                self.answer(question, move=text)
        else:
            self.answer(question, yes=self.agrees(shown(question["words"])))

    def choose(self) -> str:
        """Return the text of the move that the program chooses. Raises Forfeit if it is not legal."""
        game, left, control = self.told.game, self.told.left, self.told.control
        share = hold_back(control.allotted(left, self.seat, 0.0)) if self.deadline < inf else inf
        self.thinking = True
        try:
            answer = self.me.choose(game.imagine(self.seat, self.random), min(monotonic() + share, self.deadline))
        finally:
            self.thinking = False
        given, move = plain_value(answer), None
        with suppress(IllegalMove):
            move = game.parse(given) if isinstance(given, str) else given
        if move is None or move not in game.moves():
            what = "not a move" if given is None else not_legal(game, given)
            raise Forfeit(How.ILLEGAL_MOVE, f"chose {describe_object(repr, answer)}, which is {what}")
        return str(game.text(move))

    def agrees(self, words: str) -> bool:
        """Return whether the program agrees to what the other offers: to draws by its own judgement, else always."""
        return "draw" not in words or accepts_draw(self.me, self.told.game.imagine(self.seat, self.random))
