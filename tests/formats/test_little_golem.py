"""Moves of hex as Little Golem lists them."""

from referee.formats.file_game import SkippedGame
from referee.formats.formats import detect, read_stream
from tests.helpers.cases import every_case

LIST = "1.a10 2.swap 3.m13 4.d5\n5.e5 6.resign\n"


def read(text, game=""):
    return [*read_stream(text.splitlines(keepends=True), "f.lg", game)]


def test_moves_the_swap_and_the_resignation_are_read():
    (found,) = read(LIST)
    record = found.record
    assert record.game == "hex:size=13,swap=yes"
    assert record.moves == "a10 swap m13 d5 e5"
    assert (record.how, record.score) == ("resigned", 1)
    assert "13x13" in found.remarks[0]


def test_a_named_board_is_no_guess():
    (found,) = read("1.a3 2.b3\n", "hex:5")
    assert (found.record.game, found.remarks) == ("hex:5", ())


def test_a_new_list_is_a_new_game():
    one, two = read(f"Ann against Bob\n{LIST}\n1. c2 2. d4 3. k11\n")
    assert (two.record.moves, two.record.game, two.line) == ("c2 d4 k11", "hex", 5)


@every_case(("text", "why"), [
    ("1.a1 2.a1\n", "'a1'"), ("1.s20 2.b2\n", "no usual board"), ("1.a1 2.resign 3.b1\n", "resigned before"),
])  # fmt: skip
def test_what_cannot_be_read_is_named(text, why):
    (found,) = read(text)
    assert type(found) is SkippedGame and why in found.why


def test_the_format_is_told_by_its_beginning():
    assert detect("game.txt", LIST).name == "lg"
    assert detect("game.txt", "1. e4 e5 2. Nf3\n").name == "pgn"
