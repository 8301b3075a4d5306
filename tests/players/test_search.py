"""The searches: right at every position, stopped by clocks and budgets, never an illegal move."""

import math
import random
from time import monotonic

import pytest
from plain import Grab, PlainTicTacToe, Race
from reference import best

import games
import players
from games.base.rule_values import RuleError
from games.chips import Chips
from games.game import Game
from games.tic_tac_toe import TicTacToe
from players.minimax import MinimaxPlayer
from players.montecarlo import MonteCarloPlayer
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.clock import Clock, Stop
from players.search.random_play import Playouts, Rng
from referee.support.build import life
from tests.helpers.cases import every_case

SMALL = ["chips:chips=13", "chips:chips=12,rule=last", "nim:sticks=12", "nim:heaps=1/2/3", "nim:heaps=2/2/2,misere=yes"]


def wander(game, moves, seed):
    """Return the game after `moves` random moves, or fewer if it would end."""
    rng = random.Random(seed)
    for _ in range(moves):
        twin = game.copy()
        twin.make(rng.choice(twin.moves()))
        if twin.score() is not None:
            break
        game = twin
    return game


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 6, 9])
def test_a_table_of_few_entries_changes_no_result(depth):
    found = set()
    for entries in (4, 64, 1 << 16):
        search = Pvs(wander(TicTacToe(), 2, 1), Table(entries), Clock())
        search.run(depth)
        found.add((search.score, search.best_move))
    assert len(found) == 1


@pytest.mark.parametrize("coins", range(3, 12))
def test_deepening_and_exhausting_agree_where_margins_and_extra_turns_are(coins):
    game = wander(Grab(coins), coins % 3, coins)
    exhausted, deepened = (Pvs(game, Table(1 << 12), Clock()) for _ in range(2))
    exhausted.run()
    deepened.run(40)
    assert exhausted.final
    assert deepened.final
    assert exhausted.score == deepened.score


def test_the_line_expected_is_played_to_the_value():
    for spec in (*SMALL, "tic-tac-toe"):
        game = games.load(spec)
        thought = MinimaxPlayer().think(game)
        for text in thought.line:
            game.make(game.parse(text))
        assert game.score() == thought.value, spec


def test_the_estimate_guides_a_shallow_search():
    assert TicTacToe().text(MinimaxPlayer(depth=1).choose(TicTacToe(), math.inf)) == "5"


def test_a_win_is_ranked_above_every_estimate():
    class Boastful(TicTacToe):
        def estimate(self):
            return 1 << 29

    game = Boastful()
    for text in "1 4 2 5".split():
        game.make(game.parse(text))
    assert MinimaxPlayer(depth=2).think(game).line == ("3",)


@pytest.mark.parametrize("spec", ["minimax", "montecarlo", "minimax:time=5", "montecarlo:time=5"])
def test_a_deadline_is_kept_on_games_too_large_to_solve(spec, own_time):
    game = games.load("nim:heaps=50/60/70/80/90")
    began = own_time()
    move = players.load(spec, seed=1).choose(game, began + 0.2)
    assert own_time() - began < 0.2 + 0.2
    assert move in game.moves()


def test_a_budget_of_nodes_is_kept_and_gives_the_same_move():
    game = games.load("nim:heaps=50/60/70/80/90")
    thoughts = [MinimaxPlayer(nodes=20_000).think(game) for _ in range(2)]
    assert thoughts[0].move == thoughts[1].move
    assert thoughts[0].nodes == thoughts[1].nodes == 20_000


def test_thinking_leaves_the_game_as_it_is():
    for game in (TicTacToe(), PlainTicTacToe(), games.load("chips"), games.load("pig:target=6")):
        before = game.moves(), game.turn, game.key()
        for spec in ("minimax", "montecarlo", "random", "optimal"):
            players.load(spec, seed=1).choose(game, math.inf)
        assert (game.moves(), game.turn, game.key()) == before


def test_the_plain_game_is_searched_like_the_compiled_one():
    plain, compiled = (MinimaxPlayer().think(game) for game in (PlainTicTacToe(), TicTacToe()))
    assert (plain.value, plain.line, plain.nodes) == (compiled.value, compiled.line, compiled.nodes)


def test_playouts_of_a_plain_game_are_those_of_the_compiled_one():
    plain, compiled = (Playouts(game, Rng(5), Clock()).run(500) for game in (PlainTicTacToe(), TicTacToe()))
    assert plain == compiled


def test_playouts_sample_chance_by_its_weights():
    class Coin(Race):
        def make(self, move):
            self.die = move
            self.turn = 0

        def score(self):
            return {0: None, 1: 1, 2: 0, 3: -1}[self.die]

    won, drawn, lost = Playouts(Coin(), Rng(1), Clock()).run(8000)
    assert won + drawn + lost == 8000
    assert abs(won - 2000) < 160
    assert abs(lost - 4000) < 190


