"""The menu before a match: its pages as lines of any window, and as people use it at a terminal."""

import re
import sys
from contextlib import ExitStack, closing
from itertools import product

import pytest
from terminal import REFEREE, Terminal

import games
import players
from games.names.entry import Entry
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import text_width
from referee.match.events import Ended, How, Moved, Started
from referee.match.record import Heading
from referee.storage.archive import open_archive
from referee.table.fullscreen.bars import fitting
from referee.table.fullscreen.menu import Menu, MenuChoice, text_on
from referee.table.fullscreen.menu_form import CommonRows, OptionRow, opponents
from referee.table.fullscreen.menu import rank
from referee.table.fullscreen.menu_lists import EMPTY, LISTS, MenuErrand
from tests.helpers.cases import every_case

SIZES = [(80, 24), (40, 12), (20, 6)]
ESC, CTRL_C, CTRL_D, CTRL_U, CTRL_Z = "\x1b", "\x03", "\x04", "\x15", "\x1a"
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
PAGE_DOWN, HOME, END, BACKSPACE = "\x1b[6~", "\x1b[H", "\x1b[F", "\x7f"


def menu(game="tic-tac-toe", opponent="minimax", signs=UNICODE, pick=True):
    """A menu as it stands at the start."""
    return Menu(game, CommonRows.with_opponent(opponent), signs, pick)


def texts(menu, size=(80, 24)):
    """The lines of the page that is seen."""
    lines = ["".join(span.text for span in line) for line in menu.body(*size)]
    if len(lines) == size[1] - 1:
        lines.append("".join(f" {key} {does} " for key, does in fitting(menu.page.keys, size[0])))
    return lines


def text(menu, size=(80, 24)):
    """The same as one text in which a sentence that was wrapped is whole."""
    return " ".join(" ".join(texts(menu, size)).split())


def form(game, **typed):
    """The form of that game, with what is typed into rows of those labels."""
    page = menu(game, pick=False).page
    for label, value in typed.items():
        page.at = [row.label for row in page.rows].index(label.replace("_", " "))
        page.type(value)
        page.row.complete()
    return page


# The games.


def test_all_games_are_offered_with_their_one_line():
    menus = menu()
    page = text(menus, (200, 24))
    assert all(f" {name} " in page for name in games.CATALOGUE)
    for name in games.CATALOGUE:
        menus.games.select(name)
        assert " ".join(text_on(name).split()[:3]) in text(menus, (200, 24))
    assert f"{len(list(games.CATALOGUE))} games, * default" in page


def test_the_form_of_one_game_loads_no_other_game(monkeypatch):
    loaded, load = [], games.CATALOGUE.load_class
    monkeypatch.setattr(games.CATALOGUE, "load_class", lambda name: loaded.append(name) or load(name))
    text(menu("nim", pick=False))
    assert set(loaded) == {"nim"}


def test_the_default_game_is_selected_in_its_group():
    menus = menu("othello:size=6")
    (line,) = [line for line in texts(menus) if "> othello *" in line]
    assert "hexapawn" in line
    menus.take()
    assert menus.take() == MenuChoice("othello:size=6", ("human", "minimax"))


@every_case(("typed", "best", "others"), [
    ("con", "connect-four", ["hex"]), ("hex", "hex", ["hexapawn"]), ("CONNECT FOUR", "connect-four", []),
    ("tictac", "tic-tac-toe", []), ("reversi", "othello", []), ("boxes", "dots-and-boxes", []),
    ("poker", "kuhn-poker", ["leduc-poker"]), ("line", "tic-tac-toe", ["connect-four", "gomoku"]),
    ("k", "kalah", ["kuhn-poker", "leduc-poker"]), ("cards bett", "leduc-poker", []),
])  # fmt: skip
def test_typing_finds_games_by_name_and_words_the_best_first(typed, best, others):
    menus = menu()
    menus.games.type(typed)
    assert menus.games.found[0] == best
    assert set(others) <= set(menus.games.found[1:])
    found = [name for name in menus.games.found if name in games.CATALOGUE.entries]
    assert f"{len(found)} of {len(games.CATALOGUE.entries)} games" in text(menus)


