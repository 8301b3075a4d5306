"""`import referee`: matches, batches, tournaments and studies from Python."""

import subprocess
import sys
from io import StringIO

import pytest

import referee
from games.game import Game
from games.base.spec_error import SpecError
from referee.match.record import Record


class Sticks(Game):
    """Take one to three sticks; whoever takes the last wins."""

    def __init__(self, sticks: int = 7):
        self.turn, self.sticks = 0, sticks

    def moves(self):
        return [count for count in (1, 2, 3) if count <= self.sticks]

    def make(self, move):
        self.sticks -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.sticks else 2 * self.turn - 1


class Greedy:
    """Takes as many as it can, and counts how often it was asked."""

    def __init__(self):
        self.asked = 0

    def choose(self, game, deadline):
        self.asked += 1
        return game.moves()[-1]


def least(game):
    return game.moves()[0]


def broken(game):
    raise ZeroDivisionError("of mine")


def test_a_game_between_specs_classes_functions_and_objects():
    for first in ("random", Greedy, Greedy(), least):
        for game in ("nim", Sticks, Sticks(5)):
            record = referee.play(game, first, "minimax:depth=2", seed=1)
            assert isinstance(record, Record)
            assert record.over
            assert record.how == "played-out"


def test_a_game_is_that_of_the_command(command):
    status, printed, _ = command("connect-four level:3 minimax:depth=2 -g 2 --swap --seed 5 --json")
    played = referee.batch("connect-four", "level:3", "minimax:depth=2", games=2, seed=5)
    assert status == 0
    assert tuple(map(Record.read, printed.splitlines()[:2])) == played.records


def test_an_instance_of_a_game_is_its_position_and_is_left_as_it_is():
    game = Sticks(6)
    game.make(3)
    record = referee.play(game, least, Greedy, seed=1)
    assert (game.sticks, game.turn) == (3, 1)
    assert record.moves == "3"
    assert record.winner == "Greedy"
    with pytest.raises(SpecError, match="has its own position"):
        referee.play(game, least, Greedy, position="sticks=3")


def test_an_object_plays_all_games_and_a_class_makes_one_for_each():
    mine = Greedy()
    batch = referee.batch(Sticks, mine, least, games=4, seed=1)
    assert mine.asked == batch.results.moves[0]
    assert batch.wins + batch.draws + batch.losses == 4 == len(batch.records)
    assert batch.names == ("Greedy", "least")
    with pytest.raises(SpecError, match="^Greedy is one object, which plays in this process: for workers=2 pass"):
        referee.batch(Sticks, mine, least, games=4, workers=2)


def test_workers_find_what_this_process_finds():
    here = referee.batch(Sticks, "random", least, games=30, seed=3)
    there = referee.batch(Sticks, "random", least, games=30, seed=3, workers=2)
    assert here.records == there.records
    assert here.score == there.score
    assert 0 <= here.score.low <= here.score.value <= here.score.high <= 1
    assert here.elo.value is not None


def test_workers_play_where_a_notebook_takes_what_is_printed(monkeypatch):
    monkeypatch.setattr(sys, "stdout", StringIO())
    assert len(referee.batch(Sticks, "random", least, games=4, seed=3, workers=2).records) == 4


def test_two_players_of_one_name_are_told_apart():
    def one(game):
        return game.moves()[0]

    def other(game):
        return game.moves()[-1]

    other.__name__ = "one"
    record = referee.play(Sticks, one, other, seed=1)
    assert record.names == ("one", "one2")
    assert record.moves.split()[:2] == ["1", "3"]
    assert referee.play(Sticks, lambda game: game.moves()[0], least, seed=1).names == ("player", "least")


def test_a_game_and_a_player_may_have_one_name():
    def player(game):
        return game.moves()[0]

    player.__name__ = "Sticks"
    assert referee.play(Sticks, player, Greedy, seed=1).names == ("Sticks", "Greedy")
    assert referee.play(Sticks, player, player, seed=1).names == ("Sticks (1)", "Sticks (2)")


