"""How Monte Carlo distributes its playouts, and its standard errors."""

import math
import random
from collections import defaultdict
from statistics import fmean, stdev
from time import monotonic

import pytest
from plain import HighCard, PlainTicTacToe

import games
import players
from games.game import CHANCE, Game
from players import montecarlo
from players.montecarlo import C, MonteCarloPlayer, Trial, run, run_ucb
from players.search.clock import Stop
from referee.solving.value import sign
from tests.helpers.positions import after, opened


def visits(thought):
    return {each.text: each.visits for each in thought.candidates}


SPREADS = ["flat", "ucb"]
WINNABLE = ["1", "4", "2", "5"]  # of tic-tac-toe: 3 wins


def test_flat_is_the_default_and_gives_every_move_alike():
    thought = MonteCarloPlayer(playouts=30, seed=1).think(games.load("connect-four"))
    assert set(visits(thought).values()) == {30}
    assert thought == thought_like(thought, MonteCarloPlayer(30, spread="flat", seed=1))


def thought_like(thought, player):
    """Return the player's thought at the start of connect four, with the seconds of `thought`."""
    found = player.think(games.load("connect-four"))
    return type(found)(**vars(found) | {"seconds": thought.seconds})


@pytest.mark.parametrize("playouts", [1, 2, 30])
def test_ucb_spends_as_many_in_all_and_tries_every_move(playouts):
    found = visits(MonteCarloPlayer(playouts, spread="ucb", seed=1).think(games.load("connect-four")))
    assert sum(found.values()) == 7 * playouts
    assert min(found.values()) >= 1
    assert set(found.values()) == {1} if playouts == 1 else max(found.values()) > playouts - 1


def test_ucb_spends_more_on_the_better_move():
    game = after(games.load("ttt"), *WINNABLE)
    found = visits(MonteCarloPlayer(100, spread="ucb", seed=2).think(game))
    assert max(found, key=found.get) == "3"
    assert found["3"] > 200
    assert found["3"] > 3 * max(count for text, count in found.items() if text != "3")


@pytest.mark.parametrize(
    ("won", "lost", "chosen"),
    [((6, 3, 0), (4, 0, 9), 0), ((5, 6, 7), (5, 4, 3), 2), ((1, 0, 2), (1, 9, 1), 1)],
)
def test_ucb_chooses_by_playouts_and_then_by_the_mean(won, lost, chosen, monkeypatch):
    def spread(trials, *_):
        for trial, trial.won, trial.lost in zip(trials, won, lost):
            pass

    monkeypatch.setattr(montecarlo, "run_ucb", spread)
    thought = MonteCarloPlayer(spread="ucb").think(games.load("nim"))
    assert thought.candidates[chosen].move == thought.move
    assert thought.value == won[chosen] / (won[chosen] + lost[chosen])


@pytest.mark.parametrize("spread", SPREADS)
def test_it_takes_a_win_and_blocks_a_loss(spread):
    game = after(games.load("ttt"), *WINNABLE)
    assert game.text(MonteCarloPlayer(spread=spread, seed=1).choose(game, math.inf)) == "3"
    game = after(game, "9")
    assert game.text(MonteCarloPlayer(spread=spread, seed=1).choose(game, math.inf)) == "6"


class Fixed:
    """A sampler with fixed odds for each trial; afterwards `given` lists which were sampled."""

    def __init__(self, odds, until=10**9):
        self.odds, self.rng, self.given, self.until = odds, random.Random(4), [], until

    def __call__(self, trials, count):
        for trial in trials:
            for _ in range(count):
                if len(self.given) == self.until:
                    raise Stop
                self.given.append(trial.move)
                won = self.rng.random() < self.odds[trial.move]
                trial.won += won
                trial.lost += not won


