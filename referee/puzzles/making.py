"""Make a puzzle of a position in which exactly one move is proven to be the best."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import games
from games.adapters.undo import can_unmake
from games.base.rule_values import text_of
from games.capabilities import theory_of
from games.dataclass import dataclass
from games.game import CHANCE
from players.by_theory import choose_by_theory
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import HALF, Table, to_game_score
from players.search.alphabeta.tree import DEEPEST
from players.search.clock import Clock
from referee.puzzles.puzzle import Puzzle, WrongMove, measure
from referee.reviews.proofs import near_end, told, who_wins
from referee.solving.exhaustive import LINE
from referee.solving.value import side, sign

if TYPE_CHECKING:
    from games.game import Game
    from games.theory import Theory


REFUTED = 3  # wrong moves that are refuted
SHORT = 12  # moves of a refutation, at most
NODES = 20_000  # positions that each of the two searches for a value may visit
WORK = 600_000  # positions after which no new puzzle is begun
ENTRIES = 1 << 17  # of the table shared by all searches
SLOW = 10  # rules in plain Python get a tenth of that


@dataclass(frozen=True)
class FoundPuzzle:
    """A position in which exactly one move is the best; the rest of a puzzle can be computed from it.

    spec    the game in that position;  start  the position;  move  the best one.
    values  what each move is worth to the seat to move.
    """

    spec: str
    start: Game
    move: int
    values: dict[int, int]
    prover: Prover

    @property
    def value(self) -> int:
        return self.values[self.move]

    @property
    def second(self) -> int:
        """What the best of the other moves is worth."""
        return max(worth for move, worth in self.values.items() if move != self.move)

    @property
    def trivial(self) -> bool:
        """Whether the answer wins at once."""
        twin = self.start.copy()
        twin.make(self.move)
        return twin.score() is not None and self.value > 0 >= self.second

    def puzzle(self, origin: str = "") -> Puzzle:
        """Return the puzzle, with its rating and its lines."""
        found = measure(self.start, self.move)
        return Puzzle(
            game=self.spec,
            seat=self.start.turn,
            answer=self.start.text(self.move),
            value=self.value,
            second=self.second,
            line=(self.start.text(self.move), *self.prover.line(played(self.start, self.move))),
            rating=found.rating,
            refutations=tuple(self.refutation(move) for move in found.tempting[:REFUTED]),
            origin=origin,
        )

    def refutation(self, move: int) -> WrongMove:
        line = self.prover.line(played(self.start, move))
        return WrongMove(self.start.text(move), self.values[move], line[:SHORT])


def played(game: Game, move: int) -> Game:
    """Return the position after the move."""
    game = game.copy()
    game.make(move)
    return game


def find_candidate(spec: str, game: Game, prover: Prover) -> FoundPuzzle | None:
    """Return the puzzle that the position makes; None if several moves are best, or nothing is proven.

    A lost position makes none unless points count.

    Raises players.search.alphabeta.tree.Chance, and ValueError if the game cannot write its position.
    """
    if game.score() is not None or game.turn == CHANCE or len(game.moves()) < 2:
        return None
    spec = games.with_position(games.split_position(spec)[0], game.position())
    start = games.load(spec)  # as it is set up, without its past
    worth = prover.value(start)
    if worth is None or (start.stakes == 1 and side(start.turn) * worth < 0):
        return None
    values = values_of(start, side(start.turn) * worth, prover)
    if values is None:
        return None
    return FoundPuzzle(spec, start, max(values, key=lambda move: values[move]), values, prover)


def values_of(game: Game, best: int, prover: Prover) -> dict[int, int] | None:
    """Return the worth of each move to the seat to move, if exactly one is worth `best`; otherwise None."""
    values: dict[int, int] = {}
    for move in game.moves():
        worth = prover.value(played(game, move))
        if worth is None:
            return None
        values[move] = side(game.turn) * worth
        if sum(each == best for each in values.values()) > 1 or prover.tired:
            return None
    return values if best in values.values() else None


class Prover:
    """Proves values, with a table for all positions of one game.

    nodes  positions that the search for one value may visit;  spent  the positions visited by all searches.
    """

    def __init__(self, game: Game, nodes: int = NODES):
        self.nodes = nodes if can_unmake(game) else nodes // SLOW
        self.table = Table(ENTRIES)
        self.spent = 0

    @property
    def tired(self) -> bool:
        """Whether no further puzzle should be looked for."""
        return self.spent > WORK * self.nodes // NODES

    def value(self, game: Game) -> int | None:
        """Return what seat 0 wins with best play; None if the budget does not suffice.

        Raises players.search.alphabeta.tree.Chance.
        """
        score, theory = game.score(), whole_theory(game)
        if score is not None or theory is not None:
            return score if theory is None else theory.score
        if game.stakes == 1:
            return self.winner(game)
        search, clock = self.solver(game)
        search.settle()
        self.spent += clock.nodes
        least, most = to_game_score(search.lower)[0], to_game_score(search.upper)[0]
        return side(game.turn) * least if least == most and not search.shallow else None

    def winner(self, game: Game) -> int | None:
        """Return the value if only winning counts: a near forced end is found first."""
        clock = Clock(inf, self.nodes)
        found = near_end(game, self.table, clock)
        self.spent += clock.nodes
        if found is not None:
            return found.score
        search, clock = self.solver(game)
        who_wins(search)
        self.spent += clock.nodes
        if search.shallow or not told(search):
            return None
        won = search.lower if search.lower > HALF else search.upper if search.upper < -HALF else 0
        return side(game.turn) * sign(won)

    def solver(self, game: Game) -> tuple[Solver, Clock]:
        clock = Clock(inf, self.nodes)
        return Solver(game, self.table, clock, DEEPEST), clock

    def line(self, game: Game) -> tuple[str, ...]:
        """Return the moves expected from a position of known value, LINE at most; none if the game is over.

        Each move keeps the value. A winning seat seeks the end, and a losing one delays it.
        """
        texts: list[str] = []
        twin = game.copy()
        while twin.score() is None and len(texts) < LINE:
            move = self.best(twin)
            if move is None:
                break
            texts.append(text_of(twin, move))
            twin.make(move)
        return tuple(texts)

    def best(self, game: Game) -> int | None:
        """Return a move that keeps the value of the position; None if the value is not known."""
        worth = self.value(game)
        if worth is None:
            return None
        first = self.expected(game)
        for move in sorted(game.moves(), key=lambda each: each != first):
            twin = game.copy()
            twin.make(move)
            if self.value(twin) == worth:
                return move
        return None

    def expected(self, game: Game) -> int | None:
        """Return the move that hastens a win or delays a loss; None if nothing is known."""
        theory = whole_theory(game)
        if theory is not None:
            found = choose_by_theory(game, theory, inf, monotonic())
            return None if found is None else found.move
        clock = Clock(inf, self.nodes)
        if game.stakes > 1:
            search, clock = self.solver(game)
            search.run()
            self.spent += clock.nodes
            return int(search.best_move)
        near = Pvs(game, self.table, clock)
        depth = 0
        while not near.final and abs(near.score) <= HALF and near.depth == depth:
            depth += 1
            near.run(depth)
        self.spent += clock.nodes
        return int(near.best_move)


def whole_theory(game: Game) -> Theory | None:
    """Return what theory says of the position, if it covers all positions of the game."""
    theory = theory_of(game)
    return theory if theory is not None and theory.whole else None
