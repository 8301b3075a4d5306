"""How a match stands, in sentences: what each seat has on the board, and the time that is left."""

from collections.abc import Callable
from math import inf, isfinite
from time import monotonic

from games.capabilities import ask
from games.game import CHANCE, Game
from referee.match.clocks import NO_CLOCKS, UNLIMITED, Control, Left
from referee.match.events import Asked
from referee.spoken.phrases import clock_words, duration_words, seat_does
from referee.spoken.pictures import tally_sentences

NEARLY = 0.5  # seconds by which a limit of a move must be nearer than the clock, to be named instead of it


class Timekeeper:
    """Knows what is left on the clocks while somebody chooses."""

    def __init__(self, now: Callable[[], float] = monotonic):
        self.now = now
        self.asked: Asked | None = None
        self.since = 0.0

    def note(self, asked: Asked) -> None:
        self.asked, self.since = asked, self.now()

    def sentence(self, game: Game, deadline: float) -> str:
        """Return what is left for the person to move, who has until the deadline, and for the other."""
        left = self.asked.left_after(self.now() - self.since) if self.asked else NO_CLOCKS
        return time_left(game, left, deadline - self.now(), self.asked.control if self.asked else UNLIMITED)


def time_left(game: Game, left: Left, limit: float = inf, control: Control = UNLIMITED) -> str:
    """Return what is left on the clocks, and for this move, for the person to move."""
    lines = []
    you = max(game.turn, 0)
    words = [clock and clock_words(clock, control.of(seat).byo_yomi) for seat, clock in enumerate(left)]
    own, other = left[you], seat_does(game, 1 - you, None, "have")
    if words[you] or words[1 - you]:
        lines.append(f"You have {words[you] or 'no clock'}, {other} {words[1 - you] or 'no clock'}.")
    if isfinite(limit) and (own is None or limit < own.total(control.of(you).byo_yomi) - NEARLY):
        lines.append(f"{duration_words(limit)} for this move.")
    return " ".join(lines) or "There is no clock."


def score_sentence(game: Game) -> str:
    """Return what each seat has, as far as the one to move sees it: by the game's method `tally`, or by its picture."""
    if told := ask(game, "tally", ""):
        return f"{told}."
    viewer = None if game.turn == CHANCE else game.turn
    return " ".join(tally_sentences(game.show(viewer), (game.seats[0], game.seats[1]))) or "There is nothing to count."
