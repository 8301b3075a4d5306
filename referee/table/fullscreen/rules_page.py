"""The rules of a game on the page: its text, and small pictures of its start, of a move and of an end."""

from collections.abc import Iterator
from random import Random

import games
from games.base.notation import printable
from games.game import Game
from referee.drawing.glyphs import Line, Signs
from referee.drawing.highlights import CURSOR, FROM, LAST, TARGET, UNMARKED, move_marks
from referee.drawing.picture import draw
from referee.drawing.text_width import pad_line, size, wrapped
from referee.table.fullscreen.view import LayOut, wrap_lines

LONGEST = 2000  # moves of a game that is played to show an end
HIGHEST = 14  # lines of a picture
BETWEEN = 4  # columns between two pictures
MARKS = (
    (LAST, "where the last move ended"),
    (FROM, "where its piece came from"),
    (CURSOR, "your cursor"),
    (TARGET, "where you may go from there"),
)

Shown = tuple[str, Game, int | None]  # the caption, the position, and the move that led there


def rules_layout(spec: str, text: str, signs: Signs) -> LayOut:
    """Return how the rules of a game are laid out for a window of any width."""
    try:
        shown = list(examples(spec))
    except Exception:  # noqa: BLE001  # a game that somebody is still writing
        shown = []

    def lay_out(width: int) -> list[Line]:
        lines = wrap_lines(text.split("\n"), width)
        if shown:
            lines += [[], *side_by_side(shown, signs, width), [], *legend(width)]
        return lines

    return lay_out


def examples(spec: str) -> Iterator[Shown]:
    """Yield the start of the game, the position after a move, and the end of a game that is played at random."""
    game, rng = games.load(spec), Random(1)
    yield "At the start", game.copy(), None
    told = False
    for _ in range(LONGEST):
        mover, move = game.turn, rng.choice(game.moves())
        text = game.text(move)
        game.make(move)
        if game.score() is not None:
            yield f"An end: {ending(game)}", game, move
            return
        if mover >= 0 and not told:
            told = True
            yield f"{game.seats[mover]} has played {text}", game.copy(), move


def ending(game: Game) -> str:
    """Return who has won, and why."""
    score, why = game.score() or 0, printable(game.reason())
    who = "a draw" if not score else f"{game.seats[0 if score > 0 else 1]} has won"
    return f"{who}: {why}" if why else who


def side_by_side(shown: list[Shown], signs: Signs, width: int) -> list[Line]:
    """Return the pictures, as many beside each other as have room, each below its caption."""
    drawn = []
    for caption, game, move in shown:
        marks = UNMARKED if move is None else move_marks(game, move)
        board = draw(game.show(), signs, width, marks, HIGHEST)
        room = max(size(board)[0], min(24, width))
        drawn.append((room, [*wrapped(caption, room, "faint"), *board]))
    lines: list[Line] = []
    while drawn:
        row = [drawn.pop(0)]
        while drawn and sum(room + BETWEEN for room, _ in row) + drawn[0][0] <= width:
            row.append(drawn.pop(0))
        height = max(len(part) for _, part in row)
        lines += [[]] if lines else []
        lines += [joined([(room, part[at] if at < len(part) else []) for room, part in row]) for at in range(height)]
    return lines


def joined(parts: list[tuple[int, Line]]) -> Line:
    """Return a line of each picture, each but the last filled up to the columns of its picture."""
    *others, (_, last) = parts
    return [*(span for room, line in others for span in pad_line(line, room + BETWEEN)), *last]


def legend(width: int) -> list[Line]:
    """Return what the signs around a cell mean."""
    words = "; ".join(f"{mark.before} {mark.after} {meaning}" for mark, meaning in MARKS)
    return [*wrapped(f"Signs on the board: {words}.", width, "faint")]
