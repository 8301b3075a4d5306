"""What people who listen hear: moves, positions and answers in sentences, and nothing that is hidden from them."""

import random
import re
import subprocess
import sys
from dataclasses import replace
from math import inf
from time import monotonic

import pytest
from terminal import ENVIRONMENT, PATIENCE

import games
from games.capabilities import hides_information
from games.game import CHANCE, Game
from games.picture import Cell, Form, Grid, Hand, Hands, Heap, Heaps, Pits, Points
from players import load
from players.player import OutOfTime
from referee.match import play
from referee.match.clock_text import read_clock
from referee.match.clocks import Control, SeatClock
from referee.match.events import Asked, Ended, How, Moved, Seated, Started
from referee.match.wording import count_words
from referee.spoken.phrases import duration_words, move_sentence, move_words
from referee.spoken.pictures import cell_names, picture_sentences
from referee.table import front
from referee.table.spoken_front import Situation, SpokenFront, answer, questions
from referee.spoken.pictures import row_names
from referee.table.standing import Timekeeper, score_sentence, time_left
from tests.helpers.cases import every_case

SEATS = ("White", "Black")
QUERIES = """last; board; moves of e2; moves from 1; moves of a1; where; where mine; where theirs;
where are my pieces; where pawns; where White; where first; where X; where nothing; row; row 1; row 3; row zz; column b;
column 2; column; pit 1; pit 99; heap a; heap; hand first; hand public; point 13; point 0; Row 1?; BOARD""".split(";")


def after(spec, *texts):
    """The game after those moves."""
    game = games.load(spec)
    for text in texts:
        game.make(game.parse(text))
    return game


def situation(spec, *texts, **known):
    """What seat 0 may ask after those moves."""
    return Situation(after(spec, *texts), **({"viewer": 0, "you": 0} | known))


def asked(query, spec, *texts, **known):
    """The answer to a question of seat 0 after those moves."""
    return answer(query, situation(spec, *texts, **known))


def named(grid, *pieces):
    """The board with words for its marks."""
    object.__setattr__(grid, "pieces", pieces)
    return grid


def called(game, mark):
    """The game's own word for what that mark stands for."""
    return dict(getattr(game.show(0), "pieces", ())).get(mark, "piece")


def positions(spec, seed=1, most=60):
    """Positions of a random game, each with the moves that led there and the position before each."""
    game, rng, made = games.load(spec), random.Random(seed), []
    while game.score() is None and len(made) < most:
        yield game, made
        move = rng.choice(game.moves())
        before, seat, text = game.copy(), game.turn, game.text(move)
        heard = game.heard(move, 0), game.heard(move, 1)
        game.make(move)
        made = [*made, (Moved(game.copy(), seat, move, text, heard, 0.0), before)]
    yield game, made


def match(spec, *specs, seed=1, **options):
    """The events of a match between two programs."""
    return play(games.load(spec), [load(each, seed) for each in specs], specs, seed, **options)


def plain(text):
    """Whether it can be read aloud: no colours, no frames, no walls."""
    return text.isascii() and "\x1b" not in text and not any(sign in text for sign in ("|", "+-", "---", "[", "]"))


def listening(entries, people=(True, False)):
    """A speaker that reads these entries, and the prompts that it shows."""
    speaker, prompts, left = SpokenFront(people), [], iter(entries)

    def read(prompt, deadline):
        prompts.append(prompt)
        return next(left)

    speaker.read = read
    return speaker, prompts


RANKS = {"J": "jack", "Q": "queen", "K": "king"}

# Moves.


@every_case(("spec", "text", "words"), [
    ("hexapawn", "b1-c3", "b1 to c3"), ("hexapawn", "a1xb2", "a1 takes b2"),
    ("hexapawn", "a1-b2xc3", "a1 to b2, then takes c3"), ("checkers", "11-15", "11 to 15"),
    ("checkers", "12x19", "12 takes to 19"), ("checkers", "12x19x26", "12 takes to 19, then to 26"),
    ("dots-and-boxes", "a1-b1", "a1 to b1"), ("backgammon", "13/8", "13 to 8"),
    ("backgammon", "6/5*", "6 to 5, hitting"), ("backgammon", "bar/20", "bar to 20"),
    ("backgammon", "8/off", "8 off"), ("backgammon", "13/8*/off", "13 to 8, hitting, then off"),
    ("backgammon", "pass", "pass"), ("backgammon", "3-1", "3-1"), ("liars-dice", "2x5", "2x5"),
    ("nim:heaps=3/5", "a1", "a1"), ("leduc-poker", "Js", "Js"), ("tic-tac-toe", "5", "5"),
])  # fmt: skip
def test_a_move_is_told_in_words_by_its_shape(spec, text, words):
    assert move_words(text, games.load(spec)) == words


