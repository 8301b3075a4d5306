"""The commands that start programs: read as a shell reads them, and the program found."""

import os
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

from games.names.spec import clip
from games.names.user_paths import locate

# Where systems keep the programs of games, which is not on everybody's PATH.
GAMES = ("/usr/games", "/usr/local/games")
INTERPRETERS = {"bash", "deno", "dotnet", "java", "mono", "node", "ocaml", "perl", "pypy", "python", "ruby", "sh"}
VALUED = {
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "-W",
    "-X",
}  # their options that a value follows

STARTS = {  # how sources are started, by the ends of their names
    ".c": "compile it, gcc -O2 -o {bare} {program}, and start the result",
    ".class": "start it by java -cp FOLDER {stem}",
    ".cpp": "compile it, g++ -O2 -o {bare} {program}, and start the result",
    ".cs": "compile it, mcs {program}, and start mono {bare}.exe",
    ".exe": "start it by mono {program}",
    ".jar": "start it by java -jar {program}",
    ".java": "start it by java {program}",
    ".js": "start it by node {program}",
    ".ml": "start it by ocaml {program}",
    ".py": "start it by python3 {program}",
    ".rb": "start it by ruby {program}",
    ".rs": "compile it, rustc -O -o {bare} {program}, and start the result",
}
BINARY = (".exe", ".jar")  # which some systems start as they are


def find_program(command: str) -> list[str]:
    """The words of the command, the first of which is the path of a program that can be started. Raises ValueError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {clip(command)!r} cannot be read: {error}") from error
    if not words:
        raise ValueError("the command is empty: name a program, as in command=stockfish")
    program, *arguments = words
    if "/" in program or os.sep in program:
        return [check_file(program), *arguments]
    found = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES]))
    if found is None:
        beside = advise_on_source(program) or f"to start the file here write ./{program}"
        hint = f"; {beside}" if locate(program).is_file() else ""
        raise ValueError(f"there is no program {clip(program)!r} on the PATH{hint}")
    return [found, *arguments]


def check_file(program: str) -> str:
    """The whole path of that program. Raises ValueError if it is not a file that can be started."""
    path = locate(program)
    if not path.is_file():
        raise ValueError(f"there is no file {clip(program)!r}")
    if not os.access(path, os.X_OK) or is_bare_source(path):
        how = advise_on_source(program) or "make it executable, or name what runs it in front of it"
        raise ValueError(f"{clip(program)!r} cannot be started: {how}")
    return str(path)


def is_bare_source(path: Path) -> bool:
    """Whether it is a source, and does not name in its first line what runs it."""
    if path.suffix not in STARTS or path.suffix in BINARY:
        return False
    with path.open("rb") as file:
        return file.read(2) != b"#!"


def advise_on_source(program: str) -> str:
    """What to write to start that source, or what it becomes once it is compiled; empty for what is not a source."""
    path = Path(program)
    words = {"program": program, "bare": path.with_suffix(""), "stem": path.stem}
    return STARTS.get(path.suffix, "").format(**words)


def name_program(command: str) -> str:
    """What the program is called: the name of its file, or of the script that an interpreter is to run.

    `python3 -u my_bot.py` is called my_bot, `java -cp . MyBot` MyBot, and `gnugo --level 5` gnugo.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    first = Path(words[0]).name if words else command
    if first.rstrip("0123456789.") in INTERPRETERS:
        for before, word in pairwise(words):
            if not word.startswith("-") and before not in VALUED:
                return Path(word).stem
    return first.removesuffix(".exe")
