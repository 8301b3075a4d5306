"""Run a tournament: what is shown meanwhile, what is printed at its end, and how to continue it."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from time import monotonic, process_time
from typing import TYPE_CHECKING

from games.base.notation import printable
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.option import nearest
from referee.batches.results import Repetition
from referee.drawing import terminal
from referee.drawing.live import InPlace
from referee.drawing.number_format import format_count
from referee.drawing.themes import THEMES
from referee.match.record import sign, write_line
from referee.reports.tournament.files import as_csv, as_json, as_markdown
from referee.reports.tournament.page import as_html
from referee.reports.tournament.table import heading, lines_of_test, standings_lines, table
from referee.running.runner import NoWorkers
from referee.solving.blindness import notices
from referee.statistics.counts import Counts
from referee.storage import record_file
from referee.storage.database import StorageError, describe_failure
from referee.support.complaints import NO_ROOM
from referee.tournaments.journal import Progress, play_missing
from referee.tournaments.results import forfeited_results, schedule_of
from referee.tournaments.standings import Scoreboard, Standings, StandingsRow, make_standings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from referee.drawing.glyphs import Line, Signs
    from referee.reports.game_file import GameFile
    from referee.running.game_task import Result
    from referee.running.run_options import RunOptions
    from referee.statistics.scoring import Estimate
    from referee.support.signals import Halt
    from referee.tournaments.journal import Journal, Play
    from referee.tournaments.journal_tables import TournamentEntry
    from referee.tournaments.plan import Pairing, Tournament
    from referee.tournaments.results import Results

    Now = Standings | Callable[[bool], Standings]
    Show = Callable[[Now, int, int], None]

PACE = 0.1  # seconds between two drawings, at least
SHARE = 0.01  # of the time for drawing, and again for ratings: games need it more
TALL = 10  # lines of the smallest window that has a title too
POINTS = {1: "1-0", 0: "½-½", -1: "0-1"}  # by the result of seat 0
NAMED = 3  # pairs of players that a warning names
REQUIRED = ("place", "score", "elo", "wins", "draws", "losses", "games", "forfeits")  # values for --require


@contextmanager
def live_standings(
    *, plain: bool = False, signs: Signs | None = None, halt: Halt | None = None, test: bool = False
) -> Iterator[Show]:
    """Return a function that shows the standings, the games done, and the games due so far.

    The standings may be a function with the argument whether to fit ratings again; it is called only when they are
    drawn: at most ten times a second, and less often if drawing is slow. Nothing stays in the end. With `plain`, or if
    standard error is not a terminal, nothing is shown. A `test` may end at any time, so no time left is shown.
    """
    if plain or not terminal.movable(sys.stderr):
        yield lambda _standings, _done, _due: None
        return
    board = LiveTable(signs or terminal.signs(), test)
    if halt:
        halt.tell = board.note
    try:
        yield board.show
    finally:
        board.stop()


class LiveTable(InPlace):
    """The table above a bar, in place."""

    def __init__(self, signs: Signs, test: bool = False) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__(THEMES["classic"])
        self.signs = signs
        self.bar = Progress(
            MofNCompleteColumn(), TextColumn("games"), BarColumn(bar_width=None),
            *([] if test else [TimeRemainingColumn()]),
            console=self.console, auto_refresh=False, expand=True,
        )  # fmt: skip
        self.task = self.bar.add_task("", start=False)
        self.due = self.fitting = float("-inf")  # the next time to draw, and to fit ratings, of time.monotonic()

    def show(self, standings: Now, done: int, due: int) -> None:
        """Draw the standings, unless that was just done."""
        if not self.bar.tasks[0].started:
            self.bar.update(self.task, completed=done)  # earlier runs say nothing about the pace of this one
            self.bar.start_task(self.task)
        self.bar.update(self.task, completed=done, total=due)
        if monotonic() < self.due:
            return
        begun, rated, before = self.live.is_started, monotonic() >= self.fitting, process_time()
        self.draw(standings(rated) if callable(standings) else standings)
        rest = (process_time() - before) / SHARE if begun else 0.0  # the first drawing loads modules
        self.due = monotonic() + (PACE if rated else max(PACE, rest))
        self.fitting = monotonic() + rest if rated else self.fitting

    def note(self, line: str) -> None:
        """Write a line above the table."""
        self.step_aside()
        print(line, file=sys.stderr)

    def draw(self, standings: Standings) -> None:
        width, height = self.console.size
        self.put(crop_table(standings, width - 1, height - 1, self.signs), self.bar)


def crop_table(standings: Standings, width: int, height: int, signs: Signs) -> list[Line]:
    """Return the table in at most `height` lines, the bar's included; with its title and test if there is room."""
    room = height - 1
    below = lines_of_test(standings, width, signs) if height >= TALL else []
    above = [*heading(standings, width, signs)[:-1], []] if height >= TALL else []
    if room < 2:
        return []
    rows = [*table(standings, width, signs, room - len(above) - len(below) - 1), *below]
    return [*above, *rows, *([[]] if len(above) + len(rows) < room else [])]


