"""A tournament held: its schedule followed, each game that is missing played, and written down as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import games
import players
from games.catalogue import BrokenFile, BrokenFiles, SpecError
from referee.match.record import sign
from referee.running import game_task
from referee.running.game_task import GameTask, Result
from referee.tournament import schedule as formats
from referee.tournament.schedule import schedule

if TYPE_CHECKING:
    from referee.tournament.journal import Journal
    from referee.tournament.meetings import Schedule
    from referee.tournament.plan import Pairing, Tournament

Play = Callable[[Sequence[GameTask]], Iterator[Result]]  # plays these games; once closed it hands out no more
Results = Mapping[int, Result]  # of the finished games, by their numbers


@dataclass(frozen=True)
class State:
    """How far a tournament is.

    results  of all finished games;  last  the one that was just finished, None before any is, and at the end.
    due      games in all, as far as that is known by then;  over  whether none is missing.
    """

    results: Results
    due: int
    last: Result | None = None
    over: bool = False


def hold(journal: Journal, play: Play) -> Iterator[State]:
    """Play what is missing of the tournament that the journal writes down: its state at first and after each game.

    Raises SpecError where it cannot be played, Unkept where it cannot be written down, KeyboardInterrupt at Ctrl-C.
    Whatever is raised, all games finished before are kept.
    """
    tournament = journal.tournament
    if tournament is None:
        raise RuntimeError("no tournament was begun")
    while True:
        known, fit = fitting(tournament, journal.noted)
        journal.drop([number for number in journal.noted if number not in fit])
        left = missing(tournament, fit)
        yield State(journal.noted, known.due, over=not left)
        if not left:
            journal.finish()
            return
        with closing(play([tournament.task(pairing) for pairing in left])) as results:  # type: ignore[type-var]
            for result in results:
                keep(journal, result)
                yield State(journal.noted, known.due, result)
        if left[0].number not in journal.noted:
            raise RuntimeError(f"game {left[0].number} was to be played, and was not")


def keep(journal: Journal, result: Result) -> None:
    """Write the game down, even if Ctrl-C is pressed meanwhile."""
    try:
        journal.note(result)
    except KeyboardInterrupt:
        journal.note(result)
        raise


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


def check(tournament: Tournament) -> None:
    """Raise SpecError, with one line for the person who typed it, unless all of this can be played."""
    formats.check(tournament.format, len(tournament.players), tournament.rounds)
    games.load(tournament.game)
    check_programs(tournament.players)
    for spec in tournament.players:
        game_task.check_player(spec, tournament.guard)
    for opening in tournament.openings:
        games.load(tournament.game, opening)


def check_programs(specs: Iterable[str], unknown: Callable[[str], str] = players.CATALOGUE.explain_unknown) -> None:
    """Raise SpecError unless each spec is that of a player, and not of a person; Several where files cannot be run.

    unknown  what is said of a spec that is of no player. None is made.
    """
    broken = []
    for spec in dict.fromkeys(specs):
        try:
            check_program(spec, unknown)
        except BrokenFile as error:
            broken.append(error)
    if broken:
        raise broken[0] if len(broken) == 1 else BrokenFiles(broken)


def check_program(spec: str, unknown: Callable[[str], str]) -> None:
    """The same of one of them."""
    found = players.CATALOGUE.find(spec)
    if found is None:
        raise SpecError(unknown(spec))
    if found == "human":
        raise SpecError(f"a tournament is played by programs, and {spec!r} is a person")
    players.CATALOGUE.check(spec)
