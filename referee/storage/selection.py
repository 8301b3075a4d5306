"""Which of the saved matches are wanted, by their game and players, and which of their seats are people's."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import games
import players
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.user_files import is_file_spec, split_file_spec
from games.option import options_of

if TYPE_CHECKING:
    from games.names.catalogue import Catalogue
    from referee.storage.saved_match import SavedMatch


@dataclass(frozen=True)
class Selection:
    """The matches of a game in which these players sat, whoever moved first.

    game     its spec, empty for all games. Without options it stands for all variants of the game.
    players  the specs of two players at most; what is said of options holds for them too.
    """

    game: str = ""
    players: tuple[str, ...] = ()

    def holds(self, kept: SavedMatch) -> bool:
        """Whether the match is one of these."""
        if self.game and not is_variant(games.CATALOGUE, kept.heading.game, self.game):
            return False
        return any(self.seats(*pair) for pair in (kept.heading.players, kept.heading.players[::-1]))

    def seats(self, one: str, two: str) -> bool:
        """Whether the players that are wanted are the first of these, in that order."""
        pairs = zip(self.players, (one, two), strict=False)
        return all(is_variant(players.CATALOGUE, spec, wanted) for wanted, spec in pairs)


def is_variant(catalogue: Catalogue, spec: str, wanted: str) -> bool:
    """Whether a spec names what the wanted one names, with all the options that this gives; no file is run."""
    if is_file_spec(spec) or is_file_spec(wanted):
        return (
            is_file_spec(spec) and is_file_spec(wanted) and is_of_file(split_file_spec(spec), split_file_spec(wanted))
        )
    name, behind = catalogue.split(wanted)
    if catalogue.split(spec)[0] != name or not behind:
        return catalogue.split(spec)[0] == name
    try:
        asked, (kind, given) = catalogue.read(wanted)[1], catalogue.read(spec)
    except SpecError:  # its options are others by now
        return False
    options = options_of(kind)
    return all(given.get(key, options[key].default) == value for key, value in asked.items())


def is_of_file(found: tuple[str, str], wanted: tuple[str, str]) -> bool:
    """Whether one is of the file of the other: what stands after the path is compared only where it is wanted."""
    return PurePath(found[0]) == PurePath(wanted[0]) and wanted[1] in ("", found[1])


def is_persons(spec: str) -> bool:
    """Whether the player of that spec is a person."""
    return not is_file_spec(spec) and players.CATALOGUE.find(spec) == "human"
