"""Who wins connect four on the usual board: the table of openings and the solver, imported only when needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.theory import Theory

TABLED = 34  # with fewer empty places no table knows who wins


def theory(game: Any) -> Theory | None:
    """Return what the table of openings says of the position, or None."""
    from games.connect_four.opening_table import theory_of_opening

    return theory_of_opening(game) if game.left >= TABLED and game.usual else None


def solver(game: Any) -> Any:
    """Return a solver of the usual board, or None for another board."""
    from games.connect_four.solver import ENTRIES, ConnectFourSolver

    return ConnectFourSolver(ENTRIES) if game.usual else None