@every_case("spec", list(games.CATALOGUE))
def test_no_two_moves_sound_alike(spec):
    for game, _ in positions(spec):
        words = [move_words(game.text(move), game) for move in game.moves()]
        assert len({*words}) == len(words)


def test_paths_that_differ_in_their_signs_alone_sound_different():
    game = games.load("hexapawn")
    for cells in (("a1", "b2", "c3", "d4"), ("1", "2", "3", "4")):
        paths = ["".join(map("".join, zip(cells, [*signs, ""], strict=True))) for signs in
                 ([one, two, three] for one in "-x" for two in "-x" for three in "-x")]  # fmt: skip
        assert len({move_words(path, game) for path in paths}) == len(paths) == 8


def test_a_move_is_told_by_who_made_it():
    *_, (_, made) = positions("hexapawn", most=1)
    ((event, before),) = made
    words = move_words(event.text, before)
    assert move_sentence(event, before, 0, 0) == f"You move {words}."
    assert move_sentence(event, before, 1, 1) == move_sentence(event, before, None, None) == f"White moves {words}."


def test_a_card_is_told_by_the_hand_that_it_came_to():
    *_, (_, made) = positions("kuhn-poker", most=2)
    assert [event.seat for event, _ in made] == [CHANCE, CHANCE]
    assert move_sentence(*made[0], 0, 0) == f"You are dealt the {RANKS[made[0][0].text]}."
    assert move_sentence(*made[1], 0, 0) == "Second is dealt a card."
    assert move_sentence(*made[0], 1, 1) == "First is dealt a card."
    assert move_sentence(*made[1], None, None) == f"Second is dealt the {RANKS[made[1][0].text]}."


def test_dice_are_told_by_who_rolled_them():
    *_, (_, made) = positions("backgammon", most=1)
    first, second = made[0][0].text.split("-")
    roller = made[0][0].game.turn
    assert move_sentence(*made[0], roller, roller) == f"You roll {first} and {second}."
    assert move_sentence(*made[0], None, None).endswith(f" rolls {first} and {second}.")


@pytest.mark.parametrize(("seconds", "words"), [
    (0.0, "0 seconds"), (-3.0, "0 seconds"), (1.9, "2 seconds"), (60.0, "1 minute"), (269.4, "4 minutes 30 seconds"),
    (3900.0, "1 hour 5 minutes"),
])  # fmt: skip
def test_a_time_is_told_in_whole_seconds(seconds, words):
    assert duration_words(seconds) == words


def test_words_for_several_are_those_of_english():
    assert [count_words(2, word) for word in ("pawn", "man", "box", "cross", "die")] == [
        "2 pawns", "2 men", "2 boxes", "2 crosses", "2 dice",
    ]  # fmt: skip
    assert count_words(1, "man") == "1 man"


# Positions.


def test_a_board_is_told_row_by_row_and_empty_cells_are_left_out():
    game = after("hexapawn", "b1-b2", "c3xb2")
    white, black = called(game, "W"), called(game, "B")
    assert picture_sentences(game.show(), game.seats) == [
        f"Row 3: a3 and b3 Black {black}s.",
        f"Row 2: b2 Black {black}.",
        f"Row 1: a1 White {white}, c1 White {white}.",
    ]


def test_empty_rows_beside_each_other_are_told_at_once():
    game = after("gomoku", "h8")
    assert picture_sentences(game.show(), game.seats) == [
        "Rows 15 to 9 are empty.",
        f"Row 8: h8 Black {called(game, 'B')}.",
        "Rows 7 to 1 are empty.",
    ]
    assert picture_sentences(games.load("gomoku").show(), game.seats) == ["The board is empty."]


