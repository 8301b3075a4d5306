"""Judge a move: what it is worth beside the best one, and which grade that makes.

    loss at least    0.05 inaccuracy    0.10 mistake    0.15 blunder

These are Lichess' thresholds (lila, modules/tree/src/main/Advice.scala), which are 0.1, 0.2 and 0.3 there, on a scale
from -1 to 1. They suit any game, as they measure chances and not pawns. In games of luck over more than one point, a
chance of 1 is two points, as from a loss to a win, so the thresholds are 0.1, 0.2 and 0.3 points.

A loss that the intervals of both values explain is none.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from enum import Enum
from math import exp, hypot
from typing import TYPE_CHECKING

from games.base.positions import position_after
from games.dataclass import dataclass
from games.game import CHANCE, Game
from players.search.clock import Stop
from referee.solving.value import sign

if TYPE_CHECKING:
    from referee.reviews.evaluator import Evaluator, Path
    from referee.solving.value import Value

TINY = 1e-9  # a loss by rounding
MOST = 12  # other moves that are compared with the best one


class Grade(Enum):
    """The grade of a move, and the mark that chess annotators put after it."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing."""
        return MARKS.get(self, "")

    @property
    def bad(self) -> bool:
        """Whether it gave something away."""
        return self in MARKS


MARKS = {Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
THRESHOLDS = {Grade.BLUNDER: 0.15, Grade.MISTAKE: 0.10, Grade.INACCURACY: 0.05}


def graded(loss: float, doubt: float) -> Grade:
    """Return the grade of a move that loses `loss` of the chance, give or take `doubt`."""
    if loss <= doubt:
        return Grade.GOOD if loss > TINY else Grade.BEST
    for grade, least in THRESHOLDS.items():
        if loss >= least - TINY:
            return grade
    return Grade.GOOD if loss > TINY else Grade.BEST


def accuracy(loss: float) -> float:
    """Return the accuracy of a move, 0 to 100, by Lichess' curve (lichess.org/page/accuracy)."""
    return 100.0 if loss <= TINY else max(0.0, min(100.0, 103.1668 * exp(-4.354 * loss) - 3.1669))


@dataclass(frozen=True)
class Verdict:
    """The judgement of a move.

    move      the move, and its  text;  seat  who made it.
    grade     None if there was no choice, or nothing is known of the move.
    before    the worth of the position with the best move, and  after  with this one, to seat 0; by what the seat knew
              if something is hidden. None if the move was forced in a game of luck.
    loss      of the seat's chance, 0 if the intervals explain it;  doubt  how far it may be off.
    better    the text of a better move, and the  line  that begins with it; None and empty if there is none.
    rival     the worth of the better move, to be compared with `after`; None if there is nothing to say of the move.
    sooner    the plies in which the other seat is proven to win after this move, and not after the better one; None if
              nothing is proven about other moves, or the better one is known to win or draw.
    settled   whether the move is proven to lose or draw, while it is unknown whether another was better.
    """

    move: int
    text: str
    seat: int
    grade: Grade | None
    before: Value | None
    after: Value | None
    loss: float = 0.0
    doubt: float = 0.0
    better: str | None = None
    line: tuple[str, ...] = ()
    rival: Value | None = None
    sooner: int | None = None
    settled: bool = False

    @property
    def proven(self) -> bool:
        """Whether the grade is proven, and not only believed."""
        held = self.rival or self.before
        if self.sooner is not None:
            return True
        return held is not None and self.after is not None and held.exact and self.after.exact

    @property
    def better_distance(self) -> int | None:
        """The plies of the better move and all after it to the end; None if unknown."""
        if self.rival is None or self.rival.distance is None:
            return None
        return self.rival.distance + (self.rival is not self.before)


def judge(game: Game, move: int, evaluator: Evaluator, path: Path = ()) -> Verdict:
    """Return the verdict on the legal `move` of the seat to move.

    path  the texts of the moves from the start of the match to the position.

    Raises ValueError if chance is to move.
    """
    if game.turn == CHANCE:
        raise ValueError(f"{type(game).__name__}: chance is to move, which nobody can judge")
    if evaluator.lucky:
        return by_choices(game, move, evaluator)
    with evaluator.part(2):
        after = evaluator.evaluate(position_after(game, move), (*path, game.text(move)))
    if evaluator.lucky:  # it has just met chance
        return by_choices(game, move, evaluator)
    with evaluator.part(2):
        before = evaluator.evaluate(game, path)
    if evaluator.lucky:
        return by_choices(game, move, evaluator)
    return Judgement(game, move, evaluator, path).by_positions(before, after)


@dataclass(frozen=True)
class Judgement:
    """A move to be judged in a game without luck, in the position after the moves of `path`."""

    game: Game
    move: int
    evaluator: Evaluator
    path: Path

    @property
    def text(self) -> str:
        return self.game.text(self.move)

    def by_positions(self, before: Value, after: Value) -> Verdict:
        """Return the verdict by the values of the positions before and after the move.

        If one of them is only believed, the move is compared with other moves, searched to the same depth, instead.
        """
        seat, game = self.game.turn, self.game
        if len(game.moves()) == 1:
            return Verdict(self.move, self.text, seat, None, before, after)
        if certain(before, seat) == -1 and not after.exact:  # then every move loses
            after = self.evaluator.learn((*self.path, self.text), replace(before, distance=None, line=before.line[1:]))
        elif before.exact and not after.exact:
            with self.evaluator.part(2):
                proof = self.evaluator.proof(position_after(game, self.move))
            after = after if proof is None else self.evaluator.learn((*self.path, self.text), proof)
        if before.exact and after.exact:
            return self.solved(before, after)
        if certain(after, seat) == -1 and after.distance is not None:
            with suppress(Stop):
                return self.by_delay(before, after, after.distance)
        return self.by_rivals(before, after)

    def by_delay(self, before: Value, after: Value, plies: int) -> Verdict:
        """Return the verdict by a move that does not lose within `plies`, as this one does.

        Raises Stop if the search does not find out.
        """
        game: Game = self.game
        found: dict[int, Value] = {}
        while (move := self.surviving_move(before, [self.move, *found], plies)) is not None:
            text = game.text(move)
            with self.evaluator.part(2):
                found[move] = self.evaluator.evaluate(position_after(game, move), (*self.path, text))
            self.conclude(found, after)
            before = self.evaluator.evaluate(game, self.path)
            if before.exact:
                return self.solved(before, after)
            if certain(found[move], game.turn) != -1:
                return self.slower(before, after, text, found[move])
        lost = {self.move: after, **found}  # all others lose no later than this move
        last = max(lost, key=lambda each: lost[each].distance or 0)
        line, far = (game.text(last), *lost[last].line), [each.distance for each in lost.values()]
        distance = None if None in far else max(filter(None, far)) + 1
        before = self.evaluator.learn(self.path, replace(lost[last], distance=distance, line=line))
        return self.solved(before, after)

    def surviving_move(self, before: Value, without: list[int], plies: int) -> int | None:
        """Return a move not in `without` that does not lose within `plies`, preferably the one that looked best.

        Returns None if there is none. Raises Stop if the search does not find out.
        """
        others = [each for each in self.game.moves() if each not in without]
        best = [each for each in others if before.line[:1] == (self.game.text(each),)]
        for among in filter(None, (best, others)):
            if (found := self.evaluator.surviving_move(self.game, among, plies)) is not None:
                return found
        return None

    def slower(self, before: Value, after: Value, better: str, rival: Value) -> Verdict:
        """Return the verdict on a lost move beside `better`, worth `rival` and not known to lose."""
        seat, line = self.game.turn, (better, *rival.line)
        loss = max(0.0, given_away(seat, rival, after)[0])
        # The sooner loss is proven, so it counts in full, unless next to nothing was left to lose.
        most = loss + rival.seen_by(seat).doubts[1]
        grade = Grade.BLUNDER if graded(most, 0.0).bad else Grade.GOOD
        found = Verdict(self.move, self.text, seat, grade, before, after, better=better, line=line)
        sooner = None if rival.exact else after.distance
        return replace(found, loss=loss, doubt=doubt_of(rival, after), rival=rival, sooner=sooner)

    def by_rivals(self, before: Value, after: Value) -> Verdict:
        """Return the verdict by the move that looked best, or by all others if this one looked best and has lost."""
        seat, best = self.game.turn, before.line[0] if before.line else self.text
        lost = certain(after, seat) in (-1, 0) and not before.exact
        suspicious = best != self.text and graded(given_away(seat, before, after)[0], 0.0).bad
        if not (lost or before.exact or suspicious):  # other moves need not be searched
            loss = 0.0 if best == self.text else max(0.0, given_away(seat, before, after)[0])
            grade = Grade.BEST if best == self.text else Grade.GOOD
            return Verdict(self.move, self.text, seat, grade, before, after, loss, doubt_of(before, after))
        better: str | None
        if before.exact:  # theory may know the value without a move
            better, rival, line = (best if before.line else None), before, before.line
        else:
            better, rival, line = self.rivals([] if lost else [best], after)
        before = self.evaluator.evaluate(self.game, self.path)  # other moves may have proven it
        if before.exact and after.exact:
            return self.solved(before, after)
        loss, least = given_away(seat, rival, after)
        grade, doubt = graded(loss, least), doubt_of(rival, after)
        verdict = Verdict(self.move, self.text, seat, grade, before, after, loss, doubt, better, line)
        return replace(with_rival(verdict, rival), settled=lost and not grade.bad)

    def rivals(self, wanted: list[str], after: Value) -> tuple[str, Value, tuple[str, ...]]:
        """Return the best of the other moves, its worth, and its line: among `wanted`, or among MOST moves.

        A move that is proven to be better ends the search.
        """
        game, seat = self.game, self.game.turn
        others = [game.parse(text) for text in wanted] or [each for each in game.moves() if each != self.move][:MOST]
        found: dict[int, Value] = {}
        for each in others:
            with self.evaluator.part(len(others) - len(found)):
                path = (*self.path, game.text(each))
                found[each] = self.evaluator.as_deep_as(position_after(game, each), path, (*self.path, self.text))
            if found[each].exact and after.exact and found[each].chance_of(seat) == 1:
                break
        self.conclude(found, after)
        chosen = max(found, key=lambda each: found[each].chance_of(seat))
        return game.text(chosen), found[chosen], (game.text(chosen), *found[chosen].line)

    def conclude(self, found: dict[int, Value], after: Value) -> None:
        """Learn what the position is worth if that follows from its moves."""
        seat, game = self.game.turn, self.game
        worth = {**found, self.move: after}
        proven = {move: each for move, each in worth.items() if each.exact}
        best = max(proven, key=lambda move: proven[move].chance_of(seat), default=None)
        if best is not None and (proven[best].chance_of(seat) == 1 or len(proven) == len(game.moves())):
            line = (game.text(best), *proven[best].line)
            self.evaluator.learn(self.path, replace(proven[best], distance=None, line=line))

    def solved(self, before: Value, after: Value) -> Verdict:
        """Return the verdict if both positions are solved: only win, draw or loss counts for the grade."""
        seat, best = self.game.turn, before.line[0] if before.line else self.text
        loss, _ = given_away(seat, before, after)
        grade = graded(loss, 0.0)
        if not grade.bad:
            grade = Grade.GOOD if differ(before, after) and self.text != best else Grade.BEST
        if grade is Grade.BEST:
            return Verdict(self.move, self.text, seat, grade, before, after)
        line = self.evaluator.expected(self.game, before)
        better = line[0] if line else None  # theory may not know which move is better
        return Verdict(self.move, self.text, seat, grade, before, after, max(0.0, loss), 0.0, better, line, before)


def by_choices(game: Game, move: int, evaluator: Evaluator) -> Verdict:
    """Return the verdict in a game of luck: by one search of all moves."""
    seat, text = game.turn, game.text(move)
    if len(game.moves()) == 1:
        return Verdict(move, text, seat, None, None, None)
    found = evaluator.choices(game)
    if not found:
        return Verdict(move, text, seat, None, None, None)
    best = max(found, key=lambda each: (round(found[each].chance_of(seat), 12), each == move))
    before, after = found[best], found.get(move)
    if after is None:
        return Verdict(move, text, seat, None, before, None)
    scale = max(1, game.stakes)
    loss, least = (scale * each for each in given_away(seat, before, after))
    grade = Grade.BEST if best == move else graded(loss, least)
    doubt = scale * doubt_of(before, after)
    verdict = Verdict(move, text, seat, grade, before, after, loss, doubt, game.text(best), before.line)
    return with_rival(verdict, before)


def with_rival(verdict: Verdict, rival: Value) -> Verdict:
    """Return the verdict with the worth of the better move if the move is bad; otherwise without a better move."""
    loss = max(0.0, verdict.loss) if verdict.loss > verdict.doubt else 0.0
    if verdict.grade is None or not verdict.grade.bad or verdict.after is None:
        return replace(verdict, loss=loss, better=None, line=())
    return replace(verdict, loss=loss, rival=rival)


def given_away(seat: int, before: Value, after: Value) -> tuple[float, float]:
    """Return how much of the seat's chance is lost from `before` to `after`, and how much less that may be.

    The lower end of a difference by the two intervals: R. G. Newcombe, "Interval estimation for the difference between
    independent proportions", Statistics in Medicine 17, 1998.
    """
    best, made = before.seen_by(seat), after.seen_by(seat)
    return best.chance_of(0) - made.chance_of(0), hypot(best.doubts[0], made.doubts[1])


def doubt_of(before: Value, after: Value) -> float:
    """Return how far the loss may be off, to either side."""
    return hypot(max(before.doubts), max(after.doubts))


def certain(found: Value, seat: int) -> int | None:
    """Return 1 if the seat is proven to win, 0 for a draw, -1 if it loses; None if luck or doubt is left."""
    if found.score is not None:
        return sign(found.score if seat == 0 else -found.score)
    return {0.0: -1, 1.0: 1}.get(found.chance_of(seat)) if found.exact else None


def differ(before: Value, after: Value) -> bool:
    """Return whether a solved game ends sooner, later or by another margin than it could."""
    if before.score != after.score:
        return True
    if not before.score or before.distance is None or after.distance is None:
        return False
    return before.distance != after.distance + 1
