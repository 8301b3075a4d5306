"""Several judges of one match: a review by each, and where they differ, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors.attribution import attribute_errors
from referee.reviews.judging import Grade
from referee.reviews.review import Reviewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.engines.judge import EngineJudge
    from referee.match.events import Moved
    from referee.match.record import Record
    from referee.reviews.review import Played, Review, Tell
    from referee.reviews.searches import Effort

VERDICT, BEST = "verdict", "best move"  # in what judges may differ


def make_reviewers(
    record: Record,
    moved: list[Moved],
    effort: Effort,
    seconds: float | None,
    judges: Sequence[EngineJudge],
    workers: int = 1,
) -> list[Reviewer]:
    """Return a reviewer for each judge, or one that searches itself; they share the seconds."""
    share = None if seconds is None else seconds / max(1, len(judges))
    return [Reviewer(record, moved, effort, share, judge, workers) for judge in judges or (None,)]


def run_all(reviewers: Sequence[Reviewer], tell: Tell) -> None:
    """Let the reviewers judge all moves, one after the other; what is found stays after an interrupt."""
    for place, reviewer in enumerate(reviewers):
        with attribute_errors(reviewer.positions[0], reviewer.place):
            reviewer.run(part_of(tell, place, len(reviewers), reviewer))


def part_of(tell: Tell, place: int, count: int, reviewer: Reviewer) -> Tell:
    """Return a function that tells the progress of one of `count` reviewers as a part of the whole."""
    judge = reviewer.evaluator.judge
    head = f"{judge.name}: " if judge and count > 1 else ""

    def told(said: str, share: float | None) -> None:
        tell(f"{head}{said}", None if share is None else (place + share) / count)

    return told


def best_move(played: Played) -> str:
    """Return the text of the best move by the judge of this review; "" if there is no verdict."""
    verdict = played.verdict
    if verdict is None or verdict.grade is None:
        return ""
    if verdict.better is not None:
        return verdict.better
    if verdict.grade is Grade.BEST or verdict.before is None or not verdict.before.line:
        return verdict.text
    return verdict.before.line[0]


def differences(opinions: Sequence[Played]) -> tuple[str, ...]:
    """Return in what the judges of a move differ, of VERDICT and BEST: `opinions` has the same move in each review.

    Verdicts differ if their marks do, so `best` and `good` are alike. Judges without a verdict do not count.
    """
    judged = [each for each in opinions if each.grade is not None]
    marks = {each.grade.mark for each in judged if each.grade}
    best = {best_move(each) for each in judged}
    return (*[VERDICT] * (len(marks) > 1), *[BEST] * (len(best) > 1))


def by_move(reviews: Sequence[Review]) -> list[tuple[Played, ...]]:
    """Return for each move of the match what each review says of it."""
    return list(zip(*(review.moves for review in reviews), strict=True))
