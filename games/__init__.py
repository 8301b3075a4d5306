"""The games: their names, and how to load them.

`load("chips:chips=31,rule=last")` is a fresh game.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.catalogue import Catalogue, Entry, SpecError

if TYPE_CHECKING:
    from games.game import Game

__all__ = ["CATALOGUE", "SpecError", "load"]


def game_class(thing: Any) -> type | None:
    """The thing, if it is a class of games."""
    from games.game import Game

    return thing if isinstance(thing, type) and issubclass(thing, Game) else None


CATALOGUE = Catalogue(
    "game",
    {
        "tic-tac-toe": Entry("games.tic_tac_toe", "TicTacToe", ("ttt", "noughts-and-crosses")),
        "chips": Entry("games.chips", "Chips"),
        "nim": Entry("games.nim", "Nim"),
        "connect-four": Entry("games.connect_four", "ConnectFour", ("connect4", "four-in-a-row", "c4")),
        "hexapawn": Entry("games.hexapawn", "Hexapawn", ("pawns",)),
        "yucky-chocolate": Entry("games.yucky_chocolate", "YuckyChocolate", ("chocolate", "yucky")),
        "othello": Entry("games.othello", "Othello", ("reversi",)),
        "breakthrough": Entry("games.breakthrough", "Breakthrough", ("bt",)),
        "gomoku": Entry("games.gomoku", "Gomoku", ("five-in-a-row", "mnk", "gobang")),
        "kalah": Entry("games.kalah", "Kalah", ("kalaha", "mancala")),
        "hex": Entry("games.hex", "Hex", ("con-tac-tix",)),
        "dots-and-boxes": Entry("games.dots_and_boxes", "DotsAndBoxes", ("dots", "boxes")),
        "checkers": Entry("games.checkers", "Checkers", ("draughts", "english-draughts")),
        "kuhn-poker": Entry("games.kuhn_poker", "KuhnPoker", ("kuhn",)),
        "leduc-poker": Entry("games.leduc_poker", "LeducPoker", ("leduc", "leduc-holdem")),
        "liars-dice": Entry("games.liars_dice", "LiarsDice", ("liar", "dudo")),
        "pig": Entry("games.pig", "Pig"),
        "backgammon": Entry("games.backgammon", "Backgammon", ("bg",)),
    },
    group="referee.games",
    shape=game_class,
)


def load(spec: str, moves: Iterable[str] = ()) -> "Game":
    """A game from `name` or `name:key=value,key=value`, at its start or after those moves.

    Raises SpecError; an error in its rules is raised with a note that tells after which moves.
    """
    from games.game import IllegalMove

    game: Game = CATALOGUE.load(spec)
    made: list[str] = []
    for text in moves:
        try:
            for single in game.singles(text):
                game.make(game.parse(single))
        except IllegalMove as error:
            raise SpecError(f"move {len(made) + 1} to start with: {error}") from error
        except Exception as error:
            error.add_note(f"in {spec}, by the move {text} after the moves: {' '.join(made) or 'none'}")
            raise
        made.append(text)
    return game
