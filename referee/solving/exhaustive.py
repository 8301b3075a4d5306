"""What a position is worth in which all is open and no chance left, and what each of its moves: by theory or search."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from games.capabilities import as_exact, solver_of, theories_after, theory_of
from games.game import CHANCE, Game
from games.rule_values import text_of
from players.by_theory import choose_by_theory
from players.player import Unplayable
from players.search.big_stack import FARTHEST, call_on_big_stack
from players.search.clock import Clock, Stop
from players.search.negamax import Chance
from players.search.outcome import OwnSearch
from players.search.score import to_game_score
from players.search.solver import Solver
from players.search.table import Table, entries_for
from referee.solving.by_turns import Turns, fits
from referee.solving.value import Value, settled, side

SHARE = 4  # one part in so many of the memory goes to proof numbers
SEARCH, PROVEN = "exhaustive search", "proof numbers and exhaustive search"
LINE = 32  # moves of the line expected, at most
MANY = 1_000  # moves; theory need not look at all of them to go on
Search = Solver | OwnSearch
CONTRADICTION = "what its positions are worth does not fit together: do its rules keep games.laws?"


def reached(search: Search) -> None:
    """Raise Unplayable if the search cannot reach the end of the game, or found what cannot be."""
    if search.shallow:
        raise Unplayable(f"it goes on for more than {FARTHEST:,} plies")
    if search.lower > search.upper:
        raise Unplayable(CONTRADICTION)


def value_of(game: Game, score: int, line: tuple[str, ...] = (), how: str = "") -> Value:
    """What a search's score of the position stands for, to seat 0."""
    margin, plies = to_game_score(score)
    return settled(side(game.turn) * margin, plies, line, how)


