"""Backgammon: its rules against OpenSpiel and a plain second implementation, its notation, its picture, its ends."""

import random
from collections import Counter

import pytest

import games
from games.backgammon import Backgammon
from games.game import CHANCE, IllegalMove
from games.picture import Heap
from players.montecarlo import MonteCarloPlayer
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.highlights import move_marks
from referee.drawing.picture import draw
from referee.support.build import life
from tests.helpers.cases import every_case

COMPILED = life() == "compiled"
GAMES = 200 if COMPILED else 12
COMPARED = 20 if COMPILED else 2  # games of which every position after every turn is compared
PEER = "backgammon(scoring_type=full_scoring,max_player_turns=100000)"  # else it calls long games off


def played(texts, game=None):
    """The position after those moves."""
    game = game or Backgammon()
    for text in texts.split():
        game.make(game.parse(text))
    return game


def texts(game):
    """The texts of all legal moves."""
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


def test_a_key_tells_the_dice_from_the_points_that_they_could_be():
    # Two checkers are borne off by 29 rolls of 36, unless some positions on the way are taken for others.
    known = {}

    def chance(game):
        if game.score() is not None:
            return game.score() > 0
        if game.key() not in known:
            values = [chance(after_move(game, move)) for move in game.moves()]
            weights = [weight for _, weight in game.chances()] if game.turn == CHANCE else []
            mean = sum(value * weight for value, weight in zip(values, weights, strict=False)) / 36
            known[game.key()] = mean if weights else min(values) if game.turn else max(values)
        return known[game.key()]

    assert chance(placed({4: 1, 1: 1}, {1: 1})) * 36 == pytest.approx(29)


def after_move(game, move):
    """The position after that move."""
    twin = game.copy()
    twin.make(move)
    return twin


BAR = 100  # a place as `board` of its states knows it


# OpenSpiel. Its first player is X, our White. A chance outcome of its is an ordered roll, so that two different dice come
# twice; the first roll says who starts. An action moves two checkers, of a double too, which makes two actions of one
# player: from a place by the larger die and from another by the smaller one, as digits to the base 26, or from 676 on the
# other way round. Places are 24 - point for X, point - 1 for O, 24 for the bar and 25 for none.


ROLLS = {}  # our texts of its chance outcomes, by how many there are


def rolls(state):
    """Our texts of its chance outcomes in their order."""
    outcomes = state.legal_actions()
    if len(outcomes) not in ROLLS:
        words = [state.action_to_string(outcome).rstrip(")") for outcome in outcomes]
        pairs = [(*sorted(each[-2:], reverse=True), "O starts" in each) for each in words]
        ROLLS[len(outcomes)] = [f"{low}-{high}" if black else f"{high}-{low}" for high, low, black in pairs]
    return ROLLS[len(outcomes)]


def path_of(action, seat, dice):
    """Its action as our moves without asterisks."""
    low_first, places = divmod(action, 676)
    order = sorted(dice, reverse=not low_first)
    found = []
    for place, die in zip(divmod(places, 26)[::-1], order, strict=True):
        if place != 25:
            start = 25 if place == 24 else place + 1 if seat else 24 - place
            found.append(f"{'bar' if start == 25 else start}/{start - die if start > die else 'off'}")
    return found


def after(game, path):
    """Our position after those moves, or after a pass where there are none."""
    twin = game.copy()
    for text in path or ["pass"]:
        moves = {twin.text(move).rstrip("*"): move for move in twin.moves()}
        twin.make(moves[text])
    return twin


def leaves(game, most=2):
    """The keys of all our positions after so many checkers are moved, or after the turn."""
    found = set()
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found |= leaves(twin, most - 1) if most > 1 and twin.turn == game.turn and twin.moves() else {twin.key()}
    return found


def counts(game):
    """How many checkers each seat has on the points as it counts them, the bar last."""
    return [[game.count(seat, point) for point in range(1, 26)] for seat in (0, 1)]


def counts_of(state):
    """The same of its state."""
    sides = [[state.board(seat, 24 - point if seat == 0 else point - 1) for point in range(1, 25)] for seat in (0, 1)]
    return [[*side, state.board(seat, BAR)] for seat, side in enumerate(sides)]


def rolled(rng, state, game):
    """A roll of both: it has the same probabilities."""
    weights = {game.text(move): weight for move, weight in game.chances()}
    theirs = rolls(state)
    whole = sum(weights.values())
    assert {text: weight * len(theirs) for text, weight in weights.items()} == {
        text: count * whole for text, count in Counter(theirs).items()
    }
    outcome = rng.choice(state.chance_outcomes())[0]
    state.apply_action(outcome)
    return played(theirs[outcome], game)


