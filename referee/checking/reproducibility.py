"""A player compared with itself: the same seed in a new process, after another game, and in another interpreter."""

from __future__ import annotations

import os
import socket
import sys
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.laws.hidden import draw_move
from games.laws.scene import is_over
from games.names import user_files
from games.names.user_files import expand_home
from players.player import PlayerRequest, Resigned, Unplayable
from referee.checking import player_laws as laws
from referee.checking.examiner import MOVES, Examiner, PlayerFault
from referee.checking.player_process import PlayerProcess, serve_requests
from referee.checking.positions import choose_positions, replay_moves
from referee.match.events import Forfeit, How

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line
    from referee.running.sandbox.guard import Guard


SEEDS = ("1", "2")  # of hashes: the second if this interpreter has the first
FOLDER = "/"
START = """from referee.checking import clock_counter
clock_counter.count_looks()
import sys
from referee.checking.reproducibility import serve_here
serve_here(*sys.argv[1:])"""
THINKS = 0.6  # share of its time from which on a player thinks by the clock
QUICK = 0.002  # seconds: a player that takes less does not think by the clock
LASTS = "it says lasting = True, so its games may depend on the games before"
LONG = 5  # times the usual time, for a move without a limit


class OtherInterpreter(PlayerProcess):
    """A PlayerProcess in a new interpreter; `game` is the spec of the game."""

    def __init__(self, spec: str, game: str, start: Game, guard: Guard, mark: int):
        self.words = (absolute(spec), absolute(game), str(mark))
        super().__init__(spec, start, guard, mark)

    def work(self, line: socket.socket) -> None:
        """Replace the forked process by a new interpreter."""
        os.set_inheritable(line.fileno(), True)
        path = os.pathsep.join(str(Path(each).resolve()) for each in sys.path)
        other = next(each for each in SEEDS if each != os.environ.get("PYTHONHASHSEED"))
        os.chdir(FOLDER)
        os.execve(  # noqa: S606  # no shell is wanted
            sys.executable,
            [sys.executable, "-c", START, str(line.fileno()), *self.words],
            {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": other},
        )


def absolute(spec: str) -> str:
    """Return the spec with an absolute path, if it names a file."""
    if not user_files.is_file_spec(spec):
        return spec
    path, behind = user_files.split_file_spec(spec)
    return f"{expand_home(path).resolve()}{':' if behind else ''}{behind}"


def serve_here(number: str, spec: str, game: str, mark: str) -> None:
    """Serve requests in the new interpreter, on the socket with descriptor `number`."""
    with socket.socket(fileno=int(number)) as line:
        serve_requests(line, spec, games.load(game), int(mark))


@dataclass(frozen=True)
class PlayedGame:
    """A game that the player has played.

    thinks  whether it took most of its time for a move;  clocked  whether it looked at the clock meanwhile.
    drew    whether it drew from the module random.
    """

    line: Line
    thinks: bool
    clocked: bool
    drew: bool


def compare(examiner: Examiner, spec: str) -> None:
    """Compare games of the same seed: in two new processes, after another game in the same and in a third process."""
    start = games.load(spec)
    try:
        with examiner.process(start) as one, examiner.process(start) as other, examiner.process(start) as third:
            first, apart = play_game(examiner, one, start, 0), play_game(examiner, other, start, 0)
            after_others = []
            for process, seat in ((one, 1), (third, 0)):
                play_game(examiner, process, start, seat, examiner.seed + 1)
                after_others.append(play_game(examiner, process, start, 0).line)
    except (Forfeit, PlayerRequest, Unplayable):
        return
    examiner.compared += 1
    again = next((line for line in after_others if line != first.line), first.line)
    abroad = play_in_other_interpreter(examiner, spec, start) if examiner.compared == 1 or first.line != again else None
    if (first.thinks or (abroad and abroad.clocked)) and not first.line == apart.line == again:
        examiner.notes.append(f"it thinks by the clock in {spec}: the same seed need not lead to the same game")
    elif first.line != apart.line:
        does = "takes its random numbers from the module random" if first.drew else "does not play the same game again"
        note_difference(
            examiner, laws.SEED, f"it {does}, so that the seed does not decide", spec, first.line, apart.line
        )
    elif first.line != again and one.lasts:
        examiner.notes.append(LASTS)
    elif first.line != again:
        what = "with the same seed it plays the same game differently after another game"
        note_difference(examiner, laws.STATE, what, spec, first.line, again)
    elif first.drew:
        what = "it draws from the module random, or seeds it, which all others in the process draw from too"
        examiner.note(PlayerFault(laws.SEED, what, spec))
    elif abroad and not (first.thinks or abroad.clocked) and first.line != abroad.line:
        what = "with the same seed it plays the same game differently in another interpreter, so hashes matter"
        note_difference(examiner, laws.SEED, what, spec, first.line, abroad.line, laws.HASHES)


def play_in_other_interpreter(examiner: Examiner, spec: str, start: Game) -> PlayedGame | None:
    """Play the game in a new interpreter, in another folder and with other hashes of texts.

    A crash is noted; None if there is no result.
    """
    examiner.processes += 1
    try:
        with OtherInterpreter(examiner.spec, spec, start, examiner.guard, examiner.processes) as process:
            return play_game(examiner, process, start, 0)
    except Forfeit as forfeit:
        if forfeit.how is How.CRASHED:
            what = f"started in another folder it {forfeit}"
            examiner.note(
                PlayerFault(laws.ERRORS, what, spec, trace=forfeit.trace, look=laws.advise_on_error(forfeit.trace))
            )
    except (PlayerRequest, Unplayable):
        pass
    return None


def note_difference(
    examiner: Examiner, law: str, sentence: str, spec: str, one: Line, other: Line, look: str = ""
) -> None:
    """Note that `law` is broken after the moves that both games share."""
    examiner.note(PlayerFault(law, sentence, spec, common_moves(one, other), look=look, seed=examiner.seed))


def play_game(
    examiner: Examiner, process: PlayerProcess, start: Game, seat: int, seed: int | None = None
) -> PlayedGame:
    """Play a game from the start against random moves. Raises what the player raises, and Forfeit."""
    rng, game = Random(f"compared {examiner.seed} {seat}"), start.copy()
    line: list[int] = []
    thinks = clocked = drew = False
    process.sit(seat, examiner.seed if seed is None else seed)
    while not is_over(game) and len(line) < 4 * MOVES:
        if game.turn == seat:
            try:
                answer = process.choose(tuple(line), examiner.seed, examiner.seconds, examiner.patience)
            except Resigned:
                break
            thinks, drew = thinks or answer.seconds > THINKS * examiner.seconds, drew or answer.drew
            clocked = clocked or (answer.clocked and answer.seconds > QUICK)
            if answer.move is None:
                break
            move = answer.move
        else:
            move = draw_move(game, rng)
        line.append(move)
        game.make(move)
    if not examiner.program:
        process.end(tuple(line))
    return PlayedGame(tuple(line), thinks, clocked, drew)


def check_unlimited(examiner: Examiner, spec: str) -> None:
    """Ask for a move without a deadline."""
    start = games.load(spec)
    line, seed = choose_positions(start, examiner.seed)[-1].line, examiner.next_seed()
    try:
        with examiner.process(start) as process:
            process.sit(replay_moves(start, line).turn, seed)
            process.choose(line, seed, inf, LONG * examiner.seconds)
    except Forfeit as forfeit:
        what = f"did not answer within {LONG * examiner.seconds:g} seconds" if forfeit.how is How.HUNG else str(forfeit)
        sentence = f"without a limit of time it {what}"
        examiner.note(PlayerFault(laws.UNLIMITED, sentence, spec, line, forfeit.trace, seed=seed))
    except (PlayerRequest, Resigned, Unplayable):
        return


def common_moves(one: Line, other: Line) -> Line:
    """Return the moves that both lines begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((place for place, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))]
