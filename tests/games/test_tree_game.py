"""The trees of books as games: their texts, their figures, the leaves that are pruned, the best case, the picture."""

import copy
import pickle
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
import players
from games.base.parentheses import mask_parentheses, partition_outside, split_outside
from games.base.spec_error import SpecError
from games.capabilities import counts_points, has_chance
from games.game import CHANCE
from games.laws import faults
from games.tree_game import TreeGame
from games.tree_game.nodes import count_nodes
from games.tree_game.notation import WANTED, Subtree, read_tree
from games.tree_game.picture import COLUMNS, ROWS
from players.evaluation import with_evaluation
from players.minimax import MinimaxPlayer
from players.search.clock import Clock
from players.search.alphabeta.table import to_game_score
from players.search.alphabeta.tree import AlphaBeta, Minimax
from referee.commands.shell_completion import complete_game
from referee.drawing.glyphs import ASCII
from referee.table.fullscreen.menu_form import CommonRows, MenuForm
from referee.trees.run import State
from referee.trees.task import TreeTask
from tests.helpers.cases import every_case

FIGURE = "3-12-8/2-4-6/14-5-2"
ORDERED = "(.9:2-2,.1:3-3)/(.9:1-1,.1:4-4)"
TRANSFORMED = "(.9:20-20,.1:30-30)/(.9:1-1,.1:400-400)"
DEEP = "(3-12)-(8-2)/(5-6)-(7-8)"
UNIFORM = [(1, 1), (1, 5), (2, 1), (2, 2), (2, 5), (2, 6), (3, 3), (3, 4), (4, 3), (5, 2), (7, 3)]


def nested(branch: Subtree):
    """Return the tree as lists, with dicts of shares for chance."""
    if branch.worth is not None:
        return branch.worth
    below = [(kid.name, nested(kid)) if kid.name else nested(kid) for kid in branch.kids]
    return {int(kid.share): each for kid, each in zip(branch.kids, below, strict=True)} if branch.chance else below


def value(game):
    """Return the exact value for Max by plain recursion."""
    if game.score() is not None:
        return game.score()
    found = []
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found.append(value(twin))
    if game.turn == CHANCE:
        weights = [weight for _, weight in game.chances()]
        return sum(Fraction(weight, sum(weights)) * each for weight, each in zip(weights, found, strict=True))
    return max(found) if game.turn == 0 else min(found)


def count_leaves(game, alpha=-(10**10), beta=10**10):
    """Return (value, leaves, nodes) of alpha-beta from the left, counted without the program's own searches."""
    if game.score() is not None:
        return game.score(), 1, 1
    best, leaves, nodes = None, 0, 1
    for move in game.moves():
        twin = game.copy()
        twin.make(move)
        found, *more = count_leaves(twin, alpha, beta)
        leaves, nodes = leaves + more[0], nodes + more[1]
        if game.turn == 0:
            best = found if best is None else max(best, found)
            alpha = max(alpha, best)
        else:
            best = found if best is None else min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, leaves, nodes


# Texts.


