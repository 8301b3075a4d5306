"""What the functions of `import referee` take besides games and players, and how they refuse the rest."""

import io
import json
import multiprocessing
import sys
import warnings
from decimal import Decimal

import chess.pgn
import numpy
import pytest

import games
import referee
from games.laws import faults
from games.names.session_objects import LentNames
from referee.scripting.arguments import time_control
from tests.engines.test_uci import FAKE
from tests.scripting.test_scripting import Sticks
from tests.helpers.cases import every_case


class NegativeKey(Sticks):
    """Its key is no key."""

    def key(self):
        return -1


class HalfEstimate(Sticks):
    """Its estimate is no whole number."""

    def estimate(self):
        return 0.5


def draw(game):
    return game.moves()[-1]


def play(**given):
    return referee.play(Sticks, "random", "random", **given)


def batch(**given):
    return referee.batch(Sticks, "random", "random", **{"games": 2} | given)


def tournament(**given):
    return referee.tournament(Sticks, ["random", "minimax"], **{"rounds": 1} | given)


def analyse(**given):
    return referee.analyse("connect-four", **given)


def solve(**given):
    return referee.solve("kuhn-poker", **given)


def review(**given):
    return referee.review("tic-tac-toe", "5 1", **given)


def tree(**given):
    return referee.tree("tic-tac-toe", **given)


@every_case(("functions", "name", "values", "allowed"), [
    ([play, batch, tournament], "seed", [-1, 3.7, "3", True], "a whole number from 0"),
    ([play, batch, tournament], "seconds", [0, -5, float("nan"), "1", Decimal(1), True], "a number from 0.001"),
    ([play, batch, tournament], "clock", [5, "x", b"5m"], "a time of at most 24h, as in 5m"),
    ([batch, tournament], "openings", [-1, 2.5, True, "", b"x"], "a whole number from 0 to 100000, or a file"),
    ([batch, tournament], "workers", [0, -1, 1.5, "2", None, True], "a whole number from 1 to 1000"),
    ([batch], "games", [0, 2.5, "2", True], "a whole number from 1"),
    ([tournament], "rounds", [0, -1, "1"], "a whole number from 1 to 100000"),
    ([analyse], "depth", [0, -1, True], "a whole number from 1 to 2000"),
    ([analyse, solve, review], "seconds", [0, -1], "a number from 0.001"),
    ([analyse, review], "playouts", [0, -5], "a whole number from 1 to 1000000000"),
    ([analyse, review, tree], "seed", [-1, None], "a whole number from 0"),
    ([analyse], "methods", [5, [], [5], None, b"mcts"], "a text such as 'exact,mcts', or a list of texts"),
    ([solve], "iterations", [0, -1], "a whole number from 1"),
    ([solve], "memory", [0, 60_001], "a whole number from 1 to 60000"),
    ([review], "nodes", [0, -1], "a whole number from 1 to 1000000000000"),
    ([tree], "depth", [0, 101], "a whole number from 1 to 100"),
    ([tree], "playouts", [0, 5001], "a whole number from 1 to 5000"),
    ([play, batch, analyse, solve, tree], "moves", [4, None, b"1", bytearray(b"1"), [None], [4.0], [True], [b"1"]],
     "a text such as '4 4', or a list of"),
])  # fmt: skip
def test_wrong_arguments_are_quoted_with_what_is_allowed(functions, name, values, allowed):
    for function in functions:
        for value in values:
            with pytest.raises(referee.SpecError) as refused:
                function(**{name: value})
            assert str(refused.value).startswith(f"{name}={value!r} must be {allowed}")


def test_numbers_of_numpy_are_taken():
    np = pytest.importorskip("numpy")
    found = batch(games=np.int64(2), seed=np.uint8(3), seconds=np.float32(9), workers=np.int8(1), openings=np.int64(0))
    assert [each.moves for each in found.records] == [each.moves for each in batch(seed=3).records]
    assert type(found.seed) is int
    assert referee.play("connect-four", "random", "random", moves=np.array([4, 3]), seed=1).moves[:3] == "4 3"


def test_seconds_a_move_hold_beside_a_clock():
    control = time_control(2, "5m")
    assert (control.move, control.total) == (2, 300)


def test_moves_may_be_whole_numbers_and_methods_a_list():
    assert referee.play("connect-four", "random", "random", moves=[4, "3"], seed=1).moves.startswith("4 3 ")
    assert referee.review("tic-tac-toe", [5, 1]).review.record.moves == "5 1"
    found = referee.analyse("connect-four", [4, 4], methods=["minimax", "mcts"], depth=2, playouts=10)
    assert found.analysis.after == ("4", "4")
    assert list(found.analysis.results) == ["minimax", "mcts"]


@pytest.mark.parametrize(("given", "games", "used"), [
    ({"openings": 6}, 12, 6), ({"openings": 6, "games": 4}, 4, 2), ({}, 10, 1), ({"openings": 0}, 10, 1),
])  # fmt: skip
def test_a_batch_plays_each_opening_from_both_sides_by_default(given, games, used):
    found = referee.batch("connect-four", "random", "random", seed=1, **given)
    assert len(found.records) == games
    assert len({found.results.plan.opening_of(record.number) for record in found.records}) == used


