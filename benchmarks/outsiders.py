"""python benchmarks/outsiders.py [ROW]...: our players against programs from outside, in the referee's own batches.

Each row is a command, printed before its result, so that it can be run alone. Games start from random balanced
openings, each from both sides, with the same time a move and one thread for both. Backgammon has no openings: there
each two games share their dice, with sides changed. GRhino, GNU Go, and GNU Backgammon at 1 ply, take the time that
they like.

    fairy      uci:fairy-stockfish, a variant engine                    (Debian: fairy-stockfish)
    stockfish  Stockfish, held to a rating of 2000 and of 2200          (Debian: stockfish)
    grhino     GRhino, an othello program                               (Debian: grhino)
    gnugo      GNU Go at its level 10                                   (Debian: gnugo)
    pachi      Pachi, a Monte Carlo tree search for go                  (github.com/pasky/pachi; Debian's is another)
    bot        mcts_bot.py, the Monte Carlo tree search of OpenSpiel    (pip install open_spiel==2.0.2)
    gnubg      GNU Backgammon at 0 and 1 plies, and its level "casual"  (Debian: gnubg)

A row is GAME/OPPONENT: breakthrough/fairy, kalah/bot, or an opponent or a game alone for all of its rows. Each says the
commit that plays, and after the first two games how long all of them will take.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from referee.match.events import FORFEITS
from referee.statistics.counts import Counts
from referee.statistics.scoring import difference, interval

ROOT = Path(__file__).parent.parent
BOT = "./benchmarks/mcts_bot.py"
RHINO = "gtp-rhino --level 5 --mid 6 --end 10 --win 12"  # the depths at which it takes about 0.1 seconds a move
DRAWN = "OpenSpiel ends this game as a draw"  # as mcts_bot.py says
FORFEITED = {how.value for how in FORFEITS}
HEAD = (
    f"{'match':<24}{'ours':<22}{'W':>4}{'D':>4}{'L':>4}{'score':>9}{'95 %':>16}"
    f"{'Elo':>7}{'wanted':>8}{'apart':>7}{'points':>22}"
)


@dataclass(frozen=True)
class Row:
    """A match: the game, our player, the other one, and the wanted share of games or points a game, if any.

    time    seconds a move;  limited  whether the other player has to keep to them too.
    """

    game: str
    ours: str
    opponent: str
    spec: str
    wanted: float | None
    time: float = 0.1
    limited: bool = True

    @property
    def name(self):
        return f"{self.game}/{self.opponent}"


ROWS = (
    Row("breakthrough", "minimax", "fairy", "uci:fairy-stockfish,reserve=0.002,margin=1", 0.5),
    Row("chess:gardner", "minimax", "fairy", "uci:fairy-stockfish,reserve=0.002,margin=1", None),
    Row("chess", "minimax", "fairy", "uci:fairy-stockfish,reserve=0.002,margin=1", None),
    Row("chess", "minimax", "stockfish-2000", "uci:stockfish,elo=2000,reserve=0.002,margin=1", None),
    Row("chess", "minimax", "stockfish-2200", "uci:stockfish,elo=2200,reserve=0.002,margin=1", 0.5),
    Row("othello", "minimax", "grhino", f'gtp:"{RHINO}"', None, limited=False),
    Row("go", "mcts", "gnugo", "gtp:gnugo --level 10 --chinese-rules --capture-all-dead", 0.6, time=1, limited=False),
    Row("go", "mcts", "pachi", 'gtp:"pachi -d 0 threads=1,pondering=0"', None, time=1),
    Row("connect-four", "level:10", "bot", BOT, 0.97),
    Row("othello", "minimax", "bot", BOT, 0.97),
    Row("breakthrough", "minimax", "bot", BOT, 0.97),
    Row("hex", "mcts", "bot", BOT, 0.97),
    Row("gomoku", "minimax", "bot", BOT, 0.97),
    Row("kalah", "minimax", "bot", BOT, 0.92),
    Row("checkers", "minimax", "bot", BOT, 0.92),
    Row("backgammon", "minimax", "gnubg-0", "gnubg:0", -0.15),
    Row("backgammon", "minimax", "gnubg-1", "gnubg:1", None, limited=False),
    Row("backgammon", "minimax", "gnubg-casual", "gnubg:plies=0,noise=0.05", 0.0),
)


def command(row, options):
    """Return the words of the referee's command for the match."""
    ours, time = row.ours, f"{options.time or row.time:g}"
    sides = ["-g", str(options.games), "--swap"]
    if row.game != "backgammon":
        sides = ["--openings", str(max(1, options.games // 2))]
    limits = ["--seed", str(options.seed), "--workers", str(options.workers)]
    if row.limited:
        limits = ["--time", time, *limits]
    else:
        ours += f"{',' if ':' in ours else ':'}time={time}"
    return [row.game, ours, row.spec, *sides, *limits, "--stats", "--json"]


def play(row, options):
    """Return the records of the games and their summary; progress goes to standard error.

    Raises RuntimeError with the words of the referee if there is no summary.
    """
    words = [sys.executable, "-m", "referee", *command(row, options)]
    records, began = [], monotonic()
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=said, text=True) as process,
    ):
        for line in process.stdout:
            records.append(json.loads(line))
            if len(records) == 2 < options.games:
                minutes = (monotonic() - began) / 2 * options.games / 60
                print(f"{options.games} games will take about {minutes:.0f} minutes", flush=True)
            if not sys.stderr.closed and sys.stderr.isatty():
                print(f"\r{row.name} {len(records)}", end="", file=sys.stderr, flush=True)
        process.wait()
        said.seek(0)
        told = said.read().splitlines()
    if not records or "summary" not in records[-1]:
        raise RuntimeError(told[-1] if told else f"the referee ended with status {process.returncode}")
    return records[:-1], records[-1]["summary"]


def line_of(row, records, summary):
    """Return the line of the table; games that only OpenSpiel ends as draws stand apart and do not count."""
    stats, apart = summary["stats"], sum(DRAWN in record["why"] for record in records)
    score, elo, counts = stats["score"], stats["elo"], stats["counts"]
    wins, draws, losses = counts["wins"] - apart, counts["draws"], counts["losses"]
    if apart:
        found = interval(Counts(wins, draws, losses))
        score, elo = found.as_dict(), difference(found).as_dict()
    bounds = f"{score['low']:.1%} {score['high']:.1%}"
    rating = "" if elo["value"] is None else f"{elo['value']:+.0f}"
    margin, wanted = stats["margin"], row.wanted
    if wanted is not None:
        wanted = f"{wanted:+.2f}" if row.game == "backgammon" else f"{wanted:.0%}"
    points = ""
    if row.game == "backgammon" and margin["low"] is not None:
        points = f"{margin['value']:+.3f} ({margin['low']:+.3f} {margin['high']:+.3f})"
    return (
        f"{row.name:<24}{row.ours:<22}{wins:>4}{draws:>4}{losses:>4}{score['value']:>9.1%}{bounds:>16}"
        f"{rating:>7}{wanted or '':>8}{apart or '':>7}{points:>22}"
    )


def parser():
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(row.name for row in ROWS))
    found.add_argument("--games", type=int, default=200, metavar="N", help="games a row (200)")
    found.add_argument("--time", type=float, metavar="S", help="seconds a move (0.1, and 1 in go)")
    found.add_argument("--seed", type=int, default=1, metavar="N", help="of openings and players (1)")
    found.add_argument("--workers", type=int, default=1, metavar="N", help="games at once (1)")
    found.add_argument("--ours", metavar="SPEC", help="our player in the place of the row's own")
    return found


