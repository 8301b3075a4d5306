"""Checks a player on small variants of all games, or on named games, and shows its faults with few moves."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import replace
from itertools import takewhile
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import games
import players
from games.base.positions import position_after
from games.dataclass import dataclass
from games.game import CHANCE
from games.laws.hidden import draw_move
from games.laws.scene import is_over
from games.names import user_files
from games.names.user_files import expand_home
from players.player import PlayerRequest, Resigned, Unplayable
from referee.checking import player_laws as laws
from referee.checking.examiner import GUARD, MOVES, SECONDS, Examiner, GameTrial, PlayerFault
from referee.checking.game import draw_position
from referee.checking.player_process import PlayerProcess, find_text, serve_requests
from referee.checking.positions import choose_positions
from referee.checking.report import Finding, Report
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.ownership import leads_to_user_code
from referee.match.events import Forfeit, How

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.game import Game
    from referee.checking.laws import Line
    from referee.running.sandbox.guard import Guard


WRONG_CLOCK = r"(?!.*monotonic)[^#]*(\btime\(\).*\bdeadline\b|\bdeadline\b.*\btime\(\))"  # a comparison with time()
TRIES = 24  # shorter lines that are tried
AMPLE = 1.0  # seconds for a move that should be enough
TWICE = 2
SMALL = (  # a quick variant of each game
    "tic-tac-toe", "chips:chips=21", "nim", "connect-four:columns=5,rows=4", "hexapawn",
    "yucky-chocolate:rows=3,columns=4", "othello:size=4", "breakthrough:columns=4,rows=5",
    "gomoku:columns=6,rows=5,line=4", "kalah:pits=3,seeds=2", "hex:size=4", "dots-and-boxes:rows=2,columns=2",
    "checkers", "chess:variant=gardner", "go:size=3", "kuhn-poker", "leduc-poker", "liars-dice",
    "pig:target=20", "backgammon", "tree-game",
)  # fmt: skip
HUNG = 2  # games in which it may hang or die before the rest is left out
COMPARED = 2  # games in which it is compared with itself
SOUND = 10  # legal moves in time that are needed to judge anything else


def settle_fault(examiner: Examiner, fault: PlayerFault) -> PlayerFault:
    """Return the fault with the fewest moves found, and with what it depends on."""
    start = games.load(fault.game)
    fresh = reproduce_fault(examiner, fault, start, fault.line)
    if fresh is not None:
        fault = shorten_fault(examiner, fresh, start)
    given, once = examiner.given, laws.LASTED if examiner.lasts else laws.ONCE
    if not shows_each_time(examiner, fault, start, examiner.seconds, given):
        return replace(fault, look="; ".join(filter(None, (fault.look, once))))
    if given < AMPLE and not shows_each_time(examiner, fault, start, AMPLE, AMPLE):
        sentence = f"{fault.sentence}, with {given:g} seconds for the move; with {AMPLE:g} second it does not"
        return replace(fault, sentence=sentence, look=laws.HURRIED)
    return fault


def shorten_fault(examiner: Examiner, fault: PlayerFault, start: Game) -> PlayerFault:
    """Return the fault of a new player with the same seed, after as few moves as some trials find."""
    line = fault.line
    size, tries = len(line) // 2 or len(line), TRIES
    while size:
        place = 0
        while place + size <= len(line) and tries:
            shorter = line[:place] + line[place + size :]
            if is_playable(start, shorter) and (shown := reproduce_fault(examiner, fault, start, shorter)):
                fault, line = shown, shorter
            else:
                place += size
            tries -= 1
        size //= 2
    return fault


def reproduce_fault(examiner: Examiner, fault: PlayerFault, start: Game, line: Line) -> PlayerFault | None:
    """Return the fault of a new player with the same seed after `line`, if it shows."""
    trial = Examiner(examiner.spec, examiner.seed, examiner.seconds, examiner.guard, program=examiner.program)
    try:
        with examiner.process(start) as process:
            SeededTrial(trial, fault.game, start, process, seed=fault.seed or 0).alone(line, "this position")
    except (Forfeit, Unplayable):
        pass
    shown = trial.found.get(fault.law)
    return replace(shown, games=fault.games) if shown else None


class SeededTrial(GameTrial):
    """A trial of one position with a player of known seed."""

    def sit(self, seat: int) -> None:
        self.process.sit(seat, self.seed)


def shows_each_time(examiner: Examiner, fault: PlayerFault, start: Game, seconds: float, given: float) -> bool:
    """Return whether the fault shows each time under these conditions."""
    return all(shows_again(examiner, fault, start, seconds, min(given, seconds)) for _ in range(TWICE))


def shows_again(examiner: Examiner, fault: PlayerFault, start: Game, seconds: float, given: float) -> bool:
    """Return whether the fault shows if the same moves lead the same player to it."""
    seat, seed = position_after(start, *fault.line).turn, fault.seed or 0
    patience = seconds + examiner.patience - examiner.seconds
    lengths = [
        length
        for length in range(len(fault.line))
        if fault.along and position_after(start, *fault.line[:length]).turn == seat
    ]
    try:
        with examiner.process(start) as process:
            process.sit(seat, seed)
            for length in lengths:
                process.choose(fault.line[:length], seed, given, patience)
            return process.choose(fault.line, seed, given, patience).move is None
    except Forfeit:
        return True
    except Exception:  # noqa: BLE001  # it resigned, or did something else
        return fault.law == laws.LEGAL and "wished" in fault.sentence


def is_playable(start: Game, line: Line) -> bool:
    """Return whether the moves of `line` are legal and a seat is to move after them."""
    game = start.copy()
    for move in line:
        if move not in game.moves():
            return False
        game.make(move)
    return not is_over(game) and game.turn != CHANCE


def check_player(
    spec: str,
    specs: Iterable[str] = SMALL,
    seed: int = 0,
    seconds: float = SECONDS,
    guard: Guard = GUARD,
    signs: Signs = ASCII,
) -> Report:
    """Return the report on players of `spec`, tried on the games `specs`.

    The same seed gives the same report, except for time and memory. seconds  for a move;  signs  of drawn positions.
    Raises SpecError if `spec` names no player, and if the system cannot fork processes.
    """
    try:
        players.CATALOGUE.check(spec)
    except players.Misfit as error:
        finding, unseen = Finding(laws.ERRORS, str(error), None), frozenset(laws.ORDER) - {laws.ERRORS}
        return Report("player", spec, "no move asked for", laws.GROUPS, (finding,), (), unseen)
    if program := players.CATALOGUE.is_outside(spec):
        players.load(spec)  # which starts nothing, and refuses what cannot be started
    examiner = Examiner(spec, seed, seconds, guard, program=program)
    tried = list(specs)
    for each in tried:
        if examiner.ended >= HUNG:
            left = len(tried) - len(examiner.played) - len(examiner.refused)
            examiner.notes.append(f"{left} games were not tried, as it hung or died in others")
            break
        examiner.examine(each)
    examine_further(examiner)
    return make_report(examiner, signs)


def examine_further(examiner: Examiner) -> None:
    """Compare the player with itself, and settle its faults."""
    examiner.go_on()
    sound = [spec for spec in examiner.played if spec not in examiner.faulty]
    for spec in () if examiner.program else sound[:COMPARED]:
        compare(examiner, spec)
    for spec in sound[:1]:
        check_unlimited(examiner, spec)
    if not examiner.played:
        tried = ", ".join(examiner.refused)
        examiner.note(PlayerFault(laws.PLAYS, f"it plays none of the games that it was tried on: {tried}"))
    elif examiner.refused:
        examiner.notes.append(f"it does not play {', '.join(examiner.refused)}")
    for law in (laws.LEGAL, laws.ERRORS):
        if law in examiner.found and examiner.found[law].seed is not None:
            examiner.found[law] = settle_fault(examiner, examiner.found[law])


def make_report(examiner: Examiner, signs: Signs) -> Report:
    """Return the report of the findings of `examiner`."""
    findings = [make_finding(examiner.found[law], examiner, signs) for law in laws.ORDER if law in examiner.found]
    findings.sort(key=lambda finding: finding.hint)
    notes = tuple(dict.fromkeys(examiner.notes))
    asked, many = examiner.asked, len(examiner.played)
    seen = f"{asked:,} move{'s' * (asked != 1)} asked for in {many} game{'s' * (many != 1)}"
    groups = laws.OF_PROGRAMS if examiner.program else laws.GROUPS
    unseen = frozenset() if examiner.compared or examiner.program else frozenset({laws.SEED, laws.STATE})
    if examiner.sound < SOUND:  # then nothing that was not found broken can be judged
        unseen = frozenset(laws.ORDER) - examiner.found.keys()
    return Report("player", examiner.spec, seen, groups, tuple(findings), notes, unseen)


def make_finding(fault: PlayerFault, examiner: Examiner, signs: Signs) -> Finding:
    """Return the finding about a fault."""
    others = [game for game in fault.games if game != fault.game]
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    also = f" (also on {', '.join(others[:3])}{more})" if others else ""
    hint = fault.law in laws.HINTS
    if not fault.game:
        moves = None if hint else ()
        return Finding(fault.law, fault.sentence, moves, look=find_advice(fault, examiner.program), hint=hint)
    texts, game = [], games.load(fault.game)
    for move in fault.line:
        texts.append(game.text(move))
        game.make(move)
    drawing = draw_position(game, signs)
    trace = fault.trace.rstrip() if examiner.program or leads_to_user_code(fault.trace) else ""
    look = find_advice(fault, examiner.program)
    if fault.law in (laws.LEGAL, laws.TIME) and (line := find_text(examiner.spec, WRONG_CLOCK)):
        look = f"{look}; {laws.CLOCK}{line}"
    if fault.law in (laws.LEGAL, laws.ERRORS) and set(fault.games) < set(examiner.played):
        look = f"{look}; {laws.ONE_GAME}"
    seed = None if examiner.program else fault.seed
    return Finding(
        fault.law, fault.sentence + also, tuple(texts), fault.game, drawing, look, trace, hint=hint, seed=seed
    )


def find_advice(fault: PlayerFault, program: bool) -> str:
    """Return advice on a fault of a player, or of a program from outside."""
    if program and fault.law in laws.PROGRAM_LOOKS:
        return laws.PROGRAM_LOOKS[fault.law]
    if fault.look:
        return fault.look
    if fault.law == laws.ERRORS and fault.trace and not leads_to_user_code(fault.trace):
        return laws.CALLED
    return laws.LOOKS[fault.law]


# The player compared with itself.


SEEDS = ("1", "2")  # of hashes: the second if this interpreter has the first
FOLDER = "/"
START = """from referee.checking import clock_counter
clock_counter.count_looks()
import sys
from referee.checking.player import serve_here
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
    shared = tuple(move for move, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    examiner.note(PlayerFault(law, sentence, spec, shared, look=look, seed=examiner.seed))


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
            process.sit(position_after(start, *line).turn, seed)
            process.choose(line, seed, inf, LONG * examiner.seconds)
    except Forfeit as forfeit:
        what = f"did not answer within {LONG * examiner.seconds:g} seconds" if forfeit.how is How.HUNG else str(forfeit)
        sentence = f"without a limit of time it {what}"
        examiner.note(PlayerFault(laws.UNLIMITED, sentence, spec, line, forfeit.trace, seed=seed))
    except (PlayerRequest, Resigned, Unplayable):
        return
