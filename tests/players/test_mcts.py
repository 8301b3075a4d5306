"""Monte Carlo tree search: its bounds, guides and proofs, dice and hidden cards, and its memory."""

import math
import random
from math import log, sqrt

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race
from reference import best

import games
from games.breakthrough import Breakthrough
from games.capabilities import scale_of
from games.connect_four import ConnectFour
from games.game import Game
from players.mcts import MctsPlayer
from players.overlooking import view
from players.search.alphabeta.expectimax import Expectimax
from players.search.alphabeta.table import Table
from players.search.clock import Clock
from players.search.montecarlo.mcts import Uct
from players.search.montecarlo.nodes import as_share
from players.search.montecarlo.result import Branch, branches, choose_branch, proven_sign
from players.search.random_play import Rng
from referee.batches.plan import Plan, WinTally
from referee.reports.analysis.thought_text import ChanceScale, choice_text
from referee.solving.value import sign
from referee.support.build import life
from tests.helpers.cases import every_case
from tests.helpers.positions import after, opened

GAMES = 16 if life() == "compiled" else 4


def grown(game, playouts, seed=1, most=1 << 20, clock=None, **options):
    tree = Uct(game, clock or Clock(), Rng(seed), random.Random(seed), 0.7, most, **options)
    tree.run(playouts)
    return tree


def tally(tree):
    return [(each.move, each.visits, each.value) for each in branches(tree)]


def test_each_playout_visits_one_move_of_the_root():
    found = tally(grown(games.load("connect-four"), 500))
    assert sorted(move for move, _, _ in found) == sorted(games.load("connect-four").moves())
    assert sum(visits for _, visits, _ in found) == 500
    assert all(0 <= share <= 1 for _, _, share in found)


def test_all_moves_of_the_root_are_tried_even_if_the_game_leaves_some_out_as_it_ranks_them():
    game = games.load("gomoku:columns=7,rows=7", ["d4", "a1", "d5", "b1", "d3", "c1"])
    assert len(game.ranked()) < len(game.moves())
    assert {move for move, _, _ in tally(grown(game, 100))} == set(game.moves())


@pytest.mark.parametrize("kind", [PlainTicTacToe, lambda: games.load("ttt")], ids=["plain", "compiled"])
def test_its_moves_at_tic_tac_toe_lose_nothing(kind):
    rng = random.Random(3)
    for _ in range(12):
        game = kind()
        for _ in range(rng.randrange(2, 6)):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            thought = MctsPlayer(playouts=1500, seed=1).think(game)
            assert best(after(game, thought.move))[0] == best(game)[0]


