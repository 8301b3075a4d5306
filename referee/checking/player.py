"""Checks a player on small variants of all games, or on named games, and shows its faults with few moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import games
import players
from games.game import CHANCE
from games.laws.scene import is_over
from players.player import Unplayable
from referee.checking import player_laws as laws
from referee.checking.examiner import GUARD, SECONDS, Examiner, GameTrial, PlayerFault
from referee.checking.game import draw_position
from referee.checking.positions import replay_moves
from referee.checking.report import Finding, Report
from referee.checking.reproducibility import check_unlimited, compare
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.ownership import leads_to_user_code
from referee.match.events import Forfeit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.game import Game
    from referee.checking.laws import Line
    from referee.running.sandbox.guard import Guard


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
    given = examiner.given
    if not shows_each_time(examiner, fault, start, examiner.seconds, given):
        return replace(fault, look="; ".join(filter(None, (fault.look, laws.ONCE))))
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
    seat, seed = replay_moves(start, fault.line).turn, fault.seed or 0
    patience = seconds + examiner.patience - examiner.seconds
    lengths = [
        length for length in range(len(fault.line)) if fault.along and is_to_move(start, fault.line[:length], seat)
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


def is_to_move(start: Game, line: Line, seat: int) -> bool:
    """Return whether the seat is to move after `line`."""
    return replay_moves(start, line).turn == seat


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
        return report_misfit(spec, str(error))
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


def report_misfit(spec: str, sentence: str) -> Report:
    """Return the report on a class that is no player."""
    unseen = frozenset(laws.ORDER) - {laws.ERRORS}
    return Report("player", spec, "no move asked for", laws.GROUPS, (Finding(laws.ERRORS, sentence, None),), (), unseen)


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
    return Report("player", examiner.spec, seen, groups, tuple(findings), notes, find_unseen(examiner))


def find_unseen(examiner: Examiner) -> frozenset[str]:
    """Return the laws that cannot be judged: all unbroken ones, if hardly any move was legal."""
    if examiner.sound < SOUND:
        return frozenset(laws.ORDER) - examiner.found.keys()
    return frozenset() if examiner.compared or examiner.program else frozenset({laws.SEED, laws.STATE})


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
