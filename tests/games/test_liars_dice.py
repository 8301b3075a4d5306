"""Liar's dice: its rules against OpenSpiel and a plain second implementation; what each seat knows; notation, ends."""

import random
from collections import Counter
from itertools import product

import pytest
from lockstep import GAMES, agree

import games
from games.game import CHANCE, IllegalMove
from games.laws import faults
from games.liars_dice import LiarsDice
from games.picture import Hand, Hands
from players.search.clock import Clock
from players.search.random_play import Playouts, Rng
from tests.helpers.cases import every_case

VARIANTS = ["dice=1", "dice=2,wild=no", "dice=3,wild=ones", "dice=5"]


def played(texts, **options):
    game = LiarsDice(**options)
    for text in texts.split():
        game.make(game.parse(text))
    return game


def texts(game):
    return [game.text(move) for move in game.moves()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_obeys_the_laws(variant):
    count = max(4, GAMES // 40)
    assert [str(fault) for fault in faults(games.load(f"liars-dice:{variant}"), games=count, seed=1)] == []


# The rules.


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_random_games_go_as_in_openspiel(dice):
    # An action is a face from 0 while dice roll, then (number - 1) * 6 + face, and above all bids the call. The highest
    # face is wild, which is ours by default. Both roll die by die, the first seat first.
    def action(game, move):
        text = game.text(move)
        if game.turn == CHANCE:
            return int(text) - 1
        number, _, face = text.partition("x")
        return 12 * dice if text == "liar" else 6 * int(number) + int(face) - 7

    agree(f"liars-dice:dice={dice}", f"liars_dice(players=2,numdice={dice},dice_sides=6)", action)


def bids(dice):
    """Return the second implementation's bids from the lowest, as (number, face)."""
    return list(product(range(1, 2 * dice + 1), range(1, 7)))


def winner(hands, said, wild):
    """Return the second implementation's winner after these bids and a call."""
    number, face = said[-1]
    matches = [die for die in hands[0] + hands[1] if die in (face, wild)]
    bidder = (len(said) - 1) % 2
    return bidder if len(matches) >= number else 1 - bidder


@every_case(("word", "wild"), [("sixes", 6), ("ones", 1), ("no", None)])
@every_case("dice", [1, 2, 3, 4, 5])
def test_random_games_go_as_in_the_second_implementation(dice, word, wild):
    rng = random.Random(dice)
    for _ in range(GAMES // 10):
        hands = [[rng.randint(1, 6) for _ in range(dice)] for _ in (0, 1)]
        game = played(" ".join(map(str, hands[0] + hands[1])), dice=dice, wild=word)
        said, text = [], ""
        while text != "liar":
            higher = [bid for bid in bids(dice) if not said or bid > said[-1]]
            assert texts(game) == ["liar"] * bool(said) + [f"{number}x{face}" for number, face in higher]
            assert (game.turn, game.score()) == (len(said) % 2, None)
            text = rng.choice(texts(game)[:9])  # the lowest, so that games are long
            game.make(game.parse(text))
            if text != "liar":
                said.append(tuple(map(int, text.split("x"))))
        assert (game.moves(), game.score()) == ([], 1 - 2 * winner(hands, said, wild))


def test_dice_are_rolled_one_by_one_the_first_seat_first():
    game = LiarsDice(dice=2)
    for count in range(4):
        assert (game.turn, texts(game)) == (CHANCE, ["1", "2", "3", "4", "5", "6"])
        assert {weight for _, weight in game.chances()} == {1}
        game.make(game.parse(str(count + 1)))
    assert game.turn == 0
    assert [hand.cards for hand in game.show().hands] == [("1", "2"), ("3", "4")]


def test_the_first_move_is_a_bid_and_only_a_call_follows_the_highest_bid():
    assert "liar" not in texts(played("1 2"))
    assert texts(played("1 2 2x6")) == ["liar"]
    assert len(texts(played("1 " * 10, dice=5))) == 60


@every_case(("moves", "wild", "score", "reason"), [  # after 5 6 rolled by the first and 1 2 by the second
    ("1x5 liar", "no", 1, "the bid 1x5 holds, there is 1"),
    ("2x5 liar", "no", -1, "the bid 2x5 fails, there is 1"),
    ("2x5 liar", "sixes", 1, "the bid 2x5 holds, there are 2"),
    ("2x5 liar", "ones", 1, "the bid 2x5 holds, there are 2"),
    ("1x6 liar", "ones", 1, "the bid 1x6 holds, there are 2"),
    ("2x6 liar", "sixes", -1, "the bid 2x6 fails, there is 1"),
    ("2x1 liar", "ones", -1, "the bid 2x1 fails, there is 1"),
    ("1x3 1x4 liar", "no", 1, "the bid 1x4 fails, there are none"),
    ("1x3 1x5 liar", "no", -1, "the bid 1x5 holds, there is 1"),
])  # fmt: skip
def test_a_called_bid_wins_if_enough_dice_show_it_or_are_wild(moves, wild, score, reason):
    game = played(f"5 6 1 2 {moves}", dice=2, wild=wild)
    assert (game.score(), game.reason()) == (score, reason)


def test_random_bidding_is_worth_what_counting_says():
    # From the top down: a call is one of the choices, and each higher bid leaves the same choices to the other.
    def expected(hands, last=None, seat=0):
        higher = [bid for bid in bids(1) if last is None or bid > last]
        worths = [expected(hands, bid, 1 - seat) for bid in higher]
        if last:
            worths.append(1 - 2 * winner(hands, [(0, 0)] * (1 - seat) + [last], 6))
        return sum(worths) / len(worths)

    playouts = 40 * GAMES
    for mine, yours in [(6, 2), (1, 1), (3, 4)]:
        won, _, lost = Playouts(played(f"{mine} {yours}"), Rng(1), Clock()).run(playouts)
        exact = expected([[mine], [yours]])
        assert abs((won - lost) / (won + lost) - exact) < 5 / playouts**0.5


# What a seat knows.


def test_hidden_dice_are_imagined_as_often_as_they_fall():
    # Of 36 pairs of dice in order, 1 shows each pair of equals and 2 each pair of unequal faces.
    game, rng, times = played("4 2 5 5 2x4", dice=2), random.Random(5), 36 * 200
    found = Counter(game.imagine(0, rng).show().hands[1].cards for _ in range(times))
    assert len(found) == 21
    for (one, other), count in found.items():
        share = (1 if one == other else 2) / 36
        assert abs(count - times * share) < 5 * (times * share * (1 - share)) ** 0.5


def test_only_dice_that_are_rolled_already_are_imagined():
    game = played("4 2 5", dice=3)
    hands = game.imagine(1, random.Random(1)).show().hands
    assert (len(hands[0].cards), hands[1].cards) == (3, ())
    view = played("4 2 5 6", dice=3).imagine(0, random.Random(1))
    assert (view.show().hands[0].cards, len(view.show().hands[1].cards)) == (("2", "4", "5"), 1)


def test_positions_that_differ_in_hidden_dice_are_imagined_alike():
    one, other = (played(f"4 2 {dice} 1x2 2x3", dice=2) for dice in ("5 5", "1 6"))
    assert one.known(0) == other.known(0) == "24/?? 1x2 2x3"
    for seed in range(20):
        views = [game.imagine(0, random.Random(seed)) for game in (one, other)]
        assert views[0].show() == views[1].show()
        assert views[0].key() == views[1].key()
    assert one.imagine(1, random.Random(3)).show().hands[1].cards == ("5", "5")


def test_the_order_of_dice_tells_nothing():
    one, other = played("4 2 1 6", dice=2), played("2 4 6 1", dice=2)
    assert [one.known(seat) for seat in (0, 1)] == [other.known(seat) for seat in (0, 1)] == ["24/??", "??/16"]
    assert (one.key(), one.show()) == (other.key(), other.show())


def test_earlier_bids_are_known_but_do_not_change_the_key():
    one, other = played("4 2 1x1 1x2 1x3"), played("4 2 1x3")
    assert (one.known(0), other.known(0)) == ("4/? 1x1 1x2 1x3", "4/? 1x3")
    assert one.key() == other.key() != played("4 2 1x2 1x3").key()  # which the other bid


def test_a_seat_hears_its_own_dice_and_all_bids():
    game = LiarsDice()
    assert [game.heard(3, seat) for seat in (0, 1)] == ["4", "a die"]
    game = played("4")
    assert [game.heard(1, seat) for seat in (0, 1)] == ["a die", "2"]
    game = played("4 2")
    assert [game.heard(game.parse("1x2"), seat) for seat in (0, 1)] == ["1x2", "1x2"]


def test_the_picture_hides_the_others_dice_until_a_call():
    game = played("4 2 5 5 1x2 2x3", dice=2)
    hands = Hand("First", ("2", "4"), seat=0), Hand("Second", ("5", "5"), seat=1)
    hidden = Hand("First", ("?", "?"), seat=0), Hand("Second", ("?", "?"), seat=1)
    assert game.show() == Hands(hands, "said: 1x2, 2x3")
    assert game.show(0) == Hands((hands[0], hidden[1]), "said: 1x2, 2x3")
    assert game.show(1) == Hands((hidden[0], hands[1]), "said: 1x2, 2x3")
    game.make(game.parse("liar"))
    assert game.show(0) == game.show(1) == game.show() == Hands(hands, "said: 1x2, 2x3, liar")
    assert game.known(0) == game.known(1) == "24/55 1x2 2x3 liar"


def test_the_picture_says_what_is_awaited_before_the_first_bid():
    assert LiarsDice().show() == Hands((Hand("First", (), seat=0), Hand("Second", (), seat=1)), "the dice roll")
    assert played("4 2").show(1).note == "no bid yet"


# Notation, order, estimate, options.


@every_case(("dice", "moves", "entries", "text"), [
    (1, "1 2 1x1", ["2x5", " 2 X 5 ", "2 5s", "two fives", "Two 5's", "2-5", "two five", "2 of 5", "02x5"], "2x5"),
    (5, "1 " * 10, ["ten sixes"], "10x6"), (5, "1 " * 10, ["105"], "10x5"), (5, "1 " * 10, ["1 1", "one one"], "1x1"),
    (1, "1 2 1x1", ["liar", "LIAR!", "call", "I call", "doubt", "I doubt it", "challenge", "bluff"], "liar"),
    (1, "", ["six", "6", " 6 "], "6"),
])  # fmt: skip
def test_a_bid_a_call_and_a_roll_are_understood(dice, moves, entries, text):
    game = played(moves, dice=dice)
    assert [game.text(game.parse(entry)) for entry in entries] == [text] * len(entries)


@every_case("entry", ["1x3", "1x2", "3x1", "2x7", "0x5", "2x", "x5", "2", "fives", "2x5x5", "9" * 5000, ""])
def test_an_illegal_entry_is_refused(entry):
    with pytest.raises(IllegalMove, match=r"legal: ([12]x\d|liar)(, ([12]x\d|liar)){4} and 5 more$"):
        played("1 2 1x3").parse(entry)


def test_the_call_is_forcing():
    assert LiarsDice().forcing() == played("1 2").forcing() == played("1 2 1x1 liar").forcing() == []
    game = played("1 2 1x1")
    assert [game.text(move) for move in game.forcing()] == ["liar"]


def test_the_estimate_favours_the_bidder_exactly_if_the_bid_holds():
    assert (LiarsDice().estimate(), played("1 2").estimate(), LiarsDice.point) == (0, 0, 1000)
    assert [played(f"1 2 {bid}").estimate() for bid in ("1x2", "1x3")] == [750, -750]
    assert [played(f"1 2 1x1 {bid}").estimate() for bid in ("1x2", "1x3")] == [-750, 750]
    assert [played(f"1 2 {bid} liar").estimate() for bid in ("1x2", "1x3")] == [1000, -1000]


def likeliest(game, rng):
    """Return the move with the best estimate over a few imagined deals."""
    views = [game.imagine(game.turn, rng) for _ in range(12)]

    def worth(move):
        for view in views:
            view.make(move)
        found = sum(view.estimate() for view in views)
        for view in views:
            view.unmake(move)
        return found if game.turn == 0 else -found

    return max(game.moves(), key=worth)


def test_the_estimate_over_imagined_dice_beats_random_play():
    rng, won = random.Random(4), 0
    for number in range(100):
        game = LiarsDice(dice=2)
        while moves := game.moves():
            game.make(likeliest(game, rng) if game.turn == number % 2 else rng.choice(moves))
        won += game.score() == 1 - 2 * (number % 2)
    assert won >= 75


def test_a_wrong_option_is_refused():
    with pytest.raises(ValueError, match="^dice=6 must be a whole number from 1 to 5$"):
        LiarsDice(dice=6)
    with pytest.raises(ValueError, match="^wild=fives must be sixes or ones or no$"):
        LiarsDice(wild="fives")
