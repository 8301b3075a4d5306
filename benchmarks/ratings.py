"""The ratings of the strengths of `level`: Elo at chess by Stockfish, kyu at go on 9x9 by GNU Go.

`python benchmarks/ratings.py chess` and `python benchmarks/ratings.py go` play for 20 minutes, and print the table for
players/ratings.py. They write each game to a file, and go on from there when they are started again. If players or
games have changed since, they ask for another file, as the strengths may have changed too.

The next game is the one that tells most for its time: the fit says how much a game of each pair would reduce the
errors of all our strengths. So strengths far from the programs are measured by chains of games among themselves.

Stockfish plays with UCI_LimitStrength. The move of a limited Stockfish comes from its search to a depth of 1 to 12 that
its Elo decides, so a clock says nothing: it gets as many nodes as it takes to that depth. GNU Chess plays at fixed
depths, with a rating of its own that the games tell. Phalanx is left out, since its only limits are seconds. GNU Go
plays at its levels 10 and 1.
"""

import argparse
import json
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
from players.ratings import ELO, kyu_of
from referee.batches.plan import Plan
from referee.match.events import FORFEITS, Ended
from referee.running.game_task import make_player
from referee.support.limits import derive_seed

STOCKFISH = "uci:stockfish,elo={},nodes={}"
NODES = {1350: 2_000, 1500: 2_000, 1700: 5_000, 1900: 20_000, 2100: 70_000, 2300: 150_000}  # by its Elo
GNU_CHESS = '"gnuchess --uci",depth={},option.OwnBook=false'
GNU_GO = 'gtp:"gnugo --chinese-rules --capture-all-dead --level {}"'
SMOOTH = 200.0  # Elo: the standard deviation of the distance between two neighbours from the one that is guessed
SLOWEST = 60.0  # seconds: about a game of the highest strength
LITTLE = 0.05  # the weight of the variance of a rating below the floor, and of that of a program
FAR = 350.0  # Elo: beyond it a game tells little, and what it tells depends on the tails of the model
PRIOR = 800.0  # Elo: the standard deviation of what is guessed of a strength before its games
UNLIKE = (":(exclude)players/ratings.py", ":(exclude)*.md")  # their changes change no strength
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Contest:
    """What is played.

    spec  of the game;  anchors  the programs with a rating;  others  those without.
    ends  the guessed ratings of our weakest and strongest;  floor  the rating below which little precision is wanted.
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

    Before their games our strengths are guessed to stand at even steps between the ends, which are right for two
    neighbours to SMOOTH Elo. So what is known of a strength tells something about the next ones.

    names  all players, ours as strengths;  values  in Elo;  covariance  of those that have no given rating.
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
        """Return by how much two games of a pair would reduce the sum of all variances, each times what is `wanted`."""
        share = expected(self.values[one] - self.values[two])
        noise = ELO**2 / (2 * share * (1 - share))
        moved = self.covariance[:, one] - self.covariance[:, two]
        return (wanted * moved**2).sum() / (noise + moved[one] - moved[two])


def expected(distance):
    """Return the expected score, 0 to 1, of the player who is `distance` Elo above the other."""
    return 1 / (1 + 10 ** (-distance / 400))


class Log:
    """The file of games: a line each, with who played, the points of the first named, and the seconds.

    top  the highest strength.
    """

    def __init__(self, path, commit, top):
        self.path, self.commit, self.top = path, commit, top
        self.results, self.seconds = {}, defaultdict(list)
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
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

    def cost(self, pair):
        """Return the seconds of a game of this pair: measured, or a guess by what its players took against others."""
        known = self.seconds.get(pair)
        return sum(known) / len(known) if known else max(map(self.pace, pair))

    def pace(self, name):
        """Return the seconds of a game of this player: measured, or a guess, as a unit of strength doubles the time."""
        known = [seconds for pair, found in self.seconds.items() if name in pair for seconds in found]
        if known:
            return sum(known) / len(known)
        return 1 + SLOWEST * 2 ** (name - self.top) if isinstance(name, float) else 1.0


def choose_pair(fit, log, contest):
    """Return the names of the two whose games tell most for their time."""
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
    """Return what the first of the pair wins in game `number`: 1, 0 or a half. The second begins in odd ones."""
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
    """Play for that many minutes, and return the fit."""
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


def rows(fit, contest, log):
    """Return (name, Elo, 95 % error, games) for each player without a given rating."""
    found = []
    for place in range(len(contest.anchors), len(fit.names)):
        name = fit.names[place]
        count = sum(number for pair, (number, _) in log.results.items() if name in pair)
        found.append((name, round(fit.values[place]), round(1.96 * fit.covariance[place, place] ** 0.5), count))
    return found


def print_table(name, contest, fit, log):
    """Print all ratings, and the points as players/ratings.py has them: those that rise."""
    ours, last = [], -(10**9)
    print(f"{'player':<60}{'Elo':>7}{'95 %':>7}{'games':>7}" + f"{'kyu':>7}" * (name == "go"))
    for who, elo, error, count in rows(fit, contest, log):
        label = f"strength {who:g}" if isinstance(who, float) else who
        print(f"{label:<60}{elo:>+7}{error:>7}{count:>7}" + (f"{kyu_of(elo):>7.1f}" if name == "go" else ""))
        if isinstance(who, float) and elo > last:
            ours.append(f"RatingPoint({elo}, {who:g}, {error})")
            last = elo
    print_levels(contest, fit, name == "go")
    total = sum(count for count, _ in log.results.values())
    print("\n    points=(\n" + "".join(f"        {each},\n" for each in ours) + "    ),")
    how = f"commit {log.commit}, python benchmarks/ratings.py {name}, {total:,} games"
    print(f'    measured="{datetime.now(UTC).date()}, {how}",')


def print_levels(contest, fit, kyu):
    """Print the rows for docs/strength.md, if the strengths are those of the ten levels."""
    ours = [name for name in fit.names if isinstance(name, float)]
    if ours != list(strengths_of(games.load(contest.spec))):
        return
    print(f"\n| level | {'kyu' if kyu else 'Elo'} | 95 % |\n|---|---|---|")
    for level, place in enumerate(range(len(fit.names) - len(ours), len(fit.names)), 1):
        elo, error = fit.values[place], 1.96 * fit.covariance[place, place] ** 0.5
        ends = (kyu_of(elo - error), kyu_of(elo + error)) if kyu else (elo - error, elo + error)
        print(f"| {level} | {kyu_of(elo) if kyu else elo:.0f} | {ends[0]:.0f} to {ends[1]:.0f} |")


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
