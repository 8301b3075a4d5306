"""Equilibria of hidden cards: SAPCFR+ and sampled walks against exact best responses, against theory, and as a player."""

import math
from collections import Counter
from itertools import product
from random import Random
from statistics import fmean, stdev

import pytest
from plain import Grab, HighCard, PlainKuhn, PlainTicTacToe

import games
import players
from games.game import CHANCE
from games.laws import faults
from games.perft import outgrows
from players.cfr import ITERATIONS, SOLVED, CfrPlayer, solve
from players.player import Unplayable
from players.search.clock import Clock
from players.search.equilibrium.cfr import Mccfr, PredictiveCfr
from players.search.equilibrium.extensive_form import GameTree, TooLarge
from players.search.random_play import Rng
from referee.match import play
from referee.match.events import How, Moved
from referee.support.build import life
from tests.helpers.positions import after

COMPILED = life() == "compiled"


def solved(game, iterations=1000):
    solver = PredictiveCfr(GameTree(game))
    solver.run(iterations, Clock())
    return solver


def expected(game, strategy):
    """Return seat 0's expected score if both play `strategy`: {(seat, name): [(text, probability)]}."""
    if game.score() is not None:
        return game.score()
    if game.turn == CHANCE:
        whole = sum(weight for _, weight in game.chances())
        shares = [(move, weight / whole) for move, weight in game.chances()]
    else:
        row = strategy[game.turn, game.known(game.turn)]
        shares = [(game.parse(text), share) for text, share in row]
    return sum(share * expected(after(game, move), strategy) for move, share in shares if share)


def best_pure(game, strategy, seat):
    """Return the seat's best expected score over all its pure strategies, tried one by one."""
    own = [key for key in strategy if key[0] == seat]
    sign = 1 - 2 * seat
    return max(
        sign * expected(game, strategy | {key: [(text, 1.0)] for key, text in zip(own, texts)})
        for texts in product(*([text for text, _ in strategy[key]] for key in own))
    )


# The solver.


def test_the_plain_game_of_kuhn_obeys_the_laws():
    assert [str(fault) for fault in faults(PlainKuhn(), games=30, seed=2)] == []


@pytest.mark.parametrize("iterations", [0, 1, 7])
@pytest.mark.parametrize("game", [HighCard(), PlainKuhn()], ids=["high-card", "kuhn"])
def test_the_value_equals_that_of_a_full_tree_walk(game, iterations):
    solver = solved(game, iterations)
    assert solver.value() == pytest.approx(expected(game, solver.strategy()))


@pytest.mark.parametrize("iterations", [0, 5])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kind", [HighCard, PlainKuhn])
def test_no_pure_strategy_beats_the_best_response_and_one_reaches_it(kind, seat, iterations):
    if kind is HighCard and seat == 1 and not COMPILED:
        pytest.skip("256 pure strategies take long")
    solver = solved(kind(), iterations)
    assert solver.best_response(seat) == pytest.approx(best_pure(kind(), solver.strategy(), seat))


def test_exploitability_is_the_mean_gain_of_both_best_responses():
    solver = solved(HighCard(), 2)
    gains = solver.best_response(0) - solver.value(), solver.best_response(1) + solver.value()
    assert min(gains) > 0.01
    assert solver.exploitability() == pytest.approx(sum(gains) / 2)


def test_high_card_is_worth_a_twelfth_to_the_first_seat():
    solver = solved(HighCard())
    low, high = -solver.best_response(1), solver.best_response(0)  # held to be exact above: its value lies between
    assert low <= 1 / 12 <= high
    assert high - low < 1e-3


def test_the_first_seat_loses_an_eighteenth_at_kuhn_poker():
    solver = solved(PlainKuhn(), ITERATIONS)
    assert solver.value() == pytest.approx(-1 / 18, abs=1e-3)  # H. W. Kuhn, 1950
    assert 0 <= solver.exploitability() < 1e-3


