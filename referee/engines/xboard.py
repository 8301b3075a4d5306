"""Programs that speak the protocol of XBoard and WinBoard: chess, and the variants that a program lists.

Source: T. Mann and H. G. Muller, "Chess Engine Communication Protocol", version 2, 2009.
"""

from __future__ import annotations

import re
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from games.game import Game, IllegalMove
from games.option import Named, Option, Whole, check
from players.player import Resigned, hurried
from referee.dialects import cecp, uci
from referee.dialects.spoken_games import name_of
from referee.engines.engine import LATE, OPTIONS, PONDER, THINKING, KeeperPlayer, Move
from referee.engines.info import Info, InfoReader, read_number
from referee.engines.process import PULSE, measure_ping, quote
from referee.engines.uci import UciOption, find_option
from referee.match.events import Forfeit, How

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.dialects.spoken_games import Writer
    from referee.engines.process import EngineProcess


PAIR = re.compile(r'(\w+)=("[^"]*"|[^\s"]+)')
OPTION = re.compile(r"(.+?)\s+-(\w+)\s*(.*)")
KINDS = {
    "spin": "spin", "slider": "spin", "check": "check", "combo": "combo", "button": "button", "save": "button",
    "reset": "button", "string": "string", "file": "string", "path": "string",
}  # fmt: skip  # the protocol's kinds of options, and UCI's
# Features with their defaults. Others are rejected.
DEFAULTS = {
    "ping": "0", "setboard": "0", "usermove": "0", "time": "1", "draw": "1", "sigint": "1", "sigterm": "1",
    "reuse": "1", "analyze": "1", "myname": "", "variants": "normal", "colors": "1", "name": "0", "memory": "0",
    "smp": "0", "option": "", "done": "", "debug": "0", "san": "0", "ics": "0", "pause": "0", "playother": "0",
}  # fmt: skip
REJECTED = ("san", "ics", "pause")  # known, but not wanted
# `move e7e5`; programs of the first version said `1. ... e7e5` or `My move is: e7e5`, and some say both.
MOVE = re.compile(r"(?:move\b|\d+\.\s*\.\.\.|my move is\s*:?)\s*(.*)", re.IGNORECASE)
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\s*(.*)")
REFUSED = re.compile(
    r"(?:illegal|invalid) move\s*(?:\(.*?\))?\s*:\s*(?:usermove\s+)?(\S+).*|error\s*\(.*?\)\s*:\s*(\S+).*",
    re.IGNORECASE,
)
POST = re.compile(r"(\d{1,9})[.+&-]?\s+([+-]?\d{1,9})\s+(\d{1,30})\s+(\d{1,30})\s+(.*)", re.ASCII)
NUMBER = re.compile(r"\d*\.+|\(\S*\)")  # move numbers, and signs between moves
MATE = 100_000  # hundredths of a pawn for a mate, to which its moves are added
GREETING = 2.0  # seconds to list the features, or to ask for more time
CLAIMING = 0.4  # seconds to move after claiming a result
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Features:
    """The features that a program has listed."""

    def __init__(self) -> None:
        self.values = dict(DEFAULTS)
        self.options: dict[str, UciOption] = {}  # by their names in small letters

    def read(self, line: str) -> list[str]:
        """Note the features in a line, and return the answers to send; none for a line of another kind."""
        if line.split()[:1] != ["feature"]:
            return []
        answers = []
        for name, quoted in PAIR.findall(line):
            value = quoted.strip('"')
            if name == "option" and (option := read_option(value)):
                self.options[option.name.casefold()] = option
            taken = name in DEFAULTS and name not in REJECTED
            if taken:
                self.values[name] = value
            answers.append(f"{'accepted' if taken else 'rejected'} {name}")
        return answers

    def has(self, name: str) -> bool:
        return self.values[name] == "1"

    @property
    def done(self) -> str:
        """Whether the list is complete: "1"; "0" if it asked for more time, "" if it said neither."""
        return self.values["done"]

    @property
    def variants(self) -> list[str]:
        """The names of the games that it plays."""
        return [name for name in re.split(r"[,\s]+", self.values["variants"]) if name]


def read_option(text: str) -> UciOption | None:
    """Return the option that a text describes, `Hash -spin 16 1 64`; None if it describes none."""
    match = OPTION.fullmatch(text.strip())
    kind = KINDS.get(match[2]) if match else None
    if match is None or kind is None:
        return None
    name, rest = match[1], match[3]
    if kind == "spin":
        default, least, most = [*rest.split(), "", "", ""][:3]
        return UciOption(name, kind, default, read_number(least), read_number(most))
    words = [word.strip() for word in rest.split("///")]
    chosen = [word for word in words if word.startswith("*")] or words[:1]
    if kind == "combo":
        return UciOption(name, kind, chosen[0].lstrip("*"), words=tuple(word.lstrip("*") for word in words))
    return UciOption(name, kind, rest)


