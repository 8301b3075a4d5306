"""What the servers of all protocols share: lines in and out, the position, the player, and one search at a time."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from importlib import import_module
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

import games
from games.base.notation import printable
from games.dataclass import dataclass
from players.search.clock import hurry, relax
from referee.dialects import gtp
from referee.match.clocks import UNLIMITED, Control, put
from referee.serving.contestant import Contestant, Decision
from referee.serving.stand import Stand
from referee.serving.worth import SearchReport, reports_of
from referee.support.build import version

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from players.player import Glimpse
    from referee.match.clocks import SeatClock


PROTOCOLS = {"uci": "UciServer", "gtp": "GtpServer"}  # the class in the module of each
AUTHOR = "the authors of referee"
LONG = 1e9  # seconds of a search without a limit
LEAST = 0.001  # seconds of a player without time
PACE = 0.1  # seconds between two looks at a player's findings
PATIENCE = 2.0  # seconds to answer when told to
LAST = 10.0  # seconds for a search when the input has ended
STILL = 1.0  # seconds between two reports without news


def program_name(player: str) -> str:
    """Return the name of the program that plays with a player, in one line."""
    return f"referee {version()} {player}"


@dataclass(frozen=True)
class Allowance:
    """What another program allows for a move.

    seconds  math.inf: as many as the player takes by its own limits, LONG: until the other program says stop.
    depth    plies to look ahead;  nodes  positions, or playouts of a player that counts these. None: no such limit.
    among    the moves to choose from; None: all.
    """

    seconds: float = inf
    depth: int | None = None
    nodes: int | None = None
    among: tuple[int, ...] | None = None


class ServedClocks:
    """The time control that another program has set, and the clocks of the seats."""

    def __init__(self, control: Control = UNLIMITED):
        self.control, self.left = control, control.start

    def restart(self) -> None:
        """Show the whole time again, as at the start of a game."""
        self.left = self.control.start

    def show(self, seat: int, clock: SeatClock) -> None:
        """Set the clock of a seat as the other program says. Does nothing without clocks."""
        if self.left[seat]:
            self.left = put(self.left, seat, clock)

    def spend(self, seat: int, seconds: float) -> None:
        """Charge a seat the seconds for its move."""
        self.left = self.control.after(self.left, seat, seconds)

    def allotted(self, seat: int, overhead: float = 0.0) -> float:
        """Return the player's seconds for the next move of a seat, at least LEAST; math.inf without a limit.

        overhead  seconds that messages between the two programs take.
        """
        return max(self.control.allotted(self.left, seat) - overhead, LEAST)


class Deliberation:
    """A player that thinks about one position.

    choose  returns the choice, however long that takes;  look  is called now and then meanwhile, and once after it.
    finish  is called on a thread of its own with the choice, once it may be sent, and with whether it was dropped.
    held    whether the choice waits for `release`, as in a search without an end.
    """

    def __init__(
        self,
        choose: Callable[[], Decision],
        look: Callable[[Decision | None], None],
        finish: Callable[[Decision, bool], None],
        held: bool = False,
    ):
        self.choose, self.look, self.finish = choose, look, finish
        self.ended, self.released = threading.Event(), threading.Event()
        self.choice: Decision | None = None
        self.dropped = False
        self.wanted: float | None = None  # when it was told to answer at once
        if not held:
            self.released.set()
        relax()
        threading.Thread(target=self.think, daemon=True).start()
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()

    def think(self) -> None:
        self.choice = self.choose()
        self.ended.set()

    def watch(self) -> None:
        """Report progress until the choice is there, or is overdue, and send it once that is allowed."""
        while not self.ended.wait(PACE) and not self.is_overdue:
            if not self.dropped:
                self.look(None)
        if self.ended.is_set():
            relax()  # the hurry does not concern other searches
        choice = self.choice or Decision(wrong=f"did not answer within {PATIENCE:g} seconds of being told to")
        if not self.dropped:
            self.look(choice)
        self.released.wait()
        self.finish(choice, self.dropped)

    @property
    def is_overdue(self) -> bool:
        """Whether an answer has been wanted for longer than PATIENCE."""
        return self.wanted is not None and monotonic() - self.wanted > PATIENCE

    @property
    def is_over(self) -> bool:
        """Whether the choice has been sent, or never will be."""
        return not self.watcher.is_alive()

    def release(self) -> None:
        """Let the choice be sent as soon as it is there."""
        self.released.set()

    def hurry(self, unread: bool = False) -> None:
        """Let the player answer at once, and send its choice, which may be any if it is `unread`."""
        if self.wanted is None:
            self.wanted = monotonic()
            if not self.ended.is_set():
                hurry(at_once=unread)
        self.release()

    def drop(self) -> None:
        """End the search without sending the choice. Returns when it has ended, or is overdue."""
        self.dropped = True
        self.hurry(unread=True)
        self.join()

    def join(self, seconds: float = inf) -> None:
        """Wait until the choice has been sent, for `seconds` at most."""
        end = monotonic() + seconds
        while not self.is_over and monotonic() < end:
            self.watcher.join(PACE)  # with a timeout, so that Ctrl-C is heard


class ProtocolServer:
    """Answers the lines of a protocol. A protocol writes `handle`, `tell_report` and `tell_choice`.

    game, player  their specs.
    say           writes one line, without its end.
    """

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        self.stand, self.contestant, self.say = Stand(game), Contestant(player), say
        self.search: Deliberation | None = None
        self.lines = 1  # how many of the best moves are reported
        self.began = 0.0  # the search
        self.told: tuple[object, ...] = ()  # what was reported last
        self.told_at = 0.0

    def handle(self, line: str) -> bool:
        """Answer a line; return whether the server goes on."""
        raise NotImplementedError

    def tell_report(self, game: Game, report: SearchReport, seconds: float) -> None:
        """Report the progress of the search of a position, after `seconds`."""

    def tell_choice(self, game: Game, choice: Decision) -> None:
        """Send the choice of the search."""
        raise NotImplementedError

    def finish(self) -> None:
        """Let a search answer if it ends by itself soon, as the input has ended."""
        if self.search and self.search.released.is_set():
            self.search.join(LAST)

    def close(self) -> None:
        """End the search, as the other program has gone."""
        if self.search:
            self.search.drop()

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way, or its choice is not sent yet."""
        return self.search is not None and not self.search.is_over

    def start_search(self, allowance: Allowance, held: bool = False) -> Deliberation:
        """Let the player think about the position. `tell_choice` gets its choice, unless it is held."""
        game, start, self.began = self.stand.to_think_on(), self.stand.start, monotonic()
        deadline = self.began + allowance.seconds
        limits: dict[str, Any] = self.contestant.limited_by(allowance.depth, allowance.nodes)
        limits |= {"among": allowance.among, "lines": self.lines}
        contestant = self.contestant
        self.told, self.told_at = (), self.began

        def look(choice: Decision | None) -> None:
            with suppress(Exception):  # a player's glimpse may fail at no cost
                self.look(game, contestant.glimpse(game.turn), choice)

        def finish(choice: Decision, dropped: bool) -> None:
            if choice.wrong:
                contestant.leave()  # the player may still be thinking
            if not dropped:
                self.tell_choice(game, choice)

        self.search = Deliberation(lambda: contestant.choose(start, game, deadline, limits), look, finish, held)
        return self.search

    def look(self, game: Game, found: Glimpse | None, choice: Decision | None) -> None:
        """Report what is new, and at the end the player's thought."""
        if choice is None:
            self.report(game, reports_of(game, found, None, self.lines))
        elif choice.thought:
            self.told_at = 0.0
            self.report(game, reports_of(game, found, choice.thought, self.lines))

    def report(self, game: Game, reports: list[SearchReport]) -> None:
        """Report, unless the same was reported within the last second."""
        now, news = monotonic(), tuple((each.depth, each.line, each.worth) for each in reports)
        if news and (news != self.told or now - self.told_at > STILL):
            self.told, self.told_at = news, now
            for report in reports:
                self.tell_report(game, report, now - self.began)


