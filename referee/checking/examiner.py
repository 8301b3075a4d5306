"""Examines a player in separate processes: it is asked in positions of games, and plays games from both seats."""

from __future__ import annotations

from dataclasses import field, replace
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import TYPE_CHECKING

import games
from games.dataclass import dataclass
from games.laws.hidden import draw_move
from games.laws.scene import is_over
from players.player import PlayerRequest, Resigned, Unplayable
from referee.checking import player_laws as laws
from referee.checking.leftovers import describe_changes
from referee.checking.player_laws import advise_on_illegal_move
from referee.checking.player_process import PlayerProcess
from referee.checking.positions import choose_positions, replay_moves
from referee.match.events import Forfeit, How
from referee.match.match import GRACE
from referee.running.sandbox.guard import Guard

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line
    from referee.checking.player_process import Answer


SAMPLE = 100  # random games, against which those of a player are held
LONGEST = 1000  # moves of them
CLEAR = 2.5  # standard deviations, of what random moves win in as many games
NARROWEST = 0.05  # of the stakes squared: the variance of random play is not taken to be smaller
SECONDS = 1.0  # for a move
GIVEN = 0.05  # of these it is given as its deadline, so that a player that takes all it may is checked soon too
GUARD = Guard(1024, None, 1_000_000)
MOVES = 8  # of its own, in the first games from the start
ENOUGH = 600  # moves that are asked for: one that errs in 1 of 100 is found in 99.8 % of the checks, in 3 of 100 in all
LEAST = 200  # of them, that are asked for also where it has thought for
THINKING = 10.0  # seconds, but not where these have become
WEARY = 60.0  # seconds
FAULTS = 3  # in a game, after which it is not asked any more in that
ALONG = "a game from its start"
SEEDS = 1_000_000


@dataclass
class SeatBalance:
    """The games of a player against random moves, and of random moves against themselves.

    won    by spec and seat, what the first seat won in each game, in shares of the stakes.
    usual  by spec, the mean and the variance of that in random games.
    """

    won: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    usual: dict[str, tuple[float, float]] = field(default_factory=dict)

    def add(self, spec: str, start: Game, seat: int, score: int) -> None:
        """Count a game of that spec that it played to its end from that seat."""
        if spec not in self.usual:
            self.usual[spec] = sample_games(start)
        self.won.setdefault((spec, seat), []).append(score / start.stakes)

    def ahead(self, seat: int) -> float:
        """How much more it wins from that seat than random moves do, in standard deviations."""
        beyond = spread = 0.0
        for (spec, own), won in self.won.items():
            mean, variance = self.usual[spec]
            if own == seat:
                beyond += sum(each - mean for each in won) * (1 if seat == 0 else -1)
                spread += variance * len(won) * (1 + len(won) / SAMPLE)  # the mean varies too
        return beyond / sqrt(spread) if spread else 0.0

    def finding(self) -> str:
        """Return what is remarkable, in a sentence; empty if nothing is."""
        one, two = self.ahead(0), self.ahead(1)
        if min(one, two) > -CLEAR or max(one, two) < CLEAR:
            return ""
        good, bad = ("first", "second") if one > two else ("second", "first")
        return f"against random moves it wins more than they do as the {good} seat, and less than they do as the {bad}"


def sample_games(start: Game) -> tuple[float, float]:
    """Return what the first seat wins in random games, in shares of the stakes: the mean, and the variance."""
    rng = Random(0)
    scores = [play_random_game(start, rng) / start.stakes for _ in range(SAMPLE)]
    return fmean(scores), max(pvariance(scores), NARROWEST)


def play_random_game(start: Game, rng: Random) -> int:
    """Return the score of a random game; 0 if it does not come to an end."""
    game = start.copy()
    for _ in range(LONGEST):
        if is_over(game):
            break
        game.make(draw_move(game, rng))
    return game.score() or 0


@dataclass(frozen=True)
class PlayerFault:
    """A law that does not hold, in a game after some moves.

    trace  of an error;  look  what to look at, where that is known by now.
    seed   of the player;  along  whether it made its moves of the line itself, else it was new in that position.
    games  all in which the fault showed.
    """

    law: str
    sentence: str
    game: str = ""
    line: Line = ()
    trace: str = ""
    look: str = ""
    seed: int | None = None
    along: bool = False
    games: tuple[str, ...] = ()


