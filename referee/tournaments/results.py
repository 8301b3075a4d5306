"""The results of a tournament so far, matched with its schedule: which games are due, and which are missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.match.record import sign
from referee.running.game_task import Result
from referee.tournaments.schedule import make_schedule

if TYPE_CHECKING:
    from referee.tournaments.meetings import Schedule
    from referee.tournaments.plan import Pairing, Tournament

Results = Mapping[int, Result]  # of the finished games, by their numbers


def missing_games(tournament: Tournament, results: Results) -> list[Pairing]:
    """The games known so far that have no result yet."""
    known, fit = match_results(tournament, results)
    return [pairing for pairing in known.pairings if pairing.number not in fit]


def match_results(tournament: Tournament, results: Results) -> tuple[Schedule, Results]:
    """The schedule as far as it is known, and those of the results that belong to its games.

    A result from the journal may be of players who do not meet in that game, if results before it were damaged.
    """
    while True:
        known = make_schedule(tournament.format, len(tournament.players), tournament.rounds, result_signs(results))
        fit = {
            pairing.number: results[pairing.number]
            for pairing in known.pairings
            if pairing.number in results and results[pairing.number].record.names == player_names(tournament, pairing)
        }
        if len(fit) == len(results):
            return known, fit
        results = fit


def player_names(tournament: Tournament, pairing: Pairing) -> tuple[str, str]:
    """The names of the players of that game, by seat."""
    first, second = pairing.seats
    return tournament.names[first], tournament.names[second]


def result_signs(results: Results) -> dict[int, int]:
    """1, 0 or -1 by what seat 0 won, by the numbers of the games."""
    return {number: sign(result.record.score or 0) for number, result in results.items()}


def forfeited_results(results: Results) -> list[Result]:
    """The results of forfeited games, in the order of their numbers."""
    return [result for _, result in sorted(results.items()) if result.forfeit]