def in_step(rng, state, game, compared):
    """One move of both, chosen at random among the other's."""
    if state.is_chance_node():
        assert game.turn == CHANCE
        return rolled(rng, state, game)
    assert game.turn == state.current_player()
    dice = (game.show().dice * 2)[:2]
    actions = state.legal_actions()
    if compared:
        assert {after(game, path_of(action, game.turn, dice)).key() for action in actions} == leaves(game)
    action = rng.choice(actions)
    game = after(game, path_of(action, game.turn, dice))
    state.apply_action(action)
    assert counts(game) == counts_of(state)
    if game.turn == CHANCE and not state.is_chance_node() and not state.is_terminal():
        (none,) = state.legal_actions()  # nothing is left of a double, which is a pass of its second action
        state.apply_action(none)
    return game


def test_it_is_the_game_of_openspiel():
    peer = pytest.importorskip("pyspiel").load_game(PEER)
    rng = random.Random(1)
    for number in range(GAMES):
        game, state = Backgammon(), peer.new_initial_state()
        while not state.is_terminal():
            game = in_step(rng, state, game, number < COMPARED)
        assert (game.moves(), game.score()) == ([], state.returns()[0])


# A second implementation: a position is the mover's checkers by point with the bar last, and the other's in the same order.


def plain_steps(mine, theirs, die):
    """What one checker can do by that die: (from, to, mine, theirs)."""
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
    """All ways to use dice in that order as far as it goes: (the steps made, mine, theirs)."""
    found = [
        ([(start, end), *way], *after)
        for start, end, *now in (plain_steps(mine, theirs, dice[0]) if dice and mine[0] < 15 else ())
        for way, *after in plain_turns(*now, dice[1:])
    ]
    return found or [([], mine, theirs)]


def plain(mine, theirs, dice):
    """The legal turns: first steps and the positions that whole turns end in."""
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
    """Our position as the second implementation has it, for that seat to move."""
    mine = tuple(game.count(seat, point) for point in range(26))
    # What is on the other's bar counts as standing on the seat's 0.
    theirs = tuple(game.count(1 - seat, 25 - point) for point in range(25))
    return mine, theirs


def ends(game, seat):
    """The positions that our whole turns end in."""
    found = set()
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found |= ends(twin, seat) if twin.turn == seat and twin.moves() else {sides(twin, seat)}
    return found


def spelt(step):
    """A step of the second implementation as our move without an asterisk."""
    return "pass" if step is None else f"{'bar' if step[0] == 25 else step[0]}/{step[1] or 'off'}"


def strewn(rng):
    """A position at random: few or many checkers, near home or all over, on points of one side each."""
    reach = rng.choice([6, 8, 12, 25])
    points = rng.sample(range(1, 25), 24)
    cut = rng.randint(4, 20)
    sets = [p for p in points[:cut] if p <= reach] + [25] * (reach == 25), [25 - p for p in points[cut:]]
    return [dict(Counter(rng.choice(own or [1]) for _ in range(rng.choice([1, 2, 3, 5, 15])))) for own in sets]


def same_turns(game, seat, dice):
    """Hold that our legal moves and the ends of our turns are those of the second implementation."""
    firsts, after = plain(*sides(game, seat), dice)
    assert {text.rstrip("*") for text in texts(game)} == {spelt(step) for step in firsts}
    assert ends(game, seat) == after


def test_turns_from_positions_at_random_are_those_of_the_second_implementation():
    rng = random.Random(3)
    for _ in range(1000 if COMPILED else 100):
        white, black = strewn(rng)
        if any(25 - point in black for point in white):
            continue
        seat, dice = rng.randrange(2), sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
        game = placed(*((black, white) if seat else (white, black)), "{}-{}".format(*dice), seat)
        same_turns(game, seat, dice)


def test_turns_of_whole_games_are_those_of_the_second_implementation():
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
def test_a_roll_allows(white, black, roll, legal):
    assert texts(placed(white, black, roll)) == legal


def test_of_a_double_the_rest_is_lost_when_it_cannot_be_played():
    game = placed({13: 1}, {17: 2, 20: 2}, "4-4")
    played("13/9", game)
    assert game.turn == CHANCE
    assert played("6-1", game).turn == 1


def test_at_first_each_rolls_a_die():
    game = Backgammon()
    assert {weight for _, weight in game.chances()} == {1}
    assert texts(game) == {f"{white}-{black}" for white in range(1, 7) for black in range(1, 7) if white != black}
    assert [(played(roll).turn, played(roll).show().dice) for roll in ("5-2", "2-5")] == [(0, (5, 2)), (1, (5, 2))]


