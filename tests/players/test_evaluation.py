"""A person's own evaluations: minimax uses a plain function instead of the game's estimate."""

import textwrap
from random import Random

import pytest

import games
import players
from games.laws import faults
from games.names.catalogue import SpecError
from players.evaluation import with_evaluation
from referee.checking.player import SMALL
from tests.helpers.positions import opened

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
ODD = """
    def nought(game):
        pass

    def text(game):
        return "ahead"

    def huge(game):
        return 10**12

    def long(game):
        return [0] * 1000

    class Mute:
        def __repr__(self):
            raise LookupError

    def mute(game):
        return Mute()

    def truth(game):
        return True

    class Number:
        def __index__(self):
            return 7

    def numbered(game):
        return Number()

    def largest(game):
        return 2**31 - 1

    def by_default(game, weight=3):
        return weight

    def collected(*games):
        return len(games)

    def two(game, depth):
        return 0

    def nobody():
        return 0

    def by_name(*, game):
        return 0
    """


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(textwrap.dedent(FILE) + textwrap.dedent(ODD))
    return str(file)


def chosen(spec, game, moves=()):
    """Return the text of the move that the player `spec` makes after `moves`."""
    position = games.load(game, moves)
    return position.text(players.load(spec, seed=1).choose(position, float("inf")))


@pytest.mark.parametrize(
    "game", ["connect-four", "othello:6", "kalah", "breakthrough:5,rows=5", "checkers", "leduc-poker", "pig:20"]
)
@pytest.mark.parametrize("method", ["best", "alphabeta"])
def test_a_function_equal_to_the_estimate_changes_no_value(path, game, method):
    start = opened(games.load(game))
    plain = players.load(f"minimax:depth=3,method={method},eval=game", seed=1).think(start)
    mine = players.load(f"minimax:depth=3,method={method},eval={path}:own", seed=1).think(start)
    assert (mine.value, mine.candidates[0].value) == (plain.value, plain.candidates[0].value)


def test_another_evaluation_chooses_another_move(path):
    moves = ["d3", "c3", "c4", "e3"]
    assert chosen("minimax:depth=1", "othello", moves) != chosen(
        f"minimax:depth=1,eval={path}:against", "othello", moves
    )


def test_a_forced_win_beats_any_evaluation(path):
    assert chosen(f"minimax:depth=3,eval={path}:against", "tic-tac-toe", ["1", "4", "2", "5"]) == "3"


@pytest.mark.parametrize("game", SMALL)
def test_an_evaluated_game_obeys_the_same_rules(game):
    inner = games.load(game)
    outer = with_evaluation(inner, len_of_moves)
    assert not list(faults(outer, games=1))
    assert type(outer) is type(with_evaluation(inner, len_of_moves))
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
    return len(game.moves())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("half", "half in mine.py returned 0.5, but must return a whole number; round(100 * value) makes one of 0.5"),
        ("nought", "nought in mine.py returned None, but must return a whole number"),
        ("text", "text in mine.py returned 'ahead', but must return a whole number"),
        ("huge", "huge in mine.py returned 1000000000000, but must return -2,147,483,647 to 2,147,483,647"),
        ("long", f"long in mine.py returned [{'0, ' * 13}..., but must return a whole number"),
        ("mute", "mute in mine.py returned a Mute, but must return a whole number"),
    ],
)
def test_a_wrong_evaluation_is_reported_with_function_and_file(path, name, said):
    with pytest.raises((TypeError, ValueError)) as caught:
        chosen(f"minimax:depth=2,eval={path}:{name}", "connect-four")
    assert str(caught.value) == said


@pytest.mark.parametrize("name", ["truth", "numbered", "largest", "by_default", "collected"])
def test_anything_that_counts_as_a_whole_number_is_an_evaluation(path, name):
    assert chosen(f"minimax:depth=2,eval={path}:{name}", "connect-four")


@pytest.mark.parametrize("name", ["two", "nobody", "by_name"])
def test_an_evaluation_that_takes_other_arguments_than_a_game_is_refused_in_one_line(path, name):
    with pytest.raises(SpecError) as caught:
        players.load(f"minimax:eval={path}:{name}")
    assert str(caught.value).endswith(f"{path}:{name} must take one argument, the game, as in def {name}(game): ...")


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        (":none", r"holds no function 'none' \(functions: nothing, own, against, half, "),
        (":Thing", "holds no function 'Thing'"),
        ("", r"holds several functions \(functions: nothing, own, against, half, .*\); name one"),
    ],
)
def test_a_spec_of_no_function_is_refused_in_one_line(path, behind, said):
    with pytest.raises(SpecError, match=said):
        players.load(f"minimax:eval={path}{behind}")


@pytest.mark.parametrize("text", ["score", "mine.txt:score", "5"])
def test_a_spec_of_no_file_is_refused_in_one_line(text):
    with pytest.raises(SpecError, match="must be game, learned, a file of weights"):
        players.load(f"minimax:eval={text}")
