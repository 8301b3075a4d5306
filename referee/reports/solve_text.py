"""What `referee solve` prints of a game in which all is open and no chance left: what it is worth, and its moves."""

from collections.abc import Iterator
from typing import Any

from games.base.notation import printable
from games.game import Game
from players.search.values.value_iteration import RETROGRADE
from referee.drawing import terminal, text_table
from referee.drawing.number_format import format_seconds
from referee.drawing.text_width import wrap
from referee.solving.exhaustive import Exhaustion
from referee.solving.outcome_text import bounds, line_text, outcome, signed, within

SHOWN = 40  # moves in a table


def progress_text(search: Exhaustion) -> str:
    """How far a search is: its positions, what is proven by now, and the move that is being looked at."""
    game = search.game
    said = f"{search.clock.nodes:,} positions  {bounds(game, *search.bounds())}"
    if (move := search.current) is not None:
        count = len(game.moves())
        place = len(search.moves) if len(search.moves) < count else search.solved
        said += f"  move {place + 1} of {count}: {game.text(move)}"
    return said


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
        yield from wrapped(f"line  {line_text(found['line'], more=longer(game, found['line']))}", 6)
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
    marks = [" ", *("*" if row["best"] else " " for row in shown)]
    for mark, line in zip(marks, text_table.rows(cells, right=[2]), strict=True):
        yield f"{mark} {line}"
    if len(shown) < len(rows):
        yield f"  and {len(rows) - len(shown):,} more: with --all or --json"


def longer(game: Game, line: list[str]) -> bool:
    """Whether the game goes on after these moves."""
    twin = game.copy()
    for text in line:
        twin.make(twin.parse(text))
    return twin.score() is None


def effort(found: dict[str, Any]) -> str:
    """How it was found, and what that took."""
    if not found["positions"]:
        return f"by {found['method']}, without search"
    took = f"{found['positions']:,} positions in {format_seconds(found['seconds'])}, by {found['method']}"
    if found["method"] == RETROGRADE:
        took += "; play that never ends is a draw"
    return f"{took}; from the cache" if found["cached"] else took


def wrapped(text: str, indent: int = 2) -> list[str]:
    """The text in lines that fit the terminal."""
    return wrap(printable(text), max(20, terminal.width()), " " * indent)
