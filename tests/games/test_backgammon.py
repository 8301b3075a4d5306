"""Backgammon: its rules against a plain second implementation, its texts, picture and ends, and its estimate."""

import random
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

import games
from games.backgammon import Backgammon
from games.backgammon.evaluation import Shots
from games.backgammon.race import BearOff
from games.backgammon.weights import CLASSES, TERMS, all_weights
from games.base.positions import position_after
from games.game import CHANCE, IllegalMove
from games.picture import Heap
from players.montecarlo import MonteCarloPlayer
from referee.drawing.glyphs import ASCII
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.support.build import life
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"


def played(texts, game=None):
    game = game or Backgammon()
    for text in texts.split():
        game.make(game.parse(text))
    return game


def texts(game):
    return {game.text(move) for move in game.moves()}


def placed(white, black, roll="", seat=0):
    """A position in which that seat has rolled, or is to roll: White's and Black's checkers by point, each as it counts.

    Of fifteen the rest is off.
    """
    game = played("3-1 8/5 6/5" if seat else "1-3 8/5 6/5")
    for side, points in enumerate((white, black)):
        heaps = {0: 15 - sum(points.values()), **points}
        planes = game.planes
        for digit in range(4):
            planes[4 * side + digit] = sum(1 << point for point, count in heaps.items() if count >> digit & 1)
        game.planes = planes
    return played(roll, game)


def test_the_key_tells_dice_from_points():
    # Two checkers are borne off by 29 rolls of 36, unless some positions on the way are taken for others.
    known = {}

    def chance(game):
        if game.score() is not None:
            return game.score() > 0
        if game.key() not in known:
            values = [chance(position_after(game, move)) for move in game.moves()]
            weights = [weight for _, weight in game.chances()] if game.turn == CHANCE else []
            mean = sum(value * weight for value, weight in zip(values, weights, strict=False)) / 36
            known[game.key()] = mean if weights else min(values) if game.turn else max(values)
        return known[game.key()]

    assert chance(placed({4: 1, 1: 1}, {1: 1})) * 36 == pytest.approx(29)


# OpenSpiel. Its first player is X, our White. A chance outcome of its is an ordered roll, so that two different dice come
# twice; the first roll says who starts. An action moves two checkers, of a double too, which makes two actions of one
# player: from a place by the larger die and from another by the smaller one, as digits to the base 26, or from 676 on the
# other way round. Places are 24 - point for X, point - 1 for O, 24 for the bar and 25 for none.


# A second implementation: a position is the mover's checkers by point with the bar last, and the other's in the same order.


def plain_steps(mine, theirs, die):
    """Yield what one checker can do with this die: from, to, mine, theirs."""
    for start in [25] if mine[25] else range(1, 25):
        end = max(start - die, 0)
        higher = any(mine[start + 1 :])
        if not mine[start] or end and theirs[end] > 1 or not end and (any(mine[7:]) or start < die and higher):
            continue
        ours, others = list(mine), list(theirs)
        ours[start] -= 1
        ours[end] += 1
        if end:
            others[0] += others[end]
            others[end] = 0
        yield start, end, tuple(ours), tuple(others)


def plain_turns(mine, theirs, dice):
    """Return all ways to use the dice in this order: the steps made, mine, theirs."""
    found = [
        ([(start, end), *way], *after)
        for start, end, *now in (plain_steps(mine, theirs, dice[0]) if dice and mine[0] < 15 else ())
        for way, *after in plain_turns(*now, dice[1:])
    ]
    return found or [([], mine, theirs)]


def plain(mine, theirs, dice):
    """Return the first steps of all legal turns, and the positions in which they end."""
    high, low = max(dice), min(dice)
    if high == low:
        turns = plain_turns(mine, theirs, [high] * 4)
    else:
        large, small = plain_turns(mine, theirs, [high, low]), plain_turns(mine, theirs, [low, high])
        turns = large + small
        if max(len(way) for way, *_ in turns) == 1 and large[0][0]:
            turns = large
    longest = max(len(way) for way, *_ in turns)
    kept = [(way, tuple(after)) for way, *after in turns if len(way) == longest]
    return {way[0] if way else None for way, _ in kept}, {after for _, after in kept}