class Exhaustion:
    """The search of a position and of what follows each of its moves, all by one table.

    root     the search of the position itself.
    current  the move that is being looked at; None if none is.
    moves    what each move is worth, as far as that is known: at first it is found out who wins by each and by how
             much, and then how soon.
    solved   how many moves are wholly solved.
    line     the texts of the moves expected, the best first, LINE at most.
    """

    def __init__(self, game: Game, entries: int, clock: Clock):
        self.game, self.clock, self.own = game, clock, as_exact(solver_of(game))
        self.turns = Turns(entries // SHARE, clock) if self.own is None and fits(game) else None
        self.table = Table(entries - entries // SHARE if self.turns else entries)
        self.root = self.search(game)
        self.current: int | None = None
        self.moves: dict[int, Value] = {}
        self.solved = 0
        self.line: list[str] = []

    def search(self, game: Game) -> Search:
        """A search of that position, not yet under way: the game's own where it has one."""
        if self.own is not None:
            return OwnSearch(game, self.own, self.clock)
        return Solver(game, self.table, self.clock, FARTHEST)

    def run(self) -> None:
        """Solve the position, then its moves, and follow the best ones, until the clock says stop; then call it again.

        Raises Chance, and Unplayable if a search of FARTHEST plies does not reach the end.
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
            if self.value() != max(self.moves.values(), key=lambda each: each.seen_by(self.game.turn).rank()):
                raise Unplayable(CONTRADICTION)

    def solve(self, game: Game, search: Search) -> Value:
        """What the search finds the position to be worth. Raises Stop and Unplayable."""
        self.find_winner(game, search)
        search.run()
        reached(search)
        if not search.final:
            raise Stop
        return value_of(game, search.score)

    def settle(self, game: Game, search: Search) -> Value:
        """What the position is worth without the distance, which may take far longer. Raises Stop and Unplayable."""
        self.find_winner(game, search)
        search.settle()
        reached(search)
        if to_game_score(search.lower)[0] < to_game_score(search.upper)[0]:
            raise Stop
        return replace(value_of(game, search.lower), distance=None)

    def find_winner(self, game: Game, search: Search) -> None:
        """Let proof numbers help to find out who wins, where the game is fit for them."""
        if self.turns is not None and isinstance(search, Solver):
            self.turns.settle(game, search)

    def after(self, move: int, find: Callable[[Game, Search], Value]) -> Value:
        """What the move is worth, by that way to find it out. Raises what that raises, and Chance."""
        self.current = move
        game = self.game.copy()
        game.make(move)
        score = game.score()
        if score is not None:
            return settled(score, 1 if score else None)
        if game.turn == CHANCE:
            raise Chance(type(game).__name__)
        found = find(game, self.search(game))
        return found if found.distance is None else replace(found, distance=found.distance + 1)

    def follow(self) -> None:
        """Play on from the position by the best moves. Raises Stop."""
        self.current, self.line = None, []
        game, search = self.game.copy(), self.root
        while True:
            self.line.append(text_of(game, search.best_move))
            game.make(search.best_move)
            if game.score() is not None or len(self.line) == LINE:
                return
            search = self.search(game)
            self.solve(game, search)

    def method(self) -> str:
        """By what it found what it did, in words."""
        return PROVEN if self.turns is not None and self.turns.decided else SEARCH

    def value(self) -> Value | None:
        """What the position is worth; None while that is not known."""
        return value_of(self.game, self.root.lower) if self.root.lower == self.root.upper else None

    def bounds(self) -> tuple[int, int]:
        """What the first seat wins at least and at most."""
        ends = [side(self.game.turn) * to_game_score(end)[0] for end in (self.root.lower, self.root.upper)]
        return min(ends), max(ends)

    def found(self) -> dict[str, Any]:
        """What is known, as JSON's types."""
        moves, whole = self.game.moves(), self.value()
        solved = self.solved == len(moves)
        found: dict[str, Any] = {"solved": solved} | as_dict(self.game, whole)
        if not solved:
            found["at_least"], found["at_most"] = self.bounds()
        rows = [(move, self.moves[move]) for move in moves if move in self.moves]
        return found | {"moves": moves_as_dicts(self.game, rows, whole), "line": self.line}


def by_search(
    game: Game, memory: int, seconds: float | None, tell: Callable[[Exhaustion], None]
) -> tuple[dict[str, Any], bool]:
    """What an exhaustive search with a table of so many megabytes has found, and whether Ctrl-C cut it short.

    As JSON's types; `solved` says whether it came to its end. `tell` is handed the search now and then.

    Raises Chance, Unplayable and MemoryError.
    """
    start = monotonic()
    clock = Clock(math.inf if seconds is None else start + seconds)
    search = Exhaustion(game, entries_for(memory), clock)
    stopped = False
    try:
        call_on_big_stack(search.run, clock, lambda: tell(search))
    except KeyboardInterrupt:
        stopped = True
    spent = {"positions": clock.nodes, "seconds": monotonic() - start, "method": search.method()}
    return search.found() | spent | {"cached": False}, stopped


def without_search(game: Game) -> dict[str, Any] | None:
    """What theory knows of the position and of all its moves, as JSON's types; None if it does not."""
    start, theory = monotonic(), theory_of(game)
    if theory is None:
        return None
    found = list(theories_after(game))
    rows = [(move, settled(then.score)) for move, then in found if then is not None]
    if len(rows) < len(found):
        return None
    whole, twin = settled(theory.score), game.copy()
    line: list[str] = []
    deadline = math.inf if len(rows) <= MANY else 0.0
    while len(line) < LINE and twin.score() is None and (theory := theory_of(twin)) is not None:
        best = choose_by_theory(twin, theory, deadline, start)
        if best is None:
            break
        line.append(text_of(twin, best.move))
        twin.make(best.move)
    told = {"solved": True} | as_dict(game, whole) | {"moves": moves_as_dicts(game, rows, whole), "line": line}
    return told | {"positions": 0, "seconds": monotonic() - start, "method": theory_name(game), "cached": False}


def theory_name(game: Game) -> str:
    """By what theory knows the position."""
    theory = theory_of(game)
    return "" if theory is None else theory.name


def as_dict(game: Game, found: Value | None) -> dict[str, Any]:
    """What the position is worth, as JSON's types."""
    value, distance = (None, None) if found is None else (found.score, found.distance)
    return {"value": value, "distance": distance, "chance": chance(game, value)}


def moves_as_dicts(game: Game, rows: list[tuple[int, Value]], whole: Value | None) -> list[dict[str, Any]]:
    """What each move is worth, as JSON's types; the best are those that keep what the position is worth."""
    return [
        {"move": text_of(game, move), "value": found.score, "distance": found.distance, "best": found == whole}
        for move, found in rows
    ]


def chance(game: Game, value: float | None) -> float | None:
    """The first seat's share of games won, a draw counting half; None if there is more to win than the game."""
    return (1 + value) / 2 if value is not None and game.stakes == 1 else None
