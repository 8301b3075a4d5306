"""Guests who mean harm, below the messages: what each costs is its own line, and the match goes on."""

import json
import os
import socket
import ssl
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Opcode
from websockets.sync.client import connect

from referee.network.invitation import make_certificate, server_context
from referee.network.server import GuestLimits, sparing
from tests.helpers.processes import wait_until
from tests.network.guests import SOON, Guest, frame, hosted

HASTY = GuestLimits(patience=0.5, burst=1000.0, ping=0.1, silence=1.0)
FEW = GuestLimits(patience=0.5, knocks=1.0, burst=20.0)
KNOCKS = int(os.environ.get("NASTY_KNOCKS", "300"))


@pytest.fixture
def host():
    """A match that must go on: `goes_on(host)` plays two moves of it."""
    with hosted("nim:sticks=5000", limits=HASTY) as found:
        found.ann, found.bob = found.both()
        yield found


def goes_on(host, moves=2):
    """Play some moves, and check that both heard them."""
    for count in range(moves):
        mover, other = (host.ann, host.bob) if count % 2 == 0 else (host.bob, host.ann)
        mover.move("1")
        assert other.hear("moved", seat=count % 2)["text"] == "1"


def spent(host):
    """Return the seconds of processor time that the server has used."""
    return time.clock_gettime(time.pthread_getcpuclockid(host.server.thread.thread.ident))


@contextmanager
def seated(host, number=1, **more):
    """Yield a further window at a chair, as a bare connection."""
    with connect(f"ws://127.0.0.1:{host.port}/", max_queue=None, ping_interval=None, **more) as line:
        line.send(json.dumps({"token": host.tokens[number]}))
        line.recv(timeout=SOON)
        yield line


FLOODS = {
    "pings": frame(Opcode.PING, b"x" * 100),
    "empty pings": frame(Opcode.PING),
    "pongs": frame(Opcode.PONG, b"nobody asked"),
    "parts of a message without an end": frame(Opcode.CONT, b"", fin=False),
}


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("shown", [True, False])
def test_a_flood_of_small_frames_closes_its_line(host, kind, shown):
    with ExitStack() as stack:
        if shown:
            line = stack.enter_context(seated(host))
        else:
            line = stack.enter_context(connect(f"ws://127.0.0.1:{host.port}/", max_queue=None, ping_interval=None))
        before = spent(host)
        if "parts" in kind:
            line.socket.sendall(frame(Opcode.TEXT, b"{", fin=False))
        with suppress(OSError):
            for _ in range(30):
                line.socket.sendall(FLOODS[kind] * 1000)
                goes_on(host)
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(timeout=SOON)
        print(f"{kind}: {spent(host) - before:.3f} s")
    wait_until(lambda: "small frames" in host.complaints[-1])
    assert len(host.complaints) == 1
    goes_on(host)


def test_a_line_is_never_compressed(host):
    offer = [ClientPerMessageDeflateFactory()]
    with seated(host, extensions=offer) as line:
        assert line.protocol.extensions == []
        line.socket.sendall(b"\xc1" + frame(Opcode.TEXT, b"\xaa" * 1000)[1:])  # 0xc1: compressed
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(timeout=SOON)
    wait_until(lambda: host.complaints)
    assert "reserved bits" in host.complaints[-1]
    goes_on(host)


def test_an_onlooker_who_never_reads_is_let_go_while_thousands_of_lines_are_written(host):
    silent = socket.create_connection(("127.0.0.1", host.port))
    silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with silent:
        key = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key += b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        silent.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + key)
        silent.recv(4096)
        silent.sendall(frame(Opcode.TEXT, json.dumps({"token": host.tokens[2]}).encode()))
        wait_until(lambda: host.places[2].windows == 1)
        for _ in range(10_000):
            host.places[2].write("moved", seat=0, text="1", words="", seconds=0, left=[None, None], position=None)
        goes_on(host)
        wait_until(lambda: host.places[2].windows == 0)
    goes_on(host)


