"""A run of learning: it is repeatable, resumes as if uninterrupted, and is measured by games."""

import json
import math
import shlex
import zlib

import pytest

import games
import players
from games.game import Game
from games.names.spec import file_name
from players.learning.features import Unlearnable, default_features, make_network, require_layout
from players.learning.weights_file import UnfitWeights, read_header
from referee.errors.attribution import UserCodeError
from referee.learning.learner import Learner
from referee.learning.plan import LearningPlan
from referee.learning.run import Acceptance, RunLimits, run_learning
from referee.learning.strength import CurvePoint, StrengthMeter, Unmeasurable
from referee.reports.learning.live import acceptance_line, written_line
from referee.statistics.counts import Counts

SMALL = "connect-four:columns=4,rows=4"
RACE = """
from games.game import CHANCE, Game
from games.picture import Cell, Grid


class Race(Game):
    \"\"\"Roll, then choose which of your two pawns walks; who has both at the end wins.\"\"\"

    def __init__(self):
        self.turn, self.mover, self.die, self.at = CHANCE, 0, 0, [[0, 0], [0, 0]]

    def moves(self):
        return [1, 2] if self.turn == CHANCE else [0, 1]

    def chances(self):
        return [(1, 1), (2, 1)]

    def make(self, move):
        if self.turn == CHANCE:
            self.die, self.turn = move, self.mover
        else:
            pawns = self.at[self.mover]
            pawns[move] = min(6, pawns[move] + self.die)
            self.mover, self.turn = 1 - self.mover, CHANCE

    def score(self):
        return next((1 - 2 * seat for seat in (0, 1) if self.at[seat] == [6, 6]), None)

    def show(self, seat=None):
        rows = [[Cell("XO"[seat], seat) if pawn == place else Cell() for place in range(7)]
                for seat in (0, 1) for pawn in self.at[seat]]
        return Grid(rows=tuple(map(tuple, rows)))
"""


