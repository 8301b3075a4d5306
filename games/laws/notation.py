"""What the texts of positions obey: set up from its text, a position is the one that was written."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.capabilities import arrangement_of, hides_information
from games.game import CHANCE, Game, writes
from games.laws.scene import Scene, compare_by_play, is_over, key_of, show_lasting
from games.picture import Cell, Grid, Picture

FUTURES = 40  # positions that are played on from both
WANDERED = 3  # moves made before a position is set up in place of the one they lead to


def writes_positions(game: Game) -> bool:
    """Whether the game has a notation of its own: nobody answers for the texts that its fields make."""
    return writes(game, "position") or writes(game, "set_position")


def texts_lead_back(scene: Scene) -> Iterator[str]:
    """Yield the text of the position is read in another one of the game, and makes that the position."""
    game = scene.game
    if not writes_positions(game):
        return
    text = game.position()
    if "\n" in text or text != text.strip() or not text:
        yield f"the text of the position, {text!r}, is empty or not one line without blanks around it"
        return
    twin = wander(scene)
    try:
        twin.set_position(text)
    except ValueError as error:
        yield f"set_position refuses what position wrote, {text!r}: {error}"
        return
    if was_drawn_by_the_past(game, twin):
        return
    if difference := compare_texts(game, twin, text) or compare_all(game, twin):
        yield f"the position set up from {text!r} differs: {difference}"
        return
    plays = not game.looks_back and not scene.spares("futures", FUTURES)
    if plays and (difference := compare_by_play(game, twin, scene.rng)):
        yield f"the position set up from {text!r} goes on differently: {difference}"


def arranged_as_it_is(scene: Scene) -> Iterator[str]:
    """The board on which a position is set up begins with the one on the table: it has its text, and looks like it.

    How it looks is not compared once the game is over, as kalah then shows its last seeds in the stores.
    """
    game = scene.game
    if hides_information(game) or (made := arrangement_of(game)) is None:
        return
    text, wanted = made.text(), game.position()
    if text != wanted:
        yield f"the text of its arrangement is {text!r}, that of the position {wanted!r}"
    if not is_over(game) and (one := show_pieces(made.show())) != (other := show_pieces(game.show())):
        yield f"its arrangement shows {one}, the game {other}"


def show_pieces(picture: Picture) -> Picture:
    """The picture without its note, and without marks that are nobody's, such as a star where a move is possible."""
    if isinstance(picture, Grid):
        rows = tuple(tuple(Cell() if cell.seat is None else cell for cell in row) for row in picture.rows)
        return replace(picture, note="", rows=rows)
    return picture if isinstance(picture, str) else replace(picture, note="")


def wander(scene: Scene) -> Game:
    """Return a position of the game a few random moves on, so that what these leave behind would show."""
    twin = scene.game.copy()
    for _ in range(WANDERED):
        if is_over(twin):
            break
        twin.make(scene.rng.choice(twin.moves()))
    return twin


def was_drawn_by_the_past(game: Game, twin: Game) -> bool:
    """Whether the game is over by what the text leaves out, such as that a position has occurred before."""
    return game.looks_back and game.score() is not None and twin.score() is None


def compare_texts(game: Game, twin: Game, text: str) -> str:
    """How the text of the position that was set up differs from that which was read; empty if it does not.

    Fields as texts may differ: looking at a position may fill some.
    """
    again = twin.position() if writes(game, "position") else text
    return "" if again == text else f"it is written {again!r}"


def compare_all(game: Game, twin: Game) -> str:
    """How two positions differ in anything that people or searches go by, as far as a text can tell; empty if not."""
    keys = [each.board_key() if game.looks_back else key_of(each) for each in (game, twin)]
    pairs: dict[str, list[Any]] = {
        "turn": [each.turn for each in (game, twin)],
        "score": [each.score() for each in (game, twin)],
        "moves": [sorted((move, each.text(move)) for move in each.moves()) for each in (game, twin)],
        "chances": [sorted(each.chances()) if is_chance(each) else [] for each in (game, twin)],
        "estimate": [each.estimate() for each in (game, twin)],
        "bounds": [(each.at_least(), each.at_most()) for each in (game, twin)],
        "key": keys,
        "reason": [each.reason() if each.score() is not None else "" for each in (game, twin)],
        "picture": [[show_lasting(each, seat) for seat in (None, 0, 1)] for each in (game, twin)],
    }
    return next((f"its {name} is {two!r}, not {one!r}" for name, (one, two) in pairs.items() if one != two), "")


def is_chance(game: Game) -> bool:
    """Whether dice are to roll, or cards to be dealt."""
    return game.turn == CHANCE and game.score() is None


def texts_tell_what_is_known(scene: Scene, seat: int) -> Iterator[str]:
    """Yield the text that a seat is shown of the position says what it knows, and no more."""
    game = scene.game
    if not writes(game, "position"):
        return
    text, twin = game.position(seat), wander(scene)
    if game.imagine(seat, scene.rng).position(seat) != text:
        yield f"position({seat}) is {text!r} here, and another text where seat {seat} knows as much"
    try:
        twin.set_position(text)
    except ValueError as error:
        yield f"set_position refuses what position({seat}) wrote, {text!r}: {error}"
        return
    if (known := twin.known(seat)) != game.known(seat):
        yield f"set up from {text!r}, seat {seat} knows {known!r}, not {game.known(seat)!r}"
    if twin.turn != game.turn:
        yield f"set up from {text!r}, the turn is {twin.turn}, not {game.turn}"
    if twin.position(seat) != text:
        yield f"set up from {text!r}, it is written {twin.position(seat)!r} for seat {seat}"
