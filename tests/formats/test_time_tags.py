"""The time control of a game, as PGN, PDN and SGF tell it."""

import pytest

import games
from referee.formats.file_game import FileGame
from referee.formats.formats import find_format, read_text
from referee.formats.time_tags import write_time_control, write_time_properties, write_time_tags
from referee.match.clock_text import read_clock
from referee.match.clocks import UNLIMITED, Control
from referee.match.record import Heading, make_record
from tests.helpers.cases import every_case


@every_case(
    ("text", "tag"),
    [
        ("5m", "300"),
        ("75m+1m", "4500+60"),
        ("40/150m", "40/9000"),
        ("40/2h:20/1h:15m+30s", "40/7200:20/3600:900+30"),
        ("0.5+0.05", "0.5+0.05"),
        # PGN has no word for these.
        ("5m+d3s", ""),
        ("40/5m:5m+d3s", ""),
        ("5m/10x20s", ""),
        ("5m/25/10m", ""),
        ("nodes=10000", ""),
    ],
)
def test_pgn_has_a_field_for_each_session(text, tag):
    assert write_time_control(read_clock(text)) == tag


def test_a_limit_for_each_move_and_no_time_at_all_have_no_tag():
    assert write_time_tags(Control(5.0, 300.0), 0) == write_time_tags(UNLIMITED, 0) == {}


def test_odds_have_a_tag_for_each_player_by_the_colours_of_the_game():
    control = read_clock("5m,1m+2s")
    assert write_time_tags(control, 0) == {"WhiteTimeControl": "300", "BlackTimeControl": "60+2"}
    assert write_time_tags(control, 1) == {"WhiteTimeControl": "60+2", "BlackTimeControl": "300"}
    assert write_time_tags(read_clock("5m,nodes=5"), 0) == {"WhiteTimeControl": "300"}


@pytest.mark.parametrize(("text", "properties"), [
    ("5m", {"TM": "300", "OT": ""}), ("5m+3s", {"TM": "300", "OT": "3 fischer"}),
    ("5m/10x20s", {"TM": "300", "OT": "10x20 byo-yomi"}), ("0s/25/10m", {"TM": "0", "OT": "25/600 Canadian"}),
    ("40/5m", {}), ("40/5m:5m", {}), ("5m+d3s", {}), ("5m,1m", {}), ("nodes=5", {}),
])  # fmt: skip
def test_sgf_tells_main_time_and_overtime(text, properties):
    assert write_time_properties(read_clock(text)) == properties


def file_game(spec, moves, control, how=None, score=None):
    """A game between Ann and Bob."""
    record = make_record(Heading(spec, ("human", "human"), ("Ann", "Bob"), 1), moves.split(), how, "Bob lost", score)
    assert games.load(spec, moves.split()).score() is None
    return FileGame(record, "2024-05-01", control=read_clock(control))


@pytest.mark.parametrize(("how", "score", "termination"), [
    (None, None, "unterminated"), ("resigned", 1, "normal"), ("agreed", 0, "normal"),
    ("out-of-time", 1, "time forfeit"), ("illegal-move", 1, "rules infraction"), ("crashed", 1, "abandoned"),
])  # fmt: skip
def test_a_game_of_chess_is_written_with_its_clock_and_how_it_ended(how, score, termination):
    written = file_game("chess", "e4 e5 Nf3", "40/5m", how, score)
    text = find_format("pgn").write([written])
    assert '[TimeControl "40/300"]\n' in text
    assert f'[Termination "{termination}"]\n' in text
    (back,) = read_text(text, "f.pgn")
    assert (back.record.moves, back.record.score) == (written.record.moves, score)
    assert back.record.how == {"crashed": "no-move"}.get(how, how)


def test_a_game_of_draughts_is_written_with_the_clocks_of_its_colours():
    # Black moves first in checkers, so Ann has Black.
    text = find_format("pdn").write([file_game("checkers", "11-15", "5m,1m")])
    assert '[White "Bob"]\n[Black "Ann"]' in text
    assert '[WhiteTimeControl "60"]\n[BlackTimeControl "300"]' in text


def test_a_game_of_go_is_written_with_its_byo_yomi():
    text = find_format("sgf").write([file_game("go:9", "e5", "5m/10x20s")])
    assert "TM[300]" in text
    assert "OT[10x20 byo-yomi]" in text
    assert (
        read_text(text, "f.sgf")[0].record.moves
        == read_text(text.replace("TM[300]", ""), "f.sgf")[0].record.moves
        == "E5"
    )