def sides(game, seat):
    """Return our position for the second implementation, with this seat to move."""
    mine = tuple(game.count(seat, point) for point in range(26))
    # What is on the other's bar counts as standing on the seat's 0.
    theirs = tuple(game.count(1 - seat, 25 - point) for point in range(25))
    return mine, theirs


def ends(game, seat):
    found = set()
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found |= ends(twin, seat) if twin.turn == seat and twin.moves() else {sides(twin, seat)}
    return found


def spelt(step):
    return "pass" if step is None else f"{'bar' if step[0] == 25 else step[0]}/{step[1] or 'off'}"


def strewn(rng):
    """Return a random position: few or many checkers, near home or all over."""
    reach = rng.choice([6, 8, 12, 25])
    points = rng.sample(range(1, 25), 24)
    cut = rng.randint(4, 20)
    sets = [p for p in points[:cut] if p <= reach] + [25] * (reach == 25), [25 - p for p in points[cut:]]
    return [dict(Counter(rng.choice(own or [1]) for _ in range(rng.choice([1, 2, 3, 5, 15])))) for own in sets]


def same_turns(game, seat, dice):
    """Check our first moves and the ends of our turns against the second implementation."""
    firsts, after = plain(*sides(game, seat), dice)
    assert {text.rstrip("*") for text in texts(game)} == {spelt(step) for step in firsts}
    assert ends(game, seat) == after


def test_turns_from_random_positions_equal_the_second_implementation():
    rng = random.Random(3)
    for _ in range(1000 if COMPILED else 100):
        white, black = strewn(rng)
        if any(25 - point in black for point in white):
            continue
        seat, dice = rng.randrange(2), sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
        game = placed(*((black, white) if seat else (white, black)), "{}-{}".format(*dice), seat)
        same_turns(game, seat, dice)


def test_turns_of_whole_games_equal_the_second_implementation():
    rng = random.Random(4)
    for _ in range(3 if COMPILED else 1):
        game = Backgammon()
        while moves := game.moves():
            game.make(rng.choice(moves))
            dice = game.show().dice
            if len(dice) in (2, 4) and game.turn != CHANCE and len(dice) == (4 if dice[0] == dice[1] else 2):
                same_turns(game, game.turn, dice[:2])


# Rules by example, each with the heading it has at bkgm.com/rules.html.


@every_case(
    ("white", "black", "roll", "legal"),
    [
        # "Movement of the Checkers": both dice, if possible, ...
        ({8: 1}, {24: 1, 23: 2}, "6-1", {"8/7"}),  # 8/2 is shut, 8/7/1* plays both
        # ... else the larger one, if that is possible, ...
        ({13: 1}, {19: 2, 18: 2}, "6-1", {"13/12"}),  # the 6 is shut at once; so is 12/6
        ({20: 1}, {12: 2}, "6-1", {"20/14"}),  # either can be played, not both
        # ... and a double as often as possible.
        ({13: 1, 12: 1}, {17: 2}, "4-4", {"13/9"}),  # 12/8 is shut
        # "Hitting and Entering": the bar comes first, and whoever cannot enter passes.
        ({25: 1, 6: 2}, {6: 7, 24: 1}, "6-1", {"bar/24"}),
        ({25: 2, 6: 2}, {point: 2 for point in range(1, 7)}, "6-1", {"pass"}),
        ({25: 1}, {3: 1, 5: 2}, "5-3", {"bar/22*"}),
        # "Bearing Off": exactly, or by more from the highest point; not while one is away.
        ({6: 1, 4: 2}, {1: 2}, "6-4", {"6/off", "4/off", "6/2"}),
        ({4: 2, 2: 1}, {1: 2}, "6-5", {"4/off"}),
        ({5: 1, 2: 1}, {1: 2}, "4-4", {"5/1"}),
        ({7: 1, 3: 2}, {1: 2}, "3-2", {"7/4", "7/5", "3/1"}),
        ({3: 1}, {1: 2}, "6-1", {"3/2"}),  # 3/off would leave the 1
    ],
)
def test_a_roll_allows_exactly_the_moves_of_the_rules(white, black, roll, legal):
    assert texts(placed(white, black, roll)) == legal


