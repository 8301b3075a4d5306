"""What people type and see: in windows large and small, at terminals that can do less than others, and in pipes."""

import re
import subprocess
import sys
from contextlib import ExitStack
from time import sleep

import pytest
from terminal import ENVIRONMENT, PATIENCE, REFEREE, Terminal

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

REACTION = 0.2  # seconds; a signal that meets a process just before it reads is noticed only after a line
SOON = 5.0  # seconds for what happens at once; the thinkers and batches here would go on for longer
SMALL = (40, 12)
LONG = "nim:heaps=50/60/70/80/90"  # too much to be looked through in a minute
THINKER = "minimax:time=60"
BATCH = ("-g", "1500", "random", "random", "--seed", "3")
CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"


@pytest.fixture
def referee():
    """Starts the program in a terminal of its own."""
    with ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(Terminal(*REFEREE, *arguments, **options))


def asked(terminal):
    """Wait for a prompt at which nothing is typed yet."""
    terminal.wait_for(lambda: terminal.entry.endswith(("to move:", "Move:", "]:")))


def enter(terminal, *entries):
    """Answer one prompt after the other, and wait for the next."""
    for entry in entries:
        asked(terminal)
        terminal.enter(entry)
    asked(terminal)


def finish(terminal, *entries):
    """The exit status after answering one prompt after the other, the last of which is the last of all."""
    enter(terminal, *entries[:-1])
    terminal.enter(entries[-1])
    return terminal.exit_status()


def rows(terminal):
    """Which lines of the screen hold the three rows of the lowest board of tic-tac-toe."""
    return [number for number, line in enumerate(terminal.lines) if line.lstrip()[:1] in ("│", "|")][-3:]


def marks(terminal):
    """What stands on the lowest board, as in `1 X 3 4 [O] 6 7 8 9`."""
    cells = (cell for row in rows(terminal) for cell in re.split("[│|]", terminal.lines[row])[1:-1])
    return " ".join(cell.strip() for cell in cells)


def colours(output):
    """The numbers of the escape codes in it that set a colour; 39 and 49 take colours away."""
    codes = re.findall(rb"\x1b\[([\d;]*)m", output)
    numbers = {int(number) for code in codes for number in code.split(b";") if number}
    return numbers & {*range(30, 39), *range(40, 49), *range(90, 108)}


def piped(*arguments, typed=b"", python=()):
    """Run the program to its end between pipes."""
    command = [sys.executable, *python, "-m", "referee", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, env=ENVIRONMENT, timeout=PATIENCE)


def test_who_leaves_a_line_open_to_minimax_loses_a_whole_game(referee):
    terminal = referee("minimax", "--seed", "1")
    assert finish(terminal, "1", "2", "4") == 0  # the answer to each of these is forced
    assert marks(terminal) == "X X O X O 6 [O] 8 9"
    assert terminal.lines[-1] == "minimax (O) won: three in a line, 3 5 7"
    assert b"tic-tac-toe, seed 1\r\n" in terminal.output


def test_a_draw_is_told_with_its_reason(referee):
    terminal = referee("human", "human")
    assert finish(terminal, *"123546879") == 0
    assert marks(terminal) == "X O X X O O O X [X]"
    assert terminal.lines[-1] == "A draw: the board is full"


@pytest.mark.parametrize("entry", ["99", "foo", "1"])
def test_an_illegal_entry_is_quoted_with_the_legal_moves_and_the_game_goes_on(referee, entry):
    terminal = referee("human", "human")
    enter(terminal, "1", entry)
    assert f"'{entry}' is not a legal move here; legal: 2 to 9" in terminal.lines
    enter(terminal, "2")
    assert marks(terminal) == "X [O] 3 4 5 6 7 8 9"


def test_a_question_mark_lists_the_legal_moves(referee):
    terminal = referee("minimax")
    enter(terminal, "?")
    assert "Legal moves: 1 to 9" in terminal.lines


def test_help_lists_the_commands(referee):
    terminal = referee("minimax")
    enter(terminal, "help")
    first_words = {line.split()[0] for line in terminal.lines if line}
    assert first_words >= {"?", "undo", "resign", "quit", "help"}


def test_an_empty_line_is_told_what_may_be_typed(referee):
    terminal = referee("minimax")
    enter(terminal)
    terminal.enter("")
    terminal.wait_for("Type a move; ? lists the legal ones")
    enter(terminal, "undo")
    assert "There is nothing to take back." in terminal.lines


def test_tab_lists_the_moves_that_begin_so_and_keeps_what_was_typed(referee):
    terminal = referee("chips", "human", "random")
    asked(terminal)
    terminal.type("1\t")
    terminal.wait_for(lambda: ["1", "10"] in [line.split() for line in terminal.lines])
    terminal.wait_for(lambda: terminal.entry.endswith("to move: 1"))