@pytest.mark.parametrize("spec", [SMALL, "tic-tac-toe", "nim"])
def test_the_same_plan_writes_the_same_file(spec, tmp_path):
    for name in ("one", "two"):
        learner = Learner(LearningPlan(spec, seed=5))
        learner.advance(60, games=40)
        learner.write(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert read_header(tmp_path / "one").made["games"] == 40


def test_a_run_goes_on_as_if_it_had_not_stopped(tmp_path):
    whole = Learner(LearningPlan(SMALL, seed=5))
    whole.advance(60, games=30)
    whole.save(tmp_path / "kept")
    again = Learner.resume(tmp_path / "kept")
    for run in (whole, again):
        run.advance(60, games=60)
    assert whole.network.store.state == again.network.store.state
    assert whole.progress().games == again.progress().games == 60


@pytest.mark.parametrize(
    "content",
    [b"", b"referee learning 2\n{}\n", b"referee learning 2\n", b"something else", b"referee learning 2\n[[["],
)
def test_files_that_are_no_runs_are_refused(tmp_path, content):
    (tmp_path / "kept").write_bytes(content)
    with pytest.raises(UnfitWeights, match="is not a learning run"):
        Learner.resume(tmp_path / "kept")


@pytest.mark.parametrize(
    "changes",
    [
        {"games": 1e30}, {"games": -1}, {"positions": 2**70}, {"random": -1}, {"random": 2**64}, {"seconds": "x"},
        {"seconds": math.nan}, {"squares": math.inf}, {"plan": {"method": "foo"}}, {"plan": {"epsilon": 5}},
        {"plan": {"rate": math.nan}}, {"plan": {"depth": 41}}, {"plan": {"features": 3}}, {"plan": {"other": 1}},
        {"game": 5}, {"plan": 5},
    ],
)  # fmt: skip
def test_a_run_that_cannot_have_been_saved_so_is_refused(tmp_path, changes):
    path = tmp_path / "kept"
    Learner(LearningPlan("tic-tac-toe")).save(path)
    first, second, rest = path.read_bytes().split(b"\n", 2)
    found = json.loads(second)
    for name, value in changes.items():
        found[name] = found[name] | value if isinstance(value, dict) else value
    path.write_bytes(b"\n".join([first, json.dumps(found).encode(), rest]))
    with pytest.raises(UnfitWeights, match="is not a learning run"):
        Learner.resume(path)


@pytest.mark.parametrize("data", [b"", zlib.compress(bytes(8)), zlib.compress(bytes(10**7)), b"x"])
def test_a_run_without_its_weights_is_refused(tmp_path, data):
    path = tmp_path / "kept"
    Learner(LearningPlan("tic-tac-toe")).save(path)
    path.write_bytes(b"\n".join([*path.read_bytes().split(b"\n", 2)[:2], data]))
    with pytest.raises(UnfitWeights, match="is not a learning run"):
        Learner.resume(path)


def test_small_boards_are_learnt_as_tables_and_large_ones_by_parts():
    table, parts = Learner(LearningPlan("tic-tac-toe")).plan, Learner(LearningPlan("breakthrough")).plan
    assert (table.features, table.method, table.trace) == ("all", "td", 0.0)
    assert (parts.features, parts.method, parts.trace) == ("lines4+boxes2x3", "tdleaf", 0.8)
    assert Learner(LearningPlan("tic-tac-toe", method="tdleaf", trace=0.5)).plan.trace == 0.5


def test_with_chance_the_tables_of_all_movers_are_learnt(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    learner = Learner(LearningPlan(str(tmp_path / "race.py"), seed=1))
    assert learner.plan.method == "td"
    learner.advance(60, games=20)
    values, part = list(learner.network.store.values), learner.network.size // 3
    assert all(any(values[table * part : (table + 1) * part]) for table in range(3))


STICKS = """
from math import inf, nan

from games.game import Game


class Sticks(Game):
    \"\"\"Take one or two of nine sticks. Something goes wrong once some are taken.\"\"\"

    def __init__(self, fault=""):
        self.turn, self.left, self.fault = 0, 9, fault

    def moves(self):
        wrong = {"none": [], "negative": [-1, 2]}
        return wrong[self.fault] if self.left < 6 and self.fault in wrong else [1, 2]

    def make(self, move):
        self.left -= move
        self.turn = self.turn + 2 if self.left < 6 and self.fault == "turn" else 1 - self.turn

    def score(self):
        return None if self.left > 0 else 1

    def features(self):
        wrong = {"nan": nan, "inf": inf, "huge": 1e300, "text": "a"}
        return [self.left, wrong.get(self.fault, 0) if self.left < 6 else 0]
"""


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("nan", r"^Sticks\.features, line .* must return a list of numbers, .*: it returned \[5, nan\]"),
        ("inf", r"\.features, .* of at most 1,000,000,000: it returned \[5, inf\]"),
        ("huge", r"\.features, .* it returned \[5, 1e\+300\]"),
        ("text", r"\.features, .* it returned \[5, 'a'\]"),
        ("none", r"\.moves.* must return a list of whole numbers from 0: it is empty, but the game goes on"),
        ("negative", r"\.moves.* must return a list of whole numbers from 0: it lists -1"),
        ("turn", r"\.turn.* must be 0, 1 or CHANCE: turn is [23]"),
    ],
)
def test_impossible_rules_are_reported_in_one_line(tmp_path, fault, why):
    (tmp_path / "sticks.py").write_text(STICKS)
    learner = Learner(LearningPlan(f"{tmp_path / 'sticks.py'}:fault={fault}", seed=1))
    with pytest.raises(UserCodeError, match=why) as told:
        learner.advance(60, games=20)
    assert str(told.value).count("\n") == 0
    assert "was learnt with seed 1" in "".join(told.value.__notes__)