def test_the_strategies_at_kuhn_poker_equal_kuhns():
    found = {name: dict(row)["bet"] for (_, name), row in solved(PlainKuhn(), 3000).strategy().items()}
    bluff = found["J?:"]
    assert 0 <= bluff <= 1 / 3 + 1e-2
    wanted = {
        "J?:": bluff, "Q?:": 0, "K?:": 3 * bluff, "J?:pb": 0, "Q?:pb": bluff + 1 / 3, "K?:pb": 1,
        "?J:p": 1 / 3, "?Q:p": 0, "?K:p": 1, "?J:b": 0, "?Q:b": 1 / 3, "?K:b": 1,
    }  # fmt: skip
    assert found == pytest.approx(wanted, abs=1e-2)


@pytest.mark.parametrize(
    ("spec", "value", "within"),
    [("kuhn-poker", -1 / 18, 1e-3), ("leduc-poker", -0.0856, 1e-2)],  # F. Southey et al., 2005; OpenSpiel
)
def test_poker_has_the_published_value(spec, value, within):
    if games.CATALOGUE.find(spec) is None:
        pytest.skip(f"without {spec}")
    solver = solved(games.load(spec), 1000 if COMPILED else 150)
    assert solver.value() == pytest.approx(value, abs=within)
    assert 0 <= solver.exploitability() < (1e-3 if COMPILED else 2e-2)


def test_exploitability_falls_as_iterations_go_on():
    solver = PredictiveCfr(GameTree(HighCard()))
    found = []
    for _ in range(4):
        solver.run(5 * 4 ** len(found), Clock())
        found.append(solver.exploitability())
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0] / 20


def test_a_stopped_solver_continues_as_if_uninterrupted():
    broken, whole = PredictiveCfr(GameTree(PlainKuhn())), solved(PlainKuhn(), 50)
    while broken.iterations < 50:
        before = broken.iterations
        made = broken.run(50 - before, Clock(budget=8))
        assert 0 < made <= 8
        assert broken.iterations == before + made
    assert broken.strategy() == whole.strategy()


def test_a_past_deadline_leaves_no_iteration():
    assert PredictiveCfr(GameTree(PlainKuhn())).run(None, Clock(0.0)) == 0


def test_the_expectations_of_the_cards_average_to_the_value():
    solver = solved(HighCard(), 20)
    hopes = [hope for (seat, _), hope in solver.expectations().items() if seat == 0]
    assert len(hopes) == 4
    assert fmean(hopes) == pytest.approx(solver.value())


def test_expectations_count_for_the_seat_itself():
    hopes = solved(HighCard()).expectations()
    assert hopes[1, "cards ? 3, said [11], turn 1"] == pytest.approx(2, abs=1e-4)  # the highest card sees and wins both


class Numbered(PlainKuhn):
    """Names information sets by tuples."""

    def known(self, seat):
        return seat, super().known(seat)


def test_an_information_set_may_have_any_hashable_name():
    solver = solved(Numbered(), 50)
    assert len(solver.strategy()) == len(solver.expectations()) == 12
    assert solver.value() == pytest.approx(solved(PlainKuhn(), 50).value())


class Loaded(PlainKuhn):
    """Higher cards are dealt more often."""

    def chances(self):
        return [(move, 1 + 4 * move) for move in self.moves()]


def test_chance_counts_by_its_weights():
    solver = solved(Loaded(), 10)
    assert solver.value() == pytest.approx(expected(Loaded(), solver.strategy()))
    assert solver.best_response(1) == pytest.approx(best_pure(Loaded(), solver.strategy(), 1))
    assert solver.value() != pytest.approx(expected(PlainKuhn(), solver.strategy()), abs=1e-3)


def best_of(game):
    if game.score() is not None:
        return game.score()
    rows = [(weight, best_of(after(game, move))) for move, weight in weighed(game)]
    if game.turn == CHANCE:
        return sum(weight * value for weight, value in rows) / sum(weight for weight, _ in rows)
    return (min if game.turn else max)(value for _, value in rows)


