"""The command, and python -m referee."""

import sys
from typing import NoReturn

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and end the process; Ctrl-C leaves no traceback even while modules are imported."""
    try:
        from referee.cli import run

        status = run(arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    main()
