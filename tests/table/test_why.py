"""What `why` answers at the prompt: it tells of the last move that stands, and of none that was taken back."""

import games
from players import load
from players.human import HumanPlayer
from referee.match.match import play
from referee.match.record import Heading, Recorder
from referee.table import vocabulary
from referee.table.prompt_commands import PromptCommands


class Scripted:
    """A front at which these entries are typed, until the person leaves; `said` holds the answers."""

    def __init__(self, *entries):
        self.entries, self.said = list(entries), []

    def show(self, event):
        pass

    def tell(self, text):
        self.said.append(text)

    def flip(self):
        return ""

    def ask(self, game, deadline):
        if not self.entries:
            raise EOFError
        return vocabulary.parse(game, self.entries.pop(0))


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
