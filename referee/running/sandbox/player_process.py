"""The process of a player: it imports the player's file once, and copies of it play the games.

A copy makes the player anew for each game and serves requests, one line each, until the game is over. It plays the next
game too if this one has left nothing in it (tidiness.py). So nothing passes from game to game.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import pickle
import random
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games
import players.function  # imported once here, for all processes
from games.names import user_files
from games.names.catalogue import Catalogue
from games.names.entry import read_specs_once
from players.search.clock import relax
from referee.errors.attribution import explain_bad_return, find_rules_error
from referee.errors.ownership import safe_getattr
from referee.match.adjudication import last_report
from referee.running.lasting_players import close, close_all
from referee.running.sandbox.limits import adopt_orphans, confine_signals
from referee.running.sandbox.protocol import LARGE, encode_error, encode_outcome
from referee.running.sandbox.tidiness import Tidiness, list_shared_memory

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from typing import BinaryIO

    from games.game import Game
    from players.player import Player
    from referee.running.sandbox.protocol import Message


MOST = 200  # games that a copy plays, as libraries may keep memory
NUMPY = ("Generator", "BitGenerator", "RandomState")
Request = tuple[dict[str, Any], bytes]  # and the position as the match sends it, b"" if it does not
OPTIONAL = ("heard", "end")  # optional methods of players that need no position


class PlayerServer:
    """The player of a spec, made here for a game, and its game; None if each position comes with its request."""

    def __init__(self, spec: str):
        self.spec = spec
        self.game: Game | None = None
        self.player: Player | None = None

    def play(self, line: socket.socket, requests: BinaryIO, asked: Request | None) -> bool:
        """Serve the request `asked` and those that follow; return whether a game is over, and not the line ended."""
        own = os.getpid()
        while asked:
            request, view = asked
            send_message(line, self.act(request, view), request["number"], own)
            if request["act"] == "end":
                return True
            asked = read_request(requests)
        return False

    def begin_game(self, request: dict[str, Any]) -> int:
        """Set up the game, and make the player unless it lasts. Return 0."""
        seed_generators(request["seed"])
        self.game = None if request["hidden"] else games.load(request["start"])
        if self.player is None:
            self.player = players.load(self.spec, request["seed"])
        return 0

    def act(self, request: dict[str, Any], view: bytes) -> Message:
        """Return the message about what the player does on request."""
        if request["act"] == "begin":
            made = encode_outcome(lambda: self.begin_game(request))
            if made != {"move": 0}:
                return made
        try:
            position: Any = self.take_position(request["moves"], view)
        except Exception as error:  # noqa: BLE001  # whatever the rules raise before the player acts
            found = self.game and explain_bad_return(error, self.game)
            return encode_error(found or error, lambda raised: raised)

        def whose(error: BaseException) -> BaseException | None:
            return find_rules_error(error, position, self.player)

        relax()
        acts: dict[str, Callable[[], object]] = {
            "begin": lambda: self.begin(position, request["seat"]),
            "heard": lambda: self.call("heard", request["text"], request["seat"]),
            "end": lambda: self.call("end") if self.has("end") else 0,
            "choose": lambda: self.player.choose(position, request["deadline"]),  # type: ignore[union-attr]
        }
        done = encode_outcome(acts[request["act"]], whose)
        return done | self.report(position, request) if request["act"] == "choose" else done

    def take_position(self, moves: list[int], view: bytes) -> Game | None:
        """Return the player's position: after the moves, or as the match sent it."""
        for move in moves if self.game is not None else ():
            self.game.make(move)  # type: ignore[union-attr]
        return pickle.loads(view) if view else self.game and self.game.copy()  # noqa: S301  # the match wrote it

    def call(self, name: str, *given: object) -> int:
        getattr(self.player, name)(*given)
        return 0

    def report(self, game: Game, request: dict[str, Any]) -> Message:
        """Return what the player thinks of its last move, a move and a share, if that was requested."""
        found = last_report(self.player, game, *request["told"]) if "told" in request else None
        return {"of": found.move, "told": found.share} if found and abs(found.move) < LARGE else {}

    def begin(self, game: Game, seat: int) -> int:
        """Let the player begin, and return which methods of OPTIONAL it has, as a sum of bits."""
        if self.has("begin"):
            self.call("begin", game, seat)
        return sum(1 << place for place, name in enumerate(OPTIONAL) if self.has(name))

    def has(self, name: str) -> bool:
        return callable(safe_getattr(self.player, name))


