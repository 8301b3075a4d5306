"""Games that are programs: a fault is the game's and quotes the program, and each process has a program of its own."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import games
from games.capabilities import has_chance
from games.game import CHANCE
from games.names.catalogue import SpecError
from games.names.spec import split_command
from referee.batches.plan import Plan
from referee.checking.file import CheckOptions, check_target
from referee.engines import game_process
from referee.engines.game_process import number_moves, program_of, read_facts, read_options, read_state
from referee.errors.attribution import OutsideGameError
from referee.match.clocks import Control
from referee.match.events import How
from referee.solving import blindness
from tests.helpers.cases import every_case
from tests.serving.dialogue import Dialogue

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

BAD = Path(__file__).with_name("bad_game.py")
STATES = "it must be turn 0 MOVES, turn 1 MOVES, turn chance MOVE=WEIGHT ..., or score NUMBER"
FAULTS = {
    "nonsense": f"answered 'you have 4 left' to 'make 1': {STATES}",
    "empty-line": f"answered '' to 'make 1': {STATES}",
    "json": f"answered '{{\"turn\": 0}}' to 'make 1': {STATES}",
    "unknown": f"answered '?' to 'make 1': {STATES}",
    "turn-2": "answered 'turn 2 1 2' to 'make 1': the turn must be 0, 1 or chance",
    "no-moves": "answered 'turn 0' to 'make 1': the legal moves must follow the turn; "
    "if the game is over, answer score NUMBER",
    "twice": "answered 'turn 1 1 1' to 'make 1': two moves have the same text",
    "score-word": "answered 'score win' to 'make 1': the score must be a whole number",
    "score-half": "answered 'score 0.5' to 'make 1': the score must be a whole number",
    "beyond-the-stakes": "answered 'score 5': the score must be from -1 to 1, "
    "unless it answers 'about' with stakes=NUMBER",
    "undeclared-chance": "answered 'turn chance 1=1 2=1': a game with chance answers 'about' with chance=yes",
    "no-weight": "answered 'turn chance 1 2' to 'make 1': each move of chance must have its weight, as in heads=1 tails=1",
    "weight-0": "answered 'turn chance 1=0 2=1' to 'make 1': each weight must be at least 1",
    "escapes": r"answered 'turn 0 \x1b[31m1' to 'make 1': it holds characters that cannot be printed",
    "huge": "was asked 'make 1' and answered without end",
    "floods": "was asked 'make 1' and said more than 16 MB without an answer; it said last '# thinking",
    "exits-3": "was asked 'make 1' and ended its process with exit status 3; it said last 'turn 0 1 2'",
    "crashes": "was asked 'make 1' and ended its process with exit status 1; it said last 'turn 0 1 2'",
    "hangs": "did not answer 'make 1' within 0.5 seconds; it said last 'turn 0 1 2'",
    "never-flushes": "did not answer 'make 1' within 0.5 seconds; it said last 'turn 0 1 2'",
}


@pytest.fixture(autouse=True)
def no_program_stays():
    """End the programs of this process."""
    yield
    game_process.close_programs()
    assert not [each for each in game_process.PROGRAMS.values() if each.engine]


def spec_of(mode, options=""):
    """Return the spec of the bad game in that mode."""
    return f'program-game:"{sys.executable} {BAD} {mode}"{options}'


def walk(mode, moves, options=""):
    """Return the game in that mode after moves."""
    game = games.load(spec_of(mode, options))
    for move in moves:
        game.make(move)
    return game


@pytest.mark.parametrize("mode", FAULTS)
def test_a_fault_is_one_line_that_quotes_the_program(mode):
    slow = mode in ("hangs", "never-flushes")
    with pytest.raises(OutsideGameError) as raised:
        walk(mode, [1, 1, 1], ",timeout=0.5" if slow else "")
    assert str(raised.value).startswith(f"the game bad_game {FAULTS[mode]}")
    assert "\n" not in str(raised.value)
    notes = "\n".join(getattr(raised.value, "__notes__", ()))
    assert ("KeyError: 'no such cell'" in notes) == (mode == "crashes")


def test_a_second_line_is_a_fault_at_the_next_question():
    game = walk("two-lines", [1, 1, 1])
    with pytest.raises(OutsideGameError, match=r"'turn 1 1 2'"):
        for move in (1, 1, 1):
            game.make(move)


def test_another_answer_in_a_position_that_was_met_before_is_a_fault():
    start = games.load(spec_of("moody"))
    with pytest.raises(OutsideGameError, match=r"answered 'turn . 1' after the moves .*, and 'turn . 1 2' when it was"):
        for first in (1, 2):
            for second in (1, 2):
                for third in (1, 2):
                    game = start.copy()
                    for move in (first, second, third):
                        game.make(move)


@every_case(
    "mode, why",
    [
        ("refuses", "bad_game refuses 'start': there are no sticks"),
        ("wrong-options", "answered 'size' to 'options': 'size' must be NAME=DEFAULT"),
        ("wrong-about", "answered 'seats=A' to 'about': 'seats=A' must be seats=NAME/NAME"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_in_one_line(mode, why):
    with pytest.raises(SpecError) as raised:
        games.load(spec_of(mode))
    assert why in str(raised.value)


@every_case("spec, why", [
    ("program-game:", "needs the command that starts it"), ("program-game:./nothing-here", "there is no file"),
    (f"program-game:{BAD}", "cannot be started: start it by python3"), ("program-game:false", "exit status 1"),
])  # fmt: skip
def test_a_command_that_starts_no_game_is_refused(spec, why):
    with pytest.raises(SpecError, match=why):
        games.load(spec)


def test_a_fault_is_the_games_even_if_a_players_function_met_it(tmp_path):
    """The player looks two moves ahead, so it is the first to see the fault."""
    (tmp_path / "ahead.py").write_text(
        "def ahead(game):\n"
        "    for move in game.moves():\n"
        "        twin = game.copy()\n"
        "        twin.make(move)\n"
        "        twin.make(1)\n"
        "        twin.make(1)\n"
        "    return game.moves()[0]\n"
    )
    plan = Plan(spec_of("nonsense"), (f"{tmp_path / 'ahead.py'}", "random"), 1, Control())
    with pytest.raises(Exception, match="the game bad_game answered 'you have 4 left'"):
        plan.task(0).result()


def test_the_command_ends_with_status_1_and_the_moves_that_lead_to_the_fault():
    words = [sys.executable, "-m", "referee", "-g", "8", spec_of("crashes"), "random", "random", "--seed", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=Path(__file__).parents[2])
    assert done.returncode == 1
    assert "and ended its process with exit status 1" in done.stderr
    assert "KeyError: 'no such cell'" in done.stderr
    assert "after the moves: " in done.stderr


def test_a_batch_ends_normally_and_each_player_of_a_file_has_a_program_of_its_own(tmp_path):
    (tmp_path / "first.py").write_text("def first(game):\n    return game.moves()[0]\n")
    plan = Plan(spec_of("tame"), (f"{tmp_path / 'first.py'}", "random"), 1, Control())
    assert [plan.task(number).result().record.how for number in range(4)] == [How.PLAYED_OUT.value] * 4


def test_the_check_names_the_fault_and_shows_the_moves():
    (report,) = check_target(spec_of("crashes"), CheckOptions(positions=30))
    (finding,) = report.findings
    assert finding.sentence.startswith("the game bad_game was asked")
    assert finding.moves
    assert "KeyError" in finding.trace
    assert "any-language-game.md" in finding.look


def test_the_check_finds_a_key_that_names_too_little():
    (report,) = check_target(spec_of("wrong-key"), CheckOptions(positions=60))
    assert any("key" in each.sentence and "answer to key" in each.look for each in report.findings)


@pytest.mark.parametrize("mode", ["tame", "no-key", "comments", "picture"])
def test_a_tame_game_keeps_all_laws(mode):
    (report,) = check_target(spec_of(mode), CheckOptions(positions=60))
    assert report.passed, report.findings


def test_minimax_is_told_blind_in_words_that_are_not_pythons(monkeypatch):
    monkeypatch.setattr(blindness, "NODES", 1)
    (note,) = blindness.notices(spec_of("tame"), ["minimax:depth=1"])
    assert "bad_game has no estimate;" in note


def test_pictures_keep_their_blanks():
    assert games.load(spec_of("picture")).show() == "  | |\n ---"
    assert games.load(spec_of("tame"), "1 2").show() == "1 2"


def test_copies_share_nothing_and_positions_are_texts():
    game = walk("tame", [1, 2])
    twin = game.copy()
    twin.make(2)
    assert (game.position(), twin.position()) == ("1 2", "1 2 2")
    game.set_position(twin.position())
    assert game == twin
    assert games.load(spec_of("tame")).position() == "start"
    with pytest.raises(ValueError, match="'3' is not a legal move here"):
        game.set_position("1 3")


def test_a_pickled_game_stands_where_it_stood():
    game = walk("tame", [2, 2])
    twin = pickle.loads(pickle.dumps(game))
    assert (twin.position(), twin.moves(), twin.turn) == ("2 2", [1, 2], 0)


def test_answers_are_kept_so_nothing_is_asked_twice():
    game = walk("tame", [1, 1, 2])
    assert game.score() is None
    game_process.close_programs()
    again = games.load(spec_of("tame"), "1 1 2")
    assert again.moves() == [1, 2]
    assert program_of(again.command, again.timeout).engine is None


def test_a_forked_process_starts_a_program_of_its_own():
    game_process.PROGRAMS.clear()
    game = walk("tame", [1])
    mine = game.program.engine.process.supervisor
    here, there = os.pipe()
    if not (child := os.fork()):
        game.make(2)
        own = game.program.engine.process.supervisor
        os.write(there, f"{own} {game.position()}".encode())
        game_process.close_programs()
        os._exit(0)
    os.waitpid(child, 0)
    own, moves = os.read(here, 100).decode().split(" ", 1)
    assert int(own) != mine
    assert moves == "1 2"
    game.make(1)
    assert game.moves() == [1, 2]


# Reading answers.


def test_moves_have_the_same_numbers_in_each_process():
    assert number_moves(["7", "0", "a1"]) == {7: "7", 0: "0", 213875138: "a1"}
    assert list(number_moves(["07", "7"]).values()) == ["07", "7"]
    assert all(0 <= number < 1 << 31 for number in number_moves(["x", "²", "99999999999", "-1"]))


def test_chance_is_read_with_its_weights():
    found = read_state("turn chance heads=2 a=b=1")
    assert (found.turn, list(found.texts.values()), list(found.weights.values())) == (CHANCE, ["heads", "a=b"], [2, 1])


def test_a_score_may_have_a_reason():
    assert read_state("score -1 no room for First")[3:] == (-1, "no room for First")


def test_options_have_kinds_and_ranges():
    found = read_options("size=5:3..9 rule=even:even/last open=no name=x")
    assert {name: option.allowed for name, option in found.items()} == {
        "size": "a whole number from 3 to 9", "rule": "even or last", "open": "yes or no", "name": "a text",
    }  # fmt: skip
    assert {name: option.default for name, option in found.items()} == {
        "size": 5, "rule": "even", "open": False, "name": "x",
    }  # fmt: skip


@every_case("line", ["size", "size=", "size=5:9..3", "size=2:3..9", "size=1 size=2", "a=x:y/z", "rule=A:A/B"])
def test_an_option_that_is_none_is_refused(line):
    with pytest.raises(ValueError, match="must be"):
        read_options(line)


def test_facts_are_read():
    assert read_facts("seats=White/Black stakes=24 chance=yes") == (("White", "Black"), 24, True)
    assert not has_chance(games.load(spec_of("tame")))


@every_case("behind, split", [
    ("./MyGame", ("./MyGame", "")), ('"java MyGame",chips=3,rule=last', ("java MyGame", "chips=3,rule=last")),
    ("java -Dx=1 MyGame", ("java -Dx=1 MyGame", "")), ('command="./a 3,5",chips=3', ("./a 3,5", "chips=3")),
])  # fmt: skip
def test_the_command_of_a_spec_ends_at_its_first_comma(behind, split):
    assert split_command(behind) == split


def test_a_player_is_an_engine_for_a_game_that_is_a_program():
    with Dialogue(spec_of("tame"), "minimax") as dialogue:
        assert "uciok" in dialogue.say("uci")
        dialogue.say("position startpos moves 1 2")  # four sticks are left
        assert dialogue.best("go depth 9") == "1"
        dialogue.say("position startpos moves 3")
        assert "'3' is not a legal move" in dialogue.lines[-1]


def test_an_engine_blames_the_game_and_not_its_player_if_the_program_dies():
    with Dialogue(spec_of("exits-3"), "minimax") as dialogue:
        dialogue.say("position startpos")
        told = dialogue.ask("go depth 9", "bestmove")
        assert told[-1] == "bestmove 0000"
        assert "minimax cannot go on: the game bad_game was asked" in told[-2] and "crashed" not in told[-2]
