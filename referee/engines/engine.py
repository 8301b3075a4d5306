"""What all programs from outside have in common as players: how they start, hear, are judged and end."""

from __future__ import annotations

import sys
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from games.adapters.python_adapter import make_unchecked
from games.dataclass import dataclass
from games.names.spec import clip
from games.option import Number, Option, ShellCommand, Whole, YesNo, check
from players.player import Unplayable, hurried
from referee.engines.process import EngineProcess, find_folder, find_program, name_program, quote
from referee.engines.recognition import advise
from referee.match.clocks import TimeLeft
from referee.match.events import DRAW, Asked, Event, Forfeit, How, PlayedMove
from referee.match.options import OwnClockOption
from referee.match.players import RemotePlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.game import Game
    from players.player import Glimpse, Thought
    from referee.engines.info import InfoReader
    from referee.match.clocks import Control
    from referee.match.notes import Note
    from referee.solving.value import Value

HANDSHAKE = 30.0  # seconds for a program to be ready, and for an answer where no time control binds it
SUSPICIOUS = 2.0  # seconds of silence after which another protocol is tried
LATE = 0.5  # seconds to wait for an answer after the limit, so that the match judges it
OVERSIGHT = 0.01  # seconds, at most, by which we may look late at a clock that has run down
THINKING = 1.0  # seconds for a move where nothing else limits it
# Seconds held back from a time for a move, which programs use to its end and beyond it: on a machine with three busy
# programs for each core, none of five known ones exceeded it by more than 99 ms. Of a clock they save some themselves.
MOVE_RESERVE = 0.1
STOPPING = 5.0  # seconds to stop thinking on the other side's time, after the end of a game
PONDER = YesNo(False, note="whether it thinks while the other side does")
Found = TypeVar("Found")
LONGEST = 50  # characters of a name


class ProgramName(Option):
    """What a program is called: a short text on one line, without blanks at its ends."""

    @property
    def allowed(self) -> str:
        return f"a text of 1 to {LONGEST} printable characters, and not {DRAW}"

    def read(self, text: str) -> str:
        return text.strip()

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and value.isprintable() and 1 <= len(value) <= LONGEST and value != DRAW


OPTIONS: dict[str, Option] = {
    "command": ShellCommand(required=True, note="what starts the program, as a shell reads it"),
    "name": ProgramName(None, note="what it is called"),
    "dir": Option(None, note="the folder in which it runs, and in which it is looked for"),
    "clock": OwnClockOption(None, note="its own clock, whatever the other player has"),
    "seconds": Number(None, note="for a move without a time control; 1 by default", least=0.001, most=3600),
    "reserve": Number(None, note="seconds held back from the time that the program is told", least=0, most=60),
    "margin": Number(0.0, note="seconds by which it may exceed its time, which are charged", least=0, most=60),
    "timeout": Number(HANDSHAKE, note="seconds to get ready, and to answer without a time limit", least=0.1),
    "restart": Whole(0, note="how often in a game it is started again after it has died or hung", least=0, most=100),
}
Move = tuple[int, str]  # the seat that made it, and its word in the protocol


@dataclass(frozen=True)
class MoveTime:
    """The time for a move.

    limit  the seconds after which it is lost; math.inf for none.
    seats  what the clocks of seats 0 and 1 show, and what they get.
    """

    limit: float = inf
    seats: tuple[TimeLeft, TimeLeft] = (TimeLeft(), TimeLeft())

    def has_clock(self, seat: int) -> bool:
        """Return whether the seat has a clock, and no nearer limit for this move."""
        own = self.seats[seat]
        return own.main is not None and (own.move is None or own.move > own.running)


NO_TIME = MoveTime()


