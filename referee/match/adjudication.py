"""Games that the referee ends before the rules do: lost, drawn, solved or without an end; and checks of records.

Programs resign or draw by what they report of themselves: the share of the points that each expects, 0 to 1. So no
program can win by its reports: it can only lose, or agree to a draw. A program that reports nothing does neither. A
solved position needs no reports.

A win is one point and a draw a half, so a half is even. Players report in measures of their own
(players.player.Thought):

    a share of games won       as it is: Monte Carlo players report it.
    a forced or proven end     1, a half or 0, by who wins.
    points on average          with dice or cards: 1 for all that can be won, 0 for all that can be lost.
    a game's own estimate      1 / (1 + exp(-slope * estimate)), with a slope learnt from games before; nothing without
                               a slope. A learnt estimate has its own.
    anything else              nothing: the measure of a user's own evaluation is not known.

Each rule has a tracker of its own, which notes every move and may make a Ruling.

A record has no reports except in its sentence. So the sentence must be one of the rules, its numbers must keep the
rule, and there must be as many moves as the rule asks for. A solved position is solved again.
"""

from __future__ import annotations

import re
from collections import deque
from contextlib import suppress
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from games.base.rule_values import LONGEST_GAME
from games.capabilities import has_chance, hides_information
from games.dataclass import dataclass
from games.game import CHANCE, Game
from games.names.catalogue import SpecError
from players.player import Thought
from players.search.values.recurrence import look_alike
from referee.drawing.number_format import format_count
from referee.match.options import LATEST, LONGEST, DrawRule, Names, ResignRule, percent

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from referee.match.events import PlayedMove


NEAR = 1e-9  # of a share: the error of rounding
TIMES = 100
FIRST_LOOK = 256  # moves; each look comes after twice as many, so that all looks together cost almost nothing
GAP = "\0"  # marks the numbers in a sentence
TOLD = r"(\d+(?:\.\d+)?) %(?: to (\d+(?:\.\d+)?) %)?"
ROUNDED = 0.006  # of a per cent: sentences have two decimals


class ReportedShare(NamedTuple):
    """The move that a player chose, and the share of the points that it expects, 0 to 1."""

    move: int
    share: float


def expected_share(thought: Any, game: Game, slope: float | None) -> float | None:
    """Return the share of the points that a Thought expects for its seat; None if it reports none.

    game  the game that was thought about, in any position;  slope  of its estimate, None if that says nothing.

    May raise anything if `thought` is not a Thought.
    """
    value = float(thought.value)
    if not isfinite(value):
        return None
    if thought.even:
        return clip(value)
    if thought.estimated:
        from referee.statistics.scoring import logistic  # single matches do without it

        return logistic(slope * value) if (slope := getattr(thought, "slope", 0.0) or slope) else None
    if has_chance(game) or hides_information(game):
        return clip((1 + value / game.stakes) / 2)
    known = thought.proven or thought.forced_distance is not None
    return (1 + (value > 0) - (value < 0)) / 2 if known else None


def last_report(player: object, game: Game, slope: float | None) -> ReportedShare | None:
    """Return what the player's attribute `thought` reports about its last move; None if nothing can be read."""
    try:
        thought: Any = getattr(player, "thought", None)
        share = None if thought is None else expected_share(thought, game, slope)
        return None if share is None else ReportedShare(index(thought.move), share)
    except (Exception, SystemExit):  # noqa: BLE001  # whatever a program has there
        return None


def thought_of(report: ReportedShare) -> Thought:
    """Return a Thought that has only what the report has."""
    move, share = report
    return Thought(move, share, proven=False, line=(), candidates=(), nodes=0, depth=0, seconds=0.0, even=0.5)


def clip(share: float) -> float:
    """Return the share within 0 to 1."""
    return min(max(share, 0.0), 1.0)


class Ruling(NamedTuple):
    """How an adjudicated game ends: what seat 0 wins, and why."""

    score: int
    why: str


