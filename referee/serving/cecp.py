"""The Chess Engine Communication Protocol, version 2 (T. Mann, H. G. Muller), of XBoard and WinBoard.

For chess, chess960, Gardner's board and breakthrough, which XBoard knows by the names of referee/dialects/cecp.py.
"""

from __future__ import annotations

import re
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from games.names.catalogue import SpecError
from referee.dialects import cecp
from referee.dialects.spoken_games import write_line
from referee.match.clocks import Control
from referee.serving.contestant import Knob, find_knob, knobs_of
from referee.serving.server import Allowance, ProtocolServer, ServedClocks, one_line, program_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from referee.serving.contestant import Decision
    from referee.serving.worth import SearchReport, Worth

MATE = 100_000  # hundredths, and so many moves more
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?|[Oo0]-[Oo0](-[Oo0])?", re.ASCII)
COUNT = re.compile(r"\d{1,9}", re.ASCII)
SECONDS = re.compile(r"\d{1,9}(?:\.\d+)?", re.ASCII)
LEVEL = re.compile(rf"(\d{{1,9}}) +(\d{{1,9}})(?::(\d\d?))? +({SECONDS.pattern})", re.ASCII)
OVERHEAD = 0.02  # seconds, as clocks are told in hundredths
CHESS = {"normal": "standard", "fischerandom": "chess960"}  # which a game of chess can become
IGNORED = (
    "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "hard", "easy", "draw", "otim",
    "bk",
)  # fmt: skip


