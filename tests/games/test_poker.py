"""Kuhn and Leduc poker: rules as published, against OpenSpiel and a second implementation; what a seat may know."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest
from lockstep import agree
from reference import tree

import games
from games.capabilities import at_stake
from games.game import CHANCE, IllegalMove
from games.laws import faults
from games.picture import Hand, Hands
from games.poker import KuhnPoker, LeducPoker
from players.cfr import CfrPlayer
from tests.helpers.cases import every_case

RANKS = "JQK"
DECK = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]


def kuhn(texts):
    return games.load("kuhn-poker", texts.split())


def leduc(texts):
    return games.load("leduc-poker", texts.split())


@pytest.mark.parametrize(
    ("played", "moves"),
    [
        *((kuhn, moves) for moves in ("", "K", "J Q", "Q J check bet")),
        *((leduc, moves) for moves in ("", "Ks", "Js Jh", "Qh Js bet call", "Qh Js bet raise call Qs check")),
    ],
)
def test_it_obeys_the_laws(played, moves):
    assert [str(fault) for fault in faults(played(moves), games=15, seed=3)] == []


def test_random_games_of_kuhn_poker_go_as_in_openspiel():
    # Its actions are the ranks from 0 for the deals, then 0 for check and fold and 1 for bet and call.
    def action(game, move):
        text = game.text(move)
        return RANKS.index(text) if game.turn == CHANCE else int(text in ("bet", "call"))

    agree("kuhn-poker", "kuhn_poker", action)


def test_random_games_of_leduc_poker_go_as_in_openspiel():
    # Its actions are the cards from 0 for the deals, then 0 to fold, 1 to check or call, 2 to bet or raise.
    kind = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}
    agree("leduc-poker", "leduc_poker", lambda game, move: (
        DECK.index(game.text(move)) if game.turn == CHANCE else kind[game.text(move)]
    ))  # fmt: skip


# What is known from elsewhere.


@cache
def counted(kind):
    """Return the number of positions of each kind, and the information sets of each seat."""
    kinds, sets = Counter(), {0: set(), 1: set()}
    for game in tree(kind()):
        over = game.score() is not None
        kinds["end" if over else "deal" if game.turn == CHANCE else "decision"] += 1
        if not over and game.turn != CHANCE:
            sets[game.turn].add(game.known(game.turn))
    return kinds, sets


def test_there_are_as_many_positions_as_in_openspiel():
    # OpenSpiel 2.0.2, all states of both games.
    assert counted(KuhnPoker)[0] == {"end": 30, "decision": 24, "deal": 4}
    assert counted(LeducPoker)[0] == {"end": 5520, "decision": 3780, "deal": 157}


def test_there_are_as_many_information_sets_as_published():
    # Kuhn: each seat has two decisions for each of its three cards.
    assert [len(names) for names in counted(KuhnPoker)[1].values()] == [6, 6]
    # N. Burch, M. Johanson and M. Bowling, "Solving Imperfect Information Games Using Decomposition", AAAI 2014: 936
    # in total, which tells suits apart; 288 are left without, as of OpenSpiel's leduc_poker(suit_isomorphism=true).
    sets = counted(LeducPoker)[1].values()
    assert [len(names) for names in sets] == [468, 468]
    assert [len({name.replace("s:", ":").replace("h:", ":") for name in names}) for names in sets] == [144, 144]


# All that can be said, by Kuhn, with what the higher card wins, or First if Second folds and the other way round.
LINES = {"check check": 1, "check bet fold": "Second", "check bet call": 2, "bet fold": "First", "bet call": 2}


@every_case("deal", ["".join(deal) for deal in permutations(RANKS, 2)])
def test_each_game_of_kuhn_poker_is_worth_what_was_published(deal):
    higher = 1 if RANKS.index(deal[0]) > RANKS.index(deal[1]) else -1
    folded = {"First": 1, "Second": -1}
    found = {}
    for game in tree(kuhn(" ".join(deal))):
        if game.score() is not None:
            found[game.known(0).partition(": ")[2]] = game.score()
    assert found == {line: folded[won] if won in folded else higher * won for line, won in LINES.items()}


def expected(game, chance):
    """Return what First wins on average; chance(game) is the probability that the mover puts a chip in."""
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
    """Return Kuhn's solutions: the probability to put a chip in, by information set; First bets a jack with `bluff`."""
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