def test_openings_of_a_file_are_all_played_too(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("1\n2\n")
    for path in (file, str(file)):
        assert [record.moves[0] for record in batch(games=None, openings=path).records] == ["1", "1", "2", "2"]


@pytest.mark.parametrize("function", [batch, tournament])
def test_asking_for_too_many_openings_causes_a_warning(function):
    with pytest.warns(UserWarning, match="^openings of .*Sticks that are balanced: only 0$") as told:
        function(openings=5, seed=1)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        function(openings=0, seed=1)
        referee.batch("pig", "random", "random", games=2, openings=2)


@pytest.mark.parametrize(("players", "said"), [
    ({"random", "minimax"}, "^players={'minimax', 'random'} must be a list of players"),
    (b"ab", "^players=b'ab' must be a list of players, or players by their names$"),
    ("random", "^players='random' must be a list of players, or players by their names$"),
    (draw, "^players=<function dra.* must be a list of players, or players by their names$"),
    ({1: "random", "ben": "minimax"}, "^the name 1 of a player must be a printable text, and not 'draw'$"),
    ({"ada": "random", None: "minimax"}, "^the name None of a player must be a printable text"),
    ({"ada": "random", "": "minimax"}, "^the name '' of a player must be a printable text"),
    ({"draw": "random", "ben": "minimax"}, "^the name 'draw' of a player must be a printable text"),
])  # fmt: skip
def test_a_tournament_refuses_wrong_players(players, said):
    with pytest.raises(referee.SpecError, match=said):
        referee.tournament(Sticks, players)


@pytest.mark.parametrize("kind", [NegativeKey, HalfEstimate])
@pytest.mark.parametrize("name", ["solve", "analyse", "review"])
def test_a_study_names_the_rule_that_returns_what_it_must_not(name, kind):
    if (name, kind) == ("solve", HalfEstimate):
        return  # to solve a game nobody asks for its estimate
    rule = {"NegativeKey": "key", "HalfEstimate": "estimate"}[kind.__name__]
    line = f"{kind.__name__}.{rule}, line .* of test_arguments.py, must return a whole number"
    game = kind(30) if name != "solve" else kind
    with pytest.raises(referee.UserCodeError, match=line) as raised:
        getattr(referee, name)(game, *(["1"] if name == "review" else []))
    assert " was " in raised.value.__notes__[0]


def test_a_tree_names_what_the_rules_returned():
    class HalfMoves(Sticks):
        def moves(self):
            return [0.5]

    with pytest.raises(referee.UserCodeError, match="it lists 0.5"):
        referee.tree(HalfMoves)


def test_a_review_refuses_other_things_than_matches():
    found = batch()
    record = found.records[0]
    for given in ({"moves": "1 2"}, {"position": "sticks=3, turn=0"}):
        with pytest.raises(referee.SpecError, match="^a record has its own moves and position: leave out"):
            referee.review(record, **given)
    with pytest.raises(referee.SpecError, match="^there are no moves to review: pass them after the game"):
        referee.review("tic-tac-toe")
    with pytest.raises(TypeError, match="^Batch is not a match: pass the record of one, such as") as refused:
        referee.review(found)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("study", "said"), [
    (lambda: analyse(methods="minmax"), "^there is no method 'minmax'; did you mean minimax"),
    (lambda: referee.solve(Sticks, iterations=5), ": leave out iterations"),
    (lambda: referee.analyse("kuhn-poker"), 'say what in the moves: "J"$'),
])  # fmt: skip
def test_no_message_names_an_option_of_the_command(study, said):
    with pytest.raises(referee.SpecError, match=said) as refused:
        study()
    assert "--" not in str(refused.value)


def refused_workers(count):
    """What is said where a worker of a pool asks for workers of its own."""
    with pytest.raises(referee.SpecError) as refused:
        batch(workers=count)
    return str(refused.value)


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="the worker knows this module by fork"
)
def test_a_worker_of_a_pool_starts_no_workers():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        (said,) = pool.map(refused_workers, [2])
    assert said == "this process is itself a worker of a pool, and cannot start workers=2: play with 1"


class TextScore(Sticks):
    """Its score is no number."""

    def score(self):
        return "x" if self.sticks < 5 else None


class NumpyScore(Sticks):
    """Its score is a number of numpy's."""

    def score(self):
        found = super().score()
        return None if found is None else numpy.int8(found)


@pytest.mark.parametrize("study", [referee.solve, referee.tree, lambda game: referee.review(game, [3, 3])])
def test_what_a_score_may_not_be_is_told_by_every_study(study):
    with pytest.raises(
        referee.UserCodeError, match=r"^TextScore\.score, line .* must return None or a whole number within"
    ):
        study(TextScore)


