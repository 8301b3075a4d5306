"""Questions that are called off while a person answers them, and answers that do not come in time."""

import os
from contextlib import closing
from math import inf
from threading import Thread
from time import monotonic, sleep

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import games
from players.entry import Moves
from players.human import HumanPlayer
from players.player import CalledOff, OutOfTime
from referee.match.record import Heading, Recorder
from referee.support.settings import Settings
from referee.table.fullscreen.match_page import open_match_page
from referee.table.fullscreen.view import Timeline, View
from referee.table.prompt_commands import PromptCommands
from referee.table.scrolling_front import ScrollingFront
from referee.table.spoken_front import SpokenFront
from referee.table.typed_lines import TypedLines

HEADING = Heading("ttt", ("human", "human"), ("Ann", "Bob"), 1)


class Keyboard:
    """A pipe into which a test types."""

    def __init__(self):
        self.source, self.end = os.pipe()
        self.lines = TypedLines(self.source)

    def type(self, text):
        os.write(self.end, text.encode())

    def close(self):
        os.close(self.end)


@pytest.fixture
def keyboard():
    with closing(Keyboard()) as found:
        yield found


def until(fact):
    """Wait for a fact, for a minute at most."""
    end = monotonic() + 60
    while not fact():
        assert monotonic() < end
        sleep(0.005)


def seated(front):
    """Return a person at a front."""
    prompt = PromptCommands(front, Recorder(HEADING))
    person = HumanPlayer(prompt.ask, prompt.tell)
    person.call_off = front.call_off
    return person


FRONTS = pytest.mark.parametrize("kind", [ScrollingFront, SpokenFront])


# Lines.


@FRONTS
def test_a_question_is_called_off_from_another_thread_and_its_line_answers_the_next(kind, keyboard):
    person = seated(kind((True, False), lines=keyboard.lines))
    keyboard.type("5")
    thread = Thread(target=lambda: (until(lambda: keyboard.lines.reading), person.call_off()))
    thread.start()
    with pytest.raises(CalledOff):
        person.choose(games.load("ttt"), inf)
    thread.join()
    keyboard.type("\n")
    assert person.choose(games.load("ttt"), inf) == 4


@FRONTS
def test_the_next_question_is_called_off_if_none_is_open(kind, keyboard):
    person = seated(kind((True, False), lines=keyboard.lines))
    person.call_off()
    keyboard.type("5\n")
    with pytest.raises(CalledOff):
        person.choose(games.load("ttt"), inf)
    assert person.choose(games.load("ttt"), inf) == 4


@FRONTS
def test_an_answer_that_does_not_come_in_time_is_not_waited_for(kind, keyboard):
    person = seated(kind((True, False), lines=keyboard.lines))
    with pytest.raises(OutOfTime):  # nothing is ever typed
        person.choose(games.load("ttt"), monotonic() + 0.01)


@FRONTS
def test_a_move_is_a_move_after_a_question_for_consent_was_called_off(kind, keyboard):
    person = seated(kind((True, False), lines=keyboard.lines))
    person.call_off()
    with pytest.raises(CalledOff):
        person.accepts(games.load("ttt"), inf, "Bob offers a draw")
    keyboard.type("5\n")
    assert person.choose(games.load("ttt"), inf) == 4


def test_lines_that_come_at_once_are_read_one_by_one_up_to_the_end(keyboard, capsys):
    keyboard.type("one\ntwo\nth")
    assert [keyboard.lines.read("> ") for _ in range(2)] == ["one\n", "two\n"]
    keyboard.type("ree é")
    keyboard.close()
    assert keyboard.lines.read("> ") == "three é"
    with pytest.raises(EOFError):
        keyboard.lines.read("> ")
    assert capsys.readouterr().out == "> one\n> two\n> three é\n> \n"
    keyboard.source, keyboard.end = os.pipe()  # for the fixture


# The page.


@pytest.fixture
def page():
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        game = games.load("ttt")
        view = View("ttt", Timeline(game), names=("Ann", "Bob"), people=(True, False), viewer=0)
        yield open_match_page(view, Settings(), Recorder(HEADING).record), keys


def test_what_was_typed_on_the_page_stays_when_its_question_is_called_off(page):
    front, keys = page
    found = []

    def play():
        person = seated(front)
        keys.send_text("5")
        Thread(target=lambda: (until(lambda: front.buffer.text == "5" and front.view.asked), person.call_off())).start()
        with pytest.raises(CalledOff):
            person.choose(games.load("ttt"), inf)
        found.append((front.buffer.text, front.view.asked))
        keys.send_text("\r")
        found.append(person.choose(games.load("ttt"), inf))
        front.call_later(front.leave_for, "")

    front.run(play)
    assert found == [("5", None), 4]


def test_the_page_calls_off_the_next_question_if_none_is_open(page):
    front, _ = page
    found = []

    def play():
        person = seated(front)
        person.call_off()
        with pytest.raises(CalledOff):
            person.choose(games.load("ttt"), inf)
        found.append(front.view.asked)
        front.call_later(front.leave_for, "")

    front.run(play)
    assert found == [None]


def test_a_question_for_consent_leaves_the_page_when_it_is_called_off(page):
    front, _ = page

    def play():
        person = seated(front)
        Thread(target=lambda: (until(lambda: front.view.asked), person.call_off())).start()
        with pytest.raises(CalledOff):
            person.accepts(games.load("ttt"), inf, "Bob offers a draw")
        assert (front.questioned, front.view.said) == (False, [])
        front.call_later(front.leave_for, "")

    front.run(play)


def test_a_front_without_such_lines_reads_in_the_usual_way(monkeypatch):
    typed = iter(["5\n"])
    front = ScrollingFront((True, False))
    front.read = lambda prompt, deadline: next(typed)
    front.call_off()
    assert isinstance(front.ask(games.load("ttt"), inf), Moves)
