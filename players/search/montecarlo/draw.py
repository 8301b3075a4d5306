"""A move drawn at random from those on a list."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import Game, MoveList
    from cython.cimports.players.search.rng import Rng
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.rng import Rng

from games.base import rule_values

LARGEST = cython.declare(cython.longlong, 1 << 32)  # sum of weights
LONGEST = cython.declare(cython.int, rule_values.LONGEST_GAME)


if not cython.compiled:  # compiled, draw.pxd inlines it

    def draw_move(game, choices, rng):
        """One of the legal moves on the list: by their weights those of chance, else each alike."""
        return draw_weighted(game, choices, rng) if game.turn == CHANCE else choices.at(rng.below(choices.count))

    def draw_next(game, choices, rng, trusted, drawn):
        """The next move of a playout, for which the list is used; -1 if the game is over.

        trusted  the game has no moves when it is over, as compiled games have none.
        drawn    the game draws such moves itself. Where it draws none, no random number is used up: a game that is not
                 trusted is not asked when it is over.
        """
        if not trusted and game.value() != ONGOING:
            return -1
        if drawn and game.turn != CHANCE:
            before = rng.state
            move = game.playout_move(rng.next())
            if move >= 0:
                return move
            rng.state = before
        choices.count = 0
        game.collect(choices)
        return draw_move(game, choices, rng) if choices.count else -1

    def count_on(game, count):
        """One move more of a playout that had so many. Raises RuntimeError where it has no end."""
        if count >= LONGEST:
            refuse_unended(game)
        return count + 1

    def draw_all(game, path, movers, rng):
        """Let the game play itself to its end; in how many moves.

        It takes as many random numbers as moves, so that what follows is drawn as if each move had been drawn here.
        """
        before = rng.state
        count = game.playout(rng.next(), path, movers)
        if count == 0:
            rng.state = before
        for _ in range(1, count):
            rng.next()
        return count


def refuse_unended(game: Game) -> cython.int:
    """Raise RuntimeError: a playout of the game has no end."""
    raise RuntimeError(rule_values.tell_unended(game))


def draw_weighted(game: Game, choices: MoveList, rng: Rng) -> cython.int:
    """One of the moves of chance on the list, by their weights."""
    name: str = type(game).__name__
    whole: cython.longlong = 0
    place: cython.int
    for place in range(choices.count):
        weight: cython.int = game.weight(choices.at(place))
        if weight < 0:
            raise ValueError(f"a chance of {name} has the negative weight {weight}")
        whole += weight
    if not 0 < whole < LARGEST:
        raise ValueError(f"the weights of the chances add up to {whole}, not to 1 to 2**32 - 1")
    left: cython.longlong = rng.below(whole)
    place = 0
    while left >= game.weight(choices.at(place)):
        left -= game.weight(choices.at(place))
        place += 1
    return choices.at(place)
