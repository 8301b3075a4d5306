"""Positions that are set up at the table: by their texts, and on a board with a cursor; a game begins there."""

import io
import re
from dataclasses import replace

import pytest
from terminal import CTRL_U, DOWN, ENTER, ESC, F1, F5, LEFT, RIGHT, TAB, UP, asked, enter, finish, marks

import games
from games.picture import BESIDE
from referee.cli import run
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import line_width
from referee.table.fullscreen.editor import LEAVE, BoardEditor, TextEditor, editor_for
from referee.table.fullscreen.match_layout import editor_lines
from referee.table.fullscreen.steering import steer
from referee.table.fullscreen.match_page import editing_keys
from referee.table.vocabulary import EDIT, OVER, how_to_edit, told_position, why_not
from tests.helpers.cases import every_case

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

DELETE, BACKSPACE = "\x1b[3~", "\x7f"
BOARDS = (
    "tic-tac-toe", "gomoku:7,line=4", "hex:4", "hexapawn", "breakthrough", "connect-four", "othello", "checkers", "kalah",
    "dots-and-boxes", "backgammon",
)  # fmt: skip


def board(spec, viewer=None, flipped=False):
    """The board editor of that game at its start."""
    editor = editor_for(spec, games.load(spec), viewer, flipped)
    assert isinstance(editor, BoardEditor)
    return editor


def shown(editor):
    """The place that is marked on the board as it is seen."""
    return editor.picture[1].cursor


# By their texts.


def test_a_position_is_told_and_refused_in_words():
    assert how_to_edit(games.load("nim")) == "Type the position that you want after the word, such as: edit 21 First"
    assert why_not("tic-tac-toe:position=xo1/3/3 x", "3/3/3 x") == ""
    assert why_not("tic-tac-toe", "xxx/oo1/3 o") == OVER
    assert why_not("tic-tac-toe", "q") == "'q' has 1 row; the board has 3, with / between them"
    game = games.load("kuhn-poker", ["K", "Q"])
    assert told_position(game) == "K/?"


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_a_game_begins_in_the_position_that_was_typed_and_the_other_is_kept(plain, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    typed = ["edit", "edit xo/3/3", "5", "edit xo1/3/3 x", "no", "EDIT xo1/3/3 x", "yes", "position", "restart", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    run(["human", "random", "--seed", "1", *plain])
    out = " ".join(capsys.readouterr().out.split())
    for said in (
        "such as: edit 3/3/3 x",
        "No game can begin at 'xo/3/3': row 1 from the top, 'xo', does not fill the 3 cells of a row.",
        f"{EDIT.doubt} Answer: no You play on.",
        "you began a new game.",
        "Go on with it: referee resume 1",
        "tic-tac-toe:position=xo1/3/3 x, seed 2",
        "referee tic-tac-toe --position 'xo1/3/3 x'",
        "tic-tac-toe:position=xo1/3/3 x, seed 3",
    ):
        assert said in out
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nquit\n"))
    run(["resume", "1"])
    assert "1. 5" in capsys.readouterr().out


def test_no_question_is_asked_before_the_first_move_and_a_series_keeps_its_start(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("edit xo1/3/3 x\nquit\n"))
    run(["human", "random", "--seed", "1"])
    assert EDIT.doubt not in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("edit\nedit xo1/3/3 x\nquit\n"))
    run(["human", "random", "--best-of", "3", "--seed", "1"])
    assert capsys.readouterr().out.count("You cannot restart a game of a series") == 2


def test_moves_that_a_match_began_with_are_not_made_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("edit 3/3/3 x\nyes\nmoves\nquit\n"))
    run(["human", "random", "--seed", "1", "--moves", "5 1"])
    assert "No move has been made yet." in capsys.readouterr().out


def test_cards_that_are_not_known_are_dealt_and_not_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("edit\nedit K/?\nyes\nposition\nquit\n"))
    run(["kuhn-poker", "human", "random", "--seed", "1"])
    out = capsys.readouterr().out
    assert re.search(r"such as: edit [JQK]/\?\n", out)
    assert "--position 'K/?'" in out


# The editor, without a terminal.


@every_case("spec", BOARDS)
@every_case("flipped", [False, True])
def test_the_cursor_reaches_every_place_and_goes_where_the_arrow_points(spec, flipped):
    editor = board(spec, flipped=flipped)
    everywhere = set(editor.arrangement.names)
    seen, waiting = {editor.place}, [editor.place]
    while waiting:
        here = waiting.pop()
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            editor.place = here
            before = shown(editor)
            editor.step(*way)
            after = shown(editor)
            if BESIDE not in (before[1], after[1]) and not spec.startswith("backgammon"):
                assert (after[0] - before[0]) * way[0] >= 0
                assert (after[1] - before[1]) * way[1] >= 0
            if editor.place not in seen:
                seen.add(editor.place)
                waiting.append(editor.place)
    assert seen == everywhere