def test_a_review_of_numbers_of_numpys_is_json():
    json.dumps(referee.review(referee.play(NumpyScore, draw, "random", seed=1)).as_dict())
    moves = numpy.array(["5", "1"])
    assert referee.play("tic-tac-toe", "random", "random", moves=moves, seed=1).moves.startswith("5 1 ")


def test_a_review_without_moves_asks_for_them_only_if_there_is_such_a_game():
    with pytest.raises(referee.SpecError, match="^there are no moves to review: pass them after the game"):
        referee.review("nim")
    with pytest.raises(referee.SpecError, match="^there is no game 'match.pgn'"):
        referee.review("match.pgn")


@pytest.mark.parametrize("given", [None, {"moves": "1"}, (), [1]])
def test_what_is_no_match_is_not_reviewed(given):
    with pytest.raises(TypeError, match=f"^{type(given).__name__} is not a match: pass the record of one"):
        referee.review(given)


@pytest.mark.parametrize(("given", "said"), [
    ({"swap": "no"}, "^swap='no' must be True or False"),
    ({"swap": numpy.array([1, 2])}, "^swap=.* must be True or False"), ({"position": 0}, "^position=0 must be a text"),
    ({"seconds": 10**400}, "^seconds=1000.* must be a number from 0.0"),
])  # fmt: skip
def test_values_of_a_wrong_type_are_refused_in_one_line(given, said):
    with pytest.raises(referee.SpecError, match=said):
        batch(**given)
    assert batch(swap=numpy.bool_(False), seed=1).results.games == 2


@pytest.mark.parametrize(("given", "said"), [
    ({"moves": 5}, "^moves=5 must be a text such as '4 4', or a list of"),
    ({"moves": None}, "^moves=None must be a text"),
    ({"moves": [None]}, "^moves=.None. must be a text"),
    ({"moves": {1, 2}}, "^moves={1, 2} must be a text"), ({"position": 5}, "^position=5 must be a text$"),
])  # fmt: skip
def test_a_game_is_loaded_with_moves_as_they_are_played(given, said):
    with pytest.raises(referee.SpecError, match=said):
        games.load("nim", **given)
    assert games.load("nim", [1, numpy.int8(2)]).position() == games.load("nim", "1 2").position()


@pytest.mark.parametrize("given", ["nim", Sticks, None])
def test_laws_are_asked_of_an_object(given):
    with pytest.raises(TypeError, match="is not an object of a game: hand one, such as games.load"):
        list(faults(given))


@pytest.mark.parametrize("given", [{"format": ["swiss"]}, {"format": None}])
def test_a_format_that_is_none_is_refused_in_one_line(given):
    with pytest.raises(referee.SpecError, match="^format=.* must be one of "):
        tournament(**given)


def test_moves_that_cannot_be_gone_through_are_refused_in_one_line():
    with pytest.raises(referee.SpecError, match="^moves=.* must be a text such as '4 4'"):
        play(moves=numpy.array(5))


def test_a_tournament_shows_its_table_where_its_game_is_not_known(monkeypatch):
    found = referee.tournament(Sticks, ["random", "random"], seed=1, openings=0, rounds=1)
    monkeypatch.setattr(games.CATALOGUE, "all_lent", LentNames())
    assert found._repr_html_().count("Sticks, round-robin, seed 1") == 1


def test_a_crash_is_told_where_its_words_cannot_be_written(monkeypatch):
    def mine(game):
        raise ValueError("ü☃")

    written = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stderr", written)
    assert referee.play(Sticks, mine, "random", seed=1).how == "crashed"
    written.flush()
    assert rb"ValueError: \xfc\u2603" in written.buffer.getvalue()


def test_options_for_all_programs_reach_each_of_them():
    spec = f"uci:{sys.executable} {FAKE} plays moves=d8h4"
    found = referee.batch("chess", "random", spec, games=1, moves="f3 e5 g4", each="timeout=20", margin=0.5, seed=1)
    assert found.records[0].players[1] == f"{spec},timeout=20,margin=0.5"
    for call in (batch, tournament):
        with pytest.raises(referee.SpecError, match="^--each hash=1 is for programs from outside"):
            call(each="hash=1")
        with pytest.raises(referee.SpecError, match="^each=5 must be a text of options"):
            call(each=5)
        with pytest.raises(referee.SpecError, match="^margin=-1 must be a number from 0 to 60"):
            call(margin=-1)


def test_games_of_chess_are_added_to_a_file(tmp_path):
    path = tmp_path / "g.pgn"
    mates = {"openings": 0, "seed": 1, "pgn": path}
    referee.batch("chess", "random", "random", games=2, seed=1, pgn=path, moves="f3 e5 g4")
    referee.tournament("chess", ["random", "minimax:1"], rounds=1, position="8/8/8/8/8/5k2/7q/7K w - - 0 1", **mates)
    with path.open() as file:
        read = [*iter(lambda: chess.pgn.read_game(file), None)]
    assert len(read) == 4 and all(game.headers["Date"] != "????.??.??" for game in read)
    for wrong in ("", 5):
        with pytest.raises(referee.SpecError, match=f"^pgn={wrong!r} must be the name of a file"):
            batch(pgn=wrong)
