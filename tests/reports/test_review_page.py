"""A review as a page and as a chart in a file: whole, read without colours, and in a browser no wider than its window.

`python -m tests.reports.test_review_page` draws the charts in tests/reviews/recorded anew after a change that is meant.
"""

import json
import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from colours import contrast
from review_samples import SMALL, random_texts, recorded, reviewed

import games
import referee
from games.capabilities import hides_information, theory_of
from referee.drawing.glyphs import UNICODE
from referee.drawing.html_page import DARK, LIGHT
from referee.reports.review.comment import verdict_reasons
from referee.reports.review.output import as_json
from referee.reports.review.page import FEW, as_html, as_svg, graph, numbers
from referee.reports.review.text import Look, review_lines
from referee.reviews.judging import Grade, Verdict
from referee.reviews.review import Played
from referee.reviews.searches import Effort
from referee.solving.value import Value
from referee.storage.record_file import save_record
from tests import conftest  # noqa: F401  # it says where things are kept, where this is run by itself
from tests.reports.test_show import whole_page
from tests.reports.test_tournament_page import (
    SCHEMES,
    check_contrasts,
    check_widths,
    chromium,  # noqa: F401  # a fixture
    measure_pages,
)

LITTLE = Effort(nodes=60, playouts=4)
ENDINGS = {
    "hexapawn:columns=4,rows=4": "d1-d2 c4-c3 c1-c2 c3xd2 c2-c3 d2-d1",
    "nim": "3 1 2 3 1 1 3 2 1 1 1 2",
    "tic-tac-toe": "5 2 6 4 9 1 8",
}
FOLDER = Path(__file__).parents[1] / "reviews" / "recorded"
WIDTHS = (390, 1280)
LOST = ("tic-tac-toe", "5 7 3 6 9 8 1", "played-out", 1)


def lines_of(reviewer):
    look = Look(10_000, UNICODE, whole=True, plain=True)
    found = review_lines(reviewer.review(), reviewer.positions, look)
    return ["".join(span.text for span in line) for line in found]


@pytest.mark.parametrize("spec", [*games.CATALOGUE, *ENDINGS])
def test_lines_page_and_json_say_the_same_about_each_move(spec):
    reviewer = reviewed(recorded(spec, ENDINGS.get(spec) or " ".join(random_texts(spec, 8, 3))), LITTLE)
    lines, review = lines_of(reviewer), reviewer.review()
    page = unescape(as_html(review, reviewer.positions)).replace("\N{NO-BREAK SPACE}", " ")
    for told, played in zip(as_json(review, reviewer.positions)["moves"], review.moves, strict=True):
        if told["words"]:
            assert any(line.startswith(f"{told['number']}. ") and told["words"] in line for line in lines)
        if told["reasons"]:
            assert told["reasons"] in lines
            assert told["reasons"] in page
            assert told["reasons"] == verdict_reasons(reviewer.positions[played.number - 1], played.verdict)
        if told["better_reasons"]:
            assert any(line.startswith("Better: ") and line.endswith(told["better_reasons"]) for line in lines)
            assert told["better_reasons"] in page


def test_reasons_name_the_nim_sum_of_the_position_before_the_move():
    review = referee.review("nim", ENDINGS["nim"])
    reasons = [(each["number"], each["reasons"]) for each in review.as_dict()["moves"] if each["reasons"]]
    assert reasons
    for number, said in reasons:
        assert said.casefold().startswith(theory_of(review.positions[number - 1]).state.casefold())


def test_the_second_seat_gets_reasons_too():
    moves = referee.review("tic-tac-toe", ENDINGS["tic-tac-toe"]).as_dict()["moves"]
    assert {each["seat"] for each in moves if each["reasons"]} == {0, 1}
    assert json.dumps(moves)


def solved():
    reviewer = reviewed(recorded(*LOST))
    return reviewer.review(), reviewer.positions


