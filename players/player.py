"""What a player is, and what it may do instead of making a move."""

from collections.abc import Callable
from typing import Protocol

from games.dataclass import dataclass
from games.game import Game
from players.search.clock import hurried as hurried  # noqa: PLC0414  # for players of one's own


class Player(Protocol):
    """Anything that chooses moves. It need not inherit from this class.

    A new player is made for each game. A person has an attribute `person = True`: a person may raise a
    PlayerRequest.

    A player may have a method `begin(game, seat)`, which is called once before the first move, and before those of an
    opening, with the game at its start as that seat may know it, the player's own copy. Its time is not
    limited; an exception costs the game, as in choose.

    A player may have a method `heard(text, seat)`, which is called after each move with the text of the move as the
    player's seat may know it (Game.heard), and the seat that moved: 0, 1 or CHANCE. It hears of its own moves too, of
    dice and deals, and of the moves of an opening. After moves were taken back, and when it sits down in the middle of
    a match, such a player begins again and hears of all moves that stand. As in choose, an exception costs the game.

    A player may have a method `end()`, which is called once when the match is over, however it ended. That is before
    the result is told: until then an exception costs a player its game, as in choose, even one that it has won on the
    board.

    If the class of a player has an attribute `lasting = True`, each worker makes it once for its spec. It plays
    all games of that spec there, one after the other and on either seat; if the spec plays itself, there are two.
    In `begin` it forgets what belongs to the game before. It may keep what it likes: its results may depend on the
    games before. It may have a method `close()`, which is called when it is not needed any more, unless its process is
    ended before that, as the workers of a batch are. One that has forfeited a game is closed and made anew, and so is
    one that plays in a process of its own (--isolate), whose process ends with each game.

    A player may have a method `accepts(game, deadline) -> bool`, asked whether it agrees to a draw in a position in
    which the other seat is to move. Without it a program is asked what it thinks, if it can `think(game, deadline)`.

    A player may have an attribute `thought`, the Thought of its last move: people see it when they ask why.
    A person may want a move at once. Then `hurried()` is true until the next move is asked for, and the searches of
    this package end by themselves. Your own player may call it now and then in `choose` or `begin`, and answer with the
    best that it has found; a call costs less than a microsecond.

    A player may have a method `glimpse()`, which returns a Glimpse or None. It is called from another thread, at any
    time and often: it must be quick, and leave alone the game that a search is playing on. The players of this package
    return None before they first think, and between moves what they had found by the last one.
    """

    def choose(self, game: Game, deadline: float) -> int:
        """Return a legal move for the seat whose turn it is.

        game      the position as that seat may know it; a copy that the player may change.
        deadline  when to answer at the latest, by time.monotonic(); math.inf if there is no limit. If a clock
                  runs for the whole game, it allows a share of what is left, which the player may exceed.
        """
        ...


class Resigned(Exception):
    """Raised by choose: the player gives up the game."""


class OutOfTime(Exception):
    """Raised by choose: a person did not answer before the deadline."""


class PlayerRequest(Exception):
    """Raised by choose: a person asks for something other than a move. A program that raises it loses the game."""


class TakeBack(PlayerRequest):
    """Asks to go back to the last position in which a person chose."""


class Redo(PlayerRequest):
    """Asks to make the moves again that were taken back last."""


class Swap(PlayerRequest):
    """Asks to change seats with the other player."""


class Replace(PlayerRequest):
    """Asks to play on against another program, the one that `spec` names."""

    def __init__(self, spec: str):
        super().__init__(spec)
        self.spec = spec


class OfferDraw(PlayerRequest):
    """Asks to end the game as a draw. The other player decides by its method `accepts`, if it has one."""


class Quit(PlayerRequest):
    """Asks to leave the table; the game ends without a result."""


class Restart(Quit):
    """Asks to leave the table for a new game between the same players."""


class SetUp(Restart):
    """Asks to leave the table for a new game between the same players, which begins in that position.

    With an empty position it asks for a way to set one up.
    """

    def __init__(self, position: str = ""):
        super().__init__(position)
        self.position = position


class Unplayable(Exception):
    """A player cannot play a game of this kind; the message is one line for people."""


@dataclass(frozen=True)
class Candidate:
    """A move that a player has looked at.

    value    what the seat to move may expect of it, in the measure of the whole Thought, unless that says otherwise.
    visits   how many playouts that is based on; 0 if none.
    error    the standard error of a value that depends on chance, in its measure; None if not known.
    proven   whether the value is exact, for best play by both.
    at_most  whether the search only found out that the move is worth no more than the value.
    distance  plies to the end if a win or a loss was found, counting the move itself; else None.
    """

    move: int
    text: str
    value: float
    visits: int = 0
    error: float | None = None
    proven: bool = False
    at_most: bool = False
    distance: int | None = None


@dataclass(frozen=True)
class Thought:
    """What a player found out about a position.

    move        the one it would make.
    value       what the seat to move expects: of a minimax player the score it will have won where a forced end was
                found (a loss is negative), else the estimate, and where there is chance the score on average; of a
                Monte Carlo player the share of games won, 0 to 1, draws half, and where there is chance or hidden
                cards what is won of the stakes on average, 0 to 1; of a solver the average score, while its
                candidates' values are their probabilities.
    proven      whether the value is exact, for best play by both.
    distance    plies to the end where a win or a loss is proven; else None.
    line        the texts of the moves expected, the best first; at least one.
    candidates  the moves looked at whose values are known.
    nodes       positions visited;  depth  plies looked ahead;  seconds  spent.
    reach       plies of the longest line that was looked at, which may be more or fewer than depth; 0 if not known.
    how         how it was found, in a few words: "nim-sum", "exhaustive search"; maybe empty.
    even        the value that favours neither seat.
    estimated   whether the value is an estimate at the end of the plies looked ahead: the game's own, or a learnt one.
    slope       of a learnt one: 1 / (1 + exp(-slope * value)) is the chance to win that it stands for; 0 if not known.
    """

    move: int
    value: float
    proven: bool
    line: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    nodes: int
    depth: int
    seconds: float
    distance: int | None = None
    how: str = ""
    even: float = 0.0
    estimated: bool = False
    reach: int = 0
    slope: float = 0.0

    @property
    def forced_distance(self) -> int | None:
        """Plies to the end where the move was found to force a win or a loss, proven or not; else None.

        A search may find such an end beyond its depth. Then only the candidate of the move tells how far it is.
        """
        if self.distance is not None:
            return self.distance
        return next((each.distance for each in self.candidates if each.move == self.move), None)


@dataclass(frozen=True)
class Glimpse:
    """The progress of a player that is thinking; after its move, what it had found by then.

    depth     plies looked ahead in full; 0 before the first. For a tree grown by playouts, its longest line.
    nodes     positions visited.
    playouts  random games played to their end; 0 for a player that plays none.
    line      the texts of the moves expected, the best first; empty if none is known yet.
    value     what the seat to move expects, as in Thought; None if there is no line.
    reach     plies of the longest line that was looked at, as in Thought.
    """

    depth: int
    nodes: int
    playouts: int = 0
    line: tuple[str, ...] = ()
    value: float | None = None
    reach: int = 0


View = Callable[[], Glimpse]  # how far a search is, asked from another thread


def make_glimpse(thought: Thought, playouts: int = 0) -> Glimpse:
    """Return the Glimpse of a player that has finished with that Thought, after so many playouts."""
    return Glimpse(thought.depth, thought.nodes, playouts, thought.line, thought.value, thought.reach)
