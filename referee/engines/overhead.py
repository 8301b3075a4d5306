"""What it costs that a program sits in another process: the time to get ready, and that of the words for a move."""

from math import inf
from statistics import median
from time import monotonic
from typing import Any

import games
import players
from games.dataclass import dataclass
from games.game import CHANCE
from games.names.catalogue import SpecError
from players.player import Unplayable
from referee.match.events import Forfeit
from referee.match.players import RemotePlayer

ASKED = 9  # moves that it is asked for
GAMES = {"gtp": "go", "gnubg": "backgammon", "program": "tic-tac-toe"}  # of others chess


@dataclass(frozen=True)
class Overhead:
    """What was measured of a program, in seconds.

    ready     from its start to the first move that it can be asked for.
    transfer  of words there and back for a move, the median of some; it is not charged in a match.
    """

    spec: str
    game: str
    ready: float
    transfer: float

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, rounded to what such a measurement is good for."""
        return {
            "player": self.spec,
            "game": self.game,
            "ready": round(self.ready, 4),
            "transfer": round(self.transfer, 6),
        }


def measure_overhead(spec: str, game: str | None) -> Overhead:
    """The overhead of a program from outside at that game, or at one that it may play. Raises SpecError."""
    game = game or GAMES.get(players.CATALOGUE.split(spec)[0] or "", "chess")
    start, player = games.load(game), players.load(spec)
    assert isinstance(player, RemotePlayer)  # noqa: S101  # whoever asks knows that it is one
    player.game_spec = game
    began, spent = monotonic(), list[float]()
    try:
        player.begin(start.copy(), 0)
        ready = monotonic() - began
        while start.turn == CHANCE:
            roll, _ = start.chances()[0]
            player.heard(start.heard(roll, 0), CHANCE)
            start.make(roll)
        for _ in range(ASKED):
            player.choose(start.copy(), inf)
            spent.append(player.transfer)
    except (Forfeit, Unplayable) as error:
        raise SpecError(f"{spec!r}: {error}") from error
    finally:
        player.close()
    return Overhead(spec, game, ready, median(spent))
