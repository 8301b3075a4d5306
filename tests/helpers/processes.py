"""Processes that tests start and look at."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 300.0  # seconds for what should happen at once


def referee(folder, *words, module="referee", **environment):
    """What the command came to in that folder, in a session of its own, with the sources of this process."""
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-P", "-m", module, *words], cwd=folder, env=os.environ | paths | environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, start_new_session=True,
    )  # fmt: skip


def children():
    """The ids of the children of this process, as far as the system tells them."""
    found = set()
    with suppress(OSError):
        for task in Path("/proc/self/task").iterdir():
            found |= {int(pid) for pid in (task / "children").read_text().split()}
    return found


def lives(pid):
    """Whether that process is there, and more than a name that nobody has waited for."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def wait_until(true):
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline, f"waited for {true}"
        time.sleep(0.01)
    return found
