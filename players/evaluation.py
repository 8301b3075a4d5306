"""A static evaluation from a person's file in place of the game's own: `minimax:eval=./mine.py:score`."""

from __future__ import annotations

from math import atanh
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Self

from games.adapters.python_adapter import make_unchecked
from games.adapters.undo import bounds_score, has_forcing_moves, ranks_moves
from games.base.numeric import whole
from games.capabilities import own_method
from games.dataclass import dataclass
from games.game import Game, writes
from games.layout.from_picture import identify_board
from games.names import user_files
from games.names.catalogue import SpecError, load_things
from games.option import Option
from players.function import callable_with
from players.learning.library import LEARNED, find_learned, find_shipped, is_shipped, load, own_folder
from players.learning.weights_file import SUFFIX, UnfitWeights, read_header
from players.player import Unplayable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from players.learning.board_evaluation import BoardEvaluation

    Evaluation = Callable[[Game], int]  # above 0 if seat 0 is ahead; a whole number, as of Game.estimate

MOST = (1 << 31) - 1  # largest estimate: a C int
WRITTEN = "game"  # the word for the estimate of the game's class
WORDS = WRITTEN, LEARNED
JUDGED_BY = "how positions are scored: the game's own evaluation, a learned one, or your function"  # the note of `eval`
SHIPPED_FIRST = f"{JUDGED_BY}; by default the learned one that comes with referee, if any"
CERTAIN = 200  # of the argument of tanh, which is half the logarithm of the odds, makes hundredths of that logarithm
NEARLY = 1 - 1e-12  # a value nearer to 1 has no finite logarithm of its odds
LONGEST = 40  # characters of a wrong value to quote
HANDED_ON = ("text", "tidy", "parse", "singles", "show", "cells", "reason", "listing")  # methods of every game
OWN = ("has_chance", "counts_points", "label")  # methods that a game may have

KINDS: dict[Any, type[EvaluatedGame]] = {}  # classes of evaluated games, by (class of the game, function)


class FunctionOption(Option):
    """A function in a file, as `./mine.py:score`."""

    @property
    def allowed(self) -> str:
        return "a file and a function of a game in it, as in ./mine.py:score"

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and user_files.is_file_spec(value)


class WeightsOption(Option):
    """A file of weights, or a word for the game's own evaluation or a learnt one."""

    @property
    def allowed(self) -> str:
        return f"{WRITTEN}, {LEARNED}, or a file of weights such as ./mine{SUFFIX}"

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and (value in WORDS or value.endswith(SUFFIX))


class EvaluationOption(FunctionOption, WeightsOption):
    """A function in a file, or a value of WeightsOption."""

    @property
    def allowed(self) -> str:
        return f"{WRITTEN}, {LEARNED}, a file of weights such as ./mine{SUFFIX}, or a function as in ./mine.py:score"

    def fits(self, value: Any) -> bool:
        return FunctionOption.fits(self, value) or WeightsOption.fits(self, value)


@dataclass
class Judge:
    """The evaluation that a player's option `eval` names (EvaluationOption). Raises SpecError if it cannot be read.

    shipped  whether weights that come with the program are the default.
    learnt   the learnt evaluation for the last game looked at; None if the game or a function evaluates.
    """

    word: str | None
    shipped: bool = False
    learnt: BoardEvaluation | None = None
    board: object = None

    def __post_init__(self) -> None:
        self.function = function_of(self.word)

    def begin(self) -> None:
        """Forget the board, so that weights learnt since the last match count."""
        self.board = None

    def look_at(self, game: Game) -> Game:
        """Return the game, or an EvaluatedGame if a function evaluates; set `learnt` for it. Raises Unplayable."""
        if self.function is not None:
            return with_evaluation(game, self.function)
        if self.word != WRITTEN and (self.word or (self.shipped and is_shipped(game))):
            board = identify_board(game)
            if board != self.board:
                self.learnt, self.board = evaluator_for(game, self.word), board
        else:
            self.learnt = None
        return game


def learnt_estimate(learnt: BoardEvaluation, game: Game) -> int:
    """Return the worth of an unfinished position to seat 0, in hundredths of the logarithm of its odds."""
    worth = max(-NEARLY, min(NEARLY, learnt.worth(game)))
    return round(CERTAIN * atanh(-worth if game.turn == 1 else worth))


def evaluator_for(game: Game, word: str | None) -> BoardEvaluation | None:
    """Return the learnt evaluation for the game; None if there is none, or `word` means something else.

    word  None: what comes with the program; `learned`: the person's own first; or a file of weights.
    Raises Unplayable if `word` asks for weights and none fit.
    """
    if word is None:
        return find_shipped(game)
    if word == LEARNED:
        found = find_learned(game)
        if found is None:
            raise Unplayable(f"nothing has been learnt for this game yet: `referee learn` does it ({own_folder()})")
        return found
    if not word.endswith(SUFFIX):
        return None
    try:
        return load(Path(word), game)
    except UnfitWeights as error:
        raise Unplayable(str(error)) from error


