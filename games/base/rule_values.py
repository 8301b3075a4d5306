"""What the rules of people's games return, as plain values; RuleError if they return something wrong."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from numbers import Real
from typing import Any

from games.base.notation import nearest_first
from games.base.numeric import is_countable, is_whole, whole
from games.base.origins import comes_with_program

Game = Any  # games/game.py imports this module

MUST = {
    "score": "return None or a whole number within its stakes",
    "moves": "return a list of whole numbers from 0",
    "make": "take a move",
    "chances": "return a list of pairs, each a move and its weight, whole numbers from 1 (in all below 2**31)",
    "text": "return a text without a blank, a different one for each legal move",
    "parse": "return the move of each text",
    "heard": "return a text",
    "known": "return a text",
    "imagine": "return a position that fits what the seat knows",
    "show": "return a text or a picture",
    "estimate": "return a whole number of at most 2,147,483,647",
    "forcing": "return a list of moves",
    "ranked": "return a list of pairs of whole numbers, each a move and its rank",
    "theory": "return None or a Theory: a text, and a whole number within the stakes",
    "solver": "return None or a search with a method `outcome`",
    "features": "return a list of numbers, as many in each position, each of at most 1,000,000,000",
    "key": "return a whole number from 0 to 2**64 - 1",
    "copy": "return a game in the same position",
    "at_least": "return a whole number",
    "at_most": "return a whole number",
    "turn": "be 0, 1 or CHANCE",
    "stakes": "be a whole number from 0 to 1,000,000,000, the largest score",
    "seats": "be two different texts, what the seats are called",
    "point": "be a number above 0, so much of the estimate as one point of the score is worth",
    "swing": "be a whole number from 0, so much of the estimate as a move wins or loses at most",
    "scale": "be a number from 0",
    "reason": "return a text",
    "why_not": "return a text",
}

MUST_END = "a game must end: by a rule on repetition, or after a number of moves"
MOST_STAKES = 1_000_000_000  # below ONGOING of games/game.py
LONGEST_GAME = 100_000  # moves
QUOTED = 40  # characters of an entry

NO_MOVES = "it is empty, but the game goes on"


class RuleError(ValueError):
    """A game broke one of its rules; the message is one line that names the rule.

    rule  a name in MUST;  what  it did instead.
    """

    def __init__(self, game: Game, rule: str, what: str):
        super().__init__(f"{type(game).__name__}.{rule} must {MUST[rule]}: {what}")
        self.rule, self.what = rule, what


def tell_unended(game: Game) -> str:
    """Return the message about a random game that goes on after LONGEST_GAME moves."""
    return f"a random game of {type(game).__name__} was not over after {LONGEST_GAME:,} moves; {MUST_END}"


def turn_of(game: Game) -> int:
    """Return whose turn it is while the game goes on: 0, 1 or CHANCE. Raises RuleError for anything else."""
    turn: Any = game.turn
    if type(turn) is int and -1 <= turn <= 1:
        return turn
    if not is_whole(turn) or not -1 <= whole(turn) <= 1:
        raise RuleError(game, "turn", f"turn is {turn!r:.40}")
    return whole(turn)


def check_statements(game: Game) -> None:
    """Raise RuleError if a value that somebody's game states beside its rules is of the wrong kind."""
    if comes_with_program(type(game)):  # tests look at ours
        return
    for name, fits in STATED.items():
        if not fits(given := getattr(game, name)):
            raise RuleError(game, name, f"it is {given!r:.40}")


def are_seats(given: object) -> bool:
    """Return whether these are the names of two seats."""
    match given:
        case [str(one), str(other)]:
            return bool(one.strip() and other.strip()) and one != other
    return False


def is_measure(given: Any) -> bool:
    """Return whether this is a number from 0, neither infinite nor NaN."""
    number: Any = given if isinstance(given, Real) else -1
    return bool(0 <= number < inf)


STATED: dict[str, Callable[[Any], bool]] = {
    "seats": are_seats,
    "stakes": lambda given: is_whole(given) and 0 <= whole(given) <= MOST_STAKES,
    "point": lambda given: is_measure(given) and given > 0,
    "swing": lambda given: is_whole(given) and 0 <= whole(given) < 1 << 31,
    "scale": is_measure,
}


def reason_of(game: Game) -> str:
    """Return why the game ended as it did, as a plain str. Raises RuleError if it is not a text."""
    return plain_text(game, "reason", game.reason())


def score_of(game: Game) -> int | None:
    """Return the score as an int, None while the game goes on. Raises RuleError if it is wrong."""
    given: Any = game.score()
    if given is None:
        return None
    if type(given) is not int and not is_countable(given):
        raise RuleError(game, "score", f"it returned {given!r:.40}")
    if abs(found := whole(given)) > game.stakes:
        raise RuleError(game, "score", f"the score {found} is beyond the stakes of {game.stakes}")
    return found


def listed_moves(game: Game) -> Sequence[Any]:
    """Return the game's `moves` unchanged. Raises RuleError if they are not a list."""
    given: Any = game.moves()
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise RuleError(game, "moves", f"it returned {describe_kind(given)}")
    return given


def moves_of(game: Game) -> list[int]:
    """Return the game's `moves` as ints. Raises RuleError if they are not a list, or hold what cannot be a move."""
    given = listed_moves(game)
    for move in given:
        if not is_whole(move) or not 0 <= whole(move) < 1 << 31:
            raise RuleError(game, "moves", f"it lists {move!r:.40}")
    return [whole(move) for move in given]


