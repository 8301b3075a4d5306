"""Check the players of a tournament before it begins, and choose its openings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
import players
from games.names.catalogue import BrokenFile, BrokenFiles, SpecError
from referee.batches.books import LOOKED, take_openings
from referee.batches.openings import draw_openings
from referee.batches.plan import start_of
from referee.errors.attribution import load_after
from referee.match.options import OpeningsFile
from referee.running import game_task
from referee.tournaments import schedule as formats
from referee.tournaments.options import CLASS, check_anchors
from referee.tournaments.schedule import ALL_FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from referee.batches.books import Tell
    from referee.batches.plan import Line
    from referee.tournaments.plan import Tournament

LONGEST = 50  # openings, at most, if no number is given


def check_tournament(tournament: Tournament) -> None:
    """Raise SpecError, with a line for each thing that is wrong, unless the tournament can be played."""
    formats.check_format(tournament.format, len(tournament.players), tournament.rounds)
    check_anchors(tournament.anchors, tournament.names)
    if tournament.sprt:
        formats.check_test(tournament.format, len(tournament.players))
    games.load(tournament.game)
    check_programs(tournament.players)
    refused: list[SpecError] = []
    for spec in dict.fromkeys(tournament.players):
        try:
            game_task.check_player(spec, tournament.game)
        except SpecError as error:  # a teacher wants to hear of all of them
            refused.append(error)
    raise_all(refused)
    for opening in tournament.openings[:LOOKED]:  # a few show whether the game is still the same
        load_after(*start_of(tournament.game, opening))


def check_programs(specs: Iterable[str], unknown: Callable[[str], str] = players.CATALOGUE.explain_unknown) -> None:
    """Raise SpecError unless each spec names a program; BrokenFiles if several files cannot be run. Makes no player.

    unknown  returns the message for a spec that names no player.
    """
    broken = []
    for spec in dict.fromkeys(specs):
        try:
            found = players.CATALOGUE.find(spec)
            if found not in (None, "human"):
                players.CATALOGUE.check(spec)
        except BrokenFile as error:
            broken.append(error)
            continue
        if found is None:
            raise SpecError(unknown(spec))
        if found == "human":
            raise SpecError(f"a tournament is played by programs, and {spec!r} is a person")
    raise_all(broken)


def raise_all(errors: Sequence[SpecError]) -> None:
    """Raise the only error, or BrokenFiles with all of them; nothing if there is none."""
    if errors:
        raise errors[0] if len(errors) == 1 else BrokenFiles(errors)


def tournament_openings(
    game: str, form: str, count: int, rounds: int, seed: int, wanted: int | OpeningsFile | None, tell: Tell
) -> tuple[Line, ...]:
    """Return the openings of a file, or random balanced ones; none if dice or cards make games differ.

    count   of players;  wanted  the file or the number of openings, None: one for each deal, at most LONGEST.
    tell    takes remarks on the file; no more openings are read from it than there are deals.

    Raises SpecError.
    """
    deals = ALL_FORMATS[form].deals(count, rounds)
    if isinstance(wanted, OpeningsFile):
        return take_openings(wanted, game, seed, tell, None if form == CLASS else deals)
    if wanted is None:
        wanted = min(deals, LONGEST)
    return draw_openings(game, wanted, seed) if wanted else ()
