"""Pig: its rules against OpenSpiel and a plain second implementation, its worth under optimal play, notation, picture."""

import random

import pytest
from lockstep import GAMES, agree

from games.base.positions import position_after
from games.game import CHANCE, IllegalMove
from games.laws import LONGEST, faults
from games.picture import Heap, Heaps
from games.pig import Pig
from tests.helpers.cases import every_case


def played(texts, target=100):
    """Return the game after these moves; a face stands for the roll and its outcome."""
    game = Pig(target)
    for text in texts.split():
        if text.isdigit():
            game.make(game.parse("roll"))
        game.make(game.parse(text))
    return game


def texts(game):
    return [game.text(move) for move in game.moves()]


def state(game):
    """Return whose turn it is, both scores, the turn's total, and whether the die rolls, from the picture."""
    first, second, turn = game.show().heaps
    return turn.seat, (first.count, second.count), turn.count, game.turn == CHANCE


@pytest.mark.parametrize(("target", "count"), [(2, 40), (5, 20), (30, 2)])
def test_every_variant_obeys_the_laws(target, count):
    assert [str(fault) for fault in faults(Pig(target), games=count, seed=1)] == []


def test_random_games_to_the_highest_target_end_in_time():
    rng = random.Random(1)
    for _ in range(5):
        game, moves = Pig(1000), 0
        while game.moves():
            game.make(rng.choice(game.moves()))
            moves += 1
        assert 1000 < moves < LONGEST


# The rules.


@pytest.mark.parametrize("target", [2, 20, 100])
def test_random_games_go_as_in_openspiel(target):
    # Its actions are 0 to roll, 1 to stop, and faces from 0. It breaks off after `horizon` rolls and holds, with no
    # winner; ours has no such end, and the horizon is set beyond all games here.
    def action(game, move):
        text = game.text(move)
        return {"roll": 0, "hold": 1}[text] if game.turn != CHANCE else int(text) - 1

    agree(f"pig:target={target}", f"pig(players=2,winscore={target},diceoutcomes=6,horizon=1000000)", action)


def moved(turn, scores, total, text):
    """Return the second implementation's turn, scores and total after a hold or a face."""
    if text == "hold":
        banked = [score + total * (seat == turn) for seat, score in enumerate(scores)]
        return 1 - turn, tuple(banked), 0
    return (1 - turn, scores, 0) if text == "1" else (turn, scores, total + int(text))


