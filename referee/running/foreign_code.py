"""Code of others in this process: whether any has run, what it changed is put back, and none runs unseen."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import games
import players
from games.names import user_files
from games.names.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.names.file_contents import Contents


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


@contextmanager
def describe_files_first() -> Iterator[None]:
    """Run no user's file in this process, in this block, before a child has run it to its end.

    Where processes cannot be forked the file is run here as it is.
    """
    before = Catalogue.describer
    Catalogue.describer = describe if hasattr(os, "fork") else None
    try:
        yield
    finally:
        Catalogue.describer = before


def describe(path: str) -> Contents:
    """Return what the file at that path holds. Raises BrokenFile."""
    from referee.running import describe_file  # which imports much, and few commands name a file

    return describe_file.describe(path)
