"""A person, who is asked for moves in words."""

from collections.abc import Callable
from typing import ClassVar

from games.game import Game, IllegalMove
from games.option import Option
from players.player import Quit, Resigned, TakeBack

HELP = """\
Type a move, or one of
  ?       the legal moves
  undo    take back your last move, and the answer to it
  resign  give up this game
  quit    leave the table
  help    this text"""


def by_input(game: Game) -> str:
    """Ask at the console, in plain words."""
    return input(f"{game.seats[game.turn]} to move: ")


class HumanPlayer:
    """You: asks for each move at the prompt.

    ask   called with the game, returns what the person typed. EOFError means that they leave.
    tell  called with a text for the person.
    """

    person = True
    options: ClassVar[dict[str, Option]] = {}

    def __init__(self, ask: Callable[[Game], str] = by_input, tell: Callable[[str], None] = print):
        self.ask = ask
        self.tell = tell
        self.waiting: list[int] = []  # moves of the turn that was typed at once

    def choose(self, game: Game, deadline: float) -> int:
        """The move that the person types; asks until it is a legal one. Raises Quit, Resigned, TakeBack."""
        if self.waiting and self.waiting[0] in game.moves():
            return self.waiting.pop(0)
        self.waiting = []
        while True:
            try:
                entry = self.ask(game).strip()
            except EOFError:
                raise Quit from None
            match entry.casefold():
                case "?" | "moves":
                    self.tell(f"Legal moves: {game.listing()}")
                case "help":
                    self.tell(HELP)
                case "":
                    self.tell("Type a move; ? lists the legal ones, help says what else you can do.")
                case "undo":
                    raise TakeBack
                case "resign":
                    raise Resigned
                case "quit" | "exit" | "q":
                    raise Quit
                case _:
                    try:
                        move, *self.waiting = turn(game, entry)
                    except IllegalMove as error:
                        self.tell(str(error))
                    else:
                        return move


def turn(game: Game, entry: str) -> list[int]:
    """The moves in what the person typed, all of one turn. Raises IllegalMove if one of them is none."""
    twin, moves = game.copy(), list[int]()
    for text in game.singles(entry):
        if twin.turn != game.turn:
            raise IllegalMove(f"{entry!r} is more than one turn: it is over before {text!r}")
        moves.append(twin.parse(text))
        twin.make(moves[-1])
    return moves
