"""Evaluate positions by a search: by the game's estimate, by averages over chance, or by playouts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from players.mcts import measures
from players.search.alphabeta.expectimax import Expectimax
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import HALF, Table
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import room
from players.search.montecarlo.result import Branch, branches, choose_branch, expected_line
from players.search.random_play import Rng
from referee.solving.exhaustive import value_of
from referee.solving.outcome_text import plies
from referee.solving.value import Value, around, settled, share, side
from referee.statistics.scoring import playout_interval
from referee.support.limits import NODES, PLAYOUTS

if TYPE_CHECKING:
    from players.learning.board_evaluation import BoardEvaluation
    from referee.reviews.win_probability import Scale

DEEPEST = 200  # plies
USUAL = 32  # moves of a position
MEMORY = 256  # megabytes of a tree
LEAST, MOST = 1024, 1 << 22  # entries of a table
FAIRNESS = 4  # times the effort for a search that must be as deep as another
FLOOR = 0.01  # the least half difference between the shallowest and the deepest average
DOUBT = 0.25  # how far an estimate from a single depth swings
DEAR = 20  # positions averaged over chance cost 20 times as much, and deeper searches gain almost nothing


@dataclass(frozen=True)
class Effort:
    """How much one position may take: positions of a search, playouts of a tree; with the seed of the playouts."""

    nodes: int = NODES
    playouts: int = PLAYOUTS
    seed: int = 0

    def proofs(self, moves: int) -> int:
        """Return the positions to visit for one proof; `moves` is the number of moves at the start.

        A position with many moves takes long, so fewer are visited.
        """
        return max(1, self.nodes * USUAL // max(USUAL, moves))

    def beliefs(self, moves: int) -> int:
        """Return the positions to visit for a value that is not proven; `moves` as in `proofs`."""
        return max(1, self.proofs(moves) // 3)


def entries(wanted: int) -> int:
    """Return the entries of a table that should have about `wanted`."""
    return min(MOST, max(LEAST, wanted))


def by_estimate(
    game: Game, table: Table, nodes: int, scale: Scale, deadline: float, most: int | None = None
) -> tuple[Value, int]:
    """Return the value by a search to a depth, proven or a chance, and that depth.

    Estimates swing between even and odd depths: the mean of two evens that out.

    table  what searches of this match have found out: they help each other.
    nodes  positions that it may visit.
    most   plies to search, if it is compared with another search; it may visit FAIRNESS times as many positions for
           that. None: as deep as `nodes` allows.

    Raises players.search.alphabeta.tree.Chance.
    """
    budget = nodes if most is None else FAIRNESS * nodes
    search, scores = deepen(game, table, budget, deadline, most or DEEPEST, scale.learnt)
    depth = max(1, len(scores))
    how, texts = plies(depth), tuple(search.line())
    if search.final or abs(search.score) > HALF:
        return proven(game, search, texts, how), depth
    found = [estimated_chance(game, score, scale) for score in (scores or [search.score])[-2:]]
    mean = sum(found) / len(found)
    apart = max(abs(mean - each) for each in found) if len(found) > 1 else DOUBT
    return Value(chance=mean, interval=around(mean, max(FLOOR, apart)), line=texts, how=how), depth


def deepen(
    game: Game, table: Table, nodes: int, deadline: float, most: int = DEEPEST, learnt: BoardEvaluation | None = None
) -> tuple[Pvs, list[int]]:
    """Return a search of at most `nodes` positions and `most` plies, and its score at each depth it has finished.

    learnt  the evaluation to judge by; None: the game's own estimate.
    """
    search = Pvs(game, table, Clock(deadline, nodes), selective=True)
    if learnt is not None:
        search.use(learnt)
    scores: list[int] = []
    for depth in range(1, most + 1):
        search.first = depth
        search.run(depth)
        if search.final or search.depth < depth:
            break
        scores.append(search.score)
    return search, scores


def proven(game: Game, search: Pvs, texts: tuple[str, ...], how: str) -> Value:
    """Return what a search has proven: the score, or who wins."""
    if search.final:
        return value_of(game, search.score, texts, how)
    won_by = side(game.turn) * (1 if search.score > 0 else -1)
    return replace(settled(won_by, line=texts, how=how), score=won_by if game.stakes == 1 else None)


def estimated_chance(game: Game, score: int, scale: Scale) -> float:
    """Return the chance of seat 0 by the score of a search that has proven nothing."""
    mine = float(score > 0) if abs(score) > HALF else scale.chance(score)
    return mine if game.turn == 0 else 1 - mine


def on_average(game: Game, effort: Effort, deadline: float) -> dict[int, Value]:
    """Return the value of each move, or outcome, by searches that average over chance, all to the same depth.

    The intervals reach as far as the deepest and the shallowest search differ, without what all moves have in common,
    because moves are compared with each other.
    """
    nodes = max(1, effort.nodes // DEAR)
    search = Expectimax(game, Table(entries(2 * nodes)), Clock(deadline, nodes))
    first = search.each(1)
    deep = search.each(None) or first
    how = f"{max(1, search.depth)} plies on average"
    gains = {move: value - first.get(move, value) for move, value in deep.items()}
    shift = sum(gains.values()) / max(1, len(gains))
    found = {}
    for move, value in deep.items():
        mean, apart = share(value, game.stakes), abs(gains[move] - shift) / 2
        reach = max(apart, 2 * FLOOR) / game.stakes
        found[move] = Value(chance=mean, interval=around(mean, reach), line=(game.text(move),), how=how)
    return found


def grow_tree(game: Game, effort: Effort, deadline: float, most: int | None = None) -> Uct:
    """Return a tree of playouts from the position, as the seat to move knows it; it visits at most `most` positions."""
    clock, source = Clock(deadline, most), random.Random(effort.seed)
    explore, rave = measures(game)
    tree = Uct(game, clock, Rng(effort.seed), source, explore, room(MEMORY, later=rave > 0), rave=rave)
    tree.run(effort.playouts)
    return tree


def unknown(how: str = "no time") -> Value:
    """Return the value of a position about which nothing was found out."""
    return Value(chance=0.5, interval=(0.0, 1.0), how=how)


def by_playouts(game: Game, effort: Effort, deadline: float, most: int | None = None) -> Value:
    """Return the value by a tree of playouts: by its best move, or over all outcomes of chance.

    most  positions that it may visit, None: as many as the playouts of `effort` take.
    """
    tree = grow_tree(game, effort, deadline, most)
    found = [each for each in branches(tree) if each.visits or each.proven]
    how = f"{tree.playouts:,} playouts"
    if not found:
        return unknown(how)
    if game.turn == CHANCE:
        visits = sum(each.visits for each in found)
        mean = sum(each.total for each in found) / visits
        return Value(chance=mean, interval=playout_interval(mean, visits, preferred=False), how=how)
    return of_branch(game, tree, choose_branch(found), how, preferred=True)


def by_playouts_each(game: Game, effort: Effort, deadline: float) -> dict[int, Value]:
    """Return the value of each move that a tree of playouts has tried."""
    tree = grow_tree(game, effort, deadline)
    how = f"{tree.playouts:,} playouts"
    tried = [each for each in branches(tree) if each.visits or each.proven]
    first = choose_branch(tried) if tried and game.turn != CHANCE else None
    return {each.move: of_branch(game, tree, each, how, preferred=each is first) for each in tried}


def of_branch(game: Game, tree: Uct, branch: Branch, how: str, preferred: bool) -> Value:
    """Return the value of a move at the root; `preferred` if it is the one that the tree would make."""
    texts = expected_line(tree, branch)
    if branch.proven:
        won_by = branch.low if game.turn == 0 else -branch.low
        lucky = has_chance(game) or hides_information(game)
        score = won_by if game.stakes == 1 and not lucky else None
        return replace(settled(won_by, line=texts, how=how), score=score)
    told = playout_interval(branch.value, branch.visits, preferred)
    return Value(chance=branch.value, interval=told, line=texts, how=how).seen_by(max(game.turn, 0))
