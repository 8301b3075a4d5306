"""The animated picture of an algorithm's steps: what is to be seen at which time, by its style sheet."""

import re
from xml.etree import ElementTree

import pytest

import games
from games.names.catalogue import SpecError
from referee.drawing.markup import intervals
from referee.reports.tree import svg
from referee.reports.tree.text import choose_folded
from referee.reports.tree.node_text import Viewer
from referee.reports.tree.svg import box
from referee.reports.tree.svg import PAUSE, SECONDS, steps_svg
from referee.trees.task import TreeTask

SVG = "{http://www.w3.org/2000/svg}"
KEYS = re.compile(r"@keyframes (t\d+) \{ (.*) \}")
MOMENT = re.compile(r"([\d.]+)% \{ visibility: (\w+) \}")
RUNS = {
    "minimax": TreeTask(method="minimax").run(games.load("chips:chips=4,rule=last")),
    "alphabeta": TreeTask(method="alphabeta", order="worst").run(games.load("chips:chips=5,rule=last")),
    "boards": TreeTask(method="alphabeta").run(games.load("tic-tac-toe", tuple("5 1 9 3 2 8".split()))),
    "chance": TreeTask(depth=1).run(games.load("pig:target=6")),
    "mcts": TreeTask(method="mcts", playouts=25, seed=1, depth=2).run(games.load("chips:chips=5,rule=last")),
}


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
