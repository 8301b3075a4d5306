"""The ratings of the strengths of `level`: Elo at chess by Stockfish, kyu at go on 9x9 by GNU Go.

`python benchmarks/ratings.py chess` and `python benchmarks/ratings.py go` play for 20 minutes, and print the table for
players/ratings.py. They write each game to a file, and go on from there when they are started again. If players or
games have changed since, they ask for another file, as the strengths may have changed too.

The next game is the one that reduces the errors of our ratings most for its time, by the fit of the games so far. So
strengths far from the programs are measured by chains of games among themselves.

Stockfish plays with UCI_LimitStrength. The move of a limited Stockfish comes from its search to a depth of 1 to 12 that
its Elo decides, so a clock says nothing: it gets as many nodes as it takes to that depth. GNU Chess plays at fixed
depths, with a rating of its own that the games tell. Phalanx is left out, since its only limits are seconds. GNU Go
plays at its levels 10 and 1.
"""

import argparse
import json
import math
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from fitting import AtStrength

import games
from games.chess.openings import OPENINGS
from players.ladder import strengths_of
from players.ratings import kyu_of
from referee.batches.plan import Plan
from referee.match.events import FORFEITS, Ended
from referee.running.game_task import make_player
from referee.statistics.scoring import ELO, Z, expected
from referee.support.limits import derive_seed

STOCKFISH = "uci:stockfish,elo={},nodes={}"
NODES = {1350: 2_000, 1500: 2_000, 1700: 5_000, 1900: 20_000, 2100: 70_000, 2300: 150_000}  # by its Elo
GNU_CHESS = '"gnuchess --uci",depth={},option.OwnBook=false'
GNU_GO = 'gtp:"gnugo --chinese-rules --capture-all-dead --level {}"'
PRIOR = 800.0  # Elo: before its games, the standard deviation of a rating from its guess
SMOOTH = 200.0  # Elo: before their games, the standard deviation of the distance of two neighbours from its guess
SLOWEST = 60.0  # seconds that a game of the highest strength takes, as a guess
LITTLE = 0.05  # how much the variance of a rating counts if it is below the floor or a program's; others count 1
FAR = 350.0  # Elo: players that differ more do not meet, as their games tell little that does not depend on the model
UNLIKE = (":(exclude)players/ratings.py", ":(exclude)*.md")  # changes here change no strength
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Contest:
    """A game in which strengths are rated, and the programs that they play against.

    spec     of the game.
    anchors  the programs with a known rating, and this rating;  others  the programs without.
    ends     the guessed ratings of our weakest and our strongest.
    floor    the rating below which little precision is wanted.
    """

    spec: str
    anchors: dict
    others: tuple
    ends: tuple
    floor: int
    openings: tuple = ()


CONTESTS = {
    "chess": Contest(
        "chess",
        {STOCKFISH.format(elo, nodes): elo for elo, nodes in NODES.items()},
        tuple(f"uci:{GNU_CHESS.format(depth)}" for depth in (1, 2, 4)),
        (200, 2300),
        400,
        tuple(tuple(OPENINGS[name].split()) for name in sorted(OPENINGS)),
    ),
    "go": Contest("go:size=9", {GNU_GO.format(10): 0}, (GNU_GO.format(1),), (-1500, 200), -900),
}


