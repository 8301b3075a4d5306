"""Searches compared by depth and by playouts: what each answers, what it visits, and how that is told."""

import json
import statistics
from xml.etree import ElementTree

import pytest

import games
from games.adapters.undo import ranks_moves
from games.capabilities import hides_information
from games.game import CHANCE
from players.mcts import MctsPlayer
from players.minimax import MinimaxPlayer
from referee.analysis import compare
from referee.analysis import compare as comparing
from referee.analysis.compare import (
    CompareTask,
    Comparison,
    PlayoutRow,
    TreeAnswer,
    counts_up_to,
    right_moves,
)
from referee.analysis.method_result import Budget, MethodResult, MoveValue
from referee.analysis.methods import exact
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import line_width
from referee.reports.analysis import compare as compare_report
from referee.reports.analysis.compare import comparison_lines, comparison_svg
from referee.support.build import life
from tests.helpers.cases import every_case

# Searches and rules are tested in both lives elsewhere; here it is told what they found.
pytestmark = pytest.mark.skipif(life() != "compiled", reason="interpreted searches are fifty times slower")

OPEN = ["tic-tac-toe", "hexapawn", "othello:size=4", "kalah:pits=3,seeds=2", "connect-four", "breakthrough", "checkers"]
# Black has one right move, and plain alpha-beta finds it from 3 plies on.
TRAP = ("breakthrough:columns=4,rows=5", ("c2-b3", "b4-a3", "d1-c2", "a5-b4", "b2xa3"))


def compared(spec, after=(), depths=(1, 4), methods=("minimax",), **budget):
    found = Comparison(
        spec, tuple(after), games.load(spec, tuple(after)), CompareTask(depths, Budget(**budget), methods)
    )
    found.run(lambda said: None)
    return found


def count_lines(game, depth):
    """Return the number of positions within `depth` plies, without the first."""
    total = 0
    for move in game.moves() if depth and game.score() is None else []:
        later = game.copy()
        later.make(move)
        total += 1 + count_lines(later, depth - 1)
    return total


def best_score(game):
    if (score := game.score()) is not None:
        return score if game.turn == 0 else -score
    return max(worth(game, move) for move in game.moves())


def worth(game, move):
    """Return what a move wins for the seat that makes it, by trying everything."""
    later = game.copy()
    later.make(move)
    if (score := later.score()) is not None:
        return score if game.turn == 0 else -score
    return best_score(later) if later.turn == game.turn else -best_score(later)


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path))


@pytest.fixture
def said(command):
    return lambda *words: command(["analyse", *map(str, words)])


@pytest.mark.parametrize("spec", OPEN)
def test_alpha_beta_finds_the_value_of_minimax_at_each_depth(spec):
    found = compared(spec)
    pairs = [(row, found.at("alpha-beta", row.depth)) for row in found.of("minimax")]
    assert len(pairs) == 4
    for plain, pruned in pairs:
        assert (pruned.value, pruned.text) == (plain.value, plain.text)
        assert pruned.nodes <= plain.nodes
    assert "alpha-beta" not in found.disagreements() and "minimax" not in found.disagreements()


@pytest.mark.parametrize("spec", OPEN)
def test_move_order_changes_no_value_where_the_game_leaves_out_no_move(spec):
    found = compared(spec)
    left_out = any(len(game.ranked()) < len(game.moves()) for game in positions(games.load(spec), 4))
    same = [found.at("ordered", row.depth).value == row.value for row in found.of("minimax")]
    assert left_out or all(same)


def positions(game, depth):
    """Yield the unfinished positions within `depth` plies."""
    if game.score() is None:
        yield game
        for move in game.moves() if depth else []:
            later = game.copy()
            later.make(move)
            yield from positions(later, depth - 1)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "hexapawn", "othello:size=4"])
def test_a_table_changes_no_value_where_all_ways_to_a_position_are_as_long(spec):
    found = compared(spec, depths=(1, 5))
    for row in found.of("minimax"):
        assert found.at("table", row.depth).value.points == row.value.points


@pytest.mark.parametrize("spec", ["tic-tac-toe", "hexapawn", "kalah:pits=3,seeds=2"])
def test_minimax_visits_each_position_once(spec):
    found = compared(spec)
    for row in found.of("minimax"):
        assert row.nodes == count_lines(found.game, row.depth)


