"""Clocks: as they are typed, what they show and give, and budgets in the place of time."""

import json
import math

import pytest
from hypothesis import given, strategies as st

from games.names.catalogue import SpecError
from referee.match.clock_text import ALLOWED, read_clock, restore_control, store_control, write_clock, write_number
from referee.match.clocks import (
    NO_CLOCKS,
    RESERVE,
    UNLIMITED,
    ByoYomi,
    ClockSession,
    Control,
    SeatClock,
    TimeLeft,
    format_clock,
    give_budget,
    give_budgets,
)
from referee.match.options import ClockOption
from tests.helpers.cases import every_case


@every_case(("text", "control"), [
    ("5m+3s", Control(total=300, increment=3)), ("300+3", Control(total=300, increment=3)),
    ("90s", Control(total=90)), ("1H", Control(total=3600)), ("0.5m + 1", Control(total=30, increment=1)),
    ("5m+d3s", Control(total=300, delay=3)), ("40/5m", Control(total=300, moves=40)),
    ("40/300+2", Control(total=300, moves=40, increment=2)),
    ("40/2h:20/1h:15m+30s", Control(total=7200, moves=40, later=(ClockSession(3600, 20), ClockSession(900, None, 30)))),
    ("5m/10x20s", Control(total=300, byo_yomi=ByoYomi(20, periods=10))),
    ("0s/1x30", Control(total=0, byo_yomi=ByoYomi(30, periods=1))),
    ("5m/25/10m", Control(total=300, byo_yomi=ByoYomi(600, moves=25))), ("nodes=10000", Control(nodes=10000)),
    ("depth=6", Control(depth=6)), ("5m,1m+2s", Control(total=300, second=Control(total=60, increment=2))),
    ("5m,nodes=9", Control(total=300, second=Control(nodes=9))),
])  # fmt: skip
def test_clocks_are_typed_in_several_ways(text, control):
    assert read_clock(text) == control


@every_case(
    "text",
    [
        "", "5x", "-5", "0", "0m+3", "25h", "5m+", "m", "5m+3s+1", "1e9", "nan", "5m+25h", "5m d3s", "5m~3s",
        # A number before a slash counts moves, and a time has a unit there.
        "300/10x20s", "0/5m", "1001/5m", "40/", "/5m", "5m/", "5m/20s", "5m/0x20s", "5m/10x0s", "5m/10x", "40/5m/10x20s",
        "5m+3s/10x20s", "5m/3x25/10m", "x20s",
        # Minutes and seconds look like two sessions, and a session without moves has no end.
        "1:30", "40/1:30", "40/1:30+1", "5m:3m", "40/5m:", ":5m", "5m:40/5m", "40/2h:20/1h:900",
        ":".join(["1/1m"] * 10),
        "5m,", ",5m", "5m,1m,1m", "nodes=0", "nodes=", "nodes", "depth=10001", "nodes=1.5", "plies=3", "nodes=5+3s",
    ],
)  # fmt: skip
def test_a_wrong_clock_is_quoted_with_the_allowed_ones(text):
    with pytest.raises(ValueError, match="must be a time of at most 24h") as error:
        read_clock(text)
    assert str(error.value) == f"{text!r} must be {ALLOWED}"
    assert "\n" not in ALLOWED


def test_every_example_that_is_named_as_allowed_is_read():
    examples = [word.strip(",();") for word in ALLOWED.split() if word[:1].isdigit() or "=" in word]
    assert len(examples) >= 10
    for example in set(examples) - {"24h"}:
        assert isinstance(read_clock(example), Control)


@every_case(("text", "words"), [
    ("5m", "5 minutes for the game"), ("90+1", "1 minute 30 seconds for the game and 1 second more after each move"),
    ("0.5", "0.5 seconds for the game"), ("5m+d3s", "5 minutes for the game and a delay of 3 seconds at each move"),
    ("40/5m", "5 minutes for each 40 moves"), ("40/2h:20/1h", "2 hours for 40 moves, then 1 hour for each 20 moves"),
    ("40/2h:15m+30s", "2 hours for 40 moves, then 15 minutes for the rest and 30 seconds more after each move"),
    ("5m/10x20s", "5 minutes, then 10 periods of 20 seconds"), ("0s/1x1m", "1 period of 1 minute"),
    ("5m/25/10m", "5 minutes, then 10 minutes for each 25 moves"), ("nodes=10000", "10,000 nodes a move"),
    ("depth=6", "depth 6"), ("5m,1m", "5 minutes for the game; for the second player 1 minute for the game"),
])  # fmt: skip
def test_a_control_says_what_it_binds_to(text, words):
    assert str(read_clock(text)) == words


