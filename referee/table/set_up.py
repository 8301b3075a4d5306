"""Positions that people set up at the table, as texts: that of the game as it stands, and whether a game can begin."""

import games
from games.capabilities import hides_information
from games.game import Game

OVER = "it would be over already"


def told_position(game: Game) -> str:
    """The text of the position, no more of it than the seat to move knows. Raises ValueError if it has none."""
    return game.position(game.turn if hides_information(game) else None)


def why_not(spec: str, position: str) -> str:
    """Why no game of that spec can begin in that position, in one line; empty if one can."""
    game = games.load(games.split_position(spec)[0])
    try:
        game.set_position(position)
        return "" if game.score() is None else OVER
    except ValueError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # the rules of a game that somebody is still writing
        return f"the rules fail there: {type(error).__name__}: {error}"


def how_to_edit(game: Game) -> str:
    """How a position is set up if there is no page for it."""
    try:
        return f"Type the position that you want after the word, such as: edit {told_position(game)}"
    except ValueError as error:
        return str(error)
