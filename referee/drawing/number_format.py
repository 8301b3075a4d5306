"""Numbers as people read them: how many of what, how long, and the signs before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from referee.drawing.glyphs import Signs

SECOND, HUNDRED = 0.9995, 99.95  # smaller values are not rounded up to 1,000 ms or to 100


def format_count(count: float, what: str, plural: str = "") -> str:
    """Return a count with its noun: `1 game`, `2,000 games`, `14.5 points`; `plural` if an s is not enough."""
    return f"{format_number(count)} {what if count == 1 else plural or f'{what}s'}"


def format_number(value: float) -> str:
    """Return a number of points or games, with a decimal only if it has a half."""
    return f"{value:,.{1 if value % 1 else 0}f}"


def format_seconds(seconds: float) -> str:
    """Return a duration in three digits and a unit: `0.0843 ms`, `97.2 ms`, `1.23 s`, `1,240 s`."""
    value, unit = (seconds, "s") if seconds >= SECOND else (seconds * 1000, "ms")
    return f"{value:,.0f} {unit}" if value >= HUNDRED else f"{round(value, 4):.3g} {unit}"


@dataclass(frozen=True)
class Glyphs:
    """The signs before negative numbers and margins, and the forms of remarks.

    aside  how a remark follows what it is about;  range  how the two ends of an interval are written.
    """

    minus: str
    margin: str
    aside: str = " ({})"
    range: str = "{low}{to}{high}"

    def between(self, low: str, high: str, to: str) -> str:
        """Return the ends of an interval as a remark: ` (58-66)`."""
        return self.aside.format(self.range.format(low=low, high=high, to=to))


ASCII = Glyphs("-", "+-")
TYPED = Glyphs("-", "±")
PRINTED = Glyphs("\N{MINUS SIGN}", "±")


def glyphs(signs: Signs) -> Glyphs:
    """Return the signs of numbers that fit the signs of drawings."""
    return ASCII if signs.more.isascii() else TYPED
