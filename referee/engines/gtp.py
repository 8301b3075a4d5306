"""Programs that speak the Go Text Protocol: go, and hex, Othello and gomoku with programs of these games.

Sources: G. Farneback, "Specification of the Go Text Protocol, version 2, draft 2", 2002; for analyses D. Wu, "KataGo
GTP Extensions" (docs/GTP_Extensions.md of KataGo).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from games.dataclass import dataclass
from games.option import Number, Option
from players.player import Resigned, hurried
from referee.dialects import gtp
from referee.dialects.spoken_games import name_of, read_line
from referee.engines.engine import OPTIONS, THINKING, KeeperPlayer
from referee.engines.process import measure_ping, quote
from referee.match.events import Forfeit, How
from referee.solving.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.game import Game
    from referee.engines.process import EngineProcess
    from referee.match.clocks import TimeLeft


HEAD = re.compile(r"(?:[^=?>]*>\s*)?([=?])(\d{0,9})(?:\s+(.*)|)")  # a prompt may stand before it
VERSION = "2"
# The commands of KataGo and Leela Zero that say how often each move wins, and what they call certain.
WINRATES = {"kata-analyze": 1.0, "lz-analyze": 10_000.0}
INTERVAL = 10  # hundredths of a second between two lines of an analysis
# Beginnings of the names of programs that play only go, whatever they are asked.
GO_PROGRAMS = ("gnu go", "pachi", "fuego", "leela zero", "katago")


@dataclass(frozen=True)
class GtpAnswer:
    """What a program answered to a command.

    good  whether it is not an error;  text  after the number, without blanks around it;  numbered  whether it has one.
    """

    good: bool
    text: str
    numbered: bool

    @property
    def line(self) -> str:
        """The answer without its number, for people."""
        return f"{'=' if self.good else '?'} {self.text}".strip()


class AnswerReader:
    """Finds the answer to the command with `number` in what a program says.

    numbers  whether the program numbers its answers: then one without a number is not the answer.
    waits    whether the text of the answer may follow in the next line.
    """

    def __init__(self, number: int, numbers: bool, waits: bool = False):
        self.number, self.numbers, self.waits = number, numbers, waits
        self.head: GtpAnswer | None = None  # its text is still to come

    def read(self, line: str) -> GtpAnswer | None:
        """Return the answer if the line ends it; other text is ignored. Raises Forfeit for a wrong number."""
        if self.head:
            return GtpAnswer(self.head.good, line, self.head.numbered)
        match = HEAD.fullmatch(line)
        if match is None or (match[2] and int(match[2]) < self.number):  # text, or the answer to an earlier command
            return None
        if match[2] != str(self.number) and (match[2] or self.numbers):
            words = f"answered {quote(line)}, which is not an answer to command {self.number}"
            raise Forfeit(How.NO_MOVE, words)
        answer = GtpAnswer(match[1] == "=", match[3] or "", bool(match[2]))
        if self.waits and not answer.text:
            self.head = answer
            return None
        return answer


class ListReader:
    """Collects the lines of an answer up to the answer to the next command, as some programs do not end lists.

    number, numbers  as for AnswerReader.
    """

    def __init__(self, number: int, numbers: bool):
        self.first = AnswerReader(number, numbers)
        self.next = AnswerReader(number + 1, numbers)
        self.answer: GtpAnswer | None = None
        self.lines: list[str] = []

    def read(self, line: str) -> list[str] | None:
        """Return the lines, none for an error, if this line ends them. Raises Forfeit for a wrong number."""
        if self.answer is None:
            self.answer = self.first.read(line)
            self.lines = [self.answer.text] if self.answer else []
        elif HEAD.fullmatch(line) and self.next.read(line):
            return self.lines if self.answer.good else []
        else:
            self.lines.append(line)
        return None


class WinrateReader:
    """The best move in what a program says while it analyses: `info move D4 visits 9 winrate 0.61 order 0 pv D4 Q16`.

    scale  what it calls certain.
    """

    def __init__(self, game: Game, scale: float):
        self.game, self.scale = game.copy(), scale
        self.value: Value | None = None  # to the seat to move
        self.visits = 0

    def read(self, line: str) -> None:
        """Note what a line says of the best move; other words are ignored."""
        for words in (part.split() for part in line.split("info ")):
            line_words = words[words.index("pv") + 1 :] if "pv" in words else words[1:2]
            named = dict(pairwise(words))
            try:
                rate, visits = float(named["winrate"]) / self.scale, int(named["visits"])
            except (KeyError, ValueError):
                continue
            if named.get("order", "0") == "0" and 0 <= rate <= 1:
                self.visits = visits
                self.value = Value(chance=rate, line=tuple(read_line(self.game, line_words, gtp.read_move)))


class GtpPlayer(KeeperPlayer):
    """A program that speaks GTP, as most programs of go do: `gtp:"gnugo --level 5 --chinese-rules"`.

    GNU Go gets the option for that by itself. It plays by Japanese rules unless its command says `--chinese-rules`.
    """

    options: ClassVar[dict[str, Option]] = {
        **OPTIONS,
        "seconds": Number(None, note="for a move without a time control", least=0.001, most=3600),
    }

    def __init__(self, command: str, **common: Any):
        super().__init__(command, **common)
        if Path(self.words[0]).stem == "gnugo" and not any(word.startswith("--mode") for word in self.words):
            self.words += ["--mode", "gtp"]
        self.number = 0  # of the last command
        self.numbers = False  # whether it numbers its answers
        self.title = ""  # its own name and version
        self.commands: frozenset[str] = frozenset()  # its commands; empty if it lists none
        self.settings = ""  # the last command about time

    def write_move(self, game: Game, move: int) -> str:
        return gtp.write_move(game, move)

    # Commands and answers.

    def ask(self, command: str, deadline: float, pulse: Callable[[], None] | None = None) -> GtpAnswer:
        """Return the program's answer to a command; `pulse` is called ten times a second meanwhile. Raises Forfeit."""
        reader = self.send(command, deadline)
        late = self.describe_silence(f"answer to {command!r}", deadline)
        return self.running.wait_for(reader.read, deadline, late, pulse)

    def send(self, command: str, deadline: float, waits: bool = False) -> AnswerReader:
        """Send a command, and return the reader of its answer."""
        self.number += 1
        self.running.send(f"{self.number} {command}", deadline)
        return AnswerReader(self.number, self.numbers, waits)

    def knows(self, command: str) -> bool:
        """Return whether the program knows the command, or did not list its commands."""
        return command in self.commands or not self.commands

    # The handshake.

    def shake_hands(self, engine: EngineProcess) -> None:
        deadline = self.patience()
        self.number, self.numbers, self.settings = 0, False, ""
        version = self.ask("protocol_version", deadline, self.suspect())
        self.numbers = version.numbered
        if version.good and version.text != VERSION:
            raise self.refuse(f"{self.name} speaks version {version.text!r} of GTP, and not {VERSION}")
        self.title = " ".join(self.ask(each, deadline).text for each in ("name", "version"))
        reader = ListReader(self.number + 1, self.numbers)
        self.send("list_commands", deadline)
        self.send("protocol_version", deadline)
        lines = engine.wait_for(reader.read, deadline, self.describe_silence("answer to 'list_commands'"))
        self.commands = frozenset(word for line in lines for word in line.split())

    def has_greeted(self) -> bool:
        return bool(self.commands)

    def measure_ping(self, engine: EngineProcess) -> float:
        return measure_ping(lambda: self.ask("protocol_version", self.patience()))

    # A game.

    def describe_start(self, start: Game) -> tuple[str, ...]:
        """Return the commands that set up its board."""
        game = name_of(start)
        if not gtp.is_spoken(start):
            raise self.refuse_game(game, "games that GTP has words for: go, hex, othello, gomoku")
        if game != "go" and self.title.casefold().startswith(GO_PROGRAMS):
            raise self.refuse_game(game, "go")
        commands = gtp.set_up(start)
        if game != "othello":
            return tuple(commands)
        usual = type(start)(size=gtp.size(start)[0])  # type: ignore[call-arg]  # othello has it
        if usual.position() != start.position():
            raise self.refuse(f"{self.name} cannot be told a position of othello: GTP has no words for it")
        return tuple(commands[:2])

    def set_up(self, engine: EngineProcess, start: Game) -> None:
        self.settings = ""
        for command in self.describe_start(start):
            answer = self.ask(command, self.patience())
            if not answer.good:
                raise self.refuse(f"{self.name} said {quote(answer.line)} of {command!r}")

    def tell(self, seat: int, word: str, deadline: float) -> None:
        command = f"play {gtp.COLOURS[seat]} {word}"
        answer = self.ask(command, deadline)
        if not answer.good and not self.has_passed(word):
            raise self.reject_refusal(answer.line, repr(command))

    def has_passed(self, word: str) -> bool:
        """Return whether the program may have made the move `word` already: at othello, GRhino makes forced passes."""
        return word == "pass" and self.start is not None and name_of(self.start) == "othello"

    def take_back(self, count: int, deadline: float) -> bool:
        if not self.knows("undo") or any(self.has_passed(word) for _, word in (self.told or [])[-count:]):
            return False
        return all(self.ask("undo", deadline).good for _ in range(count))

    # A move.

    def answer(self, game: Game, deadline: float) -> int:
        self.catch_up(deadline)
        self.tell_time(game.turn, deadline)
        self.start_clock()
        reader = self.send(f"genmove {gtp.COLOURS[game.turn]}", deadline, waits=True)
        answer = self.wait_for_move(reader.read, deadline)
        if not answer.good or not answer.text:
            words = f"answered {quote(answer.line)}, which is not a move"
            raise Forfeit(How.NO_MOVE, words, self.running.printed())
        if answer.text.casefold() == "resign":
            raise Resigned
        move = self.judge(lambda text: gtp.read_move(game, text), answer.line, answer.text)
        self.note_answer(game, move)
        return move

    # As a judge.

    def assess(self, game: Game) -> Value:
        if not self.follows(game):
            self.begin(game, game.turn)
        found = self.guarded(lambda: self.analyse(game))
        return found.seen_by(game.turn)

    def analyse(self, game: Game) -> Value:
        """Return what the program says the position is worth to the seat to move, after `seconds`."""
        command = next((each for each in WINRATES if each in self.commands), None)
        if command is None:
            raise self.refuse(f"{self.name} does not say what a position is worth: it has no {' or '.join(WINRATES)}")
        seconds = self.seconds or THINKING
        deadline, said = self.patience() + seconds, WinrateReader(game, WINRATES[command])
        self.catch_up(deadline)
        answer, end = self.send(f"{command} {gtp.COLOURS[game.turn]} {INTERVAL}", deadline), monotonic() + seconds
        following: AnswerReader | None = None  # of the command that ends the analysis

        def find(line: str) -> bool | None:
            said.read(line)
            found = (following or answer).read(line)
            if found and not found.good:
                raise Forfeit(How.NO_MOVE, f"answered {quote(found.line)} to {command!r}")
            return True if found and following else None

        def pulse() -> None:
            nonlocal following
            if following is None and (hurried() or monotonic() > end):
                following = self.send("protocol_version", deadline)

        self.running.wait_for(find, deadline, self.describe_silence(f"end {command!r}"), pulse)
        if said.value is None:
            raise self.refuse(f"{self.name} said nothing of the position within {seconds:g} seconds")
        return replace(said.value, how=f"{self.name}, {said.visits:,} visits")

    def tell_time(self, seat: int, deadline: float) -> None:
        """Tell the program its time: what the clocks show, or the time for a move, in whole seconds."""
        own, budget = self.time.seats[seat], self.budget()
        if self.time.has_clock(seat):
            self.set_time(self.write_settings(own), deadline)
            if self.knows("time_left"):
                for colour, time in zip(gtp.COLOURS, self.time.seats, strict=True):
                    if time.main is not None:
                        self.ask(f"time_left {colour} {self.write_left(time)}", deadline)
        elif budget is not None:
            self.set_time(f"time_settings 0 {max(int(budget), 1)} 1", deadline)

    def write_settings(self, time: TimeLeft) -> str:
        """Return the command that sets the clock. GTP has no increments; a session becomes Canadian byo-yomi."""
        if time.byo_yomi and self.knows("kgs-time_settings"):
            kind, count = ("byoyomi", time.base_periods) if time.byo_stones == 1 else ("canadian", time.byo_stones)
            return f"kgs-time_settings {kind} {int(time.base)} {max(int(time.byo_yomi), 1)} {count}"
        if time.base_moves:
            return f"time_settings 0 {max(int(time.base), 1)} {time.base_moves}"
        return f"time_settings {int(time.base)} {int(time.byo_yomi)} {time.byo_stones}"

    def write_left(self, time: TimeLeft) -> str:
        """Return the seconds and stones after `time_left`; at least 1 second, as 0 would end the time."""
        return f"{max(int(self.hold_back(time.running)), 1)} {time.gtp_stones}"

    def set_time(self, settings: str, deadline: float) -> None:
        """Send the command about time unless it was the last one."""
        if settings != self.settings and self.knows("time_settings"):
            self.ask(settings, deadline)
        self.settings = settings