def test_a_run_measures_meanwhile_and_plays_for_its_acceptance_at_the_end(tmp_path):
    learner = Learner(LearningPlan(SMALL, seed=1))
    limits = RunLimits(1.5, None, ("random",), matches=4, accepted=4, move=0.01)
    out = tmp_path / "out.weights"
    events = list(run_learning(learner, limits, out, tmp_path / "kept"))
    points = [event for event in events if isinstance(event, CurvePoint)]
    assert points
    assert {point.counts.total for point in points} == {4}
    assert points[-1].progress.games == learner.play.games
    found = [event for event in events if isinstance(event, Acceptance)]
    assert [(each.counts.total, each.left) for each in found] == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]
    accepted = found[-1]
    assert read_header(out).made["acceptance"]["accepted"] is accepted.won
    assert Learner.resume(tmp_path / "kept").play.games == learner.play.games


@pytest.mark.parametrize(
    ("counts", "won", "lost", "verdict"),
    [
        (Counts(14, 0, 6), False, False, "not known to be stronger"), (Counts(20, 0, 0), True, False, "stronger"),
        (Counts(0, 0, 0), False, False, "not known to be stronger"), (Counts(70, 0, 30), True, False, "stronger"),
        (Counts(6, 0, 14), False, False, "not known to be stronger"), (Counts(30, 0, 70), False, True, "weaker"),
    ],
)  # fmt: skip
def test_acceptance_and_its_opposite_need_a_significant_result(counts, won, lost, verdict):
    accepted = Acceptance(counts, 0.1)
    assert (accepted.won, accepted.lost) == (won, lost)
    assert acceptance_line(accepted).endswith(f"; it is {verdict}")


def test_a_game_without_a_board_is_told_to_write_features_and_can_be_learnt_with_them():
    class Sticks(Game):
        def __init__(self):
            self.turn, self.left = 0, 5

        def moves(self):
            return [1, 2] if self.left > 1 else [1]

        def make(self, move):
            self.left -= move
            self.turn = 1 - self.turn

        def score(self):
            return None if self.left else 1 if self.turn else -1

    class Told(Sticks):
        pass

    class Bare(Sticks):
        def __init__(self):
            super().__init__()
            self.left = [5]  # no number

    with pytest.raises(
        Unlearnable, match=r"Sticks shows no board.* def features\(self\): return \[self\.left\]"
    ) as caught:
        require_layout(Sticks())
    written = str(caught.value).partition("def features(self): return ")[2]
    Told.features = lambda self: eval(written, {"self": self})  # noqa: S307  # it is the example of the message
    layout = require_layout(Told())
    assert make_network(Told(), layout, default_features(Told(), layout), 1).worth(Told()) == 0
    with pytest.raises(Unlearnable, match=r"return \[len\(self\.moves\(\)\)\]"):
        require_layout(Bare())
    with pytest.raises(Unlearnable) as caught:  # a game that comes with the program cannot be changed by its player
        require_layout(games.load("pig"))
    assert "features" not in str(caught.value)


def test_games_that_are_forfeited_are_no_measure_and_why_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    learner = Learner(LearningPlan("tic-tac-toe", seed=1))
    with StrengthMeter("tic-tac-toe", ("minimax:eval=learned",), 4, 1) as meter:
        meter.begin(learner, learner.progress())
        with pytest.raises(Unmeasurable, match=r"4 times crashed \(.* nothing has been learnt"):
            while not meter.idle:
                meter.wait(0.5)
                meter.finished()


