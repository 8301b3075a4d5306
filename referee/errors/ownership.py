"""Whose code is: this program's, the library's, a package's, or of people's own files, found line by line."""

from __future__ import annotations

import inspect
import re
import sys
import sysconfig
from pathlib import Path, PurePath
from traceback import extract_tb
from types import CodeType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

import games
import players
from games.game import Game
from players.function import FunctionPlayer

if TYPE_CHECKING:
    from collections.abc import Iterator


PROGRAM_FOLDERS = [
    Path(str(folder)).resolve() for folder in (*games.__path__, *players.__path__, Path(__file__).parents[1])
]
PROGRAM_PREFIXES = ("games/", "players/", "referee/", "<frozen importlib")  # compiled modules name their source so
GENERATED = "__create_fn__."  # of dataclass, in a file "<string>", as is what `python -c` and `exec` run
PACKAGES = tuple({sysconfig.get_path(name) for name in ("purelib", "platlib")})
LIBRARY = (*{sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}, *PACKAGES)
INSTALLED = {"site-packages", "dist-packages"}  # folders of packages, be they those of a person or of an environment
LAYERS = ("__func__", "__wrapped__", "fget", "func", "function")  # where what wraps a function keeps it
MOST_LAYERS = 30  # that are looked at: some objects have one more beneath each


def is_program_file(file: str) -> bool:
    """Whether the file is one of this program's. A person's folder may be called like one of these, too."""
    path = Path(file)
    if path.exists():
        return any(house in path.resolve().parents for house in PROGRAM_FOLDERS)
    return file.startswith(PROGRAM_PREFIXES)


def is_library_file(file: str) -> bool:
    """Whether it is one of Python's library, or of an installed package."""
    return file.startswith(LIBRARY) or is_package_file(file)


def is_package_file(file: str) -> bool:
    """Whether it is one of an installed package."""
    return file.startswith(PACKAGES) or not INSTALLED.isdisjoint(PurePath(file).parts)


def is_program_code(code: CodeType) -> bool:
    """Whether the code is this program's, or is nobody's, as a dataclass was given it."""
    return code.co_qualname.startswith(GENERATED) or is_program_file(code.co_filename)


def is_user_code(code: CodeType) -> bool:
    """Whether the code is of a user's file: neither this program's nor a library's."""
    return not is_program_code(code) and not is_library_file(code.co_filename)


def is_foreign_code(code: CodeType) -> bool:
    """Whether the code is of a file of people's own, or of an installed package."""
    return not is_program_code(code) and (is_package_file(code.co_filename) or not is_library_file(code.co_filename))


def program_path(code: CodeType) -> str:
    """Return the folder and file of our own code, as "adapters/python_adapter.py"; an empty text for other code."""
    return "/".join(PurePath(code.co_filename).parts[-2:]) if is_program_code(code) else ""


def player_codes(player: object) -> list[CodeType]:
    """Return the code of functions that are not ours, which the player or its class hold; a class may be given itself.

    Of a player that is a function it is also what calls that, as not all that can be called has code.
    """
    kind = player if isinstance(player, type) else type(player)
    held = [thing for each in kind.__mro__ for thing in vars(each).values()]
    held += [safe_getattr(player, thing.__name__) for thing in held if isinstance(thing, MemberDescriptorType)]
    held += (safe_getattr(player, "__dict__") or {}).values()
    codes = [code for thing in held for code in function_codes(thing) if is_foreign_code(code)]
    return [*codes, FunctionPlayer.choose.__code__] if issubclass(kind, FunctionPlayer) else codes


def function_codes(thing: object) -> Iterator[CodeType]:
    """The code that runs where the thing is called: of a function, of what it wraps, of an object's `__call__`."""
    waiting, seen = [thing], dict[int, object]()
    while waiting and len(seen) < MOST_LAYERS:
        layer = waiting.pop(0)
        if layer is None or id(layer) in seen:
            continue
        seen[id(layer)] = layer  # and kept, as another may get the number of one that is gone
        if isinstance(code := safe_getattr(layer, "__code__"), CodeType):
            yield code
        elif not isinstance(layer, type):
            waiting.append(safe_getattr(type(layer), "__call__"))
        waiting += [safe_getattr(layer, name) for name in LAYERS]


def safe_getattr(thing: object, name: str) -> Any:
    """Return the attribute of that name; None if there is none, or where an object of a user's program raises."""
    try:
        return getattr(thing, name, None)
    except Exception:  # noqa: BLE001  # an object of a program under test
        return None


def code_name(code: CodeType) -> tuple[str, str]:
    """The file's name and the function's, by which it is known: in tracebacks of compiled files it has another code."""
    file = PurePath(code.co_filename)
    return file.name, code.co_qualname.removeprefix(f"{file.stem}.")


def class_files(kind: type) -> set[str]:
    """Return the files in which the class is written; none for one of ours, or of Python's own."""
    file = safe_getattr(sys.modules.get(kind.__module__), "__file__")
    if file and is_program_file(file):
        return set()
    codes = (code for thing in vars(kind).values() for code in function_codes(thing))
    return {code.co_filename for code in codes if is_foreign_code(code)} | ({file} if file else set())


def source_path(file: str) -> Path:
    """Return the path of that file; of a built module that of what it was built of."""
    path = Path(file).resolve()
    return path if path.suffix == ".py" else path.with_name(f"{path.name.partition('.')[0]}.py")


def is_in_files(code: CodeType, files: set[Path]) -> bool:
    """Whether the code stands in one of those files."""
    return not code.co_qualname.startswith(GENERATED) and source_path(code.co_filename) in files


def is_system_file(filename: str) -> bool:
    """Whether that file is one of this program's, or of Python's library."""
    return filename.startswith("<") or is_program_file(filename) or is_library_file(filename)


def leads_to_user_code(trace: str) -> bool:
    """Whether a traceback, in words, leads into a file of theirs."""
    return any(not is_system_file(file) for file in re.findall(r'File "([^"]+)"', trace))


def find_raising_line(error: BaseException) -> tuple[str, int, str]:
    """The function and line of theirs that raised, and the function that was called there; "", 0, "" without one."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not is_system_file(frame.filename)]
    return (frames[-1].name, frames[-1].lineno or 0, frames[0].name) if frames else ("", 0, "")


def user_classes(kind: type) -> Iterator[type]:
    """Return the class and those of its parents that are not Game or above."""
    return (each for each in kind.__mro__ if each not in Game.__mro__)


def find_member(kind: type, name: str) -> Any:
    """Return what the class or one of its parents says by that name; None if it is left to Game."""
    return next((vars(parent)[name] for parent in user_classes(kind) if name in vars(parent)), None)


def locate_method(kind: type, *names: str, field: str = "", line: str = "") -> str:
    """Where the first of those methods that is written stands: `copy, line 23 of mine.py`; empty if none is.

    With a field it is the line in which that is first named there; with a pattern, that of a line which must be there.
    """
    for name in names:
        found = find_member(kind, name)
        try:
            lines, first = inspect.getsourcelines(found)
            file = PurePath(inspect.getsourcefile(found) or "").name
        except (TypeError, OSError):
            continue
        wanted = line or rf"\.{re.escape(field)}\b"
        at = next((number for number, each in enumerate(lines) if (field or line) and re.search(wanted, each)), None)
        if line and at is None:
            continue
        at = at or 0
        return f"{name}, line {first + at} of {file}"
    return ""
