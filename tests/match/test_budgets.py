"""Budgets in the place of time, as options of the players that keep them."""

import pytest

from games.names.catalogue import SpecError
from referee.match.clock_text import read_clock
from referee.match.clocks import UNLIMITED, Control, give_budget, give_budgets
from tests.helpers.cases import every_case


@every_case(
    ("spec", "clock", "given"),
    [
        ("minimax", "nodes=500", "minimax:nodes=500"),
        ("minimax:depth=3", "nodes=500", "minimax:depth=3,nodes=500"),
        ("Mini-Max", "depth=4", "Mini-Max:depth=4"),
        ("mcts:c=1", "nodes=500", "mcts:c=1,playouts=500"),
        ("mc", "nodes=500", "mc:playouts=500"),
        ("uci:stockfish", "nodes=500", "uci:stockfish,nodes=500"),
        ("uci:stockfish,elo=1500", "depth=9", "uci:stockfish,elo=1500,depth=9"),
        ("random", "5m", "random"),
        ("human", "nodes=500", "human"),
        ("mine", "depth=3", "mine"),
    ],
)
def test_a_program_gets_its_budget_by_its_own_option(spec, clock, given):
    assert give_budget(spec, read_clock(clock)) == given


@pytest.mark.parametrize(
    ("spec", "clock", "why"),
    [
        ("random", "nodes=5", "--clock nodes=5: random has no option nodes or playouts (options: seed)"),
        ("level:3", "depth=5", "--clock depth=5: level:3 has no option depth (options: level, seed)"),
        ("minimax:depth=2", "depth=5", "--clock depth=5: minimax:depth=2 says its depth already; leave out one of the two"),
        ("mcts", "nodes=999999999999", "playouts=999999999999 must be a whole number from 1 to 1000000000"),
        ("minmax", "depth=5", "there is no player 'minmax'; did you mean minimax?"),
    ],
)  # fmt: skip
def test_a_player_that_cannot_keep_it_is_refused_in_one_line(spec, clock, why):
    with pytest.raises(SpecError) as error:
        give_budget(spec, read_clock(clock))
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_each_player_has_its_own_budget():
    control = read_clock("5m,nodes=50").with_move(3.0)
    assert give_budgets(("random", "mcts"), control) == ("random", "mcts:playouts=50")
    assert not read_clock("nodes=5,depth=3").timed
    assert control.timed and read_clock("nodes=5,1m").timed
