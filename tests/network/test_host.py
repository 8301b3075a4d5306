"""`referee host` as a process: its invitations, its screen, and a host that is killed and started anew."""

import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress

import pytest

from referee.batches.plan import Plan
from referee.match.clocks import UNLIMITED
from referee.network.host import Host, host_new
from referee.network.invitation import Invitation, make_certificate
from referee.support.settings import Settings
from tests.network.guests import Guest, play_on


class Process:
    """A host in a process of its own. `lines` has what it has printed."""

    def __init__(self, folder, *words):
        paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "REFEREE_DATA": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-u", "-m", "referee", "host", *words], cwd=folder, env=os.environ | paths,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.lines = []
        self.guests = []

    def read(self, pattern):
        """Return the match of the next line that fits."""
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if found := re.search(pattern, line):
                return found
        raise EOFError(self.lines)

    def invitations(self):
        return [Invitation.read(self.read(r"referee (?:join|watch) (\S+)")[1]) for _ in range(3)]

    def guest(self, invitation, **more):
        self.guests.append(Guest(invitation.port, invitation.token, **more))
        return self.guests[-1]

    def end(self, number):
        """Send a signal; return the exit status."""
        self.process.send_signal(number)
        with suppress(EOFError):
            self.read("never printed")
        status = self.process.wait(60)
        for guest in self.guests:
            guest.leave()
        return status


@pytest.fixture
def hosts(tmp_path):
    """Start hosts in this folder; they are killed at the end."""
    with ExitStack() as stack:

        def start(*words):
            made = Process(tmp_path, *words)
            stack.callback(made.process.stdout.close)
            stack.callback(made.end, signal.SIGKILL)
            return made

        yield start


def moves_of(guest):
    return [said["text"] for said in guest.heard if said["is"] == "moved"]


def test_a_killed_host_goes_on_with_the_same_invitations_and_every_move_once(hosts):
    first = hosts("nim:sticks=9", "--names", "Ann", "Bob", "--listen", "127.0.0.1:0", "--clock", "5m")
    invited = first.invitations()
    ann, bob = map(first.guest, invited[:2])
    play_on(ann, bob, "12")
    kept = ann.hear("ask", kind="move", ask=[0, 2, 0])
    log = next(said["log"] for said in ann.heard if said["is"] == "start")
    assert first.end(signal.SIGKILL) == -signal.SIGKILL

    second = hosts("--resume")
    second.read("Match 1: nim:sticks=9, Ann against Bob.")
    second.read("are valid again")
    ann, bob, watcher = second.guest(invited[0], since=3, log=log), second.guest(invited[1]), second.guest(invited[2])
    ann.say(ask=kept["ask"], move="3")  # as if typed while the host was dead
    play_on(bob, ann, "3")
    for guest in (ann, bob, watcher):
        assert guest.hear("end")["moves"] == ["1", "2", "3", "3"]
        assert moves_of(guest) == ["1", "2", "3", "3"]
    left = next(said for said in bob.heard if said["is"] == "start")["left"]
    assert left[0][0] < 300


def test_a_match_that_is_interrupted_at_the_host_is_kept_and_one_line_says_how_to_go_on(hosts):
    host = hosts("nim:sticks=9", "--listen", "127.0.0.1:0")
    invited = host.invitations()
    assert [line.partition(":")[0] for line in host.lines] == ["First player", "Second player", "Onlookers"]
    ann = host.guest(invited[0], name="Ann", greeting="Hello!")
    host.read('Ann is here: "Hello!"')
    bob = host.guest(invited[1], name="Bob")
    host.read("Bob is here")
    ann.move("2")
    host.read("Ann takes 2")
    bob.leave()
    host.read("Bob has gone")
    assert host.end(signal.SIGINT) == 130
    assert "The match is kept. Go on with it: referee host --resume 1" in host.lines


