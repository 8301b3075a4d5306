"""Specs are read once, as long as the files that they name stay as they are."""

import os
from pathlib import Path

import pytest

import games
from games.names import cache
from games.names import user_files
from games.names.entry import Entry
from games.names.user_build import build_path

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
    def write(until, path=tmp_path / "count.py"):
        path.write_text(GAME.format(until=until))
        return str(path)

    return write


@pytest.fixture
def settled(monkeypatch):
    """As if much time had passed since each change."""
    monkeypatch.setattr(cache, "is_settled", lambda stamp: True)


@pytest.fixture
def runs(monkeypatch):
    """The paths that are looked at in full."""
    seen, run = [], user_files.run_file
    monkeypatch.setattr(user_files, "run_file", lambda path: seen.append(path) or run(path))
    return seen


def test_a_file_that_stays_as_it_is_is_read_once(written, settled, runs):
    spec = written(3)
    first = games.load(spec)
    looked = len(runs)
    for _ in range(5):
        assert type(games.load(spec)) is type(first)
    assert len(runs) == looked


def test_a_change_at_the_same_time_and_of_the_same_size_is_seen(written):
    spec = written(3)
    for until in (4, 5, 6, 7):  # one right after the other: file systems may give them one time
        assert written(until) == spec
        assert games.load(spec).until == until


def test_a_change_while_the_file_is_read_is_seen(written, monkeypatch):
    spec, now = written(3), []
    monkeypatch.setattr(cache, "time_ns", lambda: now[0])
    monkeypatch.setattr(cache, "look_at", lambda path, absent=False: (1, 1, 0, 0))  # two changes within a tick
    now.append(1 + cache.TICK // 2)  # the stamp is taken shortly after the first
    load = user_files.load_definitions
    monkeypatch.setattr(user_files, "load_definitions", lambda path: now.insert(0, 1 + 9 * cache.SECOND) or load(path))
    assert games.load(spec).until == 3  # and it takes seconds to read the file
    written(4)
    assert games.load(spec).until == 4


def test_a_change_that_keeps_size_and_time_is_seen(written, settled):
    spec = written(3)
    assert games.load(spec).until == 3
    before = Path(spec).stat()
    written(4)
    os.utime(spec, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert Path(spec).stat().st_mtime_ns == before.st_mtime_ns
    assert games.load(spec).until == 4


def test_a_file_of_the_same_name_in_another_folder_is_another_one(written, settled, tmp_path, monkeypatch):
    for until, folder in ((3, tmp_path / "one"), (4, tmp_path / "two")):
        folder.mkdir()
        written(until, folder / "count.py")
        monkeypatch.chdir(folder)
        assert games.load("./count.py").until == until
    monkeypatch.chdir(tmp_path / "one")
    assert games.load("./count.py").until == 3


def test_what_the_file_names_so_must_be_there_still(written, settled):
    spec = written(3)
    games.load(spec)
    module = user_files.run_file(spec)
    module.Count = type("Count", (module.Count,), {"until": 9, "__module__": module.__name__})
    assert games.load(spec).until == 9


def test_a_file_that_was_removed_is_missed(written, settled):
    spec = written(3)
    games.load(spec)
    Path(spec).unlink()
    with pytest.raises(games.SpecError, match="No such file"):
        games.load(spec)


def test_a_build_that_appears_or_changes_is_looked_at(written):
    source = Path(written(3))
    stamps = [cache.stamp_file(str(source))]
    for content in ("a", "ab"):
        build_path(source).write_text(content)
        stamps.append(cache.stamp_file(str(source)))
    assert len(set(stamps)) == 3
    assert cache.stamp_file(str(source.with_name("missing.py"))) == ()


@pytest.mark.parametrize(
    ("last", "passed", "kept"),
    [(1, 40_000_000, False), (1, 60_000_000, True), (0, 60_000_000, False), (0, 2_100_000_000, True), (1, -1, False)],
)
def test_a_file_is_settled_once_a_change_would_have_another_time(last, passed, kept, monkeypatch):
    changed = 1_700_000_000 * cache.SECOND + last
    monkeypatch.setattr(cache, "time_ns", lambda: changed + passed)
    assert cache.is_settled(((changed - 5, changed, 10, 1), (0, 0, 0, 0))) == kept


def test_only_the_last_ones_are_kept(monkeypatch):
    known = cache.KnownSpecs()
    monkeypatch.setattr(cache, "MOST", 2)
    catalogue = games.CATALOGUE
    for number in (1, 2, 3):
        spec = f"nim:sticks={number}"
        known.keep(spec, catalogue.look_up(spec), 7, "nim", catalogue.entries["nim"], ())
    found = [known.find(f"nim:sticks={number}", 7, catalogue.entries) for number in (1, 2, 3)]
    assert [each is not None for each in found] == [False, True, True]
    assert known.find("nim:sticks=2", 8, catalogue.entries) is None
    assert known.find("nim:sticks=2", 7, catalogue.entries | {"nim": Entry("games.nim", "Nim")}) is None
    known.keep("./mine.py", catalogue.look_up("nim"), 7, "./mine.py:Mine", None, ())  # changed just now: not kept
    assert list(known.kept) == ["nim:sticks=2", "nim:sticks=3"]
