"""Running a batch: its lines, its tally, and what is told of forfeits."""

import json
import sys
import traceback

from referee.batch import Plan, Tally
from referee.events import Ended, How
from referee.progress import Output, output
from referee.record import Record

FORFEITS = {How.OUT_OF_TIME, How.ILLEGAL_MOVE, How.CRASHED}


def run_batch(plan: Plan, count: int, as_json: bool, plain: bool, say_seed: bool) -> None:
    """Play a batch: a line for each game on standard output, then the tally. All else goes to standard error."""
    tally = Tally(plan.names)
    if say_seed and not as_json:
        print(f"seed {plan.seed}", file=sys.stderr)
    number = 0
    try:
        with output(count, plain) as out:
            for number in range(count):
                record, end = plan.result(number)
                tally.add(record)
                out.line(json.dumps(record.as_dict()) if as_json else f"game {number}: winner = {record.winner}")
                if end.how in FORFEITS:
                    report(record, end, out)
    except KeyboardInterrupt:
        print(f"\nstopped after {number} of {count} games: {tally}", end="", file=sys.stderr)  # click ends the line
        raise
    print(json.dumps({"summary": {"games": count, **tally.as_dict(), "seed": plan.seed}}) if as_json else tally)


def report(record: Record, end: Ended, out: Output) -> None:
    """Tell people of a forfeit, with the traceback of a crash."""
    trace = "".join(traceback.format_exception(end.error)).rstrip() + "\n" if end.error else ""
    out.note(f"{trace}game {record.number}: {end.why}")
