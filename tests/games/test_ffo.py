"""The endgame problems 1 to 14 of the Fédération Française d'Othello, solved to their published scores.

Positions and scores are those of the .obf file of Edax (github.com/abulmo/edax-reversi, problem/fforum-1-19.obf), from
FForum, the federation's magazine: before the semicolon the position, behind it the best moves and their score, in which
empty squares are the winner's.
"""

import json

import pytest

import games
from referee.cli import run
from referee.support.build import life

PROBLEMS = """
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2
-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X; H8:+0; A5:+0
-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X; G8:+32
--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X; A1:+14; H3:+14
--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X; A6:+8
---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O; E1:+8
--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O; G7:-8; A4:-8
-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O; B2:+10
---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O; B3:+30
--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O; B7:-8
--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X; B7:+14
--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X; A3:+18
"""
LINES = PROBLEMS.strip().splitlines()


@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_problem_is_solved_to_its_published_score(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    line = LINES[number - 1]
    best = dict(each.strip().split(":") for each in line.split(";")[1:])
    if life() != "compiled":  # there a search to the end takes minutes
        game = games.load("othello", position=line)
        assert {move.lower() for move in best} <= {game.text(move) for move in game.moves()}
        return
    assert run(["solve", "othello:empties=winner", "--position", line, "--all", "--json", "--fresh"]) == 0
    found = json.loads(capsys.readouterr().out)
    side = -1 if line.split(";")[0].endswith("O") else 1
    assert side * found["value"] == int(next(iter(best.values())))
    values = {each["move"]: side * each["value"] for each in found["moves"]}
    assert {move.upper() for move, value in values.items() if value == max(values.values())} == set(best)
