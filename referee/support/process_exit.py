"""Guards against user code that ends this process, returns twice from a fork, or leaves children.

`os._exit` raises SystemExit in this process and so costs a player its game, as `sys.exit` does. In forked processes it
works as always. A copy of this process that user code has forked, and that returns here, ends at once.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn


KEPT_CHILDREN: set[int] = set()  # ids of children that are kept from game to game


@contextmanager
def refuse_exit() -> Iterator[None]:
    """Let `os._exit` raise SystemExit in this process, inside the `with` block."""
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


def end_forked_copy(process: int) -> None:
    """End this process unless its id is `process`: then it is a copy that user code has forked."""
    if os.getpid() != process:
        os._exit(1)


def has_no_children() -> bool:
    """Return whether this process has no child, not even one that has ended."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (ChildProcessError, AttributeError):  # AttributeError: the system has no waitid
        return True
    return False


def has_other_children() -> bool:
    """Return whether this process has a child that is not in KEPT_CHILDREN, if the system lists them."""
    if has_no_children():
        return False
    if not KEPT_CHILDREN:
        return True
    from pathlib import Path  # --help does not need it

    try:
        lists = [(thread / "children").read_bytes() for thread in Path(f"/proc/{os.getpid()}/task").iterdir()]
    except OSError:
        return False
    return bool({int(child) for words in lists for child in words.split()} - KEPT_CHILDREN)
