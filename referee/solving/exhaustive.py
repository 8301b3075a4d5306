"""What a position is worth in which all is open and no chance left, and what each of its moves: by theory or search."""

import math
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from games.capabilities import theories_after, theory_of
from games.game import CHANCE, Game
from players.optimal import choose_by_theory
from players.player import Unplayable
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock, Stop
from players.search.negamax import Chance
from players.search.score import HALF, SPAN, to_game_score
from players.search.solver import Solver
from players.search.table import Table, entries_for
from referee.solving.outcome_text import bounds

LINE = 32  # moves of the line expected, at most
MANY = 1_000  # moves, of which theory need not look at all to go on
CONTRADICTION = "what its positions are worth does not fit together: do its rules keep games.laws?"

Tell = Callable[[str], None]


class Worth(NamedTuple):
    """What a position is worth.

    value     what the first seat wins with best play by both; the second wins its negative.
    distance  plies to the end, where one side wins: the winner seeks it, the loser puts it off. None for a draw, and
              where theory does not tell.
    """

    value: int
    distance: int | None

    def rank(self, turn: int) -> tuple[int, int]:
        """The higher, the better it is for the seat whose turn it is."""
        mine, plies = side(turn) * self.value, self.distance or 0
        return mine, -plies if mine > 0 else plies if mine < 0 else 0


def side(turn: int) -> int:
    """1 where scores count for the first seat, -1 where for the second."""
    return 1 if turn == 0 else -1


def reached(search: Solver) -> None:
    """Raise Unplayable where the search cannot reach the end of the game, or found what cannot be."""
    if search.shallow:
        raise Unplayable(f"it goes on for more than {FARTHEST:,} plies")
    if search.lower > search.upper:
        raise Unplayable(CONTRADICTION)


def worth(game: Game, score: int) -> Worth:
    """What a search's score of the game stands for."""
    margin, plies = to_game_score(score)
    return Worth(side(game.turn) * margin, plies)


class Exhaustion:
    """The search of a position and of what follows each of its moves, all by one table.

    root     the search of the position itself.
    current  the move that is being looked at; None where none is.
    moves    what each move is worth, as far as that is known: at first it is found out who wins by each and by how
             much, and then how soon.
    solved   how many moves are wholly solved.
    line     the texts of the moves expected, the best first, LINE at most.
    """

    def __init__(self, game: Game, entries: int, clock: Clock):
        self.game, self.clock, self.table = game, clock, Table(entries)
        self.root = self.search(game)
        self.current: int | None = None
        self.moves: dict[int, Worth] = {}
        self.solved = 0
        self.line: list[str] = []

    def search(self, game: Game) -> Solver:
        """A search of that position, not yet under way."""
        return Solver(game, self.table, self.clock, FARTHEST)

    def run(self) -> None:
        """Solve the position, then its moves, and follow the best ones, until the clock says stop; then call it again.

        Raises Chance, and Unplayable where a search of FARTHEST plies does not reach the end.
        """
        moves = self.game.moves()
        with suppress(Stop):
            self.solve(self.game, self.root)
            for move in moves[len(self.moves) :]:
                self.moves[move] = self.after(move, self.settle)
            self.follow()
            for move in moves[self.solved :]:
                self.moves[move] = self.after(move, self.solve)
                self.solved += 1
            self.current = None
            if self.worth() != max(self.moves.values(), key=lambda each: each.rank(self.game.turn)):
                raise Unplayable(CONTRADICTION)

    def solve(self, game: Game, search: Solver) -> Worth:
        """What the search finds the position to be worth. Raises Stop and Unplayable."""
        search.run()
        reached(search)
        if not search.final:
            raise Stop
        return worth(game, search.score)

    def settle(self, game: Game, search: Solver) -> Worth:
        """The same without the distance, which may take far longer. Raises Stop and Unplayable."""
        while (least := to_game_score(search.lower)[0]) < (most := to_game_score(search.upper)[0]):
            search.ask((least + most >> 1) * SPAN + HALF)
            reached(search)
        return worth(game, search.lower)._replace(distance=None)

    def after(self, move: int, find: Callable[[Game, Solver], Worth]) -> Worth:
        """What the move is worth, by that way to find it out. Raises what that raises, and Chance."""
        self.current = move
        game = self.game.copy()
        game.make(move)
        score = game.score()
        if score is not None:
            return Worth(score, 1 if score else None)
        if game.turn == CHANCE:
            raise Chance(type(game).__name__)
        found = find(game, self.search(game))
        return found if found.distance is None else found._replace(distance=found.distance + 1)

    def follow(self) -> None:
        """Play on from the position by the best moves. Raises Stop."""
        self.current, self.line = None, []
        game, search = self.game.copy(), self.root
        while True:
            self.line.append(game.text(search.best_move))
            game.make(search.best_move)
            if game.score() is not None or len(self.line) == LINE:
                return
            search = self.search(game)
            self.solve(game, search)

    def worth(self) -> Worth | None:
        """What the position is worth; None while that is not known."""
        return worth(self.game, self.root.lower) if self.root.lower == self.root.upper else None

    def bounds(self) -> tuple[int, int]:
        """What the first seat wins at least and at most."""
        found = worth(self.game, self.root.lower).value, worth(self.game, self.root.upper).value
        return min(found), max(found)

    def tell(self) -> str:
        """How far it is, in words."""
        said = f"{self.clock.nodes:,} positions  {bounds(self.game, *self.bounds())}"
        if (move := self.current) is not None:
            count = len(self.game.moves())
            place = len(self.moves) if len(self.moves) < count else self.solved
            said += f"  move {place + 1} of {count}: {self.game.text(move)}"
        return said

    def found(self) -> dict[str, Any]:
        """What is known, as JSON's types."""
        moves, whole = self.game.moves(), self.worth()
        solved = self.solved == len(moves)
        found: dict[str, Any] = {"solved": solved} | as_dict(self.game, whole)
        if not solved:
            found["at_least"], found["at_most"] = self.bounds()
        rows = [(move, self.moves[move]) for move in moves if move in self.moves]
        return found | {"moves": listed(self.game, rows, whole), "line": self.line}


