"""Positions as the laws see them: from outside, so that the laws hold for compiled and plain Python games alike."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from games.base.fields import fingerprint, open_to_sight
from games.base.numeric import is_whole
from games.dataclass import dataclass
from games.game import Game, writes

SAMPLE = 6  # moves that a law tries in a position with many
SELDOM = 4  # times the part of the positions that was to be looked at first, between two that are later
FAR = 400  # moves that two positions are played on
CACHES: WeakKeyDictionary[type, set[str]] = WeakKeyDictionary()  # fields that looking fills, by the class of the game


Fresh = Callable[..., Game]
Met = tuple[Game, Callable[[], Iterable[str]]]  # a position met before, and the texts of the moves that lead there


@dataclass
class Scene:
    """A position under the eyes of the laws, and what was seen in the positions before it.

    fresh  makes the position anew, and after it the moves that it is handed: no other method was called on it.
    way    the texts of the moves that lead there.
    """

    game: Game
    rng: Random
    fresh: Fresh
    way: Callable[[], Iterable[str]] = tuple
    keyed: dict[int, Met] = field(default_factory=dict)  # a position by its key
    keys: dict[Any, dict[int, Game]] = field(default_factory=dict)  # positions by what is seen, and by key
    alike: dict[tuple[int, str], Game] = field(default_factory=dict)  # one position by what a seat knows in it
    looks: dict[str, Any] = field(default_factory=dict)  # of a seat, by what it knows
    counted: dict[str, int] = field(default_factory=dict)  # how often a slow check was asked for

    def some(self) -> list[int]:
        """Return a few of the legal moves."""
        moves = self.game.moves()
        return moves if len(moves) <= SAMPLE else self.rng.sample(moves, SAMPLE)

    def spares(self, what: str, first: int) -> bool:
        """Whether to skip a slow check: it runs `first` times, and then more and more rarely."""
        count = self.counted[what] = self.counted.get(what, 0) + 1
        return count > first and count % (count * SELDOM // first) > 0


Law = Callable[[Scene], Iterator[str]]


def is_over(game: Game) -> bool:
    """Whether the game has ended, or has no move to go on with."""
    return game.score() is not None or not game.moves()


def make_in_copy(game: Game, move: int) -> Game:
    """Return a copy in which the move is made."""
    twin = game.copy()
    twin.make(move)
    return twin


def observe(game: Game) -> tuple[Any, ...]:
    """All that can be seen of a position from outside, its key aside, and fields that looking itself fills."""
    texts = tuple(game.text(move) for move in game.moves())
    shown = (show_lasting(game, seat) for seat in ((None, 0, 1) if writes(game, "show") else (None,)))
    score = game.score()
    return game.turn, plain(score), texts, plain(game.estimate()), *shown, "" if score is None else game.reason()


def plain(value: Any) -> Any:
    """Return a whole number or None; of another value, which may differ from itself as NaN does, how it is written."""
    return value if value is None or is_whole(value) else repr(value)


def show_lasting(game: Game, seat: int | None) -> Any:
    """Return what that seat sees; where the game leaves that to Game, its fields without those that looking fills."""
    if writes(game, "show") or not CACHES.get(type(game)):
        return game.show(seat)
    return ", ".join(f"{name} {value}" for name, value in lasting_fields(game).items() if name != "turn")


def key_of(game: Game) -> int:
    """Return the key of a position; where the game leaves that to Game, without the fields that looking fills."""
    if writes(game, "key") or not CACHES.get(type(game)) or not open_to_sight(type(game), Game):
        return game.key()
    return fingerprint(lasting_fields(game), game.turn)


def lasting_fields(game: Game) -> dict[str, Any]:
    """Return the fields of a game in Python except for those that looking fills."""
    caches = CACHES.get(type(game), set())
    return {name: value for name, value in getattr(game, "__dict__", {}).items() if name not in caches}


def changed_fields(before: dict[str, int], game: Game) -> list[str]:
    """Return the names of the fields whose fingerprints have changed."""
    now = fingerprint_fields(game)
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


def fingerprint_fields(game: Game) -> dict[str, int]:
    """Return a fingerprint of each Python field and of the turn; 0 for fields whose data cannot be read."""
    own = getattr(game, "__dict__", {})
    return {name: fingerprint({name: value}, 0) for name, value in {"turn": game.turn, **own}.items()}


def compare_by_play(one: Game, other: Game, rng: Random) -> str:
    """Return what differs after the same random moves in copies of both; empty if nothing does.

    It ends with those moves, in words: `... after a1 b2`.
    """
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
    """How two positions differ in what decides a game: the score, the turn, the moves; empty if they do not."""
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
