"""Who enters a tournament: from the words of the command line to specs, names and openings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.catalogue import BrokenFile, SpecError
from games.notation import printable
from referee.batch.openings import draw_openings
from referee.commands.match_arguments import stranger
from referee.match.requests import player_name
from referee.tournament.hold import check_programs
from referee.tournament.schedule import FORMATS

if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST = 50  # openings that are drawn where nobody says how many


def entrants(words: tuple[str, ...], commands: Collection[str], default: str) -> tuple[str, tuple[str, ...]]:
    """The spec of the game, which may be left out, and those of the players. Raises SpecError.

    `commands` are the words that are neither.
    """
    try:
        is_game = bool(words) and games.CATALOGUE.find(words[0]) is not None
    except BrokenFile:  # told of with those of the others
        is_game = False
    game, specs = (words[0], words[1:]) if is_game else ("", words)
    check_programs(specs, lambda spec: stranger(spec, game, commands))
    if len(specs) < 2:
        raise SpecError(
            "a tournament needs at least two players, as in: referee tournament connect-four level:3 level:5 mcts"
        )
    return game or default, specs


def names(specs: tuple[str, ...]) -> tuple[str, ...]:
    """What players of these specs are called, no two alike.

    By their names alone; where two share it, by their specs; where they share these too, numbered.
    """
    short = [player_name(spec) for spec in specs]
    alike = [{spec for spec, name in zip(specs, short, strict=True) if name == mine} for mine in short]
    plain = [name if len(kin) == 1 else spec for spec, name, kin in zip(specs, short, alike, strict=True)]
    return tuple(
        printable(name if plain.count(name) == 1 else f"{name} ({plain[: place + 1].count(name)})")
        for place, name in enumerate(plain)
    )


def drawn(game: str, form: str, count: int, rounds: int, seed: int, wanted: int | None) -> tuple[tuple[str, ...], ...]:
    """Openings for a tournament of so many players; `wanted` are as many as are asked for, None: one for each deal.

    There are none where dice or cards make games differ.
    """
    if wanted is None:
        wanted = min(FORMATS[form].deals(count, rounds), LONGEST)
    return draw_openings(game, wanted, seed) if wanted else ()
