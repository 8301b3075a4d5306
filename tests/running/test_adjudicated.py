"""Adjudicated games are the same with and without processes of their own, and these tell no more than they are asked."""

import json
import pickle
from contextlib import closing
from dataclasses import replace

import pytest

import games
from players.player import Thought
from referee import cli
from referee.batches.plan import Plan
from referee.commands.shared_options import DRAW, RESIGN
from referee.match.adjudication import Adjudication, ReportedShare, thought_of
from referee.match.options import DrawRule, ResignRule
from referee.match.events import How
from referee.running import runner
from referee.running.process_pool import ProcessPool
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.player_process import PlayerServer
from referee.running.sandbox.protocol import decode_thought
from referee.statistics.scoring import expected
from referee.tournaments.results import replay_result
from tests.helpers.cases import every_case

LOOSE = Adjudication(ResignRule(1, 0.3), DrawRule(1, 0.3))
GUARD = Guard(memory=512, seconds=30.0, output=1_000_000)
RULES = Adjudication(ResignRule(2, 0.1), DrawRule(2, 0.12, 4), solved=200, slope=0.08)
LIAR = """\
from players.player import Thought


class Liar:
    \"\"\"Plays the first move, and reports what it likes; as text where it is to.\"\"\"

    def __init__(self, share: float = 1.0, words: bool = False):
        self.share, self.words = share, words

    def choose(self, game, deadline):
        \"\"\"The first legal move.\"\"\"
        move = game.moves()[0]
        self.thought = Thought(move, self.share, False, (), (), 0, 0, 0.0, even=0.5)
        return game.text(move) if self.words else move


class Restless(Liar):
    \"\"\"Raises an error or ends the process where it is asked what it thinks.\"\"\"

    @property
    def thought(self):
        \"\"\"Nothing.\"\"\"
        raise SystemExit

    @thought.setter
    def thought(self, value):
        pass
"""


@pytest.fixture
def liar(tmp_path):
    file = tmp_path / "liar.py"
    file.write_text(LIAR, encoding="utf-8")
    return file


def results(plan, guard=None):
    return [replace(plan, guard=guard).task(number).result().record for number in range(4)]


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("connect-four", "mcts:300", "minimax:4"), ("othello:size=4", "minimax:3", "montecarlo:20"),
        ("leduc-poker", "cfr:100", "mcts:100"), ("backgammon", "minimax:1", "random"),
        ("tic-tac-toe", "level:3", "minimax"),
    ],
)  # fmt: skip
def test_a_game_ends_the_same_with_and_without_processes_of_its_players(game, one, two):
    lucky = game in ("leduc-poker", "backgammon")
    plan = Plan(game, (one, two), 5, swap=True, rules=LOOSE if lucky else RULES)
    free = results(plan)
    assert results(plan, GUARD) == free
    with closing(ProcessPool(2)) as pool:
        tasks = [plan.task(number) for number in range(4)]
        played = {result.number: result.record for result in runner.play_tasks(tasks, pool, 4)}
    assert [played[number] for number in range(4)] == free
    if game != "backgammon":
        assert any(record.how == How.ADJUDICATED.value for record in free)


@pytest.mark.parametrize("guard", [None, GUARD])
@pytest.mark.parametrize("words", ["yes", "no"])
def test_a_player_that_reports_false_shares_wins_nothing_by_them(liar, guard, words):
    rules = Adjudication(ResignRule(2, 0.1))
    for share, how in ((1.0, "played-out"), (0.0, "adjudicated")):
        plan = Plan("hexapawn:4", (f"{liar}:Liar:share={share},words={words}", "random"), 2, rules=rules)
        record = replace(plan, guard=guard).task(0).result().record
        assert record.how == how
        if how == "adjudicated":
            assert record.winner == "random"


@pytest.mark.parametrize("guard", [None, GUARD])
def test_a_file_that_fails_as_it_is_asked_plays_on(liar, guard):
    plan = Plan("hexapawn:4", (f"{liar}:Restless", "random"), 2, rules=RULES)
    plain = replace(plan, rules=None, guard=guard).task(0).result()
    told = replace(plan, rules=Adjudication(ResignRule(1, 0.4)), guard=guard).task(0).result()
    assert told.record == plain.record
    assert not told.adjudicated


@pytest.mark.parametrize("hidden", [False, True])
def test_a_process_reports_its_share_only_on_request(hidden):
    game = games.load("tic-tac-toe")
    server = PlayerServer("mcts:200")
    server.begin_game({"start": "tic-tac-toe", "hidden": hidden, "seed": 1})
    view = pickle.dumps(game) if hidden else b""
    request = {"act": "choose", "moves": [], "deadline": float("inf")}
    assert set(server.act(request, view)) == {"move"}
    told = server.act(request | {"told": [None]}, view)
    assert set(told) == {"move", "of", "told"}
    assert type(told["told"]) is float
    assert 0 <= told["told"] <= 1
    assert json.loads(json.dumps(told)) == told


