"""Find out the facts of a game: play games, count positions, and look for its value.

The default number of games depends only on the rules and the first random games, never on speed, so that the same seed
finds the same facts. If the time is limited, or a game is so slow that LIMIT ends it, facts may differ from run to run;
they say so.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import count as numbers
from math import inf
from statistics import fmean
from time import monotonic
from typing import TYPE_CHECKING

import games
import players
from games.adapters.undo import can_unmake
from games.capabilities import has_chance, hides_information, theory_of
from games.dataclass import dataclass
from games.game import writes
from games.names.catalogue import SpecError
from players.cfr import has_hidden_past
from players.player import Unplayable
from players.search.big_stack import call_on_big_stack
from players.search.clock import Clock, Stop
from players.search.values.value_iteration import PASSES, RETROGRADE, VALUE_ITERATION, ValueIteration
from referee.batches.plan import Plan
from referee.errors.attribution import attribute_errors
from referee.facts.count_states import StateCount, count_states
from referee.facts.facts import Facts, published_facts, read_rules
from referee.facts.sample import GameSample, SelfPlayResult, SelfPlayTask, summarize_games
from referee.running.runner import play_tasks, sort_results
from referee.solving.exhaustive import Exhaustion, swept_value
from referee.solving.solve_cache import Solutions, cache_folder, key_of
from referee.solving.value import Value, exactly, settled
from referee.support.build import life

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from games.game import Game
    from referee.drawing.progress import Meter
    from referee.running.run_options import RunOptions


SMALL = 100  # positions of a game of hidden cards that SAPCFR+ solves at once, compiled or not
ITERATIONS = 1000
ENTRIES = 1 << 18  # of the table of a search
RANDOM = "random"
STRONG = "level:6"  # the highest level that overlooks moves at random in every game: from 7 on all games may be alike
DEEP = 5  # times as many positions are searched with dice, if the game has an estimate
SHALLOW = 10  # plies of a game whose playouts cost as much as an estimate
LIMIT = 30.0  # seconds for games so slow that the default work takes longer
PILOT = 16  # random games that show how long they last
FEWEST = 2  # games that show how much they vary
BY_RANDOM, BY_COUNTING = 0.4, 0.6  # shares of the time after which random play ends, and counting and solving


def find_value(spec: str, game: Game, census: StateCount | None, clock: Clock) -> Value | None:
    """Return the value of the game, searched for as long as the clock allows; None if it is not found."""
    if hides_information(game):
        return solve_by_cfr(game) if census and census.whole and census.positions <= SMALL else None
    if theory := theory_of(game):
        return settled(theory.score, how=f"theory: {theory.name}")
    if census and census.tree:
        return Value(estimate=census.tree.value, interval=exactly(census.tree.value), how="all positions counted")
    if census and census.whole and (census.recurs or has_chance(game)):
        return solve_by_value_iteration(game, census.positions, clock.deadline)
    if has_chance(game):
        return None
    return find_cached_value(spec, game) or solve_by_search(game, clock)


def solve_by_cfr(game: Game) -> Value | None:
    """Return what SAPCFR+ finds; its interval is what best responses leave to either seat."""
    from players.search.equilibrium.cfr import PredictiveCfr
    from players.search.equilibrium.extensive_form import GameTree

    if has_hidden_past(game):
        return None
    solver = PredictiveCfr(GameTree(game))
    solver.run(ITERATIONS, Clock())
    value, off = solver.value(), 2 * solver.exploitability()
    return Value(estimate=value, interval=(value - off, value + off), how=f"{ITERATIONS:,} iterations of SAPCFR+")


def solve_by_value_iteration(game: Game, positions: int, deadline: float) -> Value | None:
    """Return what value iteration over all `positions` finds; None if it does not finish."""
    try:
        sweep = ValueIteration(game, max(positions, game.stakes))
        final = sweep.run(Clock(deadline, PASSES * positions))
    except (Unplayable, MemoryError):
        return None
    if not final:
        return None
    if sweep.has_chance:
        return Value(estimate=sweep.value(), interval=exactly(sweep.value()), how=VALUE_ITERATION)
    return replace(swept_value(sweep, game), how=RETROGRADE)


def find_cached_value(spec: str, game: Game) -> Value | None:
    """Return the value that `referee solve` has found before, if it has."""
    key = key_of(spec, game)
    found = None if key is None else Solutions(cache_folder()).find(key)
    return settled(found["value"], how=f"{found['method']}, kept from before") if found and found["solved"] else None


def solve_by_search(game: Game, clock: Clock) -> Value | None:
    """Return what an exhaustive search within `clock` finds."""
    search = Exhaustion(game, ENTRIES, clock)
    try:
        found = call_on_big_stack(search.solve_position, clock)
    except (Stop, Unplayable, MemoryError):
        return None
    how = "search" if search.sweep is None else RETROGRADE
    return replace(found, how=f"{how} of {clock.nodes:,} positions")


@dataclass(frozen=True)
class Workload:
    """How much is done by default, so that it takes about ten seconds on two cores.

    games, plies  the most random games, and the most plies of all together;  strong, strong_plies  of strong play.
    positions     the most that are counted;  nodes  of a search for the value.
    """

    games: int
    plies: int
    strong: int
    strong_plies: int
    positions: int
    nodes: int


COMPILED = Workload(1000, 100_000, 200, 5_000, 20_000, 200_000)
PLAIN = Workload(500, 30_000, 50, 300, 20_000, 10_000)  # a game in Python among compiled players
INTERPRETED = Workload(200, 5_000, 20, 80, 6_000, 3_000)


@dataclass(frozen=True)
class SurveyOptions:
    """What to find out, and how.

    spec     the game;  seed  of all games;  terms  who plays them.
    games    of random and of strong play each; None: as many as ten seconds or `seconds` allow.
    seconds  for all of it; None: no limit.
    strong   the player of strong play; None: STRONG, if it can play some games in time.
    """

    spec: str
    seed: int
    terms: RunOptions
    games: int | None = None
    seconds: float | None = None
    strong: str | None = None


class TimeIsUp(Exception):
    """Raised instead of waiting for a game."""


class Survey:
    """The search for the facts of a game.

    Raises SpecError for an unknown game or player, and for a game that is over before it begins.
    """

    def __init__(self, options: SurveyOptions):
        self.options = options
        self.game: Game = games.load(options.spec)
        self.began = monotonic()
        with self.report_errors("at its start"):
            self.rules = read_rules(options.spec, self.game)
        self.at_random: list[SelfPlayResult] = []
        self.well: list[SelfPlayResult] = []
        self.census: StateCount | None = None
        self.worth: Value | None = None
        self.limit = options.seconds if options.seconds is not None else inf if options.games is not None else LIMIT
        self.hasty = False  # whether time has ended something
        self.strong = options.strong or STRONG
        if players.CATALOGUE.find(self.strong) == "human":
            raise SpecError("--strong takes a program, not a person")
        self.plan(self.strong).check()
        with self.report_errors("at its start"):
            if self.game.score() is not None:
                raise SpecError(f"{options.spec!r} is over before the first move")

    def run(self, tell: Meter) -> None:
        """Find out everything, and report progress. After an interrupt `facts` returns what was found before it."""
        self.play(RANDOM, self.at_random, BY_RANDOM, tell)
        with self.report_errors("as its positions were counted"):
            most = self.workload.positions
            self.census = count_states(
                self.game, most, self.deadline(BY_COUNTING),
                lambda found: tell(f"positions: {found:,}", found / (most + 1)),
            )  # fmt: skip
        with self.report_errors("as it was solved"):
            self.worth = find_value(
                self.options.spec, self.game, self.census, Clock(self.deadline(BY_COUNTING), self.workload.nodes)
            )
        self.hasty |= monotonic() >= self.deadline(BY_COUNTING)
        self.play(self.strong, self.well, 1.0, tell)

    def facts(self, stopped: bool = False) -> Facts:
        """Return what is known so far."""
        return Facts(
            game=self.options.spec, seed=self.options.seed, rules=self.rules, census=self.census, worth=self.worth,
            random=self.sample(RANDOM, self.at_random), strong=self.sample(self.strong, self.well), stopped=stopped,
            hasty=self.hasty, published=published_facts(self.options.spec, self.rules.options),
        )  # fmt: skip

    def sample(self, player: str, found: list[SelfPlayResult]) -> GameSample | None:
        """Return the statistics of a player's games against itself; None if there are none."""
        uniform = player == RANDOM and not has_chance(self.game)
        return summarize_games(player, found, self.game.stakes, uniform) if found else None

    @property
    def workload(self) -> Workload:
        if life() == "interpreted":
            return INTERPRETED
        return COMPILED if can_unmake(self.game) else PLAIN

    def report_errors(self, when: str) -> AbstractContextManager[None]:
        """Return a context that reports errors of the rules, with a note on when they were raised."""
        return attribute_errors(self.game, lambda: f"in {self.options.spec}, {when}", still=True)

    def deadline(self, share: float) -> float:
        """Return when a `share` of the time is over, on time.monotonic()."""
        return self.began + share * self.limit

    def plan(self, player: str) -> Plan:
        return Plan(self.options.spec, (player, player), self.options.seed)

    def play(self, player: str, found: list[SelfPlayResult], share: float, tell: Meter) -> None:
        """Play games of `player` against itself until a `share` of the time is over."""
        if self.options.games is not None or self.options.seconds is not None:
            self.play_up_to(player, found, self.options.games, share, tell)
            return
        if player == RANDOM:
            self.play_up_to(player, found, PILOT, share, tell)
        self.play_up_to(player, found, self.default_games(player), share, tell)

    def default_games(self, player: str) -> int:
        """Return how many games of `player` are played by default, by the length of random ones."""
        if not self.at_random:  # none was finished in time
            return 0
        plies = max(1.0, fmean(len(result.record.moves.split()) for result in self.at_random))
        pace = self.workload
        if player == RANDOM:
            return max(PILOT, min(pace.games, int(pace.plies / plies)))
        sampled = hides_information(self.game) or not writes(self.game, "estimate")
        looks = max(1.0, plies / SHALLOW) if sampled else DEEP if has_chance(self.game) else 1.0
        most = min(pace.strong, int(pace.strong_plies / plies / looks))
        return max(FEWEST, most) if self.options.strong else most if most >= FEWEST else 0

    def play_up_to(
        self, player: str, found: list[SelfPlayResult], total: int | None, share: float, tell: Meter
    ) -> None:
        """Play until there are `total` games, None for as many as fit in the time; only games without a gap count."""
        first, deadline = len(found), self.deadline(share)
        if total is not None and first >= total:
            return
        plan = self.plan(player)
        due = range(first, total) if total is not None else numbers(first)
        tasks = (SelfPlayTask(**vars(plan.task(number))) for number in due)

        def late() -> None:
            if monotonic() >= deadline:
                raise TimeIsUp

        try:
            with (
                self.options.terms.open_workers() as workers,
                closing(play_tasks(tasks, workers, total and total - first, late)) as unsorted,
            ):
                for result in sort_results(unsorted, first):
                    if result.number != len(found):  # one before it was stopped
                        continue
                    if result.forfeit:
                        raise SpecError(f"{result.record.why}, in game {result.number} against itself")
                    if not isinstance(result, SelfPlayResult):
                        raise TypeError(f"{result} is of a game of another kind")
                    found.append(result)
                    tell(f"games of {player}: {len(found):,}", total and len(found) / total)
                    late()
        except TimeIsUp:
            self.hasty = True
