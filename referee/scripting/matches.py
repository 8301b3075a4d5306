"""Single matches and batches; a notebook shows their progress below the cell."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from multiprocessing import current_process
from threading import current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
import players
from games.base.spec_error import SpecError
from games.capabilities import hides_information
from games.names.entry import ReadSpecs, read_specs_once
from games.names.move_texts import split_moves
from referee.batches.books import open_book
from referee.batches.openings import draw_openings
from referee.batches.plan import Plan
from referee.batches.results import Results, warn_of_repetition
from referee.drawing.number_format import format_count
from referee.drawing.progress import NotebookPlace, in_notebook
from referee.engines.common_options import give_common_options
from referee.errors.attribution import raise_original
from referee.match.clocks import give_budgets, own_controls
from referee.match.events import Ended
from referee.match.options import OpeningsFile
from referee.match.players import is_person
from referee.match.record import Recorder
from referee.reports.batch import describe_game
from referee.running.foreign_code import preserve_process
from referee.running.lasting_players import close_files
from referee.running.run_options import RunOptions
from referee.running.runner import play_tasks, sort_results
from referee.scripting.arguments import (
    Specs,
    drawn_seed,
    read_arguments,
    read_common_options,
    read_game_file,
    read_openings_argument,
    read_truth,
    time_control,
    warn_caller,
    warn_of_missing,
)
from referee.scripting.shown import Shown, data_frame
from referee.storage.saved_match import is_persons
from referee.support.limits import PLAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
    from os import PathLike

    from games.names.move_texts import Moves
    from referee.match.record import Record
    from referee.running.game_task import GameTask, Result
    from referee.scripting.arguments import GameSource, PlayerSource, RealNumber, WholeNumber
    from referee.statistics.scoring import Estimate

GAMES = 10  # of a batch if neither their number nor openings are given


class GameCount:
    """How many games are over: a bar in a notebook, words elsewhere."""

    def __init__(self, total: int):
        self.total = total
        self.over = 0
        self.began = monotonic()
        self.spent = 0.0

    def count(self) -> None:
        self.over += 1
        self.spent = monotonic() - self.began

    def __repr__(self) -> str:
        words = f"{self.over} of {self.total} games in {timedelta(seconds=round(self.spent))}"
        if not 0 < self.over < self.total:
            return words
        rest = self.spent / self.over * (self.total - self.over)
        return f"{words}, about {timedelta(seconds=round(rest))} left"

    def _repr_html_(self) -> str:
        return f'<progress value="{self.over}" max="{self.total}"></progress> {self}'


def follow_games(results: Iterator[Result], total: int) -> Iterator[Result]:
    """Pass on the results of `total` games. In a notebook a bar shows the progress if they take long enough."""
    if not (in_notebook() and total):
        yield from results
        return
    progress, place = GameCount(total), NotebookPlace()
    for result in results:
        progress.count()
        place.show(progress, last=progress.over == total)
        yield result


def play(
    game: GameSource,
    first: PlayerSource,
    second: PlayerSource,
    *,
    seed: WholeNumber | None = None,
    moves: Moves = (),
    position: str = "",
    seconds: RealNumber | None = None,
    clock: str = "",
) -> Record:
    """Play one game, and return its record. People play at the console, which shows the match in lines.

    game     a spec such as "connect-four" or "./mine.py", a class of games, or an instance, which is not changed.
    first    who moves first: a spec such as "level:3", a class or an object with a method `choose(game, deadline)`, a
             function that gets the game and returns a move, or "human" or HumanPlayer() for you;  second  the other.
    seed     for all random numbers; the same seed repeats the game.
    moves    texts of moves to start with, "4 4"; or a list of texts and whole numbers, [4, 4].
    position the position to start at, as `--position` takes it.
    seconds  for each move;  clock  as `--clock` takes it, "5m+3s".

    What a player does wrong costs it the game: `how` and `why` of the record say so, and the traceback is printed to
    standard error. Raises SpecError for what cannot be played, TypeError for what is not a game or a player. What the
    rules raise is raised here.
    """
    with Specs(people=not in_notebook()) as specs:
        plan = make_plan(specs, game, (first, second), seed, moves, position, seconds, clock)
        task = plan.task(0)
        if any(map(plays_as_person, plan.players)):
            return play_at_console(task)
        (result,) = played([task], 1, 1, specs, {})
    return result.record


def plays_as_person(spec: str) -> bool:
    """Return whether a person plays by the spec, or by the class or object that has it as a name."""
    lent = players.CATALOGUE.find_lent(spec)
    return bool(getattr(lent.kind, "person", False)) if lent else is_persons(spec)


def play_at_console(task: GameTask) -> Record:
    """Play a game with people: show each position, ask for moves, tell each move and the winner."""
    from players.human import HumanPlayer, ask_at_console
    from referee.table.prompt_commands import PromptCommands
    from referee.table.scrolling_front import ScrollingFront

    seated = task.make_players()
    people = is_person(seated[0]), is_person(seated[1])
    if all(people) and hides_information(games.load(task.heading.game)):
        raise SpecError("two people at one console would see what this game hides")
    minutes = Recorder(task.heading)
    with closing(PromptCommands(ScrollingFront(people), minutes)) as prompt, preserve_process():
        for player in seated:
            if isinstance(player, HumanPlayer) and player.ask is ask_at_console:
                player.ask, player.tell = prompt.ask, prompt.tell
        for event in task.match(seated):
            prompt.note(event)
            if isinstance(event, Ended) and event.error:
                tell_crash(task.describe_crash(event.error, " ".join(minutes.texts)).rstrip())
    return minutes.record()


def batch(
    game: GameSource,
    first: PlayerSource,
    second: PlayerSource,
    *,
    games: WholeNumber | None = None,
    seed: WholeNumber | None = None,
    swap: bool = True,
    openings: WholeNumber | str | PathLike[str] = 0,
    moves: Moves = (),
    position: str = "",
    seconds: RealNumber | None = None,
    clock: str = "",
    each: str = "",
    margin: RealNumber | None = None,
    pgn: str | PathLike[str] | None = None,
    workers: WholeNumber = 1,
) -> Batch:
    """Play many games between two programs, and return the results.

    games     how many; None: 10, or two from each opening.
    swap      whether sides alternate, as with `--swap`; then both games of a pair have the same dice.
    openings  a number of random balanced openings, or a file of them, each played from both sides. A text may say how
              to take them, as in "book.epd,order=random,start=100,plies=8". A UserWarning tells of too few, and of
              faulty ones, which are left out.
    each      options of the programs from outside that do not set them, "hash=64";  margin  as with `--margin`.
    pgn       a file to which each game of chess is added.
    workers   how many processes play; 1: this one. Everything that a player keeps outside its own objects, such as a
              list of your notebook, is changed in this process only then.

    All else is as in `play`. A player that is an object plays all games itself, in this process; of a class there is a
    new object for each game. Raises as `play` does. If anything is raised after the first game, even by Ctrl-C, its
    field `found` holds the results of the games that are over.
    """
    asked, start = read_arguments(PLAY, games=games, workers=workers), read_openings_argument(openings)
    wanted, alternate = start if isinstance(start, int) else 0, read_truth("swap", swap)
    with Specs() as specs:
        plan = make_plan(
            specs, game, (first, second), seed, moves, position, seconds, clock, read_common_options(each, margin)
        )
        kept = read_game_file(pgn, plan.game)
        if isinstance(start, OpeningsFile):
            pairs = (asked["games"] + 1) // 2 if asked["games"] else None
            plan = replace(plan, openings=open_book(start, plan.game, plan.seed, warn_caller, pairs))
        elif wanted:
            plan = replace(plan, openings=draw_openings(plan.game, wanted, plan.seed, plan.opening))
            warn_of_missing(plan.game, plan.openings, wanted)
        plan = replace(plan, swap=alternate or bool(start))
        count = asked["games"] or (2 * max(len(plan.openings), wanted) if start else GAMES)
        over: dict[int, Result] = {}
        with keep_found(over, lambda: count_batch(plan, over)):
            for result in played(map(plan.task, range(count)), count, asked["workers"], specs, over):
                if kept:
                    kept.add(describe_game(plan, result))
    return count_batch(plan, over)


def make_plan(
    specs: Specs,
    game: GameSource,
    pair: tuple[PlayerSource, PlayerSource],
    seed: WholeNumber | None,
    moves: Moves,
    position: str,
    seconds: RealNumber | None,
    clock: str,
    common: tuple[str, float | None] = ("", None),
) -> Plan:
    """Return the checked plan of the games; `common` as for give_common_options. Raises SpecError and TypeError."""
    control = time_control(seconds, clock)
    one, two = give_common_options((specs.player(pair[0]), specs.player(pair[1])), *common)
    plan = Plan(
        game=specs.game(game, position),
        players=give_budgets((one, two), control),
        seed=drawn_seed(seed),
        control=own_controls((one, two), control),
        opening=split_moves(moves),
    )
    plan.check()
    return plan


def played(
    tasks: Iterable[GameTask], count: int, workers: int, specs: Specs, over: dict[int, Result], first: int = 0
) -> Iterator[Result]:
    """Yield the results of `count` games in the order of their numbers, from `first` on.

    Each is put into `over` by its number as soon as it comes. Each kind of crash is printed once, on standard error. In
    a notebook a bar shows the progress. Raises SpecError if `workers` processes cannot play them.
    """
    told = set()
    for result in follow_games(sort_results(keep(as_they_come(tasks, count, workers, specs), over), first), count):
        if result.trace and result.record.why not in told:
            told.add(result.record.why)
            tell_crash(f"{result.trace}game {result.number}: {result.record.why}")
        yield result


@contextmanager
def keep_found(over: Sized, found: Callable[[], object]) -> Iterator[None]:
    """Let Ctrl-C or an error in the block carry the results of the games that are over, and say where."""
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        if over:
            those = "which is" if len(over) == 1 else "which are"
            said = f"stopped after {format_count(len(over), 'game')}, {those} in sys.last_value.found"
            if isinstance(error, KeyboardInterrupt):
                error.args = (said,)  # not a note, as IPython may leave that out
            else:
                error.add_note(said)
            error.found = found()  # type: ignore[union-attr]
        raise


def count_batch(plan: Plan, over: Mapping[int, Result]) -> Batch:
    """Return the batch of the games that are over."""
    results, records = Results(plan), []
    for number in sorted(over):
        results.add(over[number])
        records.append(over[number].record)
    return Batch(results, tuple(records))


def tell_crash(text: str) -> None:
    """Print text to standard error, with escapes for characters that it cannot print."""
    code = getattr(sys.stderr, "encoding", None) or "utf-8"
    print(text.encode(code, "backslashreplace").decode(code), file=sys.stderr)


def keep(results: Iterable[Result], over: dict[int, Result]) -> Iterator[Result]:
    """Pass on the results, and put each into `over` by its number."""
    for result in results:
        over[result.number] = result
        yield result


def as_they_come(tasks: Iterable[GameTask], count: int, workers: int, specs: Specs) -> Iterator[Result]:
    """Yield the results of `count` games as they finish."""
    if workers == 1:
        known: ReadSpecs = {}
        try:
            yield from (play_here(task, known) for task in tasks)
        finally:
            close_files()
        return
    specs.check_workers(workers)
    if current_process().daemon:  # daemons, such as the workers of multiprocessing.Pool, may start no processes
        raise SpecError(f"this process is itself a worker of a pool, and cannot start workers={workers}: play with 1")
    with (
        raise_original(),
        RunOptions(workers).open_workers(count) as pool,
        closing(play_tasks(tasks, pool, count)) as unsorted,
    ):
        yield from unsorted


def play_here(task: GameTask, known: ReadSpecs) -> Result:
    """Play a game in this process, and restore the folder and streams of the process.

    In a thread they stay as they are: other threads may change them at the same time.

    known  the specs that were read for earlier games.
    """
    kept = preserve_process(signals=True) if current_thread() is main_thread() else nullcontext()
    with read_specs_once(known), kept:
        return task.result()


class Batch(Shown):
    """The results of a batch, from the point of view of the player named first.

    results  the counts;  records  of all games, in order.
    """

    def __init__(self, results: Results, records: tuple[Record, ...]):
        self.results = results
        self.records = records

    @property
    def names(self) -> tuple[str, str]:
        return self.results.plan.names

    @property
    def seed(self) -> int:
        """The seed that repeats the batch."""
        return self.results.plan.seed

    @property
    def wins(self) -> int:
        """How many games the first player won."""
        return self.results.wins[0]

    @property
    def draws(self) -> int:
        return self.results.wins[1]

    @property
    def losses(self) -> int:
        """How many games the first player lost."""
        return self.results.wins[2]

    @property
    def score(self) -> Estimate:
        """The share of the points that the first player won, 0 to 1: `.value`; its 95 % interval is `.low`, `.high`."""
        return self.results.summary().score

    @property
    def elo(self) -> Estimate:
        """How far the first player is above the second, in Elo; None where the games give no limit."""
        return self.results.summary().elo

    @property
    def forfeits(self) -> tuple[dict[str, int], dict[str, int]]:
        """How often each of the two forfeited a game, by kind of forfeit."""
        one, two = self.results.forfeits
        return dict(one), dict(two)

    def as_dict(self) -> dict[str, Any]:
        """Return the statistics as JSON's types, as `--json --stats` prints them."""
        return {"games": self.results.games, "seed": self.seed, **self.results.as_dict()}

    def to_pandas(self) -> Any:
        """Return a DataFrame of pandas, a row for each game. Raises SpecError if pandas is not installed."""
        return data_frame(record.as_dict() for record in self.records)

    def lines(self) -> list[str]:
        one, two = self.names
        head = f"{one} won {self.wins}, {two} won {self.losses}, {self.draws} draws (seed {self.seed})"
        alarm = warn_of_repetition(self.results, "openings=N", "a larger number of openings")
        return [head, *self.results.lines("swap=True"), *([alarm] if alarm else [])]
