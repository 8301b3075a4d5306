"""The real command, run as people do in a folder with animals: what it printed, how it ended, and what is left behind."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ANIMALS = Path(__file__).parents[1] / "running" / "animals"
SHARED = Path("/dev/shm")
LONGEST = 300.0  # seconds in which a command must end
SOON = 60.0  # seconds in which all that it has started must have ended
REFEREE = (sys.executable, "-m", "referee")
# The same, where a check asks for a tenth of the moves: what is wrong with an animal shows in each game.
BRIEFLY = "from referee.checking import examiner; examiner.ENOUGH = 60; from referee.__main__ import main; main()"
CHECK = (sys.executable, "-c", BRIEFLY)
BARE = "sleep 1000"  # what animals start without an environment


@dataclass
class Visit:
    """What came of a command.

    status  its exit status, None where it had not ended in time;  out, err  what it printed.
    left    what it left behind: processes, shared memory, and files, in words.
    """

    status: int | None
    out: str
    err: str
    left: list[str] = field(default_factory=list)

    @property
    def lines(self):
        """The objects that it printed, one a line; what is none is garbage."""
        return [parsed(line) for line in self.out.splitlines()]

    @property
    def records(self):
        """The records of games among them."""
        return [line for line in self.lines if "number" in line]


class Keeper:
    """Runs commands in a folder of its own, in which the animals of these names are."""

    def __init__(self, folder, names):
        self.mark = uuid.uuid4().hex
        self.room, self.scratch, self.notes = folder / "room", folder / "scratch", folder / "notes"
        self.data = folder / "data"
        for each in (self.room, self.scratch):
            each.mkdir(parents=True)
        self.notes.touch()
        for name in names:
            shutil.copy(ANIMALS / f"{name}.py", self.room)
        self.names = {f"{name}.py" for name in names}

    def run(self, *words):
        """Run the command with these words, and look at what it left; that is taken away."""
        guarded = "--isolate" in words or words[0] == "check"
        silence, unheard = os.pipe()  # a person who types nothing
        environment = {
            **os.environ, "ZOO_MARK": self.mark, "ZOO_NOTES": str(self.notes), "TMPDIR": str(self.scratch),
            "ZOO_APPETITE": "1200" if guarded else "100", "REFEREE_DATA": str(self.data),
        }  # fmt: skip
        process = subprocess.Popen(
            [*(CHECK if words[0] == "check" else REFEREE), *words], cwd=self.room, env=environment, stdin=silence, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        left = []
        try:
            out, err = process.communicate(timeout=LONGEST)
            status = process.returncode
        except subprocess.TimeoutExpired:
            if (ended := process.poll()) is not None:
                left = [f"its output open, though it ended with {ended}"]
            status = None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self.end()
            out, err = process.communicate()
        finally:
            os.close(silence)
            os.close(unheard)
        return Visit(status, out.decode(errors="replace"), err.decode(errors="replace"), left + self.rest())

    def rest(self):
        """What is left of the command that has ended."""
        deadline = time.monotonic() + SOON
        while self.alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        found = [f"process {pid}: {words(pid)}" for pid in self.alive()]
        self.end()
        for path in self.shared():
            found.append(f"shared memory {path}")
            path.unlink()
        found += [f"file {path.name}" for path in self.scratch.iterdir()]
        if self.room.exists():
            found += [f"file {path.name}" for path in self.room.iterdir() if path.name not in self.names]
        return found

    def alive(self):
        """The processes that carry the mark, or were noted, and have not ended."""
        noted = [int(line) for line in self.noted() if line.isdecimal()]
        marked = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and self.carries(path)]
        # A number may be another's by now: what was noted and carries no mark is one of these programs, or none of ours.
        return [pid for pid in {*marked, *(pid for pid in noted if words(pid) == BARE)} if lives(pid)]

    def carries(self, path):
        """Whether the process of that folder has the mark in its environment."""
        with suppress(OSError):
            return self.mark.encode() in (path / "environ").read_bytes()
        return False

    def noted(self):
        """The lines that animals have noted down."""
        return self.notes.read_text().split()

    def shared(self):
        """The shared memory that animals have made."""
        mine = [path for path in SHARED.iterdir() if self.mark in path.name]
        return mine + [Path(line) for line in self.noted() if line.startswith("/") and Path(line).exists()]

    def end(self):
        """End those processes."""
        for pid in self.alive():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def lives(pid):
    """Whether that process is there, and more than a name that nobody has waited for."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def words(pid):
    """How that process was called."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return "ended meanwhile"


def parsed(line):
    """The object in that line."""
    with suppress(ValueError):
        return json.loads(line)
    return {"garbage": line}
