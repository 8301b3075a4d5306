"""What the players of a match are told besides being asked for moves: the start, each move, and the end."""

import os
import random
from collections.abc import Callable

from players.player import Player
from referee.errors.ownership import safe_getattr
from referee.match.events import How, MatchAbandoned, PlayedMove
from referee.match.state import MatchState
from referee.support.process_exit import end_forked_copy

SETTLED = (How.AGREED, How.ADJUDICATED)  # how a match ends early through nobody's fault


class Telling(MatchState):
    """A match under way whose players are told what they want to hear."""

    def begin(self) -> None:
        """Let players prepare themselves if they want to; that may cost one the game."""
        for seat in (0, 1):
            self.begin_seat(seat)
        self.note_listeners()

    def note_listeners(self) -> None:
        """Find out whose players want to hear of moves."""
        self.listening = [seat for seat in (0, 1) if find_method(self.players[seat], "heard")]

    def begin_seat(self, seat: int) -> None:
        """Show that player the start, as its seat may know it, if it wants to prepare itself."""
        if begin := find_method(self.players[seat], "begin"):
            # From a source of its own, so that what is imagined later does not depend on who prepares.
            self.call(seat, begin, self.start.imagine(seat, random.Random(f"start {self.seed} {seat}")), seat)

    def tell(self, made: PlayedMove) -> None:
        for seat in self.listening:
            if heard := find_method(self.players[seat], "heard"):
                self.call(seat, heard, made.heard[seat], made.seat)

    def begin_again(self, seat: int) -> None:
        """Begin that player again if it wants to hear of moves, as the moves have changed."""
        self.note_listeners()
        if find_method(self.players[seat], "heard"):
            self.begin_seat(seat)
            self.tell_past(seat)

    def tell_past(self, seat: int) -> None:
        """Tell that player all moves so far, if it wants to hear of moves."""
        if heard := find_method(self.players[seat], "heard"):
            for made in self.moves:
                self.call(seat, heard, made.heard[seat], made.seat)

    def replace(self, seat: int, player: Player) -> None:
        """Let that player, which has begun, replace the one on that seat."""
        if end := find_method(self.players[seat], "end"):
            call_quietly(end)
        self.players[seat] = player
        self.note_listeners()
        self.tell_past(seat)

    def finish(self) -> None:
        """Tell the players that it is over; if nobody has forfeited it yet, what one raises costs it the game."""
        for seat in (0, 1):
            if (end := self.take_end(seat)) and (self.forfeit is None or self.forfeit.how in SETTLED):
                self.attempt(seat, end)
            elif end:
                call_quietly(end)

    def dismiss(self) -> None:
        """Tell the players that do not know it yet that the match is over: an error or a watcher has ended it."""
        for seat in (0, 1):
            if end := self.take_end(seat):
                call_quietly(end)

    def take_end(self, seat: int) -> Callable[[], object] | None:
        """The method `end` of that player, which is called once; None if it has none, or was taken before."""
        if seat in self.dismissed:
            return None
        self.dismissed.add(seat)
        return find_method(self.players[seat], "end")

    def call(self, seat: int, act: Callable[..., object], *given: object) -> None:
        """Call a method of a player, unless the match is over; what it raises costs it the game."""
        if not self.forfeit:
            self.attempt(seat, act, *given)

    def attempt(self, seat: int, act: Callable[..., object], *given: object) -> None:
        """Call that method; what it raises costs the player the game."""
        raise NotImplementedError


def find_method(player: object, name: str) -> Callable[..., object] | None:
    """The method of that name that a player may have; None if it has none that can be called."""
    found = safe_getattr(player, name)
    return found if callable(found) else None


def call_quietly(end: Callable[[], object]) -> None:
    """Call a method of a player when nothing that it raises matters any more."""
    process = os.getpid()
    try:
        end()
    except BaseException as error:
        if not costs_the_game(error):
            raise
    finally:
        end_forked_copy(process)


def costs_the_game(error: BaseException) -> bool:
    """Whether the exception costs a program its game: not Ctrl-C, and not what this program raises to end a match."""
    return not isinstance(error, KeyboardInterrupt | MatchAbandoned)