def test_letters_put_pieces_and_space_goes_through_them():
    editor = board("checkers")
    editor.press("c")
    for sign, name in (("b", "black man"), ("W", "white king"), ("w", "white man")):
        editor.press(sign)
        assert editor.parts[0].endswith(f": {name}")
    seen = []
    for _ in range(5):
        editor.press(" ")
        seen.append(editor.parts[0].partition(": ")[2])
    assert seen == ["black king", "white king", "empty", "black man", "white man"]
    editor.press("Q")
    assert editor.said == "'Q' is not a piece or a key here; F1 lists them."
    editor.press("d")
    assert editor.said == "There are no dice in this game."


def test_a_capital_is_the_same_piece_where_no_other_has_it():
    editor = board("tic-tac-toe")
    editor.press("X")
    assert editor.arrangement.text() == "3/1x1/3 x"
    editor.take()
    editor.pass_turn()
    assert editor.arrangement.text() == "3/3/3 o"


def test_digits_count_seeds_and_dice():
    editor = board("kalah")
    editor.place = (1, 0)
    for digit in "12":
        editor.press(digit)
    assert editor.parts[0] == "South's pit 1: 12 seeds"
    editor.press("+")
    editor.press("-")
    editor.press("5")
    assert editor.parts[0] == "South's pit 1: 5 seeds"
    editor.empty()
    assert editor.parts[0] == "South's pit 1: empty"
    editor = board("backgammon")
    for signs, dice in (("d52", "52"), ("d00", ""), ("d66", "66"), ("d0", ""), ("d79", "")):
        for sign in signs:
            editor.press(sign)
        assert editor.arrangement.dice == dice
    assert editor.said.startswith("the dice '79' must be two digits")
    editor.press("d")
    editor.step(0, 1)
    editor.press("3")
    assert editor.arrangement.dice == ""
    assert " 3 " in editor.parts[0]


def test_an_impossible_position_is_refused_and_the_cursor_goes_there():
    editor = board("checkers")
    editor.press("c")
    editor.place = next(place for place, name in editor.arrangement.names.items() if name == "square 30")
    wrong = editor.place
    editor.press("b")
    editor.step(-1, 0)
    assert (editor.take_over(), editor.place) == ("", wrong)
    assert editor.said == "No game can begin here: a man of Black on square 30 would be a king: K30."
    editor.press("B")
    editor.step(-1, 0)
    editor.press("w")
    assert editor.take_over() == "B:W26:BK30"


def test_a_changed_position_is_left_at_the_second_press_an_unchanged_one_at_once():
    editor = board("hexapawn")
    assert editor.leave()
    editor.press("w")
    assert not editor.leave()
    assert editor.said == LEAVE
    assert editor.leave()
    editor.press("s")
    assert editor.arrangement.text() == "bbb/3/www w"
    assert editor.leave()


def test_a_click_puts_the_next_piece_even_on_a_turned_board():
    editor = board("breakthrough", viewer=1)
    assert editor.turned
    editor.press("c")
    editor.click((7, 7))  # at the lower right as it is seen
    assert editor.parts[0] == "a8: white pawn"
    editor.flip()
    editor.click((0, 0))
    assert editor.parts[0] == "a8: black pawn"
    editor = board("backgammon", viewer=1)
    assert editor.picture[0].turned
    editor.click((9, 9))  # no place
    editor.click((1, BESIDE))
    assert editor.parts[0] == "the bar of Black: 1 black checker"


@every_case("spec", BOARDS)
@every_case("signs", [UNICODE, ASCII])
@every_case("window", [(80, 23), (120, 39)])
def test_the_page_fits_into_its_window(spec, signs, window):
    editor = board(spec)
    editor.press("?")
    width, height = window
    for _ in range(2):
        lines = editor_lines(editor, spec, signs, width, height)
        assert len(lines) <= height
        assert max(map(line_width, lines)) <= width
        text = "\n".join("".join(span.text for span in line) for line in lines)
        assert "to move" in text or "nobody to move yet" in text
        editor.take_over()


def test_a_small_window_has_the_board_and_what_is_said():
    editor = board("checkers")
    editor.press("?")
    for height in (11, 10):
        lines = ["".join(span.text for span in line) for line in editor_lines(editor, "checkers", ASCII, 40, height)]
        assert len(lines) <= height
        assert any(line.startswith("'?' is not a piece") for line in lines)
    assert not [key for key, _ in editing_keys(editor) if key == "d"]


def test_a_window_that_is_too_small_says_what_the_board_needs():
    editor = board("gomoku")
    lines = ["".join(span.text for span in line) for line in editor_lines(editor, "gomoku", ASCII, 40, 10)]
    assert len(lines) <= 10
    needs = re.search(r"needs (\d+) columns and (\d+) lines\. Make it larger", " ".join(lines))
    assert needs
    columns, rows = map(int, needs.groups())
    fitting = editor_lines(editor, "gomoku", ASCII, columns, rows - 1)
    assert "too small" not in "".join(span.text for line in fitting for span in line)


