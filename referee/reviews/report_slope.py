"""The slope by which what programs report of a game is read as a chance to win, where that is the game's estimate."""

from games.capabilities import has_chance, hides_information
from games.game import Game, writes
from games.names.user_files import is_file_spec
from referee.errors.attribution import attribute_errors
from referee.reviews.win_probability import learn_scale

LEARNT = 1_000_000  # positions by which the estimate of a game of this program is learnt
LEARNT_SLOWLY = 100_000  # those for a game of a file


def reports_estimates(game: Game) -> bool:
    """Whether programs may report the estimate of that game: where there is luck they report points on average."""
    return writes(game, "estimate") and not has_chance(game) and not hides_information(game)


def learn_report_slope(game: Game, spec: str) -> float | None:
    """The slope of the estimate of that game, which is the same on every machine; None if it tells nothing.

    An error in the rules of the game is raised with a note on where it failed.
    """
    with attribute_errors(game, lambda: f"as the estimate of {spec} was read as a chance to win"):
        found = learn_scale(game, LEARNT_SLOWLY if is_file_spec(spec) else LEARNT, 0)
    return None if found is None else found.slope
