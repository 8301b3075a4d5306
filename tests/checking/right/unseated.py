"""Its methods leave out the seat, which a game without secrets does not need."""

from games.game import Game


class Unseated(Game):
    """Take one or two sticks; whoever takes the last one wins."""

    def __init__(self):
        self.turn = 0
        self.sticks = 7

    def moves(self):
        return [take for take in (1, 2) if take <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 1 if self.turn == 1 else -1

    def say(self, move):
        return f"takes {move}"

    def position(self):
        return f"{self.sticks} {self.turn}"

    def set_position(self, text):
        try:
            sticks, turn = map(int, text.split())
        except ValueError:
            raise ValueError(f"{text!r} is not two numbers: sticks, turn") from None
        if not 0 <= sticks <= 7 or turn not in (0, 1):
            raise ValueError(f"{text!r}: 0 to 7 sticks, turn 0 or 1")
        self.sticks, self.turn = sticks, turn

    def show(self):
        return "|" * self.sticks or "nothing left"
