"""Tournaments with adjudication: the rules are kept, gone on with, shown, and what they ended is checked."""

import json
from contextlib import closing
from dataclasses import replace

import pytest

from games.names.catalogue import SpecError
from referee import cli
from referee.match.adjudication import Adjudication
from referee.match.options import DrawRule, ResignRule
from referee.match.record import make_record
from referee.reports.tournament.table import standings_lines
from referee.running.game_task import Result
from referee.tournaments.journal import Journal, open_journal
from referee.tournaments.plan import Tournament
from referee.tournaments.schedule import make_schedule
from referee.tournaments.standings import make_standings
from referee.tournaments.results import plan_as_json, replay_result

RULES = Adjudication(ResignRule(2, 0.1), DrawRule(2, 0.2, 3), solved=100, slope=0.25)
PLAN = Tournament(
    game="tic-tac-toe",
    players=("random", "mcts:100", "minimax"),
    names=("random", "mcts", "minimax"),
    format="round-robin",
    rounds=1,
    seed=4,
    rules=RULES,
)
HELD = (
    "tournament",
    "connect-four",
    "mcts:100",
    "minimax:3",
    "random",
    "--rounds",
    "2",
    "--seed",
    "1",
    "--workers",
    "1",
)
GIVEN = ("--resign", "movecount=2,score=10%", "--draw", "movecount=2,score=20%,movenumber=4")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder for data of its own."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def command(capsys):
    """Run `referee` here: its exit status, and what it wrote to standard output and to standard error."""

    def run(*words):
        status = cli.run(list(words))
        return (status, *capsys.readouterr())

    return run


def played(plan):
    """The results of all games of a round-robin, by their numbers."""
    pairings = make_schedule(plan.format, len(plan.players), plan.rounds, {}).pairings
    return {pairing.number: plan.task(pairing).result() for pairing in pairings}


def test_a_task_carries_the_rules_of_its_tournament():
    assert all(result.adjudicated or result.record.how == "played-out" for result in played(PLAN).values())
    assert any(result.adjudicated for result in played(PLAN).values())


def test_standings_count_what_was_adjudicated_like_any_other_game():
    results = played(PLAN)
    count = sum(result.adjudicated for result in results.values())
    standings = make_standings(PLAN, results)
    assert sum(row.games for row in standings.rows) == 2 * len(results)
    assert all(not row.forfeits for row in standings.rows)
    assert (standings.adjudicated, standings.rules) == (count, str(RULES))
    told = " ".join(" ".join(standings_lines(standings, 300)).split())
    assert f"adjudicated: {count} of {len(results)} games, by --resign movecount=2,score=10% --draw" in told
    plain = make_standings(replace(PLAN, rules=None), {})
    assert not any("adjudicated" in line for line in standings_lines(plain, 300))


def test_a_tournament_that_is_gone_on_with_keeps_its_rules(command, home):
    whole = command(*HELD, *GIVEN, "--json")
    assert whole[0] == 0
    records = [json.loads(line) for line in whole[1].splitlines()[:-1]]
    assert any(record["how"] == "adjudicated" for record in records)
    with closing(open_journal()) as journal:
        plan = journal.load(1)
        journal.database.write(lambda db: db.execute("DELETE FROM games WHERE number % 3 > 0") and None)
        journal.database.write(lambda db: db.execute("UPDATE tournaments SET over = 0") and None)
    assert plan.rules.slope > 0
    again = command("tournament", "--resume", "1", "--workers", "1", "--json")
    assert [json.loads(line) for line in again[1].splitlines()[:-1]] == records
    told, before = (json.loads(text.splitlines()[-1])["standings"] for text in (again[1], whole[1]))
    assert (told["adjudicated"], told["rules"]) == (before["adjudicated"], before["rules"])


@pytest.mark.parametrize("given", [GIVEN[:2], GIVEN[2:], ("--solved", "5")])
def test_rules_are_settled_at_the_beginning(command, given):
    assert command(*HELD)[0] == 0
    status, _, err = command("tournament", "--resume", "1", *given)
    assert (status, f"takes no {given[0]}" in err) == (2, True)


def test_the_plan_holds_the_rules_as_plain_values_and_plans_without_them_are_as_before(home):
    kept = json.loads(plan_as_json(PLAN))["rules"]
    assert kept == {
        "resign": {"movecount": 2, "score": 0.1, "twosided": False},
        "draw": {"movecount": 2, "score": 0.2, "movenumber": 3},
        "solved": 100,
        "slope": 0.25,
    }
    assert "rules" not in json.loads(plan_as_json(replace(PLAN, rules=None)))
    with closing(Journal(home)) as journal:
        assert journal.load(journal.begin(PLAN)) == PLAN
        half = replace(PLAN, rules=Adjudication(solved=0))
        assert journal.load(journal.begin(half)) == half


@pytest.mark.parametrize(
    "rules",
    [
        5, [], {"resign": 5}, {"resign": {"movecount": 2}}, {"draw": {"movecount": 0, "score": 0.1}}, {"other": 1},
        {"resign": {"movecount": 2, "score": 0.7}}, {"solved": "many"}, {"slope": "steep"}, {"resign": {"movecount": "2"}},
    ],
)  # fmt: skip
def test_a_plan_whose_rules_are_none_is_damaged(home, rules):
    with closing(Journal(home)) as journal:
        number = journal.begin(PLAN)
        text = json.dumps(json.loads(plan_as_json(PLAN)) | {"rules": rules})
        journal.database.write(lambda db: db.execute("DELETE FROM plans") and None)
        journal.database.write(lambda db: db.execute("UPDATE tournaments SET plan = ?", (text,)) and None)
        with pytest.raises(SpecError, match="damaged"):
            journal.load(number)


# What was written down by hand is checked by replaying it.


def test_what_was_adjudicated_is_checked_by_the_rules():
    pairings = make_schedule(PLAN.format, len(PLAN.players), PLAN.rounds, {}).pairings
    checked = 0
    for pairing in pairings:
        task = PLAN.task(pairing)
        result = task.result()
        replay_result(task, result)
        if not result.adjudicated:
            continue
        checked += 1
        record = result.record
        turned = replace(record, score=-record.score or 1)
        for wrong in (turned, replace(record, why="adjudicated"), replace(record, how="played-out")):
            with pytest.raises(ValueError, match="ended differently|was not adjudicated"):
                replay_result(task, replace(result, record=wrong))
        with pytest.raises(ValueError, match="was not adjudicated by the rules"):
            replay_result(replace(task, rules=None), result)
    assert checked


def test_a_forfeit_is_that_of_the_seat_to_move():
    task = replace(PLAN, rules=None).task(make_schedule(PLAN.format, 3, 1, {}).pairings[0])
    second, first = (
        Result(make_record(task.heading, ["5"], "hung", "it slept", score), (0.0, 0.0), (1, 0)) for score in (1, -1)
    )
    replay_result(task, second)
    with pytest.raises(ValueError, match="ended differently"):
        replay_result(task, first)


def test_a_swiss_pairs_by_adjudicated_results_too(command):
    status, out, _ = command(*HELD, "--format", "swiss", *GIVEN, "--json")
    assert status == 0
    assert json.loads(out.splitlines()[-1])["standings"]["over"]


def test_a_game_without_an_estimate_has_no_slope(command):
    assert command("tournament", "nim", "random", "optimal", "--seed", "1", "--rounds", "1", *GIVEN)[0] == 0
    with closing(open_journal()) as journal:
        assert journal.load(1).rules.slope is None
