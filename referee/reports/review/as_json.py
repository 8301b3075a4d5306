"""A review as JSON's types."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from games.game import CHANCE
from referee.reports.review.comment import Comment

if TYPE_CHECKING:
    from games.game import Game
    from referee.reviews.review import Played, PlayerSummary, Review
    from referee.solving.value import Value

OF_VALUES = ("score", "distance", "chance", "interval", "line", "how")


def as_json(review: Review, positions: list[Game]) -> dict[str, Any]:
    """Return all of a review, the record's own words first; `positions` as in Comment."""
    record = review.record.as_dict()
    del record["moves"]
    return record | {
        "effort": asdict(review.effort), "whole": review.whole, "start": value(review.start),
        "turning_point": review.turning, "summary": [summary(each) for each in review.players],
        "moves": [move(each, Comment(each, positions)) for each in review.moves],
    }  # fmt: skip


def move(played: Played, comment: Comment) -> dict[str, Any]:
    """A move, the verdict on it, and the comment."""
    verdict, grade = played.verdict, played.grade
    return {
        "number": played.number, "seat": None if played.seat == CHANCE else played.seat, "move": played.text,
        "grade": grade.value if grade else None, "proven": verdict.proven if verdict and grade else None,
        "before": value(verdict.before if verdict else None), "after": value(played.after),
        "loss": verdict.loss if verdict and grade else None, "better": verdict.better if verdict else None,
        "line": list(verdict.line) if verdict else [], "words": comment.words,
        "reasons": comment.reasons, "better_reasons": comment.better_reasons,
    }  # fmt: skip


def summary(player: PlayerSummary) -> dict[str, Any]:
    """What a player made of the match."""
    counts = {grade.value: count for grade, count in player.counts.items()}
    judged = {"accuracy": player.accuracy, "judged": player.judged, "proven": player.proven}
    return {"name": player.name} | judged | counts


def value(found: Value | None) -> dict[str, Any] | None:
    """What a position is worth; None if that is not known."""
    return None if found is None else {name: getattr(found, name) for name in OF_VALUES}