def test_a_limit_for_each_move_is_said_before_the_clock():
    assert str(Control(5)) == "5 seconds a move"
    assert str(Control(0.5, 300)) == "0.5 seconds a move, 5 minutes for the game"
    assert str(Control()) == ""


# What is written is read again.


@every_case("text", [
    "5m", "90s", "0.5s", "2h", "5m+3s", "5m+d3s", "40/5m", "40/2h:20/1h:15m", "5m/10x20s", "0s/1x30s", "5m/25/10m",
    "nodes=10000", "depth=6", "5m,1m",
])  # fmt: skip
def test_a_clock_is_written_as_it_is_typed(text):
    assert write_clock(read_clock(text)) == text


seconds = st.one_of(
    st.integers(1, 86400), st.integers(1, 24).map(lambda hours: hours * 3600), st.sampled_from([0.5, 2.25])
)
moves = st.integers(1, 1000)
times = st.one_of(
    seconds.map("{}s".format), st.builds("{}{}".format, st.decimals("0.01", 23, places=2), st.sampled_from("mh"))
)


@st.composite
def sessions(draw):
    counted = draw(st.lists(st.tuples(moves, times), max_size=4))
    more = draw(st.sampled_from(["", "+3s", "+d3s", "+1m", "+0.07m"]))
    last = draw(st.sampled_from(["", "40/"])) + f"{draw(times)}{more}"
    return ":".join([*(f"{count}/{time}" for count, time in counted), last])


byo_yomis = st.builds(
    lambda main, count, sign, time: f"{main}/{count}{sign}{time}", times, moves, st.sampled_from("x/"), times
)
budgets = st.builds("{}={}".format, st.sampled_from(["nodes", "depth"]), st.integers(1, 10000))
seats = st.one_of(sessions(), byo_yomis, budgets)


@given(seats, st.one_of(st.none(), seats), st.one_of(st.none(), seconds))
def test_a_clock_survives_writing_and_storing(first, second, move):
    control = read_clock(first if second is None else f"{first},{second}")
    assert read_clock(write_clock(control)) == control
    control = control.with_move(move)
    assert restore_control(**json.loads(json.dumps(store_control(control)))) == control
    assert control.swapped.swapped == control


@given(
    seats, st.one_of(st.just("-"), seats), st.one_of(st.none(), seconds), st.one_of(st.none(), seconds), st.booleans()
)
def test_the_clocks_of_both_seats_are_stored_if_only_one_has_a_clock_or_a_limit(first, second, one, other, swap):
    control = read_clock(f"{first},{second}")
    control = control.swapped if swap else control
    assert read_clock(write_clock(control)) == control
    control = Control.of_seats(control.of(0).with_move(one), control.of(1).with_move(other))
    assert restore_control(**json.loads(json.dumps(store_control(control)))) == control


@pytest.mark.parametrize("text", ["1s,-@x", "1s@nan,-", "-@1", "1s@1,-,-", "1s@-1,-", "@1,@2"])
def test_a_stored_clock_that_nobody_wrote_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011  # the tables name what is damaged
        restore_control(None, None, 0.0, text)


@given(st.floats(0, 1e12, allow_subnormal=False))
def test_numbers_are_written_with_all_of_their_digits(number):
    assert float(write_number(number)) == number
    assert "e" not in write_number(number)


def test_simple_clocks_are_stored_as_in_older_versions():
    assert store_control(Control(2.5, 60.0, 1.0)) == {"move": 2.5, "total": 60.0, "increment": 1.0}
    assert list(store_control(Control(total=60.0))) == ["move", "total", "increment"]
    assert store_control(read_clock("40/5m"))["clock"] == "40/5m"