def weighed(game):
    return game.chances() if game.turn == CHANCE else [(move, 1) for move in game.moves()]


# What cannot be solved.


class Endless(HighCard):
    """Nothing that is said ends it."""

    def score(self):
        return None


class Forgetful(PlainKuhn):
    """Both forget their cards once something was said."""

    def known(self, seat):
        return self.said if len(self.said) > 1 else super().known(seat)


class Uneven(PlainKuhn):
    """Facing a king you may only fold, which gives the king away."""

    def moves(self):
        found = super().moves()
        return found[:1] if self.turn == 1 and self.cards[0] == 2 else found


@pytest.mark.parametrize(
    ("kind", "error", "complaint"),
    [
        (Endless, Unplayable, "Endless goes on for more than 1,000 moves"),
        (Forgetful, Unplayable, "Forgetful lets seat 0 forget what it did or knew before 'pb'"),
        (Uneven, ValueError, r"Uneven has other moves in two positions that seat 1 knows as '\?J:p'"),
    ],
)
def test_games_without_such_a_tree_are_refused_in_one_line(kind, error, complaint):
    with pytest.raises(error, match=complaint) as caught:
        GameTree(kind())
    assert "\n" not in str(caught.value)


def test_a_tree_may_hold_exactly_its_limit_of_nodes():
    assert len(GameTree(PlainKuhn(), most=58)) == 58
    with pytest.raises(Unplayable, match="the tree of PlainKuhn has more than 57 nodes, too many to solve"):
        GameTree(PlainKuhn(), most=57)


# The player.


def begun(game, seed=1, **options):
    player = CfrPlayer(seed=seed, **options)
    player.begin(game, 0)
    return player


def test_cfr_plays_each_move_with_its_strategys_probability():
    player, game = begun(PlainKuhn()), after(PlainKuhn(), 0, 1, 10)
    game.cards[1] = 0  # a jack bluffs a third of the time
    drawn = Counter(player.choose(game, math.inf) for _ in range(3000))
    assert drawn[11] / 3000 == pytest.approx(1 / 3, abs=5 * math.sqrt(2 / 9 / 3000))


def test_the_thought_holds_move_probabilities_and_the_expected_score():
    thought = begun(PlainKuhn()).think(after(PlainKuhn(), 0, 2, 11))
    assert [candidate.text for candidate in thought.candidates] == ["bet", "pass"]
    assert sum(candidate.value for candidate in thought.candidates) == pytest.approx(1)
    assert thought.value == pytest.approx(2, abs=1e-4)
    assert (thought.line, thought.proven) == (("bet",), False)


def test_equal_games_are_solved_once_and_others_anew():
    class Dearer(PlainKuhn):
        """With an option that nothing tells but its rules."""

        stakes = 6

        def __init__(self, ante=1):
            super().__init__()
            self.paid = ante

        def key(self):
            return 1

        def score(self):
            found = super().score()
            return found and found * self.paid

    one, again = solve(PlainKuhn(), 50, None), solve(PlainKuhn(), 50, None)
    assert one is again
    assert solve(PlainKuhn(), 51, None) is not one
    assert solve(Dearer(1), 50, None) is not solve(Dearer(2), 50, None)


def test_the_cache_of_solutions_is_bounded():
    for iterations in range(1, 20):
        solve(PlainKuhn(), iterations, None)
    assert len(SOLVED.by_key) == SOLVED.most


def test_a_game_with_dealt_cards_is_refused():
    with pytest.raises(Unplayable, match="cfr solves a game from its start, and PlainKuhn hides something already"):
        begun(after(PlainKuhn(), 0))


def test_cfr_refuses_to_choose_before_begin():
    with pytest.raises(Unplayable, match="begin"):
        CfrPlayer().choose(after(PlainKuhn(), 0, 1), math.inf)


