"""The fit of the levels of a game: it finds the strength (players/ladder.py) of each of the ten levels.

Neighbours on a grid of strengths play pairs of games, from the same opening with sides swapped. The next pair of games
is always the one that reduces the errors most for its time. If two neighbours turn out to be far apart, a strength
between them joins the grid. The differences in Elo add up to a curve: the Elo of each strength. A simulated newcomer
(benchmarks/newcomers.py) plays weak settings, which gives its Elo on this curve.

Level 1 is the strongest setting that loses 92 % of its games to the newcomer, or the random one if all lose less. Level
10 is the strongest setting of all. The levels between them stand at equal distances in Elo. If level 7 would overlook
moves there, it gets the strength ALERT instead; then the distances above level 7 differ from those below it, unless
they would be too short.
"""

import math
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import process_time

import levels
import newcomers

from games.option import Number, Whole
from players.ladder import ALERT, SKILLED, kind_of, setting_at
from players.level import HIGHEST, TABLED, LevelPlayer
from referee.statistics.scoring import ELO, elo, expected

FAR = 0.82  # if a neighbour scores more against the one below, a strength between them joins the grid
FEW = 12  # but not before they have played this many games
NARROW = 0.1  # nor if their strengths differ by less than this
NEWCOMER_SCORE = 0.92  # of the newcomer against level 1
SHARE = 0.25  # the share of the time in which the newcomer plays
NEAR = (-300, -150, 0)  # Elo of the newcomer's opponents, relative to its own Elo as known so far
GROUP = 10  # pairs of games that the newcomer plays against one setting
FIRM = 2  # the expected score of a link counts as much as this many games
WHOLE = 7  # the lowest level that overlooks nothing
STEPS = 0.65, 0.8  # the least and the highest score of a level against the one below that is wanted


class AtStrength(LevelPlayer):
    """A level of any strength."""

    options = {"strength": Number(0.0, least=0, most=100), "seed": Whole(None, least=0)}

    def __init__(self, strength=0.0, seed=None):
        super().__init__(TABLED - 1, seed)
        self.strength = strength

    def find_setting(self, game):
        return setting_at(game, self.strength)


@dataclass
class Link(levels.Pair):
    """The games of two neighbours on the grid.

    low, high  their strengths;  spent  the processor seconds that their games took.
    expected   the score that the upper one is expected to reach, from the link below.
    """

    low: float = 0.0
    high: float = 0.0
    spent: float = 0.0
    expected: float = 0.5

    @property
    def games(self):
        return sum(self.results)

    @property
    def score(self):
        """The score of the upper one, if FIRM more games went as expected."""
        return (self.points + FIRM * self.expected) / (self.games + FIRM)

    @property
    def elo(self):
        return elo(self.score)

    @property
    def error(self):
        """The standard error of `elo`."""
        return ELO / math.sqrt((self.games + FIRM) * self.score * (1 - self.score))

    @property
    def gain(self):
        """How much another pair of games would reduce the variance of `elo`, for each second that it takes."""
        return math.inf if not self.games else self.error**2 / (self.games + 2) / (self.spent / self.games)

    @property
    def far(self):
        return self.games >= FEW and self.score > FAR and self.high - self.low > NARROW

    def play_pair(self, seed):
        """Play two games."""
        start = process_time()
        for number in (self.games, self.games + 1):
            self.play(number, seed)
        self.spent += process_time() - start


def spec_at(strength, top):
    return f"level:{HIGHEST}" if strength == top else f"{Path(__file__).resolve()}:AtStrength:strength={strength:.6g}"


def link(game, low, high, top):
    return Link(game, spec_at(high, top), spec_at(low, top), low=low, high=high)


def grid(top):
    """Return the first strengths of the grid, up to `top`: closer together below ALERT, with both sides of SKILLED."""
    found = [0.0, 0.5, 1.0, 1.5, SKILLED - 0.01, SKILLED, 3.0]
    while found[-1] < top - 1:
        found.append(found[-1] + (1 if found[-1] < ALERT else 2))
    return [*found[: bisect_left(found, top - 0.5)], top]


def measured_links(game, top, seconds, seed):
    """Return the links of the grid, the lowest first, after games that took this many seconds."""
    points = grid(top)
    links = [link(game, *ends, top) for ends in pairwise(points)]
    while not all(each.games for each in links) or sum(each.spent for each in links) < seconds:
        best = max(links, key=lambda each: each.gain)
        best.play_pair(seed)
        if best.far:
            place, middle = links.index(best), (best.low + best.high) / 2
            links[place : place + 1] = [link(game, best.low, middle, top), link(game, middle, best.high, top)]
        expect(links)
    return links


def expect(links):
    """Set what each link expects: a unit of strength is worth as much Elo as in the link below.

    The short link to SKILLED says little about a unit, so that the one below it counts instead.
    """
    slope = 0.0
    for below, each in pairwise(links):
        if below.high - below.low >= NARROW / 2:
            slope = below.elo / (below.high - below.low)
        each.expected = expected(slope * (each.high - each.low))


def curve_of(links):
    """Return the strengths of the grid and their Elo, which never falls; the Elo of the lowest is 0."""
    total, found = 0.0, [0.0]
    for each in links:
        total += each.elo
        found.append(total)
    return [links[0].low, *(each.high for each in links)], rising(found)


