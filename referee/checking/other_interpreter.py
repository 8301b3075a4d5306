"""A process in an interpreter of its own: started in another folder, with other hashes of texts."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import games
from games.names import user_files
from games.names.user_paths import expand_home
from referee.checking.player_process import PlayerProcess, serve_requests

if TYPE_CHECKING:
    from games.game import Game
    from referee.running.sandbox.limits import Guard

SEEDS = ("1", "2")  # of hashes: the second one where this interpreter has the first
FOLDER = "/"
START = """from referee.checking import clock_counter
clock_counter.count_looks()
import sys
from referee.checking.other_interpreter import serve_here
serve_here(*sys.argv[1:])"""


class OtherInterpreter(PlayerProcess):
    """A PlayerProcess in a new interpreter; `game` is the spec of the game."""

    def __init__(self, spec: str, game: str, start: Game, guard: Guard, mark: int):
        self.words = (absolute(spec), absolute(game), str(mark))
        super().__init__(spec, start, guard, mark)

    def work(self, line: socket.socket) -> None:
        """What its process does: begin anew."""
        os.set_inheritable(line.fileno(), True)
        path = os.pathsep.join(str(Path(each).resolve()) for each in sys.path)
        other = next(each for each in SEEDS if each != os.environ.get("PYTHONHASHSEED"))
        os.chdir(FOLDER)
        os.execve(  # noqa: S606  # no shell is wanted
            sys.executable,
            [sys.executable, "-c", START, str(line.fileno()), *self.words],
            {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": other},
        )


def absolute(spec: str) -> str:
    """The spec as it is understood from any folder."""
    if not user_files.is_file_spec(spec):
        return spec
    path, behind = user_files.split_file_spec(spec)
    return f"{expand_home(path).resolve()}{':' if behind else ''}{behind}"


def serve_here(number: str, spec: str, game: str, mark: str) -> None:
    """What that interpreter does, with the line of that number: what a process does."""
    with socket.socket(fileno=int(number)) as line:
        serve_requests(line, spec, games.load(game), int(mark))
