"""Files of records: JSON, a record a line, as `referee --json` prints them and `--save` adds to them."""

import json
import os
import secrets
from pathlib import Path

from games.names.catalogue import SpecError
from referee.formats.record_lines import MOST, parse_records
from referee.match.record import Record, replay_record
from referee.support.complaints import describe_reason


def read_records(path: Path) -> list[Record]:
    """The records in that file, at least one, each replayed to its end; what sums them up at last is passed over.

    Raises SpecError, with the number of the line that is not a record.
    """
    try:
        with path.open("rb") as file:
            lines = iter(lambda: file.readline(MOST + 1), b"")
            found = [each.record for each in parse_records(lines, replay_record)]
    except SpecError as error:
        raise SpecError(f"{path}, {error}") from error
    except (OSError, ValueError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    if not found:
        raise SpecError(f"{path} holds no record of a match")
    return found


def save_record(record: Record, path: Path) -> None:
    """Write the record into that file, as a further line where it holds records already.

    The file is replaced in one step, so that it is whole at any moment. Raises SpecError if it holds anything else,
    or cannot be written.
    """
    held = check_savable(path)
    line = json.dumps(record.as_dict()).encode() + b"\n"
    try:
        replace_file(path.resolve(), held + (b"" if held.endswith(b"\n") or not held else b"\n") + line)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {describe_reason(error)}") from error


def check_savable(path: Path) -> bytes:
    """Return what that file holds, nothing if there is none yet. Raises SpecError unless a record can be saved there.

    To be asked before a match as well, so that it is not played in vain.
    """
    if not os.path.lexists(path):
        check_folder(path, path.absolute().parent)
        return b""
    try:
        if not path.is_file() or path.stat().st_size > MOST:
            raise SpecError(f"{path} is not a file of records")
        held = path.read_bytes()
    except OSError as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    if not os.access(path, os.W_OK):
        raise SpecError(f"{path} cannot be written: Permission denied")
    try:
        list(parse_records(held.splitlines(keepends=True)))
    except SpecError as error:
        raise SpecError(f"{path} is not a file of records") from error
    return held


def check_writable(path: Path) -> None:
    """Raise SpecError if no file can be put there, so that nothing is made for it in vain."""
    place = path.resolve()
    if place.exists() and not place.is_file():  # a device or a pipe must not be replaced by a file
        raise SpecError(f"{path} cannot be written: it is not a file")
    check_folder(path, place.parent)


def check_folder(path: Path, folder: Path) -> None:
    """Raise SpecError if that folder takes no new file, and so not that of this path."""
    if not folder.is_dir():
        raise SpecError(f"{path} cannot be written: {path.parent} is not a folder")
    if not os.access(folder, os.W_OK):
        raise SpecError(f"{path} cannot be written: {path.parent} takes no new file")


def make_folder(path: Path) -> None:
    """Let there be that folder. Raises SpecError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"{path} cannot be made: {describe_reason(error)}") from error


def write_text(path: Path, text: str) -> None:
    """Put a file of that text there. Raises SpecError."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Put a file of that content there. Raises SpecError."""
    try:
        replace_file(path.resolve(), content)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {describe_reason(error)}") from error


def replace_file(path: Path, content: bytes) -> None:
    """Put a file of that content in place of the one there, if there is one. Raises OSError."""
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
