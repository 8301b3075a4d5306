"""A match under way: the position, the moves that led there, and who sits where."""

import os
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.game import Game, writes
from games.rule_values import check_stakes, heard_by, readable_text, score_of, turn_of
from players.player import Player
from referee.match.clocks import Control, Left
from referee.match.events import Ended, Moved

if TYPE_CHECKING:
    from referee.match.adjudication import Adjudication, Adjudicator


@dataclass(frozen=True)
class PlayedMove:
    """A move that was made: by whom, its text, and what was left on the clocks after it."""

    seat: int
    move: int
    text: str
    left: Left


class MatchState:
    """A match under way: the position, the moves that led there, and who sits where.

    undone  the moves that were taken back and can be made again, what was taken back last at the end.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        names: tuple[str, str],
        seed: int,
        control: Control,
    ):
        check_stakes(game)
        self.start = game
        self.game = game.copy()
        self.copied: tuple[Game, int, Game] | None = None  # what `standing` keeps
        self.players = list(players)
        self.names = names
        self.seed = seed
        self.imagines, self.heard_by_seat = writes(game, "imagine"), writes(game, "heard")
        self.control = control
        self.left = control.start
        self.used = 0.0  # seconds of the turn that went into wishes
        self.moves: list[PlayedMove] = []
        self.undone: list[list[PlayedMove]] = []
        self.opening = 0
        self.forfeit: Ended | None = None
        self.dismissed: set[int] = set()  # seats whose players were told that the match is over
        self.rules: Adjudication | None = None
        self.adjudicator: Adjudicator | None = None  # by these rules, once there is anything to note
        self.process = os.getpid()

    @property
    def standing(self) -> Game:
        """A copy of the game as it stands, which all events of this position share."""
        if self.copied is None or self.copied[0] is not self.game or self.copied[1] != len(self.moves):
            self.copied = self.game, len(self.moves), self.game.copy()
        return self.copied[2]

    @cached_property
    def imagination(self) -> random.Random:
        """What imagined games are drawn by: a source of its own, so that dice do not depend on how many there were."""
        return random.Random(f"imagination {self.seed}")

    def view(self, seat: int) -> Game:
        """A copy of the game, in which what the seat may not know is imagined."""
        return self.game.imagine(seat, self.imagination) if self.imagines else self.game.copy()

    @property
    def texts(self) -> list[str]:
        """The texts of the moves made so far."""
        return [made.text for made in self.moves]

    def place(self) -> str:
        """Where it stands, for those who want to come there again."""
        return f"in {type(self.start).__name__} with seed {self.seed} after the moves: {' '.join(self.texts) or 'none'}"

    def replayed(self, texts: Sequence[str]) -> Iterator[Moved]:
        """Make the moves of these texts. Raises IllegalMove."""
        for text in texts:
            for single in self.game.singles(text):
                yield self.make(self.game.parse(single))

    def make(self, move: int, seconds: float = 0.0) -> Moved:
        """Make a legal move, which took so long to choose."""
        seat, text = turn_of(self.game), readable_text(self.game, move)
        heard = text, text
        if self.heard_by_seat:
            heard = heard_by(self.game, move, 0), heard_by(self.game, move, 1)
        self.moves.append(PlayedMove(seat, move, text, self.left))
        self.game.make(move)
        self.used = 0.0
        moved = Moved(self.standing, seat, move, text, heard, seconds, self.left)
        self.tell(moved)
        return moved

    def tell(self, moved: Moved) -> None:
        """Tell of a move whoever wants to hear of it."""

    def score(self) -> int | None:
        """The score by the rules, None while the game goes on. Raises RuleError where it can be none."""
        return score_of(self.game)
