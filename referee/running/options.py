"""Typed options of many games: what graders require of them, and the address of a scheduler."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.option import Option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.statistics.scoring import Estimate

    Values = Mapping[str, float | Estimate | None]  # of one player, by NAMES

NAMES = ("score", "elo", "los", "margin", "wins", "draws", "losses", "games", "forfeits", "place")
SIGNS = {
    ">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
SHAPE = re.compile(r"\s*(?:(.+)\.)?([a-z]+)\s*(>=|<=|==|!=|>|<)\s*([-+]?\d+(?:\.\d+)?)\s*(%?)\s*")
ALLOWED = f"one of {', '.join(NAMES)}, a comparison and a number, as in score>=0.9; before it maybe a player and a dot"
ADDRESS = re.compile(r"tcp://(\[[0-9a-f:.]+\]|[\w.-]+):([0-9]{1,5})", re.ASCII | re.IGNORECASE)
PORTS = range(1, 65536)
ADDRESSES = "the address of a Dask scheduler, tcp://host:port, as in tcp://localhost:8786"
LONGEST = 1 << 20  # bytes of a greeting; a text from another server reads as a larger number


@dataclass(frozen=True)
class Requirement:
    """One requirement: a value of a player, a comparison, and a number.

    player  its name; "" for the one named first.
    """

    player: str
    name: str
    sign: str
    number: float

    def met(self, values: Values) -> bool:
        """Return whether the values meet it. Unknown values meet nothing.

        An estimate counts by its value, or by its only bound.
        """
        found = values.get(self.name)
        if found is not None and not isinstance(found, int | float):
            found = found.nearest
        return found is not None and bool(SIGNS[self.sign](found, self.number))

    def __str__(self) -> str:
        return f"{self.player + '.' if self.player else ''}{self.name}{self.sign}{self.number:.12g}"


class RequirementOption(Option):
    """A requirement, read from text."""

    @property
    def allowed(self) -> str:
        return ALLOWED

    def read(self, text: str) -> Requirement:
        found = SHAPE.fullmatch(text)
        if not found or found[2] not in NAMES:
            raise ValueError(text)
        return Requirement(found[1] or "", found[2], found[3], float(found[4]) / (100 if found[5] else 1))

    def fits(self, value: Any) -> bool:
        return isinstance(value, Requirement)


def read_address(text: str) -> str:
    """Return the address without blanks around it. Raises ValueError if it is not one."""
    found = ADDRESS.fullmatch(text.strip())
    if not found or int(found[2]) not in PORTS:
        raise ValueError(f"{text!r} must be {ADDRESSES}")
    return found[0]


def await_greeting(address: str, seconds: float) -> None:
    """Wait until a Dask server at the address begins to greet, twice `seconds` at most.

    Each message begins with its length in 8 bytes, and the server speaks first (distributed/comm/core.py, tcp.py).
    Dask's own client waits forever for a server that does not. Raises OSError, and ValueError if it is not an address.
    """
    import socket  # not at the start: every command imports this file

    host, _, port = read_address(address).removeprefix("tcp://").rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=seconds) as connection:
        head = connection.recv(8, socket.MSG_WAITALL)
    if len(head) < 8 or int.from_bytes(head, "little") > LONGEST:
        raise OSError("what answers there is not a scheduler")


class AddressOption(Option):
    """The address of a scheduler, read from text."""

    @property
    def allowed(self) -> str:
        return ADDRESSES

    def read(self, text: str) -> str:
        return read_address(text)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and ADDRESS.fullmatch(value) is not None
