"""The page used by the mouse: cells, moves and keys are clicked, and the wheel looks back."""

import pytest
from terminal import asked, enter, marks, over

from referee.table.fullscreen.bars import fitting, game_title, pressed_keys

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

LEFT, WHEEL_UP, WHEEL_DOWN = 0, 64, 65
QUICK = ("--pace", "0")


def click(terminal, text, button=LEFT, nth=0):
    """Press and let go of a button of the mouse on that text on the screen."""
    found = [
        (row, start)
        for row, line in enumerate(terminal.screen.display)
        for start in range(len(line))
        if line.startswith(text, start)
    ]
    row, column = found[nth]
    place = f"{button};{column + 1};{row + 1}"
    terminal.type(f"\x1b[<{place}M" + (f"\x1b[<{place}m" if button == LEFT else ""))


def test_a_cell_that_is_clicked_is_played(referee):
    terminal = referee("human", "human")
    asked(terminal)
    click(terminal, "5")
    terminal.wait_for("plays 5.")
    asked(terminal)
    click(terminal, "X  ]")  # a cell that is taken
    terminal.wait_for("No move goes there.")
    click(terminal, "1   │")
    terminal.wait_for("plays 1.")
    asked(terminal)
    assert marks(terminal) == "[O] 2 3 4 X 6 7 8 9"


def test_a_piece_and_its_goal_are_clicked_also_on_a_board_turned_around(referee):
    terminal = referee("hexapawn", "human", "human", "--moves", "b1-b2")
    enter(terminal, "flip")
    click(terminal, "   B   │")
    terminal.wait_for(lambda: "{" in terminal.text)
    click(terminal, "{")
    terminal.wait_for(lambda: "Black plays" in terminal.said)


def test_a_click_puts_a_piece_where_a_position_is_set_up(referee):
    terminal = referee("human", "human")
    asked(terminal)
    terminal.enter("edit")
    terminal.wait_for("Set up a position")
    click(terminal, "1 ")
    terminal.wait_for("cell 1: cross")
    click(terminal, "X")
    terminal.wait_for("cell 1: nought")
    click(terminal, "side")
    terminal.wait_for("O to move")
    click(terminal, "back")
    terminal.wait_for("Esc again leaves")
    click(terminal, "back")
    asked(terminal)
    assert marks(terminal) == "1 2 3 4 5 6 7 8 9"


def test_a_click_in_a_column_drops_a_stone_there(referee):
    terminal = referee("connect-four", "human", "human")
    asked(terminal)
    row = terminal.lines[2 + 1]  # the uppermost cells
    assert row.strip().startswith("│")
    terminal.type("\x1b[<0;13;4M\x1b[<0;13;4m")
    terminal.wait_for("plays 3.")


def test_a_move_in_the_list_is_played_by_a_click(referee):
    terminal = referee("nim", "human", "human")
    asked(terminal)
    terminal.wait_for("Your moves")
    click(terminal, " 1  2  3")
    terminal.wait_for("First takes 1.")


def test_a_key_in_the_bar_is_pressed_by_a_click(referee):
    terminal = referee("minimax", *QUICK)
    asked(terminal)
    click(terminal, "F1 help")
    terminal.wait_for("Aim: ")
    click(terminal, "Esc back")
    terminal.wait_for(lambda: "Aim: " not in terminal.text)
    enter(terminal, "resign")
    terminal.enter("yes")
    over(terminal)
    click(terminal, "swap ")
    terminal.wait_for("you are O")


def test_the_wheel_looks_back_and_forward_and_reads_a_text(referee):
    terminal = referee("human", "human", "--moves", "5 1")
    asked(terminal)
    click(terminal, "Tic", WHEEL_UP)
    terminal.wait_for("move 1 of 2")
    click(terminal, "Tic", WHEEL_DOWN)
    terminal.wait_for("turn 2")
    terminal.enter("help")
    terminal.wait_for("Aim: ")
    click(terminal, "Aim", WHEEL_DOWN)
    terminal.wait_for(lambda: "Aim: " not in terminal.text)
    assert "arrows scroll" in terminal.text


def test_a_mouse_that_only_moves_puts_no_text_away(referee):
    terminal = referee("human", "human")
    enter(terminal, "help")
    terminal.type("\x1b[<35;10;10M\x1b[<35;11;10M")
    terminal.type("\x1b[B")
    terminal.wait_for(lambda: "Aim: " not in terminal.text)
    assert "arrows scroll" in terminal.text


@pytest.mark.parametrize("heard", [True, False])
def test_the_mouse_is_asked_for_unless_the_setting_says_no(referee, heard):
    terminal = referee("human", "human", *([] if heard else ["--no-mouse"]))
    asked(terminal)
    assert (b"\x1b[?1000h" in terminal.output) == heard
    terminal.enter("quit")
    assert terminal.exit_status() == 0
    assert (b"\x1b[?1000l" in terminal.output) == heard


def test_a_game_of_the_menu_is_selected_by_a_click_and_chosen_by_another(referee):
    terminal = referee()
    terminal.wait_for("What shall we play?")
    click(terminal, "kalah")
    terminal.wait_for("> kalah")
    click(terminal, "kalah")
    terminal.wait_for("also kalaha")


# The bars.


def test_the_key_bar_holds_what_fits_and_always_the_way_out():
    pairs = [("Enter", "play"), ("F1", "help"), ("F2", "hint"), ("q", "leave")]
    assert list(fitting(pairs, 80)) == pairs
    assert list(fitting(pairs, 27)) == [("Enter", "play"), ("q", "leave")]
    assert list(fitting(pairs, 5)) == [("q", "leave")]


def test_keys_are_pressed_by_their_names():
    assert pressed_keys("PgUp PgDn") == [("PgUp", "pageup"), ("PgDn", "pagedown")]
    assert pressed_keys("F10 + Ctrl-C q") == [("F10", "f10"), ("+", "+"), ("Ctrl-C", "c-c"), ("q", "q")]
    assert pressed_keys("Arrows") == [("Arrows", "")]


def test_a_game_has_a_name_for_people():
    for spec, title in (
        ("connect4", "Connect Four"),
        ("dots", "Dots and Boxes"),
        ("chips:rule=last", "Chips: rule=last"),
        ("ttt", "Tic Tac Toe"),
    ):
        assert game_title(spec) == title
