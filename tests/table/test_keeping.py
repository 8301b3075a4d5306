"""What people are told where their match cannot be kept: a disk that is full, a folder that is gone, a limit."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from time import sleep

import pytest
from terminal import CTRL_C, ENTER, ENVIRONMENT, PATIENCE, REFEREE, SMALL, asked, enter, leave, over

from referee.storage.archive import Archive
from referee.storage.kept_match import PAUSE

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")
resource = pytest.importorskip("resource")

NIM = ("nim:sticks=50", "human", "random:seed=1", "--seed", "1")
FRONTS = [
    pytest.param([], {}, id="page"),
    pytest.param([], {"TERM": "dumb"}, id="lines"),
    pytest.param(["--plain"], {}, id="plain"),
]
NO_LONGER = "This match is no longer kept: {}. Type save FILE to write it elsewhere."
AGAIN = "This match is kept again, with all of its moves."
OFFER = "Type save FILE to write this match to a file, or press Enter to lose it:"


class FullDisk:
    """A small disk of its own that another program fills, while it also reads the archive."""

    why = "the disk is full"

    def __init__(self, folder):
        self.folder, self.data = folder, folder / "data"
        self.reader = None
        folder.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", folder]
        if not shutil.which("mount") or subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("no disk may be mounted here")

    def fill(self, terminal):
        if self.data.exists():
            self.reader = sqlite3.connect(self.data / "matches-1.sqlite", isolation_level=None)
            self.reader.execute("BEGIN")
            self.reader.execute("SELECT * FROM moves").fetchall()  # so that nothing can leave the log
        with suppress(OSError), (self.folder / "filling").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def free(self, terminal):
        (self.folder / "filling").unlink()
        self.leave()

    def leave(self):
        if self.reader:
            self.reader.close()
        self.reader = None

    def close(self):
        self.leave()
        subprocess.run(["umount", "-l", self.folder], check=True)


class Limit:
    """A limit to the size of files, which a write meets like a quota that is used up."""

    why = "the disk takes nothing more"

    def __init__(self, folder):
        if not hasattr(resource, "prlimit"):
            pytest.skip("no limits of other processes here")
        self.data = folder / "data"

    def fill(self, terminal):
        resource.prlimit(terminal.child.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def free(self, terminal):
        resource.prlimit(terminal.child.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def close(self):
        pass


class Taken:
    """A folder that is taken away, with a file in its place."""

    def __init__(self, folder):
        self.data, self.aside = folder / "data", folder / "aside"
        folder.mkdir()
        self.why = f"{self.data}: not a folder"

    def fill(self, terminal):
        if self.data.exists():
            self.data.rename(self.aside)
        self.data.write_text("in the way")

    def free(self, terminal):
        self.data.unlink()
        self.aside.rename(self.data)

    def close(self):
        pass


@pytest.fixture(params=[FullDisk, Limit, Taken])
def disk(request, tmp_path):
    """What the archive stands on, and can be filled."""
    made = request.param(tmp_path / "disk")
    yield made
    made.close()


def moves_kept(disk):
    """The moves of the first match in the archive."""
    with closing(Archive(disk.data)) as archive:
        return archive.load(1).texts


@pytest.mark.parametrize(("flags", "environment"), FRONTS)
def test_a_disk_that_fills_up_is_said_at_once_and_again_at_the_end(referee, disk, tmp_path, flags, environment):
    terminal = referee(*NIM, *flags, environment={"REFEREE_DATA": str(disk.data), **environment}, size=(250, 50))
    enter(terminal, "1", "1")
    disk.fill(terminal)
    enter(terminal, "1")
    terminal.wait_for(NO_LONGER.format(disk.why))
    enter(terminal, "1")
    terminal.enter("quit")
    terminal.wait_for(OFFER)
    assert f"This match is not kept: {disk.why}." in terminal.said
    assert "referee resume" not in terminal.said
    terminal.type(ENTER)
    assert terminal.exit_status() == 0
    if not isinstance(disk, Taken):
        assert len(moves_kept(disk)) == 4


@pytest.mark.parametrize(("flags", "environment"), FRONTS)
def test_once_there_is_room_again_all_that_is_missing_is_written(referee, disk, flags, environment):
    terminal = referee(*NIM, *flags, environment={"REFEREE_DATA": str(disk.data), **environment}, size=(250, 50))
    enter(terminal, "1", "1")
    disk.fill(terminal)
    enter(terminal, "1")
    terminal.wait_for(NO_LONGER.format(disk.why))
    asked(terminal)
    disk.free(terminal)
    sleep(PAUSE)
    enter(terminal, "undo")
    terminal.wait_for(AGAIN)
    enter(terminal, "2", "1")
    terminal.enter("quit")
    assert terminal.exit_status() == 0
    assert terminal.said.endswith("Go on with it: referee resume 1")
    assert "This match is not kept" not in terminal.said
    assert moves_kept(disk)[::2] == ("1", "1", "2", "1")


def test_the_saved_file_is_named_if_it_holds_the_last_position(referee, tmp_path):
    disk, file = Taken(tmp_path / "disk"), tmp_path / "my match.jsonl"
    terminal = referee(*NIM, "--plain", environment={"REFEREE_DATA": str(disk.data)}, size=(250, 50))
    enter(terminal, "1")
    disk.fill(terminal)
    enter(terminal, "1", f"save {file}", "1")
    terminal.enter("quit")
    terminal.wait_for(OFFER)
    assert "referee resume" not in terminal.said  # it would go back to what was saved
    terminal.type(f"save {file}\r")
    assert terminal.exit_status() == 0
    assert terminal.said.endswith(f"Saved in {file}. Go on with it: referee resume '{file}'")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [len(each["moves"].split()) for each in lines] == [4, 6]
    terminal = referee("resume", str(file), "--plain", environment={"REFEREE_DATA": str(disk.data)}, size=(250, 50))
    terminal.wait_for("6 moves made before")
    terminal.wait_for(f"This match is not kept: {disk.why}. Type save FILE to write it elsewhere.")
    enter(terminal, "1", f"save {file}")
    terminal.enter("quit")
    assert terminal.exit_status() == 0
    assert terminal.said.endswith(f"It is saved in {file}. Go on with it: referee resume '{file}'")


@pytest.mark.parametrize("size", [(80, 24), SMALL])
def test_a_page_says_at_its_start_and_at_its_end_that_nothing_is_kept(referee, tmp_path, size):
    terminal = referee("ttt", "minimax", "--seed", "1", environment={"REFEREE_DATA": "/dev/null"}, size=size)
    terminal.wait_for("This match is not kept: /dev/null: not a folder.")
    asked(terminal)
    enter(terminal, "resign")
    terminal.enter("yes")
    over(terminal)
    assert "This match is not kept: /dev/null: not a folder." in terminal.said
    terminal.type("n")  # which begins the next match, but not before the question about this one
    terminal.wait_for(OFFER)
    terminal.type(f"save {tmp_path / 'one'}\r")
    asked(terminal)
    assert json.loads((tmp_path / "one").read_text())["how"] == "resigned"
    enter(terminal, "resign")
    terminal.enter("yes")
    over(terminal)
    terminal.type("q")
    terminal.wait_for(OFFER)
    terminal.type("save /dev/full\r")
    terminal.wait_for("is not a file of records")
    terminal.type("\x04")
    assert terminal.exit_status() == 0


def test_a_match_that_is_watched_says_so_as_long_as_it_is_not_kept(referee):
    nowhere = {"REFEREE_DATA": "/dev/null"}
    terminal = referee("nim:sticks=20", "random", "random", "--pace", "0.3", environment=nowhere)
    terminal.wait_for("takes")
    terminal.wait_for("This match is not kept: /dev/null: not a folder.")
    over(terminal)
    assert "This match is not kept: /dev/null: not a folder." in terminal.said
    assert "save FILE" not in terminal.said
    assert leave(terminal) == 0
    assert terminal.said.endswith("This match is not kept: /dev/null: not a folder.")


def test_leaving_by_ctrl_c_shows_the_warning_and_asks_nothing(referee, disk):
    terminal = referee(*NIM, environment={"REFEREE_DATA": str(disk.data)}, size=(250, 50))
    enter(terminal, "1")
    disk.fill(terminal)
    enter(terminal, "1")
    terminal.wait_for(NO_LONGER.format(disk.why))
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 130
    assert terminal.said.endswith(f"This match is not kept: {disk.why}.")


def test_with_a_file_to_save_in_the_end_says_that_it_is_there(tmp_path):
    words = [*REFEREE, "nim:sticks=9", "random", "random", "--seed", "1", "--plain", "--save", tmp_path / "one"]
    environment = ENVIRONMENT | {"REFEREE_DATA": "/dev/null"}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[1] == "This match is not kept: /dev/null: not a folder."
    assert done.stdout.splitlines()[-2:] == [
        "This match is not kept: /dev/null: not a folder.",
        f"It is saved in {tmp_path / 'one'}. See it again: referee replay {tmp_path / 'one'}",
    ]


def test_a_cache_on_a_full_disk_costs_no_match(tmp_path):
    environment = ENVIRONMENT | {"REFEREE_CACHE": "/dev/null", "REFEREE_DATA": str(tmp_path / "data")}
    words = [*REFEREE, "ttt", "human", "optimal", "--seed", "1", "--plain"]
    done = subprocess.run(
        words,
        input="5\nhint\nresign\nyes\n",
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
        check=True,
    )
    assert "O wins: you resigned." in done.stdout
    with closing(Archive(tmp_path / "data")) as archive:
        assert archive.load(1).how == "resigned"


SAVE_LIMITED = """
import resource
from pathlib import Path
from games.names.catalogue import SpecError
from referee.storage.record_file import read_records, save_record
record = read_records(Path("whole"))[0]
save_record(record, Path("mine"))
resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
for name in ("mine", "new"):
    try:
        save_record(record, Path(name))
    except SpecError as error:
        print(error)
"""


def test_a_save_without_room_leaves_the_older_file_whole(tmp_path):
    words = [*REFEREE, "nim:sticks=9", "random", "random", "--seed", "1", "--plain", "--save", tmp_path / "whole"]
    subprocess.run(words, capture_output=True, env=ENVIRONMENT, timeout=PATIENCE, check=True)
    done = subprocess.run(
        [sys.executable, "-c", SAVE_LIMITED], cwd=tmp_path, capture_output=True, text=True, check=True,
        env=ENVIRONMENT | {"PYTHONPATH": str(Path(__file__).parents[2])}, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout.splitlines() == [f"{name} cannot be written: File too large" for name in ("mine", "new")]
    assert (tmp_path / "mine").read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["mine", "whole"]
