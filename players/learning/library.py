"""What has been learned: the files of weights that come with the program, and the person's own."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from games.base.data_folder import data_folder
from games.base.origins import comes_with_program, home_of
from games.game import Game
from games.layout.from_picture import identify_board
from players.learning.board_evaluation import BoardEvaluation
from players.learning.same_rules import has_rules_of
from players.learning.weights_file import SUFFIX, UnfitWeights, class_name, load_weights, read_header

LEARNED = "learned"  # the folder of the person's own files, and the word for them in `eval`
SHIPPED = Path(__file__).parent / "weights"
# (evaluation, spec of the game it was learned on), by file, its time, and the game's class and board.
KEPT: dict[tuple[Path, int, object], tuple[BoardEvaluation, str]] = {}
MOST = 16  # evaluations kept in memory


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
    """Return the class name that a file was learned for; "" if it has none. `time` keeps the cache true."""
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
