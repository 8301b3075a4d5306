"""The worlds that a seat of one of OpenSpiel's games may be in, drawn as likely as the moves so far make them.

After each move a seat remembers what OpenSpiel shows it, whose turn it is, its own legal moves, and its own move. That
is its `Trail`; two positions are the same to the seat if their trails are equal. A world is a state of OpenSpiel with
the same trail. Its weight is the probability of its moves: of chance as given, of the other seat uniform among its
legal moves, because nothing is known about how it plays.

The worlds are found move by move. Up to MOST worlds are all kept, and drawn with exactly these probabilities. With more
a sample goes on, drawn by weight and without the real position: its random numbers come from the trail.
"""

from __future__ import annotations

from bisect import bisect
from collections import OrderedDict
from hashlib import blake2b
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any

from games.base.systematic_sample import systematic_sample
from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANCE = -1
MOST = 4000  # worlds that are all kept
SAMPLES = (1000, 10_000)  # worlds in a sample; the larger one if the smaller has lost every world
KEPT = 64  # trails whose worlds are remembered

State = Any  # of pyspiel


class NoWorldFound(RuntimeError):
    """No position was found that fits what a seat has seen, though there is one."""


@dataclass(frozen=True, eq=False)
class Trail:
    """What a seat has seen so far, as a list linked backwards.

    before  what it had seen before the last move; None at the start.
    look    what it sees now.
    own     the seat's own move that led here; -1 for another's move.
    length  how many moves were made.
    digest  of all this, the same in each process.
    """

    before: Trail | None
    look: str
    own: int
    length: int
    digest: bytes


@dataclass(frozen=True)
class Worlds:
    """States with one trail, and the running sums of their weights. whole: there are no others."""

    states: tuple[State, ...]
    sums: tuple[float, ...]
    whole: bool

    def draw(self, number: float) -> State:
        """Return a copy of a state, by weight; `number` is in [0, 1)."""
        return self.states[min(bisect(self.sums, number * self.sums[-1]), len(self.states) - 1)].clone()


def sight(state: State, seat: int) -> str:
    """Return what OpenSpiel tells the seat: its information state, or without one its observation."""
    if state.get_game().get_type().provides_information_state_string:
        return str(state.information_state_string(seat))
    return str(state.observation_string(seat))


def look(state: State, seat: int) -> str:
    """Return what the seat sees of an unfinished state: whose turn it is, its own legal moves, and what it is shown."""
    turn = state.current_player()
    return f"{turn} {state.legal_actions() if turn == seat else ''} {'' if turn < CHANCE else sight(state, seat)}"


def start_trail(state: State, seat: int) -> Trail:
    """Return the trail of a seat before the first move."""
    seen = look(state, seat)
    return Trail(None, seen, -1, 0, digest(f"{state.get_game()}/{seat}/{seen}".encode()))


def follow(trail: Trail, seen: str, own: int) -> Trail:
    """Return the trail a move later."""
    return Trail(trail, seen, own, trail.length + 1, digest(trail.digest + f"{own} {seen}".encode()))


def digest(data: bytes) -> bytes:
    """Return a short digest that is the same in each process."""
    return blake2b(data, digest_size=12).digest()


def worlds_of(trail: Trail, start: State, seat: int) -> Worlds:
    """Return all worlds with a trail, or a sample of them, from the first state `start`. Raises NoWorldFound."""
    for size in SAMPLES:
        found = search(trail, start, seat, size)
        if found is not None:
            return found
    raise NoWorldFound(f"no position that fits what seat {seat} has seen was found")


REMEMBERED: OrderedDict[tuple[bytes, int], Worlds] = OrderedDict()  # by the digest of a trail and the sample's size


def search(trail: Trail, start: State, seat: int, size: int) -> Worlds | None:
    """Return the worlds with a trail, at most `size` if they are sampled; None if a sample has lost them all."""
    line = [trail]
    while (line[-1].digest, size) not in REMEMBERED and (before := line[-1].before) is not None:
        line.append(before)
    found = REMEMBERED.get((line[-1].digest, size)) or Worlds((start,), (1.0,), whole=True)
    remember(line.pop(), size, found)
    while line:
        step = line.pop()
        found = advance(found, step, seat, size)
        if not found.states:
            return None
        remember(step, size, found)
    return found


def remember(trail: Trail, size: int, worlds: Worlds) -> None:
    """Cache the worlds, and forget those unused for longest."""
    REMEMBERED[trail.digest, size] = worlds
    REMEMBERED.move_to_end((trail.digest, size))
    while len(REMEMBERED) > KEPT:
        REMEMBERED.popitem(last=False)


def advance(worlds: Worlds, step: Trail, seat: int, size: int) -> Worlds:
    """Return the worlds after the next move that have the trail `step`."""
    states: list[State] = []
    weights: list[float] = []
    last = 0.0
    for state, total in zip(worlds.states, worlds.sums, strict=True):
        for after, share in children(state, step.own):
            if look(after, seat) == step.look:
                states.append(after)
                weights.append((total - last) * share)
        last = total
    if len(states) <= (MOST if worlds.whole else size):
        return Worlds(tuple(states), tuple(accumulate(weights)), worlds.whole)
    drawn = systematic_sample(states, weights, size, Random(step.digest).random())
    return Worlds(tuple(drawn), tuple(map(float, range(1, len(drawn) + 1))), whole=False)


def children(state: State, own: int) -> Iterator[tuple[State, float]]:
    """Yield the states a move later with the probability of the move; after the seat's own move only one."""
    if own >= 0:
        yield state.child(own), 1.0
    elif state.is_chance_node():
        yield from ((state.child(move), share) for move, share in state.chance_outcomes())
    else:
        moves = state.legal_actions()
        yield from ((state.child(move), 1 / len(moves)) for move in moves)
