"""The page of a match as lines: what stands where, in windows large and small; positions, the cursor, the rules."""

import math
import re
from dataclasses import replace
from itertools import product
from time import monotonic

import pytest

import games
from games.rules.texts import rules_of
from players.player import Glimpse
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import line_width
from referee.drawing.paint.canvas import Canvas
from referee.drawing.themes import ROLES
from referee.match import play
from referee.match.clock_text import read_clock
from referee.match.clocks import Control, SeatClock
from referee.match.events import Asked, Ended, How, Moved, TakenBack
from referee.table.fullscreen import update
from referee.table.fullscreen import view as view_module
from referee.table.fullscreen.match_layout import lay_out
from referee.table.fullscreen.panel import (
    choice_rows, last_blocks, score_sheet, sheet_lines, written_turns,
)  # fmt: skip
from referee.table.fullscreen.rules_page import rules_layout
from referee.table.fullscreen.steering import enter_cell, is_listed_move, mark_dead, point, steer, toggle_dead
from referee.table.fullscreen.update import busy, update_view
from referee.table.fullscreen.view import Timeline, View, cursor_of, wrap_lines
from tests.helpers.cases import every_case

CLOCKED = Control(total=300.0)


def view_of(spec, *texts, people=(True, False), names=("Ann", "minimax")):
    """The page after those moves, which were an opening."""
    game = games.load(spec)
    view = View(spec, Timeline(game), people=people)
    view.viewer = people.index(True) if sum(people) == 1 else None
    started = next(play(game, ["random", "random"], names, opening=texts))
    update_view(view, started)
    return view


def asked(view, left=(None, None), seconds=math.inf, control=CLOCKED):
    """The same with somebody asked."""
    game = view.timeline.last.game
    update_view(view, Asked(game.copy(), game.turn, monotonic() + seconds, left, control=control))
    if view.people[game.turn]:
        view.asked, view.cursor = game, cursor_of(game)
    return view


def lines(view, width=80, height=23, signs=UNICODE):
    """The lines of the page, without the blanks at their ends."""
    return ["".join(span.text for span in line).rstrip() for line in lay_out(view, signs, width, height).lines]


SPECS = sorted(games.CATALOGUE)
WINDOWS = [(80, 23), (40, 11), (20, 5), (200, 60), (1, 1)]


@pytest.mark.parametrize("spec", SPECS)
def test_the_page_fills_every_window_exactly_and_never_more(spec):
    view = asked(view_of(spec))
    for signs, (width, height) in [*product([UNICODE], WINDOWS), *product([ASCII], WINDOWS[:2])]:
        for flipped, said in ((False, 20), (True, 40)):
            view.flipped = flipped
            view.say("'x' is not a legal move here; legal: " + "1 2 3 " * said)
            page = lay_out(view, signs, width, height)
            assert len(page.lines) + page.below == height - page.keys
            if height > 2:
                assert all(line_width(line) <= max(width, 10) for line in page.lines)
            assert {span.role for line in page.lines for span in line} <= {*ROLES, ""}
            if signs is ASCII:
                assert all(span.text.isascii() for line in page.lines for span in line)


@every_case(
    "spec",
    ["backgammon", "breakthrough", "chess", "connect-four", "dots-and-boxes", "gomoku", "kalah", "othello", "pig"],
)
def test_a_board_is_shown_in_the_window_that_it_asks_for_and_in_no_smaller_one(spec):
    view = asked(view_of(spec))
    needed = re.search(r"the board needs (\d+) and (\d+)\.", "".join(lines(view, 200, 3)))
    width, height = int(needed[1]), int(needed[2]) - 1  # without the line of the prompt
    assert "too small" not in " ".join(lines(view, width, height))
    assert "too small" in " ".join(lines(view, width - 1, height))
    assert "too small" in " ".join(lines(view, width, height - 1))


@every_case("spec", [spec for spec in SPECS if spec not in ("gomoku", "hex", "kalah")] + ["hex:9"])
def test_every_board_is_seen_whole_in_a_small_window(spec):
    text = "\n".join(lines(asked(view_of(spec)), 40, 11))
    assert "too small" not in text


