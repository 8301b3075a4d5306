"""`--pgn`: each game is added to a file as soon as it is over, once, whatever stops the run."""

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import chess.pgn
import pytest

from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame
from referee.match.record import Heading, make_record
from referee.reports.game_file import GameFile
from referee.storage.database import StorageError
from tests.helpers.cases import every_case

if os.name != "nt":
    import resource

WAIT = 60.0  # seconds, at most, for a process
TRIES = 10  # to kill a run before it ends
PAIR = "minimax:depth=1", "random"
EXTRACT = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games")
posix = pytest.mark.skipif(os.name == "nt", reason="kills processes")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Keep the data of a test in a folder of its own."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def games_in(path):
    """Return the games that python-chess reads in a file, all of them without an error."""
    with path.open(encoding="utf-8") as file:
        found = [*iter(lambda: chess.pgn.read_game(file), None)]
    assert not [game.errors for game in found if game.errors]
    return found


def tags(path, name):
    """Return the values of a tag of all games of a file."""
    return [game.headers.get(name, "") for game in games_in(path)]


def ended(number, key=""):
    """Return a game of two moves; `key` as in the tag Game."""
    record = make_record(Heading("chess", PAIR, ("a", "b"), 5, number), ["e4", "e5"], "agreed", "both agreed", 0)
    return FileGame(record, round=str(number + 1), tags={"Game": key, "Seed": "5"} if key else {}, ours=True)


def test_a_batch_adds_its_games_with_event_site_date_and_round(command, tmp_path):
    path = tmp_path / "g.pgn"
    words = ["chess", *PAIR, "-g", "2", "--swap", "--seed", "1", "--pgn", str(path), "--clock", "60+1"]
    assert command([*words, "--event", "The first test", "--site", "Graz"])[0] == 0
    one, two = games_in(path)
    assert (one.headers["Event"], one.headers["Site"], one.headers["TimeControl"]) == ("The first test", "Graz", "60+1")
    assert one.headers["Date"] == time.strftime("%Y.%m.%d") and one.headers["Termination"] == "normal"
    assert [one.headers["Round"], two.headers["Round"]] == ["1", "1"]  # a pair
    assert {one.headers["White"], two.headers["White"]} == {"minimax", "random"}
    assert command(words)[0] == 0
    assert len(games_in(path)) == 4  # it is added to what stands there


def test_a_game_that_begins_elsewhere_names_its_position(command, tmp_path):
    path = tmp_path / "g.pgn"
    fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
    assert command(["chess", *PAIR, "-g", "1", "--seed", "1", "--pgn", str(path), "--position", fen])[0] == 0
    assert command(["chess:chess960,start=5", *PAIR, "-g", "1", "--seed", "1", "--pgn", str(path)])[0] == 0
    one, two = games_in(path)
    assert (one.headers["SetUp"], one.headers["FEN"]) == ("1", fen)
    assert two.headers["Variant"] == "Chess960" and two.board().chess960


@pytest.mark.skipif(not EXTRACT, reason="pgn-extract is not installed")
def test_pgn_extract_reads_the_games(command, tmp_path):
    path = tmp_path / "g.pgn"
    command(["chess", *PAIR, "-g", "2", "--seed", "1", "--pgn", str(path), "--time", "60"])
    read = subprocess.run([EXTRACT, "-Wuci", path], capture_output=True, text=True, check=False)
    assert read.stdout.count("[Event ") == 2 and "2 games matched" in read.stderr


def test_a_tag_stands_in_one_line_whatever_it_says(tmp_path):
    file = GameFile(tmp_path / "g.pgn", event="the first\n[White x]\n", site="a\tb")
    file.add(ended(0))
    (game,) = games_in(file.path)
    assert (game.headers["Event"], game.headers["Site"]) == ("the first [White x]", "a b")


def test_a_single_match_is_added_too(command, tmp_path):
    path = tmp_path / "g.pgn"
    assert command(["chess", *PAIR, "--seed", "1", "--pgn", str(path), "--plain", "--event", "One"])[0] == 0
    assert tags(path, "Event") == ["One"]


def test_a_tournament_adds_its_games_and_goes_on_with_those_that_the_file_lacks(command, tmp_path):
    path, other = tmp_path / "g.pgn", tmp_path / "other.pgn"
    words = ["tournament", "chess", *PAIR, "--rounds", "2", "--openings", "0", "--seed", "3", "--pgn", str(path)]
    assert command(words)[0] == 0
    assert sorted(tags(path, "Game")) == [f"1.{number}" for number in range(4)]
    assert sorted(tags(path, "Round")) == ["1", "1", "2", "2"]
    text = path.read_text()
    assert command(["tournament", "--resume", "1", "--pgn", str(path)])[0] == 0
    assert path.read_text() == text
    assert command(["tournament", "--resume", "1", "--pgn", str(other)])[0] == 0
    assert tags(other, "Game") == [f"1.{number}" for number in range(4)]
    assert set(tags(other, "Date")) == {
        time.strftime("%Y.%m.%d")
    }  # the day on which they were played is kept with them
    exported = command(["export", "1.all", "--format", "pgn"])[1]
    assert exported == other.read_text()


