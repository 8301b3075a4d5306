"""Clocks that programs from outside have for themselves, in matches, batches and tournaments."""

import json
import re
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from games.names.catalogue import SpecError
from referee.batches.plan import Plan
from referee.match.clock_text import read_clock
from referee.match.clocks import UNLIMITED, give_budget, own_controls
from referee.reports.tournament.files import as_json
from referee.reports.tournament.page import as_html
from referee.reports.tournament.table import sentence_lines
from referee.drawing.glyphs import UNICODE
from referee.statistics.sprt import Sprt
from referee.tournaments.journal import open_journal
from referee.tournaments.journal_tables import parse_plan
from referee.tournaments.plan import Pairing, Tournament
from referee.tournaments.results import plan_as_json
from referee.tournaments.standings import make_standings
from tests.engines.test_uci import FAKE
from tests.helpers.cases import every_case

FAST, SLOW = "uci:sf,clock=10s+0.1s", "uci:sf,clock=40/5m"
FOOL = f"uci:{sys.executable} {FAKE} plays moves=d8h4"  # mates after 1. f3 e5 2. g4


@every_case(("specs", "typed", "seated"), [
    ((FAST, SLOW), "", "10s+0.1s,40/5m"),
    ((FAST, "minimax"), "1m", "10s+0.1s,1m"),
    (("minimax", FAST), "1m,2m", "1m,10s+0.1s"),
    ((FAST, FAST), "1m", "10s+0.1s"),
    (("minimax", "uci:sf,hash=16"), "1m", "1m"),
    (("minimax", "uci:sf,grace=1"), "1m", "1m"),  # as old tournaments say
])  # fmt: skip
def test_the_clock_of_a_spec_replaces_that_of_its_seat(specs, typed, seated):
    control = read_clock(typed) if typed else UNLIMITED
    assert own_controls(specs, control) == read_clock(seated)


def test_a_clock_of_its_own_replaces_the_time_for_a_move_and_a_budget():
    assert own_controls((FAST, "minimax"), UNLIMITED.with_move(1.0)).of(0) == read_clock("10s+0.1s")
    assert give_budget(FAST, read_clock("nodes=100")) == FAST


@pytest.mark.parametrize("clock", ["nodes=100", '"5m,1m"', "0s", "quick"])
def test_a_clock_for_another_kind_of_player_is_refused(clock):
    with pytest.raises(SpecError, match="must be a time of at most 24h for one player, as in 10s"):
        give_budget(f"uci:sf,clock={clock}", read_clock("nodes=100"))


def test_a_clock_stays_with_its_player_on_both_sides():
    control = own_controls((FAST, "minimax"), read_clock("1m"))
    batch = Plan("chess", (FAST, "minimax"), 0, control, swap=True)
    field = Tournament("chess", (FAST, SLOW, "minimax"), ("a", "b", "c"), "round-robin", 2, 0, read_clock("1m"))
    assert batch.task(1).control == read_clock("1m,10s+0.1s")
    assert field.task(Pairing(0, 0, (0, 1), 0)).control == read_clock("10s+0.1s,40/5m")
    assert field.task(Pairing(1, 0, (2, 0), 0)).control == read_clock("1m,10s+0.1s")


@every_case(("specs", "whole", "words"), [
    ((FAST, SLOW), "1 minute for the game", "clocks of their own: a 10 seconds for the game and 0.1 seconds more after each move; b"),
    ((FAST, FAST), "10 seconds for the game and 0.1 seconds more after each move", ""),
    (("random", SLOW), "1 minute for the game", "clocks of their own: b 5 minutes for each 40 moves"),
])  # fmt: skip
def test_standings_show_clocks_that_differ(specs, whole, words):
    plan = Tournament("chess", specs, ("a", "b"), "round-robin", 2, 0, read_clock("1m"))
    standings = make_standings(plan, {})
    said = "\n".join(sentence_lines(standings, UNICODE))
    assert standings.control == as_json(standings)["control"] == whole
    assert words in said and bool(words) == ("clocks" in said)
    assert [row["control"] for row in as_json(standings)["standings"]] == [str(each) for each in plan.controls]


@pytest.mark.parametrize("specs", [(FAST, "minimax"), ("minimax", FAST)])
@pytest.mark.parametrize("typed", [UNLIMITED, UNLIMITED.with_move(0.5)])
def test_a_batch_kept_as_a_test_is_restored_if_one_player_has_no_clock(specs, typed):
    batch = Plan("chess", specs, 0, own_controls(specs, typed), swap=True)
    test = Tournament.of_batch(batch, Sprt(0, 10), 4)
    found = parse_plan(plan_as_json(test))
    assert found.control == batch.control
    assert [str(row.control) for row in make_standings(found, {}).rows] == [str(each) for each in test.controls]


def test_the_page_of_a_test_with_two_clocks_does_not_say_that_there_is_no_limit():
    plan = Tournament("chess", ("minimax", "random"), ("a", "b"), "round-robin", 2, 0, read_clock("5m,1m"))
    assert "Time: each its own." in as_html(make_standings(plan, {}))
    assert "Time: without limit." in as_html(make_standings(replace(plan, control=UNLIMITED), {}))


def test_a_player_without_a_clock_beside_one_with_a_clock_is_named():
    assert str(own_controls(("minimax", FAST), UNLIMITED)).startswith("no limit; for the second player 10 seconds")


def test_a_tournament_goes_on_with_the_clocks_of_its_players(command):
    fool = f"{FOOL},clock=7m,name=fool"
    words = ["tournament", "chess", fool, "random", "--openings", "0", "--rounds", "1", "--clock", "1m"]
    number = int(re.search(r"tournament (\d+)", command(words)[2])[1])
    with closing(open_journal()) as journal:
        plan = journal.load(number)
    assert [str(each) for each in plan.controls] == ["7 minutes for the game", "1 minute for the game"]
    assert command(["tournament", "--resume", str(number)])[0] == 0
    status, pgn, err = command(["export", f"{number}.all", "--format", "pgn"])
    assert status == 0, err
    assert '[WhiteTimeControl "420"]' in pgn and '[BlackTimeControl "60"]' in pgn


def test_a_batch_plays_with_the_clock_of_a_program(command, tmp_path):
    log = tmp_path / "log"
    fool = f"{FOOL},clock=7m,name=The fool"
    words = ["-g", "1", "--json", "--debug", str(log), "chess", "random", fool, "--moves", "f3 e5 g4", "--clock", "1m"]
    record = json.loads(command(words)[1].splitlines()[0])
    assert record["names"] == ["random", "The fool"]
    white, black = map(int, re.search(r"The fool < go wtime (\d+) btime (\d+)", log.read_text()).groups())
    assert white < 61_000 and 400_000 < black < 421_000
