"""Players in processes of their own play as they do without; nothing of them is left, and nothing of the match leaks."""

import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import games
import players
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from games.names.entry import Entry
from referee.batches.plan import Plan
from referee.errors.attribution import UserCodeError
from referee.match.clock_text import read_clock
from referee.match.clocks import Control
from referee.match.events import Asked, Ended, Forfeit, How, Moved
from referee.match.record import record_match
from referee.running.game_task import plays_apart
from referee.running.lasting_players import close_waiting
from referee.running.sandbox import isolation, limits, sandbox_process
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.isolation import IsolatedPlayer, read_message
from referee.running.sandbox.protocol import QuotedAnswer, decode_outcome
from referee.tournaments.entrants import check_tournament
from referee.tournaments.plan import Tournament
from tests.helpers.cases import every_case
from tests.helpers.processes import children

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

GUARD = Guard(memory=1024, seconds=60, output=1 << 20)
PLAYERS = [
    ("tic-tac-toe", "optimal", "mcts:playouts=60"),
    ("tic-tac-toe", "mcts:playouts=60,threads=2", "minimax:method=alphabeta,depth=3"),
    ("nim:heaps=3/5/7", "minimax", "montecarlo:playouts=5"),
    ("connect-four:columns=5,rows=4", "minimax:nodes=300", "mcts:playouts=40,rave=50"),
    ("pig:target=20", "minimax:depth=2", "optimal"),
    ("kuhn-poker", "cfr:iterations=50", "mcts:playouts=50"),
    ("leduc-poker", "minimax:nodes=300", "montecarlo:playouts=5"),
    ("liars-dice", "level:2", "level:4"),
    ("othello:4", "level:7", "level:1"),
    ("hexapawn", "bestfirst:nodes=300", "minimax:nodes=300"),
]


class Dice(Game):
    """Four rolls, each kept or not by the seats in turn; a field that cannot be pickled harms no open game."""

    stakes = 12

    def __init__(self):
        self.turn = CHANCE
        self.rolled, self.sum = (), 0
        self.unpicklable = threading.Lock

    def chances(self):
        return [(face, face) for face in range(1, 7)]

    def moves(self):
        return [face for face, _ in self.chances()] if self.turn == CHANCE else [10, 11]

    def make(self, move):
        mover = len(self.rolled) % 2
        if self.turn == CHANCE:
            self.rolled += (move,)
            self.turn = mover
        else:
            self.sum += (1 - 2 * self.turn) * self.rolled[-1] * (move - 10)
            self.turn = CHANCE

    def score(self):
        return self.sum if len(self.rolled) == 4 and self.turn == CHANCE else None


class Secret(Dice):
    """The same, as a game that hides something and holds what cannot be pickled."""

    def __init__(self):
        super().__init__()
        self.unpicklable = (number for number in ())

    def imagine(self, seat, rng):
        return self


class Telling:
    """Answers with what it was given."""

    def begin(self, game, seat):
        self.seen = [type(game).__name__, seat]

    def choose(self, game, deadline):
        return json.dumps([*self.seen, str(game.known(game.turn)), deadline])


class Counting:
    """A player that tells how many files it was left, and whose its signals and its session are."""

    def choose(self, game, deadline):
        null = os.stat(os.devnull)
        files = [int(path.name) for path in Path("/dev/fd").iterdir()]
        own = [number for number in files if lasts(number) and not os.path.samestat(os.fstat(number), null)]
        return json.dumps([len(own), signal.getsignal(signal.SIGALRM) == signal.SIG_DFL, os.getsid(0) == os.getppid()])


class Logging:
    """A player that leaves it to the end of its life to write down what it did."""

    def __init__(self):
        self.file = open(os.environ["LOG"], "w")

    def choose(self, game, deadline):
        self.file.write(f"{len(game.moves())} ")
        return game.moves()[0]


class Idling:
    def choose(self, game, deadline):
        time.sleep(1000)


class Homeless:
    """Cannot be made in the process HERE."""

    def __init__(self):
        if os.environ["HERE"] == str(os.getpid()):
            raise LookupError("not here")

    def choose(self, game, deadline):
        return game.moves()[0]


class Ringing:
    """Sets an alarm at each move, and forgets it."""

    def choose(self, game, deadline):
        signal.signal(signal.SIGALRM, abs)
        signal.setitimer(signal.ITIMER_REAL, 1000)
        return game.moves()[0]


ANIMALS = (Telling, Counting, Logging, Idling, Homeless, Ringing)


