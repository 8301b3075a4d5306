"""The page of a match in a real terminal: what is typed there, what answers, and what stays when it is left."""

import re
import sys

import pytest
from terminal import (
    CTRL_C, CTRL_D, CTRL_L, CTRL_P, CTRL_U, DOWN, END, ENTER, ESC, F1, F2, F3, F4, F5, F6, F10, HOME, PAGE_UP, SMALL,
    SPACE, TAB, UP, Terminal, asked, colours, conclude, enter, finish, leave, marks, over,
)  # fmt: skip

from referee.storage.record_file import read_records

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

LONG = "nim:heaps=50/60/70/80/90"
QUICK = ("--pace", "0")  # programs move at once
CORNERS = ("┌│├│├│└", "+|+|+|+")  # with which the lines of a small board begin


def frame(terminal):
    """The signs with which the lines of the page begin."""
    return "".join(line.strip()[:1] for line in terminal.lines)


# Whole games, and what stays of them.


def test_a_whole_game_is_lost_to_minimax(table):
    terminal = table("minimax", "--seed", "1", *QUICK)
    asked(terminal)
    assert terminal.screen.alternate
    assert "Tic Tac Toe" in terminal.lines[0]
    conclude(terminal, "1", "2", "4")  # the answer to each of these is forced
    assert marks(terminal) == "X X *O* X *O* 6 [O] 8 9"
    assert "Minimax wins: three in a line, 3 5 7." in terminal.said
    assert leave(terminal) == 0
    assert terminal.restored
    assert marks(terminal) == "X X *O* X *O* 6 [O] 8 9"
    assert "You are X against Minimax." in terminal.said
    assert terminal.said.endswith("Minimax wins: three in a line, 3 5 7. See it again: referee replay 1")


def test_the_page_gives_the_reason_of_a_draw(referee):
    terminal = referee("human", "human")
    conclude(terminal, *"123546879")
    assert leave(terminal) == 0
    assert marks(terminal) == "X O X X O O O X [X]"
    assert "A draw: the board is full." in terminal.lines


def test_resigning_loses(table):
    terminal = table("minimax", *QUICK)
    conclude(terminal, "5", "resign", "yes")
    assert leave(terminal) == 0
    assert "Minimax wins: you resigned." in terminal.lines


@pytest.mark.parametrize("keys", ["quit\r", CTRL_D, F10], ids=["quit", "Ctrl-D", "F10"])
def test_leaving_tells_how_to_go_on(referee, keys):
    terminal = referee("human", "human")
    enter(terminal, "5")
    terminal.type(keys)
    assert terminal.exit_status() == 0
    assert terminal.restored
    assert marks(terminal) == "1 2 3 4 [X] 6 7 8 9"
    assert terminal.lines[-1] == "Go on with it: referee resume 1"
    assert "No result" not in terminal.text


def test_a_match_without_moves_cannot_be_resumed(referee):
    terminal = referee("human", "human")
    assert finish(terminal, "quit") == 0
    assert marks(terminal) == "1 2 3 4 5 6 7 8 9"
    assert "referee resume" not in terminal.text


def test_two_people_are_asked_in_turn_and_undo_takes_back_one_move(table):
    terminal = table("human", "human")
    asked(terminal)
    terminal.wait_for(lambda: terminal.entry == "X to move:")
    enter(terminal, "5")
    terminal.wait_for(lambda: terminal.entry == "O to move:")
    enter(terminal, "1")
    terminal.wait_for(lambda: terminal.entry == "X to move:")
    enter(terminal, "undo")
    terminal.wait_for(lambda: terminal.entry == "O to move:")
    assert "Took back 1 move." in terminal.lines
    assert marks(terminal) == "1 2 3 4 [X] 6 7 8 9"


# Entries and answers.


def test_an_illegal_entry_is_quoted_with_the_legal_moves_and_the_game_goes_on(table):
    terminal = table("human", "human")
    enter(terminal, "1")
    for entry in ("99", "foo", "1"):
        enter(terminal, entry)
        terminal.wait_for(f"'{entry}' is not a legal move here")
        terminal.wait_for("; legal: 2 to 9")
    enter(terminal, "2")
    assert marks(terminal) == "X [O] 3 4 5 6 7 8 9"
    assert "is not a legal move" not in terminal.said


