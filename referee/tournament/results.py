"""The results of a tournament so far, matched with its schedule: which games are due, and which are missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.match.record import sign
from referee.running.game_task import Result
from referee.tournament.schedule import schedule

if TYPE_CHECKING:
    from referee.tournament.meetings import Schedule
    from referee.tournament.plan import Pairing, Tournament

Results = Mapping[int, Result]  # of the finished games, by their numbers


def missing(tournament: Tournament, results: Results) -> list[Pairing]:
    """The games known so far that have no result among these."""
    known, fit = fitting(tournament, results)
    return [pairing for pairing in known.pairings if pairing.number not in fit]


def fitting(tournament: Tournament, results: Results) -> tuple[Schedule, Results]:
    """The games known so far, and those of the results that are theirs.

    A result that was read back may be of players who do not meet in that game, as those before it were damaged.
    """
    while True:
        known = schedule(tournament.format, len(tournament.players), tournament.rounds, scores(results))
        fit = {
            pairing.number: results[pairing.number]
            for pairing in known.pairings
            if pairing.number in results and results[pairing.number].record.names == names(tournament, pairing)
        }
        if len(fit) == len(results):
            return known, fit
        results = fit


def names(tournament: Tournament, pairing: Pairing) -> tuple[str, str]:
    """What the players of that game are called, by seat."""
    first, second = pairing.seats
    return tournament.names[first], tournament.names[second]


def scores(results: Results) -> dict[int, int]:
    """The sign of what seat 0 won, by the numbers of the games."""
    return {number: sign(result.record.score or 0) for number, result in results.items()}


def forfeits(results: Results) -> list[Result]:
    """The games that a player forfeited, by their numbers."""
    return [result for _, result in sorted(results.items()) if result.forfeit]
