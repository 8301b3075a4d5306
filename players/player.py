"""What a player is, and what it may do instead of making a move."""

import math
from collections.abc import Callable, Collection
from typing import Protocol

from games.dataclass import dataclass
from games.game import Game
from players.search.clock import hurried as hurried  # noqa: PLC0414  # for players of one's own


class Player(Protocol):
    """Anything that chooses moves. It need not inherit from this class.

    A new player is made for each game. A person has an attribute `person = True`, and may raise a PlayerRequest. A
    person at another keyboard than the match has `elsewhere = True`: the two people then agree to what they change.

    A player may have a method `begin(game, seat)`, called once before the first move and before the moves of an
    opening. `game` is the player's own copy, at the start as that seat may know it. Its time is not limited; an
    exception costs the game, as in choose.

    A player may have a method `heard(text, seat)`, called after each move with the text of the move as the player's
    seat may know it (Game.heard), and the seat that moved: 0, 1 or CHANCE. It hears its own moves too, dice and deals,
    and the moves of an opening. After moves were taken back, and when it sits down in the middle of a match, such a
    player begins again and hears all moves that stand. As in choose, an exception costs the game.

    A player may have a method `end()`, called once when the match is over, however it ended, but before the result is
    announced: an exception still costs the player the game, even one won on the board.

    If a player's class has an attribute `lasting = True`, each worker makes it once for its spec. It plays all games of
    that spec there, one after the other and on either seat; if the spec plays itself, there are two. In `begin` it
    forgets what belongs to the game before. It may keep what it likes: its results may depend on the games before. It
    may have a method `close()`, called when it is not needed any more, unless its process ends first, as the workers of
    a batch do. After a forfeit a player is closed and made again.

    A player may have a method `accepts(game, deadline) -> bool`: does it agree to a draw in a position where the other
    seat is to move? Without it a program is asked what it thinks, if it can `think(game, deadline)`.

    A player may have an attribute `thought`, the Thought of its last move: people see it when they ask why. A person
    may want a move at once. Then `hurried()` is true until the next move is asked for, and the searches of this package
    end by themselves. Your own player may call it now and then in `choose` or `begin`, and answer with the best that it
    has found; a call costs less than a microsecond.

    A player may have a method `glimpse()`, which returns a Glimpse or None. Another thread calls it at any time and
    often: it must be quick, and leave alone the game that a search is playing on. The players of this package return
    None before they first think, and between moves what they had found by the last one.

    A player may have an attribute `among`, None: if it is a list of moves, `choose` returns one of these. A player may
    have an attribute `lines`, 1: this number of its best moves are candidates of its Glimpse and its Thought, each with
    a line and a value that is no bound. Both are for games without chance and hidden cards; other programs set them.
    """

    def choose(self, game: Game, deadline: float) -> int:
        """Return a legal move for the seat whose turn it is.

        game      the position as that seat may know it; a copy that the player may change.
        deadline  when to answer at the latest, by time.monotonic(); math.inf without a limit. With a clock for the
                  whole game it allows a share of the time left, which the player may exceed.
        """
        ...


class Resigned(Exception):
    """Raised by choose: the player gives up the game; for `seat` as in PlayerRequest."""

    seat: int | None = None


class OutOfTime(Exception):
    """Raised by choose: a person did not answer before the deadline."""


class CalledOff(Exception):
    """Raised while a person is asked: nobody waits for the answer any more."""


class PlayerRequest(Exception):
    """Raised by choose: a person asks for something other than a move. A program that raises it loses the game.

    seat  who asks for it; None: the seat that was asked. A player across a network also reports what the other wishes.
    """

    seat: int | None = None


class TakeBack(PlayerRequest):
    """Asks to go back to the last position in which a person chose."""


class Redo(PlayerRequest):
    """Asks to make the moves again that were last taken back."""


class Swap(PlayerRequest):
    """Asks to change seats with the other player."""


class Replace(PlayerRequest):
    """Asks to play on against another program, `spec`."""

    def __init__(self, spec: str):
        super().__init__(spec)
        self.spec = spec


class OfferDraw(PlayerRequest):
    """Asks to end the game as a draw. The other player decides by its method `accepts`, if it has one."""


class AgreeDead(PlayerRequest):
    """Asks to end the game, counted without the dead chains on `points`; without points, which are dead."""

    def __init__(self, points: str = ""):
        super().__init__(points)
        self.points = tuple(points.replace(",", " ").split())


class Quit(PlayerRequest):
    """Asks to leave the table; the game ends without a result."""


class Restart(Quit):
    """Asks to leave the table for a new game between the same players."""


class SetUp(Restart):
    """Asks to leave the table for a new game between the same players that begins in `position`.

    An empty position asks for a way to set one up.
    """

    def __init__(self, position: str = ""):
        super().__init__(position)
        self.position = position