class CecpServer(ProtocolServer):
    """Answers the lines of CECP: each command is a method `do_...`, called with what follows it."""

    def __init__(self, game: str, player: str, say: Callable[[str], None]):
        super().__init__(game, player, say)
        if cecp.variant(self.stand.start) is None:
            raise SpecError(f"XBoard knows no game {game}, only chess and breakthrough on 8x8; take --protocol uci")
        self.own: int | None = 1  # the seat that the player has; None: it watches
        self.posts = False  # whether it shows its thinking
        self.clocks = ServedClocks()  # that of seat 0 is the player's own, whichever seat it has
        self.depth: int | None = None
        self.hint = ""
        self.pings: list[str] = []  # to be answered after the move

    def handle(self, line: str) -> bool:
        name, _, rest = line.strip().partition(" ")
        if name == "quit":
            return False
        if name == "?":
            self.hurry()
        elif act := getattr(self, f"do_{name}", None):
            act(rest.strip())
        elif MOVE.fullmatch(name) and not rest:
            self.do_usermove(name)
        elif name and name not in IGNORED and not name.startswith("#"):
            self.say(f"Error (unknown command): {one_line(name)}")
        return True

    # Setting up.

    def do_protover(self, _: str) -> None:
        """Say what is understood."""
        variants = ",".join(CHESS) if cecp.variant(self.stand.start) in CHESS else cecp.variant(self.stand.start)
        self.say(
            f'feature myname="{program_name(self.contestant.spec)}" variants="{variants}" setboard=1 usermove=1 ping=1'
            " playother=1 san=0 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=0 colors=0 name=0 ics=0 debug=1"
        )
        for knob in knobs_of(self.contestant):
            self.say(f'feature option="{describe_knob(knob)}"')
        self.say("feature done=1")

    def do_new(self, _: str) -> None:
        """A new game: the player has the second seat, and no limit of depth."""
        self.abandon()
        self.contestant.leave()
        if cecp.variant(self.stand.start) in CHESS:
            self.stand.vary(variant="standard", start=518)
        self.stand.restart()
        self.own, self.depth, self.hint = 1, None, ""
        self.clocks.restart()

    def do_variant(self, name: str) -> None:
        """Play that game instead."""
        self.abandon()
        if name in CHESS and cecp.variant(self.stand.start) in CHESS:
            self.stand.vary(variant=CHESS[name], start=518)
            self.stand.restart()
            self.contestant.leave()
        elif name != cecp.variant(self.stand.start):
            self.say(f"Error (unsupported variant): {one_line(name)}")

    def do_setboard(self, text: str) -> None:
        """Stand at the position of that FEN."""
        self.abandon()
        try:
            self.stand.place(text, cecp.read_position)
        except ValueError as error:
            self.say(f"tellusererror Illegal position: {one_line(str(error))}")

    def do_option(self, text: str) -> None:
        """Set an option of the player."""
        name, _, value = text.partition("=")
        if not (knob := find_knob(self.contestant, name)):
            self.say(f"Error (unknown option): {one_line(name)}")
            return
        self.abandon()
        try:
            self.contestant.change(knob.key, knob.read(value))
        except ValueError as error:
            self.say(f"Error ({one_line(str(error))}): option")

    # Moves.

    def do_force(self, _: str) -> None:
        """Watch: neither side is the player's."""
        self.abandon()
        self.own = None

    do_result = do_force  # the game is over

    def do_go(self, _: str) -> None:
        """Play the side to move, and think."""
        self.abandon()
        self.own = self.stand.game.turn
        self.think()

    def do_playother(self, _: str) -> None:
        """Play the side that is not to move."""
        self.abandon()
        self.own = 1 - self.stand.game.turn

    def do_usermove(self, word: str) -> None:
        """A move of the other side."""
        self.abandon()
        try:
            self.stand.tell(word, cecp.read_move)
        except ValueError:
            self.say(f"Illegal move: {one_line(word)}")
            return
        if self.own == self.stand.game.turn:
            self.think()

    def do_undo(self, _: str) -> None:
        """Take back a move."""
        self.abandon()
        if not self.stand.undo():
            self.say("Error (no move to take back): undo")

    def do_remove(self, _: str) -> None:
        """Take back a move of each side."""
        self.abandon()
        if len(self.stand.past) < 2:
            self.say("Error (no two moves to take back): remove")
            return
        self.stand.undo()
        self.stand.undo()

    def think(self) -> None:
        """Let the player think about the position, or say that the game is over."""
        game = self.stand.to_think_on()
        if game.moves():
            self.start_search(Allowance(self.clocks.allotted(0, OVERHEAD), self.depth))
        else:
            self.claim_result(game)

    def tell_choice(self, game: Game, decision: Decision) -> None:
        self.clocks.spend(0, monotonic() - self.began)
        if decision.move is None:
            self.say(f"tellusererror {one_line(f'{self.contestant.spec} {decision.wrong}')}")
            self.say("resign")
            self.own = None
        else:
            word = cecp.write_move(game, decision.move)
            line = write_line(game, decision.thought.line, cecp.write_move) if decision.thought else []
            self.hint = line[1] if line[:1] == [word] and len(line) > 1 else ""
            self.stand.tell(word, cecp.read_move)
            self.say(f"move {word}")
            if not self.stand.to_think_on().moves():
                self.claim_result(self.stand.game)
        for number in self.pings:
            self.say(f"pong {number}")
        self.pings = []

    def claim_result(self, game: Game) -> None:
        """Say how the game has ended."""
        score = game.score() or 0
        self.say(f"{'1-0' if score > 0 else '0-1' if score < 0 else '1/2-1/2'} {{{one_line(game.reason())}}}")

    # While it thinks.

    def hurry(self) -> None:
        """Move at once."""
        if self.search:
            self.search.hurry()

    def abandon(self) -> None:
        """Think no more, and make no move."""
        if self.search:
            self.search.drop()
        for number in self.pings:
            self.say(f"pong {number}")
        self.pings = []

    def do_ping(self, number: str) -> None:
        """Answer, if need be after the move."""
        if self.is_thinking:
            self.pings.append(number)
        else:
            self.say(f"pong {number}")

    def do_post(self, _: str) -> None:
        """Show thinking from now on."""
        self.posts = True

    def do_nopost(self, _: str) -> None:
        """Show no thinking."""
        self.posts = False

    def do_hint(self, _: str) -> None:
        """Show the move that the player expects of the other side."""
        if self.hint and self.own != self.stand.game.turn:
            self.say(f"Hint: {self.hint}")

    def tell_report(self, game: Game, report: SearchReport, seconds: float) -> None:
        if self.posts and report.worth is not None:
            line = " ".join(write_line(game, report.line, cecp.write_move))
            self.say(f"{report.depth} {write_worth(report.worth)} {round(100 * seconds)} {report.nodes} {line}")

    # Time.

    def do_level(self, text: str) -> None:
        """So many moves in so many minutes, and seconds added after each."""
        try:
            self.clocks = ServedClocks(read_level(text))
        except ValueError as error:
            self.say(f"Error ({one_line(str(error))}): level")

    def do_st(self, text: str) -> None:
        """So many seconds for each move."""
        if SECONDS.fullmatch(text) and float(text):
            self.clocks = ServedClocks(Control(move=float(text)))
        else:
            self.say(f"Error (no number of seconds): st {one_line(text)}")

    def do_sd(self, text: str) -> None:
        """Look so many plies ahead."""
        self.depth = int(text) if COUNT.fullmatch(text) and int(text) else None

    def do_time(self, text: str) -> None:
        """What the clock of the player shows, in hundredths of a second."""
        if COUNT.fullmatch(text.removeprefix("-")):
            seconds = max(int(text) / 100, 0.01)
            if clock := self.clocks.left[0]:
                self.clocks.show(0, replace(clock, seconds=seconds))
            elif not self.clocks.control.timed:
                self.clocks = ServedClocks(Control(total=seconds))


def read_level(text: str) -> Control:
    """Moves of a session (0: all), minutes for them, and seconds added after each: `40 5:30 0`. Raises ValueError."""
    found = LEVEL.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} must be moves, minutes and seconds to add, as in 40 5 0 or 0 2:30 12")
    total = 60.0 * int(found[2]) + int(found[3] or 0)
    return Control(total=total, moves=int(found[1]) or None, increment=float(found[4]))


def describe_knob(knob: Knob) -> str:
    """An option as XBoard shows it."""
    match knob.kind:
        case "spin":
            return f"{knob.name} -spin {knob.default} {knob.least} {knob.most}"
        case "check":
            return f"{knob.name} -check {int(knob.default == 'true')}"
        case "combo":
            words = " /// ".join(f"*{word}" if word == knob.default else word for word in knob.words)
            return f"{knob.name} -combo {words}"
    return f"{knob.name} -string {knob.default}"


def write_worth(worth: Worth) -> int:
    """The number of hundredths; a forced end is beyond all others."""
    if worth.mate is None:
        return worth.value
    return MATE + worth.mate if worth.mate > 0 else worth.mate - MATE