@pytest.mark.parametrize("spec", ["hexapawn", "othello:6", "connect-four"])
def test_the_best_is_the_player_minimax(spec):
    found = compared(spec)
    for row in found.of("best"):
        thought = MinimaxPlayer(depth=row.depth, eval="game").think(found.game)
        assert (thought.move, thought.nodes, thought.proven) == (row.move, row.nodes, row.proven)
        assert thought.value == row.value.points


def test_a_game_without_forcing_moves_has_no_search_that_follows_them():
    assert [kind.name for kind in compared("tic-tac-toe").kinds] == ["minimax", "alpha-beta", "ordered", "table"]


def test_searches_of_a_game_of_chance_agree():
    found = compared("pig:target=10", depths=(1, 3))
    assert [kind.name for kind in found.kinds] == ["expectiminimax", "pruned", "best"]
    for row in found.of("expectiminimax"):
        for name in ("pruned", "best"):
            assert found.at(name, row.depth).value.points == pytest.approx(row.value.points, abs=1e-6)
    assert found.at("pruned", 3).nodes < found.at("expectiminimax", 3).nodes


def test_a_range_begins_where_it_says():
    found, whole = compared("connect-four", depths=(3, 4)), compared("connect-four", depths=(1, 4))
    assert found.depths == [3, 4]
    assert [(row.search, row.nodes, row.move) for row in found.rows] == [
        (row.search, row.nodes, row.move) for row in whole.rows if row.depth >= 3
    ]


def test_a_proof_ends_a_search():
    found = compared("hexapawn", depths=(1, 20))
    for kind in found.kinds:
        *before, last = found.of(kind.name)
        assert last.proven and not any(row.proven for row in before)
        assert (last.value.score, last.value.distance) == (-1, 6)
    assert not found.missed


def test_a_search_stops_at_its_limit_and_says_at_which_depth(monkeypatch):
    monkeypatch.setattr(comparing, "NODES", 500)
    monkeypatch.setattr(compare_report, "NODES", 500)
    found = compared("connect-four", depths=(1, 8))
    assert set(found.missed) == {kind.name for kind in found.kinds}
    assert found.missed["minimax"] == 4 < found.missed["best"]  # 7 + 49 + 343 positions to 3 plies
    assert all(row.nodes <= 500 for row in found.rows)
    text = "".join(span.text for line in comparison_lines(found, 500, UNICODE) for span in line)
    assert "- would take more than 500 positions: minimax to 4 plies" in text


@pytest.mark.parametrize(
    ("spec", "after"),
    [("tic-tac-toe", "5 2"), ("tic-tac-toe", "5 1 9"), ("hexapawn", "b1-b2"), ("kalah:pits=2,seeds=2", "")],
)
def test_right_moves_are_those_that_win_as_much_as_any(spec, after):
    game = games.load(spec, tuple(after.split()))
    *_, result = exact(game, Budget(), spec)
    values = {move: worth(game, move) for move in game.moves()}
    assert right_moves(game, result) == {move for move, value in values.items() if value == max(values.values())}


@pytest.mark.parametrize(("or_more", "right"), [(False, {2}), (True, {1, 2})])
def test_all_wins_are_right_if_one_may_be_larger_than_shown(or_more, right):
    small = MoveValue(move=1, text="1", score=3, or_more=or_more)
    others = [MoveValue(move=move, text=f"{move}", score=score) for move, score in ((2, 5), (3, -5))]
    found = MethodResult("exact", "", (small, *others), 0, 0.0)
    assert right_moves(games.load("nim:sticks=3"), found) == right


def test_no_move_is_right_without_a_solution():
    game = games.load("othello")
    *_, result = exact(game, Budget(), "othello")
    assert right_moves(game, result) is None


def test_the_horizon_hides_the_right_move():
    found = compared(*TRAP, depths=(1, 5), methods=("exact", "minimax"))
    assert [found.wrong(row.move) for row in found.of("alpha-beta")] == [True, True, False, False, False]
    assert found.changes("alpha-beta") == [3]
    assert not any(found.wrong(row.move) for row in found.of("best"))
    text = "\n".join("".join(span.text for span in line) for line in comparison_lines(found, 100, ASCII))
    assert "alpha-beta is wrong at depths 1, 2: its horizon hides why the move is bad." in text
    assert "a4xb3 ?" in text and "b4xa3 changed" in text and "b4xa3 ?" not in text


def test_playouts_grow_about_threefold():
    assert counts_up_to(5) == [5]
    assert counts_up_to(10) == [10]
    assert counts_up_to(300) == [10, 30, 100, 300]
    assert counts_up_to(2000) == [10, 30, 100, 300, 1000, 2000]