def test_the_command_learns_prints_and_goes_on(command, tmp_path):
    path = tmp_path / "x.weights"
    words = ["learn", SMALL, "-g", "50", "--seed", "3", "--matches", "2", "--against", "random", "-o", str(path)]
    status, out, err = command(words)
    assert (status, err) == (0, "")
    first, *_, last = out.splitlines()
    assert first.startswith(f"learning {SMALL}: ")
    assert "seed 3" in first
    assert f"play against it: minimax:eval={path}" in last
    status, out, _ = command([*words[:3], "80", *words[4:], "--resume", "--json"])
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert lines[0]["type"] == "plan"
    assert lines[-1] == {"type": "written", "path": str(path)}
    assert {line["games"] for line in lines if line["type"] == "point"} == {80}
    status, out, _ = command([SMALL, f"minimax:depth=2,eval={path}", "random", "-g", "2", "--seed", "1"])
    assert status == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("kuhn-poker",), "hides something"),
        (("tic-tac-toe", "--features", "circles"), "--features circles must be"),
        (("tic-tac-toe", "--features", "lines\u0663"), "--features lines\u0663 must be"),
        (("tic-tac-toe", "--features", "walks3x99999999"), "walks8x20 (to walks99x999)"),
        (("tic-tac-toe", "--features", "hidden99999999999999999999"), "hidden40 (to hidden1000)"),
        (("tic-tac-toe", "--features", "walks60x9"), "a walk of 60 cells makes 3^60 weights"),
        (("tic-tac-toe", "--features", "lines9"), "makes 0 weights"),
        (("tic-tac-toe", "--resume", "-o", "none.weights"), "none.learning: No such file"),
        (("tic-tac-toe", "-o", "no/such/folder.weights"), "no/such"),
        (("tic-tac-toe", "-o", "a.weights", "--svg", "no/such/curve.svg"), "no/such"),
        (("breakthrough:columns=3,rows=5", "--features", "boxes9x9"), "makes 0 weights"),
        (("backgammon", "--method", "tdleaf"), "has chance: method 'tdleaf' cannot learn it, but td can"),
        (("tic-tac-toe", "--lambda", "2"), "--lambda 2 must be"),
        (("tic-tac-toe", "-o", "foo.bin"), "-o foo.bin must be a file whose name ends in .weights"),
        (("tic-tac-toe", "-o", ""), "-o/--out '' must be the name of a file"),
        (("tic-tac-toe", "-o", 'a"b.weights'), "without double quotes"),
        (("tic-tac-toe", "-o", "a.weights", "--svg", "./a.weights"), "a.weights is named twice"),
        (("tic-tac-toe", "-o", "a.weights", "--html", "a.learning"), "a.learning is named twice"),
        (("tic-tac-toe", "-o", "taken.weights"), "taken.learning cannot be written: it is not a file"),
        (("nim", "--accept", "4"), "--accept: nim has no estimate of its own"),
        (("no-such-game",), "no-such-game"),
        (("tic-tac-toe", "--against", "human"), "'human' is a person"),
        (("tic-tac-toe", "--against", "nobody"), "there is no player 'nobody'"),
        (("tic-tac-toe", "--against", "minimax:depth=x"), "depth=x must be"),
        (("tic-tac-toe", "--against", "minimax:eval=learned"), "nothing has been learnt for this game yet"),
        (("tic-tac-toe", "--against", "mcts:eval=four.weights"), "was learnt for connect-four, not for TicTacToe"),
    ],
)
def test_impossible_requests_are_refused_in_one_line(command, tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    (tmp_path / "taken.learning").mkdir()
    Learner(LearningPlan("connect-four")).write(tmp_path / "four.weights")
    status, out, err = command(["learn", *words])
    assert (status, out) == (2, "")
    assert why in err
    assert len(err.splitlines()) == 1


def test_a_run_is_gone_on_with_for_its_own_game_only(command, tmp_path):
    path = tmp_path / "small.weights"
    command(["learn", SMALL, "-g", "10", "--matches", "0", "--seed", "1", "-o", str(path)])
    status, _, err = command(["learn", "connect-four:columns=5,rows=4", "-g", "20", "--resume", "-o", str(path)])
    assert status == 2
    assert f"is a run of {SMALL}, not of connect-four:columns=5,rows=4" in err


@pytest.mark.parametrize(
    ("typed", "named", "proper"),
    [
        ("ttt", "tic-tac-toe", "tic-tac-toe"),
        ("gomoku:3,rows=3,line=3", "mnk:columns=3,rows=3,line=3,misere=no", "gomoku:columns=3,rows=3,line=3"),
        ("connect4:4,rows=4", SMALL, SMALL),
    ],
)
def test_a_game_is_the_same_one_however_it_is_typed(command, tmp_path, monkeypatch, typed, named, proper):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    words = ("-g", "10", "--matches", "0", "--seed", "1")
    status, out, _ = command(["learn", typed, *words])
    assert status == 0
    assert out.startswith(f"learning {proper}: ")
    status, _, err = command(["learn", named, *words, "--resume"])
    assert (status, err) == (0, "")
    assert len(list((tmp_path / "learned").iterdir())) == 2


def test_a_run_of_ones_own_game_goes_on_in_another_folder(tmp_path):
    first, second = tmp_path / "here" / "sticks.py", tmp_path / "there" / "other.py"
    for path in (first, second):
        path.parent.mkdir()
        path.write_text("from games.nim import Nim\n\n\nclass Sticks(Nim):\n    pass\n")
    Learner(LearningPlan(str(first), seed=1)).save(tmp_path / "kept")
    first.unlink()
    assert Learner.resume(tmp_path / "kept", f"{second}:Sticks").plan.game == f"{second}:Sticks"
    with pytest.raises(UnfitWeights, match="is a run of"):
        Learner.resume(tmp_path / "kept", f"{second}:sticks=9")
    with pytest.raises(UnfitWeights, match="is a run of"):
        Learner.resume(tmp_path / "kept", "nim")


@pytest.mark.parametrize("name", ["plain", "a,b", "a b", "a'b", "a=b", "a(b", "a:b", "-dash", "a$b", "(a,b)"])
def test_the_printed_player_can_be_typed(tmp_path, name):
    path = tmp_path / f"{name}.weights"
    line = written_line(path, 5000)
    (word,) = shlex.split(line.partition("play against it: ")[2])
    assert players.CATALOGUE.read(word)[1] == {"eval": str(path)}
    assert ('"' in word) == (name == "a,b")


@pytest.mark.parametrize(("spec", "name"), [
    ("connect-four", "connect-four"), ("connect-four:columns=4,rows=4", "connect-four-columns=4-rows=4"),
    ("openspiel:go:board_size=9", "openspiel-go-board_size=9"), ("./mine.py", "mine"),
    ("./a folder/mine.py:Own:size=3", "mine-Own-size=3"),
])  # fmt: skip
def test_files_are_called_by_their_games(spec, name):
    assert file_name(spec) == name


def test_names_of_files_are_short_and_each_of_one_game():
    specs = [f"tree-game:{'1/' * 99}{last}" for last in (1, 2)] + [
        "nim:heaps=1/2",
        "nim:heaps=1|2",
        "./a b.py",
        "./a$b.py",
    ]
    found = [file_name(spec) for spec in specs]
    assert len(set(found)) == len(specs)
    assert max(map(len, found)) < 80
    assert all(shlex.quote(name) == name for name in found)


def test_a_run_without_a_file_name_is_kept_by_its_game_and_options(command, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    for spec in ("tic-tac-toe", SMALL):
        status, _, _ = command(["learn", spec, "-g", "10", "--matches", "0", "--seed", "1"])
        assert status == 0
    found = sorted(path.name for path in (tmp_path / "data" / "learned").glob("*.weights"))
    assert found == ["connect-four-columns=4-rows=4.weights", "tic-tac-toe.weights"]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "file"))
    status, _, err = command(["learn", "tic-tac-toe", "-g", "10", "--matches", "0"])
    assert status == 2
    assert "cannot be made" in err
    assert len(err.splitlines()) == 1