class Fit:
    """The most likely ratings, and their covariance.

    The prior guess is that our strengths stand at even steps between the ends of the contest. The steps vary by SMOOTH,
    so the games of a strength tell something about its neighbours too.

    names       all players; a number is one of our strengths.
    values      their ratings in Elo;  covariance  of these; 0 for known ratings.
    """

    def __init__(self, contest, strengths, results):
        self.names = [*contest.anchors, *contest.others, *strengths]
        low, high = contest.ends
        guess = np.linspace(low, high, len(strengths))
        middle = (low + high) / 2
        self.values = np.array([*contest.anchors.values(), *(middle for _ in contest.others), *guess], float)
        self.free = slice(len(contest.anchors), None)
        self.results = [(self.names.index(a), self.names.index(b), *found) for (a, b), found in results.items()]
        prior = np.diag(np.full(len(self.values), 1 / PRIOR**2))
        for place in range(len(self.values) - len(strengths), len(self.values) - 1):
            prior[place : place + 2, place : place + 2] += np.array([[1, -1], [-1, 1]]) / SMOOTH**2
        self.maximize(self.values.copy(), prior)

    def maximize(self, start, prior):
        """Take Newton's steps to the most likely ratings; `prior` is the inverse covariance of the guess `start`."""
        for _ in range(50):
            slope, bend = prior @ (start - self.values), prior.copy()
            for one, two, count, points in self.results:
                share = expected(self.values[one] - self.values[two])
                slope[one] += (points - count * share) / ELO
                slope[two] -= (points - count * share) / ELO
                weight = count * share * (1 - share) / ELO**2
                bend[[one, two], [one, two]] += weight
                bend[[one, two], [two, one]] -= weight
            self.covariance = np.zeros_like(bend)
            self.covariance[self.free, self.free] = np.linalg.inv(bend[self.free, self.free])
            step = np.clip(self.covariance @ slope, -400, 400)
            self.values += step
            if abs(step).max() < 0.1:
                break

    def gain(self, one, two, wanted):
        """Return how much two games of a pair would reduce the sum of all variances, weighted by `wanted`."""
        share = expected(self.values[one] - self.values[two])
        noise = ELO**2 / (2 * share * (1 - share))
        moved = self.covariance[:, one] - self.covariance[:, two]
        return (wanted * moved**2).sum() / (noise + moved[one] - moved[two])


class Log:
    """The games that were played, also in a file: a line holds the pair, the points of the first one, and the seconds.

    top  the highest strength.
    """

    def __init__(self, path, commit, top):
        self.path, self.commit, self.top = path, commit, top
        self.results, self.seconds = {}, defaultdict(list)
        try:
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
        except (OSError, ValueError) as error:
            sys.exit(f"{path} is no file of games: {error}")
        for row in rows:
            if row["commit"] != commit:
                sys.exit(f"{path} holds games of commit {row['commit']}, this is {commit}; take another --file")
            self.count(row)

    def count(self, row):
        pair = tuple(row["pair"])
        games_played, points = self.results.get(pair, (0, 0.0))
        self.results[pair] = games_played + 1, points + row["points"]
        self.seconds[pair].append(row["seconds"])

    def add(self, **row):
        """Count a game and write it down."""
        self.count(row)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"commit": self.commit} | row) + "\n")

    def played(self, pair):
        return self.results.get(pair, (0, 0.0))[0]

    def games_of(self, name=None):
        """Return how many games this player has played, or how many there were in all."""
        return sum(count for pair, (count, _) in self.results.items() if name is None or name in pair)

    def cost(self, pair):
        """Return the seconds of a game of this pair: their mean, or a guess by the pace of both players."""
        known = self.seconds.get(pair)
        return sum(known) / len(known) if known else max(map(self.pace, pair))

    def pace(self, name):
        """Return the seconds of a game of this player: their mean, or a guess; a unit of strength doubles the time."""
        known = [seconds for pair, found in self.seconds.items() if name in pair for seconds in found]
        if known:
            return sum(known) / len(known)
        return 1 + SLOWEST * 2 ** (name - self.top) if isinstance(name, float) else 1.0


def choose_pair(fit, log, contest):
    """Return the names of the pair whose games reduce the errors most for their time."""
    ours = np.array([isinstance(name, float) for name in fit.names])
    wanted, given = np.where(ours & (fit.values >= contest.floor), 1.0, LITTLE), len(contest.anchors)
    pairs = [(one, two) for one, two in combinations(range(len(fit.names)), 2) if two >= given]
    pairs = [pair for pair in pairs if abs(fit.values[pair[0]] - fit.values[pair[1]]) < FAR] or pairs
    best = max(pairs, key=lambda p: fit.gain(*p, wanted) / log.cost((fit.names[p[0]], fit.names[p[1]])))
    return fit.names[best[0]], fit.names[best[1]]


def make(name, seed):
    """Return the player: a strength is a number, a program a spec."""
    return AtStrength(name, seed) if isinstance(name, float) else make_player(name, seed)


