"""The Go Text Protocol, version 2 (G. Farneback, draft 2 of 2002), for go, hex, othello and gomoku."""

from __future__ import annotations

import re
from time import process_time
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.dialects import gtp
from referee.dialects.spoken_games import name_of
from referee.serving import gtp_board, gtp_handicap, gtp_moves
from referee.serving.gtp_desk import GtpDesk
from referee.serving.gtp_words import GtpRefusal, take
from referee.support.version import version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.serving.gtp_desk import Command

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
NUMBERED = re.compile(r"(\d+)(?: +|$)(.*)", re.ASCII)


class GtpServer(GtpDesk):
    """Answers the commands of GTP, one after the other."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        super().__init__(game, player, say)
        if not gtp.is_spoken(self.stand.start):
            raise SpecError(f"GTP has no words for {game}, only for {', '.join(gtp.GAMES)}; take --protocol uci")
        if self.stand.options.get("handicap"):
            raise SpecError(f"{game}: in GTP the other program sets the stones of a handicap; leave handicap= out")
        alone = gtp_handicap.COMMANDS if name_of(self.stand.start) == "go" else {}
        self.commands = {**COMMANDS, **gtp_board.COMMANDS, **gtp_moves.COMMANDS, **alone}

    def handle(self, line: str) -> bool:
        text = CONTROLS.sub("", line.partition("#")[0].replace("\t", " ")).strip()
        if not text:
            return True
        numbered = NUMBERED.fullmatch(text)
        number, text = numbered.groups() if numbered else ("", text)
        name, *words = text.split() or [""]
        try:
            found, sign = self.commands.get(name, refuse_unknown)(self, words), "="
        except GtpRefusal as refusal:
            found, sign = str(refusal), "?"
        self.say(f"{sign}{number} {found}".rstrip(" ") + "\n")
        return self.goes_on


def refuse_unknown(server: GtpDesk, words: Sequence[str]) -> str:
    """There is no such command. Raises GtpRefusal."""
    raise GtpRefusal("unknown command")


def tell_version(server: GtpDesk, words: Sequence[str]) -> str:
    """The version of the protocol."""
    return "2"


def tell_name(server: GtpDesk, words: Sequence[str]) -> str:
    """The name of this program, and of the player."""
    return f"referee {server.contestant.spec}"


def tell_own_version(server: GtpDesk, words: Sequence[str]) -> str:
    """The version of this program."""
    return version()


def knows_command(server: GtpDesk, words: Sequence[str]) -> str:
    """Whether there is such a command."""
    (name,) = take(words, 1)
    return str(name in server.commands).lower()


def list_commands(server: GtpDesk, words: Sequence[str]) -> str:
    """All commands, one a line."""
    return "\n".join(sorted(server.commands))


def tell_seconds(server: GtpDesk, words: Sequence[str]) -> str:
    """The seconds that the processor has worked for this program."""
    return f"{process_time():.2f}"


def end(server: GtpDesk, words: Sequence[str]) -> str:
    """Answer, and then end."""
    server.goes_on = False
    return ""


COMMANDS: dict[str, Command] = {
    "protocol_version": tell_version,
    "name": tell_name,
    "version": tell_own_version,
    "known_command": knows_command,
    "list_commands": list_commands,
    "cputime": tell_seconds,
    "quit": end,
}
