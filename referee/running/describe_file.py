"""What the files of people hold, found out in processes of their own, before any of it runs in this one.

A large library takes as long to import as many a game to play, so it is imported before the child is forked. Only what
is installed is imported here, and nothing of people's own: their files are read, not run.

A file may end the process that runs it, hang, or eat the machine. So the command knows files by descriptions: each is
run in a child, with limits, and what that answers is plain data. `foreign_code.describe_files_first` makes it so.
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

SECONDS = 10.0  # for running a file, or for making a player, once
MARGIN = 1.0  # seconds after which a child is given up that does not even tell that its time is over
GUARD = Guard(memory=4096)
LONGEST = 10_000  # characters of a traceback
CATALOGUES = (games.CATALOGUE, players.CATALOGUE)
KNOWN: dict[Path, tuple[str, Contents]] = {}  # the mark and the contents of files, as they could be run last


def import_ahead(path: str) -> None:
    """Import what is installed and that file imports as it is run, and the files of its folder that it imports.

    The file must have run to its end elsewhere: so it is known that what it imports does no harm.
    """
    source = expand_home(path)
    for name in dict.fromkeys(find_imports(source, set())):
        if is_installed(name.partition(".")[0]):
            with suppress(Exception, SystemExit), redirect_stdout(sys.stderr):  # whatever a library raises
                import_module(name)


def find_imports(source: Path, seen: set[Path]) -> Iterator[str]:
    """The modules that a source imports as it is run, and those of sources beside it that it imports; compiles them."""
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
    """Yield the modules that these statements name, also where they try to import them."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module
        elif isinstance(node, ast.Try):
            yield from imported_names(node.body)


def is_installed(name: str) -> bool:
    """Whether a module of that name is of Python's library or of an installed package."""
    found = sys.modules[name].__spec__ if name in sys.modules else PathFinder.find_spec(name)
    return found is not None and is_library_file(str(found.origin))


def describe(path: str) -> Contents:
    """What the file at that path holds. Raises BrokenFile, in one line that says what it did instead of ending well.

    One that could be run before, and that a program has spoilt since, is known by what it held then.
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
    """The contents in the answer of a child. Raises BrokenFile for what it says that went wrong, and for nonsense."""
    if said := read_text(found.get("broken")):
        trace = make_printable(read_text(found.get("trace")))
        raise BrokenFile(said, read_text(found.get("raised"))) from (UserCodeError(trace) if trace else None)
    try:
        return file_contents.decode_contents(found["contents"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BrokenFile(f"{path} cannot be run: it writes to what is not its own") from None


def check_makeable(spec: str) -> None:
    """Raise SpecError if the player of that spec says so, as it is made with these options.

    Whatever else comes of making it will cost it its games.
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
    """What that work comes to in a process of its own. Raises BrokenFile, of words that begin so, where it dies."""
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
    """Do the work and answer with what it comes to; copies of this process that it forks answer nothing."""
    faulthandler.enable(sys.stderr)  # what it prints last says where it was
    Catalogue.describer = None
    own = os.getpid()
    message = work()
    if os.getpid() != own:
        os._exit(1)
    line.sendall(json.dumps(message).encode() + b"\n")


def run_file(path: str) -> dict[str, Any]:
    """Return what the file holds, or what went wrong as it was run."""
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
        return describe_failure(path, error)


def describe_failure(path: str, error: BaseException) -> dict[str, Any]:
    """Return the message about a file that took too long, or that raised what no program should."""
    what, (_, number, _) = type(error).__name__, find_raising_line(error)
    if isinstance(error, CodeTimeout):
        what = f"it had not come to its end after {SECONDS:g} seconds" + (f", in line {number}" if number else "")
    return {"broken": f"{path} cannot be run: {what}", "raised": type(error).__name__, "trace": format_traceback(error)}


def find_refusal(spec: str) -> dict[str, Any]:
    """Return what the player of that spec says against its options, if it does."""
    try:
        players.load(spec)
    except SpecError as error:
        return {"refused": str(error)}
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a program raises
        return {}
    return {}