def test_a_seat_that_moves_again_is_searched_as_one_that_does():
    game = Grab(8)
    thought = MctsPlayer(playouts=3000, seed=2).think(game)
    assert best(after(game, thought.move))[0] == best(game)[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_dice_are_sampled_by_their_weights(seat):
    game = Race(3)
    game.mover = seat
    game.make(2)
    exact = Expectimax(game, Table(1 << 12), Clock())
    exact.run(6)
    (_, visits, share), *_ = sorted(tally(grown(game, 4000)), key=lambda each: -each[1])
    assert visits > 2000
    assert share == pytest.approx((exact.value * (1 - 2 * seat) + 1) / 2, abs=0.08)


def test_cards_are_played_for_what_they_are_worth_on_average():
    # The highest card wins twice as much doubled; facing it the lowest folds, and the second highest sees.
    high, low = after(HighCard(), 3, 0), after(HighCard(), 3, 0, 11)
    assert MctsPlayer(playouts=800, seed=1).think(low).move == 10
    assert MctsPlayer(playouts=800, seed=1).think(after(HighCard(), 0, 3, 11)).move == 11
    assert len(MctsPlayer(playouts=800, seed=1).think(high).candidates) == 2


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_opponents_real_cards_change_nothing(first):
    tallies = [
        tally(grown(after(HighCard(), first, second).imagine(0, random.Random(4)), 300))
        for second in range(4)
        if second != first
    ]
    assert tallies[0] == tallies[1] == tallies[2]


@pytest.mark.parametrize(("opening", "folly"), [("Q J bet", "call"), ("K Q check bet", "fold"), ("Q K bet", "fold")])
def test_a_jack_never_calls_and_a_king_never_folds(opening, folly):
    game = games.load("kuhn-poker", opening.split())
    thought = MctsPlayer(playouts=1000, seed=1).think(game.imagine(game.turn, random.Random(1)))
    assert game.text(thought.move) != folly


def test_the_tree_keeps_within_its_memory_and_plays_on():
    game = games.load("pig:target=20")
    small, large = grown(game, 2000, most=40), grown(game, 2000)
    assert sum(visits for _, visits, _ in tally(small)) == 2000
    assert max(tally(small), key=lambda each: each[1])[0] == max(tally(large), key=lambda each: each[1])[0]


def test_uct_stops_at_its_budget_of_positions():
    clock = Clock(budget=1000)
    tree = grown(games.load("othello"), None, clock=clock)
    assert clock.nodes == 1000
    assert sum(visits for _, visits, _ in tally(tree)) < 1000


def test_it_beats_flat_playouts():
    plan = Plan("connect-four", ("mcts:playouts=500", "montecarlo:playouts=70"), seed=1, swap=True)
    won = WinTally(plan.names)
    for number in range(GAMES):
        won.add(plan.task(number).result().record)
    assert won.as_dict()["won"]["mcts"] >= 11 * GAMES // 16


EXPLORE = 0.4
NEAR = 1e-9


def bound(own, later, turn, parent, rave):
    """Return the UCB of a move as the papers define it; `own` and `later` are (visits, total) for seat 0."""
    visits, total = own
    if later[0] == 0:
        if visits == 0:
            return float("inf")
        mean = total / visits
    else:
        beta = sqrt(rave / (3 * visits + rave))
        mean = beta * later[1] / later[0] + (1 - beta) * (total / visits if visits else 0)
    return (1 - mean if turn else mean) + EXPLORE * sqrt(log(parent) / max(visits, 1))


@pytest.mark.parametrize(
    ("own", "later", "turn", "parent", "rave", "value"),
    [
        # beta = sqrt(4 / (3 * 4 + 4)) = 1/2, mean = 1/2 * 4/10 + 1/2 * 3/4 = 0.575, and no exploration as log 1 = 0.
        ((4, 3.0), (10, 4.0), 0, 1, 4, 0.575),
        ((4, 3.0), (10, 4.0), 1, 1, 4, 0.425),
        # beta = sqrt(12 / (3 * 32 + 12)) = 1/3, mean = 1/3 * 6/10 + 2/3 * 24/32 = 0.7.
        ((32, 24.0), (10, 6.0), 0, 1, 12, 0.7),
        # Without a visit beta is 1: the mean of what was made later counts alone.
        ((0, 0.0), (8, 2.0), 0, 1, 50, 0.25),
        # Without a later one UCT's bound counts: 3/4 + 0.4 * sqrt(log 4 / 4).
        ((4, 3.0), (0, 0.0), 0, 4, 50, 0.9854820),
    ],
)
def test_the_bound_equals_the_one_computed_by_hand(own, later, turn, parent, rave, value):
    assert bound(own, later, turn, parent, rave) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("spec", "moves", "rave"),
    [
        *((spec, moves, rave) for spec, moves in (("hex:size=3", []), ("hex:size=3", ["a1"])) for rave in (3.0, 50.0, 1000.0)),
        ("tic-tac-toe", ["5"], 0.0), ("tic-tac-toe", ["5"], 50.0),
    ],
)  # fmt: skip
def test_each_playout_begins_with_the_move_of_the_highest_bound(spec, moves, rave):
    game = games.load(spec, moves)
    tree = Uct(game, Clock(), Rng(5), random.Random(5), EXPLORE, 1 << 16, False, rave)
    compared = 0
    tree.run(1)
    for made in range(1, 120):
        before = {child[1]: (child[0], child[2:4]) for child in tree.children(0)}
        bounds = {
            move: bound(own, tree.later_of(node) if rave else (0, 0.0), game.turn, made, rave)
            for move, (node, own) in before.items()
        }
        tree.run(1)
        (chosen,) = (child[1] for child in tree.children(0) if child[2] > before[child[1]][1][0])
        first, second = sorted(bounds.values())[-1], sorted(bounds.values())[-2]
        assert bounds[chosen] >= first - NEAR
        compared += second < first - NEAR
    assert compared > 50


