"""A game of this program under another rule, with an option of its own."""

from games.connect_four import ConnectFour
from games.tic_tac_toe import TicTacToe


class Misere(TicTacToe):
    """Who has three in a line loses."""

    def score(self):
        found = super().score()
        return None if found is None else -found


class Low(ConnectFour):
    """Connect four on a small board; cells above the limit are not played."""

    def __init__(self, limit=3):
        super().__init__(columns=4, rows=4, line=3)
        self.limit = limit

    def moves(self):
        return [move for move in super().moves() if move < self.limit] or super().moves()
