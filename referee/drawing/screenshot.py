"""A board as an SVG picture: the lines of a terminal in the colours of a theme, the same bytes each time."""

import re
from dataclasses import dataclass
from html import escape
from io import StringIO

import click

import games
from games.game import Game
from games.picture import Picture
from referee.drawing.flip import across, turned_marks
from referee.drawing.glyphs import ASCII, UNICODE, Line, Span
from referee.drawing.highlights import Marks, moved
from referee.drawing.picture import draw
from referee.drawing.text_width import size, text_width
from referee.drawing.themes import THEMES, Theme, rich_style

SYMBOLS = {"unicode": UNICODE, "ascii": ASCII}
WIDTH = 80  # columns of the window that is pictured
FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{width:.0f}} {{height:.0f}}">
<title>{title}</title>
<style>
text {{{{ font: 20px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }}}}
{{styles}}
</style>
<rect width="100%" height="100%" rx="8" fill="{ground}"/>
<text x="{{terminal_x}}" y="27" fill="{ink}">{title}</text>
<g transform="translate({{terminal_x}}, {{terminal_y}})">
{{backgrounds}}{{matrix}}
</g>
</svg>
"""
NEEDLESS = re.compile(r' clip-path="[^"]*"|<text [^>]*>\n</text>')  # texts have their lengths; some are a line's end


@dataclass(frozen=True)
class Wish:
    """What is to be pictured: a game after some moves, in a theme and in symbols by their names, turned or not."""

    game: str
    moves: tuple[str, ...] = ()
    theme: str = "classic"
    symbols: str = "unicode"
    flip: bool = False


def screenshot(wish: Wish) -> str:
    """The SVG. Raises SpecError, and click.UsageError where there is nothing to flip."""
    games.load(wish.game, wish.moves)  # which names the first move that is none
    game = games.load(wish.game, wish.moves[:-1])
    title, move = proper(wish.game), None
    for entry in game.singles(wish.moves[-1]) if wish.moves else ():
        move = game.parse(entry)
        title = f"{proper(wish.game)}, after {game.text(move)}"
        game.make(move)
    picture, marks = seen(game, move, wish)
    return svg(title, draw(picture, SYMBOLS[wish.symbols], WIDTH, marks), THEMES[wish.theme])


def proper(spec: str) -> str:
    """The spec with the proper name of its game."""
    name, behind = games.CATALOGUE.split(spec)
    return f"{name}:{behind}".rstrip(":")


def seen(game: Game, move: int | None, wish: Wish) -> tuple[Picture, Marks]:
    """The picture and its marks, turned where that is wished."""
    picture, marks = game.show(), moved(game, move)
    if not wish.flip:
        return picture, marks
    turned = across(game)
    if turned is None:
        raise click.UsageError(f"--flip: {wish.game} has no board that could be turned")
    return turned, turned_marks(picture, marks)


def svg(title: str, lines: list[Line], theme: Theme) -> str:
    """The lines below that title, on a dark ground, with no reference to anything outside."""
    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    console = Console(
        width=max(size(lines)[0], text_width(title)), record=True, file=StringIO(), force_terminal=True,
        color_system="truecolor", legacy_windows=False, _environ={},
    )  # fmt: skip
    for line in lines:
        spans = ((span.text, rich_style(theme.style(span.role))) for span in merged(line, theme))
        console.print(Text.assemble(*spans), soft_wrap=True, highlight=False, markup=False, emoji=False)
    words = escape(title).replace("{", "{{").replace("}", "}}")
    ground, ink = MONOKAI.background_color.hex, MONOKAI.foreground_color.hex
    frame = FRAME.format(title=words, ground=ground, ink=ink)
    drawn = console.export_svg(title=title, theme=MONOKAI, code_format=frame, unique_id="board")
    return NEEDLESS.sub("", drawn).replace("&#160;", "\N{NO-BREAK SPACE}").replace("><text", ">\n<text")


def merged(line: Line, theme: Theme) -> list[Span]:
    """The line in as few spans as look the same."""
    found: list[Span] = []
    for span in line:
        if found and joins(found[-1], span, theme):
            found[-1] = Span(found[-1].text + span.text, found[-1].role)
        else:
            found.append(span)
    return found


def joins(left: Span, right: Span, theme: Theme) -> bool:
    """Whether the right one looks no different in the role of the left one, as blanks mostly do."""
    grounds = (style.bg or style.reverse or style.underline for style in map(theme.style, (left.role, right.role)))
    return left.role == right.role or not (right.text.strip() or any(grounds))
