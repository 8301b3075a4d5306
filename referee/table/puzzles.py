"""Puzzles in front of a person, one after another: the board, one answer, and what it was worth."""

from __future__ import annotations

from contextlib import closing, nullcontext
from random import Random
from typing import TYPE_CHECKING

import games
from games.base.positions import position_after
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.progress import meter
from referee.engines.judge import open_judge
from referee.errors.attribution import attribute_errors
from referee.puzzles.finding import (
    blunder_puzzles,
    check_game,
    find_puzzle,
    game_of,
    is_right,
    puzzle_of,
    puzzles_in,
    quick_games,
    refute,
    suggest_instead,
    today,
)
from referee.puzzles.puzzle import hardness, read_set
from referee.reports.history import read_matches
from referee.reports.puzzle_words import (
    HINTS,
    about,
    explanation,
    line_sentence,
    question,
    rating_sentence,
    refutation_sentence,
)
from referee.statistics.personal_record import PuzzleAnswer, rate_answers
from referee.storage.archive import PuzzleLog, open_archive
from referee.storage.saved_match import Selection
from referee.support.limits import NODES, draw_seed
from referee.table.puzzle_desk import HELPED, RIGHT, WRONG, PositionDesk, goes_on
from referee.table.screens import scrolling_front
from referee.table.spoken_front import SpokenFront

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from contextlib import AbstractContextManager
    from datetime import date
    from pathlib import Path

    from referee.engines.judge import EngineJudge
    from referee.puzzles.puzzle import Puzzle
    from referee.storage.archive import Archive
    from referee.support.settings import Settings
    from referee.table.scrolling_front import ScrollingFront


MORE = "Press Enter for another puzzle, or type q to leave: "


class PuzzleDesk(PositionDesk):
    """One puzzle and its answer.

    judge  the program that judges an answer to a believed puzzle; None: our own search does.
    """

    def __init__(self, puzzle: Puzzle, front: ScrollingFront | SpokenFront, judge: EngineJudge | None = None):
        super().__init__(puzzle.game, front)
        self.puzzle, self.judge = puzzle, judge
        self.typed = ""

    def question(self) -> str:
        return question(self.puzzle, self.game)

    def hint(self) -> str:
        """Return what kind of move it is; asked again, what a wrong one leads to."""
        self.hints += 1
        wrong = self.puzzle.refutations
        if self.hints == 1 or not wrong:
            return HINTS[self.puzzle.theme]
        return f"Not that one: {refutation_sentence(self.game, self.puzzle, wrong[(self.hints - 2) % len(wrong)])}"

    def answer(self, move: int) -> None:
        self.typed = self.game.text(move)
        if is_right(self.puzzle, self.game, move, self.judge):
            self.score = HELPED if self.hints else RIGHT
            self.front.tell("Right.")
            return
        self.score = WRONG
        told = refute(self.puzzle, self.game, move, self.judge)
        self.front.tell("Wrong." if told is None else f"Wrong. {refutation_sentence(self.game, self.puzzle, told)}")

    def conclude(self) -> None:
        """Show the answer, what it does, and what follows."""
        move = self.game.parse(self.puzzle.answer)
        self.show(position_after(self.game, move), move)
        for sentence in (explanation(self.puzzle, self.game), line_sentence(self.puzzle), about(self.puzzle)):
            self.front.tell(sentence)

    def keep(self, log: PuzzleLog, past: list[PuzzleAnswer], day: date, daily: bool) -> None:
        """Keep the answer, add it to the past ones, and tell the person's new rating."""
        if self.score is None:
            return
        if any(each.game == self.puzzle.game for each in past):
            self.front.tell("You have answered this puzzle before, so it does not count.")
            return
        answer = PuzzleAnswer(day, self.puzzle.game, self.puzzle.rating, self.score, daily)
        trouble = log.add(answer, self.typed, self.puzzle.origin)
        before = rate_answers(past)
        past.append(answer)
        self.front.tell(rating_sentence(before, rate_answers(past)))
        if trouble:
            self.front.tell(f"This answer is not kept: {trouble}.")


@dataclass(frozen=True)
class PuzzleRequest:
    """Which puzzles are wanted.

    game   its spec, "" for any;  file  a set of puzzles to play instead.
    hard   1 to 10, None for what fits the person;  seed  where the puzzles come from, None to draw one.
    daily  whether it is the puzzle of the day;  matches  a file of matches, in which puzzles are looked for.
    judge  the spec of the program that must agree about them; "": nobody is asked.
    """

    game: str = ""
    file: Path | None = None
    hard: int | None = None
    seed: int | None = None
    daily: bool = False
    matches: Path | None = None
    judge: str = ""


