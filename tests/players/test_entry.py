"""A line that a person types is read once, as moves, a request, a command, or nothing of these."""

import pytest

import games
from players.entry import BLANK, HELP, QUIT, UNDO, Command, Moves, Request, Unknown, legal_moves, parse
from players.player import Quit, Replace, TakeBack
from referee.table import vocabulary


def read(line):
    """What the line means at the start of tic-tac-toe."""
    return parse(games.load("tic-tac-toe"), line)


def test_a_move_is_read_with_its_text():
    assert read(" 5 ") == Moves("5", (4,))


def test_a_request_holds_what_the_match_is_asked_for():
    entry = read("UNDO")
    assert isinstance(entry, Request)
    assert (entry.word, type(entry.request)) == (UNDO, TakeBack)
    assert read("level 07").request.spec == "level:7"
    assert isinstance(read("level 10").request, Replace)


@pytest.mark.parametrize("name", QUIT.names)
def test_a_word_is_also_known_by_its_other_names(name):
    assert isinstance(read(name).request, Quit)


def test_a_command_holds_what_follows_the_word():
    assert read("help") == Command("help", HELP, "")
    game = games.load("tic-tac-toe")
    assert vocabulary.parse(game, "Save  My File.jsonl") == Command(
        "Save  My File.jsonl", vocabulary.SAVE, "My File.jsonl"
    )


@pytest.mark.parametrize("line", ["99", "store", "no idea"])
def test_what_is_not_understood_is_answered_with_the_legal_moves(line):
    entry = read(line)
    assert isinstance(entry, Unknown)
    assert entry.why.startswith(f"{line!r} is not a legal move here")
    assert entry.why.endswith("; legal: 1 to 9")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("undo twice", "type undo: take back your last move, and the answer to it"),
        ("help me", "type help: this text"),
        ("level", "type level N: play on against a program of that level, 1 to 10"),
    ],
)
def test_a_word_with_too_much_or_too_little_behind_it_is_answered_with_its_use(line, why):
    assert read(line) == Unknown(line, why)


@pytest.mark.parametrize(
    ("spec", "moves", "line", "meant"),
    [
        ("tic-tac-toe", (), "undoo", "undo"), ("tic-tac-toe", (), "LEVEL3", "level"), ("tic-tac-toe", (), "swpa", "swap"),
        ("kuhn-poker", ("J", "Q"), "chek", "check"), ("kuhn-poker", ("J", "Q", "bet"), "caal", "call"),
    ],
)  # fmt: skip
def test_a_near_miss_is_answered_with_what_may_be_meant(spec, moves, line, meant):
    entry = parse(games.load(spec, moves), line)
    assert isinstance(entry, Unknown)
    assert entry.why.startswith(f"{line!r} is not a legal move here; legal: ")
    assert entry.why.endswith(f"; did you mean {meant}?")


def test_a_level_that_does_not_exist_and_an_empty_line_have_answers_of_their_own():
    assert read("level 11") == Unknown("level 11", "level '11' must be a whole number from 1 to 10")
    assert read("  ") == Unknown("", BLANK)


def test_each_word_of_the_table_stands_there_once():
    names = [name for word in vocabulary.WORDS for name in word.names]
    assert len(names) == len(set(names))


def test_all_legal_moves_are_listed_however_many_there_are():
    game = games.load("chess", "e4 e5 Nf3 Nc6 Bc4".split()[:4])
    listed = legal_moves(game)
    assert listed.startswith("27 legal moves: ")
    for move in game.moves():
        assert game.text(move) in listed.partition(": ")[2].split(", ")
