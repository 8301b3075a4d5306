"""Backgammon: bring all checkers home and bear them off before the other does."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.backgammon_play import CheckerPlay
else:
    from games.backgammon_play import CheckerPlay


@cython.cclass
class Backgammon(CheckerPlay):
    """Race fifteen checkers home by dice and bear them off; a gammon counts two, a backgammon three."""

    options = {}
