"""A player called `draw`: its wins are no draws."""

import referee
from referee.batches.plan import Plan
from referee.match.record import Record
from referee.scripting.buttons import result_line


def draw(game):
    return game.moves()[-1]


def test_a_player_called_draw_does_not_make_its_wins_draws():
    record = referee.play("nim:sticks=1", draw, "random", seed=1)
    assert (record.names, record.winner, record.score) == (("player draw", "random"), "player draw", 1)
    assert result_line(record).startswith("player draw against random: player draw won, ")
    assert referee.play("nim:sticks=1", draw, draw).names == ("player draw (1)", "player draw (2)")
    found = referee.tournament("nim:sticks=1", [draw, "random"], rounds=1, openings=0)
    assert {row.name for row in found.rows} == {"player draw", "random"}


def test_an_old_record_of_a_player_called_draw_tells_who_won():
    before = {"game": "nim:sticks=1", "players": ("random", "random"), "names": ("draw", "ben"), "seed": 1, "number": 0}
    record = Record(**before, moves="1", score=1, winner="draw", how="played-out", why="")
    assert result_line(record) == "draw against ben: draw won"


def test_a_person_called_draw_sits_down_under_another_name():
    assert Plan("nim", ("human", "random"), 1, person="draw").names == ("player draw", "random")
