"""Run a batch: its lines, its tally, its statistics, and its forfeits."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.batches.books import Book
from referee.batches.plan import WinTally
from referee.batches.results import REQUIRED, Results, warn_of_repetition
from referee.drawing import terminal
from referee.drawing.progress import output
from referee.drawing.text_width import wrap
from referee.running.runner import NoWorkers, play_tasks, sort_results
from referee.solving.blindness import notices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from referee.batches.plan import Plan
    from referee.drawing.progress import Output
    from referee.running.game_task import Result
    from referee.running.run_options import RunOptions
    from referee.statistics.sprt import Sprt


@dataclass(frozen=True)
class BatchOptions:
    """How to run a batch.

    count  the most games;  sprt  the test that may end it sooner.
    plain  whether no bar is drawn;  stats  whether statistics are printed;  say_seed  whether the seed is.
    """

    count: int
    terms: RunOptions
    sprt: Sprt | None = None
    as_json: bool = False
    plain: bool = False
    stats: bool = False
    say_seed: bool = False


def run_batch(plan: Plan, trial: BatchOptions) -> int:
    """Play a batch: print a line for each game, then the tally; all else goes to standard error.

    Returns the exit status: 0, or the status for a forfeit under --strict or for a failed --require.
    """
    trial.terms.check(plan.names, REQUIRED)
    tally, findings = WinTally(plan.names), Results(plan)
    if trial.say_seed and not trial.as_json:
        print(f"seed {plan.seed}", file=sys.stderr)
    for said in notices(plan.game, plan.players):
        print(*wrap_for_terminal([f"note: {said}"], sys.stderr), sep="\n", file=sys.stderr)
    try:
        play_games(plan, trial, tally, findings)
    except (KeyboardInterrupt, NoWorkers) as error:
        end = "" if isinstance(error, KeyboardInterrupt) else "\n"  # click ends the line after Ctrl-C
        told = stopped_lines(trial, tally, findings)
        print("", *wrap_for_terminal(told, sys.stderr), sep="\n", end=end, file=sys.stderr)
        raise
    except Exception as error:
        for line in stopped_lines(trial, tally, findings) if findings.games else ():
            error.add_note(line)
        raise
    told = (
        [summary_line(plan, trial, tally, findings)] if trial.as_json else [str(tally), *report_lines(trial, findings)]
    )
    print(*(told if trial.as_json else wrap_for_terminal(told, sys.stdout)), sep="\n", flush=True)
    if alarm := warn_of_repetition(findings):
        print(*wrap_for_terminal([alarm], sys.stderr), sep="\n", file=sys.stderr)
    one, two = plan.names
    forfeited = sum(causes.total() for causes in findings.forfeits)
    return trial.terms.status({one: findings.values(0), two: findings.values(1)}, one, forfeited)


def play_games(plan: Plan, trial: BatchOptions, tally: WinTally, findings: Results) -> None:
    """Play the games, until the test decides, and print each in the order of their numbers."""
    tasks = map(plan.task, range(trial.count))
    told: set[object] = set()
    with (
        trial.terms.open_workers(trial.count) as workers,
        output(trial.count, trial.plain) as out,
        closing(play_tasks(tasks, workers, trial.count, out.tick)) as unsorted,
    ):
        if isinstance(plan.openings, Book):
            plan.openings.tell = out.note
        for result in sort_results(count_results(unsorted, out)):
            record = result.record
            findings.add(result)
            tally.add(record)
            line = f"game {record.number}: winner = {record.winner}"
            out.line(json.dumps(record.as_dict()) if trial.as_json else line)
            if result.forfeit:
                crash = (
                    record.winner,
                    frozenset(line for line in result.trace.splitlines() if line.startswith("  File ")),
                )
                out.note(f"{'' if crash in told else result.trace}game {record.number}: {record.why}")
                told.add(crash)
            elif result.unended:
                out.note(f"game {record.number}: {record.why}")
            if trial.sprt and findings.whole and trial.sprt.verdict(findings.sample(trial.sprt)):
                break


def stopped_lines(trial: BatchOptions, tally: WinTally, findings: Results) -> list[str]:
    """Return the result of a batch that was stopped, in lines for people."""
    stopped = f"stopped after {findings.games} of {trial.count} games: {tally}"
    told = [stopped, *(report_lines(trial, findings) if findings.games else [])]
    if trial.stats and (alarm := warn_of_repetition(findings)):
        told.append(alarm)
    return told


def count_results(unsorted: Iterable[Result], out: Output) -> Iterator[Result]:
    """Pass on the results, and count each."""
    for result in unsorted:
        out.count()
        yield result


def wrap_for_terminal(lines: Iterable[str], stream: TextIO | None) -> Iterator[str]:
    """Yield the lines, wrapped if the stream is a terminal."""
    for line in lines:
        if stream is None or not stream.isatty():
            yield line
        else:
            yield from wrap(line, terminal.width(), "  ")


def report_lines(trial: BatchOptions, findings: Results) -> list[str]:
    """Return the statistics and the test, as far as they are wanted."""
    said = findings.lines() if trial.stats else []
    return [*said, trial.sprt.sentence(findings.sample(trial.sprt), *findings.plan.names)] if trial.sprt else said


def summary_line(plan: Plan, trial: BatchOptions, tally: WinTally, findings: Results) -> str:
    """Return the last line of a batch in JSON."""
    told: dict[str, object] = {"games": findings.games, **tally.as_dict(), "seed": plan.seed}
    if trial.stats:
        told["stats"] = findings.as_dict()
    if trial.sprt:
        told["sprt"] = trial.sprt.as_dict(findings.sample(trial.sprt))
    return json.dumps({"summary": told}, allow_nan=False)
