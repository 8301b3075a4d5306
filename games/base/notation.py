"""Texts of moves: comparing them loosely, and listing them in one line."""

import re
from itertools import groupby

SHOWN = 24  # pieces in one line; the rest is counted
# A dash before a digit counts between two numbers, as in 1-11, or as a sign, as in -1 and (1,-1).
VARIED = r"((?<=\d)[-\s]+(?=\d)|(?<!\w)\s*-(?=\d))|[-\s]+"
DASHES = str.maketrans(dict.fromkeys("_\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "-"))
ROW_FIRST = r"(?a)^(\d+)([a-s])$"
NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
NUMBERED = r"(?a)(\D*)(0|[1-9]\d*)"


def fold(text: str) -> str:
    """Return the text without case, blanks, hyphens, dashes and underscores, which people vary.

    One hyphen stays between two numbers, because 1-11 and 11-1 may be two moves; so does the sign of a number.
    """
    if text.isalnum():
        return text.casefold()
    return re.sub(VARIED, lambda found: "-" if found[1] else "", text.strip().translate(DASHES)).casefold()


def column_first(text: str) -> str:
    """Return a text such as `3d` with its letter first, `d3`; any other text as it is."""
    return re.sub(ROW_FIRST, r"\2\1", text)


def printable(text: str) -> str:
    """Return the text in one line, with control characters such as line ends escaped."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def listing(texts: list[str], most: int | None = SHOWN) -> str:
    """Return the texts in one line; those that end in a number are sorted, and runs folded: `1 to 4, b1 to b3`.

    most  how many pieces are shown; the rest is counted. None shows all.
    """
    matches = [re.fullmatch(NUMBERED, text) for text in texts]
    if any(matches):
        pairs = sorted((match[1], int(match[2])) for match in matches if match)
        others = [text for text, match in zip(texts, matches, strict=True) if not match]
        texts = [*others, *(word for piece in fold_runs(pairs) for word in piece)]
    more = 0 if most is None else len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more} more" if more > 0 else "")


def fold_runs(pairs: list[tuple[str, int]]) -> list[list[str]]:
    """Return the words for sorted (prefix, number) pairs; a run of three or more numbers becomes `first to last`."""
    # Within a run number and place grow together, so their difference is constant.
    grouped = groupby(enumerate(pairs), key=lambda item: (item[1][0], item[1][1] - item[0]))
    words = [[f"{prefix}{number}" for _, (prefix, number) in group] for _, group in grouped]
    return [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else run for run in words]


def letters(number: int) -> str:
    """Return a, b, ... z, aa, ab, ... for the numbers from 0."""
    before, last = divmod(number, 26)
    return (letters(before - 1) if before else "") + chr(ord("a") + last)