class EnginePlayer(RemotePlayer):
    """A program in a process of its own, which stays from game to game. A subclass speaks its protocol.

    It hears the moves and keeps the position itself. `thought` is what the program said about its last move.
    """

    lasting = outside = True
    options: ClassVar[dict[str, Option]] = OPTIONS
    margin: float = 0.0

    def __init__(
        self,
        command: str,
        name: str | None = None,
        dir: str | None = None,  # noqa: A002  # as in cutechess
        clock: Control | None = None,  # the plan of its games reads it
        seconds: float | None = None,
        reserve: float | None = None,
        margin: float = 0.0,
        timeout: float = HANDSHAKE,
        restart: int = 0,
    ):
        check(OPTIONS, name=name, clock=clock, seconds=seconds, reserve=reserve, margin=margin)
        check(OPTIONS, timeout=timeout, restart=restart)
        self.folder = None if dir is None else find_folder(dir)
        self.command = command
        self.words, self.name = find_program(command, self.folder), name or name_program(command)
        self.seconds, self.reserve, self.margin, self.timeout, self.restart = seconds, reserve, margin, timeout, restart
        self.engine: EngineProcess | None = None
        self.start: Game | None = None  # the position in which the game began
        self.game: Game | None = None  # the position now
        self.seat = 0
        self.moves: list[int] = []  # made since the start
        self.written: list[Move] = []  # the same in the words of the protocol
        self.time = NO_TIME
        self.question: Asked | None = None  # of the match
        self.asked = inf  # when the seat to move loses on time
        self.share = inf  # when it should move, so that its clock lasts for the game
        self.restarts = 0  # in this game
        self.fresh = False  # whether it was asked nothing yet in this game
        self.ping = 0.0  # seconds that a message takes there and back
        self.transfer = 0.0
        self.began = 0.0  # when it was asked for a move
        self.waited = 0.0  # seconds spent waiting for it before that
        self.info: InfoReader | None = None  # what it says of its last search, if the protocol has words for that

    @classmethod
    def name_program(cls, given: Mapping[str, Any]) -> str:
        return name_program(given.get("command") or cls.options["command"].default)

    # What the match calls.

    def follow(self, event: Event) -> None:
        if isinstance(event, Asked):
            self.asked, self.question = event.deadline, event

    def begin(self, game: Game, seat: int) -> None:
        """Start the program if it does not run, and begin a new game. Raises Forfeit, and Unplayable."""
        self.start, self.game, self.seat, self.moves, self.written = game.copy(), game.copy(), seat, [], []
        self.restarts, self.asked, self.time, self.question, self.fresh = 0, inf, NO_TIME, None, True
        self.info = None
        self.guarded(self.get_ready)

    def heard(self, text: str, seat: int) -> None:
        """Note a move; the program hears it with the next question."""
        if self.game is not None:
            self.note_move(self.game.parse(text))

    def hear(self, made: PlayedMove, seat: int) -> None:
        if self.game is not None:
            self.note_move(made.move)

    def note_move(self, move: int) -> None:
        """Note a legal move of the game."""
        assert self.game is not None  # noqa: S101  # begin has set it
        self.moves.append(move)
        self.written.append((self.game.turn, self.write_move(self.game, move)))
        make_unchecked(self.game, move)

    def choose(self, game: Game, deadline: float) -> int:
        """Return the move that the program answers with. Raises Forfeit for a wrong answer, and Resigned."""
        if not self.follows(game):  # a question about a position, outside a match
            self.begin(game, game.turn)
        self.share = deadline
        if self.question is not None:
            self.time, self.question = MoveTime(self.question.limit, self.question.times), None
        if self.asked == inf and deadline < inf:
            self.asked, self.time = deadline, MoveTime(max(deadline - monotonic(), 0.0))
        engine, self.fresh, fresh = self.engine, False, self.fresh
        try:
            return self.answer_at_last(game)
        except Forfeit as forfeit:
            left = engine is not None and engine.games > 1 and engine.has_left() and engine.heard < self.began
            if not (fresh and left and forfeit.how is How.DIED):
                raise
            return self.answer_anew(game)
        finally:
            self.asked, self.time = inf, NO_TIME  # the next question may belong to no match

    def answer_anew(self, game: Game) -> int:
        """Return the move of a program that had ended before its first question of the game.

        The time that it takes to notice this and to start it again is free.
        """
        self.guarded(self.get_ready)
        lost = monotonic() - self.began
        self.asked, self.share = self.asked + lost, self.share + lost
        move = self.answer_at_last(game)
        self.transfer += lost
        return move

    def answer_at_last(self, game: Game) -> int:
        """Return the move that the program answers with, restarting it if allowed. Raises as `choose`."""
        while True:
            self.began, self.transfer, self.answered = monotonic(), 0.0, inf
            self.waited = self.engine.waited if self.engine else 0.0
            try:
                move = self.answer(game, self.latest())
            except (Forfeit, Unplayable) as error:
                self.drop()
                if not isinstance(error, Forfeit) or error.how not in (How.DIED, How.HUNG):
                    raise
                if self.restarts >= self.restart:
                    raise
                self.start_again(error)
            else:
                engine = self.running
                self.transfer += min(engine.late_look, OVERSIGHT)
                self.answered = monotonic()
                self.transfer += self.answered - max(engine.heard, self.began)  # the time to read its answer
                return move
            finally:
                if self.engine is not None:
                    self.engine.flag = inf

    def follows(self, game: Game) -> bool:
        """Return whether it has heard the moves that lead to the position."""
        return self.game is not None and self.game.key() == game.key()

    def start_again(self, forfeit: Forfeit) -> None:
        """Restart a program that has died or hung in the middle of a game, and say so on standard error."""
        self.restarts += 1
        print(f"{self.name} {forfeit}; it is started again ({self.restarts} of {self.restart})", file=sys.stderr)
        self.guarded(self.get_ready)

    @property
    def thought(self) -> Thought | None:
        return self.info.thought if self.info else None

    def report(self) -> Note | None:
        return self.info.report() if self.info else None

    def glimpse(self) -> Glimpse | None:
        return self.info.glimpse() if self.info else None

    def accepts(self, game: Game, deadline: float) -> bool:
        """Return whether the program agrees to a draw: if it said about its last move that it is not better."""
        return self.thought is not None and self.thought.value <= self.thought.even

    def end(self) -> None:
        """Note that the match is over; the program waits for the next one."""
        self.start = self.game = None

    def close(self) -> None:
        if self.engine is not None:
            engine, self.engine = self.engine, None
            try:
                self.say_goodbye(engine)
            finally:
                engine.close()

    # A protocol fills these in.

    def write_move(self, game: Game, move: int) -> str:
        """Return the word for a legal move; "" if the protocol tells no moves."""
        return ""

    def shake_hands(self, engine: EngineProcess) -> None:
        """Greet a program that was just started, and set its options. Raises Forfeit, and Unplayable."""
        raise NotImplementedError

    def has_greeted(self) -> bool:
        """Return whether its answers to the greeting, if there were any, follow the protocol."""
        return True

    def begin_game(self, engine: EngineProcess, start: Game) -> None:
        """Tell the program about a new game that begins at `start`. Raises Forfeit, and Unplayable."""
        raise NotImplementedError

    def answer(self, game: Game, deadline: float) -> int:
        """Ask the program for a move in the position, and judge it. Raises Forfeit, and Resigned."""
        raise NotImplementedError

    def assess(self, game: Game) -> Value:
        """Return what the program says the position is worth to seat 0, in a game that it has followed.

        Raises Forfeit, Resigned, and Unplayable if it does not say that.
        """
        found = self.said(self.choose(game, inf))
        if found is None:
            raise self.refuse(f"{self.name} does not say what a position is worth")
        return found

    def said(self, move: int) -> Value | None:
        """Return what it said the position is worth to seat 0 when it chose the move; None if it said nothing."""
        return self.info.value(move) if self.info else None

    def say_goodbye(self, engine: EngineProcess) -> None:
        """Ask the program to end."""
        engine.send("quit", monotonic() + LATE)

    # Helpers of the protocols.

    @property
    def running(self) -> EngineProcess:
        """The running program."""
        assert self.engine is not None  # noqa: S101  # get_ready has started it
        return self.engine

    def get_ready(self) -> None:
        """Let the program run and stand at the start of the game; start it again if it has ended since the last one."""
        if self.engine is not None and self.engine.is_gone():
            self.drop()
        if self.engine is None:
            self.engine = EngineProcess(self.words, self.name, self.guard, self.folder)
            self.greet(self.engine)
            self.ping = self.measure_ping(self.engine)
        assert self.start is not None  # noqa: S101  # begin has set it
        engine = self.engine
        engine.begin_game()
        try:
            self.begin_game(engine, self.start)
        except Forfeit as forfeit:
            if forfeit.how is not How.DIED or engine.games == 1:
                raise
            self.drop()
            self.get_ready()

    def drop(self) -> None:
        """End the process of the program at once, if it has one."""
        if self.engine is not None:
            engine, self.engine = self.engine, None
            engine.close(at_once=True)

    def greet(self, engine: EngineProcess) -> None:
        """Shake hands with a program that was just started. Raises as `shake_hands`, and as `check_protocol`."""
        try:
            self.shake_hands(engine)
        except Forfeit:
            self.check_protocol()
            raise
        if not self.has_greeted():
            self.check_protocol()

    def check_protocol(self) -> None:
        """Raise Unplayable if the program is on trial and speaks another protocol."""
        if self.on_trial and (advice := self.name_protocol()):
            raise self.refuse(f"{self.name} {advice}")

    def name_protocol(self) -> str:
        """Return what to write if the program speaks another protocol; "" if it speaks none."""
        return advise(self.command, str(self.folder) if self.folder else None, type(self).__name__)

    def suspect(self) -> Callable[[], None]:
        """Return what to call while a greeting is not answered: after a while it checks the protocol, once.

        Of a program on trial it says on standard error, then, that the answer is awaited.
        """
        due = monotonic() + SUSPICIOUS

        def pulse() -> None:
            nonlocal due
            if monotonic() > due:
                due = inf
                self.check_protocol()
                if self.on_trial:
                    print(f"{self.name} does not answer yet; it has {self.timeout:g} seconds", file=sys.stderr)

        return pulse

    def measure_ping(self, engine: EngineProcess) -> float:
        """Return the seconds that a message takes there and back; 0 if the protocol cannot measure it."""
        return 0.0

    def wait_for_move(self, find: Callable[[str], Found | None], deadline: float) -> Found:
        """Return what `find` finds in the answer. The program is hurried as soon as a person wants that."""
        waiting = True

        def pulse() -> None:
            nonlocal waiting
            if waiting and hurried():
                waiting = False
                self.hurry(self.running)

        return self.running.wait_for(find, deadline, self.describe_lateness(), pulse)

    def hurry(self, engine: EngineProcess) -> None:
        """Tell the program to move at once, if the protocol has a word for that."""

    def start_clock(self) -> None:
        """Start charging the program: the time to send the position, and its way, is free.

        Waiting for the program in that time is charged: it could think about moves that it heard.
        """
        engine, spent = self.running, monotonic() - self.began
        self.transfer = spent - min(engine.waited - self.waited, spent) + self.ping
        engine.flag = self.asked + self.margin + self.transfer

    def guarded(self, act: Callable[[], Found]) -> Found:
        """Return the result of `act`; end the program if it fails, as its state is unknown then."""
        try:
            return act()
        except (Forfeit, Unplayable):
            self.drop()
            raise

    @property
    def waits(self) -> float:
        """The seconds to wait for an answer that no time control limits."""
        seconds: float | None = self.guard.seconds if self.guard else None
        return self.timeout if seconds is None else seconds

    def patience(self) -> float:
        """Return the deadline of an answer that no time control limits."""
        return monotonic() + self.waits

    def describe_silence(self, act: str, deadline: float = inf) -> str:
        """Say that a program did not do `act` by the deadline, which may be its move's."""
        seconds = max(round(self.time.limit, 2), 0.0) if deadline == self.latest() else self.waits
        return f"did not {act} within {seconds:g} second{'' if seconds == 1 else 's'}"

    def latest(self) -> float:
        """Return the time until which to wait for a move."""
        return self.asked + self.margin + LATE if self.asked < inf else self.patience() + (self.seconds or THINKING)

    def describe_lateness(self) -> str:
        """Say that a program has not moved in time."""
        limit = self.time.limit
        return "did not answer" + (f" within {max(round(limit, 2), 0.0):g} seconds" if limit < inf else " in time")

    def budget(self) -> float | None:
        """Return the seconds that the program hears for this move; None if nothing limits it."""
        return self.hold_back(self.time.limit, MOVE_RESERVE) if self.time.limit < inf else self.seconds

    def hold_back(self, seconds: float, usual: float = 0.0) -> float:
        """Return the seconds without the reserve, which takes half of them at most; `usual` where none is given."""
        return max(seconds - (usual if self.reserve is None else self.reserve), seconds / 2)

    def judge(self, read: Callable[[str], int], line: str, word: str) -> int:
        """Return the move that `read` reads from the word of `line`. Raises Forfeit, which quotes the line."""
        try:
            return read(word)
        except ValueError:
            raise Forfeit(How.ILLEGAL_MOVE, f"answered {quote(line)}, which is not a legal move") from None

    def refuse(self, what: str) -> Unplayable:
        """Return the error of a program that cannot play this game, or takes no such option."""
        return Unplayable(clip(what, 300))