def test_who_comes_while_the_invitations_are_printed_is_announced(monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    waiting = []
    monkeypatch.setattr(Host, "invite", lambda self, *_: self.places[0].arrive("Ann", ""))
    monkeypatch.setattr(Host, "follow", lambda self: waiting.append(self.news.qsize()))
    plan = Plan("nim:sticks=9", ("human", "human"), 1, UNLIMITED)
    host_new(plan, ("127.0.0.1", 0), 120.0, None, None, Settings())
    assert waiting == [1]


def test_a_host_that_is_closed_before_a_match_says_that_nothing_is_kept(hosts):
    host = hosts("nim:sticks=9", "--listen", "127.0.0.1:0")
    host.guest(host.invitations()[0], name="Ann")
    host.read("Ann is here")
    host.end(signal.SIGINT)
    assert "No match has begun, so nothing is kept." in host.lines


def test_a_host_ends_by_itself_once_both_have_left_after_the_match(hosts):
    host = hosts("kuhn", "--listen", "127.0.0.1:0", "--seed", "5", "--names", "Ann", "Ann")
    invited = host.invitations()
    ann, bob = map(host.guest, invited[:2])
    play_on(ann, bob, ["bet", "fold"])
    for guest in (ann, bob):
        guest.hear("end")
        guest.say(wish="leave")
    host.read("See it again: referee replay 1")
    assert host.process.wait(60) == 0
    assert any("bets" in line for line in host.lines)
    assert not any(word in line for line in host.lines for word in ("jack", "queen", "king"))


def test_a_host_for_other_machines_encrypts_and_goes_on_with_the_same_certificate(hosts, tmp_path):
    first = hosts("nim:sticks=3", "--listen", "0.0.0.0:0")
    invited = first.invitations()
    assert all(each.fingerprint for each in invited)
    ann, bob = (first.guest(each, tls=each.context()) for each in invited[:2])
    ann.move("1")
    bob.hear("ask")
    assert first.end(signal.SIGKILL) == -signal.SIGKILL

    second = hosts("--resume", "1")
    second.read("are valid again")
    ann, bob = (second.guest(each, tls=each.context()) for each in invited[:2])
    assert invited[0].is_proven(ann.line.socket.getpeercert(binary_form=True))
    bob.move("2")
    assert ann.hear("end")["moves"] == ["1", "2"]
    for guest in (ann, bob):
        guest.say(wish="leave")
    second.read("See it again")
    assert second.process.wait(60) == 0
    (certificate,) = tmp_path.glob("*.pem")
    assert certificate.stat().st_mode & 0o777 == 0o600


def test_a_certificate_of_ones_own_stays_whatever_its_name_is(hosts, tmp_path):
    make_certificate(path := tmp_path / "hosted-by-me.pem", "localhost")
    host = hosts("nim:sticks=1", "--listen", "127.0.0.1:0", "--certificate", str(path))
    invited = host.invitations()
    ann, bob = (host.guest(each, tls=each.context()) for each in invited[:2])
    ann.move("1")
    for guest in (ann, bob):
        guest.hear("end")
        guest.say(wish="leave")
    host.read("See it again")
    assert host.process.wait(60) == 0
    assert path.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--resume"], "no hosted match"),
        (["--resume", "7"], "no match 7"),
        (["--resume", "--names", "A", "B"], "leave out everything else"),
        ([], "name a game"),
        (["nim", "--listen", "127.0.0.1:99999"], "127.0.0.1:99999"),
        (["nim", "--listen", "203.0.113.7:0"], "nobody can listen at 203.0.113.7"),
        (["nim", "--names", "draw", "Bob"], "draw"),
        (["nim", "--grace", "2 weeks"], "2 weeks"),
        (["nosuch"], "nosuch"),
        (["kuhn", "--position", "J/Q"], "hides something"),
        (["nim", "--certificate", "nosuch.pem"], "nosuch.pem"),
    ],
)
def test_what_cannot_be_hosted_gets_one_line(command, tmp_path, monkeypatch, words, why):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    status, out, err = command(["host", *words])
    assert (out, status, err.count("\n")) == ("", 2, 1)
    assert why in err
