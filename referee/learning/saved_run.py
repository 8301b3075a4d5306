"""Files of runs to be resumed: the plan, the progress, and everything that further learning depends on.

referee learning 2                 the version of this format
{"plan": {...}, "games": 5, ...}   a SavedRun except for its state: JSON, on one line
the state                          of the weights, 32-bit floats, the low byte first; zlib
"""

from __future__ import annotations

import json
import math
import sys
import zlib
from array import array
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from players.learning.weights_file import UnfitWeights, parse_json, read_content
from referee.learning.plan import LearningPlan
from referee.learning.plan_options import SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from players.learning.board_evaluation import Weights

FIRST_LINE = b"referee learning 2\n"
LARGEST = 1 << 63  # above all numbers of games and positions
DAMAGED = "is not a learning run that can be resumed"


@dataclass(frozen=True)
class SavedRun:
    """A saved run, without the state of its weights.

    plan      its complete plan;  game  the text that identifies its game (identify_game).
    games, positions, squares  learnt from so far, and the sum of squared corrections;  seconds  spent.
    random    the state of its random numbers.
    """

    plan: LearningPlan
    game: str
    games: int
    positions: int
    squares: float
    seconds: float
    random: int


def encode_run(run: SavedRun, store: Weights) -> bytes:
    """Return the content of a file for the run and its weights."""
    state = store.state
    if sys.byteorder == "big":
        state.byteswap()
    return FIRST_LINE + json.dumps(asdict(run)).encode() + b"\n" + zlib.compress(state.tobytes(), 1)


def read_run(path: Path) -> tuple[SavedRun, bytes]:
    """Return the run in a file, and its state as `take_state` reads it. Raises UnfitWeights."""
    content = read_content(path, -1)
    if not content.startswith(FIRST_LINE):
        raise UnfitWeights(f"{path} {DAMAGED}")
    line, _, data = content.removeprefix(FIRST_LINE).partition(b"\n")
    try:
        found = parse_json(line)
        run = SavedRun(**{field.name: found[field.name] for field in fields(SavedRun)})
        run = SavedRun(**{**vars(run), "plan": LearningPlan(**found["plan"])})
        check_run(run)
    except (ValueError, KeyError, TypeError) as error:
        raise UnfitWeights(f"{path} {DAMAGED}: its second line makes no sense") from error
    return run, data


def check_run(run: SavedRun) -> None:
    """Raise ValueError unless the run's numbers and settings are possible."""
    plan = run.plan
    wholes = all(type(number) is int and 0 <= number < LARGEST for number in (run.games, run.positions))
    reals = all(type(number) in (int, float) and 0 <= number < math.inf for number in (run.squares, run.seconds))
    drawn = type(run.random) is int and 0 <= run.random < 2 * LARGEST
    named = isinstance(plan.game, str) and isinstance(run.game, str)
    if not (wholes and reals and drawn and named):
        raise ValueError("its numbers make no sense")
    for field, option in SETTINGS.items():
        if not option.fits(getattr(plan, field)):
            raise ValueError(f"{field} makes no sense")


def take_state(path: Path, data: bytes, store: Weights) -> None:
    """Set the weights to the state in `data`. Raises UnfitWeights."""
    stream, size = zlib.decompressobj(), 3 * 4 * store.size
    try:
        state = array("f", stream.decompress(data, size + 4))  # a small file may hold far more
        if sys.byteorder == "big":
            state.byteswap()
        store.state = state
    except (zlib.error, ValueError) as error:
        raise UnfitWeights(f"{path} {DAMAGED}: {error}") from error
