"""What is read behind a command of GTP, and how one is refused."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from referee.dialects import gtp

if TYPE_CHECKING:
    from collections.abc import Sequence

WHOLE = re.compile(r"\d{1,9}", re.ASCII)
SYNTAX = "syntax error"


class GtpRefusal(Exception):
    """A command that cannot be obeyed; its words stand behind the question mark."""


def take(words: Sequence[str], least: int, most: int | None = None) -> Sequence[str]:
    """The words, so many of them. Raises GtpRefusal."""
    if not least <= len(words) <= (least if most is None else most):
        raise GtpRefusal(SYNTAX)
    return words


def read_whole(word: str) -> int:
    """The whole number, at least 0. Raises GtpRefusal."""
    if not WHOLE.fullmatch(word):
        raise GtpRefusal(SYNTAX)
    return int(word)


def read_number(word: str) -> float:
    """The finite number. Raises GtpRefusal."""
    try:
        found = float(word)
    except ValueError:
        raise GtpRefusal(SYNTAX) from None
    if not math.isfinite(found):
        raise GtpRefusal(SYNTAX)
    return found


def read_seat(word: str) -> int:
    """The seat of that colour. Raises GtpRefusal."""
    try:
        return gtp.read_colour(word)
    except gtp.NotAPoint:
        raise GtpRefusal("invalid color or coordinate") from None
