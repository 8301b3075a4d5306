"""What may be done if there are no cells to point to, in a line: `Moves: check, bet (1 more chip)`."""

from games.capabilities import meaning_of
from games.game import CHANCE, Game
from games.picture import Grid, Pits, Points
from referee.drawing.text_width import wrap

TITLE = "Moves: "


def has_board(game: Game) -> bool:
    """Whether the game is played on the cells of a board."""
    return isinstance(game.show(), (Grid, Pits, Points))


def action_line(game: Game, columns: int, rows: int = 1) -> str:
    """The legal moves with their meanings, in so many rows of so many columns; empty if moves take place on cells.

    Where there is no room for that only the first moves have their meanings, or moves in the middle are left out.
    """
    moves = [] if game.turn == CHANCE else game.moves()
    if not moves or any(game.cells(move) for move in moves):
        return ""
    texts = [game.text(move) for move in moves]
    told = [told_move(text, meaning_of(game, move)) for text, move in zip(texts, moves, strict=True)]
    counts = range(len(told), 0, -1) if told != texts else ()
    ways = [TITLE + ", ".join(told[:count] + texts[count:]) for count in counts]
    ways.append(TITLE + game.listing())
    every = f"? lists all {len(told)}"
    begun = (", ".join(told[:count]) for count in range(len(told) - 2, 0, -1))
    ways += [*(f"{TITLE}{start}, ..., {told[-1]}; {every}" for start in begun), TITLE + every]
    return next((way for way in ways if len(wrap(way, columns)) <= rows), ways[-1])


def told_move(text: str, meaning: str) -> str:
    """A move, with its meaning where it has one."""
    return f"{text} ({meaning})" if meaning else text
