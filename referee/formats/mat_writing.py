"""Match files of backgammon written: the rows as GNU Backgammon has them, a checker a move, 25 the bar and 0 off.

That is what every program reads. A turn that was not played to its end is written as its roll alone, and a draw that
was agreed upon as a game that is not over, because the format has no words for these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import games
from games.names.catalogue import SpecError
from referee.formats.backgammon_actions import DOUBLE, DROP, TAKE, actions_of
from referee.formats.backgammon_match import after, put_together
from referee.match.wording import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.formats.backgammon_match import MatchGame
    from referee.formats.file_game import FileGame

WIDTH = 27  # of what the left player does in a row
LEFT, RIGHT = 6, 34  # columns of a win that stands in a row of its own
SIGNS = str.maketrans({":": "-", ",": " "})


def write(written: Sequence[FileGame]) -> str:
    """The text of these games, as MatchFormat.write says. They are one match, or a session of the same two."""
    if any(games.find_position(each.record.game) for each in written):
        raise SpecError("mat holds games from their start, not from a position (sgf holds both)")
    match = put_together(written)
    return "".join(f"{line}\n" for line in lines_of(match)) if match else ""


def lines_of(match: Sequence[MatchGame]) -> Iterator[str]:
    """The lines of a match: the tags, then the games."""
    first = match[0]
    names = first.written.record.names
    yield from (f'; [{tag} "{quotable(value)}"]' for tag, value in tags_of(first) if value)
    yield from ("", f" {first.standing.length} point match")
    for number, game in enumerate(match, 1):
        one, two = (f"{plain_name(name)} : {points}" for name, points in zip(names, game.standing.points, strict=True))
        yield from ("", f" Game {number}", f" {one:<30} {two}")
        yield from rows_of(game)


def tags_of(first: MatchGame) -> list[tuple[str, str]]:
    """The tags of a match that begins with that game."""
    names, standing = first.written.record.names, first.standing
    rules = (
        {"Crawford": "Off" if standing.crawford else "On"} if standing.length else {"Jacoby": "Off", "Beaver": "Off"}
    )
    return [
        ("Player 1", names[0]), ("Player 2", names[1]), ("Event", first.written.event),
        ("EventDate", first.written.date.replace("-", ".")), ("Variation", "Backgammon"), *rules.items(),
        ("CubeLimit", "64" if standing.cube else "1"),
    ]  # fmt: skip


def rows_of(game: MatchGame) -> Iterator[str]:
    """The rows of a game, and last who has won."""
    cells = list(cells_of(game))
    if cells and cells[0][0]:
        cells.insert(0, (0, ""))
    winner = int(game.won < 0)
    over = bool(game.standing.length) and max(after(game)) >= game.standing.length
    wins = f" Wins {count_words(abs(game.won), 'point')}{' and the match' if over else ''}"
    if game.won and cells and len(cells) % 2 and winner:
        cells.append((1, wins))
    for place in range(0, len(cells), 2):
        left, right = cells[place][1], "".join(text for _, text in cells[place + 1 : place + 2])
        yield f"{place // 2 + 1:3}) {left:<{WIDTH}} {right}".rstrip()
    if game.won and (1, wins) not in cells:
        yield f"{' ' * ((RIGHT if winner else LEFT) - 1)}{wins}"


def cells_of(game: MatchGame) -> Iterator[tuple[int, str]]:
    """What is done in the game, one after the other: by the left player, 0, or the right one, and its text."""
    cube = 1
    for action in actions_of(game.written.record):
        if action.word == DOUBLE:
            cube *= 2
        texts = {DOUBLE: f" Doubles => {cube}", TAKE: " Takes", DROP: " Drops"}
        turn = f"{action.dice}: {' '.join(step.text for step in action.steps)}"
        yield action.seat ^ game.swapped, texts.get(action.word, turn)


def plain_name(name: str) -> str:
    """The name without the signs that end a name in such a file."""
    return " ".join(quotable(name).translate(SIGNS).split())


def quotable(value: str) -> str:
    """The text of a tag, in one line and without the sign that ends it."""
    return " ".join(value.replace('"', "'").split())
