"""Results and komi of SGF, as programs and servers write them."""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING

import games
from games.names.spec import clip
from referee.formats.file_game import Claim, refuse
from referee.match.events import FORFEITS, How

if TYPE_CHECKING:
    from referee.formats.sgf import SgfTree
    from referee.match.record import Record

WON = re.compile(r"([bw])(?:lack|hite)?\s*(?:\+|wins?)\s*(?:by\s+)?(.*)", re.IGNORECASE | re.DOTALL)
CHINESE = {"\u9ed1": "B", "\u767d": "W", "\u80dc": "+", "\u52dd": "+", "\u548c": "0"}  # black, white, wins, draw
GIVEN_UP = "\u4e2d"  # of "wins in the middle"
WINNER = re.compile(r"(b|w)(?:lack|hite)?()", re.IGNORECASE)
POINTS = re.compile(r"\d{1,4}", re.ASCII)
DRAWN = ("0", "draw", "jigo")
MANNERS = {"r": How.RESIGNED, "t": How.OUT_OF_TIME, "f": How.NO_MOVE}
LETTERS = {How.RESIGNED: "R", How.OUT_OF_TIME: "T", How.ADJUDICATED: "R"} | dict.fromkeys(
    FORFEITS - {How.OUT_OF_TIME}, "F"
)
KOMI = re.compile(r"\+?(-?\d{1,3}(?:[.,]\d{1,3})?)\b.*", re.ASCII | re.DOTALL)
MARGIN = re.compile(
    r"([BW])(?:lack|hite)?\s*(?:\+|wins?(?:\s+by)?)\s*(\d{1,4}(?:[.,]\d)?)(?:\s*(?:points?|moku))?\.?",
    re.ASCII | re.IGNORECASE,
)
# Larger komi are in hundredths, depending on the program in AP: Fox writes KM[50] for 0.5 points, KM[650]
# for 6.5, and KM[375] for 3.75 stones, which are 7.5 points. Files of gokifu.com, by SGFC, have such komi too.
# KataGo reads them so (github.com/lightvector/KataGo, cpp/dataio/sgf.cpp; KM[50]: wimi321/lizzieyzy-next, issue 262).
HUNDREDTHS = {"foxwq": 50, "referee": 1000}
OTHERS = 200
STONES = 2, 4  # a komi in this range is in stones, which are two points each
SHOWN = 20  # characters quoted of a wrong value


def read_result(text: str, exact: bool) -> Claim:
    """Return the claim of a result; an open game for other texts, such as `Void` and `?`.

    exact  whether the points of a win are the score here, so that they are claimed too.
    """
    if {*CHINESE} & {*text}:
        manner = "R" if GIVEN_UP in text else ""
        text = "".join(CHINESE.get(letter, "") for letter in text)[:2] + manner
    if text.casefold() in DRAWN:
        return Claim(0, How.AGREED if text.casefold() == "draw" else None, text=text)
    won = WON.fullmatch(text) or WINNER.fullmatch(text)
    if won is None:
        return Claim(text=text)
    winner = -1 if won[1] in "wW" else 1
    points = POINTS.fullmatch(won[2].strip())
    score = winner * int(points[0]) if points and exact else None
    return Claim(winner, MANNERS.get(won[2][:1].casefold()), score, text)


def write_result(record: Record) -> str:
    """Return the result of a match; `Void` if it is not over."""
    if record.score is None:
        return "Void"
    how = How(record.how)
    if record.score == 0:  # 0 is what counting gives, which must agree with the board
        return "Draw" if how in (How.AGREED, How.ADJUDICATED) else "0"
    return f"{'B' if record.score > 0 else 'W'}+{LETTERS.get(how) or abs(record.score)}"


def read_komi(tree: SgfTree, usual: float) -> tuple[float, str]:
    """Return the komi of the tree, and if it is a guess, the reason for it.

    A file without KM has no komi. An empty KM means the `usual` one. Raises SpecError if the komi is neither whole nor
    half.
    """
    told = tree.info("KM").strip()
    if not told:
        is_open = any("KM" in node.properties for node in tree.nodes)
        return (usual, "the file leaves it open") if is_open else (0.0, "")
    number = KOMI.fullmatch(told)
    if number is None:
        raise refuse(tree.root.line, f"KM[{clip(told, SHOWN)}] is not a komi such as 6.5")
    komi, why = float(number[1].replace(",", ".")), ""
    programs = tree.root.properties.get("AP", ())
    least = next((HUNDREDTHS[name] for word in programs if (name := word.partition(":")[0]) in HUNDREDTHS), OTHERS)
    if abs(komi) >= least:
        komi, why = komi / 100, "it is told in hundredths of a point"
        if komi * 4 % 1 == 0 and (komi * 2 % 1 or STONES[0] <= abs(komi) <= STONES[1]):
            komi, why = komi * 2, "it is told in hundredths of a stone"
    elif komi * 4 % 2 in (1, 3):
        komi, why = komi * 2, "it is told in stones"
    if komi * 2 % 1:
        komi, why = round(komi * 2) / 2, "komi here are whole or half"
    return komi, why


def read_points(text: str) -> int | None:
    """Return the score in a result such as `B+6.5`, in which half a point counts as one; None for other texts."""
    if text.casefold() in DRAWN:
        return 0
    told = MARGIN.fullmatch(text)
    return None if told is None else ceil(float(told[2].replace(",", "."))) * (-1 if told[1] in "Ww" else 1)


def go_result(spec: str, score: int) -> str:
    """Return the result of a game of go with this score, and with half a point less if its komi is half."""
    komi = games.CATALOGUE.read(games.split_position(spec)[0])[1].get("komi", 0)
    return f"{'B' if score > 0 else 'W'}+{abs(score) - (0.5 if komi % 1 else 0)}" if score else "0"
