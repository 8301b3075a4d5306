"""What is typed, pointed to by arrow keys, chosen from the list of moves or clicked; and the line of keys."""

import re
from collections import deque
from dataclasses import replace

import pytest
from terminal import (
    DOWN, ENTER, ESC, F5, LEFT, RIGHT, SMALL, UP, asked, conclude, enter, leave, marks, over,
)  # fmt: skip

import games
from referee.storage.record_file import read_records
from referee.table.fullscreen.bars import fitting, game_title, pressed_keys
from referee.table.fullscreen.keys import ARROWS
from referee.table.fullscreen.match_page import STEERING, with_room
from referee.table.fullscreen.view import cursor_of
from referee.table.vocabulary import key_line

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")


KEYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
GAMES = [
    ("tic-tac-toe", "5 1 9 2 3 7 6", {"size": (80, 24)}),
    ("hexapawn", "b1-b2 c3-c2 a1-a2 b3xa2 b2xa3", {"size": SMALL, "environment": {"LC_ALL": "C"}}),
    ("connect-four", "4 4 5 3 6 6 3 5 7", {"size": SMALL}),
    ("kalah:pits=3,seeds=2", "1 1 2 1 3", {"size": SMALL, "environment": {"LC_ALL": "C", "NO_COLOR": "1"}}),
    ("dots-and-boxes:rows=1,columns=1", "a1-b1 a2-b2 b1-b2 a1-a2", {"size": (80, 24), "environment": {"LC_ALL": "C"}}),
    ("chips", "1 2 4 8 6", {"size": (80, 24), "environment": {"NO_COLOR": "1"}}),
    ("nim:heaps=1/2/3", "c3 b1 a1 b1", {"size": SMALL}),
]


def pointed(game, move, home):
    """The keys that choose the move, with a cursor that begins there."""
    finger, keys = cursor_of(game), ""
    for cell in finger.ways[move]:
        keys += way(finger, cell, home) + ENTER
        finger.place = cell
        if finger.enter() == [move]:
            return keys
    raise AssertionError(f"{game.text(move)} cannot be pointed to")


def way(finger, cell, home):
    """The shortest sequence of arrow keys that leads the cursor to the cell."""
    seen, waiting = {finger.place}, deque([(finger, "")])
    while waiting:
        here, keys = waiting.popleft()
        if here.place == cell:
            return keys
        for name, arrow in ARROWS.items():
            there = replace(here)
            there.step(*arrow, home)
            if there.place not in seen:
                seen.add(there.place)
                waiting.append((there, keys + KEYS[name]))
    raise AssertionError(f"no arrow keys lead to {cell}")


def listed(game, move):
    """The keys that choose the move from the list of all."""
    down = game.moves().index(move) + 1
    up = len(game.moves()) + 1 - down
    return (DOWN * down if down <= up else UP * up) + ENTER


def played(spec, texts):
    """Before each of the moves: the position, the move, and where a cursor begins."""
    game = games.load(spec)
    rows = getattr(game.show(None), "rows", ((),))
    home = len(rows) // 2, len(rows[0]) // 2
    for text in texts.split():
        move = game.parse(text)
        yield game.copy(), move, home
        game.make(move)
        home = (home, *game.cells(move))[-1]
    assert game.score() is not None, "the game is played to its end"


@pytest.mark.parametrize(("spec", "texts", "window"), GAMES, ids=[spec for spec, _, _ in GAMES])
def test_a_whole_game_is_played_by_arrow_keys_as_it_is_typed(referee, tmp_path, spec, texts, window):
    file = tmp_path / "games.jsonl"
    terminal = referee(spec, "human", "human", "--save", str(file), **window)
    for by_keys in (False, True):
        for game, move, home in played(spec, texts):
            asked(terminal)
            if by_keys:
                terminal.type(pointed(game, move, home) if cursor_of(game).ways else listed(game, move))
            else:
                terminal.enter(game.text(move))
            says = game.say(move).format(*game.seats)
            terminal.wait_for(lambda says=says: says in terminal.said or " wins: " in terminal.said)
        over(terminal)
        if not by_keys:
            terminal.type("n")
    assert leave(terminal) == 0
    typed, chosen = read_records(file)
    assert typed.moves == chosen.moves == texts
    assert (typed.how, typed.score) == (chosen.how, chosen.score)
    assert chosen.seed == typed.seed + 1


