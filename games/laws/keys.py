"""What keys obey: two positions are called different, or alike, only once both were played on."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.game import Game, writes
from games.laws.scene import (
    FAR,
    Scene,
    compare_by_play,
    fingerprint_fields,
    is_over,
    key_of,
    make_in_copy,
    observe,
    plain,
)

WALKS = 60  # pairs of positions with one key that are played on
WALKED = 2  # times each
PAIRS = 40  # pairs of positions that look alike that are played on
PLAYED = 8  # times each
SOME = 40  # moves of a position that one is looked for among
MOST = 500  # moves of a position that are all made, as each takes a call of moves() to count those after it


def look_ahead(game: Game) -> tuple[Any, ...]:
    """Turn, score and number of moves of a position and of those one move later, whatever they look like.

    Where there are more than MOST moves it is the number of them.
    """
    moves = game.moves()
    if len(moves) > MOST:
        return game.turn, plain(game.score()), len(moves)
    twins = [make_in_copy(game, move) for move in moves]
    nexts = [(twin.turn, str(twin.score()), len(twin.moves())) for twin in twins]
    return game.turn, plain(game.score()), tuple(sorted(nexts))


def one_key_means_one_future(scene: Scene) -> Iterator[str]:
    """Positions with one key are played on, from each by a move that leads to one key again: both end alike."""
    if not (key := key_of(scene.game)):
        return
    if key not in scene.keyed:
        scene.keyed[key] = scene.game.copy(), scene.way
        return
    met, way = scene.keyed[key]
    if difference := find_difference(scene, met):
        other = f"this one and that after {' '.join(way()) or 'no move'}"
        yield f"two positions with different futures have the key {key:#x}, {other}: {difference}"


def find_difference(scene: Scene, met: Game) -> str:
    """How a position and one met before, of the same key, differ in what may come; empty if that is not found."""
    if look_ahead(scene.game) != look_ahead(met):
        return compare_loosely(scene.game, met) or "they differ a move later"
    equal = hasattr(met, "__dict__") and fingerprint_fields(met) == fingerprint_fields(scene.game)
    if equal or not writes(met, "key"):
        return ""
    if scene.spares("walks", WALKS):
        return ""
    return next(filter(None, (compare_walks(scene.game, met, scene.rng) for _ in range(WALKED))), "")


def compare_walks(one: Game, other: Game, rng: Random) -> str:
    """How two positions of one key differ once both were played on to further ones of one key; empty if not."""
    texts: list[str] = []
    for _ in range(FAR):
        if difference := compare_loosely(one, other):
            return f"{difference} after {' '.join(texts)}" if texts else difference
        if is_over(one):
            return ""
        move = rng.choice(one.moves())
        texts.append(one.text(move))
        one = make_in_copy(one, move)
        found = find_successor(other, move, key_of(one))
        if found is None:
            return ""
        other = found
    return ""


def find_successor(game: Game, move: int, key: int) -> Game | None:
    """Return the position with that key one move later, by that move if possible; None if there is none."""
    moves = game.moves()
    first = [move] if move in moves else []
    nexts = (make_in_copy(game, each) for each in [*first, *moves[:SOME]])
    return next((each for each in nexts if key and key_of(each) == key), None)


def compare_loosely(one: Game, other: Game) -> str:
    """How two positions differ in the score, the turn or the number of moves; empty if they do not."""
    if one.score() != other.score():
        ends = [f"over with {game.score()}" if game.score() is not None else "not over" for game in (one, other)]
        return f"the first is {ends[0]}, the second {ends[1]}"
    if one.turn != other.turn:
        return f"the turn is {one.turn} in the first, {other.turn} in the second"
    if len(one.moves()) != len(other.moves()):
        return f"the first has {len(one.moves())} moves, the second {len(other.moves())}"
    return ""


def equal_positions_have_one_key(scene: Scene) -> Iterator[str]:
    """Positions that look alike and play on alike have one key: worth a look only, as something may yet count."""
    if scene.game.looks_back:
        return
    for game in (scene.game, *transpositions(scene)):
        key = key_of(game)
        met = scene.keys.setdefault((observe(game), look_ahead(game)), {})
        if met and key not in met and not scene.spares("pairs", PAIRS):
            other, theirs = next((each, number) for number, each in met.items())
            if not any(compare_by_play(game, other, scene.rng) for _ in range(PLAYED)):
                yield f"two positions that look and play on alike have the keys {key:#x} and {theirs:#x}"
        met.setdefault(key, game.copy())


def transpositions(scene: Scene) -> Iterator[Game]:
    """Yield the positions after moves a, x, b and after b, x, a, for some a, x and b where both are legal."""
    if len(some := scene.some()) < 2:
        return
    one, other = scene.rng.sample(some, 2)
    for first, last in ((one, other), (other, one)):
        game = make_in_copy(scene.game, first)
        if not is_over(game):
            game.make(game.moves()[0])
        if last in game.moves():
            yield make_in_copy(game, last)
