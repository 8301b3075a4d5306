"""The cores of this machine, shared out among workers."""

from __future__ import annotations

import os
import re
from pathlib import Path

from games.base.spec_error import SpecError

TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"  # Linux, Documentation/admin-guide/cputopology


def share_cores(workers: int) -> list[set[int]]:
    """Return the cores of each worker: as many for each, none for two. Raises SpecError if there are too few.

    Hardware threads of one core go to one worker as far as possible.
    """
    if not hasattr(os, "sched_setaffinity"):
        raise SpecError("--affinity: this system does not let a process choose its cores")
    cores = sorted(os.sched_getaffinity(0), key=lambda core: (first_sibling(core), core))
    each = len(cores) // workers
    if not each:
        raise SpecError(f"--affinity: {workers} workers need {workers} cores, and there are {len(cores)}")
    return [set(cores[at * each : (at + 1) * each]) for at in range(workers)]


def first_sibling(core: int) -> int:
    """Return the first hardware thread of the core that `core` is a thread of; itself if the system does not say."""
    try:
        found = re.match(r"\d+", Path(TOPOLOGY.format(core)).read_text())
    except OSError:
        found = None
    return int(found[0]) if found else core
