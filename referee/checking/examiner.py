"""What is found out about a player: set before positions of games, in processes of its own, and held against itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from typing import TYPE_CHECKING

import games
from games.game import CHANCE
from games.hidden_laws import drawn
from games.scene import over
from players.player import Resigned, Unplayable, Wish
from referee.checking import player_laws as laws
from referee.checking.booth import Booth
from referee.checking.positions import Position, after, positions
from referee.events import Forfeit, How
from referee.match import GRACE
from referee.running.guard import Guard

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.booth import Answer
    from referee.checking.laws import Line

SECONDS = 1.0  # for a move
GIVEN = 0.05  # of these it is given as its deadline, so that a player that takes all it may is checked soon too
GUARD = Guard(1024, None, 1_000_000)
MOVES = 8  # of its own, in a game from the start
TRIES = 24  # shorter ways to a fault that are tried
THINKS = 0.6  # of its time: who takes so much of it thinks by the clock
LONG = 5  # times its time, for a move without a limit
FAULT = (Forfeit, Wish, Resigned)


@dataclass(frozen=True)
class Fault:
    """A law that does not hold, in a game after some moves; `games` are all in which it showed."""

    law: str
    sentence: str
    game: str = ""
    line: Line = ()
    trace: str = ""
    games: tuple[str, ...] = ()


@dataclass
class Examiner:
    """Finds out about a player of that spec.

    found  what does not hold, by the name of the law;  played  the games that it plays, of the specs that were tried.
    """

    spec: str
    seed: int = 0
    seconds: float = SECONDS
    guard: Guard = GUARD
    found: dict[str, Fault] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: int = 0
    compared: int = 0  # games that it was held against itself in
    tardy: int = 0  # answers that took longer than the deadline, and not too long
    ended: int = 0  # games that were broken off because it hung or died

    def note(self, law: str, sentence: str, game: str = "", line: Line = (), trace: str = "") -> None:
        """That law does not hold; the shortest line is kept, and all games."""
        known = self.found.get(law)
        if known is None or len(line) < len(known.line):
            self.found[law] = Fault(law, sentence, game, line, trace, known.games if known else ())
        if game and game not in self.found[law].games:
            self.found[law] = replace(self.found[law], games=(*self.found[law].games, game))

    @property
    def patience(self) -> float:
        """Seconds after which it has hung."""
        return self.seconds + GRACE

    def examine(self, spec: str) -> None:
        """Set it before positions of that game, and let it play both seats."""
        start = games.load(spec)
        try:
            with self.booth(start) as booth:
                sound = all(self.sound(booth, spec, start, each) for each in positions(start, self.seed))
                if sound:
                    sound = all(self.match(booth, spec, start, seat) for seat in (0, 1))
                if sound and (words := booth.printed.strip()):
                    self.note(laws.SILENT, f"it prints {words.splitlines()[0][:40]!r}", spec)
        except Unplayable as error:
            self.refused.append(f"{spec} ({error})" if str(error) else spec)
        except Forfeit:
            self.ended += 1
            self.played.append(spec)
        else:
            self.played.append(spec)

    def sound(self, booth: Booth, spec: str, start: Game, position: Position) -> bool:
        """Whether a new player answers in that position as it should. Raises Forfeit where its process is of no use."""
        return self.answered(booth, spec, start, position.line, position.what, fresh=True) is not None

    def match(self, booth: Booth, spec: str, start: Game, seat: int) -> bool:
        """Whether a new player answers so throughout a game against random moves."""
        rng, game = Random(f"match {self.seed} {seat}"), start.copy()
        line: list[int] = []
        mine, fresh = 0, True
        while not over(game) and mine < MOVES:
            if game.turn == seat:
                if (answer := self.answered(booth, spec, start, tuple(line), "a game from its start", fresh)) is None:
                    return False
                move, fresh, mine = answer, False, mine + 1
            else:
                move = drawn(game, rng)
            line.append(move)
            game.make(move)
        return True

    def answered(self, booth: Booth, spec: str, start: Game, line: Line, what: str, fresh: bool) -> int | None:
        """The legal move that it answers with in time; else None, and what is wrong is noted."""
        seat = after(start, line).turn
        try:
            for _ in range(2):  # who is late is asked again: machines hesitate
                if fresh:
                    booth.sit(seat, self.seed)
                self.asked += 1
                answer = booth.choose(line, self.seed, min(GIVEN, self.seconds), self.patience)
                if answer.seconds <= self.patience or not fresh:
                    break
            return self.judged(answer, spec, line, what)
        except Resigned:
            self.notes.append(f"it resigned in {what} of {spec}")
            return after(start, line).moves()[0]
        except Wish:
            wished = f"in {what} it chose no move, but wished for something, as only people may"
            self.note(laws.LEGAL, wished, spec, line)
            return None
        except Forfeit as forfeit:
            self.note(laws.LAW_OF[forfeit.how], f"in {what} it {forfeit}", spec, line, forfeit.trace)
            if forfeit.how in (How.CRASHED, How.NO_MOVE):
                return None
            raise

    def judged(self, answer: Answer, spec: str, line: Line, what: str) -> int | None:
        """The move, if it is a legal one and in time."""
        if answer.move is None:
            self.note(laws.LEGAL, f"in {what} it chose {answer.said}, which is not a legal move", spec, line)
        elif answer.seconds > self.patience:
            took = f"in {what} it took {answer.seconds:.1f} seconds for a move, where {self.seconds:g} are allowed"
            self.note(laws.TIME, took, spec, line)
            return None
        elif answer.seconds > min(GIVEN, self.seconds) + GRACE:
            self.tardy += 1
            if self.tardy > 1:
                took = f"in {what} it took {answer.seconds:.2f} seconds, where its deadline came after {GIVEN:g}"
                self.note(laws.DEADLINE, took, spec, line)
        return answer.move

    # Held against itself.

    def compare(self, spec: str) -> None:
        """Play one game in new processes, in one of them again after another game, and in one only after another."""
        start = games.load(spec)
        try:
            with self.booth(start) as one, self.booth(start) as other, self.booth(start) as third:
                first, thinks, drew = self.game(one, start, 0)
                apart, _, _ = self.game(other, start, 0)
                after_others = []
                for booth, seat in ((one, 1), (third, 0)):
                    self.game(booth, start, seat, self.seed + 1)
                    after_others.append(self.game(booth, start, 0)[0])
        except (*FAULT, Unplayable):
            return
        self.compared += 1
        again = next((line for line in after_others if line != first), first)
        if thinks and not first == apart == again:
            self.notes.append(f"it thinks by the clock in {spec}: the same seed need not lead to the same game")
        elif first != apart:
            does = "takes its random numbers from the module random" if drew else "does not play the same game again"
            self.note(laws.SEED, f"it {does}, so that the seed does not decide", spec, differing(first, apart))
        elif first != again:
            what = "it plays the same game with the same seed otherwise after another game"
            self.note(laws.STATE, what, spec, differing(first, again))
        elif drew:
            what = "it draws from the module random, or seeds it, which all others in the process draw from too"
            self.note(laws.SEED, what, spec)

    def booth(self, start: Game) -> Booth:
        """A new process for players of the spec."""
        return Booth(self.spec, start, self.guard)

    def game(self, booth: Booth, start: Game, seat: int, seed: int | None = None) -> tuple[Line, bool, bool]:
        """A game from the start against random moves; whether it thinks by the clock, and draws from the module."""
        rng, game = Random(f"compared {self.seed} {seat}"), start.copy()
        line: list[int] = []
        thinks = drew = False
        booth.sit(seat, self.seed if seed is None else seed)
        while not over(game) and len(line) < 4 * MOVES:
            if game.turn == seat:
                answer = booth.choose(tuple(line), self.seed, self.seconds, self.patience)
                thinks, drew = thinks or answer.seconds > THINKS * self.seconds, drew or answer.drew
                if answer.move is None:
                    break
                move = answer.move
            else:
                move = drawn(game, rng)
            line.append(move)
            game.make(move)
        return tuple(line), thinks, drew

    def unlimited(self, spec: str) -> None:
        """Ask for a move where there is no deadline."""
        start = games.load(spec)
        line = positions(start, self.seed)[-1].line
        try:
            with self.booth(start) as booth:
                booth.sit(after(start, line).turn, self.seed)
                booth.choose(line, self.seed, inf, LONG * self.seconds)
        except Forfeit as forfeit:
            what = f"did not answer within {LONG * self.seconds:g} seconds" if forfeit.how is How.HUNG else str(forfeit)
            self.note(laws.UNLIMITED, f"where there is no limit of time it {what}", spec, line, forfeit.trace)
        except (Wish, Resigned, Unplayable):
            return

    # The same fault after fewer moves.

    def shorten(self, fault: Fault) -> Fault:
        """The fault after as few moves as a few trials find."""
        start, line = games.load(fault.game), fault.line
        size, tries = len(line) // 2, TRIES
        while size:
            place = 0
            while place + size <= len(line) and tries:
                shorter = line[:place] + line[place + size :]
                if playable(start, shorter) and (shown := self.again(fault, start, shorter)):
                    fault, line = shown, shorter
                else:
                    place += size
                tries -= 1
            size //= 2
        return fault

    def again(self, fault: Fault, start: Game, line: Line) -> Fault | None:
        """The fault after those moves, if it shows there."""
        trial = Examiner(self.spec, self.seed, self.seconds, self.guard)
        try:
            with self.booth(start) as booth:
                trial.sound(booth, fault.game, start, Position(line, "this position"))
        except (Forfeit, Unplayable):
            pass
        shown = trial.found.get(fault.law)
        return replace(shown, games=fault.games) if shown else None


def playable(start: Game, line: Line) -> bool:
    """Whether those moves can be made, and a seat is to move then."""
    game = start.copy()
    for move in line:
        if move not in game.moves():
            return False
        game.make(move)
    return not over(game) and game.turn != CHANCE


def differing(one: Line, other: Line) -> Line:
    """The moves up to where the two lines part."""
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((place for place, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))]
