"""What a check comes to: findings, and a report of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from games.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Finding:
    """A law that does not hold.

    law      its name;  sentence  what is wrong.
    moves    the texts of the shortest moves found that show it, from the start; None if nothing was played.
    game     the spec of the game, where it is a player that is checked.
    drawing  the position after them, in lines.
    look     what to look at, maybe nothing;  trace  of an error, beginning in the file that is checked.
    follows  the name of a law that does not hold either, from which this may follow; empty if there is none.
    hint     whether it is worth a look only, and no fault.
    seed     of the player that showed it, None if none played.
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
        """Whether it is a fault in its own right."""
        return not self.hint and not self.follows


@dataclass(frozen=True)
class Report:
    """What the check of one game or player came to.

    kind      "game", "player", or "file" where there is neither to be checked;  name  the spec that was checked.
    seen      what was looked at, in words: "1,500 positions of 64 games".
    groups    the names of the laws that were looked at, by what they are called together;  unseen  those of them
              that were not looked at, because of what was found.
    findings  what was found, causes before what follows from them;  notes  what else is to be said, in sentences.
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
        """Whether all laws hold, and all were looked at."""
        return not self.unseen and all(finding.hint for finding in self.findings)

    def broken(self, group: str) -> list[Finding]:
        """The findings on the laws of that group, hints aside."""
        return [each for each in self.findings if each.law in self.groups[group] and not each.hint]

    def holds(self, group: str) -> bool | None:
        """Whether the laws of that group hold; None if not all of them were looked at."""
        if self.broken(group):
            return False
        return None if self.unseen.intersection(self.groups[group]) else True

    def as_dict(self) -> dict[str, object]:
        """The report as JSON's types."""
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
