"""The process of a guest who came by ssh: it gives up what it does not need, and becomes `referee join`."""

import fcntl
import os
import resource
import runpy
import sys
import termios

NICENESS = 10
MEMORY = 2 << 30  # bytes
INVITATION = "REFEREE_INVITATION"  # the variable with the invitation of the guest


def main() -> None:
    """Take the terminal, and run nothing but a guest at the table of the invitation."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C and the size of the window arrive
    for limit, most in ((resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_DATA, MEMORY)):
        resource.setrlimit(limit, (most, most))
    os.nice(NICENESS)
    sys.argv[1:] = ["join", os.environ.pop(INVITATION), "--visitor"]
    runpy.run_module("referee", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