@every_case(
    "message",
    [
        None, 5, {}, {"told": 0.5}, {"of": 3}, {"of": 3, "told": "0.5"}, {"of": 3, "told": True}, {"of": 3, "told": 1.5},
        {"of": 3, "told": -0.1}, {"of": 3, "told": float("nan")}, {"of": True, "told": 0.5}, {"of": "3", "told": 0.5},
    ],
)  # fmt: skip
def test_an_invalid_report_is_no_thought(message):
    assert decode_thought(message) is None


def test_a_report_crosses_as_a_thought_of_that_move():
    found = decode_thought({"of": 3, "told": 0.25, "move": 4})
    assert isinstance(found, Thought)
    assert found == thought_of(ReportedShare(3, 0.25))
    assert (found.move, found.value, found.even) == (3, 0.25, 0.5)


@pytest.fixture
def command(capsys):
    """Run `referee` here: its exit status, and what it wrote to standard output and to standard error."""

    def run(line):
        status = cli.run(line.split())
        return (status, *capsys.readouterr())

    return run


def test_a_batch_says_how_many_games_were_adjudicated(command):
    line = "connect-four mcts:200 minimax:4 -g 4 --swap --seed 1 --resign movecount=2,score=10% --workers 1"
    status, out, _ = command(f"{line} --json --stats")
    assert status == 0
    *records, last = map(json.loads, out.splitlines())
    count = sum(record["how"] == "adjudicated" for record in records)
    assert count > 0
    assert json.loads(json.dumps(last))["summary"]["stats"]["adjudicated"] == count
    assert f"adjudicated: {count} of 4 games" in command(f"{line} --stats")[1].splitlines()
    assert "adjudicated" not in command("nim random random -g 2 --stats --seed 1")[1]


@pytest.mark.parametrize(
    "rule",
    [
        "movecount=3", "score=2%", "movecount=0,score=2%", "movecount=3,score=50%", "movecount=3,score=-1%", "soon",
        "movecount=3,score=nan", "movecount=3,score=2%,score=3%", "movecount=3,score=2%,sided=yes", "3", "",
        "movecount=3,score=400", "movecount=3,score=cp", "movecount=3,score=nancp", "movecount=3,score=-10cp",
    ],
)  # fmt: skip
@pytest.mark.parametrize("option", ["--resign", "--draw"])
@pytest.mark.parametrize("what", ["-g 2 nim random random", "tournament nim random random"])
def test_an_invalid_rule_is_quoted_with_an_example(rule, option, what, command, capsys):
    status = cli.run([*what.split(), option, rule])
    err = capsys.readouterr().err
    assert status == 2
    assert len(err.splitlines()) == 1
    assert f"{option} {rule or repr(rule)} must be movecount from 1 to 1000 and score below 50% or as in 400cp" in err
    assert "as in movecount=" in err


def test_rules_may_be_typed_as_for_cutechess_with_blanks(capsys):
    line = "connect-four mcts:100 random -g 1 --seed 1 --json --workers 1".split()
    told = []
    for rule in ("movecount=3 score=5% twosided=false", "score=0.05,movecount=3", " 3, score=5% "):
        assert cli.run([*line, "--resign", rule]) == 0
        told.append(capsys.readouterr().out)
    assert len(set(told)) == 1


@pytest.mark.parametrize("value", ["100cp", "250cp", "400CP"])
def test_a_score_may_be_typed_in_hundredths_of_a_pawn(value):
    share = expected(-float(value[:-2]))  # what a program from outside reports of itself that says so many
    assert RESIGN.read(f"movecount=3 score={value}") == ResignRule(3, share)
    assert DRAW.read(f"3,score={value}") == DrawRule(3, 0.5 - share)


def test_single_matches_take_no_rules_of_adjudication(command):
    for option in ("--resign 3,score=2%", "--draw 3,score=2%", "--solved 5", "--maxmoves 9", "--tb ."):
        status, _, err = command(f"nim random random {option}")
        assert (status, "are a batch's: add -g N" in err) == (2, True)
    assert "--solved -1 must be a whole number from 0" in command("nim random random -g 2 --solved -1")[2]


def test_an_estimate_that_never_differs_gets_a_note(command, tmp_path):
    file = tmp_path / "flat.py"
    file.write_text(
        "from games.tic_tac_toe import TicTacToe\n\n\nclass Flat(TicTacToe):\n    def estimate(self):\n        return 0\n",
        encoding="utf-8",
    )
    _, _, err = command(f"{file}:Flat random random -g 2 --seed 1 --workers 1 --resign 2,score=2%")
    assert "does not tell who wins, so no game is adjudicated by it" in err
    assert "note" not in command("nim random random -g 2 --seed 1 --workers 1 --resign 2,score=2%")[2]