def tournament_row(entry: TournamentEntry) -> list[str]:
    """Return number, local date, game, format, players, games played, state."""
    began = entry.begun.astimezone().strftime("%Y-%m-%d %H:%M")
    state = "being played" if entry.playing else "over" if entry.over else "unfinished"
    names = entry.tournament.names
    who = ", ".join(names) if len(names) <= 4 else f"{len(names)} players"
    game, form = printable(entry.tournament.game), "sprt" if entry.tournament.sprt else entry.tournament.format
    return [str(entry.number), began, game, form, who, format_count(entry.played, "game"), state]


def entry_as_dict(entry: TournamentEntry) -> dict[str, object]:
    """Return a tournament as JSON types, without its games."""
    plan = entry.tournament
    return {
        "tournament": entry.number, "begun": entry.begun.isoformat(), "changed": entry.changed.isoformat(),
        "game": plan.game, "format": plan.format, "rounds": plan.rounds, "players": list(plan.players),
        "names": list(plan.names), "seed": plan.seed, "played": entry.played, "over": entry.over,
        "playing": entry.playing,
    }  # fmt: skip


def game_row(result: Result, ascii_only: bool) -> list[str]:
    """Return number, players, result, ending, moves."""
    record = result.record
    points = POINTS[sign(record.score or 0)].replace("½", "1/2" if ascii_only else "½")
    how = record.why if result.forfeit else (record.how or "").replace("-", " ")
    moves = format_count(len(record.moves.split()), "move")
    return [str(record.number), " - ".join(record.names), points, how, moves]


def traceback_lines(result: Result) -> list[str]:
    """Return the lines of the loser's traceback, if there is one."""
    return [printable(line) for line in result.trace.splitlines()]


def select_results(tournament: Tournament, results: Results, name: str | None, forfeits: bool) -> Iterable[Result]:
    """Return the results in order: all, or only the games of the player `name`, or only forfeits.

    Raises SpecError for an unknown player.
    """
    if name is not None and name not in tournament.names:
        known = ", ".join(tournament.names)
        raise SpecError(f"there is no player {name!r}{nearest(name, list(tournament.names))} (players: {known})")
    ordered = (results[number] for number in sorted(results))
    return [
        result
        for result in ordered
        if (name is None or name in result.record.names) and (not forfeits or result.forfeit)
    ]


