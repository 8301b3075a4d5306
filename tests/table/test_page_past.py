"""Matches gone on with at a terminal, however they were broken off, and matches of the past looked at there."""

import re
import signal

import pytest
from terminal import (
    CTRL_C, END, ESC, F5, HOME, LEFT, RIGHT, SMALL, SPACE, asked, clocks, conclude, enter, finish, leave, marks, over,
)  # fmt: skip

from referee.match.record import Heading, make_record
from referee.storage.record_file import read_records, save_record

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

# Games of tic-tac-toe, and why the first seat has won.
GAMES = {"5 1 9 2 3 7 6": "three in a line, 3 6 9", "1 2 3 4 5 6 7": "three in a line, 3 5 7", "5 2": ""}


@pytest.fixture
def file(tmp_path):
    """A file with the records of three games, the last of which is not over."""
    path = tmp_path / "games.jsonl"
    for number, (texts, why) in enumerate(GAMES.items()):
        heading = Heading("tic-tac-toe", ("human", "human"), ("Ann", "Bob"), 1, number)
        save_record(make_record(heading, texts.split(), "played-out" if why else None, why, 1 if why else None), path)
    return path


# Going on.


def test_a_match_goes_on_however_it_was_broken_off(table):
    terminal = table("human", "human", "--clock", "90s")
    enter(terminal, "5", "1")
    terminal.child.kill(signal.SIGKILL)
    assert terminal.exit_status() == -signal.SIGKILL

    terminal = table("resume")
    asked(terminal)
    assert marks(terminal) == "[O] 2 3 4 X 6 7 8 9"
    assert re.search(r"X 1:[123]\d  O 1:[123]\d$", clocks(terminal))
    enter(terminal, "9")
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    assert terminal.lines[-1] == "Go on with it: referee resume 1"

    terminal = table("resume", "1")
    asked(terminal)
    terminal.wait_for(lambda: terminal.entry == "O to move:")
    enter(terminal, "undo")
    terminal.wait_for(lambda: terminal.entry == "X to move:")
    assert finish(terminal, "3", "quit") == 0
    assert marks(terminal) == "O 2 [X] 4 X 6 7 8 9"

    terminal = table("history")
    assert terminal.exit_status() == 0
    assert re.match(
        r"1 \d{4}-\d\d-\d\d \d\d:\d\d tic-tac-toe human \(1\) - human \(2\) unfinished 3 moves", terminal.said
    )

    terminal = table("resume")
    conclude(terminal, "2", "7")
    assert "X wins: three in a line, 3 5 7." in terminal.said
    assert leave(terminal) == 0
    assert terminal.said.endswith("See it again: referee replay 1")

    terminal = table("resume")
    assert terminal.exit_status() == 2
    assert terminal.said == "referee: there is no unfinished match"
    terminal = table("resume", "1")
    assert terminal.exit_status() == 2
    assert "".join(terminal.lines) == "referee: match 1 is over; to see it: referee replay 1"


def test_a_match_that_is_being_played_cannot_be_resumed(referee):
    playing = referee("human", "human")
    enter(playing, "5")
    terminal = referee("resume", "1")
    assert terminal.exit_status() == 2
    assert terminal.lines == ["referee: match 1 is being played right now"]
    terminal = referee("history")
    assert terminal.exit_status() == 0
    assert "being played" in terminal.said
    assert finish(playing, "quit") == 0


def test_a_resumed_match_keeps_its_clocks(referee):
    terminal = referee("human", "human", "--clock", "59s")
    enter(terminal, "5")
    left = re.search(r"X 0:(\d\d)", clocks(terminal))[1]
    terminal.wait_for(lambda: re.search(r"O 0:5[0-7]$", clocks(terminal)))
    enter(terminal, "1")
    other = re.search(r"O 0:(\d\d)$", clocks(terminal))[1]
    terminal.child.kill(signal.SIGKILL)
    terminal = referee("resume")
    asked(terminal)
    shown = re.search(r"X 0:(\d\d)  O 0:(\d\d)$", clocks(terminal))
    assert shown[2] == other
    assert int(left) - 20 <= int(shown[1]) <= int(left)


