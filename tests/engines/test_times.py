"""What a program that speaks UCI or GTP is told of the time."""

import sys
from math import inf
from types import SimpleNamespace

import pytest

from referee.engines import process, uci, xboard
from referee.engines.gtp import GtpPlayer
from referee.engines.engine import MoveTime
from referee.engines.uci import UciPlayer
from referee.engines.xboard import XboardPlayer
from referee.match.clock_text import read_clock
from tests.helpers.cases import every_case


@every_case(("text", "moves", "move", "words"), [
    ("5m", (10,), None, "wtime 290000 btime 300000"),
    ("5m+3s", (10,), None, "wtime 293000 btime 300000 winc 3000 binc 3000"),
    ("40/5m", (10, 5), None, "wtime 285000 btime 300000 movestogo 38"),
    ("2/5m:1m", (10, 5), None, "wtime 345000 btime 300000"),
    ("5m+d3s", (10,), None, "wtime 293000 btime 300000 winc 3000 binc 3000"),
    ("5m,1m+2s", (), None, "wtime 300000 btime 60000 winc 0 binc 2000"),
    ("5m,nodes=9", (10,), None, "wtime 290000 btime 290000"), ("nodes=9,5m", (), None, "movetime 1000"),
    ("5m/10x20s", (10,), None, "wtime 290000 btime 300000 winc 20000 binc 20000"),
    ("5m/10x20s", (310,), None, "wtime 20000 btime 300000 winc 0 binc 20000 movestogo 1"),
    ("0s/25/10m", (10,), None, "wtime 590000 btime 600000 movestogo 24"),
    ("5m", (10,), 8.0, "wtime 290000 btime 300000 movetime 8000"), ("5m", (295,), 8.0, "wtime 5000 btime 300000"),
    ("nodes=9", (), 8.0, "movetime 8000"), ("nodes=9", (), None, "movetime 1000"),
])  # fmt: skip
def test_a_program_is_told_the_clocks_of_both_seats(text, moves, move, words):
    control = read_clock(text).with_move(move)
    left = control.start
    for seconds in moves:
        left = control.after(left, 0, seconds)
    player = UciPlayer(sys.executable, reserve=0)
    player.time = MoveTime(control.limit(left, 0), (control.told(left, 0), control.told(left, 1)))
    assert player.write_go(0) == f"go {words}"


def test_seat_1_is_told_its_own_moves_to_go():
    control = read_clock("5m,40/1m")
    player = UciPlayer(sys.executable, reserve=0)
    player.time = MoveTime(60.0, (control.told(control.start, 0), control.told(control.start, 1)))
    assert player.write_go(1) == "go wtime 300000 btime 60000 movestogo 40"
    assert player.write_go(0) == "go wtime 300000 btime 60000"
    player.time = MoveTime(inf)
    assert player.write_go(0) == "go movetime 1000"


@pytest.mark.parametrize(("text", "move", "options", "words"), [
    ("5m", None, {"depth": 40}, "depth 40 wtime 300000 btime 300000 movetime 11995"),
    ("5m", None, {"nodes": 9, "depth": 40}, "nodes 9 depth 40 wtime 300000 btime 300000 movetime 11995"),
    ("5m", 8.0, {"depth": 40}, "depth 40 wtime 300000 btime 300000 movetime 8000"),
    ("nodes=9", 8.0, {"depth": 40}, "depth 40 movetime 8000"),
    ("nodes=9", None, {"depth": 40, "seconds": 2}, "depth 40 movetime 2000"),
    ("nodes=9", None, {"depth": 40}, "depth 40"),
])  # fmt: skip
def test_a_depth_hides_no_limit_of_time(monkeypatch, text, move, options, words):
    monkeypatch.setattr(uci, "monotonic", lambda: 0.0)
    control = read_clock(text).with_move(move)
    player = UciPlayer(sys.executable, reserve=0, **options)
    player.time = MoveTime(
        control.limit(control.start, 0), (control.told(control.start, 0), control.told(control.start, 1))
    )
    player.share = control.allotted(control.start, 0)
    assert player.write_go(0) == f"go {words}"


@pytest.mark.parametrize(("depth", "nudge"), [(None, 300.0 - process.PULSE), (40, 12.0)])
def test_an_xboard_program_with_a_depth_is_asked_to_move_when_its_share_of_the_clock_is_over(monkeypatch, depth, nudge):
    monkeypatch.setattr(xboard, "monotonic", lambda: 0.0)
    control, said = read_clock("5m"), []
    player = XboardPlayer(sys.executable, depth=depth)
    player.engine = SimpleNamespace(send=lambda line, deadline: said.append(line))
    player.time = MoveTime(300.0, (control.told(control.start, 0), control.told(control.start, 1)))
    player.share = 12.0
    player.tell_time(0, 1000.0)
    assert (said, player.nudge) == (["level 0 5:00 0", "time 30000", "otim 30000"], nudge)


def test_a_program_cannot_make_words_slow_to_be_charged_less(monkeypatch):
    time = [0.0]
    monkeypatch.setattr(process, "monotonic", lambda: time[0])

    def exchange(seconds):
        time[0] += seconds

    assert process.measure_ping(lambda: exchange(0.2)) == process.MOST
    took = iter((0.0625, 0.001, 0.5, 0.5, 0.5))
    assert process.measure_ping(lambda: exchange(next(took))) == pytest.approx(0.001)


@pytest.mark.parametrize(
    ("text", "moves", "settings", "left"),
    [
        ("5m", (10,), "time_settings 300 0 0", "290 0"),
        ("5m", (299.6,), "time_settings 300 0 0", "1 0"),  # 0 would tell that the time is over
        ("40/5m", (10,), "time_settings 0 300 40", "290 39"),
        ("0s/3x20s", (), "kgs-time_settings byoyomi 0 20 3", "20 3"),
        ("0s/25/10m", (10,), "kgs-time_settings canadian 0 600 25", "590 24"),
    ],
)
def test_a_gtp_program_hears_its_time_settings_and_time_left(text, moves, settings, left):
    control = read_clock(text)
    clocks = control.start
    for seconds in moves:
        clocks = control.after(clocks, 0, seconds)
    player, told = GtpPlayer(sys.executable, reserve=0), control.told(clocks, 0)
    assert (player.write_settings(told), player.write_left(told)) == (settings, left)
