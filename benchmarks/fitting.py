"""The fit of the levels of a game: where on the scale of strengths (players/ladder.py) the ten levels stand.

Neighbours on a grid of strengths play pairs of games, from the same opening with sides swapped. A grid point is added
between two that are far apart, and the next pair of games goes where it tells most for its time. The differences in Elo
add up to a curve. A simulated newcomer (benchmarks/newcomers.py) that plays the weaker settings finds its place on it.
Level 1 is the strongest setting that loses 92 % of its games to the newcomer, or random; level 10 is fixed. The levels
between stand at equal distances in Elo. If level 7 would overlook moves so, it is the weakest setting that does not,
and the distances above it differ from those below, unless they would be too short.
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
from players.ladder import ALERT, kind_of, setting_at
from players.level import HIGHEST, TABLED, LevelPlayer

FAR = 0.82  # a score: neighbours that differ more get another between them
FEW = 12  # games before a distance is called far
NARROW = 0.1  # neighbours that are nearer in strength get none
ELO = 400 / math.log(10)  # of a factor e in the odds
CHILD = 0.92  # what the newcomer scores against level 1
SHARE = 0.25  # of the time goes to the newcomer
NEAR = (-300, -150, 0)  # Elo between the newcomer as known so far and its next opponent
GROUP = 10  # pairs of games of the newcomer against the same setting
FIRM = 2  # games that the distance expected from the neighbours below counts as
WHOLE = 7  # the lowest level that overlooks nothing
STEPS = 0.65, 0.8  # wanted scores of a level against the one below


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
    """Two neighbours on the grid: strengths `low` and `high`; `spent` seconds of processor time on their games."""

    low: float = 0.0
    high: float = 0.0
    spent: float = 0.0
    expected: float = 0.5

    @property
    def games(self):
        return sum(self.results)

    @property
    def score(self):
        """The score of the upper one, with a few games more that go as expected."""
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
        """How much variance another pair of games removes for each second."""
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


def elo(score):
    return ELO * math.log(score / (1 - score))


def expected_score(difference):
    return 1 / (1 + math.exp(-difference / ELO))


def spec_at(strength, top):
    return f"level:{HIGHEST}" if strength == top else f"{Path(__file__).resolve()}:AtStrength:strength={strength:.6g}"


def link(game, low, high, top):
    return Link(game, spec_at(high, top), spec_at(low, top), low=low, high=high)


def grid(top):
    """Return the strengths to begin with: closer where moves are overlooked, and the highest is `top`."""
    found = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0]
    while found[-1] < top - 1:
        found.append(found[-1] + (1 if found[-1] < ALERT else 2))
    return [*found[: bisect_left(found, top - 0.5)], top]


def measured_links(game, top, seconds, seed):
    """Return the links of the grid after games for so many seconds, the lowest first."""
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
    """Let each link expect that a unit of strength is worth as much as in the link below it."""
    for below, each in pairwise(links):
        each.expected = expected_score(below.elo / (below.high - below.low) * (each.high - each.low))


def curve_of(links):
    """Return the strengths of the grid and their Elo, which never falls; the lowest has 0."""
    total, found = 0.0, [0.0]
    for each in links:
        total += each.elo
        found.append(total)
    return [links[0].low, *(each.high for each in links)], rising(found)


def rising(values):
    """Return the values with neighbours that fall pooled (isotonic regression)."""
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
    """Return the Elo of the newcomer on the curve, and its games with settings near to it, in groups."""
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
        surplus = sum(each.points - each.games * expected_score(middle - at(each.low, *curve)) for each in groups)
        # A game drawn at each end of the curve keeps the answer finite.
        surplus += 1.0 - sum(expected_score(middle - end) for end in (curve[1][0], curve[1][-1]))
        low, high = (middle, high) if surplus > 0 else (low, middle)
    return (low + high) / 2


def fitted(game, seconds, seed):
    """Return the report of a fit: the links, the newcomer, and the line for LADDERS."""
    start = process_time()
    loaded = levels.games.load(game)
    top = kind_of(loaded).top
    links = measured_links(game, top, seconds * (1 - SHARE), seed)
    curve = curve_of(links)
    child, groups = newcomer_elo(game, curve, top, seconds * SHARE, seed)
    strengths, steps = ladder_of(curve, child)
    lines = [line(each) for each in links]
    games, points = sum(each.games for each in groups), sum(each.points for each in groups)
    lines.append(f"  newcomer at {child:.0f} Elo, strength {at(child, curve[1], curve[0]):.2f}: {points:g} of {games}")
    error = math.sqrt(sum(each.error**2 for each in links)) / (HIGHEST - 1)
    told = " and ".join(f"{step:.0f} Elo, {expected_score(step):.0%}{judged(step)}," for step in steps)
    lines.append(f"  # {game}: steps of {told} +-{error:.0f} Elo; {process_time() - start:.0f} s")
    numbers = ", ".join(f"{strength:.2f}" for strength in strengths[:-1])
    return "\n".join([*lines, f'    "{type(loaded).__module__}": ({numbers}),'])


def judged(step):
    """Return what is wrong with a distance between levels, or nothing."""
    least, most = STEPS
    score = expected_score(step)
    return " too short for even steps" if score < least else " too long" if score > most else ""


def ladder_of(curve, child):
    """Return ten strengths and the different distances between them in Elo; level 1 loses to the child."""
    strengths, places = curve
    base, most = max(places[0], min(child - elo(CHILD), places[-1])), places[-1]
    step = (most - base) / (HIGHEST - 1)
    alert = at(ALERT, strengths, places)
    if base + step * (WHOLE - 1) >= alert or most - alert < elo(STEPS[0]) * (HIGHEST - WHOLE):
        return even(curve, base, most, HIGHEST), [step]
    steps = [(alert - base) / (WHOLE - 1), (most - alert) / (HIGHEST - WHOLE)]
    cliff = places[strengths.index(ALERT) - 1]
    if alert - cliff > steps[0]:  # such as a better evaluation of searches that overlook nothing
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
