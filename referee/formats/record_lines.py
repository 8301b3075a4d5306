"""Records as lines of JSON, as --json prints them and --save adds to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.formats.file_game import FileGame, SkippedGame, refuse
from referee.match.record import Record, build_record, parse_line, replay_record, write_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from referee.formats.file_game import Found

MOST = 64 * 2**20  # bytes of a line
SUMMARIES = ({"summary"}, {"standings"})  # the last line of a batch, or of a tournament
SAID = 500  # characters of a message


def read(lines: Iterable[str], game: str) -> Iterator[Found]:
    """Yield the games in the lines, as for MatchFormat.read; records name their games, so `game` is ignored."""
    for number, line in enumerate(lines, 1):
        try:
            record = parse_record(line.encode(), replay_record)
        except SpecError as error:
            yield SkippedGame(number, str(error)[:SAID])
        else:
            if record:
                yield FileGame(record, line=number)


def write(written: Sequence[FileGame]) -> str:
    """Return the text of these games, as for MatchFormat.write."""
    return "".join(f"{write_line(each.record.as_dict())}\n" for each in written)


def parse_records(lines: Iterable[bytes], check: Callable[[Record], object] = bool) -> Iterator[FileGame]:
    """Yield the checked records of the lines; sums at the end are skipped. Raises LineError."""
    for number, line in enumerate(lines, 1):
        try:
            record = parse_record(line, check)
        except SpecError as error:
            raise refuse(number, str(error)[:SAID]) from error
        if record:
            yield FileGame(record, line=number)


def parse_record(line: bytes, check: Callable[[Record], object]) -> Record | None:
    """Return the checked record in a line; None for an empty line and for a sum at the end. Raises SpecError."""
    if not line.strip():
        return None
    found = parse_line(decode_line(line))
    if set(found) in SUMMARIES:
        return None
    record = build_record(found)
    check(record)
    return record


def decode_line(line: bytes) -> str:
    """Return the text of a line; a mark of UTF-8 may stand before it. Raises SpecError."""
    if len(line) > MOST:
        raise SpecError(f"not a record of a match: longer than {MOST >> 20} MB")
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SpecError("not a record of a match: not text") from None
