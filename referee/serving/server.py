"""What the servers of all protocols share: lines in and out, the position, the player, and one search at a time."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

from games.base.notation import printable
from referee.serving.contestant import Contestant, Decision
from referee.serving.deliberation import Deliberation
from referee.serving.stand import Stand
from referee.serving.worth import SearchReport, final_report, report_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from players.player import Glimpse
    from referee.serving.allowance import Allowance

LAST = 10.0  # seconds for a search under way when no more lines come
STILL = 1.0  # seconds after which a search is reported again though it has found nothing new


class ProtocolServer:
    """Answers the lines of a protocol. A protocol writes `handle`, `tell_report` and `tell_choice`.

    game, player  their specs.
    say           writes one line, without its end.
    """

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        self.stand, self.contestant, self.say = Stand(game), Contestant(player), say
        self.search: Deliberation | None = None
        self.began = 0.0  # the search
        self.told: tuple[object, ...] = ()  # what was reported last
        self.told_at = 0.0

    def handle(self, line: str) -> bool:
        """Answer a line; whether the server goes on."""
        raise NotImplementedError

    def tell_report(self, game: Game, report: SearchReport, seconds: float) -> None:
        """Tell how far the search of that position is, after so many seconds."""

    def tell_choice(self, game: Game, choice: Decision) -> None:
        """Tell what came of the search."""
        raise NotImplementedError

    def finish(self) -> None:
        """No more lines come: let a search under way answer if it ends by itself soon."""
        if self.search and self.search.released.is_set():
            self.search.join(LAST)

    def close(self) -> None:
        """End the search, as the other program has gone."""
        if self.search:
            self.search.drop()

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way, or its choice not told yet."""
        return self.search is not None and not self.search.is_over

    def start_search(self, allowance: Allowance, held: bool = False) -> Deliberation:
        """Let the player think about the position. Its choice is told by `tell_choice`, where it is not held back."""
        game, start, self.began = self.stand.to_think_on(), self.stand.start, monotonic()
        deadline = self.began + allowance.seconds
        limits = self.contestant.limited_by(allowance.depth, allowance.nodes)
        contestant = self.contestant
        self.told, self.told_at = (), self.began

        def look(choice: Decision | None) -> None:
            with suppress(Exception):  # a player's own glimpse may fail, and costs it nothing
                self.look(game, contestant.glimpse(game.turn), choice)

        def finish(choice: Decision, dropped: bool) -> None:
            if choice.wrong:
                contestant.leave()  # it may still be thinking
            if not dropped:
                self.tell_choice(game, choice)

        self.search = Deliberation(lambda: contestant.choose(start, game, deadline, limits), look, finish, held)
        return self.search

    def look(self, game: Game, found: Glimpse | None, choice: Decision | None) -> None:
        """Report what is new, and at the end the player's thought."""
        if choice is None and found and found.line:
            self.report(game, report_of(game, found))
        elif choice and choice.thought:
            self.told_at = 0.0
            self.report(game, final_report(game, found, choice.thought))

    def report(self, game: Game, report: SearchReport) -> None:
        """Report it, unless the same was told within the last second."""
        now, news = monotonic(), (report.depth, report.line, report.worth)
        if news != self.told or now - self.told_at > STILL:
            self.told, self.told_at = news, now
            self.tell_report(game, report, now - self.began)


class LineWriter:
    """Writes lines to a binary stream, each at once; any thread may call it."""

    def __init__(self, stream: BinaryIO):
        self.stream, self.lock = stream, threading.Lock()

    def __call__(self, text: str) -> None:
        with self.lock, suppress(OSError):  # the other program has gone; its input ends too
            self.stream.write(f"{text}\n".encode(errors="replace"))
            self.stream.flush()


def one_line(text: str) -> str:
    """The text as one line that no program stumbles over."""
    return printable(" ".join(text.split()))


def claim_output() -> BinaryIO:
    """A stream to standard output, which is the protocol's own from now on: what else is printed goes to stderr."""
    print(end="", flush=True)  # nothing, if there is no standard output
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return own


def claim_input() -> BinaryIO:
    """A stream from standard input, which is the protocol's own from now on: what else reads there finds nothing."""
    own, nothing = os.fdopen(os.dup(0), "rb"), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return own


def serve(server: ProtocolServer, lines: BinaryIO) -> None:
    """Answer all lines, until the last one or until one ends it."""
    try:
        for line in iter(lines.readline, b""):
            if not server.handle(line.decode(errors="replace").rstrip("\r\n")):
                break
        else:
            server.finish()
    finally:
        server.close()
