"""Texts of moves: comparing them loosely, and listing them in one line."""

import re
from itertools import groupby, takewhile

SHOWN = 24  # pieces in one line; the rest is counted
NEAREST = 5  # texts that an answer to a wrong one names; the rest is counted
MORE = " more"  # how a line ends in which not all texts stand
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
    return count_rest(pieces_of(texts), most)


def pieces_of(texts: list[str]) -> list[str]:
    """Return the texts; if some end in a number, these are sorted and runs of them folded into one piece."""
    matches = [re.fullmatch(NUMBERED, text) for text in texts]
    if not any(matches):
        return texts
    pairs = sorted((match[1], int(match[2])) for match in matches if match)
    others = [text for text, match in zip(texts, matches, strict=True) if not match]
    return [*others, *(word for piece in fold_runs(pairs) for word in piece)]


def count_rest(pieces: list[str], most: int | None) -> str:
    """Return the first `most` pieces in one line, None: all, and how many more there are."""
    more = 0 if most is None else len(pieces) - most
    return ", ".join(pieces[:most]) + (f" and {more}{MORE}" if more > 0 else "")


def nearest_first(texts: list[str], entry: str, most: int = NEAREST) -> str:
    """Return the texts in one line if folding them leaves at most `most` pieces, otherwise those nearest to `entry`."""
    from difflib import SequenceMatcher

    if len(pieces := pieces_of(texts)) <= most:
        return ", ".join(pieces)
    wanted = fold(entry)
    said = SequenceMatcher(None, b=wanted, autojunk=False)

    def distance(text: str) -> tuple[float, int]:
        said.set_seq1(folded := fold(text))
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(folded, wanted, strict=False))
        return -said.ratio(), -len(list(alike))

    return count_rest(sorted(texts, key=distance), most)


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
