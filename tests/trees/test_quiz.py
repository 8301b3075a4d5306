"""The quiz: its questions against what is worked out here again, its grades, and what is said at the terminal."""

import io
from math import inf, log, sqrt

import pytest

import games
from referee.trees.minimax import minimax_values
from referee.trees.quiz import all_questions, count_visits, questions, ucb_moments
from referee.trees.run import State
from referee.trees.task import TreeTask
from referee.trees.tree import Role

CHIPS = "chips:chips=5,rule=last"
TREES = [(CHIPS, None), ("tic-tac-toe", 2), ("connect-four:columns=4,rows=3,line=3", 4), ("kalah:pits=3,seeds=3", 4)]
LATE = "5 1 9 3 2 8"  # in tic-tac-toe: three empty squares, and best play is a draw
LOSS, WIN = -1, 1
WINDOWED = [  # after which moves, to which depth, and what is known at the root before anything is searched
    (CHIPS, "", None, (LOSS, WIN)),
    ("tic-tac-toe", LATE, None, (LOSS, WIN)),
    ("tic-tac-toe", LATE, 2, (-inf, inf)),
    *((spec, "", depth, (-inf, inf)) for spec, depth in TREES[1:]),
]


def run_of(spec, depth=None, after="", **options):
    return TreeTask(depth=depth, **options).run(games.load(spec, tuple(after.split())))


def of_kind(run, *kinds):
    found = [question for question in all_questions(run, 0.5) if question.kind in kinds]
    assert found
    return found


def true_windows(node, values, alpha, beta):
    """Return the windows of inner nodes, the kids that alpha-beta prunes at each, and the value."""
    windows, pruned = {node: (alpha, beta)}, {}
    best = None
    for place, kid in enumerate(node.kids):
        found = true_windows(kid, values, alpha, beta) if kid.kids else ({}, {}, values[kid])
        windows, pruned = windows | found[0], pruned | found[1]
        best = found[2] if best is None else (max if node.role is Role.MAX else min)(best, found[2])
        alpha, beta = (max(alpha, best), beta) if node.role is Role.MAX else (alpha, min(beta, best))
        if alpha >= beta and node.kids[place + 1 :]:
            pruned[node] = (kid, [each.move for each in node.kids[place + 1 :]])
            break
    return windows, pruned, best


@pytest.mark.parametrize(
    ("spec", "depth", "method"),
    [
        *((*tree, method) for tree in TREES for method in ("minimax", "alphabeta")),
        ("pig:target=6", 1, "expectiminimax"),
    ],
)
def test_the_value_asked_for_is_the_minimax_value(spec, depth, method):
    run = run_of(spec, depth, method=method)
    values = minimax_values(run.root, run.measure)
    for question in of_kind(run, "value"):
        answer = run.measure.format_value(float(values[question.node]))
        assert question.grade(answer) is True
        assert question.grade(f" {answer.lower()} ") is True
        others = {run.measure.format_value(float(value)) for value in values.values()} - {answer}
        assert not any(question.grade(other) for other in others)


@pytest.mark.parametrize(("spec", "after", "depth", "window"), WINDOWED)
def test_windows_are_those_of_alpha_beta(spec, after, depth, window):
    run = run_of(spec, depth, after, method="alphabeta")
    windows, _, _ = true_windows(run.root, minimax_values(run.root, run.measure), *window)
    asked = of_kind(run, "window")
    assert {question.node for question in asked} == windows.keys() - {run.root}
    for question in asked:
        low, high = map(run.measure.format_value, windows[question.node])
        assert question.grade(f"[{low}, {high}]") is True
        assert question.grade(f"{high}, {low}") is (low == high)
        assert question.grade("-inf, +inf") is (windows[question.node] == (-inf, inf))


@pytest.mark.parametrize(
    ("spec", "after", "depth", "where", "why"),
    [
        (CHIPS, "", None, "after 2", "Nobody has more than the worst there is for sure yet, so alpha is L and beta W."),
        ("tic-tac-toe", "", 2, "after 1", "Nobody has anything for sure yet, so alpha is -inf and beta +inf."),
        ("tic-tac-toe", LATE, None, "after 4 7", "by 6 after 4. So beta is D, and alpha is still L."),
        ("tic-tac-toe", LATE, None, "after 6", "by 4 at the root. So alpha is D, and beta is still W."),
    ],
)
def test_the_reason_for_a_window_tells_what_each_seat_has(spec, after, depth, where, why):
    asked = of_kind(run_of(spec, depth, after, method="alphabeta"), "window")
    (question,) = [each for each in asked if each.node.where == where]
    assert question.why.endswith(f" {why}")