def test_each_tree_plays_what_the_player_mcts_of_its_seed_plays():
    found = compared("connect-four", methods=("mcts",), playouts=100, seed=5)
    assert [row.playouts for row in found.curve] == [10, 30, 100]
    for row in found.curve:
        for seed, answer in enumerate(row.answers, 5):
            thought = MctsPlayer(playouts=row.playouts, seed=seed).think(found.game)
            assert thought.move == answer.move
            assert thought.value == answer.chance


def test_shares_of_trees_are_counted():
    found = compared(*TRAP, methods=("exact", "mcts"), playouts=300)
    for row in found.curve:
        texts = [each.text for each in row.answers]
        assert row.share(found.right) == texts.count("b4xa3") / 20
        assert texts.count(row.favourite.text) == max(map(texts.count, texts))
        assert min(each.chance for each in row.answers) <= row.mean <= max(each.chance for each in row.answers)


def test_the_spread_of_trees_is_the_standard_deviation_of_a_sample():
    row = PlayoutRow(10, tuple(TreeAnswer(0, "a", chance) for chance in (0.25, 0.5, 1.0)), 0.0, 0.0)
    assert row.spread == pytest.approx(statistics.stdev([0.25, 0.5, 1.0]))
    assert PlayoutRow(10, row.answers[:1], 0.0, 0.0).spread == 0


def test_a_curve_ends_where_all_is_proven_or_the_limit_is_reached(monkeypatch):
    found = compared("tic-tac-toe", ("5", "1", "9", "3"), methods=("mcts",), playouts=100_000)
    assert found.curve[-1].final and found.curve[-1].playouts < 100_000 and found.missing is None
    monkeypatch.setattr(compare, "POSITIONS", 20_000)
    found = compared("othello", methods=("mcts",), playouts=1000)
    assert [row.playouts for row in found.curve] == [10] and found.missing == 30  # 20 trees of 10 games of 60 moves


def test_the_command_compares(said):
    status, out, error = said(TRAP[0], "--moves", " ".join(TRAP[1]), "--compare", "--depth", "3", "--playouts", "30")
    assert (status, error) == (0, "")
    head, by_depth = out.split("value and move by depth\n")
    assert head.startswith("breakthrough:columns=4,rows=5 after c2-b3 b4-a3 d1-c2 a5-b4 b2xa3: Black to move")
    rows = [line.split() for line in by_depth.splitlines()[1:4]]
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        ("1", "+32", "b4xa3"),
        ("2", "-235", "b4xa3"),
        ("3", "+21", "b4xa3"),
    ]
    assert "exact: right is b4xa3" in out and "playouts  most play" in out


def test_the_effective_branching_of_each_search_is_told(said):
    spec = "tree-game:width=3,depth=4,order=best"
    _, out, _ = said(spec, "--compare", "--depth", "4", "--method", "minimax")
    (told,) = (line for line in " ".join(out.split()).split(". ") if "effective branching" in line)
    plain = 1 + 3 + 9 + 27 + 81
    assert f"to depth 4: minimax {plain**0.25:.1f}, alpha-beta " in told
    assert told.endswith(f"the best case of pruning is the square root of minimax's, {plain**0.125:.1f}")


def test_json_holds_each_answer(said):
    words = [TRAP[0], "--moves", " ".join(TRAP[1]), "--compare", "--depth", "2..3", "--playouts", "10", "--json"]
    status, out, _ = said(*words)
    told = json.loads(out)
    assert status == 0 and told["right"] == ["b4xa3"] and told["turn"] == "Black"
    assert [(row["search"], row["depth"]) for row in told["depths"]] == [
        (name, depth) for depth in (2, 3) for name in ("minimax", "alpha-beta", "ordered", "table", "best")
    ]
    assert [row["right"] for row in told["depths"] if row["search"] == "alpha-beta"] == [False, True]
    assert [row["playouts"] for row in told["playouts"]] == [10] and len(told["playouts"][0]["trees"]) == 20


def test_methods_choose_what_is_compared(said):
    _, out, _ = said("hexapawn", "--compare", "--method", "mcts", "--playouts", "10")
    assert "playouts" in out and "depth" not in out and "exact" not in out
    _, out, _ = said("hexapawn", "--compare", "--method", "minimax", "--depth", "2")
    assert "alpha-beta" in out and "playouts" not in out and "?" not in out


