"""A match on a board that is stepped through without a script; each position is a picture in the page.

Links lead to positions, and only the one named in the address is shown. The link to the next one has the focus, so that
Enter steps on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.capabilities import hides_information
from games.game import CHANCE, IllegalMove
from referee.drawing.highlights import UNMARKED, Marks, move_marks
from referee.drawing.html_page import keep_percent_together, section
from referee.drawing.markup import Markup, SharedShapes, block, element
from referee.drawing.themes import THEMES
from referee.drawing.vector.board import board_image, framed
from referee.drawing.vector.image import FONT, shape_markup
from referee.reports.notes_text import position_notes
from referee.reports.review.comment import Comment
from referee.reports.review.text import grade_words, mark
from referee.spoken.pictures import picture_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.game import Game
    from games.picture import Picture
    from referee.reports.review.text import Look
    from referee.reviews.judging import Verdict
    from referee.reviews.review import Played, Review


PREFIX = "words-"
WIDE = 300  # pixels; smaller boards are enlarged to this width, by half at most
SMALLER = 0.5  # the scale of boards in a line
BOARD_RULES = """\
.shapes { position: absolute }
figure { margin: 0 }
figcaption { font-size: .875rem; font-weight: 600; margin-bottom: .4rem }
.board { display: block; max-width: 100%; height: auto; border-radius: 10px; outline: 3px solid var(--rule) }
.bad .board { outline-color: var(--bad) }
.better .board { outline-color: var(--good) }
@media print { .board { max-height: 4.6cm; width: auto } .line .board { max-height: 2.2cm } }
"""
WORST = 20  # moves with the greatest losses, whose better lines are drawn
LINE = 4  # positions of such a line after the better move, at most


class Boards:
    """The pictures of one page."""

    def __init__(self, seats: tuple[str, str]):
        self.seats = seats
        self.shapes = SharedShapes()
        self.words: dict[str, int] = {}  # the number of each sentence

    def figure(
        self, caption: str, picture: Picture, marks: Marks = UNMARKED, kind: str = "", scale: float | None = None
    ) -> Markup:
        """Return the picture with its caption, and its note unless it is small.

        scale  of a small one.
        """
        drawn = framed(board_image(picture, THEMES["safe"], marks))
        factor = scale or min(1.5, max(1, WIDE / drawn.width))
        box = {
            "width": f"{drawn.width * factor:.0f}",
            "height": f"{drawn.height * factor:.0f}",
            "viewBox": f"0 0 {drawn.width:g} {drawn.height:g}",
        }
        content = [shape_markup(shape, self.shapes) for shape in drawn.shapes]
        labels = self.labels(picture_sentences(picture, self.seats))
        image = element("svg", *content, class_="board", **box, font_family=FONT, role="img", aria_labelledby=labels)
        above = [element("figcaption", caption)] * bool(caption)
        note = "" if scale or isinstance(picture, str) else picture.note
        below = [element("p", note, class_="note")] * bool(note)
        return element("figure", *above, image, *below, class_=kind or None)

    def labels(self, sentences: Iterable[str]) -> str:
        """Return the ids of the sentences, for aria-labelledby."""
        numbers = (self.words.setdefault(each, len(self.words) + 1) for each in sentences)
        return " ".join(f"{PREFIX}{number}" for number in numbers)

    def definitions(self) -> Markup:
        """Return all shapes and sentences, which a browser does not show."""
        words = (element("span", each, id=f"{PREFIX}{number}") for each, number in self.words.items())
        return Markup(f"{self.shapes.definitions()}\n{block('div', *words, hidden='hidden')}")


def view(game: Game) -> Picture | None:
    """Return what may be shown of a position: of hidden things what the seat to move saw.

    Returns None if something is hidden and no seat is to move.
    """
    if not hides_information(game):
        return game.show()
    return None if game.turn == CHANCE or game.score() is not None else game.show(game.turn)


def line_positions(game: Game, line: Iterable[str]) -> Iterator[tuple[str, Game, Marks]]:
    """Yield the moves of a line, with the positions after them and their marks, until chance moves.

    Yields nothing for a game that hides something, as nobody knows what would have been seen.
    """
    if hides_information(game):
        return
    reached = game.copy()
    for text in line:
        try:
            move = reached.parse(text)
        except IllegalMove:
            return
        if reached.turn == CHANCE:
            return
        marks = move_marks(reached, move)
        reached = reached.copy()
        reached.make(move)
        yield text, reached, marks


RULES = (
    BOARD_RULES
    + """\
.position { display: none }
.position:has(:target), .positions:not(:has(:target)) .position:first-of-type { display: block }
@supports not selector(:has(a)) { .position { display: block; margin-top: 2rem } }
.steps { display: flex; gap: .5rem; margin: 0 0 1rem }
.steps > * { min-width: 3rem; padding: .3rem .7rem; border: 1px solid var(--rule); border-radius: .4rem;
  text-align: center; text-decoration: none; scroll-margin-top: 5rem }
