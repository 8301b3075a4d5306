"""One puzzle after another: of a game, of a file, of the day, or from a person's own blunders."""

from __future__ import annotations

from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.progress import meter
from referee.errors.attribution import attribute_errors
from referee.puzzles.blunders import blunder_puzzles
from referee.puzzles.daily import game_of, puzzle_of, quick_games, today
from referee.puzzles.difficulty import hardness
from referee.puzzles.finding import check_game, find_puzzle, suggest_instead
from referee.puzzles.set_file import read_set
from referee.statistics.puzzle_record import rate_answers
from referee.storage.archive import open_archive
from referee.storage.puzzle_log import PuzzleLog
from referee.storage.selection import Selection
from referee.support.seeds import draw_seed
from referee.table.prompt import ask_plainly
from referee.table.puzzle_desk import PuzzleDesk
from referee.table.session import scrolling_front
from referee.table.spoken_front import SpokenFront

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from referee.puzzles.puzzle import Puzzle
    from referee.statistics.puzzle_record import PuzzleAnswer
    from referee.storage.archive import Archive
    from referee.support.settings import Settings

MORE = "Press Enter for another puzzle, or type q to leave: "


@dataclass(frozen=True)
class PuzzleRequest:
    """Which puzzles are wanted.

    game  its spec, empty for any;  file  a set of puzzles to play instead.
    hard  1 to 10, None for what fits the person;  seed  where the puzzles come from, None to draw one.
    daily  whether it is the puzzle of the day.
    """

    game: str = ""
    file: Path | None = None
    hard: int | None = None
    seed: int | None = None
    daily: bool = False


def play_puzzles(request: PuzzleRequest, wanted: Settings) -> None:
    """Pose puzzles until there are no more, or the person leaves. Raises SpecError."""
    with closing(open_archive()) as archive:
        log, day = PuzzleLog(archive.database), today()
        past = log.answers()
        right = posed = 0
        for title, puzzle in choose_puzzles(request, archive, past):
            if posed and not goes_on():
                break
            seats = puzzle.seat == 0, puzzle.seat == 1
            front = SpokenFront(seats) if wanted.plain else scrolling_front(seats, wanted)
            desk = PuzzleDesk(puzzle, front)
            if not desk.pose(title):
                break
            posed, right = posed + 1, right + (desk.score != 0)
            desk.keep(log, past, day, request.daily)
        if posed > 1:
            print(f"{right} of {posed} solved.")


def goes_on() -> bool:
    """Whether the person wants another puzzle."""
    try:
        return not ask_plainly(MORE).strip()
    except EOFError:
        return False


def choose_puzzles(request: PuzzleRequest, archive: Archive, past: list[PuzzleAnswer]) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles to pose, each with its title; `past` grows meanwhile. Raises SpecError if there is none."""
    if request.file:
        puzzles = read_set(request.file)
        yield from (
            (f"Puzzle {number} of {len(puzzles)}: {name_of(each)}", each) for number, each in enumerate(puzzles, 1)
        )
    elif request.daily:
        day = today()
        spec = request.game or game_of(day)
        yield f"Puzzle of {day.isoformat()}: {spec}", require(searched(spec, lambda: puzzle_of(day, spec)), spec)
    else:
        if request.game:
            check_game(request.game)
        if request.seed is None:
            yield from own_blunders(request, archive, past)
        yield from found_puzzles(request, past)


def own_blunders(request: PuzzleRequest, archive: Archive, past: list[PuzzleAnswer]) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles from the person's own matches that were not answered yet, as hard as is wanted."""
    seen = {each.game for each in past}
    saved = (each for each in archive.entries(wanted=Selection(request.game, ("human",))) if each.how is not None)
    for puzzle in blunder_puzzles(saved, seen):
        if request.hard in (None, puzzle.hard):
            yield f"Puzzle: {name_of(puzzle)}", puzzle


def found_puzzles(request: PuzzleRequest, past: list[PuzzleAnswer]) -> Iterator[tuple[str, Puzzle]]:
    """Puzzles of the game, or of any, near to what is wanted, or to the person's rating. Raises SpecError."""
    seed = draw_seed(10**6) if request.seed is None else request.seed
    posed: set[str] = set()
    while True:
        spec = request.game or Random(seed).choice(quick_games())
        seen = posed if request.seed is not None else posed | {each.game for each in past}
        hard = request.hard or hardness(rate_answers(past).rating)
        puzzle = searched(spec, lambda: find_puzzle(spec, seed, hard, seen))  # noqa: B023  # it is called at once
        if puzzle is None and posed:
            return
        puzzle = require(puzzle, spec)
        posed.add(puzzle.game)
        yield f"Puzzle: {spec}, seed {seed}", puzzle
        seed += 1


def searched(spec: str, find: Callable[[], Puzzle | None]) -> Puzzle | None:
    """What is found, while a person is told that it is looked for."""
    game = check_game(spec)
    with meter() as tell, attribute_errors(game, lambda: f"as puzzles of {spec} were looked for"):
        tell("looking for a puzzle", None)
        return find()


def require(puzzle: Puzzle | None, spec: str) -> Puzzle:
    """The puzzle. Raises SpecError if there is none."""
    if puzzle is None:
        raise SpecError(
            f"no puzzle of {spec!r} was found that you have not answered: none of the positions that are searched"
            f" to the end has one best move; {suggest_instead(spec)}"
        )
    return puzzle


def name_of(puzzle: Puzzle) -> str:
    """The spec of its game without the position."""
    return games.split_position(puzzle.game)[0]