def play(contest, pair, number):
    """Return the points of the first of the pair in game `number`: 1, 0 or a half. In odd games the second begins."""
    lines = contest.openings
    specs = tuple("level" if isinstance(name, float) else name for name in pair)
    opening = lines[number // 2 * 17 % len(lines)] if lines else ()
    plan = Plan(contest.spec, specs, 1, swap=True, opening=opening, called=("one", "two"))
    seats = plan.seats(number)
    seated = [make(pair[who], derive_seed("rating", str(pair), number, who)) for who in seats]
    (*_, end) = plan.task(number).match(seated, watched=False)
    if not isinstance(end, Ended) or end.how in FORFEITS or end.score is None:
        sys.exit(f"game {number} of {pair} went wrong: {end.how}: {end.why}")
    return ((end.score > 0) - (end.score < 0)) * (-1 if seats[0] else 1) / 2 + 0.5


def measure(contest, strengths, log, minutes):
    """Play for this many minutes, and return the fit."""
    until, fit = monotonic() + 60 * minutes, Fit(contest, strengths, log.results)
    while monotonic() < until:
        pair = choose_pair(fit, log, contest)
        for _ in range(2):
            begin, number = monotonic(), log.played(pair)
            points = play(contest, pair, number)
            log.add(pair=pair, points=points, seconds=round(monotonic() - begin, 3))
        print(f"{pair[0]}  {pair[1]}  {log.results[pair][1]:g} of {log.played(pair)}", file=sys.stderr, flush=True)
        fit = Fit(contest, strengths, log.results)
    return fit


def rows(fit, contest):
    """Return (name, Elo, its 95 % error) for each player without a given rating; ours come last."""
    errors = Z * np.sqrt(np.diag(fit.covariance))
    return [*zip(fit.names, fit.values, errors, strict=True)][len(contest.anchors) :]


def print_table(name, contest, fit, log):
    """Print all ratings, and the points as players/ratings.py has them: those that rise."""
    points, last, found = [], -math.inf, rows(fit, contest)
    print(f"{'player':<60}{'Elo':>7}{'95 %':>7}{'games':>7}" + f"{'kyu':>7}" * (name == "go"))
    for who, elo, error in found:
        label = f"strength {who:g}" if isinstance(who, float) else who
        kyu = f"{kyu_of(round(elo)):>7.1f}" if name == "go" else ""
        print(f"{label:<60}{round(elo):>+7}{round(error):>7}{log.games_of(who):>7}{kyu}")
        if isinstance(who, float) and round(elo) > last:
            last = round(elo)
            points.append(f"        RatingPoint({last}, {who:g}, {round(error)}),\n")
    print_levels(contest, [row for row in found if isinstance(row[0], float)], name == "go")
    print(f"\n    points=(\n{''.join(points)}    ),")
    how = f"commit {log.commit}, python benchmarks/ratings.py {name}, {log.games_of():,} games"
    print(f'    measured="{datetime.now(UTC).date()}, {how}",')


def print_levels(contest, ours, kyu):
    """Print the rows of our strengths for docs/strength.md, if they are those of the ten levels."""
    if [name for name, *_ in ours] != list(strengths_of(games.load(contest.spec))):
        return
    print(f"\n| level | {'kyu' if kyu else 'Elo'} | 95 % |\n|---|---|---|")
    for level, (_, elo, error) in enumerate(ours, 1):
        value, low, high = (kyu_of(each) if kyu else each for each in (elo, elo - error, elo + error))
        print(f"| {level} | {value:.0f} | {low:.0f} to {high:.0f} |")


def last_commit():
    """Return the last commit that may have changed how strong we are."""
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%h", "--", "players", "games", *UNLIKE]
    return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()


def main():
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("game", choices=CONTESTS)
    command.add_argument("--minutes", type=float, default=20.0, metavar="N", help="how long to play now; 0: only print")
    command.add_argument("--file", type=Path, metavar="FILE", help="the games (ratings-GAME.jsonl)")
    command.add_argument("--strengths", type=float, nargs="+", metavar="S", help="those of the ten levels by default")
    options = command.parse_args()
    contest = CONTESTS[options.game]
    strengths = [float(each) for each in options.strengths or strengths_of(games.load(contest.spec))]
    log = Log(options.file or Path(f"ratings-{options.game}.jsonl"), last_commit(), max(strengths))
    print_table(options.game, contest, measure(contest, strengths, log, options.minutes), log)


if __name__ == "__main__":
    main()
