"""Smart Game Format, version 4, of red-bean.com/sgf: which game a tree holds, and who reads and writes it.

A module for a game has two functions: `read_tree(tree, game, number)` returns the FileGame of an SgfTree, which is of
that number in the file, where `game` is the spec that a person named or ""; and `write_games(written)` yields the
properties of the nodes of each FileGame. Both raise SpecError, the first with the line.
"""

from __future__ import annotations

from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any

import games
from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import clip, short_name
from referee.formats.file_game import refuse
from referee.formats.sgf_tree import read_trees, write_trees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.formats.file_game import FileGame
    from referee.formats.sgf_tree import SgfTree


@dataclass(frozen=True)
class SgfGame:
    """A game of SGF: its number in the property GM, its name here, and the module of this folder for it."""

    number: str
    name: str
    module: str

    def call(self, function: str, *given: Any) -> Any:
        """What that function of the module returns."""
        return getattr(import_module(f"referee.formats.{self.module}"), function)(*given)


GAMES = (
    SgfGame("1", "go", "sgf_stones"),
    SgfGame("2", "othello", "sgf_stones"),
    SgfGame("4", "gomoku", "sgf_stones"),
    SgfGame("6", "backgammon", "sgf_backgammon"),
    SgfGame("11", "hex", "sgf_stones"),
)


def read(text: str, game: str) -> list[FileGame]:
    """The games of the text, as MatchFormat.read says."""
    return [read_tree(tree, game, number) for number, tree in enumerate(read_trees(text))]


def read_tree(tree: SgfTree, game: str, number: int) -> FileGame:
    """The game of a tree, which is of that number in the file. Raises SpecError."""
    kind = find_game(tree, game)
    found: FileGame = kind.call("read_tree", tree, game or kind.name, number)
    return found


def find_game(tree: SgfTree, game: str) -> SgfGame:
    """The game that the tree holds by its property GM, or where it has none, the one that is wanted, else go.

    Raises SpecError if that is not one of GAMES, or not the one that is wanted.
    """
    wanted = games.CATALOGUE.find(game) if game else None
    told = tree.info("GM") or ("" if wanted else "1")
    known = ", ".join(f"{each.number}: {each.name}" for each in GAMES)
    found = next((each for each in GAMES if (each.number == told if told else each.name == wanted)), None)
    if found is None:
        says = f"GM[{clip(told, 10)}]" if told else f"a game of {wanted}"
        raise refuse(tree.root.line, f"{says} is not a game that is known here (GM: {known})")
    if wanted and wanted != found.name:
        raise refuse(tree.root.line, f"this is a game of {found.name}, not of {wanted}")
    return found


def write(written: Sequence[FileGame]) -> str:
    """The text of these games, as MatchFormat.write says."""
    groups = groupby(written, lambda each: find_module(each.record.game))
    return write_trees(nodes for module, group in groups for nodes in module.call("write_games", list(group)))


def find_module(spec: str) -> SgfGame:
    """The row of GAMES for games of that spec. Raises SpecError if there is none."""
    name = games.CATALOGUE.find(spec)
    found = next((each for each in GAMES if each.name == name), None)
    if found is None:
        raise SpecError(f"SGF holds no games of {short_name(spec)}")
    return found