@every_case("width", [80, 120])
def test_the_panel_keeps_its_place_whatever_the_note_says(width):
    places = {
        line.index("Last turns")
        for texts in ((), ("E5",), ("E5", "pass"))
        for line in lines(view_of("go:komi=6.5", *texts), width)
        if "Last turns" in line
    }
    assert len(places) == 1


def test_the_prisoners_of_go_stand_beside_the_name_of_who_took_them():
    view = view_of("go:5,position=1b3/bw3/1b3/5/5 b", "C4", "A1")
    assert any("Ann · took 1" in line or "you · took 1" in line for line in lines(view))


def test_players_clocks_and_moves_stand_beside_the_board():
    view = asked(view_of("ttt", "5", "1", "9"), left=(SeatClock(12.0), SeatClock(299.0)))
    text = lines(view, height=12)
    assert text[0].split() == ["referee", "│", "ttt", "turn", "2", "·", "you", "are", "X"]
    assert text[2] == "  ┌───┬───┬───┐      X  Ann                     0:12"
    assert text[3] == "  │ O │ 2 │ 3 │   ▶  O  minimax                 4:59"
    assert text[4].startswith("  ├───┼───┼───┤   Last turns ───")
    assert text[5:7] == ["  │ 4 │ X │ 6 │     1  5             1", "  ├───┼───┼───┤     2  9"]


def test_a_named_seat_stands_above_its_player():
    view = asked(view_of("breakthrough", names=("human", "minimax")), left=(SeatClock(60), SeatClock(60)))
    text = [line[36:].strip() for line in lines(view, 90, 30)[2:7]]
    assert [line.split() for line in text] == [
        ["▶", "W", "White", "1:00"],
        ["you"],
        [],
        ["B", "Black", "1:00"],
        ["minimax"],
    ]
    grounds = [{span.role for span in line[-3:]} for line in lay_out(view, UNICODE, 90, 30).lines[2:4]]
    assert grounds == [{"bar"}, {"bar"}]
    assert "(W) White" in "\n".join(lines(view, 90, 30, ASCII))


def test_a_small_board_is_drawn_larger_on_a_page_of_its_own():
    text = lines(asked(view_of("ttt", "5", "1", "9")))
    assert [row[:27] for row in text[2:7]] == [
        "  ┌───────┬───────┬───────┐",
        "  │       │       │       │",
        "  │   O   │   2   │   3   │",
        "  │       │       │       │",
        "  ├───────┼───────┼───────┤",
    ]
    last = [
        span for line in lay_out(view_of("ttt", "5"), UNICODE, 80, 23).lines for span in line if span.role == "last"
    ]
    assert [span.text for span in last] == ["       ", "[  X  ]", "       "]


def test_a_small_window_keeps_the_board_and_says_the_clocks_in_the_title():
    text = lines(asked(view_of("othello"), left=(SeatClock(60), SeatClock(60))), 40, 11)
    assert "a b c d e f g h" in " ".join(text)
    text = lines(asked(view_of("othello:size=6"), left=(SeatClock(60), SeatClock(60))), 34, 11)
    assert text[0] == " othello…  Black 1:00  White 1:00"
    text = lines(asked(view_of("ttt"), left=(SeatClock(60), SeatClock(60))), 40, 11)
    assert ("ttt" in text[0], text[2][-4:], text[3][-4:]) == (True, "1:00", "1:00")


CLOCKS = [
    ("40/5m", "39/4:59 38/5:00"),
    ("40/2h:20/1h", "40/2:00:00 40/2:00:00"),
    ("5m/10x20s", "10x0:17 1x0:03.0"),
    ("5m/25/10m", "21/9:58 5:00"),
    ("5m+d3s", "5:00 0:09.0"),
    ("5m,1m", "5:00 1:00"),
]


def read_shown(text):
    """The clock that shows this."""
    counts, _, time = text.rpartition("x" if "x" in text else "/")
    *minutes, rest = time.split(":")
    seconds = 60 * sum(60**place * int(part) for place, part in enumerate(reversed(minutes))) + float(rest)
    if "x" in text:
        return SeatClock(seconds, None, int(counts), byo_yomi=True)
    return SeatClock(seconds, int(counts) if counts else None, 0)