def test_questions_are_answered_above_the_prompt(table):
    terminal = table("minimax", *QUICK)
    enter(terminal, "?")
    assert "9 legal moves: 1 to 9" in terminal.said
    enter(terminal, "moves")
    assert "No move has been made yet." in terminal.said
    enter(terminal, "score")
    assert "The board is empty." in terminal.said
    enter(terminal, "clock")
    assert "There is no clock." in terminal.said
    enter(terminal, "5", "moves")
    assert re.search(r"1\. 5 2\. [1379] ", terminal.said)
    enter(terminal, "why")
    assert re.search(r"Minimax chose [1379], which draws with best play", terminal.said)
    enter(terminal, "hint")
    assert re.search(r"Hint: \d draws with best play", terminal.said)
    terminal.type(ENTER)
    terminal.wait_for("Type a move, or point to it with the arrow keys")


def test_keys_ask_the_same(referee):
    terminal = referee("minimax", *QUICK)
    enter(terminal, "5")
    for key, seen in ((F6, " legal moves:"), (F2, "Hint:"), (F3, "Took back 2 moves."), (F4, "Made 2 moves again.")):
        terminal.type(key)
        terminal.wait_for(seen)
        asked(terminal)
    assert " X " in marks(terminal)


def test_undo_takes_back_the_own_move_with_the_answer_and_redo_makes_both_again(table):
    terminal = table("minimax", *QUICK)
    enter(terminal, "undo")
    assert "There is nothing to take back." in terminal.said
    enter(terminal, "redo")
    assert "There is nothing to make again." in terminal.said
    enter(terminal, "5")
    played = marks(terminal)
    assert sorted(played.split())[-2:] == ["X", "[O]"]
    enter(terminal, "undo")
    assert "Took back 2 moves." in terminal.said
    assert marks(terminal) == "1 2 3 4 5 6 7 8 9"
    enter(terminal, "redo")
    assert "Made 2 moves again." in terminal.said
    assert marks(terminal) == played


def test_seats_are_changed_and_the_other_one_moves_on(table):
    terminal = table("minimax", *QUICK)
    enter(terminal, "5", "swap")
    terminal.wait_for(lambda: terminal.entry == "Your move:")
    assert sorted(marks(terminal).split())[-3:] == ["O", "X", "[X]"]
    assert "Minimax plays" in terminal.said


def test_the_board_is_turned_around_by_a_word_and_by_a_key(table):
    terminal = table("human", "human")
    enter(terminal, "1", "flip")
    assert marks(terminal) == "9 8 7 6 5 4 3 2 [X]"
    terminal.type(F5)
    terminal.wait_for(lambda: marks(terminal) == "[X] 2 3 4 5 6 7 8 9")


def test_a_picture_without_sides_is_not_turned(referee):
    terminal = referee("chips", "human", "human")
    enter(terminal, "flip")
    assert "There is no other side to look at this from." in terminal.said


def test_another_level_sits_down(table):
    terminal = table("minimax", *QUICK)
    for wrong in ("11", "0", "x"):
        enter(terminal, f"level {wrong}")
        assert f"There is no level '{wrong}': type level N, from 1 (easiest) to 10" in terminal.said
    enter(terminal, "level 10")
    assert "You are X against Level 10." in terminal.said
    enter(terminal, "5", "why")
    assert re.search(r"Level 10 chose \d, which draws with best play", terminal.said)


def test_the_match_is_saved_as_a_record(table, tmp_path):
    file = tmp_path / "match.jsonl"
    terminal = table("hexapawn", "human", "human", "--seed", "4")
    enter(terminal, "b1-b2", f"save {file}")
    assert "Saved in" in terminal.said
    (record,) = read_records(file)
    assert (record.game, record.players, record.seed, record.moves) == ("hexapawn", ("human", "human"), 4, "b1-b2")
    assert not record.over
    enter(terminal, "c3-c2", f"save {file}", f"save {tmp_path}")
    assert "is not a file of records" in terminal.said
    assert [record.moves for record in read_records(file)] == ["b1-b2", "b1-b2 c3-c2"]


