"""python benchmarks/slips.py [GAME]...: how often levels 2 to 6 of the player `level` make moves that are plain to see.

The positions come from games of PLAYER in which about every third move is drawn at random. Each game gives at most one
position of each kind:

win        a move wins at once.
stop       most moves let the other side win at once, but not all.
queen      the queen can be captured, and nothing captures back.
recapture  a piece, not a pawn, was captured, and the piece that did it can be captured without a loss.
promotion  a pawn can become a queen, and nothing captures it.
corner     at othello, a strong player takes a corner.
"""

import math
import random
from collections import defaultdict
from functools import cache

import levels
import newcomers

import games
import players
from games.adapters.undo import copy_to_search
from games.base.positions import position_after
from games.othello.game import Othello
from players.overlooking import winning_moves

GAMES = ("tic-tac-toe", "connect-four", "gomoku:columns=9,rows=9", "othello", "chess")
PLAYER = "minimax:depth=2,eval=game"
STRONG = "minimax:nodes=10000"
TRIES = 4  # games for each position wanted, at most
HEAD = f"{'game':<26}{'level':>5}{'kind':>12}{'positions':>11}{'made':>8}"


@cache
def situations(spec, count, seed):
    """Return up to `count` pairs of a position and its plain moves, by kind."""
    found, rng, player = defaultdict(list), random.Random(seed), players.load(PLAYER, seed)
    for _ in range(TRIES * count):
        game, before, made, met = games.load(spec), None, None, {}
        while game.score() is None:
            if rng.random() < 1 / 3:
                for kind, moves in plain_moves(game, before, made):
                    met.setdefault(kind, (game.copy(), moves))
            drawn = rng.random() < 1 / 3
            before, made = game.copy(), rng.choice(game.moves()) if drawn else player.choose(game.copy(), math.inf)
            game.make(made)
        for kind, pair in met.items():
            found[kind] += [pair] * (len(found[kind]) < count)
    return found


def plain_moves(game, before, made):
    """Yield the kind of the position, if it has one, with its plain moves; the move `made` led to it from `before`."""
    nexts = {move: position_after(game, move) for move in game.moves()}
    if wins := [move for move, twin in nexts.items() if newcomers.won(twin, game.turn) > 0]:
        yield "win", wins
        return
    stops = [move for move, twin in nexts.items() if not loses_at_once(twin, game.turn)]
    if 0 < len(stops) < len(nexts) / 2:
        yield "stop", stops
    elif stops and hasattr(game, "men"):
        yield from plain_chess_moves(game, before, made, nexts)
    elif stops and isinstance(game, Othello) and (corners := game.forcing()):
        yield from [("corner", corners)] * (players.load(STRONG).choose(game.copy(), math.inf) in corners)


def loses_at_once(game, seat):
    """Return whether the other side can win at once."""
    return game.turn == 1 - seat and bool(winning_moves(copy_to_search(game), game.moves()))


def plain_chess_moves(game, before, made, nexts):
    """Yield the kind of a position of chess, if it has one, with its plain moves."""
    here = game.men()
    safe = [move for move, twin in nexts.items() if all(target(each) != target(move) for each in twin.moves())]
    if queens := [move for move in safe if here[target(move)].upper() == "Q"]:
        yield "queen", queens
    elif queened := [move for move in safe if "=Q" in game.text(move)]:
        yield "promotion", queened
    elif made is not None and before.men()[target(made)].upper() in {"N", "B", "R", "Q"}:
        back = [move for move in game.forcing() if target(move) == target(made)]
        yield from [("recapture", back)] * bool(back)


def target(move):
    """Return the square that a move of chess goes to."""
    return move & 63


def measured(spec, level, options):
    """Return a row for each kind of position."""
    found = []
    for kind, pairs in sorted(situations(spec, options.games, options.seed).items()):
        player = players.load(f"level:{level}", seed=options.seed)
        made = sum(player.choose(game.copy(), math.inf) in moves for game, moves in pairs)
        found.append({"game": spec, "level": level, "kind": kind, "positions": len(pairs), "made": made / len(pairs)})
    return found


def lines(rows):
    return "\n".join(
        f"{row['game']:<26}{row['level']:>5}{row['kind']:>12}{row['positions']:>11}{row['made']:>8.0%}" for row in rows
    )


def main():
    command = levels.parser(__doc__, GAMES, (2, 6))
    levels.print_rows(command, command.parse_args(), HEAD, measured, lines)


if __name__ == "__main__":
    main()
