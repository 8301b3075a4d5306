"""Positions set up from their texts: two thousand of each game, and some of its variants."""

from collections.abc import Iterator
from random import Random

import pytest

import games
from games.game import Game, writes
from games.laws.hidden import draw_move
from games.laws.positions import a_position_is_read_back
from games.laws.scene import Scene, is_over
from referee.support.build import life

MANY = 2_000 if life() == "compiled" else 300
LOOKED_AT = 10  # one in so many is looked at in full
VARIANTS = (
    "backgammon:cube=yes", "backgammon:cube=yes,away=3/5", "breakthrough:columns=4,rows=5", "chips:31,rule=last",
    "connect-four:columns=9,rows=4,line=5", "dots-and-boxes:rows=2,columns=5", "gomoku:columns=6,rows=4,line=4,exact=yes",
    "hex:5", "hexapawn:columns=5,rows=4", "kalah:pits=4,seeds=2,capture=any", "kuhn-poker:stacks=3/1",
    "leduc-poker:stacks=9/4", "liars-dice:dice=3,wild=ones", "nim:12,take=5", "nim:heaps=3/5/7,misere=yes", "othello:4", "othello:10", "pig:20",
)  # fmt: skip


def positions(spec: str, count: int) -> Iterator[Scene]:
    """The positions of random games, their ends too, so many of them."""
    rng, start = Random(spec), games.load(spec)
    scene, game = Scene(start, rng, start.copy), start
    for _ in range(count):
        yield scene
        if is_over(game):
            game = start = games.load(spec)
            scene.game = game
        else:
            game.make(draw_move(game, rng))


def check(spec: str, count: int) -> None:
    """Set up that many positions from their texts; one in a few is looked at in full."""
    twin = games.load(spec)
    for number, scene in enumerate(positions(spec, count)):
        if number % LOOKED_AT == 0:
            assert not list(a_position_is_read_back(scene))
        text = scene.game.position()
        twin.set_position(text)
        assert twin.position() == text
        assert outline(twin) == outline(scene.game), text


def outline(game: Game) -> tuple[object, ...]:
    """What a game is about, at a glance. Whether it is drawn by its past is left open."""
    if game.looks_back:
        return game.turn, game.board_key()
    return game.turn, game.score(), sorted(game.moves()), game.key()


@pytest.mark.parametrize("spec", list(games.CATALOGUE))
def test_positions_of_every_game_are_read_back(spec: str) -> None:
    assert writes(games.load(spec), "position") and writes(games.load(spec), "set_position")
    check(spec, MANY)


@pytest.mark.parametrize("spec", VARIANTS)
def test_positions_of_variants_are_read_back(spec: str) -> None:
    check(spec, MANY // 10)
