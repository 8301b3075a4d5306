"""The search for the first win finds what the lecture's function finds, and looks at as many positions."""

import pytest

import games
from games.names.catalogue import SpecError
from referee.analysis.first_win import first_win
from referee.analysis.method_result import Budget
from referee.analysis.methods import exact
from tests.helpers.cases import every_case


def pick(game):
    """Return the lecture's move, the largest that wins or 0, and how many positions it looks at."""
    count = 0
    for move in sorted(game.moves(), reverse=True):
        after = game.copy()
        after.make(move)
        count += 1
        if after.score() is not None:
            return move, count
        other, more = pick(after)
        count += more
        if other == 0:
            return move, count
    return 0, count


def last(game, budget=Budget()):  # noqa: B008
    return list(first_win(game, budget, ""))[-1]


@every_case("chips", range(3, 16))
def test_it_is_the_lectures_search(chips):
    game = games.load(f"chips:chips={chips},rule=last")
    found, (move, count) = last(game), pick(game)
    best = found.values[0]
    assert (best.move if best.score > 0 else 0, found.nodes) == (move, count)
    assert found.final


@pytest.mark.parametrize(
    "spec", ["nim:heaps=1/2/3", "nim:heaps=1/3/4", "kalah:pits=2,seeds=1", "tree-game", "hexapawn"]
)
def test_it_finds_who_wins(spec):
    game = games.load(spec)
    values = [list(method(game, Budget(), spec))[-1].values[0].score for method in (first_win, exact)]
    assert [(each > 0) - (each < 0) for each in values] == [(values[1] > 0) - (values[1] < 0)] * 2


def test_it_stops_at_its_limit_with_what_it_has_found(monkeypatch):
    monkeypatch.setattr("referee.analysis.method_result.NODES", 1000)
    found = last(games.load("chips:chips=100,rule=last"))
    assert found.final
    assert found.nodes == 1000
    assert found.how == "not at an end"


@every_case("spec", ["pig", "kuhn-poker"])
def test_it_needs_to_see_all(spec):
    with pytest.raises(SpecError, match="first-win needs a game without chance"):
        last(games.load(spec))


def test_it_refuses_before_the_board_is_drawn(command):
    status, told, err = command("analyse backgammon --method first-win")
    assert (status, told, err.count("\n")) == (2, "", 1)


def test_it_is_a_method_that_is_asked_for(command):
    status, told, _ = command("analyse chips:chips=20,rule=last --method first-win")
    assert status == 0
    assert "first-win: to the end; 5,957 positions" in told
    assert "first-win" not in command("analyse chips:chips=8,rule=last")[1]
    status, _, err = command("analyse chips:chips=8,rule=last --method first-win --compare")
    assert (status, err.count("\n")) == (2, 1)
