"""Games and players in files of one's own, and those that installed packages add; what goes wrong with them, in words."""

import json
import os
import random
import re
import subprocess
import sys
import textwrap

import pytest

import games
import players
from games.names import listing, user_files
from games.names.catalogue import Catalogue, SpecError
from games.names.entry import Entry
from games.names.spec import short_name
from games.option import options_of
from referee.__main__ import main
from referee.batches import openings
from referee.commands.new import write_files
from referee.match.players import player_name

NIM = """
    from games.game import Game

    class Nim(Game):
        def __init__(self, sticks=10):
            self.turn = 0
            self.sticks = sticks
        def moves(self):
            return list(range(1, min(3, self.sticks) + 1))
        def make(self, move):
            self.sticks -= move
            self.turn = 1 - self.turn
        def score(self):
            return None if self.sticks else 1 if self.turn == 1 else -1
    """
GREEDY = """
    class Greedy:
        def choose(self, game, deadline):
            return max(game.moves())
    """
TIMID = """
    def timid(game, rng, bound=2):
        return game.text(rng.choice([move for move in game.moves() if move <= bound]))
    """


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Return a function that writes a file into a new working folder."""
    monkeypatch.chdir(tmp_path)

    def put(name, *texts):
        (tmp_path / name).write_text("\n".join(textwrap.dedent(text) for text in texts))
        return f"./{name}"

    return put


@pytest.fixture
def two(tmp_path):
    """Return a function that writes a helper with `MOVE` 1 and 3, and a bot, into two folders and loads both bots."""

    def write(helper, bot):
        loaded = []
        for folder, move in (("one", 1), ("other", 3)):
            path = tmp_path / folder / helper
            path.parent.mkdir(parents=True)
            path.write_text(f"MOVE = {move}")
            (tmp_path / folder / "bot.py").write_text(textwrap.dedent(bot))
            loaded.append(players.load(f"{tmp_path}/{folder}/bot.py"))
        return loaded

    return write


@pytest.fixture
def command(capfd):
    """Return a function that runs the command: exit status, standard output, standard error."""

    def run(line):
        with pytest.raises(SystemExit) as ended:
            main(line.split() if isinstance(line, str) else line)
        return (ended.value.code, *capfd.readouterr())

    return run


# What a spec names.


def test_a_file_with_one_game_is_that_game_and_takes_its_options(write):
    path = write("mine.py", NIM)
    assert len(games.load(path).moves()) == 3
    assert [games.load(spec).sticks for spec in (path, f"{path}:sticks=2", f"{path}:Nim", f"{path}:Nim:sticks=4")] == [
        10, 2, 10, 4,
    ]  # fmt: skip
    assert games.CATALOGUE.find(path) == f"{path}:Nim"


def test_the_path_needs_no_folder_and_may_begin_at_the_root(write, tmp_path):
    write("mine.py", NIM)
    assert games.load("mine.py").sticks == 10
    assert games.load(f"{tmp_path}/mine.py:Nim:sticks=3").sticks == 3


def test_a_function_of_a_game_is_a_player_and_its_arguments_with_defaults_are_options(write):
    path = write("bot.py", TIMID)
    assert set(options_of(players.CATALOGUE.load_class(f"{path}:timid"))) == {"bound", "seed"}
    assert players.load(f"{path}:bound=1", seed=1).choose(games.load("nim"), 0.0) == "1"
    drawn = [players.load(path, seed).choose(games.load("nim"), 0.0) for seed in range(20)]
    assert {*drawn} == {"1", "2"}
    assert drawn == [players.load(path, seed).choose(games.load("nim"), 0.0) for seed in range(20)]


def test_a_function_may_ask_for_the_deadline(write):
    path = write("bot.py", "def late(game, deadline):\n    return int(deadline)")
    assert players.load(path).choose(games.load("nim"), 7.5) == 7


def test_functions_with_more_arguments_private_and_imported_ones_are_no_players(write):
    path = write(
        "bot.py",
        "from math import sqrt\nfrom random import choice\ndef two(game, other): pass\ndef _own(game): pass\nclass Thing: pass",
    )
    with pytest.raises(SpecError, match=re.escape(f"{path} holds no player")):
        players.load(path)


def test_a_file_may_hold_games_and_players(write):
    path = write("both.py", NIM, GREEDY, TIMID)
    assert games.load(path).sticks == 10
    assert type(players.load(path)).__name__ == "Greedy"  # a class goes before functions
    assert games.CATALOGUE.find(write("bot.py", GREEDY)) is None
    assert type(players.load(f"{path}:timid")).__name__ == "timid"


def test_the_default_of_several_is_the_one_named_like_the_file(write):
    two = GREEDY + GREEDY.replace("Greedy", "Other")
    assert type(players.load(write("other.py", two))).__name__ == "Other"
    assert type(players.load(write("both.py", GREEDY, "class Better(Greedy):\n    pass"))).__name__ == "Better"
    with pytest.raises(
        SpecError, match=r"two\.py holds several players: Greedy, Other; name one, as in \./two\.py:Greedy"
    ):
        players.load(write("two.py", two))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("./mine.py:Foo", "./mine.py holds no 'Foo' (games: Nim)"),
        ("./mine.py:Nim:sticks=x", "'./mine.py:Nim:sticks=x': sticks=x must be a whole number"),
        ("./mine.py:stiks=3", "has no option 'stiks'; did you mean sticks?"),
        ("./none.py", "./none.py cannot be read: No such file or directory"),
        ("./bot.py", "./bot.py holds no game"),
    ],
)
def test_a_mistyped_spec_is_refused_in_one_line(write, spec, said):
    write("mine.py", NIM)
    write("bot.py", GREEDY)
    with pytest.raises(SpecError) as caught:
        games.load(spec)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_is_run_once_per_content(write, tmp_path):
    log = tmp_path / "log"
    code = f"open({str(log)!r}, 'a').write('x')\n"
    path = write("bot.py", GREEDY, code)
    for _ in range(3):
        players.load(path)
    assert log.read_text() == "x"
    write("bot.py", GREEDY.replace("max", "min"), code)
    assert players.load(path).choose(games.load("nim"), 0.0) == 1
    assert log.read_text() == "xx"


def test_an_edit_that_keeps_size_and_time_is_noticed(write, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for helper, move in (("max", 3), ("min", 1)):
        write("helper_of_mine.py", f"BEST = {helper}")
        path = write(
            "bot.py", f"from helper_of_mine import BEST\ndef bot(game):  # {helper}\n    return BEST(game.moves())"
        )
        for file in tmp_path.glob("*.py"):
            os.utime(file, ns=(10**18, 10**18))
        assert players.load(path).choose(games.load("nim"), 0.0) == move
    assert not (tmp_path / "__pycache__").exists()


def test_files_of_two_folders_import_their_own_neighbours(two):
    bots = two("shared_name.py", "from shared_name import MOVE\ndef bot(game):\n    return MOVE")
    assert [bot.choose(games.load("nim"), 0.0) for bot in bots] == [1, 3]
    assert "shared_name" not in sys.modules


WHOSE = """
    from mine import Nim
    import lately_imported_rules, mine
    def bot(game):
        from mine import Nim as Later
        return 1 if isinstance(game, Nim) and Nim is Later is mine.Nim is lately_imported_rules.Nim else 3
    """


@pytest.mark.parametrize("start", [["-P"], []], ids=["installed", "in the folder"])
def test_a_player_and_its_game_share_the_class_that_is_played(write, start):
    game, path = write("mine.py", NIM), write("bot.py", WHOSE)
    write("lately_imported_rules.py", "from mine import Nim")
    for first in (game, path):
        code = (
            f"import games, players; (games if {first!r} == {game!r} else players).CATALOGUE.definitions({first!r});"
            f"game = games.load({game!r}); print(players.load({path!r}).choose(game, 0.0))"
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        words = [sys.executable, *start, "-c", code]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=300)
        assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_changed_game_is_another_class_for_the_player_that_imports_it(write):
    game, path = (
        write("mine.py", NIM),
        write("bot.py", "from mine import Nim\ndef bot(game):\n    return isinstance(game, Nim)"),
    )
    before = games.load(game)
    assert players.load(path).choose(before, 0.0)
    write("mine.py", NIM.replace("sticks=10", "sticks=12"))
    assert not players.load(path).choose(games.load(game), 0.0)
    write("mine.py", NIM)  # undone
    assert players.load(path).choose(games.load(game), 0.0)
    assert type(games.load(game)) is type(before)


@pytest.mark.parametrize(
    "late", ["import late_name\n    return late_name.MOVE", "from late_name import MOVE\n    return MOVE"]
)
def test_late_imports_find_the_neighbours_of_the_importing_file(two, late):
    bots = two("late_name.py", f"def bot(game):\n    {late}")
    assert [bot.choose(games.load("nim"), 0.0) for bot in bots * 2] == [1, 3, 1, 3]


LIBRARY = """
    import os, sys
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "lib"))
    from of_the_lib import MOVE
    def bot(game):
        from late_in_the_lib import MOVE as late
        return MOVE if MOVE == late else 2
    """


def test_a_folder_that_a_file_adds_to_the_path_is_searched_only_for_that_file(two, tmp_path):
    before = list(sys.path)
    bots = two("lib/of_the_lib.py", LIBRARY)
    for folder, move in (("one", 1), ("other", 3)):
        (tmp_path / folder / "lib" / "late_in_the_lib.py").write_text(f"MOVE = {move}")
    assert [bot.choose(games.load("nim"), 0.0) for bot in bots] == [1, 3]
    assert sys.path == before


def test_running_a_file_does_not_change_the_working_folder(write, tmp_path):
    (tmp_path / "away").mkdir()
    path = write("bot.py", GREEDY, "import os\nos.chdir('away')\nHERE = os.getcwd()")
    assert user_files.run_file(path).HERE.endswith("away")
    assert os.getcwd() == str(tmp_path)
    assert players.load(path).choose(games.load("nim"), 0.0) == max(games.load("nim").moves())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork here")
def test_a_process_forked_while_a_file_is_run_plays_nothing(write, command):
    path = write("bot.py", GREEDY, "import os\nos.fork()")
    status, out, _ = command(f"-g 2 nim {path} random --seed 1 --swap")
    assert status == 0
    assert out.count("game 0:") == out.count("game 1:") == 1


def test_files_may_import_each_other_and_packages_beside_them(write, tmp_path):
    (tmp_path / "my_package_of_rules").mkdir()
    (tmp_path / "my_package_of_rules" / "__init__.py").write_text(
        "from .best import BEST\nfrom one_of_two import LEAST"
    )
    (tmp_path / "my_package_of_rules" / "best.py").write_text("BEST = 2")
    path = write(
        "one_of_two.py", "LEAST = 1\nimport other_of_two\ndef bot(game):\n    return other_of_two.move() + LEAST"
    )
    write("other_of_two.py", "import one_of_two, my_package_of_rules\ndef move():\n    return one_of_two.LEAST * 2")
    assert players.load(path).choose(games.load("nim"), 0.0) == 3
    assert not {"one_of_two", "other_of_two", "my_package_of_rules", "my_package_of_rules.best"} & set(sys.modules)


def test_packages_installed_below_the_folder_of_a_file_are_imported_once(write, tmp_path, monkeypatch):
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "installed_there.py").write_text("THING = object()")
    monkeypatch.syspath_prepend(str(tmp_path / ".venv"))
    one, other = (
        user_files.run_file(write(name, "from installed_there import THING")) for name in ("one.py", "other.py")
    )
    assert one.THING is other.THING
    assert sys.modules.pop("installed_there").THING is one.THING


def test_a_file_may_catch_the_failure_of_an_import(write):
    write("needs_more.py", "import nothing_like_this")
    write("divides.py", "1 / 0")
    path = write("bot.py", "try:\n    import needs_more\nexcept ImportError as error:\n    WHY = error.name", GREEDY)
    assert user_files.run_file(path).WHY == "nothing_like_this"
    with pytest.raises(user_files.BrokenFile, match=r"\./other\.py cannot be run: ZeroDivisionError: division by zero"):
        user_files.run_file(write("other.py", "import divides"))
    assert "divides" not in sys.modules


def test_neighbours_are_searched_after_everything_else(write, tmp_path):
    code = "import games, players, sys; print(players.load('./bot.py').choose(games.load('nim'), 0.0))"
    write("wave.py", "raise SystemExit('the wrong one')")  # Python's own is seldom imported
    write("bot.py", "import wave\ndef bot(game):\n    return 2 if hasattr(wave, 'Wave_read') else 1")
    for folder in ("", str(tmp_path)):  # a program that is run from the folder has it among its own
        paths = os.pathsep.join(filter(None, [folder, *sys.path]))
        words = [sys.executable, "-P", "-c", code]
        done = subprocess.run(
            words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}, timeout=300
        )
        assert (done.stdout, done.stderr) == ("2\n", "")


def test_output_of_a_file_that_is_run_does_not_mix_with_results(write, command):
    path = write("bot.py", GREEDY, "print('hello world')")
    _, out, said = command(f"-g 1 nim {path} random --seed 1 --json")
    assert out.startswith("{")
    assert "hello world" not in out + said


def test_a_user_s_folder_may_be_named_players(write, command, tmp_path):
    (tmp_path / "players").mkdir()
    path = write("players/bot.py", "def bot(game):\n    return [][0]")
    _, _, said = command(f"-g 1 {path} random --seed 3")
    assert said.startswith('Traceback (most recent call last):\n  File "players/bot.py", line 2, in bot\n')


def test_a_file_named_like_a_standard_module_does_not_hide_it(write):
    path = write("random.py", GREEDY)
    assert type(players.load(path)).__name__ == "Greedy"
    import random

    assert hasattr(random, "Random")


def test_players_from_files_have_the_names_of_their_classes(write):
    path = write("bot.py", GREEDY, TIMID)
    assert player_name(path) == "Greedy"
    assert player_name(f"{path}:timid:bound=1") == "timid"
    assert (short_name(path), short_name("nim:sticks=3")) == ("bot", "nim")


# Files to start from.


@pytest.mark.parametrize("called_so", ["Last Stick", "last-stick", "last_stick", "last--stick"])
def test_a_name_to_start_from_may_have_hyphens_blanks_and_underscores(tmp_path, called_so):
    assert [path.name for path in write_files("game", called_so, tmp_path)] == ["last_stick.py", "test_last_stick.py"]
    assert type(games.load(f"{tmp_path}/last_stick.py")).__name__ == "LastStick"


@pytest.mark.parametrize(
    ("called_so", "why"),
    [
        *((name, "letters and digits of English, the first a letter; hyphens, blanks and _ only between them")
          for name in ("", "3d", "-a", "a-", "a.b", "é", "\N{KELVIN SIGN}")),
        ("random", "Python has a module 'random'"),
        ("class", "it is a word of Python"),
        ("none", "it is a word of Python"),
        ("Players", "games, players, referee, cython and pytest are taken"),
        ("pytest", "games, players, referee, cython and pytest are taken"),
    ],
)  # fmt: skip
def test_an_impossible_name_to_start_from_is_refused_with_the_reason(tmp_path, called_so, why):
    with pytest.raises(SpecError) as caught:
        write_files("player", called_so, tmp_path)
    assert str(caught.value) == f"{called_so!r} cannot be the name of a file of yours: {why}"
    assert not list(tmp_path.iterdir())


# At the command.


def test_matches_batches_and_tournaments_are_played_with_files(write, command):
    both = write("both.py", NIM, GREEDY, TIMID)
    status, out, said = command(f"-g 6 {both} {both}:Greedy {both}:timid --seed 1 --swap")
    assert (status, said) == (0, "")
    assert re.fullmatch(r"Greedy won \d, timid won \d, 0 draws", out.splitlines()[-1])
    assert command(f"{both}:sticks=3 minimax random --seed 1")[1].splitlines()[-1].endswith(" wins.")
    status, out, _ = command(f"tournament {both} {both}:Greedy {both}:timid minimax --rounds 1 --seed 1")
    assert status == 0
    assert "Greedy" in out and "timid" in out


def test_a_player_that_comes_first_is_not_taken_for_a_game(write, command):
    path = write("bot.py", TIMID)
    status, out, _ = command(f"-g 4 {path} random --seed 1")
    assert (status, out.splitlines()[-1][:5]) == (0, "timid")


# What goes wrong in them.


def test_the_traceback_of_a_player_begins_in_its_file_and_says_how_to_reproduce_it(write, command):
    path = write("bot.py", "def helper(game):\n    return [][0]\ndef bot(game):\n    return helper(game)")
    status, _, said = command(f"-g 1 {path}:bot random --seed 3")
    assert status == 0
    assert "referee/" not in said.replace("referee/conftest", "")
    assert said.startswith('Traceback (most recent call last):\n  File "bot.py", line 4, in bot\n')
    assert "in tic-tac-toe ./bot.py:bot random --seed 3, game 0, after the moves: none\n" in said


def test_the_traceback_of_rules_begins_in_their_file_and_names_game_moves_and_seed(write, command):
    path = write("bad.py", NIM.replace("else 1 if self.turn == 1 else -1", "else 1 // self.sticks"))
    for line in (f"-g 3 {path} random random --seed 3", f"{path} random random --seed 3", f"solve {path}"):
        status, _, said = command(line)
        assert status == 1, line
        last = said[said.index("Traceback") :]
        assert last.startswith('Traceback (most recent call last):\n  File "bad.py", line 14, in score\n'), line
        assert "ZeroDivisionError" in said
    assert "after the moves: " in command(f"{path} random random --seed 3")[2]
    assert f"in {path} random random --seed 3, game 0" in command(f"{path} random random --seed 3")[2]


FAULTY = NIM.replace("self.sticks -= move", "self.sticks -= move // (self.sticks != 4 and move < 99)")
FAULTY_LINE = 'Traceback (most recent call last):\n  File "bad.py", line 11, in make\n'


@pytest.mark.parametrize("start", ["-g 2", "", "tournament"])
def test_an_error_in_the_rules_that_a_search_meets_ends_the_run_and_costs_nobody_a_game(write, command, start):
    path = write("bad.py", FAULTY)
    line = f"{start} {path}:sticks=9 minimax:depth=4 mcts:playouts=50 --seed 3"
    status, out, said = command(line + " --openings 0" * (start == "tournament"))
    assert status == 1
    assert "crashed" not in out + said
    trace = said[said.index("Traceback") :]
    assert trace.startswith(FAULTY_LINE)
    if start == "tournament":
        trace, _, kept = trace.rstrip().rpartition("\n")
        assert re.fullmatch(
            r"stopped after \d+ of \d+ games, all of them kept; go on with: referee tournament --resume \d+", kept
        )
    error, looking, place, game = trace.splitlines()[-4:]
    assert error.startswith("ZeroDivisionError")
    assert re.fullmatch(r"as (minimax|mcts)( \(\w+\))? looked ahead, to be seen after [123 ]+", looking)
    assert re.fullmatch(r"in Nim with seed \d+ after the moves: .+", place)
    assert re.fullmatch(rf"in {path}:sticks=9 \S+ \S+ --seed 3, game \d+", game)


SILENT = NIM.replace("return list(range(1, min(3, self.sticks) + 1))", "return {} if self.sticks == 4 else [1]")
EVALUATION = "def even(game):\n    return 0"
LAZY = "def lazy(game):\n    return max(game.moves())"
NO_LIST = r"^Nim\.moves, line 8 of bad\.py, must return a list of whole numbers from 0: "
AHEAD = r"^as minimax looked ahead, to be seen after [123 ]+$"


@pytest.mark.parametrize(
    ("rules", "line", "told"),
    [
        *((SILENT.replace("{}", returned), f"5 {player} {player}", told)
          for player in ("random", "minimax:depth=3", "minimax:depth=3,eval=./bad.py:even", "./bad.py:lazy")
          for returned, told in (("None", f"{NO_LIST}TypeError: "), ("[]", "^Nim has no moves though it is not over$"))),
        *((SILENT.replace("{}", returned), "5 random random", NO_LIST) for returned in ("{1}", "[1.0]", "iter([1])")),
        (FAULTY, "9 minimax:depth=4,eval=./bad.py:even random", AHEAD),
    ],
)  # fmt: skip
def test_players_are_not_blamed_for_rules_that_fail(write, command, rules, line, told):
    path = write("bad.py", rules, EVALUATION, LAZY)
    status, out, said = command(f"-g 1 {path}:sticks={line} --seed 3")
    assert status == 1
    assert "crashed" not in out + said
    assert re.search(told, said, re.MULTILINE)
    assert rules is not FAULTY or FAULTY_LINE in said


def test_a_player_that_makes_the_rules_of_its_own_file_fail_forfeits(write, command):
    cheat = """
        def helper(game):
            game.make(99)

        class Cheat:
            def choose(self, game, deadline):
                helper(game)
        """
    both = write("bad.py", FAULTY, cheat)
    status, out, said = command(f"-g 1 {both} {both}:Cheat random --seed 3")
    assert (status, out.splitlines()[-1]) == (0, "Cheat won 0, random won 1, 0 draws")
    assert "in choose\n" in said and "in helper\n" in said and "99 is not a legal move here; legal: 1, 2, 3" in said
    assert "Cheat crashed: IllegalMove: " in said


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        ("solve {path}", ["as {path} was solved, after the moves: none"]),
        (["solve", "{path}", "--moves", "1 1"], ["as {path} was solved, after the moves: 1 1"]),
        ("analyse {path}", ["as {path} was analysed, after the moves: none"]),
        ("perft {path} 5", ["as lines of {path} were counted, after the moves: none"]),
        (["perft", "{path}", "2", "--moves", "3 3 1"], ["in {path}, by the move 1 after the moves: 3 3"]),
        ("bench {path} --time 0.05", ["as {path} was measured, in games and searches from its start"]),
        ("tournament {path} random minimax --seed 5", ["as openings of {path} were drawn with seed 5"]),
        ("-g 2 {path} random random --openings 2 --seed 5", ["as openings of {path} were drawn with seed 5"]),
    ],
    ids=lambda value: None if isinstance(value, str) else value[0],
)
def test_commands_without_a_match_report_errors_in_the_rules_and_where(write, command, line, notes):
    path = write("bad.py", FAULTY)
    words = line.split() if isinstance(line, str) else line
    status, _, said = command([word.format(path=path) for word in words])
    assert status == 1
    assert said[said.index("Traceback") :].startswith(FAULTY_LINE)
    end = said[said.index("ZeroDivisionError") :].splitlines()
    assert end[1:] == [note.format(path=path) for note in notes]


def test_rules_that_fail_while_openings_are_drawn_are_reported_with_the_moves():
    class Late(games.CATALOGUE.load_class("nim")):
        """Fails after three moves."""

        def __init__(self):
            super().__init__(sticks=60)
            self.made = []

        def make(self, move):
            self.made.append(self.text(move))
            super().make(move)
            if len(self.made) == 3:
                raise ArithmeticError(" ".join(self.made))

    with pytest.raises(ArithmeticError) as caught:
        openings.random_line(Late(), 5, random.Random(1))
    assert caught.value.__notes__ == [f"after the moves: {caught.value}"]


ODD = {
    "score": (
        "(self):\n        return None if self.sticks else 0.5",
        "must return None or a whole number within its stakes",
    ),
    "moves": ("(self):\n        return [1] if self.sticks > 3 else 7", "must return a list of whole numbers from 0"),
    "make": ("(self):\n        pass", "must take a move, as in def make(self, move): ..."),
}


@pytest.mark.parametrize("rule", ODD)
@pytest.mark.parametrize("line", ["solve {}", "-g 1 {} minimax minimax --seed 1", "perft {} 12"])
def test_wrong_signatures_and_results_of_rules_are_reported_in_one_line(write, command, rule, line):
    code, must = ODD[rule]
    path = write("bad.py", NIM, f"class Odd(Nim):\n    def {rule}{code}\n")
    status, _, told = command(line.format(f"{path}:Odd"))
    assert status == 1
    assert re.match(rf"Odd\.{rule}, line 17 of bad\.py, {re.escape(must)}: (TypeError: |it returned an int)", told)
    assert "File" not in told
    if rule == "score" and "perft" not in line:
        write("bad.py", NIM, "class Odd(Nim):\n    def score(self):\n        return None if self.sticks else 5\n")
        status, _, told = command(line.format(f"{path}:Odd"))
        assert (status, told.splitlines()[0]) == (1, "Odd scores 5, beyond its stakes of 1")
        assert "File" not in told


@pytest.mark.parametrize("text", ['f"take {move}"', '"same"'])
def test_move_texts_that_no_record_can_use_are_reported(write, command, text):
    path = write("bad.py", NIM, f"class Odd(Nim):\n    def text(self, move):\n        return {text}\n")
    status, out, told = command(f"-g 1 {path}:Odd random random --seed 1")
    assert (status, out) == (1, "")
    assert told.startswith("Odd.text, line 17 of bad.py, must return a text without a blank, a different one for each")


MISFITS = """
    class Short:
        def choose(self):
            return 1

    class Unready:
        def begin(self):
            pass
        def choose(self, game, deadline):
            return 1

    class Static:
        @staticmethod
        def choose(game):
            return 1
    """


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Short", "Short.choose must take game and deadline, as in def choose(self, game, deadline): ..."),
        ("Unready", "Unready.begin must take game and seat, as in def begin(self, game, seat): ..."),
        ("Static", "Static.choose must take game and deadline, as in def choose(game, deadline): ..."),
    ],
)
@pytest.mark.parametrize("line", ["-g 1 nim {} random", "nim {} random", "tournament nim {} random"])
def test_a_player_that_takes_other_arguments_is_refused_in_one_line_before_anything_is_played(
    write, command, name, said, line
):
    spec = f"{write('bot.py', MISFITS)}:{name}"
    assert command(line.format(spec)) == (2, "", f"referee: {spec!r}: {said}\n")


def test_check_reports_a_player_that_takes_other_arguments(write, command):
    path = write("bot.py", MISFITS, GREEDY)
    status, out, _ = command(f"check {path} --game nim --json")
    reports = {report["name"]: report for report in json.loads(out)["reports"]}
    assert (status, len(reports)) == (1, 4)
    assert reports[f"{path}:Greedy"]["passed"]
    (finding,) = reports[f"{path}:Short"]["findings"]
    assert "Short.choose must take game and deadline" in finding["sentence"]


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ('{"sticks": 5}', "'sticks': 5"),
        (
            '{"sticks": Whole(5), 5: Whole(5)}',
            "5: Whole(default=5, note='', required=False, both='', least=None, most=None)",
        ),
        ('["sticks"]', "['sticks']"),
    ],
)
@pytest.mark.parametrize("kind", ["Nim", "Greedy"])
def test_stated_options_of_the_wrong_type_are_refused_in_one_line(write, command, stated, said, kind):
    later = f"class Odd({kind}):\n    options = {stated}\n    def __init__(self, sticks=5):\n        pass\n"
    path = write("odd.py", "from games.option import Whole\n", NIM, GREEDY, later)
    words = f'Odd.options must give an Option for each name, as in options = {{"size": Whole(8)}}, and not {said}\n'
    status, out, told = command(f"-g 1 {path}:Odd random random" if kind == "Nim" else f"-g 1 nim {path}:Odd random")
    assert (status, out, told[told.index("Odd.") :]) == (2, "", words)
    assert games.load(f"{path}:Nim").sticks == 10
    with pytest.raises(SpecError, match=re.escape(words[:-1])):
        options_of(user_files.load_definitions(path)["Odd"])


@pytest.mark.parametrize("choose", [
    "def choose(self, *given): return 1", "def choose(self, game, deadline=None, more=3): return 1",
    "@classmethod\n    def choose(kind, game, deadline): return 1", "choose = staticmethod(lambda game, deadline: 1)",
    "choose = max",
])  # fmt: skip
def test_anything_callable_with_game_and_deadline_is_a_player(write, choose):
    players.load(write("bot.py", f"class Bot:\n    {choose}\n"))


def test_an_evaluation_that_returns_no_number_forfeits_without_a_frame_of_ours(write, command):
    path = write("mine.py", "def score(game):\n    return None\n")
    status, _, said = command(f"-g 1 nim minimax:depth=1,eval={path} random --seed 1")
    assert status == 0
    assert said.splitlines()[0] == "TypeError: score in mine.py returned None, but must return a whole number"
    assert said.splitlines()[-1].startswith("game 0: minimax crashed: TypeError: score in mine.py returned None")
    assert "File" not in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(:", "SyntaxError: invalid syntax"),
        ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_file_that_cannot_be_run_is_reported_with_its_own_traceback(write, command, text, said):
    path = write("broken.py", text)
    status, out, error = command(f"-g 2 {path} random")
    assert (status, out) == (2, "")
    assert error.splitlines()[-1].startswith(f"referee: {path} cannot be run: {said}")
    assert 'File "broken.py", line 1' in error
    assert "catalogue.py" not in error


# What installed packages add.


def package(folder, name, points, code):
    """Write an installed package with entry points and one module."""
    info = folder / f"{name}-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(points)
    (folder / f"{name}.py").write_text(textwrap.dedent(code))


@pytest.mark.parametrize("line", ["-g 2 sticks grabber random --seed 1", "games", "players"])
def test_installed_packages_add_games_and_players(tmp_path, line):
    points = "[referee.games]\nsticks = added:Nim\n[referee.players]\ngrabber = added:Greedy\nrandom = added:Greedy\n"
    package(tmp_path, "added", points, textwrap.dedent(NIM) + textwrap.dedent(GREEDY))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    done = subprocess.run(
        [sys.executable, "-m", "referee", *line.split()], capture_output=True, text=True, env=environment, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    if line == "games":
        assert "\nsticks  (from added 1.5)\n" in done.stdout
    elif line == "players":
        assert "\ngrabber  (from added 1.5)\n" in done.stdout
        assert done.stdout.count("\nrandom") == 1  # a name of this program's own stays its own
    else:
        assert re.search(r"^grabber won \d, random won \d", done.stdout, re.MULTILINE)


def test_broken_entry_points_are_reported_in_one_line():
    catalogue = Catalogue("game", {}, "none", listing.game_class)
    catalogue.installed = {
        name: Entry(*where, (), "added 1.5")
        for name, where in (("gone", ("no_module", "Thing")), ("odd", ("math", "pi")))
    }
    with pytest.raises(SpecError, match=r"'gone' of added 1\.5 cannot be loaded: No module named 'no_module'"):
        catalogue.load("gone")
    with pytest.raises(SpecError, match=r"'odd' of added 1\.5 is not a game"):
        catalogue.load("odd")


def test_paths_and_names_are_distinguished():
    assert [user_files.is_file_spec(spec) for spec in ("./a.py", "a.py:B", "a.py:B:c=1", "nim", "nim:heaps=3/5", "py")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
