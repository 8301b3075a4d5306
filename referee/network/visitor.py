"""The process of a guest who came by ssh: it gives up what it does not need, and becomes `referee join`."""

import fcntl
import os
import resource
import sys
import termios

NICENESS = 10


def main() -> None:
    """Take the terminal, and run nothing but a guest at the table of the invitation."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C and the size of the window arrive
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICENESS)
    command = [sys.executable, "-P", "-m", "referee", "join", sys.argv[1], "--visitor"]
    os.execv(sys.executable, command)  # noqa: S606  # no shell is needed


if __name__ == "__main__":
    main()
