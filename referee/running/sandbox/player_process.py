"""The process of a player: it makes the player and serves requests, one line each."""

from __future__ import annotations

import faulthandler
import json
import os
import pickle
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import players
from games.names.catalogue import Catalogue
from players.search.clock import relax
from referee.errors.attribution import explain_bad_return, find_rules_error
from referee.errors.ownership import safe_getattr
from referee.match.adjudication import last_report
from referee.running.lasting_players import close
from referee.running.sandbox.protocol import LARGE, encode_error, encode_outcome

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from games.game import Game
    from players.player import Player
    from referee.running.sandbox.protocol import Message


OPTIONAL = ("heard", "end")  # optional methods of players that need no position


class PlayerServer:
    """The player made here, and its game; None if each position comes with its request."""

    def __init__(self, spec: str, seed: int | None, game: Game | None):
        self.spec, self.seed = spec, seed
        self.game = game
        self.player: Player | None = None

    def load(self) -> int:
        """Make the player, and return which methods of OPTIONAL it has, as a sum of bits."""
        self.player = players.load(self.spec, self.seed)
        return sum(1 << place for place, name in enumerate(OPTIONAL) if callable(safe_getattr(self.player, name)))

    def act(self, request: dict[str, Any], view: bytes) -> Message:
        """Return the message about what the player does on request."""
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
            "end": lambda: self.call("end"),
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
        if start := safe_getattr(self.player, "begin"):
            start(game, seat)
        return 0


def serve(line: socket.socket, spec: str, seed: int | None, game: Game | None) -> None:
    """Make the player and serve requests until the line ends."""
    faulthandler.enable(sys.stderr)  # a crash prints where it happened
    Catalogue.describer = None  # the file may run in this process
    server, own = PlayerServer(spec, seed, game), os.getpid()
    send_message(line, encode_outcome(server.load), 0, own)
    with line.makefile("rb") as requests:
        for words in requests:
            request = json.loads(words)
            send_message(line, server.act(request, requests.read(request["view"])), request["number"], own)
    if server.player is not None and safe_getattr(server.player, "lasting"):
        close(server.player)
    server.player = None  # it may have files to close
    flush_output()


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
