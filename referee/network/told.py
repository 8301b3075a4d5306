"""A match as its host tells it, in the events that a match of one's own yields.

The host alone judges, and this follows it: an open game by the texts of the moves, a game that hides something by the
positions that the guest may know.
"""

from __future__ import annotations

from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
from games.game import CHANCE, Game, IllegalMove
from games.names.catalogue import SpecError
from games.names.session_objects import is_lent
from games.names.user_files import is_file_spec
from referee.match.clock_text import read_clock
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Left, SeatClock
from referee.match.events import Asked, Ended, Event, How, Moved, PlayedMove, Started, TakenBack
from referee.match.record import replay_texts
from referee.network.line import WRONG, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from players.player import Player

LONGEST = 100_000  # characters of a text that is not shown, as of a position
NONSENSE = "the host tells of a match that cannot be: is it of another version of referee?"


class FalseHost(SpecError):
    """A host writes what no host writes."""


@contextmanager
def believing_host(passes: type[SpecError] = FalseHost) -> Iterator[None]:
    """Raise FalseHost instead of what comes of a message that is not as it should be, but let `passes` pass."""
    try:
        yield
    except passes:
        raise
    except WRONG as error:
        raise FalseHost(NONSENSE) from error


def read_left(said: dict[str, Any]) -> Left:
    """Return what the clocks show by a message."""
    one, two = (SeatClock(*clock) if clock else None for clock in said.get("left") or [None, None])
    return one, two


