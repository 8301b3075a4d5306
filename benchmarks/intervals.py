"""How often the 95 % intervals of ratings hold the truth, in simulated tournaments of players of known strength.

    python benchmarks/intervals.py                     the sizes of the table in docs/learned.md
    python benchmarks/intervals.py 40 8 200 --format swiss --draws 0.3 --tournaments 50

Strengths are drawn from a normal distribution; deviation 0 makes all equal. The referee's schedules pair the players by
their results. Printed are the shares of intervals that hold: of all players, of the first and the last, and of the
advantage of moving first; by how much the first is rated too high, on average; and of claims that one is better than
another with more than 90 %, the mean claim and the share that was true.
"""

import argparse
import random
import time
from dataclasses import dataclass
from itertools import permutations

from referee.statistics.fitting import draw_share
from referee.statistics.ratings import fit_ratings
from referee.statistics.scoring import ELO, logistic
from referee.statistics.shrinkage import fit_shrunk_ratings
from referee.tournaments.schedule import make_schedule

ADVANTAGE = 35.0  # Elo that moving first is worth
SIZES = ((16, 5), (16, 15), (40, 5), (40, 8), (40, 15), (200, 5), (200, 8), (200, 15))
SPREADS = (0, 50, 100, 200, 400)
CELLS = (
    *(("swiss", *size, spread, 0.3) for size in SIZES for spread in SPREADS),
    *(("swiss", *size, spread, equals) for size in ((16, 5), (40, 8)) for spread in (0, 200) for equals in (0.0, 0.6)),
    *(("knockout", players, 2, spread, 0.3) for players in (16, 40, 200) for spread in SPREADS),
)
SURE = 0.9
HEAD = (
    f"{'format':<9}{'players':>7}{'rounds':>7}{'spread':>7}{'draws':>6}{'all':>7}{'first':>7}{'last':>6}{'order':>6}"
    f"{'+-':>5}{'too high':>9}{'said':>6}{'true':>6}{'seconds':>8}"
)


@dataclass(frozen=True)
class Trial:
    """The outcome of one tournament.

    held  whether each player's interval holds, the first rated first;  order  the same for moving first.
    half  of the mean interval, in Elo;  high  how much the first is rated too high, in Elo.
    said, true  the sum of all likelihoods above SURE, and how many of these claims are true;  seconds  of the fit.
    """

    held: tuple[bool, ...]
    order: bool
    half: float
    high: float
    said: float
    true: float
    claims: int
    seconds: float


def strengths(players, spread, chance):
    """Return strengths in Elo for all players, with mean 0."""
    drawn = [chance.gauss(0, spread) for _ in range(players)]
    return [each - sum(drawn) / players for each in drawn]


def played(form, rounds, truth, equals, chance):
    """Return the results of a tournament of players of these strengths, as `ratings.fit` takes them."""
    scores, results = {}, {}
    while True:
        due = [each for each in make_schedule(form, len(truth), rounds, scores).pairings if each.number not in scores]
        if not due:
            return {seats: tuple(counts) for seats, counts in results.items()}
        for pairing in due:
            first, second = pairing.seats
            score = logistic((truth[first] - truth[second] + ADVANTAGE) / ELO)
            drawn = draw_share(score * (1 - score), equals)
            lot = chance.random()
            scores[pairing.number] = end = 1 if lot < score - drawn / 2 else 0 if lot < score + drawn / 2 else -1
            results.setdefault(pairing.seats, [0, 0, 0])[1 - end] += 1


def within(estimate, true):
    """Return whether the interval holds the value; an unknown bound is none."""
    return (estimate.low is None or estimate.low <= true) and (estimate.high is None or true <= estimate.high)


def tried(cell, seed, rate):
    """Return the trial of one tournament, rated by the function `rate`."""
    form, players, rounds, spread, equals = cell
    chance = random.Random(f"{cell} {seed}")
    truth = strengths(players, spread, chance)
    results = played(form, rounds, truth, equals, chance)
    begun = time.process_time()
    told = rate(players, results)
    seconds = time.process_time() - begun
    order = sorted(range(players), key=lambda player: -told.elo[player].value)
    sure = [pair for pair in permutations(range(players), 2) if (told.superior[pair[0]][pair[1]] or 0) > SURE]
    return Trial(
        held=tuple(within(told.elo[player], truth[player]) for player in order),
        order=told.advantage is None or within(told.advantage, ADVANTAGE),
        half=sum((each.high or 0) - (each.low or 0) for each in told.elo) / 2 / players,
        high=told.elo[order[0]].value - truth[order[0]],
        said=sum(told.superior[one][two] for one, two in sure),
        true=sum(truth[one] > truth[two] for one, two in sure),
        claims=len(sure),
        seconds=seconds,
    )


def line(cell, trials):
    """Return the line of a kind of tournament."""
    form, players, rounds, spread, equals = cell
    count, claims = len(trials), max(1, sum(trial.claims for trial in trials))

    def mean(of):
        return sum(map(of, trials)) / count

    return (
        f"{form:<9}{players:>7}{rounds:>7}{spread:>7}{equals:>6.1f}"
        f"{mean(lambda trial: sum(trial.held)) / players:>7.1%}{mean(lambda trial: trial.held[0]):>7.0%}"
        f"{mean(lambda trial: trial.held[-1]):>6.0%}{mean(lambda trial: trial.order):>6.0%}"
        f"{mean(lambda trial: trial.half):>5.0f}{mean(lambda trial: trial.high):>+9.0f}"
        f"{sum(trial.said for trial in trials) / claims:>6.0%}{sum(trial.true for trial in trials) / claims:>6.0%}"
        f"{mean(lambda trial: trial.seconds):>8.2f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, metavar="N", help="players, rounds and the deviation in Elo")
    parser.add_argument("--format", default="swiss", choices=("swiss", "knockout", "round-robin", "gauntlet"))
    parser.add_argument("--draws", type=float, default=0.3, help="of the games between equals")
    parser.add_argument("--tournaments", type=int, help="of each kind; by default so many that some 1,600 players play")
    parser.add_argument("--likeliest", action="store_true", help="rate as in a round-robin: without shrinking")
    asked = parser.parse_args()
    if len(asked.sizes) not in (0, 3):
        parser.error("players, rounds and the deviation are needed, or nothing")
    print(HEAD)
    for cell in [(asked.format, *asked.sizes, asked.draws)] if asked.sizes else CELLS:
        count = asked.tournaments or max(6, 1600 // cell[1])
        rate = fit_ratings if asked.likeliest else fit_shrunk_ratings
        print(line(cell, [tried(cell, seed, rate) for seed in range(count)]), flush=True)


if __name__ == "__main__":
    main()
