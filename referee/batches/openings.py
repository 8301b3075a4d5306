"""Random openings that leave both sides a game.

Random lines are made so long that they hardly ever meet. Each position is judged twice: by a short alpha-beta search
and by random games. Its imbalance is the sum of its ranks in two orders: how near to even the search's value is, and
how near to even the random games end. So the two need no common measure, and if a game has no estimate, so that a
search says nothing, the random games decide. All positions are judged quickly, the best again at length. If theory
knows some of them, as in connect four, positions known as drawn come first.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING

import games
from games.adapters.undo import adapt, can_unmake
from games.base.rule_values import text_of
from games.capabilities import has_chance, hides_information, theory_of
from games.dataclass import dataclass
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table, to_game_score
from players.search.clock import Clock, Stop
from players.search.random_play import Playouts, Rng
from referee.errors.attribution import attribute_errors, load_after, note_errors
from referee.support.limits import derive_seed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.game import Game


LINES = 8  # random lines for each opening wanted
FINALISTS = 2  # of these, how many are judged at length
LONGER = 3  # plies by which lines may be longer if too few leave both sides a game
SPREAD = 0.9  # the share of lines of one length that must lead to different positions
SAMPLE = 20  # random games to find out how long the game is
LONGEST = 1000  # moves of a random game, on average: some games hardly ever end by themselves
SOON = 5  # plies: every player that looks ahead sees a nearer forced win
PART = 4  # the efforts are divided by it if each move needs a copy of the position: plain games are slow


@dataclass(frozen=True)
class JudgingEffort:
    """What judging a position may cost: `nodes` searched, and random games."""

    nodes: int
    playouts: int


GLANCE = JudgingEffort(nodes=240, playouts=20)
STUDY = JudgingEffort(nodes=4000, playouts=200)


@dataclass(frozen=True)
class Opening:
    """A line, its position, and how the position was judged.

    value     the size of the search's value: of the estimate, or of the score of a forced end; 0 is even.
    lean      how many more of the random games one seat won;  plain  whether these are more than half.
    distance  plies to the end if the search proved a win, otherwise None.
    known     what the first seat wins by theory; None if theory does not know.
    drawn     whether theory or the search proved a draw.
    """

    line: tuple[str, ...]
    game: Game
    value: int = 0
    lean: int = 0
    plain: bool = False
    distance: int | None = None
    known: int | None = None
    drawn: bool = False

    @property
    def won(self) -> bool:
        """Whether one side is proven to win."""
        return bool(self.known) or self.distance is not None

    @property
    def obvious(self) -> bool:
        """Whether the winner wins soon, or even by random moves."""
        return self.distance is not None and (self.distance < SOON or self.plain)


def draw_openings(game: str, count: int, seed: int, base: Sequence[str] = ()) -> tuple[tuple[str, ...], ...]:
    """Return at most `count` different openings of the game as texts of moves, after the moves `base`, in random order.

    They are the same for a seed on every machine. There are fewer if the game has fewer balanced ones: openings that
    nobody is known to win, or, if no draw is known either, as in nim, that are not won soon or obviously. With chance
    or hidden information there are none: the deals are the openings, and games are paired by them. Raises SpecError.
    An error in the rules is raised with notes on where they failed.
    """
    start = load_after(game, base)
    with attribute_errors(
        start,
        lambda: f"as openings of {game} were drawn with seed {seed}" + (f", {describe_line(base)}" if base else ""),
    ):
        if count < 1 or starts_by_chance(game) or start.score() is not None:
            return ()
        rng = random.Random(derive_seed(seed, "openings"))
        chosen = [(*base, *each.line) for each in find_openings(start, count, rng)]
        rng.shuffle(chosen)
        return tuple(chosen)


def tell_missing(game: str, found: Sequence[object], wanted: object) -> str:
    """Return a line if fewer openings were found than wanted, though games begin alike; otherwise ""."""
    if not isinstance(wanted, int) or len(found) >= wanted or starts_by_chance(game):
        return ""
    return f"openings of {game} that are balanced: only {len(found)}"


def find_openings(start: Game, count: int, rng: random.Random) -> list[Opening]:
    """Return at most `count` balanced openings from `start`, the best first."""
    hopeful: list[Opening] = []
    for group in random_lines(start, LINES * count, rng):
        hopeful += select_balanced(group, count)
        if len(filter_fair(hopeful)) >= count:
            break
    return order_by_fairness(hopeful)[:count]


def describe_line(line: Sequence[str]) -> str:
    """Return where the rules failed, in words: after these moves."""
    return f"after the moves: {' '.join(line) or 'none'}"


def starts_by_chance(game: str) -> bool:
    """Return whether dice or dealt cards make each game start differently. Raises SpecError."""
    start = games.load(game)
    return has_chance(start) or hides_information(start)


def random_lines(start: Game, count: int, rng: random.Random) -> Iterator[list[Opening]]:
    """Yield groups of random lines to different positions that are not over.

    First come at most `count` lines of the length at which hardly any two meet, at most half the length of the game,
    then shorter ones, then slightly longer ones.
    """
    met: set[object] = {position_key(Opening((), start))}
    shorter: list[Opening] = []
    clock = Clock(budget=SAMPLE * LONGEST)
    with suppress(Stop):
        Playouts(start, Rng(rng.getrandbits(63)), clock).run(SAMPLE)
    most = max(1, (int(clock.nodes) // SAMPLE - 1) // 2)  # half the average length; the start is counted too
    first = most
    for plies in range(1, most + 1):
        group = fresh_lines(start, plies, count, met, rng)
        if len(group) >= SPREAD * count:
            yield group
            first = plies
            break
        shorter += group
    yield shorter
    for plies in range(first + 1, min(first + LONGER, most) + 1):
        yield fresh_lines(start, plies, count, met, rng)


def fresh_lines(start: Game, plies: int, count: int, met: set[object], rng: random.Random) -> list[Opening]:
    """Return at most `count` random lines of `plies` plies to positions that are not in `met`, and add them to it."""
    walked = [line for _ in range(count) if (line := random_line(start, plies, rng))]
    fresh = {position_key(line): line for line in walked}
    group = [line for key, line in fresh.items() if key not in met]
    met |= fresh.keys()
    return group


def random_line(start: Game, plies: int, rng: random.Random) -> Opening | None:
    """Return a random line of `plies` plies; None if the game is over by then."""
    game = start.copy()
    line: list[str] = []
    with note_errors(lambda: describe_line(line)):
        for _ in range(plies):
            if game.score() is not None:
                return None
            move = rng.choice(game.moves())
            line.append(text_of(game, move))
            game.make(move)
        return Opening(tuple(line), game) if game.score() is None else None


def position_key(opening: Opening) -> object:
    """Return the key of an opening's position, or its line if the game has no keys."""
    return adapt(opening.game).board_key() or opening.line


