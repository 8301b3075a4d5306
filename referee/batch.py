"""Many matches between the same two players, each a function of specs, seed and number alone."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import games
import players
from players.player import Player
from referee.clocks import UNLIMITED, Control, Left
from referee.events import Ended, Event
from referee.match import play
from referee.minutes import recorded
from referee.record import Heading, Record
from referee.wishes import called


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    game     the game's spec;  players  the specs of the two players, the first of whom moves first.
    seed     from which, with a match's number, all of its random numbers come.
    control  the time for moves and games;  swap  whether sides alternate;  opening  texts of moves to start with.
    person   what a person is called;  called  what both are, where that is settled already.
    """

    game: str
    players: tuple[str, str]
    seed: int
    control: Control = UNLIMITED
    swap: bool = False
    opening: tuple[str, ...] = ()
    person: str = "human"
    called: tuple[str, str] | None = None

    def check(self) -> None:
        """Raise SpecError, with one line for the person who typed it, unless all of this can be played."""
        games.load(self.game)
        for spec in self.players:
            players.load(spec)
        games.load(self.game, self.opening)

    @property
    def names(self) -> tuple[str, str]:
        """What the two players are called: two of one name are numbered."""
        if self.called:
            return self.called
        one, two = (self.person if name == "human" else name for name in map(called, self.players))
        return (one, two) if one != two else (f"{one} (1)", f"{two} (2)")

    def seats(self, number: int) -> tuple[int, int]:
        """Which of the two players sits at seat 0 and which at seat 1 in match `number`."""
        return (1, 0) if self.swap and number % 2 else (0, 1)

    def heading(self, number: int) -> Heading:
        """What the record of match `number` begins with."""
        first, second = self.seats(number)
        return Heading(
            game=self.game,
            players=(self.players[first], self.players[second]),
            names=(self.names[first], self.names[second]),
            seed=self.seed,
            number=number,
        )

    def player(self, which: int, number: int) -> Player:
        """A new player for match `number`."""
        return players.load(self.players[which], derived(self.seed, "player", which, number))

    def match(
        self, number: int, seated: Sequence[Player] | None = None, past: Sequence[tuple[str, Left]] = ()
    ) -> Iterator[Event]:
        """Play match `number`, with new players unless they are given, and go on after its past.

        Where sides alternate, each two matches have the same dice and deals.
        """
        return play(
            games.load(self.game),
            seated or [self.player(which, number) for which in self.seats(number)],
            self.heading(number).names,
            seed=derived(self.seed, "chance", number // 2 if self.swap else number),
            control=self.control,
            opening=self.opening,
            past=past,
        )

    def result(self, number: int) -> tuple[Record, Ended]:
        """Play match `number` to its end."""
        return recorded(self.heading(number), self.match(number))


def derived(*parts: object) -> int:
    """A seed of 63 bits for one purpose, the same on every machine."""
    return random.Random(" ".join(map(str, parts))).getrandbits(63)


@dataclass
class Tally:
    """Who won how often."""

    names: tuple[str, str]
    won: dict[str, int] = field(default_factory=dict)
    draws: int = 0

    def add(self, record: Record) -> None:
        """Count one match; one that somebody left counts for nobody."""
        if record.winner == "draw":
            self.draws += 1
        elif record.winner is not None:
            self.won[record.winner] = self.won.get(record.winner, 0) + 1

    def __str__(self) -> str:
        won = ", ".join(f"{name} won {self.won.get(name, 0)}" for name in self.names)
        return f"{won}, {self.draws} draws"

    def as_dict(self) -> dict[str, object]:
        """The tally as JSON's types."""
        return {"won": {name: self.won.get(name, 0) for name in self.names}, "draws": self.draws}
