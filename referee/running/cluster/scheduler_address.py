"""Where the scheduler of a cluster is reached: `tcp://host:8786`."""

import re
from typing import Any

from games.option import Option

SHAPE = re.compile(r"tcp://(\[[0-9a-f:.]+\]|[\w.-]+):([0-9]{1,5})", re.ASCII | re.IGNORECASE)
PORTS = range(1, 65536)
ALLOWED = "the address of a Dask scheduler, tcp://host:port, as in tcp://localhost:8786"
LONGEST = 1 << 20  # bytes of a greeting; a text that another server sends reads as many more


def read_address(text: str) -> str:
    """The address as it was typed, blanks around it aside. Raises ValueError if it is not one."""
    found = SHAPE.fullmatch(text.strip())
    if not found or int(found[2]) not in PORTS:
        raise ValueError(f"{text!r} must be {ALLOWED}")
    return found[0]


def await_greeting(address: str, seconds: float) -> None:
    """Return once a server of Dask at that address has begun to greet, in so many seconds at most, twice.

    Each of its messages begins with its length in 8 bytes, and it speaks first (distributed/comm/core.py, tcp.py).
    Its own client waits forever for one that does not. Raises OSError, and ValueError if it is not an address.
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
        return ALLOWED

    def read(self, text: str) -> str:
        return read_address(text)

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and SHAPE.fullmatch(value) is not None