class Unplayable(Exception):
    """A player cannot play a game of this kind; the message is one line for people."""


@dataclass(frozen=True)
class Candidate:
    """A move that a player has looked at.

    value    what the seat to move may expect, in the measure of the whole Thought unless that says otherwise.
    visits   how many playouts the value rests on; 0 if none.
    error    the standard error of a value that depends on chance, in its measure; None if unknown.
    proven   whether the value is exact, for best play by both.
    at_most  whether the search only found that the move is worth no more than the value.
    distance  plies to the end, this move included, if a win or a loss was found; otherwise None.
    line     the texts of the expected moves, this one first; empty if only the move is known.
    """

    move: int
    text: str
    value: float
    visits: int = 0
    error: float | None = None
    proven: bool = False
    at_most: bool = False
    distance: int | None = None
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Thought:
    """What a player found out about a position.

    move        the one it would make.
    value       what the seat to move expects. Minimax: the final score if a forced end was found (a loss is negative),
                otherwise the estimate; with chance the mean score. Monte Carlo: the share of games won, 0 to 1, draws
                half; with chance or hidden cards the mean share of the stakes, 0 to 1. A solver of mixed strategies:
                the mean score, while the values of its candidates are their probabilities.
    proven      whether the value is exact, for best play by both.
    distance    plies to the end of a proven win or loss; otherwise None.
    line        the texts of the expected moves, the best first; at least one.
    candidates  the moves looked at whose values are known.
    nodes       positions visited;  depth  plies looked ahead;  seconds  spent.
    reach       plies of the longest line looked at, which may differ from depth; 0 if unknown.
    how         how it was found, in a few words: "nim-sum", "exhaustive search"; maybe empty.
    even        the value that favours neither seat.
    estimated   whether the value is an estimate at the horizon: the game's own, or a learnt one.
    slope       of a learnt one: 1 / (1 + exp(-slope * value)) is its chance to win; 0 if unknown.
    """

    move: int
    value: float
    proven: bool
    line: tuple[str, ...]
    candidates: tuple[Candidate, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    distance: int | None = None
    how: str = ""
    even: float = 0.0
    estimated: bool = False
    reach: int = 0
    slope: float = 0.0

    @property
    def forced_distance(self) -> int | None:
        """Plies to the end if the move was found to force a win or a loss, proven or not; otherwise None.

        A search may find such an end beyond its depth; then only the candidate of the move knows the distance.
        """
        if self.distance is not None:
            return self.distance
        return next((each.distance for each in self.candidates if each.move == self.move), None)


@dataclass(frozen=True)
class Glimpse:
    """The progress of a player that is thinking; after its move, what it had found.

    depth     plies looked ahead in full; 0 before the first. For a tree grown by playouts, its longest line.
    nodes     positions visited.
    playouts  random games played to their end; 0 for a player that plays none.
    line      the texts of the expected moves, the best first; empty if none is known yet.
    value     what the seat to move expects, as in Thought; None if there is no line.
    reach     plies of the longest line looked at, as in Thought.
    candidates  the best moves, if the player shows more than one (Player.lines).
    """

    depth: int
    nodes: int
    playouts: int = 0
    line: tuple[str, ...] = ()
    value: float | None = None
    reach: int = 0
    candidates: tuple[Candidate, ...] = ()


View = Callable[[], Glimpse]  # the progress of a search, read by another thread


def make_glimpse(thought: Thought, playouts: int = 0) -> Glimpse:
    """Return the Glimpse of a player that has finished with `thought`."""
    return Glimpse(thought.depth, thought.nodes, playouts, thought.line, thought.value, thought.reach)


def moves_among(game: Game, among: Collection[int] | None) -> list[int]:
    """Return the legal moves that are in `among`; all of them for None. Raises ValueError if there is none."""
    moves: list[int] = [move for move in game.moves() if among is None or move in among]
    if not moves:
        raise ValueError(f"{type(game).__name__} has no moves to choose from")
    return moves


def full_text(count: int, memory: int) -> str:
    """Return a sentence saying that a tree of `count` nodes fills the memory."""
    return f"a tree full at {count:,} positions (memory={memory}; more holds more)"


class ThinkingPlayer:
    """The base of players that `think`: they make the move of their thought, and show their progress.

    A subclass sets `view` while it thinks.
    """

    thought: Thought | None = None  # of its last move
    view: View | None = None  # of the search under way, or the last one

    def think(self, game: Game, deadline: float = math.inf) -> Thought:
        """Return the best move and why. Each player writes its own."""
        raise NotImplementedError

    def choose(self, game: Game, deadline: float = math.inf) -> int:
        """Return the move of `think`."""
        self.thought = self.think(game, deadline)
        return self.thought.move

    def glimpse(self) -> Glimpse | None:
        """Return the progress of the search under way, or of the last one; None before the first."""
        return None if self.view is None else self.view()
