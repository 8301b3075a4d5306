"""What every game obeys, checked on random games: `list(faults(game))` is empty for a game that is right."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from games.capabilities import hides_information
from games.game import Game, writes
from games.hidden_laws import drawn, surprise, too_often
from games.position_laws import LAWS
from games.scene import Scene, key_of, look, over

LONGEST = 10_000  # moves after which a random game ought to be over


@dataclass(frozen=True)
class Fault:
    """A law that does not hold.

    law       its name;  sentence  what is wrong.
    moves     the texts of the moves that lead there from the start.
    """

    law: str
    sentence: str
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.law}: {self.sentence}, after {' '.join(self.moves) or 'no move'}"


def faults(start: Game, games: int = 20, seed: int = 0) -> Iterator[Fault]:
    """Where the laws fail in so many random games from that position; `start` is left as it is.

    An error that the game raises comes out with a note of the moves.
    """
    rng = Random(seed)
    scene = Scene(start, rng, start.copy)
    surprises: list[float] = []
    for _ in range(games):
        yield from walk(start, replace(scene, game=start.copy()))
        if hides_information(start):
            surprises.append(surprise(start, rng))
    yield from (Fault(law, sentence, ()) for law, sentence in too_often(surprises))


def walk(start: Game, scene: Scene) -> Iterator[Fault]:
    """The faults along one random game."""
    made: list[int] = []
    texts: list[str] = []
    seen: list[Any] = []
    game = scene.game
    try:
        while True:
            scene = replace(scene, fresh=partial(after_all, start, tuple(made)), way=partial(tuple, tuple(texts)))
            for law in LAWS:
                yield from (Fault(law.__name__, sentence, tuple(texts)) for sentence in law(scene))
            if over(game) or len(made) == LONGEST:
                break
            move = drawn(game, scene.rng)
            seen.append(look(game))
            made.append(move)
            texts.append(game.text(move))
            game.make(move)
        whole = (*an_end_comes(game), *replayed(start, game, texts), *unwound(game, made, seen))
        yield from (Fault(law, sentence, tuple(texts)) for law, sentence in whole)
    except Exception as error:
        error.add_note(f"in {type(start).__name__} after the moves: {' '.join(texts) or 'none'}")
        raise


def after_all(start: Game, made: tuple[int, ...], *more: int) -> Game:
    """A copy of the start after those moves, which nobody has looked at on its way."""
    game = start.copy()
    for move in (*made, *more):
        game.make(move)
    return game


# The laws of one whole game.


def an_end_comes(game: Game) -> Iterator[tuple[str, str]]:
    """A random game is over at last."""
    if not over(game):
        yield "a_game_ends", f"a random game was not over after {LONGEST} moves"


def replayed(start: Game, game: Game, texts: list[str]) -> Iterator[tuple[str, str]]:
    """The same moves lead to the same position, and the start is as it was."""
    again = start.copy()
    for text in texts:
        again.make(again.parse(text))
    if (look(again), key_of(again)) != (look(game), key_of(game)):
        yield "the_same_moves_lead_to_the_same_position", "the same moves led to another position when made again"


def unwound(game: Game, made: list[int], seen: list[Any]) -> Iterator[tuple[str, str]]:
    """Unmaking all moves passes the same positions backwards. This is the last thing done to the game."""
    if not writes(game, "unmake"):
        return
    for count, (move, before) in enumerate(zip(reversed(made), reversed(seen), strict=True), 1):
        game.unmake(move)
        if look(game) != before:
            yield "unmake_restores_everything", f"unmaking the last {count} moves led to another position"
            return