def long(count=60):
    """Return a review of `count` moves of gomoku with invented chances and grades, and its positions."""
    game = games.load("gomoku")
    positions, moves = [game.copy()], []
    for number in range(1, count + 1):
        move = game.moves()[0]
        seat, text = game.turn, game.text(move)
        chance = 0.5 + 0.45 * (number / count) ** 2 * (-1) ** (number // 9)
        after = Value(chance=chance, interval=(chance - 0.02, chance + 0.02), how="2 plies")
        grade = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)[number // 9 % 3] if number % 9 == 0 else Grade.GOOD
        better = game.text(game.moves()[1])
        line = better, f"<{text}>"
        verdict = Verdict(
            move, text, seat, grade, after, after, 0.1 * grade.bad, 0.0, line[0], line,
            Value(chance=0.5, interval=(0.5, 0.5)),
        )  # fmt: skip
        moves.append(Played(number, seat, text, None if number == 7 else verdict, None if number == 7 else after))
        game.make(move)
        positions.append(game.copy())
    review, _ = solved()
    record = recorded("gomoku", " ".join(each.text for each in moves))
    return replace(review, record=record, moves=tuple(moves), turning=count - 6), positions


def hidden():
    reviewer = reviewed(recorded("kuhn-poker", "K J bet call", "played-out", 2))
    return reviewer.review(), reviewer.positions


def hostile():
    """Return a review with players' names that are HTML, and its positions."""
    review, positions = solved()
    names = "<script>alert(1)</script>", '"><img src=x onerror=alert(1)> & a name that is long \u202e' * 3
    players = tuple(replace(each, name=name) for each, name in zip(review.players, names, strict=True))
    return replace(review, record=replace(review.record, names=names), players=players), positions


def broken_off():
    review, positions = solved()
    moves = tuple(replace(each, verdict=None, after=None) for each in review.moves)
    return replace(review, moves=moves, start=None, turning=None, whole=False), positions


MADE = {"solved": solved, "long": lambda: long(27), "hidden": hidden, "hostile": hostile, "broken-off": broken_off}
CHARTS = {"solved": solved, "long": long}


@cache
def page_of(name):
    return as_html(*MADE[name]())


def seats(positions):
    return positions[0].seats[0], positions[0].seats[1]


@pytest.mark.parametrize("name", CHARTS)
def test_the_chart_is_the_one_that_is_kept(name):
    review, positions = CHARTS[name]()
    assert as_svg(review, seats(positions)) == (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


def test_the_chart_has_a_title_and_tells_in_words_what_it_shows():
    review, positions = solved()
    svg = ElementTree.fromstring(as_svg(review, seats(positions)))
    (chart,) = svg.findall("{*}svg")
    assert svg.get("role") == "img"
    assert chart.findtext("{*}desc") == (
        "1. 5: even; 2. 7: even; 3. 3: even; 4. 6 ??: X 100 %; 5. 9 ??: even; 6. 8 ??: X 100 %; 7. 1: X 100 %. "
        "Turning point: 6. 8."
    )
    assert [each.findtext("{*}title") for each in chart.findall("{*}rect")] == [
        "4. 6 ??: X 100 %", "6. 8 ??: X 100 %", "7. 1: X 100 %",
    ]  # fmt: skip


def test_bars_go_up_for_the_first_and_down_for_the_second_as_far_as_they_are_ahead():
    review, positions = long()
    chart = ElementTree.fromstring(graph(review, seats(positions)))
    bars = {each.findtext("title").split(".")[0]: each for each in chart.findall("rect")}
    (axis,) = (float(each.get("y1")) for each in chart.findall("line") if each.get("class") == "zero")
    ends = [float(each.get("y1")) for each in chart.findall("line") if each.get("class") == "tick"]
    for each in review.moves:
        bar = bars.get(str(each.number))
        if bar is None:
            assert each.after is None or abs(each.after.chance - 0.5) < 0.01
            continue
        top, high = float(bar.get("y")), float(bar.get("height"))
        assert high == pytest.approx(abs(each.after.chance - 0.5) * (ends[1] - ends[0]), abs=0.06)
        assert (top == axis) if each.after.chance < 0.5 else (top + high == pytest.approx(axis, abs=0.11))
        assert bar.get("class").split() == ["first" if each.after.chance > 0.5 else "second", "believed"]
        assert 0 <= float(bar.get("x")[:-1]) <= 100 - float(bar.get("width")[:-1])


def test_marks_are_written_while_there_is_room_and_then_lines_of_the_length_of_the_fault():
    for count in (FEW, FEW + 3):
        review, positions = long(count)
        chart = ElementTree.fromstring(graph(review, seats(positions)))
        texts = [each.text for each in chart.findall("text") if each.get("class") == "mark"]
        lines = [each for each in chart.findall("line") if each.get("class") == "mark"]
        assert texts == (["~?", "~??"] if count <= FEW else [])
        lengths = [int(each.get("y2")) - int(each.get("y1")) for each in lines]
        assert len(set(lengths)) == len(lines) == (0 if count <= FEW else 3)


@pytest.mark.parametrize(
    ("count", "shown"),
    [(1, [1]), (7, [*range(1, 8)]), (10, [1, 2, 4, 6, 8, 10]), (60, [1, 10, 20, 30, 40, 50, 60]), (300, [1, 50, 100, 150, 200, 250, 300])],
)  # fmt: skip
def test_some_moves_are_numbered(count, shown):
    assert numbers(range(1, count + 1)) == dict(zip(shown, shown, strict=True))


def test_the_axis_counts_a_move_of_each_side_as_one_where_players_do():
    assert numbers([7, 8, 8, 9, 9]) == {1: 7, 2: 8, 4: 9}
    assert list(numbers([1 + ply // 2 for ply in range(120)]).values()) == [1, 10, 20, 30, 40, 50, 60]


def test_colours_are_spelt_out_for_programs_that_know_no_variables():
    review, positions = solved()
    svg = as_svg(review, seats(positions))
    assert "var(" not in svg
    assert "prefers-color-scheme: dark" in svg


@pytest.mark.parametrize("name", MADE)
def test_the_page_is_whole_and_refers_to_nothing_outside(name):
    elements = whole_page(page_of(name))
    assert {"script", "link", "iframe", "object"}.isdisjoint(tag for tag, _ in elements.found)
    assert not [attributes for _, attributes in elements.found if "src" in attributes]
    ways = [attributes["href"] for _, attributes in elements.found if "href" in attributes]
    assert {way[0] for way in ways} == {"#"}
    assert {way[1:] for way in ways} <= set(elements.ids)
    names = {name for _, attributes in elements.found for name in attributes}
    assert {"style", "onload", "onerror"}.isdisjoint(names)


def test_the_page_says_what_the_lines_say():
    page = unescape(as_html(*solved())).replace("\N{NO-BREAK SPACE}", " ")
    for said in (
        "Ann (X) against random (O)", "Ann wins.", "Threw away a draw: X wins in 3 plies.",
        "Better: 1, then 4 6 8 2 9.", "Turning point: 6. 8 by random (O).", "Exact: all its positions are solved.",
        "Ann: 3 best, 1 blunder; accuracy", "blunder (??) from 15 % on",
    ):  # fmt: skip
        assert said in page, said


def position(page, number):
    """Return the part of the page that shows the position after `number` moves."""
    (found,) = re.findall(rf'<article [^>]*aria-labelledby="said-{number}">.*?</article>', page, re.DOTALL)
    return found


def described(page, part):
    """Return the descriptions of the pictures in that part of the page."""
    words = dict(re.findall(r'<span id="(words-\d+)">([^<]*)</span>', page))
    labels = re.findall(r'role="img" aria-labelledby="([^"]*)"', part)
    return [" ".join(words[each] for each in label.split()) for label in labels]


def test_each_position_leads_to_the_first_the_one_before_the_next_and_the_last():
    page = as_html(*solved())
    for number in range(8):
        wanted = {"First": 0, "Back": number - 1} if number else {}
        wanted |= {"Next": number + 1, "Last": 7} if number < 7 else {}
        ways = re.findall(r'href="#move-(\d)">(\w+)<', position(page, number))
        assert [(name, int(to)) for to, name in ways] == list(wanted.items())


def test_every_move_in_the_list_and_in_the_chart_leads_to_its_position():
    review, positions = long()
    page = as_html(review, positions)
    for each in review.moves:
        assert len(re.findall(rf'<a href="#move-{each.number}" (?:class|tabindex)=', page)) == 2
        assert f'id="move-{each.number}"' in position(page, each.number)


def test_every_fault_has_its_mark_its_word_and_two_boards():
    page = as_html(*solved())
    for number in range(1, 8):
        part = position(page, number)
        assert ('<span class="mark">?? blunder, proven</span></span></h3>' in part) == (number in (4, 5, 6))
        assert ("printed" in part.split(">")[0]) == (number in (4, 5, 6))
    after, better, *line = described(page, position(page, 4))
    assert after == "Row 1: X on 3. Row 2: X on 5, O on 6. Row 3: O on 7."
    assert better == "Row 1: O on 1, X on 3. Row 2: X on 5. Row 3: O on 7."
    assert line[0] == "Row 1: O on 1, X on 3. Row 2: X on 4 and 5. Row 3: O on 7."
    assert re.findall(r"<figcaption>(.*?)</figcaption>", position(page, 4)) == [
        "After 6", "Better: 1", "then 4", "then 6", "then 8", "then 2",
    ]  # fmt: skip


def test_where_nothing_was_given_away_the_last_position_is_printed():
    review, positions = solved()
    good = tuple(replace(each, verdict=replace(each.verdict, grade=Grade.BEST)) for each in review.moves)
    page = as_html(replace(review, moves=good), positions)
    assert re.findall(r'class="position printed" aria-labelledby="said-(\d)"', page) == ["7"]


def test_of_hidden_cards_a_board_shows_what_its_seat_saw():
    review, positions = hidden()
    (bad,) = review.marked()
    page = as_html(review, positions)
    shown = {number: " ".join(described(page, position(page, number))) for number in range(5)}
    assert bad.seat == 1
    assert shown[0] == shown[1] == shown[2] == ""  # the cards are dealt, and nobody is to move
    assert "K" in shown[3]
    assert "J" not in shown[3]
    assert "J" in shown[4]
    assert "K" not in shown[4]
    assert not re.findall(r"<text[^>]*>[^<]*K[^<]*</text>.*J", position(page, 4))


def played(spec, *texts):
    """Return an empty review of a match, and its positions."""
    review, _ = broken_off()
    start = games.load(spec)
    positions, moves = [start], []
    for number, text in enumerate(texts, 1):
        game = positions[-1].copy()
        game.make(game.parse(text))
        moves.append(Played(number, positions[-1].turn, text, None, None))
        positions.append(game)
    return replace(review, moves=tuple(moves), record=recorded(spec, " ".join(texts))), positions


@pytest.mark.parametrize("spec", sorted(set(games.CATALOGUE.names.values())))
def test_every_game_has_a_board_for_every_move(spec):
    texts = random_texts(spec, 30, 5)
    hides = hides_information(games.load(spec))
    page = as_html(*played(spec, *texts))
    uses = re.findall(r'<use href="#(shape-\d+)"', page)
    assert set(uses) == set(re.findall(r'<g id="(shape-\d+)">', page))
    for number in range(1, len(texts) + 1):
        part = position(page, number)
        drawn = not hides or "as " in part
        assert len(described(page, part)) == drawn


@pytest.mark.parametrize(("spec", "count"), [("backgammon", 300), ("gomoku", 110)])
def test_the_page_of_a_long_match_with_many_faults_stays_small(spec, count):
    texts = random_texts(spec, count, 1)
    reviewer = reviewed(recorded(spec, " ".join(texts)), Effort(nodes=300, playouts=10))
    assert len(texts) == count
    assert len(reviewer.review().marked()) > 30
    assert len(as_html(reviewer.review(), reviewer.positions)) < 1_500_000


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_marks_are_read_on_their_panels(colours):
    for mark in ("bad", "good", "strong"):
        assert contrast(colours[mark], colours["panel"]) >= 4.5


def test_a_review_of_which_nothing_is_known_has_no_chart():
    page = as_html(*broken_off())
    assert "Who stood better" not in page
    assert "Nothing is known of its positions." in page


@pytest.fixture(scope="module", params=SCHEMES)
def pages(chromium, request):  # noqa: F811
    """Measure each page in each width, in one colour scheme."""
    shown = {name: page_of(name) for name in MADE}
    return request.param, *measure_pages(chromium, request.param, shown, WIDTHS)


def test_no_page_is_wider_than_its_window(pages):
    assert len(pages[1]) == len(MADE) * len(WIDTHS)
    check_widths(pages[1])


def test_the_pages_load_without_a_complaint_and_nobodys_name_runs(pages):
    assert "CONSOLE" not in pages[2]
    for found in pages[1].values():
        assert found["title"].startswith("Review: ")


def test_all_that_is_written_is_read_in_both_schemes(pages):
    check_contrasts(*pages[:2])


STEPS = """
const wait = () => new Promise(go => setTimeout(go, 50));
const seen = [...document.querySelectorAll("article")];
const shown = () => seen.filter(each => each.checkVisibility()).map(each => each.getAttribute("aria-labelledby")).join();
const lit = () => [...document.querySelectorAll(".moves a")].filter(
  each => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)").map(each => each.className).join();
onload = async () => {
  const told = [shown()];
  for (const way of [".moves a", null, null, "svg.chart a[href='#move-6']"]) {
    const link = way ? document.querySelector(way) : document.activeElement;
    link.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, view: window}));
    await wait();
    told.push([shown(), document.activeElement.id, lit()].join(" "));
  }
  document.body.insertAdjacentHTML("beforeend", `<pre id="told">${told.join("|")}</pre>`);
};
"""


def test_links_step_through_the_positions_and_the_focus_walks_along(chromium):  # noqa: F811
    page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", as_html(*solved()))  # it forbids all scripts
    page, _ = chromium(page.replace("</body>", f"<script>{STEPS}</script></body>"), "--virtual-time-budget=5000")
    assert re.findall(r'<pre id="told">(.*?)</pre>', page)[-1].split("|") == [
        "said-0", "said-1 move-1 at-1", "said-2 move-2 at-2", "said-3 move-3 at-3", "said-6 move-6 at-6",
    ]  # fmt: skip


@pytest.fixture
def said(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    save_record(recorded(*LOST), tmp_path / "game.json")
    return lambda *words: command(["review", "game.json", *words])


def test_the_files_are_written_beside_what_is_printed(said):
    status, out, err = said("--html", "game.html", "--svg", "game.svg")
    assert (status, err) == (0, "")
    assert "Turning point: 6. 8" in out
    assert Path("game.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    ElementTree.parse("game.svg")
    assert sorted(path.name for path in Path().iterdir()) == ["game.html", "game.json", "game.svg"]


def test_the_same_game_makes_the_same_files(said):
    said("--html", "one.html", "--json", "--nodes", str(SMALL.nodes))
    said("--html", "two.html", "--plain", "--nodes", str(SMALL.nodes))
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()


@pytest.mark.parametrize("flag", ["--html", "--svg"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_searched(said, flag, monkeypatch):
    monkeypatch.setattr("referee.reviews.review.Reviewer.run", lambda *_: pytest.fail("it was searched"))
    status, out, err = said(flag, "none/game.html")
    assert (status, out) == (2, "")
    assert err == "referee: none/game.html cannot be written: none is not a folder\n"


if __name__ == "__main__":
    for name, made in CHARTS.items():
        found, places = made()
        (FOLDER / f"{name}.svg").write_text(as_svg(found, seats(places)), encoding="utf-8")
