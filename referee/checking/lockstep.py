"""Compares two games along the same texts of moves, and finds the shortest line after which they differ."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeVar

from games.base.notation import fold, listing
from games.dataclass import dataclass
from games.game import CHANCE
from games.laws.hidden import draw_move
from games.laws.scene import is_over
from referee.checking.explorer import shorten_line
from referee.checking.game import draw_position
from referee.checking.instrumented_game import describe_error
from referee.checking.report import Finding, Report
from referee.drawing.glyphs import ASCII, Signs
from referee.errors.attribution import format_traceback, is_user_error
from referee.errors.timeout import CodeTimeout, Stopwatch, capture_output, limit_time

if TYPE_CHECKING:
    from games.game import Game

POSITIONS = 3000
NEAR = 3  # one third is near the start
LONGEST = 1000  # moves of a random game
SECONDS = 30.0  # for comparing positions, without waiting for a processor
STUCK = 5.0  # seconds in one position
TRIES = 300  # shorter lines that are tried
LAW = "it_is_the_same_game"
LOOSELY = "texts of moves were compared without case, blanks and hyphens, as they are typed"
LOOK = "the rule by which the two differ there; positions that look alike may still differ in whose turn it is"

Answer = TypeVar("Answer")
Make = Callable[[], "Game"]
Texts = tuple[str, ...]


@dataclass(frozen=True)
class Divergence:
    """Where two games differ: the moves, the difference in words, and what the checked rules raised."""

    line: Texts
    how: str
    error: BaseException | None = None


class ImpossibleMove(Exception):
    """A move cannot be made, as the game is over or has no such move."""


class RulesFailure(Exception):
    """The checked rules failed; the cause is what they raised."""


@dataclass
class GamePair:
    """The checked game and the reference `name`, given by functions that make them.

    seen  positions compared;  loosely  whether some texts of moves matched only after folding.
    """

    mine: Make
    theirs: Make
    name: str
    seen: int = 0
    loosely: bool = False
    watch: Stopwatch = field(default_factory=Stopwatch)

    def part(self, seed: int, positions: int = POSITIONS, seconds: float = SECONDS) -> Divergence | None:
        """Return where the games differ, near the start or along random games; None if that was not seen."""
        self.watch = Stopwatch()
        found = self.near(positions // NEAR, seconds / NEAR)
        rng = Random(f"lockstep {seed}")
        while found is None and self.seen < positions and not self.watch.passes(seconds):
            before = self.seen
            if (far := self.far(rng)) is not None:
                found = self.shortened(far)
            if self.seen == before:
                break
        return found

    def near(self, positions: int, seconds: float) -> Divergence | None:
        """Return the nearest difference in `positions` positions near the start."""
        lines: deque[Texts] = deque([()])
        while lines and self.seen < positions and not self.watch.passes(seconds):
            line = lines.popleft()
            if (found := self.differ(line)) is not None:
                return found
            game = reach_position(self.theirs, line)
            lines.extend((*line, game.text(move)) for move in ([] if is_over(game) else game.moves()))
        return None

    def far(self, rng: Random) -> Divergence | None:
        """Return a difference along a random game of the reference."""
        game = self.theirs()
        line: list[str] = []
        while not is_over(game) and len(line) < LONGEST:
            move = draw_move(game, rng)
            line.append(game.text(move))
            game.make(move)
        return self.along(tuple(line))

    def along(self, line: Texts) -> Divergence | None:
        """Return the first difference along `line`. Both games are replayed once."""
        right, length = self.theirs(), 0
        try:
            mine = ask_checked_rules(self.mine)
            for length, text in enumerate(line):
                if (found := self.compared(mine, right, line[:length])) is not None:
                    return found
                make_move(right, text)
                ask_checked_rules(partial(make_move, mine, text))
        except RulesFailure as error:
            return diverge_by_error(line[: length + 1], error)
        return self.compared(mine, right, line)

    def differ(self, line: Texts) -> Divergence | None:
        """Return the difference after `line`; None if there is none, or a move cannot be made in both games."""
        try:
            right = reach_position(self.theirs, line)
        except ImpossibleMove:
            return None
        try:
            mine = ask_checked_rules(self.mine)
            for text in line:
                ask_checked_rules(partial(make_move, mine, text))
        except ImpossibleMove:
            return None
        except RulesFailure as error:
            return diverge_by_error(line, error)
        return self.compared(mine, right, line)

    def compared(self, mine: Game, right: Game, line: Texts) -> Divergence | None:
        self.seen += 1
        try:
            one = ask_checked_rules(lambda: look_at(mine))
        except RulesFailure as error:
            return diverge_by_error(line, error)
        other = look_at(right)
        self.loosely = self.loosely or (one != other and one.folded() == other.folded())
        how = "; ".join(describe_differences(one.folded(), other.folded(), self.name))
        return Divergence(line, how) if how else None

    def shortened(self, found: Divergence) -> Divergence:
        tries, candidates = TRIES, shorten_line(found.line)
        while tries and (line := next(candidates, None)) is not None:
            tries -= 1
            if (shown := self.differ(line)) is not None:
                found, candidates = shown, shorten_line(shown.line)
        return found


@dataclass(frozen=True)
class VisiblePosition:
    """What must agree in two positions: the score, the turn, and the moves with their probabilities."""

    score: int | None
    turn: int
    moves: dict[str, Fraction]

    def folded(self) -> VisiblePosition:
        """Return the position with texts folded as people type them, if they stay distinct."""
        moves = {fold(text): weight for text, weight in self.moves.items()}
        return replace(self, moves=moves) if len(moves) == len(self.moves) else self


def look_at(game: Game) -> VisiblePosition:
    """Return what is visible of a position; a game that is over has no turn and no moves."""
    if (score := game.score()) is not None:
        return VisiblePosition(score, 0, {})
    if game.turn != CHANCE:
        return VisiblePosition(None, game.turn, {game.text(move): Fraction(0) for move in game.moves()})
    chances = game.chances()
    total = sum(weight for _, weight in chances)
    return VisiblePosition(None, CHANCE, {game.text(move): Fraction(weight, total) for move, weight in chances})


def describe_differences(one: VisiblePosition, other: VisiblePosition, name: str) -> Iterator[str]:
    """Yield the differences in words."""
    if one.score != other.score:
        yield f"{describe_standing(one.score)}, in {name} {describe_standing(other.score)}"
        return
    if one.turn != other.turn:
        yield f"{describe_mover(one.turn)} is to move, in {name} {describe_mover(other.turn)}"
    if new := one.moves.keys() - other.moves.keys():
        yield f"{listing(sorted(new))} can be played, which {name} forbids"
    if gone := other.moves.keys() - one.moves.keys():
        yield f"{listing(sorted(gone))} cannot be played, which {name} allows"
    for text in sorted(one.moves) if one.moves.keys() == other.moves.keys() else ():
        if (weight := one.moves[text]) != other.moves[text]:
            yield f"the chance of {text} is {weight}, in {name} {other.moves[text]}"


def describe_standing(score: int | None) -> str:
    """Return whether a game is over, and how."""
    return "the game goes on" if score is None else f"the game is over with the score {score}"


def describe_mover(turn: int) -> str:
    """Return who is to move."""
    return "chance" if turn == CHANCE else f"seat {turn}"


def reach_position(make: Make, line: Texts) -> Game:
    """Return a new game after the moves. Raises ImpossibleMove."""
    game = make()
    for text in line:
        make_move(game, text)
    return game


def make_move(game: Game, text: str) -> None:
    """Make the move with the text, compared exactly or else loosely. Raises ImpossibleMove."""
    if game.score() is not None:
        raise ImpossibleMove(text)
    moves = {game.text(move): move for move in game.moves()}
    loose = {fold(each): move for each, move in moves.items()}
    move = moves.get(text, loose.get(fold(text)))
    if move is None:
        raise ImpossibleMove(text)
    game.make(move)


def ask_checked_rules(act: Callable[[], Answer]) -> Answer:
    """Return what `act` gets from the checked rules. Raises ImpossibleMove, and RulesFailure for other errors."""
    try:
        with capture_output(), limit_time(STUCK):
            return act()
    except ImpossibleMove:
        raise
    except (Exception, CodeTimeout) as error:
        raise RulesFailure from error


def diverge_by_error(line: Texts, error: RulesFailure) -> Divergence:
    """Return the divergence if the checked rules fail."""
    cause = error.__cause__ or error
    what = (
        f"the rules had not come back after {STUCK:g} seconds"
        if isinstance(cause, CodeTimeout)
        else describe_error(cause)
    )
    return Divergence(line, what, cause)


def compare_games(report: Report, mine: Make, right: Make, name: str, seed: int = 0, signs: Signs = ASCII) -> Report:
    """Return the report with a comparison of the game with the reference `name`."""
    pair = GamePair(mine, right, name)
    apart = pair.part(seed)
    groups = {**report.groups, f"the same as {name}": (LAW,)}
    seen = f"{pair.seen:,} position{'s' * (pair.seen != 1)} compared with {name}"
    notes = (*report.notes, *([LOOSELY] if pair.loosely else []), seen)
    findings = (make_finding(apart, pair, signs), *report.findings) if apart else report.findings
    return replace(report, groups=groups, findings=findings, notes=notes)


def make_finding(apart: Divergence, pair: GamePair, signs: Signs) -> Finding:
    """Return the finding about a divergence, with both positions."""
    named = (("this game", pair.mine), (pair.name, pair.theirs))
    drawing = "\n\n".join(filter(None, (draw_titled(title, make, apart.line, signs) for title, make in named)))
    trace = format_traceback(apart.error).rstrip() if apart.error and is_user_error(apart.error) else ""
    return Finding(LAW, apart.how, apart.line, drawing=drawing, look=LOOK, trace=trace)


def draw_titled(title: str, make: Make, line: Texts, signs: Signs) -> str:
    """Return the position below its title; "" if it cannot be drawn."""
    try:
        with capture_output(), limit_time(STUCK):
            return f"{title}:\n{draw_position(reach_position(make, line), signs)}"
    except (Exception, CodeTimeout):  # noqa: BLE001  # the finding already names the error
        return ""
