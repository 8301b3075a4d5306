"""The ssh door: what a guest with nothing but ssh gets, and what it does not get."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")
asyncssh = pytest.importorskip("asyncssh")

from referee.network import door as door_module  # noqa: E402
from referee.network.chair import digest_of  # noqa: E402
from referee.network.door import Door  # noqa: E402
from tests.helpers.scripted_host import PATIENCE  # noqa: E402


@pytest.fixture
def door(host, tmp_path):
    """A door to the scripted host; `complaints` are what it has complained of."""
    known = {digest_of(token) for token in host.tokens}
    complaints = []
    opened = Door(
        lambda digest: digest if digest in known else None,
        lambda token: str(host.invitation(host.tokens.index(token))),
        key=tmp_path / "keys" / "ssh",
        complain=complaints.append,
    )
    opened.complaints = complaints
    opened.start()
    yield opened
    opened.stop()


def connect(door, token):
    return asyncssh.connect(
        "127.0.0.1", door.port, username=token, known_hosts=None, client_keys=None, config=None, agent_path=None
    )


async def seen(process, text):
    """Read what stands on the terminal until the text does; return all of it."""
    found = ""

    while text not in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", found):
        data = await asyncio.wait_for(process.stdout.read(1 << 14), PATIENCE)
        assert data, found
        found += data
    return found


def test_a_guest_by_ssh_plays_at_the_page_and_its_window_may_change(host, door):
    async def visit():
        async with connect(door, host.tokens[0]) as line:
            process = await line.create_process(term_type="xterm", term_size=(80, 24))
            await seen(process, "Waiting")
            host.start("tic-tac-toe")
            host.ask(0, [0, 0, 0])
            await seen(process, "Your move:")
            process.change_terminal_size(40, 12)
            await seen(process, "F1 hel")
            process.stdin.write("5\r")
            said = await asyncio.get_running_loop().run_in_executor(None, host.next)
            assert said == (0, {"ask": [0, 0, 0], "move": "5"})
            process.stdin.write("quit\r")
            await seen(process, "Come back in the same way.")
            await asyncio.wait_for(process.wait(), PATIENCE)

    host.chairs[0].say("here", seats=[True, False], greetings=["", ""], onlookers=0, grace=None)
    asyncio.run(visit())


def test_a_wrong_token_does_not_come_in(host, door):
    async def visit():
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(door, "x" * 16)

    asyncio.run(visit())
    assert door.complaints == ["ssh 127.0.0.1: no such token"]
    assert host.hellos.empty()


def test_nothing_but_a_terminal_is_given(host, door):
    async def visit():
        async with connect(door, host.tokens[0]) as line:
            for wish in (
                line.create_process("id"),
                line.create_process(),  # without a terminal
                line.start_sftp_client(),
                line.create_process(subsystem="netconf"),
                line.open_connection("127.0.0.1", 22),
                line.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22),
            ):
                with pytest.raises((asyncssh.Error, asyncssh.ChannelListenError, OSError)):
                    await asyncio.wait_for(wish, PATIENCE)

    asyncio.run(visit())
    assert host.hellos.empty()


def test_a_process_may_write_no_file_and_ends_with_its_connection(host, door):
    async def visit():
        line = await connect(door, host.tokens[0])
        process = await line.create_process(term_type="xterm", term_size=(80, 24))
        await seen(process, "Waiting")
        (session,) = [each.session for each in visitors]
        if Path("/proc").is_dir():
            process_files = Path(f"/proc/{session.process.pid}")
            assert re.search(r"Max file size +0 +0 ", (process_files / "limits").read_text())
            assert host.tokens[0] not in (process_files / "cmdline").read_text()  # others on this machine read it
        line.abort()
        await line.wait_closed()
        while session.process.poll() is None or session.folder and session.main >= 0:
            await asyncio.sleep(0.01)

    visitors = []
    made = door_module.SshGuest.connection_made

    def note(self, conn):
        visitors.append(self)
        made(self, conn)

    host.chairs[0].say("here", seats=[True, False], greetings=["", ""], onlookers=0, grace=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door_module.SshGuest, "connection_made", note)
        asyncio.run(visit())


def test_a_door_that_closes_ends_all_visits_and_removes_their_folders(host, door):
    async def visit():
        async with connect(door, host.tokens[0]) as line:
            process = await line.create_process(term_type="xterm", term_size=(80, 24))
            await seen(process, "Waiting")
            (guest,) = door.inside
            session = guest.session
            await asyncio.get_running_loop().run_in_executor(None, door.stop)
            assert session.process.returncode is not None
            assert not Path(session.folder.name).exists()

    host.chairs[0].say("here", seats=[True, False], greetings=["", ""], onlookers=0, grace=None)
    asyncio.run(visit())


def test_the_key_of_a_host_stays_and_is_its_own(tmp_path):
    path = tmp_path / "key"
    first = door_module.read_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert door_module.read_key(path).get_fingerprint() == first.get_fingerprint()
    assert door_module.read_key(None).get_fingerprint() != first.get_fingerprint()


def test_too_many_from_one_address_are_turned_away(door):
    assert [door.knock("1.2.3.4") for _ in range(int(door_module.BURST))] == [""] * int(door_module.BURST)
    assert door.knock("1.2.3.4") == "comes too often"
    assert door.knock("5.6.7.8") == ""
    for _ in range(door_module.AT_ONCE):
        door.inside.add(guest := door_module.SshGuest(door))
        guest.address = "5.6.7.8"
    assert door.knock("5.6.7.8") == "too many guests at once"
