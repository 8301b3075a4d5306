"""Famous games that come with the program: `famous:NAME` stands for a file of famous_games.

The files hold the moves and their source. The comments here are our own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from games.dataclass import dataclass
from games.names.catalogue import SpecError

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "famous:"
FOLDER = Path(__file__).with_name("famous_games")


@dataclass(frozen=True)
class FamousGame:
    """A famous game.

    suffix  of its file;  title  who played where and when;  notes  comments, by the number of the move.
    """

    suffix: str
    title: str
    notes: Mapping[int, str]


FAMOUS = {
    "deep-blue-1997-6": FamousGame(
        ".pgn", "Deep Blue against Garry Kasparov, game 6, New York, 11 May 1997",
        {
            14: "7...h6 allows a sacrifice: White gives a knight on e6, and Black's king stays in the middle.",
            37: "After 19 moves Kasparov gives up the game, and with it the match, 2.5 to 3.5.",
        },
    ),
    "chinook-tinsley-1992-32": FamousGame(
        ".pdn", "Chinook against Marion Tinsley, game 32, London, August 1992",
        {
            67: "27-24 begins a combination: Chinook gives a king and a man, and takes two men at the end.",
            71: "With that the game is drawn. Tinsley won the match by four wins to two, with 33 draws.",
        },
    ),
    "alphago-fan-hui-2015-2": FamousGame(
        ".sgf", "AlphaGo against Fan Hui, game 2, London, 6 October 2015",
        {183: "AlphaGo won all five games: the first wins of a program over a professional without a handicap."},
    ),
    "alphago-lee-sedol-2016-2": FamousGame(
        ".sgf", "AlphaGo against Lee Sedol, game 2, Seoul, 10 March 2016",
        {37: "Move 37, on the fifth line. AlphaGo took it for a move that one person in 10,000 would play."},
    ),
    "alphago-lee-sedol-2016-4": FamousGame(
        ".sgf", "AlphaGo against Lee Sedol, game 4, Seoul, 13 March 2016",
        {78: "Move 78, a wedge that AlphaGo had not expected. It is the only game of the match that it lost."},
    ),
}  # fmt: skip


def is_famous(word: str) -> bool:
    """Return whether a typed word asks for a famous game; it may name none that there is."""
    return word.startswith(PREFIX)


def find_famous(word: str) -> FamousGame:
    """Return the famous game that a word names. Raises SpecError if there is none."""
    name = word.removeprefix(PREFIX)
    if name not in FAMOUS:
        raise SpecError(
            f"there is no famous game {name!r} (games: {', '.join(FAMOUS)}); what they are: referee replay {PREFIX}"
        )
    return FAMOUS[name]


def list_famous() -> str:
    """Return a line for each famous game: what to type for it, who played where and when."""
    width = max(map(len, FAMOUS))
    return "\n".join(f"{PREFIX}{name:{width}}  {game.title}" for name, game in FAMOUS.items())


def stored_path(path: Path) -> Path:
    """Return the file of a famous game, and any other path as it is. Raises SpecError, as `find_famous`."""
    word = str(path)
    return FOLDER / f"{word.removeprefix(PREFIX)}{find_famous(word).suffix}" if is_famous(word) else path


def notes_on(word: str) -> dict[int, str]:
    """Return the comments on what a word names, by the number of the position; at the start, who played."""
    if not is_famous(word):
        return {}
    game = find_famous(word)
    return {0: f"{game.title}.", **game.notes}
