"""A host that says what a test tells it to: chairs and lines are real, and nobody judges."""

import queue
import socket
import threading
from contextlib import suppress

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

from referee.network.chair import Chair, digest_of, draw_token
from referee.network.invitation import Invitation
from referee.network.wire import read_message, write_message

PATIENCE = 60.0  # seconds for what should happen at once


class ScriptedHost:
    """A host with three chairs: of seat 0, of seat 1, and of onlookers.

    said  what guests have said, each with the number of the chair;  hellos  how they came in.
    """

    def __init__(self, port=0, tokens=None, tls=None):
        self.chairs = [Chair() for _ in range(3)]
        self.tokens = tokens or [draw_token() for _ in self.chairs]
        self.said, self.hellos, self.peers = queue.Queue(), queue.Queue(), []
        self.server = serve(self.meet, "127.0.0.1", port, ssl=tls, compression=None)
        self.port = self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.stop()

    def stop(self):
        """End the host, as a machine that fails does."""
        self.server.shutdown()
        self.cut()

    def leave(self):
        """End the host knowingly."""
        for peer in self.peers:
            peer.close(1001)
        self.stop()

    def cut(self):
        """Lose all lines."""
        for peer in self.peers:
            with suppress(OSError):
                peer.socket.shutdown(socket.SHUT_RDWR)
        self.peers.clear()

    def invitation(self, chair, fingerprint=""):
        return Invitation("127.0.0.1", self.port, self.tokens[chair], fingerprint)

    def meet(self, peer):
        with suppress(ConnectionClosed):
            hello = read_message(peer.recv())
            digests = [digest_of(token) for token in self.tokens]
            if (digest := digest_of(hello["token"])) not in digests:
                peer.send(write_message({"is": "refused", "words": "no such token"}))
                peer.close(1008)
                return
            number = digests.index(digest)
            self.peers.append(peer)
            self.hellos.put((number, hello))
            threading.Thread(target=self.tell, args=(peer, number, hello), daemon=True).start()
            for data in peer:
                self.said.put((number, read_message(data)))

    def tell(self, peer, number, hello):
        chair, rung = self.chairs[number], threading.Event()
        chair.bells.add(rung.set)
        since, heard = (hello["since"] if hello["log"] == chair.log else 0), 0
        with suppress(ConnectionClosed):
            while True:
                rung.clear()
                news, since, heard = chair.news(since, heard)
                for line in news:
                    peer.send(line)
                rung.wait()

    def next(self):
        """Return what a guest says next: the number of its chair, and the message."""
        return self.said.get(timeout=PATIENCE)

    def came(self):
        """Return how a guest came in next: the number of its chair, and its first message."""
        return self.hellos.get(timeout=PATIENCE)

    # What a host says of a match.

    def start(self, game, names=("Ann", "Bob"), secret=False, match=0, clock=""):
        """Begin a match for all chairs."""
        for chair, seat in zip(self.chairs, (0, 1, None), strict=True):
            chair.say("here", seats=[True, True], greetings=["", ""], onlookers=0, grace=None)
            chair.write(
                "start", match=match, game=game, names=names, seat=seat, clock=clock, secret=secret, left=[None, None]
            )

    def move(self, seat, text, words="", positions=(None, None, None), texts=None):
        """Tell all chairs of a move; `texts` and `positions` are those of each."""
        for chair, heard, position in zip(self.chairs, texts or [text] * 3, positions, strict=True):
            chair.forget("turn")
            left = [None, None]
            chair.write("moved", seat=seat, text=heard, words=words, seconds=0.1, left=left, position=position)

    def make(self, game, text):
        """Make a move in a game that hides something, and tell each chair what it may know."""
        seat, move = game.turn, game.parse(text)
        heard = [game.heard(move, 0), game.heard(move, 1)]
        words = [game.say(move, 0), game.say(move, 1)]
        same = heard == [text, text]
        told = [*zip(heard, words, strict=True), (text, game.say(move)) if same else ("hidden", "something is dealt")]
        game.make(move)
        places = [game.position(0), game.position(1), None]
        for chair, (said, phrase), place in zip(self.chairs, told, places, strict=True):
            chair.forget("turn")
            left = [None, None]
            chair.write("moved", seat=seat, text=said, words=phrase, seconds=0.1, left=left, position=place)

    def ask(self, seat, name, kind="move", words="", position=None, seconds=None):
        """Ask the guest on a seat, and say to all others that it is to move."""
        left = [None, None]
        for number, chair in enumerate(self.chairs):
            if number == seat:
                chair.forget("turn")
                chair.say("ask", ask=name, kind=kind, words=words, seconds=seconds, left=left, position=position)
            elif kind == "move":
                chair.say("turn", seat=seat, left=left)

    def end(self, moves, score=0, how="played-out", why=""):
        """End the match for all chairs."""
        for chair in self.chairs:
            chair.forget("turn")
            chair.write("end", score=score, how=how, why=why, left=[None, None], moves=moves)
