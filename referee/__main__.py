"""The entry point of the command, and of `python -m referee`."""

import gc
import sys
from collections.abc import Callable
from typing import NoReturn

from referee.support import signals

OBJECTS = 50_000  # new ones until Python looks for garbage: nearly all that a start makes stays


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and end the process; Ctrl-C leaves no traceback even while modules are imported.

    arguments  the words after the command's name. None: those that this process was started with; then everything that
               still runs in the process ends with it. Otherwise SystemExit is raised.
    """
    try:
        signals.install_handlers()
        if arguments is None:
            gc.set_threshold(OBJECTS)
        run = import_command()
        from referee.cli import FLAGS

        if arguments is None and FLAGS.isdisjoint(sys.argv[1:2]):
            from referee.running.exit import run_and_exit

            run_and_exit(run)
        status = run(arguments)
        if arguments is None:
            gc.freeze()  # otherwise Python looks through all objects once more at its end
    except KeyboardInterrupt:
        status = signals.INTERRUPTED
    sys.exit(signals.exit_status(status))


def import_command() -> Callable[..., int]:
    """Import `run` of referee/cli.py. Ends the process with one line if stale builds prevent that."""
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
