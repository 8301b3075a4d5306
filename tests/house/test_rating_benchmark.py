"""The benchmark that measures the ratings of levels: the fit, which game is next, and the file of games."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy")
sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import ratings

CONTEST = ratings.Contest("tic-tac-toe", {"weak": 1000, "strong": 2000}, ("other",), (500, 2000), 400)


def games_between(pairs, values, count=400):
    """The points of many games that go exactly as these values let expect."""
    return {(one, two): (count, count * ratings.expected(values[one] - values[two])) for one, two in pairs}


def test_a_fit_finds_the_ratings_that_the_games_were_played_with():
    values = {"weak": 1000, "strong": 2000, "other": 1400, 0.0: 800, 1.0: 1250, 2.0: 1800}
    pairs = [("weak", 0.0), (0.0, 1.0), (1.0, 2.0), ("strong", 2.0), ("other", 1.0)]
    fit = ratings.Fit(CONTEST, [0.0, 1.0, 2.0], games_between(pairs, values))
    found = dict(zip(fit.names, fit.values, strict=True))
    assert found == {name: pytest.approx(value, abs=10) for name, value in values.items()}
    assert (found["weak"], found["strong"]) == (1000, 2000)


def test_more_games_make_smaller_errors():
    values = {"weak": 1000, "strong": 2000, 1.0: 1100}
    errors = [
        ratings.Fit(CONTEST, [1.0], games_between([("weak", 1.0)], values, count)).covariance[-1, -1] ** 0.5
        for count in (25, 100, 400)
    ]
    assert errors[0] == pytest.approx(347 / 5, rel=0.1)  # 400 / ln 10 / sqrt(games / 4), and a little for the distance
    assert errors[0] > 1.9 * errors[1] > 3.6 * errors[2]


def test_the_next_game_is_of_the_rating_known_least_against_a_known_one_that_is_near(tmp_path):
    values = {"weak": 1000, "strong": 2000, 0.0: 900, 1.0: 1900}
    fit = ratings.Fit(replace(CONTEST, ends=(900, 1900)), [0.0, 1.0], games_between([("weak", 0.0)], values))
    log = ratings.Log(tmp_path / "games", "abc", top=1.0)
    log.seconds = {(one, two): [1.0] for one in fit.names for two in fit.names}
    assert ratings.choose_pair(fit, log, CONTEST) == ("strong", 1.0)
    log.seconds["strong", 1.0] = [1e9]
    assert ratings.choose_pair(fit, log, CONTEST) != ("strong", 1.0)


@pytest.mark.parametrize("words", ["#!/bin/bash\n", '{"commit": "abc", "pa'])
def test_a_file_that_holds_no_games_gets_one_line(words, tmp_path):
    (tmp_path / "games").write_text(words)
    with pytest.raises(SystemExit, match="games is no file of games: ") as stopped:
        ratings.Log(tmp_path / "games", "abc", top=1.0)
    assert "\n" not in stopped.value.code


def test_games_are_read_again_unless_the_players_have_changed(tmp_path):
    file = tmp_path / "games"
    log = ratings.Log(file, "abc", top=1.0)
    for points in (1.0, 0.5):
        log.add(pair=("weak", 1.0), points=points, seconds=2.0)
    again = ratings.Log(file, "abc", top=1.0)
    assert again.results == {("weak", 1.0): (2, 1.5)}
    assert again.cost(("weak", 1.0)) == 2.0
    with pytest.raises(SystemExit, match="holds games of commit abc, this is def; take another --file"):
        ratings.Log(file, "def", top=1.0)


def test_a_game_between_two_strengths_is_played_and_its_table_printed(tmp_path, capsys):
    log = ratings.Log(tmp_path / "games", "abc", top=1.0)
    points = [ratings.play(CONTEST, (0.0, 1.0), number) for number in range(4)]
    assert all(each in (0, 0.5, 1) for each in points)
    for each in points:
        log.add(pair=(0.0, 1.0), points=each, seconds=0.1)
    ratings.print_table("chess", CONTEST, ratings.Fit(CONTEST, [0.0, 1.0], log.results), log)
    out = capsys.readouterr().out
    assert "commit abc, python benchmarks/ratings.py chess, 4 games" in out
    assert out.count("RatingPoint(") == 2
    assert [json.loads(line)["points"] for line in log.path.read_text().splitlines()] == points
