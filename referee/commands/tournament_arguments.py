"""The game and the players of a tournament, from the words of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.names.catalogue import BrokenFile, SpecError
from referee.commands.match_arguments import unknown_word
from referee.tournaments.entrants import check_programs

if TYPE_CHECKING:
    from collections.abc import Collection


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
