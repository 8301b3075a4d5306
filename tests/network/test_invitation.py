"""Invitations and certificates: what is written can be read, and what is cut off or forged is found out."""

import errno
import os
import socket
import ssl
import stat

import pytest
from websockets.sync.client import connect

from games.base.spec_error import SpecError
from referee.network.invitation import (
    Invitation,
    certificate_for,
    encryption,
    fingerprint_in,
    is_loopback,
    make_certificate,
    reachable,
    read_listen,
    server_context,
)
from tests.helpers.cases import every_case
from tests.network.guests import Guest, hosted

PRINT = "abcdefghijklmnopqrstu-"


@every_case(
    "invitation",
    [
        Invitation("127.0.0.1", 28700, "abc_-9"),
        Invitation("host.example", 1, "a", PRINT),
        Invitation("::1", 65535, "abc", PRINT),
    ],
)
def test_an_invitation_is_read_as_it_was_written(invitation):
    assert Invitation.read(f" {invitation}\n") == invitation


def test_an_invitation_without_a_port_means_the_usual_one():
    assert Invitation.read("ws://127.0.0.1/abc").port == 28700


@every_case(
    "text",
    [
        "", "abc", "http://127.0.0.1:1/abc", "ws://127.0.0.1:1", "ws://127.0.0.1:1/", "ws://127.0.0.1:x/abc",
        "ws://127.0.0.1:99999/abc", "ws:///abc", "ws://h:1/a b", "ws://h:1/" + "a" * 65, "ws://h:1/\x1b[2J", "ws://[::1/abc",
        "wss://127.0.0.1:1/abc", "wss://127.0.0.1:1/abc#short", f"wss://127.0.0.1:1/abc#{PRINT}x",
    ],
)  # fmt: skip
def test_what_is_no_invitation_gets_one_line(text):
    with pytest.raises(SpecError) as refused:
        Invitation.read(text)
    assert str(refused.value).isprintable()


@every_case(
    "text, address",
    [
        ("0.0.0.0", ("0.0.0.0", 28700)),
        ("0.0.0.0:0", ("0.0.0.0", 0)),
        ("localhost:17", ("localhost", 17)),
        ("::", ("::", 28700)),
        ("[::1]:5", ("::1", 5)),
        ("[::1]", ("::1", 28700)),
    ],
)
def test_an_address_to_listen_at_may_have_a_port(text, address):
    assert read_listen(text) == address


@every_case("text", ["", ":5", "x:-1", "x:65536", "x:٣"])
def test_an_address_without_sense_is_refused(text):
    with pytest.raises(ValueError, match="is no address"):
        read_listen(text)


def test_only_the_loopback_is_taken_for_it_and_every_address_becomes_one():
    assert [is_loopback(each) for each in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "10.0.0.1", "host")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
    assert reachable("10.1.2.3") == "10.1.2.3"
    assert reachable("0.0.0.0") not in ("", "0.0.0.0")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("tls") / "hosted.pem"
    make_certificate(path, "127.0.0.1")
    return path


def test_only_this_person_can_read_the_key(certificate):
    assert stat.S_IMODE(certificate.stat().st_mode) == 0o600


def test_a_guest_finds_out_whether_the_host_has_the_certificate_of_the_invitation(certificate, tmp_path):
    make_certificate(tmp_path / "other.pem", "127.0.0.1")
    with hosted("nim", tls=server_context(certificate)) as host:
        true = Invitation("127.0.0.1", host.port, host.tokens[0], fingerprint_in(certificate))
        false = Invitation("127.0.0.1", host.port, host.tokens[0], fingerprint_in(tmp_path / "other.pem"))
        with connect(true.url, ssl=true.context()) as line:
            shown = line.socket.getpeercert(binary_form=True)
        assert (true.is_proven(shown), false.is_proven(shown), true.is_proven(None)) == (True, False, False)
        assert Guest(host.port, host.tokens[0], tls=true.context()).hear("here")["seats"] == [True, False]


def test_a_host_with_tls_outlasts_guests_without(certificate):
    with hosted("nim:sticks=9", tls=server_context(certificate)) as host:
        context = Invitation("127.0.0.1", host.port, "x", fingerprint_in(certificate)).context()
        ann, bob = host.guest(0, tls=context), host.guest(1, tls=context)
        for data in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00", bytes(3000)):
            with socket.create_connection(("127.0.0.1", host.port)) as raw:
                raw.sendall(data)
                if data not in (b"", b"\x16\x03\x01\x02\x00"):  # these two wait for more
                    assert b"HTTP" not in raw.recv(100)
        ann.move("1")
        assert bob.hear("moved")["text"] == "1"


@every_case("text", ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "\0" * 99])
def test_a_file_that_is_no_certificate_is_refused(text, tmp_path):
    (tmp_path / "bad.pem").write_text(text)
    with pytest.raises(SpecError, match=r"bad\.pem"):
        server_context(tmp_path / "bad.pem")


def test_the_context_of_a_host_takes_no_old_tls(certificate):
    assert server_context(certificate).minimum_version >= ssl.TLSVersion.TLSv1_2


def test_a_certificate_is_made_once_for_this_person_alone_if_other_machines_may_come(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    modes = []
    monkeypatch.setattr("os.fsync", lambda file: modes.append(os.fstat(file).st_mode & 0o777))
    path = certificate_for("0.0.0.0", None)  # noqa: S104  # nothing listens
    assert os.name == "nt" or modes == [path.stat().st_mode & 0o777] == [0o600]
    assert encryption(path)[1] == encryption(certificate_for("192.0.2.1", None))[1]
    assert encryption(certificate_for("127.0.0.1", None)) == (None, "")


def test_a_certificate_of_ones_own_is_used_on_this_machine_too(certificate, tmp_path):
    context, shown = encryption(certificate_for("127.0.0.1", certificate))
    assert context
    assert len(shown) == 22
    with pytest.raises(SpecError):
        encryption(tmp_path / "none.pem")


def test_a_full_disk_leaves_no_half_of_a_certificate(tmp_path, monkeypatch):
    def full(file):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(SpecError, match=r"own\.pem cannot be written"):
            make_certificate(tmp_path / "own.pem", "localhost")
    assert not list(tmp_path.iterdir())
