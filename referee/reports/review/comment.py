"""What a review says about a move, in words: the lines, the page and the JSON all take it from here."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from referee.reports.review.reason_text import better_reasons, verdict_reasons
from referee.reports.review.verdict_text import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.reviews.review import Played


class Comment:
    """The words about a `played` move of a match; each of them may be empty.

    positions  those before each move, and the last one.
    """

    def __init__(self, played: Played, positions: Sequence[Game]):
        self.game = positions[played.number - 1]  # words and reasons are about the position before the move
        self.verdict = played.verdict

    @cached_property
    def words(self) -> str:
        """What the move did, without the name of its seat and without a full stop."""
        return sentence(self.game, self.verdict) if self.verdict else ""

    @property
    def sentence(self) -> str:
        """What the move did, as a sentence."""
        return f"{self.words[0].upper()}{self.words[1:]}." if self.words else ""

    @cached_property
    def reasons(self) -> str:
        """Why the move was bad, in sentences."""
        return verdict_reasons(self.game, self.verdict) if self.verdict else ""

    @cached_property
    def better_reasons(self) -> str:
        """What the better move does, in sentences."""
        return better_reasons(self.game, self.verdict) if self.verdict else ""