.steps > :not([href]) { color: var(--faint); border-style: dashed }
.boards, .line { display: flex; flex-wrap: wrap; gap: 1rem 2rem; max-width: none; margin: .8rem 0 }
.line { gap: 1rem 1.2rem; padding: 0; list-style: none }
.line li { padding: 0; border: 0 }
@media print {
  .steps, .position, .screen { display: none !important }
  .position.printed { display: block !important; margin-top: 1rem; break-inside: avoid }
  .boards, .line { margin: .4rem 0; gap: .5rem 1.5rem }
}
"""
)


def identity(number: int) -> str:
    """Return the id of the position after `number` moves."""
    return f"move-{number}"


def here_rule(count: int) -> str:
    """Return the CSS rule that marks what belongs to the shown position, by its class `at-NUMBER`."""
    chosen = ",\n".join(f":root:has(#{identity(number)}:target) .at-{number}" for number in range(1, count + 1))
    return f"{chosen} {{ background: var(--rule); fill-opacity: .25 }}\n" if chosen else ""


def game_section(review: Review, positions: list[Game], look: Look) -> Markup:
    """Return the board with all positions of the match; the start is shown first."""
    stepper = Stepper(review, positions, look)
    picture = view(stepper.positions[0])
    drawn = [block("div", stepper.boards.figure("", picture), class_="boards")] if picture is not None else []
    states = [
        stepper.part(0, element("span", "Before the first move"), *drawn, *stepper.quote(0)),
        *(stepper.state(each) for each in review.moves),
    ]
    return section("game", "The game", stepper.boards.definitions(), block("div", *states, class_="positions"))


def title(played: Played, game: Game) -> Markup:
    """Return the move with its number, its seat and its mark: `4. O 6 ?? blunder`."""
    seat = "by chance:" if played.seat == CHANCE else game.seats[played.seat]
    said = f"{played.numeral} {seat} {played.text}"
    if played.grade is None or not played.grade.bad:
        return element("span", said)
    return element("span", f"{said} ", element("span", f"{mark(played)} {grade_words(played)}", class_="mark"))


class Stepper:
    """Makes the parts of the page that each show a position; `positions` as in Comment."""

    def __init__(self, review: Review, positions: list[Game], look: Look):
        self.review, self.positions, self.look = review, positions, look
        self.hidden = hides_information(positions[0])
        self.notes = position_notes(review.record, positions, "The file: ")
        self.boards = Boards((positions[0].seats[0], positions[0].seats[1]))
        marked = review.marked()
        worst = sorted(marked, key=lambda each: -(each.verdict.loss if each.verdict else 0.0))[:WORST]
        self.lined = {each.number for each in worst}
        self.printed = {each.number for each in marked} or {len(review.moves)}

    def state(self, played: Played) -> Markup:
        """Return the position after a move, what the move gave away, and what was better."""
        comment, verdict = Comment(played, self.positions), played.verdict
        game = comment.game
        bad = bool(played.grade and played.grade.bad)
        drawn = block("div", *self.figures(played, game, bad), class_="boards")
        words = [element("p", keep_percent_together(said))] if bad and (said := comment.sentence) else []
        if comment.reasons:
            words.append(element("p", comment.reasons))
        if verdict is not None and verdict.better is not None:
            words.append(element("p", comment.better))
            words += self.line(played.number, game, verdict)
        return self.part(played.number, title(played, game), drawn, *words, *self.quote(played.number))

    def quote(self, number: int) -> list[Markup]:
        """Return what the file says of a move."""
        return [element("p", said, class_="note") for said in self.notes.get(number, ())]

    def figures(self, played: Played, game: Game, bad: bool) -> Iterator[Markup]:
        """Yield the position after the move, and beside it the one after the better move.

        If something is hidden, it is the position before the move, as its seat saw it.
        """
        kind, after = "bad" if bad else "", self.positions[played.number]
        picture = view(game if self.hidden else after)
        if picture is not None:
            caption = f"Before the move, as {game.seats[played.seat]} saw it" if self.hidden else f"After {played.text}"
            yield self.boards.figure(caption, picture, move_marks(game, game.parse(played.text)), kind)
        verdict = played.verdict
        if verdict is not None and verdict.better is not None:
            for text, reached, marks in line_positions(game, (verdict.better,)):
                yield self.boards.figure(f"Better: {text}", reached.show(), marks, "better")

    def line(self, number: int, game: Game, verdict: Verdict) -> list[Markup]:
        """Return the positions that the better move leads to, on small boards."""
        if number not in self.lined:
            return []
        found = list(line_positions(game, verdict.line[: LINE + 1]))[1:]
        small = (
            element("li", self.boards.figure(f"then {text}", reached.show(), marks, "better", SMALLER))
            for text, reached, marks in found
        )
        return [block("ol", *small, class_="line")] if found else []

    def part(self, number: int, heading: Markup, *content: Markup) -> Markup:
        """Return a position below its links and its heading."""
        kind = "position printed" if number in self.printed else "position"
        said = element("h3", heading, id=f"said-{number}")
        return block("article", self.steps(number), said, *content, class_=kind, aria_labelledby=f"said-{number}")

    def steps(self, number: int) -> Markup:
        """Return the links to the first position, the one before, the next and the last. The next one has the focus."""
        last = len(self.review.moves)
        return element(
            "nav", step("First", 0 if number else None), step("Back", number - 1 if number else None),
            step("Next", number + 1 if number < last else None, number),
            step("Last", last if number < last else None), class_="steps", aria_label="Steps",
        )  # fmt: skip


def step(name: str, to: int | None, here: int | None = None) -> Markup:
    """Return a link to position `to`, without a target if that is None; `here` is the position that focuses it."""
    own = {} if here is None else {"id": identity(here), "aria_describedby": f"said-{here}"}
    if to is None:
        away = {"role": "link", "aria_disabled": "true"} | ({} if here is None else {"tabindex": 0})
        return element("span", name, **own, **away)
    return element("a", name, **own, href=f"#{identity(to)}")