class Treasure(Game):
    """Take cells in turn. Cell 7 is worth five others, and the larger sum wins, so the best first move is 7."""

    def __init__(self):
        self.turn, self.made = 0, ()

    def moves(self):
        return [cell for cell in range(20) if cell not in self.made]

    def make(self, move):
        self.made = (*self.made, move)
        self.turn = 1 - self.turn

    def score(self):
        if len(self.made) < 20:
            return None
        return 1 if 7 in self.made[::2] else -1


@pytest.mark.parametrize("seed", range(4))
def test_with_rave_the_best_move_is_preferred_before_all_moves_are_tried(seed):
    visits = {}
    for rave in (0.0, 50.0):
        tree = Uct(Treasure(), Clock(), Rng(seed), random.Random(seed), EXPLORE, 1 << 16, False, rave)
        tree.run(20)
        visits[rave] = {child[1]: child[2] for child in tree.children(0)}
    assert set(visits[0.0].values()) <= {0, 1, 2}
    assert visits[50.0][7] == max(visits[50.0].values()) > 2


COMPILED = life() == "compiled"
SPECS = ["connect-four", "kalah:pits=3,seeds=3", "othello:size=4", "breakthrough:columns=4,rows=5", "hex:size=4"]
NEVER = 1 << 30


def guided(game, playouts, rave=0.0, most=1 << 18):
    tree = Uct(game, Clock(), Rng(3), random.Random(3), 0.4, most, True, rave)
    tree.run(playouts)
    return tree


def visited_nodes(tree, game, node=0, child=None):
    """Yield (node, its row in its parent, the game there) for each visited node below `node`."""
    for each in tree.children(node):
        if each[2]:
            twin = game.copy()
            twin.make(each[1])
            yield each[0], each, twin
            yield from visited_nodes(tree, twin, each[0])


def counted(tree, node):
    """Return a node's proof and disproof number by its children's, as the papers define them."""
    numbers = [tree.guides_of(child[0])[1:] for child in tree.children(node)]
    proofs, disproofs = zip(*numbers, strict=True)
    if tree.turn(node):
        return min(sum(proofs), NEVER), min(disproofs)
    return min(proofs), min(sum(disproofs), NEVER)


@pytest.mark.parametrize("spec", SPECS)
def test_proof_numbers_follow_from_the_children(spec):
    game = games.load(spec)
    tree = guided(game, 600)
    compared = 0
    for node, (_, _, _, _, low, high), _ in visited_nodes(tree, game):
        if low == high:
            assert tree.guides_of(node)[1:] == ((0, NEVER) if low > 0 else (NEVER, 0))
        elif tree.children(node):
            assert tree.guides_of(node)[1:] == counted(tree, node)
            compared += 1
        else:
            assert tree.guides_of(node)[1:] == (1, 1)
    assert compared > 20


