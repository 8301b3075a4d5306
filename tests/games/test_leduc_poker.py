"""Leduc poker: its rules against OpenSpiel and a plain second implementation, what a seat may know, notation, picture."""

import random
from collections import Counter
from functools import cache

import pytest
from lockstep import agree
from reference import tree

import games
from games.game import CHANCE, IllegalMove
from games.laws import faults
from games.poker import LeducPoker
from games.picture import Hand, Hands

DECK = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]


def played(texts):
    """The game after those moves."""
    return games.load("leduc-poker", texts.split())


@pytest.mark.parametrize("moves", ["", "Ks", "Js Jh", "Qh Js bet call", "Qh Js bet raise call Qs check"])
def test_it_obeys_the_laws(moves):
    assert [str(fault) for fault in faults(played(moves), games=15, seed=3)] == []


def test_random_games_go_as_in_openspiel():
    # Its actions are the cards from 0 for the deals, then 0 to fold, 1 to check or call, 2 to bet or raise.
    def action(game, move):
        text = game.text(move)
        return DECK.index(text) if game.turn == CHANCE else 2 - ["bet raise", "check call", "fold"].index(kind[text])

    kind = {word: words for words in ("bet raise", "check call", "fold") for word in words.split()}
    agree("leduc-poker", "leduc_poker", action)


# What is known from elsewhere.


@cache
def counted():
    """How many positions of each kind there are, and the information sets of each seat."""
    kinds, sets = Counter(), {0: set(), 1: set()}
    for game in tree(LeducPoker()):
        over = game.score() is not None
        kinds["end" if over else "deal" if game.turn == CHANCE else "decision"] += 1
        if not over and game.turn != CHANCE:
            sets[game.turn].add(game.known(game.turn))
    return kinds, sets


def test_there_are_as_many_positions_as_in_openspiel():
    # OpenSpiel 2.0.2, all states of leduc_poker.
    assert counted()[0] == {"end": 5520, "decision": 3780, "deal": 157}


def test_there_are_936_information_sets():
    # N. Burch, M. Johanson and M. Bowling, "Solving Imperfect Information Games Using Decomposition", AAAI 2014: 936
    # in total, which tells suits apart; 288 are left without, as of OpenSpiel's leduc_poker(suit_isomorphism=true).
    _, sets = counted()
    assert [len(sets[seat]) for seat in (0, 1)] == [468, 468]
    unsuited = [{name.replace("s:", ":").replace("h:", ":") for name in sets[seat]} for seat in (0, 1)]
    assert [len(names) for names in unsuited] == [144, 144]


# A second implementation: all lines that can be said, and what they are worth.

CALLED = {  # by what was said in a round, how many bets each seat then has in the pot
    "check check": 0, "bet call": 1, "check bet call": 1, "bet raise call": 2, "check bet raise call": 2,
}  # fmt: skip
FOLDED = {  # and here how many the seat that folded has, and which one that is
    "bet fold": (0, 1), "check bet fold": (0, 0), "bet raise fold": (1, 0), "check bet raise fold": (1, 1),
}  # fmt: skip


def winner(first, second, public):
    """1 if First has the better card, -1 if Second, 0 if neither."""
    strengths = [(card[0] == public[0], "JQK".index(card[0])) for card in (first, second)]
    return (strengths[0] > strengths[1]) - (strengths[0] < strengths[1])


def lines(first, second):
    """Each whole game with these two cards, public card and all, and its score."""
    for said, (bets, seat) in FOLDED.items():
        yield said, (1 + 2 * bets) * (2 * seat - 1)
    for early, called in CALLED.items():
        for public in (card for card in DECK if card not in (first, second)):
            for late, (bets, seat) in FOLDED.items():
                yield f"{early} {public} {late}", (1 + 2 * called + 4 * bets) * (2 * seat - 1)
            for late, bets in CALLED.items():
                yield f"{early} {public} {late}", (1 + 2 * called + 4 * bets) * winner(first, second, public)


