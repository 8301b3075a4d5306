"""Run a batch: its lines, its tally, its statistics, and its forfeits."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from referee.batches.books import Book
from referee.batches.plan import WinTally
from referee.batches.results import Results, warn_of_repetition
from referee.drawing import terminal
from referee.drawing.progress import output
from referee.drawing.text_width import wrap
from referee.match.record import write_line
from referee.running.runner import NoWorkers, play_tasks, sort_results
from referee.solving.blindness import notices
from referee.storage.database import StorageError
from referee.storage.store import local_day
from referee.support.signals import halt_first

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import TextIO

    from referee.batches.plan import Plan
    from referee.drawing.progress import Output
    from referee.formats.file_game import FileGame
    from referee.reports.game_file import GameFile
    from referee.running.game_task import Result
    from referee.running.run_options import RunOptions
    from referee.tournaments.journal import Journal


@dataclass(frozen=True)
class BatchOptions:
    """How to run a batch.

    count  the most games.
    plain  whether no bar is drawn;  stats  whether statistics are printed;  say_seed  whether the seed is.
    kept   the file of PGN to which the games are added, or None.
    """

    count: int
    terms: RunOptions
    as_json: bool = False
    plain: bool = False
    stats: bool = False
    say_seed: bool = False
    kept: GameFile | None = None


def run_batch(plan: Plan, trial: BatchOptions, journal: Journal | None = None) -> int:
    """Play a batch: print a line for each game, then the tally; all else goes to standard error.

    journal  keeps the games as a tournament, which a test ends; None: they are not kept.

    Returns the exit status: 0, or the status for a forfeit under --strict or for a failed --require.
    """
    batch = RunningBatch(plan, trial, journal)
    if trial.say_seed and not trial.as_json:
        print(f"seed {plan.seed}", file=sys.stderr)
    for said in notices(plan.game, plan.players):
        print(*wrap_for_terminal([f"note: {said}"], sys.stderr), sep="\n", file=sys.stderr)
    try:
        batch.play()
    except (KeyboardInterrupt, NoWorkers, StorageError) as error:
        end = "" if isinstance(error, KeyboardInterrupt) else "\n"  # click ends the line after Ctrl-C
        print("", *wrap_for_terminal(batch.stopped_lines(), sys.stderr), sep="\n", end=end, file=sys.stderr)
        raise
    except Exception as error:
        for line in batch.stopped_lines() if journal or batch.findings.games else ():
            error.add_note(line)
        raise
    told = [batch.summary_line()] if trial.as_json else [str(batch.tally), *batch.report_lines()]
    print(*(told if trial.as_json else wrap_for_terminal(told, sys.stdout)), sep="\n", flush=True)
    if alarm := warn_of_repetition(batch.findings):
        print(*wrap_for_terminal([alarm], sys.stderr), sep="\n", file=sys.stderr)
    return batch.status()


class RunningBatch:
    """A batch and its results so far.

    test  the test that ends it, of the journal's tournament;  due  the number of games that it has, as far as is known.
    """

    def __init__(self, plan: Plan, trial: BatchOptions, journal: Journal | None):
        self.plan, self.trial, self.journal = plan, trial, journal
        self.tally, self.findings = WinTally(plan.names), Results(plan)
        self.told: set[object] = set()  # crashes whose traceback was written
        self.test = journal.tournament.sprt if journal and journal.tournament else None
        self.due = trial.count

    def play(self) -> None:
        """Play the games, until the test decides, and print each in the order of their numbers."""
        with (
            self.trial.terms.open_workers(self.trial.count) as workers,
            output(self.trial.count, self.trial.plain, self.test is not None) as out,
            halt_first() as halt,
            closing(self.coming(partial(play_tasks, workers=workers, meanwhile=out.tick, halt=halt))) as unsorted,
        ):
            halt.tell = out.note
            if isinstance(self.plan.openings, Book):
                self.plan.openings.tell = out.note
            for result in sort_results(count_results(unsorted, out)):
                if result.number < self.due:
                    self.take(result, out)

    def coming(self, play: Callable[..., Generator[Result]]) -> Generator[Result]:
        """Yield the results as the games end, and keep them if there is a journal."""
        if self.journal is None:
            with closing(play(map(self.plan.task, range(self.due)), total=self.due)) as results:
                for result in results:
                    if self.trial.kept:
                        self.trial.kept.add(describe_game(self.plan, result))
                    yield result
            return
        from referee.reports.tournament.output import keep_games
        from referee.tournaments.journal import play_missing

        missing = play_missing(self.journal, lambda tasks: play(tasks, total=len(tasks)))
        states = keep_games(self.trial.kept, self.journal, missing)
        with closing(states):  # type: ignore[type-var]
            for state in states:
                self.due = state.due
                if state.last:
                    yield state.last

    def take(self, result: Result, out: Output) -> None:
        """Count a result, and print it."""
        record = result.record
        self.findings.add(result)
        self.tally.add(record)
        if test := self.test:
            out.state(lambda: test.reached(self.findings.sample(test)))
        line = f"game {record.number}: winner = {record.winner}"
        out.line(write_line(record.as_dict()) if self.trial.as_json else line)
        if result.forfeit:
            crash = record.winner, frozenset(line for line in result.trace.splitlines() if line.startswith("  File "))
            out.note(f"{'' if crash in self.told else result.trace}game {record.number}: {record.why}")
            self.told.add(crash)
        elif result.unended:
            out.note(f"game {record.number}: {record.why}")

    def stopped_lines(self) -> list[str]:
        """Return the results of a batch that was stopped, in lines for people."""
        stopped = f"stopped after {self.findings.games:,} of {self.trial.count:,} games: {self.tally}"
        told = [stopped, *(self.report_lines() if self.findings.games else [])]
        if self.trial.stats and (alarm := warn_of_repetition(self.findings)):
            told.append(alarm)
        if self.journal:
            from referee.reports.tournament.output import resume_hint

            told.append(resume_hint(self.journal))
        return told

    def report_lines(self) -> list[str]:
        """Return the statistics and the test, as far as they are wanted."""
        said = self.findings.lines() if self.trial.stats else []
        if self.test:
            said.append(self.test.sentence(self.findings.sample(self.test), *self.plan.names))
        return said

    def summary_line(self) -> str:
        """Return the last line of a batch in JSON."""
        told: dict[str, object] = {"games": self.findings.games, **self.tally.as_dict(), "seed": self.plan.seed}
        if self.trial.stats:
            told["stats"] = self.findings.as_dict()
        if self.test:
            told["sprt"] = self.test.as_dict(self.findings.sample(self.test))
        return write_line({"summary": told})

    def status(self) -> int:
        """Return the exit status of a finished batch."""
        (one, two), findings = self.plan.names, self.findings
        forfeited = sum(causes.total() for causes in findings.forfeits)
        return self.trial.terms.status({one: findings.values(0), two: findings.values(1)}, one, forfeited)


def count_results(unsorted: Iterable[Result], out: Output) -> Iterator[Result]:
    """Pass on the results, and count each."""
    for result in unsorted:
        out.count()
        yield result


def describe_game(plan: Plan, result: Result) -> FileGame:
    """Return a game that has just ended for a file of games."""
    from referee.formats.file_game import FileGame  # most batches do without it

    place = result.number // 2 if plan.swap else result.number  # of the pair, or of the game
    return FileGame(
        result.record, local_day(), control=plan.task(result.number).control, round=str(place + 1), ours=True
    )


def wrap_for_terminal(lines: Iterable[str], stream: TextIO | None) -> Iterator[str]:
    """Yield the lines, wrapped if the stream is a terminal."""
    for line in lines:
        if stream is None or not stream.isatty():
            yield line
        else:
            yield from wrap(line, terminal.width(), "  ")
