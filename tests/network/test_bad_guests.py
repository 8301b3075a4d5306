"""Whatever a guest sends, the host stays, the match goes on, and the host's log has a line for it."""

import json
import socket
import ssl
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode
from websockets.sync.client import connect

from referee.network.invitation import make_certificate, server_context
from referee.network.server import GuestLimits, sparing
from tests.helpers.processes import wait_until
from tests.network.guests import SOON, Guest, frame, hosted

HASTY = GuestLimits(patience=0.2, burst=1000.0)
HELLO = '{"token": TOKEN}'  # TOKEN stands for the token of the second seat
SURROGATE = "\\ud800"


@pytest.fixture(scope="module")
def host():
    """A match that goes on while the bad guests come and go: `host.goes_on()` plays two moves of it."""
    with hosted("nim:sticks=500", limits=HASTY) as found:
        found.ann, found.bob = found.both()
        yield found


def goes_on(host):
    """Play a move on each side, and check that both heard it."""
    for seat, mover, other in ((0, host.ann, host.bob), (1, host.bob, host.ann)):
        mover.move("1")
        assert other.hear("moved", seat=seat)["text"] == "1"


@contextmanager
def line(host):
    with connect(f"ws://127.0.0.1:{host.port}/", compression=None, max_queue=None) as found:
        yield found


def words_until_closed(guest):
    """Return what is heard until the line is closed, and the code."""
    heard = []
    try:
        while True:
            heard.append(json.loads(guest.recv(timeout=SOON)))
    except ConnectionClosed as error:
        return heard, (error.rcvd or error.sent).code


