"""Trees drawn: as text, as an outline, as SVG, in Graphviz's language and as JSON.

The drawings of tests/helpers/tree_samples.py are kept in tests/reports/trees, byte for byte; `python -m tests.reports.test_tree_drawing` draws
them anew after a change that is meant. Look at them before they are kept.
"""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_samples import SAMPLES, Numbers, Shown, Wins, aima, chips, dice, done, grown, mcts, node

import games
from games.base.notation import letters
from games.names.catalogue import SpecError
from games.picture import Cell, Form, Grid, Hand, Hands, Pits
from referee.drawing.glyphs import ASCII, UNICODE, Span
from referee.drawing.markup import intervals
from referee.drawing.text_width import is_uneven, size, text_width
from referee.drawing.themes import THEMES
from referee.reports.tree import svg
from referee.reports.tree import text as layout
from referee.reports.tree.node_text import (
    COARSE,
    FINE,
    Viewer,
    Weight,
    as_dict,
    board,
    box_glyphs,
    digraph,
    joint_glyph,
    position_lines,
    position_word,
)
from referee.reports.tree.svg import PAUSE, SECONDS, box, steps_svg, tree_svg
from referee.reports.tree.text import choose_folded, extent, layers, place_nodes, tops, tree_lines
from referee.trees.run import NodeMark, Run, State
from referee.trees.task import TreeTask
from referee.trees.tree import Node, Role

KEYS = re.compile(r"@keyframes (t\d+) \{ (.*) \}")
MOMENT = re.compile(r"([\d.]+)% \{ visibility: (\w+) \}")
RUNS = {
    "minimax": TreeTask(method="minimax").run(games.load("chips:chips=4,rule=last")),
    "alphabeta": TreeTask(method="alphabeta", order="worst").run(games.load("chips:chips=5,rule=last")),
    "boards": TreeTask(method="alphabeta").run(games.load("tic-tac-toe", tuple("5 1 9 3 2 8".split()))),
    "chance": TreeTask(depth=1).run(games.load("pig:target=6")),
    "mcts": TreeTask(method="mcts", playouts=25, seed=1, depth=2).run(games.load("chips:chips=5,rule=last")),
}
FOLDER = Path(__file__).parent / "trees"
SVG = "{http://www.w3.org/2000/svg}"
BOTH = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
LAW = settings(max_examples=60, deadline=None)


@pytest.fixture(params=RUNS)
def run(request):
    return RUNS[request.param]


class Film:
    """An animated picture, read like a player reads it."""

    def __init__(self, text):
        self.root = ElementTree.fromstring(text)
        self.style = self.root.find(f"{SVG}style").text
        self.keys = {
            name: [(float(at), word == "visible") for at, word in MOMENT.findall(keys)]
            for name, keys in KEYS.findall(self.style)
        }
        still = self.style.split("@media")[0]
        self.hidden = {
            name for names in re.findall(r"(.*) \{ visibility: hidden \}", still) for name in re.findall(r"t\d+", names)
        }

    def seen(self, seconds=None, whole=1.0):
        """Yield the visible groups at that time; None: without motion."""
        for group in self.root.findall(f"{SVG}g"):
            name = group.get("class")
            if seconds is None or name not in self.keys:
                shown = name not in self.hidden
            else:
                shown = [on for at, on in self.keys[name] if at <= 100 * seconds / whole][-1]
            if shown:
                yield group


def titles(groups):
    return sorted(each.text for group in groups for each in group.iter(f"{SVG}title"))


def sentence(groups):
    """Return the first line of the numbered sentence in these groups."""
    texts = [each.text for group in groups for each in group.findall(f"{SVG}text")]
    (said,) = [text for text in texts if re.match(r"\d+/\d+  ", text)]
    return said


def expected(run, number):
    """Return the titles of the nodes after `number` steps."""
    view = Viewer(run, run.marks(number)).view()
    found = []
    for node, face in view.faces.items():
        role = {"END": "the end", "CHANCE": "chance"}.get(node.role.name, node.role.name)
        found.append(f"{' '.join(node.path) or 'the root'}: {role}" + (f", {face.value}" if face.value else ""))
    return sorted(found)


def test_at_each_time_the_tree_is_seen_as_it_is_after_that_step(run):
    film, frames = Film(steps_svg(run)), len(run.steps) + 1
    whole = frames * SECONDS + PAUSE
    for number in range(frames):
        for part in (0.01, 0.99):
            groups = list(film.seen((number + part) * SECONDS, whole))
            assert titles(groups) == expected(run, number)
            assert sentence(groups).startswith(f"{number}/{frames - 1}  ")
    for late in (PAUSE / 2, PAUSE - 0.01):
        assert titles(film.seen(frames * SECONDS + late, whole)) == expected(run, None)