def test_rows_without_labels_count_from_the_bottom_if_columns_have_labels():
    rows = ((Cell(),), (Cell("X", 0),), (Cell(),))
    assert row_names(Grid(rows, ("", "", ""), ("a",))) == ["3", "2", "1"]
    assert row_names(Grid(rows, ("", "", ""), ("",))) == ["1", "2", "3"]


def test_pieces_have_the_names_that_the_board_gives_them():
    grid = Grid(
        ((Cell("b", 1), Cell("b", 1), Cell()), (Cell(), Cell("K", 0), Cell("B", 1))), ("2", "1"), ("a", "b", "c")
    )
    named(grid, ("b", "man"), ("B", "king"))
    assert picture_sentences(grid, SEATS) == ["Row 2: a2 and b2 Black men.", "Row 1: b1 White piece, c1 Black king."]


def test_without_names_the_marks_tell_the_pieces_of_a_seat_apart():
    grid = Grid(((Cell("K", 0), Cell("Q", 0), Cell("k", 1)),), ("1",), ("a", "b", "c"))
    assert picture_sentences(grid, SEATS) == ["Row 1: a1 White K, b1 White Q, c1 Black piece."]


def test_cells_without_labels_are_numbered_as_they_are_typed():
    game = after("tic-tac-toe", "5", "1", "6")
    assert picture_sentences(game.show(), game.seats)[0] == "Row 1: O on 1."
    assert picture_sentences(game.show(), game.seats)[1] == "Row 2: X on 5 and 6."
    assert picture_sentences(game.show(), game.seats)[2] == "Row 3 is empty."


def test_only_numbers_that_follow_each_other_are_told_as_a_range():
    assert asked("column 1", "tic-tac-toe", "1", "2", "4", "5", "7") == "Column 1: X on 1, 4 and 7."
    assert asked("row 1", "tic-tac-toe", "1", "4", "2", "5", "3") == "Row 1: X on 1 to 3."


def test_columns_that_pieces_are_dropped_into_are_told_from_the_bottom():
    game = after("connect-four", "4", "4", "4", "5")
    assert picture_sentences(game.show(), game.seats) == [
        "Columns 1 to 3 are empty.",
        "Column 4 from the bottom: Red disc, Yellow disc, Red disc.",
        "Column 5 from the bottom: Yellow disc.",
        "Columns 6 and 7 are empty.",
    ]


def test_squares_of_checkers_have_their_numbers():
    game = after("checkers", "9-13")
    rows = picture_sentences(game.show(), game.seats)
    assert rows[2] == f"Row 9-12: Black {'men' if called(game, 'b') == 'man' else 'pieces'} on 10 to 12."
    assert rows[3] == f"Row 13-16: Black {called(game, 'b')} on 13."


def test_a_lattice_is_told_by_its_lines_and_boxes():
    game = after("dots-and-boxes:rows=1,columns=2", "a1-b1", "a2-b2", "a1-a2", "b1-b2")
    told = picture_sentences(game.show(), game.seats)
    assert told[:4] == ["Row 2: a2 to b2.", "Row 1: a1 to b1.", "Column a: a1 to a2.", "Column b: b1 to b2."]
    assert "B box: a1 to b2." in told
    assert picture_sentences(games.load("dots-and-boxes").show(), game.seats)[0] == "No line is drawn yet."


def test_cells_that_the_labels_do_not_name_are_counted():
    bar, crumb = Cell("#", firm=True), Cell(":")
    grid = Grid(((Cell("Y", firm=True), bar, crumb), (bar, bar, crumb)), (" ", "R1"), (" ", "C1", " "))
    assert picture_sentences(grid, SEATS)[1] == "Row R1: 2 blocks, 1 gone."
    assert picture_sentences(named(grid, ("Y", "yucky square"), ("#", "chocolate"), (":", "crumbs")), SEATS) == [
        "Row 1 from the top: 1 yucky square, 1 chocolate, 1 crumbs.",
        "Row R1: 2 chocolate, 1 crumbs.",
    ]


