"""Specs are read once for games that are played together, and each time else."""

import pytest

import games
import players
from games.names import user_files
from games.names.entry import READ, read_specs_once
from referee.batches.plan import Plan
from referee.running.runner import play_chunk

GAME = """
from games.game import Game

class Count(Game):
    until = {until}

    def __init__(self):
        self.made = 0

    def moves(self):
        return [1] if self.made < self.until else []

    def make(self, move):
        self.made += 1
        self.turn = 1 - self.turn

    def score(self):
        return 0 if self.made == self.until else None
"""


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a game of some length into a file and returns its path."""

    def write(until, path=tmp_path / "count.py"):
        path.write_text(GAME.format(until=until))
        return str(path)

    return write


@pytest.fixture
def runs(monkeypatch):
    """Record the paths of files that are run."""
    seen, run = [], user_files.run_file
    monkeypatch.setattr(user_files, "run_file", lambda path: seen.append(path) or run(path))
    return seen


def test_games_that_are_played_together_read_a_file_once(written, runs):
    plan = Plan(written(3), ("random", "random"), 1)
    play_chunk([plan.task(0)])
    once = len(runs)
    play_chunk([plan.task(number) for number in range(5)])
    assert len(runs) == 2 * once > 0


def test_a_file_that_changes_is_read_again_but_not_for_games_played_together(written):
    spec = written(3)
    for until in (4, 5, 6):  # one right after the other: file systems may give them one time
        written(until)
        assert games.load(spec).until == until
        with read_specs_once():
            assert games.load(spec).until == until
            written(until + 1)
            assert games.load(spec).until == until


def test_what_was_read_in_a_block_can_be_passed_to_another_one(written):
    spec, known = written(3), {}
    with read_specs_once(known):
        first = games.load(spec)
    written(4)
    with read_specs_once(known):
        assert type(games.load(spec)) is type(first)
    assert READ.get() is None


def test_one_spec_may_name_a_game_and_a_player(tmp_path):
    path = tmp_path / "both.py"
    path.write_text(GAME.format(until=1) + "\ndef first(game):\n    return game.moves()[0]\n")
    with read_specs_once():
        assert games.load(str(path)).until == 1
        assert players.load(str(path)).choose(games.load(str(path)), 0.0) == 1


def test_a_cached_file_imports_its_own_neighbours(tmp_path):
    for folder, number in (("one", 1), ("two", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "beside.py").write_text(f"NUMBER = {number}\n")
        bot = "def bot(game):\n    from beside import NUMBER\n    return NUMBER\n"
        (tmp_path / folder / "bot.py").write_text(bot)
    with read_specs_once():
        for folder, number in (("one", 1), ("two", 2)) * 2:
            assert players.load(str(tmp_path / folder / "bot.py")).choose(None, 0.0) == number


def test_equal_file_names_in_two_folders_are_two_files(written, tmp_path, monkeypatch):
    for until, folder in ((3, tmp_path / "one"), (4, tmp_path / "two")):
        folder.mkdir()
        written(until, folder / "count.py")
        monkeypatch.chdir(folder)
        assert games.load("./count.py").until == until
    monkeypatch.chdir(tmp_path / "one")
    assert games.load("./count.py").until == 3


def test_a_session_name_used_again_means_the_new_thing():
    def lender(number):
        def bot(game):
            return number

        return bot

    with read_specs_once():
        for number in (1, 2):
            with players.CATALOGUE.lend_for_a_call():
                spec = players.CATALOGUE.lend(lender(number), set())
                assert spec == "here:bot"
                assert players.load(spec).choose(None, 0.0) == number
