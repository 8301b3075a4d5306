"""The version of a program: a text that changes with its files and its options, and says nothing else of it."""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from games.names.user_files import is_file_spec, locate, split_file_spec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST = 32  # characters: 128 bits
BEHIND = "", ".py", ".class"  # what a command leaves out of the name of a file: python3 -m bot, java MyBot
CODE = (".py", ".class", ".jar")  # of the files that count in a folder, as in java -cp bots MyBot
SPLIT = re.compile(r"[\s:=,\"']+")  # between what may be paths in a spec
IMPORT = re.compile(r"^\s*(?:from|import)\s+([\w ,.]+)", re.MULTILINE)


def version_of(spec: str) -> str:
    """Return the version of the program that a spec names: a digest of the spec and of the files that it names.

    A Python file counts with those beside it that it imports.
    """
    total, files = sha256(spec.encode()), dict[str, bytes]()
    for path in named_paths(spec):
        with suppress(OSError, ValueError):
            read(path, files)
    for name in sorted(files):
        total.update(sha256(files[name]).digest())
    return total.hexdigest()[:LONGEST]


def named_paths(spec: str) -> Iterator[Path]:
    """Yield what may be the paths of the program, whether there is something or not."""
    if is_file_spec(spec):
        path, spec = split_file_spec(spec)
        yield locate(path)
    for word in filter(None, SPLIT.split(spec)):
        yield from (locate(word + behind) for behind in BEHIND)


def read(path: Path, files: dict[str, bytes]) -> None:
    """Add the contents of a file, or of the code in a folder, to `files`. Raises OSError if it cannot be read."""
    if path.is_dir():
        for each in path.iterdir():
            if each.suffix in CODE:
                read(each, files)
    elif path.is_file() and str(path) not in files:
        files[str(path)] = content = path.read_bytes()
        if path.suffix == ".py":
            for names in IMPORT.findall(content.decode(errors="replace")):
                for word in re.findall(r"\w+", names):
                    read(path.with_name(f"{word}.py"), files)
