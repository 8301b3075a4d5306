"""Puzzles in sentences: what is asked, what was right or wrong, and what the answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from players.search.alphabeta.table import HALF
from referee.drawing.number_format import format_count
from referee.puzzles.puzzle import PuzzleTheme, after
from referee.reports.review.text import BELIEVED
from referee.solving.outcome_text import full_stop, line_text, outcome, plies
from referee.solving.value import side, sign

if TYPE_CHECKING:
    from games.game import Game
    from referee.puzzles.puzzle import Puzzle, WrongMove
    from referee.statistics.glicko import GlickoRating
    from referee.statistics.personal_record import PuzzleRecord


TASKS = {
    PuzzleTheme.WINS: "to move and win",
    PuzzleTheme.SOON: "to move and win in",
    PuzzleTheme.PIECES: "to move and win material",
    PuzzleTheme.SAVES: "to move and draw",
    PuzzleTheme.GAINS: "to move and get the most",
}
HINTS = {
    PuzzleTheme.WINS: "One move wins, and no other does.",
    PuzzleTheme.SOON: "One move wins so soon against every defence, and no other does.",
    PuzzleTheme.PIECES: "One move wins material.",
    PuzzleTheme.SAVES: "All moves lose but one, which draws.",
    PuzzleTheme.GAINS: "One move brings more than all others.",
}
DEEDS = {
    PuzzleTheme.WINS: "is the only move that wins",
    PuzzleTheme.SOON: "is the only move that wins in",
    PuzzleTheme.PIECES: "wins material",
    PuzzleTheme.SAVES: "is the only move that does not lose",
    PuzzleTheme.GAINS: "brings the most",
}


def question(puzzle: Puzzle, game: Game) -> str:
    """Return the question without the kind of move, unless a win later is none: `Red to move. Which move is ...?`."""
    asked = task(puzzle, game) if puzzle.plies else f"{game.seats[puzzle.seat]} to move."
    return f"{asked} Which move is the best?"


def task(puzzle: Puzzle, game: Game) -> str:
    """Return the question on paper: `Red to move and win.`."""
    return f"{game.seats[puzzle.seat]} {TASKS[puzzle.theme]}{soon(puzzle)}."


def soon(puzzle: Puzzle) -> str:
    """Return how soon the answer wins: ` 3 moves`; "" if only its result counts."""
    return f" {format_count((puzzle.plies + 1) // 2, 'move')}" if puzzle.plies else ""


def believed(game: Game, puzzle: Puzzle, value: int) -> str:
    """Return what the estimate says of a move: `~+320`, or who wins."""
    return result_of(game, puzzle, sign(value)) if abs(value) >= HALF else f"{BELIEVED}{value:+,}"


def result_of(game: Game, puzzle: Puzzle, value: int) -> str:
    """Return how the game ends if the seat to move gets `value`."""
    return outcome(game, side(puzzle.seat) * value)


def explanation(puzzle: Puzzle, game: Game) -> str:
    """Say what only the answer does; what is only believed has its mark."""
    if puzzle.plies:
        return f"{puzzle.answer} {DEEDS[puzzle.theme]}{soon(puzzle)}."
    told = believed if puzzle.believed else result_of
    best, other = told(game, puzzle, puzzle.value), told(game, puzzle, puzzle.second)
    rest = f"The best other move: {other}."
    if not puzzle.believed and puzzle.second < 0:
        rest = f"Every other move lets {other.replace(' wins', ' win', 1)}."
    return f"{puzzle.answer} {DEEDS[puzzle.theme]}: {best}. {rest}"


def line_sentence(puzzle: Puzzle) -> str:
    """Return the expected moves, and the distance of the end."""
    distance = puzzle.distance()
    end = f", {plies(distance)} to the end" if distance is not None else ""
    return full_stop(f"The line: {line_text(puzzle.line, more=distance is None)}{end}")


def refutation_sentence(game: Game, puzzle: Puzzle, wrong: WrongMove) -> str:
    """Say what a wrong move leads to."""
    if puzzle.plies:
        late = f"{wrong.move} does not win in{soon(puzzle)}"
        return full_stop(f"{late}: {line_text(wrong.line, more=True)}") if wrong.line else f"{late}."
    end = (believed if puzzle.believed else result_of)(game, puzzle, wrong.value)
    if not wrong.line:
        return f"{wrong.move} ends the game: {end}."
    if puzzle.believed:
        return f"After {wrong.move} best play goes on {line_text(wrong.line, more=True)}: {end}."
    cut = after(puzzle.start(), (wrong.move, *wrong.line)).score() is None
    return f"After {wrong.move} best play goes on {line_text(wrong.line, more=cut)}, and {clause(end)}."


def clause(end: str) -> str:
    """Return an outcome as a clause: `it is a draw`, `Red wins by 3`."""
    return f"it is {end}" if end == "a draw" else end


def about(puzzle: Puzzle) -> str:
    """Return the difficulty of the puzzle, and where it comes from."""
    origin = f", from {puzzle.origin}" if puzzle.origin else ""
    return f"Difficulty {puzzle.hard} of 10 (rated {puzzle.rating:,}){origin}."


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
        f"streak: {record.streak:,} (best {record.longest:,})",
    ]
    if record.days:
        lines.append(f"puzzle of the day: {record.days:,} {'day' if record.days == 1 else 'days'} in a row")
    return lines