def test_a_program_accepts_a_draw_if_nobody_can_win(table):
    terminal = table("minimax", "--moves", "5 1 9 3 2 8", *QUICK)
    conclude(terminal, "draw")
    assert leave(terminal) == 0
    assert "A draw: both agreed." in terminal.lines


def test_a_winning_program_declines_a_draw(table):
    terminal = table("hexapawn", "human", "minimax", *QUICK)  # which the second seat wins
    enter(terminal, "draw")
    assert "Minimax plays on." in terminal.said
    enter(terminal, "b1-b2")
    assert "Minimax plays" in terminal.said


def test_people_answer_an_offer_of_a_draw(referee):
    terminal = referee("human", "human")
    enter(terminal, "draw")
    assert "Human (1) offers a draw. Do you agree, yes or no?" in terminal.said
    terminal.wait_for(lambda: terminal.entry == "Answer:")
    enter(terminal, "no")
    assert "Human (2) plays on." in terminal.said
    conclude(terminal, "draw", "yes")
    assert "A draw: both agreed" in terminal.said


def test_help_replaces_the_board_until_a_key_is_pressed(table):
    terminal = table("minimax", *QUICK)
    enter(terminal, "help")
    assert "Aim: Get three of your marks" in terminal.text
    assert not marks(terminal)
    terminal.type(DOWN)
    terminal.wait_for(lambda: "Aim: " not in terminal.text)
    terminal.type(8 * DOWN)
    terminal.wait_for(lambda: {"rules", "?", "hint"} <= {line.split()[0] for line in terminal.lines if line})
    terminal.type(END)
    terminal.wait_for("else leave")
    terminal.type(HOME)
    terminal.wait_for("Aim: ")
    terminal.type(SPACE)
    terminal.wait_for(lambda: marks(terminal) == "1 2 3 4 5 6 7 8 9")
    terminal.wait_for(lambda: terminal.entry.endswith("move:"))
    terminal.type(F1)
    terminal.wait_for("Aim: ")
    terminal.type(ESC)
    terminal.wait_for(lambda: marks(terminal) == "1 2 3 4 5 6 7 8 9")


def test_tab_lists_the_moves_that_begin_so_and_keeps_what_was_typed(referee):
    terminal = referee("chips", "human", "random")
    asked(terminal)
    terminal.type(f"1{TAB}")
    terminal.wait_for(lambda: {"1", "10"} <= {*terminal.text.partition("take 1 to 10")[2].split()})
    terminal.wait_for(lambda: terminal.entry.endswith("move: 1"))


def test_tab_lists_only_what_is_legal_now_and_completes_a_word(referee):
    terminal = referee("chips", "human", "human")
    enter(terminal, "1")
    terminal.type(f"1{TAB}")
    terminal.type(f"{CTRL_U}und{TAB}")
    terminal.wait_for(lambda: terminal.entry.endswith("move: undo"))
    assert "10" not in terminal.text.split("take 1 to 2")[1].split()
    terminal.type(f"{CTRL_U}re{TAB}")
    terminal.wait_for(lambda: terminal.entry.endswith("move: re") and {"redo", "resign"} <= {*terminal.text.split()})


def test_entries_come_back(referee):
    terminal = referee("minimax")
    enter(terminal, "foo", "?")
    terminal.type(CTRL_P)
    terminal.wait_for(lambda: terminal.entry.endswith("move: ?"))
    terminal.type(CTRL_P)
    terminal.wait_for(lambda: terminal.entry.endswith("move: foo"))


def test_earlier_positions_are_looked_at_while_one_is_asked(table):
    terminal = table("human", "human")
    enter(terminal, "5", "1")
    terminal.type(PAGE_UP)
    terminal.wait_for(lambda: marks(terminal) == "1 2 3 4 [X] 6 7 8 9")
    assert "move 1 of 2" in terminal.lines[0]
    terminal.type(ESC)
    terminal.wait_for(lambda: marks(terminal) == "[O] 2 3 4 X 6 7 8 9")
    terminal.type(PAGE_UP)
    terminal.wait_for("move 1 of 2")
    terminal.type(f"9{ENTER}")
    terminal.wait_for("X plays 9.")


