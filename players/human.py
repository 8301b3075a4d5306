"""A person, who is asked for moves in words."""

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from games.game import Game, IllegalMove
from games.option import Option, Whole
from players.player import OfferDraw, OutOfTime, Quit, Redo, Replace, Resigned, Swap, TakeBack

REQUESTS: dict[str, type[Exception]] = {
    "undo": TakeBack,
    "redo": Redo,
    "swap": Swap,
    "draw": OfferDraw,
    "resign": Resigned,
    "quit": Quit,
    "exit": Quit,
    "q": Quit,
}
LEVEL = Whole(least=1, most=10)
HELP = """\
Type a move, or one of
  ?        the legal moves
  undo     take back your last move, and the answer to it
  redo     make the moves again that were taken back
  swap     change seats with the other player
  level N  play on against another program, of level 1 to 10
  draw     offer a draw
  resign   give up this game
  quit     leave the table
  help     this text"""


def ask_at_console(game: Game, deadline: float) -> str:
    """Ask at the console, in plain words. Raises OutOfTime where the answer comes too late."""
    entry = input(f"{game.seats[game.turn]} to move: ")
    if monotonic() > deadline:
        raise OutOfTime
    return entry


class HumanPlayer:
    """You: asks for each move at the prompt.

    ask   called with the game and the deadline, returns what the person typed. EOFError means that they leave.
    tell  called with a text for the person.
    """

    person = True
    options: ClassVar[dict[str, Option]] = {}

    def __init__(self, ask: Callable[[Game, float], str] = ask_at_console, tell: Callable[[str], None] = print):
        self.ask = ask
        self.tell = tell
        self.waiting: list[int] = []  # moves of the turn that was typed at once

    def choose(self, game: Game, deadline: float) -> int:
        """The move that the person types; asks until it is legal. Raises Resigned, OutOfTime or a PlayerRequest."""
        if self.waiting and self.waiting[0] in game.moves():
            return self.waiting.pop(0)
        self.waiting = []
        while True:
            try:
                entry = self.ask(game, deadline).strip()
            except EOFError:
                raise Quit from None
            try:
                moves = self.read_entry(game, entry)
            except IllegalMove as error:
                self.tell(str(error))
                continue
            if moves:
                self.waiting = moves[1:]
                return moves[0]

    def read_entry(self, game: Game, entry: str) -> list[int]:
        """The moves that an entry names; none if it is a question, which is answered here.

        Raises IllegalMove if it is neither, and what the person asks for.
        """
        try:
            return parse_turn(game, entry)
        except IllegalMove:
            if self.answer(game, entry):
                return []
            raise

    def answer(self, game: Game, entry: str) -> bool:
        """Whether an entry that is not a move is a question; if so it is answered. Raises what the person asks for."""
        word, _, rest = entry.casefold().partition(" ")
        if not rest and word in REQUESTS:
            raise REQUESTS[word]
        match word:
            case "?":
                self.tell(f"Legal moves: {game.listing()}")
            case "help" if not rest:
                self.tell(HELP)
            case "":
                self.tell("Type a move; ? lists the legal ones, help says what else you can do.")
            case "level" if rest:
                raise Replace(f"level:{read_level(rest)}")
            case _:
                return False
        return True

    def accepts(self, game: Game, deadline: float) -> bool:
        """Whether the person agrees to a draw. Raises Quit where they leave instead of an answer."""
        while True:
            self.tell("The other offers a draw. Do you agree, yes or no?")
            try:
                answer = self.ask(game, deadline).strip().casefold()
            except EOFError:
                raise Quit from None
            if REQUESTS.get(answer) is Quit:
                raise Quit
            if answer in ("yes", "y", "no", "n"):
                return answer in ("yes", "y")


def read_level(text: str) -> int:
    """The level in that text. Raises IllegalMove if there is no such level."""
    number = int(text) if text.strip().isdecimal() else 0
    if not LEVEL.fits(number):
        raise IllegalMove(f"level {text!r} must be {LEVEL.allowed}")
    return number


def parse_turn(game: Game, entry: str) -> list[int]:
    """The moves that the person typed, all of one turn. Raises IllegalMove if one of them is not legal."""
    twin, moves = game.copy(), list[int]()
    for text in game.singles(entry):
        if twin.turn != game.turn:
            raise IllegalMove(f"{entry!r} is more than one turn: it is over before {text!r}")
        moves.append(twin.parse(text))
        twin.make(moves[-1])
    return moves