def by_the_book(odds, most):
    """Return which arms UCB1 samples by the paper, in order."""
    rng, rewards, given = random.Random(4), [[] for _ in odds], []
    for n in range(most):
        bounds = [fmean(got) + math.sqrt(2 * math.log(n) / len(got)) if got else math.inf for got in rewards]
        arm = bounds.index(max(bounds))
        rewards[arm].append(float(rng.random() < odds[arm]))
        given.append(arm)
    return given


@pytest.mark.parametrize("odds", [(0.2, 0.5, 0.8), (0.5, 0.45), (1, 0, 1, 0.3), (0.1,)])
def test_ucb_equals_the_papers(odds):
    sampler = Fixed(odds)
    run_ucb([Trial(arm, 0) for arm in range(len(odds))], sampler, lambda trial: trial.share, 600)
    assert sampler.given == by_the_book(odds, 600)
    assert C == math.sqrt(2)


@pytest.mark.parametrize("until", [0, 2, 50])
def test_ucb_ends_when_time_is_up(until):
    sampler = Fixed((0.2, 0.5, 0.8), until)
    run_ucb([Trial(arm, 0) for arm in range(3)], sampler, lambda trial: trial.share, None)
    assert len(sampler.given) == until


def test_flat_ends_when_time_is_up():
    sampler = Fixed((0.2, 0.5), 7)
    run([Trial(arm, 0) for arm in range(2)], sampler, None)
    assert len(sampler.given) == 7


class Bet(Game):
    """Take 1 for sure, or 10 in one of four cases and lose 1 in the others: that is worth more, and seldom wins."""

    stakes = 10

    def __init__(self):
        self.turn = 0
        self.won = None

    def moves(self):
        return [] if self.won is not None else [1, 4] if self.turn == 0 else [0, 10]

    def chances(self):
        return [(0, 3), (10, 1)]

    def make(self, move):
        if self.turn == CHANCE:
            self.won = move or -1
        elif move == 1:
            self.won = 1
        else:
            self.turn = CHANCE

    def score(self):
        return self.won


@pytest.mark.parametrize("spread", SPREADS)
def test_with_chance_it_counts_the_points_won(spread):
    thought = MonteCarloPlayer(300, spread=spread, seed=1).think(Bet())
    assert thought.move == 4
    sure, bold = thought.candidates
    assert (sure.value, sure.error) == (0.55, 0.0)
    assert abs(bold.value - (1.75 / 10 + 1) / 2) < 4 * bold.error
    # The scores are 10, in k playouts, or -1.
    k = round(bold.visits * (bold.value - 0.45) / 0.55)
    rewards = [1.0] * k + [0.45] * (bold.visits - k)
    assert bold.error == pytest.approx(stdev(rewards) / math.sqrt(bold.visits))
    assert spread == "flat" or bold.visits > sure.visits


# How sure it is.


@pytest.mark.parametrize("seat", [0, 1])
def test_the_standard_error_follows_from_the_rewards(seat):
    class Played:
        """Playouts with these scores."""

        def __init__(self, scores):
            self.scores, self.total = scores, 0

        def run(self, count):
            here, self.scores = self.scores[:count], self.scores[count:]
            self.total = sum(here)
            return tuple(sum(sign(score) == which for score in here) for which in (1, 0, -1))

    rng = random.Random(6)
    scores = [rng.choice((-13, -2, 0, 1, 7)) for _ in range(50)]
    trial, playouts, side = Trial(0, seat), Played(scores), 1 - 2 * seat
    for _ in scores:
        trial.play(playouts, 1)
    shares = [(side * sign(score) + 1) / 2 for score in scores]
    means = [(side * score / 13 + 1) / 2 for score in scores]
    assert trial.share == pytest.approx(fmean(shares))
    assert trial.error() == pytest.approx(stdev(shares) / math.sqrt(50))
    assert trial.mean(13) == pytest.approx(fmean(means))
    assert trial.error(13) == pytest.approx(stdev(means) / math.sqrt(50))
    together = Trial(0, seat)
    together.play(Played([sign(score) for score in scores]), 50)
    assert together.error(1) == trial.error() == together.error()


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("spec", ["ttt", "othello:size=4", "leduc-poker", "pig:target=9", "backgammon"])
def test_the_errors_of_a_thought_come_from_its_playouts(spec, spread, monkeypatch):
    game = opened(games.load(spec), -1)
    rewards = defaultdict(list)

    class Heard(montecarlo.Trial):
        """A trial that writes down its rewards."""

        def play(self, playouts, count):
            for _ in range(count):
                before, mean = self.won + self.drawn / 2, self.total
                super().play(playouts, 1)
                worth = (self.total - mean) / game.stakes / 2 + 0.5
                rewards[self.move].append(worth if spec in LUCKY else self.won + self.drawn / 2 - before)

    def told(known):
        return [(each.text, each.value, each.visits, each.error) for each in known.candidates]

    plain = MonteCarloPlayer(6, spread=spread, seed=3).think(game)
    monkeypatch.setattr(montecarlo, "Trial", Heard)
    heard = MonteCarloPlayer(6, spread=spread, seed=3).think(game)
    assert told(plain) == told(heard)
    for each in heard.candidates:
        got = rewards[each.move]
        assert (each.visits, each.value) == (len(got), pytest.approx(fmean(got)))
        assert each.error == (pytest.approx(stdev(got) / math.sqrt(len(got))) if len(got) > 1 else None)


