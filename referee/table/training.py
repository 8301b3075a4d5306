"""Lines in front of a person who trains them: a position, the move typed, and what the line is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

import games
from games.base.positions import position_after
from referee.drawing.number_format import format_count
from referee.match.numbering import numbered, numeral
from referee.puzzles.training import TrainingSchedule, find_seats, read_lines
from referee.storage.training import TrainingLog
from referee.table.puzzle_desk import PositionDesk, goes_on
from referee.table.screens import scrolling_front
from referee.table.spoken_front import SpokenFront

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from referee.puzzles.training import TrainedLines, TrainingCard
    from referee.support.settings import Settings
    from referee.table.scrolling_front import ScrollingFront

MORE = "Press Enter to go on, or type q to leave: "
SHOWN = 8  # moves of a line that are shown after the answer


class TrainingDesk(PositionDesk):
    """A position of a line. `verdict` is how the move was judged; "" while there is none."""

    def __init__(self, card: TrainingCard, lines: TrainedLines, front: ScrollingFront | SpokenFront):
        super().__init__(card.spec, front)
        self.card, self.lines = card, lines
        self.game = card.start()
        self.verdict = self.typed = ""

    def question(self) -> str:
        path = self.card.path
        moves = number_moves(self.card.spec, path, max(0, len(path) - SHOWN))
        dots = "... " if len(path) > SHOWN else ""
        after = f"After {dots}{' '.join(moves)}: " if moves else ""
        return f"{after}{self.game.seats[self.game.turn]} to move. What does your line play?"

    def hint(self) -> str:
        """Return how many moves are right; asked again, how the answer begins."""
        self.hints += 1
        count, first = len(self.card.answers), self.card.answers[0]
        if self.hints == 1 and count > 1:
            return f"Your lines have {count} moves here."
        return f"The move begins with {first[:1]!r}."

    def answer(self, move: int) -> None:
        self.typed = self.game.text(move)
        self.verdict = self.lines.judge(self.card, self.game, move)
        self.score = float(self.verdict != "wrong")
        told = {
            "right": "Right.",
            "transposes": f"{self.typed} is not the move of the line, but it leads into your lines, so it counts.",
            "wrong": f"Wrong: {self.typed} is not in your lines.",
        }
        self.front.tell(told[self.verdict])

    def conclude(self) -> None:
        """Show the line and how it goes on, unless its move was typed."""
        self.verdict = self.verdict or "wrong"
        if self.verdict != "right":
            move = self.game.parse(self.card.answers[0])
            self.show(position_after(self.game, move), move)
            more = f" or {', '.join(self.card.answers[1:])}" if len(self.card.answers) > 1 else ""
            self.front.tell(f"Your line plays {self.card.answers[0]}{more}.")
        ply = len(self.card.path)
        line = next((each for each in self.card.onward if each[0] == self.typed), self.card.onward[0])
        shown = number_moves(self.card.spec, (*self.card.path, *line[:SHOWN]), ply)
        dots = " ..." if len(line) > SHOWN else ""
        self.front.tell(f"The line: {' '.join(shown)}{dots}")


def number_moves(spec: str, line: Sequence[str], ply: int = 0) -> list[str]:
    """Return the moves of a line from `ply` on, with their numbers."""
    game = games.load(spec)
    found: list[tuple[str, str]] = []
    for place, text in enumerate(line, 1):
        if place > ply:
            found.append((numeral(game, place), text))
        game.make(game.parse(text))
    return numbered(found)


def train(path: Path, game: str, side: str, new: int, wanted: Settings, *, strict: bool) -> None:
    """Ask the positions of a file's lines that are due today. Raises SpecError.

    side  the word for the side that is trained, "" for both;  new  how many new positions are asked at most.

    A position that is answered wrong is asked again in the end, until it is right. Each answer is kept at once.
    """
    log = TrainingLog()
    schedule = TrainingSchedule(log.schedules())
    lines = read_lines(path, game, find_seats(game, side), strict)
    for sentence in lines.skipped:
        click.echo(sentence, err=True)
    now = datetime.now(UTC)
    session = TrainingSession(lines, schedule, log, wanted)
    waiting = schedule.due(lines.cards, now, new)
    fresh = sum(each.key not in schedule.cards for each in waiting)
    click.echo(
        f"{format_count(len(waiting), 'position')} to ask, {fresh:,} of them new; {len(lines.cards):,} in the file."
    )
    session.ask_all(waiting)
    if later := schedule.next_due(lines.cards, now):
        click.echo(f"Next: {format_count(later[1], 'position')} on {later[0]}.")


class TrainingSession:
    """One sitting: the lines, their schedule, and the log of answers."""

    def __init__(self, lines: TrainedLines, schedule: TrainingSchedule, log: TrainingLog, wanted: Settings):
        self.lines, self.schedule, self.log, self.wanted = lines, schedule, log, wanted

    def ask_all(self, waiting: list[TrainingCard]) -> None:
        """Ask each position, and those answered wrong again, until all are right or the person leaves."""
        asked, right, count = 0, 0, len(waiting)
        again: set[str] = set()
        while waiting:
            card = waiting.pop(0)
            title = "Once more" if card.key in again else f"{asked + 1} of {count}"
            verdict = self.ask(card, title)
            if not verdict:
                break
            if card.key not in again:
                asked, right = asked + 1, right + (verdict != "wrong")
            if verdict == "wrong":
                again.add(card.key)
                waiting.append(card)
            if verdict != "right" and waiting and not goes_on(MORE):
                break
        if asked:
            click.echo(f"{right} of {asked} right the first time.")

    def ask(self, card: TrainingCard, title: str) -> str:
        """Ask a position and keep the answer; return the verdict, "" if the person leaves."""
        turn = card.start().turn
        seats = turn == 0, turn == 1
        front = SpokenFront(seats) if self.wanted.plain else scrolling_front(seats, self.wanted)
        desk = TrainingDesk(card, self.lines, front)
        if not desk.pose(title):
            return ""
        kept = self.schedule.answer(card.key, desk.verdict, bool(desk.hints), datetime.now(UTC))
        if trouble := self.log.add(card.key, kept, typed=desk.typed, verdict=desk.verdict):
            desk.front.tell(f"This answer is not kept: {trouble}.")
        return desk.verdict
