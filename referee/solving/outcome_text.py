"""What a position is worth, in words and in columns."""

import textwrap
from collections.abc import Iterator
from typing import Any

from games.game import Game
from games.notation import printable
from referee.drawing import terminal

SHOWN = 40  # moves in a table


def outcome(game: Game, value: int) -> str:
    """Who wins, and by how much where that may differ."""
    if value == 0:
        return "a draw"
    by = f" by {abs(value)}" if game.stakes > 1 else ""
    return f"{game.seats[value < 0]} wins{by}"


def bounds(game: Game, least: int, most: int) -> str:
    """The outcomes between which the game lies."""
    if least == most:
        return outcome(game, least)
    if least < 0 < most:
        ends = f", {least:+} to {most:+}" if game.stakes > 1 and (least, most) != (-game.stakes, game.stakes) else ""
        return f"open{ends}"
    winner = game.seats[most <= 0]
    small, large = sorted((abs(least), abs(most)))
    by = f" by {small} to {large}" if small else f" by up to {large}" if game.stakes > 1 else ""
    return f"{winner} wins{by}" + ("" if small else " or draws")


def plies(count: int) -> str:
    """`7 plies`."""
    return f"{count:,} {'ply' if count == 1 else 'plies'}"


def within(distance: int | None) -> str:
    """` in 7 plies`; nothing where the distance is not known, or the end is there."""
    return f" in {plies(distance)}" if distance else ""


def chance_text(chance: float) -> str:
    """A chance, 0 to 1, in whole per cent: `62 %`."""
    return f"{100 * chance:.0f} %"


def signed(value: int) -> str:
    """The value with its sign."""
    return f"{value:+}" if value else "0"


def solved_lines(game: Game, found: dict[str, Any], whole: bool) -> Iterator[str]:
    """What was found of a game in which all is open and no chance left, for people; all moves only if wanted."""
    name = f"{found['game']} after {' '.join(found['after'])}" if found["after"] else found["game"]
    yield from wrapped(f"{name}: {verdict(game, found)}")
    value = f"value for {game.seats[0]}  "
    if found["value"] is None:
        yield from wrapped(f"{value}at least {signed(found['at_least'])}, at most {signed(found['at_most'])}")
    else:
        yield value + signed(found["value"])
    if found["moves"]:
        yield ""
        yield from table(game, found, whole)
        yield ""
    if found["line"]:
        yield from wrapped(f"line  {' '.join(found['line'])}{' ...' if longer(game, found['line']) else ''}", 6)
    yield from wrapped(effort(found))


def verdict(game: Game, found: dict[str, Any]) -> str:
    """The result in words."""
    if found["value"] is not None:
        ending = within(found["distance"])
        return outcome(game, found["value"]) + (f",{ending}" if ending else "")
    return f"not solved, {bounds(game, found['at_least'], found['at_most'])}"


def table(game: Game, found: dict[str, Any], whole: bool) -> Iterator[str]:
    """A row for each move, the best first and marked; a distance that is not found yet is a question mark."""
    side = 1 if game.turn == 0 else -1

    def rank(row: dict[str, Any]) -> tuple[int, bool, int]:
        mine, distance = side * row["value"], row["distance"] or 0
        return -mine, not row["best"], distance if mine > 0 else -distance

    rows = sorted(found["moves"], key=rank)
    shown = rows if whole else rows[:SHOWN]
    cells = [("move", "outcome", "plies")]
    for row in shown:
        far = f"{row['distance']:,}" if row["distance"] else "?" if row["value"] and not found["solved"] else ""
        cells.append((printable(row["move"]), outcome(game, row["value"]), far))
    if not any(far for _, _, far in cells[1:]):
        cells[0] = ("move", "outcome", "")
    first, second, third = (max(map(len, column)) for column in zip(*cells, strict=True))
    marks = [" ", *("*" if row["best"] else " " for row in shown)]
    for mark, (move, result, far) in zip(marks, cells, strict=True):
        yield f"{mark} {move:<{first}}  {result:<{second}}  {far:>{third}}".rstrip()
    if len(shown) < len(rows):
        yield f"  and {len(rows) - len(shown):,} more: with --all or --json"


def longer(game: Game, line: list[str]) -> bool:
    """Whether the game goes on after these moves."""
    twin = game.copy()
    for text in line:
        twin.make(twin.parse(text))
    return twin.score() is None


def took(seconds: float) -> str:
    """So many seconds, in words."""
    return f"{seconds:,.1f} s" if seconds >= 0.1 else f"{max(1000 * seconds, 1):.0f} ms"


def effort(found: dict[str, Any]) -> str:
    """How it was found, and what that took."""
    if not found["positions"]:
        return f"by {found['method']}, without search"
    seconds = f"{found['seconds']:,.{1 if found['seconds'] >= 1 else 3}f} seconds"
    took = f"{found['positions']:,} positions in {seconds}, by {found['method']}"
    return f"{took}; from the cache" if found["cached"] else took


def wrapped(text: str, indent: int = 2) -> list[str]:
    """The text in lines that fit the terminal."""
    return textwrap.wrap(
        printable(text), max(20, terminal.width()), subsequent_indent=" " * indent,
        break_long_words=False, break_on_hyphens=False, replace_whitespace=False, drop_whitespace=True,
    )  # fmt: skip
