"""Random play: the numbers, equal for equal seeds whether compiled or not; moves drawn by them; whole playouts.

A playout is a game played to its end by random moves, or by moves that the game itself draws.
"""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.players.search.clock import Clock
else:
    from games.game import CHANCE, ONGOING, Game, MoveList
    from players.search.clock import Clock

from games.adapters.undo import can_become, can_restart, copy_to_play, draws_playouts, plays_out
from games.base import rule_values

WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
LARGEST = cython.declare(cython.longlong, 1 << 32)  # the sum of weights stays below
LONGEST = cython.declare(cython.int, rule_values.LONGEST_GAME)


class Rng:
    """A xorshift generator of 64 bits; each seed from 0 to 2**63 - 1 gives another stream.

    G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8.14, 2003.
    """

    def __init__(self, seed: int):
        # A product of odd numbers is never 0, where the generator would stay; small seeds spread over all bits.
        self.state = (2 * seed + 1) * 0x9E3779B97F4A7C15 & WORD
        for _ in range(8):
            self.below(1)

    if not cython.compiled:  # compiled, random_play.pxd inlines it

        def below(self, count):
            """Return a number from 0 to count - 1, count at most 2**32."""
            self.state ^= self.state << 13 & WORD
            self.state ^= self.state >> 7
            self.state ^= self.state << 17 & WORD
            return (self.state >> 32) * count >> 32

        def next(self):
            """Return a number of 64 bits."""
            self.below(1)
            return self.state


if not cython.compiled:  # compiled, random_play.pxd inlines it

    def draw_move(game, choices, rng):
        """Return a legal move on the list at random; one of chance by its weight."""
        return draw_weighted(game, choices, rng) if game.turn == CHANCE else choices.at(rng.below(choices.count))

    def draw_next(game, choices, rng, trusted, drawn):
        """Return the next move of a playout, using the list `choices`; -1 if the game is over.

        trusted  whether the game has no moves when it is over, as compiled games have none.
        drawn    whether the game draws playout moves itself; if it declines, no random number is used up.
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
        """Return count + 1, the moves of a playout so far. Raises RuntimeError if it has no end."""
        if count >= LONGEST:
            refuse_unended(game)
        return count + 1

    def draw_all(game, path, movers, rng):
        """Let the game play itself to its end; return the number of moves.

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
    """Return a move of chance on the list, drawn by weight."""
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


class Playouts:
    """Random playouts from one position; most games need no new object for each.

    A game whose fields are all C's, or one that is walked through, is played in a twin that becomes the start again for
    the next playout. Any other is played on itself and taken back.
    """

    def __init__(self, game: Game, rng: Rng, clock: Clock):
        self.seen = game
        self.start = copy_to_play(game)
        self.game = self.start
        self.rng = rng
        self.clock = clock
        self.choices = MoveList()
        self.path, self.movers = MoveList(), MoveList()
        self.total = 0
        self.trusted = can_become(game)
        self.drawn, self.whole = draws_playouts(game), plays_out(game)
        self.can_restart = can_restart(game)
        self.unmakes = not self.can_restart
        if self.can_restart:
            self.game = self.start.copy()

    def run(self, count: cython.int) -> tuple:
        """Play `count` playouts; return wins, draws and losses of seat 0, and leave in `total` the sum of scores.

        Raises Stop during a playout.
        """
        tally: cython.int[3] = [0, 0, 0]
        total: cython.longlong = 0
        _: cython.int
        for _ in range(count):
            score: cython.int = self.one()
            tally[0 if score > 0 else 1 if score == 0 else 2] += 1
            total += score
        self.total = total
        return tally[0], tally[1], tally[2]

    def one(self) -> cython.int:
        """Return the score of one playout; afterwards the start is as it was."""
        game: Game = self.game
        if self.can_restart:
            game.become(self.start)
        self.path.count = self.movers.count = 0
        if self.whole:
            self.clock.tick_often(1 + draw_all(game, self.path, self.movers, self.rng))
            return game.value()
        try:
            count: cython.int = 0
            self.clock.tick()
            move: cython.int = draw_next(game, self.choices, self.rng, self.trusted, self.drawn)
            while move >= 0:
                game.apply(move)
                if self.unmakes:
                    self.path.add(move)
                self.clock.tick()
                count = count_on(self.seen, count)
                move = draw_next(game, self.choices, self.rng, self.trusted, self.drawn)
            score: cython.int = game.value()
        finally:
            if self.unmakes:
                place: cython.int
                for place in range(self.path.count - 1, -1, -1):
                    game.revert(self.path.at(place))
        if score == ONGOING:
            raise RuntimeError(f"{type(self.seen).__name__} has no moves though it is not over")
        return score