# A second implementation of Leduc poker: all lines that can be said, and what they are worth.

CALLED = {  # by what was said in a round, how many bets each seat then has in the pot
    "check check": 0, "bet call": 1, "check bet call": 1, "bet raise call": 2, "check bet raise call": 2,
}  # fmt: skip
FOLDED = {  # and here how many the seat that folded has, and which one that is
    "bet fold": (0, 1), "check bet fold": (0, 0), "bet raise fold": (1, 0), "check bet raise fold": (1, 1),
}  # fmt: skip


def winner(first, second, public):
    """Return 1 if First has the better card, -1 if Second has, 0 if neither."""
    strengths = [(card[0] == public[0], RANKS.index(card[0])) for card in (first, second)]
    return (strengths[0] > strengths[1]) - (strengths[0] < strengths[1])


def lines(first, second):
    """Yield each whole game with these two cards and its score."""
    for said, (bets, seat) in FOLDED.items():
        yield said, (1 + 2 * bets) * (2 * seat - 1)
    for early, called in CALLED.items():
        for public in (card for card in DECK if card not in (first, second)):
            for late, (bets, seat) in FOLDED.items():
                yield f"{early} {public} {late}", (1 + 2 * called + 4 * bets) * (2 * seat - 1)
            for late, bets in CALLED.items():
                yield f"{early} {public} {late}", (1 + 2 * called + 4 * bets) * winner(first, second, public)


@every_case(("first", "second"), [("Js", "Kh"), ("Qs", "Qh"), ("Kh", "Qs"), ("Jh", "Qh")])
def test_all_games_with_two_cards_equal_the_second_implementation(first, second):
    found = {}
    for game in tree(leduc(f"{first} {second}")):
        if game.score() is not None:
            said = game.known(0).removeprefix(f"{first} {second}: ").replace(",", "").replace(":", "")
            found[said] = game.score()
    assert found == dict(lines(first, second))
    assert len(found) == 5520 / 30


# What a seat may know.


@every_case(("played", "moves", "seat", "left"), [
    (kuhn, "K Q check", 0, "J Q"), (kuhn, "K Q check", 1, "J K"), (kuhn, "J", 1, "J Q K"),
    (leduc, "Kh Qs", 0, "Js Jh Qs Qh Ks"), (leduc, "Kh Qs bet", 1, "Js Jh Qh Ks Kh"),
    (leduc, "Kh Qs bet call Ks bet", 1, "Js Jh Qh Kh"), (leduc, "Kh Qs bet call Ks check", 0, "Js Jh Qs Qh"),
    (leduc, "Jh", 1, "Js Jh Qs Qh Ks Kh"),
])  # fmt: skip
def test_the_hidden_card_is_each_unseen_one_as_often(played, moves, seat, left):
    # Of 6000 draws each of n cards is drawn 6000 / n times, with a deviation of sqrt(6000 / n * (1 - 1 / n)) < 39.
    rng, game, cards = random.Random(5), played(moves), left.split()
    seen = Counter(game.imagine(seat, rng).show().hands[1 - seat].cards[0] for _ in range(6000))
    assert set(seen) == set(cards)
    assert all(abs(count - 6000 / len(cards)) < 5 * 39 for count in seen.values())


