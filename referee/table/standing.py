"""How a match stands, in sentences: what each seat has on the board, and the time that is left."""

from collections.abc import Callable
from math import inf, isfinite
from time import monotonic

from games.game import CHANCE, Game
from referee.match.clocks import Left
from referee.match.events import Asked
from referee.spoken.phrases import duration_words, seat_does
from referee.spoken.pictures import tally_sentences


class Timekeeper:
    """Knows what is left on the clocks while somebody chooses.

    now  tells the time.
    """

    def __init__(self, now: Callable[[], float] = monotonic):
        self.now = now
        self.asked: Asked | None = None
        self.since = 0.0

    def note(self, asked: Asked) -> None:
        """A seat begins to choose."""
        self.asked, self.since = asked, self.now()

    def sentence(self, game: Game, deadline: float) -> str:
        """What is left for the person whose turn it is, who has until the deadline, and for the other."""
        first, second = self.asked.left if self.asked else (None, None)
        if first is not None and second is not None:
            spent = self.now() - self.since
            first, second = (first - spent, second) if game.turn == 0 else (first, second - spent)
        return time_left(game, (first, second), deadline - self.now())


def time_left(game: Game, left: Left, limit: float = inf) -> str:
    """What is left on the clocks, and for this move, to the person whose turn it is."""
    lines = []
    you = max(game.turn, 0)
    own, other = left[you], left[1 - you]
    if own is not None and other is not None:
        lines.append(
            f"You have {duration_words(own)}, {seat_does(game, 1 - you, None, 'have')} {duration_words(other)}."
        )
    if isfinite(limit) and (own is None or limit < own - 0.5):
        lines.append(f"{duration_words(limit)} for this move.")
    return " ".join(lines) or "There is no clock."


def score_sentence(game: Game) -> str:
    """What each seat has, as far as the one whose turn it is sees it."""
    viewer = None if game.turn == CHANCE else game.turn
    return " ".join(tally_sentences(game.show(viewer), (game.seats[0], game.seats[1]))) or "There is nothing to count."
