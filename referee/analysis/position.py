"""The position that is analysed."""

from collections.abc import Sequence
from random import Random

from games.base.rule_values import check_position
from games.base.spec_error import SpecError
from games.capabilities import hides_information
from games.game import CHANCE, Game
from referee.errors.attribution import attribute_errors, load_after
from referee.solving.outcome_text import refuse_end


def analysis_place(spec: str, opening: Sequence[str]) -> str:
    """What was being done when something failed, for a message."""
    return f"as {spec} was analysed, after the moves: {' '.join(opening) or 'none'}"


def load_position(spec: str, opening: tuple[str, ...], seed: int) -> Game:
    """The position after those moves, as whoever is to move may know it.

    Raises SpecError for nothing to analyse, UserCodeError for what no rules may return.
    """
    game = load_after(spec, opening)
    with attribute_errors(game, lambda: analysis_place(spec, opening)):
        check_position(game)
    refuse_end(game, "analyse")
    if not hides_information(game):
        return game
    if game.turn == CHANCE:
        moves = " ".join((*opening, game.text(game.moves()[0])))
        raise SpecError(f'chance is to move, which hides what it does; say what in the moves: "{moves}"')
    return game.imagine(game.turn, Random(seed))