LUCKY = {"leduc-poker", "pig:target=9", "backgammon"}


@pytest.mark.parametrize("spread", SPREADS)
def test_one_playout_has_no_error(spread):
    thought = MonteCarloPlayer(1, spread=spread, seed=3).think(games.load("ttt"))
    assert [(each.visits, each.error) for each in thought.candidates] == [(1, None)] * 9


# Hidden cards, deadlines, seeds.


class Counted(HighCard):
    """Counts how often a world is imagined."""

    imagined = 0

    def imagine(self, seat, rng):
        Counted.imagined += 1
        return super().imagine(seat, rng)


@pytest.mark.parametrize(("spread", "worlds"), [("flat", 20), ("ucb", 40)])
def test_in_hidden_games_ucb_draws_one_world_a_playout_and_flat_one_for_all_moves(spread, worlds):
    game = Counted()
    for move in (0, 3, 11):
        game.make(move)
    Counted.imagined = 0
    thought = MonteCarloPlayer(20, spread=spread, seed=1).think(game)
    assert Counted.imagined == worlds
    assert sum(each.visits for each in thought.candidates) == 40
    assert thought.move == 11  # with the highest card one sees


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("spec", ["connect-four", "leduc-poker", "pig"])
def test_a_deadline_in_the_past_still_gives_a_legal_move(spec, spread):
    game = opened(games.load(spec))
    thought = MonteCarloPlayer(spread=spread, seed=1).think(game, monotonic() - 1)
    assert thought.move in game.moves()
    assert all(each.visits == 0 and each.error is None for each in thought.candidates)


def test_with_time_ucb_plays_until_it_is_over(own_time):
    began = own_time()
    thought = MonteCarloPlayer(time=0.05, spread="ucb", seed=1).think(games.load("ttt"))
    assert own_time() - began >= 0.05
    assert sum(visits(thought).values()) > 9


@pytest.mark.parametrize("spec", ["ttt", "leduc-poker", "pig"])
def test_the_same_seed_chooses_the_same(spec):
    game = opened(games.load(spec), -1)
    one, other, third = (players.load("mc:playouts=40,spread=ucb", seed).think(game) for seed in (5, 5, 6))
    assert (one.move, one.candidates) == (other.move, other.candidates)
    assert one.candidates != third.candidates


def test_plain_games_are_played_like_compiled_ones():
    plain, compiled = (
        MonteCarloPlayer(30, spread="ucb", seed=5).think(game) for game in (PlainTicTacToe(), games.load("ttt"))
    )
    assert visits(plain) == visits(compiled)
    assert plain.value == compiled.value


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="spread=wide must be flat or ucb"):
        MonteCarloPlayer(spread="wide")
