"""Choosing a move by arrow keys and Enter: over the cells of the board, or among the moves if it has none."""

from collections.abc import Sequence

from games.base.notation import listing
from games.game import Game
from games.picture import Grid, Points
from referee.drawing.flip import flip_cells, is_turned, picture_for_seat
from referee.drawing.glyphs import Place
from referee.drawing.highlights import UNMARKED
from referee.match.dead_chains import chain_name, dead_cells
from referee.table.fullscreen.view import Cursor, View


def steer(view: View, typed: str, rows: int, columns: int) -> str:
    """Move the cursor; if the moves have no cells, return the text of the next legal move instead."""
    game, cursor = view.asked, view.cursor
    if game is None or cursor is None:
        return ""
    view.timeline.to_end()
    if cursor.ways:
        cursor.step(*board_direction(view, rows, columns), starting_cell(view))
        return ""
    texts = [game.text(move) for move in game.moves()]
    step = rows + columns
    place = texts.index(typed) + step if typed in texts else min(step, 0)
    return texts[place % len(texts)] if typed in texts or step < 0 else texts[0]


def is_listed_move(view: View, typed: str) -> bool:
    """Return whether the text at the prompt is one of the moves that arrow keys go through."""
    game, cursor = view.asked, view.cursor
    return game is not None and cursor is not None and not cursor.ways and typed in map(game.text, game.moves())


def enter_cell(view: View) -> str:
    """Return the move that Enter settles on the board, or "", with a word about it."""
    game, cursor = view.asked, view.cursor
    if game is None or cursor is None or view.timeline.to_end():  # show the chosen position first
        return ""
    if cursor.place is None:
        view.say("Type a move, or point to it with the arrow keys; F1 says what else you can do.")
        return ""
    moves = cursor.enter()
    if len(moves) > 1:
        view.say(f"Type one of: {', '.join(map(game.text, moves))}")
    return game.text(moves[0]) if len(moves) == 1 else ""


def point(view: View, place: Place) -> str:
    """Return the move that a click on a cell of the drawn board settles, or "".

    A click on a column whose label is a move makes that move. A click on a cell that other moves begin with gives up
    what was chosen. If only one piece can go to a clicked cell, it is shown, and another click there moves it.
    """
    game, cursor = view.asked, view.cursor
    if game is None or cursor is None or view.timeline.to_end() or not cursor.ways:
        return ""
    picture, _ = picture_for_seat(game, UNMARKED, view.viewer, view.flipped)
    labels = picture.column_labels if isinstance(picture, Grid) else ()
    label = labels[place[1]] if 0 <= place[1] < len(labels) else ""
    (place,) = board_cells(view, [place])
    if cursor.aimed and place != cursor.place:
        cursor.cancel()
    if place not in cursor.targets and place not in cursor.chosen:
        if label in map(game.text, game.moves()):
            return label
        cursor.cancel()
        if place not in cursor.targets:
            view.said = [aim(game, cursor, place)]
            return ""
    cursor.place = place
    return enter_cell(view)


def board_cells(view: View, places: Sequence[Place]) -> Sequence[Place]:
    """Return the cells of the board at these places of the picture, which may be turned around."""
    game = view.timeline.now.game
    picture, _ = picture_for_seat(game, UNMARKED, view.viewer, view.flipped)
    return flip_cells(picture, places) if is_turned(game, view.viewer, view.flipped) else places


def aim(game: Game, cursor: Cursor, place: Place) -> str:
    """Show the only piece that can go to a cell, if there is just one; return what to say to the person."""
    texts = [game.text(move) for move in cursor.aim(place)]
    if cursor.aimed:
        return f"Click again to play {' or '.join(texts)}."
    if texts:
        return f"More than one piece can go there; type one of: {listing(texts)}."
    picture = game.show(game.turn)
    own = isinstance(picture, Grid) and picture.rows[place[0]][place[1]].seat == game.turn
    return "That piece cannot move." if own and cursor.walks else "No move goes there."


def cancel(view: View) -> None:
    """Go back to the last position; otherwise give up a chosen cell, otherwise take the cursor away."""
    cursor = view.cursor
    if view.timeline.to_end() or (cursor and cursor.cancel()):
        return
    if cursor:
        cursor.place = None


def board_direction(view: View, rows: int, columns: int) -> tuple[int, int]:
    """Return the step on the board that an arrow key means, the way the board lies."""
    picture, _ = picture_for_seat(view.timeline.now.game, UNMARKED, view.viewer, view.flipped)
    if isinstance(picture, Points):  # whose cells are named as seat 0 sees them
        return (-rows, columns) if picture.turned else (rows, columns)
    turned = is_turned(view.timeline.now.game, view.viewer, view.flipped)
    return (-rows, -columns) if turned else (rows, columns)


def starting_cell(view: View) -> Place:
    """Return where the cursor begins: at the last move, else in the middle."""
    position = view.timeline.last
    last = position.moved.seen if position.moved else None
    cells = () if last is None else position.game.cells(last)
    if cells:
        return cells[-1]
    rows = getattr(position.game.show(view.viewer), "rows", ((),))
    return len(rows) // 2, len(rows[0]) // 2


def mark_dead(view: View, game: Game, dead: tuple[str, ...]) -> None:
    """Let the person mark the dead chains of a game of go on the board, beginning with `dead`."""
    view.dead = {*dead}
    stones = dead_cells(game, game.chains_by_name())  # type: ignore[attr-defined]
    view.cursor = Cursor(dict(enumerate((cell,) for cell in stones)))


def toggle_dead(view: View, place: Place | None) -> None:
    """Mark the chain on a cell of the board as dead, or as alive again."""
    name = chain_name(view.asked, place) if place else ""
    if view.dead is not None and name:
        view.dead = view.dead ^ {name}