@pytest.mark.parametrize("target", [2, 7, 100, 1000])
def test_random_games_go_as_in_the_second_implementation(target):
    rng = random.Random(target)
    for _ in range(max(1, GAMES // target)):
        game, turn, scores, total = Pig(target), 0, (0, 0), 0
        while max(scores) < target:
            assert state(game) == (turn, scores, total, False)
            assert sorted(texts(game)) == ["hold", "roll"][: 1 + (scores[turn] + total < target)]
            text = rng.choice(texts(game))
            if text == "roll":
                game.make(game.parse("roll"))
                assert (game.turn, texts(game)) == (CHANCE, list("123456"))
                assert {weight for _, weight in game.chances()} == {1}
                text = rng.choice("123456")
            game.make(game.parse(text))
            turn, scores, total = moved(turn, scores, total, text)
        assert (game.moves(), game.score()) == ([], 1 if scores[0] >= target else -1)


# One rule each: moves, the turn, both scores and the turn's total after them.
@every_case(("moves", "turn", "scores", "total"), [
    ("6", 0, (0, 0), 6), ("6 5 2", 0, (0, 0), 13), ("6 5 1", 1, (0, 0), 0), ("6 5 hold", 1, (11, 0), 0),
    ("6 5 hold 4 1", 0, (11, 0), 0), ("6 5 hold 4 hold 2", 0, (11, 4), 2), ("hold", 1, (0, 0), 0),
])  # fmt: skip
def test_a_one_loses_the_total_and_a_hold_keeps_it(moves, turn, scores, total):
    game = played(moves)
    assert state(game) == (turn, scores, total, False)
    assert (game.turn, game.score()) == (turn, None)


def test_the_target_is_reached_by_holding_not_by_rolling():
    game = played("6 hold 6 6", target=12)
    assert (texts(game), game.score()) == (["hold"], None)
    game.make(game.parse("hold"))
    assert (game.moves(), game.score(), game.reason()) == ([], -1, "Second reached 12 with 12")
    assert played("6 6 6 hold", target=17).reason() == "First reached 17 with 18"


# Optimal play: P is the chance to win of the seat whose turn it is. Neller and Presser:
# P = max(roll, hold) with hold = 1 - P(other, own + total, 0), roll = (1 - P(other, own, 0) + sum of P over 2 to 6) / 6.


def plain_values(target, precise=1e-7):
    """Return P by own and other's score with an empty turn, from the highest sums of scores down.

    Two positions in which the seats change places depend on each other, so both are computed in turn until they are
    stable; all others that they depend on have higher sums.
    """
    found = {}

    def reckoned(own, other):
        lost = 1 - found.setdefault((other, own), found.get((other, own + 1), 0.5))  # a guess at first
        worth = [1.0] * (target - own + 7)
        for total in range(target - own - 1, -1, -1):
            held = 1 - found[other, own + total] if total else lost
            worth[total] = max(held, (lost + sum(worth[total + 2 : total + 7])) / 6)
        return worth[0]

    for whole in range(2 * target - 2, -1, -1):
        for own in range(max(0, whole - target + 1), whole // 2 + 1):
            pair, change = (own, whole - own), 1.0
            while change > precise:
                before = found.get(pair, 0.5)
                for one in (pair, pair[::-1]):
                    found[one] = reckoned(*one)
                change = abs(found[pair] - before)
    return found


def values(start, precise=1e-9):
    """Return by key the expected score of each later position: a value iteration over the rules."""
    positions, found, change = {start.key(): start}, {}, 1.0
    for game in (queue := [start]):
        nexts = [position_after(game, move) for move in game.moves()]
        queue += [twin for twin in nexts if positions.setdefault(twin.key(), twin) is twin]
        found[game.key()] = (game.score() or 0, game.turn, [twin.key() for twin in nexts])
    worth = {key: float(score) for key, (score, _, _) in found.items()}
    while change > precise:
        change = 0.0
        for key, (score, turn, nexts) in found.items():
            choices = [worth[other] for other in nexts] or [score]
            now = sum(choices) / len(choices) if turn == CHANCE else min(choices) if turn else max(choices)
            change, worth[key] = max(change, abs(now - worth[key])), now
    return worth


@pytest.mark.parametrize("target", [2, 3, 7, 12])
def test_small_targets_are_worth_what_the_plain_formula_says(target):
    start = Pig(target)
    worth, plain = values(start), plain_values(target)
    assert worth[start.key()] == pytest.approx(2 * plain[0, 0] - 1, abs=1e-5)
    other = played("hold 2 hold", target) if target > 2 else played("hold", target)
    own = other.show().heaps[1].count
    assert worth[other.key()] == pytest.approx(2 * plain[0, own] - 1 if own else 1 - 2 * plain[0, 0], abs=1e-5)


def test_the_first_seat_wins_as_often_as_published():
    # Neller and Presser 2004: 53.06 % under optimal play to 100.
    assert plain_values(100, precise=1e-5)[0, 0] == pytest.approx(0.5306, abs=5e-5)


def test_the_estimate_is_close_to_optimal_play():
    target, errors = 40, []
    plain = plain_values(target, precise=1e-4)
    for (own, other), worth in plain.items():
        if own != 1 != other:
            game = Pig(target)
            for score in (own, other):
                faces = [2] * (score // 2 - score % 2) + [3] * (score % 2)
                for face in faces:
                    game.make(game.parse("roll"))
                    game.make(game.parse(str(face)))
                game.make(game.parse("hold"))
            assert state(game) == (0, (own, other), 0, False)
            errors.append(abs(game.estimate() / Pig.point - (2 * worth - 1)))
    assert len(errors) == (target - 1) ** 2
    assert sum(errors) / len(errors) < 0.1


def test_the_estimate_is_for_the_first_seat():
    assert Pig.point == 1000
    assert Pig().estimate() > 0 > played("hold").estimate() == -Pig().estimate()
    assert played("6 6").estimate() > played("6").estimate() > Pig().estimate()
    found = [played(moves, 5).estimate() for moves in ("6", "6 hold", "hold 6", "hold 6 hold")]
    assert found == [1000, 1000, -1000, -1000]


def boldest(game):
    """Return the move with the best estimate, averaged over the faces after a roll."""

    def worth(move):
        twin = position_after(game, move)
        faces = [position_after(twin, face) for face in twin.moves()] if twin.turn == CHANCE else [twin]
        found = sum(each.estimate() for each in faces) / len(faces)
        return found if game.turn == 0 else -found

    return max(game.moves(), key=worth)


def test_the_estimate_one_move_ahead_beats_random_play():
    rng, won = random.Random(4), 0
    for number in range(40):
        game = Pig(50)
        while moves := game.moves():
            game.make(boldest(game) if game.turn == number % 2 else rng.choice(moves))
        won += game.score() == 1 - 2 * (number % 2)
    assert won >= 38


# Notation, picture, order, options.


@every_case(
    ("entry", "text"),
    [
        ("roll", "roll"), ("R", "roll"), ("throw", "roll"), ("roll again", "roll"), ("Roll the die", "roll"),
        ("hold", "hold"), ("h", "hold"), ("STOP", "hold"), ("stay", "hold"), ("bank", "hold"), ("pass", "hold"),
    ],
)  # fmt: skip
def test_a_move_is_understood(entry, text):
    game = played("6 6")
    assert game.text(game.parse(entry)) == text


def test_an_illegal_entry_is_refused():
    rolling = position_after(Pig(), Pig().parse("roll"))
    for game, entries, legal in (
        (Pig(), ("6", "1", "rolls", "0", "7", ""), "roll, hold"), (rolling, ("0", "7", "roll", "hold", ""), "1 to 6"),
    ):  # fmt: skip
        for entry in entries:
            with pytest.raises(IllegalMove, match=f"legal: {legal}"):
                game.parse(entry)


def test_the_picture_shows_both_scores_and_the_turn():
    game = played("6 5 hold 4")
    scores = Heap("First", 11, 0), Heap("Second", 0, 1)
    assert game.show() == Heaps((*scores, Heap("Turn", 4, 1)), note="Second may roll or hold; 100 wins")
    game.make(game.parse("roll"))
    assert game.show(0) == Heaps((*scores, Heap("Turn", 4, 1)), note="Second rolls; 100 wins")
    assert played("6 hold", 6).show() == Heaps((Heap("First", 6, 0), Heap("Second", 0, 1)), note="6 wins")


def test_holding_comes_first_from_twenty_on():
    assert texts(played("6 6 5 2")) == ["roll", "hold"]
    assert texts(played("6 6 5 3")) == ["hold", "roll"]


def test_a_turn_without_gain_comes_back_to_the_same_position():
    assert played("hold hold").key() == played("6 1 3 3 1").key() == Pig().key()
    keys = {played(moves).key() for moves in ("", "hold", "6", "6 hold", "hold 6", "6 hold hold", "hold 6 hold", "6 6")}
    assert len(keys) == 8


@pytest.mark.parametrize("target", [1, 1001, "100", None])
def test_a_wrong_option_is_refused(target):
    with pytest.raises(ValueError, match=f"^target={target} must be a whole number from 2 to 1000$"):
        Pig(target)
