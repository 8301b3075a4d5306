"""A file of one's own games compiled in place: built beside it, taken while it is of that source, refused with reasons."""

import importlib
import importlib.util
import os
import sys
import traceback

import pytest

import games
from games.adapters.undo import can_become, can_unmake
from games.laws import faults
from games.names import user_build
from games.names.user_build import describe_stale_build, find_build
from games.perft import perft
from referee import cli
from referee.commands import compile as compiling
from referee.commands.compile import NotCompiled, cimport_shared, compile_module, remove_build
from referee.commands.compile import imports_cython as has_types
from referee.support.build import life


@pytest.fixture(autouse=True, scope="module")
def compiled_quickly():
    """Optimise nothing: what is built here is not measured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFLAGS", "-O0")
        yield


PLAIN = '''
from games.game import Game


class Take(Game):
    """Take one or two; whoever takes the last wins."""

    def __init__(self, left: int = 6):
        self.turn, self.left = 0, left

    def moves(self):
        return [1, 2][: self.left]

    def make(self, move):
        self.left -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.left else 2 * self.turn - 1
'''
TYPED = '''
import cython

from games.game import (
    ONGOING,
    Game as Rules, IllegalMove,
)  # in two lines
from games.move_list import MoveList


@cython.cclass
class Take(Rules):
    """Take one or two; whoever takes the last wins."""

    left: cython.int

    def __init__(self, left=6):
        self.turn, self.left = 0, left

    @cython.ccall
    def collect(self, out: MoveList) -> cython.void:
        count: cython.int
        for count in range(1, min(2, self.left) + 1):
            out.add(count)

    @cython.cfunc
    def apply(self, move: cython.int) -> cython.void:
        self.left -= move
        self.turn = 1 - self.turn

    @cython.cfunc
    def revert(self, move: cython.int) -> cython.void:
        self.left += move
        self.turn = 1 - self.turn

    @cython.ccall
    def value(self) -> cython.int:
        return ONGOING if self.left else 2 * self.turn - 1

    @cython.cfunc
    def become(self, other: Rules) -> cython.void:
        of: Take = other
        self.turn = of.turn
        self.left = of.left

    def text(self, move):
        if move > 2:
            raise IllegalMove("none")
        return str(move)
'''

compiler = pytest.mark.skipif(life() == "interpreted", reason="compiled games need a compiled referee")


def loaded(path):
    """The module at that path, be it a source or built."""
    spec = importlib.util.spec_from_file_location(path.name.partition(".")[0], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def source(folder, text, name="take.py"):
    path = folder / name
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """A file with C types and what was built of it."""
    path = source(tmp_path_factory.mktemp("typed"), TYPED)
    return path, compile_module(path).module


@pytest.fixture
def copied(typed, tmp_path):
    """The same in a folder of its own, all of one time."""
    for each in typed:
        (tmp_path / each.name).write_bytes(each.read_bytes())
        os.utime(tmp_path / each.name, ns=(0, 0))
    return tmp_path / typed[0].name, tmp_path / typed[1].name


@compiler
def test_a_file_with_c_types_is_built_beside_it_and_wholly_in_c(typed):
    path, module = typed
    assert module == path.with_name("take" + importlib.machinery.EXTENSION_SUFFIXES[0])
    assert sorted(each.name for each in path.parent.iterdir()) == sorted([path.name, module.name])
    game = loaded(module).Take(5)
    assert can_unmake(game)
    assert can_become(game)
    assert game.copy().moves() == [1, 2]
    assert not list(faults(game, games=5))


@compiler
def test_the_same_file_is_the_same_game_uncompiled(typed):
    path, module = typed
    one, other = loaded(path).Take(9), loaded(module).Take(9)
    assert not list(faults(one, games=5))
    assert [perft(one, depth) for depth in range(1, 9)] == [perft(other, depth) for depth in range(1, 9)]


@compiler
def test_a_plain_file_is_compiled_as_it_stands(tmp_path):
    path = source(tmp_path, f"# not of cython\n{PLAIN}")
    module, kinds = compile_module(path)
    assert kinds == [("Take", ("collect", "apply", "revert", "value"))]
    plain, compiled = loaded(path).Take(True), loaded(module).Take(True)  # annotations stay comments
    assert plain.moves() == compiled.moves() == [1]
    assert not list(faults(loaded(module).Take(), games=5))


@compiler
def test_a_traceback_of_a_built_file_names_the_source(typed):
    path, module = typed
    game = loaded(module).Take()
    with pytest.raises(ValueError, match="none") as caught:
        game.text(3)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert last.filename == str(path.resolve())
    assert path.read_text().splitlines()[last.lineno - 1].strip() == 'raise IllegalMove("none")'


@compiler
def test_a_build_fits_as_long_as_its_source_is_equal_whatever_the_file_times(copied):
    path, module = copied
    assert (find_build(path), describe_stale_build(path)) == (module, None)
    os.utime(path)
    assert (find_build(path), describe_stale_build(path)) == (module, None)
    os.utime(module)
    path.write_text(TYPED.replace("two; who", "two, who"))
    os.utime(path, ns=(0, 0))
    assert find_build(path) is None
    assert describe_stale_build(path) == (
        f"{module.name} was built from another take.py: take.py runs uncompiled; referee compile {path} builds it anew"
    )
    path.write_bytes(TYPED.replace("\n", "\r\n").encode())  # the edit undone, on another system
    assert (find_build(path), describe_stale_build(path)) == (module, None)


@compiler
def test_a_build_of_another_referee_is_not_taken(copied, monkeypatch):
    path, module = copied
    monkeypatch.setattr(user_build, "digest_rules", lambda: "0" * 64)
    assert find_build(path) is None
    assert describe_stale_build(path).startswith(
        f"{module.name} was built by another referee: take.py runs uncompiled; "
    )
    monkeypatch.undo()
    module.write_bytes(b"whatever lies there")
    assert find_build(path) is None
    assert describe_stale_build(path).startswith(f"{module.name} was built by another referee: ")


@compiler
def test_a_build_of_another_python_is_reported(copied):
    path, module = copied
    other = module.with_name("take.cpython-399-x86_64-linux-gnu.so")
    module.rename(other)
    assert find_build(path) is None
    assert describe_stale_build(path).startswith(
        f"{other.name} was built for another Python: take.py runs uncompiled; "
    )
    other.write_bytes(b"not ours")
    assert describe_stale_build(path) is None


@compiler
def test_an_uncompiled_referee_takes_no_build(copied, monkeypatch):
    path, module = copied
    monkeypatch.setattr(user_build, "rules_are_compiled", lambda: False)
    assert find_build(path) is None
    assert describe_stale_build(path) == f"{module.name} needs a compiled referee: take.py runs uncompiled"


@compiler
def test_a_tried_file_may_print_and_import_its_neighbours(tmp_path):
    source(tmp_path, "STEP = 1", "steps_of_take.py")
    talk = (
        "import os\nfrom pathlib import Path\nfrom steps_of_take import STEP\nprint('Bogus collect')\nos.write(1, b'\\xff\\n')\n"
        "assert STEP == 1 and (Path(__file__).parent / 'steps_of_take.py').exists()\n"
    )
    path = source(tmp_path, talk + PLAIN)
    assert compile_module(path).games == [("Take", ("collect", "apply", "revert", "value"))]
    assert games.load(str(path)).moves() == [1, 2]


@compiler
@pytest.mark.parametrize(("line", "said"), [
    ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
    ("raise SystemExit('enough\\nof it')", "SystemExit: enough of it"),
    ("import os; os.write(2, b'last words'); os._exit(0)", "it ends the process that runs it: last words"),
], ids=["import", "exit", "end"])  # fmt: skip
def test_a_file_that_cannot_be_run_is_not_compiled(line, said, tmp_path):
    path = source(tmp_path, f"print('hello')\n{line}\n")
    with pytest.raises(NotCompiled, match="take.py is not compiled") as caught:
        compile_module(path)
    assert str(caught.value) == f"take.py is not compiled: {said}"
    assert list(tmp_path.iterdir()) == [path]


@compiler
def test_a_file_may_be_called_like_a_module_of_pythons(tmp_path):
    path = source(tmp_path, PLAIN, "random.py")
    assert [each.name for each in compile_module(path).games] == ["Take"]


@compiler
def test_remove_takes_the_build_away_and_nothing_else(copied):
    path, module = copied
    assert remove_build(path) == module
    assert remove_build(path) is None
    assert find_build(path) is describe_stale_build(path) is None
    assert list(path.parent.iterdir()) == [path]


@compiler
def test_errors_are_told_with_line_and_source_and_leave_the_older_build(copied, capsys):
    path, module = copied
    before = module.read_bytes()
    path.write_text(TYPED.replace("self.left -= move", "self.left -= moof"))
    assert cli.run(["compile", str(path)]) == 1
    number = TYPED.splitlines().index("        self.left -= move") + 1
    assert capsys.readouterr().err.splitlines() == [
        f"take.py:{number}: undeclared name not builtin: moof",
        "    self.left -= moof",
        "referee: take.py is not compiled",
    ]
    assert module.read_bytes() == before


@compiler
def test_a_game_whose_copies_would_lose_fields_is_refused(tmp_path):
    path = source(tmp_path, TYPED.replace("def become", "def overcome"))
    with pytest.raises(NotCompiled, match=r"Take keeps fields in C and has no method become\(other\)"):
        compile_module(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("name", "text", "complaint"), [
    ("my-game.py", PLAIN, "'my-game.py' must have another name to be compiled"),
    ("games.py", PLAIN, "'games.py' must have another name to be compiled"),
    ("take.txt", PLAIN, "'take.txt' must have another name to be compiled"),
    ("take.py", "def f(:", "take.py is not compiled: it is not Python"),
    (None, "", "cannot be read: No such file or directory"),
])  # fmt: skip
def test_a_file_that_cannot_be_compiled_gets_one_line(name, text, complaint, tmp_path, capsys):
    path = source(tmp_path, text, name) if name else tmp_path / "nowhere.py"
    assert cli.run(["compile", str(path)]) == 1
    *_, last = capsys.readouterr().err.splitlines()
    assert last.startswith("referee: ")
    assert complaint in last


@compiler
def test_without_a_compiler_it_says_so_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert cli.run(["compile", str(source(tmp_path, PLAIN))]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "no C compiler: none of " in err


def test_an_uncompiled_referee_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(compiling.games.game, "__file__", "games/game.py")
    with pytest.raises(NotCompiled, match="referee runs uncompiled here"):
        compile_module(source(tmp_path, PLAIN))


@pytest.mark.parametrize(("text", "types"), [
    ("import cython", True), ("import os, cython as c", True), ("from cython import cclass", True),
    ("if 1:\n    import cython.cimports.libc.math", True), ("# import cython\nwords = 'cython'", False),
    ("from .cython import cclass", False), ("import cythonic", False),
])  # fmt: skip
def test_a_file_may_have_c_types_where_it_imports_cython(text, types):
    assert has_types(text) is types


def test_a_file_without_cython_is_left_as_it_is():
    text = f"# not of cython\n{PLAIN}"
    assert cimport_shared(text) == text


def test_two_imports_in_one_line_are_both_taken_from_c():
    line = "import cython; from games.game import Game; from games.move_list import MoveList  # both"
    assert cimport_shared(line).splitlines() == [
        "import cython; from cython.cimports.games.game import Game;"
        " from cython.cimports.games.move_list import MoveList  # both"
    ]


def test_imports_of_the_rules_are_taken_from_c_and_each_line_stays_where_it_was():
    lines, before = cimport_shared(TYPED).splitlines(), TYPED.splitlines()
    changed = [place for place, (one, other) in enumerate(zip(lines, before, strict=True)) if one != other]
    assert [lines[place] for place in changed if lines[place]] == [
        "from cython.cimports.games.game import ONGOING, Game as Rules; from games.game import IllegalMove  # in two lines",
        "from cython.cimports.games.move_list import MoveList",
    ]


def test_a_form_feed_and_the_like_end_no_line():
    text = "import cython\n\f\nwords = '\u2028'\nfrom games.game import Game\n"
    assert cimport_shared(text) == text.replace("from ", "from cython.cimports.")


@compiler
def test_a_source_may_begin_with_a_mark_of_its_encoding(tmp_path):
    path = tmp_path / "marked.py"
    path.write_text(PLAIN, encoding="utf-8-sig")
    compile_module(path)
    assert find_build(path)
    path.write_text(PLAIN, encoding="utf-8")
    assert find_build(path)


@compiler
def test_a_spec_of_the_file_names_what_was_built_and_a_stale_build_is_told_of(copied, capsys):
    path, module = copied
    assert type(games.load(f"{path}:Take")).__name__ == "Take"
    assert can_unmake(games.load(str(path)))
    path.write_text(path.read_text() + "# edited\n", encoding="utf-8")
    games.load(str(path))
    assert "take.py runs uncompiled; referee compile" in capsys.readouterr().err
