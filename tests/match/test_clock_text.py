"""Clocks as they are typed, told and stored."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.match.clock_text import (
    ALLOWED,
    read_clock,
    restore_control,
    store_control,
    write_clock,
    write_number,
)
from referee.match.clocks import ByoYomi, ClockSession, Control
from referee.match.options import ClockOption
from tests.helpers.cases import every_case


@every_case(
    ("text", "control"),
    [
        ("5m+3s", Control(total=300, increment=3)),
        ("300+3", Control(total=300, increment=3)),
        ("90s", Control(total=90)),
        ("1H", Control(total=3600)),
        ("0.5m + 1", Control(total=30, increment=1)),
        ("5m+d3s", Control(total=300, delay=3)),
        ("40/5m", Control(total=300, moves=40)),
        ("40/300+2", Control(total=300, moves=40, increment=2)),
        ("40/2h:20/1h:15m+30s", Control(
            total=7200, moves=40, later=(ClockSession(3600, 20), ClockSession(900, None, 30)))),
        ("5m/10x20s", Control(total=300, byo_yomi=ByoYomi(20, periods=10))),
        ("0s/1x30", Control(total=0, byo_yomi=ByoYomi(30, periods=1))),
        ("5m/25/10m", Control(total=300, byo_yomi=ByoYomi(600, moves=25))),
        ("nodes=10000", Control(nodes=10000)),
        ("depth=6", Control(depth=6)),
        ("5m,1m+2s", Control(total=300, second=Control(total=60, increment=2))),
        ("5m,nodes=9", Control(total=300, second=Control(nodes=9))),
    ],
)  # fmt: skip
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
def test_what_is_no_clock_is_quoted_with_what_is_allowed(text):
    with pytest.raises(ValueError, match="must be a time of at most 24h") as error:
        read_clock(text)
    assert str(error.value) == f"{text!r} must be {ALLOWED}"
    assert "\n" not in ALLOWED


def test_every_example_that_is_named_as_allowed_is_read():
    examples = [word.strip(",();") for word in ALLOWED.split() if word[:1].isdigit() or "=" in word]
    assert len(examples) >= 10
    for example in set(examples) - {"24h"}:
        assert isinstance(read_clock(example), Control)


@every_case(
    ("text", "words"),
    [
        ("5m", "5 minutes for the game"),
        ("90+1", "1 minute 30 seconds for the game and 1 second more after each move"),
        ("0.5", "0.5 seconds for the game"),
        ("5m+d3s", "5 minutes for the game and a delay of 3 seconds at each move"),
        ("40/5m", "5 minutes for each 40 moves"),
        ("40/2h:20/1h", "2 hours for 40 moves, then 1 hour for each 20 moves"),
        (
            "40/2h:15m+30s",
            "2 hours for 40 moves, then 15 minutes for the rest and 30 seconds more after each move",
        ),
        ("5m/10x20s", "5 minutes, then 10 periods of 20 seconds"),
        ("0s/1x1m", "1 period of 1 minute"),
        ("5m/25/10m", "5 minutes, then 10 minutes for each 25 moves"),
        ("nodes=10000", "10,000 nodes a move"),
        ("depth=6", "depth 6"),
        ("5m,1m", "5 minutes for the game; for the second player 1 minute for the game"),
    ],
)
def test_a_control_says_what_it_binds_to(text, words):
    assert str(read_clock(text)) == words


def test_a_limit_for_each_move_is_said_before_the_clock():
    assert str(Control(5)) == "5 seconds a move"
    assert str(Control(0.5, 300)) == "0.5 seconds a move, 5 minutes for the game"
    assert str(Control()) == ""


# What is written is read again.


@every_case(
    "text",
    [
        "5m", "90s", "0.5s", "2h", "5m+3s", "5m+d3s", "40/5m", "40/2h:20/1h:15m", "5m/10x20s", "0s/1x30s", "5m/25/10m",
        "nodes=10000", "depth=6", "5m,1m",
    ],
)  # fmt: skip
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
    """The text of sessions."""
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
def test_what_is_written_or_stored_is_read_again(first, second, move):
    control = read_clock(first if second is None else f"{first},{second}")
    assert read_clock(write_clock(control)) == control
    control = control.with_move(move)
    assert restore_control(**json.loads(json.dumps(store_control(control)))) == control
    assert control.swapped.swapped == control


@given(st.floats(0, 1e12, allow_subnormal=False))
def test_numbers_are_written_with_all_of_their_digits(number):
    assert float(write_number(number)) == number
    assert "e" not in write_number(number)


def test_what_is_known_of_old_is_stored_as_of_old():
    assert store_control(Control(2.5, 60.0, 1.0)) == {"move": 2.5, "total": 60.0, "increment": 1.0}
    assert list(store_control(Control(total=60.0))) == ["move", "total", "increment"]
    assert store_control(read_clock("40/5m"))["clock"] == "40/5m"


def test_the_option_of_commands_takes_no_other_value():
    option = ClockOption()
    assert all(option.fits(option.read(text)) for text in option.examples)
    assert option.fits(option.read("5m"))
    assert not option.fits(Control())
    assert not option.fits((300.0, 3.0))
