"""A review in lines for people: the moves with their marks, a chart, what mattered and why, and summaries."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from games.base.notation import printable
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from referee.drawing.glyphs import ASCII, OWNER, Line, Signs, Span, with_signs
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.drawing.text_table import printable_text
from referee.drawing.text_width import cut, pad, text_width, wrapped
from referee.match.events import Ended, How
from referee.match.numbering import numbered
from referee.match.sentences import describe_opponents, describe_player, outcome_sentence
from referee.match.wording import Viewpoint, make_sentence
from referee.reports.notes_text import position_notes
from referee.reports.review.comment import Comment
from referee.reviews.judging import Grade
from referee.reviews.review import ahead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.reviews.review import Played, PlayerSummary, Review


TOLD = 10  # commented moves, the greatest losses first
DRAWN = 3  # of these with the position drawn
BELIEVED = "~"  # before the mark of an unproven grade
ROWS = 4  # in each direction
HALVES = 2  # of a row
Each = TypeVar("Each")
LONGEST = 8  # columns of a seat's name
WIDEST = 3  # columns for a move
# A full row, and a half one upwards and downwards; for proven and for believed values.
BARS = {False: {True: ("█", "▄", "▀"), False: ("▒", "░", "░")}, True: {True: ("#", ".", "'"), False: (":", ",", "`")}}


@dataclass(frozen=True)
class Look:
    """How to show a review: columns, characters, whether also good moves, and whether without drawings."""

    width: int
    signs: Signs
    whole: bool = False
    plain: bool = False


def review_lines(review: Review, positions: list[Game], look: Look) -> Iterator[Line]:
    """Yield the review in lines; `positions` as in Comment."""
    game, names = positions[0], review.record.names
    yield from sentences(describe_opponents(game, names), look)
    yield from sentences(result(review, positions[-1]), look)
    yield []
    lines = [""]
    for item in map(printable, numbered((each.numeral, marked_text(each)) for each in review.moves)):
        longer = f"{lines[-1]}  {item}" if lines[-1] else item
        lines = [*lines[:-1], longer] if text_width(longer) <= look.width else [*lines, item]
    yield from [[Span(line)] for line in lines]
    if not look.plain and any(each.after for each in review.moves):
        yield []
        yield from drawn_chart(review, game, look)
    told = []
    if any(mark(each).startswith(BELIEVED) for each in review.moves):
        told.append(f"marks with {BELIEVED}")
    if not look.plain and any(each.after and not each.after.exact for each in review.moves):
        told.append(f"pale bars ({' '.join(dict.fromkeys(BARS[look.signs is ASCII][False]))})")
    if said := make_sentence(f"{' and '.join(told)} are estimates" if told else ""):
        yield from sentences(said, look, "faint")
    yield from moments(review, positions, look)
    yield []
    yield from sentences(turning(review, positions), look)
    for summary in review.players:
        yield from sentences(summary_sentence(summary), look)
    yield from sentences(basis(review), look)


def sentences(text: str, look: Look, role: str = "") -> list[Line]:
    """Return the text in lines that fit."""
    return wrapped(with_signs(printable(text), look.signs), max(20, look.width), role)


def result(review: Review, end: Game) -> str:
    """Say how the match ended."""
    record = review.record
    if record.how is None:
        return "The match is not over."
    first, second = end.seats
    view = Viewpoint(record.names, (first, second))
    return outcome_sentence(Ended(end, record.score, How(record.how), record.why), view)


def short(played: Played) -> str:
    """Return a move with its number and mark."""
    return f"{played.numeral} {marked_text(played)}"


def marked_text(played: Played) -> str:
    """Return a move with its mark."""
    text = f"({played.text})" if played.seat == CHANCE else played.text
    return f"{text}{spaced(mark(played))}"


def mark(played: Played) -> str:
    """Return the mark of the grade: `??`, or `~??` if it is not proven; maybe ""."""
    verdict = played.verdict
    if verdict is None or verdict.grade is None or not verdict.grade.mark:
        return ""
    return verdict.grade.mark if verdict.proven else f"{BELIEVED}{verdict.grade.mark}"


def grade_words(played: Played) -> str:
    """Return the grade of a bad move, and how sure it is: `blunder, proven`; "" for other moves."""
    verdict = played.verdict
    if verdict is None or verdict.grade is None or not verdict.grade.bad:
        return ""
    return f"{verdict.grade.value}, {sureness(verdict.proven)}"


def sureness(proven: bool) -> str:
    """Return `proven` or `believed`."""
    return "proven" if proven else "believed"


def spaced(text: str) -> str:
    """Return the text with a blank before it, if it is not empty."""
    return f" {text}" if text else ""


def drawn_chart(review: Review, game: Game, look: Look) -> list[Line]:
    """Return the chart of the match."""
    chances = [each.after.chance if each.after else None for each in review.moves]
    drawn = Bars(
        chances,
        [bool(each.after and each.after.exact) for each in review.moves],
        [bool(each.grade and each.grade.bad) for each in review.moves],
        (review.moves[0].order, review.moves[-1].order),
        review.turning,
    )
    return chart(drawn, look.width, look.signs, (game.seats[0], game.seats[1]))


def moments(review: Review, positions: list[Game], look: Look) -> Iterator[Line]:
    """Yield the commented moves, the worst with the position before them."""
    worst = sorted(review.marked(), key=lambda each: -(each.verdict.loss if each.verdict else 0.0))
    shown = {each.number for each in worst[: None if look.whole else TOLD]}
    drawn = set() if look.plain else {each.number for each in worst[:DRAWN]}
    notes = position_notes(review.record, positions, "The file: ")
    for each in review.moves:
        comment = Comment(each, positions)
        if each.number in shown or (look.whole and (comment.words or each.number in notes)):
            yield []
            yield from moment(each, comment, look, each.number in drawn)
            for said in notes.get(each.number, ()):
                yield from sentences(said, look, "faint")
    if len(shown) < len(worst):
        yield []
        yield from sentences(f"{len(worst) - len(shown)} more that gave something away: with --all or --json.", look)


def moment(played: Played, comment: Comment, look: Look, drawn: bool) -> Iterator[Line]:
    """Yield the comment on a move; if `drawn`, with the position before it as its seat saw it."""
    verdict, game, said = played.verdict, comment.game, comment.words
    if verdict is None:
        return
    word = f" ({words})" if (words := grade_words(played)) else ""
    made = f"{game.seats[played.seat]} {played.text}{spaced(mark(played))}"
    head = f"{played.numeral} {made}{word}{said and f': {said}'}."
    yield from sentences(head, look, "bad" if played.grade and played.grade.bad else "")
    yield from sentences(comment.reasons, look)
    if drawn:
        picture = game.show(played.seat if hides_information(game) else None)
        marks = move_marks(game, verdict.move)
        yield from draw(picture, look.signs, look.width, marks)
    if verdict.better is not None:
        yield from sentences(comment.better, look)


def turning(review: Review, positions: list[Game]) -> str:
    """Return the turning point in words."""
    if not review.whole:
        looked = sum(each.verdict is not None for each in review.moves)
        return f"Only the last {looked} moves were looked at."
    if review.turning is None:
        values = (review.start, *(each.after for each in review.moves))
        if any(each is None or ahead(each) is None for each in values):
            return "No turning point: the lead never changed, as far as I can tell."
        return "No turning point: the lead never changed."
    played = review.moves[review.turning - 1]
    if played.seat == CHANCE:
        return f"Turning point: {played.numeral} {played.text}, by chance."
    seats = describe_player(positions[0], review.record.names, played.seat)
    return f"Turning point: {played.numeral} {played.text} by {seats}."


def summary_sentence(summary: PlayerSummary) -> str:
    """Return a player's summary."""
    if not summary.graded:
        return f"{summary.name}: no move with a choice"
    words = ", ".join(f"{count} {plural(grade, count)}" for grade, count in summary.counts.items() if count)
    return f"{summary.name}: {words}; {accuracy_words(summary)}"


