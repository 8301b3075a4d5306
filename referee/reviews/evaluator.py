"""Evaluate positions of one match, each by the best available method; results of one help the others.

The best method depends on the kind of game, as for levels (players/level.py): a search to a depth if it has an
estimate, otherwise random playouts, and also if it has priors; docs/reviews.md says how often each is right.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from games.adapters.undo import has_priors
from games.base.rule_values import chances_of
from games.capabilities import OwnSolver, hides_information, solver_of, theory_of
from games.game import CHANCE, Game, writes
from players.optimal import shows_chance
from players.search.alphabeta.table import Table
from players.search.alphabeta.tree import Chance
from players.search.clock import Clock
from players.search.values.recurrence import positions_recur
from referee.reviews import proofs, searches
from referee.reviews.equilibrium import Equilibrium
from referee.reviews.win_probability import find_scale, learnt_scale
from referee.solving.exhaustive import LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.engines.judge import EngineJudge
    from referee.reviews.searches import Effort
    from referee.reviews.win_probability import Scale
    from referee.solving.value import Value

Path = tuple[str, ...]  # the texts of the moves from the start of a match to a position

PATIENCE = 3  # failed proofs in a row, after which none is tried any more
NEAR = 10  # a tenth of the effort goes to the end of a position whose winner theory knows
KEPT = 16  # searches whose positions fit into the memory
PART = 2  # one search takes at most half of the pool


class Evaluator:
    """Evaluates positions of the match from `start`, each once.

    A position is named by its path: the texts of the moves from the start of the match to it.

    deadline  of time.monotonic().
    judge     the program that judges what is not proven; None: our own searches do.
    hidden    whether the game hides something;  lucky  whether it does, or has chance.
    known     values by path. Proven ones stay; `learn` adds what was proven in another way.
    depths    plies searched for a value that is not proven, by path.
    primed    whether the game knows good moves before they are tried, so that playouts judge best.
    proofs    positions that a search may visit for a proof, and  beliefs  for a value that is not proven.
    pool      positions that searches for proofs may still visit. Easy positions leave more for hard ones.
    """

    def __init__(self, start: Game, effort: Effort, deadline: float = inf, judge: EngineJudge | None = None):
        self.start, self.effort, self.deadline, self.judge = start.copy(), effort, deadline, judge
        self.hidden = hides_information(start)
        self.lucky = self.hidden or shows_chance(start)
        self.primed = has_priors(start)
        self.has_estimate = writes(start, "estimate") and not self.primed
        self.table = Table(searches.entries(8 * effort.nodes))
        self.failed = 0  # searches in a row that did not come to the end
        self.known: dict[Path, Value] = {}
        self.depths: dict[Path, int] = {}
        self.proofs, self.beliefs = (count(len(start.moves())) for count in (effort.proofs, effort.beliefs))
        self.pool = effort.nodes
        self.scale: Scale | None = None
        self.scale_known = judge is not None  # then none is needed
        self.known_positions: proofs.AllPositions | None = None
        self.equilibrium = Equilibrium(self.start, effort) if self.hidden else None

    @cached_property
    def memory(self) -> Table:
        """What searches for values that are not proven have found out; a review goes backwards, so they see further."""
        return Table(searches.entries(KEPT * self.beliefs))

    @cached_property
    def own(self) -> OwnSolver | None:
        """The game's own search for who wins; None if it has none, and for games of luck."""
        return None if self.lucky else solver_of(self.start)

    @contextmanager
    def part(self, count: int) -> Iterator[None]:
        """Limit the enclosed work to 1/`count` of the time that is left."""
        end, now = self.deadline, monotonic()
        self.deadline = end if end == inf else now + max(0.0, end - now) / count
        try:
            yield
        finally:
            self.deadline = end

    def evaluate(self, game: Game, path: Path) -> Value:
        """Return what the position is worth; with hidden cards to the seat to move, by what it knows.

        Raises ValueError if something is hidden and no seat is to move.
        """
        over = proofs.ended(game, self.lucky)
        if over is not None:
            return over if self.lucky else self.learn(path, over)
        if not self.lucky:
            try:
                return self.without_luck(game, path)
            except Chance:
                self.lucky = True
        return self.on_average(game)

    def learn(self, path: Path, found: Value) -> Value:
        """Add the worth of a position; what was proven before stays."""
        if path not in self.known or not self.known[path].exact:
            self.known[path] = found
        return self.known[path]

    def choices(self, game: Game) -> dict[int, Value]:
        """Return what each move, or outcome of chance, is worth in a game of luck; untried moves are left out."""
        if self.hidden and game.turn == CHANCE:
            raise ValueError(f"{type(game).__name__}: nobody is to move who could judge the position")
        if self.equilibrium is None:
            found = self.all_positions().choices(game)
        else:
            with self.part(2):
                found = self.equilibrium.choices(game, self.deadline)
        return self.searched(game) if found is None else found

    def searched(self, game: Game) -> dict[int, Value]:
        """Return what the judge or a search believes of each move in a game of luck."""
        if self.judge is not None:
            return self.judge.choices(game, self.deadline)
        if not self.hidden and self.has_estimate:
            return searches.on_average(game, self.effort, self.deadline)
        return searches.by_playouts_each(game, self.effort, self.deadline)

    def on_average(self, game: Game) -> Value:
        """Return what a position of a game of luck is worth: its best move, or the average over chance."""
        if not self.hidden:
            if (found := self.all_positions().evaluate(game)) is not None:
                return found
            if game.turn == CHANCE:
                return self.rolled(game)
        found_all = self.choices(game)
        return max(found_all.values(), key=lambda each: each.chance_of(game.turn), default=searches.unknown())

    def rolled(self, game: Game) -> Value:
        """Return the average over the outcomes of chance in an open game."""
        if self.judge is not None:
            return self.judge.believed(game, (), self.deadline)
        if not self.has_estimate:
            return searches.by_playouts(game, self.effort, self.deadline)
        found = searches.on_average(game, self.effort, self.deadline)
        if not found:
            return searches.unknown()
        weights = dict(chances_of(game))
        whole = sum(weights[move] for move in found)
        mean = sum(weights[move] * each.chance_of(0) for move, each in found.items()) / whole
        less, more = (sum(weights[move] * each.doubts[end] for move, each in found.items()) / whole for end in (0, 1))
        return replace(next(iter(found.values())), chance=mean, interval=(mean - less, mean + more), line=())

    @cached_property
    def recurs(self) -> bool:
        """Whether positions of the game recur, so that a search may never end."""
        return positions_recur(self.start)

    def all_positions(self) -> proofs.AllPositions:
        """Return all positions of the game, if there are few."""
        if self.known_positions is None:
            with self.part(2):  # the other half is left for a search
                self.known_positions = proofs.AllPositions(self.start, self.effort.nodes, self.deadline)
        return self.known_positions

    def forget_beliefs(self) -> None:
        """Forget what is not proven, as there is time to look at it again."""
        self.known = {path: each for path, each in self.known.items() if each.exact}

    def without_luck(self, game: Game, path: Path) -> Value:
        """Return what a position without luck is worth. Raises Chance."""
        if path in self.known:
            return self.known[path]
        found = self.by_theory(game) or self.by_moves(game, path)
        if found is None and self.failed < PATIENCE:
            with self.part(2 if self.own is None else 1):
                found = self.proof(game)
            self.failed = 0 if found else self.failed + 1
        return self.learn(path, found or self.believed(game, path))

    def by_theory(self, game: Game) -> Value | None:
        """Return what theory knows of the position, with the distance of a near end; None if it knows nothing."""
        theory = theory_of(game)
        if theory is None or theory.whole:
            return proofs.by_theory_alone(game)
        nodes = max(1, self.effort.nodes // NEAR)
        return proofs.by_search(game, self.table, self.own, nodes, nodes, self.deadline)[0] or proofs.by_theory_alone(
            game
        )

    def by_moves(self, game: Game, path: Path) -> Value | None:
        """Return what the values of the moves prove: one wins, or all lose; None if they prove nothing."""
        found: list[tuple[str, Value | None]] = []
        for move in game.moves():
            text = game.text(move)
            found.append((text, self.known.get((*path, text))))
        won = [(text, each) for text, each in found if each is not None and each.exact and wins(each, game.turn)]
        if won:
            text, value = min(won, key=lambda pair: inf if pair[1].distance is None else pair[1].distance)
            at_once = 1 if value.distance == 0 else None
            return self.proof(game, harder=False) or replace(value, distance=at_once, line=(text, *value.line))
        lost = [each for _, each in found if each is not None and each.exact and wins(each, 1 - game.turn)]
        if len(lost) < len(found):
            return None
        return self.proof(game, harder=False) or replace(lost[0], distance=None, line=())

    def proof(self, game: Game, *, harder: bool = True) -> Value | None:
        """Return what a search proves of a position without luck; None if nothing. Raises Chance.

        harder  whether it may use the pool to find out who wins.
        """
        if game.score() is not None:
            return None
        if (known := proofs.by_theory_alone(game)) is not None and known.line:
            return known
        if self.recurs and (found := self.all_positions().evaluate(game)) is not None:
            return found
        most = max(self.proofs, self.pool // PART) if harder else self.proofs
        value, spent = proofs.by_search(game, self.table, self.own, self.proofs, most, self.deadline)
        self.pool = max(0, self.pool - spent)
        return value

    def surviving_move(self, game: Game, among: Iterable[int], plies: int) -> int | None:
        """Call proofs.surviving_move with the effort for one position. Raises Stop, Chance."""
        clock = Clock(self.deadline, self.proofs)
        return proofs.surviving_move(game, among, plies, self.table, clock)

    def believed(self, game: Game, path: Path, depth: int | None = None) -> Value:
        """Return what the position seems to be worth, by a search to `depth` if given. Raises Chance."""
        if self.judge is not None:
            return self.judge.believed(game, path, self.deadline)
        scale = self.find_scale()
        if scale is None:
            # With priors a position of a playout takes no longer if there are many moves.
            most = self.effort.beliefs(moves=0) if self.primed else self.beliefs
            return searches.by_playouts(game, self.effort, self.deadline, most)
        found, reached = searches.by_estimate(game, self.memory, self.beliefs, scale, self.deadline, depth)
        if depth is None:
            self.depths[path] = reached
        return found

    def as_deep_as(self, game: Game, path: Path, other: Path) -> Value:
        """Return what the position is worth, searched as deep as the position `other`. Raises Chance."""
        if game.score() is not None or other not in self.depths:
            return self.evaluate(game, path)
        if path in self.known and self.known[path].exact:
            return self.known[path]
        found = self.believed(game, path, self.depths[other])
        return self.learn(path, found) if found.exact else found

    def expected(self, game: Game, found: Value) -> tuple[str, ...]:
        """Return the moves expected from a position of value `found`, LINE at most.

        Empty if theory knows the worth of the position, and a search finds no move to it.
        """
        if not found.line and (searched := self.proof(game)) is not None:
            found = searched
        line, twin = found.line, played_on(game, found.line)
        while found.how == proofs.SEARCH and len(line) < LINE and twin.score() is None:
            then = self.proof(twin, harder=False)
            if then is None or not then.line:
                break
            line += then.line
            twin = played_on(twin, then.line)
        return line[:LINE]

    def find_scale(self) -> Scale | None:
        """Return which estimate is read as a chance, and how; None if there is none, or it tells nothing."""
        if self.has_estimate and not self.scale_known:
            self.scale = learnt_scale(self.start) or find_scale(
                self.start, 8 * self.beliefs, self.effort.seed, self.deadline
            )
        self.scale_known = True
        return self.scale


def wins(found: Value, seat: int) -> bool:
    """Return whether `seat` is proven to win."""
    return found.chance_of(seat) == 1


def played_on(game: Game, line: tuple[str, ...]) -> Game:
    """Return the position after the moves of `line`."""
    twin = game.copy()
    for text in line:
        twin.make(twin.parse(text))
    return twin