def test_then_doubles_come_half_as_often():
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
def test_it_ends_with(black, score, reason):
    game = placed({2: 1}, black, "6-2")
    assert game.score() is None
    played("2/off", game)
    assert (game.score(), game.moves(), game.reason()) == (score, [], reason)
    other = played("2/off", placed(black, {2: 1}, "6-2", seat=1))
    assert (other.score(), other.reason()) == (-score, reason.replace("White", "Black"))


# Notation.


@pytest.mark.parametrize(
    "entry", ["13/8", "13-8", "13 8", " 13 / 8 ", "13>8", "13/8*", "13/8 6/5", "13/8/7", "13/8, 6/5"]
)
def test_a_move_is_understood(entry):
    game = placed({13: 2, 6: 2}, {17: 1}, "5-1")
    assert game.text(game.parse(entry)) == "13/8*"


@pytest.mark.parametrize("entry", ["13/8, 24/23", "13/8/6", "13/8 6/5 6/5", "13/5"])
def test_a_turn_with_an_illegal_move_is_refused_as_a_whole(entry):
    with pytest.raises(IllegalMove):
        placed({13: 2, 6: 2}, {17: 1}, "5-1").parse(entry)


@pytest.mark.parametrize(
    ("entry", "text"),
    [("bar/22", "bar/22*"), ("BAR/22*", "bar/22*"), ("25/22", "bar/22*"), ("b/22", "bar/22*"), ("bar-20", "bar/20")],
)
def test_entering_is_understood(entry, text):
    game = placed({25: 2, 6: 2}, {3: 1}, "5-3")
    assert game.text(game.parse(entry)) == text


@pytest.mark.parametrize("entry", ["6/off", "6/o", "6/0", "6-off", "6 off", "6/OFF"])
def test_bearing_off_is_understood(entry):
    game = placed({6: 2}, {3: 1}, "6-3")
    assert game.text(game.parse(entry)) == "6/off"


@pytest.mark.parametrize("entry", ["pass", "Dance", "no move", "none"])
def test_a_pass_is_understood(entry):
    game = placed({25: 2}, {point: 2 for point in range(1, 7)}, "6-1")
    assert game.text(game.parse(entry)) == "pass"


@every_case("entry", ["", "13", "13/9", "8/13", "7/6", "bar/22", "off", "pass", "13/8/", "/8", "13//8", "138"])
def test_what_is_no_move_is_refused(entry):
    with pytest.raises(IllegalMove):
        placed({13: 2, 6: 2}, {17: 1}, "5-1").parse(entry)


@pytest.mark.parametrize("entry", ["3-1", "31", "1-3", "3 1", "roll 3-1", "3,1"])
def test_a_roll_is_understood_in_any_order_but_at_first(entry):
    assert played("3-1 8/5 6/5").text(played("3-1 8/5 6/5").parse(entry)) == "3-1"
    assert Backgammon().text(Backgammon().parse(entry)) == ("1-3" if entry == "1-3" else "3-1")


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


def test_an_unwritten_way_hits_nothing_where_it_need_not():
    game = placed({24: 2}, {7: 1, 13: 1}, "6-4")
    assert game.singles("24/14") == ["24/20", "20/14"]
    assert game.singles("24/18/14") == ["24/18*", "18/14"]


# The picture.


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
    """The lines of the board."""
    lines = draw(game.show(seat), signs, width, move_marks(game, move), 21)
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_the_board_is_drawn():
    game = placed({25: 1, 13: 7, 6: 4}, {25: 2, 24: 2, 6: 5}, "5-2")
    assert (
        "\n".join(drawn(game, 0, UNICODE, 80, game.parse("bar/20")))
        == """\
  B off 6
   13  14  15  16  17  18      19  20  21  22  23  24
  ┌───────────────────────┬───┬───────────────────────┐
  │ W                     │ B │ B [   ]               │
  │ W                     │ B │ B                     │
  │ W                     │   │ B                     │
  │ W                     │   │ B                     │
  │ 7                     │   │ B                     │
  │                       │BAR│         ⚄5 ⚁2         │
  │                       │   │                       │
  │                       │   │ W                     │
  │                       │   │ W                     │
  │                       │   │ W                   B │
  │                       │ W │ W                   B │
  └───────────────────────┴───┴───────────────────────┘
   12  11  10   9   8   7       6   5   4   3   2   1
  W off 3
  White 140 pips, Black 128 pips; White plays"""
    )


def test_it_fits_forty_columns_close_together_and_turned():
    game = played("3-1 8/5 6/5 6-4")
    lines = drawn(game, 1, ASCII, 40, game.parse("24/18"))
    assert max(map(len, lines)) <= 40
    assert lines[1:3] == [" 13 14 15 16 17 18    19 20 21 22 23 24", "|B           W [  ]  |W  W          (B )"]
    assert lines[13] == " 12 11 10 9  8  7     6  5  4  3  2  1"


# How it is played.


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