def repetition_warning(tournament: Tournament, results: Results) -> str | None:
    """Return a warning if games are no sample, as players repeat themselves; None if all is well."""
    known = schedule_of(tournament, results).pairings
    courses: dict[tuple[int, int], Repetition] = {}
    for pairing in known:
        result = results.get(pairing.number)
        if result is None or result.forfeit:
            continue
        of_two = courses.setdefault((min(pairing.seats), max(pairing.seats)), Repetition())
        of_two.add(pairing.seats[0], tournament.opening(pairing), result.record.moves)
    alike = {seats: of_two for seats, of_two in courses.items() if of_two.repeated}
    if not alike:
        return None
    games, different = (sum(each) for each in zip(*((c.games, c.different) for c in alike.values()), strict=True))
    pairs = [" and ".join(printable(tournament.names[each]) for each in seats) for seats in list(alike)[:NAMED]]
    more = f" and {len(alike) - NAMED} pairs more" if len(alike) > NAMED else ""
    cure = "more --openings" if tournament.openings else "--openings"
    return (
        f"WARNING: {games:,} games, but only {different:,} different ones: {'; '.join(pairs)}{more} repeat themselves,"
        f" and every figure above counts copies. A tournament with {cure} lets them start from different positions."
    )


@dataclass(frozen=True)
class OutputOptions:
    """How to print the standings.

    kind   table, json, csv or markdown;  page  the file for them as HTML, or None.
    plain  whether nothing may move;  symbols  as in the settings.
    """

    kind: str = "table"
    page: Path | None = None
    plain: bool = False
    symbols: str = "auto"

    def check(self) -> None:
        """Raise SpecError if the page cannot be written, before anything is played."""
        if self.page is not None:
            record_file.check_writable(self.page)

    def print(self, standings: Standings) -> None:
        """Print the standings, and write the page. Raises SpecError."""
        match self.kind:
            case "json":
                print(write_line({"standings": as_json(standings)}))
            case "csv":
                print(as_csv(standings), end="")
            case "markdown":
                print(as_markdown(standings), end="")
            case _:
                print("\n".join(standings_lines(standings, terminal.width(), terminal.signs(self.symbols))))
        if self.page is not None:
            record_file.write_text(self.page, as_html(standings))


def play_and_print(
    journal: Journal, play: Play, form: OutputOptions, halt: Halt | None = None, file: GameFile | None = None
) -> Standings:
    """Play the missing games of the journal's tournament, print and return its standings.

    halt  tells the person by what is shown meanwhile;  file  of PGN, to which each game is added that it lacks.

    With JSON the records of all games come first, in order. Raises KeyboardInterrupt and StorageError after a hint on
    how to continue.
    """
    tournament, state = journal.tournament, Progress(journal.recorded, 0)
    if journal.number is None or tournament is None:
        raise RuntimeError("no tournament was begun")
    for said in (
        [] if journal.recorded else notices(tournament.game, tournament.players)
    ):  # once, not when it is continued
        print(f"note: {said}", file=sys.stderr)
    try:
        with closing(keep_games(file, journal, play_missing(journal, play))) as states:  # type: ignore[type-var]
            for state in show_progress(journal, tournament, states, form, halt):  # noqa: B007  # only the last one counts
                pass
    except KeyboardInterrupt:
        print(f"\n{stopped_text(state)}; {resume_hint(journal)}", end="", file=sys.stderr)  # click ends the line
        raise
    except Exception as error:
        kept = f"{stopped_text(state)}, all of them kept; {resume_hint(journal)}"
        if isinstance(error, StorageError | NoWorkers):
            raise StorageError(f"{error}; {kept}") from error
        if isinstance(error, OSError) and error.errno in NO_ROOM:  # standard output may be a file
            raise StorageError(f"standard output: {describe_failure(error)}; {kept}") from error
        error.add_note(kept)
        raise
    for line in forfeit_lines(state.results):
        print(line, file=sys.stderr)
    standings = make_standings(tournament, state.results, journal.number)
    form.print(standings)
    if alarm := repetition_warning(tournament, state.results):
        print(alarm, file=sys.stderr)
    return standings


