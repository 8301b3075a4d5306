"""`referee check`: it names the right fault of every mutant, after the fewest moves, and finds none in what is right."""

import json
from pathlib import Path
from time import process_time

import pytest

import games
import players
from games.laws import keys as key_laws
from games.tic_tac_toe import TicTacToe
from referee.checking import evaluation, evaluation_sign, laws, player_laws
from referee.checking.evaluation_sign import CLEAR, Correlation, find_wrong_sign, sample_games
from referee.checking.explorer import LEAST
from referee.checking.file import CheckOptions, check_target, game_factory
from referee.checking.game import check_game
from referee.checking.instrumented_game import InstrumentedGame
from referee.checking.player import SMALL, check_player
from referee.checking.report import grade_reports, report_lines
from referee.checking.targets import Targets, find_targets
from referee.errors.attribution import DEEP
from referee.match.events import FORFEITS
from referee.running.sandbox.guard import Guard
from tests.checking.mutants import bots
from tests.checking.mutants.broken import ANY, GAMES, HEADS, PLAYERS
from tests.helpers.cases import every_case

RIGHT = {path.stem: path.read_text() for path in Path(__file__).with_name("right").glob("*.py")}
SOURCES = RIGHT | {path.stem: path.read_text() for path in Path(__file__).with_name("mutants").glob("*.py")}
TIGHT = Guard(100, None, 100_000)
FEW = ["tic-tac-toe", "nim:sticks=9"]
HASTY = {"hangs", "is late", "thinks without an end"}  # so that nobody waits for them; all others have time enough


def mutant(source, old, new):
    assert SOURCES[source].count(old) == 1, old
    return HEADS.get(source, "") + SOURCES[source].replace(old, new)


