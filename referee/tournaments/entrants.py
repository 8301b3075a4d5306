"""The players and openings of a tournament that is about to begin: checked, and named apart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import games
import players
from games.base.notation import printable
from games.names.catalogue import BrokenFile, BrokenFiles, SpecError
from referee.batches.openings import draw_openings, read_openings
from referee.batches.plan import start_of
from referee.errors.attribution import load_after
from referee.match.players import distinct_name, player_name
from referee.running import game_task
from referee.tournaments import schedule as formats
from referee.tournaments.options import check_anchors
from referee.tournaments.schedule import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from referee.tournaments.plan import Tournament

LONGEST = 50  # openings that are drawn at most where no number is given


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


def unique_names(specs: tuple[str, ...]) -> tuple[str, ...]:
    """Names for players of these specs, no two alike.

    A player is called by its name; if two share it, by its spec; if they share that too, by its spec and a number.
    """
    short = [distinct_name(player_name(spec)) for spec in specs]
    alike = [{spec for spec, name in zip(specs, short, strict=True) if name == mine} for mine in short]
    plain = [name if len(kin) == 1 else spec for spec, name, kin in zip(specs, short, alike, strict=True)]
    return tuple(
        printable(name if plain.count(name) == 1 else f"{name} ({plain[: place + 1].count(name)})")
        for place, name in enumerate(plain)
    )


def tournament_openings(
    game: str, form: str, count: int, rounds: int, seed: int, wanted: int | Path | None
) -> tuple[tuple[str, ...], ...]:
    """The openings in a file, or random balanced ones, of which there are none if dice or cards make games differ.

    count   the number of players;  wanted  the number of openings, None: one for each deal, at most LONGEST.
    Raises SpecError.
    """
    if isinstance(wanted, Path):
        return read_openings(wanted, game)
    if wanted is None:
        wanted = min(FORMATS[form].deals(count, rounds), LONGEST)
    return draw_openings(game, wanted, seed) if wanted else ()