def test_a_piece_is_chosen_and_then_one_of_the_cells_in_braces(table):
    terminal = table("hexapawn", "human", "human", "--moves", "b1-b2")
    asked(terminal)
    terminal.type(UP)
    terminal.wait_for(lambda: cursors(terminal) == 1)
    terminal.type(ENTER)
    terminal.wait_for(lambda: terminal.text.count("{") == 2)
    terminal.wait_for(lambda: terminal.entry.endswith("move:"))
    terminal.type(ESC)
    terminal.wait_for(lambda: "{" not in terminal.text)
    assert cursors(terminal) == 1
    terminal.type(ESC)
    terminal.wait_for(lambda: cursors(terminal) == 0)
    terminal.type(UP)
    terminal.wait_for(lambda: cursors(terminal) == 1)
    terminal.type(ENTER)
    terminal.wait_for(lambda: terminal.text.count("{") == 2)
    terminal.type(ENTER)  # on the chosen cell itself
    terminal.wait_for(lambda: "{" not in terminal.text)
    terminal.type(ENTER + DOWN + ENTER)
    terminal.wait_for("Black plays c3-c2.")


def cursors(terminal):
    """How many cells stand between the marks of the cursor."""
    return len(re.findall(r">[^<>│|]{1,7}<", terminal.text))


def test_the_cursor_goes_the_way_the_board_lies(table):
    terminal = table("human", "human")
    enter(terminal, "5")
    terminal.type(F5)
    terminal.wait_for(lambda: "9" in terminal.text and terminal.text.index("9") < terminal.text.index("1 "))
    terminal.type(UP)  # to the middle's next cell
    terminal.wait_for(lambda: cursors(terminal) == 1)
    terminal.type(LEFT + LEFT + UP + UP + ENTER)  # which is where 9 stands now
    terminal.wait_for("O plays 9.")


def test_the_list_of_moves_goes_round(table):
    terminal = table("chips", "human", "human")
    asked(terminal)
    for key, text in ((DOWN, "1"), (DOWN, "2"), (UP, "1"), (UP, "10"), (DOWN, "1"), (RIGHT, "2"), (LEFT, "1")):
        terminal.type(key)
        terminal.wait_for(lambda text=text: terminal.entry.endswith(f"move: {text}"))
    terminal.type(ENTER)
    terminal.wait_for("First takes 1.")


def test_arrow_keys_move_within_what_is_typed(referee):
    terminal = referee("human", "human")
    asked(terminal)
    terminal.type(f"55{LEFT}\x7f")
    terminal.wait_for(lambda: terminal.entry.endswith("move: 5"))
    terminal.type(ENTER)
    terminal.wait_for("X plays 5.")


def test_a_typed_letter_never_moves_the_cursor(referee):
    terminal = referee("human", "human")
    asked(terminal)
    terminal.type("hjkl")
    terminal.wait_for(lambda: terminal.entry.endswith("move: hjkl"))
    assert cursors(terminal) == 0


PRESS, WHEEL_UP, WHEEL_DOWN = 0, 64, 65
QUICK = ("--pace", "0")


def click(terminal, text, button=PRESS, nth=0):
    """Press and let go of a button of the mouse on that text on the screen."""
    found = [
        (row, start)
        for row, line in enumerate(terminal.screen.display)
        for start in range(len(line))
        if line.startswith(text, start)
    ]
    row, column = found[nth]
    place = f"{button};{column + 1};{row + 1}"
    terminal.type(f"\x1b[<{place}M" + (f"\x1b[<{place}m" if button == PRESS else ""))


