"""A problem of a file: a position, and what its author says of the moves in it. Nobody has proven it here.

A test suite names the best moves, the moves to avoid, or in how many moves the side to move wins. A file with branches
also has the opponent's answers and the refutations of wrong moves.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from players.search.clock import Stop
from referee.puzzles.near import NearSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game


@dataclass(frozen=True)
class ProblemMove:
    """A move of a problem's file, by its text.

    right    whether it solves the problem, or leads to a solution.
    solved   whether the problem is solved with it, so that no further move is asked.
    comment  of the file about the move;  answers  the moves that may follow, the main one first.
    """

    move: str
    right: bool
    solved: bool = False
    comment: str = ""
    answers: tuple[ProblemMove, ...] = ()

    @property
    def reply(self) -> ProblemMove | None:
        """The move that the file answers with: one after which a solution is left, if there is any."""
        return next((each for each in self.answers if each.right), next(iter(self.answers), None))


@dataclass(frozen=True)
class Problem:
    """A position of a file, and the moves in it that the file names.

    game      the spec of the game in that position;  line  of the file on which it begins.
    title     its name in the file;  comment  what the file says of the position.
    branches  the moves of the side to move that the file has.
    avoid     the moves that are wrong, if all others are right.
    mate      the number of moves in which the side to move wins; 0 if the file does not say.
    """

    game: str
    line: int
    title: str = ""
    comment: str = ""
    branches: tuple[ProblemMove, ...] = ()
    avoid: tuple[str, ...] = ()
    mate: int = 0

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that the file calls right."""
        return tuple(each.move for each in self.branches if each.right)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the file asks for, in the words of EPD: bm, am and dm."""
        named = {"bm": self.best, "am": self.avoid, "dm": self.mate}
        return tuple(kind for kind, value in named.items() if value)

    @property
    def wanted(self) -> str:
        """What is wanted, as EPD writes it: `bm Qxf7# dm 1`."""
        words = {"bm": " ".join(self.best), "am": " ".join(self.avoid), "dm": str(self.mate)}
        return " ".join(f"{kind} {words[kind]}" for kind in self.kinds)

    def start(self) -> Game:
        return games.load(self.game)

    def solved_by(self, game: Game, move: int, announced: int | None = None) -> bool:
        """Return whether a move in the position does everything that the file asks for.

        announced  the plies in which a program says that it wins; it counts if the search does not reach so far.
        """
        text = game.text(move)
        right = (not self.best or text in self.best) and text not in self.avoid
        if right and self.mate and not self.best:
            return wins_in(game, move, self.mate, announced)
        return right


def wins_in(game: Game, move: int, moves: int, announced: int | None = None) -> bool:
    """Return whether a move wins by force within a number of moves, itself counted; `announced` as in solved_by."""
    plies = 2 * moves - 1
    with suppress(Stop):
        return NearSearch(game).winning(game, plies, {*game.moves()} - {move}) is not None
    return announced is not None and 0 < announced <= plies


def main_line(branches: Sequence[ProblemMove]) -> Iterator[ProblemMove]:
    """Yield the moves of a line that solves the problem, answers included; if none does, of the first branch."""
    branch = next((each for each in branches if each.right), next(iter(branches), None))
    while branch is not None:
        yield branch
        branch = None if branch.solved else branch.reply


def find_branch(game: Game, branches: Sequence[ProblemMove], move: int) -> ProblemMove | None:
    """Return the branch of a move in the position; None if the file does not have it."""
    return next((each for each in branches if each.move == game.text(move)), None)
