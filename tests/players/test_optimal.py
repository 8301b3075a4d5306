"""The perfect player: it wins what is won, holds what is drawn, and refuses what it cannot solve."""

import math
import random
from time import monotonic

import pytest
from plain import Grab, HighCard, PlainTicTacToe, Race
from reference import best

import games
import players
from games.capabilities import solver_of, theory_of
from games.connect_four.solver import ConnectFourSolver
from games.game import CHANCE, Game
from games.nim import Nim
from players import optimal
from players.optimal import NEARBY, SOLVED, OptimalPlayer, search_to_end
from players.player import Unplayable
from players.search.alphabeta import timed_solver
from players.search.alphabeta.pvs import Pvs
from players.search.alphabeta.table import Table
from players.search.alphabeta.timed_solver import PART, own_bounds, own_outcome
from players.search.clock import Clock
from players.search.values.value_iteration import ValueIteration
from referee.__main__ import main
from referee.match import play
from referee.match.events import Ended, How, Moved
from referee.support.build import life
from tests.helpers.positions import after

STARTS = [
    *(f"nim:sticks={sticks},take=3" for sticks in (1, 4, 5, 8)),
    "nim:sticks=9,take=3,misere=yes", "nim:sticks=6,take=2,misere=yes",
    "nim:heaps=1/2/3", "nim:heaps=2/3/2", "nim:heaps=2/2/1,misere=yes", "nim:heaps=1/1/1,misere=yes",
    *(f"chips:chips={chips},rule=last" for chips in (2, 5, 7, 8, 12)),
    *(f"chips:chips={chips}" for chips in (3, 5, 7, 9, 11)),
    "yucky-chocolate:rows=3,columns=3", "yucky-chocolate:rows=3,columns=4",
    "hexapawn", "connect-four:columns=3,rows=3,line=3", "connect-four:columns=3,rows=4,line=3",
    "kalah:pits=2,seeds=2", "dots-and-boxes:rows=1,columns=2",
]  # fmt: skip
SMALL = "optimal:memory=4"


def began(game, spec=SMALL):
    player = players.load(spec)
    player.begin(game.copy(), 0)
    return player


def ended(game, seated):
    *_, end = play(game, seated)
    assert end.how is How.PLAYED_OUT, end.why
    return end


