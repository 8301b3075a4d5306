"""The names and the openings of a tournament that is about to begin."""

from __future__ import annotations

from pathlib import Path

from games.base.notation import printable
from referee.batches.openings import draw_openings, read_openings
from referee.match.players import distinct_name, player_name
from referee.tournaments.schedule import FORMATS

LONGEST = 50  # openings that are drawn at most where no number is given


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
