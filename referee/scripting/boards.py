"""Games and records as `print` and notebooks show them; games/game.py and the record find these functions by name."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.game import Game
    from referee.match.record import Record

WIDTH = 100  # columns


def board_text(game: Game) -> str:
    """Return the board as an onlooker sees it, in lines. Raises RuleError if the game shows no text or picture."""
    from games.base.rule_values import picture_of
    from referee.drawing.picture import draw
    from referee.drawing.terminal import signs

    return "\n".join("".join(span.text for span in line).rstrip() for line in draw(picture_of(game), signs(), WIDTH))


def board_html(game: Game, move: int | None = None, seat: int | None = None) -> str:
    """Return the board as `seat` or an onlooker sees it: SVG with the move marked, and words for screen readers.

    Raises RuleError if the game shows neither a text nor a picture.
    """
    from games.base.rule_values import picture_of
    from referee.drawing.highlights import move_marks
    from referee.drawing.themes import THEMES
    from referee.drawing.vector.board import vector_image
    from referee.drawing.vector.image import svg
    from referee.spoken.pictures import picture_sentences

    picture = picture_of(game, seat)
    image = vector_image(picture, THEMES["classic"], move_marks(game, move))
    return svg(image, type(game).__name__, " ".join(picture_sentences(picture, game.seats)))


def record_html(record: Record) -> str:
    """Return the last board of a match, and below it who won and why."""
    import games
    from referee.match.record import counted_game, replay_record

    moved = replay_record(record)
    last = moved[-1].game if moved else games.load(record.game)
    board = board_html(counted_game(last, record.dead), moved[-1].move if moved else None)
    return f"{board}<p>{escape(result_line(record))}</p>"


def result_line(record: Record) -> str:
    """Return who played, who won, and why: `minimax against random: minimax won, three in a line, 3 5 7`."""
    won = "not over" if record.score is None else f"{record.winner} won" if record.score else "a draw"
    return f"{' against '.join(record.names)}: {won}{record.why and f', {record.why}'}"