def test_a_name_is_found_better_than_a_word_about_it():
    assert rank("line", ["x", "line"], "") == 0
    assert rank("line", ["line-up", "x"], "") == 1
    assert rank("line", ["in-line", "x"], "") == 2
    assert rank("line", ["x", "online"], "") == 3
    assert rank("line", ["x"], "Three in a line.") == 4
    assert rank("line", ["x"], "Played online.") == 5
    assert rank("line", ["x"], "") is None


def test_an_empty_search_says_so_and_cannot_be_chosen():
    menus = menu()
    menus.games.type("xyz")
    assert "No game matches 'xyz'." in texts(menus)[2]
    menus.games.step(1)
    assert menus.take() is None
    assert menus.page is menus.games
    menus.games.erase(3)
    assert menus.games.name == "tic-tac-toe"


@pytest.mark.parametrize("size", [(40, 12), (20, 6), (80, 24)], ids=str)
def test_all_can_be_selected_and_seen_by_scrolling(size):
    menus = menu()
    seen = []
    for _ in menus.games.found:
        page = texts(menus, size)
        (selected,) = [line for line in page if "> " in line]
        assert menus.games.name[:10] in selected
        seen.append(menus.games.name)
        menus.games.change(1)
    assert set(seen) == {*games.CATALOGUE, *LISTS}
    menus.games.step(-1000)
    assert menus.games.name == "tic-tac-toe"
    assert ("more below" in texts(menus, size)[1]) == (size[1] < 24)
    menus.games.step(1000)
    assert ("more above" in texts(menus, size)[1]) == (size[1] < 24)


def test_arrows_go_over_the_groups_as_they_stand():
    menus = menu()
    texts(menus)
    names = []
    for key, by in (("step", 1), ("change", 1), ("step", 1), ("step", -1), ("step", 4)):
        getattr(menus.games, key)(by)
        names.append(menus.games.name)
    assert names == ["gomoku", "hex", "go", "gomoku", "chess"]


def test_every_game_that_comes_with_the_program_says_its_group():
    """In games/names/listing.py: Entry(..., family="counting"), one of FAMILIES."""
    for name, entry in games.CATALOGUE.entries.items():
        assert entry.family in games.FAMILIES, (
            f"{name} needs a family in games/names/listing.py: {', '.join(games.FAMILIES)}"
        )
    shown = menu().games.sections
    assert list(shown) == ["Lines", "Pieces", "Counting", "Dice and cards", "Textbook", "Matches"]
    assert "connect-four" in shown["Lines"]
    assert "kalah" in shown["Counting"]


def test_games_in_files_and_of_packages_have_groups_of_their_own(tmp_path, monkeypatch):
    file = tmp_path / "pile.py"
    file.write_text(FILE)
    monkeypatch.setattr(games.CATALOGUE, "installed", {"mine": Entry("games.nim", "Nim", origin="a package 1.0")})
    page = menu(str(file)).games
    assert page.sections["Your files"] == [page.name]
    assert page.sections["Installed"] == ["mine"]
    assert "A game in a file of your own." in text(menu(str(file)))


FILE = """
from games.nim import Nim

class Pile(Nim):
    pass
"""


@every_case("game", list(games.CATALOGUE))
def test_a_selected_game_shows_its_picture_if_there_is_room(game):
    menus = menu()
    menus.games.select(game)
    large = len("".join(texts(menus, (120, 40))).replace(" ", ""))
    assert large > len("".join(texts(menus, (60, 40))).replace(" ", ""))
    assert all(text_width(line) <= 80 for line in texts(menus, (80, 24)))


# What was played before.