def test_a_guest_who_shakes_hands_byte_by_byte_is_let_go(host):
    with ExitStack() as stack:
        lines = [
            stack.enter_context(socket.create_connection(("127.0.0.1", host.port), timeout=SOON)) for _ in range(40)
        ]
        for sign in b"GET / HTTP/1.1\r\nX: ":
            with suppress(OSError):
                for line in lines:
                    line.sendall(bytes([sign]))
        goes_on(host)
        for line in lines:
            with suppress(ConnectionError):
                assert line.recv(10) == b""
        wait_until(lambda: host.server.open_lines() == 2)


def test_a_line_that_is_closed_on_one_side_is_closed_on_both(host):
    with seated(host) as line:
        assert host.places[1].windows == 2
        line.socket.shutdown(socket.SHUT_WR)
        wait_until(lambda: host.places[1].windows == 1)
    goes_on(host)


def test_of_two_windows_that_answer_at_once_one_is_heard(host):
    second = Guest(host.port, host.tokens[0])
    for ply in range(0, 40, 2):
        asked = host.ann.hear("ask", kind="move")["ask"]
        assert second.hear("ask", kind="move")["ask"] == asked
        host.ann.say(ask=asked, move="1")
        second.say(ask=asked, move="2")
        host.bob.move("1")
        wait_until(lambda ply=ply: host.table.ply == ply + 2)
    moves = [said["text"] for said in host.bob.heard if said["is"] == "moved" and said["seat"] == 0]
    assert len(moves) == 20
    assert set(moves) <= {"1", "2"}
    second.leave()


def test_wishes_without_end_do_not_disturb_who_thinks(host):
    host.ann.hear("ask", kind="move")
    for _ in range(15):
        host.bob.say(wish="draw", at=[0, 0])
    host.ann.agree(False)
    host.ann.move("1")
    assert [said["kind"] for said in host.ann.heard if said["is"] == "ask"].count("consent") == 1
    host.bob.move("1")
    goes_on(host)


def test_tokens_that_are_tried_one_after_another_are_soon_not_read_at_all():
    with hosted("nim:sticks=500", limits=FEW) as host:
        host.ann, host.bob = host.both()
        before, read = spent(host), 0
        for number in range(KNOCKS):
            with (
                suppress(OSError, EOFError, WebSocketException),
                connect(f"ws://127.0.0.1:{host.port}/", compression=None) as line,
            ):
                line.send(json.dumps({"token": f"{number:016}"}))
                line.recv(timeout=SOON)
                read += 1
        print(f"{KNOCKS} tokens: {read} read, {spent(host) - before:.3f} s")
        assert read < KNOCKS
        goes_on(host)


def test_a_flood_of_bad_guests_gets_a_few_lines_in_the_log():
    lines = []
    complain = sparing(lines.append)
    for number in range(10_000):
        complain(str(number))
    assert lines[0] == "0"
    assert 20 <= len(lines) < 1000


@pytest.mark.parametrize("encrypted", [True, False])
def test_thousands_of_connections_are_closed_before_anything_is_done_for_them(tmp_path, encrypted):
    make_certificate(tmp_path / "own.pem", "localhost")
    tls = server_context(tmp_path / "own.pem") if encrypted else None
    ours = ssl._create_unverified_context() if encrypted else None
    with hosted("nim:sticks=500", limits=FEW, tls=tls) as host:
        host.ann, host.bob = host.guest(0, tls=ours), host.guest(1, tls=ours)
        before, lines = spent(host), []
        for _ in range(KNOCKS):
            lines.append(socket.create_connection(("127.0.0.1", host.port), timeout=SOON))
        closed = 0
        for line in lines[30:]:
            with suppress(ConnectionError):
                assert line.recv(10) == b""
            closed += 1
        print(f"{KNOCKS} connections, encrypted: {encrypted}: {spent(host) - before:.3f} s")
        goes_on(host)
        assert "too many connections" in host.complaints[0]
        for line in lines:
            line.close()
