"""A match reviewed: each move judged, the turning point, and what each player made of it, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from referee.reviews.evaluator import Evaluator, Path
from referee.reviews.judging import Grade, Verdict, accuracy, judge
from referee.reviews.proofs import ended

if TYPE_CHECKING:
    from referee.match.events import Moved
    from referee.match.record import Record
    from referee.reviews.searches import Effort
    from referee.solving.value import Value

EVEN = 0.05  # so far from a half a chance may be, and nobody is ahead
Tell = Callable[[str, float | None], None]


@dataclass(frozen=True)
class Played:
    """A move of the match.

    number   from 1, moves of chance counted too;  seat  0, 1 or CHANCE.
    verdict  None of a move of chance, and of one that was not reached before the review was broken off.
    after    what the position after it is worth to seat 0: where luck decides by the verdict, and after a roll or a
             move without a choice by what the next seat to move finds; None if it is not known.
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

    Forced moves do not count. Only moves of which it is known what they gave away count for the accuracy.

    accuracy  None if there is no such move;  judged  how many such moves there are;  proven  whether all of these
              are proven, and none only believed.
    """

    name: str
    counts: dict[Grade, int]
    accuracy: float | None
    judged: int
    proven: bool

    @property
    def graded(self) -> int:
        """How many moves have a grade."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class Review:
    """A match and what is said of it.

    start    what the first position is worth; None if that is not known.
    turning  the number of the move after which who stood better never changed any more; None if that was so from
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
        """Return the moves that gave something away."""
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
        self.texts = tuple(each.text for each in moved)
        self.worth: dict[int, Value] = {}  # of positions, by how many moves lead to them; what no path can tell
        self.verdicts: dict[int, Verdict] = {}  # of moves, by how many come before them
        self.done = len(moved) + 1  # positions from there on were looked at

    def run(self, tell: Tell = lambda _said, _share: None) -> None:
        """Look at all moves; what is found stands when this is broken off."""
        self.evaluator.pool = len(self.moved) * self.effort.nodes // (2 if self.evaluator.own is None else 1)
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

    def path(self, place: int) -> Path:
        """Return the texts of the moves to the position after so many."""
        return self.texts[:place]

    def look(self, place: int) -> None:
        """Evaluate the position after so many moves, and judge the move made there."""
        game = self.positions[place]
        last = place == len(self.moved)
        if not self.evaluator.lucky:
            self.evaluator.evaluate(game, self.path(place))
        if self.evaluator.lucky and (game.turn == CHANCE or last):
            if game.score() is not None or not self.evaluator.hidden:
                self.worth[place] = self.evaluator.evaluate(game, self.path(place))
        elif not last:
            self.judge(place)

    def judge(self, place: int) -> None:
        """Judge the move made after so many; by luck, note what the position before it is worth by that."""
        found = judge(self.positions[place], self.moved[place].move, self.evaluator, self.path(place))
        self.verdicts[place] = found
        if not self.evaluator.lucky:
            judged = self.verdicts.get(place + 1)
            if judged is not None and judged.before is not self.value(place + 1):  # it was proven just now
                self.judge(place + 1)
            return
        then = self.worth.get(place + 1)
        if found.before is not None:
            self.worth[place] = found.before
        elif then is not None and found.grade is None and not self.evaluator.hidden:  # forced, so it is worth the same
            later = None if then.distance is None else then.distance + 1
            self.worth[place] = replace(then, distance=later, line=(found.text, *then.line))

    def value(self, place: int) -> Value | None:
        """Return what the position after so many moves is worth, if that was found out."""
        if not self.evaluator.lucky:
            if (over := ended(self.positions[place], lucky=False)) is not None:
                return over if self.done <= place else None
            return self.evaluator.known.get(self.path(place))
        return self.worth.get(place)

    def after(self, place: int) -> Value | None:
        """What the position after that move is worth: where luck decides by the verdict on it, if there is one."""
        verdict, then = self.verdicts.get(place), self.value(place + 1)
        if not self.evaluator.lucky or verdict is None or place + 1 == len(self.moved):
            return then
        return verdict.after or (None if self.evaluator.hidden else then)

    def review(self) -> Review:
        """Return what was found until now."""
        moves = tuple(
            Played(place + 1, each.seat, each.text, self.verdicts.get(place), self.after(place))
            for place, each in enumerate(self.moved)
        )
        start, whole = self.value(0), self.done == 0
        turning = turning_point(start, moves) if whole else None
        players = summary(self.record.names[0], 0, moves), summary(self.record.names[1], 1, moves)
        return Review(self.record, self.effort, start, moves, turning, players, whole)


def summary(name: str, seat: int, moves: tuple[Played, ...]) -> PlayerSummary:
    """Return what that seat made of its moves."""
    graded = [each.verdict for each in moves if each.seat == seat and each.grade and each.verdict]
    counts = {grade: sum(each.grade is grade for each in graded) for grade in Grade}
    known = [each for each in graded if each.known]
    mean = sum(accuracy(each.loss if each.grade and each.grade.bad else 0.0) for each in known) / max(1, len(known))
    proven = all(each.proven for each in known)
    return PlayerSummary(name, counts, mean if known else None, len(known), proven)


def ahead(found: Value) -> int | None:
    """1 where seat 0 stands better, -1 where seat 1 does, 0 where neither does; None if that is not known."""
    lead = found.chance_of(0) - 0.5
    if abs(lead) <= EVEN:
        return 0 if max(found.doubts) < 0.5 else None
    if abs(lead) <= found.doubts[0 if lead > 0 else 1]:
        return None
    return 1 if lead > 0 else -1


def turning_point(start: Value | None, moves: tuple[Played, ...]) -> int | None:
    """Return the number of the move after which who stands better does not change any more; None if it never did."""
    leads = list(known_leads(start, moves))
    if not leads:
        return None
    last = leads[-1][1]
    changed = [place for place in range(1, len(leads)) if leads[place - 1][1] != last]
    return leads[changed[-1]][0] if changed else None


def known_leads(start: Value | None, moves: tuple[Played, ...]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of moves and who stood better after each, where that is known; 0 is the start."""
    places = [(0, start), *((each.number, each.after) for each in moves)]
    for number, found in places:
        if found is not None and (lead := ahead(found)) is not None:
            yield number, lead


def reviewable(record: Record, hidden: bool) -> None:
    """Raise SpecError if a review would tell what a player may not know, or there is nothing to review."""
    if hidden and not record.over:
        raise SpecError("the match is not over and hides something: a review would tell it")
    if not record.moves:
        raise SpecError("the match has no moves to review")
