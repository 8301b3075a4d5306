"""The tables of weights.py as rows of numbers, one for each class of position and each of the three chances."""

import re
from math import isnan, nan

from games.backgammon.weights import BEARING_OFF, BOTH_BACK, NONE_BACK, ONE_PAST, PAIRS

CLASSES = ("both are back", "bearing off", "none is back", "the roller is past", "the waiter is past")
TERMS = tuple(re.split(" {2,}", line)[0] for line in BOTH_BACK.strip().splitlines()[:-2])
GAMMON = 17  # the first terms, which count for gammons too


def all_weights() -> list[float]:
    """Return three rows for each of CLASSES, one after the other: the roller wins, wins a gammon, loses a gammon.

    A row has the weights of the roller's terms, of the waiter's, the constant, and the winner's lead in the race.
    """
    even = [read_even(table) for table in (BOTH_BACK, BEARING_OFF, NONE_BACK)]
    return [weight / 1000 for rows in (*even, *read_past(ONE_PAST)) for row in rows for weight in row]


def read_table(table: str) -> list[list[float]]:
    """Return the columns of a table; a point or a missing cell is nan."""
    rows = [re.split(" {2,}", line) for line in table.strip().splitlines()]
    width = max(map(len, rows))
    columns = [[nan if cell == "." else float(cell) for cell in row[1:]] + [nan] * (width - len(row)) for row in rows]
    return [list(column) for column in zip(*columns, strict=True)]


def make_row(roller: list[float], waiter: list[float], always: float, lead: float) -> list[float]:
    """Return a row of weights from two columns."""
    terms = [0.0 if isnan(weight) else weight for weight in (*roller[: len(TERMS)], *waiter[: len(TERMS)])]
    return [*terms, always, lead]


def negate(column: list[float], other: list[float]) -> list[float]:
    """Return the negated first column, with the other column, negated, where it is nan."""
    return [-two if isnan(one) else -one for one, two in zip(column, other, strict=True)]


def read_even(table: str) -> list[list[float]]:
    """Return the rows of a class in which both sides are alike."""
    rolls, waits, winner, loser = read_table(table)
    other = [-one if isnan(two) else two for one, two in zip(rolls, waits, strict=True)]
    return [
        make_row(rolls, other, rolls[-2], rolls[-1]),
        make_row(winner, loser, winner[-2], winner[-1]),
        make_row(loser, winner, loser[-2], winner[-1]),
    ]


def read_past(table: str) -> list[list[list[float]]]:
    """Return the rows of both classes in which one side is past the other: it rolls, or it waits."""
    past, past_waits, held, held_rolls, wins, losing, won, lost = read_table(table)
    rolls = [
        make_row(past, held, past[-2], past[-1]),
        make_row(wins, losing, wins[-2], wins[-1]),
        make_row(lost, won, lost[-2], won[-1]),
    ]
    waits = [
        make_row(negate(held_rolls, held), negate(past_waits, past), -past_waits[-2], past[-1]),
        make_row(won, lost, won[-2], won[-1]),
        make_row(losing, wins, losing[-2], wins[-1]),
    ]
    return [rolls, waits]


def pair_weights() -> list[float]:
    """Return the numbers of PAIRS, row by row."""
    rows = [re.split(" {2,}", line)[1:] for line in PAIRS.strip().splitlines()]
    return [float(cell) / 1000 for row in rows for cell in row]
