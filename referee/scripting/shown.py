"""What the functions return: it prints as the command does, and displays itself in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from games.base.spec_error import SpecError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from referee.drawing.glyphs import Line

WIDTH = 100  # columns of what is printed


class Shown:
    """Something that has lines of text, and may have HTML."""

    def lines(self) -> list[str]:
        """Return the lines to print."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def plain_lines(lines: Iterable[Line]) -> list[str]:
    """Return the lines of a drawing as text."""
    return ["".join(span.text for span in line).rstrip() for line in lines]


def html_table(rows: list[dict[str, Any]], caption: str) -> str:
    """Return the rows as an HTML table, with the keys of the first row as its head."""
    heads = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape('' if row[name] is None else str(row[name]))}</td>" for name in heads) + "</tr>"
        for row in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def data_frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Return the rows as a DataFrame of pandas. Raises SpecError if pandas is not installed."""
    try:
        import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise SpecError("to_pandas() needs pandas: pip install pandas") from None
    return pd.DataFrame(list(rows))
