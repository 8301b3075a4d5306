"""Whether code of others has run in this process; what it changed there can be put back."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import games
import players
from games.names import user_files

if TYPE_CHECKING:
    from collections.abc import Iterator


def has_foreign_code() -> bool:
    """Whether code of others has been taken into this process: files of people, and installed packages."""
    catalogues = [vars(each)["CATALOGUE"] for each in (games, players) if "CATALOGUE" in vars(each)]  # those in use
    return bool(user_files.FOLDERS) or any(vars(each).get("installed") or each.lends for each in catalogues)


@contextmanager
def preserve_process(signals: bool = False) -> Iterator[None]:
    """Put back what code of others changes in this process within the block.

    signals  whether that holds for signals and streams as well, which a page changes too.
    """
    if not has_foreign_code():
        yield
        return
    from referee.running.process_state import LASTING, SIGNALLING, preserve

    with preserve(LASTING + SIGNALLING if signals else LASTING):
        yield