def write_option(option: UciOption, value: str) -> str:
    """Return the command that sets the option."""
    if option.kind == "button":
        return f"option {option.name}"
    return f"option {option.name}={int(value == 'true') if option.kind == 'check' else value}"


def read_move(game: Game, word: str) -> int:
    """Return the legal move of a word, in the protocol's form or as people write it. Raises IllegalMove."""
    try:
        return cecp.read_move(game, word)
    except IllegalMove:
        return game.parse(word)


def find_move(line: str) -> str | None:
    """Return the word in a line that gives a move; None if it gives none."""
    match = MOVE.fullmatch(line)
    return match[1].strip() if match else None


def find_refused(line: str) -> str | None:
    """Return the move or command that a program refuses; None if the line refuses nothing."""
    match = REFUSED.fullmatch(line)
    return (match[1] or match[2]) if match else None


def is_resignation(line: str, seat: int) -> bool:
    """Return whether the program that plays for `seat` resigns by this line."""
    if line.split()[:1] == ["resign"]:
        return True
    match = RESULT.fullmatch(line)
    return match is not None and match[1] == ("0-1", "1-0")[seat] and "resign" in match[2].casefold()


class PostReader(InfoReader):
    """What the program has said about a search: `9 156 1084 48000 Nf3 Nc6` are plies, value, time, nodes and moves."""

    read_move = staticmethod(read_move)

    def read(self, line: str) -> Info | None:
        match = POST.fullmatch(line)
        if match is None:
            return None
        value = int(match[2])
        moves = abs(value) - MATE
        return Info(
            depth=int(match[1]),
            nodes=int(match[4]),
            score=("mate", moves if value > 0 else -moves) if moves >= 0 else ("cp", value),
            line=[word for word in match[5].split() if not NUMBER.fullmatch(word)],
            exact=True,
        )


