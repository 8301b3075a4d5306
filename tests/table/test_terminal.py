"""The command at terminals where no page is opened, plain and dumb ones, in pipes, and in batches."""

import re
import subprocess
import sys
from functools import cache
from time import sleep

import pytest
from terminal import (
    CTRL_C, CTRL_D, ENVIRONMENT, LEFT, PATIENCE, REFEREE, SMALL, UP, Terminal, asked, enter, finish, marks,
)  # fmt: skip

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

REACTION = 0.2  # seconds; a signal that meets a process just before it reads is noticed only after a line
SOON = 120.0  # seconds for what happens at once; the thinkers and batches here would go on for longer
LONG = "nim:heaps=50/60/70/80/90"  # too much to be looked through in minutes
THINKER = "minimax:time=600"
BATCH = ("-g", "1500", "random", "random", "--seed", "3", "--no-stats")
DUMB = {"TERM": "dumb"}
PLAINLY = [pytest.param([], DUMB, id="dumb terminal"), pytest.param(["--plain"], {}, id="plain")]
ASCII = [pytest.param({"LC_ALL": "C"}, id="C locale"), pytest.param({"PYTHONIOENCODING": "ascii"}, id="ASCII streams")]


@cache
def piped(*arguments, typed=b"", python=()):
    """Run the program to its end between pipes."""
    command = [sys.executable, *python, "-m", "referee", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, env=ENVIRONMENT, timeout=PATIENCE)


@pytest.mark.parametrize(("flags", "environment"), PLAINLY)
@pytest.mark.parametrize("keys", ["quit\r", CTRL_D], ids=["quit", "Ctrl-D"])
def test_leaving_ends_the_game_without_a_result(referee, keys, flags, environment):
    terminal = referee("minimax", *flags, environment=environment)
    asked(terminal)
    terminal.type(keys)
    assert terminal.exit_status() == 0
    assert terminal.lines[-1].removesuffix(".") == "No result: you left the table"


def test_without_words_the_game_and_the_opponent_are_asked_for_until_they_are_known(referee):
    terminal = referee("--plain")
    enter(terminal, "xyz")
    assert any(line.startswith("there is no game 'xyz' (games: ") for line in terminal.lines)
    assert terminal.entry.startswith("Game")
    enter(terminal, "nim:heaps=3/4/5", "xyz")
    assert any(line.startswith("there is no player 'xyz' (players: ") for line in terminal.lines)
    assert terminal.entry.startswith("Opponent")
    enter(terminal, "random")
    assert terminal.entry == "Move:"
    enter(terminal, "b4")
    assert "You take 4 from b." in terminal.lines


def test_an_empty_line_takes_the_answers_in_brackets(referee):
    terminal = referee("--plain")
    asked(terminal)
    terminal.enter("")
    terminal.wait_for("Opponent")
    terminal.enter("")
    terminal.wait_for("You are X against Level 3.")


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        pytest.param(["minimax", "--plain"], b"Move: ", id="at the plain prompt"),
        pytest.param(["--plain"], b"Game", id="at the first question"),
        pytest.param([LONG, THINKER, THINKER, "--plain"], b"Minimax (2) is Second.", id="while minimax thinks"),
        pytest.param([LONG, "montecarlo:time=600", "random", "--plain"], b"is Second.", id="while montecarlo thinks"),
        pytest.param(["-g", "10000000", "random", "random"], b"game 9:", id="in a batch"),
    ],
)
def test_ctrl_c_ends_everything_at_once(referee, arguments, seen):
    terminal = referee(*arguments)
    terminal.wait_for(lambda: seen in terminal.output)
    sleep(REACTION)
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert b"Traceback" not in terminal.output
    assert terminal.restored


def test_ctrl_c_at_a_dumb_terminal_ends_the_match_at_once(referee):
    terminal = referee("minimax", environment=DUMB)
    asked(terminal)
    sleep(REACTION)
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert b"Traceback" not in terminal.output


def test_ctrl_c_lets_the_games_of_a_batch_go_on_and_ends_them_if_pressed_again(referee, tmp_path):
    begun, bot = tmp_path / "begun", tmp_path / "bot.py"
    bot.write_text(
        "from pathlib import Path\n\n\nclass Bot:\n    def choose(self, game, deadline):\n"
        f"        Path({str(begun)!r}).touch()\n        return game.moves()[0]\n"
    )
    terminal = referee(LONG, "-g", "9", str(bot), THINKER)
    terminal.wait_for(begun.exists)
    terminal.type(CTRL_C)
    terminal.wait_for("Ctrl-C again stops at once")
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert "stopped after 0 of 9 games" in terminal.text
    assert b"Traceback" not in terminal.output
    assert terminal.restored