def lasts(number):
    """Whether the descriptor is open; the one of a listing is closed by now."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def told(record):
    return json.loads(ast.literal_eval(re.search("chose (.*), which is not a legal move", record.why)[1]))


@pytest.fixture(autouse=True)
def shelf(monkeypatch):
    """The catalogues with the games and players above."""
    for catalogue, kinds in ((games.CATALOGUE, (Dice, Secret)), (players.CATALOGUE, ANIMALS)):
        for kind in kinds:
            name = kind.__name__.lower()
            monkeypatch.setitem(catalogue.entries, name, Entry(__name__, kind.__name__))
            monkeypatch.setitem(catalogue.names, name, name)
    yield
    close_waiting()


@contextmanager
def isolated(task):
    """The players of the task, each in a process of its own."""
    seated = [IsolatedPlayer(spec, GUARD) for spec in task.heading.players]
    try:
        yield seated
    finally:
        close_waiting()


def both(task):
    """The records and the ends of a game with and without processes of their own for its players."""
    with isolated(task) as seated:
        return [record_match(task.heading, task.match(each)) for each in (seated, task.make_players())]


@contextmanager
def alone(spec, game="tic-tac-toe", guard=GUARD):
    player = IsolatedPlayer(spec, guard)
    player.prepare(game, games.load(game), 1, None)
    try:
        yield player
    finally:
        player.close()


# The same games.


@pytest.mark.parametrize("game", [*games.CATALOGUE, "dice"])
def test_every_game_is_played_as_it_is_without(game):
    (guarded, end), (free, other) = both(Plan(game, ("random", "random"), 11).task(1))
    assert guarded == free
    assert [made.move for made in end.moves] == [made.move for made in other.moves]
    assert guarded.how == "played-out"


@pytest.mark.parametrize(("game", "first", "second"), PLAYERS)
def test_every_player_plays_as_it_does_without(game, first, second):
    (guarded, _), (free, _) = both(Plan(game, (first, second), 3).task(0))
    assert guarded == free
    assert guarded.how == "played-out"


def test_the_games_of_that_test_are_played_by_all_players():
    named = {players.CATALOGUE.find(spec) for _, *specs in PLAYERS for spec in specs}
    outside = {name for name, entry in players.CATALOGUE.entries.items() if entry.module.startswith("referee.engines.")}
    others = {"human", "random", *outside, *(kind.__name__.lower() for kind in ANIMALS)}
    assert named == set(players.CATALOGUE) - others


@pytest.mark.parametrize("game", ["kalah", "connect-four", "pig", "backgammon", "leduc-poker"])
def test_openings_are_known_to_the_players(game):
    start = games.load(game)
    opening = []
    rng = random.Random(game)
    for _ in range(4):
        move = rng.choice(start.moves())
        opening.append(start.text(move))
        start.make(move)
    (guarded, _), (free, _) = both(Plan(game, ("minimax:depth=1", "random"), 3, opening=tuple(opening)).task(0))
    assert guarded == free
    assert guarded.moves.split()[:4] == opening


def test_a_game_goes_on_after_its_past():
    fixture = Plan("kalah", ("random", "minimax:depth=2"), 3, Control(total=600, increment=1)).task(0)
    past = [(event.text, event.left) for event in fixture.match() if isinstance(event, Moved)][:5]
    with isolated(fixture) as seated:
        *_, end = fixture.match(seated, past)
    *_, free = fixture.match(past=past)
    assert (end.how, end.score) == (free.how, free.score) == (How.PLAYED_OUT, free.score)


def test_an_isolated_player_gets_the_deadline_and_its_seat():
    result = Plan("tic-tac-toe", ("telling", "random"), 1, Control(move=1000)).task(0).result()
    assert result.forfeit is How.ILLEGAL_MOVE
    kind, seat, _, deadline = told(result.record)
    assert (kind, seat) == ("TicTacToe", 0)
    assert 0 < deadline - time.monotonic() <= 1000


@pytest.mark.parametrize("text", ["0.1s/2x0.2s", "0.1s+d0.4s", "9/0.5s"])
def test_a_silent_player_is_ended_after_all_its_periods_and_its_delay(monkeypatch, text):
    monkeypatch.setattr(isolation, "MARGIN", 0.1)
    result = Plan("tic-tac-toe", ("idling", "random"), 1, read_clock(text), guard=GUARD).task(0).result()
    assert (result.forfeit, result.record.why) == (How.HUNG, "idling did not answer within 0.5 seconds")


def test_games_with_byo_yomi_are_played_out_by_isolated_players():
    pair, clocks = ("mcts:playouts=50", "minimax:depth=2"), read_clock("0.001s/2x60s,8/60s+d0.01s")
    plan = Plan("connect-four", pair, 1, clocks, guard=GUARD, swap=True)
    for number in (0, 1):
        assert both(plan.task(number))[0][0].how == "played-out"


def test_a_process_knows_no_more_of_hidden_cards_than_its_seat():
    cards = set()
    for number in range(20):
        fixture = Plan("kuhn-poker", ("telling", "random"), number).task(0)
        card = games.load("kuhn-poker", [event.text for event in fixture.match() if isinstance(event, Moved)]).known(0)
        result = fixture.result()
        known = told(result.record)[2]
        assert known == card
        cards.add(known)
    assert len(cards) == 3


def test_a_process_hears_no_moves_of_a_game_with_hidden_cards():
    (deal,) = [event for event in Plan("kuhn-poker", ("random",) * 2, 1).task(0).match() if isinstance(event, Moved)][
        :1
    ]
    with alone("random", "kuhn-poker") as player, alone("random", "pig") as open_player:
        player.follow(deal)
        open_player.follow(deal)
        assert (player.moves, open_player.moves) == ([], [deal.move])


def test_a_process_has_no_files_or_signals_of_the_match():
    with Path(__file__).open() as file, alone("counting") as player:
        assert file
        player.begin(games.load("ttt"), 0)
        files, plain, leads = json.loads(repr(player.choose(games.load("ttt"), 0.0))[1:-1])
    assert files == 3  # what it is asked through, and what it prints to, twice
    assert plain
    assert leads


# What it takes and leaves.


def test_a_search_on_a_large_stack_has_room_beside_a_small_limit():
    with alone("optimal:memory=16", "hexapawn", Guard(memory=64)) as player:
        start = games.load("hexapawn")
        player.begin(start, 0)
        assert player.choose(start, time.monotonic() + 60) in start.moves()


def test_games_leave_no_file_and_no_process_behind():
    fixture = Plan("tic-tac-toe", ("random", "random"), 1).task(0)
    both(fixture)
    before = len(os.listdir("/dev/fd")), children()
    for _ in range(3):
        both(fixture)
    assert (len(os.listdir("/dev/fd")), children()) == before


def test_a_player_whose_game_is_over_may_close_its_files(monkeypatch, tmp_path):
    monkeypatch.setenv("LOG", str(tmp_path / "log"))
    Plan("tic-tac-toe", ("logging", "random"), 1).task(0).result()
    assert (tmp_path / "log").read_text().startswith("9 7 5 ")


def test_games_are_the_same_without_pidfds_and_proc(monkeypatch):
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    monkeypatch.setattr(limits, "C", None)
    monkeypatch.setattr(limits, "read_kilobytes", lambda pid, file, names: 0)
    monkeypatch.setattr(limits, "find_descendants", lambda pid, spared=(): [])
    (guarded, _), (free, _) = both(Plan("kalah", ("random", "random"), 11).task(1))
    assert guarded == free


def test_a_game_that_is_broken_off_ends_its_processes(monkeypatch):
    cells = []
    monkeypatch.setattr(
        isolation, "SandboxProcess", lambda *words: cells.append(sandbox_process.SandboxProcess(*words)) or cells[-1]
    )
    task = Plan("kalah", ("random", "random"), 1).task(0)
    events = task.match([IsolatedPlayer(spec, GUARD) for spec in task.heading.players])
    next(event for event in events if isinstance(event, Moved))
    assert len(cells) == 2
    while not all(each.pid for each in cells):  # a supervisor may tell it after its program's first answer
        time.sleep(0.01)
    pids = [each.pid for each in cells] + [each.supervisor for each in cells]
    events.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_games_may_be_played_in_any_thread():
    found = []
    fixture = Plan("tic-tac-toe", ("mcts:playouts=20", "random"), 1).task(0)
    thread = threading.Thread(target=lambda: found.extend(both(fixture)))
    thread.start()
    thread.join()
    (guarded, _), (free, _) = found
    assert guarded == free


def test_closing_twice_is_closing_once():
    with alone("random") as player:
        process = player.process
        player.close()
        player.close()
    assert process.line.fileno() == -1


def test_the_reason_of_a_hang_names_the_whole_limit(monkeypatch):
    monkeypatch.setattr(isolation, "MARGIN", 0.1)
    start = games.load("ttt")
    with alone("idling") as player:
        player.begin(start, 0)
        player.follow(Asked(start, 0, time.monotonic() - 0.2, limit=0.1))
        with pytest.raises(Forfeit, match=r"^did not answer within 0\.1 seconds$"):
            player.choose(start, 0.0)


def test_a_player_of_its_own_process_is_never_made_in_this_one(monkeypatch):
    monkeypatch.setenv("HERE", str(os.getpid()))
    plan = Plan("tic-tac-toe", ("homeless", "random"), 1)
    plan.check()
    check_tournament(Tournament("tic-tac-toe", plan.players, plan.players, "swiss", 1, 1))
    assert plan.task(0).result().record.how == "played-out"


def test_memory_that_processes_share_counts_once():
    eaten = bytearray(50 << 20)
    pids = [fork_sleeper() for _ in range(4)]
    try:
        apart = sum(map(limits.measure_memory, pids))
        assert apart >= 4 * len(eaten)
        assert limits.measure_memory_below(os.getpid(), apart + (1 << 40)) >= apart
        assert limits.measure_memory_below(os.getpid(), 1) < apart / 2
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def fork_sleeper():
    if pid := os.fork():
        return pid
    try:
        time.sleep(1000)
    finally:
        os._exit(0)


# What is refused, in one line.


def test_a_hidden_game_that_cannot_be_pickled_is_refused():
    said = "Secret hides something and cannot be pickled: cannot pickle 'generator'"
    with pytest.raises(SpecError, match=said), alone("random", "secret"):
        pass


# Messages.


@every_case(
    "message",
    [None, {}, 7, {"move": "1"}, {"move": 1.0}, {"move": True}, {"said": 1}, {"said": "x", "whole": "1"}]
    + [{"raised": "SystemExit"}, {"raised": []}, {"fault": "played-out"}, {"fault": {}}],
)
def test_an_invalid_message_costs_the_game(message):
    with pytest.raises(Forfeit, match="wrote something of its own") as caught:
        decode_outcome(message)
    assert caught.value.how is How.NO_MOVE


def test_only_a_player_without_code_of_its_own_may_blame_the_rules():
    message = {"fault": "crashed", "what": "crashed", "trace": "Traceback\x1b[1m", "rules": True}
    with pytest.raises(Forfeit):
        decode_outcome(message)
    with pytest.raises(UserCodeError, match=r"^Traceback\\x1b\[1m$"):
        decode_outcome(message, lambda _: True)
    with pytest.raises(Forfeit):
        decode_outcome({**message, "rules": 1}, lambda _: True)


def test_a_spec_with_code_of_others_plays_apart(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def bot(game):\n    return 1\nclass Bot:\n    def choose(self, game, deadline):\n        return 1\n"
    )
    mine = str(tmp_path / "mine.py")
    assert not any(map(plays_apart, ["minimax", "mcts:playouts=9", "level:3", "optimal", "random", "cfr", "human"]))
    assert all(map(plays_apart, [f"{mine}:bot", f"{mine}:Bot", f"minimax:eval={mine}:bot", "telling"]))


def test_texts_of_messages_cannot_command_a_terminal():
    with pytest.raises(Forfeit) as caught:
        decode_outcome({"fault": "crashed", "what": "crashed: \x1b[2J\n", "trace": "one\x1b[2J\r\ntwo\ud800"})
    assert str(caught.value) == "crashed: \\x1b[2J\\n"
    assert caught.value.trace == "one\\x1b[2J\ntwo\\ud800\n"
    assert repr(decode_outcome({"said": "\x1b", "whole": None})) == "\\x1b"


def test_an_answer_that_is_no_int_stands_for_one_or_for_none():
    assert [1, 2, 3][QuotedAnswer("True", 1)] == 2
    with pytest.raises(TypeError, match="'x' is not a whole number"):
        [1][QuotedAnswer("'x'", None)]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other signals")
@pytest.mark.parametrize(("status", "said"), [(9, "SIGKILL (Killed)"), (40, "signal 40 (Real-time signal 6)")])
def test_a_deadly_signal_is_named_even_if_it_has_no_name(status, said):
    assert sandbox_process.describe_status(status) == f"died of {said}"


SAID = {"said": '[[{"\\', "whole": None, "number": 1}  # brackets in words are no nesting


@every_case(
    ("line", "message"),
    [(line, None) for line in (b"", b"x", b"[" * 100_000, b"[1]", b"\xff")]
    + [(b'{"number": 1, "move": ' + b"9" * 5000 + b"}", None), (b'{"number": 2, "move": 1}', None)]
    + [(b'{"number": 1, "move": 2}', {"number": 1, "move": 2}), (json.dumps(SAID).encode(), SAID)],
)
def test_a_line_is_a_message_if_it_answers_the_question(line, message):
    assert read_message(line, 1) == message


@pytest.mark.parametrize("line", [b"[" * 900_000, b'{"a":' * 180_000, b'{"[[": "\\"{{", "a":' + b"[" * 900_000])
def test_no_answer_nests_so_deeply_that_reading_it_ends_the_match(line):
    code = (
        "import sys; from referee.running.sandbox.isolation import read_message; sys.setrecursionlimit(1_000_000)\n"
        "print(read_message(sys.stdin.buffer.read(), 1))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=line, capture_output=True, timeout=300)
    assert (done.returncode, done.stdout.strip()) == (0, b"None")
