"""The table of connect four's openings: its places, its file, how it is computed, and what theory makes of it."""

import math
import random
import sys
from pathlib import Path

import pytest

import games
from games.capabilities import solver_of, theories_after, theory_of
from games.connect_four import ConnectFour, opening_table
from games.connect_four.opening_table import PLACES, STARTS, STONES, OutcomeTable, place_of, read
from games.connect_four.solver import ConnectFourSolver
from games.game import Game
from games.laws import faults
from players.level import LevelPlayer, choose_setting
from players.optimal import OptimalPlayer
from players.search.alphabeta.solver import Solver
from players.search.alphabeta.table import Table
from players.search.clock import Clock
from referee.reviews.evaluator import Evaluator
from referee.reviews.judging import Grade, judge
from referee.reviews.searches import Effort
from referee.solving.solve_cache import without_search
from referee.support.build import life

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import connect_four_table as tool

# A table is read alike in both lives, and it takes hundreds of thousands of positions to test one.
pytestmark = pytest.mark.skipif(life() != "compiled", reason="interpreted searches are fifty times slower")


@pytest.fixture(scope="module")
def levels():
    return tool.find_positions()


@pytest.fixture
def planted(monkeypatch):
    """Make theory use an empty table."""
    table = OutcomeTable()
    monkeypatch.setattr(opening_table, "shipped", lambda: table)
    return table


def played(columns):
    game = ConnectFour()
    for column in columns:
        game.make(game.parse(column))
    return game


def random_game(rng, stones):
    """Return a position with this number of stones that is not over."""
    while True:
        game = ConnectFour()
        for _ in range(stones):
            if game.score() is None:
                game.make(rng.choice(game.moves()))
        if game.score() is None:
            return game


def best(game, depth):
    """What the first seat wins by best play, by plain recursion."""
    if game.score() is not None:
        return game.score()
    found = []
    for move in game.moves():
        game.make(move)
        found.append(best(game, depth + 1))
        game.unmake(move)
    return max(found) if game.turn == 0 else min(found)


def test_the_positions_after_each_number_of_stones_are_counted(levels):
    # With 8 stones, no mirror images, nobody able to win at once or having to stop that, 67,557: J. Tromp, UCI Machine
    # Learning Repository, Connect-4, 1995.
    assert [len(level) for level in levels] == [1, 4, 25, 121, 568, 2144, 8231, 27109, 91295]
    keys = {key for key, game in games_with_eight(levels)}
    assert keys == set(levels[STONES])
    assert sum(not game.forcing() for _, game in games_with_eight(levels)) == 67557


def games_with_eight(levels):
    """Return all games with 8 stones that are not over by key, one of two mirror images."""
    found = {ConnectFour().key(): ConnectFour()}
    for _ in range(STONES):
        twins = [(game.copy(), move) for game in found.values() for move in game.moves()]
        for twin, move in twins:
            twin.make(move)
        found = {twin.key(): twin for twin, _ in twins if twin.score() is None}
    return found.items()


def test_each_position_has_a_place_of_its_own(levels):
    places = [[place_of(key) for key in level] for level in levels]
    for stones, found in enumerate(places):
        assert len(set(found)) == len(found)
        assert all(STARTS[stones] <= place < STARTS[stones + 1] for place in found)
    assert STARTS[STONES + 1] == PLACES


def test_mirror_images_share_a_place():
    assert place_of(played("1123345").key()) == place_of(played("7765543").key())


def test_a_written_table_is_read_back(tmp_path, levels):
    table, rng, file = OutcomeTable(seconds=12.5), random.Random(1), tmp_path / "some.table"
    scores = {key: rng.choice((-1, 0, 1)) for key in rng.sample(sorted(levels[STONES]), 1000)}
    for key, score in scores.items():
        table.add(key, score)
    table.write(file)
    again = read(file)
    assert again == table
    assert {key: score for key in levels[STONES] if (score := again.score(key)) is not None} == scores
    assert [path.name for path in tmp_path.iterdir()] == ["some.table"]


def test_a_missing_file_is_an_empty_table(tmp_path):
    assert read(tmp_path / "none") == OutcomeTable()


def test_a_damaged_or_shortened_file_is_refused_in_one_line(tmp_path):
    file = tmp_path / "some.table"
    OutcomeTable().write(file)
    for content in (file.read_bytes()[:-3], b"", b"{}\n", b'{"seconds": 1}\nrubbish', b"[]\n\n"):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=r"some\.table is not a table of connect four, or damaged"):
            read(file)


def test_the_file_that_is_shipped_is_small_and_whole():
    table = read(opening_table.FILE)
    assert opening_table.FILE.stat().st_size < 100_000
    assert table.seconds > 0
    assert table.score(ConnectFour().key()) in (None, 1)  # the first seat wins: V. Allis and J. Allen, 1988