def test_moves_of_a_double_that_cannot_be_played_are_lost():
    game = placed({13: 1}, {17: 2, 20: 2}, "4-4")
    played("13/9", game)
    assert game.turn == CHANCE
    assert played("6-1", game).turn == 1


def test_at_first_each_rolls_a_die():
    game = Backgammon()
    assert {weight for _, weight in game.chances()} == {1}
    assert texts(game) == {f"{white}-{black}" for white in range(1, 7) for black in range(1, 7) if white != black}
    assert [(played(roll).turn, played(roll).show().dice) for roll in ("5-2", "2-5")] == [(0, (5, 2)), (1, (5, 2))]


def test_after_the_first_roll_doubles_are_half_as_likely():
    weights = {played("3-1 8/5 6/5").text(move): weight for move, weight in played("3-1 8/5 6/5").chances()}
    assert len(weights) == 21
    assert all(weight == (1 if roll[0] == roll[2] else 2) for roll, weight in weights.items())


@pytest.mark.parametrize(
    ("black", "score", "reason"),
    [
        ({24: 3}, 1, "White bore off all checkers"),
        ({18: 15}, 2, "White bore off all checkers, a gammon"),
        ({19: 1, 2: 14}, 3, "White bore off all checkers, a backgammon"),
        ({25: 1, 2: 14}, 3, "White bore off all checkers, a backgammon"),
    ],
)
def test_bearing_off_all_checkers_wins_a_game_a_gammon_or_a_backgammon(black, score, reason):
    game = placed({2: 1}, black, "6-2")
    assert game.score() is None
    played("2/off", game)
    assert (game.score(), game.moves(), game.reason()) == (score, [], reason)
    other = played("2/off", placed(black, {2: 1}, "6-2", seat=1))
    assert (other.score(), other.reason()) == (-score, reason.replace("White", "Black"))


@every_case(
    ("white", "black", "roll", "text", "entries"),
    [
        (
            {13: 2, 6: 2}, {17: 1}, "5-1", "13/8*",
            ["13/8", "13-8", "13 8", " 13 / 8 ", "13>8", "13/8*", "13/8 6/5", "13/8/7", "13/8, 6/5"],
        ),
        ({25: 2, 6: 2}, {3: 1}, "5-3", "bar/22*", ["bar/22", "BAR/22*", "25/22", "b/22"]),
        ({25: 2, 6: 2}, {3: 1}, "5-3", "bar/20", ["bar-20"]),
        ({6: 2}, {3: 1}, "6-3", "6/off", ["6/off", "6/o", "6/0", "6-off", "6 off", "6/OFF"]),
        ({25: 2}, {point: 2 for point in range(1, 7)}, "6-1", "pass", ["pass", "Dance", "no move", "none"]),
    ],
)  # fmt: skip
def test_a_checkers_move_is_read_however_it_is_typed(white, black, roll, text, entries):
    game = placed(white, black, roll)
    assert {entry: game.text(game.parse(entry)) for entry in entries} == dict.fromkeys(entries, text)


@every_case(
    "entry",
    [
        "", "13", "13/9", "8/13", "7/6", "bar/22", "off", "pass", "13/8/", "/8", "13//8", "138",
        "13/8, 24/23", "13/8/6", "13/8 6/5 6/5", "13/5",
    ],
)  # fmt: skip
def test_an_illegal_move_and_a_turn_with_one_are_refused(entry):
    with pytest.raises(IllegalMove):
        placed({13: 2, 6: 2}, {17: 1}, "5-1").parse(entry)


