"""Random playouts: games played to the end by choosing each move at random, or as the game itself draws it."""

# mypy: ignore-errors
import cython

if cython.compiled:
    from cython.cimports.games.game import ONGOING, Game, MoveList
    from cython.cimports.players.search.clock import Clock
    from cython.cimports.players.search.montecarlo.draw import count_on, draw_all, draw_next
    from cython.cimports.players.search.rng import Rng
else:
    from games.game import ONGOING, Game, MoveList
    from players.search.clock import Clock
    from players.search.montecarlo.draw import count_on, draw_all, draw_next
    from players.search.rng import Rng

from games.adapters.undo import can_become, can_restart, copy_to_play, draws_playouts, plays_out


@cython.cclass
class Playouts:
    """Random playouts from one position, of most games without making one object.

    A game whose fields are all C's, or one that is walked through, is played on in a twin that becomes the start again
    for the next playout. Any other is played on itself and taken back.
    """

    total = cython.declare(cython.longlong, visibility="readonly")
    seen: Game  # as it was handed in
    start: Game
    game: Game
    rng: Rng
    clock: Clock
    choices: MoveList
    path: MoveList
    movers: MoveList
    trusted: cython.bint  # to have no moves when it is over
    drawn: cython.bint  # by the game itself, which moves to make
    whole: cython.bint  # are the playouts that the game plays itself
    can_restart: cython.bint
    unmakes: cython.bint

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
        """Wins, draws and losses of the first seat in that many playouts. Raises Stop in the midst of one.

        Afterwards `total` is the sum of their scores.
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

    @cython.cfunc
    def one(self) -> cython.int:
        """The score of one playout; afterwards the start stands where it stood."""
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