@dataclass
class Examiner:
    """Examines the player of a spec.

    found   what does not hold, by the name of the law;  played  the games that it plays, of the specs that were tried.
    asked   the moves that were asked for;  sound  how many of them were legal and in time;  thought  the seconds that
            they took in all.
    """

    spec: str
    seed: int = 0
    seconds: float = SECONDS
    guard: Guard = GUARD
    found: dict[str, PlayerFault] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: int = 0
    sound: int = 0
    thought: float = 0.0
    compared: int = 0  # games that it was compared with itself in
    program: bool = False  # whether it is one from outside, which takes no seed and is told of the time in seconds
    tardy: int = 0  # answers that took longer than the deadline, and not too long
    ended: int = 0  # games that were broken off because it hung or died
    sat: int = 0  # players that were made
    processes: int = 0  # that were begun
    seats: SeatBalance = field(default_factory=SeatBalance)

    def note(self, fault: PlayerFault) -> None:
        """That law does not hold; the shortest line is kept, and all games."""
        known = self.found.get(fault.law)
        games = known.games if known else ()
        if fault.game and fault.game not in games:
            games = (*games, fault.game)
        shortest = fault if known is None or len(fault.line) < len(known.line) else known
        self.found[fault.law] = replace(shortest, games=games)

    @property
    def given(self) -> float:
        """Seconds that it is given for a move: a program from outside is not waited for much longer, so all."""
        return self.seconds if self.program else min(GIVEN, self.seconds)

    @property
    def patience(self) -> float:
        """Seconds after which it has hung."""
        return self.seconds + GRACE

    @property
    def faulty(self) -> set[str]:
        """The games in which something is wrong that is not a hint."""
        return {game for fault in self.found.values() for game in fault.games if fault.law not in laws.HINTS}

    def process(self, start: Game) -> PlayerProcess:
        """Return a new process for players of the spec."""
        self.processes += 1
        return PlayerProcess(self.spec, start, self.guard, self.processes)

    def next_seed(self) -> int:
        """Return the seed of the next player that is made: another one for each, and the same in the next check."""
        self.sat += 1
        return Random(f"player {self.seed} {self.sat}").randrange(SEEDS)

    def examine(self, spec: str) -> None:
        """Set it before positions of that game, and let it play both seats."""
        start = games.load(spec)
        try:
            with self.process(start) as process:
                trial = GameTrial(self, spec, start, process)
                for each in choose_positions(start, self.seed):
                    trial.alone(each.line, each.what)
                for number in (0, 1):
                    trial.match(number, MOVES, WEARY)
                self.hear(process, spec)
                if process.left:
                    self.note(PlayerFault(laws.KEEPS, describe_changes(self.spec, process.left)))
        except Unplayable as error:
            self.refused.append(f"{spec} ({error})" if str(error) else spec)
        except Forfeit:
            self.ended += 1
            self.played.append(spec)
        else:
            self.played.append(spec)

    def hear(self, process: PlayerProcess, spec: str) -> None:
        """Note what the player printed in that game."""
        if words := process.printed.strip():
            self.note(PlayerFault(laws.SILENT, f"it prints {words.splitlines()[0][:40]!r}", spec))

    def go_on(self) -> None:
        """Let it play whole games, of those in which nothing is wrong, until enough moves were asked for."""
        able = [spec for spec in self.played if spec not in self.faulty]
        for place, spec in enumerate(able):
            share = (ENOUGH - self.asked) // (len(able) - place)
            start, until = games.load(spec), self.asked + share
            try:
                with self.process(start) as process:
                    trial = GameTrial(self, spec, start, process)
                    for number in range(2, 2 + share):
                        if self.asked >= until or self.thought > self.bearable or trial.faults:
                            break
                        trial.match(number, until - self.asked, self.bearable)
            except (Forfeit, Unplayable):
                self.ended += 1
        if words := self.seats.finding():
            self.note(PlayerFault(laws.SIDES, words))

    @property
    def bearable(self) -> float:
        """The seconds of thought after which no more moves are asked for."""
        return THINKING if self.asked >= LEAST else WEARY


