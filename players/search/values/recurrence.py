"""Whether the positions of a game recur, so that play may never end, and whether it ends: seen in random games."""

from random import Random

from games.base.positions import position_after
from games.base.rule_values import legal_moves
from games.game import CHANCE, Game

GAMES = 40  # random games
LONGEST = 400  # plies of each
PLIES = 4_000  # of all games together


def positions_recur(game: Game) -> bool:
    """Return whether some random game from here without chance reaches the same position twice.

    False if each position has a key of its own past, if positions have no keys, and if random play seldom comes back.
    """
    if game.looks_back or not game.key():
        return False
    rng, left = Random(0), PLIES
    for _ in range(GAMES):
        twin, moves, met = game.copy(), list[int](), {game.key(): 0}
        while left > 0 and len(moves) < LONGEST and twin.score() is None:
            if twin.turn == CHANCE:
                return False
            moves.append(rng.choice(legal_moves(twin)))
            twin.make(moves[-1])
            left -= 1
            before = met.setdefault(twin.key(), len(moves))
            if before < len(moves):
                left -= before
                if look_alike(twin, position_after(game, *moves[:before])):
                    return True
    return False


def ends_at_random(game: Game) -> bool:
    """Return whether one of a few long random games comes to its end."""
    rng = Random(0)
    for _ in range(PLIES // LONGEST):
        twin = game.copy()
        for _ in range(LONGEST):
            if twin.score() is not None:
                return True
            twin.make(rng.choice(legal_moves(twin)))
    return False


def look_alike(one: Game, other: Game) -> bool:
    """Return whether both seats see the same in two positions: keys alone prove nothing, as a game's may be wrong."""
    return one.turn == other.turn and all(one.known(seat) == other.known(seat) for seat in (0, 1))
