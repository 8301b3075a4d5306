"""Positions evaluated by a search: by the estimate of a game as a scale reads it, on average, or by playouts."""

from __future__ import annotations

import random
from math import sqrt
from typing import TYPE_CHECKING

from games.capabilities import has_chance, hides_information
from games.game import CHANCE, Game
from players.search.clock import Clock
from players.search.expectimax import Expectimax
from players.search.mcts import Uct
from players.search.nodes import room
from players.search.pvs import Pvs
from players.search.rng import Rng
from players.search.score import HALF
from players.search.table import Table
from players.search.tree_result import Branch, branches, choose_branch, expected_line
from referee.solving.exhaustive import value_of
from referee.solving.value import Value, share
from referee.statistics.intervals import logistic

if TYPE_CHECKING:
    from referee.reviews.effort import Effort

DEEPEST = 200  # plies
EXPLORE = 0.5  # as mcts plays by default
MEMORY = 256  # megabytes of a tree
LEAST, MOST = 1024, 1 << 22  # entries of a table
DEAR = 20  # so many times dearer is a position where chance is averaged, and deeper searches bring next to nothing


def entries(wanted: int) -> int:
    """The entries of a table that shall have so many."""
    return min(MOST, max(LEAST, wanted))


def by_estimate(game: Game, effort: Effort, slope: float, deadline: float) -> Value:
    """By a search to a depth: what is proven on the way, else the mean of its last two depths as a chance.

    Estimates swing between even and odd depths, by who moves last before the horizon: the mean of two evens that out,
    and half their difference stands for the error. Raises players.search.negamax.Chance.
    """
    search = Pvs(game, Table(entries(2 * effort.nodes)), Clock(deadline, effort.nodes))
    scores: list[int] = []
    for depth in range(1, DEEPEST):
        search.run(depth)
        if search.final or search.depth < depth:
            break
        scores.append(search.score)
    how = f"{max(1, len(scores))} plies"
    texts = tuple(search.line())
    if search.final:
        return value_of(game, search.score, texts, how)
    found = [chance(game, score, slope) for score in (scores or [search.score])[-2:]]
    sure = abs(search.score) > HALF
    last = found[-1:] if sure else found
    mean = sum(last) / len(last)
    apart = max(abs(mean - each) for each in found) or FLOOR
    error = 0.0 if sure else apart if len(found) > 1 else DOUBT
    return Value(chance=mean, error=error, line=texts, how=how)


FLOOR = 0.01  # the error of an estimate that two depths agree on
DOUBT = 0.25  # that of one from a single depth, beside which nothing stands


def chance(game: Game, score: int, slope: float) -> float:
    """The chance of seat 0 by the score of a search."""
    mine = float(score > 0) if abs(score) > HALF else logistic(slope * score)
    return mine if game.turn == 0 else 1 - mine


def on_average(game: Game, effort: Effort, deadline: float) -> dict[int, Value]:
    """Each move, of chance too, by a search that averages over chance: all to the same depth.

    Half of what the deepest and the shallowest search differ in stands for the error.
    """
    nodes = max(1, effort.nodes // DEAR)
    search = Expectimax(game, Table(entries(2 * nodes)), Clock(deadline, nodes))
    first = search.each(1)
    deep = search.each(None) or first
    how = f"{max(1, search.depth)} plies on average"
    found = {}
    for move, value in deep.items():
        error = max(abs(value - first.get(move, value)) / game.stakes / 4, FLOOR / game.stakes)
        found[move] = Value(chance=share(value, game.stakes), error=error, line=(game.text(move),), how=how)
    return found


def grow_tree(game: Game, effort: Effort, deadline: float) -> Uct:
    """A tree of playouts from the position, as the seat to move knows it."""
    clock, source = Clock(deadline), random.Random(effort.seed)
    tree = Uct(game, clock, Rng(effort.seed), source, EXPLORE, room(MEMORY, later=False))
    tree.run(effort.playouts)
    return tree


def unknown(how: str = "no time") -> Value:
    """The value of a position of which nothing was found out."""
    return Value(chance=0.5, error=0.5, how=how)


def by_playouts(game: Game, effort: Effort, deadline: float) -> Value:
    """By a tree of playouts: by the move that it would make, or where chance is to move by all outcomes."""
    tree = grow_tree(game, effort, deadline)
    found = [each for each in branches(tree) if each.visits or each.proven]
    how = f"{tree.playouts:,} playouts"
    if not found:
        return unknown(how)
    if game.turn == CHANCE:
        visits = sum(each.visits for each in found)
        mean = sum(each.total for each in found) / visits
        return Value(chance=mean, error=sqrt(max(mean * (1 - mean), 0.25 / visits) / visits), how=how)
    return of_branch(game, tree, choose_branch(found), how)


def by_playouts_each(game: Game, effort: Effort, deadline: float) -> dict[int, Value]:
    """Each move that a tree of playouts has tried."""
    tree = grow_tree(game, effort, deadline)
    how = f"{tree.playouts:,} playouts"
    tried = [each for each in branches(tree) if each.visits or each.proven]
    return {each.move: of_branch(game, tree, each, how) for each in tried}


def of_branch(game: Game, tree: Uct, branch: Branch, how: str) -> Value:
    """What a move of the tree's root is worth."""
    mine = branch.value
    chance = mine if game.turn == 0 else 1 - mine
    texts = expected_line(tree, branch)
    if branch.proven:
        won_by = branch.low if game.turn == 0 else -branch.low
        lucky = has_chance(game) or hides_information(game)
        score = won_by if game.stakes == 1 and not lucky else None
        return Value(score, None, share(won_by), 0.0, line=texts, how=how)
    # Of so few playouts that all came out alike the variance is not 0.
    spread = max(mine * (1 - mine), 0.25 / max(1, branch.visits))
    return Value(chance=chance, error=sqrt(spread / max(1, branch.visits)), line=texts, how=how)
