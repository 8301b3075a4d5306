"""python benchmarks/search.py [TABLE] [GAME]...: how fast and how strong our searches are against peers, in one run.

speed  nodes and simulations a second, as ratios to easyAI's Negamax and OpenSpiel's MCTSBot.
match  games against MCTSBot with equal time a move.

Peers: pip install open_spiel==2.0.2 easyai==2.0.12. Where one is missing its rows say so.
"""

import argparse
import json
from math import inf

import match
import speed

import games
import players

TABLES = {"speed": speed, "match": match}  # each has GAMES, HEAD and rows


def above_zero(text):
    """A number of seconds. Raises ArgumentTypeError."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def from_one(text):
    """A whole number. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def able(text):
    """The spec of a player that can play matches. Raises ArgumentTypeError."""
    if players.CATALOGUE.find(text) not in match.ABLE:
        raise argparse.ArgumentTypeError(f"{text!r} plays no matches here; who does: {', '.join(match.ABLE)}")
    try:
        players.load(text)
    except players.SpecError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def parser():
    """What the command line may hold."""
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("table", nargs="?", metavar="TABLE", help=f"{', '.join(TABLES)}; all of them by default")
    found.add_argument("names", nargs="*", metavar="GAME", help="the rows; all of the table by default")
    found.add_argument("--games", type=from_one, default=20, metavar="N", help="games of a match (20)")
    found.add_argument("--time", type=above_zero, default=0.1, metavar="S", help="seconds a move of a match (0.1)")
    found.add_argument("--seconds", type=above_zero, default=2.0, metavar="S", help="for each speed measured (2)")
    found.add_argument("--jobs", type=from_one, default=1, metavar="N", help="games of a match at once (1)")
    found.add_argument("--player", type=able, metavar="SPEC", help="ours in a match, mcts or minimax by default")
    found.add_argument("--json", action="store_true", help="a line of JSON for each row, and for each game played")
    return found


def wanted(arguments):
    """The options, with the tables and their rows: table -> names of games. Exits where there is no such thing."""
    command = parser()
    options = command.parse_args(arguments)
    tables = list(TABLES) if options.table is None else [options.table]
    if not set(tables) <= set(TABLES):
        command.error(f"there is no table {options.table!r}; tables: {', '.join(TABLES)}")
    chosen = {}
    for table in tables:
        allowed = TABLES[table].GAMES
        for name in options.names:
            if games.CATALOGUE.find(name) not in allowed or ":" in name:
                command.error(f"{table} has no row {name!r}; rows: {', '.join(allowed)}")
        chosen[table] = [games.CATALOGUE.find(name) for name in options.names] or list(allowed)
    return options, chosen


def main(arguments=None):
    options, chosen = wanted(arguments)
    for table, names in chosen.items():
        if not options.json:
            print(TABLES[table].HEAD, flush=True)
        for row, line in TABLES[table].rows(names, options):
            if options.json:
                print(json.dumps({"table": table} | row), flush=True)
            elif line is not None:
                print(line, flush=True)


if __name__ == "__main__":
    main()