def test_without_motion_the_tree_is_seen_as_it_is_in_the_end(run):
    film = Film(steps_svg(run))
    groups = list(film.seen())
    assert titles(groups) == expected(run, None)
    assert sentence(groups).startswith(f"{len(run.steps)}/{len(run.steps)}  ")
    moving = film.style.index("@media (prefers-reduced-motion: no-preference) {")
    assert "animation" not in film.style[:moving] and "@keyframes" in film.style[moving:]


def test_all_runs_for_ever_in_the_same_time(run):
    film = Film(steps_svg(run))
    times = set(re.findall(r"animation: t\d+ ([\d.]+)s step-end infinite", film.style))
    assert times == {f"{(len(run.steps) + 1) * SECONDS + PAUSE:g}"}
    for keys in film.keys.values():
        assert keys[0][0] == 0 and keys[-1][0] == 100
        assert [at for at, _ in keys] == sorted(at for at, _ in keys)


def test_each_step_is_shown_where_it_happens(run):
    film, whole = Film(steps_svg(run)), (len(run.steps) + 1) * SECONDS + PAUSE
    for number in range(len(run.steps) + 1):
        groups = film.seen((number + 0.5) * SECONDS, whole)
        grounds = [each for group in groups for each in group.findall(f"{SVG}rect[@class='here']")]
        assert len(grounds) == (number > 0)


def test_nothing_runs_and_nothing_comes_from_outside(run):
    text = steps_svg(run)
    assert "<script" not in text and "href" not in text and "url(" not in text
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    names = re.findall(r'\bid="(\w+)"', text)
    assert len(names) == len(set(names))
    assert text == steps_svg(run)


def test_a_folded_tree_is_animated_as_far_as_it_is_drawn():
    run = RUNS["boards"]
    folded = choose_folded(run, run.marks(), 300, room=box)
    assert folded
    film, whole = Film(steps_svg(run, folded)), (len(run.steps) + 1) * SECONDS + PAUSE
    for number in range(len(run.steps) + 1):
        groups = list(film.seen((number + 0.5) * SECONDS, whole))
        assert len(titles(groups)) == len(Viewer(run, run.marks(number)).view(folded).kids)
        assert number == 0 or any(group.find(f"{SVG}rect[@class='here']") is not None for group in groups)


def test_too_many_steps_are_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(svg, "MOST", 20)
    with pytest.raises(
        SpecError, match="an animated --svg has 20 steps at most, and this run has 115: give a smaller --playouts"
    ):
        steps_svg(RUNS["mcts"])


def test_intervals_are_steps_in_a_row():
    assert intervals([]) == []
    assert intervals([3]) == [(3, 4)]
    assert intervals([0, 1, 4, 5, 6, 9]) == [(0, 2), (4, 7), (9, 10)]


def text(run, signs=UNICODE, width=80, folded=(), at=None, marks=None):
    found = tree_lines(run, run.marks() if marks is None else marks, folded, signs, width, at)
    return "\n".join("".join(span.text for span in line).rstrip() for line in found) + "\n"


def roles(run, **more):
    """Return the texts of the drawing by role."""
    found = {}
    for line in tree_lines(run, run.marks(), (), UNICODE, 80, **more):
        for span in line:
            found.setdefault(span.role, []).append(span.text.strip())
    return found


def goldens():
    for name, sample in SAMPLES.items():
        run = sample()
        yield f"{name}.txt", text(run)
        yield f"{name}-ascii.txt", text(run, ASCII)
        yield f"{name}.svg", tree_svg(run, run.marks())
    run = chips()
    narrow_one = choose_folded(run, run.marks(), 40)
    yield "chips-narrow.txt", text(run, width=40, folded=narrow_one)
    yield "chips-outline.txt", text(run, width=18)
    yield "chips-safe.svg", tree_svg(run, run.marks(), narrow_one, THEMES["safe"], "Four chips")


plain = st.text("abcXO1234/-", max_size=6)


@st.composite
def runs(draw, texts=plain):
    """Draw a random tree with random marks, even impossible ones."""
    shape = draw(st.recursive(st.just([]), lambda below: st.lists(below, max_size=4), max_leaves=20))
    random = draw(st.randoms(use_true_random=False))
    marks = {}

    def position():
        kind = random.randrange(6)
        if kind == 0:
            cell = [Cell(), Cell("X", 0), Cell("O", 1)]
            rows = tuple(tuple(random.choice(cell) for _ in range(3)) for _ in range(random.randint(1, 4)))
            return Shown(Grid(rows, form=random.choice([Form.SQUARES, Form.SLANTED])))
        return Shown(draw(texts) if kind < 3 else "")

    def grow(shape, above):
        role = random.choice([Role.MAX, Role.MIN, Role.CHANCE]) if shape else random.choice(list(Role))
        share = Fraction(1, random.randint(2, 36)) if above and above.role is Role.CHANCE else None
        each = Node(position(), role, draw(texts) if above else "", share, above, cut=random.random() < 0.3)
        marks[each] = NodeMark(
            random.choice(list(State)), random.choice([None, 0.0, 2.0, -12.5]), random.choice(["", "<=", ">="]),
            random.choice([None, (-inf, inf), (3.0, inf)]), random.random() < 0.3,
            tuple(draw(texts) for _ in range(random.choice([0, 0, 1, 2]))),
            random.choice(["", "for this", "for that reason, which is a long one, and goes on for more than a line"]),
        )  # fmt: skip
        each.kids = [grow(below, each) for below in shape]
        return each

    return Run("minimax", grow(shape, None), marks, (), Numbers(0))


