"""Programs that keep the game on a board of their own, and are told move by move what happens on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engines.engine import EnginePlayer
from referee.engines.process import quote
from referee.match.events import Forfeit, How

if TYPE_CHECKING:
    from games.game import Game
    from players.player import Unplayable
    from referee.engines.process import EngineProcess

Move = tuple[int, str]  # the seat that made it, and its word in the protocol


class KeeperPlayer(EnginePlayer):
    """A program that keeps the game by itself. It is told no more than what is new since it was asked last.

    After moves were taken back it takes back those that do not stand any more, or it begins anew where it cannot.
    """

    def __init__(self, *words: object, **common: object):
        super().__init__(*words, **common)  # type: ignore[arg-type]  # they are those of EnginePlayer
        self.told: list[Move] | None = None  # the moves on its board, None if its board is that of another game
        self.origin: object = None  # what its board was set up as
        self.keeper: EngineProcess | None = None  # whose board that is

    # What a protocol fills in.

    def write_move(self, game: Game, move: int) -> str:
        """The word for a legal move."""
        raise NotImplementedError

    def describe_start(self, start: Game) -> object:
        """What its board is set up as for a game that begins there. Raises Unplayable if it cannot be."""
        raise NotImplementedError

    def set_up(self, engine: EngineProcess, start: Game) -> None:
        """Let the board of the program stand at that position, in a new game. Raises Forfeit, and Unplayable."""
        raise NotImplementedError

    def tell(self, seat: int, word: str, deadline: float) -> None:
        """Tell the program that the seat has made that move. Raises Forfeit if it does not take it."""
        raise NotImplementedError

    def take_back(self, count: int, deadline: float) -> bool:
        """Let the program take back so many moves; whether it has done so."""
        raise NotImplementedError

    # What is the same in all of them.

    def begin_game(self, engine: EngineProcess, start: Game) -> None:
        origin = self.describe_start(start)
        if self.told is None or self.origin != origin or self.keeper is not engine:
            self.told = None
            self.set_up(engine, start)
            self.told, self.origin, self.keeper = [], origin, engine

    def end(self) -> None:
        super().end()
        self.told = None

    def catch_up(self, deadline: float) -> None:
        """Let the board of the program stand as the game does. Raises Forfeit."""
        assert self.start is not None and self.told is not None  # noqa: S101, PT018  # begin has set them
        moves = self.write_moves(self.write_move)
        same = 0
        while same < min(len(moves), len(self.told)) and moves[same] == self.told[same]:
            same += 1
        if len(self.told) > same and not self.take_back(len(self.told) - same, deadline):
            self.set_up(self.running, self.start)
            same = 0
        self.told = self.told[:same]
        for seat, word in moves[same:]:
            self.tell(seat, word, deadline)
            self.told.append((seat, word))

    def note_answer(self, game: Game, move: int) -> None:
        """Take note that the program has made that move on its board."""
        assert self.told is not None  # noqa: S101  # it has caught up
        self.told.append((game.turn, self.write_move(game, move)))

    def reject_refusal(self, said: str, word: str) -> Forfeit:
        """The error of a program that has said this of a legal move: it cannot play on."""
        words = f"said {quote(said)} of {word}, which is a legal move: it plays by other rules"
        return Forfeit(How.NO_MOVE, words, self.running.printed())

    def refuse_game(self, game: str, plays: str) -> Unplayable:
        """The error of a program that does not play that game, and what it plays."""
        return self.refuse(f"{self.name} does not play {game or 'this game'} (it plays {plays})")
