"""Best-first minimax on a tree, step by step, in lockstep with the search of the player."""

import pytest

import games
from games.names.catalogue import SpecError
from players.bestfirst import branches, choose_branch
from players.search.bestfirst import BestFirst
from players.search.clock import Clock
from referee.trees import bestfirst
from referee.trees.minimax import minimax_values
from referee.trees.run import State
from referee.trees.task import TreeTask
from tests.helpers.cases import every_case

BOOK = "tree-game:3-12-8/2-4-6/14-5-2"


def compare(tree, node, number, marks):
    """Check that all nodes from here on agree with the player's search; return their number."""
    below = branches(tree, number)
    count = 1
    if not below:
        return count
    by_text = {kid.move: kid for kid in node.kids}
    for each in below:
        kid = by_text[node.game.text(each.move)]
        mark = marks[kid]
        mine = mark.value if node.role.value == "max" else -mark.value
        chosen = [note for note in mark.notes if note.startswith("chosen")]
        assert (mine, "resolved" in mark.notes) == (each.value, each.resolved)
        assert chosen == ([f"chosen {each.visits:,}"] if each.visits else [])
        count += compare(tree, kid, each.node, marks)
    return count


@every_case(
    ("spec", "moves"),
    [("tic-tac-toe", "5 1"), ("hexapawn", ""), ("breakthrough:columns=4,rows=5", "a2-a3"), (BOOK, "")],
)
@every_case("expansions", [1, 2, 7, 60])
def test_it_grows_the_tree_of_the_player(spec, moves, expansions):
    game = games.load(spec, moves.split())
    run = bestfirst.run(game, expansions)
    tree = BestFirst(game, Clock(), 1 << 20)
    assert tree.run(expansions) == run.expansions
    assert compare(tree, run.root, 0, run.marks()) > len(game.moves())
    best = choose_branch(branches(tree))
    (line,) = (kid.move for kid in run.root.kids if run.marks()[kid].best)
    assert line == game.text(best.move)
    assert run.facts[-1].startswith(f"safe decision: {line}, chosen {best.visits} of ")
    assert "not resolved" not in run.facts[0] if tree.resolved() else "not resolved" in run.facts[0]


def test_a_whole_tree_has_the_values_of_minimax():
    run = bestfirst.run(games.load("hexapawn"), bestfirst.MOST)
    assert run.expansions < bestfirst.MOST
    marks = run.marks()
    signs = {node: (value > 0) - (value < 0) for node, value in minimax_values(run.root, run.measure).items()}
    for node, mark in marks.items():
        assert mark.state is State.DONE
        if "resolved" in mark.notes:
            assert (mark.value > 0) - (mark.value < 0) == signs[node]
    assert run.facts[0] == "value for MAX: L in 6"


def test_each_expansion_goes_down_evaluates_and_backs_up():
    run = bestfirst.run(games.load(BOOK), 20)
    assert run.expansions == 4
    assert [step.sentence for step in run.steps[:6]] == [
        "Expansion 1 begins at the root.",
        "Expansion 1 evaluates 3 positions at the root.",
        "Expansion 1 backs up: the root is worth 0.",
        "Expansion 2 goes down after a1.",
        "Expansion 2 evaluates 3 positions after a1.",
        "Expansion 2 backs up: the root is worth W by 3 in 2, and 1 node is resolved now.",
    ]
    assert run.steps[3].workings == ("at the root: a1 is best for MAX, 0, chosen least of 3",)
    assert run.steps[5].workings[0] == "after a1: MIN takes W by 3 in 2, by b1, before 0, resolved"
    assert {run.marks(4)[node].state for node in (run.root, run.root.kids[0])} == {State.OPEN}
    assert run.root.kids[1] not in run.marks(1)


def test_to_a_depth_deeper_nodes_are_not_drawn():
    whole, part = (bestfirst.run(games.load("hexapawn"), 12, depth) for depth in (None, 1))
    assert {node.depth for node in part.marks()} == {0, 1}
    assert max(node.depth for node in whole.marks()) > 1
    assert [step.sentence for step in whole.steps] == [step.sentence for step in part.steps]
    assert whole.facts == part.facts


def test_a_game_that_is_over_is_told_and_not_expanded():
    run = TreeTask(method="bestfirst").run(games.load("tic-tac-toe", "1 4 2 5 3".split()))
    assert (run.expansions, [step.sentence for step in run.steps]) == (0, ["The game is over at the root: L."])


@pytest.mark.parametrize("count", [0, bestfirst.MOST + 1])
def test_too_many_expansions_or_nodes_are_refused(count):
    with pytest.raises(SpecError, match=f"expansions={count} must be from 1 to 2,000"):
        bestfirst.run(games.load("tic-tac-toe"), count)
    with pytest.raises(SpecError, match="more than 20,000 nodes: give a smaller --expansions"):
        bestfirst.run(games.load("gomoku"), 200)
