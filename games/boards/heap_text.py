"""Positions of heaps, piles and scores as texts: whole numbers, and whose turn it is."""

import re
from collections.abc import Sequence

DIGITS = re.compile(r"\d{1,5}", re.ASCII)


def read_number(word: str, what: str, least: int, most: int) -> int:
    """Return the whole number in `word`. Raises ValueError, which names `what` it counts."""
    if not DIGITS.fullmatch(word.strip()) or not least <= int(word) <= most:
        raise ValueError(f"{what} {word.strip()!r} must be a whole number from {least} to {most}")
    return int(word)


def read_numbers(text: str, what: str, least: int, most: int, sign: str = "/") -> list[int]:
    """Return the whole numbers between signs. Raises ValueError, which says which one is wrong."""
    return [read_number(word, f"{what} {place}", least, most) for place, word in enumerate(text.split(sign), 1)]


def match_form(form: re.Pattern[str], text: str, like: str) -> re.Match[str]:
    """Return the match of the text with `form`. Raises ValueError, which shows an example."""
    found = form.fullmatch(" ".join(text.split()))
    if found is None:
        raise ValueError(f"it must be like {like}")
    return found


def read_seat(word: str, names: Sequence[str]) -> int:
    """Return the seat of that name. Raises ValueError."""
    folded = [name.casefold() for name in names]
    if word.casefold() not in folded:
        raise ValueError(f"{word!r} is not a side to move (sides: {', '.join(names)})")
    return folded.index(word.casefold())
