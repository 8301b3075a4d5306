"""Minimax says once that it is blind: in a game without an estimate whose end it does not reach."""

import json

import pytest

import games
from referee.__main__ import main
from referee.solving.blindness import blind

RULES = """
from games.game import CHANCE, Game


class Heaps(Game):
    def __init__(self, heaps: int = 8):
        self.turn, self.heaps = 0, [6] * heaps

    def moves(self):
        return [10 * heap + taken for heap, left in enumerate(self.heaps) for taken in range(1, left + 1)]

    def make(self, move):
        self.heaps[move // 10] -= move % 10
        self.turn = 1 - self.turn

    def score(self):
        return None if any(self.heaps) else 1 if self.turn else -1
"""
SIGHTED = RULES + "\n    def estimate(self):\n        return len(self.heaps)\n"
FIRST = (
    RULES.replace("self.turn, self.heaps = 0", "self.turn, self.heaps = CHANCE")
    + """
    def chances(self):
        return [(move, 1) for move in self.moves()]

    def make(self, move):
        self.heaps[move // 10] -= move % 10
        self.turn = 0 if self.turn == CHANCE else 1 - self.turn
"""
)


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heaps.py").write_text(RULES)
    return "./heaps.py"


@pytest.mark.parametrize(
    ("text", "spec", "player", "found"),
    [
        (RULES, "./heaps.py", "minimax", True),
        (RULES, "./heaps.py", "minimax:depth=3", True),
        (RULES, "./heaps.py", "random", False),
        (RULES, "./heaps.py", "mcts", False),
        (RULES, "./heaps.py:heaps=1", "minimax", False),
        (RULES, "./heaps.py:heaps=2", "minimax:depth=1", True),
        (SIGHTED, "./heaps.py", "minimax", False),
        (FIRST, "./heaps.py", "minimax", True),
        (FIRST, "./heaps.py:heaps=1", "minimax", False),
        (RULES.replace("self.turn = 1 - self.turn", "self.turn = self.turns"), "./heaps.py", "minimax", False),
        (RULES, "connect-four", "minimax:depth=1", False),
        (RULES, "kuhn-poker", "minimax", False),
    ],
)
def test_minimax_without_estimate_or_end_is_blind(tmp_path, path, text, spec, player, found):
    (tmp_path / "heaps.py").write_text(text)
    assert blind(games.load(spec), player) is found


def test_an_evaluation_that_is_given_is_an_estimate(tmp_path, path):
    (tmp_path / "ahead.py").write_text("def ahead(game):\n    return sum(game.heaps)\n")
    assert not blind(games.load(path), "minimax:eval=./ahead.py:ahead")


def test_a_batch_says_it_once_and_never_on_standard_output(path, capsys):
    with pytest.raises(SystemExit):
        main(["-g", "3", path, "minimax:1", "minimax:1", "--seed", "1", "--json"])
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()]
    assert err.count("is blind") == 1
    assert "minimax:1 is blind in ./heaps.py: Heaps has no estimate(self)" in err


def test_a_match_and_a_check_say_it_too(path, capsys):
    with pytest.raises(SystemExit):
        main([path + ":heaps=3", "minimax:1", "random", "--seed", "1"])
    assert capsys.readouterr().out.count("is blind") == 1
    with pytest.raises(SystemExit) as ended:
        main(["check", path])
    assert ended.value.code == 0
    assert "minimax is blind in ./heaps.py:Heaps" in " ".join(capsys.readouterr().out.split())


def test_a_game_searched_to_its_end_is_not_called_blind(path, capsys):
    with pytest.raises(SystemExit):
        main(["-g", "1", "tic-tac-toe", "minimax", "random", "--seed", "1"])
    assert "blind" not in capsys.readouterr().err