REFUSED = {
    "no JSON": (["hello"], "must be JSON"),
    "an empty message": ([""], "must be JSON"),
    "no object": (["[1]"], "must be an object"),
    "a deep object": (['{"token":' + "[" * 900 + "]" * 900 + "}"], "too deeply"),
    "more than two kilobytes": (["x" * 5000], "2048 bytes"),
    "two kilobytes of wide letters": ([json.dumps({"token": "ü" * 1500}, ensure_ascii=False)], "2048 bytes"),
    "a binary frame": ([b"\0\1\2"], "must be text"),
    "nothing": ([], "no token was shown"),
    "no hello but an answer": (['{"ask": [0, 0, 0], "move": "1"}'], "no such token"),
    "a wrong token": (['{"token": "wrong"}'], "no such token"),
    "no token": (["{}"], "no such token"),
    "null for a token": (['{"token": null}'], "no such token"),
    "a number for a token": (['{"token": 17}'], "no such token"),
    "a list for a token": (['{"token": [TOKEN]}'], "no such token"),
    "half a letter for a token": ([f'{{"token": "{SURROGATE}"}}'], "no such token"),
    "a token with a blank": (['{"token": " "}'], "no such token"),
    "hello twice": ([HELLO, HELLO], "neither an answer nor a wish"),
    "an empty object": ([HELLO, "{}"], "neither an answer nor a wish"),
    "an unknown wish": ([HELLO, '{"wish": "win"}'], "neither an answer nor a wish"),
    "a list for a wish": ([HELLO, '{"wish": ["draw"]}'], "neither an answer nor a wish"),
    "a number for a move": ([HELLO, '{"ask": [0, 1, 0], "move": 1}'], "neither an answer nor a wish"),
    "an object for a question": ([HELLO, '{"ask": {}, "move": "1"}'], "neither an answer nor a wish"),
    "a number for yes": ([HELLO, '{"ask": [0, 1, 0], "yes": 1}'], "neither an answer nor a wish"),
    "an object for a fault": ([HELLO, '{"fault": {}}'], "neither an answer nor a wish"),
    "no JSON after the token": ([HELLO, "}{"], "must be JSON"),
    "a number that is none": ([HELLO, '{"ask": NaN}'], "neither an answer nor a wish"),
    "a flood": ([HELLO, *['{"ask": [9, 9, 9], "move": "1"}'] * 60], "20 messages a second"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_guest_that_sends_what_nobody_may_is_refused(host, kind):
    messages, why = REFUSED[kind]
    before = len(host.complaints)
    with line(host) as guest:
        try:
            for message in messages:
                guest.send(
                    message.replace("TOKEN", json.dumps(host.tokens[1])) if isinstance(message, str) else message
                )
        except ConnectionClosed:
            pass  # a flood is stopped while it comes
        heard, code = words_until_closed(guest)
    wait_until(lambda: len(host.complaints) > before)
    assert why in host.complaints[-1]
    assert host.complaints[-1].startswith("ws 127.0.0.1:")
    assert code in (1008, 1009)
    assert code == 1009 or heard[-1]["is"] == "refused"
    goes_on(host)


IGNORED = {
    "the answer to the other's question": ("mine", {"ask": [0, "PLY", 0], "move": "3"}),
    "the answer to a question of the past": ("own", {"ask": [0, 0, 0], "move": "3"}),
    "the answer to a question of the future": ("own", {"ask": [0, 10**300, 0], "move": "3"}),
    "the answer to another match": ("own", {"ask": [7, 0, 0], "move": "3"}),
    "the answer to a deep question": ("own", {"ask": [[[0]]], "move": "3"}),
    "consent to nothing": ("own", {"ask": [0, 0, 1], "yes": True}),
    "a wish at nonsense": ("own", {"wish": "resign", "at": [None, {}]}),
    "a wish at another match": ("own", {"wish": "resign", "at": [3, 0]}),
    "a claim": ("own", {"wish": "claim", "at": [0, "PLY"]}),
}


@pytest.mark.parametrize("kind", IGNORED)
def test_a_message_that_fits_nothing_changes_nothing(host, kind):
    said = IGNORED[kind][1]
    ply = host.table.ply
    words = {
        key: [ply if each == "PLY" else each for each in value] if isinstance(value, list) else value
        for key, value in said.items()
    }
    host.bob.say(**words)
    goes_on(host)
    assert host.table.ply == ply + 2
    assert host.table.ended is None


@pytest.mark.parametrize("since", [-5, 10**30, True, "3", None, [1], 1.5])
def test_a_guest_that_asks_for_impossible_lines_gets_all(host, since):
    guest = Guest(host.port, host.tokens[2], since=since, log=host.places[2].log)
    assert guest.hear("start")["n"] == 0
    guest.leave()


def test_an_onlooker_that_talks_is_refused(host):
    for said in ({"ask": [0, 0, 0], "move": "1"}, {"wish": "resign", "at": [0, 0]}):
        guest = Guest(host.port, host.tokens[2])
        guest.say(**said)
        assert guest.closed() == 1008
        assert "onlookers only look on" in host.complaints[-1]
        guest.leave()
    goes_on(host)


@pytest.mark.parametrize("text", ["\0", "\x1b[2J\x1b]0;title\7", "\ud800", "a\nb", "9" * 900, "\u202egnp", ""])
def test_signs_that_a_terminal_obeys_are_never_passed_on(host, text):
    host.ann.hear("ask")
    host.ann.say(ask=[0, host.table.ply, 0], move=text)
    note = host.ann.hear("note")["words"]
    assert note.isprintable()
    assert len(note) <= 300
    guest = Guest(host.port, host.tokens[1], name=text, greeting=text)
    here = guest.hear("here")
    assert all(each.isprintable() and len(each) <= 100 for each in (*here["greetings"], host.places[1].name))
    guest.leave()
    goes_on(host)


def test_a_fifth_window_at_a_chair_is_refused(host):
    with ExitStack() as stack:
        for _ in range(3):
            stack.callback(Guest(host.port, host.tokens[1]).leave)
        wait_until(lambda: host.places[1].windows == 4)
        assert Guest(host.port, host.tokens[1]).closed() == 1008
        goes_on(host)
    wait_until(lambda: host.places[1].windows == 1)


def raw(host, data):
    """Send bytes to the host from below, and return what it answers, until the line is closed or nothing comes."""
    with socket.create_connection(("127.0.0.1", host.port), timeout=SOON) as line:
        line.sendall(data)
        got = b""
        try:
            while part := line.recv(4096):
                got += part
        except ConnectionError:
            pass
        return got


BYTES = {
    "nothing": b"",
    "half a handshake": b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: webso",
    "a browser": b"GET /secret HTTP/1.1\r\nHost: x\r\n\r\n",
    "a form": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
    "a page far away": b"GET http://example.org/ HTTP/1.0\r\n\r\n",
    "long headers": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 60_000,
    "many headers": b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "noise": bytes(range(256)) * 20,
    "no key": b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
}


@pytest.mark.parametrize("kind", BYTES)
def test_a_visitor_that_is_no_guest_is_sent_away(host, kind):
    answer = raw(host, BYTES[kind])
    assert b" 200 " not in answer
    assert b" 101 " not in answer
    goes_on(host)


def test_broken_frames_close_their_line_only(host):
    for data in (b"\xff\xff\xff\xff", b"\x81\x01a"):  # reserved bits; a frame of a guest without a mask
        with line(host) as guest:
            guest.send(HELLO.replace("TOKEN", json.dumps(host.tokens[1])))
            guest.socket.sendall(data)
            assert words_until_closed(guest)[1] == 1002
    with line(host) as guest, pytest.raises(ConnectionClosed):
        guest.send(HELLO.replace("TOKEN", json.dumps(host.tokens[1])))
        guest.socket.sendall(frame(Opcode.TEXT, b"\xff\xfe"))
        while True:
            guest.recv(timeout=SOON)
    goes_on(host)


def test_a_message_without_an_end_and_a_line_that_is_cut_disturb_nobody(host):
    with line(host) as guest:
        guest.send(HELLO.replace("TOKEN", json.dumps(host.tokens[1])))
        guest.socket.sendall(frame(Opcode.TEXT, b'{"ask":', fin=False))
        goes_on(host)
        guest.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        guest.socket.shutdown(socket.SHUT_RDWR)
    wait_until(lambda: host.places[1].windows == 1)
    goes_on(host)


def test_many_connections_of_one_address_are_dropped_and_later_ones_let_in_again():
    with hosted("nim", limits=GuestLimits(burst=4.0, knocks=20.0)) as host:
        ann, _ = host.both()
        lost = 0
        with ExitStack() as stack:
            for _ in range(10):
                made = stack.enter_context(socket.create_connection(("127.0.0.1", host.port), timeout=SOON))
                made.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                try:
                    lost += not made.recv(100)
                except ConnectionError:
                    lost += 1
        assert lost >= 5
        assert "too many connections" in host.complaints[-1]
        ann.move("1")


def test_lines_that_never_shake_hands_count_from_their_first_byte_on(tmp_path):
    make_certificate(path := tmp_path / "own.pem", "localhost")
    limits = GuestLimits(burst=4.0, knocks=0.0, patience=60.0)
    with hosted("nim", tls=server_context(path), limits=limits) as host, ExitStack() as stack:
        silent = [
            stack.enter_context(socket.create_connection(("127.0.0.1", host.port), timeout=SOON)) for _ in range(5)
        ]
        with suppress(ConnectionError):
            assert not silent[-1].recv(100)
        assert "too many connections" in host.complaints[-1]


def test_no_more_lines_are_open_than_a_host_allows_and_a_closed_one_makes_room():
    with hosted("nim", limits=GuestLimits(burst=1000.0, peers=2)) as host:
        ann, bob = host.both()
        ann.hear("ask")
        with socket.create_connection(("127.0.0.1", host.port), timeout=SOON) as third, suppress(ConnectionError):
            assert not third.recv(100)
        bob.leave()
        wait_until(lambda: host.server.open_lines() == 1)
        host.guest(1).hear("start")


def test_complaints_about_bad_guests_are_few_however_many_come():
    said = []
    tell = sparing(said.append)
    for number in range(1000):
        tell(str(number))
    assert 20 <= len(said) < 100