@pytest.mark.parametrize(
    ("roll", "entry", "single"),
    [
        ("5-1", "13/8 6/5*", ["13/8", "6/5*"]),
        ("6-4", "24/14", ["24/18", "18/14"]),
        ("6-4", "24/18/14", ["24/18", "18/14"]),
        ("2-2", "8/4(2)", ["8/6", "6/4", "8/6", "6/4"]),
        ("2-2", "13/11(2), 6/4(2)", ["13/11", "13/11", "6/4", "6/4"]),
        ("6-4", "24-20 13-7", ["24/20", "13/7"]),
        ("6-4", "8/1 13/7", ["8/1", "13/7"]),  # what is illegal is left to be refused
        ("6-4", "undo", ["undo"]),
    ],
)
def test_a_whole_turn_is_split_into_single_moves(roll, entry, single):
    game = placed({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 5, 8: 3, 6: 5}, roll)
    assert game.singles(entry) == single


def test_a_way_that_is_not_written_avoids_hits():
    game = placed({24: 2}, {7: 1, 13: 1}, "6-4")
    assert game.singles("24/14") == ["24/20", "20/14"]
    assert game.singles("24/18/14") == ["24/18*", "18/14"]


def test_each_seat_sees_its_home_at_the_lower_right():
    game = played("3-1 8/5 6/5 6-4")
    white, black = game.show(0), game.show(1)
    assert white == game.show()
    assert white.rows[1][6:8] == (Heap("6", 4, 0), Heap("5", 2, 0))
    assert black.rows[0][6:8] == (Heap("19", 4, 0), Heap("20", 2, 0))
    assert black.rows[1][6:8] == (Heap("6", 5, 1), Heap("5", 0))
    assert (white.turned, black.turned, white.dice) == (False, True, (6, 4))
    assert white.note == black.note == "White 163 pips, Black 167 pips; Black plays"


def test_a_move_takes_place_on_its_points():
    game = played("3-1 8/5 6/5 6-4")
    assert game.cells(game.parse("24/18")) == ((1, 11), (1, 5))
    bar, off = placed({25: 1}, {3: 2}, "5-1"), placed({6: 2}, {3: 2}, "6-1")
    assert bar.cells(bar.parse("bar/20")) == ((0, 7),)
    assert off.cells(off.parse("6/off")) == ((1, 6),)
    assert off.cells(played("3-1 8/5 6/5").moves()[0]) == ()


def drawn(game, seat, signs, width, move=None):
    lines = draw(game.show(seat), signs, width, move_marks(game, move), 21)
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_the_board_fits_forty_columns_even_turned():
    game = played("3-1 8/5 6/5 6-4")
    lines = drawn(game, 1, ASCII, 40, game.parse("24/18"))
    assert max(map(len, lines)) <= 40
    assert lines[1:3] == [" 13 14 15 16 17 18    19 20 21 22 23 24", "|B           W [  ]  |W  W          (B )"]
    assert lines[13] == " 12 11 10 9  8  7     6  5  4  3  2  1"


def test_the_estimate_is_fair_and_tells_who_is_ahead():
    assert Backgammon().estimate() == 0
    ahead, behind = placed({6: 2}, {6: 9}), placed({6: 9}, {6: 2}, seat=1)
    assert ahead.estimate() == -behind.estimate() > Backgammon.point / 2
    assert placed({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 8: 5}).estimate() < -0.9 * Backgammon.point
    over = played("2/off", placed({2: 1}, {18: 15}, "6-2"))
    assert over.estimate() == 2 * Backgammon.point


def test_moves_that_hit_come_first():
    game = placed({13: 2, 6: 2}, {17: 1, 20: 1}, "5-1")
    forcing = [game.text(move) for move in game.forcing()]
    assert forcing == [game.text(move) for move in game.moves()][: len(forcing)] == ["13/8*", "6/5*"]


