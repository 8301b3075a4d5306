"""How many sequences of moves there are, compared with counts by others: perft to a published depth for each game."""

import json
import subprocess
import sys

import pytest
from plain import Grab, PlainTicTacToe, Race
from reference import leaves

import games
from games.base.positions import position_after
from games.perft import perft, split
from referee.support.build import life

MOST = 10_000_000 if life() == "compiled" else 60_000  # sequences that are counted

OPENSPIEL = "OpenSpiel 2.0.2, counted over its legal actions"
BIK = "A. Bik, aartbik.com/strategy.php"
# A spec, the counts from depth 1 on, and whose they are.
PUBLISHED = [
    ("tic-tac-toe", [9, 72, 504, 3024, 15_120], OPENSPIEL),
    ("nim:heaps=1/3/5/7", [16, 206, 2116, 17_338], OPENSPIEL),
    ("connect-four", [7, 49, 343, 2401, 16_807, 117_649, 823_536], OPENSPIEL),
    ("othello", [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288], BIK),
    ("breakthrough", [22, 484, 11_132, 256_036], OPENSPIEL),
    ("checkers", [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680], BIK),
    ("kalah", [6, 35, 185, 942, 4690, 23_233], f"{OPENSPIEL} of mancala"),
]
CASES = [
    pytest.param(spec, depth, count, source, id=f"{spec}-{depth}")
    for spec, counts, source in PUBLISHED
    for depth, count in enumerate(counts, 1)
    if count <= MOST
]


def explained(spec, depth, count, source):
    """Return what a person needs to find the difference: the split by first moves, and the command for it."""
    rows = "\n".join(f"{text:8} {found:,}" for text, found in split(games.load(spec), depth))
    return f"{count:,} by {source}; referee perft {spec} {depth} says\n{rows}"


@pytest.mark.parametrize(("spec", "depth", "count", "source"), CASES)
def test_there_are_as_many_sequences_as_elsewhere(spec, depth, count, source):
    assert perft(games.load(spec), depth) == count, explained(spec, depth, count, source)


@pytest.mark.parametrize("game", [PlainTicTacToe(), Grab(7), Race(2)], ids=lambda game: type(game).__name__)
def test_plain_games_are_counted_too(game):
    assert [perft(game, depth) for depth in (1, 2, 3)] == [len(lines_of(game, depth)) for depth in (1, 2, 3)]


def test_counts_by_length_add_up_to_all_games():
    # Each game of chips has a length; those that are over after so many moves are among the sequences of that length.
    game = games.load("chips:chips=9")
    assert perft(game, 9) > perft(game, 10) == 0
    ended = [
        position_after(game, *line).score() is not None for depth in range(1, 10) for line in lines_of(game, depth)
    ]
    assert sum(ended) == leaves(game)


def lines_of(game, depth):
    lines = [()]
    for _ in range(depth):
        lines = [(*line, move) for line in lines for move in position_after(game, *line).moves()]
    return lines


def test_the_game_is_left_as_it_is():
    game = games.load("othello", ["d3"])
    before = game.show()
    assert split(game, 3) == split(game, 3)
    assert game.show() == before


def said(*arguments, status=0):
    """Return what `referee perft` prints, or its complaint."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", "perft", *arguments], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def test_the_command_splits_the_count_by_first_moves():
    assert said("hexapawn", "2") == "a1-a2   3\nb1-b2   4\nc1-c2   3\n10 sequences of 2 moves\n"


def test_it_counts_from_a_position():
    assert said("connect4", "1", "--moves", "4 4 4 4 4 4").splitlines()[-1] == "6 sequences of 1 move"


def test_it_says_so_in_json():
    found = json.loads(said("hexapawn", "2", "--moves", "b1-b2", "--json"))
    assert found == {
        "game": "hexapawn", "moves": ["b1-b2"], "depth": 2, "count": sum(found["split"].values()), "split": found["split"],
    }  # fmt: skip
    assert set(found["split"]) == {"a3xb2", "c3xb2", "a3-a2", "c3-c2"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["shogi", "2"], "there is no game 'shogi'"),
        (["othello", "0"], "depth 0 must be a whole number from 1 to 100"),
        (["othello", "two"], "depth two must be a whole number from 1 to 100"),
        (["othello", "2", "--moves", "d3 a1"], "move 2 to start with: 'a1' is not a legal move here"),
        (["othello:size=5", "2"], "size=5 must be 4, 6, 8 or 10"),
    ],
)
def test_wrong_words_get_one_line(arguments, complaint):
    line = said(*arguments, status=2)
    assert complaint in line
    assert line.count("\n") == 1