def test_pits_heaps_hands_and_points_are_told():
    pits = Pits(((3, 0), (1, 2)), (5, 6), (("2", "1"), ("1", "2")))
    assert picture_sentences(pits, SEATS) == [
        "White, pits 1 and 2: 1, 2; store 5.",
        "Black, pits 1 and 2: 0, 3; store 6.",
    ]
    heaps = Heaps((Heap("a", 3), Heap("b", 0)), note="take 1")
    assert picture_sentences(heaps, SEATS) == ["Heaps: a 3, b 0.", "Take 1."]
    hands = Hands((Hand("First", ("Js",), "in the pot 2", 0), Hand("Second", ("?", "?"), seat=1), Hand("Public", ())))
    assert picture_sentences(hands, SEATS) == ["First: Js, in the pot 2.", "Second: 2 hidden.", "Public: none."]
    empty = [Heap(str(point), 0) for point in range(1, 25)]
    empty[5], empty[12] = Heap("6", 2, 0), Heap("13", 1, 1)
    points = Points((tuple(empty[12:]), tuple(empty[11::-1])), bar=(0, 1), off=(3, 0), dice=(6, 2))
    assert picture_sentences(points, SEATS) == [
        "White: 2 on 6, 3 off.",
        "Black: 1 on the bar, 1 on 13.",
        "Dice to play: 6 and 2.",
    ]
    assert picture_sentences("coins 3\n\nyours 2", SEATS) == ["coins 3", "yours 2"]


@pytest.mark.parametrize("spec", list(games.CATALOGUE))
def test_every_position_can_be_read_aloud(spec):
    for game, _ in positions(spec, seed=2, most=40):
        for viewer in (None, 0, 1):
            assert all(plain(line) and line for line in picture_sentences(game.show(viewer), game.seats))


# Questions.


def test_rows_and_columns_are_told_by_their_labels():
    black = called(games.load("hexapawn"), "B")
    assert asked("row 3", "hexapawn") == f"Row 3: a3 to c3 Black {black}s."
    assert asked("Row 2?", "hexapawn") == "Row 2 is empty."
    assert asked("column b", "hexapawn", "b1-b2", "c3xb2") == f"Column b: b3 and b2 Black {black}s."
    assert asked("row z", "hexapawn") == "There is no row 'z'; rows: 1 to 3"
    assert asked("row", "hexapawn") == "Which row? rows: 1 to 3"
    assert asked("pit 3", "hexapawn") == "There are no pits here; there are rows 1 to 3; columns a, b, c"


def test_pits_heaps_and_points_are_told_by_their_labels():
    assert asked("heap b", "nim:heaps=3/5/7") == "Heap b: 5."
    assert asked("heap e", "nim:heaps=3/5/7") == "There is no heap 'e'; heaps: a, b, c"
    assert asked("point 13", "backgammon", "3-1") == "Point 13: 5 White checkers."
    assert asked("point 13", "backgammon", "3-1", viewer=1) == "Point 13: 5 Black checkers."
    assert asked("row north", "kalah") == "North, pits 1 to 6: 4, 4, 4, 4, 4, 4; store 0."


def test_a_question_that_may_be_meant_as_a_move_says_how_to_make_it():
    assert asked("pit 3", "kalah") == "Pit 3: South 4, North 4. To make this move, type 3."
    assert asked("pit 3", "kalah", "3") == "Pit 3: South 0, North 4."
    assert asked("row 2", "yucky-chocolate").endswith(" To make this move, type R2.")


class Diary(Game):
    """A game whose moves are words that might be questions."""

    def __init__(self):
        self.turn, self.days = 0, 2

    def moves(self):
        return [0, 1] if self.days else []

    def make(self, move):
        self.days -= 1

    def score(self):
        return None if self.days else 0

    def text(self, move):
        return ("Score", "board")[move]


def test_a_legal_move_as_it_is_written_is_no_question():
    known = Situation(Diary(), 0, 0)
    assert answer("BOARD", known) is None
    assert answer("moves", known) is None  # the moves so far, which the desk tells at every kind of table


def test_where_finds_pieces_by_their_kind_and_their_owner():
    game = after("hexapawn", "b1-b2", "c3xb2")
    white, black = called(game, "W"), called(game, "B")
    moves = "b1-b2", "c3xb2"
    mine, theirs = f"White {white}s: a1, c1.", f"Black {black}s: a3, b3, b2."
    assert asked("where white", "hexapawn", *moves) == asked("where mine", "hexapawn", *moves) == mine
    assert asked("where Black", "hexapawn", *moves) == asked("where are theirs", "hexapawn", *moves) == theirs
    assert asked(f"where are my {white}s?", "hexapawn", *moves) == mine
    assert (
        asked(f"where {white}", "hexapawn", *moves) == asked("where pieces", "hexapawn", *moves) == f"{theirs} {mine}"
    )
    assert asked("where mine", "hexapawn", *moves, viewer=1) == theirs
    assert asked("where kings", "hexapawn") == (
        f"There is nothing called 'kings' here; where: White, Black, mine, theirs, {white}s"
    )
    assert asked("where mine", "gomoku") == "Mine: none."


