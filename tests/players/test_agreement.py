"""All searches agree with plain minimax, with each other, with other methods and with textbooks."""

import math
import random
from dataclasses import dataclass
from functools import cache
from itertools import islice, takewhile
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import best

import games
import players
from games.adapters.python_adapter import become_unchecked
from games.breakthrough import Breakthrough
from games.capabilities import counts_points, has_chance, hides_information
from games.connect_four import ConnectFour
from games.dots_and_boxes import DotsAndBoxes
from games.game import CHANCE, Game
from games.gomoku import Gomoku
from games.pig import Pig
from players.mcts import MctsPlayer
from players.minimax import MinimaxPlayer
from players.optimal import OptimalPlayer
from players.player import Unplayable
from players.search.alphabeta.expectimax import Expectimax, Expectiminimax
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import HALF, SPAN, Table, to_game_score
from players.search.alphabeta.tree import DEEPEST, AlphaBeta, Minimax
from players.search.clock import Clock, Stop
from players.search.values.value_iteration import ValueIteration
from referee.solving.value import sign
from referee.support.build import life
from tests.helpers.cases import every_case

COUNT, NODES = (250, 3000) if life() == "compiled" else (30, 120)  # positions of each game; of each, for plain minimax

# A variant of each game without chance and hidden cards whose last moves plain minimax can exhaust.
SMALL = {
    "tic-tac-toe": ("tic-tac-toe",),
    "chips": ("chips:chips=13", "chips:chips=12,rule=last"),
    "nim": ("nim:sticks=12", "nim:heaps=2/3/4", "nim:heaps=2/2/3,misere=yes"),
    "connect-four": ("connect-four:columns=4,rows=4", "connect-four:columns=5,rows=4,line=3"),
    "hexapawn": ("hexapawn", "hexapawn:columns=4,rows=4"),
    "yucky-chocolate": ("yucky-chocolate:rows=3,columns=4",),
    "othello": ("othello:size=4",),
    "breakthrough": ("breakthrough:columns=4,rows=4", "breakthrough:columns=3,rows=5", "breakthrough:columns=2,rows=7"),
    "gomoku": ("gomoku:columns=3,rows=3,line=3", "gomoku:columns=4,rows=4,line=3,exact=yes"),
    "kalah": ("kalah:pits=3,seeds=2", "kalah:pits=2,seeds=3,capture=any"),
    "hex": ("hex:size=3", "hex:size=3,swap=yes"),
    "dots-and-boxes": ("dots-and-boxes:rows=2,columns=2",),
    "checkers": ("checkers",),
    "chess": ("chess:variant=gardner",),
    "go": ("go:size=2,komi=0",),
    "tree-game": ("tree-game", "tree-game:width=3,depth=4", "tree-game:width=2,depth=6"),
}
# Slow to find, or to search: one position of so many.
FEWER = {"chess:variant=gardner": 25 if life() == "compiled" else 15, "go:size=2,komi=0": 10, "checkers": 5}
VARIANTS = {spec: COUNT // len(specs) // FEWER.get(spec, 1) for specs in SMALL.values() for spec in specs}


@dataclass(frozen=True)
class Exact:
    """A position, by move the score of a search to the end of every line, for the seat to move, and how long it was."""

    game: Game
    scores: dict[int, int]
    nodes: int

    @property
    def score(self):
        """That of the position."""
        return max(self.scores.values())

    @property
    def best(self):
        """The moves of that score."""
        return {move for move, score in self.scores.items() if score == self.score}


def exact(game, nodes=None):
    """What plain minimax finds within so many nodes, all moves looked at to the end; None where they do not suffice."""
    clock = Clock(budget=nodes)
    search = Minimax(game, clock)
    search.prepare()
    try:
        search.look(DEEPEST)
    except Stop:
        return None
    return Exact(game, {move: score for move, (score, _) in search.found.items()}, clock.nodes)


def played(start, rng):
    """The positions of a random game, in which there is a move to make."""
    game, passed = start.copy(), []
    while game.moves():
        passed.append(game.copy())
        game.make(rng.choice(game.moves()))
    return passed


@cache
def endings(spec, count=None, each=3, nodes=NODES):
    """Positions with a choice near the end of random games, at most `each` of one game, small enough for minimax."""
    count = VARIANTS[spec] if count is None else count
    start, rng, found = games.load(spec), random.Random(spec), []
    while len(found) < count:
        late = [game for game in played(start, rng) if len(game.moves()) > 1][: -rng.randrange(2, 12) : -1]
        known = takewhile(bool, (exact(game, nodes) for game in late))
        found += list(known)[-each:]
    return found[:count]


def small_endings(spec, count, nodes):
    """So many of these positions that minimax looks through within so many nodes, and one at least."""
    found = [known for known in endings(spec) if known.nodes <= nodes][:count]
    assert found, f"no position of {spec} takes {nodes} nodes at most"
    return found


def unlike(known, search):
    """What is wrong with a search that ran without a limit; "" where nothing is."""
    if (search.score, search.final) != (known.score, True):
        return f"score {search.score}, final {search.final}, not {known.score}"
    if search.best_move not in known.best:
        return f"{known.game.text(search.best_move)} is not best"
    for move, (score, at_most) in search.found.items():
        # Where the game is won by all there is the search may stop, and of the other moves it has but estimates.
        if search.exhausted or (known.game.stakes == 1 and abs(score) > HALF):
            true = known.scores[move]
            if true > score or not (at_most or true == score):
                return f"{known.game.text(move)} is worth {true}, not {score}{', at most' if at_most else ''}"
    return strayed(known, search.line())


def strayed(known, line):
    """What is wrong with the moves expected, none of which may change the score; "" where nothing is."""
    game, score = known.game.copy(), known.score
    for text in line:
        seat = game.turn
        game.make(game.parse(text))
        score = score if (game.turn == 0) == (seat == 0) else -score
    end = game.score()
    if end is None:
        worth = exact(game).score
    else:
        worth = SPAN * (end if game.turn == 0 else -end)
    worth -= len(line) * ((worth > HALF) - (worth < -HALF))
    return "" if worth == score else f"after {' '.join(line)} it is worth {worth}, not {score}"


def misjudged(known, thought):
    """What a player claims to be sure of and is not so, of its move and of each candidate; "" where there is nothing."""
    value, distance = to_game_score(known.score)
    if thought.proven and (thought.value, thought.distance) != (value, distance):
        return f"proven {thought.value} in {thought.distance}, not {value} in {distance}"
    if thought.proven and thought.move not in known.best:
        return f"{known.game.text(thought.move)} is not best"
    for each in thought.candidates:
        true, _ = to_game_score(known.scores[each.move])
        if each.proven and (each.at_most or each.value != true):
            return f"{each.text} is proven to be worth {each.value}, not {true}"
        # Where the search has stopped at a win by all there is, the other moves have but estimates.
        if each.at_most and thought.proven and value < known.game.stakes and true > each.value:
            return f"{each.text} is worth {true}, more than {each.value}"
    own = [each for each in thought.candidates if each.move == thought.move]
    if [(each.value, each.proven, each.at_most) for each in own] != [(thought.value, thought.proven, False)]:
        return f"the candidate of its own move is {own}"
    return "" if thought.line[0] == known.game.text(thought.move) else f"the line begins with {thought.line[0]}"


COMPILED = life() == "compiled"
DEFAULT = [name for name in games.CATALOGUE if not (has_chance(game := games.load(name)) or hides_information(game))]


def ran(search, most=None):
    search.run(most)
    return search


# To the end of the game.


def test_every_game_without_chance_and_hidden_cards_is_tried():
    assert set(SMALL) == set(DEFAULT)


@pytest.mark.parametrize("spec", VARIANTS)
def test_all_searches_find_the_exact_score_and_keep_it(spec):
    shared = Table(1 << 16)
    for place, known in enumerate(endings(spec)):
        game = known.game
        searches = [
            ran(Pvs(game, shared, Clock()), (None, DEEPEST)[place % 2]),
            ran(Pvs(game, None, Clock()), (None, DEEPEST)[place // 2 % 2]),
            ran(Solver(game, shared, Clock(), DEEPEST)),
        ]
        if place % 5 == 0:
            searches += [ran(kind(game, Clock())) for kind in (Minimax, AlphaBeta)]
            searches += [ran(Pvs(game, Table(size), Clock()), DEEPEST) for size in (4, 64)]
            searches += [ran(Pvs(game, None, Clock(), calm=0)), ran(Solver(game, Table(4), Clock(), DEEPEST))]
        for search in searches:
            assert not unlike(known, search), (type(search).__name__, game.show())


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_searches_are_right_by_the_plain_reference(spec):
    for known in small_endings(spec, 8 if COMPILED else 2, 200):
        score, plies = best(known.game)
        value, distance = to_game_score(known.score)
        assert (value, distance) == ((-score if known.game.turn else score), plies if score else None)


@pytest.mark.parametrize("spec", VARIANTS)
def test_positions_with_equal_keys_have_equal_scores(spec):
    found = {}
    for known in endings(spec):
        kept = found.setdefault(known.game.key(), (known.game.turn, known.score))
        assert kept == (known.game.turn, known.score), known.game.show()


@every_case("spec", VARIANTS)
def test_the_best_ranked_move_has_the_exact_score(spec):
    for known in endings(spec):
        assert max(known.scores[move] for move, _ in known.game.ranked()) == known.score, known.game.show()


LEAVING = (
    "connect-four:columns=4,rows=4", "connect-four:columns=4,rows=4,line=3", "connect-four:columns=5,rows=4,line=3",
    "connect-four:rows=4", "breakthrough:columns=3,rows=5", "breakthrough:columns=4,rows=5",
    "gomoku:columns=4,rows=4,line=3", "gomoku:columns=5,rows=4,line=4", "gomoku:columns=5,rows=4,line=3,exact=yes",
)  # fmt: skip


@pytest.mark.parametrize("spec", LEAVING)
def test_no_omitted_move_is_better_than_the_ranked_ones(spec):
    left_out = 0
    for known in endings(spec, COUNT, 4):
        ranked = [move for move, _ in known.game.ranked()]
        assert max(known.scores[move] for move in ranked) == known.score, known.game.show()
        left_out += len(known.scores) - len(ranked)
    assert left_out > COUNT / 2


# Through the players.


@pytest.mark.parametrize("spec", VARIANTS)
def test_claims_of_proof_by_players_are_true(spec):
    for place, known in enumerate(endings(spec)[:: 7 if COMPILED else 5]):
        for method in ("minimax", "alphabeta", "best"):
            limits = {"depth": place % 5 + 1} if place % 2 else {"nodes": (5, 40, 150)[place // 2 % 3]}
            whole, part = (MinimaxPlayer(method=method, table=1, **more).think(known.game) for more in ({}, limits))
            assert whole.proven
            assert not misjudged(known, whole), (method, known.game.show())
            assert not misjudged(known, part), (method, limits, known.game.show())
            assert not strayed(known, whole.line)


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_optimal_player_knows_the_score(spec):
    player = OptimalPlayer(memory=1)
    for known in endings(spec)[:: 7 if COMPILED else 5]:
        thought = player.think(known.game)
        assert thought.proven
        assert thought.value == to_game_score(known.score)[0]
        for each in thought.candidates:
            assert each.proven
            assert each.value == to_game_score(known.scores[each.move])[0]
        if thought.distance is not None:
            assert not misjudged(known, thought)


@every_case("spec", VARIANTS)
def test_proofs_of_tree_search_are_true(spec):
    for known in endings(spec)[:: 10 if COMPILED else 9]:
        thought = MctsPlayer(playouts=200 if COMPILED else 30, seed=1).think(known.game)
        worth = {move: sign(score) for move, score in known.scores.items()}
        if thought.proven:
            assert worth[thought.move] == max(worth.values()), known.game.show()
            assert sign(thought.value - 0.5) == worth[thought.move], known.game.show()
        for each in thought.candidates:
            assert not each.proven or sign(each.value - 0.5) == worth[each.move], (each, known.game.show())


DECISIVE = [spec for spec in VARIANTS if not counts_points(games.load(spec))]


# Two plies before a draw by repetition or by the fifty moves of chess no tree of 1,000 playouts proves anything, and in go
# none of 40.
LASTING = ("chess",) if COMPILED else ("chess", "go:")


@every_case("spec", [spec for spec in DECISIVE if not spec.startswith(LASTING)])
def test_tree_search_proves_something_two_plies_from_the_end(spec):
    start, rng = games.load(spec), random.Random(spec)
    for _ in range(5 if COMPILED else 2):
        game = played(start, rng)[-2:][0]
        thought = MctsPlayer(playouts=1000 if COMPILED else 40, seed=1).think(game)
        assert thought.proven or any(each.proven for each in thought.candidates), game.show()


@every_case("spec", DECISIVE)
def test_tree_search_proves_something_in_small_trees(spec):
    for known in small_endings(spec, 5 if COMPILED else 2, 60):
        thought = MctsPlayer(playouts=1000 if COMPILED else 120, seed=1).think(known.game)
        assert thought.proven or any(each.proven for each in thought.candidates), known.game.show()


# To a depth.


class Whole:
    """Ranks all moves: leaving out those that lose at the next, a search sees more than plain minimax as deep."""

    def ranked(self):
        return [(move, 0) for move in self.moves()]


UNPRUNED = {kind: type(kind.__name__, (Whole, kind), {}) for kind in (ConnectFour, Breakthrough, Gomoku, DotsAndBoxes)}


def anywhere(spec, count):
    """Return `count` positions from anywhere in random games."""
    start, rng = games.load(spec), random.Random(spec)
    return [rng.choice(played(start, rng)) for _ in range(count)]


@pytest.mark.parametrize("spec", [*DEFAULT, "gomoku:columns=6,rows=6", "othello:size=10", "hex:size=4,swap=yes"])
def test_searches_to_a_depth_agree_on_estimates(spec):
    compared = 0
    for place, game in enumerate(anywhere(spec, 50 if COMPILED else 3)):
        clock = Clock(budget=(60_000 if place % 25 == 0 else 3_000) if COMPILED else 300)
        for depth in range(1, 5):
            found = depth_searched(game, depth, clock)
            if found is None:
                break
            assert len(set(found)) == 1, (depth, found, game.show())
            compared += 1
    assert compared > (50 if COMPILED else 2)


def depth_searched(game, depth, clock):
    """Return the searches' scores to that depth; None if the clock stops plain minimax."""
    plain, pruned = Minimax(game, clock), AlphaBeta(game, Clock())
    try:
        plain.look(depth)
    except Stop:
        return None
    pruned.look(depth)
    return [plain.score, pruned.score, ran(Pvs(unpruned(game), None, Clock(), calm=0), depth).score]


def unpruned(game):
    if type(game) not in UNPRUNED:
        return game
    twin = UNPRUNED[type(game)]()
    vars(twin).update(getattr(game, "__dict__", {}))
    become_unchecked(twin, game)
    return twin


# Where there is chance.


@pytest.mark.parametrize("spec", ["pig", "pig:target=12", "backgammon"])
def test_searches_to_a_depth_agree_on_averages(spec):
    compared = {1: 0, 2: 0, 3: 0}
    for game in [game for game in anywhere(spec, 60 if COMPILED else 10) if game.turn != CHANCE]:
        for depth in compared:
            plain = Expectiminimax(game, Clock(budget=20_000 if COMPILED else 2_000))
            plain.run(depth)
            if plain.depth < depth:
                break
            # In pig a position may come again two plies later, and what a table holds of it is then deeper.
            tables = () if spec.startswith("pig") and depth > 2 else (Table(4), Table(1 << 14))
            for table in (None, *tables):
                search = ran(Expectimax(game, table, Clock()), depth)
                assert search.value == pytest.approx(plain.value, abs=1e-9), (depth, game.show())
            compared[depth] += 1
    assert min(compared.values()) > 2 or not COMPILED


class Hopeful(Pig):
    """At the horizon seat 0 has won."""

    def estimate(self):
        return self.point


class Hopeless(Pig):
    """At the horizon seat 0 has lost."""

    def estimate(self):
        return -self.point


@pytest.mark.parametrize(("target", "depth"), [(2, 9), (3, 9), (7, 7), (12, 7)] if COMPILED else [(2, 4), (4, 3)])
def test_value_iteration_lies_between_optimistic_and_pessimistic_searches(target, depth):
    sweep = ValueIteration(Pig(target))
    assert sweep.run(Clock())
    high, low = (ran(Expectimax(kind(target), Table(1 << 14), Clock()), depth).value for kind in (Hopeful, Hopeless))
    assert low - 1e-9 <= sweep.value() <= high + 1e-9
    high, low = (ran(Expectiminimax(kind(target), Clock()), 3).value for kind in (Hopeful, Hopeless))
    assert low - 1e-9 <= sweep.value() <= high + 1e-9
    if target < 4:
        assert high - low < 0.2


# Always a legal move.

SEARCHERS = (
    "minimax:nodes=200,table=1", "minimax:nodes=200,table=0", "minimax:depth=1,nodes=500,table=1",
    "minimax:depth=3,nodes=100,table=0", "minimax:time=0.002,table=1", "minimax:method=minimax,nodes=150",
    "minimax:method=alphabeta,nodes=150", "minimax:method=alphabeta,depth=2,nodes=300",
    "montecarlo:playouts=1", "montecarlo:playouts=2,spread=ucb", "montecarlo:time=0.002,spread=ucb",
    "mcts:playouts=3", "mcts:time=0.002", "bestfirst:nodes=200", "bestfirst:time=0.002", "optimal:memory=1",
)  # fmt: skip


@given(
    spec=st.sampled_from([*games.CATALOGUE, *VARIANTS, "pig:target=6"]),
    player=st.sampled_from(SEARCHERS),
    plies=st.integers(0, 80),
    seed=st.integers(0, 999),
    time=st.sampled_from([math.inf, -math.inf, -1.0, 0.01]),
)
@settings(max_examples=400 if COMPILED else 40, deadline=None)
def test_no_player_ever_returns_an_illegal_move(spec, player, plies, seed, time):
    rng = random.Random(seed)
    game = list(islice(chosen(games.load(spec), rng), plies + 1))[-1]
    if player.startswith("optimal") and spec in games.CATALOGUE:
        time = min(time, 0.01)  # it takes all the time there is, and refuses nothing before it tried
    seat = game.turn
    try:
        move = players.load(player, seed=seed).choose(game.imagine(seat, rng), monotonic() + time)
    except Unplayable:
        assert player.startswith(("optimal", "bestfirst"))
    else:
        assert move in game.moves()


def chosen(start, rng):
    """Yield the positions of a random game in which a seat has to choose."""
    game = start.copy()
    while game.moves():
        if game.turn != CHANCE:
            yield game.copy()
        game.make(rng.choice(game.moves()))


# What the books say.


class Figure(Game):
    """S. Russell, P. Norvig, "Artificial Intelligence: A Modern Approach", figure 6.2: two plies, three moves each."""

    stakes = 14
    leaves = ((3, 12, 8), (2, 4, 6), (14, 5, 2))

    def __init__(self):
        self.turn = 0
        self.way = ()

    def moves(self):
        return [] if len(self.way) == 2 else [1, 2, 3]

    def make(self, move):
        self.way += (move,)
        self.turn = 1 - self.turn

    def score(self):
        if len(self.way) < 2:
            return None
        found = self.leaves[self.way[0] - 1][self.way[1] - 1]
        self.seen.append(found)
        return found

    def text(self, move):
        return ("bcd"[move - 1] if not self.way else "bcd"[self.way[0] - 1]) + str(move)


@pytest.mark.parametrize(
    ("method", "leaves", "nodes"),
    # The book counts the root too; a look one ply ahead, at b, c and d, goes before.
    [("minimax", [3, 12, 8, 2, 4, 6, 14, 5, 2], 13 - 1 + 3), ("alphabeta", [3, 12, 8, 2, 14, 5, 2], 11 - 1 + 3)],
)
def test_the_figure_of_the_textbook(method, leaves, nodes, monkeypatch):
    monkeypatch.setattr(Figure, "seen", [], raising=False)
    thought = MinimaxPlayer(method=method).think(Figure())
    assert list(dict.fromkeys(Figure.seen)) == list(dict.fromkeys(leaves))
    assert (thought.value, thought.proven, thought.line, thought.nodes) == (3, True, ("b1", "b1"), nodes)
    assert {each.text: each.value for each in thought.candidates} == {"b1": 3, "c2": 2, "d3": 2}


class Uniform(Game):
    """A tree of `width` moves and `height` plies; each move but the first costs its player its number."""

    stakes = 100

    def __init__(self, width, height):
        self.turn = 0
        self.width, self.height = width, height
        self.way = ()

    def moves(self):
        return list(range(self.width)) if len(self.way) < self.height else []

    def make(self, move):
        self.way += (move,)
        self.turn = 1 - self.turn

    def score(self):
        if len(self.way) < self.height:
            return None
        self.seen.add(self.way)
        return sum(self.way[1::2]) - sum(self.way[::2])


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("height", [1, 2, 3, 4, 5, 6])
def test_alpha_beta_visits_the_fewest_leaves_if_the_best_move_comes_first(width, height, monkeypatch):
    # D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975, theorem 1.
    fewest = width ** -(-height // 2) + width ** (height // 2) - 1
    for kind, leaves in ((AlphaBeta, fewest), (Minimax, width**height)):
        if COMPILED or leaves < 300:
            monkeypatch.setattr(Uniform, "seen", set(), raising=False)
            search = kind(Uniform(width, height), Clock())
            search.look(height)
            assert (search.score, search.exhausted) == (0, True)
            assert len(Uniform.seen) == leaves