def test_tab_lists_only_what_is_legal_now(referee):
    terminal = referee("chips", "human", "human")
    enter(terminal, "1")
    terminal.type("\t")
    terminal.wait_for("resign")
    asked(terminal)
    listed = terminal.text.split("to move:")[-2].split()
    assert {*listed} == {"1", "2", "?", "help", "undo", "resign", "quit", "human", "(2)", "(Second)"}


def test_tab_completes_a_command(referee):
    terminal = referee("minimax")
    asked(terminal)
    terminal.type("und\t")
    terminal.wait_for(lambda: terminal.entry.endswith("to move: undo"))


def test_arrow_up_brings_back_the_last_entry(referee):
    terminal = referee("minimax")
    enter(terminal, "foo", "?")
    terminal.type(UP)
    terminal.wait_for(lambda: terminal.entry.endswith("to move: ?"))
    terminal.type(UP)
    terminal.wait_for(lambda: terminal.entry.endswith("to move: foo"))


def test_undo_takes_back_the_own_move_and_the_answer(referee):
    terminal = referee("minimax")
    enter(terminal, "5")
    assert sorted(marks(terminal).split())[-2:] == ["X", "[O]"]
    enter(terminal, "undo")
    assert "Moves taken back: 2" in terminal.lines
    assert marks(terminal) == "1 2 3 4 5 6 7 8 9"


def test_undo_at_the_beginning_finds_nothing_to_take_back(referee):
    terminal = referee("minimax")
    enter(terminal, "undo")
    assert "There is nothing to take back." in terminal.lines
    enter(terminal, "5")
    assert " X " in marks(terminal)


def test_who_resigns_has_lost(referee):
    terminal = referee("minimax")
    assert finish(terminal, "5", "resign") == 0
    assert terminal.lines[-1] == "minimax (O) won: human resigned"


@pytest.mark.parametrize("flags", [[], ["--plain"]], ids=["", "plain"])
@pytest.mark.parametrize("keys", ["quit\r", CTRL_D], ids=["quit", "Ctrl-D"])
def test_who_leaves_ends_the_game_without_a_result(referee, keys, flags):
    terminal = referee("minimax", *flags)
    asked(terminal)
    terminal.type(keys)
    assert terminal.exit_status() == 0
    assert terminal.lines[-1].removesuffix(".") == "No result: human left the table"


def test_two_people_are_asked_in_turn_and_undo_takes_back_one_move(referee):
    terminal = referee("human", "human")
    asked(terminal)
    assert terminal.entry == "human (1) (X) to move:"
    enter(terminal, "5")
    assert terminal.entry == "human (2) (O) to move:"
    enter(terminal, "1")
    assert terminal.entry == "human (1) (X) to move:"
    enter(terminal, "undo")
    assert terminal.entry == "human (2) (O) to move:"
    assert "Moves taken back: 1" in terminal.lines
    assert marks(terminal) == "1 2 3 4 X 6 7 8 9"


def test_without_words_the_game_and_the_opponent_are_asked_for_until_they_are_known(referee):
    terminal = referee("--plain")
    enter(terminal, "xyz")
    assert any(line.startswith("there is no game 'xyz' (games: ") for line in terminal.lines)
    assert terminal.entry.startswith("Game")
    enter(terminal, "nim:heaps=3/4/5", "xyz")
    assert any(line.startswith("there is no player 'xyz' (players: ") for line in terminal.lines)
    assert terminal.entry.startswith("Opponent")
    enter(terminal, "random")
    assert terminal.entry == "human (First) to move:"
    enter(terminal, "b4")
    assert "human (First) plays b4" in terminal.lines


def test_an_empty_line_takes_the_answers_in_brackets(referee):
    terminal = referee("--plain")
    asked(terminal)
    terminal.enter("")
    terminal.wait_for("Opponent")
    terminal.enter("")
    terminal.wait_for("human (X) against minimax (O)")


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        pytest.param(["minimax"], b"to move:", id="at the prompt"),
        pytest.param(["minimax", "--plain"], b"Move: ", id="at the plain prompt"),
        pytest.param([], b"Choose a game", id="in the menu"),
        pytest.param(["--plain"], b"Game", id="at the first question"),
        pytest.param([LONG, THINKER, THINKER], b"is thinking", id="while minimax thinks"),
        pytest.param([LONG, THINKER, THINKER, "--plain"], b"minimax (2) is Second.", id="while minimax thinks plainly"),
        pytest.param([LONG, "montecarlo:time=60", "random"], b"is thinking", id="while montecarlo thinks"),
        pytest.param(["-g", "100000", "random", "random"], b"game 9:", id="in a batch"),
        pytest.param([LONG, "-g", "9", THINKER, "random"], b"0/9", id="while a game of a batch goes on"),
    ],
)
def test_ctrl_c_ends_everything_at_once(referee, arguments, seen):
    terminal = referee(*arguments)
    terminal.wait_for(lambda: seen in terminal.output)
    sleep(REACTION)
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert b"Traceback" not in terminal.output
    assert not terminal.screen.cursor.hidden