# Windows, colours, characters.


def test_a_small_window_holds_the_board_whatever_was_answered_since(referee):
    terminal = referee("minimax", *QUICK, size=SMALL)
    for entry in ("99", "foo", "?", "5", "moves", "99", "undo"):
        enter(terminal, entry)
        assert any(corners in frame(terminal) for corners in CORNERS), str(terminal)
        assert len(terminal.lines) == 12


def test_an_answer_without_room_replaces_the_board(referee):
    terminal = referee("othello", "human", "minimax:nodes=2000", *QUICK, size=SMALL)
    enter(terminal, "d3", "why")
    assert re.match(r"Minimax chose \w\d after looking ", terminal.lines[1])
    assert terminal.lines[-2] == "any key goes back to the board"
    terminal.type("\x1b")  # any key puts it away; a letter would be typed, too
    terminal.wait_for("a b c d e f g h")
    enter(terminal, "zz")
    assert re.match(r"'zz' is not legal; try \w\d, ", terminal.lines[-2])


@pytest.mark.parametrize("word", ["help", "rules", "analyse"])
def test_the_first_letter_of_a_word_puts_a_text_away_and_is_typed(referee, word):
    terminal = referee("chips:chips=9", "human", "random", *QUICK)
    enter(terminal, word)
    terminal.wait_for("goes back")
    terminal.type("hint")
    terminal.wait_for(lambda: terminal.entry.endswith("Your move: hint"))
    assert "goes back" not in terminal.said


def test_heaps_wider_than_a_small_window_are_cut_and_their_note_is_not_torn(referee):
    terminal = referee(LONG, "human", "random", size=SMALL)
    asked(terminal)
    heaps = [line for line in terminal.lines if re.match(r"  [a-e]  \d\d  [┃ ]+…$", line)]
    assert [heap.split()[0] for heap in heaps] == list("abcde")
    assert "as in e90" in terminal.said


def test_a_window_too_small_says_so_and_the_board_comes_back(referee):
    terminal = referee("gomoku", "human", "human", size=SMALL)
    terminal.wait_for("This window is too small for the board: it has 40 columns and 12 lines")
    enter(terminal, "h8")  # which can be typed all the same
    terminal.resize(80, 24)
    terminal.wait_for(lambda: "[B]" in terminal.text and terminal.entry == "White to move:")
    assert "too small" not in terminal.text
    terminal.resize(20, 5)
    terminal.wait_for("too small")
    terminal.resize(80, 24)
    terminal.wait_for(lambda: "[B]" in terminal.text and len(terminal.lines) == 24)


def test_a_window_made_smaller_is_drawn_in_at_once(referee):
    terminal = referee("nim:sticks=50", "human", "human")
    asked(terminal)
    assert not any(line.endswith("…") for line in terminal.lines)
    terminal.resize(*SMALL)
    terminal.wait_for(lambda: any(re.match(r"  Heap  50  [┃ ]+…$", line) for line in terminal.lines))


def test_a_page_that_something_was_written_over_is_drawn_anew(referee):
    terminal = referee("human", "human")
    enter(terminal, "5")
    terminal.stream.feed(b"\x1b[1;1Hsome other program\x1b[5;5Hwrites here")
    terminal.type(CTRL_L)
    terminal.wait_for(lambda: marks(terminal) == "1 2 3 4 [X] 6 7 8 9" and "Tic Tac Toe" in terminal.lines[0])
    assert "writes here" not in terminal.text


def test_the_stones_of_the_two_seats_differ_in_colour(referee):
    terminal = referee("human", "human")
    enter(terminal, "1", "2", "9")
    page = terminal.screen.buffer
    tints = {
        sign: {page[row][column].fg for row, line in enumerate(terminal.screen.display) for column in found(line, sign)}
        for sign in ("X", "O")
    }
    assert all(len(tints[sign]) == 1 for sign in tints)
    assert len({*tints["X"], *tints["O"], "default"}) == 3


