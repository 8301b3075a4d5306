"""What has been learnt: files of weights that come with the program, and those of the person."""

from collections.abc import Iterator
from pathlib import Path

from games.data_folder import data_folder
from games.game import Game
from games.picture_layout import identify_board
from players.learning.approximator import Approximator
from players.learning.weights_file import SUFFIX, UnfitWeights, class_name, load_weights, read_header

LEARNED = "learned"  # the folder of the person's own files, and the word that stands for what has been learnt
SHIPPED = Path(__file__).parent / "weights"
KEPT: dict[tuple[Path, int, object], Approximator] = {}  # by file, its time, and the game's class and options
MOST = 16  # that are kept


def own_folder() -> Path:
    """Where `referee learn` keeps what was learnt, unless it is told another place."""
    return data_folder() / LEARNED


def find_learned(game: Game) -> Approximator | None:
    """What the person has learnt for that game, else what comes with the program; None where nothing fits."""
    for path in [*sorted(own_folder().glob(f"*{SUFFIX}")), *shipped(game)]:
        try:
            if read_header(path).kind_of_game == class_name(game):
                return load(path, game)
        except UnfitWeights:
            continue
    return None


def find_shipped(game: Game) -> Approximator | None:
    """What comes with the program for that game; None where nothing does."""
    for path in shipped(game):
        try:
            return load(path, game)
        except UnfitWeights:  # another board
            return None
    return None


def is_shipped(game: Game) -> bool:
    """Whether something comes with the program for games of that class."""
    return any(shipped(game))


def shipped(game: Game) -> Iterator[Path]:
    """The file that comes with the program for games of that class, if there is one."""
    kind = type(game)
    path = SHIPPED / f"{kind.__module__.removeprefix('games.')}{SUFFIX}"
    if kind.__module__.startswith("games.") and path.exists():
        yield path


def load(path: Path, game: Game) -> Approximator:
    """What is in that file, read once for all players of the process. Raises UnfitWeights."""
    try:
        time = path.stat().st_mtime_ns
    except OSError as error:
        raise UnfitWeights(f"{path}: {error.strerror}") from error
    key = path.absolute(), time, identify_board(game)
    if key not in KEPT:
        while len(KEPT) >= MOST:
            del KEPT[next(iter(KEPT))]
        KEPT[key] = load_weights(path, game)
    return KEPT[key]