def test_ctrl_c_at_the_moment_a_bar_appears_brings_back_the_cursor(referee):
    terminal = referee("-g", "10000000", "random", "random")
    terminal.wait_for("/10000000 games")
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert not terminal.screen.cursor.hidden


def test_a_game_at_a_dumb_terminal_is_played_without_escape_codes(referee):
    terminal = referee(environment=DUMB)
    assert finish(terminal, "tic-tac-toe", "minimax", "99", "1", "2", "undo", "2", "4") == 0
    assert b"\x1b" not in terminal.output
    assert marks(terminal) == "X X *O* X *O* 6 [O] 8 9"


def test_a_dumb_terminal_is_answered_in_lines(referee):
    terminal = referee("minimax", environment=DUMB, size=(80, 60))
    enter(terminal, "foo", "?")
    terminal.enter("")
    terminal.wait_for("Type a move; ? lists the legal ones")
    enter(terminal, "undo", "help")
    assert "'foo' is not a legal move here; legal: 1 to 9" in terminal.lines
    assert "9 legal moves: 1 to 9" in terminal.lines
    assert "There is nothing to take back." in terminal.lines
    assert {line.split()[0] for line in terminal.lines if line} >= {"?", "undo", "redo", "resign", "quit", "help"}
    assert finish(terminal, "5", "resign", "yes") == 0
    assert terminal.lines[-1] == "Minimax wins: you resigned."


@pytest.mark.parametrize("environment", ASCII)
def test_an_ascii_terminal_gets_lines_in_ascii(referee, environment):
    terminal = referee("minimax", environment=environment | DUMB)
    assert finish(terminal, "1", "?", "2", "4") == 0
    assert terminal.output.isascii()
    assert terminal.lines[-9].strip() == "+---+---+---+"
    assert marks(terminal) == "X X *O* X *O* 6 [O] 8 9"


def test_a_plain_game_is_told_in_sentences_without_boards_and_escape_codes(referee):
    terminal = referee("--plain", size=(80, 60))
    assert finish(terminal, "tic-tac-toe", "minimax", "99", "1", "2", "undo", "2", "row 2", "4") == 0
    assert b"\x1b" not in terminal.output
    assert terminal.lines[-6:] == [
        "Move: row 2",
        "Row 2: O on 5.",
        "Move: 4",
        "You play 4.",
        "O plays 7.",
        "O wins: three in a line, 3 5 7.",
    ]
    assert "'99' is not a legal move here: the cells are 1 to 9; legal: 1 to 9" in terminal.lines
    assert {"Took back 2 moves.", "You play 1.", "O plays 5.", "Your turn."} <= {*terminal.lines}
    assert not any("+-" in line or "|" in line or "\N{BOX DRAWINGS LIGHT VERTICAL}" in line for line in terminal.lines)


@pytest.mark.parametrize("arguments", [("random", "--plain", "--seed", "1"), ("puzzle", "nim", "--seed", "1")], ids=str)
def test_the_arrow_keys_edit_a_plain_line_and_bring_back_earlier_ones(referee, arguments):
    terminal = referee(*arguments)
    terminal.wait_for("ove:")
    terminal.type(f"zx{LEFT}y\r")
    terminal.wait_for("'zyx' is not a legal move here")
    terminal.wait_for(lambda: terminal.entry.lower().endswith("move:"))
    terminal.type(UP)
    terminal.wait_for(lambda: terminal.entry.endswith("ove: zyx"))
    assert b"\x1b[?2004h" not in terminal.output
    terminal.type("\r")
    terminal.wait_for(lambda: terminal.entry.lower().endswith("move:"))
    assert finish(terminal, "quit") == 0


@pytest.mark.parametrize(("flags", "environment"), PLAINLY)
def test_a_plain_batch_is_played_without_escape_codes(referee, flags, environment):
    terminal = referee(*BATCH, *flags, environment=environment)
    assert terminal.exit_status() == 0
    assert b"\x1b" not in terminal.output
    assert terminal.output.replace(b"\r", b"") == piped(*BATCH).stdout


