"""Shows a player's fault after fewer moves, and finds what it depends on: the seed or too little time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import games
from games.game import CHANCE
from games.laws.scene import is_over
from players.player import Unplayable
from referee.checking import player_laws as laws
from referee.checking.examiner import Examiner, GameTrial, PlayerFault
from referee.checking.positions import replay_moves
from referee.match.events import Forfeit

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line

TRIES = 24  # shorter ways to a fault that are tried
AMPLE = 1.0  # seconds for a move, beside which less is little
TWICE = 2


def settle_fault(examiner: Examiner, fault: PlayerFault) -> PlayerFault:
    """The fault as it is told: after the fewest moves that were found, with what it hangs on."""
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
    """The fault of a new player after as few moves as a few trials find, with the same seed."""
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
    """The fault of a new player with the same seed after those moves, if it shows there."""
    trial = Examiner(examiner.spec, examiner.seed, examiner.seconds, examiner.guard, program=examiner.program)
    try:
        with examiner.process(start) as process:
            SeededTrial(trial, fault.game, start, process, seed=fault.seed or 0).alone(line, "this position")
    except (Forfeit, Unplayable):
        pass
    shown = trial.found.get(fault.law)
    return replace(shown, games=fault.games) if shown else None


class SeededTrial(GameTrial):
    """One position, and a player whose seed is known."""

    def sit(self, seat: int) -> None:
        """Make a new player with that seed."""
        self.process.sit(seat, self.seed)


def shows_each_time(examiner: Examiner, fault: PlayerFault, start: Game, seconds: float, given: float) -> bool:
    """Whether the fault shows each time that all is as it was, with so many seconds given of those allowed."""
    return all(shows_again(examiner, fault, start, seconds, min(given, seconds)) for _ in range(TWICE))


def shows_again(examiner: Examiner, fault: PlayerFault, start: Game, seconds: float, given: float) -> bool:
    """Whether the fault shows where the same player is led to it by the same moves."""
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
    except Exception:  # noqa: BLE001  # it resigned, or whatever else is not the fault
        return fault.law == laws.LEGAL and "wished" in fault.sentence


def is_to_move(start: Game, line: Line, seat: int) -> bool:
    """Whether that seat is to move after those moves."""
    return replay_moves(start, line).turn == seat


def is_playable(start: Game, line: Line) -> bool:
    """Whether those moves can be made, and a seat is to move then."""
    game = start.copy()
    for move in line:
        if move not in game.moves():
            return False
        game.make(move)
    return not is_over(game) and game.turn != CHANCE
