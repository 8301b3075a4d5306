"""Guests that say exactly what a test wants, and a host of one table for them."""

import json
from contextlib import ExitStack, closing, contextmanager
from time import monotonic

from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.sync.client import connect

from referee.batches.plan import Plan
from referee.match.clock_text import read_clock
from referee.match.clocks import UNLIMITED
from referee.network.chair import digest_of, draw_token
from referee.network.server import GuestLimits, Server
from referee.network.table import Place, GuestTable

SOON = 60.0  # seconds after which a test gives up: no test waits for them
FREE = GuestLimits(burst=1000.0)


class Guest:
    """A line to a host.

    raw     all messages so far, as they came;  heard  what they say;  unread  those that no test has asked for.
    """

    def __init__(self, port, token, name="", since=0, log="", tls=None, **more):
        scheme = "wss" if tls else "ws"
        self.stack = ExitStack()
        url = f"{scheme}://127.0.0.1:{port}/"
        self.line = self.stack.enter_context(connect(url, ssl=tls, compression=None, max_queue=None))
        self.raw, self.heard, self.unread = [], [], []
        self.say(token=token, name=name, since=since, log=log, **more)

    def say(self, **words):
        self.line.send(json.dumps(words))

    def next(self):
        self.raw.append(self.line.recv(timeout=SOON))
        said = json.loads(self.raw[-1])
        self.heard.append(said)
        self.unread.append(said)
        return said

    def hear(self, kind, /, **fits):
        """Return the first unread message of this kind with these words; those of its kind before it count as read."""
        end, at = monotonic() + SOON, 0
        while monotonic() < end:
            said = self.unread[at] if at < len(self.unread) else self.next()
            if said["is"] == kind and all(said[key] == value for key, value in fits.items()):
                self.unread = [each for each in self.unread[:at] if each["is"] != kind] + self.unread[at + 1 :]
                return said
            at += 1
        raise TimeoutError(kind)

    def move(self, text):
        """Answer the next question with a move; return the question."""
        asked = self.hear("ask", kind="move")
        self.say(ask=asked["ask"], move=text)
        return asked

    def agree(self, yes):
        """Answer the next question for consent; return the question."""
        asked = self.hear("ask", kind="consent")
        self.say(ask=asked["ask"], yes=yes)
        return asked

    def closed(self):
        """Return with which code the line is closed."""
        try:
            while True:
                self.next()
        except ConnectionClosed:
            return self.line.close_code

    def leave(self):
        self.stack.close()


class Hosted:
    """A table with a server. `complaints` has the lines about bad guests."""

    def __init__(self, game, clock="", limits=FREE, names=("Ann", "Bob"), seed=7, tls=None, plan=None, **more):
        self.tokens = [draw_token() for _ in range(3)]
        self.places = [Place(), Place(), Place(200, speaks=False)]
        self.complaints = []
        known = {digest_of(token): place for token, place in zip(self.tokens, self.places, strict=True)}
        self.server = Server(known.get, tls=tls, complain=self.complaints.append, limits=limits)
        self.port = self.server.start()
        control = read_clock(clock) if clock else UNLIMITED
        plan = plan or Plan(game, ("human", "human"), seed, control, called=names)
        self.table = GuestTable(plan, tuple(self.places[:2]), self.places[2], **more)
        self.table.start()
        self.guests = []

    def guest(self, number, **more):
        """Connect to a chair: 0, 1, or 2 for an onlooker."""
        self.guests.append(Guest(self.port, self.tokens[number], **more))
        return self.guests[-1]

    def both(self):
        return self.guest(0), self.guest(1)

    def close(self):
        self.table.stop()
        assert self.table.join(SOON)
        for guest in self.guests:
            guest.leave()
        self.server.stop()
        if self.table.failed:
            raise self.table.failed


@contextmanager
def hosted(game, **more):
    """Yield a table of this game with its server, closed at the end."""
    with closing(Hosted(game, **more)) as found:
        yield found


def frame(opcode, data=b"", fin=True):
    """Return the bytes of a frame of a guest, to be sent from below."""
    return Frame(opcode, data, fin).serialize(mask=True)


def play_on(one, two, moves):
    """Let two guests answer in turn with these moves."""
    for number, text in enumerate(moves):
        (one, two)[number % 2].move(text)