def test_outcomes_with_eight_stones_decide_positions_with_fewer(levels):
    table, rng = OutcomeTable(), random.Random(3)
    scores = {key: rng.choice((-1, 0, 1)) for key in levels[STONES] if rng.random() < 0.7}
    tool.fill(table, levels, scores)
    ends = []
    for filler in (-1, 1):  # what nothing is known of loses, or wins, everywhere
        whole = OutcomeTable()
        tool.fill(whole, levels, {key: filler for key in levels[STONES]} | scores)
        ends.append(whole)
    for level in levels:
        for key in level:
            low, high = ends[0].score(key), ends[1].score(key)
            assert table.score(key) == (low if low == high else None)


def test_the_first_positions_are_as_their_moves_tell(levels):
    table, rng = OutcomeTable(), random.Random(4)
    tool.fill(table, levels, {key: rng.choice((-1, 0, 1)) for key in levels[STONES]})
    for stones in range(STONES):
        for game in (random_game(rng, stones) for _ in range(30)):
            found = []
            for move in game.moves():
                twin = game.copy()
                twin.make(move)
                score = twin.score()
                found.append(table.score(twin.key()) if score is None else score)
            assert table.score(game.key()) == (max(found) if game.turn == 0 else min(found))


def test_theory_knows_exactly_what_the_table_knows(planted):
    game = played("4444")
    assert theory_of(game) is None
    planted.add(game.key(), 0)
    assert (theory_of(game).score, theory_of(game).name, theory_of(game).whole) == (0, "opening table", False)
    assert theory_of(played("444")) is None
    assert theory_of(ConnectFour(8, 7)) is None
    assert theory_of(ConnectFour(line=5)) is None
    assert theory_of(random_game(random.Random(1), 9)) is None


def test_theory_knows_an_end(planted):
    assert theory_of(played("1122334")).score == 1
    assert theory_of(played("112233774")) is None  # of nine stones


def test_theory_counts_the_mistakes_that_the_winner_may_make(planted):
    game = played("44")
    planted.add(game.key(), 1)
    for column, score in (("1", 1), ("2", 0), ("3", -1), ("4", 1)):
        planted.add(played(f"44{column}").key(), score)
    # By mirror images 7 is worth as much as 1, 6 as 2, 5 as 3.
    assert theory_of(game).left == 4
    planted.add(game.key(), 0)
    assert theory_of(game).left == 0


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 1.0])
def test_every_table_obeys_the_laws(planted, levels, share):
    tool.fill(planted, levels, some_scores(levels, share))
    assert [str(fault) for fault in faults(ConnectFour(), games=2, seed=2)] == []


def some_scores(levels, share):
    """Return random scores for this share of the positions with 8 stones."""
    rng = random.Random(share)
    return {key: rng.choice((-1, 0, 1)) for key in sorted(levels[STONES]) if rng.random() < share}


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_optimal_plays_by_the_table_as_far_as_it_knows_a_best_move(planted, levels, share):
    tool.fill(planted, levels, some_scores(levels, share))
    rng, known = random.Random(5), 0
    for _ in range(100):
        game = random_game(rng, rng.randrange(STONES))
        theory = theory_of(game)
        if theory is None:
            continue
        thought = OptimalPlayer().think(game)
        known += 1
        assert (thought.how, thought.proven) == ("opening table", True)
        assert dict(theories_after(game))[thought.move].score == theory.score
    assert known > (90 if share == 1 else 10)


def test_optimal_makes_a_win_hard_to_find(planted):
    game = played("4")  # O is lost, and has two moves of which one leaves X a single way to win
    planted.add(game.key(), 1)
    for column in "1234567":
        planted.add(played(f"4{column}").key(), 1)
    for column in "123567":
        planted.add(played(f"43{column}").key(), 0)
    thought = OptimalPlayer().think(game)
    assert (thought.value, game.text(thought.move)) == (-1, "3")


def test_optimal_sits_down_where_the_table_knows_the_start(planted):
    planted.add(ConnectFour().key(), 1)
    player = OptimalPlayer(memory=1)
    player.begin(ConnectFour(), 0)
    assert player.table is None


@pytest.mark.parametrize("score", [-1, 0, 1])
def test_optimal_searches_for_a_move_of_equal_value_beyond_the_table(planted, monkeypatch, score):
    # The edge of the table is put where a search is short.
    rng = random.Random(6)
    while True:
        game = random_game(rng, 28)
        search = Solver(game, Table(1 << 14), Clock(), 50)
        search.run()
        if (search.lower > 0) - (search.lower < 0) == score:
            break
    side = 1 - 2 * game.turn
    theory = opening_table.Theory("opening table", side * score, whole=False)
    monkeypatch.setattr("players.optimal.theory_of", lambda asked: theory if asked.key() == game.key() else None)
    player = OptimalPlayer(memory=1)
    player.begin(game.copy(), 0)
    thought = player.think(game)
    assert (thought.value, thought.proven, thought.how) == (score, True, "search for who wins")
    twin = game.copy()
    twin.make(thought.move)
    assert side * best(twin, 0) == score