class KeeperPlayer(EnginePlayer):
    """A program that keeps the position itself, and hears only what is new since the last question.

    After moves were taken back, it takes them back too, or begins again if it cannot.
    """

    def __init__(self, *words: object, **common: object):
        super().__init__(*words, **common)  # type: ignore[arg-type]  # the options of EnginePlayer
        self.told: list[Move] | None = None  # the moves on its board; None: its board shows another game
        self.origin: object = None  # the start that its board was set up with
        self.keeper: EngineProcess | None = None  # the process with this board

    # A protocol fills these in.

    def describe_start(self, start: Game) -> object:
        """Return what its board is set up as for a game from `start`. Raises Unplayable if it cannot be."""
        raise NotImplementedError

    def set_up(self, engine: EngineProcess, start: Game) -> None:
        """Set the program's board to `start`, in a new game. Raises Forfeit, and Unplayable."""
        raise NotImplementedError

    def tell(self, seat: int, word: str, deadline: float) -> None:
        """Tell the program a move of `seat`. Raises Forfeit if it does not accept it."""
        raise NotImplementedError

    def take_back(self, count: int, deadline: float) -> bool:
        """Take back `count` moves on the program's board; return whether that worked."""
        raise NotImplementedError

    # Common to all protocols.

    def begin_game(self, engine: EngineProcess, start: Game) -> None:
        origin = self.describe_start(start)
        if self.told is None or self.origin != origin or self.keeper is not engine:
            self.told = None
            self.set_up(engine, start)
            self.told, self.origin, self.keeper = [], origin, engine

    def end(self) -> None:
        super().end()
        self.told = None

    def catch_up(self, deadline: float) -> None:
        """Bring the program's board to the position of the game. Raises Forfeit."""
        assert self.start is not None and self.told is not None  # noqa: S101, PT018  # begin has set them
        moves, same = self.written, len(self.told)
        if moves[:same] != self.told:
            same = 0
            while same < len(moves) and moves[same] == self.told[same]:
                same += 1
        if len(self.told) > same and not self.take_back(len(self.told) - same, deadline):
            self.set_up(self.running, self.start)
            same = 0
        self.told = self.told[:same]
        for seat, word in moves[same:]:
            self.tell(seat, word, deadline)
            self.told.append((seat, word))

    def note_answer(self, game: Game, move: int) -> None:
        """Note that the program has made `move` on its board."""
        assert self.told is not None  # noqa: S101  # it has caught up
        self.told.append((game.turn, self.write_move(game, move)))

    def reject_refusal(self, said: str, word: str) -> Forfeit:
        """Return the error of a program that refuses a legal move, so that it cannot play on."""
        words = f"said {quote(said)} of {word}, which is a legal move: it plays by other rules"
        return Forfeit(How.NO_MOVE, words, self.running.printed())

    def refuse_game(self, game: str, plays: str) -> Unplayable:
        """Return the error of a program that does not play this game, with what it plays."""
        return self.refuse(f"{self.name} does not play {game or 'this game'} (it plays {plays})")
