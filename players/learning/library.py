"""What has been learnt: the files of weights that come with the program, and the person's own."""

import pickle
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import games
from games.base.data_folder import data_folder
from games.base.origins import comes_with_program, home_of
from games.game import Game
from games.layout.from_picture import identify_board
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec
from players.learning.board_evaluation import BoardEvaluation
from players.learning.weights_file import SUFFIX, UnfitWeights, class_name, load_weights, read_header
from players.solution_cache import play_probe

LEARNED = "learned"  # the folder of the person's own files, and the word for them in `eval`
SHIPPED = Path(__file__).parent / "weights"
# (evaluation, spec of the game it was learnt on), by file, its time, and the game's class and board.
KEPT: dict[tuple[Path, int, object], tuple[BoardEvaluation, str]] = {}
MOST = 16  # evaluations kept in memory
GAMES, LONGEST = 8, 200  # random games played side by side, and moves of each at most


def own_folder() -> Path:
    """Return where `referee learn` keeps weights by default."""
    return data_folder() / LEARNED


def find_learned(game: Game) -> BoardEvaluation | None:
    """Return the person's newest weights that fit the game, else those that come with the program; None if none fit."""
    return first_fit([*own_files(), *shipped(game)], game)


def find_shipped(game: Game) -> BoardEvaluation | None:
    """Return what comes with the program for the game; None if nothing does."""
    return first_fit(shipped(game), game)


def first_fit(paths: Iterable[Path], game: Game) -> BoardEvaluation | None:
    """Return the evaluation in the first file that fits the game, its board and its rules; None if none does."""
    for path in paths:
        if kind_in_file(path, time_of(path)) == class_name(game):
            with suppress(UnfitWeights):
                return load(path, game)
    return None


@lru_cache(maxsize=64)
def kind_in_file(path: Path, time: int) -> str:
    """Return the class name that a file was learnt for; "" if it has none. `time` keeps the cache true."""
    try:
        return read_header(path).kind_of_game
    except UnfitWeights:
        return ""


def own_files() -> list[Path]:
    """Return the person's own files of weights, the newest first."""
    return sorted(own_folder().glob(f"*{SUFFIX}"), key=lambda path: (-time_of(path), path))


def time_of(path: Path) -> int:
    """Return when the file was written, in nanoseconds; 0 if unknown."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def is_shipped(game: Game) -> bool:
    """Return whether weights come with the program for games of this class."""
    return any(shipped(game))


def shipped(game: Game) -> Iterator[Path]:
    """Yield the file that comes with the program for games of this class, if there is one."""
    kind = type(game)
    path = SHIPPED / f"{home_of(kind).removeprefix('games.')}{SUFFIX}"
    if comes_with_program(kind) and path.exists():
        yield path


def load(path: Path, game: Game) -> BoardEvaluation:
    """Return the evaluation in a file, read once for all players of the process. Raises UnfitWeights."""
    try:
        time = path.stat().st_mtime_ns
    except OSError as error:
        raise UnfitWeights(f"{path}: {error.strerror}") from error
    key = path.absolute(), time, identify_board(game)
    if key not in KEPT:
        while len(KEPT) >= MOST:
            del KEPT[next(iter(KEPT))]
        KEPT[key] = load_weights(path, game), read_header(path).game
    learnt, spec = KEPT[key]
    if not has_rules_of(game, spec):
        raise UnfitWeights(f"{path} was learnt for {spec}, whose rules are others than this game's")
    return learnt


def has_rules_of(game: Game, spec: str) -> bool:
    """Return whether the game has the rules of `spec`, a game of the same class and board, as far as can be found out.

    Options may change the rules and leave the board as it is: how many stones make a line, or who wins by it. The
    options of an object are not known. So twins of both are set to one position, and are then equal, or play some
    random games side by side. Equal rules are never taken for different ones, but a difference that shows in none of
    these games is overlooked. True for a person's own game: nothing says where its file is now.
    """
    if not comes_with_program(type(game)):
        return True
    if is_file_spec(spec):  # never run it: the author of the spec may be malicious
        return False
    try:
        other = load_game(spec)
        if same_state(game, other):
            return True
        twins = meet(game, other) if type(other) is type(game) else None
    except SpecError:
        return False
    except ValueError:  # its positions cannot be written
        return True
    return twins is not None and (same_state(*twins) or play_alike(*twins))


def meet(one: Game, two: Game) -> tuple[Game, Game] | None:
    """Return twins of both, in the position of the second or else of the first; None if neither is possible in both.

    Raises ValueError if positions cannot be written.
    """
    for text in (two.position(), one.position()):
        twins = one.copy(), two.copy()
        try:
            for twin in twins:
                twin.set_position(text)
        except ValueError:  # as with more pieces than these rules begin with
            continue
        return twins
    return None


@lru_cache(maxsize=16)
def load_game(spec: str) -> Game:
    """Return the game of a spec at its start, for reading only. Raises SpecError."""
    return games.load(spec)


def same_state(one: Game, two: Game) -> bool:
    """Return whether the two hold the same. If not, they may still have reached the same position in other ways."""
    try:
        return pickle.dumps(one) == pickle.dumps(two)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False


def play_alike(one: Game, two: Game) -> bool:
    """Return whether some random games go on and end alike from both positions."""
    return all(play_probe(one, number, LONGEST) == play_probe(two, number, LONGEST) for number in range(GAMES))