class Broken(PlainTicTacToe):
    """Fails in one method once four cells are taken."""

    def __init__(self, where):
        super().__init__()
        self.where = where

    def fail(self, where):
        if where == self.where and self.cells_taken.count(None) < 6:
            raise LookupError(where)

    def moves(self):
        self.fail("moves")
        return super().moves()

    def make(self, move):
        self.fail("make")
        super().make(move)

    def score(self):
        self.fail("score")
        return super().score()

    def key(self):
        self.fail("key")
        return super().key()

    def copy(self):
        self.fail("copy")
        return super().copy()


CALLED = [
    (player, where) for player in ("minimax", "minimax:depth=5") for where in ("moves", "make", "score", "key", "copy")
]


@every_case(("player", "where"), [*CALLED, *(("montecarlo", where) for where in ("moves", "make", "score"))])
def test_an_error_in_a_game_comes_out_of_the_search(player, where):
    with pytest.raises(LookupError, match=where) as caught:
        players.load(player, seed=1).choose(Broken(where), math.inf)
    assert any(entry.name == "fail" for entry in caught.traceback)


def test_a_game_without_rules_says_what_it_lacks():
    class Empty(Game):
        def __init__(self):
            self.turn = 0

    for call in (Empty().moves, Empty().score, lambda: Empty().make(0), lambda: Empty().unmake(0), Empty().chances):
        with pytest.raises(NotImplementedError, match="Empty writes no"):
            call()


def test_a_score_that_is_no_whole_number_is_an_error():
    class Halves(PlainTicTacToe):
        def score(self):
            found = super().score()
            return None if found is None else 0.5

    with pytest.raises(TypeError):
        MinimaxPlayer().choose(Halves(), math.inf)


def test_a_score_beyond_the_stakes_is_an_error():
    class Rich(PlainTicTacToe):
        def score(self):
            found = super().score()
            return None if found is None else 3 * found

    with pytest.raises(ValueError, match="Rich scores 3, beyond its stakes of 1"):
        MinimaxPlayer().choose(Rich(), math.inf)


def test_a_game_out_of_moves_before_its_end_is_an_error():
    class Stuck(PlainTicTacToe):
        def moves(self):
            return super().moves()[:-5]

    for player in (MinimaxPlayer(), MonteCarloPlayer(seed=1)):
        with pytest.raises(RuntimeError, match="Stuck has no moves though it is not over"):
            player.choose(Stuck(), math.inf)


class NobodysTurn(PlainTicTacToe):
    """Nobody is to move once `free` cells are left."""

    def __init__(self, free=9):
        super().__init__()
        self.free = free

    def make(self, move):
        super().make(move)
        if self.cells_taken.count(None) == self.free or self.score() is not None:
            self.turn = 2


class NegativeMoves(PlainTicTacToe):
    """The last of its cells has the number -1."""

    def moves(self):
        return [move if move < 8 else -1 for move in super().moves()]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (NobodysTurn(6), "NobodysTurn.turn must be 0, 1 or CHANCE: turn is 2"),
        (NegativeMoves(), r"NegativeMoves.moves must return a list of whole numbers from 0: it lists -1"),
    ],
)
@pytest.mark.parametrize("look", [
    lambda game: MinimaxPlayer(depth=4).choose(game, math.inf),
    lambda game: Playouts(game, Rng(1), Clock()).run(40),
    lambda game: MonteCarloPlayer(seed=1, playouts=50).choose(game, math.inf),
])  # fmt: skip
def test_turns_and_moves_that_no_rules_may_have_are_refused(game, why, look):
    with pytest.raises(RuleError, match=why):
        look(game)


def test_the_turn_of_a_finished_game_is_not_checked():
    assert MinimaxPlayer(depth=9).think(NobodysTurn()).value == 0
    assert sum(Playouts(NobodysTurn(), Rng(1), Clock()).run(200)) == 200


class MisereTicTacToe(TicTacToe):
    """A compiled game whose Python subclass inverts the score."""

    def score(self):
        found = super().score()
        return None if found is None else -found


class OnlyCorners(TicTacToe):
    """Its subclass leaves only some of the moves."""

    def moves(self):
        return [move for move in super().moves() if move in (0, 2, 6, 8)]

    def score(self):
        return 0 if super().score() is None and not self.moves() else super().score()


class Countdown(Chips):
    """Its subclass keeps a count that neither the inherited unmake nor the inherited key know: ten moves are a draw."""

    left = 4

    def make(self, move):
        super().make(move)
        self.left -= 1

    def moves(self):
        return super().moves() if self.left else []

    def score(self):
        return super().score() if self.left or super().score() is not None else 0


