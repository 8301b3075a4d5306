"""What `why` answers at the prompt: it tells of the last move that stands, and of none that was taken back."""

import games
from players import load
from players.human import HumanPlayer
from tests.helpers.scripted import Scripted
from referee.match.match import play
from referee.match.record import Heading, Recorder
from referee.table import vocabulary
from referee.table.prompt_commands import PromptCommands


def answers(*entries):
    """What Ann is told, who types these entries in a game against the program Bob."""
    front = Scripted(*entries)
    desk = PromptCommands(front, Recorder(Heading("tic-tac-toe", ("human", "random"), ("Ann", "Bob"), 1)))
    players = HumanPlayer(desk.ask, desk.tell), load("random", 1)
    for event in play(games.load("tic-tac-toe"), players, ("Ann", "Bob"), 1):
        desk.note(event)
    return front.said


def test_a_program_that_has_not_moved_has_no_reasons():
    assert answers("why") == ["Bob has not moved yet."]


def test_the_move_that_stands_is_told_of():
    assert answers("5", "why") == ["Bob gives no reasons."]


def test_a_move_that_was_taken_back_is_not_told_of():
    assert answers("5", "undo", "why") == ["Bob has not moved yet."]