@dataclass
class GameTrial:
    """One game of a check, and the process in which the player is asked; `faults` counts its moves that are none."""

    examiner: Examiner
    spec: str
    start: Game
    process: PlayerProcess
    faults: int = 0
    seed: int = 0  # of the player that sits there
    line: Line = ()  # the moves after which it was asked last

    def sit(self, seat: int) -> None:
        """Make a new player, once the one before has come to its end. Raises Forfeit, Unplayable and what it raises."""
        self.finish(self.line)
        self.seed = self.examiner.next_seed()
        self.process.sit(seat, self.seed)

    def finish(self, line: Line) -> None:
        """Let the player that sits there come to its end, as after a match. Raises Forfeit if its process is gone."""
        if self.examiner.program:
            return
        try:
            self.process.end(line)
        except PlayerRequest:
            pass
        except Forfeit as forfeit:
            self.faults += 1
            law, look = laws.LAW_OF[forfeit.how], laws.advise_on_error(forfeit.trace)
            told = f"when its match was over it {forfeit}"
            self.examiner.note(PlayerFault(law, told, self.spec, line, forfeit.trace, look))
            if forfeit.how is not How.CRASHED:
                raise

    def alone(self, line: Line, what: str) -> None:
        """Ask a new player for a move in that position. Raises Forfeit if its process is of no use."""
        if self.faults < FAULTS:
            self.answered(line, what, along=False, new=True)

    def match(self, number: int, most: int, seconds: float) -> None:
        """Let a new player play against random moves, and make so many of its own at most.

        seconds  of thought, in the whole check, after which it is asked for no more moves.
        """
        examiner, seat = self.examiner, number % 2
        rng, game = Random(f"match {examiner.seed} {number}"), self.start.copy()
        line: list[int] = []
        mine = 0
        while self.faults < FAULTS and not is_over(game) and mine < most and not (mine and examiner.thought > seconds):
            if game.turn == seat:
                if (answer := self.answered(tuple(line), ALONG, along=True, new=not mine)) is None:
                    break
                move, mine = answer, mine + 1
            else:
                move = draw_move(game, rng)
            line.append(move)
            game.make(move)
        if mine:
            self.finish(tuple(line))
        if mine and is_over(game):
            examiner.seats.add(self.spec, self.start, seat, game.score() or 0)

    def answered(self, line: Line, what: str, along: bool, new: bool) -> int | None:
        """Return the legal move that it answers with in time; else None, and what is wrong is noted."""
        try:
            return self.judged(self.answer(line, new), line, what, along)
        except Resigned:
            self.examiner.notes.append(f"it resigned in {what} of {self.spec}")
            return replay_moves(self.start, line).moves()[0]
        except PlayerRequest:
            self.fail(laws.LEGAL, f"in {what} it chose no move, but made a request, as only people may", line, along)
            return None
        except Forfeit as forfeit:
            law, look = laws.LAW_OF[forfeit.how], laws.advise_on_error(forfeit.trace)
            self.fail(law, f"in {what} it {forfeit}", line, along, forfeit.trace, look)
            if forfeit.how in (How.CRASHED, How.NO_MOVE, How.ILLEGAL_MOVE):
                return None
            raise

    def answer(self, line: Line, new: bool) -> Answer:
        """Return what it answers in that position. A new player that is late is asked again: machines hesitate."""
        examiner = self.examiner
        for _ in range(2):
            if new:
                self.sit(replay_moves(self.start, line).turn)
            examiner.asked, self.line = examiner.asked + 1, line
            answer = self.process.choose(line, self.seed, examiner.given, examiner.patience)
            examiner.thought += answer.seconds
            if answer.seconds <= examiner.patience or not new:
                break
        return answer

    def judged(self, answer: Answer, line: Line, what: str, along: bool) -> int | None:
        """Return the move, if it is a legal one and in time."""
        examiner = self.examiner
        if answer.move is None:
            look = advise_on_illegal_move(answer, self.start, line)
            self.fail(
                laws.LEGAL, f"in {what} it chose {answer.said}, which is not a legal move", line, along, look=look
            )
            return None
        if answer.seconds > examiner.patience:
            took = f"in {what} it took {answer.seconds:.1f} seconds for a move, where {examiner.seconds:g} are allowed"
            self.fail(laws.TIME, took, line, along)
            return None
        if answer.seconds > examiner.given + GRACE:
            examiner.tardy += 1
            if examiner.tardy > 1:
                took = (
                    f"in {what} it took {answer.seconds:.2f} seconds, where its deadline came after {examiner.given:g}"
                )
                self.fail(laws.DEADLINE, took, line, along)
        examiner.sound += 1
        return answer.move

    def fail(self, law: str, sentence: str, line: Line, along: bool, trace: str = "", look: str = "") -> None:
        """That law does not hold after those moves."""
        self.faults += law not in laws.HINTS
        self.examiner.note(PlayerFault(law, sentence, self.spec, line, trace, look, self.seed, along))
