"""The cache of solved positions: what it finds again, what it does not, and what damage cannot do."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

import games
from games.game import Game
from games.names.entry import Entry
from referee import cli
from referee.solving import solve_cache
from referee.solving.solve_cache import NAME, Solutions, key_of

FOUND = {"solved": True, "value": 1, "moves": [{"move": "a", "value": 1}]}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Return a cache in a missing folder, which keeps all results."""
    folder = tmp_path / "not" / "there"
    monkeypatch.setenv("REFEREE_CACHE", str(folder))
    monkeypatch.setattr(solve_cache, "WORTHWHILE", 0.0)
    return Solutions(folder)


@pytest.fixture
def said(capsys):
    """Run `referee solve ... --json`; return (object, standard error)."""

    def run(*words, status=0):
        assert cli.run(["solve", *words, "--json"]) == status
        out, err = capsys.readouterr()
        return json.loads(out), err

    return run


def rows(cache):
    with closing(sqlite3.connect(cache.path)) as db:
        return db.execute("SELECT COUNT(*) FROM solutions").fetchone()[0]


def change(cache, statement):
    with closing(sqlite3.connect(cache.path)) as db, db:
        db.execute(statement)


def without(found):
    return {name: value for name, value in found.items() if name not in {"seconds", "cached"}}


def test_kept_solutions_are_found_again(cache):
    assert cache.find("key") is None
    cache.keep("key", FOUND)
    assert cache.find("key") == FOUND
    assert cache.find("other") is None
    cache.keep("key", {"solved": False})
    assert cache.find("key") == {"solved": False}
    assert rows(cache) == 1


@pytest.mark.parametrize("words", [["hexapawn"], ["ttt", "--moves", "5 1 9"], ["othello:size=4"]], ids=" ".join)
def test_a_cached_answer_equals_a_fresh_one(cache, said, words):
    first, again, fresh = said(*words)[0], said(*words)[0], said(*words, "--fresh")[0]
    assert [found["cached"] for found in (first, again, fresh)] == [False, True, False]
    assert without(first) == without(again) == without(fresh)
    assert again["seconds"] == first["seconds"]


def test_for_people_it_says_that_it_comes_from_the_cache(cache, capsys):
    for _ in range(2):
        cli.run(["solve", "hexapawn"])
    assert capsys.readouterr().out.count("; from the cache") == 1


def test_fresh_overwrites(cache, said):
    said("hexapawn")
    change(cache, "UPDATE solutions SET key = 'gone'")
    said("hexapawn")
    said("hexapawn", "--fresh")
    assert rows(cache) == 2


def test_quick_or_unsolved_results_are_not_kept(cache, said, monkeypatch):
    monkeypatch.setattr(solve_cache, "WORTHWHILE", 100.0)
    said("hexapawn")
    monkeypatch.setattr(solve_cache, "WORTHWHILE", 0.0)
    said("connect-four:8", "--time", "0.02", status=1)
    said("nim")
    assert not cache.path.exists()


def test_other_names_of_the_same_game_find_it(cache, said):
    said("tic-tac-toe", "--moves", "5 1")
    assert said("ttt", "--moves", "5 1")[0]["cached"]
    assert said("hexapawn:rows=3")[0]["cached"] is False
    assert said("pawns:columns=3,rows=3")[0]["cached"]


# The key.


def key(spec, *moves):
    return key_of(spec, games.load(spec, moves))


def test_positions_options_and_turns_have_keys_of_their_own():
    keys = [
        key("ttt"), key("ttt", "1"), key("ttt", "3"), key("ttt", "1", "2"),
        key("hex:size=3"), key("hex:size=3,swap=yes"), key("hex:size=4"), key("connect-four"),
        key("connect-four:line=5"), key("kalah"), key("kalah:capture=any"),
    ]  # fmt: skip
    keys += [key("nim:heaps=3/3", text) for text in ("a1", "b1")]  # theory and key treat them alike
    assert games.load("nim:heaps=3/3", ["a1"]).key() == games.load("nim:heaps=3/3", ["b1"]).key()
    assert len(set(keys)) == len(keys)
    assert None not in keys
    assert key("ttt", "1", "2", "3") == key("ttt", "3", "2", "1")


