"""Players that last: who is kept, who is closed, and that nothing they do at their end matters."""

import os
from contextlib import closing

import pytest

import players
from games.names.entry import Entry
from players.player import Quit, Resigned, Swap
from referee.batches.plan import Plan
from referee.match.clocks import UNLIMITED
from referee.match.events import Ended, How
from referee.running import lasting_players
from referee.running.game_task import GameTask


class Lasting:
    """Makes the first move, and notes what becomes of it."""

    lasting = True
    made = []
    wrong = ""

    def __init__(self):
        self.closed = 0
        Lasting.made.append(self)

    def __len__(self):
        return 0  # as an empty table of what was learnt has it

    def choose(self, game, deadline):
        if self.wrong == "choose":
            raise RuntimeError("in choose")
        return game.moves()[0]

    def close(self):
        self.closed += 1
        if self.wrong == "close":
            raise SystemExit(7)
        if self.wrong == "fork":
            os.fork()


class Asks:
    """A person who makes these requests, one after another."""

    person = True
    acts = ()

    def __init__(self):
        self.left = list(self.acts)

    def choose(self, game, deadline):
        raise self.left.pop(0)


@pytest.fixture(autouse=True)
def _names(monkeypatch):
    """The names of these players, and no waiting players."""
    for name in ("Lasting", "Asks"):
        monkeypatch.setitem(players.CATALOGUE.entries, name.lower(), Entry(__name__, name))
        monkeypatch.setitem(players.CATALOGUE.names, name.lower(), name.lower())
    monkeypatch.setattr(lasting_players, "waiting", [])
    monkeypatch.setattr(Lasting, "made", [])
    yield
    Lasting.wrong = ""


def play(number=0, pair=("lasting", "random")):
    return list(Plan("tic-tac-toe", pair, 1).task(number).match())[-1]


def test_one_that_lasts_is_made_once_though_it_seems_empty():
    for number in range(3):
        play(number)
    assert len(Lasting.made) == 1 and not Lasting.made[0].closed
    lasting_players.close_waiting()
    assert Lasting.made[0].closed == 1


def test_a_spec_that_plays_itself_has_two():
    for number in range(3):
        play(number, ("lasting", "lasting"))
    assert len(Lasting.made) == 2


@pytest.mark.parametrize("wrong", ["choose", "close", "fork"])
def test_one_that_has_forfeited_is_closed_whatever_it_does_then(wrong, monkeypatch):
    if wrong != "choose":
        monkeypatch.setattr(Lasting, "choose", lambda *_: None)
    Lasting.wrong = wrong
    process = os.getpid()
    assert play().how in (How.CRASHED, How.NO_MOVE)
    assert os.getpid() == process and Lasting.made[0].closed == 1 and not lasting_players.waiting


def test_after_a_swap_it_is_still_known_who_has_forfeited(monkeypatch):
    monkeypatch.setattr(Asks, "acts", (Swap(), Quit()))
    monkeypatch.setattr(Lasting, "wrong", "choose")
    end = play(pair=("asks", "lasting"))
    assert (end.how, end.winner) == (How.CRASHED, 1)
    assert Lasting.made[0].closed == 1 and not lasting_players.waiting


def test_a_game_that_nobody_watches_to_its_end_closes_it():
    events = Plan("tic-tac-toe", ("lasting", "random"), 1).task(0).match()
    with closing(events):
        next(events)
    assert Lasting.made[0].closed == 1


def test_no_more_wait_than_are_allowed(monkeypatch):
    monkeypatch.setattr(lasting_players, "MOST", 1)
    play(pair=("lasting", "lasting"))
    assert [each.closed for each in Lasting.made] == [1, 0]