def test_a_sure_win_ends_the_search():
    run = run_of("tic-tac-toe", after="5 1 2 9", method="alphabeta")
    (question,) = [each for each in of_kind(run, "pruned") if each.node is run.root]
    assert question.steps == len(run.steps) - 1
    assert question.answer.split() == [kid.move for kid in run.root.kids[1:]]
    assert "At the root MAX already wins" in question.why


@pytest.mark.parametrize(("spec", "after", "depth", "window"), WINDOWED)
def test_pruned_moves_are_the_ones_that_alpha_beta_skips(spec, after, depth, window):
    run = run_of(spec, depth, after, method="alphabeta")
    _, pruned, _ = true_windows(run.root, minimax_values(run.root, run.measure), *window)
    asked = of_kind(run, "pruned")
    assert {question.node for question in asked} == pruned.keys()
    for question in asked:
        _, left = pruned[question.node]
        assert question.grade(" ".join(reversed(left)).upper()) is True
        assert question.grade("none") is False
        assert len(left) == 1 or question.grade(left[0]) is False
    for question in of_kind(run, "kept"):
        assert question.grade("none") is True
        later = run.marks()
        assert any(later[kid].state is State.DONE for kid in question.node.kids)


GROWN = [("tic-tac-toe", "5 1"), (CHIPS, ""), ("pig:target=6", "")]


@pytest.mark.parametrize(("spec", "after"), GROWN)
def test_the_move_with_the_highest_bound_is_the_one_that_the_next_step_selects(spec, after):
    run = run_of(spec, after=after, method="mcts", playouts=200, seed=2)
    moments = list(ucb_moments(run, 0.5))
    assert moments
    for moment in moments:
        marks, step = run.marks(moment.steps), run.steps[moment.steps]
        assert step.node is moment.chosen.node
        assert step.sentence.startswith(f"Playout {moment.playout}, selection {moment.node.where}: {step.node.move} ")
        assert moment.playout == 1 + sum(", backpropagation:" in each.sentence for each in run.steps[: moment.steps])
        bounds = {}
        for kid in moment.node.kids:
            visits = count_visits(marks[kid])
            mean = marks[kid].value if moment.node.role is Role.MAX else 1 - marks[kid].value
            bounds[kid] = mean + 0.5 * sqrt(log(count_visits(marks[moment.node])) / visits)
        assert max(bounds, key=bounds.get) is moment.chosen.node


@pytest.mark.parametrize(("spec", "after"), GROWN)
def test_each_selection_by_a_clearly_highest_bound_is_asked_for(spec, after):
    run = run_of(spec, after=after, method="mcts", playouts=200, seed=2)
    asked = {moment.steps: moment for moment in ucb_moments(run, 0.5)}
    clear = 0
    for number, step in enumerate(run.steps):
        shown = {line.split()[0]: float(line.split()[-1]) for line in step.workings if "sqrt" in line}
        first, second, *_ = [*sorted(shown.values(), reverse=True), None, None]
        if second is None or first - second < 0.019:
            assert number not in asked
        elif first - second > 0.021:
            clear += 1
            bounds = {each.node.move: each.bound for each in asked[number].options}
            assert bounds == pytest.approx(shown, abs=0.0005001)
    assert clear > 20


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_no_question_is_asked_below_the_drawn_nodes(depth):
    run = run_of("tic-tac-toe", depth, "5 1", method="mcts", playouts=200, seed=2)
    assert {moment.chosen.node.depth for moment in ucb_moments(run, 0.5)} == set(range(1, depth + 1))


def test_another_constant_gives_other_bounds():
    run = run_of("tic-tac-toe", after="5 1", method="mcts", playouts=50, seed=2, c=2.0)
    for moment in ucb_moments(run, 2.0):
        assert moment.chosen.bound == max(each.bound for each in moment.options)


