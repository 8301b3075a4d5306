"""Code of others in this process: whether any has run, how its changes are undone, and how files are described."""

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
    """Return whether users' files or installed packages have been loaded into this process."""
    catalogues = [vars(each)["CATALOGUE"] for each in (games, players) if "CATALOGUE" in vars(each)]  # if loaded
    return bool(user_files.FOLDERS) or any(vars(each).get("installed") or each.lends for each in catalogues)


@contextmanager
def preserve_process(signals: bool = False) -> Iterator[None]:
    """Undo what code of others changes in this process within the block.

    signals  whether that includes signals and streams, which a page changes too.
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

    If processes cannot be forked, files run here without that.
    """
    before = Catalogue.describer
    Catalogue.describer = describe if hasattr(os, "fork") else None
    try:
        yield
    finally:
        Catalogue.describer = before


def describe(path: str) -> Contents:
    """Return what a file holds. Raises BrokenFile."""
    from referee.running import describe_file  # it imports much, and few commands name a file

    return describe_file.describe(path)
