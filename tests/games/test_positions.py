"""Positions as texts: written, read back, refused in one line, at their limits and beyond."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.names.catalogue import SpecError
from games.game import Game, writes
from games.laws.hidden import draw_move
from games.laws.positions import a_position_is_read_back
from games.laws.scene import Scene, is_over
from referee.support.build import life
from tests.helpers.cases import every_case

WRITERS = [name for name in games.CATALOGUE if games.CATALOGUE.load_class(name).position is not Game.position]


def random_position(spec: str, seed: int) -> Game:
    """Return a position of a random game, from its start to its end."""
    rng, game = Random(seed), games.load(spec)
    for _ in range(rng.randrange(60)):
        if game.score() is not None:
            break
        game.make(draw_move(game, rng))
    return game


def read(spec: str, text: str) -> str:
    """Return the text of the position that was read, or the line that refuses it."""
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
def test_a_damaged_position_is_read_or_refused_in_one_line(spec: str, seed: int, data: st.DataObject) -> None:
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
def test_impossible_fields_are_refused(text: str, says: str) -> None:
    game = Sticks()
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # its message is compared
        game.set_position(text)
    assert str(refused.value) == says
    assert game.position() == "sticks=9, taken=[], turn=0"


def test_fields_that_a_text_cannot_hold_are_named() -> None:
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


# Two thousand positions of each game, and some of its variants.

MANY = 2_000 if life() == "compiled" else 300
LOOKED_AT = 10  # one in so many is looked at in full
VARIANTS = (
    "backgammon:cube=yes", "backgammon:cube=yes,away=3/5", "breakthrough:columns=4,rows=5", "chips:31,rule=last",
    "connect-four:columns=9,rows=4,line=5", "dots-and-boxes:rows=2,columns=5", "gomoku:columns=6,rows=4,line=4,exact=yes",
    "hex:5", "hexapawn:columns=5,rows=4", "kalah:pits=4,seeds=2,capture=any", "kuhn-poker:stacks=3/1",
    "leduc-poker:stacks=9/4", "liars-dice:dice=3,wild=ones", "nim:12,take=5", "nim:heaps=3/5/7,misere=yes", "othello:4", "othello:10", "pig:20",
)  # fmt: skip


def positions(spec: str, count: int) -> Iterator[Scene]:
    """Yield the positions of random games with their ends."""
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
    """Set up `count` positions from their texts; check one in LOOKED_AT by the law."""
    twin = games.load(spec)
    for number, scene in enumerate(positions(spec, count)):
        if number % LOOKED_AT == 0:
            assert not list(a_position_is_read_back(scene))
        text = scene.game.position()
        twin.set_position(text)
        assert twin.position() == text
        assert outline(twin) == outline(scene.game), text


def outline(game: Game) -> tuple[object, ...]:
    """Return what matters of a game. A draw by its past is left out."""
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


# Each reader takes what stands at a limit, and refuses what stands beyond it.


def xgid(cells, *, cube=0, owner=0, turn=1, dice="00", match="0:0:0:0:0"):
    """Return an XGID of White's (capital) and Black's checkers by point: {6: "E"}; 25 and 0 are the bars."""
    board = "".join(cells.get(point, "-") for point in range(26))
    return f"XGID={board}:{cube}:{owner}:{turn}:{dice}:{match}"


KINGS = "4k3/{}/8/8/8/8/{}/4K3 w - - {} 1"
LIMITS = [  # spec, a position at the limit, one beyond it, and words of the refusal
    ("checkers", "W:W5:B1", "W:W4:B1", "a man of White on square 4 would be a king: K4"),
    ("checkers", "W:WK4:B1", "W:W1:B5", "a man of White on square 1 would be a king: K1"),
    ("checkers", "B:W32:B28", "B:W32:B29", "a man of Black on square 29 would be a king: K29"),
    ("checkers", "B:W5:BK29", "B:W5:B32", "a man of Black on square 32 would be a king: K32"),
    ("checkers", "W:W32:B1", "W:W33:B1", "there is no square 33"),
    ("checkers", "W:WK1:B2", "W:WK0:B2", "there is no square 0"),
    ("checkers", "W:W21-32:B1", "W:W20-32:B1", "White has more than 12 pieces"),
    ("checkers", "W:W32:B1-12", "W:W32:B1-13", "Black has more than 12 pieces"),
    ("breakthrough:columns=4,rows=5", "4/bbbb/bbbb/4/w3 w", "4/bbbb/bbbb/b3/w3 w", "Black has 9 pawns, 8 is the most"),
    ("breakthrough:columns=4,rows=5", "b3/wwww/wwww/4/4 w", "b3/wwww/wwww/w3/4 w", "White has 9 pawns, 8 is the most"),
    ("breakthrough:columns=4,rows=5", "w3/b3/4/4/4 b", "w3/b3/4/4/4 w", "a pawn of White has reached a5"),
    ("breakthrough:columns=4,rows=5", "4/w3/4/4/b3 w", "4/w3/4/4/b3 b", "a pawn of Black has reached a1"),
    ("breakthrough:columns=4,rows=5", "4/4/4/4/w3 b", "4/4/4/4/w3 w", "Black has no pawn, but has moved last"),
    ("hexapawn", "bb1/b2/www w", "bbb/b2/www w", "Black has 4 pawns, 3 is the most"),
    ("hexapawn", "w2/b2/3 b", "w2/b2/3 w", "a pawn of White has reached a3"),
    ("hexapawn", "3/w2/2b w", "3/w2/2b b", "a pawn of Black has reached c1"),
    ("connect-four", "7/7/7/7/7/r6 y", "7/7/7/7/r6/7 y", "floats above"),
    ("connect-four", "7/7/7/7/7/ry5 r", "7/7/7/7/7/rr5 y", "Red moves first"),
    ("connect-four", "7/7/7/7/yyy4/rrrr3 y", "7/7/7/7/yyyy3/rrrr3 r", "has a line"),
    ("gomoku:columns=5,rows=5", "5/5/5/5/bw3 b", "5/5/5/5/bb3 b", "Black moves first"),
    ("hex:size=3", "3/3/rb1 r", "3/3/bb1 r", "Red moves first"),
    ("go:5", "5/5/5/5/5 b passes=1", "5/5/5/5/5 b passes=3", "passes=3 must be a whole number from 0 to 2"),
    ("go:5", "5/5/5/5/5 b ko=E5", "5/5/5/5/5 b ko=F5", "'f5' is not a point of the board"),
    ("go:5", "5/5/5/5/5 b ko=A1", "5/5/5/5/5 b ko=A0", "'a0' is not a point of the board"),
    ("go:5", "5/5/5/b4/1b3 w", "5/5/5/b4/wb3 w", "has no liberty"),
    ("kalah:pits=2,seeds=2", "1,0/0 0,0/0 South", "0,0/0 0,0/0 South", "it has 0 seeds"),
    ("othello:4", "-----OX--XO----- X", "-----O---XO----- X", "is empty, but holds a disc from the start on"),
    ("nim", "32767 First", "32768 First", "must be a whole number from 0 to 32767"),
    ("pig:target=20", "19/19 0 First", "20/20 0 First", "20"),
    ("liars-dice", "1/?", "11/?", "has 2 dice"),
    ("liars-dice", "6/?", "7/?", "'7' is not a die"),
    ("liars-dice", "1/?", "0/?", "'0' is not a die"),
    ("liars-dice", "1/", "/1", "the first seat rolls all of its dice first"),
    ("kuhn-poker", "J/-", "-/J", "the first seat is dealt its card first"),
    ("kuhn-poker", "J/Q", "J/J", "stands twice"),
    ("dots-and-boxes:rows=1,columns=2", "-./|A|../-. A", "-./|A|./-. A", "must have 5 signs"),
    ("dots-and-boxes:rows=1,columns=2", "-./|A|../-. A", "../|A|../-. A", "has an owner, but not all four lines"),
    ("backgammon", xgid({24: "O", 1: "a"}), xgid({24: "O", 23: "A", 1: "a"}), "White has 16 checkers, 15 are all"),
    ("backgammon", xgid({24: "A", 1: "o"}), xgid({24: "A", 1: "o", 2: "a"}), "Black has 16 checkers, 15 are all"),
    ("backgammon", xgid({25: "A", 1: "a"}), xgid({25: "a", 1: "A"}), "the bar of White holds a checker of Black"),
    ("backgammon", xgid({0: "a", 6: "A"}), xgid({0: "A", 6: "a"}), "the bar of Black holds a checker of White"),
    ("backgammon", xgid({6: "A"}), xgid({}), "both sides have borne off all checkers"),
    ("backgammon", xgid({6: "A", 1: "a"}, dice="61"), xgid({6: "A", 1: "a"}, dice="71"), "must be two digits"),
    ("backgammon", xgid({6: "A", 1: "a"}, dice="11"), xgid({6: "A", 1: "a"}, dice="10"), "must be two digits"),
    ("chess", KINGS.format("pppppppp", "8", 0), "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, 8 is the"),
    ("chess", KINGS.format("8", "P7", 0), "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on a8"),
    ("chess", KINGS.format("p7", "8", 0), "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn cannot stand on a1"),
    ("chess", KINGS.format("8", "8", 0), "4k3/8/8/8/8/8/4K3/4K3 w - - 0 1", "White has 2 kings"),
    ("chess", KINGS.format("8", "8", 100), KINGS.format("8", "8", 101), "after 100 the game is drawn"),
]  # fmt: skip


@every_case(("spec", "text"), [(spec, text) for spec, text, _, _ in LIMITS])
def test_a_position_at_a_limit_is_read(spec, text):
    game = games.load(spec, position=text)
    again = games.load(spec, position=game.position())
    assert again.position() == game.position()


@every_case(("spec", "text", "words"), [(spec, text, words) for spec, _, text, words in LIMITS])
def test_a_position_beyond_a_limit_is_refused(spec, text, words):
    with pytest.raises(SpecError) as refused:
        games.load(spec, position=text)
    assert words in str(refused.value)