class LineWriter:
    """Writes lines to a binary stream, each at once; any thread may call it."""

    def __init__(self, stream: BinaryIO):
        self.stream, self.lock = stream, threading.Lock()

    def __call__(self, text: str) -> None:
        with self.lock, suppress(OSError):  # the other program has gone; the input ends too
            self.stream.write(f"{text}\n".encode(errors="replace"))
            self.stream.flush()


def one_line(text: str) -> str:
    """Return the text as one line that any program can read."""
    return printable(" ".join(text.split()))


def claim_output() -> BinaryIO:
    """Reserve standard output for the protocol; other prints go to stderr. Returns the stream."""
    print(end="", flush=True)  # nothing, if there is no standard output
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return own


def claim_input() -> BinaryIO:
    """Reserve standard input for the protocol; other readers find nothing. Returns the stream."""
    own, nothing = os.fdopen(os.dup(0), "rb"), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return own


def serve(server: ProtocolServer, lines: BinaryIO) -> None:
    """Answer all lines, until the last one or until one ends the server."""
    try:
        for line in iter(lines.readline, b""):
            if not server.handle(line.decode(errors="replace").rstrip("\r\n")):
                break
        else:
            server.finish()
    finally:
        server.close()


def make_server(game: str, player: str, protocol: str | None, say: Callable[[str], None]) -> ProtocolServer:
    """Return a server for the player and the game, by the usual protocol for None. Raises SpecError if it cannot.

    say  writes one line, without its end.
    """
    name = protocol or ("gtp" if gtp.is_spoken(games.load(game)) else "uci")
    module = import_module(f"referee.serving.{name}")
    server: ProtocolServer = getattr(module, PROTOCOLS[name])(game, player, say)
    return server
