"""Where the entries of a large text file begin, found without decoding it, so that any of them can be read alone."""

from __future__ import annotations

import io
from array import array
from contextlib import closing
from typing import TYPE_CHECKING
from weakref import finalize

from referee.formats.formats import MARK, MARKS, decode_lines, text_lines

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

PASSED = (b"", b"#")  # begins an empty line, and a comment


class TextIndex:
    """The entries of a text file, by numbers from 0.

    tag  begins the first line of each; b"": each line is one that is neither empty nor a comment. What stands before
         the first tag belongs to the first entry.

    Raises SpecError if the file cannot be read, or is not a text.
    """

    def __init__(self, path: Path, tag: bytes = b""):
        with closing(text_lines(path)) as lines:
            next(lines, "")
        self.path, self.file = path, open_utf8(path)
        finalize(self, self.file.close)
        self.starts = array("Q")  # the first bytes of the entries, and the end of the last
        place = 0
        for line in self.file:
            if line.startswith(tag) if tag else line.strip()[:1] not in PASSED:
                self.starts.append(place)
            place += len(line)
        if tag and self.starts:
            self.starts[0] = 0
        self.starts.append(place)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def lines(self, number: int) -> list[str]:
        """Return the lines of an entry; lines that are no entries may follow it. Raises SpecError if it is no text."""
        self.file.seek(self.starts[number])
        raw = io.BufferedReader(io.BytesIO(self.file.read(self.starts[number + 1] - self.starts[number])))
        return [line if line.isascii() else MARK.sub("", line) for line in decode_lines(raw, str(self.path))]  # type: ignore[arg-type]

    def line(self, number: int) -> int:
        """Return the number of the line in the file, from 1, at which an entry begins."""
        self.file.seek(0)
        return self.file.read(self.starts[number]).count(b"\n") + 1


def open_utf8(path: Path) -> BinaryIO:
    """Return a file opened for reading bytes, as UTF-8 if it is UTF-16."""
    file = path.open("rb")
    if file.peek(2)[:2] not in MARKS:
        return file
    with file:
        return io.BytesIO(file.read().decode("utf-16", "replace").encode())
