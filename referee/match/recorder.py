"""The recorder of a match: it keeps a record up to date while the match is played."""

from collections.abc import Iterable
from dataclasses import replace

from referee.match.events import Ended, Event, How, Moved, Seated, Started, TakenBack
from referee.match.record import Heading, Record, make_record


class Recorder:
    """The heading, the moves and the end of a match, taken from its events."""

    def __init__(self, heading: Heading):
        self.heading = heading
        self.moves: list[Moved] = []
        self.end: Ended | None = None

    def note(self, event: Event) -> None:
        """Record an event."""
        match event:
            case Started():
                self.moves = list(event.before)
                if event.names != self.heading.names:
                    self.heading = replace(self.heading, names=event.names)
            case Moved():
                self.moves.append(event)
            case TakenBack():
                del self.moves[len(self.moves) - event.count :]
            case Seated():
                self.heading = reseat(self.heading, event)
            case Ended():
                self.end = event

    @property
    def texts(self) -> list[str]:
        """The texts of all moves."""
        return [moved.text for moved in self.moves]

    @property
    def over(self) -> bool:
        """Whether the match has ended, and was not just left."""
        return self.end is not None and self.end.how is not How.LEFT

    def record(self) -> Record:
        """The record of the match so far."""
        if self.end is None or not self.over:
            return make_record(self.heading, self.texts, None, "", None)
        texts = [made.text for made in self.end.moves]  # a match that nobody watches tells of them at its end alone
        return make_record(self.heading, texts, self.end.how.value, self.end.why, self.end.score)

    def listing(self, viewer: int | None) -> str:
        """The numbered moves so far in one line, as the seat of the viewer saw them."""
        texts = [moved.text if viewer is None else moved.heard[viewer] for moved in self.moves]
        return "  ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def reseat(heading: Heading, event: Seated) -> Heading:
    """The heading after players changed."""
    one, two = heading.players
    if event.spec is None:
        one, two = two, one
    elif event.seat == 0:
        one = event.spec
    else:
        two = event.spec
    return replace(heading, players=(one, two), names=event.names)


def record_match(heading: Heading, events: Iterable[Event]) -> tuple[Record, Ended]:
    """Play a match to its end by consuming its events; its record and its last event."""
    recorder = Recorder(heading)
    for event in events:
        recorder.note(event)
    if recorder.end is None:
        raise RuntimeError("a match went on without an end")
    return recorder.record(), recorder.end
