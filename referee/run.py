"""Running a batch: its lines, its tally, and what is told of forfeits."""

import json
import sys

from referee.batch import Plan, Tally
from referee.progress import output


def run_batch(plan: Plan, count: int, as_json: bool, plain: bool, say_seed: bool) -> None:
    """Play a batch: a line for each game on standard output, then the tally. All else goes to standard error."""
    tally = Tally(plan.names)
    if say_seed and not as_json:
        print(f"seed {plan.seed}", file=sys.stderr)
    number = 0
    try:
        with output(count, plain) as out:
            for number in range(count):
                result = plan.fixture(number).result()
                record = result.record
                tally.add(record)
                out.line(json.dumps(record.as_dict()) if as_json else f"game {number}: winner = {record.winner}")
                if result.forfeit:
                    out.note(f"{result.trace}game {number}: {record.why}")
    except KeyboardInterrupt:
        print(f"\nstopped after {number} of {count} games: {tally}", end="", file=sys.stderr)  # click ends the line
        raise
    print(json.dumps({"summary": {"games": count, **tally.as_dict(), "seed": plan.seed}}) if as_json else tally)