@pytest.mark.parametrize(("first", "second"), [("Js", "Kh"), ("Qs", "Qh"), ("Kh", "Qs"), ("Jh", "Qh")])
def test_all_games_with_two_cards_are_those_of_the_second_implementation(first, second):
    found = {}
    for game in tree(played(f"{first} {second}")):
        if game.score() is not None:
            said = game.known(0).removeprefix(f"{first} {second}: ").replace(",", "").replace(":", "")
            found[said] = game.score()
    assert found == dict(lines(first, second))
    assert len(found) == 5520 / 30


# What a seat may know.


@pytest.mark.parametrize(("moves", "seat", "left"), [
    ("Kh Qs", 0, "Js Jh Qs Qh Ks"), ("Kh Qs bet", 1, "Js Jh Qh Ks Kh"), ("Kh Qs bet call Ks bet", 1, "Js Jh Qh Kh"),
    ("Kh Qs bet call Ks check", 0, "Js Jh Qs Qh"), ("Jh", 1, "Js Jh Qs Qh Ks Kh"),
])  # fmt: skip
def test_the_hidden_card_is_each_unseen_one_as_often(moves, seat, left):
    # Of 6000 draws each of n cards is drawn 6000 / n times, with a deviation of sqrt(6000 / n * (1 - 1 / n)) < 35.
    rng, game, cards = random.Random(5), played(moves), left.split()
    seen = Counter(game.imagine(seat, rng).show().hands[1 - seat].cards[0] for _ in range(6000))
    assert set(seen) == set(cards)
    assert all(abs(count - 6000 / len(cards)) < 5 * 35 for count in seen.values())


@pytest.mark.parametrize("line", ["", "bet", "check bet raise", "check check Qh bet"])
def test_positions_that_differ_in_the_hidden_card_are_imagined_alike(line):
    for seat in (0, 1):
        deals = [("Kh", other)[:: 1 - 2 * seat] for other in ("Js", "Jh", "Qs", "Ks")]
        group = [played(f"{' '.join(deal)} {line}") for deal in deals]
        assert len({game.known(seat) for game in group}) == len({game.show(seat) for game in group}) == 1
        assert len({game.known(1 - seat) for game in group}) == 4
        for seed in range(10):
            twins = [game.imagine(seat, random.Random(seed)) for game in group]
            assert len({(twin.show(), twin.key(), twin.known(1 - seat)) for twin in twins}) == 1


def test_nothing_is_dealt_anew_when_the_game_is_over():
    game = played("Ks Qs bet fold")
    assert all(game.imagine(0, random.Random(seed)).show(0) == game.show() for seed in range(10))


def test_only_the_others_own_card_is_not_heard():
    for moves, heard in (("", ["Kh", "a card"]), ("Js", ["a card", "Kh"]), ("Js Qh bet call", ["Kh", "Kh"])):
        game = played(moves)
        assert [game.heard(game.parse("Kh"), seat) for seat in (0, 1)] == heard
    game = played("Js Qh")
    assert [game.heard(game.parse("bet"), seat) for seat in (0, 1)] == ["bet", "bet"]


@pytest.mark.parametrize(
    ("moves", "known"),
    [
        ("", ["dealt", "dealt"]),
        ("Ks", ["dealt Ks", "dealt ?"]),
        ("Ks Qh", ["Ks:", "Qh:"]),
        ("Ks Qh check bet call", ["Ks: check bet call", "Qh: check bet call"]),
        ("Ks Qh bet call Jh", ["Ks: bet call, Jh:", "Qh: bet call, Jh:"]),
        ("Ks Qh bet call Jh check", ["Ks: bet call, Jh: check", "Qh: bet call, Jh: check"]),
        ("Ks Qh bet call Jh check check", ["Ks Qh: bet call, Jh: check check"] * 2),
    ],
)
def test_a_seat_knows_its_card_the_public_one_and_what_was_said(moves, known):
    assert [played(moves).known(seat) for seat in (0, 1)] == known


# Notation, picture, ends, estimate.


