"""GNU Backgammon as a player: `gnubg`, `gnubg:plies=0`, `gnubg:plies=0,noise=0.05`.

Its console gets the settings, and then listens at a socket: `external PATH`. There it answers a line of FIBS with a
whole turn, `8/5 6/5`, or with its action on the cube; and `evaluation fibsboard ...` with the value of a position.
Sources: GNU Backgammon Manual, "External player" and "set evaluation"; the dialogue itself with GNU Backgammon 1.07.
"""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf, isfinite
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Any, ClassVar

from games.backgammon.xgid import BAR, CHECKERS, read_position
from games.dataclass import dataclass
from games.game import CHANCE, IllegalMove
from games.option import Number, Option, ShellCommand, Whole, check
from referee.dialects.fibs import read_state, roll_of, write_board
from referee.dialects.spoken_games import name_of
from referee.engines.engine import OPTIONS, EnginePlayer
from referee.engines.process import find_program, quote
from referee.formats.backgammon import CANNOT_MOVE, find_turn, read_turn
from referee.match.events import Forfeit, How
from referee.solving.outcome_text import plies as count_plies
from referee.solving.value import Value, share, side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.backgammon.xgid import BoardState
    from games.game import Game
    from referee.engines.process import EngineProcess


GAMMON, BACKGAMMON = 0.25, 0.01  # noise of these chances, relative to the noise of winning, as in GNU Backgammon
PLAIN = ["-t", "-q", "-r"]  # in a terminal, without sounds, without the person's settings
ROOM = 70  # bytes of the folder's name: the path of a socket has at most 103, by unix(7)
EVEN = 0.5  # of a match
INTERFACE = "2"  # of GNU Backgammon 1.0 and later
PROMISING = 8  # turns that get more than a static evaluation
LISTENS = "Waiting for a connection"  # in the locale C
WORDS = {"beaver": "take"}  # our rules have no beaver, and its own are set without
EQUITY, OUTPUTS = 5, 6  # the index of the equity in an evaluation, and its number of values
# Questions that show whether a version reads the cube and the score as version 1.07 does: at 0-3 in a match to 4 a side
# is worse than even; it drops a double by a side that wins by its next roll, and takes a double by a side that cannot
# win.
BEHIND = read_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:3:0:4:6")
LOST = read_position("XGID=-A----------------------a-:0:0:1:D:0:0:0:0:6")
WON = read_position("XGID=------E-----------------a-:0:0:1:D:0:0:0:0:6")


@dataclass(frozen=True)
class Turn:
    """A way to end a turn: its single moves, and the position after them."""

    moves: tuple[int, ...]
    after: Game


def find_turns(game: Game) -> list[Turn]:
    """Return all positions in which the turn under way may end, each with one way there."""
    seen, found, open_ways = {game.key()}, list[Turn](), [Turn((), game.copy())]
    while open_ways:
        way = open_ways.pop()
        for move in way.after.moves():
            after = way.after.copy()
            after.make(move)
            if after.key() in seen:
                continue
            seen.add(after.key())
            turn = Turn((*way.moves, move), after)
            goes_on = after.turn == game.turn and after.score() is None
            (open_ways if goes_on else found).append(turn)
    return found


def draw_noise(noise: float, history: object, turn: Turn) -> float:
    """Return the error about the equity after a turn, for a program with this noise.

    It depends on the history of the game and the position alone, so that the same game is played again.
    """
    if not noise:
        return 0.0
    rng = random.Random(f"{history} {turn.after.position()}")
    wins = 2 * rng.gauss(0, noise)
    gammons = rng.gauss(0, GAMMON * noise) - rng.gauss(0, GAMMON * noise)
    return wins + gammons + rng.gauss(0, BACKGAMMON * noise) - rng.gauss(0, BACKGAMMON * noise)


def decide(state: BoardState, seat: int, won: bool) -> BoardState:
    """Return the position as if the seat were to roll and had practically won, or lost, without a gammon."""
    mine, theirs = [0] * (BAR + 1), [0] * (BAR + 1)
    point, count = (1, 1) if won else (6, 5)  # no roll bears off five checkers
    mine[point], mine[0] = count, CHECKERS - count
    theirs[1], theirs[0] = 1, CHECKERS - 1
    counts = (tuple(mine), tuple(theirs)) if seat == 0 else (tuple(theirs), tuple(mine))
    return replace(state, counts=counts, side=seat, dice=0, action="roll")