@dataclass(frozen=True)
class Adjudication:
    """The rules that end games early; None: no such rule.

    solved    positions to search after each move to find out what the position is worth.
    slope     turns the game's estimate into a chance of winning; None if the estimate says nothing.
    maxmoves  the moves of each seat, counting an opening's, after which a game is drawn.
    tb        the folders of endgame tables for chess (syzygy.py).
    """

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    solved: int | None = None
    slope: float | None = None
    maxmoves: int | None = None
    tb: str | None = None

    def checked(self) -> Adjudication:
        """Return the rules themselves. Raises ValueError if a value has a wrong type or is out of range."""
        rules: list[ResignRule | DrawRule] = [rule for rule in (self.resign, self.draw) if rule is not None]
        for rule in rules:
            whole = [rule.movecount, rule.movenumber] if isinstance(rule, DrawRule) else [rule.movecount]
            if not all(type(each) is int and each >= 0 for each in whole) or not 1 <= rule.movecount <= LONGEST:
                raise ValueError(f"{rule} has a number of moves that is not allowed")
            if not isinstance(rule.score, float | int) or not 0 <= rule.score < 0.5:
                raise ValueError(f"{rule} must have a share from 0% to below 50%")
        if self.resign is not None and type(self.resign.twosided) is not bool:
            raise ValueError("twosided is neither yes nor no")
        if self.solved is not None and (type(self.solved) is not int or self.solved < 0):
            raise ValueError(f"{self.solved} positions cannot be searched")
        if self.slope is not None and not isfinite(self.slope):
            raise ValueError(f"{self.slope} is not a slope")
        if self.maxmoves is not None and (type(self.maxmoves) is not int or not 1 <= self.maxmoves <= LATEST):
            raise ValueError(f"{self.maxmoves} is not a number of moves")
        if self.tb is not None and not (isinstance(self.tb, str) and self.tb):
            raise ValueError(f"{self.tb} is not a folder")
        return self

    def __str__(self) -> str:
        typed = {name: getattr(self, name) for name in ("resign", "draw", "solved", "maxmoves", "tb")}
        return " ".join(f"--{name} {rule}" for name, rule in typed.items() if rule is not None)

    @property
    def by_report(self) -> bool:
        """Whether any rule uses the reports of programs."""
        return self.resign is not None or self.draw is not None


class SolvedTracker:
    """Ends a game in a position whose value is known.

    Each tracker notes the moves: their seats, the shares that the seats report, and the game after them.
    """

    def __init__(self, positions: int):
        self.positions = positions

    def note(self, seat: int, share: float | None, game: Game) -> Ruling | None:
        """Return the ruling that best play by both would bring."""
        from referee.match.exact import find_settled_score  # most matches do without these searches

        found = None if game.turn == CHANCE else find_settled_score(game, self.positions)
        return None if found is None else Ruling(found.score, f"adjudicated as best play by both ends it ({found.how})")


class TableTracker:
    """Ends a game of chess in a position whose value the endgame tables in `folders` know."""

    def __init__(self, folders: str):
        self.folders = folders

    def note(self, seat: int, share: float | None, game: Game) -> Ruling | None:
        """Return the ruling of the tables. Raises SpecError if there are none."""
        from referee.match.syzygy import find_result

        score = find_result(game, self.folders)
        return None if score is None else rule_by_tables(score)


def rule_by_tables(score: int) -> Ruling:
    """Return the ruling of endgame tables by which seat 0 gets `score`: 1, 0 or -1."""
    wins = "a draw" if score == 0 else f"a win for {'White' if score > 0 else 'Black'}"
    return Ruling(score, f"adjudicated as {wins} by the endgame tables")


class ResignTracker:
    """Ends a game that a program reports as lost."""

    def __init__(self, rule: ResignRule, names: Names):
        self.rule, self.names = rule, names
        self.bad = [Streak(rule.movecount), Streak(rule.movecount)]
        self.good = [Streak(rule.movecount), Streak(rule.movecount)]

    def note(self, seat: int, share: float | None, game: Game) -> Ruling | None:
        """Return a loss for a seat whose reports were bad for long enough."""
        rule = self.rule
        self.bad[seat].note(share, share is not None and share <= rule.score + NEAR)
        self.good[seat].note(share, share is not None and share >= 1 - rule.score - NEAR)
        for loser in (0, 1):
            other = self.good[1 - loser]
            if self.bad[loser].full and (other.full or not rule.twosided):
                told = span(self.bad[loser].shares), span(other.shares) if rule.twosided else ""
                return Ruling(1 if loser else -1, rule.why(self.names, loser, *told))
        return None