def keep_games(file: GameFile | None, journal: Journal, states: Iterator[Progress]) -> Iterator[Progress]:
    """Pass on the states, and add each game to a file of PGN if there is one, earlier runs' games first."""
    if file is None:
        yield from states
        return
    pairings: dict[int, Pairing] = {}
    try:
        with closing(states):  # type: ignore[type-var]  # a generator
            for state in states:
                add_games(file, journal, pairings, [state.last] if state.last else state.results.values())
                yield state
    finally:  # Ctrl-C may come when a game was just saved
        add_games(file, journal, pairings, journal.recorded.values())


def add_games(file: GameFile, journal: Journal, pairings: dict[int, Pairing], results: Iterable[Result]) -> None:
    """Add the results to a file of PGN that it lacks.

    pairings  the schedule by the numbers of the games, as far as it was known; it is completed.
    """
    from referee.reports.game_file import describe_result

    tournament = journal.tournament
    assert tournament is not None  # noqa: S101  # it is being played
    missing = [each for each in results if not file.holds(f"{journal.number}.{each.number}", each.record.seed)]
    for result in sorted(missing, key=lambda each: each.number):
        if result.number not in pairings:
            known = schedule_of(tournament, journal.recorded).pairings
            pairings |= {pairing.number: pairing for pairing in known}
        if pairing := pairings.get(result.number):  # a test may have ended before this game
            record = result.record if result.record.notes else journal.noted(result).record
            file.add(describe_result(tournament, journal.number, pairing, record, journal.day(result.number)))


def exit_status(terms: RunOptions, standings: Standings) -> int:
    """Return the exit status of a finished tournament; failures are reported on standard error."""
    return terms.status(
        {row.name: required_values(row) for row in standings.rows},
        first=min(standings.rows, key=lambda row: row.player).name,
        forfeited=sum(row.forfeited for row in standings.rows),
    )


def required_values(row: StandingsRow) -> dict[str, float | Estimate | None]:
    """Return the values for --require; the score counts games only, without byes."""
    games = Counts(row.wins, row.draws, row.losses)
    return {
        "place": row.place, "score": games.score if games.total else None, "elo": row.rating,
        "wins": row.wins, "draws": row.draws, "losses": row.losses, "games": row.games,
        "forfeits": row.forfeited,
    }  # fmt: skip


def show_progress(
    journal: Journal, tournament: Tournament, states: Iterator[Progress], form: OutputOptions, halt: Halt | None
) -> Iterator[Progress]:
    """Pass on the states, and show each at a terminal; with JSON print the records in order."""
    still = form.plain or not terminal.movable(sys.stderr) or (form.kind == "json" and terminal.seen())
    printed = 0
    scoreboard = Scoreboard(tournament)
    signs, test = terminal.signs(form.symbols), tournament.sprt is not None
    with live_standings(plain=still, signs=signs, halt=halt, test=test) as draw:
        for state in states:
            for result in (state.last,) if state.last else state.results.values():
                scoreboard.add(result)
            while form.kind == "json" and printed in state.results and printed < state.due:
                print(write_line(journal.noted(state.results[printed]).record.as_dict()))
                printed += 1
            draw(lambda rated: scoreboard.standings(journal.number, rated=rated), len(state.results), state.due)
            yield state


def stopped_text(state: Progress) -> str:
    """Say how many games were played."""
    return f"stopped after {len(state.results):,}{f' of {state.due:,}' if state.due else ''} games"


def resume_hint(journal: Journal) -> str:
    """Say how to continue the tournament."""
    return f"go on with: referee tournament --resume {journal.number}"


def forfeit_lines(results: Results) -> Iterator[str]:
    """Yield the first forfeit of each player in each way, and how many there are."""
    alike: dict[tuple[str, object], list[Result]] = {}
    for result in forfeited_results(results):
        (loser,) = (name for name in result.record.names if name != result.record.winner)
        alike.setdefault((loser, result.forfeit), []).append(result)
    for (loser, _), lost in alike.items():
        more = f" (the first of {len(lost)} games that {loser} lost so)" if len(lost) > 1 else ""
        yield from traceback_lines(lost[0])
        yield f"game {lost[0].number}: {printable(lost[0].record.why)}{more}"
