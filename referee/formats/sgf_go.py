"""What only go has in SGF: komi (KM), a handicap (HA), and results in halves of a point (red-bean.com/sgf/go.html)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import games
from games.names.spec import clip
from games.option import options_of
from referee.formats.file_game import refuse
from referee.formats.sgf_result import write_result
from referee.match.events import How

if TYPE_CHECKING:
    from referee.formats.sgf_points import Point, SgfBoard
    from referee.formats.sgf_tree import SgfTree
    from referee.match.record import Record

KOMI = re.compile(r"-?\d{1,3}(?:\.\d{1,3})?", re.ASCII)
MARGIN = re.compile(r"([BW])\+(\d{1,4}(?:\.\d)?)", re.ASCII | re.IGNORECASE)
# From this komi on it is told in hundredths, by the program that AP names: Fox writes KM[50] for 0.5 points, KM[650]
# for 6.5, and KM[375] for 3.75 stones, which are 7.5 points. Files of gokifu.com, by SGFC, have such komi too.
# KataGo reads them so (github.com/lightvector/KataGo, cpp/dataio/sgf.cpp; KM[50]: wimi321/lizzieyzy-next, issue 262).
HUNDREDTHS = {"foxwq": 50, "referee": 1000}
OTHERS = 200
STONES = 2, 4  # a komi in this range is in stones, each of which is two points
SHOWN = 20  # characters of what is not a komi


def read_options(tree: SgfTree, board: SgfBoard) -> tuple[str, list[str]]:
    """Return the options of our go for the komi and the handicap of the tree, and remarks about what was guessed.

    Raises SpecError if the komi is neither whole nor half.
    """
    usual = options_of(type(games.load("go")))["komi"]
    komi, why = read_komi(tree, usual.default)
    options = [] if komi == usual.default else [f"komi={usual.write(komi)}"]
    count = tree.info("HA").strip()
    if re.fullmatch("[2-9]", count) and is_usual(board, int(count), set(board.points(tree.root, "AB"))):
        options.append(f"handicap={count}")
    return ",".join(options), [f"KM[{tree.info('KM')}] is read as a komi of {usual.write(komi)}: {why}"] if why else []


def read_komi(tree: SgfTree, usual: float) -> tuple[float, str]:
    """Return the komi of the tree, and if it is a guess, the reason for it.

    A file without KM has no komi. The `usual` one stands for an empty KM. Raises SpecError if the komi is neither whole
    nor half.
    """
    told = tree.info("KM").strip()
    if not told:
        is_open = any("KM" in node.properties for node in tree.nodes)
        return (usual, "the file leaves it open") if is_open else (0.0, "")
    komi, why = float(told) if KOMI.fullmatch(told) else 0.25, ""
    programs = tree.root.properties.get("AP", ())
    least = next((HUNDREDTHS[name] for word in programs if (name := word.partition(":")[0]) in HUNDREDTHS), OTHERS)
    if abs(komi) >= least:
        komi, why = komi / 100, "it is told in hundredths of a point"
        if komi * 2 % 1 or STONES[0] <= abs(komi) <= STONES[1]:
            komi, why = komi * 2, "it is told in hundredths of a stone"
    if komi * 2 % 1:
        raise refuse(tree.root.line, f"KM[{clip(told, SHOWN)}] is not a komi in whole or half points, such as 6.5")
    return komi, why


def remark_margin(record: Record, told: str) -> list[str]:
    """Return a remark if the result `told` by the file has another margin than counting here; else none."""
    claimed = MARGIN.fullmatch(told)
    if claimed is None or record.how != How.PLAYED_OUT.value:
        return []
    counted = write_options(record).get("RE", write_result(record))
    if float(claimed[2]) == float(counted[2:]):
        return []
    return [f"the file gives {told}; counted by area, with all stones alive, it is {counted}"]


def is_usual(board: SgfBoard, count: int, stones: set[Point]) -> bool:
    """Whether these are the points on which our go puts so many stones of a handicap."""
    from games.go.notation import handicap_places

    try:
        places = handicap_places(board.rows, count)
    except ValueError:
        return False
    return stones == {(board.rows - 1 - row, column) for row, column in places}


def write_options(record: Record) -> dict[str, str]:
    """The properties for the komi, the handicap and the result of the match."""
    given = games.CATALOGUE.read(games.split_position(record.game)[0])[1]
    usual = options_of(type(games.load("go")))["komi"]
    komi = given.get("komi", usual.default)
    found = {"KM": usual.write(komi)}
    if handicap := given.get("handicap", 0):
        found["HA"] = str(handicap)
    if komi % 1 and record.score and record.how == "played-out":
        found["RE"] = f"{'B' if record.score > 0 else 'W'}+{abs(record.score) - 0.5}"
    return found