def test_the_option_of_commands_takes_no_other_value():
    option = ClockOption()
    assert all(option.fits(option.read(text)) for text in option.examples)
    assert option.fits(option.read("5m"))
    assert not option.fits(Control())
    assert not option.fits((300.0, 3.0))


# What the clock of a seat shows: by hand, and against a clock that goes tick by tick.


def shown(text, *moves):
    """Return what the clock of seat 0 shows at the start and after moves of these seconds."""
    control = read_clock(text)
    lefts = [control.start]
    for seconds in moves:
        lefts.append(control.after(lefts[-1], 0, seconds))
    assert {left[1] for left in lefts} == {control.start[1]}
    return [str(left[0]) for left in lefts]


@every_case(
    ("text", "moves", "lines"),
    [
        ("1m", (10, 20, 31), "1:00 0:50 0:30 0:00.0"),
        ("1m+5s", (10, 20, 40), "1:00 0:55 0:40 0:05.0"),
        # The delay is free, and what of it is not used is lost.
        ("1m+d5s", (3, 5, 15), "1:00 1:00 1:00 0:50"),
        # After two moves another minute comes to what is left, and again after two more.
        ("2/1m", (10, 20, 30, 10, 70), "2/1:00 1/0:50 2/1:30 1/1:00 2/1:50 1/0:40"),
        ("2/1m+5s", (10, 20), "2/1:00 1/0:55 2/1:40"),
        # The second session is for three moves, the third for the rest.
        ("2/1m:3/30s:15s", (10, 20, 5, 5, 5, 40), "2/1:00 1/0:50 3/1:00 2/0:55 1/0:50 1:00 0:20"),
        ("1/1m:2/30s+5s", (10, 10, 20, 10, 10), "1/1:00 2/1:20 1/1:15 2/1:30 1/1:25 2/1:50"),
        # Three periods of 20 seconds: a move in time gives the period back, one that takes 45 costs two of them.
        ("1m/3x20s", (50, 5, 15, 45, 5), "1:00 0:10 0:05.0 3x0:20 1x0:20 1x0:20"),
        ("1m/3x20s", (60, 20, 19), "1:00 3x0:20 2x0:20 2x0:20"),
        ("0s/2x10s", (9, 10, 9), "2x0:10 2x0:10 1x0:10 1x0:10"),
        # Three moves in 30 seconds: when they are made, there are 30 again, whatever was left.
        ("1m/3/30s", (55, 10, 5, 5, 1), "1:00 0:05.0 2/0:25 1/0:20 3/0:30 2/0:29"),
        ("0s/1/10s", (9, 1), "1x0:10 1x0:10 1x0:10"),
    ],
)
def test_each_control_gives_and_takes_time_as_counted_by_hand(text, moves, lines):
    assert shown(text, *moves) == lines.split()


def test_a_game_of_the_world_championship_gets_an_increment_from_move_61_only():
    # FIDE, Regulations for the FIDE World Championship Match 2021: 120 minutes for the first 40 moves, 60 for the next
    # 20, then 15 minutes for the rest, with an increment of 30 seconds starting from move 61.
    control = read_clock("40/120m:20/60m:15m+30s")
    left = control.start
    for move in range(1, 63):
        left = control.after(left, 1, 120.0)
        if move in (39, 40, 60, 61):
            clock = left[1]
            counts = {39: (42 * 60, 1, 0), 40: (100 * 60, 20, 1), 60: (75 * 60, None, 2), 61: (73 * 60 + 30, None, 2)}
            assert (clock.seconds, clock.moves, clock.session) == counts[move]


FIVE = 300 - RESERVE  # seconds of five minutes that are shared out


@every_case(("text", "limit", "allotted"), [
    ("5m", 300, FIVE / 25), ("5m+10s", 300, FIVE / 25 + 8), ("5m+d10s", 310, FIVE / 25 + 8),
    ("40/5m", 300, FIVE / 25), ("4/5m", 300, FIVE / 5), ("1/5m", 300, FIVE / 2), ("5m/10x20s", 500, 16),
    ("10m/1x20s", 620, (600 - RESERVE) / 25), ("0s/10x20s", 200, 16), ("5m/25/10m", 900, 0.8 * 600 / 25),
    ("0s/25/10m", 600, 0.8 * 600 / 25), ("nodes=5", math.inf, math.inf),
])  # fmt: skip
def test_a_move_has_the_time_that_is_left_and_a_program_its_share(text, limit, allotted):
    control = read_clock(text)
    assert control.limit(control.start, 0) == limit
    assert control.allotted(control.start, 0) == pytest.approx(allotted)


