"""python benchmarks/newcomers.py [GAME]...: what a newcomer scores against the lower levels of the player `level`.

The newcomer has just learnt the rules. It looks at its moves and at the answers, notices four out of five wins and
captures, and judges positions roughly. Where moves have priors, as in go, it follows those roughly. Games are scored as
in benchmarks/levels.py, but begin without random moves.
"""

import random
from pathlib import Path

import levels

from games.adapters.undo import copy_to_search, has_priors
from games.base.positions import position_after
from games.game import writes
from players.overlooking import spread, winning_moves

GAMES = ("connect-four", "tic-tac-toe", "othello", "checkers", "chess")
NEWCOMER = f"{Path(__file__).resolve()}:Newcomer"
NOTICED = 0.8  # of wins and captures
ERROR = 2.0  # standard deviation of its estimates, in spreads of the next positions' estimates
DULL = 10.0  # standard deviation of its error of a prior
WON = 1e9  # worth more than any estimate
HEAD = f"{'game':<26}{'level':>5}{levels.COUNTS}"


class Newcomer:
    """Takes wins, stops losses and takes what is free, as far as it notices them; otherwise it judges roughly."""

    def __init__(self, seed=None):
        self.random = random.Random(seed)

    def choose(self, game):
        """Return the move that looks best to it."""
        if has_priors(game):
            return max(game.moves(), key=lambda move: game.prior(move) * self.notices() + self.random.gauss(0, DULL))
        error = ERROR * spread(game, self.random) if writes(game, "estimate") else 1.0
        return max(game.moves(), key=lambda move: self.worth(game, move) + self.random.gauss(0, error))

    def worth(self, game, move):
        """Return the worth of the position after the move and the best answer that it notices, for the mover."""
        seat, twin = game.turn, position_after(game, move)
        if twin.score() is not None:
            return WON * won(twin, seat) if self.notices() else 0.0
        here = signed_estimate(twin, seat)
        wins = winning_moves(copy_to_search(twin), twin.moves()) if twin.turn == 1 - seat else []
        losses = [-WON / 2 for _ in wins if self.notices()]
        taking = [position_after(twin, answer) for answer in twin.forcing() if self.notices()]
        return min([here, *losses, *(signed_estimate(each, seat) for each in taking if each.score() is None)])

    def notices(self):
        return self.random.random() < NOTICED


def won(game, seat):
    """Return 1 if the seat has won, -1 if it has lost, otherwise 0."""
    score = game.score() or 0
    return ((score > 0) - (score < 0)) * (-1 if seat else 1)


def signed_estimate(game, seat):
    return game.estimate() * (-1 if seat else 1)


def measured(spec, level, options):
    """Return the row of the newcomer against a level."""
    pair = levels.Pair(spec, NEWCOMER, f"level:{level}", opened=False)
    for number in range(options.games):
        pair.play(number, options.seed)
    return {"game": spec, "level": level} | pair.row()


def line(row):
    return f"{row['game']:<26}{row['level']:>5}{levels.counts(row)}"


def main():
    command = levels.parser(__doc__, GAMES, (1, 6))
    levels.print_rows(command, command.parse_args(), HEAD, measured, line)


if __name__ == "__main__":
    main()