class Board(Game):
    """A board of men and kings, for questions about them; nothing moves on it."""

    seats = ("White", "Red Army")

    def moves(self):
        return [0]

    def show(self, seat=None):
        row = Cell("m", 0), Cell("K", 0), Cell("m", 0), Cell("k", 1)
        return named(Grid((row,), ("1",), tuple("abcd")), ("m", "man"), ("K", "king"), ("k", "king"), ("q", "queen"))


def test_where_tells_kinds_of_pieces_apart():
    known = Situation(Board(), 0, 0)
    assert answer("where men", known) == "White men: a1, c1."
    assert answer("where kings", known) == "White king: b1. Red Army king: d1."
    assert answer("where my king", known) == "White king: b1."
    assert answer("where red army", known) == "Red Army king: d1."
    assert answer("where my queens", known) == "My queens: none."
    assert score_sentence(known.game) == "White has 2 men and 1 king; Red Army has 1 king."


def test_the_moves_that_begin_on_a_cell_are_told():
    moves = "b1-b2", "a3xb2"
    assert asked("moves of c1", "hexapawn", *moves) == "From c1: c1 takes b2; c1 to c2."
    assert asked("moves from C1?", "hexapawn", *moves) == asked("moves of c1", "hexapawn", *moves)
    assert asked("moves from b1", "hexapawn", *moves) == "No move begins at 'b1'; moves begin at: a1, c1"
    assert asked("moves of a", "nim:heaps=1/1") == "No move begins at 'a'; moves begin at: a1, b1"


def test_a_question_may_end_in_a_question_mark_and_the_end_of_the_line():
    assert asked("moves from d2?\n", "chess") == "From d2: d3; d4."


