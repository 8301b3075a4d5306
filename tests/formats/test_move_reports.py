"""Comments of PGN in which programs say what they thought of their moves, as fastchess and cutechess write them."""

import io
from dataclasses import replace

import chess.pgn

from referee.formats import chess_openings, pgn
from referee.formats.file_game import FileGame
from referee.formats.formats import read_text
from referee.formats.move_reports import read_report, write_report
from referee.match.events import How
from referee.match.notes import Note
from referee.match.record import Heading, make_record
from tests.helpers.cases import every_case

NOTE = Note(1, value="0.34", left=58.1, spent=0.153, depth=12, reach=17, nodes=39466, said="e2e4 c7c5")
TEXT = '+0.34/12 0.153s, tl=58.100s, n=39466, sd=17, pv="e2e4 c7c5"'
HEADING = Heading("chess", ("uci:a", "uci:b"), ("a", "b"), 1)
FASTCHESS = """[Event "Fastchess Tournament"]
[White "sf"]
[Black "fsf"]
[Result "1/2-1/2"]
[Termination "adjudication"]

1. e4 {+0.40/12 0.121s, tl=0.919s, n=39466, sd=12, nps=323491, pv="e2e4 c7c5 c2c3"}
c5 {-M4/10 0.088s} 2. Nf3 {book} Nc6 {0.00/8 1.5s, Draw by adjudication}
1/2-1/2
"""


def played(moves, notes=(), how=How.PLAYED_OUT, score=0, why="a draw by hand", spec="chess"):
    """Return a game that programs played here."""
    record = make_record(replace(HEADING, game=spec), moves.split(), how.value, why, score)
    return FileGame(replace(record, notes=tuple(notes)), ours=True)


def test_a_report_has_the_values_as_fastchess_writes_them():
    assert write_report(NOTE, 0) == TEXT
    assert read_report(TEXT, 0) == ({name: value for name, value in NOTE.as_dict().items() if name != "ply"}, "")


@every_case(
    "value, seat, written",
    [("0.34", 0, "+0.34"), ("0.34", 1, "-0.34"), ("-1.5", 0, "-1.50"), ("-1.5", 1, "+1.50"), ("0.00", 1, "0.00"),
     ("#3", 0, "+M5"), ("#3", 1, "-M6"), ("#-1", 1, "+M1"), ("#-2", 0, "-M4")],
)  # fmt: skip
def test_an_evaluation_is_written_from_the_side_that_moves_and_mates_in_plies(value, seat, written):
    assert write_report(Note(1, value=value, depth=9), seat) == f"{written}/9"
    read = read_report(f"{written}/9", seat)[0]["value"]
    assert read.startswith("#") == value.startswith("#") and float(read.lstrip("#")) == float(value.lstrip("#"))


@every_case("text", ["book", "5s later", "1-0 in 10s", "0.5", "Black resigns, +0.34/12", ""])
def test_words_of_people_are_no_report(text):
    assert read_report(text, 0) == ({}, text)


def test_a_file_of_fastchess_is_read_with_what_its_programs_said():
    (found,) = read_text(FASTCHESS, "x.pgn")
    one, two, three, four = found.record.notes
    assert (one.value, one.depth, one.reach, one.nodes) == ("0.40", 12, 12, 39466)
    assert (one.spent, one.left, one.said, one.after) == (0.121, 0.919, "e2e4 c7c5 c2c3", "nps=323491")
    assert (two.value, two.depth, two.spent, two.said) == ("#2", 10, 0.088, "")
    assert (three.after, four.after, four.spent) == ("book", "Draw by adjudication", 1.5)


def test_a_written_game_is_read_back_by_us_and_by_python_chess():
    notes = [NOTE, replace(NOTE, ply=2, value="#-3"), Note(3, spent=0.5, left=57.6), replace(NOTE, ply=4, glyphs=(1,))]
    text = pgn.write([played("e4 c5 Nf3 Nc6", notes, How.ADJUDICATED)])
    read = read_text(text, "x.pgn")[0].record
    assert read.moves == "e4 c5 Nf3 Nc6"
    assert read.notes == (*notes[:3], replace(notes[3], after="a draw by hand"))
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors and [node.comment for node in game.mainline()][0] == TEXT
    assert game.end().comment.endswith(", a draw by hand")
    assert pgn.write([replace(played("e4 c5 Nf3 Nc6", read.notes, How.ADJUDICATED))]) == text  # the reason stands once


@every_case(
    "how, word",
    [(How.PLAYED_OUT, "normal"), (How.RESIGNED, "normal"), (How.AGREED, "normal"), (How.OUT_OF_TIME, "time forfeit"),
     (How.ADJUDICATED, "adjudication"), (How.CRASHED, "abandoned"), (How.HUNG, "abandoned"), (How.DIED, "abandoned"),
     (How.ILLEGAL_MOVE, "rules infraction"), (How.NO_MOVE, "rules infraction")],
)  # fmt: skip
def test_the_tag_termination_says_how_a_game_ended_and_the_last_comment_why(how, word):
    text = pgn.write([played("e4", how=how, score=1, why="b did it")])
    assert f'[Termination "{word}"]\n' in text and "1. e4 {b did it} 1-0" in text


def test_a_game_without_moves_says_why_it_ended():
    assert "\n{b crashed} 1-0\n" in pgn.write([played("", how=How.CRASHED, score=1, why="b crashed")])


def test_a_game_that_was_played_here_has_its_opening_and_its_number_of_moves():
    text = pgn.write([played("e4 d5 exd5 Nf6 d4 a6")])
    assert '[ECO "B01"]\n[Opening "Scandinavian Defense: Modern Variation"]\n[PlyCount "6"]\n' in text
    assert "ECO" not in pgn.write([replace(played("e4 d5"), ours=False)])


def test_only_the_usual_chess_has_names_of_openings():
    assert chess_openings.name_opening(played("e4").record)["ECO"] == "B00"
    assert chess_openings.name_opening(played("e4", spec="chess:chess960,start=5").record) == {}
    after = "chess:position=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert chess_openings.name_opening(played("c5", spec=after).record)["Opening"] == "Sicilian Defense"


def test_each_line_of_the_table_of_openings_is_a_code_and_a_name():
    found = chess_openings.openings()
    assert len(found) > 3000
    assert all(name[0] in "ABCDE" and name[1:3].isdecimal() and name[3] == " " for name in found.values())
    assert chess_openings.pack(found) == chess_openings.FILE.read_bytes()