@pytest.mark.parametrize("spec", SPECS)
def test_a_leaf_keeps_its_estimate_and_every_other_node_the_best_of_its_children(spec):
    game = games.load(spec)
    tree = guided(game, 400)
    leaves = inner = 0
    for node, (_, _, _, _, low, high), twin in visited_nodes(tree, game):
        value = tree.guides_of(node)[0]
        tried = [tree.guides_of(child[0])[0] for child in tree.children(node) if child[2]]
        if low == high:
            assert value == (low + 1) / 2
        elif not tried:
            assert value == as_share(twin.estimate(), scale_of(game))
            leaves += 1
        elif (low, high) == (-1, 1):
            assert value == (min if tree.turn(node) else max)(tried)
            inner += 1
    assert leaves > 20
    assert inner > 20


def test_an_even_estimate_is_a_share_of_a_half():
    assert as_share(0, 30.0) == 0.5
    assert as_share(30, 30.0) == pytest.approx(0.7310585786300049)  # 1 / (1 + exp(-1))
    assert as_share(-30, 30.0) + as_share(30, 30.0) == pytest.approx(1)
    assert (as_share(-(1 << 29), 0.5), as_share(1 << 29, 0.5)) == (pytest.approx(0), 1)


def test_a_subclass_with_another_estimate_has_no_scale():
    class Other(Breakthrough):
        def estimate(self):
            return 1

    class Both(Breakthrough):
        scale = 7

        def estimate(self):
            return 1

    assert scale_of(Breakthrough()) > 0
    assert (scale_of(Other()), scale_of(Both()), scale_of(ConnectFour())) == (0, 7, ConnectFour.scale)
    assert [scale_of(games.load(spec)) for spec in ("pig", "backgammon", "kuhn-poker", "nim")] == [0] * 4
    assert Game.scale == 0


def test_with_rave_nothing_else_guides():
    tree = guided(games.load("connect-four"), 200, rave=50.0)
    assert {tree.guides_of(child[0]) for child in tree.children(0)} == {(0.5, 1, 1)}


@pytest.mark.skipif(not COMPILED, reason="takes a minute interpreted")
@pytest.mark.parametrize(("playouts", "seeds"), [(10_000, 6), (100_000, 4)])
def test_more_time_plays_no_worse_on_the_empty_board_of_connect_four(playouts, seeds):
    # The centre wins, any other move does not (V. Allis, "A Knowledge-Based Approach of Connect-Four", 1988).
    for seed in range(seeds):
        thought = MctsPlayer(playouts=playouts, seed=seed).think(games.load("connect-four"))
        assert thought.line[0] == "4"


@pytest.mark.parametrize("spec", ["hex:size=7", "gomoku"])
def test_a_tree_that_is_full_says_so(spec):
    game = games.load(spec)
    player = MctsPlayer(playouts=100, seed=1)
    thought = player.think(game)
    assert thought.how == ""
    assert "full" not in choice_text("Ann", thought, ChanceScale())
    player = MctsPlayer(playouts=300, memory=1, seed=1)
    player.tree = guided(game, 10, most=700)
    thought = player.think(game)
    assert player.tree.nodes.count <= 700
    assert thought.how.startswith("a tree full at ")
    assert ", in a tree full at " in choice_text("Ann", thought, ChanceScale())
    assert "memory=1" in thought.how


SMALL_GAMES = [
    lambda: games.load("ttt", ["5", "1"]),
    lambda: games.load("nim:heaps=1/2/3"),
    lambda: games.load("nim:sticks=9,misere=yes"),
    lambda: games.load("chips:chips=9"),
    lambda: games.load("hexapawn"),
    lambda: games.load("hex:size=3", ["a1", "c3", "c1"]),
    lambda: games.load("connect-four:columns=3,rows=3,line=3"),
    lambda: games.load("dots-and-boxes:rows=1,columns=1"),
    lambda: games.load("yucky-chocolate:rows=3,columns=3"),
    lambda: Grab(8),
]


def nodes(tree, game, node=0):
    """Yield (row of the child, the game there) for each node below `node`."""
    for child in tree.children(node):
        twin = game.copy()
        twin.make(child[1])
        yield child, twin
        yield from nodes(tree, twin, child[0])