class GnubgPlayer(EnginePlayer):
    """GNU Backgammon, which plays at its own full strength unless plies and noise say otherwise.

    It is asked once a turn, and its answer is kept for the moves of the turn. In the middle of a turn that it has not
    begun, and where it is to err, it is asked what the ends of the turn are worth, and the best one is chosen.
    """

    options: ClassVar[dict[str, Option]] = {
        "plies": Whole(2, note="to look ahead; each takes many times longer", least=0, most=4),
        "noise": Number(0.0, note="how wrong it is about a checker's move, as a standard error", least=0, most=1),
        "command": ShellCommand("gnubg", note="what starts it, as a shell reads it"),
        **{name: OPTIONS[name] for name in ("name", "dir", "clock", "margin", "timeout", "restart")},
    }

    def __init__(self, plies: int = 2, noise: float = 0.0, command: str = "gnubg", **common: Any):
        check(self.options, plies=plies, noise=noise)
        super().__init__(command, **common)
        self.plies, self.noise = plies, noise
        self.program = self.words
        self.cubeful = True  # whether the running program plays with the cube
        self.understands = False  # whether it reads the cube and the score correctly
        self.path = self.interface = ""  # of its socket, and the version of its protocol
        self.judged: dict[tuple[BoardState, int], float] = {}  # what positions are worth, by plies
        self.plan: dict[int, int] = {}  # the remaining moves of this turn, by the key of the position before each

    # How it is started.

    def get_ready(self) -> None:
        """Let the program run, with or without the cube as the game has it.

        It lives in a folder of its own, which it needs only until it listens.
        """
        assert self.start is not None  # noqa: S101  # begin has set it
        if name_of(self.start) != "backgammon":
            raise self.refuse(f"{self.name} does not play {name_of(self.start) or 'this game'} (it plays backgammon)")
        state = read_state(self.start)
        # The cube counts in this game, or in later games of its match, as after the Crawford game.
        cubeful = bool(state.cube) or 1 in (state.needs or ())
        if cubeful != self.cubeful:
            self.close()
        self.cubeful = cubeful
        with TemporaryDirectory(prefix="gnubg-", dir=short_folder(), ignore_cleanup_errors=True) as folder:
            # It writes into its home; its texts depend on the locale.
            self.words = [*find_program("env"), f"HOME={folder}", "LC_ALL=C", *self.program, *PLAIN]
            self.path = f"{folder}/external"
            super().get_ready()

    def shake_hands(self, engine: EngineProcess) -> None:
        deadline = self.patience()
        for line in [*self.settings(), f'external "{self.path}"']:
            engine.send(line, deadline)
        late = f"did not listen within {self.timeout:g} seconds"
        engine.wait_for(lambda line: True if LISTENS in line else None, deadline, late)
        try:
            engine.speak_on(self.path)
        except OSError as error:
            what = f"does not listen where it says ({error.strerror or error}){engine.quote_last()}"
            raise Forfeit(How.HUNG, what, engine.printed()) from None
        engine.send("version", deadline)
        late = f"did not tell its version within {self.timeout:g} seconds"
        told = engine.wait_for(self.read_version, deadline, late)
        if told != INTERFACE:
            raise self.refuse(f"{self.name} speaks version {told} of its interface, and not {INTERFACE}")
        self.understands = (
            self.evaluate(BEHIND, 0, 0, deadline) < EVEN
            and self.ask(write_board(LOST, 1), deadline) == "drop"
            and self.ask(write_board(WON, 1), deadline) in ("take", "beaver")
        )

    def settings(self) -> Iterable[str]:
        """Yield the console commands that set how it plays."""
        for kind in ("chequerplay", "cubedecision"):
            yield f"set evaluation {kind} evaluation plies {self.plies}"
        yield f"set evaluation chequerplay evaluation cubeful {'on' if self.cubeful else 'off'}"
        yield from ("set jacoby off", "set beavers 0")

    def read_version(self, line: str) -> str | None:
        """Return the version of its interface at the end of its answer."""
        words = line.split()
        if words[:1] == ["Interface:"]:
            self.interface = " ".join(words[1:])
        return self.interface if words[:1] == ["Software:"] else None

    def say_goodbye(self, engine: EngineProcess) -> None:
        engine.close(at_once=True)  # when the connection ends, it waits for another one

    # A game.

    def begin_game(self, engine: EngineProcess, start: Game) -> None:
        state = read_state(start)
        if not self.understands and (state.cube or state.needs):
            raise self.refuse(
                f"{self.name} reads the cube or the score in another way than GNU Backgammon 1.07: "
                "it plays games without both only"
            )
        self.plan = {}

    def answer(self, game: Game, deadline: float) -> int:
        moves = game.moves()
        if len(moves) == 1 and game.text(moves[0]) == CANNOT_MOVE:
            return moves[0]
        if game.key() not in self.plan:
            self.start_clock()
            state = read_state(game)
            if state.action != "play":
                return self.ask_about_cube(game, state, deadline)
            whole = roll_of(state) is not None and not self.noise
            self.plan = self.ask_for_turn(game, state, deadline) if whole else self.choose_turn(game, state, deadline)
        return self.plan.pop(game.key())

    def ask(self, question: str, deadline: float) -> str:
        """Return the program's answer line. Raises Forfeit if it says nothing or an error."""
        self.running.send(question, deadline)
        line = self.running.read(deadline, self.describe_lateness())
        if not line or line.startswith("Error"):
            raise Forfeit(How.NO_MOVE, f"answered {quote(line)}, which is not a move", self.running.printed())
        return line

    def ask_about_cube(self, game: Game, state: BoardState, deadline: float) -> int:
        """Return its action on the cube: roll or double, take or drop."""
        line = self.ask(write_board(state, game.turn), deadline)
        return self.judge(lambda word: read_word(game, word), line, line)

    def ask_for_turn(self, game: Game, state: BoardState, deadline: float) -> dict[int, int]:
        """Return the moves of its whole turn, by the key of the position before each."""
        line = self.ask(write_board(state, game.turn), deadline)
        found: list[int] = []

        def read(text: str) -> int:
            found.extend(find_turn(game, read_turn(text)))
            return found[0]

        self.judge(read, line, line)
        return plan_moves(game, found)

    # Its values of turns.

    def choose_turn(self, game: Game, state: BoardState, deadline: float) -> dict[int, int]:
        """Return the moves to the end of the turn that it values most, with errors as its noise says."""
        seat = game.turn
        won, lost = (self.evaluate(decide(state, seat, win), seat, 0, deadline) for win in (True, False))
        turns = find_turns(game)
        errors = [(won - lost) / 2 * draw_noise(self.noise, self.moves, turn) for turn in turns]

        def worth(place: int, plies: int) -> float:
            turn = turns[place]
            if turn.after.score() is not None:
                return inf
            return errors[place] - self.evaluate(read_state(turn.after), 1 - seat, plies, deadline)

        order = sorted(range(len(turns)), key=lambda place: -worth(place, 0))
        if self.plies:
            order[:PROMISING] = sorted(order[:PROMISING], key=lambda place: -worth(place, self.plies))
        return plan_moves(game, turns[order[0]].moves)

    def evaluate(self, state: BoardState, seat: int, plies: int, deadline: float) -> float:
        """Return the value of the position for the seat to roll: points, or in a match the chance to win it."""
        cube = "on" if self.cubeful else "off"
        board = write_board(state, seat)
        line = self.ask(f"evaluation fibsboard {board} plies {plies} prune on cube {cube} jacobyrule off", deadline)
        try:
            return read_equity(line)
        except ValueError:
            what = f"answered {quote(line)}, which is not an evaluation"
            raise Forfeit(How.NO_MOVE, what, self.running.printed()) from None

    # As a judge.

    def assess(self, game: Game) -> Value:
        if read_state(game).needs:
            raise self.refuse(f"{self.name} says who wins a match, and not what a game of it is worth")
        points, line = self.guarded(lambda: self.find_best(game))
        texts = tuple(game.text(move) for move in line[:1])
        return Value(chance=share(points, game.stakes), line=texts, how=f"{self.name}, {count_plies(self.plies)}")

    def find_best(self, game: Game) -> tuple[float, tuple[int, ...]]:
        """Return what seat 0 may expect with the best turn, in points, and its moves; none if no seat is to move."""
        if game.turn == CHANCE or game.score() is not None:
            return self.points(game, self.plies), ()
        mine, turns = side(game.turn), find_turns(game)
        turns.sort(key=lambda turn: -mine * self.points(turn.after, 0))
        best = max(turns[:PROMISING], key=lambda turn: mine * self.points(turn.after, self.plies))
        return self.points(best.after, self.plies), best.moves

    def points(self, game: Game, plies: int) -> float:
        """Return what seat 0 may expect after a turn, in points. No position is evaluated twice."""
        state, score = read_state(game), game.score()
        if score is not None or state.side is None:  # before the first roll both are alike
            return float(score or 0)
        if state.action == "offered":
            return self.find_best(game)[0]
        if (state, plies) not in self.judged:
            found = self.evaluate(state, state.side, plies, self.patience())
            self.judged[state, plies] = side(state.side) * found * max(state.cube, 1)
        return self.judged[state, plies]


def short_folder() -> str:
    """Return the folder for temporary files, or /tmp if its name is too long for a socket."""
    folder = gettempdir()
    return folder if len(folder.encode()) <= ROOM else "/tmp"  # noqa: S108  # in it a new folder is made


def read_word(game: Game, word: str) -> int:
    """Return the cube move that a word means. Raises IllegalMove if it is not one."""
    for move in game.moves():
        if game.text(move) == WORDS.get(word, word):
            return move
    raise IllegalMove(f"{word!r} is not legal")


def plan_moves(game: Game, moves: Iterable[int]) -> dict[int, int]:
    """Return the moves of a turn, each by the key of the position before it."""
    twin, found = game.copy(), dict[int, int]()
    for move in moves:
        found[twin.key()] = move
        twin.make(move)
    return found


def read_equity(line: str) -> float:
    """Return the equity, the last of the six numbers of an evaluation. Raises ValueError."""
    numbers = [float(word) for word in line.split()]
    if len(numbers) != OUTPUTS or not all(map(isfinite, numbers)):
        raise ValueError(line)
    return numbers[EQUITY]
