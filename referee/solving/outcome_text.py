"""What a position or a move is worth, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from games.base.spec_error import SpecError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.game import Game
    from referee.drawing.number_format import Glyphs
    from referee.solving.value import Value

LIKELY = ((0.9, "very likely to win"), (0.6, "likely to win"), (0.4, "about even"), (0.1, "likely to lose"))
FINE = 0.02  # width of an interval below which a share has one more digit
MORE = "…"  # after a line that goes on; streams and windows without Unicode show three dots
UNTOLD = "too few"  # playouts: the interval is everything possible


class HasSeats(Protocol):
    """A Game, or the rules that stand for it."""

    @property
    def seats(self) -> tuple[str, str]: ...

    @property
    def stakes(self) -> int: ...


def outcome(game: HasSeats, value: int) -> str:
    """Return who wins, and by how much if that may differ."""
    if value == 0:
        return "a draw"
    return f"{game.seats[value < 0]} wins{margin(value, game.stakes)}"


def refuse_end(game: Game, what: str) -> None:
    """Raise SpecError if the game is over, so that there is nothing to solve, analyse...; `what` is the verb."""
    if (score := game.score()) is not None:
        raise SpecError(f"the game is over: {game.reason() or outcome(game, score)}; there is nothing to {what}")


def margin(score: int, stakes: int) -> str:
    """Return ` by 3`, the size of a win or loss; "" if only the winner counts."""
    return f" by {abs(score)}" if stakes > 1 else ""


def result(sign: int) -> str:
    """Return `a win` for 1, `a draw` for 0, `a loss` for -1."""
    return ("a draw", "a win", "a loss")[sign]


def bounds(game: HasSeats, least: int, most: int) -> str:
    """Return the outcomes between which the game lies."""
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
    """Return `7 plies`."""
    return f"{count:,} {'ply' if count == 1 else 'plies'}"


def line_text(line: Sequence[str], most: int | None = None, distance: int | None = None, *, more: bool = False) -> str:
    """Return the moves of a line side by side, `most` at most, followed by ` …` if the line is longer.

    distance  plies from before the first move to the end of the game, None if unknown.
    more      whether the line is longer in any case.
    """
    shown = line[:most]
    cut = more or len(shown) < max(len(line), distance or 0)
    return " ".join([*shown, MORE] if cut else shown)


def full_stop(text: str) -> str:
    """Return the text with a full stop, unless it ends in MORE."""
    return text if text.endswith(MORE) else f"{text}."


def within(distance: int | None) -> str:
    """Return ` in 7 plies`; "" if the distance is unknown or 0."""
    return f" in {plies(distance)}" if distance else ""


def chance_text(chance: float) -> str:
    """Return a chance, 0 to 1, in whole per cent: `62 %`."""
    return f"{100 * chance:.0f} %"


def likely(chance: float) -> str:
    """Return a chance, 0 to 1, in words and in whole per cent: `likely to win, 62 %`."""
    words = next((word for least, word in LIKELY if chance >= least), "very likely to lose")
    return f"{words}, {chance_text(chance)}"


def value_text(found: Value, stakes: int, glyphs: Glyphs, short: bool = False) -> str:
    """Return what a move is worth: proven, as a share of games, or as an estimate; `short` without margins."""
    if found.proven:
        return proven_text(found, stakes)
    if found.chance is not None:
        return share_text(found.chance, found.interval, glyphs, short)
    if found.estimate is None:
        return "?"
    value = signed(found.estimate, found.estimate % 1 != 0 or found.interval is not None)
    if found.interval is None or found.exact:
        return value
    if found.interval == (-stakes, stakes):
        return UNTOLD if short else value + glyphs.aside.format(UNTOLD)
    low, high = (signed(end, fine=True) for end in found.interval)
    return value if short else value + glyphs.between(low, high, " to ")


def proven_text(found: Value, stakes: int) -> str:
    """Return a proven move in words for the player who makes it: `wins by 3 in 7`."""
    if not found.score:
        return "draw"
    by = "" if found.or_more else margin(found.score, stakes)
    return ("wins" if found.score > 0 else "loses") + by + (f" in {found.distance:,}" if found.distance else "")


def share_text(chance: float, interval: tuple[float, float] | None, glyphs: Glyphs, short: bool = False) -> str:
    """Return a share of games with its interval, `62 % (58-66)` or `100 % (too few)`; an exact one as `53.06 %`."""
    if interval is None or interval[0] == interval[1]:
        return f"{100 * chance:.2f} %"
    if interval == (0.0, 1.0):
        return UNTOLD if short else chance_text(chance) + glyphs.aside.format(UNTOLD)
    digits = 1 if interval[1] - interval[0] < FINE else 0
    low, high = (f"{100 * end:.{digits}f}" for end in interval)
    return f"{100 * chance:.{digits}f} %" + ("" if short else glyphs.between(low, high, "-"))


def signed(value: float, fine: bool = False) -> str:
    """Return the value with its sign; `fine` with two decimals. 0 has no sign."""
    text = f"{value:+,.2f}" if fine else f"{value:+,.0f}"
    return text.lstrip("+-") if not float(text.replace(",", "")) else text
