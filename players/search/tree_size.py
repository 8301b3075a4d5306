"""The size of a game's tree, estimated from a few random games: whether a search could ever finish.

Random games estimate the number of lines of play by the product of their numbers of moves (D. E. Knuth, "Estimating the
Efficiency of Backtrack Programs", Mathematics of Computation 29, 1975). Many lines are no obstacle if they lead to the
same few positions; then random games meet each other's positions.
"""

from math import log10
from random import Random
from statistics import fmean

from games.base.rule_values import legal_moves
from games.game import CHANCE, Game

GAMES = 40  # random games
PLIES = 8_000  # of all games together
OPENING = 8  # plies of each game in which meetings are ignored as accidents
DIGITS = 34  # of the number of lines: with more no search finishes
MET = 0.02  # share of positions met in another game, if many lines lead to few positions


def is_hopeless(game: Game) -> bool:
    """Return whether an exhaustive search of the game could never end; False if random games do not show it.

    False for a game of chance: value iteration counts its positions.
    """
    rng, left = Random(0), PLIES
    digits: list[float] = []
    met: set[int] = set()
    seen = again = 0
    while len(digits) < GAMES and left > 0:
        twin, found, ply, own = game.copy(), 0.0, 0, set[int]()
        while twin.score() is None and left > 0:
            if twin.turn == CHANCE:
                return False
            moves = legal_moves(twin)
            found += log10(len(moves))
            twin.make(rng.choice(moves))
            ply, left = ply + 1, left - 1
            if ply > OPENING:
                own.add(twin.board_key())
        seen += len(own)
        again += len(own & met)
        met |= own
        digits.append(found)
    return fmean(digits) >= DIGITS and again < MET * seen