def likelihood(game, score):
    """Return how often random play ends with that score, by trying all games."""
    if game.score() is not None:
        return game.score() == score
    found = []
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found.append(likelihood(twin, score))
    return sum(found) / len(found)


@pytest.mark.parametrize("game", [MisereTicTacToe(), OnlyCorners(), Countdown(7), Countdown(8, "last")])
def test_searches_use_python_rules_of_a_subclass_of_a_compiled_game(game):
    position = wander(game, 2, 3)
    thought = MinimaxPlayer().think(position)
    assert (thought.value if position.turn == 0 else -thought.value) == best(position)[0]
    tally = Playouts(position, Rng(3), Clock()).run(1000)
    for share, score in zip(tally, (1, 0, -1), strict=True):
        assert abs(share / 1000 - likelihood(position, score)) < 0.08


def test_playouts_of_a_subclass_keep_to_its_rules():
    won, drawn, lost = Playouts(OnlyCorners(), Rng(3), Clock()).run(200)
    assert (won, drawn, lost) == (0, 200, 0)
    rightly, wrongly = (Playouts(game, Rng(3), Clock()).run(500) for game in (TicTacToe(), MisereTicTacToe()))
    assert rightly == wrongly[::-1]


@pytest.mark.parametrize("player", ["minimax", "minimax:time=1", "montecarlo", "montecarlo:time=1"])
def test_a_game_that_is_over_is_refused(player):
    game = games.load("nim:sticks=1")
    game.make(game.moves()[0])
    with pytest.raises(ValueError, match="Nim has no moves to choose from"):
        players.load(player, seed=1).choose(game, math.inf)


WIDE = "nim:heaps=32767/32767/32767" if life() == "compiled" else "nim:heaps=2000/2000/2000"


@pytest.mark.parametrize("spec", ["chips:chips=32767", "nim:sticks=32767,take=1", WIDE])
def test_games_too_deep_or_too_wide_are_given_up_in_time(spec):
    game = games.load(spec)
    thought = MinimaxPlayer(nodes=20_000 if life() == "compiled" else 1_000).think(game)
    assert thought.move in game.moves()


def test_a_lost_move_is_not_made_while_another_is_untried():
    class Trap(Game):
        """Move 0 loses by force, which is seen at depth 2; the others draw after a long way."""

        def __init__(self):
            self.turn = 0
            self.way = ()

        def moves(self):
            return [] if self.score() is not None else [0, 1, 2]

        def make(self, move):
            self.way += (move,)
            self.turn = 1 - self.turn

        def score(self):
            if self.way[:1] == (0,) and len(self.way) > 1:
                return -1
            return 0 if len(self.way) == 9 else None

    for nodes in range(1, 400, 7):
        thought = MinimaxPlayer(nodes=nodes).think(Trap())
        assert thought.move != 0 or thought.value >= 0, nodes


def test_a_proof_of_one_imagined_deal_is_no_proof():
    class Hiding(TicTacToe):
        def imagine(self, seat, rng):
            return self.copy()

    thought = MinimaxPlayer().think(Hiding())
    assert (thought.proven, thought.distance) == (False, None)


@pytest.mark.parametrize("entries", [0, -1, 1 << 33])
def test_a_table_of_an_impossible_size_is_refused(entries):
    with pytest.raises(ValueError, match="a table has 1 to"):
        Table(entries)


def test_seeds_give_streams_of_their_own():
    streams = {Playouts(TicTacToe(), Rng(seed), Clock()).run(200) for seed in range(40)}
    assert len(streams) > 30


def test_moves_may_come_as_any_sequence_of_whole_numbers():
    class Loose(PlainTicTacToe):
        def moves(self):
            return tuple(super().moves())

    assert MinimaxPlayer().think(Loose()).value == 0


def test_weights_of_chance_that_are_nothing_are_an_error():
    class Weightless(Race):
        def chances(self):
            return [(1, 0), (2, 0), (3, 0)]

    with pytest.raises(ValueError, match=r"Weightless\.chances must return"):
        MonteCarloPlayer(seed=1).choose(wander_to_a_choice(Weightless()), math.inf)


def wander_to_a_choice(game):
    game.make(1)
    return game


def test_a_clock_stops_at_its_budget_and_its_deadline():
    clock = Clock(budget=1000)
    if hasattr(clock, "tick"):  # compiled, only searches can reach it
        with pytest.raises(Stop):
            for _ in range(1001):
                clock.tick()
        assert clock.nodes == 1000
    with pytest.raises(Stop):
        Playouts(TicTacToe(), Rng(1), Clock(monotonic() - 1)).run(1)
    counted = Clock(budget=500)
    with pytest.raises(Stop):
        Playouts(TicTacToe(), Rng(1), counted).run(10**6)
    assert counted.nodes == 500