def function_of(word: str | None) -> Evaluation | None:
    """Return the function that a value of EvaluationOption names; None if it names something else.

    Raises SpecError as `load_evaluation` does, and if a file of weights cannot be read.
    """
    if word is None or word in WORDS:
        return None
    if not word.endswith(SUFFIX):
        return load_evaluation(word)
    try:
        read_header(Path(word))
    except UnfitWeights as error:
        raise SpecError(str(error)) from error
    return None


def load_evaluation(spec: str) -> Evaluation:
    """Return the function named in the file; the name may be left out if it is the only function.

    Raises SpecError, for example if the function does not take exactly one argument.
    """
    path, name = user_files.split_file_spec(spec)
    things = load_things(path).items()
    found = {word: thing for word, thing in things if callable(thing) and not isinstance(thing, type)}
    if not name and len(found) == 1:
        (name,) = found
    if name not in found:
        none = f"no function {name!r}" if name else "several functions" if found else "no function"
        raise SpecError(f"{path} holds {none} (functions: {', '.join(found) or 'none'}); name one, as in {path}:score")
    function: Evaluation = found[name]
    if not callable_with(function, 1):
        raise SpecError(f"{path}:{name} must take one argument, the game, as in def {name}(game): ...")
    return function


def with_evaluation(game: Game, function: Evaluation) -> Game:
    """Return a copy of the game whose estimate is what `function` returns; all else is the game's own."""
    key = type(game), function
    if key not in KINDS:
        KINDS[key] = make_class(game, function)
    return KINDS[key](game.copy())


def make_class(game: Game, function: Evaluation) -> type[EvaluatedGame]:
    """Return the EvaluatedGame class for a game."""
    written = {
        "forcing": has_forcing_moves(game), "ranked": ranks_moves(game), "at_least": bounds_score(game),
        "at_most": bounds_score(game),
    }  # fmt: skip
    body: dict[str, Any] = {name: delegate(name) for name, wanted in written.items() if wanted}
    body |= {"judge": staticmethod(function), "looks_back": game.looks_back, "selective": game.selective}
    names = "imagine", "key", "board_key", "theory", "known", "heard"
    kind: type[EvaluatedGame] = make_wrapper(EvaluatedGame, game, names, body)
    return kind


def make_wrapper(base: type[Any], game: Game, names: Iterable[str], body: dict[str, Any]) -> Any:
    """Return a subclass of a WrappedGame for the class of `game`.

    Searches look at what a class writes: it writes the methods out of `names` that the game's class writes.
    """
    given = [name for name in names if writes(game, name)]
    given += ["chances"] * (writes(game, "chances") or writes(game, "weight"))
    given += [name for name in OWN if own_method(game, name) is not None]
    methods = {name: imagine if name == "imagine" else delegate(name) for name in (*HANDED_ON, *given)}
    return type(type(game).__name__, (base,), methods | {"seats": game.seats, "walks": game.walks} | body)


def delegate(name: str) -> Callable[..., Any]:
    """Return a method that calls the wrapped game's method `name`."""

    def call(self: WrappedGame, *arguments: Any) -> Any:
        return getattr(self.inner, name)(*arguments)

    return call


def require_int(found: object, function: Evaluation) -> int:
    """Return `found` as an int from -MOST to MOST. Raises TypeError or ValueError with one line for people."""
    try:
        number = whole(found)
    except TypeError:
        cure = f"; round(100 * value) makes one of {found!r}" if isinstance(found, float) else ""
        culprit = describe_function(function)
        raise TypeError(f"{culprit} returned {abbreviate(found)}, but must return a whole number{cure}") from None
    if not -MOST <= number <= MOST:
        culprit = describe_function(function)
        raise ValueError(f"{culprit} returned {abbreviate(number)}, but must return -{MOST:,} to {MOST:,}")
    return number


def describe_function(function: Evaluation) -> str:
    """Return the function's name and the name of its file."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return f"{name} in {PurePath(code.co_filename).name}" if code else name


def abbreviate(thing: object) -> str:
    """Return the first LONGEST characters of the repr of `thing`."""
    try:
        words = repr(thing)
    except Exception:  # noqa: BLE001  # somebody's object, or a number of more digits than Python writes
        return f"a {type(thing).__name__}"
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}..."


def imagine(self: WrappedGame, seat: int, rng: Random) -> WrappedGame:
    """Return a determinization for `seat`, wrapped like this game."""
    return self.wrap(self.inner.imagine(seat, rng))


class WrappedGame(Game):
    """A game that changes some methods of another one; `make_wrapper` makes classes of it."""

    def __init__(self, inner: Game):
        self.inner = inner
        self.turn = inner.turn
        self.stakes, self.point = inner.stakes, inner.point

    def wrap(self, inner: Game) -> Self:
        """Return another position of the game, wrapped like this one."""
        return type(self)(inner)

    def moves(self) -> list[int]:
        return self.inner.moves()

    def make(self, move: int) -> None:
        make_unchecked(self.inner, move)
        self.turn = self.inner.turn

    def score(self) -> int | None:
        return self.inner.score()

    def copy(self) -> Self:
        return self.wrap(self.inner.copy())


class EvaluatedGame(WrappedGame):
    """A game whose positions are evaluated by a function."""

    judge: Evaluation

    def estimate(self) -> int:
        found = self.judge(self.inner)
        if type(found) is int and -MOST <= found <= MOST:
            return found
        return require_int(found, self.judge)
