"""Positions as the laws see them: from outside, so the laws hold for compiled and plain Python games alike."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from games.base.fields import fingerprint, open_to_sight
from games.base.numeric import is_whole
from games.dataclass import dataclass
from games.game import Game, writes

SAMPLE = 6  # moves that a law tries in a position
SELDOM = 4  # how much rarer slow checks get, see `spares`
FAR = 400  # moves that two positions are played on
RUBBISH = "?!no-move"  # the text of no move
CACHES: WeakKeyDictionary[type, set[str]] = WeakKeyDictionary()  # class of the game -> fields that looking fills


Fresh = Callable[..., Game]
Met = tuple[Game, Callable[[], Iterable[str]]]  # an earlier position, and the texts of the moves that lead to it


@dataclass
class Scene:
    """A position that the laws check, and what they saw in earlier positions.

    fresh  makes the position again, and then the moves passed to it, without a call of any other method.
    way    returns the texts of the moves that lead to the position.
    """

    game: Game
    rng: Random
    fresh: Fresh
    way: Callable[[], Iterable[str]] = tuple
    keyed: dict[int, Met] = field(default_factory=dict)  # key -> a position
    boards: dict[int, tuple[int, Callable[[], Iterable[str]]]] = field(default_factory=dict)  # board key -> its turn
    keys: dict[Any, dict[int, tuple[Game, Callable[[], str]]]] = field(default_factory=dict)  # what is seen, and key
    alike: dict[tuple[int, str], Game] = field(default_factory=dict)  # a seat and what it knows -> a position
    looks: dict[str, Any] = field(default_factory=dict)  # what a seat knows -> what it sees
    counted: dict[str, int] = field(default_factory=dict)  # slow check -> its calls of `spares`

    def some(self) -> list[int]:
        """Return a few of the legal moves."""
        moves = self.game.moves()
        return moves if len(moves) <= SAMPLE else self.rng.sample(moves, SAMPLE)

    def spares(self, what: str, first: int) -> bool:
        """Return whether to skip a slow check: it runs `first` times, and then ever more rarely."""
        count = self.counted[what] = self.counted.get(what, 0) + 1
        return count > first and count % (count * SELDOM // first) > 0


Law = Callable[[Scene], Iterator[str]]


def is_over(game: Game) -> bool:
    """Return whether the game has ended or has no moves."""
    return game.score() is not None or not game.moves()


def observe(game: Game) -> tuple[Any, ...]:
    """Return all that can be seen of a position from outside, except its key and fields that looking itself fills."""
    texts = tuple(game.text(move) for move in game.moves())
    shown = (show_lasting(game, seat) for seat in ((None, 0, 1) if writes(game, "show") else (None,)))
    score = game.score()
    return game.turn, plain(score), texts, plain(game.estimate()), *shown, "" if score is None else game.reason()


def plain(value: Any) -> Any:
    """Return a whole number or None as it is; the repr of another value, which may differ from itself as NaN does."""
    return value if value is None or is_whole(value) else repr(value)


def show_lasting(game: Game, seat: int | None) -> Any:
    """Return what `seat` sees; for the default `show`, the fields except those that looking fills."""
    if writes(game, "show") or not CACHES.get(type(game)):
        return game.show(seat)
    return ", ".join(f"{name} {value}" for name, value in lasting_fields(game).items() if name != "turn")


def key_of(game: Game) -> int:
    """Return the key of a position; for the default `key`, of the fields except those that looking fills."""
    if writes(game, "key") or not CACHES.get(type(game)) or not open_to_sight(type(game), Game):
        return game.key()
    return fingerprint(lasting_fields(game), game.turn)


def lasting_fields(game: Game) -> dict[str, Any]:
    """Return the Python fields of a game, except those that looking fills."""
    caches = CACHES.get(type(game), set())
    return {name: value for name, value in getattr(game, "__dict__", {}).items() if name not in caches}


def fingerprint_fields(game: Game) -> dict[str, int]:
    """Return a fingerprint of each Python field and of the turn; 0 for fields with unreadable data."""
    own = getattr(game, "__dict__", {})
    others = {name: fingerprint({name: value}, 0) for name, value in own.items() if name != "turn"}
    return {"turn": fingerprint({}, game.turn), **others}


def compare_by_play(one: Game, other: Game, rng: Random) -> str:
    """Return what differs after the same random moves in both games, `... after a1 b2`; "" if nothing does."""
    one, other = one.copy(), other.copy()
    texts: list[str] = []
    for _ in range(FAR):
        if difference := compare_positions(one, other):
            return f"{difference} after {' '.join(texts)}" if texts else difference
        if is_over(one):
            break
        move = rng.choice(one.moves())
        texts.append(one.text(move))
        one.make(move)
        other.make(move)
    return ""


def compare_positions(one: Game, other: Game) -> str:
    """Return how two positions differ in what decides a game (score, turn, moves); "" if they do not."""
    if one.score() != other.score():
        scores = [f"over with {game.score()}" if game.score() is not None else "not over" for game in (one, other)]
        return f"the game is {scores[0]} in one and {scores[1]} in the other"
    if one.turn != other.turn:
        return f"the turn is {one.turn} in one and {other.turn} in the other"
    moves = [[game.text(move) for move in game.moves()] for game in (one, other)]
    if sorted(moves[0]) != sorted(moves[1]) or sorted(one.moves()) != sorted(other.moves()):
        odd = sorted(set(moves[0]) ^ set(moves[1])) or moves[0]
        return f"{odd[0]} is a move in one and not in the other"
    return ""
