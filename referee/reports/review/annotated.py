"""A review as notes on the moves: grades as signs, evaluations, better lines as variations, and comments."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING

import games
from games.capabilities import counts_points
from games.dataclass import dataclass
from referee.match.notes import Note, follow, notes_by_ply
from referee.reports.notes_text import MARKS
from referee.reports.review.comment import Comment
from referee.reports.review.opinions import opinion_words
from referee.reports.review.text import grade_words
from referee.reviews.judging import certain
from referee.reviews.opinions import by_move, differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.match.notes import Line
    from referee.match.record import Record
    from referee.reviews.judging import Verdict
    from referee.reviews.review import Played, Review
    from referee.solving.value import Value

GLYPHS = {mark: glyph for glyph, mark in MARKS.items()}
STEEPNESS = 0.00368208  # of Lichess' curve from centipawns to chances (lichess.org/page/accuracy)
TINY = 1e-9  # from a chance of 0 or 1, which no number of pawns has
LONGEST = 12  # moves of a better line


def annotate(record: Record, review: Review, positions: list[Game], others: Sequence[Review] = ()) -> Record:
    """Return the record of a reviewed match with the review in its notes, beside what they said before.

    positions  as in Comment.
    others     reviews by other judges. Signs, evaluations and better lines come from `review`; the comment on a move
               that one of them calls bad, and in which they differ, says which judge says what.
    """
    reviews = (review, *others)
    annotator = Annotator(games.CATALOGUE.find(record.game) == "chess")
    held = notes_by_ply(record.notes)
    for played, row in zip(review.moves, by_move(reviews), strict=True):
        note = held.get(played.number, Note(played.number))
        note = annotator.add(note, played, Comment(played, positions))
        if differences(row) and any(each.grade and each.grade.bad for each in row):
            said = "; ".join(opinion_words(each, own, positions[0]) for each, own in zip(reviews, row, strict=True))
            note = replace(note, after="\n".join(filter(None, (note.after, f"{said}."))))
        if not note.empty:
            held[played.number] = note
    return replace(record, notes=tuple(note for _, note in sorted(held.items())))


@dataclass(frozen=True)
class Annotator:
    """Writes what a review says into notes; `pawns` says whether evaluations are in pawns, as in chess."""

    pawns: bool

    def add(self, note: Note, played: Played, comment: Comment) -> Note:
        """Return a note with what the review says of the move: our sign and evaluation replace others."""
        verdict, game = played.verdict, comment.game
        value = self.value(game, played.after) or note.value
        note = replace(note, depth=None, reach=None, nodes=None, said="")  # of the player, whose evaluation is replaced
        if verdict is None or verdict.grade is None or not verdict.grade.bad:
            return replace(note, value=value)
        glyphs = GLYPHS[verdict.grade.mark], *(glyph for glyph in note.glyphs if glyph not in MARKS)
        grade = grade_words(played).capitalize()
        said = (f"{grade}: {comment.words}." if comment.words else f"{grade}.", comment.reasons)
        line = self.line(game, verdict, note.ply)
        lines = (line, *(each for each in note.lines if each != line)) if line else note.lines
        after = "\n".join(filter(None, (note.after, " ".join(filter(None, said)))))
        return replace(note, value=value, glyphs=glyphs, after=after, lines=lines)

    def line(self, game: Game, verdict: Verdict, ply: int) -> Line:
        """Return the better moves as far as they can be made, the first, with number `ply`, with what it is worth."""
        texts = [text for _, _, text, _ in follow(game, tuple((text, None) for text in verdict.line[:LONGEST]))]
        value = self.value(game, verdict.rival)
        return tuple((text, None if place or not value else Note(ply, value=value)) for place, text in enumerate(texts))

    def value(self, game: Game, found: Value | None) -> str:
        """Return what a position is worth to seat 0: pawns or mate in chess, points where they count, otherwise "".

        Pawns follow from the chance by Lichess' curve.
        """
        if found is None or found.chance is None or found.distance == 0:
            return ""
        if counts_points(game):
            return f"{game.stakes * (2 * found.chance - 1):.2f}"
        if not self.pawns:
            return ""
        if (won := certain(found, 0)) and found.distance:
            return f"#{'-' if won < 0 else ''}{(found.distance + 1) // 2}"
        chance = min(max(found.chance, TINY), 1 - TINY)
        return f"{log(chance / (1 - chance)) / STEEPNESS / 100:.2f}"
