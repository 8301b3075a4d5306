"""The answers of a player in a test suite, as lines and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

import players
from referee.drawing import terminal
from referee.drawing.number_format import format_count
from referee.drawing.text_width import cut, pad
from referee.puzzles.problem_files import read_problem_file
from referee.puzzles.suite_run import run_suite, tally
from referee.running.game_task import check_player

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from referee.puzzles.problem import Problem
    from referee.puzzles.suite_run import SuiteAnswer

LONGEST = 24  # columns of a name
NARROW = 60  # columns of a window in which the depth is left out and the name is cut to what is left
REST = 22  # columns of a row without the name, what is wanted, and the depth


def show_suite(
    path: Path, player: str, game: str, seconds: float | None, seed: int, *, strict: bool, as_json: bool
) -> None:
    """Print a line for each answer as soon as it is there, and the sum; or a JSON object at the end. Raises SpecError.

    game  the spec for a suite that names none;  strict  whether a line that cannot be read is refused.
    """
    if players.CATALOGUE.find(player) == "human":
        raise click.UsageError("a test is for programs; you solve the same file with: referee puzzle FILE")
    problems, skipped = read_problem_file(path, game, strict)
    check_player(player, problems[0].game)
    for line in skipped:
        click.echo(line, err=True)
    answers: list[SuiteAnswer] = []
    rows = SuiteRows(problems)
    if not as_json:
        click.echo(rows.title)
    for answer in run_suite(problems, player, seconds, seed):
        answers.append(answer)
        if not as_json:
            click.echo(rows.row(answer))
    if as_json:
        click.echo(json.dumps(as_dict(player, answers, skipped)))
    else:
        click.echo(sum_line(answers))


class SuiteRows:
    """Rows of answers in columns that are wide enough for all positions, as far as the window allows."""

    def __init__(self, problems: Sequence[Problem]):
        self.names = {id(each): each.title or f"line {each.line}" for each in problems}
        window = terminal.width() if terminal.seen() else 2 * NARROW
        self.narrow = window < NARROW
        self.wanted = max(6, min(LONGEST // (1 + self.narrow), max(len(each.wanted) for each in problems)))
        self.name = max(4, min(LONGEST, max(map(len, self.names.values())), window - REST - self.wanted))

    @property
    def title(self) -> str:
        return self.line("id", "wanted", "played", "time", "depth", " ")

    def row(self, answer: SuiteAnswer) -> str:
        """Return the row of an answer; what a player did wrong stands at its end."""
        depth = str(answer.depth) if answer.depth else ""
        problem = answer.problem
        sign = "+" if answer.solved else "-"
        found = self.line(
            self.names[id(problem)], problem.wanted, answer.played, f"{answer.seconds:.2f} s", depth, sign
        )
        return f"{found}  {answer.fault}" if answer.fault else found

    def line(self, name: str, wanted: str, played: str, time: str, depth: str, sign: str) -> str:
        left = pad(cut(name, self.name, "..."), self.name, "<"), pad(cut(wanted, self.wanted, "..."), self.wanted, "<")
        row = f"{sign} {'  '.join(left)}  {played:<7} {time:>8}"
        return (row if self.narrow else f"{row} {depth:>5}").rstrip()


def sum_line(answers: Sequence[SuiteAnswer]) -> str:
    """Return how many positions were solved, in all and of each kind, and the time."""
    solved, spent = sum(each.solved for each in answers), sum(each.seconds for each in answers)
    counts = tally(answers)
    kinds = ", ".join(f"{kind} {won} of {tried}" for kind, (won, tried) in counts.items())
    told = f" ({kinds})" if len(counts) > 1 else ""
    return f"solved {solved} of {format_count(len(answers), 'position')}{told} in {spent:.2f} seconds"


def as_dict(player: str, answers: Sequence[SuiteAnswer], skipped: Sequence[str]) -> dict[str, object]:
    """Return the answers as JSON types."""
    return {
        "player": player,
        "solved": sum(each.solved for each in answers),
        "positions": len(answers),
        "seconds": sum(each.seconds for each in answers),
        "kinds": {kind: {"solved": won, "positions": tried} for kind, (won, tried) in tally(answers).items()},
        "answers": [*map(answer_dict, answers)],
        "skipped": list(skipped),
    }


def answer_dict(answer: SuiteAnswer) -> dict[str, object]:
    """Return an answer as JSON types."""
    problem = answer.problem
    return {
        "id": problem.title, "line": problem.line, "game": problem.game, "bm": problem.best, "am": problem.avoid,
        "dm": problem.mate or None, "played": answer.played, "solved": answer.solved, "seconds": answer.seconds,
        "depth": answer.depth or None, "fault": answer.fault,
    }  # fmt: skip
