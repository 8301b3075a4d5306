"""The record of a match, one JSON object: what is needed to play it again, and how it ended.

It holds no times, so that the same seed gives the same bytes.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from referee.events import Ended, Event, Moved, Started, TakenBack


@dataclass(frozen=True)
class Record:
    """One match.

    game     the spec of the game as typed;  players  those of seats 0 and 1;  names  what they are called.
    seed     of the whole batch;  number  of this game in it, from 0.
    moves    the texts of all moves, dice and deals too, with blanks between them.
    score    what seat 0 won, null when somebody left;  winner  a name, "draw" or null.
    how      a word of match.How;  why  the reason for people.
    """

    game: str
    players: tuple[str, str]
    names: tuple[str, str]
    seed: int
    number: int
    moves: str
    score: int | None
    winner: str | None
    how: str
    why: str

    def as_dict(self) -> dict[str, object]:
        """The record as JSON's types."""
        return asdict(self)


@dataclass(frozen=True)
class Heading:
    """What a record says of a match before it is played."""

    game: str
    players: tuple[str, str]
    names: tuple[str, str]
    seed: int
    number: int = 0


def recorded(heading: Heading, events: Iterable[Event]) -> tuple[Record, Ended]:
    """The record of a match that is played by listening to it, and its last event."""
    texts: list[str] = []
    for event in events:
        match event:
            case Started():
                texts.extend(event.opening)
            case Moved():
                texts.append(event.text)
            case TakenBack():
                del texts[len(texts) - event.count :]
            case Ended():
                return written(heading, texts, event), event
    raise RuntimeError("a match went on without an end")


def written(heading: Heading, texts: list[str], end: Ended) -> Record:
    """The record of a match that ended so after those moves."""
    winner = "draw" if end.draw else None if end.winner is None else heading.names[end.winner]
    return Record(
        **vars(heading), moves=" ".join(texts), score=end.score, winner=winner, how=end.how.value, why=end.why
    )
