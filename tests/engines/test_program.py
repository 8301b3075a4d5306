"""Programs in any language are told what their seat knows; whatever one does wrong has its name and costs it its game."""

import os
import sys
from pathlib import Path

import pytest

import players
from games.names.catalogue import SpecError
from referee.batches.plan import Plan
from referee.engines import engine, program
from referee.match.clocks import Control
from referee.match.events import Ended, How
from referee.running.lasting_players import close_waiting
from referee.running.sandbox import sandbox_process

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")

BAD = Path(__file__).with_name("bad_bot.py")
FLUSH = "it said nothing: does it flush its output after each line?"
ALONE = "It must answer each question with one line, the move alone; other lines must begin with #."
NEITHER = "not a text or a whole number"
# What becomes of each program: how the match ends, and what is said behind its name. None: it plays to the end.
FATES = {
    "tame": None,
    "dies-at-the-start": (How.DIED, "ended its process with exit status 1; it said nothing"),
    "dies-at-begin": (How.DIED, "ended its process with exit status 4; it said nothing"),
    "exits-0": (How.DIED, "ended its process with exit status 0; it said nothing"),
    "exits-3": (How.DIED, "ended its process with exit status 3; it said nothing"),
    "kills-itself": (How.DIED, "died of SIGKILL (Killed); it said nothing"),
    "aborts": (How.DIED, "died of SIGABRT (Aborted); it said nothing"),
    "stops-itself": (How.HUNG, "did not answer within 0.2 seconds; it said nothing"),
    "closes-output": (How.HUNG, f"did not answer within 0.2 seconds; {FLUSH}"),
    "closes-all": (How.DIED, "closed the line on which it was to answer; it said nothing"),
    "prompts": (How.ILLEGAL_MOVE, "answered 'Your move, please:', which is not a legal move"),
    "prompts-in-line": (How.ILLEGAL_MOVE, "answered 'Your move: 1', which is not a legal move"),
    "never-flushes": (How.HUNG, f"did not answer within 0.2 seconds; {FLUSH}"),
    "no-line-end": (How.HUNG, "did not answer within 0.2 seconds; it said '1' without a line end"),
    "no-line-end-at-its-end": (How.DIED, "ended its process with exit status 0; it said '1' without a line end"),
    "late": (How.OUT_OF_TIME, "took "),
    "never": (How.HUNG, "did not answer within 0.2 seconds; it said last '# thinking'"),
    "two-lines": (How.NO_MOVE, "said '1' before it was asked for a move"),
    "two-moves": (How.ILLEGAL_MOVE, "answered '1 2', which is not a legal move"),
    "all-the-time": (How.NO_MOVE, "said '1' before it was asked for a move"),
    "banner": (How.NO_MOVE, "said 'MyBot 1.0, welcome!' before it was asked for a move"),
    "answers-begin": (
        (How.NO_MOVE, How.ILLEGAL_MOVE),
        ("said 'ready' before it was", "answered 'ready', which is not"),
    ),
    "empty-line": (How.NO_MOVE, "answered with an empty line"),
    "blank-line": (How.NO_MOVE, "answered with an empty line"),
    "unknown": (How.ILLEGAL_MOVE, "answered 'e7', which is not a legal move"),
    "number": (How.ILLEGAL_MOVE, "answered '0', which is not a legal move: the cells are 1 to 9"),
    "resigns": (How.RESIGNED, "resigned"),
    "capital": (How.RESIGNED, "resigned"),
    "json": None,
    "json-text": None,
    "json-number": None,
    "json-resigns": (How.RESIGNED, "resigned"),
    "json-garbled": (How.NO_MOVE, 'answered \'{"move": "1"\', which is not JSON'),
    "json-without-move": (How.NO_MOVE, 'answered \'{"mv": "1"}\', which has no "move"'),
    "json-list": (How.NO_MOVE, 'answered \'["1"]\', which has no "move"'),
    "json-null": (How.NO_MOVE, f'answered \'{{"move": null}}\', whose "move" is null, {NEITHER}'),
    "json-true": (How.NO_MOVE, f'answered \'{{"move": true}}\', whose "move" is true, {NEITHER}'),
    "json-number-with-a-point": (How.NO_MOVE, f'answered \'{{"move": 1.0}}\', whose "move" is 1.0, {NEITHER}'),
    "json-list-in-move": (How.NO_MOVE, f'answered \'{{"move": ["1"]}}\', whose "move" is ["1"], {NEITHER}'),
    "json-deep": (How.NO_MOVE, f"answered '{'[' * 77}...', which has no \"move\""),
    "json-unknown": (How.ILLEGAL_MOVE, 'answered \'{"move": "e7"}\', which is not a legal move'),
    "long-line": (How.ILLEGAL_MOVE, f"answered '{'x' * 77}...', which is not a legal move"),
    "endless-line": (How.NO_MOVE, "answered without end"),
    "floods": (How.FLOODED, "said more than 16 MB without an answer; it said last '# xxx"),
    "nul": (How.ILLEGAL_MOVE, r"answered '1\x00', which is not a legal move"),
    "not-utf-8": (How.ILLEGAL_MOVE, "answered '��', which is not a legal move"),
    "escapes": (How.ILLEGAL_MOVE, r"answered '\x1b[31m1', which is not a legal move"),
    "crlf": None,
    "byte-order-mark": None,
    "comments": None,
    "floods-errors": None,
    "breeds": None,
    "ignores-quit": None,
    "ends-after-a-game": None,
    "ends-slowly-after-a-game": None,
    "reads-nothing": (How.HUNG, "did not read its first line within 3 seconds; it said nothing"),
    "reads-nothing-and-talks": (How.HUNG, "did not read its first line within 3 seconds; it said last '1'"),
    "reads-no-further": (How.HUNG, "did not answer within 0.2 seconds; it said nothing; it did not read the question"),
}
SHORT, AMPLE = 0.2, 120.0  # seconds for a move, of those that are to overstep it and of all others