def by_search(game: Game, memory: int, seconds: float | None, tell: Tell) -> tuple[dict[str, Any], bool]:
    """What an exhaustive search with a table of so many megabytes has found, and whether Ctrl-C cut it short.

    As JSON's types; `solved` says whether it came to its end. Raises Chance, Unplayable and MemoryError.
    """
    start = monotonic()
    clock = Clock(math.inf if seconds is None else start + seconds)
    search = Exhaustion(game, entries_for(memory), clock)
    stopped = False
    try:
        call_on_big_stack(search.run, clock, lambda: tell(search.tell()))
    except KeyboardInterrupt:
        stopped = True
    spent = {"positions": clock.nodes, "seconds": monotonic() - start, "method": "exhaustive search"}
    return search.found() | spent | {"cached": False}, stopped


def without_search(game: Game) -> dict[str, Any] | None:
    """What theory knows of the position and of all its moves, as JSON's types; None where it does not."""
    start, theory = monotonic(), theory_of(game)
    if theory is None:
        return None
    found = list(theories_after(game))
    rows = [(move, Worth(then.score, None)) for move, then in found if then is not None]
    if len(rows) < len(found):
        return None
    whole, twin = Worth(theory.score, None), game.copy()
    line: list[str] = []
    deadline = math.inf if len(rows) <= MANY else 0.0
    while len(line) < LINE and twin.score() is None and (theory := theory_of(twin)) is not None:
        best = choose_by_theory(twin, theory, deadline, start).move
        line.append(twin.text(best))
        twin.make(best)
    told = {"solved": True} | as_dict(game, whole) | {"moves": listed(game, rows, whole), "line": line}
    return told | {"positions": 0, "seconds": monotonic() - start, "method": theory_name(game), "cached": False}


def theory_name(game: Game) -> str:
    """By what theory knows the position."""
    theory = theory_of(game)
    return "" if theory is None else theory.name


def as_dict(game: Game, found: Worth | None) -> dict[str, Any]:
    """What the position is worth, as JSON's types."""
    value, distance = (None, None) if found is None else found
    return {"value": value, "distance": distance, "chance": chance(game, value)}


def listed(game: Game, rows: list[tuple[int, Worth]], whole: Worth | None) -> list[dict[str, Any]]:
    """What each move is worth, as JSON's types; the best are those that keep what the position is worth."""
    return [{"move": game.text(move), **found._asdict(), "best": found == whole} for move, found in rows]


def share(score: float, stakes: int = 1) -> float:
    """The share of games that the score stands for, 0 to 1; with stakes the share of those."""
    return (1 + max(-1.0, min(1.0, score / stakes))) / 2


def chance(game: Game, value: float | None) -> float | None:
    """The first seat's share of games won, a draw counting half; None where there is more to win than the game."""
    return (1 + value) / 2 if value is not None and game.stakes == 1 else None
