"""The laws that every game obeys, checked in random games: `list(faults(game))` is empty for a correct game."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from games.adapters.undo import has_unmake
from games.base.left_out_arguments import accept_left_out
from games.base.positions import position_after
from games.base.rule_values import listed_moves
from games.capabilities import hides_information
from games.dataclass import dataclass
from games.game import Game
from games.laws.hidden import check_surprises, draw_move, measure_surprise
from games.laws.positions import LAWS
from games.laws.scene import Scene, is_over, key_of, observe

LONGEST = 10_000  # moves after which a random game should be over


@dataclass(frozen=True)
class Fault:
    """A broken law.

    law       its name;  sentence  what is wrong.
    moves     the texts of the moves from the start to the position.
    """

    law: str
    sentence: str
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.law}: {self.sentence}, after {' '.join(self.moves) or 'no move'}"


def faults(start: Game, games: int = 20, seed: int = 0) -> Iterator[Fault]:
    """Yield the faults in `games` random games from the position `start`, which does not change.

    An error raised by the game gets a note with the moves. Raises TypeError if `start` is not a game, RuleError if its
    moves are not a list.
    """
    if not isinstance(start, Game):
        raise TypeError(f"{start!r:.60} is not an object of a game: hand one, such as games.load('nim')")
    accept_left_out(type(start))
    rng = Random(seed)
    scene = Scene(start, rng, start.copy)
    surprises: list[float] = []
    for _ in range(games):
        yield from walk(start, replace(scene, game=start.copy()))
        if hides_information(start):
            surprises.append(measure_surprise(start, rng))
    yield from (Fault(law, sentence, ()) for law, sentence in check_surprises(surprises))


def walk(start: Game, scene: Scene) -> Iterator[Fault]:
    """Yield the faults along one random game."""
    made: list[int] = []
    texts: list[str] = []
    seen: list[Any] = []
    game = scene.game
    try:
        while True:
            scene = replace(scene, fresh=partial(position_after, start, *made), way=partial(tuple, tuple(texts)))
            listed_moves(game)  # the laws assume a list
            for law in LAWS:
                yield from (Fault(law.__name__, sentence, tuple(texts)) for sentence in law(scene))
            if is_over(game) or len(made) == LONGEST:
                break
            move = draw_move(game, scene.rng)
            seen.append(observe(game))
            made.append(move)
            texts.append(game.text(move))
            game.make(move)
        if not is_over(game):
            yield Fault("a_game_ends", f"a random game was not over after {LONGEST} moves", tuple(texts))
        whole = (*check_replay(start, game, texts), *check_unwind(game, made, seen))
        yield from (Fault(law, sentence, tuple(texts)) for law, sentence in whole)
    except Exception as error:
        error.add_note(f"in {type(start).__name__} after the moves: {' '.join(texts) or 'none'}")
        raise


# The laws of one whole game.


def check_replay(start: Game, game: Game, texts: list[str]) -> Iterator[tuple[str, str]]:
    """Yield a fault if replaying the moves from the start leads to another position, or the start has changed."""
    again = start.copy()
    for text in texts:
        again.make(again.parse(text))
    if (observe(again), key_of(again)) != (observe(game), key_of(game)):
        yield "the_same_moves_lead_to_the_same_position", "the same moves led to another position when made again"


def check_unwind(game: Game, made: list[int], seen: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield a fault if unmaking all moves passes other positions. Call it last, because it changes the game."""
    if not has_unmake(game):
        return
    for count, (move, before) in enumerate(zip(reversed(made), reversed(seen), strict=True), 1):
        game.unmake(move)
        if observe(game) != before:
            yield "unmake_restores_everything", f"unmaking the last {count} moves led to another position"
            return