def laid(run, signs=UNICODE, folded=()):
    """Return the view, its boxes, and the line and column of each node's axis in the text."""
    view = Viewer(run, run.marks(), signs).view(folded)
    boxes = {each: layout.box(face, FINE if signs is UNICODE else COARSE) for each, face in view.faces.items()}
    depths = layers(view.root, view.kids)
    heights = tops(depths, boxes, {})
    axes = place_nodes(view.kids, boxes)
    return view, boxes, {each: (heights[depths[each]], axes[each]) for each in view.kids}


def apart(intervals):
    """Return whether none of these half-open intervals overlap."""
    ordered = sorted(intervals)
    return all(end <= start for (_, end), (start, _) in zip(ordered, ordered[1:]))


@pytest.mark.parametrize("name", [name for name, _ in goldens()])
def test_a_tree_looks_as_it_did(name):
    assert dict(goldens())[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_every_stored_drawing_is_still_made():
    assert {path.name for path in FOLDER.iterdir()} == {name for name, _ in goldens()}


def test_four_chips_read_like_the_usual_figure():
    assert text(chips()).startswith(
        "                          △ 4  W\n"
        "             ┏━━━━━━━━━━━━━━┹──┬───────────┐\n"
        "             ┃1                │2          │3\n"
        "           ▽ 3  W            ▽ 2  L      ▽ 1  L\n"
    )  # fmt: skip


@LAW
@given(run=runs(), ascii_only=st.booleans())
def test_nothing_in_a_text_overlaps_and_every_node_stands_where_it_should(run, ascii_only):
    signs, pens = (ASCII, COARSE) if ascii_only else (UNICODE, FINE)
    view, boxes, places = laid(run, signs)
    for band in (0, 1):
        for top in {line for line, _ in places.values()}:
            spread = [
                (column + boxes[each].bands[band][0], column + boxes[each].bands[band][1])
                for each, (line, column) in places.items()
                if line == top
            ]
            assert apart(spread)
    rows = text(run, signs, 10**6).split("\n")
    for each, (line, column) in places.items():
        for number, spans in enumerate(layout.lines(view.faces[each], pens, 0)):
            whole = "".join(span.text for span in spans)
            start = column + layout.start(len(whole))
            assert rows[line + number][start : start + len(whole)].rstrip() == whole.rstrip()
            around = rows[line + number][max(start - 1, 0) : start] + rows[line + number][start + len(whole) :][:1]
            assert not around.strip()


@LAW
@given(run=runs())
def test_every_edge_of_a_text_goes_from_its_node_to_its_kid(run):
    view, boxes, places = laid(run)
    rows = text(run, UNICODE, 10**6).split("\n")
    arms = {char: tuple(side > 0 for side in sides) for sides, char in box_glyphs().items()}
    arms |= {"╌": (False, False, True, True), "╎": (True, True, False, False)}
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    for each, kids in view.kids.items():
        line, column = places[each]
        waiting = [(line + len(layout.lines(view.faces[each], FINE, 0)), column)] if kids else []
        seen, reached = set(waiting), set()
        for line, column in waiting:
            open_sides = arms[rows[line][column]]
            for side, (down, right) in enumerate(steps):
                there = line + down, column + right
                if open_sides[side] and there not in seen:
                    seen.add(there)
                    if there in places.values():
                        reached |= {there} - {places[each]}
                    elif there != (waiting[0][0] - 1, waiting[0][1]):  # the last line of the node
                        assert arms[rows[there[0]][there[1]]][side ^ 1], "both halves of a stroke are there"
                        waiting.append(there)
        assert reached == {places[kid] for kid in kids}


@LAW
@given(run=runs(st.text(max_size=30)), width=st.integers(4, 90), signs=st.sampled_from([UNICODE, ASCII]))
def test_no_line_is_wider_than_the_window_whatever_texts_a_game_has(run, width, signs):
    for folded in ((), choose_folded(run, run.marks(), width, signs=signs)):
        for line in tree_lines(run, run.marks(), folded, signs, width, at=run.root):
            whole = "".join(span.text for span in line)
            assert text_width(whole) <= width
            assert not is_uneven(whole)
            assert signs is UNICODE or whole.isascii()


@LAW
@given(run=runs())
def test_parents_stand_in_the_middle_above_their_kids(run):
    view, _, places = laid(run)
    for each, kids in view.kids.items():
        if kids:
            first, last = places[kids[0]][1], places[kids[-1]][1]
            assert abs(2 * places[each][1] - first - last) <= 3
            assert [places[kid][1] for kid in kids] == sorted(places[kid][1] for kid in kids)


@LAW
@given(run=runs(), width=st.integers(10, 60), data=st.data())
def test_a_folded_tree_fits_and_counts_what_is_hidden(run, width, data):
    marks, whole = run.marks(), list(run.root.walk())
    keep = data.draw(st.lists(st.sampled_from(whole), max_size=2))
    folded = choose_folded(run, marks, width, keep)
    view, boxes, places = laid(run, UNICODE, folded)
    wide = extent({each: column for each, (_, column) in places.items()}, boxes)
    guarded = {above for each in (*keep, *(each for each in whole if marks[each].best)) for above in upwards(each)}
    assert folded <= view.kids.keys() - {run.root}
    if wide > width:  # then there is an outline, and what is guarded stays open
        assert not folded & guarded
        _, least, alone = laid(run, UNICODE, set(whole) - {run.root})
        assert extent({each: column for each, (_, column) in alone.items()}, least) > width
    else:  # what is folded has no room, or is on no line that comes before
        inner = {each for each in whole if each.kids}
        _, least, alone = laid(run, UNICODE, inner - guarded - {run.root})
        if extent({each: column for each, (_, column) in alone.items()}, least) <= width:
            assert not folded & guarded
    told = [view.faces[each].notes[-1] for each in folded]
    assert len(view.kids) + sum(int(note.removeprefix("…")) for note in told) == len(whole)
    assert choose_folded(run, marks, width, keep) == folded


def upwards(each):
    while each:
        yield each
        each = each.parent


def test_pinned_nodes_fold_last_and_the_best_line_second_to_last():
    run = chips()
    first, second, third = run.root.kids
    best = {each for each in run.root.walk() if run.marks()[each].best}
    for width in range(20, 45):
        folded = choose_folded(run, run.marks(), width, keep=[second.kids[0]])
        assert second not in folded
    assert any(first in choose_folded(run, run.marks(), width, keep=[second.kids[0]]) for width in range(20, 45))
    inner = {each for each in run.root.walk() if each.kids and each is not run.root}
    for width in range(20, 45):
        alone = size(tree_lines(run, run.marks(), inner - best, UNICODE, 80)[:12])[0]
        if alone < width:
            assert not choose_folded(run, run.marks(), width) & best
    assert any(
        second in choose_folded(run, run.marks(), width) and not choose_folded(run, run.marks(), width) & best
        for width in range(20, 45)
    )


def test_nodes_with_room_open_even_if_the_best_line_has_none():
    wide = node(Role.MIN, *(node(Role.END, move="a-long-move") for _ in range(5)), move="1")
    slim = node(Role.MIN, node(Role.END, move="2"), move="2")
    root = node(Role.MAX, wide, slim)
    run = done(root, dict.fromkeys(root.walk(), 0), more={wide: NodeMark(State.DONE, 0, best=True)})
    assert choose_folded(run, run.marks(), 20) == {wide}


def test_shut_nodes_stay_folded_even_if_there_is_room():
    run = chips()
    assert choose_folded(run, run.marks(), 500, shut=[run.root.kids[1]]) == {run.root.kids[1]}
    assert run.root.kids[1] in choose_folded(run, run.marks(), 30, shut=[run.root.kids[1]], keep=run.root.walk())


def test_a_tree_that_fits_is_not_folded():
    run = chips()
    wide = size(tree_lines(run, run.marks(), (), UNICODE, 80)[:12])[0]
    assert choose_folded(run, run.marks(), wide + 1) == frozenset()
    assert choose_folded(run, run.marks(), wide - 1)


def test_a_node_without_a_mark_and_its_subtree_are_not_drawn():
    run = chips()
    marks = {each: mark for each, mark in run.marks().items() if each is not run.root.kids[0]}
    assert text(run, marks=marks).startswith(
        "           △ 4  W\n"
        "       ┌─────┴─────┐\n"
        "       │2          │3\n"
        "     ▽ 2  L      ▽ 1  L\n"
    )  # fmt: skip


def test_a_narrow_window_shows_the_tree_as_an_outline():
    run = chips()
    assert text(run, width=30).splitlines()[:4] == ["△ 4 W", "┣━ 1 ▽ 3 W", "│  ┣━ 1 △ 2 W", "│  │  ├─ 1 ▽ 1 L"]
    assert text(run, ASCII, 30, at=run.root.kids[0]).splitlines()[1] == "** 1 >v 3 W<"
    drawn = text(run, width=30).split("\n\n")[0].splitlines()
    assert len(drawn) == sum(1 for _ in run.root.walk())


def test_a_very_deep_tree_is_drawn():
    root = last = node(Role.MAX)
    for _ in range(1200):
        kid = node(Role.MIN, move="on")
        kid.parent, last.kids = last, [kid]
        last = kid
    marks, above = {}, root
    while above:
        marks[above] = NodeMark(State.DONE, 1.0)
        above = above.kids[0] if above.kids else None
    run = Run("minimax", root, marks, (), Wins(0))
    assert text(run, width=20).count("│on") == 1200
    assert len(text(run, width=4)) > 1200
    assert tree_svg(run, marks).count("<g ") == 1201
    assert len(list(digraph(run, marks))) > 2400


@BOTH
def test_the_legend_names_what_occurs_and_nothing_else(signs):
    legends = {name: text(sample(), signs).rsplit("\n\n", 1)[1] for name, sample in SAMPLES.items()}
    for words_, where in {
        "MIN": {"chips", "hexapawn", "aima", "mcts"},
        "chance": {"dice"},
        "the end": {"chips", "hexapawn", "aima", "dice"},
        "pruned": {"aima"},
        "at most": {"aima"},
        "at least": set(),
        "alpha and beta": {"aima"},
        "goes on": {"hexapawn", "mcts"},
        "folded": set(),
        "you are here": set(),
    }.items():
        assert {name for name, told in legends.items() if words_ in " ".join(told.split())} == where, words_


def test_the_cursor_stands_in_brackets_and_moves_nothing():
    run = chips()
    plain_one, here = text(run), text(run, at=run.root.kids[0])
    assert ">▽ 3  W<" in here
    assert here.split("\n\n")[0].replace(">", " ").replace("<", " ").split() == plain_one.split("\n\n")[0].split()
    assert ">▽ 3  W<" in roles(run, at=run.root.kids[0])["cursor"]


def test_best_play_pruned_branches_and_what_is_unseen_have_roles_of_their_own():
    found = roles(aima())
    assert {"a1", "b1"} <= set("".join(found["target"]).replace("┃", " ").replace("━", " ").replace("┏", "").split())
    assert [text for text in found["bad"] if text] == ["✂a", "✂a", "✂a"]
    leaf = node(Role.END, move="x", shown="five")
    root = node(Role.MAX, leaf)
    run = Run("minimax", root, {root: NodeMark(State.OPEN), leaf: NodeMark(State.UNSEEN, 7.0)}, (), Numbers(0))
    assert text(run).split("\n\n")[0].splitlines() == ["  △ ?", "   │", "   │x", " □ five"]
    assert {"□", "five", "│x"} <= set(roles(run)["faint"])


def test_nodes_pruned_for_one_reason_share_a_footnote():
    leaves = [node(Role.END, move=str(number)) for number in range(4)]
    below = node(Role.END, move="0")
    below.parent, leaves[0].kids, leaves[0].role = leaves[0], [below], Role.MIN
    root = node(Role.MAX, *leaves)
    whys = ["one", "two", "one", ""]
    marks = {leaf: NodeMark(State.PRUNED, why=why) for leaf, why in zip(leaves, whys, strict=True)}
    run = Run(
        "alphabeta", root, {root: NodeMark(State.DONE, 1), below: NodeMark(State.PRUNED, why="one"), **marks}, (),
        Wins(0),
    )  # fmt: skip
    drawn, footnotes, _ = text(run).split("\n\n")
    assert footnotes == "✂a one\n✂b two"
    assert re.findall("✂.?", drawn) == ["✂a", "✂b", "✂a"]
    assert "╎0" in drawn
    assert [letters(number) for number in (0, 25, 26, 701, 702)] == ["a", "z", "aa", "zz", "aaa"]


def test_windows_and_bounds_are_said_as_values_are():
    leaf = node(Role.END, move="x")
    root = node(Role.MAX, leaf)
    run = done(root, {root: 1, leaf: -1}, Wins(0))
    marks = {root: NodeMark(State.OPEN, 1, ">=", (-inf, 1)), leaf: NodeMark(State.DONE, -1, "<=", (0, inf))}
    assert {"[-∞, W]", "≥W", "≤L", "[D, +∞]"} <= set(re.findall(r"\[.*?\]|[≥≤]\w", text(run, marks=marks)))
    assert {"[-inf, W]", ">=W", "<=L", "[D, +inf]"} <= set(
        re.findall(r"\[.*?\]|[<>]=\w", text(run, ASCII, marks=marks))
    )


def test_joints_are_drawn_by_the_weights_of_their_arms():
    assert joint_glyph((2, 0, 3, 2), FINE) == "┵"
    assert joint_glyph((0, 2, 0, 2), FINE) == "┌"
    assert joint_glyph((0, 1, 1, 0), FINE) == "┐"
    assert joint_glyph((0, 0, 1, 1), FINE) == "╌"
    assert [joint_glyph(arms, COARSE) for arms in ((0, 2, 2, 0), (0, 3, 2, 0), (1, 1, 0, 0))] == ["+", "*", ":"]
    assert len(box_glyphs()) == len({*box_glyphs().values()}) == 68
    for arms, char in box_glyphs().items():
        if (arms[0] or arms[1]) and (arms[2] or arms[3]):
            assert joint_glyph(arms, FINE) == char
            assert Weight.DASHED not in arms


def shown(picture, signs=UNICODE):
    return ["".join(span.text for span in line) for line in position_lines(Shown(picture), signs)]


def test_heaps_stand_as_their_numbers():
    assert position_lines(games.load("nim:sticks=9")) == [[Span("9")]]
    assert position_lines(games.load("nim:heaps=3/4/5")) == [[Span("3/4/5")]]
    assert position_lines(games.load("chips:chips=4,rule=last", ("1",))) == [[Span("3")]]
    assert position_lines(games.load("pig", ("roll", "6"))) == [[Span("0/0/6")]]
    assert position_lines(games.load("nim:heaps=" + "/".join(["10"] * 9))) == []


def test_small_boards_stand_as_their_rows():
    assert shown(games.load("ttt", ("5", "1")).show()) == ["O · ·", "· X ·", "· · ·"]
    assert shown(games.load("ttt", ("5", "1")).show(), ASCII) == ["O . .", ". X .", ". . ."]
    assert shown(games.load("yucky-chocolate", ("C1",)).show()) == ["Y■■■■■·", "■■■■■■·", "■■■■■■·", "■■■■■■·"]
    assert shown(games.load("hex:size=3", ("b2",)).show()) == ["· · ·  ", " · R · ", "  · · ·"]
    assert shown(games.load("dots-and-boxes:rows=1,columns=1", ("a1-b1",)).show()) == ["•   •", "     ", "•───•"]
    assert shown(games.load("othello").show()) == shown(games.load("backgammon").show()) == []


def test_pits_hands_and_texts_stand_at_nodes_where_they_are_small():
    assert shown(Pits(((1, 12), (3, 4)), (5, 6), (("", ""),) * 2)) == ["6:1 12  ", "  3 4 :5"]
    assert shown(Hands((Hand("a", ("K",)), Hand("b", ("Q", "J")), Hand("c", ())))) == ["K/QJ/-"]
    assert shown(Hands((Hand("a", ()),))) == []
    assert shown("sticks 4") == ["sticks 4"]
    assert shown("a text that is far too long") == []
    assert shown("short\nand then a line that is far too long") == ["short"]
    assert shown("X |  \n | O\n\n") == ["X | ", "  | O"[1:]]
    assert shown("né", ASCII) == ["n?"]
    assert shown("\N{LARGE RED CIRCLE}") == ["\N{LARGE RED CIRCLE}"]
    assert shown("\N{FIRE ENGINE}\N{ZERO WIDTH JOINER}\N{PILL}") == shown("") == shown("\n") == []


@BOTH
@pytest.mark.parametrize("spec", [*games.CATALOGUE, "hex:size=3", "connect-four:rows=4,columns=4"])
def test_the_position_at_a_node_is_a_small_rectangle(spec, signs):
    game = games.load(spec)
    for _ in range(12):
        drawn = position_lines(game, signs)
        rows = ["".join(span.text for span in line) for line in drawn]
        assert len(rows) <= 5
        assert len({len(row) for row in rows}) <= 1
        assert all(len(row) <= 17 for row in rows)
        assert signs is UNICODE or "".join(rows).isascii()
        assert board(game) is None or rows
        moves = game.moves()
        if not moves:
            break
        game.make(moves[len(moves) // 2])


def test_a_position_in_words_is_a_line():
    assert position_word(games.load("ttt", ("5", "1")).show()) == "O../.X./..."
    assert position_word(games.load("nim:heaps=3/4/5").show()) == "3/4/5"
    assert position_word(games.load("kalah").show()) == "0:4 4 4 4 4 4/4 4 4 4 4 4:0"
    assert position_word(games.load("backgammon").show()) == ""
    assert position_word("one\n two  three") == "one two three"


def boxed(element):
    """Return the extent of an element: left, top, right, bottom."""
    value = {key: float(text) for key, text in element.attrib.items() if re.fullmatch(r"-?[\d.]+", text)}
    match element.tag.removeprefix(SVG):
        case "polygon":
            points = [tuple(map(float, point.split(","))) for point in element.get("points").split()]
            xs, ys = zip(*points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case "circle":
            x, y, r = value["cx"], value["cy"], value["r"]
            return x - r, y - r, x + r, y + r
        case "rect":
            return value["x"], value["y"], value["x"] + value["width"], value["y"] + value["height"]
        case "line":
            (left, right), (top, low) = (sorted((value[f"{axis}1"], value[f"{axis}2"])) for axis in "xy")
            return left, top, right, low
        case "text":
            wide = value["textLength"]
            left = value["x"] - (wide / 2 if element.get("text-anchor") == "middle" else 0)
            return left, value["y"] - 12, left + wide, value["y"] + 4
    return None


def around(group):
    found = [reach for reach in map(boxed, group) if reach]
    return tuple(choose(side) for choose, side in zip((min, min, max, max), zip(*found, strict=True), strict=True))


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def clear(boxes):
    return not any(overlap(one, other) for place, one in enumerate(boxes) for other in boxes[:place])


@LAW
@given(run=runs())
def test_nothing_in_an_svg_overlaps_and_all_of_it_is_in_the_picture(run):
    drawn = ElementTree.fromstring(tree_svg(run, run.marks()))
    groups = {group.get("id"): around(group) for group in drawn.iter(f"{SVG}g")}
    assert len(groups) == sum(1 for _ in run.root.walk())
    grounds = [boxed(each) for each in drawn.iter(f"{SVG}rect") if each.get("class") == "ground"]
    assert clear(list(groups.values()))
    assert clear(grounds)
    assert not any(overlap(ground, group) for ground in grounds for group in groups.values())
    width, height = float(drawn.get("width")), float(drawn.get("height"))
    texts = [boxed(each) for each in drawn.iter(f"{SVG}text")]
    for left, top, right, low in (*groups.values(), *grounds, *texts):
        assert 0 <= left < right <= width
        assert 0 <= top < low <= height


@LAW
@given(run=runs())
def test_every_edge_of_an_svg_goes_from_the_foot_of_its_node_to_the_top_of_its_kid(run):
    drawn = ElementTree.fromstring(tree_svg(run, run.marks()))
    groups = {group.get("id"): group for group in drawn.iter(f"{SVG}g")}
    names = {each: f"n{number}" for number, each in enumerate(run.root.walk())}
    edges = [line for line in drawn.iter(f"{SVG}line") if line.get("data-from")]
    assert sorted((line.get("data-from"), line.get("data-to")) for line in edges) == sorted(
        (names[each.parent], names[each]) for each in run.root.walk() if each.parent
    )
    for line in edges:
        x1, y1, x2, y2 = (float(line.get(name)) for name in ("x1", "y1", "x2", "y2"))
        above, kid = groups[line.get("data-from")], groups[line.get("data-to")]
        left, _, right, _ = boxed(above[1])  # its shape
        assert (x1, y1) == ((left + right) / 2, around(above)[3])
        left, top, right, _ = boxed(kid[1])
        assert (x2, y2) == ((left + right) / 2, top)


@given(run=runs(st.text(max_size=10)))
@settings(max_examples=30, deadline=None)
def test_an_svg_is_well_formed_whatever_texts_a_game_has(run):
    drawn = tree_svg(run, run.marks(), title="<&'\"> \x00\ud800")
    ElementTree.fromstring(drawn.encode())


def test_an_svg_is_heard_and_refers_to_nothing_outside():
    run = aima()
    drawn = tree_svg(run, run.marks())
    root = ElementTree.fromstring(drawn)
    assert root.find(f"{SVG}title").text == "Game tree"
    assert root.find(f"{SVG}desc").text == (
        "A game tree of 13 positions, alphabeta, MAX at the root; its value is 3; best play is a1, b1."
    )
    assert re.findall(r"https?://[^\"]*", drawn) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|href|<script|<image", drawn)
    titles = [group.find(f"{SVG}title").text for group in root.iter(f"{SVG}g")]
    assert titles[:3] == ["the root: MAX, 3", "a1: MIN, 3", "a1 b1: the end, 3"]


def test_an_svg_may_be_folded_to_a_width_as_well():
    run = chips()
    widths = [width for width in range(200, 420, 20) if choose_folded(run, run.marks(), width, room=box)]
    assert 0 < len(widths) < 11
    for width in widths:
        view = Viewer(run, run.marks()).view(choose_folded(run, run.marks(), width, room=box))
        boxes = {each: box(face) for each, face in view.faces.items()}
        assert extent(place_nodes(view.kids, boxes), boxes) <= width


def test_a_board_is_drawn_as_a_board():
    run = done(root := grown(games.load("ttt", ("5",)), 0, 1), {root: 0})
    assert (svg := tree_svg(run, run.marks())).count('class="cell"') == 9
    assert svg.count('class="piece first"') == 1
    lattice = done(root := grown(games.load("dots-and-boxes:rows=1,columns=1", ("a1-b1",)), 0, 1), {root: 0})
    svg = tree_svg(lattice, lattice.marks())
    assert (svg.count('class="dot"'), svg.count('class="side"')) == (4, 1)


def test_an_svg_has_the_colours_of_its_theme():
    run = aima()
    for theme in THEMES.values():
        for role in ("first", "second", "target", "bad"):
            assert theme.style(role).fg in tree_svg(run, run.marks(), theme=theme)


NASTY = ['"', "\\", "\\n", "a\\", "&lt;", "<b>", "{|}", "né", "\N{BULLET}", "x -> y;", "'"]
STATEMENT = re.compile(r'  (?:(n\d+) -> )?(\w+) \[((?:\w+=(?:"(?:[^"\\]|\\.)*"|[\w.]+) ?)*)\]')


def nasty():
    """Return a tree with texts that mean something to Graphviz."""
    kids = [node(Role.END, move=entry, shown=entry) for entry in NASTY]
    root = node(Role.MAX, *kids)
    run = done(root, {root: 0})
    marks = run.marks() | {run.root: NodeMark(notes=('"q"',)), kids[0]: NodeMark(State.PRUNED, why='a "why" \\ &amp;')}
    return replace(run, start=marks)


@pytest.mark.parametrize("make", [*SAMPLES.values(), nasty], ids=[*SAMPLES, "nasty"])
def test_a_graph_is_written_as_its_language_wants_it(make):
    run = make()
    first, *rows, last = digraph(run, run.marks(), title='The "title"')
    found = [STATEMENT.fullmatch(row) for row in rows]
    assert (first, last, all(found)) == ("digraph {", "}", True)
    whole = list(run.root.walk())
    names = {each: f"n{number}" for number, each in enumerate(whole)}
    assert [row[2] for row in found if not row[1]] == ["graph", "node", "edge", *names.values()]
    assert [(row[1], row[2]) for row in found if row[1]] == [
        (names[each], names[kid]) for each in whole for kid in each.kids
    ]


def test_a_graph_has_the_shapes_of_textbooks_and_dashes_what_was_pruned():
    run, thrown = aima(), dice()
    rows = list(digraph(run, run.marks()))
    assert '  n0 [shape=triangle label="3\\n[3, +∞]"]' in rows
    assert '  n1 [shape=invtriangle label="3\\n[-∞, 3]"]' in rows
    assert '  n7 [shape=box label="a" style=dashed]' in rows
    assert '  n5 -> n7 [label="c2" style=dashed]' in rows
    assert '  n0 -> n1 [label="a1" penwidth=3]' in rows
    assert any("shape=circle" in row for row in digraph(thrown, thrown.marks()))


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
@pytest.mark.parametrize("make", [*SAMPLES.values(), nasty], ids=[*SAMPLES, "nasty"])
def test_graphviz_draws_the_graph_with_the_texts_as_they_are(make):
    run = make()
    source = "\n".join(digraph(run, run.marks()))
    drawn = subprocess.run(["dot", "-Tsvg"], input=source.encode(), capture_output=True, timeout=300)
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    texts = {
        text.text.replace("\N{NO-BREAK SPACE}", " ") for text in ElementTree.fromstring(drawn.stdout).iter(f"{SVG}text")
    }
    assert {each.move for each in run.root.walk() if each.move} <= texts


def entries(tree):
    yield tree
    for kid in tree["kids"]:
        yield from entries(kid)


def test_json_has_the_documented_fields():
    run = replace(aima(), facts=("7 of 9 leaves looked at",))
    found = as_dict(run, run.marks())
    assert {key: found[key] for key in ("method", "max", "min", "facts")} == {
        "method": "alphabeta", "max": "First", "min": "Second", "facts": ["7 of 9 leaves looked at"],
    }  # fmt: skip
    tree = found["tree"]
    assert {key: value for key, value in tree.items() if key != "kids"} == {
        "move": "", "weight": None, "role": "max", "position": None, "value": 3, "said": "3", "bound": "",
        "window": [3, None], "best": False, "state": "done", "pruned": None, "notes": [], "cut": False,
    }  # fmt: skip
    second = tree["kids"][1]
    assert (second["bound"], second["value"], second["window"]) == ("<=", 2, [3, 2])
    assert second["kids"][1]["state"] == "pruned"
    assert second["kids"][1]["pruned"].startswith("not looked at: MIN")
    assert second["kids"][1]["value"] is second["kids"][1]["said"] is None
    assert [kid["best"] for kid in tree["kids"]] == [True, False, False]


def test_json_has_weights_positions_and_notes():
    run = dice()
    assert [kid["weight"] for kid in as_dict(run, run.marks())["tree"]["kids"][0]["kids"]] == ["1/6", "5/6"]
    run = chips()
    assert [kid["position"] for kid in as_dict(run, run.marks())["tree"]["kids"]] == ["3", "2", "1"]
    run = mcts()
    assert as_dict(run, run.marks())["tree"]["notes"] == ["12 visits"]
    assert [kid["cut"] for kid in as_dict(run, run.marks())["tree"]["kids"]] == [True] * 3


@LAW
@given(run=runs(st.text(max_size=10)))
def test_json_has_every_node_and_no_number_that_is_none(run):
    for leaf in (each for each in run.root.walk() if not each.kids):
        run.start[leaf] = replace(run.start[leaf], value=nan)
    found = json.loads(json.dumps(as_dict(run, run.marks()), allow_nan=False))
    whole = list(run.root.walk())
    assert [entry["move"] for entry in entries(found["tree"])] == [each.move for each in whole]
    assert {key for entry in entries(found["tree"]) for key in entry} == set(found["tree"])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in goldens():
        (FOLDER / name).write_text(drawn, encoding="utf-8")
