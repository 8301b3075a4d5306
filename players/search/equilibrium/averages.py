"""The average strategy for people: methods of PredictiveCfr, which is the first parameter of each."""

from collections.abc import Sequence
from typing import Any


def strategy(learnt: Any) -> dict[tuple[int, str], list[tuple[str, float]]]:
    """Return the average strategy by (seat, name of the information set): a list of (text of the move, probability)."""
    return {key: at(learnt, *key) for key in learnt.tree.numbers}


def at(learnt: Any, seat: int, name: str) -> list[tuple[str, float]]:
    """Return the average strategy at one information set: a list of (text of the move, share). Raises KeyError."""
    place = learnt.tree.numbers[seat, name]
    sums = learnt.sums[learnt.tree.first[place] : learnt.tree.first[place + 1]]
    whole = sum(sums)
    shares = [part / whole if whole > 0 else 1 / len(sums) for part in sums]
    return list(zip(learnt.tree.texts[place], shares, strict=True))


def adopt(learnt: Any, shares: Sequence[float]) -> None:
    """Set the average strategy to the probabilities `shares`, one for each slot; `run` would add to it."""
    for slot in range(learnt.tree.first[len(learnt.tree.names)]):
        learnt.sums[slot] = shares[slot]


def expectations(learnt: Any) -> dict[tuple[int, str], float]:
    """Return the score that its seat expects at each information set, by (seat, name).

    Both play by the average strategy; 0 if the other seat and chance never let play get there.
    """
    found, first = {}, learnt.tree.first
    for seat in (0, 1):
        learnt.evaluate(seat)
        met = reach_chances(learnt, seat)
        for (whose, name), place in learnt.tree.numbers.items():
            if whose == seat:
                slots = range(first[place], first[place + 1])
                hoped = sum([learnt.shares[slot] * learnt.gains[slot] for slot in slots])
                found[seat, name] = hoped / met[place] if met[place] else 0.0
    return found


def reach_chances(learnt: Any, seat: int) -> list[float]:
    """Return the counterfactual reach probability of each information set of the seat, as `evaluate` left it."""
    tree, others = learnt.tree, learnt.others
    met = [0.0] * len(tree.names)
    first = {tree.first[place]: place for place in range(len(met)) if tree.seat[place] == seat}
    for node in range(1, len(tree)):
        place = first.get(tree.slot[node])
        if place is not None:
            met[place] += others[node]
    return met