def found(line, sign):
    """Where that sign stands alone in the board's part of a line."""
    return [match.start() for match in re.finditer(rf"(?<=[│ ]){sign}(?= +│)", line[:24])]


def test_without_colours_the_last_move_is_in_brackets(referee):
    terminal = referee("minimax", *QUICK, environment={"NO_COLOR": "1"})
    conclude(terminal, "1", "2", "4")
    assert marks(terminal) == "X X *O* X *O* 6 [O] 8 9"
    assert leave(terminal) == 0
    assert colours(terminal.output) == set()


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_an_ascii_terminal_is_shown_the_page_in_ascii(referee, environment):
    terminal = referee("minimax", *QUICK, environment=environment, size=SMALL)
    enter(terminal, "1")
    terminal.type("é\r")
    terminal.wait_for("is not a legal move here; legal: 2 to 4, 6 to 9")
    conclude(terminal, "2", "?", "4")
    assert marks(terminal) == "X X *O* X *O* 6 [O] 8 9"
    assert leave(terminal) == 0
    assert terminal.output.isascii()
    assert b"Traceback" not in terminal.output


@pytest.mark.parametrize("keys", [CTRL_C, f"quit{ENTER}"], ids=["Ctrl-C", "quit"])
def test_a_terminal_that_was_left_shows_what_is_typed(keys):
    with Terminal("sh", "-c", '"$0" -m referee minimax; echo status $?; stty -a', sys.executable) as terminal:
        asked(terminal)
        terminal.type(keys)
        assert terminal.exit_status() == 0
        assert f"status {130 if keys == CTRL_C else 0}" in terminal.lines
        assert {"echo", "icanon", "isig"} <= set(terminal.text.replace(";", " ").split())
        assert terminal.output.count(b"\x1b[?1049h") == terminal.output.count(b"\x1b[?1049l") == 1
        assert terminal.restored
        assert b"Traceback" not in terminal.output


def test_a_hidden_card_is_not_shown_before_the_end(table):
    terminal = table("kuhn-poker", "human", "random", "--seed", "3", *QUICK)
    asked(terminal)
    terminal.wait_for(lambda: re.search(r"Second [│|] \? [│|]", terminal.said))
    assert re.search(r"First [│|] [JQK] [│|]", terminal.said)
    enter_until_over(terminal, "bet")
    assert leave(terminal) == 0
    assert re.search(r"(You win|Random wins): ", terminal.said)


def enter_until_over(terminal, entry):
    """Type the same at each prompt until the match is over."""
    terminal.enter(entry)
    over(terminal)


@pytest.mark.parametrize("key", [UP, ESC, PAGE_UP, CTRL_L], ids=repr)
def test_no_key_is_typed_as_text(referee, key):
    terminal = referee("human", "human")
    asked(terminal)
    terminal.type(key)
    terminal.type(f"{SPACE}{CTRL_U}")
    terminal.type("5")
    terminal.wait_for(lambda: terminal.entry.endswith("move: 5"))


FAULTY = """
from games.game import Game

class Pile(Game):
    def __init__(self):
        self.turn, self.left = 0, 9
    def moves(self):
        return list(range(1, min(3, self.left) + 1))
    def make(self, move):
        self.left, self.turn = self.left - move // (self.left != 4), 1 - self.turn
    def score(self):
        return None if self.left > 0 else 1 if self.turn == 1 else -1
"""


def test_an_error_in_the_rules_ends_the_page_and_is_reported_below_it(referee, tmp_path):
    (tmp_path / "pile.py").write_text(FAULTY)
    terminal = referee(str(tmp_path / "pile.py"), "human", "minimax:depth=4", "--seed", "1", *QUICK)
    asked(terminal)
    terminal.enter("1")
    terminal.wait_for(lambda: terminal.restored and "game 0" in terminal.said.split("looked ahead")[-1])
    assert terminal.exit_status() == 1
    assert "crashed" not in terminal.text
    for part in ("line 10, in make", "ZeroDivisionError", "as minimax", "looked ahead", "after the moves: 1"):
        assert part in terminal.said
    assert "match_front.py" not in terminal.text
