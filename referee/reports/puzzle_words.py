"""Puzzles in sentences: what is asked, what was right or wrong, and what the answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.puzzles.puzzle import PuzzleTheme, after
from referee.solving.outcome_text import full_stop, line_text, outcome, plies
from referee.solving.value import side

if TYPE_CHECKING:
    from games.game import Game
    from referee.puzzles.puzzle import Puzzle, WrongMove
    from referee.statistics.glicko import GlickoRating
    from referee.statistics.personal_record import PuzzleRecord


TASKS = {
    PuzzleTheme.WINS: "to move and win",
    PuzzleTheme.SAVES: "to move and draw",
    PuzzleTheme.GAINS: "to move and get the most",
}
HINTS = {
    PuzzleTheme.WINS: "One move wins, and no other does.",
    PuzzleTheme.SAVES: "All moves lose but one, which draws.",
    PuzzleTheme.GAINS: "One move brings more than all others.",
}
DEEDS = {
    PuzzleTheme.WINS: "is the only move that wins",
    PuzzleTheme.SAVES: "is the only move that does not lose",
    PuzzleTheme.GAINS: "brings the most",
}


def question(puzzle: Puzzle, game: Game) -> str:
    """Return the question without the kind of move: `Red to move. Which move is the best?`."""
    return f"{game.seats[puzzle.seat]} to move. Which move is the best?"


def task(puzzle: Puzzle, game: Game) -> str:
    """Return the question on paper: `Red to move and win.`."""
    return f"{game.seats[puzzle.seat]} {TASKS[puzzle.theme]}."


def result_of(game: Game, puzzle: Puzzle, value: int) -> str:
    """Return how the game ends if the seat to move gets `value`."""
    return outcome(game, side(puzzle.seat) * value)


def explanation(puzzle: Puzzle, game: Game) -> str:
    """Say what only the answer does."""
    best, other = result_of(game, puzzle, puzzle.value), result_of(game, puzzle, puzzle.second)
    return f"{puzzle.answer} {DEEDS[puzzle.theme]}: {best}. The best of the others: {other}."


def line_sentence(puzzle: Puzzle) -> str:
    """Return the expected moves, and the distance of the end."""
    distance = puzzle.distance()
    end = f", {plies(distance)} to the end" if distance is not None else ""
    return full_stop(f"The line: {line_text(puzzle.line, more=distance is None)}{end}")


def refutation_sentence(game: Game, puzzle: Puzzle, wrong: WrongMove) -> str:
    """Say what a wrong move leads to."""
    end = result_of(game, puzzle, wrong.value)
    if not wrong.line:
        return f"{wrong.move} ends the game: {end}."
    cut = after(puzzle.start(), (wrong.move, *wrong.line)).score() is None
    return f"After {wrong.move} best play goes on {line_text(wrong.line, more=cut)}, and {clause(end)}."


def clause(end: str) -> str:
    """Return an outcome as a clause: `it is a draw`, `Red wins by 3`."""
    return f"it is {end}" if end == "a draw" else end


def about(puzzle: Puzzle) -> str:
    """Return the difficulty of the puzzle, and where it comes from."""
    origin = f", from {puzzle.origin}" if puzzle.origin else ""
    return f"It is {puzzle.hard} hard of 10 (rating {puzzle.rating:,}){origin}."


def rating_sentence(before: GlickoRating, now: GlickoRating) -> str:
    """Return the person's new rating with its error, and the change."""
    reach = now.interval[1] - now.rating
    change = round(now.rating) - round(before.rating)
    return f"Your puzzle rating: {now.rating:.0f} ± {reach:.0f} ({change:+d})."


def record_lines(record: PuzzleRecord) -> list[str]:
    """Return a person's record in puzzles."""
    reach = record.high - record.rating
    lines = [
        f"puzzles: rating {record.rating:.0f} ± {reach:.0f}, {record.solved:,} of {record.tried:,} solved",
        f"solved in a row: {record.streak:,} now, {record.longest:,} at most",
    ]
    if record.days:
        lines.append(f"puzzle of the day: {record.days:,} {'day' if record.days == 1 else 'days'} in a row")
    return lines
