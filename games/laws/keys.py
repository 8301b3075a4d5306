"""What keys obey. Two positions are called different, or alike, only after both were played on."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any

from games.base.positions import position_after
from games.game import Game, writes
from games.laws.scene import (
    FAR,
    Scene,
    compare_by_play,
    fingerprint_fields,
    is_over,
    key_of,
    observe,
    plain,
)

WALKS = 60  # pairs of positions with one key that are played on; then ever fewer
WALKED = 2  # times each
PAIRS = 40  # pairs of positions that look alike and are played on; then ever fewer
PLAYED = 8  # times each
SOME = 40  # moves of a position that are tried to find a successor
FIELDS = 3  # that are named
MOST = 500  # with more moves looking ahead is too slow, as each one takes a call of moves()


def look_ahead(game: Game) -> tuple[Any, ...]:
    """Return turn, score and number of moves, now and, with at most MOST moves, one move later."""
    moves = game.moves()
    if len(moves) > MOST:
        return game.turn, plain(game.score()), len(moves)
    twins = [position_after(game, move) for move in moves]
    nexts = [(twin.turn, str(twin.score()), len(twin.moves())) for twin in twins]
    return game.turn, plain(game.score()), tuple(sorted(nexts))


def one_key_means_one_future(scene: Scene) -> Iterator[str]:
    """Yield a fault if two positions with one key have different futures.

    Both are played on by moves that lead to one key again, and must end alike.
    """
    if not (key := key_of(scene.game)):
        return
    if key not in scene.keyed:
        scene.keyed[key] = scene.game.copy(), scene.way
        return
    met, way = scene.keyed[key]
    if difference := find_difference(scene, met):
        lines = f"those after {follow_way(scene.way, ())} and after {follow_way(way, ())}"
        fields = describe_fields(scene.game, met)
        yield f"two positions with different futures have the same key, {lines}: {difference}{fields}"


def one_board_key_means_one_turn(scene: Scene) -> Iterator[str]:
    """Yield a fault if two positions with one `board_key` differ in whose turn it is."""
    if not writes(scene.game, "board_key") or is_over(scene.game) or not (key := scene.game.board_key()):
        return
    turn, way = scene.boards.setdefault(key, (scene.game.turn, scene.way))
    if turn != scene.game.turn:
        lines = f"those after {follow_way(scene.way, ())} and after {follow_way(way, ())}"
        turns = f"the turn is {scene.game.turn} in one, {turn} in the other"
        yield f"two positions have the same board_key(), {lines}: {turns}"


def find_difference(scene: Scene, met: Game) -> str:
    """Return a difference in what can follow two positions with the same key; "" if none is found."""
    if look_ahead(scene.game) != look_ahead(met):
        return compare_loosely(scene.game, met) or "they differ a move later"
    equal = hasattr(met, "__dict__") and fingerprint_fields(met) == fingerprint_fields(scene.game)
    if equal or not writes(met, "key"):
        return ""
    if scene.spares("walks", WALKS):
        return ""
    return next(filter(None, (compare_walks(scene.game, met, scene.rng) for _ in range(WALKED))), "")


def compare_walks(one: Game, other: Game, rng: Random) -> str:
    """Return how two positions with one key differ after play to further pairs with one key; "" if not."""
    texts: list[str] = []
    for _ in range(FAR):
        if difference := compare_loosely(one, other):
            return f"{difference} after {' '.join(texts)}" if texts else difference
        if is_over(one):
            return ""
        move = rng.choice(one.moves())
        texts.append(one.text(move))
        one = position_after(one, move)
        found = find_successor(other, move, key_of(one))
        if found is None:
            return ""
        other = found
    return ""


def find_successor(game: Game, move: int, key: int) -> Game | None:
    """Return the position with this key one move later, after `move` if possible; None if there is none."""
    moves = game.moves()
    first = [move] if move in moves else []
    nexts = (position_after(game, each) for each in [*first, *moves[:SOME]])
    return next((each for each in nexts if key and key_of(each) == key), None)


def compare_loosely(one: Game, other: Game) -> str:
    """Return how two positions differ in score, turn or number of moves; "" if they do not."""
    if one.score() != other.score():
        ends = [f"over with {game.score()}" if game.score() is not None else "not over" for game in (one, other)]
        return f"the first is {ends[0]}, the second {ends[1]}"
    if one.turn != other.turn:
        return f"the turn is {one.turn} in the first, {other.turn} in the second"
    if len(one.moves()) != len(other.moves()):
        return f"the first has {len(one.moves())} moves, the second {len(other.moves())}"
    return ""


def equal_positions_have_one_key(scene: Scene) -> Iterator[str]:
    """Yield a hint if a `key` of the game's own tells apart positions that look and play on alike."""
    if scene.game.looks_back or not writes(scene.game, "key"):
        return
    for game, texts in ((scene.game, ()), *transpositions(scene)):
        key, way = key_of(game), partial(follow_way, scene.way, texts)
        met = scene.keys.setdefault((observe(game), look_ahead(game)), {})
        if met and key not in met and not scene.spares("pairs", PAIRS):
            other, theirs = next(iter(met.values()))
            apart = look_apart(game, other) or any(compare_by_play(game, other, scene.rng) for _ in range(PLAYED))
            if not apart:
                yield (
                    f"the positions after {way()} and after {theirs()} look and play on alike, "
                    f"but key() is another one{describe_fields(game, other)}"
                )
        met.setdefault(key, (game.copy(), way))


def look_apart(one: Game, other: Game) -> bool:
    """Return whether two positions with the same moves look different after one of the first `SOME` of them."""
    return any(
        observe(position_after(one, move)) != observe(position_after(other, move)) for move in one.moves()[:SOME]
    )


def follow_way(way: Callable[[], Iterable[str]], more: tuple[str, ...]) -> str:
    """Return the moves of `way` and `more` in words."""
    return " ".join((*way(), *more)) or "no move"


def describe_fields(one: Game, other: Game) -> str:
    """Return the fields in which two positions differ, as the end of a sentence; "" if none can be read."""
    own, others = fingerprint_fields(one), fingerprint_fields(other)
    names = [name for name, value in own.items() if value != others.get(name)]
    return f"; they differ in {' and '.join(names[:FIELDS])}" if names else ""


def transpositions(scene: Scene) -> Iterator[tuple[Game, tuple[str, ...]]]:
    """Yield the positions after moves a, x, b and after b, x, a, for some a, x and b, with these texts."""
    if len(some := scene.some()) < 2:
        return
    one, other = scene.rng.sample(some, 2)
    for first, last in ((one, other), (other, one)):
        game, texts = scene.game.copy(), list[str]()
        for place in range(3):
            moves = game.moves()
            move = first if place == 0 else last if place == 2 else moves[0] if moves else None
            if move not in moves:
                break
            texts.append(game.text(move))
            game.make(move)
        else:
            yield game, tuple(texts)
