"""A class that is held in threads of this process, and scripted programs that come to it."""

import threading
from contextlib import suppress
from time import monotonic, sleep

import pytest

import games
from referee.match.clocks import UNLIMITED
from referee.network.class_page import ClassPage
from referee.network.classroom import Classroom
from referee.network.server import Server
from referee.tournaments.journal import Journal
from referee.tournaments.plan import Tournament
from tests.network.guests import FREE, SOON, Guest

TOKENS = {"Ann": "token-of-ann", "Bob": "token-of-bob", "Cleo": "token-of-cleo"}
PLAN = Tournament("tic-tac-toe", (), (), "class", 1, 7, UNLIMITED.with_move(60.0))


def wait(fits):
    """Return what `fits` returns, once that is true."""
    end = monotonic() + SOON
    while not (found := fits()):
        assert monotonic() < end
        sleep(0.005)
    return found


class Held:
    """A class that is held in threads of this process."""

    def __init__(self, folder, plan=PLAN, staff=(), students=TOKENS, **more):
        self.students, self.closed = students, False
        self.journal = Journal(folder, pytest.fail)
        last = self.journal.last()
        self.journal.resume(last) if last else self.journal.begin(plan)
        self.said, self.presses, self.error = [], 0, None
        self.page = ClassPage()
        self.room = Classroom(self.journal, students, staff, self.page, complain=self.said.append, **more)
        self.page.room = self.room
        self.server = Server(self.room.find, page=self.page.page, complain=self.said.append, limits=FREE)
        self.port = self.server.start()
        self.guests = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            self.room.run(lambda: self.presses)
        except Exception as error:  # noqa: BLE001  # for the test to look at
            self.error = error

    def guest(self, name, program="one", play=True):
        """Let the program of a student come; it makes the first legal move unless the test does it."""
        guest = Guest(self.port, self.students[name], program=program)
        self.guests.append(guest)
        return play_in_thread(guest) if play else guest

    def games(self, count=1):
        """Return the records of the games, once there are so many."""
        wait(lambda: len(self.room.results) >= count or self.error)
        assert self.error is None
        return [result.record for _, result in sorted(self.room.results.items())]

    def end(self, presses=1):
        self.presses = presses
        self.thread.join(SOON)
        assert not self.thread.is_alive()

    def close(self):
        """Stop the class, once."""
        if self.closed:
            return
        self.closed = True
        self.end(2)
        self.room.stop()
        for guest in self.guests:
            guest.leave()
        self.server.stop()
        self.journal.close()


def play_in_thread(guest):
    """Let a guest play by itself; return it."""
    threading.Thread(target=first_moves, args=[guest], daemon=True).start()
    return guest


def first_moves(guest):
    """Play the first empty cell whenever it is asked."""
    board = None
    with suppress(Exception):
        while True:
            said = guest.next()
            if said["is"] == "start":
                board = games.load(said["game"])
            if said["is"] == "moved":
                board.make(board.parse(said["text"]))
            if said["is"] == "ask":
                guest.say(ask=said["ask"], move=board.text(board.moves()[0]))


@pytest.fixture
def held(tmp_path, monkeypatch):
    """Return a function that holds a class in this folder, the same one at each call; all are closed at the end."""
    monkeypatch.setattr("referee.network.classroom.PULSE", 0.02)
    opened = []

    def hold(**more):
        for each in opened:
            each.close()
        opened.append(Held(tmp_path, **more))
        return opened[-1]

    yield hold
    for each in opened:
        each.close()