@pytest.mark.parametrize("environment", ASCII)
def test_an_ascii_terminal_is_shown_the_bar_of_a_batch_in_ascii(referee, environment):
    terminal = referee(*BATCH, environment=environment)
    assert terminal.exit_status() == 0
    assert b"/1500" in terminal.output
    assert terminal.output.isascii()


@pytest.mark.parametrize(("flags", "more"), PLAINLY)
@pytest.mark.parametrize("environment", ASCII)
def test_a_letter_beyond_ascii_is_answered_by_an_ascii_terminal(referee, environment, flags, more):
    terminal = referee("human", "human", *flags, environment=environment | more)
    asked(terminal)
    terminal.type("é\r")
    terminal.wait_for("is not a legal move here; legal: 1 to 9")
    enter(terminal, "5")
    assert "X plays 5." in terminal.lines if flags else marks(terminal) == "1 2 3 4 [X] 6 7 8 9"
    assert b"Traceback" not in terminal.output


def test_between_pipes_lines_are_plain_and_nothing_for_terminals_is_loaded():
    run = piped("minimax", typed=b"5\n1\n", python=("-X", "importtime"))
    assert run.returncode == 0
    assert b"\x1b" not in run.stdout
    assert "Your move: 5\nYou play 5.\n" in run.stdout.decode()
    assert "No result: you left the table.\n" in run.stdout.decode()
    assert b"click" in run.stderr
    assert b"prompt_toolkit" not in run.stderr


def test_bytes_that_are_no_text_are_an_illegal_entry_like_others():
    run = piped("minimax", typed=b"\xff\xfe\n5\n")
    assert run.returncode == 0
    assert run.stderr == b""
    assert "is not a legal move here; legal: 1 to 9\n" in run.stdout.decode()
    assert "You play 5.\n" in run.stdout.decode()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_from_the_start_is_no_crash(closed):
    command = ["sh", "-c", f'"$0" -m referee minimax < /dev/null {closed}', sys.executable]
    run = subprocess.run(command, capture_output=True, env=ENVIRONMENT, timeout=PATIENCE)
    assert b"Traceback" not in run.stderr
    assert run.returncode in (0, 1)


def test_a_reader_who_has_read_enough_ends_a_batch_quietly():
    command = [*REFEREE, "-g", "100000", "random", "random", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as process:
        assert process.stdout.readline().startswith(b"game 0: winner = ")
        process.stdout.close()
        assert process.wait(PATIENCE) == 141
        assert process.stderr.read() == b""


def test_a_batch_into_a_file_shows_a_bar_and_writes_just_the_lines(tmp_path):
    file = tmp_path / "lines"
    redirected = 'exec "$0" -m referee "$@" > "$FILE"'
    with Terminal("sh", "-c", redirected, sys.executable, *BATCH, environment={"FILE": str(file)}) as terminal:
        assert terminal.exit_status() == 0
        assert b"/1500" in terminal.output
        assert terminal.text == ""
    *lines, tally = file.read_text().splitlines()
    assert [re.sub(r"random \([12]\)$|draw$", "WHO", line) for line in lines] == [
        f"game {number}: winner = WHO" for number in range(1500)
    ]
    assert re.fullmatch(r"random \(1\) won \d+, random \(2\) won \d+, \d+ draws", tally)


def test_a_batch_on_a_terminal_leaves_its_lines_and_the_tally_but_no_bar(referee):
    terminal = referee(*BATCH, size=(80, 1600))
    assert terminal.exit_status() == 0
    assert terminal.output.count(b"/1500") > 1
    assert terminal.lines == piped(*BATCH).stdout.decode().splitlines()
    assert not terminal.screen.cursor.hidden


def test_a_batch_on_a_terminal_shows_the_statistics_of_the_players(referee):
    terminal = referee("-g", "6", "random", "random", "--seed", "1")
    assert terminal.exit_status() == 0
    tally = next(place for place, line in enumerate(terminal.lines) if line.endswith("draws"))
    assert terminal.lines[tally + 1].startswith("random (1) scored ")


def test_a_board_too_high_for_the_window_is_drawn_once_a_turn(referee):
    terminal = referee("yucky-chocolate:rows=14,columns=3", "human", "human", size=SMALL, environment=DUMB)
    enter(terminal, "r1", "foo", "c1")
    assert terminal.output.count(b"with Y") == 3