def test_a_seed_draws_the_same_questions_in_the_order_of_the_steps():
    run = run_of("connect-four:columns=4,rows=3,line=3", 4, method="alphabeta")
    first, again, other = (questions(run, 10, seed, 0.5) for seed in (1, 1, 2))
    told = [[(each.steps, each.words) for each in drawn] for drawn in (first, again, other)]
    assert told[0] == told[1] != told[2]
    assert [each.steps for each in first] == sorted(each.steps for each in first)
    assert {each.kind for each in first} == {"value", "window", "pruned", "kept"}
    assert len(first) == 10


@pytest.fixture
def quiz(monkeypatch, command):
    def run(*words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return command(["tree", *words, "--quiz"])

    return run


def right_answers(words, count=10, **options):
    drawn = questions(run_of(*words, **options), count, options.get("seed", 0), 0.5)
    return [each.answer for each in drawn]


def test_right_answers_score(quiz):
    answers = right_answers((CHIPS,), method="alphabeta", seed=4)
    status, out, error = quiz(CHIPS, "--method", "alphabeta", "--seed", "4", typed="\n".join(answers) + "\n")
    assert (status, error) == (0, "")
    assert out.count("Right. ") == 10 and "Wrong" not in out
    assert out.endswith("Score: 10 of 10 right.\n")


def test_a_wrong_answer_is_explained(quiz):
    answers = right_answers((CHIPS,), seed=4)
    wrong = "L" if answers[0] == "W" else "W"
    _, out, _ = quiz(CHIPS, "--seed", "4", typed=f"{wrong}\n{answers[1]}\n")
    assert f"Wrong: the answer is {answers[0]}. M" in out  # MAX or MIN takes ...
    assert out.endswith("Score: 1 of 2 right.\n")


def test_wrong_words_get_one_line_and_the_question_again(quiz):
    answers = right_answers((CHIPS,), seed=4)
    _, out, _ = quiz(CHIPS, "--seed", "4", typed=f"what\x1b\n\n{answers[0]}\nq\n")
    assert "'what\\\\x1b' is not an answer: type a value, such as L or W; q leaves." in out
    assert "'' is not an answer" in out
    assert out.endswith("Score: 1 of 1 right.\n")


@pytest.mark.parametrize("typed", ["", "q\n", "QUIT\n"])
def test_leaving_tells_the_score_so_far(quiz, typed):
    status, out, _ = quiz(CHIPS, "--seed", "4", typed=typed)
    assert status == 0 and out.endswith("Score: 0 of 0 right.\n")
    assert "Question 1 of" in out and "Question 2" not in out


def test_the_bounds_that_are_asked_for_are_not_shown(quiz):
    words = ["tic-tac-toe", "--moves", "5 1", "--method", "mcts", "--seed", "1"]
    for plain in ([], ["--plain"]):
        _, out, _ = quiz(*words, *plain, typed="")
        assert "which move has the highest UCB?" in out and "visits" in out
        assert "UCB 0" not in out and "UCB 1" not in out
        assert "sqrt" not in out and "selection" not in out  # the arithmetic and the sentence of the next step


def test_people_who_listen_hear_what_they_must_know(quiz):
    answers = right_answers((CHIPS,), method="alphabeta", seed=4)
    _, out, _ = quiz(CHIPS, "--method", "alphabeta", "--seed", "4", "--plain", typed="\n".join(answers))
    assert "The root: First moves, MAX" in out and "Score: 10 of 10 right." in out
    assert not set(out) & set("│△▽□")


def test_a_seed_that_was_drawn_is_told(quiz):
    _, out, _ = quiz(CHIPS)
    assert "\nseed " in out


@pytest.mark.parametrize("other", [["--walk"], ["--step"], ["--json"], ["--svg", "-"], ["--dot", "-"]])
def test_a_quiz_is_no_other_output(quiz, other):
    status, out, error = quiz(CHIPS, *other)
    assert status == 2 and not out and "--quiz shows the tree question by question, without --" in error


def test_a_tree_without_a_choice_has_no_questions(quiz):
    status, _, error = quiz("chips:chips=3,rule=last", "--moves", "1 1")
    assert status == 2 and "is too small to ask anything" in error
