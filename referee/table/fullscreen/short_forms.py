"""Shorter forms of what a page says, for windows in which the whole has no room: the useful part stays."""

import re
from collections.abc import Iterator

from games.base.notation import MORE
from players.entry import LEGAL, LISTS
from referee.drawing.text_width import wrap
from referee.match.wording import make_sentence

REFUSAL = re.compile(r"(?P<quoted>.+) is not a legal move here(: (?P<why>.+))?; legal: (?P<moves>.+)")
RESEMBLING = re.compile(rf"(?P<quoted>.+) is not a legal move here; (?P<near>.+\?) {re.escape(LISTS)}")
ADVISING = re.compile(r".+?[;:] (?P<advice>(type|moves begin at:) .+)")
SUM = re.compile(r": [^:;=]+ = ")  # how a tally counts up what a seat has
ALL = f"; {LEGAL.name} lists all"


def rows_of(text: str, width: int, room: int) -> list[str]:
    """Return the text in lines of at most `width`; if these are more than `room`, its longest form that fits.

    If none fits, it is the shortest.
    """
    rows = wrap(text, width)
    shorter = forms(text)
    while len(rows) > room and (form := next(shorter, "")):
        rows = wrap(form, width)
    return rows


def forms(text: str) -> Iterator[str]:
    """Yield shorter forms of a refusal, a hint or a tally, the longest first; none of other texts."""
    if found := REFUSAL.fullmatch(text):
        yield from refusals(found["quoted"], found["why"] or "", found["moves"])
    elif found := RESEMBLING.fullmatch(text):
        yield f"{found['quoted']} is not legal; {found['near']}"
        yield make_sentence(found["near"])
    elif found := ADVISING.fullmatch(text):
        yield make_sentence(found["advice"])
    elif text.startswith("Hint"):
        yield make_sentence(text.partition("; ")[0])
    elif SUM.search(text):
        yield SUM.sub(" ", text)


def refusals(quoted: str, why: str, moves: str) -> Iterator[str]:
    """Yield shorter forms of a refusal: why, as long as it fits, then the nearest moves and how to list all."""
    few, more, _ = moves.partition(" and ") if moves.endswith(f"{MORE}{ALL}") else (moves, "", "")
    texts = few.split(", ")
    tails = [", ".join(texts[:count]) + ALL for count in range(len(texts), 0, -1)]
    tails[0] = tails[0] if more else few
    for reason in dict.fromkeys((f": {why}" if why else "", "")):
        yield from (f"{quoted} is not legal{reason}; try {tail}" for tail in tails)
    yield f"Not legal; try {tails[-1]}"
