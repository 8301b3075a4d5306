"""The students of a class: a CSV file with their names and their tokens, which only the teacher may read."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING

from games.base.notation import printable
from games.names.catalogue import SpecError
from referee.match.events import DRAW
from referee.network.chair import draw_token
from referee.storage.record_file import SECRET, write_text
from referee.support.complaints import describe_reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NAME, TOKEN = "name", "token"
TOKENS = re.compile(r"[\w-]{8,64}", re.ASCII)
NUMBERED = re.compile(r"(.+) \([0-9]+\)")  # the names of replaced programs: Ann (2)
LONGEST = 40  # characters of a name
MOST = 2000  # students


def read_students(path: Path) -> dict[str, str]:
    """Return the tokens of the students in a file, by name. Students without a token get one, written into the file.

    The first line names the columns; a file with names alone needs no such line. Other columns are kept as they are.
    Raises SpecError, which names the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise SpecError(f"{path} cannot be read: {describe_reason(error)}") from error
    titles, rows = read_table(path, text)
    students: dict[str, str] = {}
    changed = False
    for line, row in rows:
        name = check_name(path, line, row[titles.index(NAME)], students)
        at = titles.index(TOKEN)
        if not row[at]:
            row[at], changed = draw_token(), True
        if not TOKENS.fullmatch(row[at]):
            raise SpecError(f"{path}, line {line}: a token has 8 to 64 letters, digits, - and _; {row[at]!r} is none")
        if row[at] in students.values():
            raise SpecError(f"{path}, line {line}: {name} has the same token as another student")
        students[name] = row[at]
    if not students:
        raise SpecError(f"{path} names no student")
    if len(students) > MOST:
        raise SpecError(f"{path} names {len(students):,} students; a class has at most {MOST:,}")
    if changed:
        write_students(path, titles, [row for _, row in rows])
    return students


def read_table(path: Path, text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the titles, with a name and a token among them, and the rows as long as the titles with their lines."""
    try:
        reader = csv.reader(StringIO(text), strict=True)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise SpecError(f"{path} is not CSV: {error}") from error
    titles = [cell.casefold() for cell in rows[0][1]] if rows else []
    if NAME in titles:
        titles = [title if title in (NAME, TOKEN) else cell for title, cell in zip(titles, rows[0][1], strict=True)]
        rows = rows[1:]
    elif all(len(row) == 1 for _, row in rows):
        titles = [NAME]
    else:
        raise SpecError(f"{path}: the first line must name the columns, {NAME!r} among them, as in {NAME},{TOKEN}")
    if TOKEN not in titles:
        titles.append(TOKEN)
    for line, row in rows:
        if len(row) > len(titles):
            raise SpecError(f"{path}, line {line}: {len(row)} cells, and the first line names {len(titles)} columns")
        row.extend([""] * (len(titles) - len(row)))
    return titles, rows


def check_name(path: Path, line: int, name: str, others: dict[str, str]) -> str:
    """Return the name of a student. Raises SpecError if it cannot be one."""
    why = ""
    if not name:
        why = "the name is missing"
    elif len(name) > LONGEST or printable(name) != name:
        why = f"a name has at most {LONGEST} printable characters, and {name[:LONGEST]!r} is not one"
    elif name in others:
        why = f"{name} is there twice"
    elif name == DRAW or NUMBERED.fullmatch(name):
        why = f"nobody can be called {name!r} here: programs that were replaced and drawn games have such names"
    if why:
        raise SpecError(f"{path}, line {line}: {why}")
    return name


def write_students(path: Path, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write the file anew, for this person alone: who has a token plays in the name of its student."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([titles, *rows])
    try:
        path.chmod(SECRET)  # before a token is in it; what replaces the file has its permissions
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {describe_reason(error)}") from error
    write_text(path, out.getvalue())


def student_of(name: str) -> str:
    """Return the student of a row of the standings: Ann of Ann (2)."""
    found = NUMBERED.fullmatch(name)
    return found[1] if found else name


def row_name(student: str, count: int) -> str:
    """Return the name of the program of a student that is its `count`th, from 1."""
    return student if count == 1 else f"{student} ({count})"