def test_moves_begin_where_the_piece_comes_from_however_they_are_written():
    assert asked("moves from e2", "chess") == "From e2: e3; e4."
    assert asked("moves of g1", "chess") == "From g1: Nf3; Nh3."
    assert asked("moves from e4", "chess").startswith("No move begins at 'e4'; moves begin at: e2, a2, ")
    assert "O-O" in asked("moves from e1", "chess:position=4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for spec in ("chess", "chess:gardner", "checkers", "hexapawn", "breakthrough"):
        game = games.load(spec)
        names = cell_names(game.show())
        for move in game.moves():
            assert asked(f"moves from {names[game.cells(move)[0]]}", spec).startswith("From ")


def test_the_score_tells_what_each_seat_has():
    game = games.load("hexapawn")
    assert score_sentence(after("hexapawn", "b1-b2", "c3xb2")) == (
        f"White has 2 {called(game, 'W')}s; Black has 3 {called(game, 'B')}s."
    )
    assert score_sentence(after("chess", "a3")) == (
        "White has 1 king, 1 queen, 2 rooks, 2 bishops, 2 knights and 8 pawns; "
        "Black has 1 king, 1 queen, 2 rooks, 2 bishops, 2 knights and 8 pawns."
    )
    assert score_sentence(after("othello", "d3")) == "Black has 4 discs; White has 1 disc."
    assert score_sentence(after("go", "E5")) == "Black: 1 stone + 80 points = 81; White: 0 + 0 + komi 7 = 7."
    assert score_sentence(after("dots-and-boxes", "a1-b1")) == "1 line. A 0, B 0."
    assert score_sentence(after("kalah", "3")) == "South has 1 in store; North has 0 in store."
    assert score_sentence(after("chips", "3")) == "Pile 18, First 3, Second 0. Take 1 to 6."
    assert score_sentence(after("hex")).startswith("The board is empty.")
    assert score_sentence(after("backgammon", "3-1")).startswith("White has 0 off and 0 on the bar; Black has 0 off")


def clocks(*seconds):
    """Clocks of the seats that show so much."""
    return tuple(SeatClock(each) for each in seconds)


def test_the_clock_tells_both_times_and_the_limit_of_the_move():
    game = games.load("hexapawn")
    assert time_left(game, (None, None)) == "There is no clock."
    assert time_left(game, clocks(270.0, 61.0)) == "You have 4 minutes 30 seconds, Black has 1 minute 1 second."
    assert time_left(game, (None, None), 4.5) == "5 seconds for this move."
    assert time_left(game, clocks(9.0, 60.0), 9.0) == "You have 9 seconds, Black has 1 minute."
    for text, words in (
        ("40/2h", "2 hours for 40 moves"),
        ("1/90s", "1 minute 30 seconds for 1 move"),
        ("5m/10x20s", "5 minutes and then 10 periods of 20 seconds"),
        ("0s/3x20s", "20 seconds and 2 more periods of 20 seconds"),
        ("0s/2x20s", "20 seconds and 1 more period of 20 seconds"),
        ("0s/1x20s", "20 seconds in the last period"),
        ("5m/25/10m", "5 minutes and then 10 minutes for each 25 moves"),
        ("0s/25/10m", "10 minutes for 25 moves"),
    ):
        control = read_clock(f"{text},1m+d3s")
        assert time_left(game, control.start, control.limit(control.start, 0), control) == (
            f"You have {words}, Black has 1 minute."
        )
    control = read_clock("5m,nodes=5")
    assert time_left(game, control.start, 300, control) == "You have 5 minutes, Black has no clock."
    assert time_left(after("hexapawn", "b1-b2"), clocks(9.0, 60.0)) == "You have 1 minute, White has 9 seconds."


def test_last_describes_the_whole_last_turn():
    *_, (game, made) = positions("backgammon", seed=4, most=12)
    known = Situation(game, 0, 0, made)
    told = [move_sentence(event, before, 0, 0) for event, before in made]
    seats = [event.seat for event, _ in made]
    last = len(seats) - next(back for back, seat in enumerate(reversed(seats)) if seat != CHANCE)
    first = max(place for place in range(last) if seats[place] != seats[last - 1]) + 1
    assert answer("last", known) == " ".join(told[first:])
    assert len({*seats[first:last]}) == 1
    assert asked("last", "hexapawn") == "No move has been made yet."


def test_nobody_is_you_where_two_people_listen_to_one_program():
    *_, (game, made) = positions("tic-tac-toe", seed=4, most=3)
    event, before = made[-1]
    told = answer("last", Situation(game, viewer=event.seat, you=None, made=made))
    assert told == move_sentence(event, before, event.seat, None) != move_sentence(event, before, None, event.seat)


@every_case("entry", ["", "?", "help", "undo", "b1-b2", "rows", "board games", "level 3", "scores", "yes"])
def test_other_entries_than_questions_are_passed_on(entry):
    assert asked(entry, "hexapawn") is None


@pytest.mark.parametrize("spec", [*games.CATALOGUE, "nim:heaps=3/4/5", "hex:size=3,swap=yes", "dots-and-boxes:rows=1"])
def test_every_question_has_an_answer_in_every_game(spec):
    for game, made in list(positions(spec, seed=3, most=30))[::7]:
        for viewer in (0, 1):
            known = Situation(game, viewer, viewer, made)
            for query in QUERIES:
                told = answer(query, known)
                assert told and plain(told), query
            assert plain(questions(known))


@every_case("spec", [*games.CATALOGUE])
def test_every_offered_question_is_answered(spec):
    game = next(game for game, _ in positions(spec, seed=5) if game.turn != CHANCE)
    known = Situation(game, game.turn, game.turn)
    offered = questions(known).removeprefix("You may ask: ").removesuffix(".").replace(" and ", ", ").split(", ")
    assert len(offered) >= (3 if isinstance(game.show(), str) else 5)  # a text has no parts to ask for
    for query in offered:
        told = answer(query, known)
        assert told and not told.startswith(("there ", "no move")), query


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker", "liars-dice:dice=2"])
def test_answers_do_not_change_with_what_is_hidden(spec):
    assert hides_information(games.load(spec))
    rng, changed = random.Random(6), 0
    for seed in range(6):
        for game, made in positions(spec, seed):
            for seat in (0, 1) if game.score() is None else ():
                other = game.imagine(seat, rng)
                changed += other.show() != game.show()
                unseen = [(replace(event, text="SECRET"), before) for event, before in made]
                # What the other may do is not a question at this table: only who is to move is asked.
                queries = [query for query in QUERIES if "moves" not in query or game.turn == seat]
                for query in queries:
                    told = answer(query, Situation(game, seat, seat, made))
                    assert told == answer(query, Situation(other, seat, seat, unseen)), query
    assert changed > 5


# The table.


@pytest.mark.parametrize("spec", list(games.CATALOGUE))
def test_a_whole_game_of_two_programs_is_told_in_one_line_an_event(spec, capsys):
    speaker = SpokenFront()
    *events, end = match(spec, "random", "random")
    for event in [*events, end]:
        speaker.show(event)
    lines = capsys.readouterr().out.splitlines()
    rolls = [
        event for event in events if isinstance(event, Moved) and (event.text, event.game.turn) == ("roll", CHANCE)
    ]
    told = [event for event in events if not isinstance(event, Asked) and event not in rolls]
    assert len(lines) == len(told) + 1
    assert all(plain(line) and line.endswith(".") for line in lines)
    assert lines[0] == "Random is {}, Random is {}.".format(*games.load(spec).seats)
    assert lines[-1].partition(":")[0] in {"A draw", *(f"{seat} wins" for seat in games.load(spec).seats)}


def test_the_players_hear_the_moves_made_before(capsys):
    speaker = SpokenFront((True, False))
    speaker.show(next(match("tic-tac-toe", "human", "random", opening=["5", "1"])))
    assert capsys.readouterr().out.splitlines() == [
        "You are X against Random.",
        "2 moves made before; the last: O plays 1.",
        "Type a move, a question such as board, or help.",
    ]
    assert [event.text for event, _ in speaker.made] == ["5", "1"]


def test_who_comes_after_the_deal_hears_the_cards(capsys):
    speaker = SpokenFront((True, False))
    speaker.show(next(match("kuhn", "human", "random", opening=["J", "K"])))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:-1] == [
        "2 moves made before; the last: Second is dealt a card.",
        "First: J, in the pot 1.",
        "Second: hidden, in the pot 1.",
    ]


