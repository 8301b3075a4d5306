"""Examines a player in its own processes: it moves in single positions, and plays games from both seats."""

from __future__ import annotations

from dataclasses import field, replace
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import TYPE_CHECKING

import games
from games.base.positions import position_after
from games.base.rule_values import moves_of
from games.dataclass import dataclass
from games.laws.hidden import draw_move
from games.laws.scene import is_over
from players.player import PlayerRequest, Resigned, Unplayable
from referee.checking import player_laws as laws
from referee.checking.player_laws import advise_on_illegal_move
from referee.checking.player_process import UNREADY, PlayerProcess, describe_changes
from referee.checking.positions import choose_positions, play_random_game
from referee.match.events import Forfeit, How
from referee.match.match import GRACE
from referee.running.sandbox.guard import Guard

if TYPE_CHECKING:
    from games.game import Game
    from referee.checking.laws import Line
    from referee.checking.player_process import Answer


SAMPLE = 100  # random games to compare a player's games with
CLEAR = 2.5  # standard deviations of the scores of random moves
NARROWEST = 0.05  # of the stakes squared: least variance of random play
SECONDS = 1.0  # for a move
GIVEN = 0.05  # seconds until its deadline, so that the check of a player that takes all its time is short
GUARD = Guard(1024, None, 1_000_000)
MOVES = 8  # its own moves in the first games
ENOUGH = 600  # moves requested: a player that errs in 1 of 100 is found in 99.8 % of the checks
LEAST = 200  # moves requested in any case, unless it has thought for WEARY seconds
THINKING = 10.0  # seconds of thought after which no more than LEAST moves are requested
WEARY = 60.0  # seconds of thought after which no move is requested at all
FAULTS = 3  # in a game, after which no more moves are requested there
ALONG = "a game from its start"
SEEDS = 1_000_000


@dataclass
class SeatBalance:
    """Scores of a player against random moves, and of random moves against themselves.

    won    by spec and seat: the score of each game for the first seat, in shares of the stakes.
    usual  by spec: the mean and variance of these scores in random games.
    """

    won: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    usual: dict[str, tuple[float, float]] = field(default_factory=dict)

    def add(self, spec: str, start: Game, seat: int, score: int) -> None:
        if spec not in self.usual:
            rng = Random(0)
            scores = [play_random_game(start, rng)[2] / start.stakes for _ in range(SAMPLE)]
            self.usual[spec] = fmean(scores), max(pvariance(scores), NARROWEST)
        self.won.setdefault((spec, seat), []).append(score / start.stakes)

    def ahead(self, seat: int) -> float:
        """Return how much more it wins from `seat` than random moves do, in standard deviations."""
        beyond = spread = 0.0
        for (spec, own), won in self.won.items():
            mean, variance = self.usual[spec]
            if own == seat:
                beyond += sum(each - mean for each in won) * (1 if seat == 0 else -1)
                spread += variance * len(won) * (1 + len(won) / SAMPLE)  # the mean varies too
        return beyond / sqrt(spread) if spread else 0.0

    def finding(self) -> str:
        """Return a sentence if one seat does better than random and the other worse; otherwise ""."""
        one, two = self.ahead(0), self.ahead(1)
        if min(one, two) > -CLEAR or max(one, two) < CLEAR:
            return ""
        good, bad = ("first", "second") if one > two else ("second", "first")
        return f"against random moves it wins more than they do as the {good} seat, and less than they do as the {bad}"


