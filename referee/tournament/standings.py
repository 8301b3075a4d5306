"""Where everybody stands: plain data, made from the games played so far; all that is shown is made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.statistics.estimate import Estimate


@dataclass(frozen=True)
class Row:
    """One player's line.

    place     from 1; who cannot be told apart shares one.
    player    its place in the tournament's order, from 0;  name  what it is called;  spec  as typed.
    points    1 for a win, a half for a draw; byes count as wins of a pair of games.
    games     finished;  wins, draws, losses  among them;  forfeits  those it lost by one, by the word of events.How.
    tiebreak  what decides among equal points, larger is better (Sonneborn-Berger, for swiss Buchholz).
    rating    in Elo, 0 the mean of all players; None where nothing is known yet.
    seconds   a move, on average; None before any.
    """

    place: int
    player: int
    name: str
    spec: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: dict[str, int]
    tiebreak: float
    rating: Estimate | None
    seconds: float | None


@dataclass(frozen=True)
class Standings:
    """A tournament as it stands.

    number     of the tournament in the journal, None where it is kept nowhere.
    game, format, rounds, seed  as in the Tournament;  control  the time, in words, "" for none.
    played     games finished;  due  games in all, as far as that is known already;  over  whether it is finished.
    rows       the players, the best first.
    cross      of cross[a][b], by the places in the tournament's order: games that a won, drew and lost against b.
    advantage  what moving first is worth, in Elo;  draws  how many games between equals are drawn, 0 to 1.
    superior   of superior[a][b]: how likely it is that a is the better of the two, 0 to 1; None where unknown.
    """

    number: int | None
    game: str
    format: str
    rounds: int
    seed: int
    control: str
    played: int
    due: int
    over: bool
    rows: tuple[Row, ...]
    cross: tuple[tuple[tuple[int, int, int], ...], ...]
    advantage: Estimate | None
    draws: Estimate | None
    superior: tuple[tuple[float | None, ...], ...]