def test_other_rules_have_other_keys(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(games.CATALOGUE.entries, "mine", Entry("mine_for_the_cache", "Mine"))
    monkeypatch.setitem(games.CATALOGUE.names, "mine", "mine")
    found = []
    for line in ("", "# changed"):
        source = f"from games.game import Game\nclass Mine(Game):\n    def moves(self): return [1]\n{line}\n"
        (tmp_path / "mine_for_the_cache.py").write_text(source)
        sys.modules.pop("mine_for_the_cache", None)
        found.append(key("mine"))
        assert key("mine") == found[-1]
    assert None not in found
    assert found[0] != found[1]


class Unknown(Game):
    """A game without keys."""

    def moves(self):
        return [1]

    def key(self):
        return 0


def test_where_positions_cannot_be_told_apart_there_is_no_key():
    assert key_of("ttt", Unknown()) is None
    assert key_of("no such game", games.load("ttt")) is None


# Damage.


def test_a_row_that_was_changed_is_ignored(cache, said):
    said("hexapawn")
    change(cache, "UPDATE solutions SET value = replace(value, '\"value\": -1', '\"value\": 1')")
    found, err = said("hexapawn")
    assert (found["value"], found["cached"], err) == (-1, False, "")
    assert said("hexapawn")[0]["cached"]
    change(cache, "UPDATE solutions SET key = key || 'x'")
    with closing(sqlite3.connect(cache.path)) as db:
        (moved,) = db.execute("SELECT key FROM solutions").fetchone()
    assert cache.find(moved) is None  # another position's value


def damages():
    yield "rubbish", lambda data: b"this is not a database at all, " * 1000
    yield "rubbish in the midst", lambda data: data[:4096] + b"\xff" * (len(data) - 4096)
    yield "half", lambda data: data[: len(data) // 2]
    yield "some bytes", lambda data: data[:77]
    yield "nothing", lambda data: b""


@pytest.mark.parametrize(("name", "damage"), [*damages()], ids=[name for name, _ in damages()])
def test_a_damaged_file_is_begun_anew(cache, said, capsys, name, damage):
    for count in range(8):
        cache.keep(f"key {count}", FOUND | {"filling": "x" * 4000})
    before = said("hexapawn")[0]
    cache.path.write_bytes(damage(cache.path.read_bytes()))
    found, err = said("hexapawn")
    assert without(found) == without(before)
    assert err.count("\n") == (0 if name == "nothing" else 1)
    assert ("was damaged, and a new one is begun" in err) == (name != "nothing")
    assert said("hexapawn")[0]["cached"]
    assert cache.path.with_suffix(".broken").exists() == (name != "nothing")


def test_a_torn_write_ahead_log_costs_no_more_than_rows(cache):
    cache.keep("a", FOUND)
    program = (
        "import os, sys; from pathlib import Path; from referee.solving.solve_cache import Solutions\n"
        "cache = Solutions(Path(sys.argv[1])); db = cache.connect()\n"
        "for count in range(50):\n"
        "    db.execute('REPLACE INTO solutions VALUES (?, ?, ?)', (str(count), 'x' * 500, ''))\n"
        "    db.commit()\n"
        "os._exit(9)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(cache.folder)], timeout=300, check=False)
    log = cache.folder / f"{NAME}-wal"
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2 + 5])
    assert cache.find("a") == FOUND
    cache.keep("b", FOUND)
    assert cache.find("b") == FOUND


@pytest.mark.parametrize("folder", ["file/below", "file"])
def test_a_folder_that_cannot_be_written_costs_one_line(cache, said, monkeypatch, tmp_path, folder):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path / folder))
    found, err = said("hexapawn")
    assert found["value"] == -1
    assert err.startswith(f"referee: no cache of solutions in {tmp_path / folder}: ")
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_opened_costs_one_line(cache, said):
    cache.path.mkdir(parents=True)
    found, err = said("hexapawn")
    assert (found["value"], err.count("\n")) == (-1, 1)


def test_two_writers_at_once_lose_nothing(cache):
    program = (
        "import sys; from pathlib import Path; from referee.solving.solve_cache import Solutions\n"
        "cache = Solutions(Path(sys.argv[1]))\n"
        "for count in range(15): cache.keep(f'{sys.argv[2]} {count}', {'by': sys.argv[2], 'count': count})\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(cache.folder), name], stderr=subprocess.PIPE)
        for name in ("one", "two", "three")
    ]
    for writer in writers:
        assert (writer.communicate(timeout=300)[1], writer.returncode) == (b"", 0)
    assert rows(cache) == 45
    assert all(cache.find(f"{name} {count}") == {"by": name, "count": count}
               for name in ("one", "two", "three") for count in range(15))  # fmt: skip


def test_the_oldest_rows_are_dropped(cache, monkeypatch):
    monkeypatch.setattr(solve_cache, "MOST", 5)
    for count in range(8):
        cache.keep(str(count), FOUND)
    cache.keep("4", FOUND)  # young again
    cache.keep("8", FOUND)
    assert rows(cache) == 5
    assert sum(cache.find(str(count)) is not None for count in range(9)) == 5
    cache.keep("9", FOUND)
    assert [count for count in range(10) if cache.find(str(count))] == [4, 6, 7, 8, 9]


def test_the_folder_is_the_persons_own_unless_another_is_named(monkeypatch):
    platformdirs = pytest.importorskip("platformdirs")
    monkeypatch.setenv("REFEREE_CACHE", "/somewhere")
    assert os.fspath(solve_cache.cache_folder()) == os.fspath(solve_cache.Path("/somewhere"))
    monkeypatch.delenv("REFEREE_CACHE")
    assert os.fspath(solve_cache.cache_folder()) == platformdirs.user_cache_dir("referee", appauthor=False)
