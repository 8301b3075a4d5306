"""What keys obey: two positions are called different, or alike, only once both were played on."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.game import Game, writes
from games.scene import FAR, Scene, after, key_of, look, over, played_alike, prints

WALKS = 60  # pairs of positions with one key that are played on
WALKED = 2  # times each
PAIRS = 40  # pairs of positions that look alike that are played on
PLAYED = 8  # times each
SOME = 40  # moves of a position that one is looked for among


def future(game: Game) -> tuple[Any, ...]:
    """What a position and those one move later offer, their looks and the names of moves aside."""
    twins = [after(game, move) for move in game.moves()]
    nexts = [(twin.turn, str(twin.score()), len(twin.moves())) for twin in twins]
    return game.turn, game.score(), tuple(sorted(nexts))


def one_key_means_one_future(scene: Scene) -> Iterator[str]:
    """Positions with one key are played on, from each by a move that leads to one key again: both end alike."""
    if not (key := key_of(scene.game)):
        return
    if key not in scene.keyed:
        scene.keyed[key] = scene.game.copy(), scene.way
        return
    met, way = scene.keyed[key]
    if difference := parted(scene, met):
        other = f"this one and that after {' '.join(way()) or 'no move'}"
        yield f"two positions with different futures have the key {key:#x}, {other}: {difference}"


def parted(scene: Scene, met: Game) -> str:
    """How a position and one met before, of the same key, differ in what may come; empty where that is not found."""
    if future(scene.game) != future(met):
        return unlike(scene.game, met) or "they differ a move later"
    if not writes(met, "key") or (hasattr(met, "__dict__") and prints(met) == prints(scene.game)):
        return ""
    if scene.spares("walks", WALKS):
        return ""
    return next(filter(None, (walked(scene.game, met, scene.rng) for _ in range(WALKED))), "")


def walked(one: Game, other: Game, rng: Random) -> str:
    """How two positions of one key differ once both were played on to further ones of one key; empty if not."""
    texts: list[str] = []
    for _ in range(FAR):
        if difference := unlike(one, other):
            return f"{difference} after {' '.join(texts)}" if texts else difference
        if over(one):
            return ""
        move = rng.choice(one.moves())
        texts.append(one.text(move))
        one = after(one, move)
        found = same_way(other, move, key_of(one))
        if found is None:
            return ""
        other = found
    return ""


def same_way(game: Game, move: int, key: int) -> Game | None:
    """The position of that key a move later, by that move if it leads there; None where there is none."""
    moves = game.moves()
    first = [move] if move in moves else []
    nexts = (after(game, each) for each in [*first, *moves[:SOME]])
    return next((each for each in nexts if key and key_of(each) == key), None)


def unlike(one: Game, other: Game) -> str:
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
    for game in (scene.game, *transposed(scene)):
        key = key_of(game)
        met = scene.keys.setdefault((look(game), future(game)), {})
        if met and key not in met and not scene.spares("pairs", PAIRS):
            other, theirs = next((each, number) for number, each in met.items())
            if not any(played_alike(game, other, scene.rng) for _ in range(PLAYED)):
                yield f"two positions that look and play on alike have the keys {key:#x} and {theirs:#x}"
        met.setdefault(key, game.copy())


def transposed(scene: Scene) -> Iterator[Game]:
    """The positions after moves a, x, b and after b, x, a, for some a, x and b where both are legal."""
    if len(some := scene.some()) < 2:
        return
    one, other = scene.rng.sample(some, 2)
    for first, last in ((one, other), (other, one)):
        game = after(scene.game, first)
        if not over(game):
            game.make(game.moves()[0])
        if last in game.moves():
            yield after(game, last)