def select_balanced(group: list[Opening], count: int) -> list[Opening]:
    """Return openings of the group that were judged at length, by imbalance, until nobody is known to win `count`."""
    found: list[Opening] = []
    hopeful = rank_openings(judge_opening(each, GLANCE) for each in group)
    for first in range(0, len(hopeful), FINALISTS * count):
        found = rank_openings(
            [*found, *(judge_opening(each, STUDY) for each in hopeful[first : first + FINALISTS * count])]
        )
        if len(filter_undecided(found)) >= count:
            break
    return found


def judge_opening(opening: Opening, effort: JudgingEffort) -> Opening:
    """Return the opening, judged with an effort."""
    game = opening.game
    if not can_unmake(game):
        effort = JudgingEffort(effort.nodes // PART, effort.playouts // PART)
    search = Pvs(game, Table(effort.nodes), Clock(budget=effort.nodes))
    with note_errors(lambda: f"in games and searches on, {describe_line(opening.line)}"):
        search.run()
        lean = playout_lead(game, effort.playouts)
        theory = theory_of(game)
    value, distance = to_game_score(search.score)
    # A theory of the whole game, such as nim's, leaves no opening undecided, so it is of no use here.
    known = None if theory is None or theory.whole else theory.score
    return Opening(
        line=opening.line,
        game=game,
        value=abs(value),
        lean=lean,
        plain=2 * lean > effort.playouts,
        distance=distance,
        known=known,
        drawn=known == 0 or (search.final and distance is None),
    )


def playout_lead(game: Game, count: int) -> int:
    """Return how many more of `count` random games one seat wins: the same games for the same position."""
    playouts = Playouts(game, Rng(count), Clock(budget=count * LONGEST))
    first = second = 0
    with suppress(Stop):
        for _ in range(count):
            won, _, lost = playouts.run(1)
            first, second = first + won, second + lost
    return abs(first - second)


def rank_openings(given: Iterable[Opening]) -> list[Opening]:
    """Return the openings that are not obviously won: drawn by theory, undecided, and won; by imbalance, or length."""
    left = [each for each in given if not each.obvious]
    even = filter_undecided(left)
    values, leans = sorted(each.value for each in even), sorted(each.lean for each in even)
    even.sort(key=lambda each: (each.known is None, double_rank(values, each.value) + double_rank(leans, each.lean)))
    return even + sorted((each for each in left if each.won), key=lambda each: (-(each.distance or 0), each.lean))


def double_rank(ordered: list[int], value: int) -> int:
    """Return twice the rank of a value in sorted values; equal values share the middle of their ranks."""
    return bisect_left(ordered, value) + bisect_right(ordered, value)


def filter_undecided(given: list[Opening]) -> list[Opening]:
    """Return the openings that nobody is known to win, in the same order."""
    return [each for each in given if not each.won]


def filter_fair(given: list[Opening]) -> list[Opening]:
    """Return the openings that theory knows as drawn; if it knows none, those that nobody is known to win."""
    even = filter_undecided(given)
    return [each for each in even if each.known == 0] if any(each.known is not None for each in given) else even


def order_by_fairness(given: list[Opening]) -> list[Opening]:
    """Return the openings, drawn by theory first and won ones last; without won ones if the game has draws."""
    even = sorted(filter_undecided(given), key=lambda each: each.known is None)
    return even if any(each.drawn for each in even) else even + [each for each in given if each.won]