@every_case(
    ("text", "tree"),
    [
        (FIGURE, [[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
        (DEEP, [[[3, 12], [8, 2]], [[5, 6], [7, 8]]]),
        ("3--12", [3, -12]),
        ("-3-5", [-3, 5]),
        ("((3)-(4))", [3, 4]),
        ("(3-12/8-2)-5", [[[3, 12], [8, 2]], 5]),
        (" 3 - a = 12 / 5 ", [[3, ("a", 12)], 5]),
        ("left=3-right=12", [("left", 3), ("right", 12)]),
        ("L=(3-12-8)/R=(2-4-6)", [("L", [3, 12, 8]), ("R", [2, 4, 6])]),
        ("L=3-12-8/R=2-4-6", [("L", [3, 12, 8]), ("R", [2, 4, 6])]),
        ("L=3-12", [("L", 3), 12]),
        ("L=3/R=4-5", [("L", 3), ("R", [4, 5])]),
        ("(l=3-r=4)/5-x=6", [[("l", 3), ("r", 4)], [5, ("x", 6)]]),
        ("only=3", [("only", 3)]),
        ("(only=3)/4-5", [[("only", 3)], [4, 5]]),
        ("(.9:2,.1:3)", {9: 2, 1: 3}),
        ("(0.25:2-2,.75:3)/5", [{1: [2, 2], 3: 3}, 5]),
        ("(1/3:2,2/3:5)-4", [{1: 2, 2: 5}, 4]),
        ("(3:2,1:tails=5-6)", {3: 2, 1: ("tails", [5, 6])}),
        ("(2:(1:7,3:8),1:(1-2/3))", {2: {1: 7, 3: 8}, 1: [[1, 2], 3]}),
    ],
)  # fmt: skip
def test_texts_are_read_as_trees(text, tree):
    assert nested(read_tree(text)) == tree


@every_case(
    ("text", "why"),
    [
        ("3-y/2", f"'y' after '3-' {WANTED}"),
        ("", "the end lacks a number, a name= or a tree in parentheses"),
        ("3-", "the end after '3-' lacks a number, a name= or a tree in parentheses"),
        ("3-2.5", f"'2.5' after '3-' {WANTED}"),
        ("5", "a leaf alone leaves nothing to play; a tree is like 3-12-8/2-4-6"),
        ("3-(4-5", "'(' after '3-' is never closed"),
        ("3-4)", "')' after '3-4' closes nothing"),
        ("()", f"')' after '(' {WANTED}"),
        ("3,4", "',' after '3' is not -, / or the end"),
        ("(3,4)", "',' after '(3' is not -, / or ); chance is like (.9:2,.1:3)"),
        ("(.9:2,.2:3)", "'(' begins probabilities that come to 1.1, not 1"),
        ("(.5:1/2,.5:3)", "'/' after '(.5:1' is not -, a comma or ); an outcome with slashes stands in parentheses"),
        ("(0:2,1:3)", "'0' after '(' is not a probability or a weight above 0, as in (.9:2,.1:3)"),
        ("(a:2,1:3)", "'a' after '(' is not a probability or a weight above 0, as in (.9:2,.1:3)"),
        ("(1/3:2,1/7:3)", "'(' begins probabilities that come to 10/21, not 1"),
        ("3x=4", "'3x' is not a name, which is a letter and then letters or digits"),
        ("start=4-5", "'start' is what the root is called: no move can be"),
        ("3-1000000001", "'1000000001' after '3-' is not from -1,000,000,000 to 1,000,000,000"),
        ("l=3-r=2/5", "'l' names the branch or its first move? Write l=(...) or (...) around the branch"),
        ("(" * 200 + "3-4" + ")" * 200, "'(' after '...((((((((((((((((('"
         " is more than 100 parentheses deep"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_tree_is_refused_with_its_place(text, why):
    with pytest.raises(ValueError, match="leaves") as caught:
        TreeGame(text)
    assert str(caught.value).endswith(f": {why}")


@given(st.text("0123456789-/(),:.=abL ", max_size=30) | st.text(max_size=12))
def test_any_text_is_a_tree_or_refused_in_one_line(text):
    try:
        game = TreeGame(text)
    except ValueError as error:
        assert "\n" not in str(error)
        assert str(error).startswith("leaves ")
        return
    assert game.moves()
    assert game.score() is None


@st.composite
def trees(draw, depth=3):
    """Draw texts of trees with their lists."""
    if depth == 0 or draw(st.booleans()):
        worth = draw(st.integers(-20, 20))
        return str(worth), worth
    kids = draw(st.lists(trees(depth - 1), min_size=2, max_size=3))
    return f"({draw(st.sampled_from('-/')).join(text for text, _ in kids)})", [below for _, below in kids]


@given(trees())
def test_a_tree_that_is_written_is_read(tree):
    text, lists = tree
    if isinstance(lists, list):
        assert nested(read_tree(text)) == lists


# Commas in parentheses belong to an option, wherever a spec is taken apart.


def test_signs_in_parentheses_do_not_split():
    assert split_outside("leaves=(.9:2,(.1:3,4)),seed=1", ",") == ["leaves=(.9:2,(.1:3,4))", "seed=1"]
    assert split_outside("a=(1,b=2", ",") == ["a=(1", "b=2"]
    assert split_outside("a),b", ",") == ["a)", "b"]
    assert split_outside("", ",") == []
    assert partition_outside("(a=3)/b=4", "=") == ("(a=3)/b", "=", "4")
    assert partition_outside("(a=3)", "=") == ("(a=3)", "", "")


@given(st.text("(),=a", max_size=30))
def test_splitting_loses_nothing(text):
    assert ",".join(split_outside(text, ",")) == text
    assert "".join(partition_outside(text, "=")) == text
    assert len(mask_parentheses(text)) == len(text)


def test_a_spec_holds_chance_nodes_names_and_a_position():
    game = games.load("tree-game:(.9:position=2,.1:3)-(h=5-7),position=a2 h")
    assert (game.position(), game.score()) == ("a2 h", 5)
    assert games.split_position("tree-game:(.9:position=2,.1:3)-5") == ("tree-game:(.9:position=2,.1:3)-5", "")
    extended = games.CATALOGUE.extend(f"tree-game:leaves={ORDERED},position=a1", "seed=1")
    assert extended == f"tree-game:leaves={ORDERED},seed=1,position=a1"


# The rules.


@pytest.mark.parametrize(
    "spec",
    [FIGURE, DEEP, ORDERED, "(1:2,2:3)-(5-(2:1,3:(7-8)))", "leaves=L=3-12/R=2-4", "width=3,depth=3", "width=1,depth=4",
     "width=2,depth=9,order=worst", "leaves=1-0/-1-1"],
)  # fmt: skip
def test_every_tree_obeys_the_laws(spec):
    assert [str(fault) for fault in faults(games.load(f"tree-game:{spec}"), games=10, seed=1)] == []


def test_unnamed_moves_are_called_as_in_the_book():
    game = games.load("tree-game")
    assert (game.label(), [game.text(move) for move in game.moves()]) == ("A", ["a1", "a2", "a3"])
    game = games.load("tree-game", ["a3"])
    assert (game.label(), [game.text(move) for move in game.moves()]) == ("D", ["d1", "d2", "d3"])
    wide = games.load("tree-game:width=30,depth=2", ["a30"])
    assert (wide.label(), wide.text(wide.moves()[0])) == ("AE", "ae1")


def test_turns_go_by_who_moved_last_and_not_by_chance_or_depth():
    game = games.load("tree-game:(.5:(.5:1-2,.5:3),.5:4)-(5-6)")
    turns = [game.turn]
    for text in ("a1", "b1", "d1"):
        game.make(game.parse(text))
        turns.append(game.turn)
    assert turns == [0, CHANCE, CHANCE, 1]
    assert games.load("tree-game:(.5:1-2,.5:3)", ["a1"]).turn == 0


@every_case(
    ("options", "why"),
    [
        *(({"leaves": names}, "two moves of the node A are called") for names in ("x=1-X=2", "a2=1-2", "b_1=1-b1=2")),
        ({"leaves": "-".join(["1"] * 100_001)}, "more than 100,000 nodes"),
        ({"width": 10, "depth": 5}, "more than 100,000 nodes"),
        ({"leaves": FIGURE, "width": 2}, "leave them out beside leaves"),
        ({"width": 2}, "add depth="),
        ({"depth": 2}, "add width="),
        ({"order": "best"}, "order is for a uniform tree"),
        ({"seed": 2}, "seed is for a uniform tree"),
        ({"width": 2, "depth": 2, "order": "best", "seed": 1}, "seed is for order=random"),
    ],
)
def test_large_or_unclear_trees_and_conflicting_options_are_refused(options, why):
    with pytest.raises(ValueError, match=why):
        TreeGame(**options)


def test_positions_are_paths():
    game = games.load("tree-game", ["a1", "b3"])
    assert game.position() == "a1 b3"
    game.set_position(" A2 ")
    assert (game.position(), game.turn) == ("a2", 1)
    game.set_position("start")
    assert (game.position(), game.turn) == ("start", 0)
    for wrong in ("a1 c1", "a4", "", "a1 b1 b1", "start a1"):
        with pytest.raises(ValueError, match=r".+"):
            game.set_position(wrong)
    assert game.position() == "start"


def test_trees_of_one_shape_have_keys_of_their_own():
    texts = FIGURE, FIGURE.replace("14", "15"), "(1:2,1:3)-4", "2-3/4"
    assert len({TreeGame(text).key() for text in texts}) == 4


def test_a_drawn_seed_repeats_and_has_the_same_leaves():
    one, two, other = (TreeGame(width=3, depth=3, seed=seed).nodes.worths for seed in (1, 1, 2))
    assert one == two != other
    assert sorted(filter(None, one)) == list(range(1, 28))


# The figures.


@pytest.mark.parametrize(("text", "worth"), [
    (FIGURE, 3), (DEEP, 8), (ORDERED, Fraction("2.1")), (TRANSFORMED, Fraction("40.9")),
    ("(1/3:1,2/3:2)-1", Fraction(5, 3)),
])  # fmt: skip
def test_trees_are_worth_what_the_books_say(text, worth):
    game = TreeGame(text)
    assert value(game) == worth
    thought = MinimaxPlayer().think(game)
    assert thought.value == pytest.approx(float(worth))
    found = TreeTask().run(game)
    assert found.marks()[found.root].value == pytest.approx(float(worth))


def states(spec, **task):
    """Return the state in which the algorithm leaves each node, by its path."""
    run = TreeTask(**task).run(games.load(spec))
    return {" ".join(node.path): mark for node, mark in run.marks().items()}


def test_alpha_beta_prunes_the_two_leaves_of_the_figure():
    marks = states("tree-game", method="alphabeta")
    assert {path for path, mark in marks.items() if mark.state is State.PRUNED} == {"a2 c2", "a2 c3"}
    assert (marks["a1"].value, marks["a2"].value, marks["a2"].bound, marks["a3"].value) == (3, 2, "<=", 2)
    assert (marks["a3 d2"].window, marks["a3 d3"].window) == ((3, 14), (3, 5))


def test_with_chance_an_order_preserving_change_of_leaves_changes_the_move(command):
    moves = []
    for text in (ORDERED, TRANSFORMED):
        game = TreeGame(text)
        moves.append(game.text(MinimaxPlayer().think(game).move))
        assert "expectiminimax on the whole tree" in command(f"tree tree-game:{text} --plain")[1]
    assert moves == ["a1", "a2"]


@every_case(("width", "depth"), UNIFORM)
def test_alpha_beta_needs_the_leaves_of_knuth_and_moore_in_best_order_and_all_in_worst(width, depth):
    fewest = width ** (depth - depth // 2) + width ** (depth // 2) - 1
    for order, leaves in (("best", fewest), ("worst", width**depth)):
        game = TreeGame(width=width, depth=depth, order=order)
        assert count_leaves(game)[:2] == (value(game), leaves)


@pytest.mark.parametrize(("width", "depth"), [(2, 4), (3, 3), (4, 2)])
def test_our_searches_count_the_same_leaves(width, depth):
    for order in ("best", "worst", "random"):
        game = TreeGame(width=width, depth=depth, order=order)
        worth, leaves, nodes = count_leaves(game)
        seen = [node for node, mark in TreeTask("alphabeta").run(game).marks().items() if mark.state is State.DONE]
        assert sum(not node.kids for node in seen) == leaves
        for kind, looked in ((Minimax, count_nodes(width, depth)), (AlphaBeta, nodes)):
            clock = Clock()
            search = kind(game, clock)
            search.look(depth)
            assert (to_game_score(search.score)[0], clock.nodes) == (worth, looked - 1)  # but the root


# At the terminal.


def test_the_picture_fits_the_smallest_window_and_marks_the_way():
    assert "[a1]" in games.load("tree-game", ["a1"]).show()
    assert "[" not in games.load("tree-game").show()
    for spec in ("", f":{ORDERED}", ":width=2,depth=3", ":width=3,depth=8", ":width=100,depth=2", ":width=1,depth=100"):
        lines = games.load(f"tree-game{spec}").show().splitlines()
        assert len(lines) <= ROWS
        assert max(map(len, lines)) <= COLUMNS


def test_brackets_do_not_move_the_picture():
    before, after = games.load("tree-game").show(), games.load("tree-game", ["a1", "b3"]).show()
    assert before == after.replace("[a1]", " a1 ").replace("[b3]", " b3 ").replace("b3  c", "b3  c")


def test_a_large_tree_is_drawn_around_the_current_node():
    game = games.load("tree-game:width=3,depth=4", ["a2"])
    assert [line.split() for line in game.show().splitlines()[-2:]] == [["c1", "c2", "c3"], ["^H..", "^I..", "^J.."]]


def test_a_program_without_an_estimate_goes_for_the_points():
    for player in ("mcts:playouts=2000,seed=1", "montecarlo:playouts=50,seed=1"):
        thought = players.load(player).think(TreeGame("1-9/(8-9)-(7-7)"))
        assert thought.line[0] == "a2"


def test_a_wrong_tree_is_one_line_at_the_terminal(command):
    status, _, told = command("tree tree-game:3-y/2")
    wrong = f"'y' after '3-' {WANTED}"
    assert (status, told) == (2, f"referee: 'tree-game:3-y/2': leaves '3-y/2': {wrong}\n")


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "mcts --seed 1"])
def test_every_method_draws_the_figure(command, method):
    status, told, _ = command(f"tree tree-game --method {method}")
    assert status == 0
    assert {"A", "B", "C", "D", "┃a1", "│a2", "│a3"} <= set(told.split())


def test_max_is_max_wherever_its_tree_begins(command):
    told = command("tree tree-game --moves a3")[1]
    assert "▽ D  2" in told
    assert "Values are points won by MAX." in told


def test_playouts_of_a_drawn_tree_count_points(command):
    run = TreeTask("mcts", playouts=200, seed=1).run(TreeGame("1-9/8-9"))
    means = {" ".join(node.path): mark.value for node, mark in run.marks().items()}
    assert means["a1 b1"] == pytest.approx((1 / 9 + 1) / 2)
    assert means["a1"] < means["a2"] < means["a2 c2"] == 1
    told = command("tree tree-game:1-9/8-9 --method mcts --seed 1 --step")[1]
    assert "Values are means of the points won by MAX from 0 for -9 to 1 for 9." in told
    assert "simulation: MAX wins after 1 random move: b2." in told or "0.56/1 for MAX" in told


def test_a_tree_without_chance_is_no_game_of_chance():
    assert not has_chance(TreeGame(FIGURE))
    assert has_chance(TreeGame(ORDERED))
    judged = with_evaluation(TreeGame(ORDERED), lambda game: 0)
    assert (has_chance(judged), counts_points(judged), judged.label()) == (True, True, "A")
    assert not has_chance(with_evaluation(TreeGame(FIGURE), lambda game: 0))


def test_completion_offers_no_options_within_parentheses():
    offered = [each.value for each in complete_game(None, None, "tree-game:leaves=(.9:2,.1:3)-5,")]
    assert offered[0] == "tree-game:leaves=(.9:2,.1:3)-5,width="
    assert [each.type for each in complete_game(None, None, "tree-game:leaves=(.9:2,")] == ["file"]


def test_the_form_of_the_menu_keeps_chance_nodes_together():
    form = MenuForm("tree-game", "leaves=(.9:2,.1:3)-5", CommonRows.with_opponent("random"), ASCII)
    assert form.spec == "tree-game:leaves=(.9:2,.1:3)-5"
    assert form.error() == ""


def test_a_match_is_played_and_read_aloud(command):
    told = command(["tree-game:(.9:2,.1:3)-(5-6)", "minimax", "random", "--seed", "1", "--plain"])[1]
    assert "Max plays a2." in told
    assert "to Max." in told


def test_copies_of_a_picture_keep_its_spoken_sentences():
    shown = games.load("tree-game:(.9:2,.1:3)/4", ["a1"]).show()
    for picture in (shown, pickle.loads(pickle.dumps(shown)), copy.deepcopy(shown)):
        assert picture.spoken.splitlines() == [
            "The way so far: a1.",
            "At B chance decides: b1, 9 in 10, leads to 2; b2, 1 in 10, leads to 3.",
        ]


# Leaves without a value, MIN at the root, and names.


def test_alpha_beta_does_not_need_the_leaves_that_it_prunes(command):
    known, blank = (
        command(f"tree tree-game:{leaves} --method alphabeta")[1].splitlines()
        for leaves in ("3-12-8/2-4-6/14-5-2", "3-12-8/2-x-?/14-5-2")
    )
    assert len(known) > 10
    assert blank[1:] == known[1:]


@every_case(
    "words",
    [
        "tree tree-game:2-x",
        "tree tree-game:3-1/2-7/5-x --method alphabeta",
        "tree tree-game:2-x --method mcts --seed 1",
        "tree tree-game:3-12/2-x --method alphabeta --order best",
        "solve tree-game:2-x",
        "analyse tree-game:2-x",
        "-g 1 tree-game:2-x minimax random",
    ],
)
def test_a_leaf_without_a_value_that_is_looked_at_is_named_in_one_line(words, command):
    status, _, err = command(words)
    assert status != 0
    assert re.fullmatch(r"referee: the leaf '[a-d\d ]+' has no value: .*", err.splitlines()[-1])
    assert "crashed" not in err


def test_min_may_move_at_the_root(command):
    assert "value for MAX: -4" in command("tree tree-game:3-5--4,first=min")[1]
    game = TreeGame("3-5--4", first="min")
    assert game.turn == 1
    game.make(1)
    assert game.score() == 3


@every_case("order", ["best", "worst"])
def test_the_order_of_a_uniform_tree_goes_by_who_moves_first(order):
    _, leaves, _ = count_leaves(TreeGame(width=2, depth=3, order=order, first="min"))
    assert leaves == {"best": 2**2 + 2 - 1, "worst": 2**3}[order]


def test_names_need_no_option():
    assert games.load("tree-game:a=3-b=5-c=-4").nodes.moves == ["", "a", "b", "c"]
    assert games.load("tree-game:L=3-12/R=2-4").nodes.moves[1:3] == ["L", "R"]


@every_case("spec", ["tree-game:a=3,b=5,c=-4", "tree-game:3-5,a=3"])
def test_a_name_in_the_wrong_place_is_refused_with_an_example(spec):
    with pytest.raises(SpecError, match="in leaves a name is written like a=3-b=5-c=-4"):
        games.load(spec)
