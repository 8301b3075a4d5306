"""Files are described by a child before they are run: nothing of theirs ends this process, or holds it up."""

import importlib
import json
import os
import subprocess
import sys
import textwrap

import pytest

import games
import players
from games.base.origins import PACKAGE
from games.names import file_contents, user_files
from games.names.catalogue import BrokenFile, Catalogue, SpecError
from games.option import Choice, Number, Option, Sizes, Whole, YesNo
from referee.batches.plan import Plan
from referee.running import describe_file
from referee.running.foreign_code import describe_files_first
from referee.running.sandbox.guard import Guard
from tests.helpers.processes import referee

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

BOT = """
    class Bot:
        def __init__(self, depth=2, word="a"):
            if depth == 7:
                raise ValueError("depth=7 brings bad luck")
        def choose(self, game, deadline):
            return game.moves()[0]
    """
GAME = """
    from games.game import Game
    class Sticks(Game):
        def __init__(self):
            self.turn, self.left = 0, 4
        def moves(self):
            return [1, 2][: self.left]
        def make(self, move):
            self.left, self.turn = self.left - move, 1 - self.turn
        def score(self):
            return None if self.left else 1 if self.turn else -1
    """
AMPLE = 120.0  # seconds
BAD = {
    "import os; os._exit(0)": "it ended its process with exit status 0",
    "import os; os.kill(os.getpid(), 9)": "it died of SIGKILL (Killed)",
    "import sys; sys.exit(0)": "SystemExit: 0",
    "raise StopIteration": "StopIteration",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "import time\nwhile True: time.sleep(0.01)": "it had not come to its end after 0.5 seconds, in line ",
    "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {14})\nwhile True: pass": "it had not come to its end",
    "import os\nfor n in range(3, 99):\n  try: os.write(n, b'{\"contents\": [1]}\\n')\n  except OSError: pass":
        "it writes to what is not its own",
}  # fmt: skip


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a file of that name here, in the folder that is worked in."""
    monkeypatch.chdir(tmp_path)

    def put(name, *texts):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(textwrap.dedent(text) for text in texts))
        return f"./{name}"

    return put


# Files that do not come to their end.


@pytest.mark.parametrize("text", BAD)
def test_whatever_a_file_does_as_it_is_run_is_a_line_before_the_first_game(write, command, monkeypatch, text):
    monkeypatch.setattr(describe_file, "SECONDS", 0.5 if "while" in text else AMPLE)
    monkeypatch.setattr(describe_file, "MARGIN", 0.2 if "SIG_BLOCK" in text else AMPLE)  # it hears no timer
    path = write("bad.py", BOT, text)
    for line in ("-g 3 nim {} random --time 1 --strict --require score>=0.8", "nim {} random"):
        status, out, said = command(line.format(path))
        assert (status, out) == (2, "")
        assert said.splitlines()[-1].startswith(f"referee: {path} cannot be run: {BAD[text]}")


@pytest.mark.parametrize("line", ["-g 2 nim {} random", "tournament nim {} random --rounds 1", "nim minimax:eval={} random",
                                  "-g 1 {} random random", "{} random random", "solve {}"])  # fmt: skip
def test_every_command_finds_a_file_out_that_would_end_it(write, command, line):
    path = write("bad.py", BOT, "import os\nos._exit(0)")
    status, out, said = command(line.format(path))
    assert (status, out) == (2, "")
    assert said == f"referee: {path} cannot be run: it ended its process with exit status 0\n"


def test_a_file_that_ends_the_process_is_a_finding_for_an_autograder_too(write, command, tmp_path):
    path = write("bad.py", BOT, "import os\nos._exit(0)")
    status, _, _ = command(f"check {path} --gradescope {tmp_path}/results.json")
    (test, *_) = json.loads((tmp_path / "results.json").read_text())["tests"]
    assert (status, test["status"]) == (1, "failed")
    assert "ended its process with exit status 0" in " ".join(test["output"].split())


def test_a_tournament_names_all_files_that_cannot_be_run(write, command):
    bad = [write(f"bad{count}.py", text) for count, text in enumerate(("import os; os._exit(0)", "1 / 0"))]
    good = write("bot.py", BOT)
    status, out, said = command(f"tournament nim {bad[0]} {good} {bad[1]} random")
    assert (status, out) == (2, "")
    assert said.splitlines() == [
        f"referee: {bad[0]} cannot be run: it ended its process with exit status 0",
        f"referee: {bad[1]} cannot be run: ZeroDivisionError: division by zero",
    ]


def test_the_output_of_a_dead_file_is_shown(write, command):
    path = write("bad.py", "import os\nprint('half way', flush=True)\nos.abort()")
    _, _, said = command(f"-g 1 nim {path} random")
    assert "half way" in said and 'bad.py", line 3 in <module>' in said
    assert "user_files.py" not in said and "Extension modules" not in said


def test_a_file_with_the_name_of_one_of_ours_appears_in_tracebacks(write, command):
    path = write("user_files.py", "import os\nos.abort()")
    _, _, said = command(f"-g 1 nim {path} random")
    assert 'user_files.py", line 2 in <module>' in said and "load_module" not in said


# Who runs a file.


def test_a_players_file_is_not_run_by_the_command_or_a_worker(write, tmp_path):
    log = tmp_path / "log"
    path = write("bot.py", BOT, f"import os\nopen({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n')")
    with describe_files_first():
        plan = Plan("nim", (f"{path}:depth=3", "random"), 1)
        plan.check()
        assert plan.task(0).result().record.how == "played-out"  # this process is the worker now
    assert str(os.getpid()) not in log.read_text().split()


def test_an_evaluation_of_a_file_is_a_players_file(write, tmp_path):
    log = tmp_path / "log"
    path = write(
        "mine.py", f"import os\nopen({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n')\ndef score(game): return 1"
    )
    with describe_files_first():
        plan = Plan("nim", (f"minimax:depth=1,eval={path}:score", "random"), 1)
        plan.check()
        assert plan.task(0).result().record.how == "played-out"
    assert str(os.getpid()) not in log.read_text().split()


def test_a_file_that_is_another_in_the_process_that_plays_costs_only_its_games(write, tmp_path, command):
    once = tmp_path / "once"
    path = write("bot.py", BOT, f"import os\nif os.path.exists({str(once)!r}): raise LookupError('not again')\n"
                                f"open({str(once)!r}, 'w')")  # fmt: skip
    for guard in (None, Guard(1024, 60, 1000)):
        once.unlink(missing_ok=True)
        describe_file.KNOWN.clear()
        with describe_files_first():
            record = Plan("nim", (path, "random"), 1, guard=guard).task(0).result().record
        assert record.how == "crashed" and "cannot be run: LookupError: not again" in record.why


def test_a_file_that_changes_meanwhile_plays_as_it_was(write, command):
    path = write(
        "bot.py",
        """
        def bot(game):
            open(__file__, "w").close()
            return game.moves()[0]
        """,
    )
    status, out, _ = command(f"-g 3 nim:sticks=1 {path} random --workers 1 --json")
    records = [json.loads(line) for line in out.splitlines()][:-1]
    assert status == 0
    assert [record["how"] for record in records] == ["played-out"] * 3


def test_without_the_command_a_file_runs_in_the_loading_process(write):
    path = write("bot.py", BOT, "import os\nPID = os.getpid()")
    assert Catalogue.describer is None
    players.load(path)
    assert user_files.run_file(path).PID == os.getpid()


# What is known of a file that was not run here.


OWN_KIND = """
    from dataclasses import dataclass
    from games.option import Option, Whole, check
    @dataclass(frozen=True)
    class Even(Whole):
        allowed = "an even number"
        def fits(self, value):
            return value % 2 == 0
    class Bot:
        options = {"depth": Even(2), "most": Whole(3, least=1, most=9)}
        def __init__(self, **given):
            check(self.options, **given)
        def choose(self, game, deadline):
            return game.moves()[0]
    """


@pytest.mark.parametrize(
    ("behind", "said"),
    [("depth=x", "depth=x must be a whole number"), ("deep=1", "Bot has no option 'deep'; did you mean depth?"),
     ("depth=1,depth=2", "depth is given twice")],
)  # fmt: skip
def test_options_of_a_file_are_checked_by_its_description(write, command, behind, said):
    path = write("bot.py", BOT)
    status, out, error = command(f"-g 1 nim {path}:{behind} random")
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert said in error.replace(f"{path}:", "")


def test_options_that_a_constructor_refuses_are_reported_before_the_first_game(write, command):
    status, out, said = command(f"-g 1 nim {write('bot.py', BOT)}:depth=7 random")
    assert (status, out, said) == (2, "", "referee: './bot.py:depth=7': depth=7 brings bad luck\n")


def test_users_own_kinds_of_options_are_checked_when_the_player_is_made(write, command):
    path = write("bot.py", OWN_KIND)
    assert command(f"-g 1 nim {path}:depth=4 random")[0] == 0
    status, _, said = command(f"-g 1 nim {path}:depth=3 random")
    assert (status, said) == (2, "referee: './bot.py:depth=3': depth=3 must be an even number\n")
    assert "most=0 must be a whole number from 1 to 9" in command(f"-g 1 nim {path}:most=0 random")[2]


def test_a_description_crosses_as_json_and_comes_back_the_same():
    options = {"a": Option("x", "note"), "b": Whole(3, least=1), "c": Number(0.5, most=2.5), "d": Choice("x", words=("x",)),
               "e": YesNo(True), "f": Sizes((3, 5), most=7, count=3), "g": Option(required=True)}  # fmt: skip
    one = file_contents.Definition(options, ("Base",), False, ("Other",), True, "what", 12)
    contents = file_contents.Contents(("Base", "One", "Other"), {"player": {"One": one}, "game": {}})
    assert file_contents.decode_contents(json.loads(json.dumps(file_contents.encode_contents(contents)))) == contents


@pytest.mark.parametrize(
    "change",
    [{"names": "Bot"}, {"kinds": []}, {"names": []}, {"kinds": {"player": {"Bot": {}}}},
     {"kinds": {"player": {"Bot": {"options": {"a": {"kind": "system"}}}}}}],
)  # fmt: skip
def test_an_invalid_description_is_refused(change):
    good = file_contents.encode_contents(
        file_contents.Contents(("Bot",), {"player": {"Bot": file_contents.Definition()}})
    )
    with pytest.raises(BrokenFile, match="writes to what is not its own"):
        describe_file.read_contents("bot.py", {"contents": good | change})


@pytest.mark.parametrize(
    "change", [{"parents": [1]}, {"parents": "Bot"}, {"asks": ["Fish"]}, {"misfit": 1}, {"line": True}]
)
def test_an_invalid_definition_is_refused(change):
    good = vars(file_contents.Definition()) | change
    contents = {"names": ["Bot"], "kinds": {"player": {"Bot": good}}, "refused": ""}
    with pytest.raises(ValueError, match="type|named"):
        file_contents.decode_contents(contents)


def test_the_same_is_known_of_a_file_by_its_description_as_by_running_it(write):
    path = write("bot.py", BOT, "class Later(Bot):\n    pass\ndef third(game, most=3): return 1\nclass Odd:\n"
                                "    def choose(self): pass")  # fmt: skip
    own = players.CATALOGUE.definitions(path)
    with describe_files_first():
        told = players.CATALOGUE.definitions(path)
    assert told == own
    assert told["Later"].parents == ("Bot",) and told["third"].function and "must take game" in told["Odd"].misfit


def test_only_installed_modules_are_imported_ahead(write, tmp_path, monkeypatch):
    write("site-packages/ahead_of_all/__init__.py", "")
    write("site-packages/ahead_of_all/deep.py", "")
    monkeypatch.syspath_prepend(str(tmp_path / "site-packages"))
    monkeypatch.syspath_prepend(str(tmp_path))
    write("beside_it.py", "try:\n    import ahead_of_all.deep\nexcept ImportError:\n    pass\nraise LookupError")
    describe_file.import_ahead(write("bot.py", "import beside_it, nothing_like_this\n", BOT))
    assert "ahead_of_all.deep" in sys.modules and "beside_it" not in sys.modules
    for name in ("ahead_of_all", "ahead_of_all.deep"):
        del sys.modules[name]


# The process of the command lasts.


ENDERS = """
    import os, sys
    class Choose:
        def choose(self, game, deadline): os._exit(0)
    class Begin:
        def begin(self, game, seat): os._exit(0)
        def choose(self, game, deadline): return game.moves()[0]
    class Init:
        def __init__(self): os._exit(0)
        def choose(self, game, deadline): return game.moves()[0]
    class Exits:
        def choose(self, game, deadline): sys.exit(0)
    class Parts:
        def choose(self, game, deadline):
            if os.fork(): os._exit(0)
            return game.moves()[0]
    """


@pytest.mark.parametrize("name", ["Choose", "Begin", "Init", "Exits", "Parts"])
def test_a_player_that_ends_the_process_of_a_match_loses_it(write, name):
    done = referee(".", *f"nim {write('bot.py', ENDERS)}:{name} random --seed 1".split())
    assert done.returncode == 0
    assert f"{name} tried to end the program: SystemExit: " in done.stdout
    assert done.stdout.count("tried to end") == 1


def test_a_copy_that_comes_back_does_not_play_on(write):
    path = write("bot.py", "import os\ndef bot(game):\n    os.fork()\n    return game.moves()[0]")
    done = referee(".", *f"tic-tac-toe {path} random --seed 1 --plain".split())
    assert done.returncode == 0
    assert done.stdout.count("tic-tac-toe, seed 1") == 1 and done.stdout.count("wins:") == 1


@pytest.mark.parametrize("end", ["os._exit(0)", "sys.exit()", "sys.exit(5)"])
@pytest.mark.parametrize("line", ["{} random random", "-g 2 {} random random", "solve {}"])
def test_rules_that_end_the_process_are_an_error_in_the_rules(write, end, line):
    text = textwrap.dedent(GAME).replace("self.left, self.turn =", f"self.left < 3 and {end}; self.left, self.turn =")
    done = referee(".", *line.format(write("sticks.py", "import os, sys", text)).split())
    assert done.returncode == 1
    assert "in make" in done.stderr


class Own(BaseException):
    """Raised by players below."""


@pytest.mark.parametrize(
    ("raised", "said"),
    [("StopIteration", "StopIteration in bot, line 5 of bot.py"), ("ValueError", "ValueError in bot, line 5 of bot.py"),
     ("next(iter([]))", "StopIteration in bot, line 5 of bot.py"), ("GeneratorExit", "GeneratorExit in bot, line 5 of bot.py"),
     ("Own", "Own in bot, line 5 of bot.py"), ("Own('words')", "Own: words"), ("ValueError('words')", "ValueError: words"),
     ("StopIteration('words')", "StopIteration: words")],
)  # fmt: skip
def test_an_exception_without_a_message_is_shown_with_its_line(write, command, raised, said):
    path = write("bot.py", "class Own(BaseException):\n    pass\n\n"
                           f"def bot(game):\n    {'' if 'next' in raised else 'raise '}{raised}")  # fmt: skip
    status, out, error = command(f"-g 1 nim {path} random --json")
    assert status == 0
    record = json.loads(out.splitlines()[0])
    assert (record["how"], record["why"]) == ("crashed", f"bot crashed: {said}")
    assert error.splitlines()[-1] == f"game 0: bot crashed: {said}"


def test_the_table_shows_the_line_of_such_an_exception_too(write, command):
    path = write("bot.py", "class Own(BaseException):\n    pass\ndef bot(game):\n    raise Own")
    status, out, _ = command(f"nim {path} random")
    assert status == 0 and "rashed: Own in bot, line 4 of bot.py" in out


# Modules by their names.


POOLS = """
    import multiprocessing, pickle, sys
    from concurrent.futures import ProcessPoolExecutor
    from engine.parts import Part
    import engine.parts
    class Node(Part):
        pass
    def work(node):
        return node.move
    class Bot:
        def choose(self, game, deadline):
            nodes = [kind(move) for move in game.moves() for kind in (Node, Part)]
            found = [pickle.loads(pickle.dumps(node)).move for node in nodes]
            for method in ("fork", "spawn"):
                context = multiprocessing.get_context(method)
                with context.Pool(1) as pool, ProcessPoolExecutor(1, context) as other:
                    assert pool.map(work, nodes) == list(other.map(work, nodes)) == found
            return found[0]
    """


@pytest.mark.parametrize("more", ["", "-g 1"])
def test_a_player_may_pickle_what_it_wrote_and_start_processes_of_all_kinds(write, more):
    write("engine/__init__.py", "")
    write("engine/parts.py", "class Part:\n    def __init__(self, move): self.move = move")
    done = referee(".", *f"nim:heaps=1/1 {write('bot.py', POOLS)} random --seed 1 {more}".split())
    assert (done.returncode, "crashed" in done.stdout + done.stderr) == (0, False), done.stderr


HIDDEN = """
    def imagine(self, seat, rng):
        return self.copy()
    """


def test_a_hidden_game_of_a_file_crosses_to_processes_of_their_own(write, command):
    path = write("sticks.py", GAME, textwrap.indent(textwrap.dedent(HIDDEN), "    "))
    status, out, _ = command(f"-g 2 {path} random mcts:playouts=5 --seed 1")
    assert status == 0 and out.count("winner = ") == 2


def test_modules_of_one_name_in_two_folders_are_found_by_new_interpreters_too(write, tmp_path):
    kinds = []
    for folder in ("one", "other"):
        kinds.append(type(players.load(write(f"{folder}/bot.py", BOT, f"WHERE = {folder!r}"))))
    code = f"import {kinds[0].__module__} as one, {kinds[1].__module__} as other; print(one.WHERE, other.WHERE)"
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, env=os.environ | paths, timeout=300
    )
    assert done.stdout == "one other\n", done.stderr


def test_tracebacks_name_modules_without_their_folders(write, command):
    path = write("bot.py", "class Lost(Exception):\n    pass\ndef bot(game):\n    raise Lost('words')")
    _, _, said = command(f"-g 1 nim {path} random --seed 1")
    assert "\nbot.Lost: words\n" in said and PACKAGE not in said


def test_a_game_is_no_player(write):
    with describe_files_first(), pytest.raises(SpecError, match="holds no player"):
        players.CATALOGUE.check(write("sticks.py", GAME))
    assert games.CATALOGUE.find("./sticks.py") == "./sticks.py:Sticks"


@pytest.mark.parametrize("mark", ["f", "f2", "f2f6", "fzz", "2f", "f2F", "other"])
def test_a_module_name_without_a_known_folder_cannot_be_imported(mark):
    with pytest.raises(ModuleNotFoundError, match=mark):
        importlib.import_module(f"{PACKAGE}.{mark}.bot")


def test_a_module_is_imported_again_by_its_name_alone_whatever_its_folder_is_called(write):
    name = type(players.load(write("a b.c \N{SNOWMAN}/my.bot.py", BOT, "HERE = 4"))).__module__
    for known in [each for each in sys.modules if name.startswith(each) and each.startswith(f"{PACKAGE}.")]:
        del sys.modules[known]
    assert importlib.import_module(name).HERE == 4