@every_case("kind", SMALL_GAMES)
@every_case("rave", [0, 50])
def test_bounds_hold_what_minimax_finds(kind, rave):
    game = kind()
    proven, exact = 0, {}
    for child, twin in nodes(grown(game, 250, rave=rave), game):
        low, high = child[4:]
        if (low, high) != (-1, 1):
            place = (twin.key(), twin.turn) if twin.key() else len(exact)
            if place not in exact:
                exact[place] = sign(best(twin)[0])
            assert low <= exact[place] <= high
            proven += low == high
    assert proven


@every_case("kind", SMALL_GAMES)
def test_a_solved_root_is_worth_what_minimax_finds_and_its_move_keeps_it(kind):
    game = kind()
    tree = grown(game, 20_000)
    mine = sign(best(game)[0]) * (1 - 2 * game.turn)
    assert proven_sign(branches(tree)) == mine
    assert sum(each.visits for each in branches(tree)) < 20_000  # once solved it stops
    thought = MctsPlayer(playouts=20_000, seed=3).think(game)
    assert (thought.proven, thought.value) == (True, (mine + 1) / 2)
    game.make(thought.move)
    assert sign(best(game)[0]) == mine * (1 if kind().turn == 0 else -1)


@pytest.mark.parametrize(
    ("spec", "first"),
    [
        ("hexapawn", -1),  # M. Gardner, "Mathematical Games", Scientific American, March 1962: the second player wins
        ("tic-tac-toe", 0),
        ("hex:size=3", 1),  # J. Nash's argument: the first player wins on every board
        ("othello:size=4", -1),  # with best play White wins by 8 (J. Feinstein, "Perfect play in 6x6 Othello", 1993)
        ("nim:heaps=1/2/3", -1),  # C. L. Bouton, "Nim, a Game with a Complete Mathematical Theory", 1901
    ],
)
def test_published_results(spec, first):
    game = games.load(spec)
    thought = MctsPlayer(playouts=60_000, seed=1).think(game)
    assert (thought.proven, thought.value) == (True, (first + 1) / 2)


@pytest.mark.parametrize(("spec", "texts"), [
    ("connect-four", "4 1 4 1 4 2"), ("connect-four", "3 3 4 4 2"), ("breakthrough:columns=3,rows=4", ""),
    ("nim:heaps=3/4/5", ""),
])  # fmt: skip
def test_the_line_of_a_proven_end_leads_to_it(spec, texts):
    game = games.load(spec, texts.split())
    thought = MctsPlayer(playouts=30_000, seed=2).think(game)
    assert thought.proven
    mine = 1 - 2 * game.turn
    assert thought.line[0] == game.text(thought.move)
    for text in thought.line:
        game.make(game.parse(text))
    assert game.score() is not None
    assert (sign(game.score()) * mine + 1) / 2 == thought.value


def test_a_win_at_once_is_found_as_soon_as_its_move_is_visited():
    game = games.load("connect-four", "4 1 4 1 4 2".split())
    thought = MctsPlayer(playouts=7, seed=1).think(game)
    assert (game.text(thought.move), thought.proven, thought.value) == ("4", True, 1)
    assert thought.line == ("4",)


def test_a_proven_loss_is_never_made_while_there_is_anything_else():
    # X threatens 4 and otherwise wins at once, which a playout for each move would not show.
    game = games.load("connect-four", "4 1 4 1 4".split())
    for seed in range(5):
        thought = MctsPlayer(playouts=300, seed=seed).think(game)
        assert game.text(thought.move) == "4"
        lost = [each for each in thought.candidates if each.proven]
        assert len(lost) == 6
        assert all(each.value == 0 and each.error is None for each in lost)