@pytest.mark.parametrize("spec", STARTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_optimal_gets_at_least_the_value_of_the_game(spec, seat):
    worth, _ = best(games.load(spec))
    side = 1 - 2 * seat
    for other in ("random", "random", "random", "minimax:nodes=500"):
        for seed in range(2):
            seated = [players.load(SMALL), players.load(other, seed=seed)]
            end = ended(games.load(spec), seated if seat == 0 else seated[::-1])
            assert side * end.score >= side * worth


@pytest.mark.parametrize("spec", STARTS)
def test_two_optimal_players_get_the_value_of_the_game(spec):
    assert ended(games.load(spec), [players.load(SMALL), players.load(SMALL)]).score == best(games.load(spec))[0]


@pytest.mark.parametrize("game", [PlainTicTacToe(), Grab(7)], ids=["ttt", "grab"])
def test_plain_games_are_searched(game):
    player, first = began(game), best(game) if isinstance(game, Grab) else (0, 9)
    thought = player.think(game)
    assert (thought.value, thought.proven, thought.how) == (first[0], True, "exhaustive search")
    assert ended(game, [player, players.load("random", seed=1)]).score >= first[0]


@pytest.mark.parametrize("spec", ["nim:heaps=2/3/4", "chips:chips=9,rule=last", "yucky-chocolate:rows=3,columns=4"])
def test_every_move_is_valued_exactly_where_there_is_theory(spec):
    game = games.load(spec)
    while game.score() is None:
        thought, side = OptimalPlayer().think(game), 1 - 2 * game.turn
        assert [each.move for each in thought.candidates] == game.moves()
        assert [each.text for each in thought.candidates] == [game.text(move) for move in game.moves()]
        assert all(each.value == side * best(after(game, each.move))[0] for each in thought.candidates)
        assert all(each.proven and each.visits == 0 and each.error is None for each in thought.candidates)
        assert thought.value == side * best(game)[0] == max(each.value for each in thought.candidates)
        assert (thought.proven, thought.distance, thought.line) == (True, None, (game.text(thought.move),))
        game.make(thought.move if thought.value > 0 else game.moves()[-1])


def test_optimal_names_its_method():
    told = {spec: began(games.load(spec)).think(games.load(spec)).how for spec in HOW}
    assert told == HOW


HOW = {
    "nim:heaps=3/5/7": "nim-sum",
    "nim": "remainder by 4",
    "chips:rule=last": "Fibonacci nim",
    "chips:chips=9": "exhaustive search",
    "hexapawn": "exhaustive search",
    "pig:target=6": "value iteration",
}


@pytest.mark.parametrize(("spec", "text"), [
    ("nim:sticks=12", "1"), ("nim:heaps=5/5", "a1"), ("chips:chips=21,rule=last", "1"),
    ("yucky-chocolate:rows=9,columns=9", "C1"),
])  # fmt: skip
def test_optimal_delays_a_loss(spec, text):
    game = games.load(spec)
    thought = OptimalPlayer().think(game)
    assert (game.text(thought.move), thought.value) == (text, -1)


@pytest.mark.parametrize(
    ("spec", "text"), [("nim:sticks=14", "2"), ("nim:heaps=3/5/7", "a1"), ("chips:chips=20,rule=last", "2")]
)
def test_optimal_wins_by_the_first_winning_move(spec, text):
    game = games.load(spec)
    assert game.text(OptimalPlayer().choose(game, math.inf)) == text


def test_after_the_deadline_theory_still_finds_a_best_move():
    for spec, value in (("nim:heaps=30/50/70", 1), ("chips:chips=32766,rule=last", 1), ("nim:heaps=9/9", -1)):
        game = games.load(spec)
        thought = OptimalPlayer().think(game, monotonic() - 1)
        assert (thought.value, thought.proven) == (value, True)
        assert theory_of(after(game, thought.move)).score == theory_of(game).score == value
        assert thought.nodes - 1 == len(thought.candidates) < len(game.moves())


@pytest.mark.parametrize(
    "game", [games.load("connect-four:8"), games.load("pig"), Grab(20)], ids=["four", "pig", "grab"]
)
def test_after_the_deadline_a_search_has_an_unproven_legal_move(game):
    thought = OptimalPlayer(memory=1).think(game, monotonic() - 1)
    assert thought.move in game.moves()
    assert (thought.proven, thought.how, thought.distance) == (False, "unfinished search", None)
    assert not any(each.proven for each in thought.candidates)


def test_a_search_is_as_plain_minimax_finds_it():
    for spec in ("hexapawn", "chips:chips=11", "connect-four:columns=3,rows=3,line=3"):
        game = games.load(spec)
        thought, (score, plies) = began(game).think(game), best(game)
        assert (thought.value, thought.distance) == (score, plies if score else None)
        assert [(each.move, each.value, each.proven) for each in thought.candidates] == [(thought.move, score, True)]


def test_the_table_of_the_start_speeds_up_later_moves():
    game = games.load("connect-four:columns=4,rows=3,line=3")
    assert began(game).think(game).nodes < OptimalPlayer(memory=4).think(game).nodes / 2


def test_without_a_start_two_games_do_not_share_a_table():
    player = OptimalPlayer(memory=1)
    for spec in ("chips:chips=7", "chips:chips=9", "hexapawn", "connect-four:columns=3,rows=3,line=3"):
        assert player.think(games.load(spec)).value == best(games.load(spec))[0]


class Odd(Nim):
    """Nim in which only odd numbers may be taken: what is known of nim is wrong here."""

    def moves(self):
        return [move for move in super().moves() if move % 2]


def test_a_subclass_with_other_rules_is_searched_by_its_own():
    for sticks in (6, 7, 8):
        thought = began(Odd(sticks)).think(Odd(sticks))
        assert (thought.value, thought.how) == (1 if sticks % 2 else -1, "exhaustive search")


# Chance.


@pytest.mark.parametrize("game", [games.load("pig:target=9"), Race(4)], ids=["pig", "race"])
def test_open_games_of_chance_are_swept(game):
    player, sweep = began(game), ValueIteration(game)
    assert sweep.run(Clock())
    for seed in range(3):
        for event in play(game, [player, players.load("random", seed=seed)], seed=seed):
            if event.game.turn in (0, 1) and event.game.score() is None:
                thought, side = player.think(event.game), 1 - 2 * event.game.turn
                exact = [(move, text, side * value) for move, text, value in sweep.moves(event.game)]
                assert [(each.move, each.text, each.value) for each in thought.candidates] == exact
                assert thought.move in {move for move, _, _ in sweep.best(event.game)}
                assert (thought.proven, thought.how) == (True, "value iteration")
                assert thought.value == pytest.approx(side * sweep.value(event.game))


class Toss(Game):
    """Stay and draw, or toss a coin that says nothing of its weights and wins two times out of three."""

    def __init__(self):
        self.turn = 0
        self.path = []

    def moves(self):
        return [] if self.score() is not None else [0, 1] if self.turn == 0 else [0, 1, 2]

    def make(self, move):
        self.path.append(move)
        self.turn = CHANCE

    def score(self):
        if self.path[:1] == [0]:
            return 0
        return None if len(self.path) < 2 else 1 if self.path[1] else -1


def test_chance_that_is_met_on_the_way_is_swept_too():
    for player in (began(Toss()), OptimalPlayer()):
        thought = player.think(Toss())
        assert (thought.move, thought.how) == (1, "value iteration")
        assert thought.value == pytest.approx(1 / 3)


def test_a_position_of_another_game_is_refused():
    with pytest.raises(Unplayable, match="did not meet"):
        began(Race(3)).think(after(games.load("pig:target=6"), 0))


# What it refuses.


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        (
            "connect-four:8",
            "the end of ConnectFour is out of reach within 1 MB; take a smaller game or a larger memory=; "
            "minimax, mcts and level:10 play it",
        ),
        ("kuhn-poker", "KuhnPoker hides something from each seat, which optimal does not play; cfr does"),
    ],
)
def test_optimal_refuses_before_the_first_move_in_one_line(spec, why, monkeypatch):
    monkeypatch.setattr("players.optimal.entries_for", lambda megabytes: 1700)  # a small search will do
    seated = [players.load("random", seed=1), players.load("optimal:memory=1")]
    events = list(play(games.load(spec), seated, names=("random", "optimal")))
    assert not any(isinstance(event, Moved) for event in events)
    assert isinstance(events[-1], Ended)
    assert (events[-1].how, events[-1].score) == (How.CRASHED, 1)
    assert events[-1].why == f"optimal cannot play this game: {why}"


