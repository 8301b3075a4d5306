"""Looking at a game must not change it: fields that a method changes must not change how the game goes on."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from operator import methodcaller
from random import Random
from typing import Any

from games.capabilities import hides_information
from games.game import CHANCE, Game, IllegalMove, writes
from games.laws.scene import CACHES, RUBBISH, Fresh, Scene, fingerprint_fields, is_over, key_of, observe

Ask = Callable[[Game], object]

FAR = 6  # moves that the game is played on after a look
TRIED = 3  # lines of moves
FIRST = 150  # positions that are checked; then ever fewer
LEGAL = 3  # moves in questions
SEEN = ("turn", "score", "turn", "moves", "texts", "estimate", "show", "key")


def looking_changes_nothing(scene: Scene) -> Iterator[str]:
    """Yield a fault if a look changes what is seen or played later. Methods may cache results in fields."""
    if scene.spares("looking", FIRST):
        return
    asks = dict(questions(scene.fresh()))
    game = scene.fresh()
    changed: set[str] = set()
    before = fingerprint_fields(game)
    for ask in asks.values():  # asked twice, what has turned may turn back
        ask(game)
        changed.update(changed_fields(before, game))
        before = fingerprint_fields(game)
    if not changed and observe_in_order(game) == observe_in_order(scene.fresh()):
        return
    yield from find_spoiling_question(scene, asks)
    if "turn" not in changed:
        CACHES.setdefault(type(game), set()).update(changed)


def changed_fields(before: dict[str, int], game: Game) -> list[str]:
    """Return the names of the fields whose fingerprints have changed."""
    now = fingerprint_fields(game)
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


def find_spoiling_question(scene: Scene, asks: dict[str, Ask]) -> Iterator[str]:
    """Yield a sentence on the first method whose call changes how the game goes on: the field, and the difference."""
    for name, ask in asks.items():
        game = scene.fresh()
        before = fingerprint_fields(game)
        ask(game)
        changed = changed_fields(before, game)
        if (changed or not hasattr(game, "__dict__")) and (comes := find_consequence(scene, ask)):
            yield f"{name} changes {f'the field {changed[0]}' if changed else 'the position'}: {comes}"
            return


def questions(game: Game) -> Iterator[tuple[str, Ask]]:
    """Yield the questions to a position, by name, basic ones first, and how to ask them. The game may change."""
    late = is_over(game)
    moves = [] if late else game.moves()[:LEGAL]
    yield "score()", methodcaller("score")
    for name in ("text", "say", "cells"):
        if writes(game, name):
            yield f"{name}()", partial(ask_each, name, moves, ())
    rolls = ["chances"] if not late and game.turn == CHANCE else []
    for name in ("moves", "estimate", "key", "theory", *rolls, *(["reason"] if late else ["forcing", "ranked"])):
        if writes(game, name):
            yield f"{name}()", methodcaller(name)
    for seat in (None, 0, 1) if writes(game, "show") else ():
        yield f"show({'' if seat is None else seat})", methodcaller("show", seat)
    if writes(game, "parse"):
        yield "parse()", partial(ask_parse, moves)
    if writes(game, "why_not") and not late:
        yield "why_not()", methodcaller("why_not", RUBBISH)
    for seat in (0, 1) if hides_information(game) else ():
        yield f"known({seat})", methodcaller("known", seat)
        yield f"heard(move, {seat})", partial(ask_each, "heard", moves, (seat,))
        yield f"imagine({seat}, rng)", methodcaller("imagine", seat, Random(0))
    yield "copy()", methodcaller("copy")


def ask_each(name: str, moves: list[int], more: tuple[int, ...], game: Game) -> None:
    """Call the method `name` for each of `moves`."""
    for move in moves:
        getattr(game, name)(move, *more)


def ask_parse(moves: list[int], game: Game) -> None:
    """Let the game read the texts of `moves`."""
    for move in moves:
        with suppress(IllegalMove):
            game.parse(game.text(move))


def observe_in_order(game: Game) -> tuple[Any, ...]:
    """Return the answers of a position in the order of SEEN."""
    turn, score, again = game.turn, game.score(), game.turn
    moves = game.moves()
    _, _, texts, estimate, *shown = observe(game)
    return turn, score, again, tuple(moves), texts, estimate, tuple(shown), key_of(game) if writes(game, "key") else 0


def find_consequence(scene: Scene, ask: Ask) -> str:
    """Return how the game differs, now or some moves later, after the question; "" if it does not."""
    for number in range(TRIED):
        line = random_line(scene.fresh(), Random(number))
        for length in range(len(line) + 1):
            if difference := compare_after(scene.fresh, ask, line[:length]):
                return difference
    return ""


def random_line(game: Game, rng: Random) -> list[int]:
    """Return a few random moves that can be made in this order."""
    line: list[int] = []
    while game.score() is None and len(line) < FAR and (moves := game.moves()):
        line.append(rng.choice(moves))
        game.make(line[-1])
    return line


def compare_after(fresh: Fresh, ask: Ask, line: list[int]) -> str:
    """Return how the position after `line` differs if the question is asked before each move; "" if it does not."""
    plain = observe_in_order(fresh(*line))
    game = fresh()
    try:
        for move in line:
            ask(game)
            game.make(move)
        ask(game)
        other = observe_in_order(game)
    except Exception as error:  # noqa: BLE001  # whatever their rules raise
        return f"then {type(error).__name__} is raised" + describe_moves(line, fresh())
    for name, one, two in zip(SEEN, other, plain, strict=True):
        if one != two:
            return f"then the {name} {describe_difference(name, one, two)}" + describe_moves(line, fresh())
    return ""


def describe_difference(name: str, one: Any, two: Any) -> str:
    """Return the difference between two values of one name, in words that follow the name."""
    if name in ("turn", "score", "estimate"):
        return f"is {one}, else {two}"
    return "is another one" if name in ("show", "key") else "are others"


def describe_moves(line: list[int], game: Game) -> str:
    """Return the moves in words, and make them in the game."""
    texts = []
    for move in line:
        texts.append(game.text(move))
        game.make(move)
    return f" after {' '.join(texts)}" if texts else ""
