"""A host that is killed at random moments, and started anew: no move is lost, and none is made twice.

HOST_KILLS=30 kills it 30 times during a match, and 30 times during offers and rematches.
"""

import os
import random
import signal
import threading
from contextlib import ExitStack, closing
from math import inf
from time import sleep

import pytest

from referee.match.events import Ended, TakenBack
from referee.network import line
from referee.network.guest import ProgramTask
from referee.network.guest_session import take_up, visit_host, wait_for_start
from referee.storage.archive import open_archive
from tests.helpers.processes import PATIENCE, wait_until
from tests.network.guests import Guest
from tests.network.test_host import Process

KILLS = int(os.environ.get("HOST_KILLS", "2"))
PLIES = 30  # between two kills, at most
INSTANT = 0.03  # seconds between a ply and a kill, at most


class Player(threading.Thread):
    """A program that plays match after match over one line, and wishes for another one after each.

    wanted   the matches after which it leaves.
    matches  the moves of each match, as it heard them;  chosen  how many moves it chose in each;  faults  what was
    wrong.
    """

    def __init__(self, invitation, seed, wanted=1):
        super().__init__(daemon=True)
        self.invitation, self.seed, self.wanted = invitation, seed, wanted
        self.matches, self.chosen, self.ends, self.faults = [], [], [], []
        self.start()

    def run(self):
        try:
            self.play()
        except Exception as error:  # noqa: BLE001  # for the test to look at
            self.faults.append(error)

    def play(self):
        visit = visit_host(self.invitation)
        start = wait_for_start(visit, lambda _: None)
        while start:
            told = take_up(visit, start, "")
            task = ProgramTask(visit, told, "random", self.seed, self.faults.append)
            self.matches.append(told.made)
            self.chosen.append(0)
            task.me.choose = self.count(task.me.choose)
            for event in task.match():
                if isinstance(event, TakenBack):
                    self.faults.append("a move was lost")
                if isinstance(event, Ended):
                    self.ends.append(event)
                    task.left = len(self.ends) >= self.wanted
                    if not task.left:
                        self.wish(visit, told)
            start = task.next_start
        visit.leave()

    def count(self, choose):
        def counted(*given):
            self.chosen[-1] += 1
            return choose(*given)

        return counted

    def wish(self, visit, told):
        """Wish for a rematch until it begins: a host that is killed forgets who has wished for it."""

        def ask():
            while len(self.ends) == len(self.matches):
                visit.line.send({"wish": "rematch", "at": told.at})
                sleep(0.2)

        threading.Thread(target=ask, daemon=True).start()


class Killable:
    """A host in a folder that can be killed and started anew. Its standard output is read all the time."""

    def __init__(self, folder, *words):
        self.folder = folder
        self.start(*words, "--listen", "127.0.0.1:0")
        self.invited = self.host.invitations()
        self.drain()

    def start(self, *words):
        self.host = Process(self.folder, *words)

    def drain(self):
        self.reader = threading.Thread(target=self.host.lines.extend, args=(self.host.process.stdout,), daemon=True)
        self.reader.start()

    def kill(self):
        self.host.process.kill()
        self.reader.join()
        self.host.process.wait()
        self.host.process.stdout.close()

    def again(self):
        """Kill it and start it anew."""
        self.kill()
        self.start("--resume")
        self.host.read("are valid again")
        self.drain()


@pytest.fixture
def killable(tmp_path, monkeypatch):
    """Return a function that starts a host in this folder; it is killed at the end."""
    monkeypatch.setattr(line, "SOONEST", 0.01)
    monkeypatch.setattr(line, "LATEST", 0.1)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    with ExitStack() as stack:

        def start(*words):
            made = Killable(tmp_path, *words)
            stack.callback(made.kill)
            return made

        yield start


def kept_matches():
    """Return the texts of the moves of all matches, as they are kept."""
    with closing(open_archive()) as archive:
        return [archive.load(number).record().moves.split() for number in range(1, archive.last() + 1)]


def kept_moves(number):
    """Return the texts of the moves of a match, as they are kept."""
    with closing(open_archive()) as archive:
        return archive.load(number).record().moves.split()


def test_a_host_that_is_killed_at_random_moments_loses_no_move_and_makes_none_twice(killable):
    rng = random.Random(54)
    sticks = 2 * (KILLS + 1) * PLIES
    host = killable(f"nim:sticks={sticks}", "--clock", "60m")
    guests = [Player(host.invited[seat], seat) for seat in (0, 1)]
    for _ in range(KILLS):
        most = sum(map(len, guests[0].matches)) + rng.randint(1, PLIES)
        wait_until(lambda most=most: guests[0].ends or sum(map(len, guests[0].matches)) >= most)
        sleep(rng.uniform(0, INSTANT))
        host.again()
    for guest in guests:
        guest.join(PATIENCE)
        assert guest.faults == []
        assert len(guest.ends) == 1
    moves = kept_moves(1)
    print(f"{KILLS} kills, {len(moves)} moves")
    assert sum(map(int, moves)) == sticks
    for seat, guest in enumerate(guests):
        assert [made.text for made in guest.matches[0]] == moves
        assert guest.chosen == [len(moves[seat::2])]


def test_a_host_that_is_killed_between_matches_lets_the_same_guests_play_a_rematch(killable):
    rng = random.Random(55)
    host = killable("nim:sticks=9")
    guests = [Player(host.invited[seat], seat, inf) for seat in (0, 1)]
    for _ in range(KILLS):
        number = 1 + max(len(guest.ends) for guest in guests)
        wait_until(lambda number=number: all(each.faults or len(each.ends) >= number for each in guests))
        sleep(rng.uniform(0, INSTANT))
        host.again()
    last = 2 + max(len(guest.matches) for guest in guests)
    for guest in guests:
        guest.wanted = last
    for guest in guests:
        guest.join(PATIENCE)
        assert guest.faults == []
        assert len(guest.ends) == last
    print(f"{KILLS} kills, {last} matches")
    heard = [[[made.text for made in match] for match in guest.matches] for guest in guests]
    assert heard[0] == heard[1]
    kept = iter(kept_matches())  # with those that were begun and told to nobody
    assert all(match in kept for match in heard[0])


def test_a_host_that_is_killed_during_an_offer_lets_it_be_made_again(killable):
    rng = random.Random(56)
    host = killable("nim:sticks=99", "--names", "Ann", "Bob")
    plies = 0
    for number in range(KILLS):
        ann, bob = (Guest(host.invited[seat].port, host.invited[seat].token) for seat in (0, 1))
        assert ann.move("1")["ask"][:2] == [0, plies]
        bob.move("1")
        plies += 2
        ann.hear("ask", kind="move", ask=[0, plies, 0])
        bob.say(wish=("draw", "undo")[number % 2], at=[0, plies])
        asked = ann.hear("ask", kind="consent")["ask"]
        sleep(rng.uniform(0, INSTANT))
        if number % 3 == 2:
            ann.say(ask=asked, yes=False)  # it may be heard or not
        host.again()
        assert len([said for said in ann.heard if said["is"] == "moved"]) == plies
        for guest in (ann, bob):
            guest.leave()
    ann, bob = (Guest(host.invited[seat].port, host.invited[seat].token) for seat in (0, 1))
    bob.say(wish="draw", at=[0, plies])
    ann.agree(True)
    for guest in (ann, bob):
        assert guest.hear("end")["how"] == "agreed"
        assert [said["text"] for said in guest.heard if said["is"] == "moved"] == ["1"] * plies
        guest.leave()
    assert kept_moves(1) == ["1"] * plies
