"""What a weak player sees: near moves more often than far ones, alike in every line, and no needless pass."""

import math
import random

import pytest
from plain import HighCard, PlainPig, PlainTicTacToe, Race

import games
import players
from games.adapters.undo import plays_out
from players import overlooking
from players.overlooking import Sight, is_pass, spread, useful_moves, view
from tests.helpers.cases import every_case
from tests.helpers.positions import opened


def sighted(spec, moves=(), reach=1.4, seed=1):
    return view(games.load(spec, moves), reach, 0.0, random.Random(seed))


def after(game, *texts):
    twin = game.copy()
    for text in texts:
        twin.make(twin.inner.parse(text))
    return twin


# What is noticed.


def test_nearer_moves_are_noticed_more_often():
    shares = [Sight(2.0, 0.0, random.Random(1)).share(ply) for ply in (1, 2, 3, 4)]
    assert shares == sorted(shares, reverse=True)
    assert shares[1] == 0.5
    assert shares[0] == pytest.approx(1 - shares[2])
    rng = random.Random(1)
    seen = [len(Sight(2.0, 0.0, rng).select(list(range(1000)), ply)) for ply in (1, 2, 3)]
    assert seen == pytest.approx([1000 * share for share in shares[:3]], abs=50)


def test_far_away_nothing_is_noticed_and_near_by_all():
    assert Sight(0.0, 0.0, random.Random(1)).share(10_000) < 1e-9
    assert Sight(20.0, 0.0, random.Random(1)).share(1) > 1 - 1e-9


def test_a_reply_is_noticed_after_every_move_or_after_none():
    for seed in range(20):
        game = sighted("tic-tac-toe", seed=seed)
        game.sight.select(list(range(9)), 2)
        dim = game.sight.dim[2]
        for text in "123456789":
            later = after(game, text)
            legal, found = later.inner.moves(), later.moves()
            assert found == [move for move in legal if not dim[move]] or len(found) == 1


def test_one_move_is_always_seen_and_it_is_legal():
    for seed in range(30):
        game = sighted("tic-tac-toe", reach=-5.0, seed=seed)
        while game.score() is None:
            (move,) = game.moves()
            assert move in game.inner.moves()
            game.make(move)


def test_a_large_reach_notices_every_move():
    game = sighted("othello:6", reach=50.0)
    assert game.moves() == game.inner.moves()
    game.make(game.moves()[0])
    assert game.moves() == game.inner.moves()


@pytest.mark.parametrize("kind", [lambda: Race(5), lambda: games.load("backgammon")], ids=["plain", "compiled"])
def test_no_roll_is_overlooked(kind):
    game = view(kind(), -5.0, 0.0, random.Random(1))
    while game.turn != -1:
        game.make(game.moves()[0])
    assert game.chances() == game.inner.chances()
    assert game.ply == 0


def test_a_seen_game_reveals_no_hidden_cards():
    game = opened(games.load("kuhn-poker"))
    seen = view(game, 5.0, 0.0, random.Random(1))
    assert seen.known(0) == game.known(0)
    dealt = {seen.imagine(0, random.Random(seed)).known(1) for seed in range(20)}
    assert len(dealt) == 2


@every_case("spec", ["minimax:depth=2", "mcts:playouts=20", "montecarlo:playouts=3", "random"])
@every_case("kind", [PlainTicTacToe, PlainPig, HighCard, lambda: games.load("liars-dice")])
def test_every_search_plays_what_is_seen(spec, kind):
    game, rng = kind(), random.Random(1)
    player = players.load(spec, seed=1)
    while game.score() is None:
        if game.turn == -1:
            game.make(rng.choice(game.moves()))
            continue
        move = player.choose(view(game.imagine(game.turn, rng), 1.4, 2.0, rng), math.inf)
        assert move in game.moves()
        game.make(move)


# What is plain to see.


def blind(game, sure=1.0, seed=1):
    """Return a view in which nothing but plain moves is noticed."""
    return view(game, -50.0, 0.0, random.Random(seed), sure)


def test_plain_moves_are_noticed_at_least_as_often_as_the_player_is_sure():
    for reach in (-5.0, 5.0):
        sight = Sight(reach, 0.0, random.Random(1), 0.9)
        seen = sight.select(list(range(2000)), 1, None, range(1000))
        plain = sum(move < 1000 for move in seen)
        assert plain == pytest.approx(1000 * max(0.9, sight.share(1)), abs=40)
        assert len(seen) - plain == pytest.approx(1000 * sight.share(1), abs=40)