def test_without_fork_workers_refuse_classes_of_this_session(monkeypatch):
    monkeypatch.delattr("os.fork")
    with pytest.raises(SpecError, match="^Greedy, Sticks: this system cannot fork processes, so for workers=2 pass"):
        referee.batch(Sticks, Greedy, "random", games=2, workers=2)


def test_an_error_of_a_player_is_shown_with_its_traceback(capsys):
    record = referee.play(Sticks, broken, least, seed=1)
    assert (record.winner, record.how) == ("least", "crashed")
    said = capsys.readouterr().err
    assert said.startswith("Traceback")
    assert "ZeroDivisionError: of mine" in said
    referee.batch(Sticks, broken, least, games=20, seed=1)
    assert capsys.readouterr().err.count("Traceback") == 1


@pytest.mark.parametrize(("given", "kind", "said"), [
    ((3, least, least), TypeError, "^3 is not a game: pass its spec, such as 'connect-four', or a class of games"),
    ((Sticks, 3, least), TypeError, "^3 is not a player: pass its spec, such as 'minimax', or a class"),
    ((Sticks, Game, least), TypeError, "is not a player"),
    ((Sticks, referee.batch(Sticks, least, least, games=1), least), TypeError, "^least .* is not a player: pass its"),
    ((["nim"] * 99, least, least), TypeError, "^.{60} is not a game: pass its spec"),
    (("no-game", least, least), SpecError, "no game 'no-game'"),
    ((Sticks, "no-player", least), SpecError, "no player 'no-player'"),
])  # fmt: skip
def test_a_thing_that_cannot_play_is_refused_in_one_line(given, kind, said):
    with pytest.raises(kind, match=said) as refused:
        referee.play(*given)
    assert "\n" not in str(refused.value)


def test_errors_of_the_rules_are_raised():
    class Faulty(Sticks):
        def make(self, move):
            raise OverflowError("in the rules")

    with pytest.raises(OverflowError, match="in the rules"):
        referee.play(Faulty, least, least)


def test_a_tournament_by_names():
    found = referee.tournament(Sticks, {"perfect": "minimax", "greedy": Greedy, "least": least}, seed=1, openings=0)
    assert {row.name for row in found.rows} == {"perfect", "greedy", "least"}
    assert found.rows[0].name == "perfect"
    assert found.standings.over
    assert len(found.records) == found.standings.played == 12
    assert "perfect" in str(found)
    assert found._repr_html_().count("<tr>") == 4
    again = referee.tournament(
        Sticks, {"perfect": "minimax", "greedy": Greedy, "least": least}, seed=1, openings=0, workers=2
    )
    assert again.records == found.records


def test_a_tournament_needs_players_and_a_format():
    with pytest.raises(SpecError, match="at least two players, and has 1"):
        referee.tournament(Sticks, [least])
    with pytest.raises(SpecError, match="format='cup' must be one of round-robin"):
        referee.tournament(Sticks, [least, "random"], format="cup")


def test_studies():
    assert referee.solve(Sticks).value == 1
    assert referee.solve(Sticks, "3").value == 1
    assert referee.solve(Sticks(8)).value == -1
    assert referee.solve("pig:target=10").value == pytest.approx(0.418849, abs=1e-6)
    assert referee.solve("kuhn-poker", iterations=200).value == pytest.approx(-1 / 18, abs=1e-3)
    assert referee.solve(Sticks).best == ["3"]
    assert referee.solve("pig:target=10").best == ["roll"]
    assert referee.analyse(Sticks, playouts=50).best == ["3"]
    record = referee.play("tic-tac-toe", "minimax", least, seed=1)
    for shown in (referee.review(record), referee.tree(Sticks(4)), referee.analyse("tic-tac-toe", "5", playouts=50)):
        assert str(shown) == repr(shown)
        assert shown._repr_html_().startswith("<")
        assert shown.as_dict()
    assert referee.review("tic-tac-toe", "5 1 3 7 4 6 2").review.whole
    for study in (referee.solve, referee.analyse):
        with pytest.raises(SpecError, match="the game is over: .*; there is nothing to"):
            study("tic-tac-toe", "1 4 2 5 3")
    with pytest.raises(SpecError, match="is solved exactly: leave out"):
        referee.solve(Sticks, iterations=5)
    with pytest.raises(SpecError, match="chance is to move"):
        referee.analyse("kuhn-poker")
    with pytest.raises(SpecError, match="the game is over"):
        referee.solve("tic-tac-toe", "1 4 2 5 3")


