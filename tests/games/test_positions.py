"""Positions as texts: written, read back, refused in one line."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.names.catalogue import SpecError
from games.game import Game
from games.laws.hidden import draw_move
from tests.helpers.cases import every_case

WRITERS = [name for name in games.CATALOGUE if games.CATALOGUE.load_class(name).position is not Game.position]


def random_position(spec: str, seed: int) -> Game:
    """A position of a random game, from its start to its end."""
    rng, game = Random(seed), games.load(spec)
    for _ in range(rng.randrange(60)):
        if game.score() is not None:
            break
        game.make(draw_move(game, rng))
    return game


def read(spec: str, text: str) -> str:
    """The text of the position that was read, or the one line that refuses it."""
    try:
        return games.load(spec, position=text).position()
    except SpecError as error:
        assert "\n" not in str(error)
        return str(error)


@pytest.mark.parametrize("spec", WRITERS)
@settings(deadline=None, max_examples=60)
@given(text=st.text(min_size=1, max_size=80))
def test_any_text_is_a_position_or_is_refused_in_one_line(spec: str, text: str) -> None:
    assert read(spec, text)


@pytest.mark.parametrize("spec", WRITERS)
@settings(deadline=None, max_examples=100)
@given(seed=st.integers(0, 999), data=st.data())
def test_a_position_with_an_error_in_it_is_another_or_is_refused(spec: str, seed: int, data: st.DataObject) -> None:
    text = random_position(spec, seed).position()
    start = data.draw(st.integers(0, len(text)))
    put = data.draw(st.text(alphabet="".join(sorted({*text, *"0123456789 -/:KxX?"})), max_size=4))
    torn = text[:start] + put + text[start + data.draw(st.integers(0, 4)) :]
    assert not torn.strip() or read(spec, torn)


# Games with a text of their own.


def test_a_position_stands_in_the_spec_as_its_last_option() -> None:
    assert games.load("tic-tac-toe:position=xo1/3/3 x").position() == "xo1/3/3 x"
    assert games.with_position("nim:3/4,position=1/2", "2/2") == "nim:3/4,position=2/2"
    assert games.CATALOGUE.extend("nim:3/4,position=1/2", "rule=last") == "nim:3/4,rule=last,position=1/2"
    assert games.split_position("checkers:position=W:W21,22:B1,K9") == ("checkers", "W:W21,22:B1,K9")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("xxx/3/3", "X has 3 stones, O 0: X moves first, so it has as many or one more"),
        ("xxx/ooo/3 x", "X has three in a line, but O has moved since"),
        ("xxx/oo1/3 x", "X has 3 stones, O 2: so O is to move"),
        ("q2/3/3", "'q' in row 1 from the top is not a piece (pieces: x, o)"),
        ("xo/3/3", "row 1 from the top, 'xo', does not fill the 3 cells of a row"),
        ("3/3", "'3/3' has 2 rows; the board has 3, with / between them"),
        ("3/3/3 z", "'z' is not a side to move (sides: x, o)"),
    ],
)
def test_tic_tac_toe_says_what_is_wrong(text: str, says: str) -> None:
    assert read("tic-tac-toe", text) == f"the position {text!r} of tic-tac-toe: {says}"


# Games without a text of their own.


class Sticks(Game):
    """Take one to three sticks; whoever takes the last has won."""

    def __init__(self, sticks: int = 9) -> None:
        self.turn = 0
        self.sticks = sticks
        self.taken: list[int] = []

    def moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.sticks]

    def make(self, move: int) -> None:
        self.sticks -= move
        self.taken.append(move)
        self.turn = 1 - self.turn

    def score(self) -> int | None:
        return None if self.sticks else 1 - 2 * (1 - self.turn)


class Guesses(Sticks):
    def imagine(self, seat: int, rng: Random) -> Game:
        return self.copy()


def test_a_plain_game_writes_its_fields() -> None:
    game, twin = Sticks(), Sticks(4)
    game.make(2)
    assert game.position() == "sticks=7, taken=[2], turn=1"
    twin.set_position(game.position())
    assert (vars(twin), twin.turn, twin.key()) == (vars(game), 1, game.key())
    assert twin.taken is not game.taken
    twin.set_position("sticks=3")
    assert twin.position() == "sticks=3, taken=[2], turn=1"


@every_case(
    ("text", "says"),
    [
        ("sticks='a'", "sticks='a' must be a whole number"),
        ("stones=1", "Sticks has no field 'stones' (fields: sticks, taken, turn)"),
        ("turn=2", "turn=2 must be 0, 1 or -1, which is chance"),
        ("sticks=-1", "there is no move in it, though the game is not over"),
        (
            "sticks=None",
            "the rules fail there: TypeError: '<=' not supported between instances of 'int' and 'NoneType'",
        ),
        ("sticks=open('x')", "sticks must be a plain value, such as 12, 'x' or [0, 1]"),
        ("sticks=" + "(" * 500, "must be fields as in Python with commas between them, such as sticks=12, turn=0"),
        ("x)", "must be fields as in Python with commas between them, such as sticks=12, turn=0"),
        ("**{}", "must be fields as in Python with commas between them, such as sticks=12, turn=0"),
        ("sticks=" + "1" * 20_000, "must be fields as in Python with commas between them, such as sticks=12, turn=0"),
    ],
)
def test_fields_that_cannot_be_are_refused(text: str, says: str) -> None:
    game = Sticks()
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # its message is compared
        game.set_position(text)
    assert str(refused.value) == says
    assert game.position() == "sticks=9, taken=[], turn=0"


def test_fields_that_no_text_holds_are_named() -> None:
    game = Sticks()
    game.other = game.taken
    with pytest.raises(ValueError, match="Sticks.other shares a list with another field"):
        game.position()
    game.other = object()
    with pytest.raises(ValueError, match="Sticks.other is not plain data"):
        game.position()
    with pytest.raises(ValueError, match="Guesses hides something from seat 1"):
        Guesses().position(1)
    assert Guesses().position() == "sticks=9, taken=[], turn=0"
