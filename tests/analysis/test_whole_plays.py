"""An analysis of a game with dice has a row for each whole play, not for each checker."""

import pytest

import games
from players.entry import parse_turn
from referee.analysis.analysis import Analysis
from referee.analysis.judged import judged
from referee.analysis.method_result import Budget
from referee.analysis.methods import method_results
from referee.analysis.whole_turn import plays_wholly, whole_plays
from referee.solving.value import Value


def analysed(game, *names):
    found = Analysis("backgammon", (), game)
    for result in method_results(game, names, Budget(depth=2, playouts=2000), "backgammon"):
        found.update(result)
    return found


def ends(game, text):
    """Return the key of the position after a whole play, once for each text."""
    twin = game.copy()
    for move in parse_turn(game, text):
        assert twin.turn == game.turn
        twin.make(move)
    assert twin.turn != game.turn
    return twin.key()


@pytest.mark.parametrize("moves", ["3-1", "3-1 8/5 6/5 4-4", "3-1 8/5"])
def test_each_row_is_another_whole_play(moves):
    game = games.load("backgammon", moves.split())
    rows = analysed(game, "minimax", "mcts").rows()
    assert len({ends(game, row.text) for row in rows}) == len(rows) == len(whole_plays(game))
    assert "minimax" in rows[0].values and any("mcts" in row.values for row in rows)
    estimates = [row.values["minimax"].estimate for row in rows]
    assert estimates == sorted(estimates, reverse=True)


def test_playouts_of_a_play_are_counted_in_every_order_of_its_checkers():
    game = games.load("backgammon", ["3-1"])
    (result,) = analysed(game, "mcts").results.values()
    assert sum(each.visits for each in result.values) > 0.9 * result.playouts


def test_the_exact_value_of_a_whole_play_is_that_of_the_position_after_it():
    game = games.load("backgammon:position=XGID=-AAA--------------------c-:0:0:1:21:0:0:0:0:10")
    rows = {row.text: row.values["exact"].estimate for row in analysed(game, "exact").rows()}
    assert rows.keys() == {"2/off 1/off", "3/2 2/off", "3/1 2/1"} and rows["2/off 1/off"] > rows["3/1 2/1"]


def test_a_position_before_a_double_or_a_roll_has_rows_of_single_actions():
    game = games.load("backgammon")
    assert "3-1" in [row.text for row in analysed(game, "mcts").rows()]
    assert not plays_wholly(games.load("kalah")) and not plays_wholly(games.load("chess"))


def test_a_judge_hears_each_whole_play():
    class Judge:
        heard = []

        def believed(self, game, path, deadline):
            self.heard.append(path)
            return Value(chance=0.5)

    *_, result = judged(games.load("backgammon", ["3-1"]), Judge(), Budget())
    assert {each.line for each in result.values} == set(Judge.heard) - {()} and ("8/5", "6/5") in Judge.heard
