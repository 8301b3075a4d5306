"""python benchmarks/chances.py [GAME]... [--own] [--players SPEC...]: fit the chance to win to the estimate.

Equals play games from random openings: levels 5 to 8, or each of the --players against itself. A search of 2,000
positions estimates some positions of each game, by the weights that come with the program if there are any; with --own
always by the game's own estimate. The slope is fitted to one half of the games and tested on the other half, and the
other way round:

    slope        of all games, and of each half;  most  the largest estimate that counts
    early, late  slopes of the first and second half of each game
    loss         log loss on games not fitted: 0.693 is that of a tossed coin
    error        mean distance of chances from results on games not fitted, by tenths of the chance
    used         loss and error by the scale that a review uses

Weaker players lose from any position, so their games say little about the estimate. --keep adds the samples to a file.
"""

import argparse
import json
import random
from math import inf
from pathlib import Path

import games
import players
from players.search.alphabeta.table import HALF, Table
from referee.reviews.searches import deepen, entries
from referee.reviews.win_probability import Scale, fit_scale, kept_scale, learnt_scale, likelihood
from referee.solving.value import share, side

GAMES = "othello", "checkers", "breakthrough", "gomoku", "kalah", "dots-and-boxes", "connect-four", "hex", "go"
PLAYERS = "level:5", "level:6", "level:7", "level:8"
NODES = 2_000
OPENING = 6  # random plies at most
LONGEST = 200  # plies
EACH = 5  # positions of a game
BINS = 10


def play(spec, rng, player):
    """Return positions of a game with a choice of moves, each with the share of the game played, and its result."""
    game, opening, found = games.load(spec), rng.randint(0, OPENING), []
    seats = [players.load(player, rng.getrandbits(30)) for _ in range(2)]
    for seat, each in enumerate(seats):
        each.begin(game.copy(), seat)
    while game.score() is None and len(found) < LONGEST:
        moves = game.moves()
        found.append(game.copy())
        game.make(rng.choice(moves) if len(found) <= opening else seats[game.turn].choose(game.copy(), inf))
    if game.score() is None:
        return [], 0.0
    fair = [(each, place / len(found)) for place, each in enumerate(found) if place >= opening]
    return [(each, part) for each, part in fair if len(each.moves()) > 1], share(game.score())


def estimate(game, learnt):
    """Return the estimate for seat 0: the mean of two depths, as in a review. None if the position is solved."""
    search, scores = deepen(game, Table(entries(2 * NODES)), NODES, inf, learnt=learnt)
    last = scores[-2:]
    if search.final or not last or abs(search.score) > HALF:
        return None
    return side(game.turn) * sum(last) / len(last)


def used_scale(start, own):
    """Return the scale that a review uses, or with `own` would use if no weights came with the program."""
    return (None if own else learnt_scale(start)) or kept_scale(start) or Scale(0.0, 0.0)


def collect(spec, given, learnt):
    """Return samples of each game: (estimate, result, share of the game played)."""
    found = []
    for number in range(given.count):
        rng = random.Random(f"{spec} {given.seed} {number}")
        positions, result = play(spec, rng, given.players[number % len(given.players)])
        chosen = rng.sample(positions, min(EACH, len(positions)))
        told = [(estimate(game, learnt), result, part) for game, part in chosen]
        found.append([each for each in told if each[0] is not None])
    return found


def fit(samples):
    return fit_scale([(value, result) for value, result, _ in samples]) or Scale(0.0, 0.0)


def loss(samples, scale):
    return -sum(likelihood(scale.chance(value), result) for value, result, _ in samples) / len(samples)


def calibration(samples, scale):
    """Return the mean distance of the chances from the results, over bins of the chance."""
    bins = [[] for _ in range(BINS)]
    for value, result, _ in samples:
        chance = scale.chance(value)
        bins[min(BINS - 1, int(chance * BINS))].append(chance - result)
    return sum(abs(sum(each)) for each in bins) / len(samples)


def flat(played):
    return [sample for each in played for sample in each]


def row(spec, played, used):
    halves, whole = (flat(played[::2]), flat(played[1::2])), flat(played)
    if not all(halves):
        return f"{spec:<16} too few positions are unsolved"
    found, fitted = fit(whole), [fit(half) for half in halves]
    tests = list(zip(fitted, reversed(halves), strict=True))
    held, error = (sum(f(test, scale) for scale, test in tests) / 2 for f in (loss, calibration))
    phases = (fit([each for each in whole if (each[2] >= 0.5) == part]) for part in (False, True))
    slopes = "".join(f"{each.slope:>12.6f}" for each in (found, *fitted, *phases))
    by_used = f"{loss(whole, used):>8.3f}{calibration(whole, used):>8.3f}"
    return f"{spec:<16}{len(whole):>6}{found.most:>8.0f}{slopes}{held:>8.3f}{error:>8.3f}{by_used}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--games", dest="count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    given = parser.parse_args()
    heads = "".join(f"{each:>12}" for each in ("slope", "half", "half", "early", "late"))
    print(f"{'game':<16}{'':>6}{'most':>8}{heads}{'loss':>8}{'error':>8}{'used':>8}")
    for spec in given.games:
        used = used_scale(games.load(spec), given.own)
        played = collect(spec, given, used.learnt)
        print(row(spec, played, used), flush=True)
        if given.keep:
            kept = [(round(value, 2), result) for value, result, _ in flat(played)]
            with given.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"game": spec, "samples": kept}) + "\n")


if __name__ == "__main__":
    main()
