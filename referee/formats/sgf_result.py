"""The result of a game in SGF, its property RE: `B+12`, `W+R`, `0`."""

import re
from typing import TYPE_CHECKING

from referee.formats.file_game import Claim
from referee.match.events import FORFEITS, How

if TYPE_CHECKING:
    from referee.match.record import Record

WON = re.compile(r"([bw])(?:lack|hite)?\s*(?:\+|wins?)\s*(.*)", re.IGNORECASE | re.DOTALL)
POINTS = re.compile(r"\d{1,4}", re.ASCII)
DRAWN = ("0", "draw", "jigo")
MANNERS = {"r": How.RESIGNED, "t": How.OUT_OF_TIME, "f": How.NO_MOVE}
LETTERS = {How.RESIGNED: "R", How.OUT_OF_TIME: "T", How.ADJUDICATED: "R"} | dict.fromkeys(
    FORFEITS - {How.OUT_OF_TIME}, "F"
)


def read_result(text: str, exact: bool) -> Claim:
    """What the text claims of the end; that the game is open where it is none of these, such as `Void` and `?`.

    exact  whether the points of a win are the score here, so that they are claimed too.
    """
    if text.casefold() in DRAWN:
        return Claim(0, How.AGREED if text.casefold() == "draw" else None, text=text)
    won = WON.fullmatch(text)
    if won is None:
        return Claim(text=text)
    winner = -1 if won[1] in "wW" else 1
    points = POINTS.fullmatch(won[2].strip())
    score = winner * int(points[0]) if points and exact else None
    return Claim(winner, MANNERS.get(won[2][:1].casefold()), score, text)


def write_result(record: "Record") -> str:
    """The text for the end of that match; `Void` where it is not over."""
    if record.score is None:
        return "Void"
    how = How(record.how)
    if record.score == 0:  # 0 is what counting gives, which must agree with the board
        return "Draw" if how in (How.AGREED, How.ADJUDICATED) else "0"
    return f"{'B' if record.score > 0 else 'W'}+{LETTERS.get(how) or abs(record.score)}"