def test_hidden_cards_are_refused_without_a_start_too():
    game = HighCard()
    game.make(1)
    game.make(2)
    with pytest.raises(Unplayable, match="cfr does"):
        OptimalPlayer().think(game)


class Dear(Race):
    """A race for more than anybody can count."""

    stakes = 1 << 30


def test_a_game_of_chance_that_is_too_large_is_refused():
    with pytest.raises(Unplayable, match="the stakes of Dear, 1,073,741,824, are too large to solve it"):
        began(Dear())


def test_no_moves_are_an_error():
    game = games.load("nim:sticks=1")
    game.make(game.moves()[0])
    with pytest.raises(ValueError, match="no moves"):
        OptimalPlayer().think(game)


def test_memory_has_its_range():
    with pytest.raises(ValueError, match="memory=0 must be a whole number from 1 to 60000"):
        OptimalPlayer(memory=0)


# The command.


def command(capsys, *words):
    with pytest.raises(SystemExit) as exit_:
        main(list(words))
    said = capsys.readouterr()
    return exit_.value.code or 0, said.out, said.err


@pytest.mark.parametrize("words", [["optimal", "minimax"], ["perfect", "random"]])
def test_it_wins_three_heaps_at_the_command(capsys, words):
    status, out, err = command(capsys, "nim:heaps=3/5/7", *words, "--seed", "1")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].startswith("Optimal wins")


