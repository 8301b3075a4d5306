"""How a run is shown: lines, the page drawn in place, curves as SVG, and comparisons."""

import json
import re
import xml.etree.ElementTree as ET
from html import escape, unescape

import pytest
from colours import contrast
from prompt_toolkit.input import DummyInput

import games
from players.learning.features import make_network, require_layout
from referee.drawing.glyphs import ASCII, UNICODE
from referee.drawing.text_width import line_width
from referee.learning.learner import Learner, LearningProgress
from referee.learning.plan import LearningPlan
from referee.learning.run import RunLimits, RunSwitch
from referee.learning.strength import CurvePoint
from referee.reports.learning.live import LivePage, RunControls, board_lines, curve_lines, expected_game
from referee.reports.learning.output import as_html
from referee.reports.learning.output import curve_svg
from referee.reports.learning.live import LivePage, RunControls, board_lines, curve_lines
from referee.reports.learning.output import as_html, curve_svg
from referee.reports.learning.output import as_html
from referee.reports.learning.output import curve_svg
from referee.statistics.counts import Counts
from tests.reports.test_show import Elements
from tests.reports.test_tournament_page import MEASURE, SCHEMES, chromium, painted  # noqa: F401  # a fixture

SMALL = "connect-four:columns=4,rows=4"
OPPONENTS = ("random", "minimax:depth=1,eval=game")


def point(seconds, wins, opponent="random"):
    return CurvePoint(
        LearningProgress(int(100 * seconds), int(1000 * seconds), seconds, 0.2), opponent, Counts(wins, 0, 20 - wins)
    )


POINTS = [point(1, 8), point(1, 2, OPPONENTS[1]), point(2, 15), point(2, 9, OPPONENTS[1]), point(4, 20)]


def texts(lines):
    return ["".join(span.text for span in line) for line in lines]


@pytest.mark.parametrize("signs", [ASCII, UNICODE])
@pytest.mark.parametrize(("width", "height"), [(80, 11), (40, 5), (12, 3)])
def test_a_curve_fits_its_window_and_shows_its_points(signs, width, height):
    lines = texts(curve_lines(POINTS, OPPONENTS, width, height, signs))
    assert len(lines) == height + 1
    assert all(line_width([]) <= len(line) <= max(width, 16) for line in lines)
    assert lines[0].startswith("100 %")
    assert lines[-1].endswith("4 s")
    mark = "o" if signs is ASCII else "●"
    assert lines[0].endswith(mark)  # 20 of 20 at the end
    assert sum(line.count(mark) for line in lines) >= 2
    assert signs is not ASCII or all(line.isascii() for line in lines)


def test_a_board_shows_what_cells_are_worth_where_they_lie():
    game = games.load("breakthrough:columns=3,rows=4,home=1")
    layout = game.layout()
    values = [number / 100 for number in range(len(layout.cells))]
    lines = texts(board_lines(layout, values, 80))
    assert [line.split() for line in lines] == [[f"+{8 * row + column}" for column in range(3)] for row in (3, 2, 1, 0)]
    assert board_lines(layout, values, 5) == []


def test_cells_are_worth_what_the_weights_say():
    game = games.load(SMALL)
    network = make_network(game, require_layout(game), "lines4", 1)
    assert network.cell_values(1) == [0.0] * len(network.layout.cells)
    values = [0.0] * network.size
    for entry in range(4**4):  # the first tuple: a stone of the mover's on its first cell is worth 1
        values[entry] = 1.0 if entry % 4 == 1 else 1e-9
    network.store.values = values
    found = network.cell_values(1)
    first = network.tuples[0][0]
    images = {symmetry[first] for symmetry in network.layout.symmetries}
    assert all(found[cell] == pytest.approx(1.0, abs=1e-6) for cell in images)
    assert sum(value > 0.5 for value in found) == len(images)


@pytest.mark.parametrize(("spec", "features"), [("connect-four", "lines4"), ("othello:size=6", "lines3")])
def test_a_cell_that_is_never_plainly_empty_is_worth_something_too(spec, features):
    learner = Learner(LearningPlan(spec, features, seed=1))
    learner.advance(60, games=60)
    layout, values = learner.network.layout, learner.network.cell_values(1)
    lowest = max(cell[0] for cell in layout.cells if cell)
    assert layout.vacant == (0, 3)
    assert all(values[place] != 0 for place, cell in enumerate(layout.cells) if cell and cell[0] == lowest)


def test_the_game_that_is_expected_is_made_of_legal_moves():
    learner = Learner(LearningPlan(SMALL, seed=1))
    learner.advance(60, games=20)
    line = expected_game(learner.game, learner.network, 60)
    assert games.load(SMALL, line).score() is not None
    assert len(expected_game(learner.game, learner.network, 3)) == 3


def page_of(learner, switch, keyboard=True):
    """Return the page of a run with points, and with a keyboard if wanted, whose keys nobody presses."""
    controls = RunControls(switch, lambda: None)
    controls.keyboard.input = DummyInput() if keyboard else None
    page = LivePage(learner, RunLimits(10.0, None, OPPONENTS, 20, 0, 0.1), controls)
    page.points = list(POINTS)
    return page


