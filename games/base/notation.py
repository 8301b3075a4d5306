"""Texts of moves: how loosely they are compared, and how many of them make one line."""

import re
from itertools import groupby

SHOWN = 24  # pieces in one line; more are counted
# A dash before a digit counts where it stands between two numbers, as in 1-11, or is a sign, as in -1 and (1,-1).
VARIED = re.compile(r"((?<=\d)[-\s]+(?=\d)|(?<!\w)\s*-(?=\d))|[-\s]+")
DASHES = str.maketrans(dict.fromkeys("_\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "-"))
ROW_FIRST = re.compile(r"^(\d+)([a-s])$", re.ASCII)
NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
NUMBERED = re.compile(r"(\D*)(0|[1-9]\d*)", re.ASCII)


def fold(text: str) -> str:
    """Return the text without what people vary: case, blanks, hyphens and dashes, underscores.

    One hyphen remains between two numbers, because 1-11 and 11-1 may be two moves; so does the sign of a number.
    """
    if text.isalnum():
        return text.casefold()
    return VARIED.sub(lambda found: "-" if found[1] else "", text.strip().translate(DASHES)).casefold()


def column_first(text: str) -> str:
    """Return the text with its letter before its number: `3d` as `d3`; any other as it is."""
    return ROW_FIRST.sub(r"\2\1", text)


def printable(text: str) -> str:
    """Return the text in one line, with line ends and other control characters escaped."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def listing(texts: list[str], most: int | None = SHOWN) -> str:
    """Return the texts in one line; those that end in a number are sorted, and runs of them folded: `1 to 4, b1 to b3`.

    most  pieces that are shown, while others are counted; None: all of them.
    """
    matches = [NUMBERED.fullmatch(text) for text in texts]
    if any(matches):
        pairs = sorted((match[1], int(match[2])) for match in matches if match)
        others = [text for text, match in zip(texts, matches, strict=True) if not match]
        texts = [*others, *(word for piece in fold_runs(pairs) for word in piece)]
    more = 0 if most is None else len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more} more" if more > 0 else "")


def fold_runs(pairs: list[tuple[str, int]]) -> list[list[str]]:
    """Sorted (prefix, number)s, each run of three or more consecutive numbers as one `first to last`."""
    # Within a run the number grows with its place, so that their difference is the same for all of it.
    grouped = groupby(enumerate(pairs), key=lambda item: (item[1][0], item[1][1] - item[0]))
    words = [[f"{prefix}{number}" for _, (prefix, number) in group] for _, group in grouped]
    return [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in words]


def letters(number: int) -> str:
    """a, b, ... z, aa, ab, ... by numbers from 0."""
    before, last = divmod(number, 26)
    return (letters(before - 1) if before else "") + chr(ord("a") + last)
