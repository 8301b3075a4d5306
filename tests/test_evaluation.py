"""Evaluations of one's own: minimax goes by a plain function in the place of the game's estimate."""

import textwrap
from random import Random

import pytest

import games
import players
from games.catalogue import SpecError
from games.game import CHANCE
from games.laws import faults
from players.evaluation import judged

FILE = """
    def nothing(game):
        return 0

    def own(game):
        return game.estimate()

    def against(game):
        return -game.estimate()

    def half(game):
        return 0.5

    class Thing:
        pass
    """


@pytest.fixture
def path(tmp_path):
    """A file with those functions."""
    file = tmp_path / "mine.py"
    file.write_text(textwrap.dedent(FILE))
    return str(file)


def chosen(spec, game, moves=()):
    """The move that a player of that spec makes in a game after those moves."""
    position = games.load(game, moves)
    return position.text(players.load(spec, seed=1).choose(position, float("inf")))


@pytest.mark.parametrize(
    "game", ["connect-four", "othello:6", "kalah", "breakthrough:5,rows=5", "checkers", "leduc-poker", "pig:20"]
)
@pytest.mark.parametrize("method", ["best", "alphabeta"])
def test_by_the_games_own_estimate_it_is_worth_the_same(path, game, method):
    start = games.load(game)
    while start.turn == CHANCE:
        start.make(start.moves()[0])
    plain = players.load(f"minimax:depth=3,method={method}", seed=1).think(start)
    mine = players.load(f"minimax:depth=3,method={method},eval={path}:own", seed=1).think(start)
    assert (mine.value, mine.candidates[0].value) == (plain.value, plain.candidates[0].value)


def test_another_evaluation_chooses_another_move(path):
    moves = ["d3", "c3", "c4", "e3"]
    assert chosen("minimax:depth=1", "othello", moves) != chosen(
        f"minimax:depth=1,eval={path}:against", "othello", moves
    )


def test_what_is_won_stays_won_whatever_the_evaluation_says(path):
    assert chosen(f"minimax:depth=3,eval={path}:against", "tic-tac-toe", ["1", "4", "2", "5"]) == "3"


@pytest.mark.parametrize("game", [*games.CATALOGUE])
def test_a_game_that_is_judged_is_the_same_game(game):
    inner = games.load(game)
    outer = judged(inner, len_of_moves)
    assert not list(faults(outer, games=1))
    assert type(outer) is type(judged(inner, len_of_moves))
    rng = Random(1)
    for _ in range(60):
        if inner.score() is not None:
            break
        assert (outer.turn, outer.moves(), outer.stakes) == (inner.turn, inner.moves(), inner.stakes)
        assert outer.estimate() == len(inner.moves())
        move = rng.choice(inner.moves())
        assert outer.text(move) == inner.text(move)
        inner.make(move)
        outer.make(move)
    assert outer.score() == inner.score()


def len_of_moves(game):
    """An evaluation that is known."""
    return len(game.moves())


def test_an_evaluation_that_is_no_whole_number_is_told_of(path):
    with pytest.raises(TypeError, match=r"an evaluation is a whole number, not 0\.5: use round\(100 \* value\)"):
        chosen(f"minimax:depth=2,eval={path}:half", "connect-four")


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        (":none", r"holds no function 'none' \(functions: nothing, own, against, half\)"),
        (":Thing", "holds no function 'Thing'"),
        ("", r"holds several functions \(functions: nothing, own, against, half\); name one"),
    ],
)
def test_what_names_no_function_is_answered_in_one_line(path, behind, said):
    with pytest.raises(SpecError, match=said):
        players.load(f"minimax:eval={path}{behind}")


@pytest.mark.parametrize("text", ["score", "mine.txt:score", "5"])
def test_what_names_no_file_is_answered_in_one_line(text):
    with pytest.raises(SpecError, match="must be a file and a function of a game in it"):
        players.load(f"minimax:eval={text}")
