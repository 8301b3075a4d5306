"""Who wins connect four on the usual board: what the table of openings knows, and the solver.

Both are imported only for positions of that board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.theory import Theory

TABLED = 34  # with fewer empty places no table knows who wins


def theory(game: Any) -> Theory | None:
    """Return what the table of openings says of the position; None where it is silent."""
    from games.connect_four.opening_table import theory_of_opening

    return theory_of_opening(game) if game.left >= TABLED and game.usual else None


def solver(game: Any) -> Any:
    """Return a solver of the usual board; None for another board."""
    from games.connect_four.solver import ENTRIES, ConnectFourSolver

    return ConnectFourSolver(ENTRIES) if game.usual else None