def test_a_game_that_was_not_written_to_its_end_is_written_again(tmp_path):
    path = tmp_path / "g.pgn"
    whole = GameFile(path)
    for number in range(2):
        whole.add(ended(number, f"7.{number}"))
    text = path.read_text()
    for cut in (1, 4, 40, 200):
        path.write_text(text[:-cut])
        again = GameFile(path)
        again.prepare("chess")
        assert again.holds("7.0", 5) and not again.holds("7.1", 5)
        for number in range(2):
            again.add(ended(number, f"7.{number}"))
        assert path.read_text() == text


@contextmanager
def full_disk(size):
    """Let no file grow beyond `size` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@posix
def test_nothing_of_a_game_is_written_that_finds_no_room(tmp_path):
    file = GameFile(tmp_path / "g.pgn")
    file.add(ended(0))
    text = file.path.read_text()
    with full_disk(len(text) + 20), pytest.raises(StorageError, match=r"g.pgn cannot be written: .+"):
        file.add(ended(1, "7.1"))
    assert file.path.read_text() == text and not file.holds("7.1", 5)


def refuse_to_append(_path, _text):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_ends_a_batch_with_what_was_played_and_a_tournament_with_how_to_go_on(
    command, tmp_path, monkeypatch
):
    monkeypatch.setattr("referee.reports.game_file.append", refuse_to_append)
    words = ["chess", *PAIR, "--seed", "1", "--maxmoves", "5", "--pgn", str(tmp_path / "g.pgn")]
    status, _, error = command([*words, "-g", "2"])
    assert status == 1 and "stopped after 0 of 2 games" in error
    assert re.fullmatch(r"referee: \S+g.pgn cannot be written: .+", error.splitlines()[-1])
    status, _, error = command(["tournament", *words, "--openings", "0"])
    assert status == 1
    assert re.search(
        r"g.pgn cannot be written: .*; stopped after .*; go on with: referee tournament --resume 1$", error
    )


@every_case("end", ["", "\n", "\n\n", "\n\n\n"])
def test_a_file_of_others_is_kept_and_games_are_added_behind_it(tmp_path, end):
    path = tmp_path / "g.pgn"
    path.write_text('[Event "Others"]\n\n1. e4 e5 *' + end)
    file = GameFile(path)
    file.prepare("chess")
    file.add(ended(0))
    assert [len([*game.mainline()]) for game in games_in(path)] == [2, 2]
    path.unlink()


@posix
def test_a_killed_tournament_has_each_game_once_in_the_file(command, tmp_path, folder):
    path, rounds = tmp_path / "g.pgn", 12
    first = ["chess", *PAIR, "--rounds", str(rounds), "--openings", "0", "--seed", "3"]
    kills = 0
    for _ in range(TRIES):
        if kills == 3 or (path.exists() and path.read_text().count("[Event ") == 2 * rounds):
            break
        words = ["--resume", "1"] if (folder / "tournaments-1.sqlite").exists() and path.exists() else first
        seen = path.stat().st_size if path.exists() else 0
        argv = [sys.executable, "-m", "referee", "tournament", *words, "--pgn", str(path), "--workers", "1"]
        with subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            end = time.monotonic() + WAIT
            while running.poll() is None and time.monotonic() < end:
                if path.exists() and path.stat().st_size > seen:
                    break
                time.sleep(0.001)
            running.send_signal(signal.SIGKILL)
        assert running.returncode in (0, -signal.SIGKILL)
        kills += running.returncode == -signal.SIGKILL
    assert kills
    assert command(["tournament", "--resume", "1", "--pgn", str(path)])[0] == 0
    records = [json.loads(line) for line in command(["games-of", "1", "--json"])[1].splitlines()]
    assert sorted(tags(path, "Game")) == sorted(f"1.{number}" for number in range(2 * rounds))
    lengths = {f"1.{record['number']}": len(record["moves"].split()) for record in records}
    assert {game.headers["Game"]: len([*game.mainline()]) for game in games_in(path)} == lengths


@every_case(
    "words, said",
    [
        (
            ("othello", *PAIR, "-g", "1", "--pgn", "x.pgn"),
            "--pgn writes games of chess, not of othello: write them with",
        ),
        (("chess", *PAIR, "-g", "1", "--event", "E"), "--event and --site name the games of a file: add --pgn FILE"),
        (("chess", *PAIR, "--pgn", ""), "--pgn '' must be the name of a file"),
        (("tournament", "go", *PAIR, "--pgn", "x.pgn"), "--pgn writes games of chess, not of go"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(command, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, _, error = command([*words, "--seed", "1"])
    assert status == 2 and error.splitlines()[-1].removeprefix("referee: ").startswith(said)
    assert not Path("x.pgn").exists()


def test_games_of_other_games_are_written_as_the_message_says(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    error = command(["othello", "random", "random", "-g", "2", "--pgn", "x.pgn"])[2]
    assert error.rstrip().endswith(
        "--json > games.jsonl, and convert them with referee export games.jsonl --format sgf"
    )
    for words in (["othello", *PAIR, "-g", "2"], ["tournament", "othello", *PAIR, "--openings", "0", "--rounds", "1"]):
        Path("games.jsonl").write_text(command([*words, "--seed", "1", "--json"])[1])
        assert command(error.rstrip().partition("with referee ")[2])[1].count("GM[2]") == 2


def test_a_file_that_is_no_pgn_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("shopping: milk")
    with pytest.raises(SpecError, match="is not a file of PGN"):
        GameFile(path).prepare("chess")
    assert path.read_text() == "shopping: milk"
