"""Games whose positions recur: all positions are valued, against another method and published results."""

import random
from math import inf

import pytest

import games
import players
from games.game import Game
from games.names.entry import Entry
from players.optimal import OptimalPlayer
from players.player import Unplayable
from players.search.clock import Clock
from players.search.values.recurrence import positions_recur
from players.search.values.value_iteration import RETROGRADE, ValueIteration
from referee import cli
from referee.checking import expected
from referee.facts.count_states import count_states
from referee.facts.survey import find_value
from referee.match.adjudication import Adjudication
from referee.match.events import How
from referee.match.exact import find_settled_score
from referee.match.match import play
from referee.reviews.evaluator import Evaluator
from referee.reviews.searches import Effort
from referee.solving import exhaustive
from tests.helpers.cases import every_case
from tests.helpers.positions import after

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NEAR = {place: {other for line in LINES for a, b in zip(line, line[1:], strict=False)
                for here, other in ((a, b), (b, a)) if here == place} for place in range(9)}  # fmt: skip


class Maze(Game):
    """A walk through rooms with doors drawn at random; some rooms are ends with a score."""

    stakes = 3

    def __init__(self, seed=0, rooms=12):
        rng = random.Random(seed)
        self.turn = self.room = 0
        self.ends = [None] + [rng.choice([None, None, None, -3, -1, 0, 1, 2]) for _ in range(rooms - 1)]
        self.doors = [rng.sample(range(rooms), rng.randint(1, 3)) for _ in range(rooms)]

    def moves(self):
        return [] if self.score() is not None else self.doors[self.room]

    def make(self, move):
        self.room, self.turn = move, 1 - self.turn

    def score(self):
        return self.ends[self.room]


class Morris(Game):
    """Three men's morris: each places three, then slides one along a line; three in a line win."""

    def __init__(self):
        self.board, self.hand, self.turn = [None] * 9, [3, 3], 0

    def moves(self):
        empty = [place for place in range(9) if self.board[place] is None]
        if self.score() is not None:
            return []
        if self.hand[self.turn]:
            return empty
        return [9 * here + there + 9 for here in range(9) if self.board[here] == self.turn
                for there in empty if there in NEAR[here]]  # fmt: skip

    def make(self, move):
        if move < 9:
            self.board[move] = self.turn
            self.hand[self.turn] -= 1
        else:
            here, there = divmod(move - 9, 9)
            self.board[here], self.board[there] = None, self.turn
        self.turn = 1 - self.turn

    def score(self):
        for seat in (0, 1):
            if any(all(self.board[place] == seat for place in line) for line in LINES):
                return 1 - 2 * seat
        stuck = not any(self.hand) and not any(
            self.board[there] is None for here in range(9) if self.board[here] == self.turn for there in NEAR[here]
        )
        return 2 * self.turn - 1 if stuck else None