def test_the_limit_of_a_move_binds_beside_any_clock():
    control = read_clock("5m/10x20s,1m").with_move(12.0)
    assert [control.limit(control.start, seat, 5.0) for seat in (0, 1)] == [7.0, 7.0]
    assert control.limit(NO_CLOCKS, 0) == 12.0
    assert Control().limit(NO_CLOCKS, 0) == math.inf


def test_time_for_requests_uses_up_delay_and_period():
    control = read_clock("1m+d5s")
    left = control.spent(control.start, 0, 3.0)
    assert (str(left[0]), control.limit(left, 0, 3.0)) == ("1:00", 62.0)
    left = control.spent(left, 0, 4.0, 3.0)
    assert (str(left[0]), control.limit(left, 0, 7.0)) == ("0:58", 58.0)
    assert str(control.after(left, 0, 1.0, 7.0)[0]) == "0:57"
    control = read_clock("0s/3x10s")
    left = control.spent(control.start, 0, 14.0)
    assert (str(left[0]), control.limit(left, 0)) == ("2x0:06.0", 16.0)
    assert str(control.after(left, 0, 3.0)[0]) == "2x0:10"


def test_odds_are_a_clock_of_its_own_for_each_seat():
    control = read_clock("5m,40/1m+2s")
    assert tuple(map(str, control.start)) == ("5:00", "40/1:00")
    assert tuple(map(str, control.swapped.start)) == ("40/1:00", "5:00")
    assert control.swapped.swapped == control
    left = control.after(control.after(control.start, 0, 10.0), 1, 10.0)
    assert tuple(map(str, left)) == ("4:50", "39/0:52")
    assert (control.limit(left, 0), control.limit(left, 1)) == (290.0, 52.0)
    assert read_clock("5m,5m") == read_clock("5m")


@pytest.mark.parametrize(
    ("text", "moves", "told", "stones"),
    [
        ("nodes=7", (), TimeLeft(), 0),
        ("5m+3s", (10,), TimeLeft(base=300.0, main=293.0, increment=3.0), 0),
        ("5m+d3s", (10,), TimeLeft(base=300.0, main=293.0, delay=3.0), 0),
        ("40/5m", (10,), TimeLeft(base=300.0, base_moves=40, main=290.0, moves=39), 39),
        ("1/5m:40/1m", (10,), TimeLeft(base=60.0, base_moves=40, main=350.0, moves=40), 40),
        ("5m/10x20s", (10.5,), TimeLeft(base=300.0, main=289.5, base_periods=10, byo_yomi=20.0, byo_stones=1, periods=10), 0),
        (
            "5m/10x20s", (330,),
            TimeLeft(base=300.0, main=0.0, base_periods=10, byo_yomi=20.0, byo_stones=1, periods=9, period_left=20.0, stones_left=1),
            9,
        ),
        (
            "5m/25/10m", (310, 20),
            TimeLeft(base=300.0, main=0.0, base_periods=1, byo_yomi=600.0, byo_stones=25, periods=1, period_left=570.0, stones_left=23),
            23,
        ),
    ],
)  # fmt: skip
def test_programs_get_the_time_in_the_terms_of_protocols(text, moves, told, stones):
    control = read_clock(text)
    left = control.start
    for seconds in moves:
        left = control.after(left, 1, seconds)
    assert control.told(left, 1) == told
    assert control.told(left, 1).gtp_stones == stones


def test_a_limit_for_each_move_is_told_with_what_is_left_of_it():
    assert Control(move=5.0).told(NO_CLOCKS, 0, 2.0) == TimeLeft(move=3.0)


@pytest.mark.parametrize(("seconds", "text"), [
    (3661, "1:01:01"), (299.1, "5:00"), (60, "1:00"), (9.97, "0:09.9"), (0.04, "0:00.0"), (-1, "0:00.0"),
    (10, "0:10"),
])  # fmt: skip
def test_times_are_shown_as_clocks_show_them(seconds, text):
    assert format_clock(seconds) == text


