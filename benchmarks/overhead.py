"""python benchmarks/overhead.py: what a game of a batch and of a tournament costs beside its moves.

`raw` is the plain loop of `choose` and `make` with players that are made anew for each game, in this process. `batch`
is a game of the whole command `referee -g N` with one worker, without its start and end; these stand in the last
column, in seconds. `tournament` is a game of the whole command with many players, beyond a game of a batch of the same
players. `standings` is one computation of the standings of 200 players. All figures are processor time; each row is the
best of some rounds, in which what is compared takes turns.
"""

import argparse
import gc
import os
import random
import subprocess
import sys
import tempfile
from math import inf
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

import games
import players
from games.game import CHANCE
from games.names.entry import read_specs_once
from referee.__main__ import OBJECTS
from referee.match.record import Record
from referee.running.game_task import Result
from referee.tournaments.plan import Tournament
from referee.tournaments.schedule import make_schedule
from referee.tournaments.standings import Scoreboard

PAIRS = (
    ("tic-tac-toe", "random", "random", 4000),
    ("connect-four", "random", "random", 2000),
    ("connect-four", "minimax:depth=2", "random", 400),
    ("kalah", "minimax:depth=2", "random", 200),
    ("pig", "random", "random", 300),
)
FIELD = 100  # players of a tournament
CROWD = 200  # players of standings
COMMAND = [sys.executable, "-m", "referee"]


def play_raw(game, pair, count):
    """Return the processor seconds of `count` games in the plain loop."""
    start, rng = games.load(game), random.Random(1)
    before = process_time()
    for number in range(count):
        seated = [players.load(spec, 2 * number + seat) for seat, spec in enumerate(pair)]
        state = start.copy()
        for seat, player in enumerate(seated):
            if hasattr(player, "begin"):
                player.begin(state.copy(), seat)
        while state.score() is None:
            if state.turn == CHANCE:
                moves, weights = zip(*state.chances(), strict=True)
                state.make(rng.choices(moves, weights)[0])
            else:
                state.make(seated[state.turn].choose(state.copy(), inf))
    return process_time() - before


def run(words):
    """Return the processor seconds of a command and of all its workers."""
    with tempfile.TemporaryDirectory() as folder:
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(
            [*COMMAND, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"REFEREE_DATA": folder},
        )  # fmt: skip
        after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(works, rounds):
    """Return the least result of each work, of rounds in which they take turns."""
    found = [inf] * len(works)
    for _ in range(rounds):
        found = [min(least, work()) for least, work in zip(found, works, strict=True)]
    return found


def batch_row(game, one, two, count, rounds):
    """Return the row of a batch of two players."""
    words = [game, one, two, "--seed", "1", "--workers", "1", "-g"]
    raw, whole, empty = best(
        (lambda: play_raw(game, (one, two), count), lambda: run([*words, str(count)]), lambda: run([*words, "1"])),
        rounds,
    )
    each, own = raw / count, (whole - empty) / count
    return f"{f'{game} {one} {two}':<40}{each * 1e6:>10.0f}{own * 1e6:>10.0f}{own / each:>8.2f}{empty:>8.2f}"


def tournament_row(game, field, rounds):
    """Return the row of a tournament of equal players that move at random."""
    count = field * (field - 1)
    terms = ["--seed", "1", "--workers", "1", "--plain"]
    entrants = [f"random:seed={place}" for place in range(field)]
    words = ["tournament", game, *entrants, "--rounds", "1", "--openings", "0", *terms]
    batch = [game, "random:seed=1", "random:seed=2", *terms, "-g", str(count)]
    works = (lambda: run(words), lambda: run(batch), lambda: run([*batch[:-1], "1"]), lambda: standings_seconds(field))
    whole, alone, empty, shown = best(works, rounds)
    more = (whole - shown - alone) / count
    return f"{f'{game}, {count:,} games':<40}{(alone - empty) / count * 1e6:>10.0f}{more * 1e6:>10.0f}"


def standings_seconds(field, form="round-robin"):
    """Return the processor seconds of the standings after all games of a tournament, drawn at random."""
    names = tuple(f"p{place}" for place in range(field))
    plan = Tournament("tic-tac-toe", names, names, form, 9 if form == "swiss" else 1, 1)
    rng, board, results = random.Random(1), Scoreboard(plan), {}
    while left := [
        pairing
        for pairing in make_schedule(form, field, plan.rounds, results).pairings
        if pairing.number not in results
    ]:
        for pairing in left:
            one, two = pairing.seats
            ahead = (two - one) / field * 3 + rng.gauss(0, 2)
            score = results[pairing.number] = (ahead > 0.5) - (ahead < -0.5)
            called = names[one], names[two]
            winner = called[score < 0] if score else "draw"
            record = Record("tic-tac-toe", called, called, 1, pairing.number, "", score, winner, "played-out", "")
            board.add(Result(record, (0.0, 0.0), (4, 4)))
    before = process_time()
    board.standings()
    return process_time() - before


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="of which the best counts (3)")
    parser.add_argument("--share", type=float, default=1.0, metavar="X", help="of the games of each row (1)")
    parser.add_argument("--players", type=int, default=FIELD, metavar="N", help=f"of the tournament ({FIELD})")
    options = parser.parse_args(arguments)
    gc.set_threshold(OBJECTS)  # as the command does
    print(f"{'a game, in microseconds':<40}{'raw':>10}{'batch':>10}{'ratio':>8}{'start':>8}")
    with read_specs_once():
        for game, one, two, count in PAIRS:
            print(batch_row(game, one, two, max(1, int(count * options.share)), options.rounds), flush=True)
    print(f"\n{'a game, in microseconds':<40}{'batch':>10}{'more':>10}")
    print(tournament_row("tic-tac-toe", options.players, options.rounds), flush=True)
    print(f"\n{'seconds of standings':<40}{'players':>10}{'seconds':>10}")
    for form in ("round-robin", "swiss"):
        (seconds,) = best((lambda form=form: standings_seconds(CROWD, form),), options.rounds)
        print(f"{form:<40}{CROWD:>10}{seconds:>10.2f}", flush=True)


if __name__ == "__main__":
    main()