def test_a_match_of_a_file_can_be_resumed(table, file):
    terminal = table("resume", str(file))
    asked(terminal)
    assert marks(terminal) == "1 [O] 3 4 X 6 7 8 9"
    conclude(terminal, "1", "3", "9")
    assert "Ann wins: three in a line, 1 5 9." in terminal.said
    assert leave(terminal) == 0


# Looking back.


def test_a_match_is_looked_at_again_by_keys(table):
    terminal = table("human", "human", "--moves", "5 1 2")
    asked(terminal)
    enter(terminal, "resign")
    terminal.enter("yes")
    over(terminal)
    assert leave(terminal) == 0
    positions = ["1 2 3 4 5 6 7 8 9", "1 2 3 4 [X] 6 7 8 9", "[O] 2 3 4 X 6 7 8 9", "O [X] 3 4 X 6 7 8 9"]
    terminal = table("replay", "1", "--pace", "0")
    looked_at(terminal, positions, 0)
    assert terminal.screen.cursor.hidden
    for keys, at in (
        (RIGHT, 1),
        (RIGHT, 2),
        (LEFT, 1),
        (END, 3),
        (RIGHT, 3),
        (LEFT, 2),
        (HOME, 0),
        (LEFT, 0),
        (SPACE, 3),
    ):
        terminal.type(keys)
        looked_at(terminal, positions, at)
    assert "X wins: O resigned." in terminal.said
    terminal.type(F5)
    terminal.wait_for(lambda: marks(terminal) == "9 8 7 6 X 4 3 [X] O")
    terminal.type("q")
    assert terminal.exit_status() == 0
    assert terminal.restored


def looked_at(terminal, positions, at):
    """Wait until that position is looked at."""
    last = len(positions) - 1
    terminal.wait_for(lambda: marks(terminal) == positions[at])
    assert terminal.lines[0].endswith(f"move {at} of {last}") == (at < last)


def test_the_games_of_a_file_are_looked_at_one_after_the_other(table, file):
    terminal = table("replay", str(file))
    firsts = ["1 2 3 4 [X] 6 7 8 9", "[X] 2 3 4 5 6 7 8 9", "1 2 3 4 [X] 6 7 8 9"]
    moves = [len(texts.split()) for texts in GAMES]
    for keys, game in (("", 2), ("p", 1), ("p", 0), ("p", 2), ("n", 0), ("n", 1)):
        terminal.type(keys)
        title = f"Tic Tac Toe, game {game} "
        terminal.wait_for(lambda: title in terminal.lines[0] and f"move 0 of {moves[game]}" in terminal.text)
        terminal.type(RIGHT)
        terminal.wait_for(lambda: marks(terminal) == firsts[game])
    terminal.type(ESC)
    assert terminal.exit_status() == 0


def test_the_game_of_a_file_that_is_asked_for_is_looked_at(referee, file):
    terminal = referee("replay", str(file), "--game", "1", size=SMALL)
    terminal.wait_for(lambda: "Tic Tac Toe, game 1 " in terminal.lines[0])
    terminal.type(END)
    terminal.wait_for(lambda: marks(terminal) == "X O *X* O *X* O [X] 8 9")
    terminal.type(CTRL_C)
    terminal.exit_status()
    assert terminal.restored


def test_a_replay_plays_by_itself_and_stands_still_again(referee, file):
    terminal = referee("replay", str(file), "--game", "0", "--pace", "60")
    terminal.wait_for("move 0 of 7")
    terminal.type(SPACE)
    terminal.wait_for("move 1 of 7")
    terminal.type("+" * 30)
    terminal.wait_for(lambda: marks(terminal) == "O O *X* 4 X [X] O 8 *X*")
    terminal.type(f"-{HOME}")
    terminal.wait_for("move 0 of 7")


@pytest.mark.parametrize("verb", ["replay", "resume"])
def test_a_corrupt_file_is_refused_with_its_line_and_why(referee, file, verb):
    for line, why in (
        ("{", "not a record of a match: not JSON"),
        ("{}", "not a record of a match: 'game' is missing"),
        (file.read_text().splitlines()[0].replace("5 1 9", "5 5 9"), "move 2 '5' is not a legal move here"),
    ):
        damaged = file.with_name("damaged.jsonl")
        damaged.write_text(f"{file.read_text()}{line}\n")
        terminal = referee(verb, str(damaged), size=(300, 24))
        assert terminal.exit_status() == 2
        assert terminal.lines[0].startswith(f"referee: {damaged}, line 4: {why}")
        assert len(terminal.lines) == 1
        assert not terminal.screen.alternate