@every_case(("played", "own", "others", "line"), [
    *((kuhn, "Q", "JK", line) for line in ("", "check", "bet", "check bet")),
    *((leduc, "Kh", ("Js", "Jh", "Qs", "Ks"), line)
      for line in ("", "bet", "check bet raise", "check check Qh bet")),
])  # fmt: skip
@every_case("seat", [0, 1])
def test_positions_that_differ_in_the_hidden_card_are_imagined_alike(played, own, others, line, seat):
    group = [played(f"{' '.join((own, other)[:: 1 - 2 * seat])} {line}") for other in others]
    assert len({game.known(seat) for game in group}) == len({game.show(seat) for game in group}) == 1
    assert len({game.known(1 - seat) for game in group}) == len(others)
    for seed in range(20):
        twins = [game.imagine(seat, random.Random(seed)) for game in group]
        assert len({(twin.show(), twin.key(), twin.known(1 - seat)) for twin in twins}) == 1


@every_case(("played", "moves"), [(kuhn, "K Q bet fold"), (leduc, "Ks Qs bet fold")])
def test_imagine_keeps_the_cards_of_a_finished_game(played, moves):
    game = played(moves)
    assert all(game.imagine(0, random.Random(seed)).show(0) == game.show() for seed in range(10))


@every_case(("played", "moves", "move", "heard"), [
    (kuhn, "", "K", ["K", "a card"]), (kuhn, "K", "Q", ["a card", "Q"]), (kuhn, "K Q", "bet", ["bet", "bet"]),
    (leduc, "", "Kh", ["Kh", "a card"]), (leduc, "Js", "Kh", ["a card", "Kh"]),
    (leduc, "Js Qh bet call", "Kh", ["Kh", "Kh"]), (leduc, "Js Qh", "bet", ["bet", "bet"]),
])  # fmt: skip
def test_a_seat_hears_everything_but_the_other_s_card(played, moves, move, heard):
    game = played(moves)
    assert [game.heard(game.parse(move), seat) for seat in (0, 1)] == heard


@every_case(("played", "moves", "known"), [
    (kuhn, "", ["dealt", "dealt"]), (kuhn, "K", ["dealt K", "dealt ?"]), (kuhn, "K Q", ["K:", "Q:"]),
    (kuhn, "K Q check", ["K: check", "Q: check"]), (kuhn, "K J check bet", ["K: check bet", "J: check bet"]),
    (kuhn, "K J check bet call", ["K J: check bet call"] * 2),
    (leduc, "Ks", ["dealt Ks", "dealt ?"]), (leduc, "Ks Qh", ["Ks:", "Qh:"]),
    (leduc, "Ks Qh check bet call", ["Ks: check bet call", "Qh: check bet call"]),
    (leduc, "Ks Qh bet call Jh", ["Ks: bet call, Jh:", "Qh: bet call, Jh:"]),
    (leduc, "Ks Qh bet call Jh check", ["Ks: bet call, Jh: check", "Qh: bet call, Jh: check"]),
    (leduc, "Ks Qh bet call Jh check check", ["Ks Qh: bet call, Jh: check check"] * 2),
])  # fmt: skip
def test_a_seat_knows_its_card_the_public_one_and_what_was_said(played, moves, known):
    assert [played(moves).known(seat) for seat in (0, 1)] == known


# Notation, picture, ends, estimate.


@every_case(("played", "moves", "entries", "text"), [
    (kuhn, "", ["K", "k", " king "], "K"), (kuhn, "K J", ["check", "CHECK", "checks", "pass", "c", "p"], "check"),
    (kuhn, "K J", ["bet", "b", "Bets"], "bet"), (kuhn, "K J bet", ["call", "calls", "see", "c"], "call"),
    (kuhn, "K J check bet", ["fold", "f", "folds", "pass"], "fold"),
    (leduc, "", ["Ks", "ks", "K-s", "king of spades", "King spades"], "Ks"),
    (leduc, "Ks", ["Jh", "JH", "Jack of Hearts"], "Jh"), (leduc, "Ks Jh bet", ["raise", "r", "Raises"], "raise"),
    (leduc, "Ks Jh bet raise", ["call", "c", "see"], "call"),
])  # fmt: skip
def test_a_move_is_understood(played, moves, entries, text):
    game = played(moves)
    assert [game.text(game.parse(entry)) for entry in entries] == [text] * len(entries)


