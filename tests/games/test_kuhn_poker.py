"""Kuhn poker: its rules as published and against OpenSpiel, what a seat may know, notation, picture, ends."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from lockstep import agree
from reference import tree

import games
from games.game import CHANCE, IllegalMove
from games.poker import KuhnPoker
from games.laws import faults
from games.picture import Hand, Hands

RANKS = "JQK"
DEALS = ["".join(deal) for deal in permutations(RANKS, 2)]


def played(texts):
    """The game after those moves."""
    return games.load("kuhn-poker", texts.split())


@pytest.mark.parametrize("moves", ["", "K", "J Q", "Q J check bet"])
def test_it_obeys_the_laws(moves):
    assert [str(fault) for fault in faults(played(moves), games=20, seed=3)] == []


def test_random_games_go_as_in_openspiel():
    # Its actions are the ranks from 0 for the deals, then 0 for check and fold and 1 for bet and call.
    def action(game, move):
        text = game.text(move)
        return RANKS.index(text) if game.turn == CHANCE else int(text in ("bet", "call"))

    agree("kuhn-poker", "kuhn_poker", action)


# What is known from elsewhere.


def test_there_are_as_many_positions_as_published():
    # OpenSpiel 2.0.2, all states of kuhn_poker: 30 are terminal, 24 decisions, 4 deals.
    kinds = Counter("end" if game.score() is not None else game.turn == CHANCE for game in tree(KuhnPoker()))
    assert kinds == {"end": 30, False: 24, True: 4}


def test_there_are_twelve_information_sets():
    # Kuhn: each seat has two decisions for each of its three cards.
    sets = {(game.turn, game.known(game.turn)) for game in tree(KuhnPoker()) if game.moves() and game.turn != CHANCE}
    assert Counter(seat for seat, _ in sets) == {0: 6, 1: 6}


# All that can be said, by Kuhn, with what the higher card wins, or First if Second folds and the other way round.
LINES = {
    "check check": 1,
    "check bet fold": "Second",
    "check bet call": 2,
    "bet fold": "First",
    "bet call": 2,
}


@pytest.mark.parametrize("deal", DEALS)
def test_each_game_is_worth_what_was_published(deal):
    found = {}
    for game in tree(played(" ".join(deal))):
        if game.score() is not None:
            found[game.known(0).partition(": ")[2]] = game.score()
    higher = 1 if RANKS.index(deal[0]) > RANKS.index(deal[1]) else -1
    folded = {"First": 1, "Second": -1}
    assert found == {line: folded[won] if won in folded else higher * won for line, won in LINES.items()}


def expected(game, chance):
    """What First wins on average, where chance(game) says how likely the seat to move is to put a chip in."""
    if game.score() is not None:
        return Fraction(game.score())
    odds = {move: Fraction(weight) for move, weight in game.chances()} if game.turn == CHANCE else {}
    for move in () if odds else game.moves():
        odds[move] = chance(game) if game.text(move) in ("bet", "call") else 1 - chance(game)
    total = Fraction(0)
    for move, share in odds.items():
        game.make(move)
        total += share * expected(game, chance)
        game.unmake(move)
    return total / sum(odds.values())


def best(bluff):
    """Kuhn's solutions: by information set how often a chip is put in; First bets a jack as often as `bluff` says."""
    third = Fraction(1, 3)
    first = {"J:": bluff, "Q:": 0, "K:": 3 * bluff}
    answers = {"J: check bet": 0, "Q: check bet": bluff + third, "K: check bet": 1}
    checked = {"J: check": third, "Q: check": 0, "K: check": 1}
    return first | answers | checked | {"J: bet": 0, "Q: bet": third, "K: bet": 1}


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_first_loses_an_eighteenth_and_neither_seat_can_do_better(bluff):
    plan = best(bluff)
    assert expected(KuhnPoker(), lambda game: Fraction(plan[game.known(game.turn)])) == Fraction(-1, 18)
    for seat, sign in ((0, 1), (1, -1)):
        own = [name for name in plan if (name.count(" ") % 2) == seat]
        for choices in product((0, 1), repeat=6):
            other = plan | dict(zip(own, choices, strict=True))
            gain = expected(KuhnPoker(), lambda game, other=other: Fraction(other[game.known(game.turn)]))
            assert sign * gain <= sign * Fraction(-1, 18)


# What a seat may know.


def test_the_hidden_card_is_each_of_the_others_as_often():
    # 6000 draws from two cards: the count of either has a deviation of 39.
    for seat, known in ((0, "K"), (1, "Q")):
        rng, game = random.Random(seat), played("K Q check")
        seen = Counter(game.imagine(seat, rng).show().hands[1 - seat].cards[0] for _ in range(6000))
        assert set(seen) == set(RANKS) - {known}
        assert abs(max(seen.values()) - 3000) < 5 * 39


def test_before_the_own_card_is_dealt_the_other_may_be_any():
    # 6000 draws from three cards: the count of each has a deviation of 37.
    rng = random.Random(3)
    seen = Counter(played("J").imagine(1, rng).show().hands[0].cards[0] for _ in range(6000))
    assert set(seen) == set(RANKS)
    assert all(abs(count - 2000) < 5 * 37 for count in seen.values())


