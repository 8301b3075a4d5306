"""The names of well-known openings of chess, as in D. Hooper and K. Whyld, "The Oxford Companion to Chess", 1992."""

from functools import cache
from pathlib import Path

LINES = Path(__file__).with_name("openings.table").read_text(encoding="utf-8").splitlines()
OPENINGS = dict(line.split(": ") for line in LINES)  # the moves by the name


@cache
def openings_by_key() -> dict[int, str]:
    """Return the name of the opening of each position of OPENINGS, by its board_key."""
    from games import load

    return {load("chess", texts.split()).board_key(): name for name, texts in OPENINGS.items()}


def opening_of(key: int) -> str:
    """Return the name of the opening that leads to the position with this board_key, or ""."""
    return openings_by_key().get(key, "")
