"""What estimates say of the chance to win: slopes that are kept beside games, and slopes that are fitted."""

import json
from math import inf
from pathlib import Path

import pytest
from review_samples import recorded, reviewed

import games
import players
from players.learning.library import SHIPPED, find_shipped
from players.search.alphabeta.table import Table
from referee.reports.review.text import basis
from referee.reviews import proofs, searches
from referee.reviews.evaluator import Evaluator
from referee.reviews.searches import Effort
from referee.reviews.win_probability import fit_scale, kept_scale, learnt_scale, likelihood
from tests.helpers.cases import every_case

OWN = Path(__file__).with_name("chances.jsonl")
LEARNT = Path(__file__).with_name("learnt_chances.jsonl")
TOSSED_COIN = 0.693  # log loss


def samples(path=OWN):
    """Return pairs (estimate, result) by game, of games that no slope was fitted to: see benchmarks/chances.py."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["game"]: row["samples"] for row in rows}


@every_case("path, spec", [(path, spec) for path in (OWN, LEARNT) for spec in samples(path)])
def test_kept_slopes_predict_games_that_they_were_not_fitted_to(path, spec):
    find = kept_scale if path is OWN else learnt_scale
    found, scale = samples(path)[spec], find(games.load(spec))
    loss = -sum(likelihood(scale.chance(value), result) for value, result in found) / len(found)
    assert loss < TOSSED_COIN - 0.05
    chances = [scale.chance(abs(value)) for value, _ in found]
    won = [result if value > 0 else 1 - result for value, result in found]
    assert abs(sum(chances) - sum(won)) / len(found) < 0.12  # of the side that seems ahead


def test_every_kept_slope_of_our_own_is_tested():
    kept = sorted(path.parent.name.replace("_", "-") for path in Path(games.__path__[0]).glob("*/chances.table"))
    assert sorted(samples()) == [each for each in kept if each != "chess"]


def test_all_weights_that_come_with_the_program_are_tested():
    assert sorted(samples(LEARNT)) == sorted(path.stem.replace("_", "-") for path in SHIPPED.glob("*.weights"))


@pytest.mark.parametrize("spec", ["othello:6", "gomoku:misere=true", "gomoku:columns=9,rows=9", "kalah:pits=4"])
def test_a_slope_is_not_kept_for_other_boards_or_rules(spec):
    assert kept_scale(games.load(spec)) is None


def test_a_kept_slope_holds_from_any_position():
    game = games.load("othello", ["d3", "c5"])
    again = games.load("othello:position=" + game.position())
    assert kept_scale(game) == kept_scale(again) == kept_scale(games.load("othello"))


def test_a_few_huge_estimates_of_lost_games_do_not_hide_what_the_others_say():
    usual = [(value, float(value > 0)) for value in range(-200, 201, 10) if value % 70]
    scale = fit_scale([*usual * 5, *[(20_000, 0.0), (-20_000, 1.0)] * 5])
    assert scale is not None
    assert scale.chance(150) > 0.65
    assert scale.chance(20_000) < 0.99


def test_estimates_of_nought_say_nothing():
    assert fit_scale([(0, 1.0)] * 9) is None


@pytest.mark.parametrize(
    ("spec", "moves", "source"),
    [
        ("othello", "d3 c5", "the games that the evaluation learnt from"),
        ("gomoku", "h8 i9", "games between equals, levels 5 to 8"),
        ("othello:6", "c2 b2", "60 quick games"),
    ],
)
def test_a_review_names_the_games_that_tell_what_an_estimate_means(spec, moves, source):
    review = reviewed(recorded(spec, moves), Effort(nodes=2_000)).review()
    assert f"estimated, with chances from {source}." in basis(review)


@pytest.mark.parametrize("spec", ["breakthrough", "breakthrough:columns=6,rows=6", "kalah"])
def test_a_review_judges_by_the_weights_that_come_with_the_program_if_they_fit(spec):
    game = games.load(spec)
    evaluator = Evaluator(game, Effort(nodes=3_000))
    found, scale = evaluator.believed(game, ()), evaluator.find_scale()
    assert scale.learnt is find_shipped(game)
    _, scores = searches.deepen(game, Table(1 << 12), evaluator.beliefs, inf, learnt=scale.learnt)
    assert found.chance == pytest.approx(sum(map(scale.chance, scores[-2:])) / 2)


def test_a_review_and_a_thought_read_learnt_values_alike():
    game = games.load("breakthrough")
    assert players.load("minimax:depth=1").think(game).slope == learnt_scale(game).slope > 0


def test_playouts_judge_a_game_with_priors():
    found = Evaluator(games.load("hex:4"), Effort(nodes=2_000, playouts=50)).believed(games.load("hex:4"), ())
    assert "playouts" in found.how


def test_searches_of_a_crowded_game_visit_fewer_positions(monkeypatch):
    game, asked = games.load("gomoku"), []
    monkeypatch.setattr(proofs, "by_search", lambda *given: asked.append(given[3]) or (None, 0))
    evaluator = Evaluator(game, Effort(nodes=22_500))
    evaluator.recurs = False  # stones stay, but to find that out takes half a second
    evaluator.proof(game)
    assert asked == [22_500 * 32 // 225]