class XboardPlayer(KeeperPlayer):
    """A program that speaks XBoard's protocol, version 2: `xboard:phalanx`, `xboard:"gnuchess --xboard"`."""

    options: ClassVar[dict[str, Option]] = {
        **OPTIONS,
        "depth": Whole(None, note="plies that it searches for a move", least=1, most=1000),
        "ponder": PONDER,
        "memory": Whole(None, note="megabytes of its tables", least=1, most=1 << 20),
        "cores": Whole(None, note="cores that it searches with", least=1, most=1024),
        "variant": Option(None, note="its name for the game, if that is not ours"),
        "option": Named(None, note="any option of its own"),
    }

    def __init__(
        self,
        command: str,
        depth: int | None = None,
        ponder: bool = False,
        memory: int | None = None,
        cores: int | None = None,
        variant: str | None = None,
        option: dict[str, str] | None = None,
        **common: Any,
    ):
        super().__init__(command, **common)
        check(self.options, depth=depth, ponder=ponder, memory=memory, cores=cores)
        self.depth, self.memory, self.cores, self.variant = depth, memory, cores, variant
        self.wanted = option or {}
        self.ponder, self.playing = ponder, False  # whether it answers, by itself, to a move of the other side
        self.features = Features()
        self.pings = 0
        self.control = ""  # the last command about time
        self.news: list[str] = []  # the moves sent before this answer
        self.nudge, self.nudged = inf, False  # when to tell it to move at once, and whether it was told
        self.claim: tuple[str, float] | None = None  # a claimed result, and when it came
        self.by_squares = False  # whether castling is sent as squares, as it does not know O-O

    # The handshake.

    def shake_hands(self, engine: EngineProcess) -> None:
        self.features, self.by_squares = Features(), False
        for line in ("xboard", "protover 2"):
            engine.send(line, self.patience())
        try:
            self.wait_features(engine, monotonic() + GREETING, ("0", "1"))
        except Forfeit as forfeit:
            if forfeit.how is not How.HUNG:
                raise
        if self.features.done == "0":
            self.wait_features(engine, self.patience(), ("1",))
        for name, feature, value in (("memory", "memory", self.memory), ("cores", "smp", self.cores)):
            if value is not None and not self.features.has(feature):
                raise self.refuse(f"{self.name} has no option {name!r}")
            if value is not None:
                engine.send(f"{name} {value}")
        for name, text in self.wanted.items():
            engine.send(write_option(find_option(self.features.options, name, text, self.name), text))

    def has_greeted(self) -> bool:
        return self.features.values != DEFAULTS

    def wait_features(self, engine: EngineProcess, deadline: float, ends: tuple[str, ...]) -> None:
        """Wait until the program has said `done=` and one of `ends`. Raises Forfeit.

        While it is silent it gets `easy` again and again: GNU Chess 6 may not read a line until the next one comes.
        """
        spoken = monotonic()

        def find(line: str) -> bool | None:
            nonlocal spoken
            spoken = monotonic()
            self.take_features(engine, line)
            return True if self.features.done in ends else None

        def poke() -> None:
            if monotonic() > spoken + PULSE:
                engine.send("easy", deadline)

        engine.wait_for(find, deadline, self.describe_silence("say which features it has"), poke)

    def take_features(self, engine: EngineProcess, line: str) -> None:
        """Note the features in a line, if it lists any, and answer."""
        for answer in self.features.read(line):
            engine.send(answer)

    def synchronize(self, deadline: float, find: Callable[[str], None] | None = None) -> None:
        """Wait until the program has processed everything, if it can tell; `find` reads the lines before that."""
        engine = self.running
        if not self.features.has("ping"):
            return
        self.pings += 1

        def is_pong(line: str) -> bool | None:
            self.take_features(engine, line)
            if find:
                find(line)
            return True if line.split() == ["pong", str(self.pings)] else None

        engine.send(f"ping {self.pings}", deadline)
        engine.wait_for(is_pong, deadline, self.describe_silence(f"say pong {self.pings}", deadline))

    def measure_ping(self, engine: EngineProcess) -> float:
        return measure_ping(lambda: self.synchronize(self.patience())) if self.features.has("ping") else 0.0

    # A game.

    def get_ready(self) -> None:
        assert self.start is not None  # noqa: S101  # begin has set it
        used = self.keeper is self.engine and (self.told is None or self.origin != self.describe_start(self.start))
        if used and not self.features.has("reuse"):  # it plays only one game
            self.close()
        super().get_ready()

    def describe_start(self, start: Game) -> tuple[str, str]:
        """Return the protocol's name of the game, and the position; "" for the usual one of chess."""
        name, variants = self.variant or cecp.variant(start), self.features.variants
        if name is None or name not in variants:
            raise self.refuse_game(name or name_of(start), ", ".join(variants))
        position = uci.write_position(start)
        if name == "normal" and position == START:
            return name, ""
        if not self.features.has("setboard"):
            raise self.refuse(f"{self.name} begins at the usual position of chess only, as it has no setboard")
        return name, position

    def set_up(self, engine: EngineProcess, start: Game) -> None:
        name, position = self.describe_start(start)
        self.control, self.playing = "", False
        lines = ["new"]
        lines += [f"variant {name}"] if name != "normal" else []
        lines += ["force", *([f"setboard {position}"] if position else []), "hard" if self.ponder else "easy", "post"]
        lines += [f"sd {self.depth}"] if self.depth else []
        for line in lines:
            engine.send(line, self.patience())

        def find(line: str) -> None:
            word = find_refused(line)
            if word in ("variant", "setboard", "sd") or line.split()[:1] == ["tellusererror"]:
                raise self.refuse(f"{self.name} said {quote(line)}")

        self.synchronize(self.patience(), find)

    def write_move(self, game: Game, move: int) -> str:
        return uci.write_move(game, move) if self.by_squares else cecp.write_move(game, move)

    def catch_up(self, deadline: float) -> None:
        refused: list[str] = []

        def find(line: str) -> None:
            if not self.by_squares and find_refused(line) in cecp.CASTLES:
                refused.append(line)
            elif not refused:
                self.check_refusal(line)

        self.news, self.playing = [], False
        self.running.send("force", deadline)
        super().catch_up(deadline)
        self.synchronize(deadline, find)  # what it says before that is no answer to the next question
        if refused:  # Fairy-Stockfish uses UCI's words for castling
            self.by_squares, self.told = True, None
            assert self.start is not None  # noqa: S101  # begin has set it
            self.written = write_moves(self.start, self.moves, self.write_move)
            self.begin_game(self.running, self.start)
            self.catch_up(deadline)

    def tell(self, seat: int, word: str, deadline: float) -> None:
        self.news.append(word)
        self.running.send(f"usermove {word}" if self.features.has("usermove") else word, deadline)

    def take_back(self, count: int, deadline: float) -> bool:
        refused = []
        for _ in range(count):
            self.running.send("undo", deadline)
        self.synchronize(deadline, lambda line: refused.append(line) if find_refused(line) == "undo" else None)
        return not refused

    # A move.

    def answer(self, game: Game, deadline: float) -> int:
        engine, self.claim = self.running, None
        self.info = PostReader(game, self.name)
        if (move := self.next_move()) is not None:
            self.go_on(game.turn, move, deadline)
        else:
            self.catch_up(deadline)
            self.tell_time(game.turn, deadline)
            self.start_clock()
            engine.send("go", deadline)
        find = lambda line: self.read_answer(line, game.turn)  # noqa: E731  # with the seat
        line, word = engine.wait_for(find, deadline, self.describe_lateness(), self.look_at_time)
        if not word:
            raise Forfeit(How.NO_MOVE, f"answered {quote(line)}, which is not a move", engine.printed())
        found = self.judge(lambda text: read_move(game, text), line, word)
        self.note_answer(game, found)
        self.info.choose(found)
        self.playing = self.ponder
        return found

    def next_move(self) -> Move | None:
        """Return the move of the other side that is new to a program which plays on by itself; otherwise None."""
        moves = self.written
        if not self.playing or self.told != moves[:-1] or (moves[-1][1] in cecp.CASTLES and not self.by_squares):
            return None
        return moves[-1]

    def go_on(self, seat: int, move: Move, deadline: float) -> None:
        """Tell a program that has pondered the move of the other side: it answers by itself. Raises Forfeit."""
        assert self.told is not None  # noqa: S101  # it has answered before
        self.running.overhear_all(str.strip)
        self.synchronize(deadline)  # what it says before that is no answer to this move: some say each move twice
        self.news = []
        self.tell_time(seat, deadline)
        self.start_clock()
        self.tell(*move, deadline)
        self.told.append(move)

    def end(self) -> None:
        if self.playing and self.engine is not None:
            self.engine.send("force")
        self.playing = False
        super().end()

    def read_answer(self, line: str, seat: int) -> tuple[str, str] | None:
        """Return a line and the move word in it; None if it gives none. Raises Resigned, and Forfeit."""
        self.take_features(self.running, line)
        if self.info and line[:1].isdigit():
            self.info.note(line)
        self.check_refusal(line)
        if is_resignation(line, seat):
            raise Resigned
        if RESULT.fullmatch(line):
            self.claim = line, monotonic()
        word = find_move(line)
        return None if word is None else (line, word)

    def check_refusal(self, line: str) -> None:
        """Raise the Forfeit of a program that refuses a move."""
        word = find_refused(line)
        if word in self.news:
            raise self.reject_refusal(line, repr(word))

    def look_at_time(self) -> None:
        """Tell the program to move at once if its time is up. Raises Forfeit if it has claimed the game instead."""
        if self.claim and monotonic() > self.claim[1] + CLAIMING:
            words = f"said {quote(self.claim[0])} of a game that is not over, and made no move"
            raise Forfeit(How.NO_MOVE, words, self.running.printed())
        if not self.nudged and (hurried() or monotonic() > self.nudge):
            self.nudged = True
            self.hurry(self.running)

    def hurry(self, engine: EngineProcess) -> None:
        engine.send("?", monotonic() + LATE)

    def tell_time(self, seat: int, deadline: float) -> None:
        """Tell the program its time in whole seconds. When it is up, the program is asked to move at once.

        The protocol has neither delay nor byo-yomi: their time for a move becomes an increment. With plies a program
        may ignore the clock, as Fairy-Stockfish 11 does. So it is asked to move when its share of the clock is over.
        """
        own, other, clocked = self.time.seats[seat], self.time.seats[1 - seat], self.time.has_clock(seat)
        budget = self.hold_back(self.time.limit) if clocked else self.budget()
        if budget is None:
            budget = inf if self.depth else THINKING
        self.nudge, self.nudged = monotonic() + budget - PULSE, False
        if self.depth and clocked:
            self.nudge = min(self.nudge, self.share)
        seconds = [budget, budget]
        control = f"st {max(int(budget), 1)}" if budget < inf else ""
        if clocked:
            seconds = [self.hold_back(each.running) for each in (own, own if other.main is None else other)]
            control = f"level {own.base_moves or 0} {write_minutes(own.base)} {int(own.each_move)}"
        if control != self.control:
            self.running.send(control, deadline)
            self.control = control
        if self.features.has("time") and budget < inf:
            self.running.send(f"time {max(int(100 * seconds[0]), 1)}", deadline)
            self.running.send(f"otim {max(int(100 * seconds[1]), 1)}", deadline)


def write_moves(start: Game, moves: list[int], write: Writer) -> list[Move]:
    """Return the seat and word of each of the moves made since the start."""
    game, found = start.copy(), []
    for move in moves:
        found.append((game.turn, write(game, move)))
        game.make(move)
    return found


def write_minutes(seconds: float) -> str:
    """Return the time of a clock, in minutes and seconds."""
    whole = max(int(seconds), 1)
    return f"{whole // 60}:{whole % 60:02}"
