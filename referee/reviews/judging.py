"""A move judged: what it was worth beside the best one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

from games.game import CHANCE, Game
from referee.reviews.grades import Grade, graded
from referee.solving.value import sign

if TYPE_CHECKING:
    from referee.reviews.evaluator import Evaluator
    from referee.solving.value import Value

MOST = 12  # moves that are looked at beside one that looked best


@dataclass(frozen=True)
class Verdict:
    """What is said of a move.

    move      which it is, and  text  in words;  seat  who made it.
    grade     None where there was no choice, or nothing is known of the move.
    before    what the position was worth with the best move, and  after  with this one, to seat 0; by what the seat
              knew where something is hidden. None where the move was the only one there, and luck decides.
    loss      what it gave away of the seat's chance, 0 where the errors explain it.
    better    the text of a better move, and  line  of those expected from it on; None and empty where there is none.
    rival     what the better move is worth, to be held against `after`; None where there is nothing to say of the move.
    """

    move: int
    text: str
    seat: int
    grade: Grade | None
    before: Value | None
    after: Value | None
    loss: float = 0.0
    better: str | None = None
    line: tuple[str, ...] = ()
    rival: Value | None = None


def judge(
    game: Game, move: int, evaluator: Evaluator, before: Value | None = None, after: Value | None = None
) -> Verdict:
    """What is to be said of the legal move of the seat to move.

    before, after  what the position is worth, and the one after the move, where that is known already; they are not
                   looked at where luck decides.

    Raises ValueError at a turn of chance.
    """
    if game.turn == CHANCE:
        raise ValueError(f"{type(game).__name__}: chance is to move, which nobody can judge")
    with evaluator.part(3):
        known = before or (None if evaluator.lucky else evaluator.evaluate(game))
    with evaluator.part(2):
        then = after or (None if evaluator.lucky else evaluator.evaluate(position_after(game, move)))
    if evaluator.lucky or known is None or then is None:  # it may have met chance just now
        return by_choices(game, move, evaluator)
    return by_positions(game, move, evaluator, known, then)


def by_positions(game: Game, move: int, evaluator: Evaluator, before: Value, after: Value) -> Verdict:
    """The verdict where no luck decides: by the positions before and after the move.

    A loss that is no more than believed is looked at twice: what the better move leads to is evaluated in the same way,
    so that both are seen from equally far, and what was found is counted from there. Where more than that is proven
    before the move, more is searched for a proof after it, as a proof and a belief are no two of a kind.
    """
    seat, text = game.turn, game.text(move)
    if len(game.moves()) == 1:
        return Verdict(move, text, seat, None, before, after)
    best = before.line[0] if before.line else text
    if before.score is not None and after.score is not None:
        return solved(game, move, best, evaluator, before, after)
    loss, error = given_away(seat, before, after)
    grade, rival, line = graded(loss, error), before, before.line
    if grade.bad and before.exact and not after.exact:
        proof = evaluator.proof(position_after(game, move))
        if proof is not None:
            return by_positions(game, move, evaluator, before, proof)
    if grade.bad and not before.exact and len(game.moves()) > 1:
        best, rival, line = rivals(game, move, best, evaluator)
        loss, error = given_away(seat, rival, after)
        grade = graded(loss, error)
    if text == best:  # and what was proven of it before is proven, however little a search finds out after it
        grade = Grade.BEST
    return with_rival(Verdict(move, text, seat, grade, before, after, loss, best, line), rival)


def rivals(game: Game, move: int, best: str, evaluator: Evaluator) -> tuple[str, Value, tuple[str, ...]]:
    """A move that may be better, what it leads to, and the line: the one that a search took for the best.

    Where that is the very move that was made, which looked well only from before, others are looked at, MOST at most.
    """
    others = [each for each in game.moves() if each != move]
    if best != game.text(move):
        others = [game.parse(best)]
    found: dict[int, Value] = {}
    for each in others[:MOST]:
        with evaluator.part(min(len(others), MOST) - len(found)):
            found[each] = evaluator.evaluate(position_after(game, each))
    chosen = max(found, key=lambda each: found[each].chance_of(game.turn))
    return game.text(chosen), found[chosen], (game.text(chosen), *found[chosen].line)


def solved(game: Game, move: int, best: str, evaluator: Evaluator, before: Value, after: Value) -> Verdict:
    """The verdict where both positions are solved: to win, draw or lose is all, how soon and by how much is a word."""
    seat, text = game.turn, game.text(move)
    loss, _ = given_away(seat, before, after)
    grade = graded(loss, 0.0)
    if not grade.bad:
        grade = Grade.GOOD if differ(before, after) and text != best else Grade.BEST
    if grade is Grade.BEST:
        return Verdict(move, text, seat, grade, before, after)
    line = evaluator.expected(game, before)
    return Verdict(move, text, seat, grade, before, after, max(0.0, loss), best, line, before)


def by_choices(game: Game, move: int, evaluator: Evaluator) -> Verdict:
    """The verdict where luck decides: by one search of all that the seat could have done."""
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
    loss, error = (max(1, game.stakes) * each for each in given_away(seat, before, after))
    grade = Grade.BEST if best == move else graded(loss, error)
    verdict = Verdict(move, text, seat, grade, before, after, loss, game.text(best), before.line)
    return with_rival(verdict, before)


def with_rival(verdict: Verdict, rival: Value) -> Verdict:
    """The verdict with what the better move is worth if the move is bad; else with nothing that would be better.

    rival  what the better move is worth.
    """
    if verdict.grade is None or not verdict.grade.bad or verdict.after is None:
        return replace(verdict, loss=0.0, better=None, line=())
    return replace(verdict, loss=max(0.0, verdict.loss), rival=rival)


def given_away(seat: int, before: Value, after: Value) -> tuple[float, float]:
    """How much of the seat's chance is lost from the one to the other, and the standard error of that."""
    return before.chance_of(seat) - after.chance_of(seat), hypot(before.error or 0.0, after.error or 0.0)


def certain(found: Value, seat: int) -> int | None:
    """1 where it is proven that the seat wins, 0 of a draw, -1 where it loses; None where luck or doubt is left."""
    if found.score is not None:
        return sign(found.score if seat == 0 else -found.score)
    return {0.0: -1, 1.0: 1}.get(found.chance_of(seat)) if found.exact else None


def differ(before: Value, after: Value) -> bool:
    """Whether the solved position after a move ends by another margin than was to be had, or sooner, or later."""
    if before.score != after.score:
        return True
    if not before.score or before.distance is None or after.distance is None:
        return False
    return before.distance != after.distance + 1


def position_after(game: Game, move: int) -> Game:
    """The position after the move."""
    twin = game.copy()
    twin.make(move)
    return twin
