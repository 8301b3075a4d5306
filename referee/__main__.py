"""The command, and python -m referee."""

import sys
from collections.abc import Callable
from typing import NoReturn

from referee.support import signals


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and end the process; Ctrl-C leaves no traceback even while modules are imported.

    arguments  what is typed behind the command's name; None: what this process was started with, and all that programs
               have left in it ends with it. Else SystemExit is raised.
    """
    try:
        signals.install_handlers()
        run = import_command()
        from referee.running.exit import run_and_exit

        status = run(arguments) if arguments is not None else run_and_exit(run)
    except KeyboardInterrupt:
        status = signals.INTERRUPTED
    sys.exit(signals.exit_status(status))


def import_command() -> Callable[..., int]:
    """Return what runs the command. Ends the process with one line where builds keep it from being imported."""
    try:
        from referee.cli import run
    except Exception:
        from referee.support.build import stale_notice

        if notice := stale_notice():
            sys.exit(notice)
        raise
    return run


if __name__ == "__main__":
    main()
