"""Nothing of people's own ends this process before it is done, or holds it up.

Files are run by a child before they are run here. `os._exit` costs a player its game, as `sys.exit` does; it ends
processes that are forked as it always does. One that a program forks, and lets come back, ends at once.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn


@contextmanager
def lasting() -> Iterator[None]:
    """Let `os._exit` raise SystemExit in this process, in this block."""
    own, end = os.getpid(), os._exit

    def refuse(status: int) -> NoReturn:
        if os.getpid() != own:
            end(status)
        raise SystemExit(f"os._exit({status})")

    os._exit = refuse
    try:
        yield
    finally:
        os._exit = end


def end_copy(process: int) -> None:
    """End this process where it is not that one, but a copy of it that a program has forked and let come back here."""
    if os.getpid() != process:
        os._exit(1)
