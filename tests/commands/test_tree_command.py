"""`referee tree` as it is typed: what it prints, writes and answers.

What it prints of some trees is kept in tests/commands/printed_trees, compared whole; `python -m tests.commands.test_tree_command` prints it anew
after a change that is meant. Look at it before it is kept.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import games
from players.evaluation import with_evaluation
from referee.commands.shared_options import OptionType
from referee.commands.tree import show_tree
from referee.reports.tree.text import heading, scale_sentence
from referee.trees.minimax import ORDERS
from referee.trees.mcts import MOST
from referee.trees.task import METHODS, TreeTask

FOLDER = Path(__file__).parent / "printed_trees"
CHIPS = "chips:chips=4,rule=last"
FIGURE = """
from games.game import Game

LEAVES = ((3, 12, 8), (2, 4, 6), (14, 5, 2))


class Figure(Game):
    stakes = 14

    def __init__(self):
        self.turn = 0
        self.path = []

    def moves(self):
        return [] if len(self.path) == 2 else [0, 1, 2]

    def make(self, move):
        self.path.append(move)
        self.turn = 1 - self.turn

    def score(self):
        return LEAVES[self.path[0]][self.path[1]] if len(self.path) == 2 else None

    def text(self, move):
        return f"{'bcd'[self.path[0]] if self.path else 'a'}{move + 1}"

    def show(self, seat=None):
        return ""
"""
JUDGES = """
def middle(game):
    seat = game.show().rows[1][1].seat
    return 0 if seat is None else 1 - 2 * seat

def half(game):
    return 0.5

def broken(game):
    return 1 // 0
"""
RULES = """
from games.game import Game

class Stuck(Game):
    def __init__(self):
        self.turn = 0
        self.made = 0
    def moves(self):
        return [1] if self.made < 2 else []
    def make(self, move):
        self.made += 1
    def score(self):
        return None

class Wordy(Stuck):
    def moves(self):
        return ["one"]

class Numbered(Stuck):
    def text(self, move):
        return 1

class Unseen(Stuck):
    def score(self):
        return None if self.made < 2 else 0
    def show(self, seat=None):
        return 1 // 0

class Failing(Stuck):
    def score(self):
        return None if self.made < 2 else 1 // 0
