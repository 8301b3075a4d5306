"""Poker with stacks: nobody bets what not both can pay, and so no stack falls below nothing."""

import pytest
from reference import tree

import games
from games.capabilities import at_stake
from players.cfr import CfrPlayer


def at(spec, moves):
    """The legal moves after those."""
    return games.load(spec, moves.split()).listing()


@pytest.mark.parametrize(
    ("spec", "moves", "legal"),
    [
        ("kuhn-poker:stacks=1/9", "K Q", "check"),
        ("kuhn-poker:stacks=9/1", "K Q", "check"),
        ("kuhn-poker:stacks=2/2", "K Q", "bet, check"),
        ("leduc-poker:stacks=2/9", "Ks Qs", "check"),
        ("leduc-poker:stacks=4/9", "Ks Qs", "bet, check"),
        ("leduc-poker:stacks=4/9", "Ks Qs bet", "call, fold"),
        ("leduc-poker:stacks=5/9", "Ks Qs bet", "raise, call, fold"),
        ("leduc-poker:stacks=8/8", "Ks Qs bet raise call Js", "check"),
        ("leduc-poker:stacks=9/9", "Ks Qs bet raise call Js", "bet, check"),
    ],
)
def test_a_bet_or_a_raise_is_one_that_both_can_pay(spec, moves, legal):
    assert at(spec, moves) == legal


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker"])
@pytest.mark.parametrize("stacks", ["1/1", "2/7", "7/3", "13/40"])
def test_nobody_loses_more_than_the_smaller_stack(spec, stacks):
    least = min(map(int, stacks.split("/")))
    ends = [abs(game.score()) for game in tree(games.load(f"{spec}:stacks={stacks}")) if game.score() is not None]
    assert max(ends) <= least == max(least, games.load(f"{spec}:stacks={stacks}").stakes)


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker"])
def test_large_stacks_change_nothing(spec):
    free, rich = (
        [(game.turn, game.score(), game.listing()) for game in tree(games.load(f"{spec}{stacks}"))]
        for stacks in ("", ":stacks=13/13")
    )
    assert free == rich


def test_the_picture_tells_what_is_left_of_each_stack():
    hands = games.load("kuhn-poker:stacks=5/9", ["K", "Q", "bet"]).show().hands
    assert [hand.note for hand in hands] == ["in the pot 2, 3 left", "in the pot 1, 8 left"]


def test_who_gives_up_loses_what_it_has_in_the_pot():
    game = games.load("leduc-poker:stacks=9/9", ["Ks", "Qs", "bet"])
    assert (at_stake(game, 0), at_stake(game, 1)) == (3, 1)


def test_a_player_may_hold_only_as_much_as_the_rules_say():
    with pytest.raises(games.SpecError, match="stacks=0/5 must be a whole number from 1 to 1000 for each seat"):
        games.load("kuhn-poker:stacks=0/5")


def test_players_that_solve_a_game_play_it_with_stacks():
    player = CfrPlayer(iterations=20)
    player.begin(games.load("kuhn-poker:stacks=1/3"), 0)
    game = games.load("kuhn-poker:stacks=1/3", ["K", "Q"])
    assert game.text(player.choose(game, float("inf"))) == "check"
