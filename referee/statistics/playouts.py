"""How far the share of games that a search tree tells of a move may be off.

The playouts of one tree are not games of their own. It comes back to a move after that did well, a move that it left
early keeps the value of that time, and the one that it comes to prefer is the luckiest of several that are alike.
Therefore n playouts say as much as fewer games that have nothing to do with each other, and the more playouts, the less
each of them says:

    1 / games = DEPENDENT / n + SLOW / sqrt(n)

What is to be held is the value that the same move has on average in trees of other seeds, after as many playouts of the
whole tree. benchmarks/margins.py counts how often it is.
"""

from math import sqrt

from referee.statistics.scoring import wilson

FEW = 5  # playouts below which a share tells nothing
DEPENDENT, PREFERRED = 1.5, 6.0  # of any move, and of the one that the tree would make
SLOW = 0.15


def playout_interval(share: float, playouts: int, preferred: bool) -> tuple[float, float]:
    """The 95 % interval, within 0 and 1, of the share that so many playouts of a tree found; all of 0 to 1 of a few.

    It is Wilson's, of as many games as the playouts are worth. A draw counts half, by which shares vary less than this
    allows for.

    preferred  whether it is the move that the tree would make.
    """
    if playouts < FEW:
        return 0.0, 1.0
    dependent = PREFERRED if preferred else DEPENDENT
    return wilson(share, 1 / (dependent / playouts + SLOW / sqrt(playouts)))
