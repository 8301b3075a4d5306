"""Problems of a file in front of a person: the board, the moves, the file's answers, and what it says about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import games
from games.base.positions import position_after
from referee.drawing.number_format import format_count
from referee.puzzles.problem import find_branch, main_line
from referee.table.puzzle_desk import HELPED, RIGHT, WRONG, PositionDesk, goes_on
from referee.table.screens import scrolling_front
from referee.table.spoken_front import SpokenFront

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.puzzles.problem import Problem, ProblemMove
    from referee.support.settings import Settings
    from referee.table.scrolling_front import ScrollingFront

MORE = "Press Enter for the next one, or type q to leave: "


class ProblemDesk(PositionDesk):
    """A problem of a file: moves are asked until it is solved, or one is wrong."""

    def __init__(self, problem: Problem, front: ScrollingFront | SpokenFront):
        super().__init__(problem.game, front)
        self.problem = problem
        self.branches: Sequence[ProblemMove] = problem.branches
        self.solver = self.game.turn
        self.moves = 0  # that were right so far

    def question(self) -> str:
        seat = self.game.seats[self.solver]
        if self.problem.comment:
            return f"{seat} to move. {self.problem.comment}"
        if self.problem.mate:
            return f"{seat} to move and win in {format_count(self.problem.mate, 'move')}."
        if self.problem.avoid and not self.problem.best:
            return f"{seat} to move. A move that suggests itself is wrong. Which one do you make?"
        return f"{seat} to move. Which move is the best?"

    def hint(self) -> str:
        """Return how long the solution is; asked again, a move that is wrong."""
        self.hints += 1
        wrong = [*self.problem.avoid, *(each.move for each in self.branches if not each.right)]
        if self.hints > 1 and wrong:
            return f"Not that one: {wrong[(self.hints - 2) % len(wrong)]}."
        count = len([*main_line(self.branches)][::2])
        return f"The file's solution has {format_count(count, 'move')}." if count else "The file has no line."

    def answer(self, move: int) -> None:
        text, branch = self.game.text(move), find_branch(self.game, self.branches, move)
        if branch is None and self.branches and not self.problem.mate:
            self.score = WRONG
            self.front.tell(f"{text} is not in the file's lines.")
        elif branch is None and self.problem.solved_by(self.game, move):
            self.finish(move)
        elif branch is None:
            self.score = WRONG
            self.front.tell("Wrong.")
        elif branch.right:
            self.go_on(branch, move)
        else:
            self.score = WRONG
            self.refute(branch)

    def go_on(self, branch: ProblemMove, move: int) -> None:
        """Make a right move and the file's answer to it; end if that solves the problem."""
        reply = branch.reply
        if branch.solved or reply is None:
            self.finish(move, branch.comment)
            return
        self.moves += 1
        if branch.comment:
            self.front.tell(branch.comment)
        self.game = position_after(self.game, move)
        answered = self.game.parse(reply.move)
        if reply.solved or not reply.answers:
            self.finish(answered, reply.comment)
            return
        self.game = position_after(self.game, answered)
        self.branches = reply.answers
        self.front.tell(f"Right so far. {self.game.seats[1 - self.solver]} answers {reply.move}.")
        if reply.comment:
            self.front.tell(reply.comment)
        self.show(self.game, answered)

    def finish(self, move: int, comment: str = "") -> None:
        """Note that the problem is solved by a move, and show it."""
        self.score = HELPED if self.hints else RIGHT
        self.show(position_after(self.game, move), move)
        self.front.tell("Right.")
        if comment:
            self.front.tell(comment)

    def refute(self, branch: ProblemMove) -> None:
        """Tell how the file answers a wrong move."""
        self.front.tell("Wrong.")
        line = [branch, *main_line(branch.answers)]
        if len(line) > 1:
            self.front.tell(f"The file goes on: {' '.join(each.move for each in line)}.")
        for comment in filter(None, (each.comment for each in line)):
            self.front.tell(comment)

    def conclude(self) -> None:
        """Show the file's solution if it was not found."""
        if self.score:
            return
        line = " ".join(each.move for each in main_line(self.branches))
        told = f"The file's line: {line}." if line else f"The file says: {self.problem.wanted}."
        self.front.tell(f"{told} Other moves that it calls right: {others}." if (others := self.others()) else told)

    def others(self) -> str:
        """Return the right moves that are not the first."""
        return ", ".join([each.move for each in self.branches if each.right][1:])


def play_problems(problems: Sequence[Problem], wanted: Settings) -> None:
    """Pose the problems one after another until the person leaves. They do not count for the rating."""
    right = posed = 0
    for number, problem in enumerate(problems, 1):
        if posed and not goes_on(MORE):
            break
        seat = problem.start().turn
        seats = seat == 0, seat == 1
        desk = ProblemDesk(problem, SpokenFront(seats) if wanted.plain else scrolling_front(seats, wanted))
        named = f": {problem.title}" if problem.title else ""
        game = games.split_position(problem.game)[0]
        if not desk.pose(f"Problem {number} of {len(problems)}{named} ({game})"):
            break
        posed, right = posed + 1, right + (desk.score != WRONG)
    if posed > 1:
        click.echo(f"{right} of {posed} solved.")
