"""Our go beside that of others: OpenSpiel's in lockstep over random games, and GNU Go as the judge of finished ones.

`python benchmarks/go_rules.py openspiel --games 1000` takes pip install open_spiel==2.0.2. After each move the stones,
the side to move and the legal moves have to agree. What superko forbids is legal there, but ends the game as a draw:
such moves are counted, not made.

`python benchmarks/go_rules.py "gnugo --mode gtp --chinese-rules" --games 50` lets a program that speaks the Go Text
Protocol follow games of random playouts. It has to take each move, show the same stones, and count the same score once
nothing is left to capture. A game in which our superko forbids what it allows differs in nothing else.
"""

import argparse
import random
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from go import Peer

import games


class Parted(Exception):
    """The two do not say the same."""


def require(same, game, what=""):
    """Raise Parted unless they agree."""
    if not same:
        raise Parted(f"{game.position()} {what}")


HALF_EACH = 2  # of the games are all legal moves alike, the others playouts


def drawn(game, rng, wild):
    """A move: any legal one, or one of a light playout."""
    return rng.choice(game.moves()) if wild else game.playout_move(rng.getrandbits(64))


def stones(game):
    """The stones by the names of their points."""
    size = game.size if hasattr(game, "size") else len(game.show().rows)
    rows = game.show().rows
    return {
        f"{'abcdefghjklmnopqrst'[column]}{size - row}": cell.seat
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
        if cell.seat is not None
    }


def openspiel_stones(state):
    """Those of OpenSpiel, read from its picture."""
    found = {}
    for line in str(state).splitlines():
        label, _, cells = line.strip().partition(" ")
        if label.isdigit():
            for column, sign in enumerate(cells.strip()):
                if sign in "XO":
                    found[f"{'abcdefghjklmnopqrst'[column]}{label}"] = "XO".index(sign)
    return found


def lockstep(number):
    """(moves made, moves that superko forbids here) of random game `number`. Raises Parted where they do."""
    pyspiel, rng = import_module("pyspiel"), random.Random(number)
    game = games.load("go:size=9,komi=7")
    state = pyspiel.load_game("go(board_size=9,komi=7.0,max_game_length=1000)").new_initial_state()
    made = banned = 0
    while game.score() is None:
        texts = {state.action_to_string(action).split()[1].lower(): action for action in state.legal_actions()}
        ours = {game.text(move).lower() for move in game.moves()}
        require(ours <= texts.keys(), game, ours - texts.keys())
        extra = texts.keys() - ours
        superko = {game.text(point).lower() for point in game.numbers() if game.is_banned(point)}
        require(extra <= superko, game, extra - superko)
        banned += len(extra)
        move = drawn(game, rng, number % HALF_EACH)
        state.apply_action(texts[game.text(move).lower()])
        game.make(move)
        made += 1
        require(openspiel_stones(state) == stones(game), game)
        require(state.is_terminal() or state.current_player() == game.turn, game)
    if state.is_terminal():
        require((state.returns()[0] > 0) == (game.score() > 0), game)
    return made, banned


def judged(peer, number):
    """(moves made, whether its score is another, both scores) of random game `number`. Raises Parted."""
    rng, game, made = random.Random(number), games.load("go:size=9,komi=7"), 0
    for words in ("boardsize 9", "clear_board", "komi 7"):
        peer.ask(words)
    while game.score() is None:
        colour, move = "bw"[game.turn], drawn(game, rng, wild=False)
        peer.ask(f"play {colour} {game.text(move)}")
        game.make(move)
        made += 1
    theirs = {
        point.lower(): seat
        for seat, side in enumerate(("black", "white"))
        for point in peer.ask(f"list_stones {side}").split()
    }
    require(theirs == stones(game), game)
    said, score = peer.ask("final_score"), game.score()
    ours = "0" if score == 0 else f"{'BW'[score < 0]}+{abs(score)}.0"
    return made, int(said != ours), (said, ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", help="openspiel, or the command of a program")
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    made = odd = 0
    if options.peer == "openspiel":
        for number in range(options.games):
            moves, banned = lockstep(number)
            made, odd = made + moves, odd + banned
        print(f"{options.games} games, {made:,} moves: they agree; {odd} moves are forbidden by superko alone")
        return
    peer = Peer(options.peer)
    for number in range(options.games):
        moves, other, said = judged(peer, number)
        made, odd = made + moves, odd + other
        if other:
            print(f"game {number}: it counts {said[0]}, we {said[1]}")
    peer.close()
    print(f"{options.games} games, {made:,} moves: all taken; the score differs in {odd}")


if __name__ == "__main__":
    main()