@pytest.mark.parametrize("line", ["", "check", "bet", "check bet"])
@pytest.mark.parametrize("seat", [0, 1])
def test_positions_that_differ_in_the_hidden_card_are_imagined_alike(seat, line):
    one, other = (played(f"{' '.join(deal)} {line}") for deal in (("QJ", "QK") if seat == 0 else ("JQ", "KQ")))
    assert one.known(seat) == other.known(seat) != one.known(1 - seat)
    assert one.show(seat) == other.show(seat)
    for seed in range(20):
        twins = [game.imagine(seat, random.Random(seed)) for game in (one, other)]
        assert twins[0].show() == twins[1].show()
        assert twins[0].key() == twins[1].key()


def test_nothing_is_dealt_anew_when_the_game_is_over():
    game = played("K Q bet fold")
    for seed in range(10):
        assert game.imagine(0, random.Random(seed)).show(0) == game.show()


def test_a_seat_hears_its_own_card_and_that_the_other_got_one():
    start, half, both = KuhnPoker(), played("K"), played("K Q")
    assert [start.heard(start.parse("K"), seat) for seat in (0, 1)] == ["K", "a card"]
    assert [half.heard(half.parse("Q"), seat) for seat in (0, 1)] == ["a card", "Q"]
    assert [both.heard(both.parse("bet"), seat) for seat in (0, 1)] == ["bet", "bet"]


@pytest.mark.parametrize(("moves", "known"), [
    ("", ["dealt", "dealt"]), ("K", ["dealt K", "dealt ?"]), ("K Q", ["K:", "Q:"]),
    ("K Q check", ["K: check", "Q: check"]), ("K J check bet", ["K: check bet", "J: check bet"]),
    ("K J check bet call", ["K J: check bet call"] * 2),
])  # fmt: skip
def test_a_seat_knows_its_card_and_what_was_said(moves, known):
    assert [played(moves).known(seat) for seat in (0, 1)] == known


# Notation, picture, ends, estimate, options.


@pytest.mark.parametrize(
    ("moves", "entries", "text"),
    [
        ("", ["K", "k", " king "], "K"),
        ("K J", ["check", "CHECK", "checks", "pass", "c", "p"], "check"),
        ("K J", ["bet", "b", "Bets"], "bet"),
        ("K J bet", ["call", "calls", "see", "c"], "call"),
        ("K J check bet", ["fold", "f", "folds", "pass"], "fold"),
    ],
)
def test_a_move_is_understood(moves, entries, text):
    game = played(moves)
    assert [game.text(game.parse(entry)) for entry in entries] == [text] * len(entries)


@pytest.mark.parametrize(
    ("moves", "entry"), [("", "A"), ("", "bet"), ("K", "K"), ("K J", "call"), ("K J", "raise"), ("K J bet", "raise")]
)
def test_what_is_no_move_is_refused(moves, entry):
    with pytest.raises(IllegalMove, match=f"^'{entry}' is not a legal move here(: [a-z ,]+)?; legal: "):
        played(moves).parse(entry)


def test_each_seat_sees_its_own_card_until_the_end():
    def picture(first, second, chips=(1, 1), note=""):
        hands = (Hand("First", first, f"in the pot {chips[0]}", 0), Hand("Second", second, f"in the pot {chips[1]}", 1))
        return Hands(hands, note)

    assert KuhnPoker().show() == picture((), ())
    assert played("Q").show(1) == picture(("?",), ())
    game = played("Q K check bet")
    assert game.show(0) == picture(("Q",), ("?",), (1, 2), "check, bet")
    assert game.show(1) == picture(("?",), ("K",), (1, 2), "check, bet")
    assert game.show() == picture(("Q",), ("K",), (1, 2), "check, bet")
    assert played("Q K bet fold").show(1) == picture(("Q",), ("K",), (2, 1), "bet, fold")


@pytest.mark.parametrize(("moves", "score", "reason"), [
    ("Q K bet fold", 1, "Second folded"), ("K Q check bet fold", -1, "First folded"),
    ("K Q check check", 1, "a king beats a queen"), ("J Q bet call", -2, "a queen beats a jack"),
])  # fmt: skip
def test_an_end_has_its_reason(moves, score, reason):
    game = played(moves)
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


def test_the_estimate_goes_by_the_cards_and_the_chips_that_fold():
    found = [played(moves).estimate() for moves in ("", "J", "Q", "K", "J Q", "K J bet", "J K bet call")]
    assert found == [0, -1, 0, 1, -1, 1, -2]


def test_actions_that_win_most_come_first():
    assert [[game.text(move) for move in game.moves()] for game in map(played, ("K J", "K J bet"))] == [
        ["bet", "check"],
        ["call", "fold"],
    ]


def test_stacks_are_its_only_option():
    with pytest.raises(games.SpecError, match=r"kuhn-poker has no option 'cards' \(options: stacks\)$"):
        games.load("kuhn-poker:cards=4")