def rising(values):
    """Return the values made to rise: neighbours that fall get their mean (isotonic regression)."""
    found = list(values)
    for place in range(1, len(found)):
        first = place
        while first and found[first - 1] > sum(found[first : place + 1]) / (place + 1 - first):
            first -= 1
        found[first : place + 1] = [sum(found[first : place + 1]) / (place + 1 - first)] * (place + 1 - first)
    return found


def at(value, xs, ys):
    """Return y at x = `value`, linear between the points and constant beyond them."""
    place = min(max(bisect_left(xs, value), 1), len(xs) - 1)
    low, high = xs[place - 1 : place + 1]
    share = min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 1.0
    return ys[place - 1] + share * (ys[place] - ys[place - 1])


def newcomer_elo(game, curve, top, seconds, seed):
    """Return the Elo of the newcomer on the curve, and its games as links, each against one setting near to it."""
    groups = []
    while sum(each.spent for each in groups) < seconds or len(groups) < len(NEAR):
        goal = place_of(groups, curve) + NEAR[len(groups) % len(NEAR)]
        strength = min(round(at(goal, curve[1], curve[0]), 3), top)
        groups.append(Link(game, newcomers.NEWCOMER, spec_at(strength, top), low=strength, high=top))
        for number in range(GROUP):
            groups[-1].play_pair(f"{seed} {len(groups)} {number}")
    return place_of(groups, curve), groups


def place_of(groups, curve):
    """Return the Elo on the curve that best explains the newcomer's results (maximum likelihood)."""
    low, high = -1000.0, curve[1][-1] + 1000
    for _ in range(30):
        middle = (low + high) / 2
        surplus = sum(each.points - each.games * expected(middle - at(each.low, *curve)) for each in groups)
        # A game drawn at each end of the curve keeps the answer finite.
        surplus += 1.0 - sum(expected(middle - end) for end in (curve[1][0], curve[1][-1]))
        low, high = (middle, high) if surplus > 0 else (low, middle)
    return (low + high) / 2


def fitted(game, seconds, seed):
    """Return the report of a fit: the links, the newcomer, and the line for LADDERS."""
    start = process_time()
    loaded = levels.games.load(game)
    top = kind_of(loaded).top
    links = measured_links(game, top, seconds * (1 - SHARE), seed)
    curve = curve_of(links)
    newcomer, groups = newcomer_elo(game, curve, top, seconds * SHARE, seed)
    strengths, steps = ladder_of(curve, newcomer)
    lines = [line(each) for each in links]
    games, points = sum(each.games for each in groups), sum(each.points for each in groups)
    strength = at(newcomer, curve[1], curve[0])
    lines.append(f"  newcomer at {newcomer:.0f} Elo, strength {strength:.2f}: {points:g} of {games}")
    error = math.sqrt(sum(each.error**2 for each in links)) / (HIGHEST - 1)
    told = " and ".join(f"{step:.0f} Elo, {expected(step):.0%}{judged(step)}," for step in steps)
    lines.append(f"  # {game}: steps of {told} +-{error:.0f} Elo; {process_time() - start:.0f} s")
    numbers = ", ".join(f"{strength:.2f}" for strength in strengths[:-1])
    return "\n".join([*lines, f'    "{type(loaded).__module__}": ({numbers}),'])


def judged(step):
    """Return what is wrong with a distance between levels in words, or ""."""
    least, most = STEPS
    score = expected(step)
    return " too short for even steps" if score < least else " too long" if score > most else ""


def ladder_of(curve, newcomer):
    """Return the strengths of the ten levels, and the different distances between them in Elo."""
    strengths, places = curve
    base, most = max(places[0], min(newcomer - elo(NEWCOMER_SCORE), places[-1])), places[-1]
    step = (most - base) / (HIGHEST - 1)
    alert = at(ALERT, strengths, places)
    if base + step * (WHOLE - 1) >= alert or most - alert < elo(STEPS[0]) * (HIGHEST - WHOLE):
        return even(curve, base, most, HIGHEST), [step]
    steps = [(alert - base) / (WHOLE - 1), (most - alert) / (HIGHEST - WHOLE)]
    cliff = places[strengths.index(ALERT) - 1]
    if alert - cliff > steps[0]:  # as where searches that overlook nothing have a better evaluation
        steps = [(cliff - base) / (WHOLE - 2), alert - cliff, steps[1]]
        return [*even(curve, base, cliff, WHOLE - 1), *even(curve, alert, most, HIGHEST - WHOLE + 1)], steps
    return [*even(curve, base, alert, WHOLE)[:-1], *even(curve, alert, most, HIGHEST - WHOLE + 1)], steps


def even(curve, low, high, count):
    """Return the strengths at `count` places from `low` to `high`, at equal distances in Elo."""
    return [at(low + (high - low) * place / (count - 1), curve[1], curve[0]) for place in range(count)]


def line(each):
    return (
        f"  {each.low:>6.2f} to {each.high:<6.2f}{each.games:>5} games{each.points / each.games:>7.1%}"
        f"{each.elo:>6.0f} Elo +-{each.error:<4.0f}{each.spent:>7.1f} s"
    )
