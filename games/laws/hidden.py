"""What a game with hidden information obeys in each of its positions."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from games.base import replays
from games.base.numeric import is_whole, whole
from games.game import CHANCE, Game
from games.laws.scene import Scene, key_of, show_lasting

WORLDS = 12  # imagined from one position
FEW = 10  # fewer positions say nothing
DEALT = 200  # copies of each of two positions whose frequencies are compared
COMPARED = 30  # positions in which copies are compared; then ever fewer
ERRORS = 5  # standard errors that are no accident


def whole_state(game: Game) -> tuple[Any, ...]:
    """Return all that a program can find out about a position."""
    texts = tuple(game.text(move) for move in game.moves())
    shown = (*(show_lasting(game, seat) for seat in (None, 0, 1)), game.known(0), game.known(1))
    return game.turn, game.score(), texts, game.estimate(), key_of(game), shown


def imagine_goes_by_what_is_known(scene: Scene, seat: int) -> Iterator[str]:
    """Yield what is wrong if `imagine` changes the seat's own moves, or depends on what the seat does not know."""
    game, rng = scene.game, scene.rng
    view = game.imagine(seat, Random(rng.random()))
    if view.known(seat) != game.known(seat):
        yield f"imagine({seat}) changes what seat {seat} knows"
    if game.turn == seat and view.moves() != game.moves():
        yield f"imagine({seat}) changes the moves of seat {seat}, whose turn it is"
    other = find_position_copied_otherwise(scene, seat)
    if other is not None and not scene.spares("deals", COMPARED) and not deals_alike(game, other, seat, rng):
        fault = f"imagine({seat}) goes by what seat {seat} cannot know"
        if replays.is_equipped(game) and not replays.remembers(game):  # its author has written known alone
            fault = f"known({seat}) forgets what seat {seat} has seen"
        yield f"{fault}: a position that looks alike is copied otherwise"


def find_position_copied_otherwise(scene: Scene, seat: int) -> Game | None:
    """Return a position that looks the same to the seat but that the same rng copies differently, or None."""
    game, seed = scene.game, scene.rng.random()
    view = whole_state(game.imagine(seat, Random(seed)))
    made = replays.past_of(game).length if replays.is_equipped(game) else 0  # a seat hears that a move was made
    met = scene.alike.setdefault((seat, f"{game.known(seat)} {made}"), game.copy())
    looks_the_same = str(met.show(seat)) == str(game.show(seat))
    imagined = game.imagine(seat, Random(scene.rng.random()))
    for other in (imagined, met) if looks_the_same else (imagined,):
        if whole_state(other.imagine(seat, Random(seed))) != view:
            return other
    return None


def deals_alike(one: Game, other: Game, seat: int, rng: Random) -> bool:
    """Return whether `imagine` makes each copy equally often from both positions, judged by DEALT copies of each.

    Counts the whole position, and each word that it shows with its place. A copy in another order is no fault: the same
    cards, shuffled from a list in another order, are as likely.
    """
    counts = [Counter[Any](), Counter[Any]()]
    for game, count in zip((one, other), counts, strict=True):
        for _ in range(DEALT):
            view = game.imagine(seat, Random(rng.random()))
            words = re.findall(r"\w+", f"{show_lasting(view, None)} {view.known(0)} {view.known(1)}")
            count.update({whole_state(view), *enumerate(words)})
    for feature in counts[0] | counts[1]:
        often, sometimes = (count[feature] for count in counts)
        share = (often + sometimes) / (2 * DEALT)
        if abs(often - sometimes) > ERRORS * sqrt(2 * DEALT * share * (1 - share)):
            return False
    return True


def plain_move(move: Any) -> Any:
    """Return a move as an int, so that moves can be written as JSON; other values as they are."""
    return whole(move) if is_whole(move) else move


def draw_move(game: Game, rng: Random) -> int:
    """Return a random legal move; moves of chance are drawn by their weights."""
    if game.turn != CHANCE:
        move: int = plain_move(rng.choice(game.moves()))
        return move
    moves, weights = zip(*game.chances(), strict=True)
    return int(rng.choices(moves, weights)[0])


def measure_surprise(start: Game, rng: Random) -> float:
    """Return how much more often the truth is imagined than two imagined worlds are equal, in one random position.

    If worlds are dealt by their true weights, the truth is one of them, and the average is 0.
    """
    game = start.copy()
    passed: list[Game] = []
    while game.score() is None and len(passed) < 200:
        game.make(draw_move(game, rng))
        passed.append(game.copy())
    real = rng.choice([position for position in passed if position.score() is None] or [start])
    seat = rng.randrange(2)
    worlds = [whole_state(real.imagine(seat, Random(rng.random()))) for _ in range(WORLDS)]
    truth = fmean(world == whole_state(real) for world in worlds)
    return truth - fmean(one == two for one, two in combinations(worlds, 2))


def check_surprises(surprises: list[float]) -> Iterator[tuple[str, str]]:
    """Yield a fault if the hidden truth is imagined too often or too rarely."""
    if len(surprises) < FEW or not (spread := stdev(surprises)):
        return
    errors = fmean(surprises) / (spread / sqrt(len(surprises)))
    if abs(errors) > ERRORS:
        often = "oftener" if errors > 0 else "less often"
        yield "the_truth_is_imagined_as_chance_would", f"imagine deals what is really hidden {often} than chance would"
