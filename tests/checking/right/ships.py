"""Each hides a ship by a move of its own, and shots tell where it is not."""

from games.game import Game


class Ships(Game):
    """A ship each on five cells; who first hits the other's wins."""

    def __init__(self, size=5):
        self.turn = 0
        self.size = size
        self.ships = []
        self.shots = [[], []]

    def moves(self):
        if self.score() is not None:
            return []
        if len(self.ships) < 2:
            return list(range(self.size))
        return [cell for cell in range(self.size) if cell not in self.shots[self.turn]]

    def make(self, move):
        if len(self.ships) < 2:
            self.ships.append(move)
        else:
            self.shots[self.turn].append(move)
        self.turn = 1 - self.turn

    def score(self):
        for seat in (0, 1):
            if len(self.ships) == 2 and self.ships[1 - seat] in self.shots[seat]:
                return 1 - 2 * seat
        return None

    def text(self, move):
        return "abcdefgh"[move]

    def heard(self, move, seat):
        return "a ship" if len(self.ships) < 2 and seat != self.turn else self.text(move)

    def show(self, seat=None):
        seen = (0, 1) if seat is None or self.score() is not None else (seat,)
        ships = [self.text(ship) if place in seen else "?" for place, ship in enumerate(self.ships)]
        shots = " ".join("".join(map(self.text, each)) or "-" for each in self.shots)
        return f"ships {' '.join(ships)} shots {shots} turn {self.turn}"

    def imagine(self, seat, rng):
        twin = self.copy()
        if len(self.ships) > 1 - seat and self.score() is None:
            fits = [cell for cell in range(self.size) if cell not in self.shots[seat]]
            twin.ships[1 - seat] = rng.choice(fits)
        return twin