def test_all_shows_the_answers_of_every_search(said):
    _, out, _ = said("hexapawn", "--compare", "--method", "minimax", "--depth", "2")
    _, whole, _ = said("hexapawn", "--compare", "--method", "minimax", "--depth", "2", "--all")
    assert (out.count("  move"), whole.count("  move")) == (2, 5)


def test_people_who_listen_hear_sentences(said):
    status, out, _ = said("hexapawn", "--compare", "--depth", "2", "--method", "minimax", "--plain")
    lines = out.splitlines()
    assert status == 0 and lines[0] == "hexapawn: White to move."
    assert lines[1].startswith("Depth 1: minimax 0 by a1-a2, 3 positions in ")
    assert all(line.endswith(".") for line in lines) and "│" not in out


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_window(width, signs):
    for spec, after in (TRAP, ("pig:target=10", ()), ("tic-tac-toe", ("5", "2"))):
        found = compared(spec, after, depths=(1, 6), methods=("exact", "minimax", "mcts"), playouts=30)
        lines = list(comparison_lines(found, width, signs, whole=True))
        assert max(map(line_width, lines)) <= width
        if signs is ASCII:
            assert all(span.text.isascii() for line in lines for span in line)


def test_ctrl_c_prints_what_is_known(said, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(comparing, "learning_curve", interrupted)
    status, out, error = said("hexapawn", "--compare", "--depth", "3")
    assert status == 130 and "positions by depth" in out and "stopped" in error


@every_case(
    ("words", "message"),
    [
        (["kuhn-poker", "--compare"], "kuhn-poker hides something"),
        (["backgammon", "--compare"], "chance is to move"),
        (["hexapawn", "--depth", "1..3"], "--depth 1..3 is a range, which is for --compare"),
        (["hexapawn", "--compare", "--depth", "3..1"], "--depth 3..1 must be a whole number from 1 to 2000, or"),
        (["hexapawn", "--compare", "--depth", "0..3"], "--depth 0..3 must be"),
        (["hexapawn", "--compare", "--depth", "0"], "--depth 0 must be"),
        (["hexapawn", "--compare", "--depth", "1...3"], "--depth 1...3 must be"),
        (["hexapawn", "--svg", "x.svg"], "--svg x.svg is for the charts of --compare"),
        (["hexapawn", "--compare", "--svg", "/no/x.svg"], "/no/x.svg cannot be written"),
        (["tic-tac-toe", "--moves", "1 4 2 5 3", "--compare"], "the game is over"),
    ],
)
def test_an_impossible_comparison_gets_one_line(said, words, message):
    status, out, error = said(*words)
    assert status == 2 and not out
    assert len(error.splitlines()) == 1 and message in error


def test_the_picture_has_a_point_for_each_answer(said, tmp_path):
    file = tmp_path / "chart.svg"
    said("hexapawn", "--compare", "--depth", "4", "--playouts", "30", "--svg", str(file))
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "minimax, depth 2: 13 positions" in titles and "alpha-beta, depth 4: -1 by b1-b2 changed" in titles
    assert len([each for each in titles if "positions" in each]) == 5 * 4
    assert len([each for each in titles if "playouts" in each]) == 2 * 2
    assert "<script" not in file.read_text(encoding="utf-8")


def test_a_chart_without_results_is_empty():
    found = Comparison("hexapawn", (), games.load("hexapawn"), CompareTask((1, 2), Budget()))
    root = ElementTree.fromstring(comparison_svg(found))
    assert not list(root.iter("{http://www.w3.org/2000/svg}polyline"))


@pytest.mark.parametrize(
    "spec", ["nim:heaps=3/4", "dots-and-boxes:rows=1,columns=2", "chips", "yucky-chocolate", "pig"]
)
def test_any_open_game_can_be_compared_and_drawn(spec):
    found = compared(spec, depths=(1, 3), methods=("minimax", "mcts"), playouts=10)
    assert not hides_information(found.game) and found.game.turn != CHANCE
    ElementTree.fromstring(comparison_svg(found))
    assert list(comparison_lines(found, 80, UNICODE))
    assert found.rows and found.curve


def test_different_values_are_explained_only_if_there_are_any():
    found = compared("connect-four:columns=5,rows=5,line=3", ("5", "3"), depths=(3, 3))
    assert ranks_moves(found.game) and set(found.disagreements()) == {"ordered", "table"}
    assert compared("tic-tac-toe").disagreements() == {}
