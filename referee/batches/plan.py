"""Many matches between the same two players; each depends only on specs, seed and number."""

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property

import games
from games.dataclass import dataclass
from referee.errors.attribution import load_after
from referee.match.adjudication import Adjudication
from referee.match.clocks import UNLIMITED, Control
from referee.match.distinct_names import name_pair
from referee.match.players import player_name
from referee.match.record import Heading, Record
from referee.running.game_task import GameTask, check_player
from referee.running.sandbox.guard import Guard

POSITION = "position="  # begins the first text of an opening if it is not a move
Line = tuple[str, ...]  # an opening: texts of moves, after a position if there is one


@dataclass(frozen=True)
class Plan:
    """What to play.

    game     the game's spec;  players  the specs of the two players; the first moves first.
    seed     all random numbers of a match come from it and the match's number.
    control  the time for moves and games; `second` is for the second player, wherever it sits.
    swap     whether sides alternate;  opening  texts of moves to start with.
    openings for pairs of games, each from both sides, used again when they run out; (): the opening. The first text of
             each may be a position: `position=...`.
    guard    the limits of the players' own processes; None: as in GameTask.
    rules    of adjudication;  person  the name of a person, and  guest  of the second one if both players are people;
             "": the same.
    called   the names of both, if they are known already.
    """

    game: str
    players: tuple[str, str]
    seed: int
    control: Control = UNLIMITED
    swap: bool = False
    opening: tuple[str, ...] = ()
    person: str = "human"
    guest: str = ""
    called: tuple[str, str] | None = None
    openings: Sequence[Line] = ()
    guard: Guard | None = None
    rules: Adjudication | None = None

    def check(self) -> None:
        """Raise SpecError, with one line for the person, unless all of this can be played."""
        games.load(self.game)
        for spec in dict.fromkeys(self.players):
            check_player(spec, self.game)
        load_after(self.game, self.opening)

    @cached_property
    def names(self) -> tuple[str, str]:
        """The names of the two players, with what tells them apart if they are equal."""
        if self.called:
            return self.called
        people = iter((self.person, self.guest or self.person))
        one, two = (next(people) if name == "human" else name for name in map(player_name, self.players))
        return name_pair(self.players, (one, two))

    def seats(self, number: int) -> tuple[int, int]:
        """Return which of the two players sits at seat 0, and which at seat 1, in match `number`."""
        return (1, 0) if self.swap and number % 2 else (0, 1)

    def heading(self, number: int) -> Heading:
        """Return what the record of match `number` begins with."""
        first, second = self.seats(number)
        return Heading(
            game=games.spell_sides(start_of(self.game, self.opening_of(number))[0]),
            players=(self.players[first], self.players[second]),
            names=(self.names[first], self.names[second]),
            seed=self.seed,
            number=number,
        )

    def task(self, number: int) -> GameTask:
        """Return the task to play game `number`. If sides alternate, every two games have the same dice and deals."""
        first, second = self.seats(number)
        return GameTask(
            heading=self.heading(number),
            chance=(self.seed, "chance", number // 2 if self.swap else number),
            seeds=((self.seed, "player", first, number), (self.seed, "player", second, number)),
            control=self.control if first == 0 else self.control.swapped,
            opening=start_of(self.game, self.opening_of(number))[1],
            guard=self.guard,
            rules=self.rules,
        )

    def opening_of(self, number: int) -> Line:
        """Return the opening of game `number`."""
        return find_opening(self.openings, number // 2) if self.openings else self.opening


def find_opening(openings: Sequence[Line], place: int) -> Line:
    """Return opening `place` of these, at least one, which are used again when they run out."""
    try:
        return openings[place]
    except IndexError:  # only now a book knows its length
        return openings[place % len(openings)]


def start_of(game: str, opening: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the spec of the game, in the position of the opening if it has one, and the texts of its moves."""
    if not opening or not opening[0].startswith(POSITION):
        return game, opening
    return games.with_position(game, opening[0].removeprefix(POSITION)), opening[1:]


@dataclass
class WinTally:
    """How often each player won."""

    names: tuple[str, str]
    won: dict[str, int] = field(default_factory=dict)
    draws: int = 0

    def add(self, record: Record) -> None:
        """Count one match. A match that somebody left does not count."""
        if record.score == 0:
            self.draws += 1
        elif record.winner is not None:  # a name, even if it is "draw"
            self.won[record.winner] = self.won.get(record.winner, 0) + 1

    def __str__(self) -> str:
        won = ", ".join(f"{name} won {self.won.get(name, 0)}" for name in self.names)
        return f"{won}, {self.draws} draws"

    def as_dict(self) -> dict[str, object]:
        """Return the tally as JSON's types."""
        return {"won": {name: self.won.get(name, 0) for name in self.names}, "draws": self.draws}