def test_a_text_is_read_while_it_is_typed():
    editor = editor_for("nim", games.load("nim"), 0, flipped=False)
    assert isinstance(editor, TextEditor)
    assert editor.line == "21 First"
    editor.look("7 Second")
    assert editor.picture[0].heaps[0].count == 7
    editor.look("7 Third")
    assert editor.said == "No game can begin here: 'Third' is not a side to move (sides: First, Second)."
    assert editor.picture[0].heaps[0].count == 7
    assert (editor.take_over("0 First"), editor.said) == ("", "No game can begin here: it would be over already.")
    assert editor.take_over("3 First") == "3 First"
    assert editor.leave()


def test_hidden_cards_are_set_up_by_what_the_seat_knows():
    editor = editor_for("kuhn-poker", games.load("kuhn-poker", ["K", "Q"]), 0, flipped=False)
    assert editor.line == "K/?"
    editor.look("J/?")
    assert "?" in str(editor.picture[0])


def test_a_game_that_fails_to_show_a_position_says_so(monkeypatch):
    editor = editor_for("nim", games.load("nim"), 0, flipped=False)
    monkeypatch.setattr("referee.table.fullscreen.editor.position_of", lambda spec, text: 1 / 0)
    editor.look("3 First")
    assert editor.said == "The board cannot be shown: ZeroDivisionError: division by zero"


# At a terminal.


def editing(terminal):
    """Open the editor, and wait for it."""
    enter_word(terminal, "edit")
    terminal.wait_for("Set up a position")


def enter_word(terminal, word):
    asked(terminal)
    terminal.enter(word)


def test_a_game_begins_on_the_board_set_up_and_the_other_match_can_be_resumed(table):
    terminal = table("human", "human", "--seed", "1")
    enter(terminal, "1")
    editing(terminal)
    terminal.type(RIGHT + "o" + ENTER)
    terminal.wait_for("X has 1 stone, O 1: so X is to move.")
    terminal.type(F1)
    terminal.wait_for("put a cross")
    terminal.type("q")
    terminal.wait_for("Set up a position")
    terminal.type("jlhk" + F5 + F5 + TAB + "?")
    terminal.wait_for("put a cross")
    terminal.type("q")
    terminal.wait_for("X to move")
    terminal.type(ENTER)
    terminal.wait_for(EDIT.doubt)
    terminal.enter("yes")
    terminal.wait_for(lambda: marks(terminal) == "X 2 3 4 5 O 7 8 9")
    assert finish(terminal, "quit") == 0
    terminal = table("resume", "1")
    asked(terminal)
    assert marks(terminal) == "[X] 2 3 4 5 6 7 8 9"
    assert finish(terminal, "quit") == 0


def test_the_cursor_goes_to_what_is_wrong_and_the_page_stays(referee):
    terminal = referee("connect-four", "human", "human", "--seed", "1")
    editing(terminal)
    terminal.type("r" + TAB + ENTER)
    terminal.wait_for("a stone floats above column 4, row 1 from the bottom, which is empty.")
    terminal.wait_for("column 4, row 1 from the bottom: empty")
    terminal.type("r" + UP + UP + BACKSPACE + ENTER)
    asked(terminal)
    enter(terminal, "position")
    terminal.wait_for("--position '7/7/7/7/7/3r3 y'")
    assert finish(terminal, "quit") == 0


@pytest.mark.parametrize(
    ("game", "steps", "begun"),
    [
        (
            "checkers",
            [("cb" + 3 * DOWN + "b" + ENTER, "would be a king: K31."), ("B" + UP + "w", "square 27: white man")],
            "B:W27:B19,K31",
        ),
        ("backgammon", [("cb" + LEFT + "w15", "15 white checkers"), ("d62", "dice 62")], "XGID=a------O------------------:0:0:"),
        ("kalah", [("12" + 3 * RIGHT + "5", "South's store: 5 seeds")], "4,4,4,12,4,4/5 4,4,4,4,4,4/0 South"),
        (
            "dots-and-boxes:rows=1,columns=2",
            [(LEFT + "a", "needs its four lines first"), (RIGHT + "-", "b1-b2: line")],
            "../..|../.. A",
        ),
        ("chips", [(CTRL_U + "7 held 8/6 take 40 First" + ENTER, "'40' must be"), (CTRL_U + "7 held 8/6 take 4 First", "7")], "7 held 8/6 take 4 First"),
    ],
)  # fmt: skip
def test_pieces_seeds_lines_and_texts_are_set_up(referee, game, steps, begun):
    terminal = referee(game, "human", "human", "--seed", "1")
    editing(terminal)
    for keys, seen in steps:
        terminal.type(keys)
        terminal.wait_for(seen)
    terminal.type(ENTER)
    asked(terminal)
    if EDIT.doubt in terminal.said:  # dice were rolled before
        terminal.enter("yes")
    enter(terminal, "position")
    terminal.wait_for(begun)
    assert finish(terminal, "quit") == 0


def test_esc_leaves_the_match_as_it_is(table):
    terminal = table("human", "human", "--seed", "1")
    enter(terminal, "5")
    editing(terminal)
    terminal.type("c" + ESC)
    terminal.wait_for("Esc again leaves")
    terminal.type(ESC)
    asked(terminal)
    assert marks(terminal) == "1 2 3 4 [X] 6 7 8 9"
    assert finish(terminal, "quit") == 0
