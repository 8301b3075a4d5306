"""The numbers of moves, as players of the game write them."""

import games
from referee.match.events import Moved
from referee.match.numbering import numbered, numeral
from referee.match.record import Heading, Recorder

BLACK_FIRST = "chess:position=4k3/8/8/8/8/8/4p3/4K2R b K - 0 30"


def listed(spec, *texts):
    """The moves as the word `moves` lists them."""
    recorder, game = Recorder(Heading(spec, ("human", "random"), ("Ann", "Bob"), 1)), games.load(spec)
    for text in texts:
        move, seat = game.parse(text), game.turn
        game.make(move)
        recorder.note(Moved(game.copy(), seat, move, text, (text, text), 0.0))
    return recorder.listing(0)


def test_a_number_of_chess_counts_a_move_of_each_side():
    assert listed("chess", "e4", "e5", "Nf3") == "1. e4 e5  2. Nf3"


def test_numbers_go_on_from_the_position_and_show_that_black_begins():
    assert listed(BLACK_FIRST, "Kd7", "Rg1", "Kd6") == "30... Kd7  31. Rg1 Kd6"


def test_other_games_number_each_move():
    assert listed("tic-tac-toe", "5", "1", "9") == "1. 5  2. 1  3. 9"
    assert numeral(games.load("checkers"), 3) == "3."


def test_only_moves_of_one_number_stand_together():
    assert numbered([("1...", "e5"), ("2.", "Nf3"), ("3...", "d6")]) == ["1... e5", "2. Nf3", "3... d6"]