def play_puzzles(request: PuzzleRequest, wanted: Settings) -> None:
    """Pose puzzles until there are no more, or the person leaves. Raises SpecError."""
    with closing(open_archive()) as archive, asked_judge(request) as judge:
        log, day = PuzzleLog(archive.database), today()
        past = log.answers()
        right = posed = 0
        for title, puzzle in choose_puzzles(request, archive, past, judge):
            if posed and not goes_on(MORE):
                break
            seats = puzzle.seat == 0, puzzle.seat == 1
            front = SpokenFront(seats) if wanted.plain else scrolling_front(seats, wanted)
            desk = PuzzleDesk(puzzle, front, judge)
            if not desk.pose(title):
                break
            posed, right = posed + 1, right + (desk.score != 0)
            desk.keep(log, past, day, request.daily)
        if posed > 1:
            print(f"{right} of {posed} solved.")


def asked_judge(request: PuzzleRequest) -> AbstractContextManager[EngineJudge | None]:
    """Return the judge of the puzzles for a `with` block, or None. Raises SpecError."""
    spec = request.game
    if request.judge and request.matches:
        spec = read_matches(request.matches)[0].game
    elif request.judge and request.file:
        spec = name_of(read_set(request.file)[0])
    return open_judge(request.judge, check_game(spec), NODES) if request.judge else nullcontext()


def choose_puzzles(
    request: PuzzleRequest, archive: Archive, past: list[PuzzleAnswer], judge: EngineJudge | None
) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles to pose, each with its title; `past` grows meanwhile. Raises SpecError if there is none."""
    if request.file:
        puzzles = read_set(request.file)
        yield from (
            (f"Puzzle {number} of {len(puzzles)}: {name_of(each)}", each) for number, each in enumerate(puzzles, 1)
        )
    elif request.matches:
        yield from file_puzzles(request.matches, request.hard, {each.game for each in past}, judge)
    elif request.daily:
        day = today()
        spec = request.game or game_of(day)
        yield f"Puzzle of {day.isoformat()}: {spec}", require(searched(spec, lambda: puzzle_of(day, spec)), spec)
    else:
        if request.game:
            check_game(request.game)
        if request.seed is None:
            yield from own_blunders(request, archive, past, judge)
        yield from found_puzzles(request, past, judge)


def own_blunders(
    request: PuzzleRequest, archive: Archive, past: list[PuzzleAnswer], judge: EngineJudge | None
) -> Iterator[tuple[str, Puzzle]]:
    """Yield puzzles from the person's own matches that were not answered yet, if they are as hard as wanted."""
    seen = {each.game for each in past}
    saved = (each for each in archive.each(Selection(request.game, ("human",))) if each.how is not None)
    for puzzle in blunder_puzzles(saved, seen, judge):
        if request.hard in (None, puzzle.hard):
            yield f"Puzzle: {name_of(puzzle)}", puzzle


def file_puzzles(
    file: Path, hard: int | None, seen: Collection[str], judge: EngineJudge | None
) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles in a file of matches that are not in `seen` and as hard as wanted. Raises SpecError."""
    posed = 0
    for found in puzzles_in(read_matches(file), judge):
        if found.spec not in seen and (puzzle := found.puzzle(file.name)).hard == (hard or puzzle.hard):
            posed += 1
            yield f"Puzzle {posed}: {name_of(puzzle)}", puzzle
    if not posed:
        raise SpecError(f"no puzzle was found in {file} that you have not answered")


def found_puzzles(
    request: PuzzleRequest, past: list[PuzzleAnswer], judge: EngineJudge | None
) -> Iterator[tuple[str, Puzzle]]:
    """Yield puzzles of the game, or of any, near the wanted difficulty or the person's rating. Raises SpecError."""
    seed = draw_seed(10**6) if request.seed is None else request.seed
    posed: set[str] = set()
    while True:
        spec = request.game or Random(seed).choice(quick_games())
        seen = posed if request.seed is not None else posed | {each.game for each in past}
        hard = request.hard or hardness(rate_answers(past).rating)
        puzzle = searched(spec, lambda: find_puzzle(spec, seed, hard, seen, judge))  # noqa: B023  # it is called at once
        if puzzle is None and posed:
            return
        puzzle = require(puzzle, spec)
        posed.add(puzzle.game)
        yield f"Puzzle: {spec}, seed {seed}", puzzle
        seed += 1


def searched(spec: str, find: Callable[[], Puzzle | None]) -> Puzzle | None:
    """Return what `find` finds, and tell the person meanwhile that a search is going on."""
    game = check_game(spec)
    with meter() as tell, attribute_errors(game, lambda: f"as puzzles of {spec} were looked for"):
        tell("looking for a puzzle", None)
        return find()


def require(puzzle: Puzzle | None, spec: str) -> Puzzle:
    """Return the puzzle. Raises SpecError if there is none."""
    if puzzle is None:
        raise SpecError(
            f"there are no puzzles of {spec!r} that you have not answered: no position was found with one best move;"
            f" {suggest_instead(spec)}"
        )
    return puzzle


def name_of(puzzle: Puzzle) -> str:
    """Return the spec of its game without the position."""
    return games.split_position(puzzle.game)[0]
