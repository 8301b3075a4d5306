"""A picture of a board, with a title and a description for those who cannot see it."""

import click

import games
from games.dataclass import dataclass
from games.game import Game
from games.picture import Picture
from referee.drawing.flip import flip_marks, flipped_picture
from referee.drawing.glyphs import ASCII
from referee.drawing.highlights import Marks, move_marks
from referee.drawing.picture import draw
from referee.drawing.themes import THEMES
from referee.drawing.vector.board import vector_image
from referee.drawing.vector.image import VectorImage, svg
from referee.spoken.pictures import picture_sentences

COLUMNS = 80  # of a board in characters


@dataclass(frozen=True)
class ScreenshotOptions:
    """What to picture: a game after some moves, with the names of theme and symbols, turned or not."""

    game: str
    moves: tuple[str, ...] = ()
    theme: str = "classic"
    symbols: str = "unicode"
    flip: bool = False


@dataclass(frozen=True)
class Screenshot:
    """A picture of a board, with its title and a description in sentences."""

    title: str
    description: str
    image: VectorImage

    def svg(self) -> str:
        """Return the picture as a file, always the same bytes."""
        return svg(self.image, self.title, self.description)


def screenshot(options: ScreenshotOptions) -> Screenshot:
    """Return the picture. Raises SpecError, and click.UsageError if there is nothing to flip."""
    games.load(options.game, options.moves)  # which names the first illegal move
    game = games.load(options.game, options.moves[:-1])
    title, move = canonical_spec(options.game), None
    for entry in game.singles(options.moves[-1]) if options.moves else ():
        move = game.parse(entry)
        title = f"{canonical_spec(options.game)}, after {game.text(move)}"
        game.make(move)
    picture, marks = picture_and_marks(game, move, options)
    description = " ".join(picture_sentences(picture, game.seats))
    if options.symbols == "ascii":
        lines = draw(picture, ASCII, COLUMNS, marks)
        picture = "\n".join("".join(span.text for span in line).rstrip() for line in lines)
    return Screenshot(title, description, vector_image(picture, THEMES[options.theme], marks))


def canonical_spec(spec: str) -> str:
    """Return the spec with the proper name of its game."""
    name, behind = games.CATALOGUE.split(spec)
    return f"{name}:{behind}".rstrip(":")


def picture_and_marks(game: Game, move: int | None, options: ScreenshotOptions) -> tuple[Picture, Marks]:
    """Return the picture and its marks, turned if wanted."""
    picture, marks = game.show(), move_marks(game, move)
    if not options.flip:
        return picture, marks
    turned = flipped_picture(game)
    if turned is None:
        raise click.UsageError(f"--flip: {options.game} has no board that could be turned")
    return turned, flip_marks(picture, marks)