@pytest.mark.parametrize(("control", "shown"), CLOCKS)
@pytest.mark.parametrize("spec", ["ttt", "othello", "backgammon"])
@every_case(("width", "height", "signs"), [(80, 23, UNICODE), (40, 11, UNICODE), (40, 11, ASCII)])
def test_the_page_shows_every_kind_of_clock_without_breaking_its_layout(control, shown, spec, width, height, signs):
    view = view_of(spec, names=("Ann", "a program with quite a long name"))
    view.left = tuple(map(read_shown, shown.split()))
    assert " ".join(map(str, view.left)) == shown
    page = lay_out(view, signs, width, height)
    assert len(page.lines) + page.below == height - page.keys
    drawn = ["".join(span.text for span in line) for line in page.lines]
    assert all(len(line) <= width for line in drawn)
    if page.titled or spec == "ttt":
        assert all(each in "\n".join(drawn) for each in shown.split())


def test_a_clock_is_marked_only_if_its_end_loses_the_game():
    view = view_of("ttt", "5")
    for text, urgent in (
        ("0:09.0", True),
        ("3/0:09.0", True),
        ("2x0:09.0", False),
        ("1x0:09.0", True),
        ("1x0:20", False),
    ):
        view.left = (read_shown(text), read_shown("9:00"))
        roles = {span.text.strip(): span.role for line in lay_out(view, UNICODE, 80, 23).lines for span in line}
        assert roles[text] == ("urgent" if urgent else "clock")
    view.left = (SeatClock(5.0, None, 3), read_shown("9:00"))  # three periods of byo-yomi follow
    roles = {span.text.strip(): span.role for line in lay_out(view, UNICODE, 80, 23).lines for span in line}
    assert roles["0:05.0"] == "clock"


