"""The page of a tree, on which a cursor walks and an algorithm goes step by step: its lines, and in a real terminal."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import CTRL_C, DOWN, END, ENTER, ESC, HOME, LEFT, RIGHT, SPACE, TAB, UP, WINDOWS

import games
from games.names.catalogue import SpecError
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import size
from referee.support.build import life
from referee.table.fullscreen.tree_page import lay_out
from referee.table.fullscreen.tree_walk import Walk
from referee.trees.run import State
from referee.trees.task import TreeTask

pytest.importorskip("termios", reason="pseudo-terminals are a thing of POSIX systems")

COMPILED = life() == "compiled"
CHIPS = "chips:chips=4,rule=last"


# Without a terminal.


def text(walk, width=80, height=24, signs=UNICODE):
    """The page as one text."""
    lines = lay_out(walk, signs, width, height).lines
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def walked(spec, *moves, stepping=False, **how):
    """The page of a tree."""
    task = TreeTask(**how)
    run = task.run(games.load(spec, moves))
    return Walk(spec, run, None if run.method == "mcts" else task.grow_and_run, stepping)


def test_the_cursor_walks_along_the_line_of_best_play_and_back():
    walk = walked(CHIPS)
    paths = []
    for _ in range(4):
        walk.down()
        paths.append(walk.at.path)
    assert paths == [("1",), ("1", "1"), ("1", "1", "2"), ("1", "1", "2")]
    assert walk.said == "The game is over here."
    walk.up()
    assert walk.at.path == ("1", "1")
    walk.go(walk.run.root)
    walk.up()
    assert walk.at is walk.run.root
    walk.to_best()
    assert walk.at.path == ("1", "1", "2")


def test_the_cursor_goes_along_the_row_as_it_is_drawn_over_to_cousins_too():
    walk = walked(CHIPS)
    walk.down()
    walk.down()
    found = [walk.at.path]
    for _ in range(5):
        walk.aside(1, lay_out(walk, UNICODE, 80, 24).row)
        found.append(walk.at.path)
    assert found == [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2"), ("3", "1"), ("3", "1")]


def test_a_node_is_folded_and_opened_by_hand_and_the_root_is_not():
    walk = walked(CHIPS)
    walk.turn(False)
    assert walk.said == "The root stays open."
    walk.down()
    walk.turn(lay_out(walk, UNICODE, 80, 24).folded)
    assert lay_out(walk, UNICODE, 80, 24).folded
    assert "…6" in text(walk)
    assert "6 positions folded: Enter opens it" in text(walk)
    walk.turn(True)
    assert "…6" not in text(walk)
    walk.turn(False)
    walk.down()  # which opens it as well
    assert walk.at.path == ("1", "1")
    assert ">△ 2  W<" in text(walk)


def test_the_tree_grows_on_where_it_was_cut():
    walk = walked("tic-tac-toe", depth=1)
    walk.down()
    assert "The tree is cut here: Enter grows it further." in " ".join(text(walk).split())
    walk.turn(False)
    assert walk.said == "Grown here by 8 moves."
    assert len(walk.at.kids) == 8
    assert walk.over
    walk.down()
    assert walk.at.depth == 2
    assert ">△" in text(walk)


def test_a_tree_that_has_no_room_to_grow_says_so(monkeypatch):
    monkeypatch.setattr("referee.trees.task.MOST", 12)
    walk = walked("tic-tac-toe", depth=1)
    walk.down()
    walk.grow()
    assert walk.said == f"the tree has 10 nodes; with the moves after {walk.at.move} it would have more than 12."
    assert (walk.at.kids, walk.at.cut) == ([], True)


def test_nodes_that_no_playout_reached_do_not_grow():
    walk = walked("tic-tac-toe", method="mcts", playouts=3, seed=1)
    walk.down()
    walk.turn(False)
    assert walk.said == "Nothing is drawn below this."


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "mcts"])
def test_each_step_leads_where_the_run_says_and_back_again(method):
    walk = walked(CHIPS, stepping=True, method=method, **({"playouts": 12, "seed": 1} if method == "mcts" else {}))
    assert not walk.done
    pages = [text(walk)]
    for number, step in enumerate(walk.run.steps, 1):
        walk.advance(1)
        assert walk.at is step.node
        assert walk.marks == walk.run.marks(number)
        pages.append(text(walk))
        assert " ".join(f"{number}. {step.sentence}".split())[:40] in " ".join(pages[-1].split())
    walk.advance(1)
    assert walk.done == len(walk.run.steps)
    assert "Value for MAX" in pages[-1] or "Won by MAX" in pages[-1]
    for page in reversed(pages[:-1]):
        walk.advance(-1)
        assert text(walk) == page
    walk.advance(-1)
    assert walk.at is walk.run.root


@pytest.mark.parametrize(("width", "height", "kept"), [(80, 24, 5), (40, 12, 3)])
def test_the_arithmetic_of_a_selection_is_read_beside_the_tree(width, height, kept):
    walk = walked("tic-tac-toe", "5", "1", "9", "3", stepping=True, method="mcts", playouts=20, seed=1)
    while not (walk.step and len(walk.step.workings) == 5):
        walk.advance(1)
    lines = text(walk, width, height).splitlines()
    assert len(lines) == height
    assert max(map(len, lines)) <= width
    assert "c = 0.5, step" in lines[0]
    shown = [line for working in walk.step.workings for line in lines if working in line]
    assert [working in line for working, line in zip(walk.step.workings, shown, strict=False)] == [True] * kept
    walk.up()
    assert walk.workings == ()


def test_steps_by_themselves_begin_anew_at_the_end_and_stop_there():
    walk = walked(CHIPS, stepping=True)
    walk.advance(10**6)
    walk.play()
    assert (walk.done, walk.playing) == (0, True)
    for _ in walk.run.steps:
        walk.advance(1)
    assert not walk.playing
    walk.hasten(100)
    assert walk.said == "A step every 10 seconds."


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@settings(max_examples=12 if COMPILED else 5, deadline=None)
@given(data=st.data())
def test_the_page_fills_the_window_exactly_and_the_cursor_is_always_seen(signs, data):
    spec, how = data.draw(
        st.sampled_from([
            (CHIPS, {"method": "alphabeta"}), ("tic-tac-toe", {"depth": 2}), ("pig:target=12", {"depth": 2}),
            ("hexapawn", {"depth": 3}), ("tic-tac-toe", {"method": "mcts", "playouts": 40}), ("kalah:pits=3", {"depth": 2}),
        ])
    )  # fmt: skip
    walk = walked(spec, **how)
    for _ in range(8):
        width, height = data.draw(st.sampled_from([(80, 24), (40, 12), (20, 8), (132, 50), (10, 5), (3, 2), (1, 1)]))
        page = lay_out(walk, signs, width, height)
        assert len(page.lines) == height
        assert size(page.lines)[0] <= width
        whole = ["".join(span.text for span in line) for line in page.lines]
        assert signs is UNICODE or "".join(whole).isascii()
        assert walk.at in page.row
        assert width < 20 or any(
            span.role == "cursor" and span.text.startswith(">") for line in page.lines for span in line
        )
        keys = {
            "up": walk.up, "down": walk.down, "left": lambda row=page.row: walk.aside(-1, row),
            "right": lambda row=page.row: walk.aside(1, row), "turn": lambda now=page.folded: walk.turn(now),
            "back": lambda: walk.advance(-1), "on": lambda: walk.advance(3),
        }  # fmt: skip
        keys[data.draw(st.sampled_from(sorted(keys)))]()


def test_the_cursor_shows_why_a_node_was_pruned():
    walk = walked(CHIPS, method="alphabeta")
    walk.go(next(node for node in walk.run.root.walk() if walk.marks[node].state is State.PRUNED))
    walk.show("")
    told = " ".join(line[16:].strip() for line in text(walk).split("\n")[-8:])
    assert "Not looked at: at the root MAX already wins, and no move can do better." in told


@pytest.mark.parametrize("shown", ["", "board", "help"])
@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_a_page_can_be_made_for_every_window_however_small(signs, shown):
    walk = walked("tic-tac-toe", "5", "1", "9", depth=2)
    walk.down()
    walk.show(shown)
    for width in (0, 1, 2, 7, 10, 15):
        for height in range(7):
            lines = lay_out(walk, signs, width, height).lines
            assert len(lines) <= height
            assert size(lines)[0] <= width


def test_the_board_and_the_help_take_the_place_of_the_tree():
    walk = walked("tic-tac-toe", "5", "1", depth=1)
    walk.show("board")
    assert "[O]" not in text(walk)
    assert "│ O │" in text(walk)
    walk.down()
    assert "[X]" in text(walk)
    walk.show("help")
    assert "Enter: opens or folds a node" in text(walk)
    assert "△ MAX, X" in text(walk)
    walk.show("")
    assert ">▽" in text(walk)


def test_further_raises_where_it_does_not_fit(monkeypatch):
    monkeypatch.setattr("referee.trees.task.MOST", 10)
    task = TreeTask(depth=1)
    root = task.run(games.load("tic-tac-toe")).root
    with pytest.raises(SpecError, match="the tree has 10 nodes"):
        task.grow_and_run(root, root.kids[0])


# In a terminal.


def test_a_walk_at_a_terminal_leaves_the_tree_on_it(table):
    terminal = table("tree", CHIPS, "--walk")
    terminal.wait_for(lambda: ">" in terminal.text and "At the root: First moves, MAX." in terminal.said)
    terminal.type(DOWN)
    terminal.wait_for("After 1: Second moves, MIN.")
    terminal.type(RIGHT)
    terminal.wait_for("After 2: Second moves, MIN.")
    terminal.type(LEFT + UP)
    terminal.wait_for("At the root: First moves, MAX.")
    terminal.type("?")
    terminal.wait_for("any key back")
    terminal.type(" ")
    terminal.wait_for("At the root: First moves, MAX.")
    terminal.type("q")
    assert terminal.exit_status() == 0
    assert terminal.restored
    assert "leaves looked at: 6" in terminal.text


def at(terminal, count, words):
    """Wait for the page after so many steps of alpha-beta, with these words on it."""
    terminal.wait_for(lambda: re.search(rf"step {count}(/| of )15\b", terminal.text) and words in terminal.said)


def test_steps_at_a_terminal_go_on_and_back_and_by_themselves(table):
    terminal = table("tree", CHIPS, "--method", "alphabeta", "--step")
    terminal.wait_for(lambda: all(each in terminal.said for each in ("15 steps to come", "makes", "Space step")))
    for key, count, words in (
        (SPACE, 1, "1. MAX moves at the"),
        ("n", 2, "2. MIN moves"),
        ("p", 1, "1. MAX moves"),
        (RIGHT, 2, "2. MIN moves"),
        (LEFT, 1, "1. MAX"),
        (END, 15, "15. At the root MAX already wins"),
        (HOME, 0, "Space makes the next."),
        (TAB, 0, "n makes the next."),
    ):
        terminal.type(key)
        at(terminal, count, words)
    terminal.type("++++a")
    at(terminal, 15, "15. At the root MAX already wins")
    terminal.type(CTRL_C)
    assert terminal.exit_status() == 0
    assert terminal.restored


def test_the_page_follows_the_window(referee):
    terminal = referee("tree", "tic-tac-toe", "--depth", "1", "--walk")
    terminal.wait_for(lambda: "b board" in terminal.text and "At the root" in terminal.text)
    terminal.resize(40, 12)
    terminal.wait_for(lambda: "b board" not in terminal.text and "q leave" in terminal.text)
    assert len(terminal.lines) == 12
    terminal.type(DOWN + ENTER)
    terminal.wait_for("Grown here by 8 moves.")
    terminal.type(ESC)
    assert terminal.exit_status() == 0


def test_an_error_in_a_users_file_ends_the_page_and_is_reported(referee, tmp_path):
    (tmp_path / "late.py").write_text(
        "def late(game):\n    return 1 // (2 - sum(c.seat is not None for r in game.show().rows for c in r))\n"
    )
    terminal = referee(
        "tree", "tic-tac-toe", "--depth", "1", "--walk", "--eval", f"{tmp_path}/late.py:late", size=(100, 24)
    )
    terminal.wait_for("At the root: X moves, MAX.")
    terminal.type(DOWN)
    terminal.wait_for("After 1: O moves, MIN.")
    terminal.type(ENTER)
    assert terminal.exit_status() == 1
    assert terminal.restored
    assert "ZeroDivisionError" in terminal.text
    assert "as the tree of tic-tac-toe was grown" in terminal.said


@pytest.mark.parametrize("output", [["--json"], ["--svg", "-"], ["--dot", "-"]], ids=["json", "svg", "dot"])
def test_output_for_programs_opens_no_page_at_a_terminal(referee, output):
    terminal = referee("tree", "chips:chips=3,rule=last", "--step", *output)
    assert terminal.exit_status() == 0
    assert not terminal.screen.alternate
    assert b"\x1b[?1049h" not in terminal.output


@pytest.mark.parametrize("window", WINDOWS)
def test_plain_steps_are_lines_at_a_terminal_too(referee, window):
    terminal = referee("tree", "chips:chips=3,rule=last", "--step", "--plain", **window)
    assert terminal.exit_status() == 0
    assert b"13  MAX takes the largest: L, by 1." in terminal.output
    assert b"The root: position 3, First moves, MAX," in terminal.output
