"""What `referee solve` prints for ranges of options, `yucky-chocolate:rows=1..4,columns=1..7`: who wins each."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import click

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from referee.drawing.text_table import Column, TextTable
from referee.match.exact import find_settled_score
from referee.solving.outcome_text import refuse_end
from referee.solving.value import sign

if TYPE_CHECKING:
    from collections.abc import Iterator

RANGE = re.compile(r"(?<=[:,=])(?<!\d:)(\d{1,4})\.\.(\d{1,4})(?=,|$)")
NAME = re.compile(r"([\w-]+)=$")
MOST = 400  # games of a table
POSITIONS = 1_000_000  # to solve each of them, at most
LETTERS = {1: "W", 0: "D", -1: "L"}


@dataclass(frozen=True)
class SizeRange:
    """A range in a spec: the name of its option, and its values."""

    name: str
    values: range


def has_ranges(spec: str) -> bool:
    """Return whether the spec names more than one game."""
    return RANGE.search(spec) is not None


def read_sizes(spec: str) -> list[SizeRange]:
    """Return the ranges of a spec, at most two. Raises SpecError."""
    found = []
    for each in RANGE.finditer(spec):
        first, last = int(each[1]), int(each[2])
        if first > last:
            raise SpecError(f"{spec!r}: the range {each[0]} begins with the larger number; write {last}..{first}")
        named = NAME.search(spec[: each.start()])
        found.append(SizeRange(named[1] if named else "size", range(first, last + 1)))
    count = len(found[0].values) * (len(found[1].values) if found[1:] else 1)
    if len(found) > 2 or count > MOST:
        raise SpecError(f"{spec} names too many games for a table: at most two ranges, and {MOST} games")
    return found


def letter_for(spec: str) -> str:
    """Return W, D or L for the seat that moves first, ? if it is not soon solved, - if there is no such game."""
    try:
        game = games.load(spec)
        refuse_end(game, "solve")
    except SpecError:
        return "-"
    found = find_settled_score(game, POSITIONS)
    return LETTERS[sign(-found.score if game.turn else found.score)] if found else "?"


def size_lines(spec: str) -> Iterator[str]:
    """Yield a table of who wins: rows by the first range of the spec, columns by the second. Raises SpecError."""
    sizes = read_sizes(spec)
    rows, columns = sizes[0], sizes[1] if sizes[1:] else None
    cells = {}
    for values in product(*(size.values for size in sizes)):
        waiting = list(map(str, values))
        cells[values] = letter_for(RANGE.sub(lambda _: waiting.pop(0), spec))  # noqa: B023  # used at once
    if set(cells.values()) == {"-"}:
        games.load(RANGE.sub(r"\2", spec))  # raises if there is no such game
    yield f"{spec}: W is won by the seat that moves first, L is lost{', D is a draw' * ('D' in cells.values())}."
    yield ""
    if columns is None:
        heads = [("", [cells[(row,)] for row in rows.values])]
    else:
        heads = [(str(column), [cells[row, column] for row in rows.values]) for column in columns.values]
        yield f"{' ' * len(rows.name)}  {columns.name}"
    named = Column(rows.name, [*map(str, rows.values)])
    for line in TextTable([named, *(Column(head, texts) for head, texts in heads)]).text():
        yield line.rstrip()
    if "?" in cells.values():
        yield f"? is not solved within {POSITIONS:,} positions: ask for it alone."
    if "-" in cells.values():
        yield "- is no game, or over at once."


def print_sizes(spec: str) -> None:
    """Print the table."""
    for line in size_lines(spec):
        click.echo(line)
