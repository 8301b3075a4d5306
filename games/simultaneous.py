"""Games in which both seats choose at the same time.

Here First chooses in secret, then Second, who does not see the choice; then both choices are made. A game extends
`Simultaneous` and writes `choices(seat)`, `resolve(first, second)` and `score()`, and `text(move)` if moves have names.
It has no chance. A search takes Second's turn as a turn that knows nothing of First's choice, and `cfr` solves it.
"""

from games.base.positions import START
from games.base.replays import SECRET
from games.game import Game


class Simultaneous(Game):
    """A game in which both seats choose in secret, and both choices are made at once."""

    secret: tuple[int, str] | None = None  # First's choice and its text, while Second chooses
    rounds: tuple[str, ...] = ()  # what both chose, round by round: `rock/paper`

    def choices(self, seat: int) -> list[int]:
        """Return what `seat` may choose in this round; at least one while the game goes on."""
        raise NotImplementedError(f"{type(self).__name__} writes no choices(seat)")

    def resolve(self, first: int, second: int) -> None:
        """Make the choices of both seats."""
        raise NotImplementedError(f"{type(self).__name__} writes no resolve(first, second)")

    def moves(self) -> list[int]:
        return self.choices(self.turn) if self.score() is None else []

    def make(self, move: int) -> None:
        if self.secret is None:
            self.secret, self.turn = (move, self.text(move)), 1
            return
        (first, text), self.secret = self.secret, None
        self.rounds = (*self.rounds, f"{text}/{self.text(move)}")
        self.turn = 0
        self.resolve(first, move)

    def hidden(self, seat: int) -> bool:
        return self.secret is None

    def known(self, seat: int) -> str:
        if self.secret is None:
            return " ".join(self.rounds) or START
        return " ".join([*self.rounds, f"{SECRET if seat else self.secret[1]}/"])