def test_ctrl_c_at_the_moment_a_bar_appears_brings_back_the_cursor(referee):
    terminal = referee(LONG, "-g", "9", THINKER, "random")
    terminal.wait_for("0/9")
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert not terminal.screen.cursor.hidden


def test_ctrl_c_after_a_move_ends_the_thinking_about_the_answer(referee):
    terminal = referee(LONG, "human", THINKER)
    asked(terminal)
    terminal.enter("a1")
    terminal.wait_for("minimax (Second) is thinking")
    terminal.type(CTRL_C)
    assert terminal.exit_status(SOON) == 130
    assert b"Traceback" not in terminal.output


def test_ctrl_c_at_the_prompt_leaves_a_terminal_that_shows_what_is_typed():
    with Terminal("sh", "-c", '"$0" -m referee minimax; echo status $?; stty -a', sys.executable) as terminal:
        asked(terminal)
        terminal.type(CTRL_C)
        assert terminal.exit_status() == 0
        assert "status 130" in terminal.lines
        assert {"echo", "icanon", "isig"} <= set(terminal.text.replace(";", " ").split())


def test_what_is_typed_while_the_other_thinks_stands_at_the_next_prompt(referee):
    terminal = referee(LONG, "human", "minimax:time=0.5")
    asked(terminal)
    terminal.enter("a1")
    terminal.wait_for("minimax (Second) is thinking")
    terminal.type("b1")
    terminal.wait_for(lambda: terminal.entry.endswith("to move: b1"))
    assert "is thinking" not in terminal.text


def test_a_small_window_holds_the_board_and_the_prompt_of_each_move(referee):
    terminal = referee("minimax", size=SMALL)
    for entry in "124":
        asked(terminal)
        frame = [line.strip()[:1] for line in terminal.lines]
        assert "".join(frame).endswith("┌│├│├│└h")
        assert all(len(terminal.lines[row]) == 15 for row in rows(terminal))
        terminal.enter(entry)
    assert terminal.exit_status() == 0
    assert marks(terminal) == "X X O X O 6 [O] 8 9"
    assert " ".join(terminal.lines[-2:]).endswith("minimax (O) won: three in a line, 3 5 7")


def test_a_small_window_holds_the_board_whatever_was_answered_since(referee):
    terminal = referee("minimax", size=SMALL)
    for entry in ("99", "foo", "?", "help", "5", "help", "99"):
        enter(terminal, entry)
        frame = [line.strip()[:1] for line in terminal.lines]
        assert "┌│├│├│└" in "".join(frame)


def test_a_small_window_holds_the_pile_and_the_prompt_of_each_move(referee):
    terminal = referee("chips:chips=99", "human", "random", "--seed", "1", size=SMALL)
    for entry in "11":
        enter(terminal, entry)
        *_, pile, first, second, note, empty, prompt = terminal.lines
        heads = [line.split()[0] for line in (pile, first, second, note)]
        assert heads == ["Pile", "First", "Second", "take"]
        assert (empty, prompt) == ("", "human (First) to move:")


def test_heaps_wider_than_a_small_window_are_cut_and_their_note_is_not_torn(referee):
    terminal = referee(LONG, "human", "random", size=SMALL)
    asked(terminal)
    heaps = [line for line in terminal.lines if re.match(r"  [a-e]  \d\d  [┃ ]+…$", line)]
    assert [heap.split()[0] for heap in heaps] == list("abcde")
    assert "as in e90" in " ".join(terminal.text.split())


def test_a_window_made_smaller_is_drawn_in_as_it_is_at_the_next_move(referee):
    terminal = referee("nim:sticks=50", "human", "human")
    asked(terminal)
    assert not any(line.endswith("…") for line in terminal.lines)
    terminal.resize(*SMALL)
    enter(terminal, "1")
    (heap,) = [line for line in terminal.lines if line.startswith("  Heap  49")]
    assert heap.endswith("┃…")


