"""Finds out what users' files hold, in processes of their own, before any of them runs in this one.

A large library takes as long to import as many a game to play. So what is installed is imported before the child is
forked; users' own files are only read for that.

A file may end the process that runs it, hang, or exhaust the machine. So the command knows files by descriptions: a
child runs each file, with limits, and answers with plain data. `foreign_code.describe_files_first` turns this on.
"""

from __future__ import annotations

import ast
import faulthandler
import json
import os
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from importlib.machinery import PathFinder
from time import monotonic
from typing import TYPE_CHECKING, Any

import games
import players
from games.names import file_contents, user_files
from games.names.catalogue import BrokenFile, Catalogue, SpecError, load_things
from games.names.user_files import compile_source, expand_home
from referee.errors.attribution import UserCodeError, format_traceback, is_user_error
from referee.errors.ownership import find_raising_line, is_library_file
from referee.errors.timeout import CodeTimeout, limit_time
from referee.match.events import Forfeit
from referee.running.sandbox.guard import Guard
from referee.running.sandbox.protocol import make_printable, read_text
from referee.running.sandbox.sandbox_process import SandboxProcess

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from games.names.file_contents import Contents

SECONDS = 10.0  # to run a file, or to make a player
MARGIN = 1.0  # further seconds for a child to say that its time is over
GUARD = Guard(memory=4096)
LONGEST = 10_000  # characters of a traceback
CATALOGUES = (games.CATALOGUE, players.CATALOGUE)
KNOWN: dict[Path, tuple[str, Contents]] = {}  # the mark and the contents of files when they last ran


def import_ahead(path: str) -> None:
    """Import the installed modules that a file imports when it runs, also through files of its folder.

    The file must have run to its end elsewhere, so that its imports are known to be harmless.
    """
    for name in dict.fromkeys(find_imports(expand_home(path), set())):
        top = name.partition(".")[0]
        found = sys.modules[top].__spec__ if top in sys.modules else PathFinder.find_spec(top)
        if found and is_library_file(str(found.origin)):
            with suppress(Exception, SystemExit), redirect_stdout(sys.stderr):  # whatever a library raises
                import_module(name)


def find_imports(source: Path, seen: set[Path]) -> Iterator[str]:
    """Yield the modules that a source, and sources beside it, import when they run; compile these sources."""
    seen.add(source)
    try:
        content = source.read_bytes()
        compile_source(content, str(source))
        tree = ast.parse(content)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for name in imported_names(tree.body):
        beside = source.with_name(f"{name.partition('.')[0]}.py")
        if beside.is_file() and beside not in seen:
            yield from find_imports(beside, seen)
        yield name


def imported_names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the modules that these statements import, also inside `try`."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module
        elif isinstance(node, ast.Try):
            yield from imported_names(node.body)


def describe(path: str) -> Contents:
    """Return what a file holds. Raises BrokenFile with one line about what it did instead.

    A file that once ran, and that a program has spoilt since, keeps its description.
    """
    known = KNOWN.get(where := user_files.locate(path))
    try:
        mark = user_files.identify_file(path).mark
        if known is None or known[0] != mark:
            found = run_in_child(lambda: run_file(path), f"{path} cannot be run: it")
            known = KNOWN[where] = (mark, read_contents(path, found))
            import_ahead(path)
    except BrokenFile:
        if known is None:
            raise
    return known[1]


def read_contents(path: str, found: dict[str, Any]) -> Contents:
    """Return the contents in a child's answer. Raises BrokenFile for an error, and for nonsense."""
    if said := read_text(found.get("broken")):
        trace = make_printable(read_text(found.get("trace")))
        raise BrokenFile(said, read_text(found.get("raised"))) from (UserCodeError(trace) if trace else None)
    try:
        return file_contents.decode_contents(found["contents"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BrokenFile(f"{path} cannot be run: it writes to what is not its own") from None


def check_makeable(spec: str) -> None:
    """Raise SpecError if the player of the spec refuses its options when it is made.

    Any other fault will cost it its games.
    """
    if not hasattr(os, "fork"):
        refused = find_refusal(spec)
    else:
        try:
            refused = run_in_child(lambda: find_refusal(spec), spec)
        except BrokenFile:
            return
    if said := read_text(refused.get("refused")):
        raise SpecError(said)


def run_in_child(work: Callable[[], dict[str, Any]], fault: str) -> dict[str, Any]:
    """Return the result of `work` in its own process. Raises BrokenFile, beginning with `fault`, if that dies."""
    process = SandboxProcess(lambda line: send_result(line, work), GUARD)
    try:
        late = f"had not come to its end after {SECONDS:g} seconds"
        answer = json.loads(process.answer(monotonic() + SECONDS + MARGIN, late))
    except Forfeit as forfeit:
        printed = process.quote_output()
        raise BrokenFile(f"{fault} {forfeit}") from (UserCodeError(printed) if printed else None)
    except (ValueError, RecursionError):
        answer = None
    finally:
        process.close(at_once=True)
    return answer if isinstance(answer, dict) else {}


# In the process of its own.


def send_result(line: socket.socket, work: Callable[[], dict[str, Any]]) -> None:
    """Do the work and send its result. Forked copies of this process send nothing."""
    faulthandler.enable(sys.stderr)  # a crash prints where it happened
    Catalogue.describer = None
    own = os.getpid()
    message = work()
    if os.getpid() != own:
        os._exit(1)
    line.sendall(json.dumps(message).encode() + b"\n")


def run_file(path: str) -> dict[str, Any]:
    """Return the message about what the file holds, or what went wrong."""
    try:
        with limit_time(SECONDS):
            everything = load_things(path)
            kinds = {catalogue.kind: catalogue.describe(everything) for catalogue in CATALOGUES}
            refused = players.CATALOGUE.find_refusal(everything)
        return {"contents": file_contents.encode_contents(file_contents.Contents(tuple(everything), kinds, refused))}
    except BrokenFile as error:
        cause = error.__cause__
        trace = format_traceback(cause) if cause and is_user_error(cause) else ""
        return {"broken": str(error), "raised": error.raised, "trace": trace[-LONGEST:]}
    except BaseException as error:  # noqa: BLE001  # whatever a file raises
        what, (_, number, _) = type(error).__name__, find_raising_line(error)
        raised, trace = what, format_traceback(error)
        if isinstance(error, CodeTimeout):
            line = f", in line {number}" if number else ""
            what = f"it had not come to its end after {SECONDS:g} seconds{line}"
        return {"broken": f"{path} cannot be run: {what}", "raised": raised, "trace": trace}


def find_refusal(spec: str) -> dict[str, Any]:
    """Return the message with which the player of the spec refuses its options, if it does."""
    try:
        players.load(spec)
    except SpecError as error:
        return {"refused": str(error)}
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a program raises
        return {}
    return {}
