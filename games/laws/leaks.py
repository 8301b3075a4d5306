"""Leaks of hidden information: a method tells a seat which of two moves was made, though it cannot know.

Two moves that the seat does not make itself lead to two positions. What it has heard, sees and knows, its moves and its
imagined worlds should agree on whether it can tell them apart. If they do not, the method that reveals more than all
the others leaks.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

from games.base.positions import position_after
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.laws.scene import Scene, is_over

MOVES = 12  # of a position that are compared with each other
PAIRS = 4  # pairs of them that are played on
FAR = 6  # moves that a pair is played on
WORLDS = 6  # imagined
FIRST = 80  # positions that are checked; then ever fewer


class SiblingBranch(NamedTuple):
    """A position after one of several moves, the text of that move, and what the seat heard of it."""

    game: Game
    text: str
    heard: str


def a_seat_is_told_no_more_than_it_may_know(scene: Scene) -> Iterator[str]:
    """Yield a fault if heard, show, known, moves or text reveals to the seat what all the others hide from it."""
    game = scene.game
    if not hides_information(game) or is_over(game) or scene.spares("siblings", FIRST):
        return
    moves = game.moves()
    some = moves if len(moves) <= MOVES else scene.rng.sample(moves, MOVES)
    for seat in (0, 1):
        if game.turn != seat:
            branches = [
                SiblingBranch(position_after(game, move), game.text(move), game.heard(move, seat)) for move in some
            ]
            yield from find_loose_hearing(branches, seat)
            alike = [(one, other) for one, other in combinations(branches, 2) if one.heard == other.heard]
            for one, other in scene.rng.sample(alike, min(PAIRS, len(alike))):
                yield from compare_siblings(one, other, seat, scene.rng)


def find_loose_hearing(branches: list[SiblingBranch], seat: int) -> Iterator[str]:
    """Yield a sentence if `heard` tells apart two moves that show, known and imagine do not."""
    for one, other in combinations([each for each in branches if not is_over(each.game)], 2):
        if one.heard != other.heard and is_same_to(seat, one.game, other.game) and one.game.show() != other.game.show():
            worlds = [branch.game.imagine(seat, Random(0)) for branch in (one, other)]
            if worlds[0].show() == worlds[1].show():
                told = f"heard() tells seat {seat} of {one.text} {one.heard!r} and of {other.text} {other.heard!r}"
                yield f"{told}, which show({seat}) and known({seat}) keep from it"
                return


def is_same_to(seat: int, one: Game, other: Game) -> bool:
    """Return whether the seat sees and knows the same in both games."""
    return str(one.show(seat)) == str(other.show(seat)) and one.known(seat) == other.known(seat)


def compare_siblings(one: SiblingBranch, other: SiblingBranch, seat: int, rng: Random) -> Iterator[str]:
    """Yield a sentence if a method tells apart two moves that sounded equal to the seat, now or some moves later."""
    games, texts = (one.game.copy(), other.game.copy()), ""
    for _ in range(FAR):
        if any(map(is_over, games)) or games[0].turn != games[1].turn:
            return
        if told := find_leak(games, seat, rng):
            yield f"{told}: it tells {one.text} from {other.text}{texts}, and seat {seat} has heard the same of both"
            return
        both = [move for move in games[0].moves() if move in games[1].moves()]
        if not both or not is_same_to(seat, *games):
            return
        move = rng.choice(both)
        if games[0].heard(move, seat) != games[1].heard(move, seat):
            return
        texts = f"{texts or ' before'} {games[0].text(move)}"
        for game in games:
            game.make(move)


def find_leak(games: tuple[Game, Game], seat: int, rng: Random) -> str:
    """Return the method by which the seat can tell the positions apart though it should not; "" if there is none."""
    one, other = games
    shown = [str(game.show(seat)) for game in games]
    known = [game.known(seat) for game in games]
    if shown[0] != shown[1]:
        # A seat may see what it has not heard, its own cards: then imagine leaves that as it is.
        worlds = islice((one.imagine(seat, Random(rng.random())) for _ in range(WORLDS)), WORLDS)
        hidden = any(str(world.show(seat)) != shown[0] for world in worlds)
        return f"show({seat}) shows what seat {seat} cannot know" if hidden else ""
    if known[0] != known[1]:
        return f"known({seat}) tells what seat {seat} cannot know"
    if one.turn not in (seat, CHANCE) or one.turn == CHANCE:
        return ""
    if one.moves() != other.moves():
        return f"moves() depends on what seat {seat} cannot know"
    texts = [[game.text(move) for move in game.moves()] for game in games]
    return "" if texts[0] == texts[1] else f"text() depends on what seat {seat} cannot know"