@dataclass(frozen=True)
class PlayerFault:
    """A broken law, in a game after some moves.

    trace  of an error;  look  advice, if already known;  seed  of the player.
    along  whether the player itself made its moves of the line; otherwise it was new in that position.
    games  all games that showed the fault.
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

    found   faults by law;  played, refused  games that it plays, and does not play.
    asked   moves requested;  sound  those that were legal and in time;  thought  seconds taken by all.
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
    compared: int = 0  # games in which it was compared with itself
    program: bool = False  # a program from outside takes no seed, and gets its time in seconds
    tardy: int = 0  # answers after the deadline, but not too late
    ended: int = 0  # games that ended because it hung or died
    sat: int = 0  # players made
    processes: int = 0  # started
    lasts: bool = False  # whether its players last
    seats: SeatBalance = field(default_factory=SeatBalance)

    def note(self, fault: PlayerFault) -> None:
        """Note a fault. Keeps the shortest line for each law, and all games."""
        known = self.found.get(fault.law)
        games = known.games if known else ()
        if fault.game and fault.game not in games:
            games = (*games, fault.game)
        shortest = fault if known is None or len(fault.line) < len(known.line) else known
        self.found[fault.law] = replace(shortest, games=games)

    @property
    def given(self) -> float:
        """Seconds until the deadline of a move. A program from outside gets all: nobody waits much longer for it."""
        return self.seconds if self.program else min(GIVEN, self.seconds)

    @property
    def patience(self) -> float:
        return self.seconds + GRACE

    @property
    def faulty(self) -> set[str]:
        """The games with faults that are no hints."""
        return {game for fault in self.found.values() for game in fault.games if fault.law not in laws.HINTS}

    def process(self, start: Game) -> PlayerProcess:
        self.processes += 1
        return PlayerProcess(self.spec, start, self.guard, self.processes, self.program)

    def next_seed(self) -> int:
        """Return the seed of the next player: a different one each time, the same in the next check."""
        self.sat += 1
        return Random(f"player {self.seed} {self.sat}").randrange(SEEDS)

    def examine(self, spec: str) -> None:
        """Let the player move in chosen positions of the game `spec`, and play it from both seats."""
        start = games.load(spec)
        try:
            with self.process(start) as process:
                trial = GameTrial(self, spec, start, process)
                for each in choose_positions(start, self.seed):
                    trial.alone(each.line, each.what)
                for number in (0, 1):
                    trial.match(number, MOVES, WEARY)
                if words := process.printed.strip():
                    self.note(PlayerFault(laws.SILENT, f"it prints {words.splitlines()[0][:40]!r}", spec))
                if process.left:
                    self.note(PlayerFault(laws.KEEPS, describe_changes(self.spec, process.left)))
        except Unplayable as error:
            self.refused.append(f"{spec} ({error})" if str(error) else spec)
        except Forfeit:
            self.ended += 1
            self.played.append(spec)
        else:
            self.played.append(spec)

    def go_on(self) -> None:
        """Let it play whole games without faults until enough moves were requested."""
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
        """Seconds of thought after which no more moves are requested."""
        return THINKING if self.asked >= LEAST else WEARY


@dataclass
class GameTrial:
    """A game of a check, and the process of the player; `faults` counts its faults that are no hints."""

    examiner: Examiner
    spec: str
    start: Game
    process: PlayerProcess
    faults: int = 0
    seed: int = 0  # of the present player
    line: Line = ()  # the moves before the last request

    def sit(self, seat: int) -> None:
        """Finish the present player and make a new one. Raises Forfeit, Unplayable and what the player raises."""
        self.finish(self.line)
        self.seed = self.examiner.next_seed()
        try:
            self.process.sit(seat, self.seed)
        finally:
            self.examiner.lasts |= bool(self.process.lasts)

    def finish(self, line: Line) -> None:
        """Let the present player come to its end, as after a match. Raises Forfeit if its process is gone."""
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
        """Request a move of a new player after `line`. Raises Forfeit if its process is of no use."""
        if self.faults < FAULTS:
            self.answered(line, what, along=False, new=True)

    def match(self, number: int, most: int, seconds: float) -> None:
        """Let a new player play against random moves, with at most `most` moves of its own.

        seconds  of thought, in the whole check, after which no move is requested.
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
        """Return the legal answer that came in time; otherwise note the fault and return None."""
        try:
            return self.judged(self.answer(line, new), line, what, along)
        except Resigned:
            self.examiner.notes.append(f"it resigned in {what} of {self.spec}")
            return moves_of(position_after(self.start, *line))[0]
        except PlayerRequest:
            self.fail(laws.LEGAL, f"in {what} it chose no move, but made a request, as only people may", line, along)
            return None
        except Forfeit as forfeit:
            law, look = laws.LAW_OF[forfeit.how], laws.advise_on_error(forfeit.trace)
            if UNREADY in str(forfeit):
                look = laws.UNREADY
            self.fail(law, f"in {what} it {forfeit}", line, along, forfeit.trace, look)
            if forfeit.how in (How.CRASHED, How.NO_MOVE, How.ILLEGAL_MOVE):
                return None
            raise

    def answer(self, line: Line, new: bool) -> Answer:
        """Return the answer after `line`. A new player that is late gets a second chance: machines hesitate."""
        examiner = self.examiner
        for _ in range(2):
            if new:
                self.sit(position_after(self.start, *line).turn)
            examiner.asked, self.line = examiner.asked + 1, line
            answer = self.process.choose(line, self.seed, examiner.given, examiner.patience)
            examiner.thought += answer.seconds
            if answer.seconds <= examiner.patience or not new:
                break
        return answer

    def judged(self, answer: Answer, line: Line, what: str, along: bool) -> int | None:
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
        self.faults += law not in laws.HINTS
        self.examiner.note(PlayerFault(law, sentence, self.spec, line, trace, look, self.seed, along))
