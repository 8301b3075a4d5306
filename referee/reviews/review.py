"""Review a match: judge each move, find the turning point, and sum up each player, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from referee.match.numbering import numeral
from referee.reviews.evaluator import Evaluator
from referee.reviews.helped import HelpedEvaluator
from referee.reviews.judging import Grade, Verdict, accuracy, judge
from referee.reviews.proofs import ended

if TYPE_CHECKING:
    from referee.engines.judge import EngineJudge
    from referee.match.events import Moved
    from referee.match.record import Record
    from referee.reviews.searches import Effort
    from referee.solving.value import Value

EVEN = 0.05  # nobody is ahead if a chance is this close to a half
Tell = Callable[[str, float | None], None]


@dataclass(frozen=True)
class Played:
    """A move of the match.

    number   from 1, moves of chance included;  seat  0, 1 or CHANCE.
    verdict  None of a move of chance, and of moves not reached by an interrupted review.
    after    what the position after it is worth to seat 0, None if unknown. In games of luck it is from the verdict;
             after a roll or a forced move, from the search for the next seat to move.
    counted  the number as players write it, `12.`; "" if that is the number itself.
    """

    number: int
    seat: int
    text: str
    verdict: Verdict | None
    after: Value | None
    counted: str = ""

    @property
    def numeral(self) -> str:
        """The number before the move: `12.`, or `12...` for a move of Black in chess."""
        return self.counted or f"{self.number}."

    @property
    def order(self) -> int:
        """The number that players write, alone: 12 of `12...`."""
        return int(self.numeral.rstrip("."))

    @property
    def grade(self) -> Grade | None:
        return self.verdict.grade if self.verdict else None


@dataclass(frozen=True)
class PlayerSummary:
    """The number of a player's moves of each grade, and their mean accuracy, 0 to 100.

    Forced moves do not count.

    accuracy  None if there is no other move;  proven  the number of moves with a proven grade.
    """

    name: str
    counts: dict[Grade, int]
    accuracy: float | None
    proven: int

    @property
    def graded(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True)
class Review:
    """A match and its judgements.

    judge    the name of the program that judged what is not proven; "" if our own searches did.
    source   the games that tell what an estimate means; "" if none was read as a chance.
    start    what the first position is worth; None if unknown.
    turning  the number of the move after which the lead never changed again; None if it never changed.
    whole    whether all moves were judged.
    """

    record: Record
    effort: Effort
    judge: str
    source: str
    start: Value | None
    moves: tuple[Played, ...]
    turning: int | None
    players: tuple[PlayerSummary, PlayerSummary]
    whole: bool

    def marked(self) -> list[Played]:
        """Return the moves that gave something away."""
        return [each for each in self.moves if each.grade and each.grade.bad]


class Reviewer:
    """Reviews one match from its end to its start, as solved late positions help with earlier ones.

    seconds  for the whole review; without them the same effort and seed find the same.
    judge    the program that judges what is not proven; None: our own searches do.
    workers  processes that search.
    """

    def __init__(
        self,
        record: Record,
        moved: list[Moved],
        effort: Effort,
        seconds: float | None = None,
        judge: EngineJudge | None = None,
        workers: int = 1,
    ):
        self.record, self.moved, self.effort, self.seconds = record, moved, effort, seconds
        start = games.load(record.game)
        self.positions: list[Game] = [start, *(each.game for each in moved)]
        self.texts = tuple(each.text for each in moved)
        self.helped: HelpedEvaluator | None = None
        if workers > 1:
            self.helped = HelpedEvaluator(record.game, self.positions, self.texts, effort, judge, workers)
        self.evaluator = self.helped or Evaluator(start, effort, judge=judge)
        self.worth: dict[int, Value] = {}  # of positions in games of luck, by the number of moves before
        self.verdicts: dict[int, Verdict] = {}  # by the number of moves before
        self.done = len(moved) + 1  # positions from there on are done

    def run(self, tell: Tell = lambda _said, _share: None) -> None:
        """Judge all moves; what is found stays after an interrupt."""
        part = self.evaluator.beliefs // 2 if self.evaluator.own is None else self.effort.nodes
        self.evaluator.pool = len(self.moved) * part
        end = inf if self.seconds is None else monotonic() + self.seconds
        with self.helped.helped(end) if self.helped else nullcontext():
            self.look_at_all(end, tell)

    def look_at_all(self, end: float, tell: Tell) -> None:
        """Judge all moves until `end`, of time.monotonic()."""
        count = len(self.positions)
        for place in reversed(range(count)):
            if self.helped:
                self.helped.look_ahead(place)
            now = monotonic()
            self.evaluator.deadline = end if end == inf else now + max(0.0, end - now) / (place + 1)
            tell(f"move {min(place + 1, len(self.moved))} of {len(self.moved)}", 1 - (place + 1) / count)
            self.look(place)
            self.done = place

    def place(self) -> str:
        """Return what was being done when something failed, for a message."""
        texts = self.record.moves.split()[: max(0, self.done - 1)]
        return f"as a match of {self.record.game} was reviewed, after the moves: {' '.join(texts) or 'none'}"

    def look(self, place: int) -> None:
        """Evaluate the position after `place` moves, and judge the move made there."""
        game = self.positions[place]
        last = place == len(self.moved)
        if not self.evaluator.lucky:
            self.evaluator.evaluate(game, self.texts[:place])
        if self.evaluator.lucky and (game.turn == CHANCE or last):
            if game.score() is not None or not self.evaluator.hidden:
                self.worth[place] = self.evaluator.evaluate(game, self.texts[:place])
        elif not last:
            self.judge(place)

    def judge(self, place: int) -> None:
        """Judge the move made after `place` moves; in games of luck, note what the position is worth by that."""
        found = judge(self.positions[place], self.moved[place].move, self.evaluator, self.texts[:place])
        self.verdicts[place] = found
        if not self.evaluator.lucky:
            judged = self.verdicts.get(place + 1)
            if judged is not None and judged.before is not self.value(place + 1):  # it has just been proven
                self.judge(place + 1)
            return
        then = self.worth.get(place + 1)
        if found.before is not None:
            self.worth[place] = found.before
        elif then is not None and found.grade is None and not self.evaluator.hidden:  # forced: worth the same
            later = None if then.distance is None else then.distance + 1
            self.worth[place] = replace(then, distance=later, line=(found.text, *then.line))

    def value(self, place: int) -> Value | None:
        """Return what the position after `place` moves is worth, if known."""
        if not self.evaluator.lucky:
            if (over := ended(self.positions[place], lucky=False)) is not None:
                return over if self.done <= place else None
            return self.evaluator.known.get(self.texts[:place])
        return self.worth.get(place)

    def after(self, place: int) -> Value | None:
        """Return what the position after move `place` is worth: in games of luck by the verdict on it, if any."""
        verdict, then = self.verdicts.get(place), self.value(place + 1)
        if not self.evaluator.lucky or verdict is None or place + 1 == len(self.moved):
            return then
        return verdict.after or (None if self.evaluator.hidden else then)

    def review(self) -> Review:
        """Return what was found so far."""
        counted = [numeral(game, place) for place, game in enumerate(self.positions, 1)]
        moves = tuple(
            Played(place + 1, each.seat, each.text, self.verdicts.get(place), self.after(place), counted[place])
            for place, each in enumerate(self.moved)
        )
        start, whole = self.value(0), self.done == 0
        turning = turning_point(start, moves) if whole else None
        players = summary(self.record.names[0], 0, moves), summary(self.record.names[1], 1, moves)
        judge = self.evaluator.judge.name if self.evaluator.judge else ""
        source = self.evaluator.scale.source if self.evaluator.scale else ""
        return Review(self.record, self.effort, judge, source, start, moves, turning, players, whole)


def summary(name: str, seat: int, moves: tuple[Played, ...]) -> PlayerSummary:
    """Return the summary of the seat's moves."""
    graded = [each.verdict for each in moves if each.seat == seat and each.grade and each.verdict]
    counts = {grade: sum(each.grade is grade for each in graded) for grade in Grade}
    mean = sum(accuracy(each.loss) for each in graded) / max(1, len(graded))
    return PlayerSummary(name, counts, mean if graded else None, sum(each.proven for each in graded))


def ahead(found: Value) -> int | None:
    """Return 1 if seat 0 stands better, -1 if seat 1 does, 0 if neither does; None if unknown."""
    lead = found.chance_of(0) - 0.5
    if abs(lead) <= EVEN:
        return 0 if max(found.doubts) < 0.5 else None
    if abs(lead) <= found.doubts[0 if lead > 0 else 1]:
        return None
    return 1 if lead > 0 else -1


def turning_point(start: Value | None, moves: tuple[Played, ...]) -> int | None:
    """Return the number of the move after which the lead never changed again; None if it never changed."""
    places = [(0, start), *((each.number, each.after) for each in moves)]
    known = [(number, ahead(found)) for number, found in places if found is not None]
    leads = [(number, lead) for number, lead in known if lead is not None]
    if not leads:
        return None
    last = leads[-1][1]
    changed = [place for place in range(1, len(leads)) if leads[place - 1][1] != last]
    return leads[changed[-1]][0] if changed else None


def reviewable(record: Record, hidden: bool) -> None:
    """Raise SpecError if a review would reveal something hidden, or there is nothing to review."""
    if hidden and not record.over:
        raise SpecError("the match is not over and hides something: a review would tell it")
    if not record.moves:
        raise SpecError("the match has no moves to review")
