"""The command, and python -m referee."""

import sys
from typing import NoReturn

from referee import interrupts

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and end the process; Ctrl-C leaves no traceback even while modules are imported."""
    try:
        interrupts.heed()
        from referee.cli import run

        status = run(arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(interrupts.status(status))


if __name__ == "__main__":
    main()
