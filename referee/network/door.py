"""The door for guests who have nothing but ssh: each gets `referee join` in a terminal of its own, and nothing else.

The name of the user is the token: `ssh -p PORT TOKEN@HOST`. A guest's process begins in an empty folder, can write no
file (visitor.py), and ends with the connection.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncssh

from referee.network.chair import digest_of
from referee.network.server import Knocks, LoopThread
from referee.network.visitor import INVITATION
from referee.storage.database import PRIVATE
from referee.storage.record_file import SECRET, make_folder, write_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PATIENCE = 10.0  # seconds to shake hands, and for a guest's process to end
GUESTS, AT_ONCE = 100, 8  # connections at once, of all and from one address
RATE, BURST = 1.0, 10.0  # new connections a second from one address, after a burst
BLOCK = 1 << 14  # bytes that are read from a terminal at once
TOKEN = re.compile(r"[\w-]{1,64}", re.ASCII)
KIND = re.compile(r"[A-Za-z0-9.+-]{1,40}")  # of a terminal
WIDEST, HIGHEST = 500, 200  # columns and lines of a terminal
ROOT = Path(__file__).parents[2]  # where this very program is
KEEPALIVE = 15  # seconds between two questions whether a guest is still there


class Door:
    """The ssh door of a host, served by an event loop in a thread of its own.

    find     returns what the token with this digest opens, None if nothing;  invite  the invitation with a token.
    address  where to listen;  port  the port, 0 for any free one; the one that was taken once it is open.
    key      the file of the host's key, made when it is missing; None: a new key each time.
    complain  gets one line for each bad guest: "ssh 127.0.0.1: no such token".
    """

    def __init__(
        self,
        find: Callable[[str], object],
        invite: Callable[[str], str],
        address: str = "127.0.0.1",
        port: int = 0,
        key: Path | None = None,
        complain: Callable[[str], None] = print,
    ):
        self.find, self.invite, self.address, self.port, self.complain = find, invite, address, port, complain
        self.key = read_key(key)
        self.inside: set[SshGuest] = set()
        self.knocks = Knocks(RATE, BURST)
        self.thread = LoopThread("door")
        self.opened: asyncssh.SSHAcceptor | None = None

    def start(self) -> int:
        """Open the door, and return the port. Raises OSError if the address cannot be had."""
        self.opened = self.thread.run(self.open())
        self.port = self.opened.get_port()
        return self.port

    async def open(self) -> asyncssh.SSHAcceptor:
        return await asyncssh.create_server(
            lambda: SshGuest(self), self.address, self.port, server_host_keys=[self.key], encoding=None,
            line_editor=False, login_timeout=PATIENCE, keepalive_interval=KEEPALIVE, agent_forwarding=False,
            x11_forwarding=False, allow_scp=False, compression_algs=None,  # a few bytes could become many
        )  # fmt: skip

    def stop(self) -> None:
        """Close the door, and end all visits."""
        if self.opened:
            self.opened.close()
            self.thread.run(self.end_visits(), 2 * PATIENCE)
            self.opened = None
            self.thread.end()

    async def end_visits(self) -> None:
        """End all visits, and wait for their processes."""
        for guest in list(self.inside):
            guest.leave()
        await asyncio.get_running_loop().shutdown_default_executor()

    def knock(self, address: str) -> str:
        """Return why a guest from an address may not come in; "" if it may."""
        if not self.knocks.take(address):
            return "comes too often"
        if len(self.inside) >= GUESTS or sum(guest.address == address for guest in self.inside) >= AT_ONCE:
            return "too many guests at once"
        return ""


def read_key(path: Path | None) -> asyncssh.SSHKey:
    """Return the host's key in a file, which is made, for this person alone, if it is missing."""
    if path is not None and path.exists():
        return asyncssh.read_private_key(path)
    key = asyncssh.generate_private_key("ssh-ed25519")
    if path is not None:
        make_folder(path.parent, PRIVATE)
        write_bytes(path, key.export_private_key(), SECRET)
    return key