@pytest.mark.skipif(not COMPILED, reason="thousands of playouts take their time")
def test_monte_carlo_beats_random_moves():
    rng, score = random.Random(5), 0
    player = MonteCarloPlayer(playouts=6, seed=1)
    for _ in range(5):
        game = Backgammon()
        while moves := game.moves():
            if game.turn == 0:
                game.make(player.think(game).move)
            else:
                game.make(rng.choices(moves, [game.weight(move) if game.turn == CHANCE else 1 for move in moves])[0])
        score += game.score()
    assert score >= 5


ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def mean(chances):
    return sum(rolls * chance for rolls, chance in enumerate(chances))


def steps(checkers, die):
    """Yield what a side that bears off can have after a move by the die; checkers are sorted points."""
    able = [point for point in checkers if point >= die] or [max(checkers, default=0)]
    for point in set(able) - {0}:
        rest = list(checkers)
        rest.remove(point)
        yield tuple(sorted([*rest, *([point - die] if point > die else [])]))


@cache
def slow_chances(checkers):
    """Return the distribution of the rolls by its definition."""
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


def test_the_bear_off_database_equals_the_plain_recursion():
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


def random_position(seed):
    """Return a position before a roll, some turns into a random game."""
    rng = random.Random(seed)
    game, most = Backgammon(), rng.randint(10, 150)
    for _ in range(most):
        moves = game.moves()
        if not moves:
            break
        game.make(rng.choice(moves))
    return game if game.moves() and game.turn == CHANCE and len(game.moves()) == 21 else random_position(f"{seed}'")


def word(game, seat, viewer, least=1, most=15):
    """Return the points where the seat has `least` to `most` checkers, as the viewer counts."""
    places = [point if seat == viewer else 25 - point for point in range(25)]
    return sum(1 << places[point] for point in range(1, 25) if least <= game.count(seat, point) <= most)


def hits(game, roll):
    """Return whether some way to play the roll hits."""
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


def exchanged(game):
    board, *fields = game.position().removeprefix("XGID=").split(":")
    fields[1:3] = [str(-int(field)) for field in fields[1:3]]
    return games.load(f"backgammon:position=XGID={board[::-1].swapcase()}:{':'.join(fields)}")


def test_exchanging_the_seats_negates_the_estimate():
    rng = random.Random(3)
    for _ in range(5 if COMPILED else 1):
        game = Backgammon()
        while game.score() is None:
            assert exchanged(game).estimate() == -game.estimate()
            game.make(rng.choice(game.moves()))


def at(xgid):
    return games.load(f"backgammon:position=XGID={xgid}:0:0:1:00:0:0:0:0:0")


def test_the_estimate_of_two_last_checkers_is_exact():
    # White to roll has 13 of 36 rolls for 6 and 2; else Black, on its ace point, is off.
    assert at("--A---A-----------------a-").estimate() == round(1000 * (2 * 13 / 36 - 1))


def test_the_side_that_rolls_is_ahead_in_an_even_position():
    assert 0 < at("-b----E-C---eE---c-e----B-").estimate() < 150


def test_every_class_and_term_has_its_weights():
    assert len(all_weights()) == len(CLASSES) * 3 * (2 * len(TERMS) + 2)
    assert all(abs(weight) < 10 for weight in all_weights())
    assert len(set(TERMS)) == len(TERMS)


def test_the_estimate_falls_with_the_pips_behind_in_a_race():
    worths = [at(f"-E----{'-' * far}B{'-' * (16 - far)}cc-").estimate() for far in range(1, 10)]
    assert all(near > farther for near, farther in pairwise(worths))


def test_the_position_of_russell_and_norvig_has_the_four_turns_of_their_figure():
    game = games.load("backgammon", position="russell-norvig")
    turns = set()
    for one in game.moves():
        twin = game.copy()
        twin.make(one)
        turns |= {frozenset({game.text(one), twin.text(other)}) for other in twin.moves()}
    # The book counts 5-10 for 20/15, as 25 less each point.
    assert turns == {frozenset(each.split()) for each in ("20/15 20/14", "20/14 6/1", "20/15 15/9", "20/14 14/9")}
    assert games.load("backgammon", position=game.position()).moves() == game.moves()
