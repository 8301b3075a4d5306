"""What has been learnt: files of weights that come with the program, and those of the person."""

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

LEARNED = "learned"  # the folder of the person's own files, and the word that stands for what has been learnt
SHIPPED = Path(__file__).parent / "weights"
# What was learnt and the spec of the game that it was learnt on, by file, its time, and the game's class and board.
KEPT: dict[tuple[Path, int, object], tuple[BoardEvaluation, str]] = {}
MOST = 16  # that are kept


def own_folder() -> Path:
    """Where `referee learn` keeps what was learnt, unless it is told another place."""
    return data_folder() / LEARNED


def find_learned(game: Game) -> BoardEvaluation | None:
    """What the person has learnt for that game, the newest first, else what comes with it; None if nothing fits."""
    return first_fit([*own_files(), *shipped(game)], game)


def find_shipped(game: Game) -> BoardEvaluation | None:
    """Return what comes with the program for that game; None if nothing does."""
    return first_fit(shipped(game), game)


def first_fit(paths: Iterable[Path], game: Game) -> BoardEvaluation | None:
    """Return what is in the first of the files that fits the game, its board and its rules; None if none does."""
    for path in paths:
        if kind_in_file(path, time_of(path)) == class_name(game):
            with suppress(UnfitWeights):
                return load(path, game)
    return None


@lru_cache(maxsize=64)
def kind_in_file(path: Path, time: int) -> str:
    """Return the name of the class that a file of that time was learnt for; empty if it does not say so."""
    try:
        return read_header(path).kind_of_game
    except UnfitWeights:
        return ""


def own_files() -> list[Path]:
    """Return the person's own files of weights, the newest first."""
    return sorted(own_folder().glob(f"*{SUFFIX}"), key=lambda path: (-time_of(path), path))


def time_of(path: Path) -> int:
    """When the file was written, in nanoseconds; 0 if that cannot be told."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def is_shipped(game: Game) -> bool:
    """Whether something comes with the program for games of that class."""
    return any(shipped(game))


def shipped(game: Game) -> Iterator[Path]:
    """Yield the file that comes with the program for games of that class, if there is one."""
    kind = type(game)
    path = SHIPPED / f"{home_of(kind).removeprefix('games.')}{SUFFIX}"
    if comes_with_program(kind) and path.exists():
        yield path


def load(path: Path, game: Game) -> BoardEvaluation:
    """Return what is in that file, read once for all players of the process. Raises UnfitWeights."""
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
