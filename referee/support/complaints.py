"""One line for people on standard error, and errors of the system in words."""

import errno
import sys

from games.base.notation import printable

NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}  # on a disk, by a limit, by a quota


def complain(message: str) -> None:
    """Print one line on standard error that says what is wrong."""
    print(f"referee: {printable(message)}", file=sys.stderr)


def describe_reason(error: Exception) -> str:
    """Return the words of the system for an error, without its number; else those of the error itself, or its class."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
