"""Files read as streams: game by game, each by itself."""

import pytest

from referee.formats.file_game import FileGame, SkippedGame
from referee.formats.formats import read_stream
from tests.helpers.cases import every_case

MAT = " Game 1\n Ann : 0  Bob : 0\n  1) 31: {} 6/5\n\n"
GAMES = {  # of each format: a game that is right, and one that is not, with its line
    "f.pgn": ('[White "Ann"]\n\n1. e4 e5 *\n\n', '[White "Ann"]\n[Variant "Bughouse"]\n\n1. e4 *\n\n', 2),
    "f.pdn": ('[White "Ann"]\n1. 11-15 *\n', '[White "Ann"]\n[GameType "20"]\n1. 32-28 *\n', 2),
    "f.sgf": ("(;GM[2]\n;B[f5])\n", "(;GM[2]PW[Ann]\n;B[a1])\n", 2),
    "f.moves": ("# othello\nf5\n", "# othello\na1\n", 2),
    "f.mat": (" 5 point match\n" + MAT.format("8/5"), " 5 point match\n" + MAT.format("8/4"), 4),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_cannot_be_read_leaves_the_others_in_the_file(name):
    right, wrong, line = GAMES[name]
    lines = (right + wrong + right).splitlines(keepends=True)
    first, skipped, last = read_stream(lines, name)
    assert (type(first), type(last)) == (FileGame, FileGame)
    assert first.record.moves == last.record.moves
    assert isinstance(skipped, SkippedGame)
    assert skipped.line == right.count("\n") + line


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_yielded_before_the_file_is_read_to_its_end(name):
    right, *_ = GAMES[name]
    taken = []

    def lines():
        for count in range(3000):
            for line in right.splitlines(keepends=True):
                taken.append(count)
                yield line

    next(read_stream(lines(), name))
    assert taken[-1] < 2000


@every_case("line", ["(;GM[2]PB[A", "(;GM[2]PB[A];B[f5", "(;GM[2];B[f5]"])
def test_a_torn_tree_of_sgf_ends_where_a_line_begins_another(line):
    torn, whole = read_stream([line + "\n", "(;GM[2]PB[Ann];B[f5])\n"], "f.sgf")
    assert (torn.line, whole.record.moves, whole.line) == (1, "f5", 2)


def test_a_skipped_game_names_its_players():
    (skipped,) = read_stream(['[White "Ann"]\n', '[Black "Bob"]\n', '[Variant "Antichess"]\n', "1. e3 *\n"], "f.pgn")
    assert (skipped.title, skipped.line) == ("Ann - Bob", 3)
