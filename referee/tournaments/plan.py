"""The plan of a tournament: everything that its games depend on."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import games
from games.base.notation import printable
from games.dataclass import dataclass
from referee.batches.plan import find_opening, start_of
from referee.match.clocks import UNLIMITED, Control, own_control
from referee.match.record import Heading
from referee.running.game_task import GameTask

if TYPE_CHECKING:
    from referee.batches.plan import Plan
    from referee.match.adjudication import Adjudication
    from referee.running.sandbox.guard import Guard
    from referee.statistics.sprt import Sprt
    from referee.tournaments.options import Anchor


MOST = 100_000  # games of a test that does not end by itself


@dataclass(frozen=True)
class Pairing:
    """One game of a tournament: who meets whom.

    number  of the game, from 0;  round  from 0;  seats  the players at seats 0 and 1, by their places in the plan.
    deal    which opening, dice and deals they get. Two games with the same players, deal and round are a pair, with the
            sides swapped.
    """

    number: int
    round: int
    seats: tuple[int, int]
    deal: int


@dataclass(frozen=True)
class Tournament:
    """A tournament, before anything of it is played.

    game      the game's spec;  players  the players' specs in the order of their seeding;  names  all different.
    format    round-robin, gauntlet, knockout, swiss or class;  rounds  as the format counts them.
    seed      all random numbers of a game come from it and the game's number;  control  of players without a clock of
              their own.
    openings  texts of moves to start with, one opening for each deal; they are used again when they run out. The first
              text of an opening may be a position: `position=...`.
    guard     the limits of the players' own processes; None: as in GameTask.
    rules     of adjudication;  anchors  names with given ratings. No game depends on anchors.
    sprt      the test that ends a tournament of two players before all rounds are played.
    """

    game: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    format: str
    rounds: int
    seed: int
    control: Control = UNLIMITED
    openings: tuple[tuple[str, ...], ...] = ()
    guard: Guard | None = None
    anchors: tuple[Anchor, ...] = ()
    rules: Adjudication | None = None
    sprt: Sprt | None = None

    @classmethod
    def of_batch(cls, plan: Plan, test: Sprt, most: int) -> Tournament:
        """Return the tournament with the first `most` games of a batch, whole pairs, until the test ends it."""
        return cls(
            game=games.spell_sides(plan.game),
            players=plan.players,
            names=plan.names,
            format="round-robin",
            rounds=most // 2,
            seed=plan.seed,
            control=plan.control,
            openings=tuple(plan.openings) or ((plan.opening,) if plan.opening else ()),
            guard=plan.guard,
            rules=plan.rules,
            sprt=test,
        )

    @property
    def spec(self) -> str:
        """The game's spec as it is in records."""
        return games.spell_sides(self.game, both=False)

    def task(self, pairing: Pairing) -> GameTask:
        """Return the task to play a game."""
        first, second = pairing.seats
        return GameTask(
            heading=Heading(
                game=start_of(self.spec, self.opening(pairing))[0],
                players=(self.players[first], self.players[second]),
                names=(self.names[first], self.names[second]),
                seed=self.seed,
                number=pairing.number,
            ),
            chance=(self.seed, "chance" if self.sprt else "deal", pairing.deal),  # of a test as of a batch
            seeds=((self.seed, "player", first, pairing.number), (self.seed, "player", second, pairing.number)),
            control=self.control_of(pairing.seats),
            opening=start_of(self.spec, self.opening(pairing))[1],
            guard=self.guard,
            rules=self.rules,
        )

    @cached_property
    def controls(self) -> tuple[Control, ...]:
        """The time control of each player: its own clock if its spec sets one."""
        return tuple(own_control(spec, self.control.of(place)) for place, spec in enumerate(self.players))

    def control_of(self, seats: tuple[int, int]) -> Control:
        """Return the time control of a game between these players, by seats."""
        first, second = seats
        return Control.of_seats(self.controls[first], self.controls[second])

    @cached_property
    def games(self) -> frozenset[str]:
        """The specs that records of the games may have: the game, in the positions of its openings."""
        return frozenset(printable(start_of(self.spec, opening)[0]) for opening in self.openings or ((),))

    def opening(self, pairing: Pairing) -> tuple[str, ...]:
        """Return the opening of a game."""
        return find_opening(self.openings, pairing.deal) if self.openings else ()