class DrawTracker:
    """Ends a game that both programs report as even; `made` counts the moves of each seat so far."""

    def __init__(self, rule: DrawRule, names: Names, made: tuple[int, int]):
        self.rule, self.names, self.made = rule, names, list(made)
        self.even = [Streak(rule.movecount), Streak(rule.movecount)]

    def note(self, seat: int, share: float | None, game: Game) -> Ruling | None:
        """Return a draw once both reported it as even for long enough."""
        self.made[seat] += 1
        self.even[seat].note(share, share is not None and abs(share - 0.5) <= self.rule.score + NEAR)
        if min(self.made) >= self.rule.movenumber and all(each.full for each in self.even):
            return Ruling(0, self.rule.why(self.names, [span(each.shares) for each in self.even]))
        return None


class LengthTracker:
    """Ends a game that goes on after `most` moves of each seat; `made` counts the moves of each seat so far."""

    def __init__(self, most: int, made: tuple[int, int]):
        self.most, self.made = most, list(made)

    def note(self, seat: int, share: float | None, game: Game) -> Ruling | None:
        """Return a draw once both seats have made that number of moves."""
        self.made[seat] += 1
        return rule_on_length(self.most) if min(self.made) >= self.most else None


def rule_on_length(most: int) -> Ruling:
    """Return the draw of a game that goes on after `most` moves of each seat."""
    return Ruling(0, f"adjudicated as a draw, as it was not over after {format_count(most, 'move')} of each player")


class Streak:
    """The shares that a seat reported at its last moves, `length` at most, while all of them fit the rule."""

    def __init__(self, length: int):
        self.shares: deque[float] = deque(maxlen=length)

    @property
    def full(self) -> bool:
        """Whether it is as long as the rule asks for."""
        return len(self.shares) == self.shares.maxlen

    def note(self, share: float | None, fits: bool) -> None:
        """Add a share that fits; anything else ends the streak."""
        if share is None or not fits:
            self.shares.clear()
        else:
            self.shares.append(share)


class Adjudicator:
    """The trackers of all rules for one game; `seats` has the seat of each move made so far."""

    def __init__(self, rules: Adjudication, names: Names, seats: Sequence[int]):
        self.rules = rules
        self.trackers: list[SolvedTracker | TableTracker | ResignTracker | DrawTracker | LengthTracker] = []
        made = seats.count(0), seats.count(1)
        if rules.solved is not None:
            self.trackers.append(SolvedTracker(rules.solved))
        if rules.tb is not None:
            self.trackers.append(TableTracker(rules.tb))
        if rules.resign is not None:
            self.trackers.append(ResignTracker(rules.resign, names))
        if rules.draw is not None:
            self.trackers.append(DrawTracker(rules.draw, names, made))
        if rules.maxmoves is not None:
            self.trackers.append(LengthTracker(rules.maxmoves, made))

    def note(self, seat: int, player: object, move: int, game: Game) -> Ruling | None:
        """Return the ruling after `player` on `seat` made `move`, the last of `game`; None if the game goes on."""
        report = last_report(player, game, self.rules.slope) if self.rules.by_report else None
        share = report.share if report and report.move == move else None  # a report of another move is an old one
        rulings = [tracker.note(seat, share, game) for tracker in self.trackers]
        return next(filter(None, rulings), None)


def span(shares: Collection[float]) -> str:
    """Return the least and the largest share, in per cent."""
    least, most = percent(min(shares)), percent(max(shares))
    return least if least == most else f"{least} to {most}"


UNENDED = Ruling(0, f"adjudicated as a draw, as it was not over after {LONGEST_GAME:,} moves")
REPEATED = Ruling(0, f"adjudicated as a draw, as the same position came up {TIMES} times")


def is_time_to_look(count: int) -> bool:
    """Return whether to look for repetitions after `count` moves."""
    return count >= LONGEST_GAME or (count >= FIRST_LOOK and count & (count - 1) == 0)


def rule_on_unended(start: Game, moves: Sequence[PlayedMove], game: Game) -> Ruling | None:
    """Return a draw if a match that is not over after these moves seems to have no end; otherwise None.

    start  the game before the first move;  game  after the last one.
    """
    if len(moves) >= LONGEST_GAME:
        return UNENDED
    with suppress(Exception):  # positions that cannot be compared prove nothing
        return REPEATED if count_repetitions(start, moves, game) >= TIMES else None
    return None