def test_questions_are_answered_until_something_else_is_typed(capsys):
    speaker, prompts = listening(["last", "board", "99"])
    game = games.load("tic-tac-toe")
    speaker.show(Asked(game, 0))
    assert speaker.ask(game).text == "99"
    assert prompts == ["Move: "] * 3
    assert capsys.readouterr().out.splitlines() == ["Your turn.", "No move has been made yet.", "The board is empty."]


def test_help_names_the_questions_too(capsys):
    speaker, _ = listening(["help"])
    assert speaker.ask(games.load("hexapawn")).text == "help"
    assert capsys.readouterr().out.startswith("You may ask: last, board, row 3, column a, where White")


def test_a_question_to_the_person_is_not_answered_by_the_table(capsys):
    speaker, prompts = listening(["board"])
    speaker.tell("The other offers a draw. Do you agree, yes or no?")
    assert speaker.ask(games.load("tic-tac-toe")).text == "board"
    assert prompts == ["Answer: "]


def test_the_seat_to_move_is_named_with_the_time(capsys):
    speaker, _ = listening(["5"])
    game = games.load("tic-tac-toe")
    speaker.show(Asked(game, 0, inf, clocks(3600.0, 90.0), control=Control(total=3600.0)))
    speaker.ask(game)
    assert capsys.readouterr().out == "Your turn. You have 1 hour.\n"


def test_whose_turn_it_is_is_told_with_periods_and_with_the_limit_of_the_move(capsys):
    speaker, _ = listening(["5", "5"])
    game, control = games.load("tic-tac-toe"), read_clock("0s/3x20s")
    for move, said in ((None, "20 seconds and 2 more periods of 20 seconds"), (5.0, "5 seconds")):
        bound = control.with_move(move)
        limit = bound.limit(control.start, 0)
        speaker.show(Asked(game, 0, monotonic() + limit, control.start, None, limit, bound))
        speaker.ask(game)
        assert f"Your turn. You have {said}.\n" in capsys.readouterr().out