def test_a_refusal_is_one_line_and_no_failure_of_the_command(capsys):
    words = ("-g", "1", "connect-four:8", "optimal:memory=1", "random", "--seed", "1")
    status, out, err = command(capsys, *words)
    assert (status, out.splitlines()[0]) == (0, "game 0: winner = random")
    assert err == (
        "game 0: optimal cannot play this game: the end of ConnectFour is out of reach within 1 MB;"
        " take a smaller game or a larger memory=; minimax, mcts and level:10 play it\n"
    )


def test_a_game_is_solved_or_refused_once_in_a_batch(monkeypatch):
    counted = []
    monkeypatch.setattr("players.optimal.entries_for", lambda megabytes: 2000)
    monkeypatch.setattr("players.optimal.search_to_end", lambda *given: counted.append(1) or search_to_end(*given))
    for _ in range(3):
        OptimalPlayer(memory=2).begin(games.load("hexapawn"), 0)
        with pytest.raises(Unplayable):
            OptimalPlayer(memory=1).begin(games.load("connect-four:8"), 0)
        OptimalPlayer(memory=1).begin(games.load("nim:sticks=9"), 0)
    assert len(counted) == 6  # one game is kept
    for _ in range(3):
        with pytest.raises(Unplayable, match="out of reach within 1 MB"):
            OptimalPlayer(memory=1).begin(games.load("connect-four:8"), 0)
    assert len(counted) == 6


def test_optimal_refuses_without_memory_in_one_line(monkeypatch):
    def full(*given):
        raise MemoryError("no room for a stack of 512 MB")

    SOLVED.by_key.clear()
    monkeypatch.setattr("players.optimal.call_on_big_stack", full)
    with pytest.raises(Unplayable, match="no room for a stack"):
        OptimalPlayer().begin(games.load("hexapawn"), 0)
    SOLVED.by_key.clear()


class Endless:
    """A solver that visits a million positions a second and never finds the winner."""

    def __init__(self):
        self.nodes, self.parts = 0, []

    def outcome(self, game, nodes):
        self.parts.append(nodes)
        self.nodes += nodes

    def now(self):
        return self.nodes / 1e6


def test_a_search_in_parts_ends_with_the_clock(monkeypatch):
    solver = Endless()
    monkeypatch.setattr(timed_solver, "monotonic", solver.now)
    assert own_outcome(solver, games.load("connect-four"), Clock(0.3)) is None
    assert 0.15 < solver.now() < 0.35
    assert solver.parts[:3] == [PART, 2 * PART, 4 * PART]
    assert solver.parts[-1] < 2 * solver.parts[-2]  # cut to what the time allows


def test_a_search_in_parts_visits_no_more_than_its_budget():
    solver = Endless()
    assert own_outcome(solver, games.load("connect-four"), Clock(budget=100_000)) is None
    assert solver.nodes == 100_000


class Hesitant:
    """The solver of connect four, which never finds out whether a seat wins, but whether it gets a draw."""

    def __init__(self, seat):
        self.inner, self.win, self.asked, self.lost = ConnectFourSolver(1 << 16), 1 - seat, [], 0

    @property
    def nodes(self):
        return self.inner.nodes + self.lost

    def outcome(self, game, nodes):
        return None

    exact = best = timed_solver

    def gets_at_least(self, game, score, nodes):
        self.asked.append(score)
        if len(self.asked) > 1 and score == self.win:
            self.lost += nodes
            return None
        return self.inner.gets_at_least(game, score, nodes)