"""
# What is kept, by the names of the files; in a folder with figure.py.
SHOWN = {
    "chips": [CHIPS],
    "chips-ascii": [CHIPS, "--symbols", "ascii"],
    "chips-plain": [CHIPS, "--plain"],
    "alphabeta": ["./figure.py", "--method", "alphabeta"],
    "alphabeta-steps": ["./figure.py", "--method", "alphabeta", "--step"],
    "dice": ["pig:target=12", "--moves", "roll 5", "--depth", "1"],
    "mcts-steps": ["tic-tac-toe", "--moves", "5 1 9 3", "--method", "mcts", "--playouts", "12", "--seed", "7", "--step"],
    "mcts": ["tic-tac-toe", "--moves", "5 1 9 3", "--method", "mcts", "--playouts", "40", "--seed", "7", "--depth", "1"],
    "bestfirst-steps": ["./figure.py", "--method", "bestfirst", "--step"],
    "end": ["tic-tac-toe", "--moves", "5 1 9 3 2 8"],
}  # fmt: skip


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with files of people's own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in (("figure.py", FIGURE), ("judges.py", JUDGES), ("rules.py", RULES)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def printed(words, folder):
    """What a process of its own prints to a pipe."""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1", "COLUMNS": "80"}
    environment |= {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "referee", "tree", *words],
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=environment, cwd=folder, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", SHOWN)
def test_a_tree_is_printed_as_it_is_kept(name, room):
    out = printed(SHOWN[name], room)
    assert out == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    drawn = out[out.index("\n\n") :] if "steps" not in name else ""
    assert max(map(len, drawn.splitlines()), default=0) <= 80


def test_max_and_the_meaning_of_values_are_explained():
    def said(spec, *moves, **how):
        run = TreeTask(**how).run(games.load(spec, moves))
        return scale_sentence(run.measure, run.root.game.seats)

    assert said(CHIPS) == "Values are for First, who is MAX: W it wins, D a draw, L it loses."
    assert said(CHIPS, "1").startswith("Values are for Second, who is MAX: W")
    assert said("tic-tac-toe", depth=1) == (
        "Values are for X, who is MAX: W in 3 is a win after 3 plies; numbers are estimates."
    )
    assert said("tic-tac-toe", depth=1, static=True) == "Values are the static evaluation for X, who is MAX."
    assert said("pig:target=12", depth=1).endswith("on average; where the tree ends, estimates.")
    assert said("yucky-chocolate:rows=2,columns=2").startswith("Values are")
    assert said("tic-tac-toe", method="mcts", playouts=2) == "Values are shares of the playouts won by X, who is MAX."


def test_the_heading_names_the_algorithm_and_its_options():
    def told(spec, depth=None, **how):
        return heading(TreeTask(depth=depth, **how).run(games.load(spec)), depth)

    assert told(CHIPS) == "minimax on the whole tree, 14 positions"
    assert told("tic-tac-toe", 2) == "minimax to 2 plies, 82 positions"
    assert told("gomoku") == "minimax to 1 ply, 226 positions; one more would be over 20,000"
    assert told("pig:target=12", 1).startswith("expectiminimax to 1 ply, ")
    assert told("tic-tac-toe", 1, method="mcts", playouts=5) == "mcts, 5 playouts, c = 0.5, drawn to 1 move"
    assert told(CHIPS, method="mcts", playouts=1, c=1.25) == "mcts, 1 playout, c = 1.25"


def test_a_seed_that_was_drawn_is_told_and_repeats_the_run(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    words = f"tree {CHIPS} --method mcts --playouts 9"
    _, out, _ = command(words)
    (seed,) = (line for line in out.splitlines() if line.startswith("seed "))
    assert command(f"{words} --{seed}")[1] == out.replace(f"{seed}\n", "")


# Other forms.


def test_json_is_one_object_with_the_game_and_the_whole_tree(command):
    status, out, _ = command(f"tree {CHIPS} --json --step --moves 1")
    found = json.loads(out)
    assert status == 0
    assert (found["game"], found["moves"], found["method"]) == (CHIPS, ["1"], "minimax")
    assert (found["max"], found["tree"]["said"]) == ("Second", "L")
    said = "MAX moves at the root and looks for the largest of 2 values."
    assert found["steps"][0] == {"path": [], "said": said, "workings": []}
    assert "steps" not in json.loads(command(f"tree {CHIPS} --json")[1])
    found = json.loads(command(f"tree {CHIPS} --json --step --method mcts --seed 3 --playouts 2 --c 1")[1])
    assert (found["seed"], found["playouts"], found["c"]) == (3, 2, 1)
    assert found["steps"][3]["workings"] == ["after 1      0/0 -> 0/1", "at the root  0/0 -> 0/1"]


def test_pictures_and_graphs_are_written_beside_the_printed_output(command, room):
    _, out, _ = command(f"tree {CHIPS} --svg tree.svg --dot tree.dot")
    assert "best play" in out
    assert ElementTree.parse(room / "tree.svg").getroot().tag.endswith("svg")
    assert (room / "tree.dot").read_text(encoding="utf-8").startswith("digraph {\n")
    assert command(f"tree {CHIPS} --dot -")[1] == (room / "tree.dot").read_text(encoding="utf-8")
    assert command(f"tree {CHIPS} --svg -")[1] == (room / "tree.svg").read_text(encoding="utf-8")


def test_an_evaluation_of_ones_own_judges_leaves_and_the_game_keeps_its_looks(command, room):
    _, out, _ = command(["tree", "tic-tac-toe", "--moves", "1", "--depth", "1", "--eval", "./judges.py:middle"])
    assert "△ MAX, O" in out or "^ MAX, O" in out
    assert "value for MAX: 1\n" in out


def test_a_walk_into_a_pipe_is_the_tree(command):
    assert command(f"tree {CHIPS} --walk")[:2] == command(f"tree {CHIPS}")[:2]


def test_a_judged_game_is_called_and_drawn_as_the_game_is():
    game = with_evaluation(games.load("tic-tac-toe"), lambda game: 0)
    assert game.seats == ("X", "O")
    assert with_evaluation(games.load("hexapawn"), lambda game: 0).walks
    assert scale_sentence(TreeTask(depth=1).run(game).measure, game.seats).startswith("Values are for X")


def test_the_command_offers_what_the_algorithms_know():
    option = {each.name: each.type.option for each in show_tree.params if isinstance(each.type, OptionType)}
    assert option["method"].words == METHODS
    assert option["order"].words == tuple(ORDERS)
    assert (option["playouts"].most, option["seed"].least) == (MOST, 0)


# What is mistyped, and what fails.


@pytest.mark.parametrize(("words", "said"), [
    ("nim --method foo", "--method foo must be minimax or alphabeta or expectiminimax or mcts or bestfirst"),
    ("nim --depth 0", "--depth 0 must be a whole number from 1 to 100"),
    ("nim --order best", "--order best is for alphabeta: add --method alphabeta"),
    ("nim --order any --method alphabeta", "--order any must be listed or best or worst"),
    ("nim --playouts 9", "--playouts 9 is for mcts: add --method mcts"),
    ("nim --seed 9 --method alphabeta", "--seed 9 is for mcts: add --method mcts"),
    ("nim --static --method mcts", "--static judges leaves of a tree, which mcts does not: take another --method"),
    ("nim --exact --method bestfirst", "--exact judges leaves of a tree, which bestfirst does not: take another --method"),
    ("nim --exact --static", "--exact solves leaves, and --static estimates them: give one of them"),
    ("pig --exact", "positions of a game with chance are not solved here: leave out --exact"),
    ("chess --depth 1 --exact", "a leaf of the tree is not solved within 100,000 positions: take a greater --depth, or no --exact"),
    ("nim --eval score", "--eval score must be a file and a function of a game in it, as in ./mine.py:score"),
    ("nim --eval ./judges.py:none", "judges.py holds no function 'none' (functions: middle, half, broken)"),
    ("nim --walk --json", "--walk is a page for people, --json is for programs: give one of them"),
    ("nim --walk --svg -", "--walk is a page for people, --svg - is for programs: give one of them"),
    ("nim --svg tree --dot tree", "--svg and --dot would both write tree: give each a file of its own"),
    ("nim --svg - --json", "standard output takes one of --svg -, --dot - and --json"),
    ("nim --svg nowhere/tree.svg", "nowhere/tree.svg cannot be written: No such file or directory"),
    ("tic-tac-toe --moves 5,5", "'5,5'"),
    ("tic-tac-toe --depth 9", "a tree of 9 plies has more than 20,000 nodes here"),
    ("pig --method alphabeta --depth 1", "alphabeta has no bounds at chance, which Pig has: use expectiminimax"),
    ("pig --method minimax", "minimax cannot search chance, which Pig has; allowed: expectiminimax or mcts"),
    ("kuhn-poker --method expectiminimax",
     "KuhnPoker hides something, and expectiminimax needs to see all; allowed: games in which all is open"),
    ("kuhn-poker --quiz", "--quiz asks nothing about information sets"),
    ("kuhn-poker --method minimax", "KuhnPoker hides something, and minimax needs to see all"),
    ("kuhn-poker --method mcts", "KuhnPoker hides something, and mcts needs to see all"),
    ("kuhn-poker --method bestfirst", "KuhnPoker hides something, and bestfirst needs to see all"),
    ("pig --method bestfirst", "bestfirst cannot search chance, which Pig has; allowed: expectiminimax"),
    ("nim --expansions 9", "--expansions 9 is for bestfirst: add --method bestfirst"),
    ("nim --method bestfirst --quiz", "--quiz asks nothing about bestfirst: take another --method"),
    ("nothing", "there is no game 'nothing'"),
])  # fmt: skip
def test_an_error_gets_one_line(words, said, command, room):
    status, out, err = command(f"tree {words}")
    assert (status, out) == (2, "")
    assert said in err
    assert err.startswith("referee: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("words", "said"), [
    ("tic-tac-toe --depth 1 --eval ./judges.py:half", "half in judges.py returned 0.5, but must return a whole"),
    ("tic-tac-toe --depth 1 --eval ./judges.py:broken", "ZeroDivisionError"),
    ("./rules.py:Stuck", "from 0: it is empty, but the game goes on\nin the tree, after 1 1\n"),
    ("./rules.py:Stuck --method mcts --seed 1", "from 0: it is empty, but the game goes on\nin playout 1\n"),
    ("./rules.py:Numbered", "a different one for each legal move: it returned 1\nin the tree, at the root\n"),
    ("tic-tac-toe --depth 2 --eval ./judges.py:broken", "by zero\nin the tree, after 1 2\n"),
    ("./rules.py:Wordy",
     "Wordy.moves, line 16 of rules.py, must return a list of whole numbers from 0: it lists 'one'\n"),
    ("./rules.py:Failing", "ZeroDivisionError"),
])  # fmt: skip
def test_an_error_in_a_users_file_is_reported_without_our_frames(words, said, command, room):
    status, out, err = command(f"tree {words}")
    assert (status, out) == (1, "")
    assert said in err
    assert f"as the tree of {words.split()[0]} was grown, after the moves: none" in err
    assert "referee/" not in err
    assert "games/" not in err


def test_a_picture_that_fails_is_told_before_anything_is_printed(command, room):
    status, out, err = command("tree ./rules.py:Unseen")
    assert (status, out) == (1, "")
    assert err.endswith("by zero\nas the tree of ./rules.py:Unseen was drawn\n")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        FOLDER.mkdir(exist_ok=True)
        (Path(folder) / "figure.py").write_text(FIGURE, encoding="utf-8")
        for name, words in SHOWN.items():
            (FOLDER / f"{name}.txt").write_text(printed(words, folder), encoding="utf-8")
