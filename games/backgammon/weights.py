"""The weights of the terms of evaluation.py, in thousandths of a logit, by the class of the position.

They were learnt by temporal differences, TD(0.6), in self-play, each turn played for the best estimate after it (G.
Tesauro, "Temporal Difference Learning and TD-Gammon", Communications of the ACM 38, 1995), in three runs: 185,000 games
without PAIRS from weights of 0, with a step size falling from 0.01 to 0.001; then 171,000 and 146,000 games with PAIRS,
from 0.004 to 0.0003. The dice came from xorshift64* with seeds 0, 8 and 9. A game ended as soon as a race began, with
the equity of race.py. The weights are the means over the second half of the last run.

`weights.table` has five tables with a row for each term. A point in a column stands for the negated weight of the other
side. Terms below the 17th do not count for gammons.

BOTH_BACK, BEARING_OFF, NONE_BACK  columns: the roller wins, by the roller's terms and by the waiter's; a side wins a
                                   gammon, by its own terms and by the loser's. `always`: if it rolls, if it waits
ONE_PAST    columns: the side past the other wins, by its own terms if it rolls and if it waits, and by the terms of the
            side held back if that side waits and if it rolls; the gammons of the side past, by its own terms and the
            other's; and the gammons of the side held back, by its own terms and the other's
PAIRS       the weights of products of two keys in the chance to win, in all classes. On and below the diagonal both
            keys are of one side, and the waiter's product is subtracted. Above it the row's key is the other side's.
            The last column is for the lead in the race times the keys of both sides
"""

import re
from math import isnan, nan
from pathlib import Path

TEXT = Path(__file__).with_name("weights.table").read_text(encoding="utf-8")
BOTH_BACK, BEARING_OFF, NONE_BACK, ONE_PAST, PAIRS = TEXT.strip().split("\n\n")

CLASSES = ("both are back", "bearing off", "none is back", "the roller is past", "the waiter is past")
TERMS = tuple(re.split(" {2,}", line)[0] for line in BOTH_BACK.splitlines()[:-2])
GAMMON = 17  # the first terms, which count for gammons too


def all_weights() -> list[float]:
    """Return three rows for each of CLASSES, one after the other: the roller wins, wins a gammon, loses a gammon.

    A row has the weights of the roller's terms, of the waiter's, the constant, and the winner's lead in the race.
    """
    even = [read_even(table) for table in (BOTH_BACK, BEARING_OFF, NONE_BACK)]
    return [weight / 1000 for rows in (*even, *read_past(ONE_PAST)) for row in rows for weight in row]


def read_table(table: str) -> list[list[float]]:
    """Return the columns of a table; a point or a missing cell is nan."""
    rows = [re.split(" {2,}", line) for line in table.splitlines()]
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
    rows = [re.split(" {2,}", line)[1:] for line in PAIRS.splitlines()]
    return [float(cell) / 1000 for row in rows for cell in row]
