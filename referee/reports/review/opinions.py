"""What several judges of a match say, side by side: a table of the moves, in sentences, and a summary for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base.notation import printable
from games.capabilities import counts_points
from referee.drawing.text_table import Column, TextTable, printable_text
from referee.match.wording import join_words
from referee.reports.review.text import Look, mark, sentences, summary_sentence, turning
from referee.reviews.opinions import BEST, VERDICT, best_move, by_move, differences
from referee.solving.outcome_text import chance_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.game import Game
    from referee.drawing.glyphs import Line, Signs
    from referee.reviews.review import Played, Review

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def opinion_lines(reviews: Sequence[Review], positions: list[Game], look: Look) -> Iterator[Line]:
    """Yield what several judges say side by side, in lines that fit; without tables if the look is plain."""
    if len(reviews) < 2:
        return
    yield []
    if look.plain:
        for said in move_sentences(reviews, positions[0]):
            yield from sentences(said, look)
    else:
        rows = [row for row in by_move(reviews) if is_judged(row)]
        yield from sentences(f"{join_words(letters(reviews))}:", look, "title")
        found = opinions_table(reviews, positions[0], look.signs).fit(look.width, look.signs.more)
        yield from found.lines([at for at, row in enumerate(rows) if differences(row)])
    yield []
    yield from sentences(f"{agreement(reviews)}.", look)
    for review in reviews:
        yield from sentences(judge_summary(review, positions), look)


def judge_summary(review: Review, positions: list[Game]) -> str:
    """Return what a judge finds in all."""
    players = ". ".join(summary_sentence(each) for each in review.players)
    return f"By {review.judge}: {players}. {turning(review, positions)}"


def letters(reviews: Sequence[Review]) -> list[str]:
    """Return which letter stands for which judge."""
    return [f"{LETTERS[place % 26]} is {review.judge}" for place, review in enumerate(reviews)]


def is_judged(row: Sequence[Played]) -> bool:
    """Return whether a judge has graded the move."""
    return any(each.grade for each in row)


def opinions_table(reviews: Sequence[Review], game: Game, signs: Signs) -> TextTable:
    """Return the moves with a choice, and of each judge the mark, what the first seat has then, and its best move."""
    rows = [row for row in by_move(reviews) if is_judged(row)]
    texts = [printable_text(f"{row[0].numeral} {row[0].text}", signs) for row in rows]
    columns = [Column("move", texts, left=True)]
    for place in range(len(reviews)):
        mine = [row[place] for row in rows]
        columns += [
            Column(LETTERS[place % 26], [grade_text(each) for each in mine], left=True),
            Column(printable_text(game.seats[0], signs), [worth(each, game) for each in mine], 1, role="faint"),
            Column("best", [printable_text(printable(other_best(each)), signs) for each in mine], 2, left=True),
        ]
    differ = [" and ".join(differences(row)) for row in rows]
    return TextTable([*columns, Column("differ in", differ, left=True, least=9, role="strong")])


def grade_text(played: Played) -> str:
    """Return the grade of a move, `~` if it is not proven: `best`, `~??`; "-" without one."""
    return mark(played) or (played.grade.value if played.grade else "-")


def worth(played: Played, game: Game) -> str:
    """Return what the first seat has after the move: its chance, or its points; "" if unknown."""
    if played.after is None:
        return ""
    chance = played.after.chance_of(0)
    return f"{game.stakes * (2 * chance - 1):+.2f}" if counts_points(game) else chance_text(chance)


def other_best(played: Played) -> str:
    """Return the best move by the judge, if the move made is another; otherwise ""."""
    best = best_move(played)
    return "" if best == played.text else best


def opinion_words(review: Review, played: Played, game: Game) -> str:
    """Return what a judge says of a move: `gnuchess: mistake, White 40 %, best d4`."""
    grade = played.grade.value if played.grade else "not judged"
    after = f", {game.seats[0]} {found}" if (found := worth(played, game)) else ""
    best = f", best {other}" if (other := other_best(played)) else ""
    return f"{review.judge}: {grade}{after}{best}"


def move_sentences(reviews: Sequence[Review], game: Game) -> Iterator[str]:
    """Yield a sentence for each move in which the judges differ."""
    for row in by_move(reviews):
        if differ := differences(row):
            said = "; ".join(opinion_words(review, each, game) for review, each in zip(reviews, row, strict=True))
            yield f"{row[0].numeral} {row[0].text}: they differ in the {' and the '.join(differ)}. {said}."


def agreement(reviews: Sequence[Review]) -> str:
    """Say in how many moves the judges agree."""
    rows = [row for row in by_move(reviews) if sum(each.grade is not None for each in row) > 1]
    same = {what: sum(what not in differences(row) for row in rows) for what in (VERDICT, BEST)}
    names = join_words([review.judge for review in reviews])
    return (
        f"{names} agree on the verdict of {same[VERDICT]} and on the best move of {same[BEST]} of {len(rows)} moves"
        if rows
        else f"{names} judged no move together"
    )