def test_the_page_goes_on_to_byo_yomi_while_somebody_thinks(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(update, "monotonic", lambda: now[0])
    monkeypatch.setattr(view_module, "monotonic", lambda: now[0])
    control = read_clock("10s/3x20s")
    view, game = view_of("ttt"), games.load("ttt")
    update_view(view, Asked(game, 0, now[0] + control.limit(control.start, 0), control.start, control=control))
    seen = []
    for seconds in (1.5, 9, 20, 20, 19, 2):
        now[0] += seconds
        seen.append(" ".join(str(view.clock(seat)) for seat in (0, 1)))
    assert seen == ["0:08.5 0:10", "3x0:20 0:10", "2x0:20 0:10", "1x0:20 0:10", "1x0:00.5 0:10", "1x0:00.0 0:10"]


def test_a_window_too_small_says_so_plainly():
    text = " ".join(lines(asked(view_of("gomoku")), 30, 10))
    assert "This window is too small for the board: it has 30 columns and 11 lines, the board needs" in text
    assert "Make it larger, or go on typing." in text
    watched = view_of("gomoku")
    watched.people = False, False
    assert "Make it larger. " in f"{' '.join(lines(watched, 30, 10))} "


def test_words_for_the_keys_after_the_end_fit_the_panel():
    view = view_of("chips")
    for width, seats in ((40, "s     play again, seats swapped"), (22, "s     swap")):
        rows = ["".join(span.text for span in row).strip() for row in choice_rows(view, UNICODE, width)]
        assert seats in rows
        assert not any(row.endswith(UNICODE.more) for row in rows)


def test_the_page_says_which_piece_was_taken():
    game = games.load("hexapawn")
    view = View("hexapawn", Timeline(game), people=(True, False), viewer=0)
    for event in play(game, ["random", "random"], ("Ann", "Bob"), opening=()):
        update_view(view, event)
        break
    for text in ("b1-b2", "a3xb2"):
        before = view.timeline.last.game.copy()
        move = before.parse(text)
        seat = before.turn
        before.make(move)
        update_view(view, Moved(before, seat, move, text, (text, text), 0.0))
    assert view.remarks == ["You play b1-b2.", "Bob plays a3xb2 and takes your pawn."]
    assert any("Bob · took 1" in line for line in lines(view))
    view.timeline.step(-1)
    assert not any("took 1" in line for line in lines(view))


def played(spec, *texts, viewer=0):
    """The page of a person with the first seat after those moves, which were made while it was open."""
    view = view_of(spec, names=("Ann", "Bob"), people=(viewer == 0, viewer == 1))
    for text in texts:
        game = view.timeline.last.game.copy()
        move, seat = game.parse(text), game.turn
        game.make(move)
        update_view(view, Moved(game, seat, move, text, (text, text), 0.0))
    return view


def test_captured_men_of_chess_are_shown_with_the_difference_in_pawns():
    view = played("chess", "e4", "d5", "exd5", "Nf6", "c4", "Nxd5", "cxd5", "e6", "dxe6", "Qd3", "exf7")
    shown = lines(view, 100, 30)
    assert any(line.endswith("W  White  ♟\ufe0e♟\ufe0e♟\ufe0e♞ +5") for line in shown)
    assert any(line.endswith("B  Black  ♙") for line in shown)
    assert any(line.endswith("(W) White  PPPN +5") for line in lines(view, 100, 30, signs=ASCII))
    assert any(
        line.endswith("White  PPPN +5") for line in lines(view, 100, 30, signs=replace(UNICODE, figures="letters"))
    )
    view.timeline.at = 3
    assert any(line.endswith("W  White  ♟\ufe0e +1") for line in lines(view, 100, 30))


def test_a_man_that_a_pawn_became_counts_for_the_difference():
    view = played("chess:position=8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q")
    assert any(line.endswith("W  White  +9") for line in lines(view))


def test_a_long_text_replaces_the_board():
    view = asked(view_of("ttt"))
    view.say("\n".join(f"line {number}" for number in range(40)))
    text = lines(view)
    assert text[1:4] == ["", "line 0", "line 1"]
    assert text[-1].startswith("arrows scroll")
    view.pager.top = 1000
    assert lines(view)[-2] == "line 39"


def test_a_long_answer_is_read_to_its_end_even_in_a_small_window():
    view = asked(view_of("ttt"))
    view.say("Legal moves: " + ", ".join(f"a{number}" for number in range(1, 60)))
    text = " ".join(" ".join(lines(view, 40, 11)).split())
    assert "a1, a2," in text and "a59" in text
    view.put_away()
    assert view.remarks == ["You are X against Minimax."]


@every_case("width", [20, 21, 40, 79, 80])
def test_all_further_rows_of_a_line_begin_alike(width):
    first, *others = wrap_lines([f"  b7  {'one by one into the pits ' * 9}"], width)
    assert first[0].text.startswith("  b7  one")
    assert {len(row[0].text) - len(row[0].text.lstrip()) for row in others} == {6}


# Positions.


def test_positions_can_be_looked_at_while_the_match_goes_on():
    view = view_of("ttt", "5", "1")
    assert view.timeline.step(-1)
    assert lines(view)[0].endswith("move 1 of 2")
    game = view.timeline.last.game.copy()
    move = game.parse("9")
    game.make(move)
    update_view(view, Moved(game, 0, move, "9", ("9", "9"), 0.0))
    assert (view.timeline.at, view.timeline.live) == (1, False)
    assert view.timeline.step(100)
    assert view.timeline.live
    assert not view.timeline.step(1)
    update_view(view, TakenBack(view.timeline.positions[1].game, 2))
    assert [moved.text for _, moved in view.timeline.steps()] == ["5"]
    assert view.said[-1] == "Took back 2 moves."


def sheet(view):
    """The score sheet of that page as plain data."""
    rows = score_sheet(written_turns(view.timeline.steps(), view.viewpoint))
    return [(number, [(turn.seat, turn.text) for turn in row]) for number, row in rows]


def test_a_score_sheet_has_a_row_for_a_turn_of_each():
    view = view_of("kalah", "3", "1", "6", "2")  # the first seat moves again after the third pit
    assert sheet(view) == [(1, [(0, "3 1"), (1, "6")]), (2, [(0, "2")])]


def test_chess_is_numbered_in_the_panel_as_its_players_number_it():
    text = lines(asked(view_of("chess", "e4", "e5", "Nf3")), 120, 39)
    assert [found[0].split() for row in text if (found := re.search(r"\d\. .*", row))] == [
        ["1.", "e4", "e5"], ["2.", "Nf3"],
    ]  # fmt: skip


def test_rows_of_chess_go_on_from_the_number_of_the_position():
    view = view_of("chess:position=4k3/8/8/8/8/8/8/4K2R b K - 0 30", "Kd7", "Rg1")
    rows = ["".join(span.text for span in line).split() for line in sheet_lines(view, 30, 9, UNICODE)]
    assert rows == [["30.", "...", "Kd7"], ["31.", "Rg1"]]
    assert "turn 31" in lines(view)[0]


def test_looking_back_at_chess_names_the_move_that_led_there():
    view = view_of("chess", "e4", "e5", "Nf3")
    for at, told in ((2, "after 1... e5"), (1, "after 1. e4"), (0, "the start")):
        view.timeline.at = at
        assert lines(view)[0].endswith(told)


TURN = "6-5 24/18 18/13 5-4 13/8 24/20 6-6 13/7 13/7 13/7 8/2".split()


def test_dice_and_moves_of_a_turn_are_one_entry():
    assert sheet(view_of("backgammon", *TURN)) == [
        (1, [(0, "6-5: 24/18 18/13"), (1, "5-4: 13/8 24/20")]), (2, [(0, "6-6: 13/7 13/7 13/7 8/2")]),
    ]  # fmt: skip


@pytest.mark.parametrize("window", [(80, 23), (120, 39)])
def test_long_turns_stand_whole_below_each_other(window):
    text = lines(asked(view_of("backgammon", *TURN)), *window)
    side = [re.split("[│┐┘]", row)[-1].strip() for row in text]
    joined = " ".join(" ".join(side).split())
    assert "1 W 6-5: 24/18 18/13 B 5-4: 13/8 24/20 2 W 6-6: 13/7 13/7 13/7 8/2" in joined


@pytest.mark.parametrize("signs", [UNICODE, replace(UNICODE, painted=True)], ids=["letters", "painted"])
@pytest.mark.parametrize("said", ["", "Minimax plays on."])
def test_a_small_board_of_go_is_drawn_large_in_a_usual_window(signs, said):
    view = asked(view_of("go", "E5", "C3", "G7", "pass"))
    view.said = [said] if said else []
    text = lines(view, signs=signs)
    top, bottom = (next(at for at, row in enumerate(text) if re.match(rf" *{label} ", row)) for label in "91")
    assert bottom - top == 16
    assert any("Black 2, White 8 with komi 7" in row for row in text)


@every_case(("height", "shown"), [(4, "abc"), (3, "abc"), (2, "bc"), (1, "c"), (0, "")])
def test_whole_blocks_are_shown_as_long_as_they_fit(height, shown):
    assert last_blocks([["a"], ["b", "c"]], height) == list(shown)


def test_the_last_turns_are_shown_whole():
    view = asked(view_of("backgammon", *TURN))
    shown = [" ".join("".join(span.text for span in line).split()) for line in sheet_lines(view, 20, 3, UNICODE)]
    assert shown == ["2 W 6-6: 13/7", "13/7 13/7 8/2"]
    assert sheet_lines(view, 20, 0, UNICODE) == []


def test_a_score_sheet_tells_a_seat_only_what_it_heard():
    assert sheet(view_of("kuhn-poker", "J", "K", "check", people=(False, False))) == [
        (0, [(None, "J")]), (0, [(None, "K")]), (1, [(0, "check")]),
    ]  # fmt: skip
    assert sheet(view_of("kuhn-poker", "J", "K", "check"))[1] == (0, [(None, "a card")])


# The cursor.


def test_the_cursor_goes_to_the_nearest_cell_that_a_move_needs():
    view = asked(view_of("ttt", "5", "1"))
    steer(view, "", 0, 1)
    assert view.cursor.place in {(0, 1), (1, 0)}
    view.cursor.place = (0, 1)
    steer(view, "", 0, 1)
    assert view.cursor.place == (0, 2)
    steer(view, "", 1, 0)
    assert view.cursor.place == (1, 2)
    steer(view, "", 0, -1)
    assert view.cursor.place == (1, 0)
    assert enter_cell(view) == "4"


def test_a_piece_that_walks_is_chosen_before_the_cell_it_goes_to():
    view = asked(view_of("hexapawn", "b1-b2", "c3-c2"))
    view.cursor.place = (1, 1)
    assert enter_cell(view) == ""
    assert view.cursor.targets == {(0, 0)}
    steer(view, "", -1, 0)
    assert view.cursor.place == (0, 0)
    assert enter_cell(view) == "b2xa3"


def test_while_only_the_cursor_moves_the_board_is_painted_once(monkeypatch):
    view, signs, painted, lines = asked(view_of("othello")), replace(UNICODE, painted=True), [], Canvas.lines
    monkeypatch.setattr(Canvas, "lines", lambda sheet: painted.append(sheet) or lines(sheet))
    for rows, columns in ((1, 0), (0, 1), (-1, 0)):
        painted.clear()
        steer(view, "", rows, columns)
        lay_out(view, signs, 120, 39)
    assert len(painted) == 1


def test_a_chosen_cell_entered_again_is_given_up():
    view = asked(view_of("hexapawn"))
    view.cursor.place = (2, 0)
    assert enter_cell(view) == ""
    assert view.cursor.chosen == ((2, 0),)
    assert enter_cell(view) == ""
    assert view.cursor.chosen == ()


def test_a_click_on_an_own_piece_without_moves_says_that_it_cannot_move():
    view = asked(view_of("chess"))
    assert point(view, (7, 0)) == ""
    assert view.said == ["That piece cannot move."]
    assert point(view, (0, 0)) == ""
    assert view.said == ["No move goes there."]


def test_a_note_that_has_no_room_is_cut_or_left_out_and_the_board_stays():
    moves = "e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"
    for height, noted in ((11, 0), (12, 1)):
        text = lines(view_of("chess", *moves), 40, height)
        cut = [line for line in text if re.fullmatch("  Black is checkmated; .*\N{HORIZONTAL ELLIPSIS}", line)]
        assert len(cut) == noted
        assert not any("too small" in line for line in text)


F3, E4, G1 = (5, 5), (4, 4), (7, 6)


def test_a_click_shows_the_only_piece_that_can_go_there_and_a_second_one_moves_it():
    view = asked(view_of("chess"))
    assert point(view, E4) == ""
    assert view.cursor.chosen == ((6, 4),)
    assert view.said[-1] == "Click again to play e4."
    assert point(view, E4) == "e4"


def test_a_click_elsewhere_gives_up_the_piece_that_a_click_has_shown():
    view = asked(view_of("chess"))
    assert (point(view, E4), point(view, (5, 4))) == ("", "")  # e3, where the same pawn can go
    assert view.said == ["Click again to play e3."]
    assert point(view, G1) == ""
    assert view.cursor.chosen == (G1,)


def test_a_click_where_several_pieces_can_go_names_their_moves():
    view = asked(view_of("chess"))
    assert point(view, F3) == ""
    assert view.cursor.chosen == ()
    assert view.said == ["More than one piece can go there; type one of: Nf3, f3."]
    assert point(view, (3, 3)) == ""
    assert view.said == ["No move goes there."]


def test_arrows_go_the_way_the_board_lies():
    view = asked(view_of("breakthrough"))
    view.flipped = True
    view.cursor.place = (6, 3)
    steer(view, "", 0, 1)
    assert view.cursor.place == (6, 2)
    steer(view, "", 0, -1)
    assert view.cursor.place == (6, 3)


@pytest.mark.parametrize("spec", ["chips", "nim", "pig", "kuhn-poker"])
def test_without_cells_arrows_go_through_the_moves(spec):
    game = games.load(spec)
    texts = []
    while game.turn < 0:
        text = game.text(game.moves()[0])
        texts.append(text)
        game.make(game.parse(text))
    view = asked(view_of(spec, *texts, people=(True, True)))
    moves = [game.text(move) for move in game.moves()]
    typed = steer(view, "", 1, 0)
    assert typed == moves[0]
    assert is_listed_move(view, typed)
    assert steer(view, typed, 1, 0) == moves[1 % len(moves)]
    assert steer(view, "", -1, 0) == moves[-1]


@every_case("spec", SPECS)
def test_every_move_with_cells_of_its_own_can_be_pointed_to(spec):
    """All but those that share their cells with another, which are asked for by name."""
    game = games.load(spec)
    while game.turn < 0:
        game.make(game.moves()[0])
    ways = cursor_of(game).ways
    for move, way in ways.items():
        finger = cursor_of(game)
        meant = []
        for cell in (*way, way[-1]):
            finger.place = cell
            if meant := finger.enter():
                break
        assert move in meant


# What goes on.


@pytest.mark.parametrize(("spec", "texts", "die"), [
    ("pig", ("roll", "5"), "5"), ("pig", ("roll", "5", "hold"), "5"), ("pig", (), ""), ("nim", ("2",), ""),
])  # fmt: skip
def test_the_die_that_was_rolled_last_is_drawn_at_pig(spec, texts, die):
    view = view_of(spec, *texts)
    drawn = [line for line in lines(view, 80, 23) if "Die" in line]
    assert len(drawn) == bool(die)
    assert all(die in line.partition("Die")[2] for line in drawn)


def test_a_program_that_thinks_is_shown_with_what_it_expects():
    view = asked(view_of("ttt", "5"), seconds=9)
    view.thinking.glimpse = lambda: Glimpse(depth=3, nodes=1234567, line=("1", "9"))
    assert busy(view, ASCII)[2:] == "minimax (O) is thinking: depth 3, 1,234,567 positions, expects 1 9"
    view.thinking.glimpse = lambda: Glimpse(depth=3, nodes=99, playouts=5000)
    assert busy(view, UNICODE)[2:] == "minimax (O) is thinking: 5,000 playouts"
    assert view.ticking
    assert busy(asked(view_of("ttt")), ASCII) == ""
    view.people = (True, True)
    assert busy(view, ASCII) == ""
    view.working = "Looking for a hint"
    assert busy(view, ASCII)[2:] == "Looking for a hint"


def test_a_match_that_is_over_says_how():
    view = view_of("ttt", "5")
    update_view(view, Ended(view.timeline.last.game, 1, How.RESIGNED, "minimax resigned"))
    assert lines(view)[-2:] == ["You win: Minimax resigned.", "Ann 1, minimax 0."]


def test_the_move_of_a_player_stays_marked_while_dice_roll():
    game = games.load("backgammon", "3-1 8/5 6/5".split())
    timeline = Timeline(game.copy())
    assert timeline.last_move is None
    for text in ("6-4", "24/18", "13/9", "2-1"):
        seat, move = game.turn, game.parse(text)
        game.make(move)
        timeline.add(Moved(game.copy(), seat, move, text, (text, text), 0.0), None)
    assert timeline.last_move.text == "13/9"
    timeline.step(-2)
    assert timeline.last_move.text == "24/18"


@every_case(("spec", "moves", "number"), [
    ("ttt", "", 1), ("ttt", "5", 1), ("ttt", "5 1", 2),
    ("pig", "", 1), ("pig", "roll 4", 1), ("pig", "roll 4 hold", 1), ("pig", "roll 4 hold roll", 1),
    ("pig", "roll 4 hold roll 1", 2),
    ("backgammon", "3-5 8/3 6/3 2-1", 2), ("dots:1", "a1-b1 a2-b2 a1-a2", 2),
])  # fmt: skip
def test_the_title_has_the_number_of_the_row_that_the_next_move_will_stand_in(spec, moves, number):
    view = asked(view_of(spec, *moves.split()))
    assert f" turn {number} " in f"{lines(view)[0]} "


def test_moving_again_is_the_same_turn():
    view = asked(view_of("dots:1,columns=2", *"a1-b1 a2-b2 a1-a2".split()))
    assert " turn 2 " in lines(view)[0]
    view = asked(view_of("dots:1,columns=2", *"a1-b1 a2-b2 a1-a2 b1-b2".split()))
    assert " turn 2 " in lines(view)[0]


def test_looking_back_counts_single_moves():
    view = asked(view_of("pig", "roll", "4", "hold"))
    view.timeline.step(-1)
    assert "move 2 of 3" in lines(view)[0]


def test_an_answer_that_has_no_room_is_read_in_place_of_the_board():
    moves = "20 legal moves: " + ", ".join(f"N{letter}{row}" for letter in "abcde" for row in "1234")
    small, large = asked(view_of("chess")), asked(view_of("chess"))
    small.tell(moves)
    large.tell(moves)
    assert small.note_shown(lay_out(small, UNICODE, 40, 11).cut)
    assert moves.split() == " ".join(lines(small, 40, 11)[1:-1]).split()
    assert small.pager
    assert not large.note_shown(lay_out(large, UNICODE, 80, 23).cut)
    assert large.pager is None
    assert large.said[-1] == moves
    small.put_away()
    assert not small.note_shown(lay_out(small, UNICODE, 40, 11).cut)
    assert not large.note_shown(lay_out(large, UNICODE, 40, 11).cut)  # which was read to its end before
    assert small.pager is large.pager is None


def test_a_message_that_nobody_asked_for_leaves_the_board():
    said, watched = asked(view_of("chess")), view_of("chess", people=(False, False))
    said.say("x " * 60)
    watched.tell("x " * 60)
    for view in (said, watched):
        assert not view.note_shown(lay_out(view, UNICODE, 40, 11).cut)
        assert view.pager is None


def text(lines):
    """The lines as text."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("spec", sorted(games.CATALOGUE))
def test_every_game_shows_its_start_a_move_and_an_end(spec, signs):
    layout = rules_layout(spec, rules_of(type(games.load(spec))), signs)
    for width in (120, 80):
        shown = text(layout(width))
        assert "Aim" in shown
        assert "At the start" in shown
        assert " has played " in shown
        assert "An end:" in shown
        assert signs is UNICODE or shown.isascii()
        assert max(map(line_width, layout(width))) <= width
    assert "At the start" in text(layout(40))


def test_pictures_stand_side_by_side_if_there_is_room():
    layout = rules_layout("tic-tac-toe", "Aim: win.", UNICODE)
    (line,) = [line for line in text(layout(80)).split("\n") if "At the start" in line]
    assert "has played" in line
    assert "An end: " in line
    assert len(layout(30)) > len(layout(80))


def test_rules_that_cannot_be_played_are_read_without_pictures():
    assert text(rules_layout("tic-tac-toe:size=x", "Aim: win.", UNICODE)(40)) == "Aim: win."


CAGE = "9/9/2bbbbb2/2b3b2/2b1w1b2/2b3b2/2bbbbb2/9/9"


def marking(flipped=False):
    """The page of a game of go after two passes, with its only person asked about a chain that is found dead."""
    view = view_of(f"go:position={CAGE} b", "pass", "pass")
    view.asked, view.flipped = view.timeline.last.game, flipped
    mark_dead(view, view.asked, ("E5",))
    return view


@pytest.mark.parametrize("size", [(80, 23), (40, 11)])
def test_a_dead_chain_is_marked_on_the_board(size):
    view = marking()
    assert any("!" in row for row in lines(view, *size))
    toggle_dead(view, (4, 4))
    assert view.dead == set()
    assert not any("!" in row for row in lines(view, *size))
    toggle_dead(view, (2, 4))
    assert view.dead == {"C7"}
    toggle_dead(view, (0, 0))  # where no stone is
    assert view.dead == {"C7"}


def test_a_large_painted_board_shows_a_dead_stone_by_a_spot():
    painted = replace(UNICODE, painted=True)
    view = marking()
    dead = lay_out(view, painted, 80, 23).lines
    assert "!" not in "".join(span.text for line in dead for span in line)
    toggle_dead(view, (4, 4))
    assert lay_out(view, painted, 80, 23).lines[9:11] != dead[9:11]


def test_the_cursor_goes_from_stone_to_stone_while_dead_chains_are_marked():
    view = marking()
    for rows, columns in ((0, 1), (0, 1)):
        steer(view, "", rows, columns)
    assert view.cursor.place == (4, 6)
