"""The sentences about a match that every kind of screen shows."""

from games.game import Game
from referee.match.events import Ended, Redone, TakenBack

Names = tuple[str, str]


def describe_player(game: Game, names: Names, seat: int) -> str:
    """The name of the player on that seat, and what the game calls the seat."""
    return f"{names[seat]} ({game.seats[seat]})"


def describe_opponents(game: Game, names: Names) -> str:
    """Who plays against whom."""
    return " against ".join(describe_player(game, names, seat) for seat in (0, 1))


def describe_outcome(event: Ended, names: Names) -> str:
    """Who won, and why."""
    nobody = "A draw" if event.draw else "No result"
    said = nobody if event.winner is None else f"{describe_player(event.game, names, event.winner)} won"
    return f"{said}: {event.why}" if event.why else said


def describe_undo(event: TakenBack | Redone) -> str:
    """How many moves were taken back, or made again."""
    if isinstance(event, TakenBack):
        return f"Moves taken back: {event.count}" if event.count else "There is nothing to take back."
    return f"Moves made again: {event.count}" if event.count else "There is nothing to make again."