class MuTorere(Game):
    """Nine points, eight of them in a ring, and four stones each; without a move you lose."""

    ring = 8

    def __init__(self):
        self.board, self.turn = [0] * (self.ring // 2) + [1] * (self.ring // 2) + [None], 0

    def moves(self):
        hole = self.board.index(None)
        if hole == self.ring:  # into the middle goes only a stone beside one of the other side
            around = range(self.ring)
            return [here for here in around if self.board[here] == self.turn
                    and 1 - self.turn in (self.board[here - 1 if here else -2], self.board[(here + 1) % self.ring])]  # fmt: skip
        beside = ((hole - 1) % self.ring, (hole + 1) % self.ring, self.ring)
        return [here for here in beside if self.board[here] == self.turn]

    def make(self, move):
        hole = self.board.index(None)
        self.board[hole], self.board[move] = self.turn, None
        self.turn = 1 - self.turn

    def score(self):
        return None if self.moves() else 2 * self.turn - 1


class Corridor(Game):
    """One way to go, and the first seat wins at its end."""

    def __init__(self, length=300):
        self.turn, self.left = 0, length

    def moves(self):
        return [0] if self.left else []

    def make(self, move):
        self.left, self.turn = self.left - 1, 1 - self.turn

    def score(self):
        return None if self.left else 1


def named(game):
    return f"{game.turn} {vars(game)}"


def all_positions(start):
    """Return {name: position} of all reachable positions."""
    found, left = {}, [start]
    while left:
        game = left.pop()
        name = named(game)
        if name not in found:
            found[name] = game
            left += [after(game, move) for move in game.moves()]
    return found


def solved_by_rounds(start):
    """Return {name: (score, plies)} by rounds: who can force each margin in one ply, two plies and so on."""
    positions = all_positions(start)
    follow = {name: [named(after(game, move)) for move in game.moves()] for name, game in positions.items()}
    value = {name: game.score() or 0 for name, game in positions.items()}
    for sign in (1, -1):
        for margin in range(start.stakes, 0, -1):
            inside = {name for name, game in positions.items() if sign * (game.score() or 0) >= margin}
            grew = True
            while grew:
                joins = {
                    name
                    for name, game in positions.items()
                    if name not in inside and follow[name]
                    and (any if (game.turn == 0) == (sign > 0) else all)(each in inside for each in follow[name])
                }  # fmt: skip
                grew, inside = bool(joins), inside | joins
            for name in inside:
                if abs(value[name]) < margin:
                    value[name] = sign * margin
    plies = {name: 0 for name, game in positions.items() if game.score()}
    while True:
        more = {}
        for name, game in positions.items():
            same = [each for each in follow[name] if value[each] == value[name]]
            known = [plies[each] for each in same if each in plies]
            hurries = (value[name] > 0) == (game.turn == 0)
            if value[name] and name not in plies and known and (hurries or len(known) == len(same)):
                more[name] = 1 + (min(known) if hurries else max(known))
        if not more:
            return {name: (value[name], plies.get(name)) for name in positions}
        plies |= more


def solved(game):
    found, stopped = exhaustive.by_search(game.copy(), 8, None, lambda said: None)
    assert not stopped and found["solved"]
    return found


@every_case("seed", range(60))
def test_each_position_is_worth_what_another_way_to_solve_it_says(seed):
    start = Maze(seed)
    truth_of, sweep = solved_by_rounds(start), ValueIteration(start)
    while not sweep.run(Clock(budget=7)):  # it goes on where it was stopped
        pass
    for name, game in all_positions(start).items():
        assert (sweep.value(game), sweep.distance(game)) == truth_of[name]
        if game.score() is None:
            best = {move for move, _, _ in sweep.best(game)}
            score, plies = truth_of[name]
            wanted = (score, None if plies is None else plies - 1 or (0 if score else None))
            assert best == {move for move in game.moves() if truth_of[named(after(game, move))] == wanted}


@pytest.mark.parametrize("seed", range(20))
def test_moves_and_lines_are_those_of_the_other_way(seed, monkeypatch):
    start = Maze(seed)
    truth_of = solved_by_rounds(start)
    monkeypatch.setattr(exhaustive, "positions_recur", lambda game: True)
    found = solved(start)
    assert (found["value"], found["distance"]) == truth_of[named(start)]
    for row in found["moves"]:
        score, plies = truth_of[named(after(start, start.parse(row["move"])))]
        assert (row["value"], row["distance"]) == (score, None if plies is None else plies + 1)
        assert row["best"] == ((score, row["distance"]) == truth_of[named(start)])
    if found["distance"] is not None:
        assert len(found["line"]) == found["distance"]


def test_a_game_that_is_too_long_for_a_search_is_solved_by_its_positions(monkeypatch):
    monkeypatch.setattr(exhaustive, "FARTHEST", 200)
    found = solved(Corridor())
    assert (found["value"], found["distance"], found["method"]) == (1, 300, RETROGRADE)


def test_three_mens_morris_is_won_from_the_middle():
    found = solved(Morris())
    assert (found["value"], found["distance"], found["method"]) == (1, 9, RETROGRADE)
    assert [row["move"] for row in found["moves"] if row["best"]] == ["4"]


def test_mu_torere_never_ends():
    found = solved(MuTorere())  # M. Ascher, "Mu Torere: An Analysis of a Maori Game", Mathematics Magazine 60, 1987
    assert (found["value"], found["distance"], len(found["line"])) == (0, None, exhaustive.LINE)


def test_games_that_end_do_not_recur():
    for spec in games.CATALOGUE.entries:
        if spec != "pig":  # its second seat may hold for ever
            assert not positions_recur(games.load(spec)), spec
    assert positions_recur(Morris()) and positions_recur(MuTorere())


def test_keys_that_are_wrong_do_not_make_positions_recur():
    class Counting(Game):
        """Goes on, and its keys do not tell."""

        def __init__(self):
            self.turn = self.count = 0

        def moves(self):
            return [0, 1]

        def make(self, move):
            self.count += 1
            self.turn = 1 - self.turn

        def score(self):
            return 1 if self.count == 300 else None

        def key(self):
            return 1 + self.count % 5

    assert not positions_recur(Counting())


def test_too_many_positions_are_refused_with_the_reason(monkeypatch):
    monkeypatch.setattr(exhaustive, "ValueIteration", lambda game, most=100: ValueIteration(game, 100))
    monkeypatch.setattr(exhaustive, "FARTHEST", 20)
    with pytest.raises(Unplayable, match="MuTorere has more than 100 positions, too many to solve"):
        solved(MuTorere())


def test_optimal_wins_a_game_that_recurs_as_soon_as_it_can():
    for seed in range(5):
        player = OptimalPlayer()
        *_, end = play(Morris(), [player, players.load("random", seed=seed)], seed=seed)
        assert end.game.score() == 1
        assert len(end.moves) <= 9
    thought = OptimalPlayer().think(Morris())
    assert (thought.move, thought.value, thought.distance, thought.proven) == (4, 1, 9, True)
    assert thought.how == RETROGRADE


def test_a_check_measures_values_and_plies(monkeypatch):
    stated = expected.parse_truths({"value": 1, "plies": 9, "4 0: plies": 7})
    for each in stated:
        assert expected.measure(Morris(), each, 600.0).found == each.wanted


def test_the_command_says_that_endless_play_is_a_draw(monkeypatch, capsys):
    monkeypatch.setitem(games.CATALOGUE.entries, "torere", Entry(__name__, "MuTorere"))
    monkeypatch.setitem(games.CATALOGUE.names, "torere", "torere")
    monkeypatch.setenv("COLUMNS", "100")
    assert cli.run(["solve", "torere", "--fresh"]) == 0
    out = capsys.readouterr().out
    assert "torere: a draw\n" in out
    assert out.rstrip().endswith("by retrograde analysis; play that never ends is a draw")


def test_facts_know_what_a_game_that_recurs_is_worth():
    census = count_states(Morris(), 10_000, inf, lambda count: None)
    worth = find_value("morris", Morris(), census, Clock())
    assert census.recurs
    assert (worth.score, worth.distance, worth.how) == (1, 9, RETROGRADE)


def test_a_review_proves_its_verdicts_by_all_positions():
    game = Morris()
    evaluator = Evaluator(game, Effort())
    found = evaluator.evaluate(game, ())
    assert (found.score, found.distance, found.line[0], found.how) == (1, 9, "4", RETROGRADE)
    assert evaluator.evaluate(after(game, 1), ("1",)).score == -1  # a side loses
    assert evaluator.evaluate(after(game, 0), ("0",)).score == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_match_that_may_be_solved_ends_with_the_value_of_its_position(seed):
    start = Maze(seed)
    truth_of = solved_by_rounds(start)
    for name, game in all_positions(start).items():
        if game.score() is None:
            assert find_settled_score(game, 1000).score == truth_of[name][0]


def test_a_match_is_not_solved_with_fewer_positions_than_it_takes():
    assert find_settled_score(MuTorere(), 50) is None
    *_, end = play(MuTorere(), ["optimal", "optimal"], seed=1, rules=Adjudication(solved=5000))
    assert (end.score, end.how, len(end.moves)) == (0, How.ADJUDICATED, 1)
    assert end.why == f"adjudicated as best play by both ends it ({RETROGRADE})"


class Valued(Morris):
    """The same with an estimate, by which a search that stops at some depth plays."""

    def estimate(self):
        return self.board.count(0) - self.board.count(1)


@pytest.mark.parametrize("rules", [Morris, Valued])
def test_the_highest_level_wins_a_small_game_that_recurs_as_soon_as_it_can(rules):
    level = players.load("level:10", seed=1)
    *_, end = play(rules(), [level, OptimalPlayer()], seed=1)
    assert (end.score, len(end.moves)) == (1, 9)
    assert level.thought.how == RETROGRADE
    lower = players.load("level:9", seed=1)
    play(rules(), [lower, OptimalPlayer()], seed=1)
    assert lower.thought is None or lower.thought.how != RETROGRADE
