"""Tournaments and their games told of in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base.notation import printable
from games.names.catalogue import SpecError
from games.option import nearest
from referee.batches.repetition import Repetition
from referee.drawing.number_format import format_count
from referee.match.record import sign
from referee.tournaments.results import result_signs
from referee.tournaments.schedule import make_schedule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.running.game_task import Result
    from referee.tournaments.journal_tables import TournamentEntry
    from referee.tournaments.plan import Tournament
    from referee.tournaments.results import Results

POINTS = {1: "1-0", 0: "½-½", -1: "0-1"}  # by the sign of what seat 0 won
NAMED = 3  # pairs of players that a warning names


def tournament_row(entry: TournamentEntry) -> list[str]:
    """Number, date in local time, game, format, who took part, how far it is."""
    began = entry.begun.astimezone().strftime("%Y-%m-%d %H:%M")
    state = "being played" if entry.playing else "over" if entry.over else "unfinished"
    names = entry.tournament.names
    who = ", ".join(names) if len(names) <= 4 else f"{len(names)} players"
    game, form = printable(entry.tournament.game), entry.tournament.format
    return [str(entry.number), began, game, form, who, format_count(entry.played, "game"), state]


def entry_as_dict(entry: TournamentEntry) -> dict[str, object]:
    """A tournament as JSON's types, without its games."""
    plan = entry.tournament
    return {
        "tournament": entry.number,
        "begun": entry.begun.isoformat(),
        "changed": entry.changed.isoformat(),
        "game": plan.game,
        "format": plan.format,
        "rounds": plan.rounds,
        "players": list(plan.players),
        "names": list(plan.names),
        "seed": plan.seed,
        "played": entry.played,
        "over": entry.over,
        "playing": entry.playing,
    }


def game_row(result: Result, ascii_only: bool) -> list[str]:
    """Number, players, result, how it ended, moves."""
    record = result.record
    points = POINTS[sign(record.score or 0)].replace("½", "1/2" if ascii_only else "½")
    how = record.why if result.forfeit else (record.how or "").replace("-", " ")
    moves = format_count(len(record.moves.split()), "move")
    return [str(record.number), " - ".join(record.names), points, how, moves]


def traceback_lines(result: Result) -> list[str]:
    """The lines of the traceback of what the loser raised, none where it raised nothing."""
    return [printable(line) for line in result.trace.splitlines()]


def select_results(tournament: Tournament, results: Results, name: str | None, forfeits: bool) -> Iterable[Result]:
    """The results by their numbers: all, those of the player of that name, or those that were forfeited.

    Raises SpecError if no player is called so.
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
    """One loud line where games are not a sample, as players repeat themselves; None if all is well."""
    known = make_schedule(tournament.format, len(tournament.players), tournament.rounds, result_signs(results)).pairings
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