def accuracy_words(summary: PlayerSummary) -> str:
    """Return `accuracy 92 % over all 20 moves, 12 of them proven`."""
    moves = "its only move" if summary.graded == 1 else f"all {summary.graded} moves"
    part = f"{summary.proven} of them proven" if 0 < summary.proven < summary.graded else sureness(summary.proven > 0)
    return f"accuracy {summary.accuracy:.0f} % over {moves}, {part}"


def basis(review: Review) -> str:
    """Say how many positions are solved, and who judged the others."""
    known = [each for each in (review.start, *(move.after for move in review.moves)) if each is not None]
    solved = sum(each.exact for each in known)
    if not known:
        return "Nothing is known of its positions."
    whole = review.whole and len(known) > len(review.moves)
    which = f"its {len(known)} positions" if whole else f"the {len(known)} positions that were looked at"
    if solved == len(known):
        return f"Exact: all {'its positions' if whole else which} {are(solved)} solved."
    estimated = f"estimated, with chances from {review.source}" if review.source else "estimated"
    judged = f"judged by {review.judge}" if review.judge else estimated
    if not solved:
        return f"None of {which} is solved: all is {judged}."
    return f"{solved} of {which} {are(solved)} solved, the others {judged}."


def are(count: int) -> str:
    """Return the verb for a number."""
    return "is" if count == 1 else "are"