class ToldMatch:
    """A match under way at a host.

    start    the message with which it began;  spec  of the game;  seat  of the guest, None if it looks on.
    secret   whether the game hides something from the guest.
    games    the positions, as far as the guest knows them;  made  the moves that led there.
    before   the moves that were made before the guest came.
    anew     whether a new process of the host tells of it, which has asked nothing yet.
    again    how many of these were told again since a host was started anew; None unless it tells them again.
    """

    def __init__(self, start: dict[str, Any], file: str = ""):
        self.start = start
        self.spec = chosen_game(shown(start["game"], LONGEST), file)
        self.number = int(start["match"])
        one, two = start["names"]
        self.names = shown(one)[:100], shown(two)[:100]
        self.seat: int | None = start["seat"] if start["seat"] in (0, 1) else None
        self.secret = bool(start["secret"])
        self.control = read_clock(start["clock"]) if start["clock"] else UNLIMITED
        self.left = read_left(start)
        self.games = [games.load(self.spec)]
        self.made: list[PlayedMove] = []
        self.before: list[Moved] = []
        self.again: int | None = None
        self.anew = False
        self.ended: Ended | None = None

    @property
    def game(self) -> Game:
        """The position as it stands."""
        return self.games[-1]

    @property
    def at(self) -> list[int]:
        """Where the match stands, as a wish names it: the match and its plies."""
        return [self.number, len(self.made)]

    def started(self) -> Started:
        """Return the event with which the guest's match begins, after the moves that are known already."""
        return Started(self.game, self.names, tuple(self.before), self.left)

    def is_left_by(self, said: dict[str, Any]) -> bool:
        """Return whether another match begins with a message, or this one again after it was adjourned.

        Otherwise a host that was started anew tells of this match once more.
        """
        return bool(said["match"] != self.number or (self.ended and self.ended.score is None))

    def is_past(self, said: dict[str, Any]) -> bool:
        """Return whether a message still tells of the moves before the guest came; then take it in."""
        if said["is"] not in ("moved", "back"):
            return False
        for event in self.events(said, ()):
            self.before[len(self.made) - isinstance(event, Moved) :] = [event] if isinstance(event, Moved) else []
        return True

    def events(self, said: dict[str, Any], seated: Sequence[Player]) -> Iterator[Event]:
        """Yield what a message changes in the match. Raises FalseHost, or one of WRONG, for a message that cannot be.

        seated  who is asked for the moves of each seat.
        """
        kind = said["is"]
        if self.again is not None and kind in ("moved", "back", "ask", "turn", "end"):
            if self.is_told_again(said):
                self.again += 1
                return
            lost, self.again = len(self.made) - self.again, None
            if lost:
                yield self.taken_back(lost, self.left)
        match kind:
            case "start":
                self.again, self.anew = 0, True
            case "moved":
                yield self.moved(said)
            case "back":
                yield self.taken_back(int(said["count"]), read_left(said))
            case "ask" if said["kind"] == "move" and self.seat is not None:
                yield self.asked(said, self.seat, seated)
            case "turn":
                yield self.asked(said, int(said["seat"]), seated)
            case "end" if not self.ended:
                self.ended = self.end(said)
                yield self.ended

    def is_told_again(self, said: dict[str, Any]) -> bool:
        """Return whether the host, which was started anew, repeats a move that is known."""
        known = [(made.seat, made.text) for made in self.made[self.again :][:1]]
        return said["is"] == "moved" and known == [(said["seat"], shown(said["text"]))]

    def moved(self, said: dict[str, Any]) -> Moved:
        """Make a move that the host tells of."""
        seat, text, number = int(said["seat"]), shown(said["text"]), -1
        self.left = read_left(said)
        game = self.game.copy()
        try:
            number = game.parse(text)
        except IllegalMove:
            if not self.secret:
                raise
        if not self.secret:
            if game.turn != seat:
                raise FalseHost(NONSENSE)
            game.make(number)
        elif said["position"] is not None:
            game = self.placed(said["position"])
        seconds = float(said["seconds"] or 0.0)
        self.games.append(game)
        self.made.append(PlayedMove(seat, number, text, (text, text), self.left, None if seat == CHANCE else seconds))
        return Moved(game, seat, number, text, (text, text), seconds, self.left, shown(said["words"]))

    def placed(self, position: str) -> Game:
        """Return the game in a position that the host tells of."""
        game = games.load(games.split_position(self.spec)[0])
        game.set_position(position[:LONGEST])
        return game

    def taken_back(self, count: int, left: Left) -> TakenBack:
        """Take back the last moves."""
        if not 0 <= count <= len(self.made):
            raise FalseHost(NONSENSE)
        del self.made[len(self.made) - count :]
        del self.games[len(self.games) - count :]
        self.left = left
        return TakenBack(self.game, count, left)

    def asked(self, said: dict[str, Any], seat: int, seated: Sequence[Player]) -> Asked:
        """Return the event that a seat is asked for its move."""
        if self.secret and said.get("position") is not None:
            self.games[-1] = self.placed(said["position"])
        seconds = said.get("seconds")
        limit = inf if seconds is None else float(seconds)
        self.left = read_left(said)
        return Asked(self.game, seat, monotonic() + limit, self.left, seated[seat], limit, self.control)

    def end(self, said: dict[str, Any]) -> Ended:
        """Return the event that ends the match; now all moves are known."""
        score = None if said["score"] is None else int(said["score"])
        moved = replay_texts(self.spec, [str(text) for text in said["moves"]], self.names)
        moves = tuple(PlayedMove(each.seat, each.move, each.text, each.heard, NO_CLOCKS) for each in moved)
        game = moved[-1].game if moved and self.secret else self.game
        return Ended(game, score, How(said["how"]), shown(said["why"]), left=read_left(said), moves=moves)


def chosen_game(spec: str, file: str) -> str:
    """Return the spec of the game, which is in the guest's own `file` if the host's is in a file. Raises SpecError.

    What a host names is not run: it could be any file or program of the guest.
    """
    own = is_file_spec(spec) or is_lent(spec) or games.CATALOGUE.is_outside(spec) or games.CATALOGUE.find(spec) is None
    if file:
        return games.with_position(file, games.split_position(spec)[1])
    if own:
        raise SpecError(f"the host plays {spec!r}, which is not built in: if you have it too, add --game FILE")
    return spec
