"""What positions of backgammon are worth: the bear-off database, shots, the estimate and its weights."""

import random
from functools import cache
from itertools import pairwise

import pytest

import games
from games.backgammon import Backgammon
from games.backgammon.evaluation import Shots
from games.backgammon.race import BearOff
from games.backgammon.logits import CLASSES, TERMS, all_weights
from games.game import CHANCE
from referee.support.build import life
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"
ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def mean(chances):
    return sum(rolls * chance for rolls, chance in enumerate(chances))


def steps(checkers, die):
    """What a side that bears off can have after a move by that die; checkers are their points, in order."""
    able = [point for point in checkers if point >= die] or [max(checkers, default=0)]
    for point in set(able) - {0}:
        rest = list(checkers)
        rest.remove(point)
        yield tuple(sorted([*rest, *([point - die] if point > die else [])]))


@cache
def slow_chances(checkers):
    """The distribution of the rolls by the definition: after each roll whatever leaves the fewest on average."""
    if not checkers:
        return (1.0,)
    found = [0.0] * 12
    for one, two in ROLLS:
        ends = [checkers]
        for die in (one,) * 4 if one == two else (one, two):
            ends = [after for end in ends for after in (steps(end, die) if end else [end])]
        if one != two:
            ends += [after for end in steps(checkers, two) for after in (steps(end, one) if end else [end])]
        for rolls, chance in enumerate(min((slow_chances(end) for end in set(ends)), key=mean)):
            if chance:
                found[rolls + 1] += chance / 36
    return tuple(found)


def test_the_database_is_the_plain_recursion():
    database, rng = BearOff(), random.Random(1)
    for _ in range(40 if COMPILED else 8):
        checkers = tuple(sorted(rng.randint(1, 6) for _ in range(rng.randint(1, 4))))
        found = database.distribution([checkers.count(point) for point in range(1, 7)])
        plain = slow_chances(checkers)
        assert found[: len(plain)] == pytest.approx(plain, abs=1e-5)


# How many of the 36 rolls bear two checkers off at once: T. Keith, "Backgammon Galore", "Bearing off two checkers".
TWO = {
    (1, 1): 36, (2, 1): 36, (2, 2): 26, (3, 1): 34, (3, 2): 25, (3, 3): 17, (4, 1): 29, (4, 2): 23, (4, 3): 17,
    (4, 4): 11, (5, 1): 23, (5, 2): 19, (5, 3): 14, (5, 4): 10, (5, 5): 6, (6, 1): 15, (6, 2): 13, (6, 3): 10,
    (6, 4): 8, (6, 5): 6, (6, 6): 4,
}  # fmt: skip


def test_two_checkers_are_borne_off_as_often_as_is_published():
    database = BearOff()
    for pair, rolls in TWO.items():
        chances = database.distribution([pair.count(point) for point in range(1, 7)])
        assert round(36 * chances[1]) == rolls


# The mean of the rolls by `bearoffdump`, of the database that `makebearoff -o 6` makes, GNU Backgammon 1.07.
MEANS = {(0, 0, 0, 0, 0, 15): 12.266, (2, 2, 2, 3, 3, 3): 8.139, (15, 0, 0, 0, 0, 0): 6.980, (0, 0, 0, 5, 5, 5): 10.074}


@pytest.mark.skipif(not COMPILED, reason="it would work out the whole database for 10 seconds")
def test_fifteen_checkers_need_as_many_rolls_as_gnu_backgammon_says():
    database = BearOff()
    for counts, rolls in MEANS.items():
        assert mean(database.distribution(list(counts))) == pytest.approx(rolls, abs=6e-4)


# Shots.


def random_position(seed):
    """A position in which somebody is to roll, some turns into a random game."""
    rng = random.Random(seed)
    game, most = Backgammon(), rng.randint(10, 150)
    for _ in range(most):
        moves = game.moves()
        if not moves:
            break
        game.make(rng.choice(moves))
    return game if game.moves() and game.turn == CHANCE and len(game.moves()) == 21 else random_position(f"{seed}'")


def word(game, seat, viewer, least=1, most=15):
    """The points of that seat with so many checkers, as the viewer counts them."""
    places = [point if seat == viewer else 25 - point for point in range(25)]
    return sum(1 << places[point] for point in range(1, 25) if least <= game.count(seat, point) <= most)


def hits(game, roll):
    """Whether some way to play that roll hits."""
    turn, found = game.copy(), []
    turn.make(turn.parse(roll))
    ahead = [turn]
    seat = turn.turn
    while ahead:
        one = ahead.pop()
        for move in one.moves():
            after = one.copy()
            after.make(move)
            found.append("*" in one.text(move))
            if after.turn == seat and not found[-1]:
                ahead.append(after)
    return any(found)


def test_shots_are_the_rolls_that_hit_by_the_rules():
    # Where one die alone must be played the rules may forbid a hit that the dice would reach: rarely, and by one roll.
    shots, apart = Shots(), 0
    for seed in range(60 if COMPILED else 6):
        game = random_position(seed)
        side = game.seats.index(game.doing().split()[0])
        shots.look(
            word(game, side, side),
            game.count(side, 25),
            word(game, 1 - side, side, 1, 1),
            word(game, 1 - side, side, 2),
        )
        slow = sum(hits(game, f"{max(roll)}-{min(roll)}") for roll in ROLLS)
        apart += abs(slow - shots.rolls) > 0
        assert slow == pytest.approx(shots.rolls, abs=2)
    assert apart <= 3


@every_case(("gap", "rolls"), [*enumerate((11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3), 1)])
def test_a_lone_blot_is_hit_as_often_as_is_published(gap, rolls):
    # The rolls that hit a blot so many points away: T. Keith, "Backgammon Openings: Hitting Shots" (bkgm.com).
    assert Shots().look(1 << 24, 0, 1 << 24 - gap, 0) == rolls


# The estimate.


def exchanged(game):
    """The same position with the seats exchanged."""
    board, *fields = game.position().removeprefix("XGID=").split(":")
    fields[1:3] = [str(-int(field)) for field in fields[1:3]]
    return games.load(f"backgammon:position=XGID={board[::-1].swapcase()}:{':'.join(fields)}")


def test_with_the_seats_exchanged_the_estimate_is_the_negated_one():
    rng = random.Random(3)
    for _ in range(5 if COMPILED else 1):
        game = Backgammon()
        while game.score() is None:
            assert exchanged(game).estimate() == -game.estimate()
            game.make(rng.choice(game.moves()))


def at(xgid):
    return games.load(f"backgammon:position=XGID={xgid}:0:0:1:00:0:0:0:0:0")


def test_of_two_last_checkers_the_estimate_is_exact():
    # White to roll has 13 of 36 rolls for 6 and 2; else Black, on its ace point, is off.
    assert at("--A---A-----------------a-").estimate() == round(1000 * (2 * 13 / 36 - 1))


def test_the_side_that_rolls_is_ahead_where_all_is_even():
    assert 0 < at("-b----E-C---eE---c-e----B-").estimate() < 150


def test_weights_are_those_of_every_class_and_term():
    assert len(all_weights()) == len(CLASSES) * 3 * (2 * len(TERMS) + 2)
    assert all(abs(weight) < 10 for weight in all_weights())
    assert len(set(TERMS)) == len(TERMS)


def test_who_is_farther_behind_in_a_race_is_worse_off():
    worths = [at(f"-E----{'-' * far}B{'-' * (16 - far)}cc-").estimate() for far in range(1, 10)]
    assert all(near > farther for near, farther in pairwise(worths))
