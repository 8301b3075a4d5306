"""`referee engine` as a process: what it prints, how it ends, and players that do wrong."""

import signal
import subprocess
import sys
from time import monotonic, sleep

import pytest

from tests.serving.dialogue import converse, start

BOTS = '''
"""Bots of a student."""

from players.player import Resigned, Unplayable


class Noisy:
    def choose(self, game, deadline):
        print("thinking about", game.position())
        try:
            input()
        except EOFError:
            print("nothing to read")
        return game.moves()[0]


class Endless:
    def choose(self, game, deadline):
        while True:
            pass


class Broken:
    def choose(self, game, deadline):
        return 1 / 0


class Cheating:
    def choose(self, game, deadline):
        return "h9h9"


class Leaving:
    def choose(self, game, deadline):
        raise SystemExit(3)


class Giving:
    def choose(self, game, deadline):
        raise Resigned


class Unable:
    def begin(self, game, seat):
        raise Unplayable("it is too hard")

    def choose(self, game, deadline):
        return game.moves()[0]


class Telling:
    def begin(self, game, seat):
        self.seat = seat

    def choose(self, game, deadline):
        assert self.seat == game.turn
        return "e2e4" if game.turn == 0 else "e7e5"


def deep(game, depth=1):
    return game.moves()[-depth]
'''


@pytest.fixture
def bots(tmp_path):
    """A folder with the bots."""
    (tmp_path / "bot.py").write_text(BOTS)
    return tmp_path


def test_only_the_protocol_is_printed_whatever_a_bot_prints_or_reads(bots):
    with start("--protocol", "uci", "chess", "./bot.py:Noisy", cwd=bots) as process:
        for line, answer in (
            ("position startpos\ngo", "bestmove a2a3"),
            ("isready", "readyok"),
            ("go", "bestmove a2a3"),
        ):
            print(line, file=process.stdin)
            assert process.stdout.readline() == f"{answer}\n"
        out, err = process.communicate("quit\n", timeout=300)
    assert out == ""
    assert err.count("thinking about rnbqkbnr") == 2
    assert "nothing to read" in err


def test_a_bot_may_answer_with_text_and_begins_in_its_seat(bots):
    with start("chess", "./bot.py:Telling", cwd=bots) as process:
        for moves in ("", " moves e2e4"):
            print(f"position startpos{moves}\ngo", file=process.stdin)
            assert process.stdout.readline() == f"bestmove {'e7e5' if moves else 'e2e4'}\n"
        process.communicate("quit\n")


def test_options_of_a_bot_are_options_of_the_engine(bots):
    out, _, status = converse("chess", "./bot.py:deep", cwd=bots, lines=["uci", "quit"])
    assert "option name depth type spin default 1 min -2147483647 max 2147483647" in out.splitlines()
    assert status == 0


@pytest.mark.parametrize(("bot", "told", "printed"), [
    ("Broken", "./bot.py:Broken crashed: ZeroDivisionError: division by zero", "line 25, in choose"),
    ("Cheating", "./bot.py:Cheating chose 'h9h9', which is not a legal move", ""),
    ("Giving", "./bot.py:Giving resigns", ""),
    ("Unable", "./bot.py:Unable cannot play this game: it is too hard", ""),
    ("Leaving", "./bot.py:Leaving tried to end the program: SystemExit: 3", "SystemExit: 3"),
])  # fmt: skip
def test_a_failing_bot_has_no_move_by_uci_and_resigns_by_gtp(bots, bot, told, printed):
    spec = f"./bot.py:{bot}"
    with start("chess", spec, cwd=bots) as process:
        print("position startpos\ngo", file=process.stdin)
        assert process.stdout.readline() == f"info string {told}\n"
        assert process.stdout.readline() == "bestmove 0000\n"
        _, err = process.communicate("quit\n")
        assert printed in err
        assert process.returncode == 0
    out, err, _ = converse("go", spec, cwd=bots, lines=["1 genmove b", "2 name", "quit"])
    assert out.startswith("=1 resign\n\n=2 referee ./bot.py")
    assert told.split(" ", 1)[1] in err


