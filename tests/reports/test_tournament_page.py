"""The page of a tournament in a real browser, headless Chromium: what is seen of it, where, in which colours."""

import json
import os
import re
import shutil
import subprocess
from html import escape, unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from colours import contrast
from standings_samples import SAMPLES, four, hostile

from games.base.notation import printable
from referee.drawing.themes import THEMES
from referee.reports.tournament.page import as_html

PATIENCE = 180  # seconds
WIDTHS = (360, 768, 1280)
SCHEMES = {"light": 1, "dark": 0}  # as Chromium numbers what the person prefers
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1400,900",
)  # fmt: skip

# Run outside of the pages, which stand in frames of their own widths: a window has 500 pixels at least.
MEASURE = """
const IGNORED = "title, desc, .shapes, .board";  // boards have a ground of their own: tests/drawing/test_vector.py
const centre = box => (box.left + box.right) / 2;
function grounds(element) {
  const found = [];
  for (; element; element = element.parentElement) found.push(getComputedStyle(element).backgroundColor);
  return found;
}
function texts(page) {
  const found = new Map();
  for (const element of page.body.querySelectorAll("*")) {
    const own = [...element.childNodes].filter(node => node.nodeType === 3 && node.data.trim());
    if (!own.length || !element.checkVisibility() || element.closest(IGNORED)) continue;
    const style = getComputedStyle(element);
    const colour = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
    found.set(JSON.stringify([colour, grounds(element)]), own[0].data.trim());
  }
  return [...found].map(([key, text]) => [...JSON.parse(key), text]);
}
function bar(player) {
  const line = player.querySelector("line").getBoundingClientRect(), dot = player.querySelector("circle");
  const name = player.querySelector(".name bdi").getBoundingClientRect();
  const room = player.querySelector(".name").getBoundingClientRect();
  return {
    name: player.querySelector(".name").textContent, low: line.left, high: line.right,
    value: dot && centre(dot.getBoundingClientRect()), ends: [...player.querySelectorAll("svg")].map(e => e.classList[0]),
    rating: player.querySelector("text").textContent, name_right: Math.min(name.right, room.right),
    rating_left: player.querySelector("text").getBoundingClientRect().left,
    colour: getComputedStyle(player.querySelector("line")).stroke,
  };
}
function measured(frame) {
  const page = frame.contentDocument, root = page.documentElement;
  const ticks = [...page.querySelectorAll("line.tick, line.zero")].map(line => centre(line.getBoundingClientRect()));
  return {
    title: page.title, scroll: root.scrollWidth, width: root.clientWidth,
    names: [...page.querySelectorAll(".player-name bdi")].map(name => name.textContent),
    foreign: page.querySelectorAll("script, img, iframe, object, embed, link").length,
    ground: getComputedStyle(page.body).backgroundColor, texts: texts(page), ticks: ticks,
    labels: [...page.querySelectorAll("text.tick, text.zero")].map(text => [text.textContent, centre(text.getBoundingClientRect())]),
    bars: [...page.querySelectorAll("g.player")].map(bar),
  };
}
onload = () => {
  const found = Object.fromEntries([...document.querySelectorAll("iframe")].map(frame => [frame.id, measured(frame)]));
  document.getElementById("measured").textContent = JSON.stringify(found);
};
"""


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """Open a page; return its elements once it is loaded, and the browser's log."""

    def opened(html, *flags):
        folder = tmp_path_factory.mktemp("chromium")
        (folder / "page.html").write_text(html, encoding="utf-8")
        return chromium_program(folder, (folder / "page.html").as_uri(), *flags)

    return opened


def chromium_program(folder, address, *flags):
    """Open an address with the browser; return the elements there, and the browser's log."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None and os.environ.get("CHROMIUM") == "required":
        pytest.fail("CHROMIUM=required, but there is no chromium, chromium-browser or google-chrome")
    if program is None:
        pytest.skip("no chromium, chromium-browser or google-chrome on the path")
    own = (f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr", "--v=0", *flags)
    words = (program, *FLAGS, *own, "--dump-dom", address)
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE, env=os.environ | {"HOME": str(folder)})
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode(), done.stderr.decode()


@pytest.fixture(scope="session", params=SCHEMES)
def pages(chromium, request):
    """Measure each sample in each width, in one colour scheme."""
    shown = {name: as_html(sample()) for name, sample in SAMPLES.items()}
    return request.param, measure_pages(chromium, request.param, shown, WIDTHS)[0]


def measure_pages(chromium, scheme, shown, widths):
    """Return what is measured of each page by its name and width, and the browser's log."""
    frames = "".join(
        f'<iframe id="{name} {width}" style="width: {width}px; height: 800px; border: 0" srcdoc="{escape(page)}"></iframe>'
        for name, page in shown.items()
        for width in widths
    )
    host = f'<!DOCTYPE html><meta charset="utf-8">{frames}<pre id="measured"></pre><script>{MEASURE}</script>'
    page, said = chromium(host, f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}")
    (found,) = re.findall(r'<pre id="measured">(.*?)</pre>', page, re.DOTALL)
    return {tuple(key.split()): each for key, each in json.loads(unescape(found)).items()}, said


