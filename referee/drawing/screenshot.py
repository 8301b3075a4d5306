"""A board as an SVG picture: the lines of a terminal in the colours of a theme, the same bytes each time."""

from dataclasses import dataclass
from math import ceil

import click

import games
from games.game import Game
from games.picture import Picture
from referee.drawing.flip import flip_marks, flipped_picture
from referee.drawing.glyphs import ASCII, UNICODE, Line, Span
from referee.drawing.highlights import Marks, move_marks
from referee.drawing.markup import NO_BREAK, Markup, block, element
from referee.drawing.picture import draw
from referee.drawing.text_width import size, text_width
from referee.drawing.themes import PLAIN, THEMES, Style, Theme

SYMBOLS = {"unicode": UNICODE, "ascii": ASCII}
WIDTH = 80  # columns of the window that is pictured
CHAR, LINE, HIGH = 12.2, 24.4, 20  # pixels of a character and of a line, and of the letters in it
LEFT, TOP = 9, 41  # pixels beside and above the lines
GROUND, INK = "#0c0c0c", "#d9d9d9"
DIM = 0.4  # of the way to the ground
FONT = 'text { font: 20px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }'


@dataclass(frozen=True)
class ScreenshotOptions:
    """What is to be pictured: a game after some moves, in a theme and in symbols by their names, turned or not."""

    game: str
    moves: tuple[str, ...] = ()
    theme: str = "classic"
    symbols: str = "unicode"
    flip: bool = False


def screenshot(options: ScreenshotOptions) -> str:
    """The SVG. Raises SpecError, and click.UsageError where there is nothing to flip."""
    games.load(options.game, options.moves)  # which names the first move that is none
    game = games.load(options.game, options.moves[:-1])
    title, move = canonical_spec(options.game), None
    for entry in game.singles(options.moves[-1]) if options.moves else ():
        move = game.parse(entry)
        title = f"{canonical_spec(options.game)}, after {game.text(move)}"
        game.make(move)
    picture, marks = picture_and_marks(game, move, options)
    return svg(title, draw(picture, SYMBOLS[options.symbols], WIDTH, marks), THEMES[options.theme])


def canonical_spec(spec: str) -> str:
    """The spec with the proper name of its game."""
    name, behind = games.CATALOGUE.split(spec)
    return f"{name}:{behind}".rstrip(":")


def picture_and_marks(game: Game, move: int | None, options: ScreenshotOptions) -> tuple[Picture, Marks]:
    """The picture and its marks, turned where that is wished."""
    picture, marks = game.show(), move_marks(game, move)
    if not options.flip:
        return picture, marks
    turned = flipped_picture(game)
    if turned is None:
        raise click.UsageError(f"--flip: {options.game} has no board that could be turned")
    return turned, flip_marks(picture, marks)


def svg(title: str, lines: list[Line], theme: Theme) -> str:
    """The lines below that title, on a dark ground, with no reference to anything outside."""
    columns = max(size(lines)[0], text_width(title))
    rules: dict[str, int] = {}  # the numbers of their classes
    grounds, texts = list[Markup](), list[Markup]()
    for row, line in enumerate(lines):
        at = 0
        for span in merge_spans(line, theme):
            style, x, wide = theme.style(span.role), at * CHAR, text_width(span.text)
            kind = rules.setdefault(style_rules(style), len(rules) + 1)
            if behind := (style.fg or INK) if style.reverse else style.bg:
                grounds.append(backdrop(behind, x, row * LINE + 1.5, wide * CHAR))
            if span.text.strip(" "):
                shown = span.text.replace(" ", NO_BREAK)
                y, length = f"{row * LINE + HIGH:g}", f"{wide * CHAR:g}"
                texts.append(element("text", shown, class_=f"board-r{kind}", x=f"{x:g}", y=y, textLength=length))
            at += wide
        rules.setdefault(style_rules(PLAIN), len(rules) + 1)
    box = f"0 0 {ceil(columns * CHAR + 2 * LEFT - 2) + 2} {len(lines) * LINE + TOP + LEFT:.0f}"
    sheet = [FONT, *(f".board-r{kind} {{ {rule} }}" for rule, kind in rules.items())]
    return block(
        "svg",
        element("title", title),
        block("style", Markup("\n".join(sheet))),
        element("rect", width="100%", height="100%", rx=8, fill=GROUND),
        element("text", title, x=LEFT, y=27, fill=INK),
        block("g", *[Markup("".join(grounds))] * bool(grounds), *texts, transform=f"translate({LEFT}, {TOP})"),
        xmlns="http://www.w3.org/2000/svg", viewBox=box,
    ) + "\n"  # fmt: skip


def backdrop(colour: str, x: float, y: float, wide: float) -> Markup:
    """What a text of that colour behind it stands on."""
    sides = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{wide:g}", "height": f"{LINE + 0.25:g}"}
    return element("rect", fill=colour, **sides, shape_rendering="crispEdges")


def style_rules(style: Style) -> str:
    """The style as rules of a style sheet."""
    ink, behind = style.fg or INK, style.bg or GROUND
    if style.reverse:
        ink, behind = behind, ink
    if style.dim:
        ink = blend(ink, behind)
    bold = ["font-weight: bold"] * style.bold
    return ";".join([f"fill: {ink}", *bold, *["text-decoration: underline;"] * style.underline])


def blend(ink: str, behind: str) -> str:
    """The colour DIM of the way from one to the other."""
    pairs = ((int(ink[at : at + 2], 16), int(behind[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{int(one + (other - one) * DIM):02x}" for one, other in pairs)


def merge_spans(line: Line, theme: Theme) -> list[Span]:
    """The line in as few spans as look the same."""
    found: list[Span] = []
    for span in line:
        if found and looks_alike(found[-1], span, theme):
            found[-1] = Span(found[-1].text + span.text, found[-1].role)
        else:
            found.append(span)
    return found


def looks_alike(left: Span, right: Span, theme: Theme) -> bool:
    """Whether the right one looks no different in the role of the left one, as blanks mostly do."""
    grounds = (style.bg or style.reverse or style.underline for style in map(theme.style, (left.role, right.role)))
    return left.role == right.role or not (right.text.strip() or any(grounds))
