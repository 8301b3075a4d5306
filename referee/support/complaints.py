"""Complaints on standard error, in one line, and the words of the system for errors."""

import errno
import sys

from games.base.notation import printable

NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}  # on a disk, by a limit, by a quota


def complain(message: str) -> None:
    """Print on standard error, in one line, what is wrong."""
    print(f"referee: {printable(message)}", file=sys.stderr)


def describe_reason(error: Exception) -> str:
    """Return the system's words for an error, without its number, or else its own words, or its class."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
