"""The findings of a check, and reports of them: lines for people, and JSON types for an autograder."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import indent
from typing import TYPE_CHECKING

from games.base.notation import printable
from games.dataclass import dataclass
from referee.drawing.text_width import pad, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

WIDTH = 79  # columns: terminals have 80 at least
VERDICTS = {True: "ok", False: "FAILED", None: "-"}  # None: not fully checked
UNSEEN = "what is marked - was not fully checked"
LATER = ", because of what was found; check again later"
MOST = 40  # moves shown of a line


@dataclass(frozen=True)
class Finding:
    """A law that does not hold.

    moves    texts of the shortest moves found that show it, from the start; None if nothing was played.
    game     the spec of the game if a player is checked;  drawing  the position after the moves.
    look     what to look at, or "";  trace  of an error, from the first line in the checked file.
    follows  a law that does not hold either and may be the cause; "" if there is none.
    hint     worth a look, but not a fault;  seed  of the player that showed it, None if none played.
    """

    law: str
    sentence: str
    moves: tuple[str, ...] | None = ()
    game: str = ""
    drawing: str = ""
    look: str = ""
    trace: str = ""
    follows: str = ""
    hint: bool = False
    seed: int | None = None

    @property
    def grave(self) -> bool:
        return not self.hint and not self.follows


@dataclass(frozen=True)
class Report:
    """The result of checking one game or player.

    kind      "game", "player" or "evaluation", or "file" if it holds neither;  name  the spec.
    seen      what was looked at: "1,500 positions of 64 games".
    groups    names of laws by heading;  unseen  those that could not be checked because of the findings.
    findings  causes before what follows from them;  notes  further sentences.
    """

    kind: str
    name: str
    seen: str
    groups: Mapping[str, tuple[str, ...]]
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    unseen: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        """Whether all laws were checked and hold."""
        return not self.unseen and all(finding.hint for finding in self.findings)

    def broken(self, group: str) -> list[Finding]:
        """Return the findings on the laws of `group`, without hints."""
        return [each for each in self.findings if each.law in self.groups[group] and not each.hint]

    def holds(self, group: str) -> bool | None:
        """Return whether the laws of `group` hold; None if some were not checked."""
        if self.broken(group):
            return False
        return None if self.unseen.intersection(self.groups[group]) else True

    def as_dict(self) -> dict[str, object]:
        groups = [{"name": name, "holds": self.holds(name), "laws": list(names)} for name, names in self.groups.items()]
        return {
            "kind": self.kind,
            "name": self.name,
            "passed": self.passed,
            "seen": self.seen,
            "groups": groups,
            "findings": [asdict(finding) for finding in self.findings],
            "notes": list(self.notes),
        }


def report_lines(report: Report) -> Iterator[str]:
    """Yield the report as lines for people."""
    yield from wrap_text(headline(report), "", "  ")
    for group in report.groups:
        yield f"  {pad(VERDICTS[report.holds(group)], 6)}  {group}"
    grave = [finding for finding in report.findings if not finding.follows]
    for number, finding in enumerate(grave, 1):
        yield ""
        yield from finding_lines(finding, number)
    if later := [finding for finding in report.findings if finding.follows]:
        yield ""
        yield "What may follow from that:"
        for finding in later:
            yield from wrap_text(finding.sentence, "   - ", "     ")
    if None in map(report.holds, report.groups):
        yield from wrap_text(UNSEEN + LATER * bool(grave), "  note: ", "  ")
    for note in report.notes:
        yield from wrap_text(note, "  note: ", "  ")


def headline(report: Report) -> str:
    """Return what was checked, and the result."""
    faults = sum(finding.grave for finding in report.findings)
    verdict = "all laws hold" if report.passed else "no fault found"
    if faults:
        verdict = f"{faults} fault{'s' * (faults != 1)} to repair"
    return f"{report.kind} {report.name}: {verdict} ({report.seen})"


def finding_lines(finding: Finding, number: int) -> Iterator[str]:
    """Yield the sentence, moves, position, traceback and advice of a finding."""
    yield from wrap_text(finding.sentence, f"{number}. {'Worth a look: ' if finding.hint else ''}")
    if finding.moves is not None:
        seeded = "" if finding.seed is None else f", with seed={finding.seed}"
        yield from wrap_text((f"{finding.game}: " if finding.game else "") + describe_moves(finding.moves) + seeded)
    if finding.drawing:
        yield from ("     " + line if line else "" for line in finding.drawing.splitlines())
    if finding.trace:
        yield indent("\n".join(map(printable, finding.trace.splitlines())), "   ")
    if finding.look:
        yield from wrap_text(f"Look at: {finding.look}")


def wrap_text(text: str, first: str = "   ", others: str = "   ") -> Iterator[str]:
    """Yield `text` in lines of WIDTH, indented by `first` and `others`."""
    yield from wrap(printable(text), WIDTH, others, first)


def describe_moves(moves: tuple[str, ...]) -> str:
    """Return the words for the moves that lead to a fault."""
    if not moves:
        return "at the start"
    left = f"... {len(moves) - MOST} more" if len(moves) > MOST else ""
    return f"after {' '.join(moves[:MOST])}{left}"


def grade_reports(reports: Iterable[Report]) -> dict[str, object]:
    """Return a results.json for Gradescope: one test of one point for each group of laws.

    Groups that were not fully checked get no point.
    Source: https://gradescope-autograders.readthedocs.io/en/latest/specs/, Output format.
    """
    reports = list(reports)
    tests = [grade_group(report, group) for report in reports for group in report.groups]
    points = sum(report.holds(group) is True for report in reports for group in report.groups)
    output = "\n".join([*map(headline, reports), f"{points} of {len(tests)} points"])
    looks = {"visibility": "visible", "stdout_visibility": "hidden", "output_format": "text"}
    return {"output": output, "tests": tests, **looks}


def grade_group(report: Report, group: str) -> dict[str, object]:
    """Return Gradescope's test for one group of laws."""
    held, broken = report.holds(group), report.broken(group)
    hints = [each for each in report.findings if each.hint and each.law in report.groups[group]]
    said = ["\n".join(finding_lines(each, number)) for number, each in enumerate((*broken, *hints), 1)]
    if held is None:
        cause = next((f", because: {each.sentence}" for each in report.findings if each.grave), "")
        said.append(f"not fully checked{cause}")
    return {
        "name": f"{report.kind} {report.name}: {group}",
        "score": int(held is True),
        "max_score": 1,
        "status": "passed" if held else "failed",
        "output": "\n\n".join(said) or f"holds: {report.seen}",
        "output_format": "text",
        "visibility": "visible",
    }