def wanted_rows(options, command):
    """Return the rows asked for. Exits if there is no such row, or fewer than two games."""
    if options.games < 2:
        command.error(f"--games {options.games} must be at least 2, as both sides are played")
    known = {row.name for row in ROWS} | {row.opponent for row in ROWS} | {row.game for row in ROWS}
    for name in options.rows:
        if name not in known:
            command.error(f"there is no row {name!r}; rows: {', '.join(row.name for row in ROWS)}")
    asked = [row for row in ROWS if not options.rows or {row.name, row.opponent, row.game} & set(options.rows)]
    return [replace(row, ours=options.ours or row.ours) for row in asked]


def main(arguments=None):
    command_line = parser()
    options = command_line.parse_args(arguments)
    words = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    missing = 0
    for row in wanted_rows(options, command_line):
        print(f"$ referee {shlex.join(command(row, options))}  # commit {commit}", flush=True)
        try:
            played = play(row, options)
        except RuntimeError as error:
            print(f"{row.name}: {error}", flush=True)
            missing += 1
            continue
        print(HEAD)
        print(line_of(row, *played), flush=True)
        if lost := [record["why"] for record in played[0] if record["how"] in FORFEITED and DRAWN not in record["why"]]:
            print(f"{len(lost)} of these games were forfeits; the first: {lost[0]}", flush=True)
    if missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