@pytest.fixture
def played(tmp_path, monkeypatch):
    """An archive with a match that was lost, one that was drawn, and one that is not over."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    with closing(open_archive()) as archive:
        for game, seats, score in (
            ("ttt", ("human", "minimax"), 1),
            ("tic-tac-toe", ("human", "minimax"), -1),
            ("chips", ("level:3", "human"), -1),
            ("nim", ("human", "human"), 1),
            ("nim", ("human", "random"), None),
        ):
            names = tuple(spec.replace(":", " ") for spec in seats)
            match = archive.begin(Heading(game, seats, names, 1))
            start = games.load(game)
            match.note(Started(start, names))
            after = games.load(game, [start.text(start.moves()[0])])
            move = start.moves()[0]
            match.note(Moved(after, 0, move, start.text(move), ("", ""), 0.0))
            if score is not None:
                match.note(Ended(after, score, How.RESIGNED, "somebody resigned"))


def test_the_last_result_of_a_person_stands_by_the_game(played):
    menus = menu()
    for name, told in (
        ("tic-tac-toe", "Last time: lost to minimax."),
        ("chips", "Last time: won against level 3."),
        ("nim", "Last time: human won."),
    ):
        menus.games.select(name)
        assert told in text(menus)
    menus.games.select("hex")
    assert "Last time" not in text(menus)


@pytest.mark.parametrize(("name", "numbers"), [("resume", [5]), ("history", [5, 4, 3, 2, 1]), ("review", [4, 3, 2, 1])])
def test_matches_of_the_past_are_listed_and_chosen(played, name, numbers):
    menus = menu()
    menus.games.select(name)
    assert LISTS[name] in text(menus)
    assert menus.take() is None
    assert [number for number, _ in menus.page.rows] == numbers
    assert menus.take() == MenuErrand(name, numbers[0])
    menus.page.step(1000)
    assert menus.take() == MenuErrand(name, numbers[-1])
    assert all(text_width(line) <= 40 for line in texts(menus, (40, 12)))
    assert not menus.leave()
    assert menus.page is menus.games


@pytest.mark.parametrize("name", list(LISTS))
def test_an_empty_list_says_so(name, tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    menus = menu()
    menus.games.select(name)
    menus.take()
    assert " ".join(EMPTY[name].split()) in text(menus)
    assert menus.take() is None


# The form.


def test_the_spec_holds_what_differs_from_the_defaults():
    assert form("connect-four").spec == "connect-four"
    assert form("connect-four", columns="7", line="3").spec == "connect-four:line=3"
    assert form("nim", heaps="3/5/7", misere="yes").spec == "nim:heaps=3/5/7,misere=yes"
    assert form("nim:sticks=30", sticks="").spec == "nim"


@every_case(
    ("game", "typed", "told"),
    [
        ("connect-four", {"columns": "40"}, "columns=40 must be a whole number from 1 to 32"),
        ("connect-four", {"columns": "x"}, "columns=x must be a whole number from 1 to 32"),
        ("nim", {"heaps": "3/x"}, "heaps=3/x must be 1 to 20 whole numbers from 1 to 32767 with / between"),
        ("nim", {"misere": "maybe"}, "misere=maybe must be yes or no"),
        ("chips", {"rule": "odd"}, "rule=odd must be even or last"),
        ("chips", {"chips": "20"}, "chips=20 must be odd under rule=even"),
        ("tic-tac-toe", {"opponent": "xyz"}, "there is no player 'xyz' (players: "),
        ("tic-tac-toe", {"opponent": "minimax:depth=x"}, "depth=x must be "),
        ("tic-tac-toe", {"first_move": "me"}, "first move 'me' must be you or opponent or by lot"),
        ("kuhn-poker", {"opponent": "human"}, "two people cannot play it on one screen"),
    ],
)
@every_case("key", ["step", "take"])
def test_a_wrong_value_is_reported_when_it_is_left_and_on_enter(game, typed, told, key):
    page = form(game, **typed)
    assert page.message == ""
    assert (page.step(1) if key == "step" else page.take()) is None
    assert told in page.message
    shown = "".join("".join(span.text for span in line if span.role == "bad") + " " for line in page.lines(200, 24))
    assert page.message in shown


def test_enter_leads_to_the_row_that_is_wrong():
    page = form("connect-four", columns="40")
    page.step(-1)
    assert page.row.label == "first move"
    assert [
        line for line in ("".join(span.text for span in line) for line in page.lines(80, 24)) if " ! columns" in line
    ]
    assert page.take() is None
    assert page.row.label == "columns"
    page.type("6")
    assert page.message == ""
    assert page.take() == MenuChoice("connect-four:columns=6", ("human", "minimax"))


def test_the_beginning_of_a_word_is_enough():
    page = form("chips", chips="20", rule="l", opponent="rand", first_move="OPP")
    assert page.take() == MenuChoice("chips:chips=20,rule=last", ("random", "human"))


def test_the_names_of_two_people_are_asked_for_and_follow_their_seats():
    page = form("hex", opponent="minimax")
    assert "your name" not in [row.label for row in page.rows]
    page = form("hex", opponent="human", your_name=" Ann", other_name="Bob")
    assert page.take() == MenuChoice("hex", ("human", "human"), ("Ann", "Bob"))
    page = form("hex", opponent="human", your_name="Ann", other_name="", first_move="opponent")
    assert page.take() == MenuChoice("hex", ("human", "human"), ("human", "Ann"))
    page = form("hex", opponent="human", your_name="draw")
    assert page.take() is None
    assert page.message.startswith("your name 'draw' must be a text of 1 to 20 printable characters")


def test_letters_begin_a_value_anew_and_backspace_keeps_the_rest():
    page = form("nim")
    page.at = [row.label for row in page.rows].index("sticks")
    page.erase(1)
    page.type("5")
    assert page.row.text == "25"
    page.change(1)
    page.type("7")
    page.type("0")
    assert page.row.text == "70"


def test_arrows_step_through_numbers_and_words_within_their_range():
    rows = {row.label: row for row in (*form("connect-four").options, *form("chips").options, *form("nim").options)}
    seen = {"columns": [], "rule": [], "misere": [], "heaps": []}
    for label, values in seen.items():
        for by in (1, 1, -1):
            rows[label].change(by)
            values.append(rows[label].text)
    assert seen == {
        "columns": ["8", "9", "8"],
        "rule": ["last", "even", "last"],
        "misere": ["yes", "no", "yes"],
        "heaps": ["", "", ""],
    }
    for _ in range(50):
        rows["columns"].change(1)
        rows["line"].change(-1)
    assert (rows["columns"].text, rows["line"].text) == ("32", "2")


def test_a_wrong_number_is_stepped_from_the_default():
    row = form("connect-four", columns="x").row
    row.change(1)
    assert row.text == "8"


def test_levels_programs_and_a_person_are_offered_and_any_other_default_first():
    offered = opponents("mcts:playouts=9")
    assert offered[0] == "mcts:playouts=9"
    assert offered[-1] == "human"
    assert {"minimax", "mcts", "montecarlo", "optimal", "cfr", "random"} < set(offered)
    outside = {name for name in players.CATALOGUE if players.CATALOGUE.is_outside(name)}
    assert {name.partition(":")[0] for name in offered} == set(players.CATALOGUE) - outside
    assert opponents("random").count("random") == 1


@pytest.mark.parametrize("there", [True, False])
def test_levels_are_offered_where_there_are_such(monkeypatch, there):
    names = {name: name for name in players.CATALOGUE if name != "level"}
    monkeypatch.setattr(players.CATALOGUE, "names", names | ({"level": "level"} if there else {}))
    levels = [spec for spec in opponents("minimax") if spec.startswith("level")]
    assert levels == [f"level:{level}" for level in range(1, 11)] * there


def test_arrows_go_from_level_to_level_on_to_the_programs_and_round(monkeypatch):
    monkeypatch.setitem(players.CATALOGUE.names, "level", "level")
    row = CommonRows.with_opponent("level:9").opponent
    seen = [(row.change(1), row.text)[1] for _ in range(3)]
    assert seen == ["level:10", "minimax", "mcts"]
    row = CommonRows.with_opponent("level:2").opponent
    seen = [(row.change(-1), row.text)[1] for _ in range(3)]
    assert seen == ["level:1", "human", "random"]


def test_the_first_mover_sits_at_seat_0():
    common = CommonRows.with_opponent("random")
    assert common.players() == ("human", "random")
    common.first.change(1)
    assert common.players() == ("random", "human")
    common.first.change(1)
    assert {common.players(lot) for lot in (0, 1)} == {("human", "random"), ("random", "human")}


def test_by_lot_both_come_to_move_first():
    page = form("nim", first_move="by lot")
    assert {page.take().players for _ in range(200)} == {("human", "minimax"), ("minimax", "human")}


def test_opponent_and_values_are_kept_from_page_to_page():
    menus = menu("nim", pick=False)
    menus.page.type("random")
    menus.page.step(2)
    menus.page.step(1)
    menus.page.type("9")
    assert not menus.leave()
    menus.games.type("hex")
    menus.take()
    assert menus.page.take() == MenuChoice("hex", ("human", "random"))
    menus.leave()
    assert menus.games.name == "hex"
    menus.games.select("nim")
    menus.take()
    assert menus.take() == MenuChoice("nim:take=9", ("human", "random"))


def test_a_roomy_window_says_the_same_as_a_command():
    page = form("nim", heaps="3/5/7", opponent="random", first_move="opponent")
    assert "referee nim:heaps=3/5/7 random human" in "".join(span.text for line in page.lines(80, 24) for span in line)


# Windows.


@pytest.mark.parametrize("game", list(games.CATALOGUE))
@every_case(("size", "signs"), [*product(SIZES, [UNICODE]), (SIZES[0], ASCII)])
def test_the_pages_fill_a_window_and_each_row_can_be_seen(game, signs, size):
    menus = menu(game, signs=signs)
    assert all(text_width(line) <= size[0] for line in texts(menus, size)[3:-2])
    menus.take()
    for _ in menus.page.rows:
        page = texts(menus, size)
        assert len(page) == size[1]
        assert all(text_width(line) <= size[0] for line in page)
        assert signs is UNICODE or "".join(page).isascii()
        (selected,) = [line for line in page if line.startswith(" > ")]
        assert selected[3:].startswith(menus.page.row.label[0])
        menus.page.step(1)
    assert menus.page.at == 0


@every_case("game", list(games.CATALOGUE))
def test_the_whole_of_what_a_row_takes_can_be_read_in_a_small_window(game):
    menus = menu(game, pick=False)
    for row in menus.page.rows:
        assert " ".join(row.hint.split()) in text(menus, (40, 12))
        menus.page.step(1)


def test_a_window_too_small_names_the_size_that_is_needed():
    assert text(menu(), (19, 6)) == text(menu(), (80, 5))[:99]
    assert text(menu(), (19, 6)) == "This window is too small: the menu needs 20 columns, 6 lines."


def test_text_typed_beyond_the_window_is_cut_at_its_beginning():
    menus = menu()
    menus.games.type("abcdefghijklmnopqrstuvwxyz")
    assert texts(menus, (20, 6))[1] == " Find: …opqrstuvwxyz"[:8] + "opqrstuvwxyz"[-11:]
    menus.games.type("\N{CJK UNIFIED IDEOGRAPH-4E2D}" * 20)
    assert texts(menus, (20, 6))[1].count("\N{CJK UNIFIED IDEOGRAPH-4E2D}") == 5


# Terminals.


@pytest.fixture
def referee():
    """Starts the program in a terminal of its own."""
    with ExitStack() as stack:
        yield lambda *arguments, **options: stack.enter_context(Terminal(*REFEREE, *arguments, **options))


def press(terminal, *steps):
    """Press keys, each time after what is named stands on the screen."""
    for wanted, keys in steps:
        terminal.wait_for(wanted)
        terminal.type(keys)


def until(terminal, start):
    """Wait until the selected line begins so, whatever the widths of its columns."""
    terminal.wait_for(lambda: f"> {start}" in terminal.said)


def test_enter_and_enter_play_the_defaults(referee):
    terminal = referee()
    press(terminal, ("What shall we play?", "\r"), ("Left Right", "\r"))
    terminal.wait_for("You are X against Level 3.")


def test_a_whole_choice_by_keys(referee):
    terminal = referee()
    press(terminal, ("What shall we play?", "connx"), ("No game matches 'connx'.", BACKSPACE), ("1 of", "\r"))
    until(terminal, "opponent")
    terminal.type("ran\t")
    until(terminal, "first move < you >")
    terminal.type(f"{RIGHT}{DOWN}")
    until(terminal, "columns")
    terminal.type(f"40{DOWN}")
    terminal.wait_for("columns=40 must be a whole number from 1 to 32")
    terminal.type(f"{UP}6{RIGHT}{RIGHT}{LEFT}\r")
    terminal.wait_for("Your move:")
    assert "Connect Four" in terminal.lines[0]


def test_a_game_on_the_command_line_leads_to_its_form(referee):
    terminal = referee("nim:heaps=3/4/5")
    press(terminal, ("3/4/5", END), ("misere", f"{HOME}random{UP}"))
    until(terminal, "misere < no >")
    terminal.type("y\r")
    terminal.wait_for("You are First against Random.")
    assert "Nim: heaps=3/4/5,misere=yes" in terminal.text


def test_a_wrong_game_on_the_command_line_is_one_line(referee):
    terminal = referee("chips:chips=20")
    assert terminal.exit_status() == 2
    assert terminal.text.startswith("referee: 'chips:chips=20': chips=20 must be odd under rule=even")


@pytest.mark.parametrize("arguments", [(), ("hex",)], ids=str)
def test_escape_leads_back_and_then_out(referee, arguments):
    terminal = referee(*arguments)
    if not arguments:
        press(terminal, ("What shall we play?", "hex\r"))
    press(terminal, ("Join your two sides", ESC))
    until(terminal, "hex")
    terminal.type(ESC)
    assert terminal.exit_status() == 0
    assert b", seed " not in terminal.output


def test_escape_takes_the_filter_off_first(referee):
    terminal = referee()
    press(terminal, ("What shall we play?", "xyz"), ("Esc clear", ESC), ("Esc leave", ESC))
    assert terminal.exit_status() == 0


@pytest.mark.parametrize("keys", ["", "\r"], ids=["games", "form"])
def test_ctrl_c_ends_the_menu_and_gives_the_terminal_back(keys):
    with Terminal("sh", "-c", '"$0" -m referee; echo status $?; stty -a', sys.executable) as terminal:
        press(terminal, ("What shall we play?", keys), ("Esc back" if keys else "Esc leave", CTRL_C))
        assert terminal.exit_status() == 0
        assert "status 130" in terminal.lines
        assert {"echo", "icanon", "isig"} <= set(terminal.text.replace(";", " ").split())
        assert not terminal.screen.cursor.hidden
        assert terminal.output.count(b"\x1b[?1049h") == terminal.output.count(b"\x1b[?1049l") == 1
        assert b"Traceback" not in terminal.output


def test_no_letter_and_no_ctrl_d_leaves(referee):
    terminal = referee()
    press(
        terminal, ("What shall we play?", f"q{CTRL_D}{CTRL_D}"), ("Find: q", f"{CTRL_U}quit\r"), ("Find: quit", CTRL_U)
    )
    terminal.wait_for("Find: type to filter")
    assert not terminal.ended


def test_a_menu_in_the_background_comes_back():
    with Terminal(
        "sh", "-c", 'set -m; "$0" -m referee; echo asleep; fg >/dev/null; echo $?', sys.executable
    ) as terminal:
        press(terminal, ("What shall we play?", f"chi{CTRL_Z}"))
        terminal.wait_for(lambda: b"asleep" in terminal.output)  # on the page of the shell, for a moment
        press(terminal, ("Find: chi", CTRL_C))
        assert terminal.exit_status() == 0
        assert terminal.lines[-1] == "130"


def test_a_small_window_shows_all_by_scrolling(referee):
    terminal = referee(size=(40, 12))
    press(terminal, ("more below", END), ("more above", HOME), ("more below", "\r"), ("Enter play", DOWN))
    until(terminal, "first move")
    assert len(terminal.lines) == 12
    terminal.type("\r")
    terminal.wait_for("Tic Tac Toe")


def test_a_window_that_changes_is_filled_anew(referee):
    terminal = referee()
    terminal.wait_for("Esc leave")
    assert len(terminal.lines) == 24
    terminal.resize(40, 12)
    terminal.wait_for("more below")
    terminal.resize(19, 6)
    terminal.wait_for("too small")
    terminal.resize(80, 24)
    # The screen is blank for a moment: the last line alone may be of a drawing that is being erased.
    terminal.wait_for(lambda: "\n Lines " in terminal.text and terminal.lines[-1].endswith("Esc leave"))
    assert terminal.lines[2].startswith(" Lines ")


def test_the_selected_game_stands_on_another_ground_and_without_colours_is_reversed(referee):
    for environment in ({}, {"NO_COLOR": "1"}):
        terminal = referee(environment=environment)
        press(terminal, ("What shall we play?", f"{DOWN}{PAGE_DOWN}{UP}{HOME}{DOWN}"))
        until(terminal, "gomoku")
        signs = [terminal.screen.buffer[row][1] for row in (3, 4, 5)]
        assert [sign.reverse or sign.bg != "default" for sign in signs] == [False, True, False]
        assert signs[1].reverse == ("NO_COLOR" in environment)


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_an_ascii_terminal_is_shown_the_menu_in_ascii(referee, environment):
    terminal = referee(environment=environment)
    press(terminal, ("What shall we play?", "\N{LATIN SMALL LETTER E WITH ACUTE}chips\r"), ("Esc back", f"{UP}x\t"))
    terminal.wait_for("rule=x must be even or last")
    assert terminal.output.isascii()
    assert "-" * 80 in terminal.lines


def test_pasted_text_is_typed_in_one_line(referee):
    terminal = referee()
    press(terminal, ("What shall we play?", "\x1b[200~dots and\nboxes\n\x1b[201~"), ("Find: dots and boxes", "\r"))
    terminal.wait_for("Draw lines between dots")
    terminal.wait_for("Left Right")


def test_plain_questions_are_asked_by_lines(referee):
    terminal = referee("nim", "--plain")
    terminal.wait_for("Opponent [level:3]:")
    assert b"\x1b" not in terminal.output


def test_two_names_are_those_of_two_people(referee):
    terminal = referee("hex", "--name", "Ann", "--name", "Bob")
    press(terminal, ("As a command: referee hex human human", "\r"))
    terminal.wait_for("Ann is Red, Bob is Blue.")


def test_a_second_name_needs_a_second_person(command):
    code, _, said = command("chess casual --name Ann --name Bob")
    assert code == 2
    assert said == "referee: --name is given twice, but two people do not play here: referee human human\n"