def count_repetitions(start: Game, moves: Sequence[PlayedMove], game: Game) -> int:
    """Return how often the last position came up since chance moved last: chance may bring any game to its end.

    It is 0 if positions have no keys, or if they depend on the past: then the rules see repetitions themselves.
    """
    first = max((number for number, made in enumerate(moves, 1) if made.seat == CHANCE), default=0)
    if len(moves) - first < TIMES or game.looks_back or not (key := game.key()):
        return 0
    twin, count = start.copy(), 0
    for number, made in enumerate(moves, 1):
        twin.make(made.move)
        count += number > first and twin.key() == key and look_alike(twin, game)
    return count


def can_have_ended_so(
    rules: Adjudication, ruling: Ruling, names: Names, seats: Sequence[int], before: Sequence[int], game: Game
) -> bool:
    """Return whether the rules can have ended a game with `ruling`.

    names  of both players;  game  as it ended.
    seats  the seat of each move after the opening;  before  the seat of each move of the opening.
    """
    if not seats or seats[-1] not in (0, 1) or game.score() is not None:
        return False
    if rules.solved is not None:
        found = SolvedTracker(rules.solved).note(seats[-1], None, game)
        if found is not None:
            return found == ruling
    if rules.tb is not None and ruling == rule_by_tables(ruling.score):
        return agrees_with_tables(rules.tb, ruling, game)
    if rules.maxmoves is not None and ruling == rule_on_length(rules.maxmoves):
        return is_too_long(rules.maxmoves, seats, before)
    if ruling.score:
        return rules.resign is not None and is_loss(rules.resign, ruling, names, seats)
    return rules.draw is not None and is_draw(rules.draw, ruling, names, seats, before)


def is_loss(rule: ResignRule, ruling: Ruling, names: Names, seats: Sequence[int]) -> bool:
    """Return whether a program can have resigned so."""
    loser = 0 if ruling.score < 0 else 1
    told = numbers_of(ruling.why, rule.why(names, loser, GAP, GAP))
    counted = [seats.count(loser), seats.count(1 - loser)] if rule.twosided else [seats.count(loser)]
    if told is None or abs(ruling.score) != 1 or min(counted) < rule.movecount:
        return False
    mine, theirs = told[0], told[1] if rule.twosided else []
    return (
        (rule.twosided or seats[-1] == loser)
        and all(each <= 100 * rule.score + ROUNDED for each in mine)
        and all(each >= 100 * (1 - rule.score) - ROUNDED for each in theirs)
    )


def is_draw(rule: DrawRule, ruling: Ruling, names: Names, seats: Sequence[int], before: Sequence[int]) -> bool:
    """Return whether a game can have been drawn so."""
    told = numbers_of(ruling.why, rule.why(names, (GAP, GAP)))
    made = [seats.count(seat) + before.count(seat) for seat in (0, 1)]
    return (
        told is not None
        and min(seats.count(0), seats.count(1)) >= rule.movecount
        and min(made) >= rule.movenumber
        and all(abs(each - 50) <= 100 * rule.score + ROUNDED for part in told for each in part)
    )


def agrees_with_tables(folders: str, ruling: Ruling, game: Game) -> bool:
    """Return whether endgame tables can have ruled so; here they may be missing, or be fewer."""
    from referee.match.syzygy import MOST_MEN, is_small

    try:
        found = TableTracker(folders).note(0, None, game)
    except SpecError:
        found = None
    return is_small(game, MOST_MEN) if found is None else found == ruling


def is_too_long(most: int, seats: Sequence[int], before: Sequence[int]) -> bool:
    """Return whether the last move is the first after which each seat has made `most` moves or more."""
    made = [*before, *seats]
    earlier = min(made[:-1].count(seat) for seat in (0, 1))
    return min(made.count(seat) for seat in (0, 1)) >= most and (earlier < most or len(seats) == 1)


def numbers_of(why: str, sentence: str) -> list[list[float]] | None:
    """Return the percentages that `why` has in the gaps of `sentence`; None if it is another sentence."""
    pattern = TOLD.join(map(re.escape, sentence.split(GAP)))
    found = re.fullmatch(pattern, why)
    if found is None:
        return None
    texts = found.groups()
    return [[float(text) for text in texts[at : at + 2] if text] for at in range(0, len(texts), 2)]
