"""A user's file is run by a child before it is run in this process."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from games.names.catalogue import Catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.names.file_contents import Contents


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
    """What the file at that path holds. Raises BrokenFile."""
    from referee.running import describe_file  # which imports much, and few commands name a file

    return describe_file.describe(path)