@pytest.fixture
def written(tmp_path):
    """A function that writes a text into a file and returns its path."""

    def write(text, name="mine.py"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def cause(report):
    (finding,) = [each for each in report.findings if not each.follows]
    return finding


def checked(path, **options):
    (report,) = check_target(path, CheckOptions(**options))
    return report


@pytest.mark.parametrize(
    ("source", "name", "old", "new", "law", "moves", "words"), GAMES, ids=[row[1] for row in GAMES]
)
def test_a_broken_game_is_named(written, source, name, old, new, law, moves, words):
    path = written(mutant(source, old, new))
    report = check_game(game_factory(path), path, positions=300, seconds=0.3 if law == laws.STUCK else 10.0)
    finding = next((each for each in report.findings if not each.follows), None)
    assert finding is not None and (finding.law, words in finding.sentence) == (law, True), report.findings
    assert moves is ANY or len(finding.moves) == moves
    assert finding.hint or not report.passed
    assert finding.look


@pytest.mark.parametrize("source", ["tictactoe", "heaps", "dice", "cards"])
def test_the_right_games_pass_clean(written, source):
    report = checked(written(SOURCES[source]))
    assert report.findings == () and report.passed


@pytest.mark.parametrize("source", RIGHT)
def test_an_unusual_game_that_is_right_does_not_fail(written, source):
    for report in check_target(written(RIGHT[source]), CheckOptions(positions=400)):
        assert report.passed, report.findings


def test_many_calls_that_each_come_back_soon_are_no_hang(written):
    slow = SOURCES["tictactoe"].replace("    def moves(self):\n", "    def moves(self):\n        sum(range(60_000))\n")
    subject = InstrumentedGame(game_factory(written(slow)), seconds=0.05)
    game, began = subject.make(), process_time()
    with subject.watched(()):
        while process_time() - began < 0.2:
            game.moves()
    assert slow != SOURCES["tictactoe"] and not subject.found


def test_positions_with_thousands_of_moves_are_compared_without_looking_ahead():
    wide = games.load("nim:heaps=700")
    assert key_laws.look_ahead(wide) == (0, None, 700)
    assert len(key_laws.look_ahead(games.load("nim:heaps=7"))[-1]) == 7


def test_a_file_is_checked_for_all_that_it_holds(written):
    path = written(SOURCES["heaps"] + SOURCES["bot"].partition('"""\n')[2])
    assert find_targets(path) == Targets((f"{path}:Heaps",), (f"{path}:Bot",))


@pytest.mark.parametrize(("name", "old", "new", "law", "moves", "words"), PLAYERS, ids=[row[0] for row in PLAYERS])
def test_a_broken_player_is_named(written, name, old, new, law, moves, words):
    report = check_player(written(mutant("bot", old, new)), FEW, seconds=0.2 if name in HASTY else 2.0, guard=TIGHT)
    finding = next((each for each in report.findings if each.law == law), None)
    assert finding is not None and words in finding.sentence, report.findings
    assert finding == report.findings[0]
    assert moves is ANY or len(finding.moves) == moves
    assert finding.hint or not report.passed


def test_the_right_player_passes_clean(written):
    report = check_player(written(SOURCES["bot"]), FEW, seconds=2.0)
    assert report.findings == () and report.passed


def test_every_mutant_has_a_name_of_its_own():
    names = [*(row[1] for row in GAMES), *(row[0] for row in PLAYERS)]
    assert len(set(names)) == len(names)


def test_every_law_of_players_is_broken_by_a_mutant():
    laws_of_bots = {law for _, law, _, _ in bots.WRONG.values()}
    assert {row[3] for row in PLAYERS} | laws_of_bots == set(player_laws.ORDER)


# What is right.


@pytest.mark.parametrize("spec", SMALL)
def test_a_built_in_game_passes(spec):
    report = check_game(game_factory(spec), spec, positions=45)
    assert report.findings == ()


def test_a_small_variant_of_every_game_is_played():
    assert [games.CATALOGUE.find(spec) for spec in SMALL] == list(games.CATALOGUE.entries)


@pytest.mark.parametrize("spec", ["random", "minimax:depth=1"])
def test_a_built_in_player_passes_on_every_game(spec):
    report = check_player(spec, seconds=5.0)
    assert report.passed and "in 21 games" in report.seen, report.findings


def test_a_player_of_one_game_says_so_and_is_no_failure(written):
    text = SOURCES["bot"].replace("        self.seat = seat\n", "        if len(game.moves()) != 9:\n            raise Unplayable('nine moves only')\n")  # fmt: skip
    report = check_player(written(text), FEW, seconds=2.0)
    assert report.passed
    assert report.notes == ("it does not play nim:sticks=9 (nine moves only)",)


LAST = "def last(game):\n    return game.text(game.moves()[best(game)])\n\n\n"
BEST = "def best(game):\n    return len(game.moves()) - 1\n\n\n"


def test_a_function_that_others_ask_is_a_helper_and_only_mentioned(written):
    path = written(LAST + BEST)
    report = checked(path, game="tic-tac-toe", seconds=2.0)
    assert (report.name, report.passed) == (f"{path}:last", True)
    assert "not checked" in report.notes[0] and "best" in report.notes[0]


def test_the_function_called_like_the_file_is_the_player(written):
    path = written("def other(game):\n    return 0\n\n\n" + BEST + LAST, "last.py")
    assert find_targets(path).players == (f"{path}:last",)
    assert "other, best" in find_targets(path).notes[0]


def test_beside_a_game_functions_are_only_mentioned(written):
    path = written(SOURCES["heaps"] + "\n\n" + BEST)
    assert (list(find_targets(path).games), list(find_targets(path).players)) == ([f"{path}:Heaps"], [])
    assert f"{path}:best --as eval" in find_targets(path).notes[0]


def test_several_functions_of_a_game_are_not_guessed_at(written, command):
    path = written("def one(game):\n    return 0\n\n\ndef other(game):\n    return 1\n")
    status, _, err = command(["check", path])
    assert status == 2 and err.count("\n") == 1
    assert "several functions of a game (one, other)" in err and f"{path}:other --as eval" in err


def test_only_the_requested_kind_is_checked(written):
    path = written(SOURCES["heaps"] + SOURCES["bot"].partition('"""\n')[2])
    assert find_targets(path, "game") == Targets((f"{path}:Heaps",))
    assert find_targets(path, "player") == Targets(players=(f"{path}:Bot",))


# Evaluations.

SCORE = """
def score(game):
    rows = [[cell.seat for cell in row] for row in game.show().rows]
    return sum((3 - abs(3 - x)) * (1 - 2 * seat) for row in rows for x, seat in enumerate(row) if seat is not None)


calls = 0


"""


@pytest.mark.parametrize(
    ("body", "law", "words"),
    [
        ("return score(game)", "", ""),
        ("return (1 - 2 * game.turn) * score(game)", evaluation.SIGN, "for the seat to move, as negamax wants it"),
        ("return (2 * game.turn - 1) * score(game)", evaluation.SIGN, "for the seat that is not to move"),
        ("return -score(game)", evaluation.TURNED, "seems to count for seat 1"),
        ("return score(game) / 2", evaluation.WHOLE, "round(100 * value)"),
        ("return score(game) > 0", evaluation.WHOLE, "returns False"),
        ("score(game)", evaluation.WHOLE, "returned None"),
        ("return 1000000 * score(game)", evaluation.SIZE, "beyond 524,287"),
        ("game.make(game.moves()[0])\n    return score(game)", evaluation.KEEPS, "changes the game"),
        ("global calls\n    calls += 1\n    return score(game) + calls % 7", evaluation.STEADY, "asked again"),
        ("return score(game) // (len(game.moves()) - 5)", evaluation.ERRORS, "ZeroDivisionError"),
        ("return 3", evaluation.VARIES, "3 of every position"),
        ("print(1)\n    return score(game)", evaluation.SILENT, "prints '1'"),
    ],
)
def test_an_evaluation_is_checked(written, body, law, words):
    path = written(f"{SCORE}def mine(game):\n    {body}\n")
    report = checked(f"{path}:mine", game="connect-four", kind="eval")
    finding = next(iter(report.findings), None)
    assert (finding.law if finding else "") == law, report.findings
    assert finding is None or words in finding.sentence
    assert report.passed == (law in ("", *evaluation.HINTS))


@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello:size=4", "breakthrough:columns=4,rows=5", "pig:target=20"])
def test_the_seat_of_an_evaluation_is_found_on_several_games(spec):
    for said, sign in {"": lambda game: 1, "turned": lambda game: -1, "mover": lambda game: 1 - 2 * game.turn}.items():
        judge = lambda game, sign=sign: sign(game) * game.estimate()  # noqa: E731
        assert find_wrong_sign(InstrumentedGame(lambda: games.load(spec)), judge, 0)[0] == said


def test_fewer_games_are_played_if_an_evaluation_clearly_counts_for_seat_0():
    subject = InstrumentedGame(game_factory("go:size=3"))
    counts = []
    for sign in (1, -1):
        (first, _), _ = sample_games(subject, lambda game, sign=sign: sign * game.estimate(), 0)
        counts.append(len(first.one))
    assert counts[0] == CLEAR < counts[1]


def test_games_that_an_evaluation_is_not_made_for_are_a_note(written):
    report = checked(f"{written(SCORE)}:score", kind="eval")
    assert report.passed, report.findings
    assert "it cannot judge" in report.notes[0] and "connect-four" not in report.notes[0]


# How it is told.


def test_every_law_stands_in_one_group():
    of_games = [law for group in laws.GROUPS.values() for law in group]
    of_players = [law for group in player_laws.GROUPS.values() for law in group]
    assert len(set(of_games)) == len(of_games) and len(set(of_players)) == len(of_players)
    assert {law.__name__ for law in (*laws.POSITION_LAWS, *laws.LINE_LAWS)} <= set(of_games)
    assert (
        {law for group in evaluation.GROUPS.values() for law in group} == set(evaluation.ORDER) == set(evaluation.LOOKS)
    )
    assert set(player_laws.ORDER) == set(of_players) == set(player_laws.LOOKS)
    assert set(player_laws.LAW_OF) == FORFEITS


def test_unchecked_laws_are_not_reported_to_hold(written):
    old, new = "self.board[:]", "self.board"
    report = check_game(game_factory(written(mutant("tictactoe", old, new))), positions=60)
    assert report.holds("copies and moves taken back") is False
    assert report.holds("keys") is None
    assert report.holds("texts of moves") is None or report.holds("texts of moves")
    assert "  -       keys" in list(report_lines(report))


def test_a_finding_shows_moves_a_drawing_and_a_line_of_the_file(written, command):
    text = mutant("tictactoe", "self.board[:]", "self.board")
    line = text.splitlines().index("        twin.board = self.board") + 1
    status, out, _ = command(["check", written(text)])
    assert status == 1
    assert "1. moves made in a copy changed the original\n   at the start\n     ...\n     ...\n     ...\n" in out
    assert f"Look at: copy, line {line} of mine.py: the game and its copy share board" in " ".join(out.split())


def test_the_same_seed_finds_the_same(written):
    path = written(mutant("tictactoe", "return 1 if self.board[a]", "return 2 if self.board[a]"))
    one, other = (check_game(game_factory(path), positions=200, seed=4) for _ in range(2))
    assert one == other


def test_json_holds_the_whole_report(written, command):
    path = written(SOURCES["dice"])
    status, out, _ = command(["check", path, "--json"])
    found = json.loads(out)
    assert (status, found["passed"], found["file"], found["reports"][0]["kind"]) == (0, True, path, "game")
    assert {group["holds"] for group in found["reports"][0]["groups"]} == {True}


def test_an_autograder_is_handed_a_test_for_each_group(written, tmp_path, command):
    path = written(mutant("tictactoe", "str(move + 1)", "f'cell {move}'"))
    assert command(["check", path, "--gradescope", str(tmp_path / "results.json")])[0] == 1
    found = json.loads((tmp_path / "results.json").read_text())
    assert len(found["tests"]) == len(laws.GROUPS)
    (failed,) = (test for test in found["tests"] if test["status"] == "failed")
    assert failed["name"].endswith(": texts of moves") and "holds a blank" in failed["output"]
    points = {(test["status"], test["score"], test["max_score"]) for test in found["tests"]}
    assert points == {("passed", 1, 1), ("failed", 0, 1)}
    assert found == grade_reports(check_target(path))


def test_a_file_that_cannot_be_run_is_a_finding(written, command):
    status, out, _ = command(["check", written("import games.nothing\n")])
    assert status == 1
    assert "cannot be run" in " ".join(out.split()) and "line 1, in <module>" in out


def test_a_file_that_does_not_come_to_its_end_is_a_finding(written, monkeypatch):
    monkeypatch.setattr("referee.running.describe_file.SECONDS", 0.3)
    path = written("x = 1\nwhile True:\n    x += 1\n")
    for _ in range(2):  # half a file is not kept
        (finding,) = checked(path).findings
        assert "it had not come to its end after 0.3 seconds, in line" in finding.sentence
        assert "__main__" in finding.look and "<module>" in finding.trace


def test_a_class_that_demands_arguments_is_named(written):
    text = SOURCES["heaps"].replace("def __init__(self)", "def __init__(self, most)")
    report = checked(written(text))
    assert not report.passed and report.holds("keys") is None
    assert "Heaps cannot be made without arguments: __init__ demands most" in report.findings[0].sentence
    assert "give most a default value" in report.findings[0].look


def test_a_class_that_demands_arguments_and_is_extended_is_a_beginning(written):
    text = SOURCES["heaps"].replace("def __init__(self)", "def __init__(self, most)").replace("Heaps()", "Small()")
    path = written(text + "\n\nclass Small(Heaps):\n    def __init__(self):\n        super().__init__(3)\n")
    assert find_targets(path) == Targets((f"{path}:Small",))


@pytest.mark.parametrize("behind", ["", ":Nope"])
def test_files_without_anything_to_check_are_reported_as_json_too(written, behind, tmp_path, command):
    path, results = written("x = 1\n"), tmp_path / "results.json"
    status, out, err = command(["check", path + behind, "--json", "--gradescope", str(results)])
    (test,) = json.loads(results.read_text())["tests"]
    assert (status, test["status"], test["score"]) == (2, "failed", 0)
    assert json.loads(out)["passed"] is False
    assert "holds no" in " ".join(test["output"].split()) and "holds no" in err


def test_a_report_says_that_time_was_short(written):
    report = check_game(game_factory(written(SOURCES["tictactoe"])), time=0.05)
    assert report.passed and report.seen.endswith("ended after 0.05 seconds")
    assert int(report.seen.split()[0].replace(",", "")) < 3000


class Sleepy(TicTacToe):
    """Its moves take longer than there is time to look at enough positions."""

    def moves(self):
        end = process_time() + 0.002
        while process_time() < end:
            pass
        return super().moves()


def test_rules_that_are_very_slow_are_looked_at_three_times_as_long_and_no_longer():
    report = check_game(Sleepy, time=0.1)
    assert report.passed
    positions = int(report.seen.split()[0])
    assert 0 < positions < LEAST


@every_case(
    ("words", "said"),
    [
        ("nothing.py", "nothing.py cannot be read: No such file or directory"),
        ("nothing", "'nothing' is not a file, a game or a player; check a file: referee check ./mine.py"),
        ("random --game ches", "there is no game 'ches'"),
        ("random --seed -1", "--seed -1 must be"),
    ],
)
def test_mistyped_words_get_one_line(words, said, command):
    status, _, err = command(f"check {words}")
    assert status == 2
    assert said in err and err.count("\n") == 1


def test_a_function_with_an_unknown_argument_is_named(written, command):
    path = written("def deep(game, depth):\n    return game.moves()[0]\n")
    for words in (["check", path], ["nim", path, "random"], ["-g", "1", "nim", f"{path}", "random"]):
        status, _, err = command(words)
        assert status == 2 and err.count("\n") == 1
        assert "deep is not a player: nothing is given for its argument 'depth'" in err


def test_a_field_that_lies_too_deep_is_explained(written):
    source = RIGHT["nodes"].replace("self.left = 12", "self.left = 2000")
    report = checked(written(source, "nodes.py"))
    finding = cause(report)
    assert finding.law == laws.ERRORS
    assert "RecursionError" in finding.sentence
    assert finding.look == f"the field last, which cannot be copied: {DEEP}"


SETS = '''
from games.game import Game


class Sets(Game):
    """Take one fruit; who takes the last has won."""

    def __init__(self):
        self.turn, self.left = 0, {"apples": 3, "pears": 2, "plums": 1, "figs": 4}

    def moves(self):
        return [NAMES.index(name) for name in ORDER if self.left[name]]

    def make(self, move):
        self.left[NAMES[move]] -= 1
        self.turn = 1 - self.turn

    def score(self):
        return None if any(self.left.values()) else 2 * self.turn - 1


NAMES = ["apples", "figs", "pears", "plums"]
'''


@pytest.mark.parametrize(
    ("order", "finds"), [("self.left.keys() & set(self.left)", True), ("sorted(self.left)", False)]
)
def test_moves_in_the_order_of_a_set_of_texts_are_found_in_another_interpreter(written, order, finds):
    path = written(SETS.replace("ORDER", order), "sets.py")
    report = checked(path, positions=200)
    assert [(each.law, each.sentence[:36]) for each in report.findings if not each.hint] == (
        [(laws.CHANCY, "in another interpreter moves() are [")] if finds else []
    )


STICKS = '''
from games.game import Game


class Sticks(Game):
    """Take one to three sticks, never as many as the other has just taken."""

    cache = {}

    def __init__(self):
        self.turn, self.left, self.last = 0, 12, 0

    def moves(self):
        key = KEY
        if key not in self.cache:
            self.cache[key] = [count for count in (1, 2, 3) if count <= self.left and count != self.last]
        return list(self.cache[key])

    def make(self, move):
        self.left -= move
        self.last, self.turn = move, 1 - self.turn

    def score(self):
        return None if self.moves() else 2 * self.turn - 1

    def show(self, seat=None):
        return f"{self.left} {self.last}"
'''


@pytest.mark.parametrize(("key", "finds"), [("self.left", True), ("(self.left, self.last)", False)])
def test_a_cache_with_too_small_a_key_is_not_reported_as_hash_order(written, key, finds):
    report = checked(written(STICKS.replace("KEY", key), "sticks.py"), positions=200)
    assert [each.law for each in report.findings if not each.hint] == ([laws.SHARING] if finds else [])
    if finds:
        assert report.findings[0].sentence.endswith(
            "the rules keep something outside the game, the class attribute cache"
        )
        assert report.findings[0].look.endswith("look it up by all that decides it")


def test_the_field_that_makes_default_keys_differ_is_named(written):
    source = SETS.replace("ORDER", "sorted(self.left)").replace("from games.game", "import time\nfrom games.game")
    source = source.replace("[NAMES[move]] -= 1", "[NAMES[move]] -= 1\n        self.stamp = time.time_ns()")
    finding = cause(checked(written(source, "sets.py"), positions=200))
    assert finding.law == laws.CHANCY
    assert finding.look.startswith("make, line 17 of sets.py: stamp comes out differently; ")


def test_a_copy_that_lists_its_set_in_another_order_gets_the_advice_to_sort(written):
    source = SETS.replace('{"apples": 3, "pears": 2, "plums": 1, "figs": 4}', "{31, 22, 32, 7}")
    source = source.replace("[NAMES.index(name) for name in ORDER if self.left[name]]", "list(self.left)")
    source = source.replace("self.left[NAMES[move]] -= 1", "self.left.remove(move)").replace(
        "self.left.values()", "self.left"
    )
    source += "\n    def show(self, seat=None):\n        return ' '.join(map(str, sorted(self.left)))\n"
    report = checked(
        written(source.replace('NAMES = ["apples", "figs", "pears", "plums"]', ""), "sets.py"), positions=200
    )
    (finding,) = [each for each in report.findings if not each.follows]
    assert finding.law == "a_copy_is_equal_and_shares_nothing"
    assert finding.look.startswith("sorted(...): the order of a set")


def test_a_copy_that_asks_its_original_is_found_once_it_has_moved_on(written):
    source = RIGHT["nodes"].replace("self.last = None", "self.last, self.count = None, lambda: self.left")
    finding = cause(checked(written(source.replace("[: self.left]", "[: self.count()]")), positions=300))
    assert finding.law == "a_copy_is_equal_and_shares_nothing"
    assert finding.sentence == "the same moves lead a copy to another position than its original"


def test_a_method_is_named_exactly(written):
    finding = cause(checked(written(RIGHT["nodes"] + "\n    def unmake(self):\n        pass\n"), positions=100))
    assert finding.look.startswith("unmake, line ")
    assert finding.look.endswith(": define it as def unmake(self, move)")


BIDS = """from games.simultaneous import Simultaneous


class Bids(Simultaneous):
    def __init__(self):
        self.round = 0

    def choices(self, seat):
        return CHOICES

    def resolve(self, first, second):
        self.round += 1

    def score(self):
        return None if self.round < 2 else 0
"""


@pytest.mark.parametrize(
    ("choices", "advice"),
    [
        ("['rock', 'paper']", "it must return a list of whole numbers from 0"),
        ("[bid for bid in (0, 1, 2) if not self.secret or bid != self.secret[0]]", "must not depend on self.secret"),
    ],
)
def test_wrong_choices_made_at_the_same_time_are_looked_for_in_choices(written, choices, advice):
    finding = cause(checked(written(BIDS.replace("CHOICES", choices), "bids.py"), positions=200))
    assert finding.look.startswith("choices, line 8 of bids.py: ")
    assert advice in finding.look


def test_a_class_without_a_constructor_is_told_to_write_one(written):
    source = BIDS.replace("CHOICES", "[0, 1]").replace("def __init__(self):\n        self.round = 0", "bids = [0, 0]")
    source = source.replace("self.round += 1", "self.bids[first] += 1").replace("self.round", "sum(self.bids)")
    finding = cause(checked(written(source, "bids.py"), positions=100))
    assert finding.law == laws.SHARING
    assert finding.look.startswith("the class: write __init__(self), and make each list")


@pytest.mark.parametrize("more", ["", "\n\ndef one(game):\n    return game.moves()[0]\n"])
def test_a_named_function_that_is_no_player_is_told_which_argument_it_lacks(written, more):
    path = written(f"def far(game, depth):\n    return 0\n\n\ndef two(game, seat):\n    return 0\n{more}", "two.py")
    with pytest.raises(games.SpecError, match=r"two is n.*: nothing is given for its argument 'seat'"):
        find_targets(f"{path}:two")
    with pytest.raises(games.SpecError, match=r"two is n.*: nothing is given for its argument 'seat'"):
        players.load(f"{path}:two")


def test_positions_that_look_apart_a_move_later_may_have_two_keys():
    one, other = games.load("nim:heaps=7"), games.load("nim:heaps=6")
    assert key_laws.look_apart(one, other)
    assert not key_laws.look_apart(one, one.copy())


def test_hidden_cards_shuffled_from_a_list_in_another_order_are_worth_a_look_only(written):
    report = checked(written(RIGHT["shuffled"]), positions=100)
    (finding,) = report.findings
    assert report.passed and finding.hint
    assert "sort what you shuffle" in finding.look
    sorted_first = RIGHT["shuffled"].replace("rng.shuffle(pool)", "pool.sort()\n            rng.shuffle(pool)")
    assert checked(written(sorted_first), positions=100).findings == ()


@pytest.mark.parametrize(("second", "found"), [(-1, "turned"), (1, "")])
def test_an_evaluation_is_turned_only_if_it_is_for_both_seats(monkeypatch, second, found):
    wrong, other = Correlation(), Correlation()
    for number in range(400):
        wrong.one.append(number)
        wrong.other.append(-number)
        other.one.append(number)
        other.other.append(second * (number % 20))
    monkeypatch.setattr(evaluation_sign, "sample_games", lambda *_: ((wrong, other), Correlation()))
    assert find_wrong_sign(None, None, 0)[0] == found