def test_a_bot_that_never_answers_is_waited_for_two_seconds_after_stop(bots):
    with start("chess", "./bot.py:Endless", cwd=bots) as process:
        print("position startpos\ngo movetime 10\nisready", file=process.stdin)
        assert process.stdout.readline() == "readyok\n"
        began = monotonic()
        print("stop", file=process.stdin)
        assert "did not answer within 2 seconds" in process.stdout.readline()
        assert process.stdout.readline() == "bestmove 0000\n"
        assert monotonic() - began > 1.5
        process.communicate("quit\n", timeout=300)
        assert process.returncode == 0


@pytest.mark.parametrize("word", ["quit\n", ""])
def test_quit_and_the_end_of_the_input_end_it_in_the_midst_of_a_search(word):
    with start("chess", "minimax") as process:
        print("position startpos\ngo infinite\nisready", file=process.stdin)
        while process.stdout.readline() != "readyok\n":
            pass
        process.communicate(word, timeout=300)  # it would search for ever
        assert process.returncode == 0


def test_a_search_that_ends_by_itself_is_answered_though_the_input_ends():
    out, _, status = converse("chess", "minimax", lines=["position startpos moves f2f3 e7e5 g2g4", "go depth 6"])
    assert out.splitlines()[-1] == "bestmove d8h4"
    assert status == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize("lines", ["", "position startpos\ngo infinite\n"])
def test_signals_end_it_without_a_word(number, status, lines):
    with start("chess", "minimax") as process:
        process.stdin.write(f"{lines}isready\n")
        while process.stdout.readline() != "readyok\n":
            pass
        process.send_signal(number)
        assert process.wait(timeout=300) == status
        assert process.stdout.read() == process.stderr.read().strip() == ""


def test_a_signal_ends_a_search_of_gtp():
    with start("go", "mcts:playouts=100000000") as process:
        print("name\ngenmove b", file=process.stdin)
        assert process.stdout.readline() == "= referee mcts:playouts=100000000\n"
        sleep(0.3)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=300) == 143


def test_a_program_that_has_gone_is_no_error():
    with start("chess", "minimax:depth=1") as process:
        process.stdout.close()
        process.stdin.write("uci\nposition startpos\ngo\nquit\n")
        process.stdin.close()
        assert process.wait(timeout=300) == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_no_error(closed):
    words = f"{sys.executable} -m referee engine chess random {closed}"
    done = subprocess.run(["sh", "-c", words], input=b"uci\nquit\n", capture_output=True, check=True)
    assert done.stderr == b""
    assert done.stdout.endswith(b"uciok\n") == (closed == "2>&-")


def test_bytes_that_are_no_text_are_passed_over():
    answered = subprocess.run(
        [sys.executable, "-m", "referee", "engine", "chess", "random"],
        input=b"\xff\xfe\n\x00\nisready\r\nquit", capture_output=True, check=True,
    )  # fmt: skip
    assert answered.stdout == b"readyok\n"
    assert answered.stderr == b""


@pytest.mark.parametrize(("words", "told"), [
    (("pig", "random"), "pig cannot be served to another program: dice or cards decide in it"),
    (("--protocol", "gtp", "chess", "random"), "GTP has no words for chess"),
    (("chess", "human"), "human is a person; a program is wanted"),
    (("chess", "nobody"), "there is no player 'nobody'"),
    (("draughts960", "random"), "there is no game 'draughts960'"),
    (("--protocol", "xboard", "chess", "random"), "'xboard' is not one of 'uci', 'gtp'"),
])  # fmt: skip
def test_an_unservable_game_gets_one_line(words, told):
    out, err, status = converse(*words, lines=[])
    assert (out, status) == ("", 2)
    assert told in err
    assert err.count("\n") == 1


def test_neither_rich_nor_prompt_toolkit_is_imported():
    code = (
        "import sys; from referee.cli import run; run(['engine', 'chess', 'minimax:depth=1']);"
        "sys.exit(' '.join({'rich', 'prompt_toolkit', 'sqlite3'} & set(sys.modules)) or 0)"
    )
    answered = subprocess.run(
        [sys.executable, "-c", code], input=b"uci\nposition startpos\ngo\nquit\n", capture_output=True, check=False
    )
    assert (answered.returncode, answered.stderr) == (0, b"")
    assert answered.stdout.startswith(b"id name referee")