def test_a_proven_move_ranks_above_a_more_visited_one():
    def move(visits, total, low=-1, high=1, number=0):
        return Branch(0, number, visits, total, low, high)

    much, won, drawn, lost = move(90, 60), move(1, 1, 1, 1), move(2, 1, 0, 0), move(99, 0, -1, -1)
    assert choose_branch([much, won, drawn, lost]) is won
    assert choose_branch([much, drawn, lost]) is much
    assert choose_branch([move(90, 30), drawn, lost]) is drawn  # a sure draw beats what looks like less
    assert choose_branch([lost, move(0, 0)]).visits == 0
    assert choose_branch([lost, move(3, 0, -1, -1)]) is lost
    assert choose_branch([move(9, 5, -1, 0), drawn]) is drawn
    assert proven_sign([lost, drawn]) == 0
    assert proven_sign([lost, much]) is None


def test_without_solver_nothing_is_proven():
    thought = MctsPlayer(playouts=400, seed=1, solver=False).think(games.load("ttt", ["1", "4", "2"]))
    assert not thought.proven
    assert not any(each.proven for each in thought.candidates)
    assert sum(each.visits for each in thought.candidates) == 400


def test_with_chance_only_certain_wins_are_proven():
    pig = games.load("pig:target=10", "roll 6 roll 6".split())
    thought = MctsPlayer(playouts=50, seed=1).think(pig)
    assert (pig.text(thought.move), thought.proven, thought.value) == ("hold", True, 1)
    for game in (games.load("pig"), Race(4), HighCard()):
        opened(game)
        assert not MctsPlayer(playouts=200, seed=1).think(game).proven


def test_chance_is_never_proven_but_what_follows_it_may_be():
    class Toss(Race):
        stakes = 1

    game = Toss(2)
    game.make(1)
    for child, twin in nodes(grown(game, 2000), game):
        low, high = child[4:]
        if low == high and twin.score() is None:
            assert twin.turn != -1
        if low == high and twin.score() is not None:
            assert low == twin.score()


def test_stakes_beyond_one_are_not_proven_where_there_is_luck():
    class High(Race):
        stakes = 3

        def score(self):
            found = super().score()
            return None if found is None else 3 * found

    game = High(1)
    game.make(1)
    thought = MctsPlayer(playouts=100, seed=1).think(game)
    assert not any(each.proven for each in thought.candidates)
    assert thought.move == 1


def test_errors_are_those_of_a_share():
    thought = MctsPlayer(playouts=900, seed=1).think(games.load("connect-four"))
    for each in thought.candidates:
        assert each.error == pytest.approx(math.sqrt(each.value * (1 - each.value) / each.visits))
    assert sum(each.visits for each in thought.candidates) == 900
    assert thought.depth >= 3
    assert thought.nodes > 900


def test_a_plain_game_is_proven_as_its_compiled_twin():
    one, other = PlainTicTacToe(), games.load("ttt")
    for cell in (4, 0):
        one.make(cell)
    other = games.load("ttt", ["5", "1"])
    found = [MctsPlayer(playouts=3000, seed=1).think(game) for game in (one, other)]
    assert found[0].value == found[1].value == 0.5
    assert found[0].proven and found[1].proven


class Primed(PlainTicTacToe):
    def prior(self, move):
        return 30 * (move == 3)


def test_the_priors_of_a_game_in_python_count_as_virtual_playouts():
    tree = grown(Primed(), 1, rave=1000.0)
    later = {move: tree.later_of(child)[0] for child, move, *_ in tree.children(0)}
    assert later[3] - 30 in (10, 11) and all(later[move] in (10, 11) for move in later if move != 3)


def test_a_player_that_overlooks_moves_searches_with_the_games_priors():
    game = games.load("go:9", "E5 E4 E6 D5 A1 F5 A2 D6 A3 F6".split())  # two black stones have one liberty
    tree = grown(view(game, 100.0, 0.0, random.Random(1)), 1, rave=1000.0)
    later = {game.text(move): tree.later_of(child)[0] for child, move, *_ in tree.children(0)}
    assert later["E7"] - game.prior(game.parse("E7")) in (10, 11)
