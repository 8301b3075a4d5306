"""What specs name that were read before, for as long as nothing has changed on which that depends.

A file whose times, size and place are the same is not read again, unless it was changed so shortly before it was read
that a second change might bear the same time.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any

from games.dataclass import dataclass
from games.names import user_files, user_paths
from games.names.user_build import build_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from games.names.entry import Entry
    from games.option import Option

MOST = 1000  # specs that are kept, the last ones: a batch reads the same few for each game
SECOND = 1_000_000_000
TICK = SECOND // 20  # nanoseconds, longer than file systems take between two times that they tell apart
COARSE = 2 * SECOND  # the same for those that count whole seconds, or every second one

Stamp = tuple[tuple[int, int, int, int], ...]  # of a file, its folder and its build: times in ns, size and place


@dataclass(frozen=True)
class ReadSpec:
    """What a spec names: a class, its options, and the values of those that the spec gives.

    made  what returns the object that plays, where an object was handed in.
    """

    kind: type
    options: Mapping[str, Option]
    given: dict[str, Any]
    made: Callable[[], Any] | None = None


@dataclass(frozen=True)
class KeptSpec:
    """A spec that was read, and on what that depends.

    names  how many names the catalogue had;  entry  its entry, None of a file.
    home, word, thing  the module, and what it calls so.
    path, folder, stamp  of a file: as it stands in the spec, where it is, and its stamp.
    """

    read: ReadSpec
    names: int
    entry: tuple[str, Entry] | None
    home: ModuleType
    word: str
    thing: object
    path: str = ""
    folder: Path = Path()
    stamp: Stamp = ()

    def holds(self, names: int, entries: Mapping[str, Entry]) -> bool:
        """Whether it would be read alike now."""
        if self.entry and entries.get(self.entry[0]) is not self.entry[1]:
            return False
        if names != self.names or sys.modules.get(self.home.__name__) is not self.home:
            return False
        if getattr(self.home, self.word, None) is not self.thing:
            return False
        return not self.path or stamp_file(self.path) == self.stamp


class KnownSpecs:
    """The specs that one catalogue has read."""

    def __init__(self) -> None:
        self.kept: dict[str, KeptSpec] = {}

    def clear(self) -> None:
        """Forget all."""
        self.kept.clear()

    def find(self, spec: str, names: int, entries: Mapping[str, Entry]) -> ReadSpec | None:
        """What the spec names, where it was read while there were as many names and nothing has changed since."""
        kept = self.kept.get(spec)
        if kept is None or not kept.holds(names, entries):
            return None
        if kept.path:  # as if it had been read: what it imports is looked for beside it
            user_files.switch_folder(kept.folder)
        return kept.read

    def keep(self, spec: str, read: ReadSpec, names: int, name: str, entry: Entry | None, stamp: Stamp) -> None:
        """Keep what the spec names: an entry of the catalogue, or `path:word` of a file that had that stamp before."""
        if entry is not None:
            home, word, path, folder = import_module(entry.module), entry.name, "", Path()
        elif stamp:
            path, word = user_files.split_file_spec(name)
            home, folder = user_files.run_file(path), user_paths.locate(path).resolve().parent
        else:
            return
        if spec not in self.kept and len(self.kept) >= MOST:
            del self.kept[next(iter(self.kept))]
        own = None if entry is None else (name, entry)
        self.kept[spec] = KeptSpec(read, names, own, home, word, getattr(home, word), path, folder, stamp)


def stamp_spec(spec: str) -> Stamp:
    """The stamp of the file that the spec names, to be taken before it is read.

    Empty where it names none, and where the file could change once more and keep this stamp.
    """
    stamp = stamp_file(user_files.split_file_spec(spec)[0]) if user_files.is_file_spec(spec) else ()
    return stamp if stamp and is_settled(stamp) else ()


def stamp_file(path: str) -> Stamp:
    """What changes with a source, its build and what its folder holds; empty if the source cannot be looked at."""
    try:
        source = user_paths.locate(path)
        return look_at(source), look_at(source.parent), look_at(build_path(source), absent=True)
    except OSError:
        return ()


def look_at(path: Path, absent: bool = False) -> tuple[int, int, int, int]:
    """The times of its last changes, the size and the number of a file. Raises OSError unless it may be absent."""
    try:
        found = path.stat()
    except FileNotFoundError:
        if absent:
            return 0, 0, 0, 0
        raise
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def is_settled(stamp: Stamp) -> bool:
    """Whether so much time has passed since the last change that another one would have another time."""
    last = max(max(modified, changed) for modified, changed, _, _ in stamp)
    return time_ns() - last > (TICK if last % SECOND else COARSE)
