"""The host of one table: its invitations, who has come, and the match as an onlooker sees it."""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import games
from games.capabilities import hides_information
from games.names.catalogue import SpecError
from referee.network.chair import digest_of, draw_token
from referee.network.invitation import Invitation, certificate_for, encryption, listening_at, reachable
from referee.network.server import Server, sparing
from referee.network.table import ONLOOKERS, GuestTable, Place, check_start
from referee.reports.history import require_resumable
from referee.storage.archive import Archive, open_archive
from referee.storage.hosted_tables import HostedTable, HostedTables
from referee.support.complaints import complain
from referee.table.screens import line_front

if TYPE_CHECKING:
    from referee.batches.plan import Plan
    from referee.match.events import Event
    from referee.storage.saved_match import SavedMatch
    from referee.support.settings import Settings

CHAIRS = ("First player", "Second player")
PULSE = 0.5  # seconds after which Ctrl-C is noticed that came just before a wait


def host_new(
    plan: Plan, listen: tuple[str, int], grace: float, certificate: Path | None, ssh: int | None, wanted: Settings
) -> None:
    """Open a table, and stay until it is left or the process is interrupted. Raises SpecError.

    listen  the address and the port;  grace  seconds until who is away may be claimed against.
    certificate  a PEM file with its key; None: one is made if other machines may come.
    ssh     the port of the ssh door, 0 for any free one; None: there is none.
    """
    check_start(plan.game)
    with closing(open_archive()) as archive:
        path = certificate_for(listen[0], certificate)
        tokens = [draw_token() for _ in range(3)]
        first, second, others = map(digest_of, tokens)
        place = str(path.absolute()) if path else ""
        Host(archive, HostedTable(0, 0, *listen, place, (first, second, others), grace), plan, wanted).run(tokens, ssh)


def host_again(number: int | None, wanted: Settings, ssh: int | None = None) -> None:
    """Go on with the table of a hosted match: by its number, or the one that was played last.

    If the match is over, its guests may play a rematch. Raises SpecError if there is no such table.
    """
    with closing(open_archive()) as archive:
        tables = HostedTables(archive)
        found = tables.last() if number is None else number
        if found is None:
            raise SpecError("there is no hosted match to go on with")
        kept, opened = archive.load(found), tables.find(found)
        if opened is None or not kept.how:
            require_resumable(kept)
        if opened is None:
            raise SpecError(f"match {found} was not hosted; to go on with it here: referee resume {found}")
        Host(archive, opened, kept.plan(), wanted, kept).run(None, ssh)


