"""Fields in slots, bits for boards, moves in the billions, and a copy, a key and an unmake of its own."""

from games.game import Game

WINS = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Bits(Game):
    """Tic-tac-toe on two bit boards; a move is a bit, moved up by twenty."""

    __slots__ = ("boards",)

    def __init__(self):
        self.turn = 0
        self.boards = [0, 0]

    def moves(self):
        if self.score() is not None:
            return []
        taken = self.boards[0] | self.boards[1]
        return [1 << place + 20 for place in range(9) if not taken >> place & 1]

    def make(self, move):
        self.boards[self.turn] |= move >> 20
        self.turn ^= 1

    def unmake(self, move):
        self.turn ^= 1
        self.boards[self.turn] &= ~(move >> 20)

    def score(self):
        for seat in (0, 1):
            if any(self.boards[seat] & win == win for win in WINS):
                return 1 - 2 * seat
        return 0 if self.boards[0] | self.boards[1] == 0o777 else None

    def copy(self):
        twin = Bits()
        twin.turn = self.turn
        twin.boards = self.boards[:]
        return twin

    def key(self):
        return 1 + self.boards[0] + (self.boards[1] << 9) + (self.turn << 18)

    def text(self, move):
        return f"{'abc'[(move.bit_length() - 21) % 3]}{(move.bit_length() - 21) // 3 + 1}"

    def show(self, seat=None):
        marks = ["XO"[self.boards[1] >> place & 1] if sum(self.boards) >> place & 1 else "." for place in range(9)]
        return "\n".join("".join(marks[row : row + 3]) for row in (0, 3, 6))
