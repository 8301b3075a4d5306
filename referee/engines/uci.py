"""Programs that speak the Universal Chess Interface: chess, its variants, and other games that both know by name.

Source: S. Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006; for variants Fairy-Stockfish's
option UCI_Variant.
"""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from games.dataclass import dataclass
from games.names.spec import clip, short_name
from games.option import Named, Option, Whole, check
from players.player import Unplayable
from referee.dialects import uci
from referee.dialects.spoken_games import name_of
from referee.engines.engine import LATE, OPTIONS, PONDER, STOPPING, THINKING, EnginePlayer, MoveTime
from referee.engines.info import InfoReader, read_number
from referee.engines.process import measure_ping, quote
from referee.match.events import Asked, Forfeit, How

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.game import Game
    from referee.engines.process import EngineProcess
    from referee.match.clocks import TimeLeft
    from referee.match.events import Event


MOST = 300  # characters of a message
KEYS = ("name", "type", "default", "min", "max", "var")
NO_MOVE = ("(none)", "0000", "none")


@dataclass(frozen=True)
class UciOption:
    """An option of a program.

    kind   check, spin, combo, button or string;  least, most  of a spin;  words  of a combo.
    """

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values, in words that follow `must be`."""
        if self.kind == "check":
            return "true or false"
        if self.kind == "spin":
            ends = [
                f" from {self.least}" if self.least is not None else "",
                f" to {self.most}" if self.most is not None else "",
            ]
            return "a whole number" + "".join(ends)
        return " or ".join(self.words) if self.kind == "combo" else "a text"

    def takes(self, value: str) -> bool:
        """Return whether the program accepts the value. Programs ignore other values silently."""
        if self.kind == "check":
            return value in ("true", "false")
        if self.kind == "combo" and self.words:
            return value.casefold() in {word.casefold() for word in self.words}
        if self.kind != "spin":
            return True
        number = read_number(value)
        return (
            number is not None
            and (self.least is None or self.least <= number)
            and (self.most is None or number <= self.most)
        )


def find_option(known: Mapping[str, UciOption], name: str, value: str, program: str) -> UciOption:
    """Return the option `name` from `known`, which maps names in small letters.

    Raises Unplayable if the program has no such option, or does not accept the value.
    """
    option = known.get(name.casefold())
    if option is None:
        names = ", ".join(each.name for each in known.values()) or "none"
        raise Unplayable(clip(f"{program} has no option {name!r} (options: {names})", MOST))
    if not option.takes(value):
        raise Unplayable(clip(f"{program} takes no {option.name}={value}: it must be {option.allowed}", MOST))
    return option


def read_option(words: Sequence[str]) -> UciOption | None:
    """Return the option that a line of these words describes; None if it describes none. Values may hold blanks."""
    found: dict[str, list[str]] = {key: [] for key in KEYS}
    vary: list[list[str]] = []
    key = ""
    for word in words[1:]:
        if word in KEYS and not (key == "name" and word != "type"):
            key = word
            if key == "var":
                vary.append([])
        elif key == "var":
            vary[-1].append(word)
        elif key:
            found[key].append(word)
    name, kind = " ".join(found["name"]), " ".join(found["type"])
    if not name or not kind:
        return None
    least, most = (read_number(" ".join(found[each])) for each in ("min", "max"))
    return UciOption(name, kind, " ".join(found["default"]), least, most, tuple(" ".join(each) for each in vary))


class UciPlayer(EnginePlayer):
    """A program that speaks UCI, as most chess programs do: `uci:stockfish`, `uci:stockfish,elo=1500,threads=2`."""

    options: ClassVar[dict[str, Option]] = {
        **OPTIONS,
        "elo": Whole(None, note="its strength, if it can be limited", least=1, most=5000),
        "nodes": Whole(None, note="positions that it searches for a move", least=1),
        "depth": Whole(None, note="plies that it searches for a move", least=1, most=1000),
        "ponder": PONDER,
        "threads": Whole(None, note="threads that it searches with", least=1, most=1024),
        "hash": Whole(None, note="megabytes of its table", least=1, most=1 << 20),
        "variant": Option(None, note="its name for the game, if that is not ours"),
        "option": Named(None, note="any option of its own"),
    }

    def __init__(
        self,
        command: str,
        elo: int | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        ponder: bool = False,
        threads: int | None = None,
        hash: int | None = None,  # noqa: A002  # as the protocol has it
        variant: str | None = None,
        option: dict[str, str] | None = None,
        **common: Any,
    ):
        super().__init__(command, **common)
        check(self.options, elo=elo, nodes=nodes, depth=depth, ponder=ponder, threads=threads, hash=hash)
        self.elo, self.nodes, self.depth, self.variant = elo, nodes, depth, variant
        self.ponder = ponder
        self.expected = ""  # its word for the move that it expects from the other side
        self.pondering: list[int] | None = None  # the moves that lead to the position it thinks about, uncharged
        self.wanted = {"Threads": threads, "Hash": hash, **(option or {})}
        self.known: dict[str, UciOption] = {}  # the options of the program, by their names in small letters
        self.playing: str | None = None  # the variant set last; None: none
        self.position = ""  # the command that tells the position

    # The handshake.

    def shake_hands(self, engine: EngineProcess) -> None:
        self.known, self.playing, self.pondering = {}, None, None
        self.ask_options(engine)
        for name, value in self.wanted.items():
            if value is not None:
                self.set_option(engine, name, str(value))
        if self.elo is not None:
            self.set_option(engine, uci.STRENGTH, "true")
            self.set_option(engine, uci.ELO, str(self.elo))
        if self.ponder:
            self.set_option(engine, "Ponder", "true")
        self.wait_ready(engine)

    def ask_options(self, engine: EngineProcess) -> None:
        """Greet the program, and note its options."""
        deadline, late = self.patience(), self.describe_silence("say uciok")
        engine.send("uci", deadline)
        engine.wait_for(self.read_greeting, deadline, late, self.suspect())

    def read_greeting(self, line: str) -> bool | None:
        """Note an option of the program; return True at the end of the greeting."""
        words = line.split()
        if words[:1] == ["option"] and (option := read_option(words)):
            self.known[option.name.casefold()] = option
        return True if words[:1] == ["uciok"] else None

    def set_option(self, engine: EngineProcess, name: str, value: str) -> None:
        """Set an option of the program. Raises Unplayable if it has no such option, or does not accept the value."""
        option = find_option(self.known, name, value, self.name)
        engine.send(f"setoption name {option.name}" + (f" value {value}" if option.kind != "button" else ""))

    def wait_ready(self, engine: EngineProcess, find: Any = None) -> None:
        """Wait until the program has processed everything; `find` reads the lines that it says before that."""

        def is_ready(line: str) -> bool | None:
            if find:
                find(line)
            return True if line.split()[:1] == ["readyok"] else None

        deadline = self.patience()
        engine.send("isready", deadline)
        engine.wait_for(is_ready, deadline, self.describe_silence("say readyok"))

    def measure_ping(self, engine: EngineProcess) -> float:
        return measure_ping(lambda: self.wait_ready(engine))

    # A game.

    def begin(self, game: Game, seat: int) -> None:
        self.position = f"position fen {uci.write_position(game)}"
        super().begin(game, seat)

    write_move = staticmethod(uci.write_move)

    def note_move(self, move: int) -> None:
        super().note_move(move)
        self.position += f"{'' if len(self.written) > 1 else ' moves'} {self.written[-1][1]}"

    def begin_game(self, engine: EngineProcess, start: Game) -> None:
        self.stop_pondering(self.patience())
        self.expected = ""
        self.choose_variant(engine, start)
        if "uci_chess960" in self.known:
            self.set_option(engine, "UCI_Chess960", "true" if uci.is_chess960(start) else "false")
        elif uci.is_chess960(start):
            raise self.refuse(f"{self.name} does not play chess960")
        engine.send("ucinewgame")
        self.wait_ready(engine)

    def choose_variant(self, engine: EngineProcess, start: Game) -> None:
        """Let the program play the game. Raises Unplayable if it does not know the game by name."""
        name = self.variant or uci.variant(start) or name_of(start) or short_name(self.game_spec)
        option = self.known.get("uci_variant")
        if name == self.playing or (name == "chess" and option is None):
            return
        if option is not None and name not in option.words:  # an option may have loaded a file of variants
            self.ask_options(engine)
            option = self.known["uci_variant"]
        if option is None or (option.words and name not in option.words):
            known = ", ".join(option.words) if option else "chess"
            raise self.refuse(f"{self.name} does not play {name or 'this game'} (it plays {known})")
        self.set_option(engine, option.name, name)
        shown: list[str] = []
        self.wait_ready(engine, shown.append)
        self.check_variant(name, start, shown)
        self.playing = name

    def check_variant(self, name: str, start: Game, shown: list[str]) -> None:
        """Raise Unplayable if the program says that it plays another variant, or on another board.

        Fairy-Stockfish says `info string variant breakthrough files 8 ranks 8 ... startpos ...`.
        """
        for words in (line.split() for line in shown):
            if words[:3] == ["info", "string", "variant"] and len(words) > 7:
                rows = uci.write_position(start).split()[0].count("/") + 1
                if words[3] != name or words[6:8] != ["ranks", str(rows)]:
                    raise self.refuse(f"{self.name} was told to play {name}, and says {quote(' '.join(words))}")

    # A move.

    def answer(self, game: Game, deadline: float) -> int:
        engine = self.running
        self.info = info = InfoReader(game, self.name)
        if ready := self.pondering == self.moves:
            self.hit(info, deadline)
        else:
            self.stop_pondering(deadline)
            # All in one piece: what it says before `readyok` is no answer to this question.
            question = f"{self.position}\nisready\n{self.write_go(game.turn)}"
            self.start_clock()
            engine.send(question, deadline)

        def find(line: str) -> str | None:
            nonlocal ready
            if line.startswith("info "):
                info.note(line)
            elif ready:
                return line if line.split(None, 1)[:1] == ["bestmove"] else None
            else:
                ready = line.split(None, 1)[:1] == ["readyok"]
            return None

        line = self.wait_for_move(find, deadline)
        word, _, self.expected = [*line.split()[1:4], "", "", ""][:3]
        if not word or word in NO_MOVE:
            raise Forfeit(How.NO_MOVE, f"answered {quote(line)}, which is not a move", engine.printed())
        move = self.judge(lambda text: uci.read_move(game, text), line, word)
        info.choose(move)
        return move

    # Thinking while the other side does.

    def follow(self, event: Event) -> None:
        super().follow(event)
        if self.ponder and isinstance(event, Asked) and event.seat != self.seat:
            self.start_pondering(event)

    def start_pondering(self, event: Asked) -> None:
        """Let the program think about the position after the move that it expects, unless it does already."""
        word, self.expected = self.expected, ""
        if not word or self.engine is None or self.game is None:
            return
        then = self.game.copy()
        try:
            then.make(move := uci.read_move(then, word))
        except ValueError:  # a program may expect what it likes
            return
        if then.score() is None:
            self.pondering = [*self.moves, move]
            self.time = MoveTime(event.control.limit(event.left, self.seat), event.times)
            self.share = monotonic() + event.control.allotted(event.left, self.seat)
            self.engine.send(f"{self.position} {'' if self.written else 'moves '}{word}")
            self.engine.send(self.write_go(self.seat).replace("go", "go ponder", 1))

    def hit(self, info: InfoReader, deadline: float) -> None:
        """Tell the program that the expected move was made: its time counts from now on. Raises Forfeit."""
        self.pondering = None

        def note(line: str) -> None:
            if line.split()[:1] == ["bestmove"]:
                words = f"said {quote(line)} while it pondered, before it was asked for a move"
                raise Forfeit(How.NO_MOVE, words, self.running.printed())
            if line.startswith("info "):
                info.note(line)

        self.running.overhear_all(note)
        self.start_clock()
        self.running.send("ponderhit", deadline)

    def stop_pondering(self, deadline: float) -> None:
        """Let the program stop thinking about a move that was not made, and drop its answer. Raises Forfeit."""
        if self.pondering is not None:
            self.pondering = None
            self.running.send("stop", deadline)
            late = "did not answer `stop` while it pondered"
            self.running.wait_for(lambda line: line.split()[:1] == ["bestmove"] or None, deadline, late)

    def end(self) -> None:
        with suppress(Forfeit):  # the result stands; the program was ended, and starts again for its next game
            self.guarded(lambda: self.stop_pondering(monotonic() + STOPPING))
        super().end()

    def hurry(self, engine: EngineProcess) -> None:
        engine.send("stop", monotonic() + LATE)

    def write_go(self, seat: int) -> str:
        """Return the command to think, with all its limits."""
        words = ["go"]
        words += [f"nodes {self.nodes}"] if self.nodes else []
        words += [f"depth {self.depth}"] if self.depth else []
        words += self.write_clocks(seat) if self.time.seats[seat].main is not None else []
        seconds = self.time_for_move(seat)
        return " ".join([*words, *([] if seconds is None else [f"movetime {milliseconds(seconds)}"])])

    def time_for_move(self, seat: int) -> float | None:
        """Return the seconds for this move alone that the program hears; None for none.

        With nodes or plies a program may ignore the clocks, as Fairy-Stockfish 11 does, but keeps a time for the move.
        So it
        hears its share of the clock too.
        """
        limited = bool(self.nodes or self.depth)
        if self.time.has_clock(seat):
            return self.hold_back(min(self.share - monotonic(), self.time.limit)) if limited else None
        budget = self.budget()
        return THINKING if budget is None and not limited else budget

    def write_clocks(self, seat: int) -> list[str]:
        """Return what both clocks show, what each move adds, and for how many moves the seat has its time.

        UCI has neither delay nor byo-yomi: their time for a move becomes an increment, and a period becomes time for
        its moves.
        A seat without a clock gets the time of the other one.
        """
        own, other = self.time.seats[seat], self.time.seats[1 - seat]
        both = (own, own if other.main is None else other)
        white, black = both if seat == 0 else both[::-1]
        words = [f"wtime {self.told_time(white)} btime {self.told_time(black)}"]
        more = white.each_move, black.each_move
        if any(more):
            words.append(f"winc {int(1000 * more[0])} binc {int(1000 * more[1])}")
        return [*words, f"movestogo {own.moves_to_go}"] if own.moves_to_go else words

    def told_time(self, time: TimeLeft) -> int:
        """Return the milliseconds that a seat's clock is said to show."""
        return milliseconds(self.hold_back(time.running))


def milliseconds(seconds: float) -> int:
    """Return the seconds in whole milliseconds, at least one."""
    return max(int(1000 * seconds), 1)
