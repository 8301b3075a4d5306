"""What a game that hides something from a seat obeys in each of its positions."""

from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from games.game import CHANCE, Game
from games.scene import key_of, shows

Found = Iterator[str]

WORLDS = 12  # imagined of one position
FEW = 10  # positions say nothing yet
ERRORS = 5  # standard errors that are no accident


def whole(game: Game) -> tuple[Any, ...]:
    """All that a program can find out about a position in its hands."""
    texts = tuple(game.text(move) for move in game.moves())
    shown = (*(shows(game, seat) for seat in (None, 0, 1)), game.known(0), game.known(1))
    return game.turn, game.score(), texts, game.estimate(), key_of(game), shown


def imagined_as_known(game: Game, seat: int, rng: Random, alike: dict[tuple[int, str], Game]) -> Found:
    """The copy is the seat's to move in alike, and goes by nothing but what the seat knows.

    `alike` holds positions met before by what the seat knew in them.
    """
    seed = rng.random()
    view = game.imagine(seat, Random(seed))
    if view.known(seat) != game.known(seat):
        yield f"imagine({seat}) changes what seat {seat} knows"
    if game.turn == seat and view.moves() != game.moves():
        yield f"imagine({seat}) changes the moves of seat {seat}, whose turn it is"
    other = alike.setdefault((seat, game.known(seat)), game.copy())
    looks_the_same = str(other.show(seat)) == str(game.show(seat))
    again = game.imagine(seat, Random(rng.random())).imagine(seat, Random(seed))
    if whole(again) != whole(view) or (looks_the_same and whole(other.imagine(seat, Random(seed))) != whole(view)):
        yield f"imagine({seat}) goes by what seat {seat} cannot know: a position that looks alike is copied otherwise"


def told_apart(game: Game, seat: int, looks: dict[str, Any]) -> Found:
    """What looks different to a seat is known apart by it; `looks` holds those met before."""
    known, look = game.known(seat), str(game.show(seat))
    if looks.setdefault(f"{seat}{known}", look) != look:
        yield f"known({seat}) is {known!r} in two positions that show({seat}) tells apart"


def shown_at_the_end(game: Game) -> Found:
    """When the game is over, all cards are on the table."""
    for seat in (0, 1):
        if game.score() is not None and game.show(seat) != game.show():
            yield f"show({seat}) does not show all though the game is over"


def heard_by_who_moves(game: Game) -> Found:
    """Who makes a move knows what it is."""
    for move in game.moves()[:3]:
        if game.turn in (0, 1) and (heard := game.heard(move, game.turn)) != (text := game.text(move)):
            yield f"heard() tells seat {game.turn} of its own move {text!r} as {heard!r}"


def drawn(game: Game, rng: Random) -> int:
    """A legal move at random: by their weights those of chance, else each alike."""
    if game.turn != CHANCE:
        return rng.choice(game.moves())
    moves, weights = zip(*game.chances(), strict=True)
    return int(rng.choices(moves, weights)[0])


def surprise(start: Game, rng: Random) -> float:
    """How much oftener the truth was imagined than one imagined world like another, in one position of a random game.

    Where worlds are dealt by their true weights the truth is one of them: then it is 0 on average.
    """
    game = start.copy()
    passed: list[Game] = []
    while game.score() is None and len(passed) < 200:
        game.make(drawn(game, rng))
        passed.append(game.copy())
    real = rng.choice([position for position in passed if position.score() is None] or [start])
    seat = rng.randrange(2)
    worlds = [whole(real.imagine(seat, Random(rng.random()))) for _ in range(WORLDS)]
    return fmean(world == whole(real) for world in worlds) - fmean(one == two for one, two in combinations(worlds, 2))


def too_often(surprises: list[float]) -> Iterator[tuple[str, str]]:
    """The hidden truth is imagined as often as chance would have it."""
    if len(surprises) < FEW or not (spread := stdev(surprises)):
        return
    errors = fmean(surprises) / (spread / sqrt(len(surprises)))
    if abs(errors) > ERRORS:
        often = "oftener" if errors > 0 else "less often"
        yield "the_truth_is_imagined_as_chance_would", f"imagine deals what is really hidden {often} than chance would"