# A second implementation: a clock with hands, which goes tick by tick. Times are in ticks of a quarter of a second.

TICK = 0.25
durations = st.integers(1, 40)


@st.composite
def controls(draw):
    """A control in ticks: sessions of (moves, ticks, increment, delay), and byo-yomi of (ticks, periods, moves) or none."""
    if draw(st.booleans()):
        periods, moves = draw(st.sampled_from([(1, 1), (3, 1), (1, 4), (2, 3)]))
        return [(None, draw(st.integers(0, 40)), 0, 0)], (draw(durations), periods, moves)
    counted = draw(st.lists(st.tuples(st.integers(1, 4), durations, st.integers(0, 9), st.integers(0, 9)), max_size=3))
    last = (draw(st.sampled_from([None, 1, 3])), draw(durations), draw(st.integers(0, 9)), draw(st.integers(0, 9)))
    return [*counted, last], None


class Hands:
    """A clock that goes tick by tick; `down` says that it has run down."""

    def __init__(self, sessions, byo_yomi):
        self.sessions, self.byo_yomi = list(sessions), byo_yomi
        self.moves, self.ticks, self.increment, self.delay = self.sessions[0]
        self.periods = byo_yomi[1] if byo_yomi else 0
        self.main, self.waits, self.down = True, self.delay, False
        self.look()

    def look(self):
        """Turn to the next period if the hands are at 0, or stop."""
        if self.ticks == 0 and self.byo_yomi and (self.main or self.periods > 1):
            self.periods -= not self.main
            self.main, self.ticks, self.moves = False, self.byo_yomi[0], self.byo_yomi[2]
        self.down = self.ticks == 0

    def tick(self):
        """Let a quarter of a second pass."""
        if self.main and self.waits:
            self.waits -= 1
        elif self.ticks:
            self.ticks -= 1
            self.look()

    def press(self):
        self.ticks += self.increment
        if self.moves is not None:
            self.moves -= 1
            if self.moves == 0:
                self.begin_again()
        self.waits = self.delay

    def begin_again(self):
        if not self.main:
            self.ticks, _, self.moves = self.byo_yomi
            return
        if len(self.sessions) > 1:
            del self.sessions[0]
        self.moves, ticks, self.increment, self.delay = self.sessions[0]
        self.ticks += ticks

    @property
    def reading(self):
        """Return what the hands show as a SeatClock."""
        counted = self.main or self.byo_yomi[2] > 1
        return self.ticks * TICK, self.moves if counted else None, self.periods, not self.main


def ours(sessions, byo_yomi):
    (first, *later) = [ClockSession(each[1] * TICK, each[0], each[2] * TICK, each[3] * TICK) for each in sessions]
    periods = byo_yomi and ByoYomi(byo_yomi[0] * TICK, byo_yomi[1], byo_yomi[2])
    return Control(None, first.seconds, first.increment, first.moves, first.delay, tuple(later), periods)


@given(controls(), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=20), st.integers(0, 1))
def test_it_shows_what_a_clock_shows_that_goes_tick_by_tick(control, turns, seat):
    hands, control = Hands(*control), ours(*control)
    left = control.start
    for thought, asked in turns:  # first for something else, and then for the move
        limit, passed = control.limit(left, seat), 0
        for part in (asked, thought):
            for _ in range(part):
                if not hands.down:
                    hands.tick()
                    passed += 1
                    assert control.limit(left, seat) >= passed * TICK
                    assert hands.down == (limit == passed * TICK)
        if hands.down:
            return
        wished = control.spent(left, seat, asked * TICK)
        hands.press()
        left = control.after(wished, seat, thought * TICK, asked * TICK)
        clock = left[seat]
        assert (clock.seconds, clock.moves, clock.periods, clock.byo_yomi) == hands.reading
        assert left[1 - seat] == control.start[1 - seat]


@given(controls())
def test_a_program_that_takes_its_share_never_loses_on_time_nor_a_period(control):
    control = ours(*control)
    left = control.start
    for _ in range(200):
        share, limit = control.allotted(left, 0), control.limit(left, 0)
        assert 0 < share < limit
        left = control.after(left, 0, share)
        assert left[0].periods == control.start[0].periods