def plural(grade: Grade, count: int) -> str:
    """Return the word for `count` moves of that grade."""
    if grade is Grade.INACCURACY:
        return "inaccuracy" if count == 1 else "inaccuracies"
    return grade.value if grade in (Grade.BEST, Grade.GOOD) or count == 1 else f"{grade.value}s"


@dataclass(frozen=True)
class Bars:
    """What is drawn of each move.

    chances  of seat 0 after it, None if unknown;  proven  whether that is proven;  bad  whether it gave something away.
    ends     the numbers of the first and the last move as players count;  turning  the place of the turning point.
    """

    chances: Sequence[float | None]
    proven: Sequence[bool]
    bad: Sequence[bool]
    ends: tuple[int, int]
    turning: int | None = None


def chart(drawn: Bars, width: int, signs: Signs, seats: tuple[str, str]) -> list[Line]:
    """Return the bars, at most `width` wide; if there are more moves than columns, several share one."""
    names = [f"{cut(printable_text(name, signs), LONGEST)} 100 %" for name in seats]
    count = len(drawn.chances)
    label = max(map(text_width, names)) + 1
    room = max(8, width - label - 1)
    share = -(-count // room)
    wide = max(1, min(WIDEST, room // max(1, count)))
    levels = [level(group) for group in parts(drawn.chances, share)]
    sure = [all(group) for group in parts(drawn.proven, share)]

    def row(number: int, name: str) -> Line:
        name = name if abs(number) == ROWS else ""
        return [Span(pad(name, label, ">"), "faint"), *bars(list(zip(levels, sure, strict=True)), number, wide, signs)]

    lines = [row(number, names[0]) for number in range(ROWS, 0, -1)]
    axis = signs.rule * (wide * len(levels))
    lines.append([Span(pad("50 %", label, ">"), "faint"), Span(" " + axis, "faint")])
    lines += [row(-number, names[1]) for number in range(1, ROWS + 1)]
    lines.append([Span(" " * (label + 1)), *below(drawn.bad, drawn.turning, share, wide)])
    lines.append([Span(" " * (label + 1)), Span(scale(drawn.ends, wide * len(levels)), "faint")])
    return lines


def parts(values: Sequence[Each], share: int) -> list[list[Each]]:
    """Return the values in groups of `share`."""
    return [list(values[start : start + share]) for start in range(0, len(values), share)]


def level(group: list[float | None]) -> int | None:
    """Return the half rows of a group's bar, negative for seat 1; None if nothing is known."""
    known = [value for value in group if value is not None]
    if not known:
        return None
    return round((sum(known) / len(known) - 0.5) * 2 * ROWS * HALVES)


def bars(columns: list[tuple[int | None, bool]], row: int, wide: int, signs: Signs) -> Line:
    """Return a row of bars, numbered from the axis, negative for seat 1."""
    side = 1 if row > 0 else -1
    cells = []
    for each, proven in columns:
        full, up, down = BARS[signs is ASCII][proven]
        halves = (each or 0) * side - HALVES * (abs(row) - 1)
        cells.append(full if halves >= HALVES else (up if side > 0 else down) if halves > 0 else " ")
    text = " " + "".join(cell * wide for cell in cells)
    return [Span(text.rstrip(), OWNER[0 if side > 0 else 1])]


def below(bad: Sequence[bool], turning: int | None, share: int, wide: int) -> Line:
    """Return the marks under the bars: `?` for bad moves, otherwise `^` at the turning point."""
    cells = []
    for start in range(0, len(bad), share):
        turned = turning is not None and start < turning <= start + share
        mark = "?" if any(bad[start : start + share]) else "^" if turned else " "
        cells.append(Span(pad(mark, wide), "bad" if mark == "?" else "strong" if turned else ""))
    return [Span("".join(each.text for each in spans), role) for role, spans in groupby(cells, lambda each: each.role)]


def scale(ends: tuple[int, int], room: int) -> str:
    """Return the numbers of the first and the last move at the ends of the axis."""
    first, last = map(str, ends)
    return first if first == last else first + pad(last, max(len(last) + 1, room - len(first)), ">")
