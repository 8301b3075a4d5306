"""Who is at a table across machines, in words: who has lost the line or come back, and what was said in greeting."""

from __future__ import annotations

from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any

from referee.match.clocks import span_words
from referee.network.line import LINE, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

GREETING = 100  # characters of a greeting
DOWN = "The line to the host is lost; trying again."
UP = "The line to the host is up again."


class Presence:
    """What a guest knows of who is there.

    names  of the seats;  seat  the guest's own, None of an onlooker.
    here   by seat whether somebody is there;  greetings  as they were told already.
    said   in the last note;  repeats  whether that may come once more, as the line was made again.
    claim  when the other may be claimed against, on time.monotonic();  up  whether there is a line to the host.
    over   whether the match has ended, so that nobody is waited for.
    """

    def __init__(self, names: tuple[str, str], seat: int | None):
        self.names, self.seat = names, seat
        self.here = [True, True]
        self.greetings = ["", ""]
        self.claim = 0.0
        self.up, self.over = True, False
        self.said, self.repeats = "", False

    def note(self, said: dict[str, Any]) -> Iterator[str]:
        """Yield what there is to tell of a message, in sentences."""
        if said["is"] == "note":
            words = shown(said["words"])
            if not (self.repeats and words == self.said):
                yield words
            self.said, self.repeats = words, False
        elif said["is"] == LINE:
            self.up = self.repeats = bool(said["up"])
            yield UP if self.up else DOWN
        else:
            self.claim = monotonic() + float(said.get("grace") or 0.0)
            for seat in {0, 1} - {self.seat}:
                yield from self.note_seat(seat, bool(said["seats"][seat]))
            if all(said["seats"]):
                yield from self.note_greetings(said["greetings"])

    def note_seat(self, seat: int, here: bool) -> Iterator[str]:
        before, self.here[seat] = self.here[seat], here
        if here and not before:
            yield f"{self.names[seat]} is back."
        elif before and not here:
            left = self.claim - monotonic()
            plays = self.seat is not None and left > 0 and not self.over
            when = f"; type claim or adjourn after {span_words(ceil(left))}" if plays else ""
            yield f"{self.names[seat]} is away{when}."

    def note_greetings(self, greetings: list[object]) -> Iterator[str]:
        for seat in (0, 1):
            greeting = shown(greetings[seat], GREETING)
            if seat != self.seat and greeting not in ("", self.greetings[seat]):
                self.greetings[seat] = greeting
                yield f"{self.names[seat]} says: {greeting}"

    def doing(self, seat: int, who: str) -> str:
        """Return what the page says of a seat that is to move; `who` sits there."""
        if not self.up:
            return "The line to the host is lost"
        if self.here[seat]:
            return f"Waiting for {who}"
        left = self.claim - monotonic()
        away = f"{self.names[seat]} is away"  # without the seat, so that a narrow window has room
        if self.seat is None:
            return away
        return f"{away}: claim " + ("or adjourn" if left <= 0 else f"in {ceil(left) // 60}:{ceil(left) % 60:02}")