class Host:
    """A table, its server, and a screen in lines."""

    def __init__(
        self, archive: Archive, opened: HostedTable, plan: Plan, wanted: Settings, kept: SavedMatch | None = None
    ):
        self.archive, self.opened, self.plan = archive, opened, plan
        # None: look who is here; the table: it has ended
        self.news: SimpleQueue[Event | GuestTable | None] = SimpleQueue()
        self.places = [Place(), Place(), Place(ONLOOKERS, speaks=False)]
        self.digests = dict(zip(opened.digests, self.places, strict=True))
        secret = hides_information(games.load(plan.game))  # then there is no board to draw for an onlooker
        self.front = line_front((False, False), replace(wanted, plain=wanted.plain or secret))
        self.here = [False, False]
        self.trouble = ""  # why the match is not kept, as it was told
        self.complain = sparing(complain)
        one, two, others = self.places
        self.table = GuestTable(
            plan, (one, two), others, archive, grace=opened.grace, round=opened.round, kept=kept,
            watch=self.news.put, begun=self.keep, done=self.news.put,
        )  # fmt: skip
        tls, self.fingerprint = encryption(Path(opened.certificate) if opened.certificate else None)
        self.server = Server(self.digests.get, opened.address, opened.port, tls, complain=self.complain)

    def run(self, tokens: list[str] | None = None, ssh: int | None = None) -> None:
        """Listen, print the invitations of these tokens, and show the match until the table has ended.

        ssh  the port of the ssh door, 0 for any free one; None: there is none.
        """
        with listening_at(self.opened.address, self.opened.port):
            self.opened = replace(self.opened, port=self.server.start())
        with ExitStack() as stack:
            stack.callback(self.farewell)
            stack.callback(self.close)
            self.places[2].bells.add(self.look)  # before anybody can come
            self.invite(tokens, None if ssh is None else self.open_door(ssh, stack))
            self.table.start()
            self.follow()

    def follow(self) -> None:
        """Show what happens until the table has ended."""
        while True:
            with suppress(Empty):
                came = self.news.get(timeout=PULSE)
                if isinstance(came, GuestTable):
                    return
                self.greet() if came is None else self.show(came)

    def invite(self, tokens: list[str] | None, ssh: int | None) -> None:
        """Print who is to type what; `ssh` is the port of the ssh door, None if there is none."""
        address, port = reachable(self.opened.address), self.opened.port
        if tokens is None:
            where = Invitation(address, port, "", self.fingerprint).url
            door = f" The ssh door has port {ssh}." if ssh else ""
            one, two = self.table.names
            self.front.tell(f"Match {self.opened.match}: {self.plan.game}, {one} against {two}.")
            self.front.tell(f"The invitations to {where} are valid again.{door}")
            return
        for place, token in enumerate(tokens):
            verb = "watch" if place == 2 else "join"
            self.front.tell(f"{self.name(place)}: referee {verb} {Invitation(address, port, token, self.fingerprint)}")
            if ssh:
                self.front.tell(f"  or without referee: ssh -p {ssh} -l {token} {address}")

    def open_door(self, port: int, stack: ExitStack) -> int:
        """Let guests in by ssh until the stack is closed, and return the port."""
        from referee.network.door import Door

        address, key = reachable(self.opened.address), self.archive.database.path.parent / "ssh-key"

        def invitation(token: str) -> str:
            return str(Invitation(address, self.opened.port, token, self.fingerprint))

        door = Door(self.digests.get, invitation, self.opened.address, port, key, self.complain)
        with listening_at(self.opened.address, port):
            door.start()
        stack.callback(door.stop)
        self.front.tell(f"The key of the ssh door, which ssh shows at the first visit: {door.key.get_fingerprint()}")
        return door.port

    def name(self, chair: int) -> str:
        """Return what a chair is called."""
        if chair == 2:
            return "Onlookers"
        names = self.table.plan.called
        return names[self.table.seat_of(chair)] if names else self.places[chair].name or CHAIRS[chair]

    def greet(self) -> None:
        """Tell who has come and gone."""
        for chair, place in enumerate(self.places[:2]):
            if (here := place.windows > 0) != self.here[chair]:
                self.here[chair] = here
                said = f': "{place.greeting}"' if here and place.greeting else ""
                self.front.tell(f"{self.name(chair)} {'is here' if here else 'has gone'}{said or '.'}")

    def show(self, event: Event) -> None:
        """Show what happened, and tell if it cannot be kept."""
        self.front.show(event)
        kept = self.table.minutes
        if kept and kept.trouble != self.trouble:
            self.trouble = kept.trouble
            self.front.tell(f"This match is not kept: {self.trouble}." if self.trouble else "This match is kept again.")

    def keep(self, row: int, round: int) -> bool:  # noqa: A002
        """Keep what is needed to host a match again; return whether it is kept."""
        return HostedTables(self.archive).add(replace(self.opened, match=row, round=round))

    def look(self) -> None:
        """Have somebody look who is here."""
        self.news.put(None)

    def close(self) -> None:
        """End the table and all lines."""
        self.table.stop()
        self.table.join()
        self.server.stop()

    def farewell(self) -> None:
        """Say how to go on with the match, or to see it again."""
        kept, ended = self.table.minutes, self.table.ended
        over = ended is not None and ended.score is not None
        if over or kept is None:
            HostedTables(self.archive).remove(self.opened)
        if self.table.failed:
            raise self.table.failed
        if kept is None and self.table.thread.ident:  # it was open
            self.front.tell("No match has begun, so nothing is kept.")
        if kept is None or not kept.row:
            return
        said = "See it again: referee replay" if over else "The match is kept. Go on with it: referee host --resume"
        self.front.tell(f"{said} {kept.row}")