@every_case(("played", "moves", "entry", "legal"), [
    (kuhn, "", "A", "J, Q, K"), (kuhn, "", "bet", "J, Q, K"), (kuhn, "K", "K", "J, Q"),
    (kuhn, "K J", "call", "bet, check"), (kuhn, "K J", "raise", "bet, check"), (kuhn, "K J bet", "raise", "call, fold"),
    (leduc, "Ks", "Ks", "Js, Jh, Qs, Qh, Kh"), (leduc, "Ks", "K", "Js, Jh, Qs, Qh, Kh"),
    (leduc, "Ks Jh", "fold", "bet, check"), (leduc, "Ks Jh bet", "check", "raise, call, fold"),
    (leduc, "Ks Jh bet raise", "raise", "call, fold"), (leduc, "Ks Jh bet fold", "call", "none, the game is over"),
])  # fmt: skip
def test_an_illegal_entry_is_refused_with_the_legal_moves(played, moves, entry, legal):
    with pytest.raises(IllegalMove, match=f"^'{entry}' is not a legal move here(: [a-z ,]+)?; legal: {legal}$"):
        played(moves).parse(entry)


def hands(first, second, chips=(1, 1), note="", public=()):
    own = (Hand("First", first, f"in the pot {chips[0]}", 0), Hand("Second", second, f"in the pot {chips[1]}", 1))
    return Hands((*own, *(Hand("Public", (card,)) for card in public)), note)


LATE = {"chips": (5, 9), "public": ("Qh",)}


@every_case(("played", "moves", "seat", "picture"), [
    (kuhn, "", None, hands((), ())), (kuhn, "Q", 1, hands(("?",), ())),
    (kuhn, "Q K check bet", 0, hands(("Q",), ("?",), (1, 2), "check, bet")),
    (kuhn, "Q K check bet", 1, hands(("?",), ("K",), (1, 2), "check, bet")),
    (kuhn, "Q K check bet", None, hands(("Q",), ("K",), (1, 2), "check, bet")),
    (kuhn, "Q K bet fold", 1, hands(("Q",), ("K",), (2, 1), "bet, fold")),
    (leduc, "Qs", 0, hands(("Qs",), ())), (leduc, "Qs Kh bet raise", 0, hands(("Qs",), ("?",), (3, 5), "bet, raise")),
    (leduc, "Qs Kh bet raise call Qh check bet", 1,
     hands(("?",), ("Kh",), note="bet, raise, call; check, bet", **LATE)),
    (leduc, "Qs Kh bet raise call Qh check bet", None,
     hands(("Qs",), ("Kh",), note="bet, raise, call; check, bet", **LATE)),
    (leduc, "Qs Kh bet raise call Qh check bet fold", 1,
     hands(("Qs",), ("Kh",), note="bet, raise, call; check, bet, fold", **LATE)),
])  # fmt: skip
def test_each_seat_sees_its_own_card_and_the_public_one_until_the_end(played, moves, seat, picture):
    assert played(moves).show(seat) == picture


@every_case(("played", "moves", "score", "reason"), [
    (kuhn, "Q K bet fold", 1, "Second folded"), (kuhn, "K Q check bet fold", -1, "First folded"),
    (kuhn, "K Q check check", 1, "a king beats a queen"), (kuhn, "J Q bet call", -2, "a queen beats a jack"),
    (leduc, "Qs Kh bet fold", 1, "Second folded"),
    (leduc, "Qs Ks check bet raise call Kh check bet fold", -5, "First folded"),
    (leduc, "Qs Ks check check Jh check check", -1, "a king beats a queen"),
    (leduc, "Qs Jh check check Ks bet call", 5, "a queen beats a jack"),
    (leduc, "Js Ks bet call Jh bet raise call", 11, "First has a pair of jacks"),
    (leduc, "Ks Qh bet raise call Qs bet raise call", -13, "Second has a pair of queens"),
    (leduc, "Js Jh bet call Ks bet call", 0, "both hold a jack"),
])  # fmt: skip
def test_an_end_has_its_reason(played, moves, score, reason):
    game = played(moves)
    assert (game.score(), game.reason(), game.moves(), game.forcing()) == (score, reason, [], [])