@pytest.mark.parametrize(
    ("moves", "entries", "text"),
    [
        ("", ["Ks", "ks", "K-s", "king of spades", "King spades"], "Ks"),
        ("Ks", ["Jh", "JH", "Jack of Hearts"], "Jh"),
        ("Ks Jh", ["check", "checks", "c", "pass"], "check"),
        ("Ks Jh bet", ["raise", "r", "Raises"], "raise"),
        ("Ks Jh bet raise", ["call", "c", "see"], "call"),
        ("Ks Jh bet raise", ["fold", "f", "pass"], "fold"),
    ],
)
def test_a_move_is_understood(moves, entries, text):
    game = played(moves)
    assert [game.text(game.parse(entry)) for entry in entries] == [text] * len(entries)


@pytest.mark.parametrize(("moves", "entry", "legal"), [
    ("Ks", "Ks", "Js, Jh, Qs, Qh, Kh"), ("Ks", "K", "Js, Jh, Qs, Qh, Kh"), ("Ks Jh", "fold", "bet, check"),
    ("Ks Jh bet", "check", "raise, call, fold"), ("Ks Jh bet raise", "raise", "call, fold"),
    ("Ks Jh bet fold", "call", "none, the game is over"),
])  # fmt: skip
def test_what_is_no_move_is_refused_and_the_legal_moves_named(moves, entry, legal):
    with pytest.raises(IllegalMove, match=f"^'{entry}' is not a legal move here(: [a-z ,]+)?; legal: {legal}$"):
        played(moves).parse(entry)


def test_each_seat_sees_its_own_card_and_the_public_one():
    def picture(first, second, chips, public, note):
        hands = (Hand("First", first, f"in the pot {chips[0]}", 0), Hand("Second", second, f"in the pot {chips[1]}", 1))
        return Hands((*hands, *(Hand("Public", (card,)) for card in public)), note)

    assert played("Qs").show(0) == picture(("Qs",), (), (1, 1), (), "")
    game = played("Qs Kh bet raise")
    assert game.show(0) == picture(("Qs",), ("?",), (3, 5), (), "bet, raise")
    game = played("Qs Kh bet raise call Qh check bet")
    assert game.show(1) == picture(("?",), ("Kh",), (5, 9), ("Qh",), "bet, raise, call; check, bet")
    assert game.show() == picture(("Qs",), ("Kh",), (5, 9), ("Qh",), "bet, raise, call; check, bet")
    game.make(game.parse("fold"))
    assert game.show(1) == picture(("Qs",), ("Kh",), (5, 9), ("Qh",), "bet, raise, call; check, bet, fold")


@pytest.mark.parametrize(
    ("moves", "score", "reason"),
    [
        ("Qs Kh bet fold", 1, "Second folded"),
        ("Qs Ks check bet raise call Kh check bet fold", -5, "First folded"),
        ("Qs Ks check check Jh check check", -1, "a king beats a queen"),
        ("Qs Jh check check Ks bet call", 5, "a queen beats a jack"),
        ("Js Ks bet call Jh bet raise call", 11, "First has a pair of jacks"),
        ("Ks Qh bet raise call Qs bet raise call", -13, "Second has a pair of queens"),
        ("Js Jh bet call Ks bet call", 0, "both hold a jack"),
    ],
)
def test_an_end_has_its_reason(moves, score, reason):
    game = played(moves)
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


def test_the_estimate_is_what_the_cards_win_on_average_of_the_chips_that_fold():
    # With each deal by chance and each bet folded to by the worse card: a tenth of a chip is 1.
    deals = [played(f"Kh Js check check {card}").estimate() for card in ("Jh", "Qs", "Qh", "Ks")]
    assert deals == [-10, 10, 10, 10]
    assert played("Kh Js").estimate() == sum(deals) / 4
    others = [played(f"Kh {card}").estimate() for card in DECK if card != "Kh"]
    assert played("Kh").estimate() == sum(others) / 5
    found = [played(moves).estimate() for moves in ("", "Qs", "Qs Qh bet call", "Js Kh bet raise", "Js Kh bet fold")]
    assert found == [0, 0, 0, -15, 10]


def test_stacks_are_its_only_option():
    with pytest.raises(games.SpecError, match=r"leduc-poker has no option 'cards' \(options: stacks\)$"):
        games.load("leduc-poker:cards=8")
