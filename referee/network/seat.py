"""A seat at a table across machines. Everybody with its token may sit there, leave and come back."""

from __future__ import annotations

from math import ceil, inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from games.base.notation import printable
from games.base.rule_values import not_legal
from games.game import IllegalMove
from players.player import AgreeDead, OfferDraw, Quit, Resigned, TakeBack
from referee.match.clocks import span_words
from referee.match.events import FORFEITS, Asked, Event, Forfeit, How, TakenBack
from referee.match.players import RemotePlayer
from referee.network.wire import text_in

if TYPE_CHECKING:
    from games.game import Game
    from players.player import PlayerRequest
    from referee.match.clocks import Left

Table = Any  # GuestTable of table.py, which imports this module
LEEWAY = 1.0  # seconds of delay on the line, at most, that are not charged for an answer
LONGEST = 300  # characters of a sentence that quotes a guest
Raised = TypeVar("Raised", bound="Resigned | PlayerRequest | Forfeit")
REQUESTS: dict[str, type[Resigned | PlayerRequest]] = {
    "resign": Resigned, "draw": OfferDraw, "undo": TakeBack, "adjourn": Quit
}  # fmt: skip
CONSENTS = ("draw", "undo", "dead")  # wishes for which the other is asked


def write_left(left: Left) -> list[object]:
    """Return what the clocks show as JSON: for each seat null, or the fields of its SeatClock."""
    return [clock and [*vars(clock).values()] for clock in left]


def on_behalf(request: Raised, seat: int) -> Raised:
    """Return a request with the seat that makes it, or that loses by it."""
    request.seat = seat
    return request


def away_too_long(grace: float) -> Forfeit:
    """Return the forfeit of a guest who was away for longer than the grace."""
    return Forfeit(How.OUT_OF_TIME, f"was away for more than {span_words(grace)}")


class Said(NamedTuple):
    """What the guest at a chair said;  latency  the seconds of a round trip to it."""

    number: int
    words: dict[str, Any]
    latency: float


class Seat(RemotePlayer):
    """A player who sits elsewhere: it asks its place, and waits for whatever comes to the table.

    It raises what either seat wishes, with the seat in it. A program at a seat may only resign.
    """

    elsewhere = True

    def __init__(self, table: Table, seat: int):
        self.table, self.seat, self.person = table, seat, table.person
        self.place = table.place_on(seat)
        self.limit = inf
        self.name: list[int] = []  # of the question for its move
        self.asked_for = ""  # the other's wish that it was asked to agree to

    def follow(self, event: Event) -> None:
        """Note how long it may take when it is asked, and forget a question that no longer stands."""
        if isinstance(event, Asked) and event.seat == self.seat:
            self.limit = event.limit
        if isinstance(event, TakenBack):
            self.name = []

    def choose(self, game: Game, deadline: float) -> int | str:  # type: ignore[override]  # the match reads texts too
        """Return the move that its guest sends; of a program a text that the match judges."""
        end, self.transfer = monotonic() + self.limit, 0.0  # a program's own deadline would be sooner
        if self.name[:2] != [self.table.match, self.table.ply]:
            self.name = self.table.name_question()
        self.place.asked = self.name  # but not again after a move that is not legal
        while True:
            text = text_in(self.ask("move", self.name, "", end), "move")
            if not self.person:
                return text
            try:
                move = game.parse(text)
            except IllegalMove as error:
                why = str(error)
            else:
                if move in game.moves():
                    return move
                why = not_legal(game, text)
            self.place.say("note", words=printable(why)[:LONGEST])
            self.name = self.table.name_question()

    def accepts(self, game: Game, deadline: float, words: str) -> bool:
        """Return whether its guest agrees to what the other offers, in these words."""
        asker, wish = 1 - self.seat, self.table.wished
        self.transfer, self.asked_for = 0.0, wish
        self.table.refused[asker, wish] = self.table.moved[asker]  # until it is agreed to
        name = self.place.asked = self.table.name_question()
        try:
            said = self.ask("consent", name, words, deadline)
        finally:
            self.asked_for = ""
        if agreed := said.get("yes") is True:
            del self.table.refused[asker, wish]
        return agreed

    def ask(self, kind: str, name: list[int], words: str, end: float) -> dict[str, Any]:
        """Ask the guest, and return its answer to that very question, however often the line breaks.

        end  when it must be here at the latest, by time.monotonic(). Raises OutOfTime, and what either seat wishes.
        """
        position, runs = self.table.position_for(self.seat), self.table.asked.seat == self.seat
        seconds = None if end == inf else lambda: max(end - monotonic(), 0.0)
        left = self.table.show_turn(self.seat, runs)
        self.place.say("ask", ask=name, kind=kind, words=words, seconds=seconds, left=left, position=position)
        while True:
            said: Said = self.table.hear(end + min(self.place.latency, LEEWAY))
            seat, words_in = self.table.seat_of(said.number), said.words
            if "fault" in words_in:
                raise on_behalf(self.fault(words_in), seat)
            if "wish" in words_in:
                self.grant(seat, words_in)
            elif seat == self.seat and words_in.get("ask") == name:
                self.transfer = min(said.latency, LEEWAY)
                self.place.forget("ask")
                return words_in

    def fault(self, words: dict[str, Any]) -> Forfeit:
        """Return the forfeit of a guest whose program cannot go on, as its message tells it."""
        how = {each.value: each for each in FORFEITS}.get(text_in(words, "how"), How.CRASHED)
        return Forfeit(how, printable(text_in(words, "fault", LONGEST))[:LONGEST] or "crashed")

    def grant(self, seat: int, words: dict[str, Any]) -> None:
        """Raise the wish of a seat as a request, or say to it why not."""
        wish = words["wish"]
        if why := self.objection(seat, wish, words.get("at")):
            self.table.place_on(seat).say("note", words=why)
            return
        self.table.wished = wish
        if wish == "claim":
            raise on_behalf(away_too_long(self.table.grace), 1 - seat)
        if wish == "dead":
            raise on_behalf(AgreeDead(text_in(words, "points")), seat)
        if wish in REQUESTS:
            raise on_behalf(REQUESTS[wish](), seat)

    def objection(self, seat: int, wish: str, at: object) -> str:
        """Return why a wish of a seat is not granted now, as a sentence; "" if it is."""
        table, other, why = self.table, self.table.names[1 - seat], ""
        if not self.person and wish != "resign":
            why = "A program may only resign."
        elif at != [table.match, table.ply]:
            why = "The position has changed since you said that."
        elif wish == "rematch":
            why = "The match is not over."
        elif wish in ("claim", "adjourn") and (seconds := table.patience(1 - seat)):
            why = f"{other} is here." if seconds == inf else f"You can {wish} in {span_words(ceil(seconds))}."
        elif wish in CONSENTS and self.asked_for and seat != self.seat:
            why = f"{other} has not answered yet."
        elif wish in CONSENTS and table.refused.get((seat, wish)) == table.moved[seat]:
            why = "You can offer that again after your next move."
        return why
