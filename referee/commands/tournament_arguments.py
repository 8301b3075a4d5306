"""The game, players, names and openings of a tournament, from the words of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import games
from games.catalogue import BrokenFile, SpecError
from games.notation import printable
from referee.batches.opening_file import read_openings
from referee.batches.openings import draw_openings
from referee.commands.match_arguments import unknown_word
from referee.match.requests import player_name
from referee.tournaments.schedule import FORMATS
from referee.tournaments.validation import check_programs

if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST = 50  # openings that are drawn at most where no number is given


def resolve_entrants(words: tuple[str, ...], commands: Collection[str], default: str) -> tuple[str, tuple[str, ...]]:
    """The spec of the game, `default` if none is named, and those of the players. Raises SpecError.

    commands  the words that are commands, and so neither games nor players.
    """
    try:
        is_game = bool(words) and games.CATALOGUE.find(words[0]) is not None
    except BrokenFile:  # reported together with the broken files of players
        is_game = False
    game, specs = (words[0], words[1:]) if is_game else ("", words)
    check_programs(specs, lambda spec: unknown_word(spec, game, commands))
    if len(specs) < 2:
        raise SpecError(
            "a tournament needs at least two players, as in: referee tournament connect-four level:3 level:5 mcts"
        )
    return game or default, specs


def unique_names(specs: tuple[str, ...]) -> tuple[str, ...]:
    """Names for players of these specs, no two alike.

    A player is called by its name; if two share it, by its spec; if they share that too, by its spec and a number.
    """
    short = [player_name(spec) for spec in specs]
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