@given(controls(), st.floats(0, 50))
def test_a_share_is_part_of_the_limit_whatever_the_clock_shows(control, spent):
    control = ours(*control)
    left = control.after(control.start, 0, spent)
    assert 0 <= control.allotted(left, 0) <= max(control.limit(left, 0), 0)


@given(durations, durations, st.lists(st.integers(0, 30), max_size=20))
def test_a_clock_of_bronstein_that_begins_with_the_delay_added_leaves_the_same_time(ticks, delay, moves):
    control, bronstein = ours([(None, ticks, 0, delay)], None), (ticks + delay) * TICK
    left = control.start
    for spent in moves:
        assert bronstein == control.limit(left, 0)
        if spent * TICK >= bronstein:
            return
        bronstein += min(spent, delay) * TICK - spent * TICK
        left = control.after(left, 0, spent * TICK)


@pytest.mark.parametrize(("text", "spent", "seconds"), [
    ("1m+1s", (61,), 0), ("1m+1s", (61.5, 0.25), 0.25), ("1m/2x10s", (81,), 9), ("1m/2x10s", (81, 9.5), 9.5),
    ("0s/3/10s", (11,), -1), ("0s/3/10s", (5, 4, 2), 9), ("1/10s", (11,), 9),
])  # fmt: skip
def test_time_beyond_the_clock_is_taken_from_later_time(text, spent, seconds):
    control = read_clock(text)
    left = control.start
    for each in spent:
        left = control.after(left, 0, each)
    assert left[0].seconds == seconds


@pytest.mark.parametrize(("text", "late"), [("0.1s+0.01s", 0.005), ("0.5s+0.005s", 0.0045), ("0.2s", 0.0005)])
def test_a_program_whose_answers_are_a_little_late_keeps_its_time_all_the_same(text, late):
    control = read_clock(text)
    left = control.start
    for _ in range(200):
        left = control.after(left, 0, control.allotted(left, 0) + late)
        assert left[0].seconds > 0


# Budgets in the place of time, as options of the players that keep them.


@every_case(("spec", "clock", "given"), [
    ("minimax", "nodes=500", "minimax:nodes=500"), ("minimax:depth=3", "nodes=500", "minimax:depth=3,nodes=500"),
    ("Mini-Max", "depth=4", "Mini-Max:depth=4"), ("mcts:c=1", "nodes=500", "mcts:c=1,playouts=500"),
    ("mc", "nodes=500", "mc:playouts=500"), ("uci:stockfish", "nodes=500", "uci:stockfish,nodes=500"),
    ("uci:stockfish,elo=1500", "depth=9", "uci:stockfish,elo=1500,depth=9"), ("random", "5m", "random"),
    ("human", "nodes=500", "human"), ("mine", "depth=3", "mine"),
])  # fmt: skip
def test_a_program_gets_its_budget_by_its_own_option(spec, clock, given):
    assert give_budget(spec, read_clock(clock)) == given


@pytest.mark.parametrize(("spec", "clock", "why"), [
    ("random", "nodes=5", "--clock nodes=5: random has no option nodes or playouts (options: seed)"),
    ("level:3", "depth=5", "--clock depth=5: level:3 has no option depth (options: level, elo, seed)"),
    ("minimax:depth=2", "depth=5", "--clock depth=5: minimax:depth=2 says its depth already; leave out one of the two"),
    ("mcts", "nodes=999999999999", "playouts=999999999999 must be a whole number from 1 to 1000000000"),
    ("minmax", "depth=5", "there is no player 'minmax'; did you mean minimax?"),
])  # fmt: skip
def test_a_player_without_the_option_of_a_budget_is_refused_in_one_line(spec, clock, why):
    with pytest.raises(SpecError) as error:
        give_budget(spec, read_clock(clock))
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_each_player_has_its_own_budget():
    control = read_clock("5m,nodes=50").with_move(3.0)
    assert give_budgets(("random", "mcts"), control) == ("random", "mcts:playouts=50")
    assert not read_clock("nodes=5,depth=3").timed
    assert control.timed and read_clock("nodes=5,1m").timed
