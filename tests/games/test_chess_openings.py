"""The names of openings of chess."""

import chess

import games
from games.chess.openings import OPENINGS, openings_by_key
from tests.helpers.cases import every_case


@every_case("name", OPENINGS)
def test_the_moves_of_an_opening_are_legal_and_written_as_in_san(name):
    board = chess.Board()
    for text in OPENINGS[name].split():
        assert board.san(board.parse_san(text)) == text
        board.push_san(text)
    game = games.load("chess", OPENINGS[name].split())
    assert game.show().note.split("; ")[-1] == name


def test_there_are_sixty_at_least_and_each_leads_elsewhere():
    assert len(openings_by_key()) == len(OPENINGS) >= 60


def test_the_board_names_the_opening_while_a_game_follows_it():
    assert games.load("chess", "e4 c5".split()).show().note == "Sicilian Defence"
    assert games.load("chess", "c4 c5 e4".split()).show().note == ""
    assert games.load("chess", "Nf3 Nc6 e4 e5 Bb5".split()).show().note == "Ruy Lopez"  # by another way
    assert games.load("chess").show().note == ""
