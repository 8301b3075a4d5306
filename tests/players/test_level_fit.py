"""The fit of the ten levels: curves, places on them, and games where they tell most."""

import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import players

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import fitting
import levels

from players.ladder import SEARCHED, setting_at


def play_by_elo(monkeypatch, elo_at, child=0.0, cost=lambda strength: 1.0):
    """Let games go as the Elo of the strengths says; the newcomer has the Elo `child`."""
    rng = random.Random(1)

    def play_pair(link, seed):
        upper = child if "Newcomer" in link.upper else elo_at(link.high)
        chance = fitting.expected(upper - elo_at(link.low))
        for _ in range(2):
            link.count(1 if rng.random() < chance else -1)
        link.spent += cost(link.high)

    monkeypatch.setattr(fitting.Link, "play_pair", play_pair)


def test_levels_stand_at_equal_distances_and_the_lowest_loses_to_the_newcomer(monkeypatch):
    def true_elo(strength):
        return 400 * min(strength, 2.0) + 100 * max(0.0, strength - 2)

    play_by_elo(monkeypatch, true_elo, child=700.0)
    *_, said, line = fitting.fitted("othello", 4000, 1).splitlines()
    strengths = [float(word) for word in line.partition("(")[2].rstrip("),").split(", ")]
    steps = [true_elo(high) - true_elo(low) for low, high in pairwise([*strengths, SEARCHED.top])]
    assert line.startswith('    "games.othello.game": (')
    assert steps == pytest.approx([sum(steps) / 9] * 9, rel=0.3)
    assert true_elo(strengths[0]) == pytest.approx(700 - 424, abs=80)
    assert "too" not in said


def test_a_game_that_no_setting_plays_better_has_no_even_steps(monkeypatch):
    play_by_elo(monkeypatch, lambda strength: 0.0)
    assert "too short for even steps" in fitting.fitted("othello", 200, 1)


def test_a_fit_gives_expensive_neighbours_fewer_games_and_splits_those_far_apart(monkeypatch):
    play_by_elo(monkeypatch, lambda strength: 1500 * min(strength, 1.0), cost=lambda strength: 1 + strength)
    links = fitting.measured_links("othello", 17.0, 1000, 1)
    assert [each.low for each in links[1:]] == [each.high for each in links[:-1]]
    assert all(each.games >= 2 for each in links)
    assert max(each.high - each.low for each in links if each.high <= 1) < 0.5
    flat = [each for each in links if each.low >= 1]
    assert flat[0].games > 1.5 * flat[-1].games


def test_falling_values_are_pooled_and_others_are_kept():
    assert fitting.rising([0, 3, 1, 5]) == [0, 2, 2, 5]
    assert fitting.rising([3, 2, 1]) == [2, 2, 2]


def test_a_place_between_two_points_is_found_on_the_line_between_them():
    assert [fitting.at(x, [0, 10, 10, 20], [0, 1, 2, 4]) for x in (-5, 5, 15, 30)] == [0, 0.5, 3, 4]


def test_the_player_of_a_strength_plays_by_its_setting():
    player, game = players.load(fitting.spec_at(1.5, 17.0), seed=1), levels.games.load("chess")
    player.begin(game, 0)
    assert player.setting == setting_at(game, 1.5)


def test_a_player_that_fails_ends_the_fit(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def choose(self, game):\n        return 1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        levels.Pair("hexapawn", f"{broken}:Broken", "random").play(0, 1)
