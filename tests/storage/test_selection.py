"""Which saved matches are found by a game and by players, and how `referee history` takes them."""

from contextlib import closing

import pytest

import games
import players
from referee import cli
from referee.match.events import Ended, How
from referee.match.record import Heading
from referee.storage.archive import Archive
from referee.storage.saved_match import SavedMatch, Selection, is_persons, is_variant

MATCHES = (  # numbered from 1
    ("connect-four", ("human", "level:3")),
    ("C4", ("level:level=3,seed=4", "person")),
    ("connect-four:columns=8", ("human", "level")),
    ("othello:6", ("human", "human")),
    ("othello", ("./mine.py:Best:depth=3", "human")),
)


@pytest.fixture
def archive(tmp_path):
    """An archive with those matches, each of which the first player resigned."""
    with closing(Archive(tmp_path / "data")) as archive:
        for game, pair in MATCHES:
            number = archive.begin(Heading(game, pair, ("One", "Two"), 1))
            archive.note(number, Ended(games.load(game), -1, How.RESIGNED, "One resigned", left=(None, None)))
        yield archive


@pytest.fixture
def history(archive, tmp_path, monkeypatch, capsys):
    """The numbers of the matches that the command lists, or what it says instead."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))

    def run(line, status=0):
        assert cli.run(["history", *line.split()]) == status
        out, err = capsys.readouterr()
        return err or out if status or "  " not in out else [int(line.split()[0]) for line in out.splitlines()]

    return run


@pytest.mark.parametrize(("line", "numbers"), [
    ("", [5, 4, 3, 2, 1]), ("connect-four", [3, 2, 1]), ("c4", [3, 2, 1]), ("c4:columns=7", [2, 1]), ("c4:8", [3]),
    ("othello:size=6", [4]), ("othello:8", [5]), ("level", [3, 2, 1]), ("level:3", [2, 1]), ("level:5", [3]),
    ("level:3,seed=4", [2]), ("mine", [5, 4, 3, 2, 1]), ("human human", [4]), ("c4 level:3 mine", [2, 1]),
    ("c4 mine level:3 -n 1", [2]), ("othello mine", [5, 4]),
])  # fmt: skip
def test_the_history_lists_the_matches_of_a_game_and_of_players(history, line, numbers):
    assert history(line) == numbers


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("xyz", "there is no game or player 'xyz'"),
        ("c4 nim", "'nim' is a game: name one game, before the players"),
        ("levle:3", "there is no game or player 'levle'; did you mean level?"),
        ("c4:hieght=3", "connect-four has no option 'hieght'"),
        ("level:11", "level=11 must be a whole number from 1 to 10"),
        ("mine mine mine", "a match has two players, not 3: mine mine mine"),
    ],
)
def test_a_word_that_names_nothing_is_answered_in_one_line(history, line, said):
    answer = history(line, status=2)
    assert said in answer and answer.count("\n") == 1


def test_where_no_match_is_found_that_is_said(history):
    assert history("kalah") == "No such match has been played here yet.\n"


def test_a_file_is_compared_by_its_path_and_is_not_run():
    for spec, wanted, same in (
        ("./mine.py:Best:depth=3", "./mine.py", True),
        ("./mine.py:Best:depth=3", "./mine.py:Best:depth=3", True),
        ("./mine.py:Best:depth=3", "./mine.py:Worst", False),
        ("./other.py", "./mine.py", False),
        ("minimax", "./mine.py", False),
        ("./mine.py", "minimax", False),
    ):
        assert is_variant(players.CATALOGUE, spec, wanted) == same


def test_a_saved_spec_whose_options_are_others_by_now_fits_its_name_alone():
    old = SavedMatch(Heading("nim:matches=7", ("human", "random"), ("One", "Two"), 1))
    assert Selection("nim").holds(old)
    assert not Selection("nim:sticks=7").holds(old)


def test_people_are_known_by_their_spec():
    assert [is_persons(spec) for spec in ("human", "MINE", "person", "level:3", "./human.py")] == [True] * 3 + [
        False
    ] * 2