def test_a_class_of_the_same_name_is_not_taken_for_the_one_before():
    def sticks(most):
        class Sticks(Game):
            def __init__(self):
                self.turn, self.left = 0, 40

            def moves(self):
                return list(range(1, min(most, self.left) + 1))

            def make(self, move):
                self.left -= move
                self.turn = 1 - self.turn

            def score(self):
                return None if self.left else 2 * self.turn - 1

        return Sticks

    assert [referee.solve(sticks(most)).value for most in (2, 3, 4)] == [1, -1, -1]


def test_pandas_is_asked_for_only_when_it_is_used(monkeypatch):
    batch = referee.batch(Sticks, least, "random", games=2, seed=1)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(SpecError, match="pip install pandas"):
        batch.to_pandas()


def test_importing_the_package_imports_nothing_heavy():
    program = "import sys, referee; print([name for name in ('click', 'rich', 'games.game') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"
    assert set(referee.__all__) <= set(dir(referee))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = referee.nothing


def test_a_match_takes_functions_classes_and_specs_too():
    from functools import partial
    from types import SimpleNamespace

    from referee.match import play
    from referee.match.events import How

    def chosen(game, place):
        return game.moves()[place]

    things = [least, Greedy, Greedy(), "random", partial(chosen, place=0), SimpleNamespace(choose=lambda game, _: 1)]
    for game in (Sticks, Sticks(5), "nim"):
        for first in things:
            *_, end = play(game, [first, least])
            assert end.how is How.PLAYED_OUT, first
    for wrong in (Game, None, 3, object()):
        with pytest.raises(TypeError, match="is not a player"):
            list(play(Sticks, [wrong, least]))
    with pytest.raises(TypeError, match="^a match has two players, not 1$"):
        list(play(Sticks, [least]))
    assert referee.play(Sticks, partial(chosen, place=-1), things[-1], seed=1).how == "played-out"


def test_what_a_batch_advises_is_an_argument_and_no_option_of_the_command():
    said = referee.batch("tic-tac-toe", "minimax", "optimal", games=4, seed=1, swap=False).lines()
    assert "minimax moving first in all games: swap=True lets sides alternate" in said
    assert said[-1].endswith(" openings=N lets them start from different positions.")
    said = referee.batch("tic-tac-toe", "minimax", "optimal", games=8, seed=1, openings=1).lines()
    assert said[-1].endswith(" a larger number of openings lets them start from different positions.")


@pytest.mark.parametrize("width", [0, "wide", None, 1.5])
def test_a_tree_has_a_width_in_pixels_and_a_method_by_name(width):
    grown = referee.tree(Sticks(3))
    with pytest.raises(SpecError, match=f"^width={width!r} must be a whole number from 1 to 1000000$"):
        grown.svg(width)
    with pytest.raises(SpecError, match="must be one of minimax, alphabeta"):
        referee.tree(Sticks(3), method=[width])


def test_the_seed_of_a_review_decides_its_random_games():
    one, same, other = (referee.review("hex:size=5", "c3", nodes=300, seed=seed).table() for seed in (1, 1, 2))
    assert one == same != other