def test_a_free_queen_is_noticed_by_the_mover_and_then_by_the_other_side():
    mine = blind(games.load("chess:position=k7/8/8/3q4/8/2N5/8/6K1 w - - 0 1"))
    assert text_moves(mine.inner, mine.moves()) == ["Nxd5"]
    theirs = after(blind(games.load("chess:position=k7/8/2n5/8/3Q4/8/8/6K1 w - - 0 1")), "Kg2")
    assert text_moves(theirs.inner, theirs.moves()) == ["Nxd4"]


def test_a_recapture_is_plain_two_plies_ahead_and_a_capture_that_can_be_made_now_is_not():
    guarded = after(blind(games.load("chess:position=k7/8/2n5/8/3B4/4P3/8/6K1 w - - 0 1")), "Kg2", "Nxd4")
    assert text_moves(guarded.inner, guarded.forcing()) == ["exd4"]
    ready = after(blind(games.load("chess:position=k7/8/8/3q4/8/2N5/8/6K1 w - - 0 1")), "Kh2", "Ka7")
    assert ready.forcing() == []


def test_a_noisy_move_that_can_be_made_now_is_not_counted_on_later():
    pawn = view(games.load("chess:position=8/P5k1/6pp/8/8/1P4PP/6K1/8 w - - 0 1"), 50.0, 0.0, random.Random(1))
    assert "a8=Q" in text_moves(pawn.inner, pawn.moves())
    for replies in (("b4", "Kf7"), ("b4", "Kf7", "b5", "Ke7")):
        later = after(pawn, *replies)
        assert "a8=Q" in text_moves(later.inner, later.inner.moves())
        assert "a8=Q" not in text_moves(later.inner, later.moves())
        assert "a8=Q" not in text_moves(later.inner, later.forcing())
    theirs = after(pawn, "b4")
    assert "Kf7" in text_moves(theirs.inner, theirs.moves())


def test_a_second_attacker_takes_what_has_just_taken_though_it_could_have_taken_first():
    pair = view(games.load("chess:position=6k1/5ppp/5n2/3b4/8/2N2B2/5PPP/6K1 w - - 0 1"), 50.0, 0.0, random.Random(1))
    assert {"Nxd5", "Bxd5"} <= set(text_moves(pair.inner, pair.moves()))
    taken = after(pair, "Nxd5", "Nxd5")
    assert "Bxd5" in text_moves(taken.inner, taken.forcing())
    left = after(pair, "h3", "h6")
    assert not {"Nxd5", "Bxd5"} & set(text_moves(left.inner, left.moves()))


def test_a_player_in_check_counts_on_moves_that_would_also_end_the_check():
    checked = view(games.load("chess:position=4r1k1/8/8/8/8/8/P2B4/4K3 w - - 0 1"), 50.0, 0.0, random.Random(1))
    later = after(checked, "Kf1", "Rd8")
    assert "Be3" in text_moves(later.inner, later.moves())


def test_the_usual_level_gets_a_queen_at_once():
    game = games.load("chess:position=8/P5k1/6pp/8/8/1P4PP/6K1/8 w - - 0 1")
    chosen = [players.load("level:5", seed=seed).choose(game.copy(), math.inf) for seed in range(20)]
    assert set(text_moves(game, chosen)) == {"a8=Q"}


def test_a_search_follows_and_ranks_the_moves_that_are_noticed_alone():
    game = games.load("chess:position=k7/8/8/3q4/8/2N5/8/6K1 w - - 0 1")
    seen = view(game, -50.0, 0.0, random.Random(1), 0.5)
    assert set(seen.forcing()) <= set(seen.moves())
    for seed in range(10):
        seen = after(view(game, 1.0, 0.0, random.Random(seed), 0.9), "Kh2")
        assert {move for move, _ in seen.ranked()} <= set(seen.moves())


def played(*moves):
    game = PlainTicTacToe()
    for move in moves:
        game.make(move)
    return game


def test_a_win_at_once_and_then_a_threat_of_one_is_plain_to_see_in_any_game():
    assert blind(played(0, 3, 1, 4)).moves() == [2]
    assert blind(played(0, 3, 1)).moves() == [2]


def test_a_player_that_is_sure_of_nothing_may_miss_a_win_and_a_threat():
    seen = [blind(played(*moves), 0.0, seed).moves() for moves in ((0, 3, 1, 4), (0, 3, 1)) for seed in range(20)]
    assert len({move for (move,) in seen}) > 3


def test_a_move_that_lets_the_other_side_mate_at_once_is_avoided():
    back_rank = games.load("chess:position=3r2k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1")
    for seed in range(10):
        seen = text_moves(back_rank, view(back_rank, 9.0, 0.0, random.Random(seed), 1.0).moves())
        assert {"Kg1", "g3"} <= set(seen)
        assert not {"Ra2", "Ra5"} & set(seen)


