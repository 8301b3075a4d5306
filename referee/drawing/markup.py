"""Elements of SVG and HTML, escaped; shapes that are written once; and what is seen in which frame.

Where nothing is animated, because a program knows no animations or a person prefers reduced motion, the last frame is
seen. A board that is drawn after every move of a long match changes in a few rows only, so SharedShapes writes each
row once.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.base.notation import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NO_BREAK = "\N{NO-BREAK SPACE}"
Interval = tuple[int, int]  # the frames in which something is shown, the last one not


class Markup(str):
    """Text that is SVG or HTML already."""

    __slots__ = ()


def text(words: object) -> Markup:
    """Return markup that shows these words, control characters escaped as in Python; markup stays as it is."""
    if isinstance(words, Markup):
        return words
    return Markup(escape(NO_BREAK.join(map(printable, str(words).split(NO_BREAK)))))


def element(name: str, *content: object, **attributes: object) -> Markup:
    """Return an element; all content but markup is escaped. Without content it is `<rect/>`.

    Attributes stand in the order given, without those that are None. In their names _ stands for a hyphen, and one at
    the end is left out: `class_`.
    """
    head = f"{name}{written(attributes)}"
    return Markup(f"<{head}>{''.join(map(text, content))}</{name}>" if content else f"<{head}/>")


def written(attributes: Mapping[str, object]) -> str:
    """Return the attributes as they stand in an element, with a blank before each."""
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    return "".join(f' {key}="{text(value)}"' for key, value in pairs)


def lines(*content: object) -> Markup:
    """Return the pieces of content below each other."""
    return Markup("\n".join(map(text, content)))


def block(name: str, *content: object, **attributes: object) -> Markup:
    """Return the element with its content on lines of their own."""
    return element(name, Markup("\n"), lines(*content), Markup("\n"), **attributes)


def intervals(numbers: Sequence[int]) -> list[Interval]:
    """Return growing numbers as intervals of consecutive ones: [0, 1, 4] as [(0, 2), (4, 5)]."""
    found: list[Interval] = []
    for number in numbers:
        if found and found[-1][1] == number:
            found[-1] = found[-1][0], number + 1
        else:
            found.append((number, number + 1))
    return found


def visibility_rules(names: Mapping[Interval, str], frames: int, seconds: float, pause: float) -> Markup:
    """Return the rules that show each class in its interval; without motion only the shapes of the last frame are seen.

    seconds  how long a frame is shown;  pause  how much longer the last one is before the first comes again.
    """
    whole = frames * seconds + pause
    hidden = [f".{name}" for (_, end), name in names.items() if end < frames]
    rules = [f"{', '.join(hidden)} {{ visibility: hidden }}"] if hidden else []
    rules.append("@media (prefers-reduced-motion: no-preference) {")
    for (start, end), name in names.items():
        if (start, end) == (0, frames):
            continue
        moments = {0.0: start == 0, 100 * start * seconds / whole: True}
        if end < frames:
            moments[100 * end * seconds / whole] = False
        keys = " ".join(f"{at:.4f}% {{ visibility: {word(on)} }}" for at, on in sorted(moments.items()))
        rules.append(f"@keyframes {name} {{ {keys} 100% {{ visibility: {word(end == frames)} }} }}")
        rules.append(f".{name} {{ animation: {name} {whole:g}s step-end infinite }}")
    return Markup("\n".join([*rules, "}"]))


def word(on: bool) -> str:
    """Return the value of visibility."""
    return "visible" if on else "hidden"


class SharedShapes:
    """The shapes of one page or file, each with a number; shapes may be made of earlier ones.

    prefix  of their identities, which differs between files that may come into one page.
    """

    def __init__(self, prefix: str = "shape-") -> None:
        self.prefix = prefix
        self.numbers: dict[Markup, int] = {}

    def use(self, shape: Markup, x: float = 0, y: float = 0) -> Markup:
        """Return the shape, moved to the right and down."""
        number = self.numbers.setdefault(shape, len(self.numbers) + 1)
        return element("use", href=f"#{self.prefix}{number}", x=distance(x), y=distance(y))

    def definitions(self) -> Markup:
        """Return all shapes that were used, as an element that shows nothing by itself."""
        return block("svg", self.defs(), class_="shapes", width=0, height=0, aria_hidden="true")

    def defs(self) -> Markup:
        """Return all shapes that were used, as an element for a picture that uses them itself."""
        shapes = (element("g", shape, id=f"{self.prefix}{number}") for shape, number in self.numbers.items())
        return block("defs", *shapes)


def distance(pixels: float) -> str | None:
    """Return a distance as an attribute; None for 0."""
    return f"{round(pixels, 2):g}" if pixels else None
