"""Which tests are slow, and which of them a run takes that names no file.

`python -m tests.helpers.slow_tests REPORT...` writes the list anew from reports of `pytest --all --junitxml REPORT`.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree
from zlib import crc32

LIST = Path(__file__).parents[1] / "slow.txt"
SECONDS = 0.25  # the mean of its tests from which on a function is slow; one test may take twice as long
PARTS = 40  # of which such a run takes one


def function_of(name: str) -> str:
    """The function of a test: its name without the parameters."""
    return name.partition("[")[0]


def is_left_out(name: str, slow: set[str], part: int) -> bool:
    """Whether the run that takes this part of the slow tests leaves the test of that name out."""
    return function_of(name) in slow and (crc32(name.encode()) - part) % PARTS != 0


def read_list() -> set[str]:
    """The functions whose tests are slow, as `tests/room/test_file.py::test_name`."""
    return set(LIST.read_text(encoding="utf-8").split())


def durations(report: Path) -> Iterable[tuple[str, float]]:
    """The function and the seconds of each test of a report."""
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314  # pytest wrote it
        file = case.attrib["classname"].replace(".", "/")
        yield f"{file}.py::{function_of(case.attrib['name'])}", float(case.attrib["time"])


def find_slow(reports: Iterable[Path]) -> list[str]:
    """The functions that are slow in one of the reports, sorted."""
    slow = set()
    for report in reports:
        taken = defaultdict(list)
        for name, seconds in durations(report):
            taken[name].append(seconds)
        slow |= {name for name, all_ in taken.items() if sum(all_) > SECONDS * len(all_) or max(all_) > 2 * SECONDS}
    return sorted(slow)


if __name__ == "__main__":
    LIST.write_text("".join(f"{name}\n" for name in find_slow(map(Path, sys.argv[1:]))), encoding="utf-8")
