"""Tournaments of many players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from reprlib import repr as shorten
from typing import TYPE_CHECKING, Any

import games
from games.base.spec_error import SpecError
from referee.drawing.glyphs import UNICODE
from referee.engines.common_options import give_common_options
from referee.match.clocks import give_budget
from referee.match.distinct_names import unique_names
from referee.match.events import DRAW
from referee.reports.game_file import describe_result
from referee.reports.tournament.files import as_json
from referee.reports.tournament.table import standings_lines
from referee.scripting.arguments import (
    Specs,
    drawn_seed,
    game_title,
    read_argument,
    read_common_options,
    read_game_file,
    read_openings_argument,
    time_control,
    warn_caller,
    warn_of_missing,
)
from referee.scripting.matches import keep_found, played
from referee.scripting.shown import WIDTH, Shown, data_frame, html_table
from referee.storage.store import local_day
from referee.support.limits import PLAY
from referee.tournaments.entrants import check_tournament, tournament_openings
from referee.tournaments.options import ROUNDS
from referee.tournaments.plan import Tournament
from referee.tournaments.results import missing_games
from referee.tournaments.schedule import FORMATS, check_format
from referee.tournaments.standings import Standings, StandingsRow, make_standings

if TYPE_CHECKING:
    from os import PathLike

    from referee.match.record import Record
    from referee.reports.game_file import GameFile
    from referee.running.game_task import Result
    from referee.scripting.arguments import GameSource, PlayerSource, RealNumber, WholeNumber


def tournament(
    game: GameSource,
    players: Iterable[PlayerSource] | Mapping[str, PlayerSource],
    *,
    format: str = "round-robin",  # noqa: A002  # as the option is called
    rounds: WholeNumber | None = None,
    openings: WholeNumber | str | PathLike[str] | None = None,
    seed: WholeNumber | None = None,
    position: str = "",
    seconds: RealNumber | None = None,
    clock: str = "",
    each: str = "",
    margin: RealNumber | None = None,
    pgn: str | PathLike[str] | None = None,
    workers: WholeNumber = 1,
) -> TournamentResult:
    """Hold a tournament between programs, and return its standings and records.

    players   at least two, as `play` takes them; or a mapping of names to players.
    format    round-robin, gauntlet, knockout or swiss;  rounds  how many, None: as many as usual for that format.
    openings  as in `batch`; None: one for each meeting, as far as there are balanced ones; 0: none.

    All else is as in `batch`, also Ctrl-C. Nothing is kept in the journal of `referee tournament`. Raises as `play`
    does.
    """
    control, wanted = time_control(seconds, clock), read_openings_argument(openings)
    count, common = read_argument("workers", PLAY["workers"], workers), read_common_options(each, margin)
    names, sources = read_players(players)
    with Specs() as specs:
        entered = give_common_options(tuple(map(specs.player, sources)), *common)
        entered = tuple(give_budget(spec, control) for spec in entered)
        asked = count_rounds(format, rounds, len(entered))
        spec, drawn = games.spell_sides(specs.game(game, position)), drawn_seed(seed)
        plan = Tournament(
            game=spec,
            players=entered,
            names=names or unique_names(entered),
            format=format,
            rounds=asked,
            seed=drawn,
            control=control,
            openings=tournament_openings(spec, format, len(entered), asked, drawn, wanted, warn_caller),
        )
        check_tournament(plan)
        warn_of_missing(spec, plan.openings, wanted)
        return play_all(plan, count, specs, read_game_file(pgn, spec))


def count_rounds(format: str, rounds: WholeNumber | None, players: int) -> int:  # noqa: A002  # as above
    """Return the rounds of a tournament; None stands for the usual number of its format. Raises SpecError."""
    if players < 2:
        raise SpecError(f"a tournament needs at least two players, and has {players}")
    if not isinstance(format, str) or format not in FORMATS:
        raise SpecError(f"format={format!r} must be one of {', '.join(FORMATS)}")
    asked: int = read_argument("rounds", ROUNDS, rounds) or FORMATS[format].rounds(players)
    check_format(format, players, asked)
    return asked


def read_players(players: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Return the given names of the players, empty if there are none, and the players. Raises SpecError."""
    unordered = isinstance(players, set | frozenset)  # each process would order them differently
    if unordered or isinstance(players, str | bytes | bytearray) or not isinstance(players, Iterable):
        raise SpecError(f"players={shorten(players)} must be a list of players, or players by their names")
    if not isinstance(players, Mapping):
        return (), list(players)
    for name in players:
        if not isinstance(name, str) or not name.isprintable() or name in ("", DRAW):
            raise SpecError(f"the name {shorten(name)} of a player must be a printable text, and not {DRAW!r}")
    return tuple(players), list(players.values())


def play_all(plan: Tournament, workers: int, specs: Specs, kept: GameFile | None) -> TournamentResult:
    """Play all games of the tournament. Ctrl-C or an error that stops the games carries the results so far."""
    results: dict[int, Result] = {}
    with keep_found(results, lambda: TournamentResult(plan, results)):
        while left := missing_games(plan, results):
            found = played(map(plan.task, left), len(left), workers, specs, results, left[0].number)
            for pairing, result in zip(left, found, strict=True):
                if kept:
                    kept.add(describe_result(plan, None, pairing, result.record, local_day()))
    return TournamentResult(plan, results)


class TournamentResult(Shown):
    """How a tournament ended: `standings` as data, and the `records` of all games."""

    def __init__(self, plan: Tournament, results: dict[int, Result]):
        self.plan = plan
        self.title = f"{game_title(plan.game)}, {plan.format}, seed {plan.seed}"
        self.standings: Standings = make_standings(plan, results)
        self.records: tuple[Record, ...] = tuple(results[number].record for number in sorted(results))

    @property
    def rows(self) -> tuple[StandingsRow, ...]:
        """The players, the best first: `.name`, `.points`, `.rating` and so on."""
        return self.standings.rows

    def as_dict(self) -> dict[str, Any]:
        """Return the standings as JSON's types."""
        return as_json(self.standings)

    def table(self) -> list[dict[str, Any]]:
        return [
            {
                "place": row.place, "player": row.name, "points": row.points, "games": row.games, "wins": row.wins,
                "draws": row.draws, "losses": row.losses, "forfeits": row.forfeited,
                "elo": None if row.rating is None or row.rating.value is None else round(row.rating.value),
            }
            for row in self.rows
        ]  # fmt: skip

    def to_pandas(self) -> Any:
        """Return a DataFrame of pandas, a row for each player. Raises SpecError if pandas is not installed."""
        return data_frame(self.table())

    def lines(self) -> list[str]:
        return standings_lines(self.standings, WIDTH, UNICODE)

    def _repr_html_(self) -> str:
        return html_table(self.table(), self.title)
