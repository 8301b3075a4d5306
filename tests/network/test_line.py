"""A guest's line to a host, and how it lasts when it breaks."""

import queue
from threading import Event, Thread

import pytest

from games.names.catalogue import SpecError
from referee.network import line
from referee.network.invitation import Invitation, fingerprint_in, make_certificate, server_context
from referee.network.line import HostLine
from tests.helpers.scripted_host import PATIENCE, ScriptedHost


class Guest(HostLine):
    """A line whose messages wait until a test asks for them."""

    def __init__(self, invitation, **given):
        super().__init__(invitation, **given)
        self.news = queue.Queue()
        self.hear = self.news.put

    def __enter__(self):
        self.open()
        return self

    def __exit__(self, *what):
        self.close()

    def next(self, kind):
        """Return the next message, which is of that kind."""
        said = self.news.get(timeout=PATIENCE)
        assert said["is"] == kind, said
        return said


def test_a_guest_shows_its_token_and_its_name_and_hears_its_chair(host):
    host.chairs[1].write("start", match=0)
    with Guest(host.invitation(1), name="Bob", greeting="Good luck") as guest:
        number, hello = host.came()
        assert (number, hello["name"], hello["greeting"], hello["since"]) == (1, "Bob", "Good luck", 0)
        assert guest.next("start")["match"] == 0
        host.chairs[1].say("note", words="Hello")
        assert guest.next("note")["words"] == "Hello"


def test_a_line_that_broke_is_made_again_and_nothing_is_heard_twice(host):
    with Guest(host.invitation(0)) as guest:
        host.chairs[0].write("start", match=0)
        host.chairs[0].write("moved", text="1")
        guest.next("start")
        guest.next("moved")
        host.cut()
        assert guest.next("line")["up"] is False
        host.chairs[0].write("moved", text="2")
        assert guest.next("line")["up"] is True
        assert guest.next("moved")["text"] == "2"


def test_a_host_that_is_started_anew_tells_its_own_log_from_the_start(host):
    with Guest(host.invitation(0)) as guest:
        host.chairs[0].write("start", match=0)
        guest.next("start")
        host.stop()
        guest.next("line")
        with ScriptedHost(host.port, host.tokens) as second:
            second.chairs[0].write("start", match=0)
            assert guest.next("line")["up"] is True
            assert guest.next("start")["log"] == second.chairs[0].log


def test_a_token_that_the_host_does_not_know_is_refused_once(host):
    with Guest(Invitation("127.0.0.1", host.port, "x" * 16)) as guest:
        assert guest.next("refused")["words"] == "no such token"
        guest.thread.join(PATIENCE)
        assert not guest.thread.is_alive()


def test_a_guest_waits_for_a_host_that_is_being_started(monkeypatch):
    monkeypatch.setattr(line, "STARTING", PATIENCE)
    with ScriptedHost() as host:
        invitation = host.invitation(0)
    guest, refused, dial = Guest(invitation), Event(), HostLine.dial

    def watched(guest):
        try:
            return dial(guest)
        except ConnectionRefusedError:
            refused.set()
            raise

    monkeypatch.setattr(HostLine, "dial", watched)
    opening = Thread(target=guest.open, daemon=True)
    opening.start()
    assert refused.wait(PATIENCE)
    with ScriptedHost(host.port, host.tokens) as late:
        assert late.came()[0] == 0
        opening.join(PATIENCE)
        guest.close()


def test_a_missing_host_is_one_line(monkeypatch):
    monkeypatch.setattr(line, "STARTING", 0.0)
    with ScriptedHost() as host:
        invitation = host.invitation(0)
    with pytest.raises(SpecError, match=rf"^there is no host at 127\.0\.0\.1:{host.port}: Connection refused$"):
        HostLine(invitation).open()


@pytest.mark.parametrize("data", ["no JSON", "[]", "{}", '{"is": "start"}', '{"is": "here", "n": "x"}'])
def test_a_host_that_writes_nonsense_is_given_up(host, data):
    with Guest(host.invitation(0)) as guest:
        host.came()
        host.peers[0].send(data)
        assert "writes what no host of referee writes" in guest.next("refused")["words"]


def test_a_guest_of_an_encrypted_host_shows_its_token_to_no_other(tmp_path):
    mine, other = tmp_path / "mine.pem", tmp_path / "other.pem"
    for path in (mine, other):
        make_certificate(path, "127.0.0.1")
    with ScriptedHost(tls=server_context(mine)) as host:
        with Guest(host.invitation(0, fingerprint_in(mine))):
            assert host.came()[0] == 0
        with pytest.raises(SpecError, match="is not the one of the invitation"):
            HostLine(host.invitation(0, fingerprint_in(other))).open()
        assert host.hellos.empty()


def test_a_host_without_encryption_is_no_host_for_an_invitation_with_a_fingerprint(host):
    with pytest.raises(SpecError, match="is not a host of referee"):
        HostLine(host.invitation(0, "x" * 22)).open()


def test_a_guest_that_reads_slowly_hears_the_end_of_a_match_after_the_next_one_began(host):
    chair = host.chairs[0]
    chair.write("start", match=0)
    with Guest(host.invitation(0)) as guest:
        guest.next("start")
        chair.write("end", score=1)
        chair.write("start", match=1)
        assert guest.next("end")["score"] == 1
        assert guest.next("start")["match"] == 1
    with Guest(host.invitation(0)) as late:
        assert late.next("start")["match"] == 1