def test_random_numbers_are_even():
    counts = [0] * 7
    for seed in range(700):
        won, drawn, lost = Playouts(games.load("nim:sticks=7,take=7"), Rng(seed), Clock()).run(1)
        counts[won] += 1
    assert abs(counts[0] - 350) < 90


class SlottedPile(Game):
    """A pile in slots, which no digest of a __dict__ can see."""

    __slots__ = ("pile",)

    def __init__(self, pile=5):
        self.turn = 0
        self.pile = pile

    def copy(self):
        twin = type(self)(self.pile)
        twin.turn = self.turn
        return twin

    def moves(self):
        return list(range(1, min(2, self.pile) + 1))

    def make(self, move):
        self.pile -= move
        self.turn = 1 - self.turn

    def score(self):
        return None if self.pile else (1 if self.turn else -1)


def test_a_position_with_fields_out_of_sight_has_no_key_and_is_searched_without_a_table():
    assert SlottedPile().key() == 0
    for pile in range(1, 13):
        assert MinimaxPlayer().think(SlottedPile(pile)).value == (-1 if pile % 3 == 0 else 1)


class Tug(Game):
    """Pull the rope one or two to either side; four away wins. Its move texts differ only in signs."""

    steps = (-2, -1, 1, 2)

    def __init__(self):
        self.turn = self.rope = self.made = 0

    def moves(self):
        return [] if self.score() is not None else [0, 1, 2, 3]

    def make(self, move):
        self.rope += self.steps[move]
        self.made += 1
        self.turn ^= 1

    def score(self):
        if abs(self.rope) >= 4:
            return 1 if self.rope > 0 else -1
        return 0 if self.made == 9 else None

    def text(self, move):
        return str(self.steps[move])

    def tidy(self, entry):
        return entry.strip()


@pytest.mark.parametrize("seed", range(8))
def test_expected_lines_are_texts_that_the_game_reads(seed):
    game = wander(Tug(), seed % 5, seed)
    thought = MinimaxPlayer(nodes=5000, table=1).think(game)
    for text in thought.line:
        game.make(game.parse(text))


def test_a_game_that_changes_the_score_does_not_trust_its_parents_key():
    class Held(Chips):
        stakes = 32767

        def score(self):
            pile, mine, yours = self.show().heaps
            return None if pile.count else mine.count - yours.count

    for chips in (11, 15):
        found = {
            (thought.value, thought.distance)
            for thought in (MinimaxPlayer(method=method).think(Held(chips)) for method in ("alphabeta", "best"))
        }
        assert len(found) == 1


def test_forcing_moves_written_only_in_python_are_searched():
    asked = []

    class Watched(games.load("connect-four").__class__):
        def forcing(self):
            asked.append(self.turn)
            return []

    Pvs(Watched(), None, Clock()).run(2)
    assert asked


class Forcing(Game):
    """A row of 40 forcing moves, each of which seems to improve its player's position."""

    def __init__(self):
        self.turn, self.made = 0, 0

    def moves(self):
        return [0] if self.made < 40 else []

    def make(self, move):
        self.made += 1
        self.turn ^= 1

    def score(self):
        return None if self.made < 40 else 0

    def forcing(self):
        return self.moves()

    def estimate(self):
        return 10 * self.turn - 5


@pytest.mark.parametrize("calm", [0, 1, 3])
def test_forcing_moves_are_followed_for_as_many_plies_as_calm_says(calm):
    clock = Clock()
    Pvs(Forcing(), None, clock, calm=calm).look(1)
    plain = Clock()
    Pvs(Forcing(), None, plain, calm=0).look(1)
    assert clock.nodes - plain.nodes == calm


class Round(Game):
    """Seat 0 can only go round for ever; seat 1 may win at any time."""

    def __init__(self):
        self.turn, self.won = 0, False

    def moves(self):
        return [] if self.won else [0, 1]

    def make(self, move):
        self.won = self.turn == 1 and move == 1
        self.turn ^= 1

    def score(self):
        return -1 if self.won else None


@pytest.mark.parametrize("turn", [0, 1])
def test_wins_and_losses_are_solved_although_other_lines_have_no_end(turn):
    game = Round()
    if turn:
        game.make(0)
    solver = Solver(game, Table(1000), Clock(budget=200_000), 100)
    solver.run()
    assert solver.final
    assert (solver.score < 0) == (turn == 0)


def test_a_table_of_a_match_is_not_asked_about_another_game():
    player = MinimaxPlayer()
    player.begin(Chips(9), 0)
    player.think(Chips(9))
    assert player.think(TicTacToe()).value == 0
    assert player.think(games.load("nim:sticks=9")).value == 1
