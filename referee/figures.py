"""Numbers as people read them: how many of what, and how long."""

SECOND, HUNDRED = 0.9995, 99.95  # what is less than these does not show as 1,000 ms or 100


def counted(count: float, what: str) -> str:
    """So many of these: `1 game`, `2,000 games`, `14.5 points`."""
    return f"{number(count)} {what if count == 1 else f'{what}s'}"


def number(value: float) -> str:
    """A number of points or games, with a decimal only where it has a half."""
    return f"{value:,.{1 if value % 1 else 0}f}"


def took(seconds: float) -> str:
    """The time of a move, in three digits: `0.0843 ms`, `97.2 ms`, `1.23 s`, `1,240 s`."""
    value, unit = (seconds, "s") if seconds >= SECOND else (seconds * 1000, "ms")
    return f"{value:,.0f} {unit}" if value >= HUNDRED else f"{round(value, 4):.3g} {unit}"
