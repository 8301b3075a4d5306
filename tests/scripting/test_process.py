"""What players change in the process that plays, which is that of the person who called."""

import os
import re
import sys
from io import StringIO
from threading import Thread

import pytest

import referee
from tests.scripting.test_scripting import Sticks

WALKS = """
import os
import re

class Walks:
    def choose(self, game, deadline):
        os.chdir("/")
        return game.moves()[0]
"""


def changes(game):
    os.chdir("/")
    os.environ["LEFT_BY_A_PLAYER"] = "1"
    sys.stdout = StringIO()
    return game.moves()[0]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walks.py").write_text(WALKS)
    return tmp_path


def test_every_game_finds_the_files_of_the_folder_it_was_asked_for_in(home):
    for workers in (1, 2):
        found = referee.batch("nim", "./walks.py", "random", games=4, seed=1, workers=workers)
        assert found.forfeits == ({}, {})
        assert os.getcwd() == str(home)
    cup = referee.tournament("nim", {"one": "./walks.py", "other": changes}, openings=0, seed=1)
    assert {record.how for record in cup.records} == {"played-out"}


def test_changes_by_a_player_are_undone(home):
    stream = sys.stdout
    referee.play(Sticks, changes, "random", seed=1)
    assert (os.getcwd(), "LEFT_BY_A_PLAYER" in os.environ, sys.stdout) == (str(home), False, stream)


def test_a_thread_puts_nothing_back_that_others_may_have_changed(monkeypatch):
    monkeypatch.setenv("SET_BY_ANOTHER", "before")
    asked = []

    def least(game):
        if not asked:
            os.environ["SET_BY_ANOTHER"] = "meanwhile"
        asked.append(game)
        return game.moves()[0]

    thread = Thread(target=referee.play, args=(Sticks, least, "random"))
    thread.start()
    thread.join()
    assert os.environ["SET_BY_ANOTHER"] == "meanwhile"


def hang(game):
    while True:
        pass


def hang_in_c(game):
    re.match(r"(a+)+$", "a" * 60 + "b")


def leave(game):
    os._exit(3)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="functions reach workers by fork")
@pytest.mark.parametrize(("player", "how"), [(hang, "hung"), (hang_in_c, "hung"), (leave, "died")])
def test_a_function_that_hangs_or_ends_its_process_loses_its_game_in_a_worker(player, how):
    found = referee.batch("tic-tac-toe", player, "random", games=2, seconds=0.2, seed=1, workers=2)
    assert found.forfeits == ({how: 2}, {})