def test_the_highest_level_plays_the_opening_by_the_table(planted, levels):
    tool.fill(planted, levels, some_scores(levels, 1.0))
    assert choose_setting(9, ConnectFour()).exact == ""
    player, game, how = LevelPlayer(10), ConnectFour(), []
    player.begin(game.copy(), 0)
    assert player.spec == "minimax:nodes=500000, optimal where it soon knows who wins"
    while len(how) < STONES and game.score() is None:
        game.make(player.choose(game.copy(), math.inf))
        how.append(player.thought.how)
    assert how == ["opening table"] * STONES


def test_the_highest_level_is_perfect_after_the_opening_too():
    rng = random.Random(8)
    player = LevelPlayer(10)
    player.begin(ConnectFour(), 0)
    for _ in range(10):
        game = random_game(rng, 13)
        thought = player.think(game)
        assert (thought.proven, thought.how) == (True, "search for who wins")
        twin, own = game.copy(), ConnectFourSolver(1 << 20)
        twin.make(thought.move)
        assert (twin.score() if twin.score() is not None else own.outcome(twin, 1 << 40)) == own.outcome(game, 1 << 40)


def test_solve_tells_all_moves_or_searches(planted, levels):
    tool.fill(planted, levels, some_scores(levels, 1.0))
    found = without_search(ConnectFour())
    assert found["method"] == "opening table"
    assert len(found["moves"]) == 7
    assert 0 < len(found["line"]) <= STONES
    planted.codes[:] = bytes(len(planted.codes))
    tool.fill(planted, levels, {})
    planted.add(ConnectFour().key(), 1)
    assert without_search(ConnectFour()) is None


def test_a_review_beyond_the_table_blames_only_proven_mistakes(planted):
    game, path = played("73373432"), tuple("73373432")  # O threatens a fourth stone in column 3
    true = ConnectFourSolver(1 << 20).outcome(game, 1 << 40)
    planted.add(game.key(), true)
    evaluator = Evaluator(ConnectFour(), Effort(nodes=2_000, playouts=10))
    known = evaluator.evaluate(game, path)
    assert known.score == true == 1
    blunder = judge(game, game.parse("4"), evaluator, path)
    assert (blunder.grade, blunder.before.score, blunder.after.score) == (Grade.BLUNDER, true, -1)
    assert blunder.proven
    assert not judge(game, game.parse("3"), evaluator, path).grade.bad


def test_a_review_finds_the_better_move_in_the_table(planted):
    game = played("1212527")
    evaluator = Evaluator(ConnectFour(), Effort(nodes=2_000, playouts=10))
    for columns, score in (("1212527", -1), ("12125276", 0), ("12125272", -1)):
        planted.add(played(columns).key(), score)
    found = judge(game, game.parse("6"), evaluator)
    assert (found.grade, found.better, found.after.score) == (Grade.BLUNDER, "2", 0)
    assert judge(game, game.parse("2"), evaluator).grade is Grade.BEST


def test_a_usual_board_has_a_solver_and_no_other():
    assert solver_of(ConnectFour()) is not None
    assert solver_of(ConnectFour().copy()) is not None
    assert solver_of(ConnectFour(columns=6)) is None
    assert solver_of(games.load("tic-tac-toe")) is None


def test_a_field_called_solver_is_no_search():
    class Own(Game):
        """A game that happens to have such a field."""

        def __init__(self):
            self.turn, self.solver = 0, "Ann"

    class Named(Own):
        solver = "Bob"

    assert solver_of(Own()) is None
    assert solver_of(Named()) is None


def test_optimal_takes_each_position_as_a_game_of_its_own_where_none_began():
    player, rng = OptimalPlayer(), random.Random(2)
    assert player.think(random_game(rng, 30)).how == "search for who wins"
    assert player.think(ConnectFour(columns=4, rows=4)).how == "exhaustive search"


@pytest.mark.parametrize("stones", [20, 24, 30])
def test_optimal_keeps_what_a_position_is_worth(stones):
    rng = random.Random(stones)
    for _ in range(8):
        game, solver = random_game(rng, stones), ConnectFourSolver(1 << 16)
        thought = OptimalPlayer().think(game)
        after = game.copy()
        after.make(thought.move)
        worth = solver.outcome(game, 1 << 40)
        assert thought.proven
        assert thought.value == (worth if game.turn == 0 else -worth)
        assert (after.score() if after.score() is not None else solver.outcome(after, 1 << 40)) == worth


def test_optimal_takes_the_nearest_win():
    thought = OptimalPlayer().think(played("414141"))
    assert thought.line == ("4",)
