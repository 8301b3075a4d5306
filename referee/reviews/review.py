"""A match reviewed: each move judged, the turning point, and what each player made of it, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import games
from games.catalogue import SpecError
from games.game import CHANCE, Game
from referee.reviews.evaluator import Evaluator
from referee.reviews.grades import Grade, accuracy
from referee.reviews.judging import Verdict, judge
from referee.solving.value import SURE, Value

if TYPE_CHECKING:
    from referee.match.events import Moved
    from referee.match.record import Record
    from referee.reviews.effort import Effort

EVEN = 0.05  # so far from a half a chance may be, and nobody is ahead
Tell = Callable[[str, float | None], None]


@dataclass(frozen=True)
class Played:
    """A move of the match.

    number   from 1, moves of chance counted too;  seat  0, 1 or CHANCE.
    verdict  None of a move of chance, and of one that was not reached before the review was broken off.
    after    what the position after it is worth to seat 0: where luck decides by the verdict, and after a roll or a
             move without a choice by what the next seat to move finds; None where it is not known.
    """

    number: int
    seat: int
    text: str
    verdict: Verdict | None
    after: Value | None

    @property
    def grade(self) -> Grade | None:
        """The grade of the verdict, if there is any."""
        return self.verdict.grade if self.verdict else None


@dataclass(frozen=True)
class PlayerSummary:
    """What a player made of the match: how many moves of each grade, and how accurate they were on average, 0 to 100.

    Forced moves do not count;  accuracy  is None of a player who never had a choice.
    """

    name: str
    counts: dict[Grade, int]
    accuracy: float | None


@dataclass(frozen=True)
class Review:
    """A match and what is said of it.

    start    what the first position is worth; None where that is not known.
    turning  the number of the move after which who stood better never changed any more; None where that was so from
             the start, or nobody ever stood better.
    whole    whether all moves were looked at.
    """

    record: Record
    effort: Effort
    start: Value | None
    moves: tuple[Played, ...]
    turning: int | None
    players: tuple[PlayerSummary, PlayerSummary]
    whole: bool

    def marked(self) -> list[Played]:
        """The moves that gave something away."""
        return [each for each in self.moves if each.grade and each.grade.bad]


class Reviewer:
    """Reviews one match, from its end to its start: what is solved of late positions serves the earlier ones.

    seconds  for all of it together; without them the same effort and seed say the same.
    """

    def __init__(self, record: Record, moved: list[Moved], effort: Effort, seconds: float | None = None):
        self.record, self.moved, self.effort, self.seconds = record, moved, effort, seconds
        start = games.load(record.game)
        self.positions: list[Game] = [start, *(each.game for each in moved)]
        self.evaluator = Evaluator(start, effort)
        self.worth: dict[int, Value] = {}  # of positions, by how many moves lead to them
        self.verdicts: dict[int, Verdict] = {}  # of moves, by how many come before them
        self.done = len(moved) + 1  # positions from there on were looked at

    def run(self, tell: Tell = lambda _said, _share: None) -> None:
        """Look at all moves; what is found stands when this is broken off."""
        end = inf if self.seconds is None else monotonic() + self.seconds
        count = len(self.positions)
        for place in reversed(range(count)):
            now = monotonic()
            self.evaluator.deadline = end if end == inf else now + max(0.0, end - now) / (place + 1)
            tell(f"move {min(place + 1, len(self.moved))} of {len(self.moved)}", 1 - (place + 1) / count)
            self.look(place)
            self.done = place

    def place(self) -> str:
        """Where it is, in words."""
        texts = self.record.moves.split()[: max(0, self.done - 1)]
        return f"as a match of {self.record.game} was reviewed, after the moves: {' '.join(texts) or 'none'}"

    def look(self, place: int) -> None:
        """Evaluate the position after so many moves, and judge the move made there."""
        game = self.positions[place]
        last = place == len(self.moved)
        if not self.evaluator.lucky:
            self.worth[place] = self.evaluator.evaluate(game)
        if self.evaluator.lucky and (game.turn == CHANCE or last):
            if game.score() is not None or not self.evaluator.hidden:
                self.worth[place] = self.evaluator.evaluate(game)
        elif not last:
            self.judge(place)

    def judge(self, place: int) -> None:
        """Judge the move made after so many, and note what the positions before and after it are worth by that."""
        then = self.worth.get(place + 1)
        found = judge(self.positions[place], self.moved[place].move, self.evaluator, self.worth.get(place), then)
        self.verdicts[place] = found
        if found.before is not None:
            self.worth[place] = found.before
        elif then is not None and found.grade is None and not self.evaluator.hidden:  # forced, so it is worth the same
            later = None if then.distance is None else then.distance + 1
            self.worth[place] = replace(then, distance=later, line=(found.text, *then.line))
        if found.after is not None and not self.evaluator.lucky:
            self.worth[place + 1] = found.after

    def after(self, place: int) -> Value | None:
        """What the position after that move is worth: where luck decides by the verdict on it, if there is one."""
        verdict, then = self.verdicts.get(place), self.worth.get(place + 1)
        if not self.evaluator.lucky or verdict is None or place + 1 == len(self.moved):
            return then
        return verdict.after or (None if self.evaluator.hidden else then)

    def review(self) -> Review:
        """What was found until now."""
        moves = tuple(
            Played(place + 1, each.seat, each.text, self.verdicts.get(place), self.after(place))
            for place, each in enumerate(self.moved)
        )
        start, whole = self.worth.get(0), self.done == 0
        turning = turning_point(start, moves) if whole else None
        players = summary(self.record.names[0], 0, moves), summary(self.record.names[1], 1, moves)
        return Review(self.record, self.effort, start, moves, turning, players, whole)


def summary(name: str, seat: int, moves: tuple[Played, ...]) -> PlayerSummary:
    """What that seat made of its moves."""
    graded = [each.verdict for each in moves if each.seat == seat and each.grade and each.verdict]
    counts = {grade: sum(each.grade is grade for each in graded) for grade in Grade}
    mean = sum(accuracy(each.loss if each.grade and each.grade.bad else 0.0) for each in graded) / max(1, len(graded))
    return PlayerSummary(name, counts, mean if graded else None)


def ahead(found: Value) -> int:
    """1 where seat 0 stands better, -1 where seat 1 does, else 0."""
    lead = found.chance_of(0) - 0.5
    return 0 if abs(lead) <= max(EVEN, SURE * (found.error or 0.0)) else 1 if lead > 0 else -1


def turning_point(start: Value | None, moves: tuple[Played, ...]) -> int | None:
    """The number of the move after which who stands better does not change any more; None where it never did."""
    leads = list(known_leads(start, moves))
    if not leads:
        return None
    last = leads[-1][1]
    changed = [place for place in range(1, len(leads)) if leads[place - 1][1] != last]
    return leads[changed[-1]][0] if changed else None


def known_leads(start: Value | None, moves: tuple[Played, ...]) -> Iterator[tuple[int, int]]:
    """The numbers of moves and who stood better after each, where that is known; 0 is the start."""
    if start is not None:
        yield 0, ahead(start)
    for each in moves:
        if each.after is not None:
            yield each.number, ahead(each.after)


def reviewable(record: Record, hidden: bool) -> None:
    """Raise SpecError where a review would tell what a player may not know, or there is nothing to review."""
    if hidden and not record.over:
        raise SpecError("the match is not over and hides something: a review would tell it")
    if not record.moves:
        raise SpecError("the match has no moves to review")
