"""A match under way: the position, the moves that led there, and who sits where."""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from games.adapters.python_adapter import make_unchecked
from games.base.rule_values import heard_by, readable_text, score_of, turn_of
from games.game import CHANCE, Game, guard, writes
from players.player import Player
from referee.match.clocks import Control
from referee.match.events import Ended, How, Moved, PlayedMove
from referee.support.process_exit import end_forked_copy

if TYPE_CHECKING:
    from referee.match.adjudication import Adjudication, Adjudicator


class MatchState:
    """A match under way: the position, the moves that led there, and who sits where.

    undone     the moves that were taken back and can be made again, what was taken back last at the end.
    listening  the seats whose players want to hear of moves.
    watched    whether anybody wants to see its moves as they are made.
    clean      ends what a player left behind; it is called after each of its functions, with the id of this process.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        names: tuple[str, str],
        seed: int,
        control: Control,
    ):
        guard(type(game))  # what players are handed refuses moves that are not legal
        self.start = game
        self.game = game.copy()
        self.copied: tuple[Game, int, Game] | None = None  # what `standing` keeps
        self.players = list(players)
        self.names = names
        self.seed = seed
        self.imagines, self.heard_by_seat = writes(game, "imagine"), writes(game, "heard")
        self.control = control
        self.timed = control.timed
        self.left = control.start
        self.used = 0.0  # seconds of the turn that went into requests
        self.late = [0.0, 0.0]  # the most seconds by which a move of each seat exceeded its time
        self.moves: list[PlayedMove] = []
        self.rolls = 0  # how many of them are those of chance
        self.undone: list[list[PlayedMove]] = []
        self.opening = 0
        self.forfeit: Ended | None = None
        self.dismissed: set[int] = set()  # seats whose players were told that the match is over
        self.rules: Adjudication | None = None
        self.adjudicator: Adjudicator | None = None  # by these rules, once there is anything to note
        self.process = os.getpid()
        self.listening: list[int] = []
        self.watched = True
        self.clean: Callable[[int], None] = end_forked_copy

    @property
    def standing(self) -> Game:
        """A copy of the game as it stands, which all events of this position share."""
        if self.copied is None or self.copied[0] is not self.game or self.copied[1] != len(self.moves):
            self.copied = self.game, len(self.moves), self.game.copy()
        return self.copied[2]

    @cached_property
    def imagination(self) -> random.Random:
        """The random numbers for imagined games, apart from the dice, which do not depend on how many there were."""
        return random.Random(f"imagination {self.seed}")

    def view(self, seat: int) -> Game:
        """A copy of the game, in which what the seat may not know is imagined."""
        return self.game.imagine(seat, self.imagination) if self.imagines else self.game.copy()

    @property
    def texts(self) -> list[str]:
        """The texts of the moves made so far."""
        return [made.text for made in self.moves]

    def place(self) -> str:
        """The game, its seed and its moves in words, for those who want to reproduce the position."""
        return f"in {type(self.start).__name__} with seed {self.seed} after the moves: {' '.join(self.texts) or 'none'}"

    def replayed(self, texts: Sequence[str]) -> Iterator[Moved]:
        """Make the moves of these texts. Raises IllegalMove."""
        for text in texts:
            for single in self.game.singles(text):
                yield self.moved(self.make(self.game.parse(single)))

    def make(self, move: int, seconds: float | None = None) -> PlayedMove:
        """Make a legal move, which took so many seconds to choose if somebody chose it."""
        seat, text = turn_of(self.game), readable_text(self.game, move)
        heard = text, text
        if self.heard_by_seat:
            heard = heard_by(self.game, move, 0), heard_by(self.game, move, 1)
        made = PlayedMove(seat, move, text, heard, self.left, seconds)
        self.moves.append(made)
        self.rolls += seat == CHANCE
        make_unchecked(self.game, move)
        self.used = 0.0
        self.tell(made)
        return made

    def moved(self, made: PlayedMove) -> Moved:
        """The event of the move that was made last."""
        return Moved(self.standing, made.seat, made.move, made.text, made.heard, made.seconds or 0.0, made.left)

    def tell(self, made: PlayedMove) -> None:
        """Tell a move to those who want to hear of it."""

    def ending(self, score: int | None, how: How, why: str, error: BaseException | None = None) -> Ended:
        """The last event, if the match ends like this now."""
        return Ended(self.standing, score, how, why, error, self.left, tuple(self.moves), (self.late[0], self.late[1]))

    def score(self) -> int | None:
        """The score by the rules, None while the game goes on. Raises RuleError if it cannot be a score."""
        return score_of(self.game)
