"""The worlds that a seat cannot tell apart, found by replaying a game from its start.

A world is a way to play the hidden moves so that the seat, which makes the same moves, knows the same after each move.
Its weight is its probability if the other seat moves at random: the product of the odds of chance and of one part in
as many as the other seat had moves.

As long as few positions are possible after each move, they are all kept, with their weights (forward filtering); a
world is then drawn exactly, back from the last move (backward sampling). Otherwise a world is drawn move by move. A
hidden move that does not fit what was seen later is exchanged for one that fits, and Metropolis steps, which change one
hidden move or swap two, bring the weights right. All this goes only by what the seat knows: its numbers are drawn from
a seed made of that. So two positions that the seat cannot tell apart give the same worlds.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from functools import cache
from math import exp, log
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.base.fields import identity, open_to_sight
from games.base.rule_values import RuleError, chances_of, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Game = Any  # games/game.py imports this module

CHANCE = -1
MOST = 1000  # positions after one move that are all kept
KEPT = 32  # moves of a game whose worlds are kept
POOL = 500  # worlds that are drawn where there are too many positions
RESTARTS, REPAIRS = 20, 200  # tries to draw a world, and to exchange a hidden move that does not fit
STEPS, FEWEST, LONGEST = 4, 10, 120  # Metropolis steps for each hidden move, and in all


class Root:
    """The start of a game; and the worlds found after some of the moves since, by a MovesMade and a seat."""

    start: Game

    def __init__(self) -> None:
        self.worlds: OrderedDict[tuple[MovesMade, int], ReplayedWorlds] = OrderedDict()

    def __getstate__(self) -> dict[str, Any]:
        return {"start": self.start, "worlds": OrderedDict()}


class MovesMade:
    """The moves from the start to a position; copies share it, and positions after it point to it.

    root   the start.  before  the MovesMade one move earlier, None at the start.
    words  what seat 0, seat 1 and an onlooker have observed of the last move; () if the game writes `known`.
    """

    __slots__ = ("before", "length", "move", "root", "words")

    def __init__(self, root: Root, before: MovesMade | None = None, move: int = -1, words: tuple[str, ...] = ()):
        self.root, self.before, self.move, self.words = root, before, move, words
        self.length: int = before.length + 1 if before else 0

    def line(self) -> list[MovesMade]:
        """Return the MovesMade after each move, the first move first."""
        found, past = [], self
        while past.before is not None:
            found.append(past)
            past = past.before
        return found[::-1]

    def __deepcopy__(self, copies: dict[int, Any]) -> MovesMade:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        line = self.line()  # flat, as pickle recurses
        return restore, (self.root, [past.move for past in line], [past.words for past in line])


def restore(root: Root, moves: list[int], words: list[tuple[str, ...]]) -> MovesMade:
    """Return the MovesMade after these moves, as unpickled in another process."""
    past = MovesMade(root)
    for move, told in zip(moves, words, strict=True):
        past = MovesMade(root, past, move, told)
    return past


class Observed(NamedTuple):
    """A move as the seat has observed it.

    own    the move if the seat made it, otherwise None;  heard  what it heard, None if `heard` follows from `known`.
    turn   whose turn it is after the move;  known  what the seat knows then;  words  what is new in it.
    """

    own: int | None
    heard: str | None
    turn: int
    known: str
    words: frozenset[str]


def worlds_at(past: MovesMade, seat: int) -> ReplayedWorlds:
    """Return the worlds of the position after `past`, as `seat` knows it."""
    kept = past.root.worlds
    if (found := kept.get((past, seat))) is None:
        steps = observe(past, seat)
        found = filtered(past, seat, steps) or SampledWorlds(past.root.start, seat, steps)
        kept[past, seat] = found
        while len(kept) > KEPT:
            kept.popitem(last=False)[1].shrink()
    return found


def observe(past: MovesMade, seat: int) -> list[Observed]:
    """Return the moves so far as the seat has observed them."""
    game = past.root.start.copy()
    told = type(game).heard.__name__ != "heard_by_known"
    steps, before = [], game.known(seat)
    for each in past.line():
        own = each.move if game.turn == seat else None
        heard = game.heard(each.move, seat) if told and own is None else None
        play(game, each.move)
        known = game.known(seat)
        words = frozenset(Counter(known.split()) - Counter(before.split()))
        steps.append(Observed(own, heard, game.turn, known, words))
        before = known
    return steps


def play(game: Game, move: int) -> None:
    """Make a move that is legal, without a check."""
    make = type(game).make
    getattr(make, "rules", make)(game, move)


def odds_of(game: Game, step: Observed) -> dict[int, float]:
    """Return the moves that may be the one observed, with their probabilities; only its own if the seat made it."""
    if step.own is not None:
        return {step.own: 1.0} if step.own in game.moves() else {}
    weighed = chances_of(game) if game.turn == CHANCE else [(move, 1) for move in game.moves()]
    whole = sum(weight for _, weight in weighed)
    return {move: weight / whole for move, weight in weighed}


def after_move(game: Game, move: int, seat: int, step: Observed) -> Game | None:
    """Return the position after the move; None if the seat observed something else."""
    if step.heard is not None and game.heard(move, seat) != step.heard:
        return None
    twin = game.copy()
    play(twin, move)
    fits = twin.turn == step.turn and twin.score() is None and twin.known(seat) == step.known
    return twin if fits else None


class ReplayedWorlds:
    """The worlds of one position: `draw` returns one of them, and `shrink` drops what only later moves need."""

    def draw(self, rng: Random) -> Game:
        raise NotImplementedError

    def shrink(self) -> None:
        pass


@cache
def is_readable(kind: Any) -> bool:
    """Return whether all fields that the class adds to Game can be read."""
    return open_to_sight(kind, next(parent for parent in kind.__mro__ if parent.__module__ == "games.game"))


class Reached(NamedTuple):
    """A way to a possible position: the number of the one before, the move, and its probability."""

    before: int
    move: int
    share: float


class FilteredWorlds(ReplayedWorlds):
    """All positions possible after a move. Moves that lead to equal positions are kept as ways to one.

    before  the positions one move earlier, None at the start.  games, weights, ways  a row for each position.
    """

    def __init__(self, start: Game, before: FilteredWorlds | None = None):
        self.start, self.before = start, before
        self.games: list[Game] = [] if before else [start.copy()]
        self.weights = [] if before else [1.0]
        self.ways: list[list[Reached]] = []

    def follow(self, seat: int, step: Observed) -> FilteredWorlds | None:
        """Return the positions one move later; None if there are more than MOST."""
        later = FilteredWorlds(self.start, self)
        numbers: dict[bytes, int] = {}
        for place, (game, weight) in enumerate(zip(self.games, self.weights, strict=True)):
            for move, share in odds_of(game, step).items():
                twin = after_move(game, move, seat, step)
                if twin is not None:
                    later.add(twin, weight * share, Reached(place, move, share), numbers)
                    if len(later.games) > MOST:
                        return None
        if not later.games:
            raise no_world(self.start, seat)
        whole = sum(later.weights)
        later.weights = [weight / whole for weight in later.weights]
        return later

    def shrink(self) -> None:
        self.games = []

    def add(self, game: Game, weight: float, way: Reached, numbers: dict[bytes, int]) -> None:
        kind: Any = type(game)
        fields = identity(game.__dict__, game.turn) if is_readable(kind) else None
        number = len(self.games) if fields is None else numbers.setdefault(fields, len(self.games))
        if number == len(self.games):
            self.games.append(game)
            self.weights.append(0.0)
            self.ways.append([])
        self.weights[number] += weight
        self.ways[number].append(way)

    def draw(self, rng: Random) -> Game:
        moves: list[int] = []
        level, (number,) = self, rng.choices(range(len(self.weights)), self.weights)
        while level.before is not None:
            ways = level.ways[number]
            weights = [level.before.weights[way.before] * way.share for way in ways]
            (way,) = rng.choices(ways, weights) if len(ways) > 1 else ways
            moves.append(way.move)
            level, number = level.before, way.before
        world = self.start.copy()
        for move in reversed(moves):
            play(world, move)
        return world


def filtered(past: MovesMade, seat: int, steps: Sequence[Observed]) -> FilteredWorlds | None:
    """Return all positions possible after `past`; None if there are too many after some move."""
    met = find_kept(past, seat)
    found: ReplayedWorlds = FilteredWorlds(past.root.start) if met is None else met[1]
    for number, step in enumerate(steps[met[0] if met else 0 :]):
        if not isinstance(found, FilteredWorlds) or (following := found.follow(seat, step)) is None:
            return None
        if number or not met:
            found.shrink()
        found = following
    return found if isinstance(found, FilteredWorlds) else None


def find_kept(past: MovesMade, seat: int) -> tuple[int, ReplayedWorlds] | None:
    """Return the number of the last move of `past` after which the worlds are kept, and these worlds."""
    kept, line = past.root.worlds, past.line()
    for place in range(len(line), 0, -1):
        met = kept.get((line[place - 1], seat))
        if met is not None and not (isinstance(met, FilteredWorlds) and not met.games):
            return place, met
    return None


class Line:
    """A way through the first moves of a game: the positions, the moves between them, and log odds of each."""

    def __init__(self, games: list[Game], moves: list[int], odds: list[float]):
        self.games, self.moves, self.odds = games, moves, odds

    def cut(self, count: int) -> Line:
        """Return the first `count` moves as a line of its own."""
        return Line(self.games[: count + 1], self.moves[:count], self.odds[:count])

    def add(self, game: Game, move: int, share: float) -> None:
        self.games.append(game)
        self.moves.append(move)
        self.odds.append(log(share))


class SampledWorlds(ReplayedWorlds):
    """At most POOL worlds, each drawn when it is first asked for."""

    def __init__(self, start: Game, seat: int, steps: Sequence[Observed]):
        self.start, self.seat, self.steps = start, seat, steps
        self.pool: dict[int, Game] = {}

    def draw(self, rng: Random) -> Game:
        place = rng.randrange(POOL)
        if place not in self.pool:
            own = Random(f"{self.seat} {place} {self.steps[-1].known}")
            self.pool[place] = self.mix(self.find(own), own).games[-1]
        return self.pool[place].copy()

    def find(self, rng: Random) -> Line:
        """Return a line that fits all that the seat has seen. Raises RuleError if none is found."""
        for _ in range(RESTARTS):
            line: Line | None = Line([self.start.copy()], [], [])
            while line and len(line.moves) < len(self.steps):
                line = line if self.go_on(line, rng) else self.repair(line, rng)
            if line:
                return line
        raise no_world(self.start, self.seat)

    def go_on(self, line: Line, rng: Random) -> bool:
        """Add a random move that fits; return whether there is one."""
        game, step = line.games[-1], self.steps[len(line.moves)]
        left = odds_of(game, step)
        while left:
            (move,) = rng.choices(list(left), list(left.values()))
            share = left.pop(move)
            if (twin := after_move(game, move, self.seat, step)) is not None:
                line.add(twin, move, share)
                return True
        return False

    def repair(self, line: Line, rng: Random) -> Line | None:
        """Return the line with other hidden moves, and one move more; None if none is found.

        It walks at random among the lines that fit so far, and every other time it tries a move that is named now: 4
        if the seat learns `ask-4`.
        """
        words = frozenset(re.findall(r"\w+", " ".join(self.steps[len(line.moves)].words)))
        hidden = self.hidden_in(line)
        for _ in range(REPAIRS if hidden else 0):
            changed = self.change(line, hidden, rng, words if rng.random() < 0.5 else frozenset())
            if changed is not None:
                if self.go_on(changed, rng):
                    return changed
                line = changed
        return None

    def mix(self, line: Line, rng: Random) -> Line:
        """Return the line after enough Metropolis steps for worlds to come by their weights."""
        hidden = self.hidden_in(line)
        for _ in range(min(LONGEST, max(FEWEST, STEPS * len(hidden))) if hidden else 0):
            changed = self.change(line, hidden, rng)
            if changed is not None:
                more = sum(changed.odds) - sum(line.odds)
                if more >= 0 or rng.random() < exp(more):
                    line = changed
        return line

    def hidden_in(self, line: Line) -> list[int]:
        """Return the numbers of the moves in the line that the seat neither made nor heard by their texts."""
        found = zip(line.games, line.moves, self.steps, strict=False)
        return [
            place
            for place, (game, move, step) in enumerate(found)
            if step.own is None and step.heard != text_of(game, move)
        ]

    def change(
        self, line: Line, hidden: Sequence[int], rng: Random, words: frozenset[str] = frozenset()
    ) -> Line | None:
        """Return the line with one of the hidden moves changed, or two swapped; None if it does not fit then.

        words  texts of moves; it changes to one of these if any is legal there.
        """
        first, moves = rng.choice(hidden), line.moves.copy()
        if rng.random() < 0.5 and not words:
            second = rng.choice(hidden)
            moves[first], moves[second] = moves[second], moves[first]
            first = min(first, second)
        else:
            game = line.games[first]
            legal = game.moves()
            named = [move for move in legal if text_of(game, move) in words] if words else []
            moves[first] = rng.choice(named or legal)
        return None if moves == line.moves else self.replayed(line.cut(first), moves[first:])

    def replayed(self, line: Line, moves: Sequence[int]) -> Line | None:
        """Return the line with these moves added; None if one of them does not fit."""
        for move in moves:
            game, step = line.games[-1], self.steps[len(line.moves)]
            share = odds_of(game, step).get(move)
            twin = None if share is None else after_move(game, move, self.seat, step)
            if share is None or twin is None:
                return None
            line.add(twin, move, share)
        return line


def no_world(game: Game, seat: int) -> RuleError:
    """Return the error where no world is found."""
    return RuleError(game, "imagine", f"replaying the game found none for seat {seat}; write imagine(seat, rng)")