@pytest.mark.parametrize(("width", "height"), [(79, 23), (39, 11), (20, 4)])
@pytest.mark.parametrize("spec", [SMALL, "tic-tac-toe", "nim"])
def test_the_page_shows_what_fits(width, height, spec):
    learner = Learner(LearningPlan(spec, seed=1))
    progress = learner.advance(60, games=20)
    page = page_of(learner, RunSwitch())
    lines = texts(page.page_lines(progress, width, height))
    told = f"{progress.seconds:.0f} s of 10 s, 20 games"
    assert lines[0].endswith(told)
    assert lines[0].startswith(spec[: max(width - len(told) - 4, 0)])
    assert any("100.0 % (84 to 100) against random" in line for line in lines)
    assert len(lines) <= height or height < 8
    assert ("Space pause" in lines[-1]) == (height > 8)
    assert any(line.startswith("100 %") for line in lines) == (height > 8)
    assert page.last_points() == POINTS[-1:]


def test_the_page_says_whether_it_learns_and_which_keys_do_something():
    learner, switch = Learner(LearningPlan(SMALL, seed=1)), RunSwitch()
    progress = learner.advance(60, games=20)
    page = page_of(learner, switch)

    def seen(width=79):
        _, second, *_, last = texts(page.page_lines(progress, width, 23))
        return second.partition(",")[2 if " positions" in second else 0], last

    assert seen()[1] == "Space pause · Enter play against it · q stop"
    assert seen(39)[1] == "Space pause · Enter play · q stop"
    switch.paused = True
    assert seen() == ("paused", "Space go on · Enter play against it · q stop")
    learner.seconds = 10.0
    assert seen() == ("being measured", "Enter play against it · q stop")
    assert "Enter" not in texts(page_of(learner, switch, keyboard=False).page_lines(progress, 79, 23))[-1]


@pytest.mark.parametrize("points", [POINTS, []])
def test_the_page_of_a_run_is_whole_and_refers_to_nothing_outside(points):
    learner = Learner(LearningPlan(SMALL, seed=1))
    learner.advance(60, games=20)
    page = as_html(learner, points)
    elements = Elements(page)
    assert not elements.open
    assert len(elements.ids) == len(set(elements.ids))
    assert set(elements.references) <= set(elements.ids)
    assert {"script", "img", "link", "iframe", "object", "a"}.isdisjoint(tag for tag, _ in elements.found)
    names = {name for _, attributes in elements.found for name in attributes}
    assert {"src", "href", "style", "onload", "onerror"}.isdisjoint(names)
    assert page.count("<circle") == len(points)
    told = unescape(page).replace("\N{NO-BREAK SPACE}", " ")
    assert ("100.0 % (84 to 100)" in told) == bool(points)
    assert ("nothing has been measured yet" in told) != bool(points)
    assert '<th scope="row">Seed</th><td>1</td>' in told


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_a_run_is_read_in_a_browser_in_windows_of_all_sizes(chromium, scheme):  # noqa: F811
    learner = Learner(LearningPlan(SMALL, seed=1))
    page = escape(as_html(learner, POINTS))
    frames = "".join(
        f'<iframe id="{width}" style="width: {width}px" srcdoc="{page}"></iframe>' for width in (360, 1280)
    )
    host = f'<!DOCTYPE html><meta charset="utf-8">{frames}<pre id="measured"></pre><script>{MEASURE}</script>'
    shown, said = chromium(host, f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}")
    assert "CONSOLE" not in said
    (found,) = re.findall(r'<pre id="measured">(.*?)</pre>', shown, re.DOTALL)
    for each in json.loads(unescape(found)).values():
        assert each["title"] == f"Learning: {SMALL}"
        assert each["scroll"] <= each["width"]
        assert each["texts"]
        for ink, grounds, text in each["texts"]:
            assert contrast(painted([ink]), painted(grounds)) >= 4.5, (text, ink, grounds)


def test_a_curve_as_svg_is_well_formed_and_tells_each_point():
    text = curve_svg("learning <chess>", POINTS)
    tree = ET.fromstring(text)
    assert tree.tag.endswith("svg")
    assert text.count("<circle") == len(POINTS)
    assert "Score against minimax:depth=1,eval=game" in text
    assert "after 400 games 100.0 % (84 to 100) against random, 20 games" in text


def test_the_curve_is_written_where_it_is_wanted(command, tmp_path):
    svg, html, out = tmp_path / "curve.svg", tmp_path / "curve.html", tmp_path / "x.weights"
    words = ["learn", SMALL, "-g", "30", "--seed", "1", "--matches", "4", "--against", "random"]
    status, _, _ = command([*words, "-o", str(out), "--svg", str(svg), "--html", str(html)])
    assert status == 0
    assert ET.parse(svg).getroot().tag.endswith("svg")
    assert "<h1>connect-four:columns=4,rows=4</h1>" in html.read_text()
    (row,) = re.findall(r"<tr><th scope=\"row\">30</th>.*</tr>", html.read_text())
    assert "<bdi>random</bdi>" in row


def test_a_curve_without_a_point_is_not_written_and_that_is_said(command, tmp_path):
    words = ["learn", SMALL, "-g", "30", "--matches", "0", "-o", str(tmp_path / "x.weights")]
    status, _, err = command([*words, "--html", str(tmp_path / "x.html")])
    assert status == 0
    assert "x.html was not written: nothing has been measured" in err
    assert not (tmp_path / "x.html").exists()