class SshGuest(asyncssh.SSHServer):
    """A connection of a guest: it may open one terminal, and nothing else."""

    def __init__(self, door: Door):
        self.door = door
        self.token = self.address = self.why = ""
        self.session: GuestTerminal | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.address = str(conn.get_extra_info("peername", ("?",))[0])
        self.why = self.door.knock(self.address)
        self.door.inside.add(self)
        if self.why:
            self.door.complain(f"ssh {self.address}: {self.why}")
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.inside.discard(self)
        self.leave()

    def leave(self) -> None:
        """End what the guest does here."""
        if self.session:
            self.session.end()

    def begin_auth(self, username: str) -> bool:
        """Return whether more than the token is needed: as there is nothing more, nobody comes in without one."""
        if not self.why and TOKEN.fullmatch(username) and self.door.find(digest_of(username)) is not None:
            self.token = username
            return False
        if not self.why:
            self.door.complain(f"ssh {self.address}: no such token")
        return True

    def session_requested(self) -> GuestTerminal | bool:
        """Return the one terminal of the connection."""
        if self.session or not self.token:
            return False
        self.session = GuestTerminal(self.door.invite(self.token))
        return self.session


class GuestTerminal(asyncssh.SSHServerSession[bytes]):
    """A terminal in which `referee join` runs for a guest."""

    def __init__(self, invitation: str):
        self.invitation = invitation
        self.kind, self.size = "xterm", (80, 24)
        self.wanted = False  # whether the guest has a terminal
        self.main = -1  # our end of the terminal, while there is one
        self.process: subprocess.Popen[bytes] | None = None
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        self.chan: Any = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.chan = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self.kind = term_type if KIND.fullmatch(term_type) else "xterm"
        self.size, self.wanted = term_size[:2], True
        return True

    def shell_requested(self) -> bool:
        return self.wanted

    def session_started(self) -> None:
        """Start the guest's process in a terminal of its own."""
        self.folder = tempfile.TemporaryDirectory(prefix="referee-")  # fails first if the disk is full
        self.main, side = pty.openpty()
        os.set_blocking(self.main, False)
        self.resize(*self.size)
        home = self.folder.name
        names = {"HOME": home, "REFEREE_DATA": f"{home}/data", "REFEREE_SETTINGS": f"{home}/settings.toml"}
        names |= {INVITATION: self.invitation}  # which other users of this machine could read among the arguments
        names |= {"TERM": self.kind, "LANG": "C.UTF-8", "PATH": os.defpath, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-P", "-m", "referee.network.visitor"]
        self.process = subprocess.Popen(  # noqa: S603  # nothing in it is a guest's
            command, stdin=side, stdout=side, stderr=side, cwd=home, env=names, start_new_session=True
        )
        os.close(side)
        asyncio.get_running_loop().add_reader(self.main, self.read)

    def resize(self, columns: int, lines: int) -> None:
        """Make the terminal as large as the guest's window."""
        columns, lines = min(columns or 80, WIDEST), min(lines or 24, HIGHEST)
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self.main >= 0:
            self.resize(width, height)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Type what the guest types; what its process has no room for is lost."""
        if self.main >= 0:
            with suppress(OSError):
                os.write(self.main, data)

    def read(self) -> None:
        """Pass on what the process writes."""
        try:
            data = os.read(self.main, BLOCK)
        except BlockingIOError:
            return
        except OSError:  # the process has ended
            data = b""
        if data:
            self.chan.write(data)
        else:
            self.end()

    def pause_writing(self) -> None:
        if self.main >= 0:
            asyncio.get_running_loop().remove_reader(self.main)

    def resume_writing(self) -> None:
        if self.main >= 0:
            asyncio.get_running_loop().add_reader(self.main, self.read)

    def eof_received(self) -> bool:
        self.end()
        return False

    def end(self) -> None:
        """Take the terminal away, which ends the process, and close the line."""
        if self.main < 0:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.main)
        os.close(self.main)
        self.main = -1
        loop.run_in_executor(None, self.bury).add_done_callback(lambda _: self.chan.exit(0))

    def bury(self) -> None:
        """Wait for the process, and remove its folder."""
        assert self.process and self.folder  # noqa: S101, PT018  # for the type checker
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()