def test_a_position_of_another_game_is_refused():
    with pytest.raises(Unplayable, match="did not meet"):
        begun(PlainKuhn()).choose(after(HighCard(), 0, 1), math.inf)


@pytest.mark.parametrize("options", [{"iterations": 0}, {"time": 0}, {"seed": -1}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(ValueError, match="must be"):
        CfrPlayer(**options)


@pytest.mark.parametrize(("game", "score"), [(PlainTicTacToe(), 0), (Grab(7), best_of(Grab(7)))], ids=["ttt", "grab"])
def test_cfr_plays_open_games_perfectly(game, score):
    seated = [players.load("cfr", 1), players.load("cfr", 2)]
    *_, end = play(game, seated)
    assert (end.how, end.score) == (How.PLAYED_OUT, score)


def test_two_cfr_players_score_the_value_of_the_game():
    count = 3000 if COMPILED else 400
    seated = [CfrPlayer(seed=1), CfrPlayer(seed=2)]
    scores = [list(play(PlainKuhn(), seated, seed=seed))[-1].score for seed in range(count)]
    assert fmean(scores) == pytest.approx(-1 / 18, abs=5 * stdev(scores) / math.sqrt(count))


def test_the_same_seed_plays_the_same_game():
    def once(seed):
        seated = [players.load("cfr", seed), players.load("cfr", seed + 1)]
        return [event.move for event in play(PlainKuhn(), seated, seed=seed) if isinstance(event, Moved)]

    assert [once(seed) for seed in range(9)] == [once(seed) for seed in range(9)]


@pytest.mark.parametrize("seat", [0, 1])
def test_imagined_positions_reveal_nothing_hidden(seat):
    player = begun(PlainKuhn())
    game = after(PlainKuhn(), 0, 2) if seat == 0 else after(PlainKuhn(), 0, 2, 10)
    views = [game.imagine(seat, Random(number)) for number in range(9)]
    assert len({str(player.solution.plays(view)) for view in views}) == 1


def decisions(game, said=()):
    """Yield every position in which a seat moves, with the texts of the seats' moves before it."""
    if game.score() is None:
        if game.turn in (0, 1):
            yield game, said
        for move in game.moves():
            after = game.copy()
            after.make(move)
            yield from decisions(after, (*said, game.text(move)) if game.turn in (0, 1) else said)


def measured(game, solver):
    """Return the exact (exploitability, value) of the walks; uniform where no walk has been."""
    tree = GameTree(game)
    shares = [0.0] * tree.first[-1]
    for position, said in decisions(game):
        place = tree.numbers[position.turn, position.known(position.turn)]
        count = len(tree.moves[place])
        try:
            row = solver.at(position, said)[0]
        except KeyError:
            row = [1 / count] * count
        shares[tree.first[place] : tree.first[place + 1]] = row
    judge = PredictiveCfr(tree)
    judge.adopt(shares)
    return judge.exploitability(), judge.value()


def walked(game, iterations, recall=None, seed=1):
    solver = Mccfr(game, Rng(seed), recall)
    assert solver.run(iterations, Clock()) == iterations
    return solver


@pytest.mark.parametrize("recall", [None, 0, 3])
def test_walks_find_the_value_of_kuhn_poker(recall):
    if recall is not None and games.CATALOGUE.find("kuhn-poker") is None:
        pytest.skip("without kuhn-poker")
    game = PlainKuhn() if recall is None else games.load("kuhn-poker")
    left, value = measured(game, walked(game, 40_000 if COMPILED else 8_000, recall))
    assert 0 <= left < 0.02
    assert value == pytest.approx(-1 / 18, abs=0.02)  # H. W. Kuhn, 1950


@pytest.mark.parametrize(("recall", "least", "most"), [(None, 0, 0.06), (4, 0, 0.06), (0, 0.03, 1)])
def test_more_walks_and_more_recall_lower_exploitability(recall, least, most):
    game = games.load("liars-dice:sides=3")
    solver, found = walked(game, 100, recall), []
    for iterations in (400, 1600, 6400):
        found.append(measured(game, solver)[0])
        solver.run(iterations, Clock())
    found.append(measured(game, solver)[0])
    assert found[-1] < found[0]
    assert least < found[-1] < most


def test_equal_seeds_walk_alike_and_others_differ():
    game = games.load("leduc-poker")
    met = [position for position in decisions(game) if position[1]][:9]
    rows = [[walked(game, 200, seed=seed).at(*each) for each in met] for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]


def test_a_run_cut_short_by_the_clock_can_continue():
    solver = Mccfr(PlainKuhn(), Rng(1))
    made = [solver.run(None, Clock(budget=500)) for _ in range(3)]
    assert min(made) > 0
    assert solver.iterations == sum(made)
    assert solver.run(None, Clock(0.0)) == 0


def test_without_room_for_a_row_it_stops():
    solver = Mccfr(games.load("liars-dice:sides=3"), Rng(1), None, 100)
    assert solver.run(1000, Clock()) < 1000
    assert solver.full
    assert solver.run(1, Clock()) == 0


def test_an_unvisited_information_set_raises_key_error():
    game = games.load("liars-dice:position=2/1 1x2")
    for recall in (None, 2):
        with pytest.raises(KeyError):
            Mccfr(games.load("liars-dice"), Rng(1), recall).at(game, ["1x2"])


def test_lines_without_an_end_are_refused():
    with pytest.raises(Unplayable, match="Endless goes on for more than 1,000 moves"):
        Mccfr(Endless(), Rng(1)).run(1, Clock())


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker", "liars-dice:sides=3"])
def test_a_tree_is_counted_as_it_grows(spec):
    game = games.load(spec)
    count = len(GameTree(game))
    assert outgrows(game, count - 1)
    assert not outgrows(game, count)
    with pytest.raises(TooLarge, match=f"more than {count - 1:,} nodes"):
        GameTree(game, count - 1)


# The player.


@pytest.fixture
def small(monkeypatch):
    """Make trees of more than 20 nodes too large, and forget earlier solutions."""
    monkeypatch.setattr("players.search.equilibrium.extensive_form.GameTree.__init__.__defaults__", (20, None))
    SOLVED.by_key.clear()
    yield
    SOLVED.by_key.clear()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("game", [HighCard(), games.load("liars-dice:sides=3")], ids=["plain", "c"])
def test_a_game_too_large_for_a_tree_is_learned_from_walks(game):
    seated = [CfrPlayer(iterations=60, seed=1), CfrPlayer(iterations=60, seed=2)]
    *_, end = play(game, seated, seed=3)
    assert end.how is How.PLAYED_OUT
    thought = next(player.thought for player in seated if player.thought)
    assert sum(candidate.value for candidate in thought.candidates) == pytest.approx(1)
    assert not thought.proven


@pytest.mark.usefixtures("small")
def test_moves_with_tiny_shares_are_never_played():
    player, game = CfrPlayer(iterations=2000, seed=1), games.load("liars-dice:sides=3")
    player.begin(game, 0)
    for move in (0, 1):
        game.make(move)
    shares, _ = player.solution.solver.at(game, [])
    made = [share for _, _, share in player.solution.plays(game, [])]
    assert 0 < min(shares) < 0.05 * max(shares)
    assert min(made) == 0
    assert sum(made) == pytest.approx(1)


@pytest.mark.usefixtures("small")
def test_cfr_moves_like_mcts_in_unvisited_information_sets():
    game = games.load("liars-dice:sides=3")
    player = CfrPlayer(iterations=1, seed=1)
    player.begin(game, 0)
    player.heard("1x2", 0)
    for move in (1, 0, 1):  # a two, a one, the bid of a two
        game.make(move)
    assert player.choose(game, math.inf) in game.moves()
    assert player.thought.even == 0.5
