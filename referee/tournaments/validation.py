"""Whether a tournament can be played: its format, game, players and openings, checked before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
import players
from games.names.catalogue import BrokenFile, BrokenFiles, SpecError
from referee.batches.plan import start_of
from referee.errors.attribution import load_after
from referee.running import game_task
from referee.tournaments import schedule as formats
from referee.tournaments.anchors import check_anchors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from referee.tournaments.plan import Tournament


def check_tournament(tournament: Tournament) -> None:
    """Raise SpecError, with one line for the person who typed it, unless the tournament can be played."""
    formats.check_format(tournament.format, len(tournament.players), tournament.rounds)
    check_anchors(tournament.anchors, tournament.names)
    games.load(tournament.game)
    check_programs(tournament.players)
    for spec in dict.fromkeys(tournament.players):
        game_task.check_player(spec, tournament.guard, tournament.game)
    for opening in tournament.openings:
        load_after(*start_of(tournament.game, opening))


def check_programs(specs: Iterable[str], unknown: Callable[[str], str] = players.CATALOGUE.explain_unknown) -> None:
    """Raise SpecError unless each spec is that of a program; BrokenFiles if several files cannot be run.

    unknown  returns the message for a spec that is not a player's.

    No player is made.
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
    """Raise SpecError unless the spec is that of a program."""
    found = players.CATALOGUE.find(spec)
    if found is None:
        raise SpecError(unknown(spec))
    if found == "human":
        raise SpecError(f"a tournament is played by programs, and {spec!r} is a person")
    players.CATALOGUE.check(spec)
