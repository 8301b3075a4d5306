"""What is said of the four phases of a playout: sentences, and the arithmetic below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.drawing.number_format import format_count, format_number
from referee.trees.node import Role
from referee.trees.trace import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.trees.node import Node

RESULTS = {1.0: "MAX wins", 0.5: "it is a draw", 0.0: "MIN wins"}


class KidBound(NamedTuple):
    """A kid, what it has won of its visits for the seat that chooses, and its upper bound."""

    kid: Node
    won: float
    visits: int
    bound: float


def ending_sentence(node: Node, untried: int, moves: int) -> str:
    """Why the selection ends at the root at once: so many of its moves were never tried, or nobody chooses there."""
    if node.role is Role.END:
        return f"selection ends {node.where}, where the game is over."
    if node.role is Role.CHANCE:
        return f"selection ends {node.where}, where chance draws an outcome for the first time."
    return f"selection ends {node.where}, with {untried} of {format_count(moves, 'move')} never tried."


def selection_sentence(node: Node, ranked: Sequence[KidBound]) -> str:
    """The sentence on which kid of a node won; ranked: the highest bound first."""
    first, *others = ranked
    seat, move = NAMES[node.role], first.kid.move
    if not others:
        return f"selection {node.where}: {move} is {seat}'s only move."
    if others[0].bound == first.bound:
        return f"selection {node.where}: {move} is the first of {seat}'s moves with the highest bound."
    return f"selection {node.where}: {move} has the highest bound for {seat}."


def draw_sentence(node: Node, kid: Node) -> str:
    """The sentence on an outcome that chance has drawn, of those in the tree."""
    return f"selection {node.where}: chance draws {kid.move}, {kid.weight} likely."


def bound_lines(ranked: Sequence[KidBound], visits: int, explore: float) -> tuple[str, ...]:
    """The arithmetic of each kid below a node with so many visits, in columns.

    It is `2  28.5/44 + 0.5*sqrt(ln 60 / 44) = 0.800`: what it won of its visits for the seat that chooses, and a bonus.
    """
    shares = [f"{format_won(each.won)}/{each.visits:,}" for each in ranked]
    bonuses = [f"{explore:g}*sqrt(ln {visits:,} / {each.visits:,})" for each in ranked]
    moves, wide, wider = max(len(each.kid.move) for each in ranked), max(map(len, shares)), max(map(len, bonuses))
    return tuple(
        f"{each.kid.move:<{moves}}  {share:>{wide}} + {bonus:<{wider}} = {each.bound:.3f}"
        for each, share, bonus in zip(ranked, shares, bonuses, strict=True)
    )


def expansion_sentence(node: Node, new: bool) -> str:
    """The sentence on the node that was added, which was then reached."""
    if not new or node.parent is None:
        return f"expansion adds no node: the game is over {node.where}."
    by = "chance draws" if node.parent.role is Role.CHANCE else "the first move never tried is"
    return f"expansion {node.parent.where}: {by} {node.move}; its node is added."


def simulation_sentence(moves: Sequence[str], share: float) -> str:
    """The sentence on the game that was played at random, and who won it."""
    if not moves:
        return f"simulation has no move to play: {result_words(share)}."
    return f"simulation: {result_words(share)} after {format_count(len(moves), 'random move')}: {' '.join(moves)}."


def format_won(won: float) -> str:
    """Wins, where draws count a half; where points count, shares of them with two decimals."""
    return format_number(won) if won % 0.5 == 0 else f"{won:,.2f}"


def result_words(share: float) -> str:
    """Who won a playout; where points count, how much of them for MAX."""
    return RESULTS.get(share) or f"{format_won(share)}/1 for MAX"


def backpropagation_sentence(share: float, count: int) -> str:
    """The sentence on what counts at so many nodes."""
    return f"backpropagation: {format_won(share)}/1 for MAX counts at {format_count(count, 'node')}."


def count_lines(way: Sequence[Node], before: Sequence[tuple[float, int]], share: float) -> tuple[str, ...]:
    """The wins and visits of each node before and after, from the last one back to the root."""
    wide = max(len(node.where) for node in way)
    return tuple(
        f"{node.where:<{wide}}  {format_won(won)}/{visits:,} -> {format_won(won + share)}/{visits + 1:,}"
        for node, (won, visits) in reversed([*zip(way, before, strict=True)])
    )