def test_the_stones_of_the_two_seats_differ_in_colour(referee):
    terminal = referee("human", "human")
    enter(terminal, "1", "2", "9")
    top = rows(terminal)[0]
    cells = terminal.screen.buffer[top]
    assert terminal.lines[top] == "  │ X │ O │ 3 │"
    assert len({cells[4].fg, cells[8].fg, "default"}) == 3


def test_without_colours_the_last_move_is_in_brackets(referee):
    terminal = referee("minimax", environment={"NO_COLOR": "1"})
    assert finish(terminal, "1", "2", "4") == 0
    assert colours(terminal.output) == set()
    assert marks(terminal) == "X X O X O 6 [O] 8 9"


DUMB = {"TERM": "dumb"}
PLAINLY = [pytest.param([], DUMB, id="dumb terminal"), pytest.param(["--plain"], {}, id="plain")]


def test_a_game_at_a_dumb_terminal_is_played_without_escape_codes(referee):
    terminal = referee(environment=DUMB)
    assert finish(terminal, "tic-tac-toe", "minimax", "99", "1", "2", "undo", "2", "4") == 0
    assert b"\x1b" not in terminal.output
    assert marks(terminal) == "X X O X O 6 [O] 8 9"


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
        "minimax, O, wins: three in a line, 3 5 7.",
    ]
    assert "'99' is not a legal move here; legal: 1 to 9" in terminal.lines
    assert {"2 moves taken back.", "You play 1.", "O plays 5.", "Your turn."} <= {*terminal.lines}
    assert not any("+-" in line or "|" in line or "\N{BOX DRAWINGS LIGHT VERTICAL}" in line for line in terminal.lines)


@pytest.mark.parametrize(("flags", "environment"), PLAINLY)
def test_a_plain_batch_is_played_without_escape_codes(referee, flags, environment):
    terminal = referee(*BATCH, *flags, environment=environment)
    assert terminal.exit_status() == 0
    assert b"\x1b" not in terminal.output
    assert terminal.output.replace(b"\r", b"") == piped(*BATCH).stdout


NARROW = (20, 12)
ASCII = [pytest.param({"LC_ALL": "C"}, id="C locale"), pytest.param({"PYTHONIOENCODING": "ascii"}, id="ASCII streams")]


@pytest.mark.parametrize("environment", ASCII)
def test_an_ascii_terminal_is_shown_boards_in_ascii(referee, environment):
    terminal = referee("minimax", environment=environment)
    assert finish(terminal, "1", "?", "2", "4") == 0
    assert terminal.output.isascii()
    assert terminal.lines[-9].strip() == "+---+---+---+"
    assert marks(terminal) == "X X O X O 6 [O] 8 9"


@pytest.mark.parametrize("environment", ASCII)
def test_what_a_narrow_ascii_terminal_has_no_room_for_is_cut_in_ascii(referee, environment):
    terminal = referee(LONG, "montecarlo:playouts=20", THINKER, environment=environment, size=NARROW)
    terminal.wait_for("minimax (Second)")
    assert terminal.output.isascii()
    assert b"\\u" not in terminal.output
    assert b"UnicodeEncodeError" not in terminal.output
    assert " ||...\n" in terminal.text


@pytest.mark.parametrize("environment", ASCII)
def test_an_ascii_terminal_is_shown_the_bar_of_a_batch_in_ascii(referee, environment):
    terminal = referee(*BATCH, environment=environment)
    assert terminal.exit_status() == 0
    assert b"/1500" in terminal.output
    assert terminal.output.isascii()


@pytest.mark.parametrize("flags", [[], ["--plain"]], ids=["", "plain"])
@pytest.mark.parametrize("environment", ASCII)
def test_a_letter_beyond_ascii_is_answered_by_an_ascii_terminal(referee, environment, flags):
    terminal = referee("human", "human", *flags, environment=environment)
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
    assert "human (X) to move: 5\nhuman (X) plays 5\n" in run.stdout.decode()
    assert run.stdout.decode().endswith("No result: human left the table\n")
    assert b"click" in run.stderr
    assert b"prompt_toolkit" not in run.stderr


def test_bytes_that_are_no_text_are_an_illegal_entry_like_others():
    run = piped("minimax", typed=b"\xff\xfe\n5\n")
    assert run.returncode == 0
    assert run.stderr == b""
    assert "is not a legal move here; legal: 1 to 9\n" in run.stdout.decode()
    assert "human (X) plays 5\n" in run.stdout.decode()


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


def test_a_board_too_high_for_the_window_is_drawn_once_a_turn(referee):
    terminal = referee("yucky-chocolate:rows=14,columns=3", "human", "human", size=SMALL)
    enter(terminal, "r1", "foo", "c1")
    assert terminal.output.count(b"Y is yucky") == 3