def test_the_estimate_is_what_the_cards_win_on_average_of_the_chips_that_fold():
    found = [kuhn(moves).estimate() for moves in ("", "J", "Q", "K", "J Q", "K J bet", "J K bet call")]
    assert found == [0, -1, 0, 1, -1, 1, -2]
    # Leduc, with each deal by chance and each bet folded to by the worse card: a tenth of a chip is 1.
    deals = [leduc(f"Kh Js check check {card}").estimate() for card in ("Jh", "Qs", "Qh", "Ks")]
    assert deals == [-10, 10, 10, 10]
    assert leduc("Kh Js").estimate() == sum(deals) / 4
    assert leduc("Kh").estimate() == sum(leduc(f"Kh {card}").estimate() for card in DECK if card != "Kh") / 5
    found = [leduc(moves).estimate() for moves in ("", "Qs", "Qs Qh bet call", "Js Kh bet raise", "Js Kh bet fold")]
    assert found == [0, 0, 0, -15, 10]


def test_actions_that_win_most_come_first():
    found = [[game.text(move) for move in game.moves()] for game in map(kuhn, ("K J", "K J bet"))]
    assert found == [["bet", "check"], ["call", "fold"]]


# Stacks: nobody bets what not both can pay, and so no stack falls below nothing.


@every_case(("spec", "moves", "legal"), [
    ("kuhn-poker:stacks=1/9", "K Q", "check"), ("kuhn-poker:stacks=9/1", "K Q", "check"),
    ("kuhn-poker:stacks=2/2", "K Q", "bet, check"), ("leduc-poker:stacks=2/9", "Ks Qs", "check"),
    ("leduc-poker:stacks=4/9", "Ks Qs", "bet, check"), ("leduc-poker:stacks=4/9", "Ks Qs bet", "call, fold"),
    ("leduc-poker:stacks=5/9", "Ks Qs bet", "raise, call, fold"),
    ("leduc-poker:stacks=8/8", "Ks Qs bet raise call Js", "check"),
    ("leduc-poker:stacks=9/9", "Ks Qs bet raise call Js", "bet, check"),
])  # fmt: skip
def test_a_bet_or_a_raise_is_one_that_both_can_pay(spec, moves, legal):
    assert games.load(spec, moves.split()).listing() == legal


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
    shown = games.load("kuhn-poker:stacks=5/9", ["K", "Q", "bet"]).show().hands
    assert [hand.note for hand in shown] == ["in the pot 2, 3 left", "in the pot 1, 8 left"]


def test_giving_up_loses_the_chips_in_the_pot():
    game = games.load("leduc-poker:stacks=9/9", ["Ks", "Qs", "bet"])
    assert (at_stake(game, 0), at_stake(game, 1)) == (3, 1)


def test_stacks_are_the_only_option_and_are_checked():
    for spec in ("kuhn-poker", "leduc-poker"):
        with pytest.raises(games.SpecError, match=rf"{spec} has no option 'cards' \(options: stacks\)$"):
            games.load(f"{spec}:cards=4")
    with pytest.raises(games.SpecError, match="stacks=0/5 must be a whole number from 1 to 1000 for each seat"):
        games.load("kuhn-poker:stacks=0/5")


def test_players_that_solve_a_game_play_it_with_stacks():
    player = CfrPlayer(iterations=20)
    player.begin(games.load("kuhn-poker:stacks=1/3"), 0)
    game = games.load("kuhn-poker:stacks=1/3", ["K", "Q"])
    assert game.text(player.choose(game, float("inf"))) == "check"