@pytest.fixture(autouse=True)
def nobody_waits():
    """End the programs that wait for further games."""
    yield
    close_waiting()


def spec_of(mode, options=""):
    """The spec of the bad program in that mode."""
    return f'program:"{sys.executable} {BAD} {mode}"{options}'


def play(mode, options="", game="tic-tac-toe", seconds=AMPLE, number=0):
    """The last event of a match of the bad program against random moves."""
    control = Control() if seconds is None else Control(move=seconds)
    return list(Plan(game, (spec_of(mode, options), "random"), 1, control).task(number).match())[-1]


@pytest.mark.parametrize("mode", FATES)
def test_a_fault_names_the_program_and_quotes_it(mode, monkeypatch):
    if mode != "closes-all":  # which goes on to live
        monkeypatch.setattr(sandbox_process, "ENDING", AMPLE)  # until it turns out that a process has ended
        monkeypatch.setattr(program, "ENDING", AMPLE)
    if mode == "late":
        monkeypatch.setattr(engine, "LATE", AMPLE)  # however late it is
    options = ",timeout=3" if mode.startswith("reads-nothing") else ""
    timed = FATES[mode] and FATES[mode][0] in (How.HUNG, How.OUT_OF_TIME)
    end = play(mode, options, seconds=SHORT if timed else AMPLE)
    assert isinstance(end, Ended)
    if FATES[mode] is None:
        assert end.how is How.PLAYED_OUT
        return
    hows, words = FATES[mode]
    assert end.how in hows if isinstance(hows, tuple) else end.how is hows
    starts = [f"bad_bot {each}" for each in (words if isinstance(words, tuple) else (words,))]
    starts += [f"{mode} {each}" for each in (words if isinstance(words, tuple) else (words,))]
    assert end.why.startswith(tuple(starts))
    assert end.score == -1


def test_its_error_output_is_shown_to_people():
    assert "LookupError: no such book" in play("dies-at-the-start").error.trace
    assert "It printed last:\nException in thread main" in play("exits-3").error.trace


def test_an_illegal_move_is_told_with_the_legal_ones_and_a_prompt_with_what_to_do():
    assert play("unknown").error.trace.startswith("The legal moves were: 1 2 3 4 5 6 7 8 9\n")
    assert play("prompts").error.trace.startswith(f"{ALONE}\nThe legal moves were: 1 2")
    assert play("two-lines").error.trace.startswith(ALONE)


def test_letters_may_be_of_any_case():
    assert play("other-case", game="hexapawn").how is How.PLAYED_OUT
    assert play("other-case", game="kuhn-poker").how is How.PLAYED_OUT


def test_a_program_that_ends_after_each_game_is_started_again_for_the_next():
    for mode in ("ends-after-a-game", "ends-slowly-after-a-game"):
        ends = [play(mode, number=number) for number in range(3)]
        assert [end.how for end in ends] == [How.PLAYED_OUT] * 3


def test_a_slow_start_costs_no_time_on_the_clock():
    assert play("starts-slowly", seconds=1.5).how is How.PLAYED_OUT


@pytest.mark.parametrize(("mode", "how"), [("dies-once", How.DIED), ("hangs-once", How.HUNG)])
def test_a_program_restarts_within_a_game_if_wanted(mode, how, tmp_path, capsys):
    end = play(f"{mode}:{tmp_path / 'done'}", ",restart=1,timeout=3", seconds=None)
    assert end.how is How.PLAYED_OUT
    assert "it is started again (1 of 1)" in capsys.readouterr().err
    assert play(f"{mode}:{tmp_path / 'new'}", seconds=2 if how is How.HUNG else AMPLE).how is how


@pytest.mark.parametrize(("file", "text", "executable", "words"), [
    ("MyBot.java", "class MyBot {}", False, "start it by java {}"), ("bot.js", "", True, "start it by node {}"),
    ("bot.py", "print(1)", True, "start it by python3 {}"),
    ("bot.rs", "", False, "compile it, rustc -O -o {bare} {}, and start the result"),
    ("bot", "", False, "make it executable, or name what runs it in front of it"),
])  # fmt: skip
def test_a_source_that_cannot_be_started_gets_advice(file, text, executable, words, tmp_path):
    path = tmp_path / file
    path.write_text(text)
    path.chmod(0o755 if executable else 0o644)
    with pytest.raises(SpecError) as caught:
        players.load(f"program:{path}")
    how = words.replace("{}", str(path)).replace("{bare}", str(path.with_suffix("")))
    assert str(caught.value).endswith(f"cannot be started: {how}")


def test_a_script_that_names_what_runs_it_is_started(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(f"#!{sys.executable}\n{BAD.read_text()}")
    path.chmod(0o755)
    assert list(Plan("nim", (f"program:{path} tame", "random"), 1).task(0).match())[-1].how is How.PLAYED_OUT


def test_a_command_of_no_program_gets_one_line(tmp_path):
    path = tmp_path / "junk"
    path.write_bytes(b"junk")
    path.chmod(0o755)
    with pytest.raises(SpecError, match="there is no file"):
        players.load("program:./nowhere/bot")
    end = list(Plan("nim", (f"program:{path}", "random"), 1).task(0).match())[-1]
    assert end.how is How.DIED and "junk cannot be started: Exec format error" in end.error.trace
