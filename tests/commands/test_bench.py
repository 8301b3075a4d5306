"""`referee bench`: that it measures what it says, whatever the figures are."""

import json
import subprocess
import sys
from time import monotonic, sleep

import pytest

import games
from referee.reports import bench
from referee.reports.bench import Speed


def said(*arguments, status=0):
    """What `referee bench` prints, on standard output or, where it fails, as its complaint."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", "bench", *arguments, "--time", "0.05"],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def test_a_line_for_each_game_named():
    head, *lines = said("chips", "c4").splitlines()
    assert head.split() == ["game", "playouts/s", "nodes/s", "OpenSpiel", "ratio", "load"]
    assert [line.split()[0] for line in lines] == ["chips", "c4"]
    assert lines[0].split()[3:5] == ["-", "-"]


def test_the_ratio_is_that_of_the_two_figures():
    pytest.importorskip("pyspiel")
    (line,) = said("TTT", "--json").splitlines()
    found = json.loads(line)
    assert found["game"] == "TTT"
    assert found["ratio"] == pytest.approx(found["playouts"] / found["peer"], abs=0.1)
    assert found["playouts"] > 0
    assert found["nodes"] > 0


def test_a_game_without_a_peer_of_its_size_has_no_ratio():
    found = json.loads(said("connect-four:columns=4,rows=4,line=3", "--json"))
    assert (found["peer"], found["ratio"]) == (None, None)


def test_a_rate_is_work_by_time(monkeypatch):
    clock = iter(range(0, 100, 2))  # each look at the clock is two seconds after the last
    monkeypatch.setattr(bench, "process_time", lambda: next(clock))
    assert bench.measure_rate(lambda count: 10 * count, 2) == 5
    assert bench.measure_rate(lambda count: 10 * count, 1) == 5


def test_time_in_which_the_process_waits_is_not_counted():
    def work(count):
        sleep(0.2)
        return sum(1 for _ in range(200_000))

    before = monotonic()
    rate = bench.measure_rate(work, 1e-4)  # once: the loop alone takes longer
    assert rate > 200_000 / (monotonic() - before - 0.1)


@pytest.mark.parametrize(("told", "load"), [(lambda: (3.14159, 1, 1), 3.14159), (None, None)])
def test_the_load_is_told_where_the_system_knows_it(told, load, monkeypatch):
    monkeypatch.delattr(bench.os, "getloadavg", raising=False)
    if told:
        monkeypatch.setattr(bench.os, "getloadavg", told, raising=False)
    assert bench.machine_load() == load
    (line,) = list(bench.table_lines(iter([Speed("x", 1, None, None, None, bench.machine_load())])))[1:]
    assert line.split()[-1] == ("3.1" if load else "-")


def test_each_game_is_measured_once():
    specs = bench.default_specs()
    assert {games.CATALOGUE.find(spec) for spec in specs} == set(games.CATALOGUE)
    assert len(specs) == len(list(games.CATALOGUE))


def test_all_peers_are_games_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    for spec, name in bench.PEERS.items():
        assert games.load(spec).moves()
        assert pyspiel.load_game(name)


def test_figures_are_rounded_to_their_precision():
    assert Speed("x", 1234.56, None, 100.4, 12.2963, 7.3456).as_dict() == {
        "game": "x", "playouts": 1235, "nodes": None, "peer": 100, "ratio": 12.3, "load": 7.35,
    }  # fmt: skip


def test_wrong_words_get_one_line():
    assert said("chips", "shogi", status=2).startswith("referee: there is no game 'shogi'")