@pytest.mark.parametrize("stones", [20, 21, 24, 25])
def test_bounds_hold_what_a_position_is_worth_and_meet_where_there_is_time(stones):
    rng = random.Random(stones)
    for _ in range(10):
        game, solver = random_connect_four(rng, stones), ConnectFourSolver(1 << 16)
        worth = solver.outcome(game, 10**8) * (1 if game.turn == 0 else -1)
        assert own_bounds(ConnectFourSolver(1 << 16), game, Clock(budget=10**8)) == (worth, worth)
        least, most = own_bounds(ConnectFourSolver(1 << 16), game, Clock(budget=1))
        assert least <= worth <= most
        assert own_bounds(Hesitant(game.turn), game, Clock(budget=10**6)) == ((0, 1) if worth >= 0 else (-1, -1))


class Teller:
    """A solver that tells at once what seat 0 gets, and is not to be asked otherwise."""

    def __init__(self, worth):
        self.worth, self.nodes = worth, 0

    def outcome(self, game, nodes):
        self.nodes += 1
        return self.worth


class Bounding(Teller):
    def gets_at_least(self, game, score, nodes):
        raise AssertionError("a win is worth more than 1")


@pytest.mark.parametrize(("spec", "solver"), [("connect-four", Teller), ("kalah", Bounding)])
@pytest.mark.parametrize("worth", [-1, 0, 1])
def test_bounds_of_a_solver_that_tells_no_more_than_who_wins_and_by_how_much(spec, solver, worth):
    game = games.load(spec)
    told = worth * game.stakes
    assert own_bounds(solver(told), game, Clock()) == (told, told)
    game.make(game.moves()[-1])
    assert game.turn == 1
    assert own_bounds(solver(told), game, Clock()) == (-told, -told)


@pytest.mark.skipif(life() != "compiled", reason="takes a minute interpreted")
@pytest.mark.parametrize("stones", [18, 19])
def test_a_sure_draw_is_kept_but_not_called_proven(stones):
    rng, unproven, tried = random.Random(stones), 0, 0
    while unproven < 5:
        tried += 1
        assert tried < 100
        game, truth = random_connect_four(rng, stones), ConnectFourSolver(1 << 16)
        side = 1 if game.turn == 0 else -1
        if truth.outcome(game, 10**8) * side < 0:
            continue
        player = OptimalPlayer()
        player.own = Hesitant(game.turn)
        thought = player.find_soon(game, Clock(budget=10**6))
        if thought is None or thought.proven:
            continue
        unproven += 1
        after = game.copy()
        after.make(thought.move)
        kept = after.score() if after.score() is not None else truth.outcome(after, 10**8)
        assert kept * side >= 0, game.show()
        assert (thought.value, thought.candidates[0].proven) == (0, False)


def random_connect_four(rng, stones):
    while True:
        game = games.load("connect-four")
        for _ in range(stones):
            game.make(rng.choice(game.moves()))
            if game.score() is not None:
                break
        else:
            return game


@pytest.mark.skipif(life() != "compiled", reason="takes a minute interpreted")
def test_among_drawing_moves_optimal_takes_the_short_searchs_favourite():
    game = games.load("connect-four", tuple("7 3 3 6 7 3 2 2 3 7 1 1 1 2 3 6 7 1 5 5".split()))
    player = began(game, "optimal")
    thought = player.think(game.copy(), math.inf)
    assert (thought.value, thought.proven) == (0, True)
    after = game.copy()
    after.make(thought.move)
    assert solver_of(after).outcome(after, 10**8) == 0
    search = Pvs(game, Table(2 * NEARBY), Clock(budget=NEARBY))
    search.run()
    assert thought.move == search.best_move != solver_of(game).best(game, 10**8)


def test_a_drawn_position_is_kept_drawn(monkeypatch):
    kept = []
    monkeypatch.setattr(optimal, "NEARBY", 500)
    monkeypatch.setattr(optimal, "own_bounds", lambda own, game, clock: (0, 0))
    monkeypatch.setattr(optimal, "keeping_move", lambda own, game, *_, first: kept.append(first) or game.moves()[-1])
    game = games.load("connect-four", "4 4 4 4 4 2".split())
    thought = OptimalPlayer().by_own_search(game, Clock(), 0.0, None)
    assert kept
    assert (thought.move, thought.value, thought.proven) == (game.moves()[-1], 0, True)
