"""A tournament killed by kill -9 at random moments and resumed each time."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from referee.support.build import life
from referee.tournaments.journal import NAME

PLAYOUTS = 3000 if life() == "compiled" else 25  # for games of some hundredths of a second
THINKERS = (f"montecarlo:playouts={PLAYOUTS}", f"mcts:playouts={PLAYOUTS}")
PLAYERS = ("random", *THINKERS, *THINKERS)
EACH = 20  # games in a round of five players: ten pairs
BEGIN = ("tic-tac-toe", *PLAYERS, "--format", "round-robin", "--seed", "7")
RESUME = ("--resume", "1")
STEP = 0.001  # seconds between two looks at the journal


def begin(games):
    return (*BEGIN, "--rounds", str(games // EACH))


def started(folder, words):
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "tournament", *words],
        env={**os.environ, "REFEREE_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def asked(folder, query):
    """The rows that the journal in that folder answers with, none where it has no tables yet."""
    path = Path(folder) / NAME
    if not path.exists():
        return []
    try:
        with closing(sqlite3.connect(path, timeout=30)) as db:
            return db.execute(query).fetchall()
    except sqlite3.OperationalError:
        return []


def count(folder):
    return len(asked(folder, "SELECT 1 FROM games"))


def records(folder):
    """All games that are kept, in the order of their numbers, as (tournament, number, record)."""
    rows = asked(folder, "SELECT tournament, number, record FROM games ORDER BY tournament, number")
    return [(tournament, number, json.loads(record)) for tournament, number, record in rows]


def struck(folder, games, kills, rng):
    """Play a tournament to its end, killed so often before if that goes; how many games there were at each kill."""
    hits = []
    while len(hits) < kills and (before := count(folder)) < games:
        left = kills - len(hits)
        words = RESUME if asked(folder, "SELECT 1 FROM tournaments") else begin(games)
        with started(folder, words) as running:
            if rng.random() < 0.25:
                time.sleep(rng.random() * 0.25)  # maybe while it starts
            else:
                until = before + rng.randrange(1, max(2, 3 * (games - before) // (2 * left + 2)))
                while running.poll() is None and count(folder) < until:
                    time.sleep(STEP)
                time.sleep(rng.random() * 0.02)
            running.send_signal(signal.SIGKILL)
            running.communicate()
            if running.returncode == -signal.SIGKILL and count(folder) < games:
                hits.append(count(folder))
    finished(folder, RESUME if asked(folder, "SELECT 1 FROM tournaments") else begin(games))
    return hits


def finished(folder, words):
    """Play a tournament to its end. Raises RuntimeError if that fails."""
    with started(folder, words) as running:
        _, said = running.communicate()
    if running.returncode:
        raise RuntimeError(f"exit status {running.returncode}: {said}")
