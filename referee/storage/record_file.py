"""Files of records: a JSON object a line, as `referee --json` prints and `--save` appends."""

import os
import secrets
from pathlib import Path

from games.names.catalogue import SpecError
from referee.formats.record_lines import MOST, parse_records
from referee.match.record import Record, replay_record, write_line
from referee.support.complaints import describe_reason

SECRET = 0o600  # the permissions of a file for this person alone


def read_records(path: Path) -> list[Record]:
    """Return the records in a file, each replayed to its end. Skips the summary of a batch.

    Raises SpecError if there is no record; it names the first line that is not one.
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
    """Append the record to a file of records, or write a new one.

    The file is replaced in one step, so it is whole at any moment. Raises SpecError if it holds anything else or cannot
    be written.
    """
    held = check_savable(path)
    line = write_line(record.as_dict()).encode() + b"\n"
    write_bytes(path, held + (b"" if held.endswith(b"\n") or not held else b"\n") + line)


def check_savable(path: Path) -> bytes:
    """Return the content of a file, b"" if there is none yet. Raises SpecError unless a record can be saved there.

    Ask before a match as well, so that it is not played in vain.
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
    """Raise SpecError if no file can be written at `path`."""
    place = path.resolve()
    if place.exists() and not place.is_file():  # a device or a pipe must not be replaced by a file
        raise SpecError(f"{path} cannot be written: it is not a file")
    check_folder(path, place.parent)


def check_folder(path: Path, folder: Path) -> None:
    """Raise SpecError, which quotes `path`, if no new file can be written into `folder`."""
    if not folder.is_dir():
        raise SpecError(f"{path} cannot be written: {path.parent} is not a folder")
    if not os.access(folder, os.W_OK):
        raise SpecError(f"{path} cannot be written: {path.parent} takes no new file")


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder with these permissions, and its parents, unless it exists. Raises SpecError."""
    try:
        path.mkdir(mode, parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"{path} cannot be made: {describe_reason(error)}") from error


def write_text(path: Path, text: str) -> None:
    """Write a text file. Raises SpecError."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file, a new one with these permissions. Raises SpecError."""
    try:
        replace_file(path.resolve(), content, mode)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {describe_reason(error)}") from error


def replace_file(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file in one step, with the permissions of the one that it replaces, else `mode`. Raises OSError."""
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}")
    old = path.stat().st_mode & 0o777 if path.exists() else None
    try:  # nobody may read even the unfinished file who may not read the finished one
        made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode if old is None else old)
        with os.fdopen(made, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            beside.chmod(old)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