def test_estimates_are_no_worse_where_a_knight_is_free():
    with_knight, without = (
        view(games.load(f"chess:position=k7/8/8/3{man}4/8/2N5/P7/6K1 w - - 0 1"), 1.0, 1.0, random.Random(1)).sight.blur
        for man in "n1"
    )
    assert with_knight < 1.5 * without


# Games with priors.


def test_moves_that_stand_out_are_noticed_more_often_and_dull_ones_less():
    priors = [20] * 50 + [0] * 250 + [-20] * 100
    found = Sight(2.0, 0.0, random.Random(1)).select(list(range(400)), 2, priors.__getitem__)
    counts = [sum(priors[move] == prior for move in found) for prior in (20, 0, -20)]
    assert counts[0] == 50
    assert 90 < counts[1] < 160
    assert counts[2] < 5


def test_a_move_of_go_is_chosen_without_looking_for_moves_in_each_position_of_a_playout(monkeypatch):
    looked, plain = [], Sight.select
    monkeypatch.setattr(Sight, "select", lambda *given: looked.append(1) or plain(*given))
    players.load("level:3", seed=1).choose(games.load("go"), math.inf)
    assert len(looked) < 100


@pytest.mark.parametrize("spec", ["go:size=5", "hex:5"])
def test_whole_playouts_choose_the_moves_that_playouts_move_by_move_would(spec, monkeypatch):
    def line():
        game, player = games.load(spec), players.load("level:4", seed=3)
        return [game.make(player.choose(game.copy(), math.inf)) or game.position() for _ in range(8)]

    whole = line()
    assert not plays_out(games.load(spec)) or plays_out(view(games.load(spec), 1.0, 0.0, random.Random(1)))
    monkeypatch.setattr(overlooking, "KINDS", {})
    monkeypatch.setattr(overlooking, "plays_out", lambda game: False)
    assert line() == whole


# How well a position is judged.


def test_estimates_are_off_by_the_blur_and_right_on_average():
    game = games.load("othello", ["d3"])
    wide = spread(game, random.Random(1))
    seen = view(game, 5.0, 2.0, random.Random(1))
    errors = [seen.estimate() - game.estimate() for _ in range(2000)]
    assert abs(sum(errors) / 2000) < 0.2 * wide
    assert math.sqrt(sum(error**2 for error in errors) / 2000) == pytest.approx(2 * wide, rel=0.1)
    assert view(game, 5.0, 0.0, random.Random(1)).estimate() == game.estimate()


def test_where_moves_differ_a_lot_the_error_is_a_quarter_of_the_scale_for_each_blur():
    game = games.load("othello", ["d3", "c3", "c4", "c5", "b4", "d2"])
    assert spread(game, random.Random(1)) > 0.25 * game.scale
    assert view(game, 5.0, 2.0, random.Random(1)).sight.blur == 0.5 * game.scale


def test_the_spread_is_one_if_all_moves_are_equal():
    assert spread(PlainTicTacToe(), random.Random(1)) == 1
    assert spread(Race(1), random.Random(1)) == 1


# Passes.


def text_moves(game, moves):
    return [game.text(move) for move in moves]


def test_to_hold_with_nothing_is_a_pass_and_to_hold_a_total_is_none():
    game = games.load("pig")
    assert text_moves(game, useful_moves(game)) == ["roll"]
    game = games.load("pig", ["roll", "3"])
    assert sorted(text_moves(game, useful_moves(game))) == ["hold", "roll"]
    assert useful_moves(PlainPig()) == [0]


@pytest.mark.parametrize("spec", ["connect-four", "othello:4", "nim", "checkers", "chips", "hex:3"])
def test_moves_that_change_something_are_no_passes(spec):
    game, rng = games.load(spec), random.Random(1)
    for _ in range(5):
        assert not any(is_pass(game, move) for move in game.moves() if game.text(move) != "pass")
        game.make(rng.choice(game.moves()))


class Waiting(PlainTicTacToe):
    """Tic-tac-toe in which one may pass; with `stuck`, one can do nothing else."""

    def __init__(self, stuck=False):
        super().__init__()
        self.stuck = stuck

    def moves(self):
        return [9] if self.stuck else [*super().moves(), 9]

    def make(self, move):
        if move == 9:
            self.turn = 1 - self.turn
        else:
            super().make(move)


def test_a_pass_is_left_out_unless_there_is_nothing_else():
    assert useful_moves(Waiting()) == list(range(9))
    assert useful_moves(Waiting(stuck=True)) == [9]
