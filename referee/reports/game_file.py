"""The file of `--pgn`: each game is added to its end as soon as it is over, so that a killed run loses none of them.

A game of a tournament has the tags Game and Seed, by which a run that goes on finds what the file has already.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING, NamedTuple

from games.dataclass import dataclass
from games.names.catalogue import SpecError
from games.names.spec import short_name
from referee.formats.file_game import FileGame
from referee.formats.formats import find_format, writable
from referee.storage.database import StorageError, describe_failure
from referee.storage.record_file import check_writable
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from referee.match.record import Record
    from referee.tournaments.plan import Pairing, Tournament

PGN = find_format("pgn")
BEGINS = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*[\[%;{1]")  # a file of PGN
TAG = re.compile(rb'\[(Event|Game|Seed) "([^"\n]*)"\]\s*')
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")


@dataclass
class GameFile:
    """A file of PGN to which games are added.

    event, site  what its games belong to, in the tags Event and Site;  held  the tags Game and Seed of the games in it.
    """

    path: Path
    event: str = ""
    site: str = ""
    held: set[tuple[str, str]] = field(default_factory=set)

    def prepare(self, game: str) -> None:
        """Read which games the file holds, and cut off one that was not written to its end.

        Raises SpecError unless games of the spec `game` can be added to it.
        """
        if not self.takes(game):
            able = next(each.name for each in writable() if each.holds(game))
            raise SpecError(
                f"--pgn writes games of chess, not of {short_name(game)}: write them with --json > games.jsonl, "
                f"and convert them with referee export games.jsonl --format {able}"
            )
        check_writable(self.path)
        if not self.path.exists():
            return
        try:
            with self.path.open("r+b") as file:
                if not BEGINS.match(file.read(100) or b"["):
                    raise SpecError(f"{self.path} is not a file of PGN")
                file.seek(0)
                if (torn := self.note_games(file)) is not None:
                    file.truncate(torn)
        except OSError as error:
            raise SpecError(f"{self.path} cannot be written: {describe_reason(error)}") from error

    def note_games(self, lines: Iterable[bytes]) -> int | None:
        """Note which games stand in these lines. Return where the last one begins if it was not written to its end."""
        found = None
        for found in split_games(lines):
            if found.key[0] and found.whole:
                self.held.add(found.key)
        return None if found is None or found.whole or not (found.key[0] or found.bare) else found.start

    @staticmethod
    def takes(game: str) -> bool:
        """Return whether the file can hold games of the spec."""
        return PGN.holds(game)

    def add(self, game: FileGame) -> None:
        """Add a game to the end of the file, unless it is there. Raises StorageError."""
        key, seed = game.tags.get("Game", ""), game.tags.get("Seed", "")
        if self.holds(key, seed):
            return
        text = PGN.write([replace(game, event=game.event or self.event, site=self.site)])
        try:
            append(self.path, text)
        except OSError as error:
            raise StorageError(f"{self.path} cannot be written: {describe_failure(error)}") from error
        if key:
            self.held.add((key, seed))

    def holds(self, key: str, seed: object) -> bool:
        """Return whether the file has the game `key` of the tournament with that seed."""
        return (key, str(seed)) in self.held


class Held(NamedTuple):
    """A game in a file.

    start  where it begins;  key  its tags Game and Seed, "" without them.
    whole  whether it ends with a result;  bare  whether it has nothing but tags.
    """

    start: int
    key: tuple[str, str]
    whole: bool
    bare: bool


def split_games(lines: Iterable[bytes]) -> Iterator[Held]:
    """Yield each game in the lines of a file."""
    start, at, last, line = 0, 0, b"", b""
    named: dict[bytes, str] = {}

    def held() -> Held:
        key = named.get(b"Game", ""), named.get(b"Seed", "")
        return Held(start, key, last.endswith(RESULTS) and line.endswith(b"\n"), last.startswith(b"["))

    for line in lines:
        tag = TAG.match(line)
        if tag and tag[1] == b"Event":
            if last:
                yield held()
            start, named = at, {}
        if tag:
            named[tag[1]] = tag[2].decode(errors="replace")
        last = line.rstrip() or last
        at += len(line)
    if last:
        yield held()


def append(path: Path, text: str) -> None:
    """Add the text of a game to the end of a file in one piece, or nothing of it. Raises OSError."""
    with path.open("ab", buffering=0) as file:
        content = (separator(path) + text).encode()
        done = file.write(content)
        try:
            while done < len(content):  # a disk that gets full takes the beginning, and says so only the next time
                done += file.write(content[done:])
        except OSError:
            file.truncate(file.tell() - done)
            raise


def separator(path: Path) -> str:
    """Return what must stand between the end of a file and the next game: a blank line."""
    if not (size := path.stat().st_size):
        return ""
    with path.open("rb") as file:
        file.seek(max(size - 2, 0))
        end = file.read()
    return "" if end == b"\n\n" else "\n" if end.endswith(b"\n") else "\n\n"


def describe_result(tournament: Tournament, number: int | None, pairing: Pairing, record: Record, day: str) -> FileGame:
    """Return a game of the tournament `number` for a file, played on `day`, "" if that is not known.

    number  None if no journal keeps the tournament: such a game has no tags by which it is found again.
    """
    tags = {"Game": f"{number}.{record.number}", "Seed": str(record.seed)} if number is not None else {}
    control = tournament.task(pairing).control
    return FileGame(record, day, control=control, round=str(pairing.round + 1), tags=tags, ours=True)