def legal_moves(game: Game) -> list[int]:
    """Return the moves while the game goes on. Raises RuleError if there are none, and as `moves_of` does."""
    moves = moves_of(game)
    if not moves:
        raise RuleError(game, "moves", NO_MOVES)
    return moves


def check_position(game: Game) -> None:
    """Raise RuleError if the score or the moves are wrong."""
    if score_of(game) is None:
        moves_of(game)


def describe_kind(thing: object) -> str:
    """Return the type of a value in words: `None`, `a range`, `an int`."""
    name = type(thing).__name__
    return "None" if thing is None else f"a{'n' if name[0] in 'aeiou' else ''} {name}"


def chances_of(game: Game) -> list[tuple[int, int]]:
    """Return the game's `chances` as pairs of int. Raises RuleError if they are not pairs, or a weight is wrong."""
    given: Any = game.chances()
    given = list(given) if hasattr(given, "__iter__") else given
    try:
        pairs = [(whole(move), whole(weight)) for move, weight in given]
    except (TypeError, ValueError):
        pairs = []
    if not are_weights([weight for _, weight in pairs]):
        raise RuleError(game, "chances", f"it returned {given!r:.80}")
    return pairs


def picture_of(game: Game, seat: int | None = None) -> Any:
    """Return what `seat` sees (None: all). Raises RuleError if it is neither a text nor a picture."""
    from games.picture import Picture

    found: Any = game.show() if seat is None else game.show(seat)
    if not isinstance(found, Picture):
        raise RuleError(game, "show", f"it returned {describe_kind(found)}")
    return found


def are_weights(weights: Sequence[int]) -> bool:
    """Return whether chance can use these weights: at least one, all from 1, and their sum small enough."""
    return bool(weights) and min(weights) >= 1 and sum(weights) < 1 << 31


def text_of(game: Game, move: int) -> str:
    """Return the text of a legal move as a plain str. Raises RuleError if it is not a text."""
    text: object = game.text(move)
    return text if type(text) is str else plain_text(game, "text", text)


def heard_by(game: Game, move: int, seat: int) -> str:
    """Return what `seat` hears of the move, as a plain str. Raises RuleError if it is not a text."""
    return plain_text(game, "heard", game.heard(move, seat))


def plain_text(game: Game, rule: str, text: object) -> str:
    """Return a text that `rule` has returned, as a plain str. Raises RuleError if it is not a text."""
    if not isinstance(text, str):
        raise RuleError(game, rule, f"it returned {text!r:.40}")
    return str.__str__(text)


def find_move(game: Game, entry: str) -> int | None:
    """Return the legal move with this text, else the only one equal to it once tidied, or None. Raises RuleError."""
    moves = moves_of(game)
    texts = [text_of(game, move) for move in moves]
    if (word := entry.strip()) in texts:
        return moves[texts.index(word)]
    tidied = game.tidy(entry)
    found = [move for move, text in zip(moves, texts, strict=True) if game.tidy(text) == tidied]
    return found[0] if len(found) == 1 else None


def why_not(game: Game, entry: str) -> str:
    """Return why the entry is not legal here, as a clause; "" if unknown, or if the game is over. Raises RuleError."""
    return plain_text(game, "why_not", game.why_not(entry)) if game.moves() else ""


def refusal(game: Game, entry: str) -> str:
    """Return the line that refuses an entry: why it is not legal here, and a few moves that are, the nearest first."""
    why = why_not(game, entry)
    told = f": {why}" if why else ""
    return f"{shorten(entry)!r} is not a legal move here{told}; {name_legal(game, entry)}"


def name_legal(game: Game, entry: str) -> str:
    """Return a few legal moves after `legal: `, those that resemble the entry first."""
    texts = [text_of(game, move) for move in game.moves()]
    return f"legal: {nearest_first(texts, shorten(entry)) or 'none, the game is over'}"


def shorten(entry: str) -> str:
    """Return an entry as far as an answer quotes it."""
    return entry if len(entry) <= QUOTED else f"{entry[:QUOTED]} ..."


def not_legal(game: Game, given: object) -> str:
    """Return `not a legal move`, with the reason if `given` is a text and the game gives one."""
    why = why_not(game, given) if isinstance(given, str) else ""
    return "not a legal move" + (f": {why}" if why else "")


@lru_cache(maxsize=256)
def writes_texts(kind: type) -> bool:
    """Return whether it is a user's class that defines the texts of its moves, or how they are read."""
    if comes_with_program(kind):
        return False
    own = (parent for parent in kind.__mro__ if parent.__module__ != "games.game")
    return any({"text", "parse", "tidy"} & vars(parent).keys() for parent in own)


def readable_text(game: Game, move: int) -> str:
    """Return the text of a legal move from which a record can be read. Raises RuleError if that fails.

    Nothing is checked for our own games, nor for games that use numbers as texts.
    """
    kind: Any = type(game)
    text = text_of(game, move)
    if not writes_texts(kind):
        return text
    if text.split() != [text]:
        raise RuleError(game, "text", f"the text {text!r:.40} of a move is empty or holds a blank")
    try:
        meant: object = game.parse(text)
    except ValueError:
        meant = "nothing"
    if meant != move:
        alike = [each for each in game.moves() if text_of(game, each) == text]
        if len(alike) > 1:
            raise RuleError(game, "text", f"two moves have the same text {text!r:.40}")
        raise RuleError(game, "parse", f"parse({text!r:.40}) is {meant}, not the move {move} of that text")
    return text