CAGE = "9/9/2bbbbb2/2b3b2/2b1w1b2/2b3b2/2bbbbb2/9/1w7 b"  # both white stones are dead


def test_enter_and_a_click_mark_dead_chains_after_two_passes(referee):
    terminal = referee("go:9,komi=0", "human", "human", "--position", CAGE)
    enter(terminal, "pass", "pass")
    assert terminal.text.count("!W!") == 2
    terminal.type(UP)
    terminal.wait_for(">W<")
    terminal.type(ENTER)
    terminal.type(DOWN)
    terminal.wait_for(lambda: "│ W │" in terminal.text)
    click(terminal, "W │")
    terminal.wait_for(lambda: terminal.text.count("!W!") == 2)
    conclude(terminal, "yes", "yes")
    assert "both agreed that B1 and E5 are dead" in terminal.said


def test_a_word_at_the_question_about_dead_chains_asks_it_again(referee):
    terminal = referee("go:9,komi=0", "human", "human", "--position", CAGE)
    enter(terminal, "pass", "pass", "score")
    assert terminal.entry == "Yes or no:"
    assert terminal.text.count("!W!") == 2
    enter(terminal, "no")
    assert "Took back 1 move." in terminal.said


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


def test_a_piece_and_its_goal_can_be_clicked_on_a_turned_board(referee):
    terminal = referee("hexapawn", "human", "human", "--moves", "b1-b2")
    enter(terminal, "flip")
    click(terminal, "   B   │")
    terminal.wait_for(lambda: "{" in terminal.text)
    click(terminal, "{")
    terminal.wait_for(lambda: "Black plays" in terminal.said)


def test_a_second_click_moves_the_only_piece_that_can_go_there(referee):
    terminal = referee("chess", "human", "human")
    asked(terminal)
    rows = terminal.screen.display
    row = next(number for number, line in enumerate(rows) if line.startswith(" 4 "))
    column = next(line for line in rows if line.split() == [*"abcdefgh"]).index("e")
    twice = f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m"
    terminal.type(twice)
    terminal.wait_for("Click again to play e4.")
    terminal.type(twice)
    terminal.wait_for("White moves the pawn to e4.")


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
        ("dudo", "Liar's Dice"),
    ):
        assert game_title(spec) == title


HELP, QUIT = ("F1", "help"), ("F10", "quit")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
def test_help_and_quit_stay_and_what_is_needed_least_gives_way(width):
    helps, *others = key_line()
    pairs = with_room((helps, *STEERING, *others), width)
    assert (pairs[0], pairs[-1]) == (HELP, QUIT)
    assert sum(len(key) + len(does) + 3 for key, does in pairs) <= width
    assert [pair for pair in (helps, *STEERING, *others) if pair in pairs] == [*pairs]
    assert ("F4", "redo") not in pairs or ("F2", "hint") in pairs


def test_at_80_columns_all_but_two_keys_stand_there(referee):
    terminal = referee("human", "human")
    asked(terminal)
    assert terminal.lines[-1] == " F1 help  Arrows choose  Enter play  F2 hint  F3 undo  F5 flip  F10 quit"


def test_in_a_small_window_the_prompt_says_which_key_helps(referee):
    terminal = referee("human", "human", size=SMALL)
    asked(terminal)
    assert terminal.lines[-1] == f"{'X to move:':32} F1 help"
    terminal.type("5")
    terminal.wait_for(lambda: terminal.lines[-1] == "X to move: 5")
    terminal.resize(80, 24)
    terminal.wait_for(lambda: terminal.lines[-1].endswith("F10 quit"))


def test_without_room_the_prompt_stands_alone(referee):
    terminal = referee("human", "human", size=(24, 12))
    asked(terminal)
    assert terminal.lines[-1] == "X to move:"
