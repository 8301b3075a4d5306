"""The ratings of levels: the tables, what lies between their points, and the levels that play by an Elo."""

from dataclasses import replace
from itertools import pairwise

import pytest

import games
import players
from games.names.catalogue import SpecError
from players.ladder import SEARCHED, setting_at, strengths_of
from players.level import LevelPlayer
from players.player import Unplayable
from players.ratings import CHESS, RATINGS, RatingPoint, RatingTable, elo_table, kyu_of, level_ratings, table_of
from referee.batches.plan import Plan
from referee.match.players import player_name

TABLE = RatingTable(
    "games.nim", (), (RatingPoint(410, 0.0, 30), RatingPoint(800, 2.0, 50), RatingPoint(1190, 6.0, 40)), "", SEARCHED
)


def test_between_two_points_elo_and_strength_lie_on_a_line():
    assert [TABLE.strength_of(elo) for elo in (410, 605, 800, 995, 1190)] == [0.0, 1.0, 2.0, 4.0, 6.0]
    assert [TABLE.elo_of(strength) for strength in (0.0, 1.0, 2.0, 4.0, 6.0)] == [410, 605, 800, 995, 1190]


def test_beyond_its_ends_a_table_says_what_holds_there():
    assert (TABLE.strength_of(0), TABLE.strength_of(3000)) == (0.0, 6.0)
    assert (TABLE.elo_of(-1), TABLE.elo_of(9)) == (410, 1190)


def test_an_elo_that_may_be_asked_for_was_measured():
    assert (TABLE.least, TABLE.most, TABLE.error) == (600, 1150, 50)
    wide = replace(TABLE, points=(RatingPoint(-200, 0.0, 90), RatingPoint(700, 1.0, 30), RatingPoint(2400, 6.0, 80)))
    assert (wide.least, wide.most, wide.error) == (600, 2200, 30)


@pytest.mark.parametrize("table", RATINGS, ids=lambda table: table.module)
def test_the_points_of_a_table_rise(table):
    assert all(low.elo < high.elo and low.strength < high.strength for low, high in pairwise(table.points))
    assert all(point.error > 0 for point in table.points)
    assert table.measured


@pytest.mark.parametrize(("spec", "found"), [
    ("chess", True), ("chess:variant=chess960", True), ("chess:gardner", False), ("hex", False),
])  # fmt: skip
def test_chess_on_the_large_board_has_elo(spec, found):
    assert (elo_table(games.load(spec)) is CHESS) == found


@pytest.mark.parametrize("spec", ["chess", "go:size=9", "hex", "othello"])
def test_the_ratings_of_ten_levels_do_not_fall(spec):
    ratings = level_ratings(games.load(spec))
    assert len(ratings) == 10
    assert list(ratings) == sorted(ratings)
    assert ratings[0] < ratings[-1]


def test_a_level_has_the_rating_of_its_strength():
    game = games.load("chess")
    assert level_ratings(game)[4] == table_of(game).elo_of(strengths_of(game)[4])


def test_ranks_are_those_of_the_european_federation():
    # By its formula a player of 8 kyu (1300) scores 1 / (1 + exp(-100 / 142.5)) against one of 9 kyu (1200), in the
    # middle between the widths of both: 66.86 %, 122 Elo.
    assert kyu_of(0) == pytest.approx(9)
    assert kyu_of(122) == pytest.approx(8, abs=0.02)
    assert [kyu_of(elo) for elo in (-600, -300, 0, 300)] == sorted(map(kyu_of, (-600, -300, 0, 300)), reverse=True)


# Levels that play by an Elo.


def test_a_level_with_an_elo_plays_by_the_strength_of_that_elo():
    game, elo = games.load("chess"), (CHESS.least + CHESS.most) // 2
    player = players.load(f"level:elo={elo}", seed=1)
    player.begin(game, 0)
    assert player.setting == setting_at(game, CHESS.strength_of(elo))
    assert player.choose(game) in game.moves()


def test_without_a_level_or_an_elo_it_is_level_5():
    assert (LevelPlayer().level, LevelPlayer().elo, LevelPlayer(elo=CHESS.most).elo) == (5, None, CHESS.most)


@pytest.mark.parametrize(("spec", "said"), [
    (f"level:level=4,elo={CHESS.most}", f"level=4 and elo={CHESS.most} are two strengths: only one can be given"),
    ("level:elo=9000", f"elo=9000 must be a whole number from {CHESS.least} to {CHESS.most}"),
])  # fmt: skip
def test_a_strength_that_cannot_be_is_refused(spec, said):
    with pytest.raises(SpecError, match=said):
        players.load(spec)


def test_an_elo_in_another_game_is_refused_before_the_first_move():
    spec = f"level:elo={CHESS.most}"
    said = f"elo={CHESS.most} is only for chess; elsewhere give a level from 1 to 10"
    with pytest.raises(SpecError, match=said):
        Plan("hex", (spec, "random"), seed=1).check()
    with pytest.raises(Unplayable, match=said):
        players.load(spec).begin(games.load("hex"), 0)
    Plan("chess", (spec, "random"), seed=1).check()


def test_the_name_of_a_level_with_an_elo_says_it():
    assert player_name("level:elo=1200") == "level 1200 Elo"