def serve(line: socket.socket, spec: str) -> None:
    """Import the player's file, and let copies of this process play the games that are asked for.

    A player that lasts plays all its games here. What copies would lack or share is imported anew for each game: then
    this process plays one game and ends.
    """
    faulthandler.enable(sys.stderr)  # a crash prints where it happened
    Catalogue.describer = None  # the file may run in this process
    user_files.RUN.clear()  # it runs anew, even if it ran where this process was forked
    adopt_orphans()
    server, shared, threads = PlayerServer(spec), list_shared_memory(), count_threads()
    with read_specs_once(), line.makefile("rb") as requests:
        asked = read_request(requests)  # with its view, so that no part of that waits here for the next game
        lasts, copied = asked is not None and import_player(spec, asked[0]["start"]), can_be_copied(threads)
        while asked:
            if lasts:
                server.play(line, requests, asked)
                report_end(line, 0, left=False)
            elif not copied:
                server.play(line, requests, asked)
                break
            elif pid := os.fork():
                _, status = os.waitpid(pid, os.WUNTRACED)
                report_end(line, status, left=has_children() or list_shared_memory() != shared)
            else:
                play_games(server, line, requests, asked)
                break
            asked = read_request(requests)
    if lasts and server.player is not None:
        close(server.player)
    server.player = None  # it may have files to close
    flush_output()


def read_request(requests: BinaryIO) -> Request | None:
    """Return the next request and the position that comes with it; None if the line has ended."""
    if not (words := requests.readline()):
        return None
    request = json.loads(words)
    return request, requests.read(request["view"])


def play_games(server: PlayerServer, line: socket.socket, requests: BinaryIO, asked: Request | None) -> None:
    """Play games, beginning with the request `asked`, until one leaves something in this process.

    A game that is a program from outside starts before, as it stays from game to game.
    """
    adopt_orphans()
    confine_signals()
    if asked and games.CATALOGUE.is_outside(asked[0]["start"]):
        with suppress(Exception):  # the player hears of it as it begins
            games.load(asked[0]["start"])
    tidiness = Tidiness()
    count = 0
    while server.play(line, requests, asked):
        server.player = server.game = None
        count += 1
        if count == MOST or not tidiness.holds():
            close_all()
            return  # the process that this is a copy of reports the end
        report_end(line, 0, left=False)
        asked = read_request(requests)


def report_end(line: socket.socket, status: int, left: bool) -> None:
    """Tell the match how the process ended that played, and whether it left anything behind."""
    with suppress(OSError):  # the match may not wait for that
        line.sendall(b'{"number": 0, "ended": %d, "left": %d}\n' % (status, left))


def import_player(spec: str, game: str) -> bool:
    """Import what the specs name; return whether the players last. Errors are raised later, as the player is made."""
    try:
        if not games.CATALOGUE.is_outside(game):  # each copy starts such a game itself
            games.load(game)
        kind, given = players.CATALOGUE.read(spec)
        for each in user_files.named_files(given):
            user_files.run_file(user_files.split_file_spec(each)[0])
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a file raises
        return False
    return bool(safe_getattr(kind, "lasting"))


def can_be_copied(threads: int) -> bool:
    """Return whether a copy of this process is like a process that has just imported the same.

    Copies lack threads and the children of this process, and would all draw the same random numbers.
    threads  of this process before the import.
    """
    gc.collect()
    drawn = any(map(is_generator, set(map(type, gc.get_objects()))))  # what was there before is frozen and not listed
    gc.freeze()
    return not drawn and count_threads() == threads and not has_children()


def is_generator(kind: type) -> bool:
    """Return whether it is a class of generators of random numbers with a state, of Python or of numpy."""
    numpy = any(str(each.__module__).startswith("numpy.random") and each.__name__ in NUMPY for each in kind.__mro__)
    return numpy or (random.Random in kind.__mro__ and random.SystemRandom not in kind.__mro__)


def seed_generators(seed: int) -> None:
    """Seed the generators that modules share, so that the same seed gives the same game, and another one another."""
    random.seed(f"module {seed}")
    if numpy := sys.modules.get("numpy"):
        with suppress(Exception):  # a module of the same name
            numpy.random.seed(seed % (1 << 32))


def has_children() -> bool:
    """Return whether this process has a child that has not ended, or one of a descendant that has."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    return False


def count_threads() -> int:
    """Return the number of threads of this process; only of Python's if the system does not list the others."""
    try:
        return sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        return threading.active_count()


def send_message(line: socket.socket, message: Message, number: int, own: int) -> None:
    """Write the answer to request `number`, after all that was printed before.

    Only the process `own` answers. A copy of it that the program has forked, and that returns here, ends.
    """
    if os.getpid() != own:
        os._exit(1)
    flush_output()
    line.sendall(json.dumps({**message, "number": number}).encode() + b"\n")


def flush_output() -> None:
    """Flush the standard streams."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(BaseException):  # the program may have replaced it
            stream.flush()