def test_missing_matches_and_files_are_refused_in_one_line(referee, tmp_path):
    for arguments, why in (
        (("replay", "3"), "there is no match 3 (none is kept yet)"),
        (("resume",), "there is no unfinished match"),
        (("replay", "nothing.jsonl"), "nothing.jsonl cannot be read: No such file or directory"),
        (("human", "human", "--save", str(tmp_path)), f"{tmp_path} is not a file of records"),
    ):
        terminal = referee(*arguments, size=(300, 24))
        assert terminal.exit_status() == 2
        assert terminal.lines == [f"referee: {why}"]


def test_cards_stay_hidden_in_a_replay_of_an_unfinished_match(referee):
    terminal = referee("kuhn-poker", "human", "random", "--seed", "3", "--pace", "0", "--moves", "J K")
    asked(terminal)
    assert finish(terminal, "quit") == 0
    for verb in ("replay", "resume"):
        terminal = referee(verb, "1")
        terminal.wait_for("First")
        if verb == "replay":
            terminal.wait_for("Left Right look")
            terminal.type(END)
        terminal.wait_for(lambda: re.search(r"Second +[│|] \? [│|]", terminal.text))
        assert "│ K │" not in terminal.text
        terminal.type("q" if verb == "replay" else CTRL_C)
        terminal.exit_status()
        assert "│ K │" not in terminal.text


def test_a_match_is_saved_in_a_file_as_it_stands_when_it_is_left(referee, tmp_path):
    path = tmp_path / "match.jsonl"
    terminal = referee("human", "human", "--save", str(path), "--seed", "7")
    enter(terminal, "5", "1")
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    (record,) = read_records(path)
    assert (record.moves, record.seed, record.over) == ("5 1", 7, False)


# Notes of files.

LONG = "word " * 2000
NOTED = f"""[White "Ann"]
[Black "Bob"]

1. e4 $1 {{[%eval 0.34] Best by test}} 1... e5 (1... c5 {{Sicilian}} 2. Nf3) (1... e6) 2. Nf3 {{red \x1b[31m \x9b}} 2... Nc6
{{{LONG}}} *
"""


@pytest.fixture
def noted(tmp_path):
    """A game of chess with comments and variations."""
    path = tmp_path / "game.pgn"
    path.write_text(NOTED)
    return path


def test_a_replay_in_lines_shows_what_the_file_says_of_each_move(noted, command):
    status, out, _ = command(["replay", str(noted), "--plain"])
    lines = out.splitlines()
    assert status == 0
    assert lines[lines.index("White moves the pawn to e4.") + 1] == "Good move (!), evaluation 0.34: Best by test"
    after = lines.index("Black moves the pawn to e5.") + 1
    assert lines[after : after + 2] == ['Instead 1... c5 "Sicilian" 2. Nf3', "Instead 1... e6"]
    assert "red \\x1b[31m \\x9b" in out
    assert "\x1b" not in out and "\x9b" not in out


@pytest.mark.parametrize("size", [(80, 24), (120, 40), SMALL, (34, 14)])
def test_a_replay_on_a_page_shows_what_the_file_says_of_the_move(referee, noted, size):
    terminal = referee("replay", str(noted), "--pace", "0", size=size)
    for number, said in enumerate(("Good move (!)", "Instead 1...", "red", "word word"), 1):
        terminal.type(RIGHT)
        terminal.wait_for(lambda said=said: said in terminal.text)
        if number < 3:  # in place of the board
            terminal.type("c")
            whole = ("Good move (!), evaluation 0.34: Best by test", 'Instead 1... c5 "Sicilian" 2. Nf3')[number - 1]
            terminal.wait_for(lambda whole=whole: whole in terminal.said)
            terminal.type(ESC)
    terminal.type(CTRL_C)
    terminal.exit_status()
    assert terminal.restored