def check_widths(measured):
    for (_, width), found in measured.items():
        assert int(width) - 20 <= found["width"] <= int(width)  # which may have a scroll bar at its side
        assert found["scroll"] <= found["width"]


def check_contrasts(scheme, measured):
    for each in measured.values():
        assert (painted([each["ground"]]) == "#ffffff") == (scheme == "light")
        assert each["texts"]
    colours = {
        (ink, *grounds): text for each in measured.values() for ink, grounds, text in each["texts"]
    }  # a few pairs
    for (ink, *grounds), text in colours.items():
        assert contrast(painted([ink]), painted(grounds)) >= 4.5, (text, ink, grounds)


@pytest.fixture
def server():
    """A server on this machine that notes requests."""
    asked = []

    class Noting(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *what):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Noting) as listening:
        Thread(target=listening.serve_forever, daemon=True).start()
        yield listening.server_port, asked
        listening.shutdown()


def colour(text):
    """Return a computed colour as red, green and blue from 0 to 255, and opacity from 0 to 1."""
    parts = [float(part) for part in re.findall(r"[\d.]+", text)]
    return (*parts[:3], parts[3] if len(parts) > 3 else 1.0)


def painted(grounds):
    """Return the visible colour of grounds above each other, the uppermost first, as `#rrggbb`."""
    seen = (255.0, 255.0, 255.0)
    for *part, opaque in map(colour, reversed(grounds)):
        seen = tuple(opaque * above + (1 - opaque) * below for above, below in zip(part, seen, strict=True))
    return f"#{''.join(f'{round(part):02x}' for part in seen)}"


def test_the_page_loads_without_a_complaint_and_says_who_played(chromium):
    page, said = chromium(as_html(four()))
    assert "CONSOLE" not in said
    assert all(name in page for name in ("mcts:playouts=2000", "minimax", "montecarlo", "random"))
    assert "</html>" in page


def test_hostile_names_ask_for_nothing_from_outside(chromium, server):
    port, asked = server
    page, said = chromium(as_html(hostile(port)))
    assert f"127.0.0.1:{port}/seen.png" in page
    assert not asked
    assert "CONSOLE" not in said


def test_the_page_itself_refuses_outside_requests(chromium, server):
    port, asked = server
    outside = (
        f'<img src="http://127.0.0.1:{port}/a.png"><script>document.title = "taken"</script><i style="color: red"></i>'
    )
    page, said = chromium(as_html(four()).replace("<main>", f"<main>{outside}"))
    assert not asked
    assert said.count("CONSOLE") >= 3
    assert "<title>tournament 7" in page


def test_every_player_stands_in_the_table_by_its_name_hostile_ones_too(pages):
    for (sample, _), found in pages[1].items():
        assert found["names"] == [printable(row.name) for row in SAMPLES[sample]().rows]
        assert found["title"].startswith("tournament")
        assert not found["foreign"]


def test_no_page_is_wider_than_its_window(pages):
    check_widths(pages[1])


def test_bars_lie_where_the_ratings_say(pages):
    for (sample, _), found in pages[1].items():
        rated = [row for row in SAMPLES[sample]().rows if row.rating]
        assert len(found["bars"]) == len(rated)
        if not rated:
            continue
        numbers = [float(text.replace("−", "-").replace(",", "")) for text, _ in found["labels"]]
        places = dict(zip(numbers, (place for _, place in found["labels"]), strict=True))
        assert sorted(found["ticks"]) == pytest.approx(sorted(places.values()), abs=1)
        least, most = min(places), max(places)

        def place(rating, least=least, most=most, places=places):
            return places[least] + (rating - least) / (most - least) * (places[most] - places[least])

        for bar in found["bars"]:
            (rating,) = (row.rating for row in rated if printable(row.name) == bar["name"])
            assert bar["low"] == pytest.approx(place(least if rating.low is None else rating.low), abs=1)
            assert bar["high"] == pytest.approx(place(most if rating.high is None else rating.high), abs=1)
            assert bar["ends"] == ["arrow" if each is None else "cap" for each in (rating.low, rating.high)]
            if rating.value is None:
                assert bar["value"] is None
            else:
                assert bar["value"] == pytest.approx(place(rating.value), abs=1)


def test_no_name_runs_into_its_rating(pages):
    for found in pages[1].values():
        assert all(bar["name_right"] < bar["rating_left"] for bar in found["bars"])


def test_ticks_leave_each_other_room(pages):
    for found in pages[1].values():
        places = sorted({round(place) for _, place in found["labels"]})
        assert all(right - left >= 34 for left, right in zip(places, places[1:]))


def test_all_text_is_readable_in_both_schemes(pages):
    scheme, found = pages
    check_contrasts(scheme, found)
    for each in found.values():
        for bar in each["bars"]:
            assert contrast(painted([bar["colour"]]), painted([each["ground"]])) >= 3


def test_bars_are_in_the_colour_of_a_theme(pages):
    scheme, found = pages
    if scheme == "light":
        assert painted([found["four", "360"]["bars"][0]["colour"]]) == THEMES["safe"].style("first").fg
