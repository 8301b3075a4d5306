"""Nothing passes from one game of a player to the next, and a process whose games leave nothing plays them all."""

import os

import pytest

from referee.batches.plan import Plan
from referee.running.lasting_players import close_waiting
from referee.running.sandbox import isolation

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

FILE = """
import atexit, json, os, random, subprocess, sys, threading, time
with open({log!r}, "a") as _file:
    print("import", os.getpid(), file=_file)
del _file
{top}

def bot(game):
    if len(game.moves()) < 8:
        return game.moves()[0]
    with open({log!r}, "a") as file:
        print({told}, file=file)
    {line}
    return game.moves()[0]
"""
GAMES = 3
TRACES = {  # what a game may leave, and what the next would see of it
    "HELD.append(1)": "len(HELD)",
    "KEPT['deep'].append(1)": "len(KEPT['deep'])",
    "Counter.count += 1": "Counter.count",
    "BOOK.lines.append(1)": "len(BOOK.lines)",
    "bot.count = getattr(bot, 'count', 0) + 1": "getattr(bot, 'count', 0)",
    "globals()['NEW'] = 1": "'NEW' in globals()",
    "add()": "add.__closure__[0].cell_contents",
    "time.sleep = len": "time.sleep is len",
    "os.chdir('/')": "os.getcwd() == '/'",
    "os.environ['TRACE'] = '1'": "'TRACE' in os.environ",
    "os.umask(0o123)": "os.umask(0o22) == 0o123",
    "sys.setrecursionlimit(500)": "sys.getrecursionlimit() == 500",
    "threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()": "threading.active_count() - 1",
    "os.open(os.devnull, 0)": "len(os.listdir('/proc/self/fd')) > FILES",
}
TOP = """
HELD, KEPT, FILES = [], {'deep': []}, len(os.listdir('/proc/self/fd'))

class Counter:
    count = 0

class Book(Counter):
    def __init__(self):
        self.lines = []
BOOK = Book()

def _count():
    number = 0
    def add():
        nonlocal number
        number += 1
    return add
add = _count()
"""


@pytest.fixture
def told(tmp_path, monkeypatch):
    """A function that plays games of a bot, and returns what it wrote in them and as it was imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(isolation, "POLITE", 300.0)  # a busy machine may take longer to find nothing that was left
    close_waiting()

    def play(told="os.getpid()", line="pass", top="", seed=1):
        log = tmp_path / "log"
        log.unlink(missing_ok=True)
        path = tmp_path / "bot.py"
        path.write_text(FILE.format(log=str(log), told=told, line=line, top=top))
        plan = Plan("tic-tac-toe", (f"{path}:bot", "random"), seed)
        records = [plan.task(number).result().record for number in range(GAMES)]
        close_waiting()
        assert {record.how for record in records} == {"played-out"}, records
        lines = log.read_text().splitlines()
        imports = [each for each in lines if "import" in each and each != f"import {os.getpid()}"]
        return [each for each in lines if "import" not in each], imports

    yield play
    close_waiting()


@pytest.mark.parametrize(("line", "seen"), TRACES.items())
def test_a_game_sees_no_trace_of_the_one_before(line, seen, told):
    found, imports = told(seen, line, TOP)
    assert len(found) == GAMES and len(set(found)) == 1, found
    assert len(imports) == 1


def test_a_process_that_is_as_before_plays_the_next_game(told):
    found, imports = told(top=TOP)
    assert len(set(found)) == 1 and len(imports) == 1
    assert found[0] not in imports[0]


def test_a_game_of_a_file_is_no_trace(tmp_path):
    (tmp_path / "both.py").write_text(
        "import os\nfrom games.game import Game\nclass Sticks(Game):\n    def __init__(self):\n        self.turn, self.left = 0, 3\n"
        "    def moves(self):\n        return [1]\n    def make(self, move):\n        self.left -= 1\n        self.turn = 1 - self.turn\n"
        "    def score(self):\n        return None if self.left else 1\n"
        f"def bot(game):\n    with open({str(tmp_path / 'log')!r}, 'a') as file:\n        print(os.getpid(), file=file)\n    return 1\n"
    )
    plan = Plan(str(tmp_path / "both.py"), (f"{tmp_path / 'both.py'}:bot", "random"), 1)
    assert [plan.task(number).result().record.how for number in range(GAMES)] == ["played-out"] * GAMES
    assert len(set((tmp_path / "log").read_text().split())) == 1
    close_waiting()


def test_each_game_gets_its_own_process_if_an_object_may_keep_something(told):
    found, imports = told(top="class Box(dict):\n    pass\nbox = Box()")
    assert len(set(found)) == GAMES and len(imports) == 1


@pytest.mark.parametrize(
    "top", ["rng = random.Random()", "threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()",
            "child = subprocess.Popen(['sleep', '1000'])"],
)  # fmt: skip
def test_what_copies_would_lack_or_share_is_imported_anew(top, told):
    _, imports = told(top=top)
    assert len(imports) == GAMES


@pytest.mark.parametrize("number", ["random.random()", "rng.random()"])
def test_random_numbers_differ_from_game_to_game(number, told):
    found, _ = told(number, top="rng = random.Random()")
    assert len(set(found)) == GAMES


def test_the_numbers_of_the_module_random_repeat_with_the_seed(told):
    first, again, other = (told("random.random()", seed=seed)[0] for seed in (1, 1, 2))
    assert first == again != other


def test_a_player_that_lasts_plays_all_its_games(tmp_path):
    (tmp_path / "lasting.py").write_text(
        "class Bot:\n    lasting, games = True, 0\n    def begin(self, game, seat):\n        self.games += 1\n"
        "    def choose(self, game, deadline):\n        return game.moves()[0] if self.games < 3 else None\n"
    )
    plan = Plan("tic-tac-toe", (f"{tmp_path / 'lasting.py'}:Bot", "random"), 1)
    assert [plan.task(number).result().record.how for number in range(4)] == ["played-out"] * 2 + [
        "no-move",
        "played-out",
    ]
    close_waiting()
