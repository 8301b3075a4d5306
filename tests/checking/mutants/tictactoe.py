"""Tic-tac-toe as a student would write it, right: the mutants are made of it."""

from games.game import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game):
    """Three in a line."""

    def __init__(self):
        self.turn = 0
        self.board = [None] * 9

    def moves(self):
        if self.score() is not None:
            return []
        return [cell for cell in range(9) if self.board[cell] is None]

    def make(self, move):
        self.board[move] = self.turn
        self.turn = 1 - self.turn

    def unmake(self, move):
        self.board[move] = None
        self.turn = 1 - self.turn

    def score(self):
        for a, b, c in LINES:
            if self.board[a] is not None and self.board[a] == self.board[b] == self.board[c]:
                return 1 if self.board[a] == 0 else -1
        return None if None in self.board else 0

    def copy(self):
        twin = TicTacToe()
        twin.turn = self.turn
        twin.board = self.board[:]
        return twin

    def text(self, move):
        return str(move + 1)

    def estimate(self):
        return 0 if self.board[4] is None else 1 - 2 * self.board[4]

    def show(self, seat=None):
        marks = ["." if stone is None else "XO"[stone] for stone in self.board]
        return "\n".join("".join(marks[row : row + 3]) for row in (0, 3, 6))