def test_the_clock_runs_while_the_person_thinks():
    now = [100.0]
    keeper, game = Timekeeper(lambda: now[0]), games.load("tic-tac-toe")
    assert keeper.sentence(game, inf) == "There is no clock."
    keeper.note(Asked(game, 0, inf, clocks(3600.0, 90.0), control=Control(total=3600.0)))
    now[0] += 1800
    assert keeper.sentence(game, inf) == "You have 30 minutes, O has 1 minute 30 seconds."
    assert keeper.sentence(game, now[0] + 20).endswith(" 20 seconds for this move.")


def test_an_answer_after_the_deadline_is_out_of_time(monkeypatch):
    monkeypatch.setattr(front, "read_line", lambda prompt: "board")
    with pytest.raises(OutOfTime):
        SpokenFront().ask(games.load("tic-tac-toe"), deadline=0.0)


def test_seats_that_are_exchanged_are_told_and_last_is_told_anew(capsys):
    speaker, _ = listening(["last", "1"])
    events = match("tic-tac-toe", "random", "random")
    game = games.load("tic-tac-toe")
    speaker.show(Started(game, ("human", "minimax")))
    for event in (next(event for event in events if isinstance(event, Moved)), Seated(game, ("minimax", "human"))):
        speaker.show(event)
    assert "You are O against Minimax." in capsys.readouterr().out
    speaker.ask(game)
    assert capsys.readouterr().out.startswith("X plays ")


@pytest.mark.parametrize(("score", "how", "why", "told"), [
    (1, How.PLAYED_OUT, "three in a line", "You win: three in a line."),
    (-1, How.RESIGNED, "human resigned", "O wins: you resigned."), (0, How.PLAYED_OUT, "", "A draw."),
    (None, How.LEFT, "human left the table", "No result: you left the table."),
    (1, How.CRASHED, "minimax crashed: ValueError: no.", "You win: Minimax crashed: ValueError: no."),
])  # fmt: skip
def test_the_end_is_told_in_a_sentence(score, how, why, told, capsys):
    speaker, game = SpokenFront((True, False)), games.load("tic-tac-toe")
    speaker.show(Started(game, ("human", "minimax")))
    speaker.show(Ended(game, score, how, why))
    assert capsys.readouterr().out.splitlines()[-1] == told


def test_programs_have_clocks_without_a_word_about_them(capsys):
    speaker = SpokenFront()
    for event in match("tic-tac-toe", "random", "random", control=Control(total=60.0)):
        speaker.show(event)
    assert "seconds" not in capsys.readouterr().out


def heard(*arguments, typed):
    """What the program writes to people who listen."""
    command = [sys.executable, "-m", "referee", *arguments, "--plain"]
    run = subprocess.run(command, input=typed, capture_output=True, env=ENVIRONMENT, timeout=PATIENCE, encoding="utf-8")
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_a_whole_game_in_a_pipe_reads_as_sentences():
    told = heard("minimax", "--seed", "1", typed="1\nlast\n2\nrow 1\nfoo\n4\n")
    assert told == (
        "tic-tac-toe, seed 1\n"
        "You are X against Minimax.\n"
        "Type a move, a question such as board, or help.\n"
        "Your turn.\n"
        "Move: 1\n"
        "You play 1.\n"
        "O plays 5.\n"
        "Your turn.\n"
        "Move: last\n"
        "O plays 5.\n"
        "Move: 2\n"
        "You play 2.\n"
        "O plays 3.\n"
        "Your turn.\n"
        "Move: row 1\n"
        "Row 1: X on 1 and 2, O on 3.\n"
        "Move: foo\n"
        "'foo' is not a legal move here; legal: 4, 6 to 9\n"
        "Move: 4\n"
        "You play 4.\n"
        "O plays 7.\n"
        "O wins: three in a line, 3 5 7.\n"
    )


def test_two_people_are_told_whose_turn_it_is():
    told = heard("tic-tac-toe", "human", "human", "--seed", "1", typed="5\nwhere mine\n1\nwhere mine\nundo\n")
    lines = told.splitlines()
    assert lines[1] == "Human (1) is X, Human (2) is O."
    assert [line for line in lines if line.endswith(" turn.")] == ["X's turn.", "O's turn.", "X's turn.", "O's turn."]
    assert "X plays 5." in lines
    assert "Took back 1 move." in lines
    assert lines[lines.index("Move: where mine") + 1] == "Mine: none."
    assert lines[-2] == "No result: O left the table."
    assert re.fullmatch(r"Go on with it: referee resume \d+", lines[-1])
